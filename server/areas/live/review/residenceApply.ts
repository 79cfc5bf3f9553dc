// Asking for a change of bed or a check-out where the organisation wants a second person. What is asked for is tried out
// first, by the move itself, and taken back: an application that could not be carried out today is never made.

import { invalid } from '#contract/kit/refusal'
import { residence } from '#contract/live/residence'
import {
  ApplyKind,
  type ApplyKindValue,
  ApplyMove,
  type ApplyMoveValue,
  decideNeeds,
  kindOfMove,
} from '#contract/live/residenceApply'
import { residenceAudit } from '#contract/live/residenceAudit'
import { ReviewResult } from '#contract/live/review'
import type { Reviews, Told } from '#server/areas/live/residence/residenceFacts'
import { lockResidents, openStayOf, type Resident } from '#server/areas/live/residence/residenceLock'
import { notify } from '#server/areas/platform/public'
import { addStayEvent } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { newId } from '#server/kit/ids'
import { nextNo } from '#server/kit/numbers'
import { type Reviewed, tellReviewers } from './reviewers.ts'

onConstraint('residence_apply_waiting', () => invalid('这位老人已有同类申请等待审核，请先审核或撤回'))
onConstraint('residence_apply_own', () => invalid('不能审核自己提交的申请'))
onConstraint('residence_apply_settled', () => invalid('这份申请已经有了结果，请刷新后再看'))

const kindOf = (act: ApplyKindValue): Reviewed & { act: ApplyKindValue } => ({
  act,
  needs: decideNeeds[act],
  audit: '居住审核',
  kind: 'approval',
  route: residenceAudit.pages.list.path,
})

export const applyReviews: Readonly<Record<ApplyKindValue, Reviewed & { act: ApplyKindValue }>> = {
  bedChange: kindOf('bedChange'),
  checkOut: kindOf('checkOut'),
}

/** What the forms of the three moves have in common; the rest belongs to the move. */
export interface ApplyBody {
  oldmanId: string
  otherOldmanId?: string | null
  version?: number | null
}

/** Does the work, keeps what it answers, and takes everything back. */
async function rehearse<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const silent = () => undefined
  const trial = Object.assign(Object.create(tx) as Tx, { log: silent, emit: silent, emitEach: silent, after: silent })
  await tx.client.query('savepoint rehearsal')
  const told = await work(trial)
  await tx.client.query('rollback to savepoint rehearsal')
  return told
}

interface WaitingApply {
  applyId: string
  applyNo: string
  oldmanId: string
  kind: ApplyKindValue
  move: ApplyMoveValue
  applicantId: string
  askedBy: string | null
}

const WAITING = `select t.apply_id as "applyId", t.apply_no as "applyNo", t.oldman_id as "oldmanId", t.kind, t.move,
  t.applicant_id as "applicantId", (select coalesce(e.emp_name, a.user_name) from account a
    left join employee e on e.org_id = a.org_id and e.emp_id = a.user_id
    where a.org_id = t.org_id and a.user_id = t.applicant_id) as "askedBy"
from residence_apply t where t.org_id = $1 and t.state = ${ReviewResult.is.waiting} and (t.oldman_id = any($2)
  or t.other_id = any($2))
  and ($3::text is null or t.kind = $3) order by t.apply_id for update of t`

const waitingOf = async (tx: Tx, oldmanIds: readonly string[], kind: ApplyKindValue | null) =>
  (
    await tx.client.query<WaitingApply>({
      name: 'residence_apply_waiting_of',
      text: WAITING,
      values: [tx.orgId, oldmanIds, kind],
    })
  ).rows

/** One application of a kind at a time, whether asked for or done at once; an exchange concerns both. */
async function refuseWaiting(tx: Tx, residents: readonly Resident[], move: ApplyMoveValue): Promise<void> {
  const kind = kindOfMove[move]
  const ids = residents.map((resident) => resident.oldmanId)
  const [first] = await waitingOf(tx, ids, kind)
  if (!first) return
  const named = residents.find((resident) => resident.oldmanId === first.oldmanId) ?? residents[0]!
  throw invalid(
    `${named.name}的${ApplyMove.label(first.move)}申请（${first.applyNo}，${first.askedBy ?? '已离职人员'}提交）正在等待审核，请先审核或由申请人撤回`,
  )
}

const INSERT = `insert into residence_apply (org_id, apply_id, apply_no, oldman_id, other_id, stay_id, bed_id, kind, move, body,
  content, changes, day, reason, applicant_id)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`

/** The day from which it holds, or the day of leaving. */
const dayOf = (body: object) => {
  const { effectiveDate, checkOutDate } = body as { effectiveDate?: string; checkOutDate?: string }
  return effectiveDate ?? checkOutDate!
}

