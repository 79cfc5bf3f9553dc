// Proposing a change of level: made from an assessment or by hand, changed, submitted, taken back before it is decided.
import type { InputOf } from '#contract/kit/call'
import { invalid, notFound } from '#contract/kit/refusal'
import type { RegradeChoice, regrade } from '#contract/live/regrade'
import { RegradeState } from '#contract/live/regradeWords'
import { frequencyFault } from '#contract/nursing/frequency'
import { levelOf, requireLevel } from '#server/areas/live/residence/residenceFacts'
import { lockResidents, type OpenStay, openStayOf, requireMove } from '#server/areas/live/residence/residenceLock'
import { tellReviewers } from '#server/areas/live/review/reviewers'
import { namedProjects } from '#server/areas/nursing/public'
import type { Caller, Tx } from '#server/kit/caller'
import { changesBetween } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { nextNo } from '#server/kit/numbers'
import { usableAssessment } from './regradeAssessed.ts'
import { requireEffective } from './regradeCarry.ts'
import { tryOut } from './regradeRehearse.ts'
import { addStep, type LockedRegrade, lockFor, logged, REVIEWED } from './regradeRow.ts'
import { nextMonthOf } from './regradeStart.ts'
import { addendumTemplate, requireTemplate } from './regradeTemplates.ts'

type Calls = (typeof regrade)['calls']
type Written = Omit<InputOf<Calls['save']>, 'regradeId' | 'version'>

const trimmed = (text: string | null | undefined) => text?.trim() || null

/** Each project once, known to the house, and with a frequency that can be. */
async function checkedChoices(tx: Tx, choices: readonly RegradeChoice[]): Promise<RegradeChoice[]> {
  const ids = choices.map((one) => one.projectId)
  const known = new Map((await namedProjects(tx.client, tx.orgId, ids)).map((one) => [one.projectId, one.projectName]))
  for (const { projectId, leave, frequency } of choices) {
    const name = known.get(projectId)
    if (name === undefined) throw notFound('护理项目')
    if (ids.filter((one) => one === projectId).length > 1) throw invalid(`“${name}”重复了，请合并成一项`, 'choices')
    const fault = !leave && frequency ? frequencyFault(frequency) : null
    if (fault) throw invalid(`“${name}”：${fault}`, 'choices')
  }
  return choices.map((one) => ({ ...one, leave: one.leave ?? false, ground: one.ground.trim() }))
}

interface Proposal {
  newLevelId: string
  effectiveDate: string
  reason: string
  levelReason: string | null
  informed: string | null
  choices: RegradeChoice[]
  templateId: string | null
}

interface Ground {
  stay: OpenStay
  today: string
  name: string
  oldmanId: string
  assessmentId: string | null
}

async function checked(tx: Tx, body: Written, ground: Ground, was: Proposal | null): Promise<Proposal> {
  const assessed = ground.assessmentId
    ? await usableAssessment(tx.client, tx.orgId, ground.oldmanId, ground.assessmentId)
    : null
  if (ground.assessmentId && !assessed) {
    throw invalid('这份评估还没有完成，或不是这位老人的，请重新选择', 'assessmentId')
  }
  const levelId = body.levelId ?? was?.newLevelId ?? assessed?.mappedLevelId
  if (!levelId) {
    throw invalid(
      assessed ? `评估结论“${assessed.levelName ?? '未定'}”还没有对应的护理等级，请选择一个` : '请选择新的护理等级',
      'levelId',
    )
  }
  const level = await requireLevel(tx, levelId)
  if (levelId === ground.stay.levelId && ground.stay.nextLevelId === null) {
    throw invalid(`${ground.name}已是“${level.name}”，不用变更`, 'levelId')
  }
  const levelReason = trimmed(body.levelReason)
  if (assessed?.mappedLevelId && assessed.mappedLevelId !== levelId && levelReason === null) {
    throw invalid(
      `评估结论“${assessed.levelName ?? ''}”对应“${assessed.mappedLevelName ?? ''}”，改为“${level.name}”请说明原因`,
      'levelReason',
    )
  }
  const effectiveDate = body.effectiveDate ?? was?.effectiveDate ?? nextMonthOf(ground.today)
  await requireEffective(tx, ground.stay, ground.today, effectiveDate)
  const templateId =
    body.templateId === undefined
      ? was
        ? was.templateId
        : await addendumTemplate(tx.client, tx.orgId)
      : body.templateId
  if (templateId) await requireTemplate(tx.client, tx.orgId, templateId)
  return {
    newLevelId: levelId,
    effectiveDate,
    reason: body.reason.trim(),
    levelReason,
    informed: body.informed === undefined ? (was?.informed ?? null) : trimmed(body.informed),
    choices: body.choices ? await checkedChoices(tx, body.choices) : (was?.choices ?? []),
    templateId: templateId ?? null,
  }
}

const INSERT = `insert into regrade (org_id, regrade_id, regrade_no, oldman_id, stay_id, assessment_id, old_level_id, new_level_id,
  effective_date, reason, level_reason, informed, choices, template_id, applicant_id)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`

const columnsOf = (one: Proposal) => [
  one.newLevelId,
  one.effectiveDate,
  one.reason,
  one.levelReason,
  one.informed,
  JSON.stringify(one.choices),
  one.templateId,
]

