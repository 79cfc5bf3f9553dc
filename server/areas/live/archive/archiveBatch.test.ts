// The same change for many residents: each by the rules of one, whoever cannot be changed told by name.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ARCHIVES, type ArchiveDesk, openArchives } from '#server/areas/live/test/archiveDesk'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'

let desk: ArchiveDesk
let clerk: string

beforeAll(async () => {
  desk = await openArchives()
  clerk = desk.tokens.clerk
})
afterAll(() => desk.app.close())

interface Answer {
  changed: number
  same: number
  refused: { oldmanId: string; oldmanName: string | null; reason: string }[]
  field?: string
}
const batch = (body: object, token = clerk) => desk.app.ask<Answer>('PUT', `${ARCHIVES}/batch`, { token, body })
const notesOf = async (ids: readonly string[]) =>
  (
    await desk.rows<{ notes: number[] }>(
      'select attention as notes from oldman where org_id = $1 and oldman_id = any($2) order by array_position($2, oldman_id::text)',
      [DEMO_ORG, ids],
    )
  ).map((row) => row.notes)

it('adds and drops notes, counts who was so already, and logs each person', async () => {
  const people = [await desk.added({ attention: [1] }), await desk.added({ attention: [1, 4] }), await desk.added({})]
  const ids = people.map((one) => one.oldmanId)
  const { data } = await batch({ oldmanIds: ids, addNotes: [4], dropNotes: [1] })
  expect(data).toEqual({ changed: 3, same: 0, refused: [] })
  expect(await notesOf(ids)).toEqual([[4], [4], [4]])
  expect((await batch({ oldmanIds: ids, addNotes: [4] })).data).toMatchObject({ changed: 0, same: 3 })
  const logs = await desk.rows<{ id: string }>(
    `select target_id as id from operation_log where target_id = any($1) and remark like '批量修改档案%'`,
    [ids],
  )
  expect(logs.map((log) => log.id).sort()).toEqual([...ids].sort())
})

it('changes those it can, and names the others with the reason', async () => {
  const free = await desk.added({})
  const living = await desk.rows<{ id: string; name: string }>(
    'select oldman_id as id, oldman_name as name from oldman where org_id = $1 and status = 1 and current_bed_id is not null limit 1',
    [DEMO_ORG],
  )
  const dept = await desk.rows<{ id: string }>(
    `select dept_id as id from dept where org_id = $1 and dept_id <> coalesce((select dept_id from oldman where oldman_id = $2), '')
       and dept_id <> coalesce((select dept_id from oldman where oldman_id = $3), '') limit 1`,
    [DEMO_ORG, living[0]!.id, free.oldmanId],
  )
  const stranger = newId()
  const { data } = await batch(
    { oldmanIds: [free.oldmanId, living[0]!.id, stranger], deptId: dept[0]!.id },
    desk.tokens.admin,
  )
  expect(data.changed).toBe(1)
  expect(data.refused.find((one) => one.oldmanId === living[0]!.id)).toMatchObject({
    oldmanName: living[0]!.name,
    reason: '在住老人的部门随床位走，请用调床',
  })
  expect(data.refused.find((one) => one.oldmanId === stranger)).toMatchObject({ oldmanName: null })
})

it('refuses nothing to change, a contradiction, and those who only look', async () => {
  const { oldmanId } = await desk.added({})
  expect((await batch({ oldmanIds: [oldmanId] })).desc).toContain('请至少选择一项')
  const both = await batch({ oldmanIds: [oldmanId], addNotes: [4], dropNotes: [4] })
  expect(both.data).toMatchObject({ field: 'dropNotes' })
  expect((await batch({ oldmanIds: [oldmanId], addNotes: [4] }, desk.tokens.director)).status).not.toBe(200)
  expect(await notesOf([oldmanId])).toEqual([[]])
})
