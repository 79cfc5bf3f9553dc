// How vital signs and their alerts are found and shown. A sign is `t`, its elder `o`.

import type { InputOf } from '#contract/kit/call'
import { VITAL_WAITING, type VitalAlertData, type vital } from '#contract/nursing/vital'
import { LOOSE_STOOLS, VITAL_FIELDS, type VitalField } from '#contract/nursing/vitalKinds'
import {
  nameFilter,
  RESIDENT_JOINS,
  RESIDENT_MARKS,
  residentScope,
  WITH_RESIDENT,
} from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import type { Filter, ListPlan } from '#server/kit/page'
import { within } from '#server/kit/period'

export const isVitalField = (text: string): text is VitalField => (VITAL_FIELDS as readonly string[]).includes(text)

export const SIGN_FROM = `vital_sign t ${WITH_RESIDENT}`

const VALUES = VITAL_FIELDS.map((field) => `t.${field}::float8 as "${field}"`).join(', ')

/** One measurement without its elder. */
export const POINT = `t.sign_id as "signId", t.measured_at as "measuredAt", ${VALUES},
  t.glucose_timing as "glucoseTiming", t.site, t.arm, t.intake_kind as "intakeKind", t.output_kind as "outputKind",
  t.stool_shape as "stoolShape", t.grade, t.judged, t.source, t.worker_name as "workerName", t.remark`

export const SIGN_ROW = `${RESIDENT_MARKS}, ${POINT}, t.created_at as "recordedAt", t.device_no as "deviceNo",
  a.alert_id as "alertId", a.state as "alertState", t.version`

export const SIGN_JOINS = `${RESIDENT_JOINS}
  left join lateral (select x.alert_id, x.state from vital_alert x where x.org_id = t.org_id and x.sign_id = t.sign_id
    order by x.opened_at desc limit 1) a on true`

type SignFilters = InputOf<(typeof vital)['calls']['list']>

const hasField = (field: string | null | undefined): Filter[] => {
  if (!field) return []
  // A name that is no value of a sign finds nothing.
  return isVitalField(field)
    ? [[`t.${field} is not null and ?::text is not null`, field]]
    : [['?::text is null', field]]
}

export const signPlan = (who: Caller, q: SignFilters): ListPlan => ({
  from: SIGN_FROM,
  key: 'sign_id',
  select: SIGN_ROW,
  join: SIGN_JOINS,
  filters: [
    ...residentScope(who),
    ['t.removed_at is null and ?::text is not null', who.orgId],
    nameFilter(q.oldmanName),
    ['t.oldman_id = ?', q.oldmanId],
    ['o.dept_id = ?', q.deptId],
    ['t.grade = ?', q.grade],
    ...hasField(q.field),
    ['t.source = ?', q.source],
    ...within('t.measured_at', { from: q.startDate, to: q.endDate, names: ['startDate', 'endDate'] }),
  ],
  sorts: { measuredAt: 't.measured_at', oldmanName: 'o.pinyin', recordedAt: 't.created_at' },
  defaultSort: 't.measured_at desc',
})

export const WAITING = `t.state in (${VITAL_WAITING.map((one) => `'${one}'`).join(', ')})`
export const ALERT_FROM = `vital_alert t ${WITH_RESIDENT}`
/** Nobody has answered, or measured again, in time. */
export const ALERT_LATE = `(${WAITING} and t.recheck_by < now())`

export const ALERT_ROW = `${RESIDENT_MARKS}, t.alert_id as "alertId", t.sign_id as "signId", t.grade, t.state,
  (select string_agg(j ->> 'text', '；') from jsonb_array_elements(t.judged) j) as reasons, t.times,
  t.opened_at as "openedAt", t.recheck_by as "recheckBy", coalesce(${ALERT_LATE}, false) as late,
  t.rechecked_at as "recheckedAt", t.note, t.answered_name as "answeredName", t.answered_at as "answeredAt",
  t.closed_at as "closedAt", t.closed_why as "closedWhy", t.version`

type AlertFilters = InputOf<(typeof vital)['calls']['alerts']>

export const alertPlan = (who: Caller, q: AlertFilters): ListPlan => ({
  from: ALERT_FROM,
  key: 'alert_id',
  select: ALERT_ROW,
  join: RESIDENT_JOINS,
  filters: [
    ...residentScope(who),
    [`${WAITING} and ?::int = 1`, q.waiting === 1 ? 1 : null],
    nameFilter(q.oldmanName),
    ['t.oldman_id = ?', q.oldmanId],
    ['o.dept_id = ?', q.deptId],
    ['t.state = ?', q.state],
    ['t.grade = ?', q.grade],
    ...within('t.opened_at', { from: q.startDate, to: q.endDate, names: ['startDate', 'endDate'] }),
  ],
  sorts: { openedAt: 't.opened_at', oldmanName: 'o.pinyin' },
  // What waits comes first, the red before the yellow.
  defaultSort: `(t.state = 'CLOSED'), (t.grade <> 'red'), t.opened_at desc, t.alert_id`,
})

