// Pieces of SQL that every list of outings shares: the outing is `t`, its resident `o`.

import { type OutingData, type OutingPhaseValue, outingCan } from '#contract/live/outing'
import { OUTING_IN_TIME, OutingState } from '#contract/live/outingMoves'
import { labelOf, RESIDENT_MARKS, staffName, WITH_RESIDENT } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import type { Filter, ListPlan } from '#server/kit/page'
import { OUT_LATE, OUT_NOW } from './outingUse.ts'

export const FROM = `outing t ${WITH_RESIDENT}`

const MINUTES = (from: string, to: string) => `floor(extract(epoch from (${to}) - (${from})) / 60)::int`
const UNTIL = 'coalesce(t.actual_return, now())'

export const PHASE = `case t.state when ${OutingState.is.waiting} then 'audit' when ${OutingState.is.declined} then 'declined'
  when ${OutingState.is.back} then 'back' when ${OutingState.is.cancelled} then 'cancelled'
  when ${OutingState.is.overdue} then 'late' else case when t.actual_out is null then 'ready'
  when t.plan_return < now() then 'late'
  else 'out' end end`

export const LATE_MINUTES = `case when t.actual_out is null then 0
  else greatest(0, ${MINUTES('t.plan_return', UNTIL)}) end`

export const COLUMNS = `${RESIDENT_MARKS}, t.out_id as "outId", t.out_no as "outNo", o.dept_id as "deptId", t.out_type as "outType",
  ${labelOf('outingType', 't.out_type')} as "outTypeName", t.reason, t.plan_out as "planOut",
  t.plan_return as "planReturn", t.actual_out as "actualOut", t.actual_return as "actualReturn", t.companion,
  t.companion_phone as "companionPhone", t.companion_relation as "companionRelation",
  ${labelOf('relationToElder', 't.companion_relation')} as "companionRelationName", t.destination, t.medicines,
  t.meal_stop as "mealStop", t.state, ${PHASE} as phase, ${MINUTES('t.actual_out', UNTIL)} as "outMinutes",
  ${LATE_MINUTES} as "lateMinutes", t.asked, t.postpones, t.backfill_reason as "backfillReason", t.applicant_id as "applicantId",
  ${staffName('t.applicant_id')} as "applicantName", ${staffName('t.auditor_id')} as "auditorName", t.audit_at as "auditAt",
  t.audit_remark as "auditRemark", t.cancel_reason as "cancelReason", t.return_health as "returnHealth",
  t.created_at as "createTime", t.version`

export type StoredOuting = Omit<OutingData, 'can'>

/** With the moves that this reader may make. */
export const withCan = (who: Pick<Caller, 'may'>, row: StoredOuting): OutingData => ({
  ...row,
  can: outingCan({ state: row.state, departed: row.actualOut !== null, asked: row.asked !== null }, (needs) =>
    who.may(needs),
  ),
})

const WAITS = `t.state in (${OUTING_IN_TIME}) and t.actual_out is null`

export const PHASES: Readonly<Record<OutingPhaseValue, string>> = {
  audit: `t.state = ${OutingState.is.waiting}`,
  ready: WAITS,
  out: `t.state in (${OUTING_IN_TIME}) and t.actual_out is not null and t.plan_return >= now()`,
  late: OUT_LATE,
  back: `t.state = ${OutingState.is.back}`,
  declined: `t.state = ${OutingState.is.declined}`,
  cancelled: `t.state = ${OutingState.is.cancelled}`,
}

export const DUES = {
  outNow: OUT_NOW,
  late: OUT_LATE,
  dueToday: `${OUT_NOW} and t.plan_return >= current_date and t.plan_return < current_date + 1`,
  backToday: `t.state = ${OutingState.is.back} and t.actual_return >= current_date and t.actual_return < current_date + 1`,
  /** The plan is over and nobody left: to be called off or changed. */
  notLeft: `${WAITS} and t.plan_return < now()`,
} as const
export type OutingDue = keyof typeof DUES
export const isDue = (text: string): text is OutingDue => Object.hasOwn(DUES, text)

/** The list reads best in the order in which somebody must act. */
const ORDERS: Partial<Record<OutingPhaseValue | OutingDue, string>> = {
  audit: 't.created_at',
  ready: 't.plan_out',
  out: 't.plan_return',
  late: 't.plan_return',
  outNow: 't.plan_return',
  dueToday: 't.plan_return',
  notLeft: 't.plan_return',
  backToday: 't.actual_return desc',
}
export const orderOf = (wanted: string | null | undefined) =>
  (wanted && ORDERS[wanted as OutingPhaseValue]) || 't.created_at desc'

/** Filters on conditions without a value of their own carry one that is always true. */
export const when = (condition: string | null | undefined): Filter => [
  `(${condition ?? 'true'}) and ?::boolean`,
  condition ? true : null,
]

export const SORTS: NonNullable<ListPlan['sorts']> = {
  oldmanName: 'o.pinyin',
  planOut: 't.plan_out',
  planReturn: 't.plan_return',
  actualOut: 't.actual_out',
  actualReturn: 't.actual_return',
  createTime: 't.created_at',
  outNo: 't.out_no',
}
