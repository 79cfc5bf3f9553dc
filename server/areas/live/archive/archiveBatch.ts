// The same change for many residents: each by the rules of a single change, all in one transaction. Who cannot be changed
// is told by name with the reason, and does not keep the others from it.
import type { DataOf, InputOf } from '#contract/kit/call'
import { invalid, Refusal } from '#contract/kit/refusal'
import type { archive } from '#contract/live/archive'
import type { ArchiveFieldsData } from '#contract/live/archiveFields'
import type { Caller } from '#server/kit/caller'
import { changeArchive, lockArchive } from './archiveSave.ts'

type Body = InputOf<typeof archive.calls.batch>
type Answer = DataOf<typeof archive.calls.batch>

type Notes = NonNullable<ArchiveFieldsData['attention']>

function fieldsOf(body: Body, now: Notes): Partial<ArchiveFieldsData> {
  const fields: Partial<ArchiveFieldsData> = {}
  if (body.deptId) fields.deptId = body.deptId
  if (body.category) fields.category = body.category
  if (body.addNotes?.length || body.dropNotes?.length) {
    const wanted = new Set([...now, ...(body.addNotes ?? [])])
    for (const note of body.dropNotes ?? []) wanted.delete(note)
    fields.attention = [...wanted].sort((a, b) => a - b) as Notes
  }
  return fields
}

export const changeMany = (who: Caller, body: Body): Promise<Answer> =>
  who.tx(async (tx) => {
    const both = (body.addNotes ?? []).filter((note) => body.dropNotes?.includes(note))
    if (both.length > 0) throw invalid('同一关注事项不能既增加又去掉', 'dropNotes')
    if (Object.keys(fieldsOf(body, [])).length === 0) throw invalid('请至少选择一项要修改的内容')
    const answer: Answer = { changed: 0, same: 0, refused: [] }
    // In one order, so that two of these never wait for each other.
    for (const oldmanId of [...new Set(body.oldmanIds)].sort()) {
      let name: string | null = null
      try {
        const before = await lockArchive(tx, who, oldmanId)
        name = before.oldmanName
        const fields = fieldsOf(body, before.attention ?? [])
        const changed = await changeArchive(tx, who, { oldmanId, fields, act: '批量修改档案' })
        if (changed.length > 0) answer.changed += 1
        else answer.same += 1
      } catch (error) {
        // A refusal comes before anything is written for this person; whatever else goes wrong takes all of it back.
        if (!(error instanceof Refusal)) throw error
        answer.refused.push({ oldmanId, oldmanName: name, reason: error.message })
      }
    }
    const left = answer.refused.length > 0 ? `，${answer.refused.length} 人未修改` : ''
    tx.log({
      remark: `批量修改档案：${answer.changed} 人已修改，${answer.same} 人本来如此${left}`,
      targetType: 'oldman',
    })
    return answer
  })