export async function propose(tx: Tx, who: Caller, body: InputOf<Calls['propose']>): Promise<string> {
  const [resident] = await lockResidents(tx, who.deptIds, [body.oldmanId])
  await requireMove(tx, resident!, 'changeLevel')
  const stay = await openStayOf(tx, resident!)
  const { today, name, oldmanId } = resident!
  const assessmentId = body.assessmentId ?? null
  const proposal = await checked(tx, body, { stay, today, name, oldmanId, assessmentId }, null)
  const regradeId = newId()
  const regradeNo = await nextNo(tx, 'DJ')
  await tx.client.query({
    name: 'regrade_add',
    text: INSERT,
    values: [
      tx.orgId,
      regradeId,
      regradeNo,
      oldmanId,
      stay.stayId,
      assessmentId,
      stay.levelId,
      ...columnsOf(proposal),
      who.userId,
    ],
  })
  const [before, after] = [await levelOf(tx, stay.levelId), await levelOf(tx, proposal.newLevelId)]
  await addStep(tx, { regradeId, oldmanId }, 'propose', proposal.reason)
  logged(
    tx,
    { regradeId, state: RegradeState.is.draft },
    RegradeState.is.draft,
    `为“${name}”提出等级变更 ${regradeNo}：${proposal.reason}`,
    { 护理等级: [before?.name ?? null, after!.name], 生效日期: [null, proposal.effectiveDate] },
  )
  return regradeId
}

const SAVE = `update regrade set new_level_id = $3, effective_date = $4, reason = $5, level_reason = $6, informed = $7, choices = $8,
  template_id = $9, version = version + 1, updated_at = now() where org_id = $1 and regrade_id = $2`

export async function save(tx: Tx, who: Caller, body: InputOf<Calls['save']>): Promise<void> {
  const row = await lockFor(tx, who, body, 'edit')
  const stay = await openStayOf(tx, row.resident)
  const { today, name } = row.resident
  const ground = { stay, today, name, oldmanId: row.oldmanId, assessmentId: row.assessmentId }
  const proposal = await checked(tx, body, ground, row)
  await tx.client.query({
    name: 'regrade_save',
    text: SAVE,
    values: [tx.orgId, row.regradeId, ...columnsOf(proposal)],
  })
  const words = async (one: Proposal) => ({
    新护理等级: (await levelOf(tx, one.newLevelId))?.name ?? null,
    生效日期: one.effectiveDate,
    变更原因: one.reason,
    等级说明: one.levelReason,
    家属知情: one.informed,
    项目调整: one.choices.length,
  })
  await addStep(tx, row, 'edit')
  logged(
    tx,
    row,
    row.state,
    `修改“${name}”的等级变更 ${row.regradeNo}`,
    changesBetween(await words(row), await words(proposal)),
  )
}

const MOVE = `update regrade set state = $3, submitted_at = case when $4 then now() else submitted_at end,
  decided_by = null, decided_at = null, opinion = null, version = version + 1,
  updated_at = now() where org_id = $1 and regrade_id = $2`

async function moved(tx: Tx, row: LockedRegrade & { next: LockedRegrade['state'] }, submits: boolean): Promise<void> {
  await tx.client.query({ name: 'regrade_move', text: MOVE, values: [tx.orgId, row.regradeId, row.next, submits] })
}

/** What could not be carried out is not submitted: the refusal says why. */
export async function submit(tx: Tx, who: Caller, body: InputOf<Calls['submit']>): Promise<void> {
  const row = await lockFor(tx, who, body, 'submit')
  const { rehearsal } = await tryOut(tx, who, row)
  await moved(tx, row, true)
  await addStep(tx, row, 'submit')
  const { before, after } = rehearsal.level
  const what = `${before?.levelName ?? '未定级'} → ${after.levelName}，${rehearsal.effectiveDate} 起`
  logged(tx, row, row.next, `提交“${row.resident.name}”的等级变更 ${row.regradeNo}：${what}`)
  await tellReviewers(
    tx,
    { ...REVIEWED, route: `${REVIEWED.route}/detail?regradeId=${row.regradeId}` },
    { applicantId: row.applicantId, deptId: row.resident.deptId },
    { title: `${row.resident.name}的等级变更待审批`, content: `${what}。原因：${row.reason}` },
  )
}

function refuseOthers(who: Caller, row: LockedRegrade, act: string): void {
  if (row.applicantId === who.userId || who.isAdmin) return
  throw invalid(`${row.regradeNo} 由${row.askedBy ?? '已离职人员'}提出，只有提出人可以${act}`)
}

export async function withdraw(tx: Tx, who: Caller, body: InputOf<Calls['withdraw']>): Promise<void> {
  const row = await lockFor(tx, who, body, 'withdraw')
  refuseOthers(who, row, '撤回')
  await moved(tx, row, false)
  const why = trimmed(body.reason)
  await addStep(tx, row, 'withdraw', why)
  logged(tx, row, row.next, `撤回“${row.resident.name}”的等级变更 ${row.regradeNo}${why ? `：${why}` : ''}`)
}

export async function discard(tx: Tx, who: Caller, body: InputOf<Calls['discard']>): Promise<void> {
  const row = await lockFor(tx, who, body, 'discard')
  refuseOthers(who, row, '作废')
  await moved(tx, row, false)
  const why = trimmed(body.reason)
  await addStep(tx, row, 'discard', why)
  logged(tx, row, row.next, `作废“${row.resident.name}”的等级变更 ${row.regradeNo}${why ? `：${why}` : ''}`)
}
