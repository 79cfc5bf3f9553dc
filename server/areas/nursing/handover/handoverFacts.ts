// What the system writes: everything the product knows that happened in a department between two moments, in one statement.
// Whoever adds a source adds a branch; each gives the same columns, and words are made from them by the contract.
import type pg from 'pg'
import { OUTING_REAL } from '#contract/live/outingMoves'
import { IN_HOUSE, isHighRisk, isRiskMark, ResidentNote } from '#contract/live/resident'
import { AlarmLevel, AlarmStatus } from '#contract/monitor/words'
import { AssessmentState, AssessmentType } from '#contract/nursing/assessment'
import {
  type HandoverFactData,
  HandoverFactKind,
  type HandoverFactKindValue,
  STOOL_DAYS,
} from '#contract/nursing/handoverWords'
import { MealEaten, POOR_UP_TO } from '#contract/nursing/mealStates'
import { MAIN_MEALS, MealTime } from '#contract/nursing/mealWords'
import { CareWindow } from '#contract/nursing/project'
import { HOSPITAL_OUTING } from '#contract/nursing/task'
import { DAYS_BACK } from '#server/areas/nursing/mealOrder/mealServe'
import { daysWithoutStool } from '#server/areas/nursing/vital/vitalSql'
import { awayNow, labelOf, PLACE } from '#server/areas/residents/public'

/** Between `from` and `to`; `carried`: also what began before and still stands. */
export interface FactHours {
  orgId: string
  deptId: string
  from: string
  to: string
  carried: boolean
}

// $1 organisation, $2 department, $3 from, $4 to (not with it), $5 carried.
const within = (column: string) => `${column} >= $3::timestamptz and ${column} < $4::timestamptz`
const before = (column: string) => `$5::boolean and ${column} < $3::timestamptz`

const FELL = `'跌|摔倒'`
const ALARM_ENDS = `case a.status when ${AlarmStatus.is.open} then 'open' when ${AlarmStatus.is.ignored} then 'ignored'
  when ${AlarmStatus.is.handled} then 'handled' else 'cleared' end`

/** Alike alarms of one elder are one line with their number. */
const ALARMS = `select case when concat(a.content, a.result, a.remark) ~ ${FELL} then 'fall' else 'alarm' end as kind, a.oldman_id,
  max(a.bed_id) as bed_id, (array_agg(a.record_id order by a.raised_at desc))[1] as ref_id, min(a.raised_at) as at,
  (array_agg(a.content order by a.raised_at desc))[1] as what, (count(*) + sum(a.repeats))::int as times, '[]'::jsonb as clocks,
  ${ALARM_ENDS} as ended, concat_ws('，', a.result, max(a.remark)) as result, max(h.emp_name) as by_name, max(a.handled_at) as until_at,
  bool_or(a.level = ${AlarmLevel.is.high} and a.status = ${AlarmStatus.is.open}) as urgent
from alarm_record a left join oldman o on o.org_id = a.org_id and o.oldman_id = a.oldman_id
left join employee h on h.org_id = a.org_id and h.emp_id = a.handler_id
where a.org_id = $1 and coalesce(o.dept_id, a.dept_id) = $2
  and (${within('a.raised_at')} or (${before('a.raised_at')} and a.status = ${AlarmStatus.is.open}))
group by 1, a.oldman_id, coalesce(a.oldman_id, a.bed_id, a.device_no), a.source, a.type, a.status, a.result`

const VITALS = `select 'vital', v.oldman_id, null, v.alert_id, v.opened_at,
  (select string_agg(j ->> 'text', '；') from jsonb_array_elements(v.judged) j), v.times, '[]'::jsonb,
  case v.state when 'OPEN' then 'open' when 'ANSWERED' then 'answered' else 'closed' end, concat_ws('，', v.note, v.closed_why),
  v.answered_name, coalesce(v.closed_at, v.recheck_by), v.grade = 'red' and v.state = 'OPEN'
from vital_alert v join oldman o on o.org_id = v.org_id and o.oldman_id = v.oldman_id
where v.org_id = $1 and o.dept_id = $2 and (${within('v.opened_at')} or (${before('v.opened_at')} and v.state <> 'CLOSED'))`