type Run<B> = (tx: Tx, who: Caller, body: B) => Promise<Told>

/** The move itself, or the application for it where the organisation wants a second person. */
export const reviewed =
  <B extends ApplyBody>(move: ApplyMoveValue, run: Run<B>) =>
  async (tx: Tx, who: Caller, body: B, reviews: Reviews): Promise<void> => {
    const named = [body.oldmanId, body.otherOldmanId].filter((id): id is string => !!id)
    const residents = await lockResidents(tx, who.deptIds, [...new Set(named)])
    await refuseWaiting(tx, residents, move)
    if (reviews[kindOfMove[move]]) await apply(tx, who, { move, body, residents }, run)
    else await run(tx, who, body)
  }

interface Asked<B> {
  move: ApplyMoveValue
  body: B
  residents: readonly Resident[]
}

async function apply<B extends ApplyBody>(
  tx: Tx,
  who: Caller,
  { move, body, residents }: Asked<B>,
  run: Run<B>,
): Promise<void> {
  const told = await rehearse(tx, (trial) => run(trial, who, body))
  const resident = residents[0]!
  const kind = kindOfMove[move]
  const stay = await openStayOf(tx, resident)
  const remark = move === 'checkOut' ? (body as { remark?: string | null }).remark?.trim() : null
  const reason = [told.why, remark].filter(Boolean).join('；')
  const { version: _, ...kept } = body
  const applyId = newId()
  const applyNo = await nextNo(tx, 'SQ')
  await tx.client.query({
    name: 'residence_apply_add',
    text: INSERT,
    values: [
      tx.orgId,
      applyId,
      applyNo,
      resident.oldmanId,
      body.otherOldmanId ?? null,
      stay.stayId,
      resident.bedId,
      kind,
      move,
      JSON.stringify(kept),
      told.what,
      JSON.stringify(told.changes),
      dayOf(body),
      reason,
      who.userId,
    ],
  })
  await noteApply(tx, residents, `提交${ApplyMove.label(move)}申请 ${applyNo}，待审核`, reason)
  tx.log({
    remark: `提交申请 ${applyNo}：“${resident.name}”${told.what}，待审核：${reason}`,
    targetType: 'residenceApply',
    targetId: applyId,
    changes: { state: [null, 0], ...told.changes },
  })
  tellApply(tx, residents)
  await tellReviewers(
    tx,
    applyReviews[kind],
    { applicantId: who.userId, deptId: resident.deptId },
    { title: `${resident.name}的${ApplyMove.label(move)}申请待审核`, content: `${told.what}。原因：${reason}` },
  )
}

/** A line in the timeline of everybody it concerns. */
export async function noteApply(
  tx: Tx,
  residents: readonly Pick<Resident, 'oldmanId'>[],
  content: string,
  reason: string | null,
): Promise<void> {
  for (const { oldmanId } of residents) await addStayEvent(tx, { oldmanId, kind: 'apply', content, reason })
}

/** Inboxes, benches and whoever shows these residents ask again. */
export function tellApply(tx: Tx, residents: readonly Pick<Resident, 'oldmanId'>[]): void {
  tx.emit(residence.events.changed, { bedIds: [], oldmanIds: residents.map((resident) => resident.oldmanId) })
}

const LAPSE = `update residence_apply set state = ${ReviewResult.is.lapsed}, remark = $3, decided_at = now(),
  version = version + 1, updated_at = now()
where org_id = $1 and apply_id = any($2)`

/** The stay ends: what was asked for about it has no ground any more. Whoever asked is told. Answers the numbers. */
export async function lapseApplications(tx: Tx, resident: Resident, why: string): Promise<string[]> {
  const waiting = await waitingOf(tx, [resident.oldmanId], null)
  if (waiting.length === 0) return []
  await tx.client.query({
    name: 'residence_apply_lapse',
    text: LAPSE,
    values: [tx.orgId, waiting.map((one) => one.applyId), why],
  })
  for (const { applyId, applyNo, oldmanId, move, kind, applicantId } of waiting) {
    const words = `${ApplyMove.label(move)}申请 ${applyNo} 失效`
    await noteApply(tx, [{ oldmanId }], words, why)
    tx.log({
      remark: `${resident.name}${why}，${words}`,
      targetType: 'residenceApply',
      targetId: applyId,
      changes: { state: [ReviewResult.is.waiting, ReviewResult.is.lapsed] },
    })
    if (applicantId !== tx.by.userId) {
      await notify(tx, [applicantId], {
        kind: 'approval',
        title: `${ApplyKind.label(kind)}申请 ${applyNo} 已失效`,
        content: `${resident.name}${why}`,
        route: `${residenceAudit.pages.list.path}?tab=own`,
      })
    }
  }
  return waiting.map((one) => one.applyNo)
}
