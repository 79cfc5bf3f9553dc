// The audit: what waits, for whom, what was decided; passing and declining applications and postponements.

import type { InputOf } from '#contract/kit/call'
import type { PageInfo } from '#contract/kit/paging'
import { invalid, Refusal } from '#contract/kit/refusal'
import {
  type OutingAuditData,
  OutingAuditKind,
  type OutingAuditKindValue,
  type OutingData,
  type OutingPostpone,
  type outing,
} from '#contract/live/outing'
import { OUTING_GRANTED, OutingState } from '#contract/live/outingMoves'
import { IN_HOUSE, ResidenceStatus } from '#contract/live/resident'
import type { ReviewTab } from '#contract/live/review'
import { ReviewResult } from '#contract/live/review'
import { reasonOf, refuseUnlessReviewer } from '#server/areas/live/review/reviewers'
import {
  countMine,
  INBOX_SORTS,
  inboxFilters,
  orderOfTab,
  REVIEW_COLUMNS,
  tabOf,
  withMine,
} from '#server/areas/live/review/reviewInbox'
import { notify } from '#server/areas/platform/public'
import { RESIDENT_JOINS, WITH_RESIDENT } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { refuseStale } from '#server/kit/editing'
import { pageOfRows } from '#server/kit/page'
import { checkNewReturn } from './outingCheck.ts'
import { applyPostpone } from './outingMove.ts'
import { kindsOf, outingReviews } from './outingPeople.ts'
import {
  answerOf,
  type LockedOuting,
  lockOuting,
  lockOutings,
  minute,
  nextState,
  phaseWord,
  tellChanged,
} from './outingRow.ts'
import { COLUMNS, type StoredOuting, withCan } from './outingSql.ts'

type Calls = typeof outing.calls

// One row for each application: outings, and postponements of outings.
// Across organisations: who reads from one of these names the organisation of `t`.
const OUTINGS = `select u.*, u.out_id || ':o' as audit_id, 'outing' as audit_kind,
    case u.state when ${OutingState.is.waiting} then ${ReviewResult.is.waiting}
      when ${OutingState.is.declined} then ${ReviewResult.is.declined} else ${ReviewResult.is.passed} end as result,
      u.applicant_id as asked_by, u.created_at as asked_at,
    u.reason as asked_reason, null::text as old_return, null::text as new_return, u.auditor_id as decided_by,
    u.audit_at as decided_at, u.audit_remark as decided_remark
  from outing u`

// Only open outings can wait; the index by state finds them among all that ever were.
// Across organisations: as above.
const WAITING = `(${OUTINGS} where u.state = ${OutingState.is.waiting}
  union all
  select u.*, u.out_id || ':w', 'outingPostpone', 0, u.asked ->> 'byId', (u.asked ->> 'at')::timestamptz,
    u.asked ->> 'reason', to_char(u.plan_return, 'YYYY-MM-DD HH24:MI:SS'), u.asked ->> 'newReturn', null, null, null
  from outing u where u.asked is not null and u.state in (${OUTING_GRANTED})) t`

// Across organisations: as above.
const DONE = `(${OUTINGS} where u.state <> ${OutingState.is.waiting} and u.auditor_id is not null
  union all
  select u.*, u.out_id || ':' || p.n, 'outingPostpone', case p.one ->> 'result' when 'PASSED' then 1 else 2 end,
    p.one ->> 'byId', (p.one ->> 'at')::timestamptz, p.one ->> 'reason', p.one ->> 'oldReturn', p.one ->> 'newReturn',
    p.one ->> 'auditorId', (p.one ->> 'auditAt')::timestamptz, p.one ->> 'auditRemark'
  from outing u cross join lateral jsonb_array_elements(u.postpones) with ordinality as p(one, n)
  where p.one ->> 'auditorId' is not null) t`

const AUDIT_COLUMNS = `${COLUMNS}, ${REVIEW_COLUMNS}, t.old_return as "oldReturn", t.new_return as "newReturn"`