/** Of a day gone by the clock has said what was missed before the night has written it down. */
const TASKS = `select case when k.ended <> 'waiting' and k.turning then 'skin' when k.ended = 'waiting' then 'undone' else k.ended end,
  k.oldman_id, null, min(k.task_id), min(k.plan_time), k.project_name, count(*)::int,
  jsonb_agg(to_char(k.plan_time, 'HH24:MI') order by k.plan_time), k.ended,
  string_agg(distinct k.refuse_reason, '；'), null, null::timestamptz, false
from (select w.oldman_id, w.task_id, w.plan_time, c.project_name, c.time_window = ${CareWindow.is.turning} as turning, x.refuse_reason,
    case when w.state = 'REFUSED' then 'refused' when w.state = 'MISSED' or w.due_until < now() then 'missed' else 'waiting' end as ended
  from care_task w join oldman o on o.org_id = w.org_id and o.oldman_id = w.oldman_id
  join care_project c on c.org_id = w.org_id and c.project_id = w.project_id
  left join care_execution x on x.org_id = w.org_id and x.execution_id = w.execution_id and x.plan_time = w.plan_time
    and ${within('x.plan_time')}
  where w.org_id = $1 and o.dept_id = $2 and ${within('w.plan_time')} and w.state in ('WAITING', 'MISSED', 'REFUSED')) k
group by k.oldman_id, k.project_name, k.turning, k.ended`

const IS_BACK = `(u.actual_return is not null and u.actual_return < $4::timestamptz)`
const OUTINGS = `select case when u.out_type = '${HOSPITAL_OUTING}' then 'hospital' else 'outing' end, u.oldman_id, null, u.out_id,
  u.actual_out, coalesce(u.destination, u.reason), 1, '[]'::jsonb,
  case when ${IS_BACK} then 'back' when u.plan_return < $4::timestamptz then 'late' else 'away' end,
  case when ${IS_BACK} then u.return_health else u.companion || '陪同' end, null,
  case when ${IS_BACK} then u.actual_return else u.plan_return end, not ${IS_BACK} and u.plan_return < $4::timestamptz
from outing u join oldman o on o.org_id = u.org_id and o.oldman_id = u.oldman_id
where u.org_id = $1 and o.dept_id = $2 and u.state in (${OUTING_REAL})
  and (${within('u.actual_out')} or ${within('u.actual_return')} or (${before('u.actual_out')} and ${awayNow('u')}))`

const STAYS = `select case when e.kind = 'checkOut' then 'leave' when e.kind in ('checkIn', 'trial', 'readmit') then 'arrive' else 'moved' end,
  e.oldman_id, null, e.event_id, e.created_at, e.content, 1, '[]'::jsonb, null, e.reason, e.user_name, null, false
from stay_event e join oldman o on o.org_id = e.org_id and o.oldman_id = e.oldman_id
where e.org_id = $1 and o.dept_id = $2 and ${within('e.created_at')} and e.day <= ($4::timestamptz)::date
  and e.kind in ('checkIn', 'trial', 'readmit', 'checkOut', 'undoCheckOut', 'removeStay', 'adjustBed', 'exchangeBed', 'level')`

/** The last that was done to a plan in these hours; plans made for many at once leave no row of their own. */
const PLANS = `select 'plan', p.oldman_id, null, p.plan_id, coalesce(done.created_at, p.created_at),
  coalesce(done.remark, '生成护理计划（' || l.level_name || '）'), 1, '[]'::jsonb, null, null, done.by_name, null, false
from care_plan p join oldman o on o.org_id = p.org_id and o.oldman_id = p.oldman_id
join nursing_level l on l.org_id = p.org_id and l.level_id = p.level_id
left join lateral (select g.created_at, g.remark, coalesce(g.emp_name, g.user_name) as by_name from operation_log g
  where g.org_id = p.org_id and g.target_id = p.plan_id and ${within('g.created_at')} and g.changes is not null
  order by g.created_at desc, g.log_id desc limit 1) done on true
where p.org_id = $1 and o.dept_id = $2 and o.status in (${IN_HOUSE}) and (${within('p.created_at')} or done.created_at is not null)`

const VISITS = `select 'visit', t.oldman_id, null, t.visit_id, t.in_time,
  t.visitor || case when t.relation is null then '' else '（' || ${labelOf('relationToElder', 't.relation')} || '）' end, t.people, '[]'::jsonb,
  case when t.out_time is null then 'inside' else 'gone' end, nullif(concat_ws('，', '带来' || t.items, t.remark), ''), null, t.out_time, false
from visit t join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id
where t.org_id = $1 and o.dept_id = $2 and ${within('t.in_time')}`