export type AlertRow = VitalAlertData

const LOOSE = `s.stool_shape in (${LOOSE_STOOLS.map((one) => `'${one}'`).join(', ')})`
const BOUNDS = `'redLow', l.red_low::float8, 'low', l.low::float8, 'high', l.high::float8, 'redHigh', l.red_high::float8`
const SET = `jsonb_agg(jsonb_build_object('part', l.part, ${BOUNDS}) order by l.part)`

export const houseLimitsSql = (org: string) => `(select coalesce(${SET}, '[]') from vital_limit l
  where l.org_id = ${org} and l.oldman_id is null and l.ended_at is null)`

export const ownLimitsSql = (o: string) => `(select coalesce(${SET}, '[]') from vital_limit l
  where l.org_id = ${o}.org_id and l.oldman_id = ${o}.oldman_id and l.ended_at is null)`

/** The floor that an elder lies on; who has no bed is looked for in the department. */
const floorOf = (
  o: string,
) => `coalesce((select r.area from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
  where b.org_id = ${o}.org_id and b.bed_id = ${o}.current_bed_id), ${o}.dept_id)`
/** Over the signs `s` of one elder: days since the last stool, or since the first time that none was written down. */
export const daysWithoutStool = (at: string) => `${at}::date - coalesce(max(s.measured_at) filter (where s.stool > 0),
      min(s.measured_at) filter (where s.stool is not null))::date`

/** What rules look back for, seen from the moment `at`; the sign `but` does not count. */
export const pastSql = (o: string, at: string, but: string) => `(select jsonb_build_object(
    'weight30', case when count(s.weight) filter (where ${at} - interval '30 days' <= s.measured_at) > 0 then jsonb_build_array(
      min(s.weight) filter (where ${at} - interval '30 days' <= s.measured_at),
      max(s.weight) filter (where ${at} - interval '30 days' <= s.measured_at)) end,
    'weight180', case when count(s.weight) > 0 then jsonb_build_array(min(s.weight), max(s.weight)) end,
    'daysWithoutStool', ${daysWithoutStool(at)},
    'looseBefore', coalesce(sum(s.stool) filter (where ${LOOSE} and s.measured_at > ${at} - interval '24 hours'), 0),
    'looseOthers', (select count(*) from (
      select 1 from vital_sign s join oldman x on x.org_id = s.org_id and x.oldman_id = s.oldman_id
      where s.org_id = ${o}.org_id and ${floorOf('x')} = ${floorOf(o)} and s.oldman_id <> ${o}.oldman_id and ${LOOSE}
        and s.removed_at is null and s.measured_at > ${at} - interval '24 hours' and s.measured_at <= ${at}
      group by s.oldman_id having sum(s.stool) >= 3) ill),
    'height', (select h.height from vital_sign h where h.org_id = ${o}.org_id and h.oldman_id = ${o}.oldman_id and h.removed_at is null
      and h.height is not null and h.measured_at <= ${at} and h.sign_id is distinct from ${but} order by h.measured_at desc limit 1),
    'mealsBefore', (select coalesce(jsonb_agg(m.meal order by m.measured_at desc), '[]') from (
      select e.meal, e.measured_at from vital_sign e where e.org_id = ${o}.org_id and e.oldman_id = ${o}.oldman_id
        and e.removed_at is null and e.meal is not null and e.measured_at < ${at} and e.measured_at >= ${at} - interval '36 hours'
        and e.sign_id is distinct from ${but} order by e.measured_at desc limit 2) m))
  from vital_sign s where s.org_id = ${o}.org_id and s.oldman_id = ${o}.oldman_id and s.removed_at is null
    and (s.weight is not null or s.stool is not null) and s.measured_at < ${at}
    and s.measured_at >= ${at} - interval '180 days' and s.sign_id is distinct from ${but})`

const UNPIVOT = VITAL_FIELDS.map((field) => `('${field}', s.${field}::float8)`).join(', ')

/** The last value of everything that was measured within five weeks. */
export const lastSql = (o: string) => `(select coalesce(jsonb_agg(jsonb_build_object('field', x.field, 'value', x.value,
    'at', to_char(x.measured_at, 'YYYY-MM-DD HH24:MI:SS'), 'grade', coalesce((select j ->> 'grade'
      from jsonb_array_elements(x.judged) j where j ->> 'field' = x.field limit 1), 'normal'))), '[]')
  from (select distinct on (v.field) v.field, v.value, s.measured_at, s.judged
    from vital_sign s cross join lateral (values ${UNPIVOT}) as v(field, value)
    where s.org_id = ${o}.org_id and s.oldman_id = ${o}.oldman_id and s.removed_at is null and v.value is not null
      and s.measured_at > now() - interval '35 days'
    order by v.field, s.measured_at desc, s.created_at desc) x)`