type StoredAudit = StoredOuting & Omit<OutingAuditData, keyof StoredOuting | 'can' | 'mine'> & { askedById: string }

const FROM_TAB: Readonly<Record<ReviewTab, string>> = {
  mine: WAITING,
  waiting: WAITING,
  // Across organisations: as above.
  own: `(select * from ${WAITING} union all select * from ${DONE}) t`,
  done: DONE,
}

export async function listAudits(who: Caller, q: InputOf<Calls['audits']>): Promise<PageInfo<OutingAuditData>> {
  const tab = tabOf(q.tab)
  const kinds = await kindsOf(who)
  const page = await pageOfRows<StoredAudit>(
    who.app.pool,
    {
      from: `${FROM_TAB[tab]} ${WITH_RESIDENT}`,
      key: 'audit_id',
      select: AUDIT_COLUMNS,
      join: RESIDENT_JOINS,
      filters: [...inboxFilters(who, tab, kinds, q), ['t.out_type = ?', q.outType]],
      sorts: { ...INBOX_SORTS, planOut: 't.plan_out' },
      defaultSort: orderOfTab(tab),
    },
    q,
  )
  const answer = withMine(who, page, kinds)
  return { ...answer, list: answer.list.map((row) => ({ ...row, ...withCan(who, row) })) }
}

/** How many wait for this caller: what the tab 等我审核 lists. */
export const countMyAudits = async (who: Caller) => countMine(who, 'outing_audit_mine', WAITING, await kindsOf(who))

/** What of an outing waits for a decision, and who asked for it. */
export function waitingOf(row: Pick<LockedOuting, 'state' | 'asked' | 'applicantId'>): {
  kind: OutingAuditKindValue
  applicantId: string
} | null {
  if (row.state === OutingState.is.waiting) return { kind: 'outing', applicantId: row.applicantId }
  if (row.asked && OUTING_GRANTED.includes(row.state)) return { kind: 'outingPostpone', applicantId: row.asked.byId }
  return null
}

async function admitted(tx: Tx, who: Caller, row: LockedOuting, act: 'pass' | 'decline') {
  const waiting = waitingOf(row)
  // Nothing waits: the machine says what stands in the way.
  if (!waiting) {
    nextState(row, act)
    throw new Refusal('STATE_NOT_ALLOWED', { state: phaseWord(row), act: '审核' })
  }
  const { kind, applicantId } = waiting
  await refuseUnlessReviewer(tx, who, outingReviews[kind], { applicantId, deptId: row.resident.deptId })
  return waiting
}

const VERDICT = `update outing set state = $3, auditor_id = $4, audit_at = now(), audit_remark = $5,
  version = version + 1, updated_at = now() where org_id = $1 and out_id = $2`

const decided = (
  row: LockedOuting,
  who: Caller,
  result: 'PASSED' | 'DECLINED',
  remark: string | null,
): OutingPostpone => ({
  oldReturn: row.planReturn,
  ...row.asked!,
  result,
  auditorId: who.userId,
  auditorName: who.empName || who.userName,
  auditAt: row.resident.now,
  auditRemark: remark,
})

/** Whoever applied learns what became of it. */
async function tellApplicant(
  tx: Tx,
  row: LockedOuting,
  to: { kind: OutingAuditKindValue; applicantId: string },
  passed: boolean,
  remark: string | null,
): Promise<void> {
  await notify(tx, [to.applicantId], {
    kind: 'approval',
    title: `${row.resident.oldmanName}的${OutingAuditKind.label(to.kind)}${passed ? '已通过' : '被拒绝'}`,
    content: [`外出单 ${row.outNo}`, remark].filter(Boolean).join('，'),
    route: `/live/Outing/register?outId=${row.outId}`,
  })
}