const STOOLS = `select 'stool', o.oldman_id, null, null, $4::timestamptz, '', n.days, '[]'::jsonb, null, null, null, null::timestamptz, n.days >= 5
from oldman o join (select s.oldman_id, ${daysWithoutStool('$4::timestamptz')} as days from vital_sign s
  join oldman x on x.org_id = s.org_id and x.oldman_id = s.oldman_id and x.dept_id = $2 and x.status in (${IN_HOUSE})
  where s.org_id = $1 and s.removed_at is null and s.stool is not null and s.measured_at < $4::timestamptz
    and s.measured_at >= $4::timestamptz - interval '180 days' group by s.oldman_id) n on n.oldman_id = o.oldman_id
where o.org_id = $1 and $5::boolean and n.days >= ${STOOL_DAYS} and not exists (select from outing u
  where u.org_id = o.org_id and u.oldman_id = o.oldman_id and ${awayNow('u')})`

const MARKS = ResidentNote.list.filter((one) => isRiskMark(one.value))
const MARK_WORDS = MARKS.map((one) => `when ${one.value} then '${one.label}'`).join(' ')
const HIGH = MARKS.flatMap((one) => (isHighRisk(one.value) ? [one.value] : [])).join(', ')
/** How far the high mark of a harm stands from the other. */
const HIGHER = ResidentNote.is.highFall - ResidentNote.is.fall

/** Marks that the sheet of the same kind before did not give, or gave less gravely. */
const RISKS = `select 'risk', x.oldman_id, null, x.assessment_id, x.signed_at,
  string_agg(case m.mark ${MARK_WORDS} end, '、' order by m.mark in (${HIGH}) desc, m.mark), 1, '[]'::jsonb, null,
  case when bool_or(m.mark in (${HIGH})) and x.family_signature is null then '家属还没有签风险告知书' end,
  (select e.emp_name from employee e where e.org_id = x.org_id and e.emp_id = x.assessor1), null::timestamptz, bool_or(m.mark in (${HIGH}))
from assessment x join oldman o on o.org_id = x.org_id and o.oldman_id = x.oldman_id
cross join lateral (select v::int as mark from jsonb_array_elements_text(x.harms) v) m
left join lateral (select p.harms from assessment p where p.org_id = x.org_id and p.oldman_id = x.oldman_id and p.kind = x.kind
  and p.state = '${AssessmentState.is.DONE}' and (p.assess_date, p.created_at) < (x.assess_date, x.created_at)
  order by p.assess_date desc, p.created_at desc limit 1) b on true
where x.org_id = $1 and o.dept_id = $2 and o.status in (${IN_HOUSE}) and x.type = ${AssessmentType.is.risk}
  and x.state = '${AssessmentState.is.DONE}' and ${within('x.signed_at')}
  and not coalesce(b.harms @> to_jsonb(m.mark) or b.harms @> to_jsonb(m.mark + ${HIGHER}), false)
group by x.org_id, x.assessment_id`

/** What of the drugs was refused, thrown up or missed, and what was done about it. */
const DRUG_TAKES = `select 'drugTake', k.oldman_id, null, min(k.take_id), min(k.plan_time), k.drug_name, count(*)::int,
  jsonb_agg(to_char(k.plan_time, 'HH24:MI') order by k.plan_time), k.ended, string_agg(distinct k.said, '；'), null, null::timestamptz,
  bool_or(k.high_alert and k.handled_at is null)
from (select w.oldman_id, w.take_id, w.plan_time, w.high_alert, w.handled_at, g.drug_name, nullif(concat_ws('，', w.reason, w.handling), '') as said,
    case w.state when 'REFUSED' then 'refused' when 'VOMITED' then 'vomited' else 'missed' end as ended
  from drug_take w join oldman o on o.org_id = w.org_id and o.oldman_id = w.oldman_id
  join drug g on g.org_id = w.org_id and g.drug_id = w.drug_id
  where w.org_id = $1 and o.dept_id = $2 and ${within('w.plan_time')} and w.state in ('REFUSED', 'VOMITED', 'MISSED')) k
group by k.oldman_id, k.drug_name, k.ended`

/** Settings that began, paused or ended. Many of one elder at once are the beginning of a stay. */
const DRUG_USES = `select 'drugUse', u.oldman_id, null, u.use_id,
  case u.state when 'ENDED' then u.ended_at when 'PAUSED' then u.paused_at else u.created_at end,
  g.drug_name || ' ' || (u.dose::float8)::text || '×' || greatest(cardinality(u.clocks), 1), 1, '[]'::jsonb,
  case u.state when 'ENDED' then 'stopped' when 'PAUSED' then 'paused' else 'started' end,
  case u.state when 'ENDED' then u.end_reason when 'PAUSED' then u.pause_reason end,
  (select e.emp_name from employee e where e.org_id = u.org_id and e.emp_id = coalesce(u.ended_by, u.created_by)), null::timestamptz, false
from drug_use u join oldman o on o.org_id = u.org_id and o.oldman_id = u.oldman_id
join drug g on g.org_id = u.org_id and g.drug_id = u.drug_id
where u.org_id = $1 and o.dept_id = $2 and o.status in (${IN_HOUSE})
  and ${within("case u.state when 'ENDED' then u.ended_at when 'PAUSED' then u.paused_at else u.created_at end")}`

