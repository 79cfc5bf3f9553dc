// Deciding about changes of bed and check-outs. A passed application is carried out in the same transaction, by the same
// move and with all its checks: what no longer fits is refused, and waits on for somebody to decline or take it back.

import type { InputOf } from '#contract/kit/call'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { ApplyMove, type ApplyMoveValue, kindOfMove } from '#contract/live/residenceApply'
import { residenceAudit } from '#contract/live/residenceAudit'
import { IN_HOUSE } from '#contract/live/resident'
import { type ReviewMove, ReviewResult, type ReviewResultValue, reviewMoves } from '#contract/live/review'
import { adjustBed, exchangeBed } from '#server/areas/live/residence/residenceBed'
import { checkOut } from '#server/areas/live/residence/residenceCheckOut'
import type { Told } from '#server/areas/live/residence/residenceFacts'
import { lockResidents, openStayOf, type Resident } from '#server/areas/live/residence/residenceLock'
import { pathOf, settleDue } from '#server/areas/live/residence/residencePlan'
import { notify } from '#server/areas/platform/public'
import { staffName } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { refuseStale } from '#server/kit/editing'
import { implement } from '#server/kit/implement'
import { type ApplyBody, applyReviews, noteApply, tellApply } from './residenceApply.ts'
import { applicationDetail, holdsFrom, listApplications } from './residenceAuditRead.ts'
import { reasonOf, refuseUnlessReviewer } from './reviewers.ts'

type Calls = typeof residenceAudit.calls

interface LockedApply {
  applyId: string
  applyNo: string
  oldmanId: string
  otherId: string | null
  stayId: string
  bedId: string | null
  move: ApplyMoveValue
  body: ApplyBody & Record<string, unknown>
  content: string
  day: string
  reason: string
  applicantId: string
  askedBy: string | null
  askedDay: string
  today: string
  state: ReviewResultValue
  version: number
  resident: Resident
  /** Everybody it concerns, the resident first. */
  residents: Resident[]
}

const WHO =
  'select oldman_id as "oldmanId", other_id as "otherId" from residence_apply where org_id = $1 and apply_id = $2'

const LOCK = `select t.apply_id as "applyId", t.apply_no as "applyNo", t.oldman_id as "oldmanId", t.other_id as "otherId",
  t.stay_id as "stayId", t.bed_id as "bedId", t.move, t.body, t.content, t.day, t.reason, t.applicant_id as "applicantId",
  ${staffName('t.applicant_id')} as "askedBy", t.created_at::date as "askedDay", current_date as today, t.state, t.version
from residence_apply t where t.org_id = $1 and t.apply_id = $2 for update`

/** The residents first, as everywhere; whose resident lies outside the caller's scope is not there. */
async function lockApply(tx: Tx, who: Caller, applyId: string): Promise<LockedApply> {
  const named = await tx.client.query<{ oldmanId: string; otherId: string | null }>(WHO, [tx.orgId, applyId])
  const of = named.rows[0]
  if (!of) throw notFound('申请单')
  const residents = await lockResidents(
    tx,
    null,
    [of.oldmanId, of.otherId].filter((id): id is string => id !== null),
  )
  const [resident] = residents as [Resident]
  if (who.deptIds && resident.deptId !== null && !who.deptIds.includes(resident.deptId)) throw notFound('申请单')
  const found = await tx.client.query<Omit<LockedApply, 'resident' | 'residents'>>(LOCK, [tx.orgId, applyId])
  return { ...found.rows[0]!, resident, residents }
}

const VERDICT = `update residence_apply set state = $3, auditor_id = $4, remark = $5, decided_at = now(), version = version + 1,
  updated_at = now() where org_id = $1 and apply_id = $2`

interface Verdict {
  move: Exclude<ReviewMove, 'lapse'>
  remark: string | null
}

/** The state machine's move, in the row, the timeline, the log and to whoever asked. */
async function decide(tx: Tx, who: Caller, row: LockedApply, { move, remark }: Verdict): Promise<void> {
  const state = reviewMoves.next(row.state, move, ReviewResult.label)
  await tx.client.query({
    name: 'residence_apply_verdict',
    text: VERDICT,
    values: [tx.orgId, row.applyId, state, move === 'withdraw' ? null : who.userId, remark],
  })
  const title = `${ApplyMove.label(row.move)}申请 ${row.applyNo}`
  const done = reviewMoves.moves[move].title
  await noteApply(
    tx,
    row.residents,
    `${done}${move === 'withdraw' ? '' : `${row.askedBy ?? ''}提交的`}${title}`,
    remark,
  )
  tx.log({
    remark: `${done}“${row.resident.name}”的${title}${remark ? `：${remark}` : ''}`,
    targetType: 'residenceApply',
    targetId: row.applyId,
    changes: { state: [row.state, state], ...(remark && { remark: [null, remark] as const }) },
  })
  tellApply(tx, row.residents)
  if (move === 'withdraw') return
  await notify(tx, [row.applicantId], {
    kind: 'approval',
    title: `${row.resident.name}的${ApplyMove.label(row.move)}申请${move === 'pass' ? '已通过' : '被拒绝'}`,
    content: [row.content, remark].filter(Boolean).join('，'),
    route: `${residenceAudit.pages.list.path}?tab=own`,
  })
}