async function passOne(tx: Tx, who: Caller, row: LockedOuting, remark: string | null): Promise<void> {
  const waiting = await admitted(tx, who, row, 'pass')
  const { resident } = row
  if (waiting.kind === 'outing') {
    const state = nextState(row, 'pass')
    if (!IN_HOUSE.includes(resident.status)) {
      throw new Refusal('STATE_NOT_ALLOWED', { state: ResidenceStatus.label(resident.status), act: '通过外出申请' })
    }
    if (row.planReturn <= resident.now) {
      throw invalid(`“${resident.oldmanName}”的计划返回时间 ${minute(row.planReturn)} 已过，请拒绝后重新申请`)
    }
    await tx.client.query({
      name: 'outing_verdict',
      text: VERDICT,
      values: [who.orgId, row.outId, state, who.userId, remark],
    })
    tx.log({
      remark: `通过“${resident.oldmanName}”的外出申请（${row.outNo}）${remark ? `：${remark}` : ''}`,
      targetType: 'outing',
      targetId: row.outId,
      changes: { state: [row.state, state], ...(remark && { auditRemark: [null, remark] as const }) },
    })
  } else {
    nextState(row, 'passPostpone')
    await checkNewReturn(tx, row, row.asked!.newReturn)
    await applyPostpone(tx, row, decided(row, who, 'PASSED', remark))
  }
  await tellApplicant(tx, row, waiting, true, remark)
}

/** All of them or none: a refusal names the one that stood in the way. */
export const pass = (who: Caller, body: InputOf<Calls['pass']>): Promise<{ passed: number }> =>
  who.tx(async (tx) => {
    const wanted = [...new Set([...(body.outIds ?? []), ...(body.outId ? [body.outId] : [])])]
    if (wanted.length === 0) throw invalid('请选择要通过的外出申请', 'outId')
    const rows = await lockOutings(tx, who, wanted)
    if (rows.length === 1) await refuseStale(tx, rows[0]!.outId, body.version, rows[0]!.version)
    const remark = body.auditRemark?.trim() || null
    for (const row of rows) {
      try {
        await passOne(tx, who, row, remark)
      } catch (error) {
        if (error instanceof Refusal && rows.length > 1) throw namedRefusal(error, row)
        throw error
      }
    }
    tellChanged(
      tx,
      rows.map((row) => row.resident),
    )
    return { passed: rows.length }
  })

const namedRefusal = (error: Refusal, { resident, outNo }: LockedOuting) =>
  invalid(`“${resident.oldmanName}”（${outNo}）不能通过，本次都没有通过：${error.message}`)

export const decline = (who: Caller, body: InputOf<Calls['decline']>): Promise<OutingData> =>
  who.tx(async (tx) => {
    const row = await lockOuting(tx, who, body.outId)
    const { resident } = row
    const waiting = await admitted(tx, who, row, 'decline')
    await refuseStale(tx, row.outId, body.version, row.version)
    const remark = reasonOf(body.auditRemark)
    const log = { targetType: 'outing', targetId: row.outId }
    if (waiting.kind === 'outing') {
      const state = nextState(row, 'decline')
      await tx.client.query({
        name: 'outing_verdict',
        text: VERDICT,
        values: [who.orgId, row.outId, state, who.userId, remark],
      })
      tx.log({
        ...log,
        remark: `拒绝“${resident.oldmanName}”的外出申请（${row.outNo}）：${remark}`,
        changes: { state: [row.state, state], auditRemark: [null, remark] },
      })
    } else {
      nextState(row, 'declinePostpone')
      const postpones = [...row.postpones, decided(row, who, 'DECLINED', remark)]
      await tx.client.query({
        name: 'outing_decline_postpone',
        text: `update outing set postpones = $3, asked = null, version = version + 1, updated_at = now()
          where org_id = $1 and out_id = $2`,
        values: [who.orgId, row.outId, JSON.stringify(postpones)],
      })
      tx.log({
        ...log,
        remark: `拒绝“${resident.oldmanName}”的外出延期（${row.outNo}）：${remark}`,
        changes: { asked: [row.asked, null], auditRemark: [null, remark] },
      })
    }
    await tellApplicant(tx, row, waiting, false, remark)
    tellChanged(tx, [resident])
    return answerOf(tx, who, row.outId)
  })
