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
import { IN_HOUSE, ResidenceStatus } from '#contract/live/resident'
import { notify } from '#server/areas/platform/public'
import type { Caller, Tx } from '#server/kit/caller'
import { refuseStale } from '#server/kit/editing'
import { pageOfRows } from '#server/kit/page'
import { within } from '#server/kit/period'
import { checkNewReturn } from './outingCheck.ts'
import { applyPostpone } from './outingMove.ts'
import { kindsOf, refuseUnlessReviewer } from './outingPeople.ts'
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
import { COLUMNS, nameFilter, type StoredOuting, withCan } from './outingSql.ts'
import { PAPER_IN_SCOPE, RESIDENT_JOINS, residentScope, staffName, WITH_RESIDENT } from './withResident.ts'

type Calls = typeof outing.calls

// One row for each application: outings, and postponements of outings.
const OUTINGS = `select u.*, u.out_id || ':o' as audit_id, 'outing' as audit_kind,
    case u.state when 0 then 0 when 2 then 2 else 1 end as result, u.applicant_id as asked_by, u.created_at as asked_at,
    u.reason as asked_reason, null::text as old_return, null::text as new_return, u.auditor_id as decided_by,
    u.audit_at as decided_at, u.audit_remark as decided_remark
  from outing u`

// Only open outings can wait; the index by state finds them among all that ever were.
const WAITING = `(${OUTINGS} where u.state = 0
  union all
  select u.*, u.out_id || ':w', 'outingPostpone', 0, u.asked ->> 'byId', (u.asked ->> 'at')::timestamptz,
    u.asked ->> 'reason', to_char(u.plan_return, 'YYYY-MM-DD HH24:MI:SS'), u.asked ->> 'newReturn', null, null, null
  from outing u where u.asked is not null and u.state in (1, 4, 6)) t`

const DONE = `(${OUTINGS} where u.state <> 0 and u.auditor_id is not null
  union all
  select u.*, u.out_id || ':' || p.n, 'outingPostpone', case p.one ->> 'result' when 'PASSED' then 1 else 2 end,
    p.one ->> 'byId', (p.one ->> 'at')::timestamptz, p.one ->> 'reason', p.one ->> 'oldReturn', p.one ->> 'newReturn',
    p.one ->> 'auditorId', (p.one ->> 'auditAt')::timestamptz, p.one ->> 'auditRemark'
  from outing u cross join lateral jsonb_array_elements(u.postpones) with ordinality as p(one, n)
  where p.one ->> 'auditorId' is not null) t`

const AUDIT_COLUMNS = `${COLUMNS}, t.audit_id as "auditId", t.audit_kind as kind, t.result, t.asked_by as "askedById",
  ${staffName('t.asked_by')} as "askedBy", t.asked_at as "askedAt", t.asked_reason as "askedReason",
  t.old_return as "oldReturn", t.new_return as "newReturn", ${staffName('t.decided_by')} as "decidedBy",
  t.decided_at as "decidedAt", t.decided_remark as "decidedRemark"`

type StoredAudit = StoredOuting & Omit<OutingAuditData, keyof StoredOuting | 'can' | 'mine'> & { askedById: string }

const TABS = ['mine', 'waiting', 'done'] as const

export async function listAudits(who: Caller, q: InputOf<Calls['audits']>): Promise<PageInfo<OutingAuditData>> {
  const tab = TABS.find((one) => one === (q.tab ?? 'mine')) ?? 'mine'
  const kinds = await kindsOf(who)
  const page = await pageOfRows<StoredAudit>(
    who.app.pool,
    {
      from: `${tab === 'done' ? DONE : WAITING} ${WITH_RESIDENT}`,
      key: 'audit_id',
      select: AUDIT_COLUMNS,
      join: RESIDENT_JOINS,
      filters: [
        ...residentScope(who),
        ['t.audit_kind = any(?::text[])', tab === 'mine' ? kinds : null],
        ['t.asked_by <> ?', tab === 'mine' ? who.userId : null],
        ['t.audit_kind = ?', q.kind],
        ['t.result = ?', q.result],
        ['t.oldman_id = ?', q.oldmanId],
        nameFilter(q.oldmanName),
        ['t.out_type = ?', q.outType],
        ['o.dept_id = ?', q.deptId],
        ...within('t.asked_at', { from: q.startDate, to: q.endDate, names: ['startDate', 'endDate'] }),
      ],
      sorts: { askedAt: 't.asked_at', decidedAt: 't.decided_at', planOut: 't.plan_out', oldmanName: 'o.pinyin' },
      // What waits longest, or goes out first, stands on top.
      defaultSort: tab === 'done' ? 't.decided_at desc' : 't.asked_at',
    },
    q,
  )
  const list = page.list.map(({ askedById, ...row }) => ({
    ...row,
    ...withCan(who, row),
    mine: row.result === 0 && askedById !== who.userId && kinds.includes(row.kind),
  }))
  return { ...page, list }
}