const labelled = (set: { list: readonly { value: number; label: string }[] }, column: string) =>
  `case ${column} ${set.list.map((one) => `when ${one.value} then '${one.label}'`).join(' ')} end`

/** Who ate little of the meals that were looked at in these hours, and how the warning about it stands. */
const MEALS = `select 'meal', m.oldman_id, null, null, min(m.eaten_at),
  string_agg(${labelled(MealTime, 'm.meal')} || ' ' || ${labelled(MealEaten, 'm.eaten')}, '、' order by m.day, m.meal), count(*)::int, '[]'::jsonb,
  case when bool_or(a.oldman_id is null) then null when bool_or(a.handled_at is null) then 'open' else 'handled' end,
  nullif(concat_ws('；', string_agg(distinct m.eaten_remark, '；'), max(a.note)), ''), max(a.handled_by), null::timestamptz,
  bool_or(a.oldman_id is not null and a.handled_at is null)
from meal_order m join oldman o on o.org_id = m.org_id and o.oldman_id = m.oldman_id
left join lateral (select w.oldman_id, w.handled_at, w.handled_by, w.note from meal_alert w where w.org_id = m.org_id
  and w.oldman_id = m.oldman_id and (w.handled_at is null or ${within('w.handled_at')}) order by w.raised_at desc limit 1) a on true
where m.org_id = $1 and o.dept_id = $2 and m.meal in (${MAIN_MEALS.join(', ')}) and m.eaten <= ${POOR_UP_TO}
  and m.day between ($3::timestamptz)::date - ${DAYS_BACK} and ($4::timestamptz)::date and ${within('m.eaten_at')}
group by m.oldman_id`

const BRANCHES = [ALARMS, VITALS, RISKS, TASKS, OUTINGS, STAYS, PLANS, DRUG_USES, DRUG_TAKES, MEALS, VISITS, STOOLS]

const FACTS = `with f as (${BRANCHES.join('\nunion all\n')})
select f.kind, f.oldman_id as "oldmanId", t.oldman_name as "oldmanName", coalesce(at.path, there.path) as "bedPath", f.ref_id as "refId",
  f.at, coalesce(f.what, '') as what, f.times, f.clocks, f.ended, nullif(f.result, '') as result, f.by_name as "byName",
  f.until_at as "untilAt", coalesce(f.urgent, false) as urgent
from f left join oldman t on t.org_id = $1 and t.oldman_id = f.oldman_id ${PLACE}
left join lateral (select concat_ws('>', nullif(l.path, ''), r.room_name, b.bed_name) as path from bed b
  join room r on r.org_id = b.org_id and r.room_id = b.room_id left join location l on l.org_id = r.org_id and l.location_id = r.area
  where f.oldman_id is null and b.org_id = $1 and b.bed_id = f.bed_id) there on true`

const ORDER = new Map<HandoverFactKindValue, number>(HandoverFactKind.list.map(({ value }, at) => [value, at]))

/** In the order of the sheet: by kind, then by place, then by time. */
const inOrder = (a: HandoverFactData, b: HandoverFactData) =>
  ORDER.get(a.kind)! - ORDER.get(b.kind)! ||
  Number(b.urgent) - Number(a.urgent) ||
  (a.bedPath ?? '').localeCompare(b.bedPath ?? '', 'zh') ||
  a.at.localeCompare(b.at)

export async function factsBetween(client: pg.Pool | pg.ClientBase, hours: FactHours): Promise<HandoverFactData[]> {
  const { orgId, deptId, from, to, carried } = hours
  // Without a name: planned for these very hours, so that only their parts of the tasks are opened.
  const found = await client.query<Omit<HandoverFactData, 'factId'>>(FACTS, [orgId, deptId, from, to, carried])
  return found.rows
    .map((row) => ({ ...row, at: row.at.slice(0, 19), untilAt: row.untilAt?.slice(0, 19) ?? null, factId: '' }))
    .sort(inOrder)
    .map((row, at) => ({ ...row, factId: String(at + 1) }))
}