/** Every kind of refusal ends with what is to be done about the application. */
const noLonger = (row: LockedApply, why: string) =>
  invalid(
    `${why}。申请 ${row.applyNo} 现在不能通过，可以填写原因后拒绝，请${row.askedBy ?? '申请人'}按现在的情况重新申请`,
  )

async function refuseOtherGround(tx: Tx, row: LockedApply): Promise<void> {
  const { resident } = row
  if (!IN_HOUSE.includes(resident.status)) return
  const { stayId } = await openStayOf(tx, resident)
  if (stayId !== row.stayId) throw invalid(`${resident.name}申请之后已经退住并重新入住`)
  if (row.move === 'checkOut' || resident.bedId === row.bedId) return
  const [then, now] = [await pathOf(tx, row.bedId), await pathOf(tx, resident.bedId)]
  throw invalid(`${resident.name}申请时住 ${then}，现在已住 ${now}`)
}

/** Whoever asked could reach the bed; the reviewer need only see the resident. */
const EVERYWHERE = { deptIds: null }

async function carryOut(tx: Tx, row: LockedApply): Promise<Told> {
  await refuseOtherGround(tx, row)
  const body = row.body as never
  if (row.move === 'checkOut') return checkOut(tx, EVERYWHERE, body)
  const dated = { ...row.body, effectiveDate: holdsFrom(row) } as never
  return row.move === 'adjustBed' ? adjustBed(tx, EVERYWHERE, dated) : exchangeBed(tx, EVERYWHERE, dated)
}

async function admitted(tx: Tx, who: Caller, row: LockedApply, move: ReviewMove, version: number | null | undefined) {
  reviewMoves.next(row.state, move, ReviewResult.label)
  await refuseStale(tx, row.applyId, version, row.version)
  const application = { applicantId: row.applicantId, deptId: row.resident.deptId }
  await refuseUnlessReviewer(tx, who, applyReviews[kindOfMove[row.move]], application)
}

async function pass(who: Caller, body: InputOf<Calls['pass']>): Promise<null> {
  // What was agreed for today stands before anything new is.
  const named = await who.app.pool.query<{ oldmanId: string; otherId: string | null }>(WHO, [who.orgId, body.applyId])
  const ids = named.rows.flatMap((row) => [row.oldmanId, row.otherId ?? []].flat())
  if (ids.length > 0) await settleDue(who.app, who.orgId, ids, [])
  await who.tx(async (tx) => {
    const row = await lockApply(tx, who, body.applyId)
    await admitted(tx, who, row, 'pass', body.version)
    await refuseStale(tx, row.oldmanId, body.residentVersion, row.resident.version)
    // Decided first: a check-out puts an end to whatever else still waits.
    await decide(tx, who, row, { move: 'pass', remark: body.auditRemark?.trim() || null })
    try {
      await carryOut(tx, row)
    } catch (error) {
      throw error instanceof Refusal ? noLonger(row, error.message) : error
    }
  })
  return null
}

async function decline(who: Caller, body: InputOf<Calls['decline']>): Promise<null> {
  await who.tx(async (tx) => {
    const row = await lockApply(tx, who, body.applyId)
    await admitted(tx, who, row, 'decline', body.version)
    await decide(tx, who, row, { move: 'decline', remark: reasonOf(body.auditRemark) })
  })
  return null
}

async function withdraw(who: Caller, body: InputOf<Calls['withdraw']>): Promise<null> {
  await who.tx(async (tx) => {
    const row = await lockApply(tx, who, body.applyId)
    reviewMoves.next(row.state, 'withdraw', ReviewResult.label)
    await refuseStale(tx, row.applyId, body.version, row.version)
    if (row.applicantId !== who.userId) {
      throw invalid(`申请 ${row.applyNo} 由${row.askedBy ?? '已离职人员'}提交，只有申请人可以撤回；审核人可以拒绝`)
    }
    await decide(tx, who, row, { move: 'withdraw', remark: body.reason?.trim() || null })
  })
  return null
}

export default implement(residenceAudit, {
  list: (query, who) => listApplications(who, query),
  detail: ({ applyId }, who) => applicationDetail(who, applyId),
  pass: (body, who) => pass(who, body),
  decline: (body, who) => decline(who, body),
  withdraw: (body, who) => withdraw(who, body),
})