const COUNT = `select count(*) as count, min(t.asked_at) as earliest
from ${WAITING} ${WITH_RESIDENT}
where ${PAPER_IN_SCOPE} and t.audit_kind = any($3::text[]) and t.asked_by <> $4`

/** How many wait for this caller: what the tab 等我审核 lists. */
export async function countMine(who: Caller): Promise<{ count: number; earliest: string | null }> {
  const kinds = await kindsOf(who)
  if (kinds.length === 0) return { count: 0, earliest: null }
  const values = [who.orgId, who.deptIds, kinds, who.userId]
  type Row = { count: number; earliest: string | null }
  return (await who.app.pool.query<Row>({ name: 'outing_audit_mine', text: COUNT, values })).rows[0]!
}

/** What of an outing waits for a decision, and who asked for it. */
export function waitingOf(row: Pick<LockedOuting, 'state' | 'asked' | 'applicantId'>): {
  kind: OutingAuditKindValue
  applicantId: string
} | null {
  if (row.state === 0) return { kind: 'outing', applicantId: row.applicantId }
  if (row.asked && [1, 4, 6].includes(row.state)) return { kind: 'outingPostpone', applicantId: row.asked.byId }
  return null
}

async function admitted(who: Caller, row: LockedOuting, act: 'pass' | 'decline') {
  const waiting = waitingOf(row)
  // Nothing waits: the machine says what stands in the way.
  if (!waiting) {
    nextState(row, act)
    throw new Refusal('STATE_NOT_ALLOWED', { state: phaseWord(row), act: '审核' })
  }
  await refuseUnlessReviewer(who, { ...waiting, deptId: row.elder.deptId })
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
  auditAt: row.elder.now,
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
    kind: 'outing',
    title: `${row.elder.oldmanName}的${OutingAuditKind.label(to.kind)}${passed ? '已通过' : '被拒绝'}`,
    content: [`外出单 ${row.outNo}`, remark].filter(Boolean).join('，'),
    route: `/live/Outing/register?outId=${row.outId}`,
  })
}

async function passOne(tx: Tx, who: Caller, row: LockedOuting, remark: string | null): Promise<void> {
  const waiting = await admitted(who, row, 'pass')
  const { elder } = row
  if (waiting.kind === 'outing') {
    const state = nextState(row, 'pass')
    if (!IN_HOUSE.includes(elder.status)) {
      throw new Refusal('STATE_NOT_ALLOWED', { state: ResidenceStatus.label(elder.status), act: '通过外出申请' })
    }
    if (row.planReturn <= elder.now) {
      throw invalid(`“${elder.oldmanName}”的计划返回时间 ${minute(row.planReturn)} 已过，请拒绝后重新申请`)
    }
    await tx.client.query({
      name: 'outing_verdict',
      text: VERDICT,
      values: [who.orgId, row.outId, state, who.userId, remark],
    })
    tx.log({
      remark: `通过“${elder.oldmanName}”的外出申请（${row.outNo}）${remark ? `：${remark}` : ''}`,
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
      rows.map((row) => row.elder),
    )
    return { passed: rows.length }
  })

const namedRefusal = (error: Refusal, { elder, outNo }: LockedOuting) =>
  invalid(`“${elder.oldmanName}”（${outNo}）不能通过，本次都没有通过：${error.message}`)

export const decline = (who: Caller, body: InputOf<Calls['decline']>): Promise<OutingData> =>
  who.tx(async (tx) => {
    const row = await lockOuting(tx, who, body.outId)
    const { elder } = row
    const waiting = await admitted(who, row, 'decline')
    await refuseStale(tx, row.outId, body.version, row.version)
    const remark = body.auditRemark.trim()
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
        remark: `拒绝“${elder.oldmanName}”的外出申请（${row.outNo}）：${remark}`,
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
        remark: `拒绝“${elder.oldmanName}”的外出延期（${row.outNo}）：${remark}`,
        changes: { asked: [row.asked, null], auditRemark: [null, remark] },
      })
    }
    await tellApplicant(tx, row, waiting, false, remark)
    tellChanged(tx, [elder])
    return answerOf(tx, who, row.outId)
  })
