// How the signs of quality are found: all executions of the period are marked once, and what is counted is what is listed.
import { AFTER_MINUTES, FAST, type QualityKindValue, REFUSED_TIMES } from '#contract/nursing/quality'
import { CareTaskState, TASK_AWAY } from '#contract/nursing/task'
import { RESIDENT_JOINS, RESIDENT_MARKS, staffName, WITH_RESIDENT } from '#server/areas/residents/public'
import { inDepts } from '#server/kit/tenant'

/** $1 organisation, $2 departments of the caller, $3 and $4 first and last day, $5 departments asked for or null. */
const PERIOD = `t.plan_time >= $3::date::timestamptz and t.plan_time < ($4::date + 1)::timestamptz`
const SEEN = `(${inDepts('o', '$2')} and ($5::text[] is null or o.dept_id = any($5)))`

/** Judged by the pace of presses: entered one by one, and at once. */
const BY_PACE = `x.result = 'done' and not x.late and x.together_no is null`

/**
 * Every execution that was not taken back. The pace of a caregiver is judged by all they did, also for elders whom the
 * caller does not see.
 */
const all = (more: string) => `x as (
  select t.plan_time, t.oldman_id, t.project_id, t.worker_id, t.result, t.done_at, extract(epoch from t.done_at)::int8 as done,
    t.recorded_at, t.late, t.together_no, p.minutes, ${SEEN} as seen${more}
  from care_execution t ${WITH_RESIDENT}
  join care_project p on p.org_id = t.org_id and p.project_id = t.project_id
  where t.org_id = $1 and ${PERIOD} and t.taken_back_at is null)`

/** More minutes than anybody records in a quarter of an hour. */
const MOST_WORK = 1_000_000

interface Sign {
  /** What has to be known before. */
  with: string
  join: string
  is: string
  /** What is told of it. */
  amount: string
}

const SIGNS = {
  after: {
    with: '',
    join: '',
    is: `x.recorded_at - x.done_at > interval '${AFTER_MINUTES} minutes'`,
    amount: 'floor(extract(epoch from x.recorded_at - x.done_at) / 60)',
  },
  together: {
    with: `, one_press as (select x.together_no, count(*) as size from x where x.together_no is not null group by x.together_no)`,
    join: 'left join one_press on one_press.together_no = x.together_no',
    is: 'one_press.size is not null',
    amount: 'one_press.size',
  },
  fast: {
    // Read once forwards and once backwards: whoever pressed in the minutes before a moment that holds too much took part in
    // it. That moment and its work travel as one number, so that the nearest is the least.
    with: `, press as (
  select x.worker_id, x.done, sum(x.minutes)::int8 as minutes, max(x.minutes)::int8 as longest
  from x where ${BY_PACE} group by x.worker_id, x.done),
span as (
  select worker_id, done, (sum(minutes) over near)::int8 - first_value(longest) over near as work,
    (done - first_value(done) over near)::float8 / 60 as took
  from press window near as (partition by worker_id order by done range between ${FAST.minutes * 60} preceding and current row)),
nearest as (
  select worker_id, done, min(case when work > greatest(${FAST.factor} * took, took + ${FAST.least}) then done * ${MOST_WORK} + work end)
    over (partition by worker_id order by done desc) as over
  from span),
hot as (
  select worker_id, done, over % ${MOST_WORK} as work from nearest where over / ${MOST_WORK} <= done + ${FAST.minutes * 60})`,
    join: `left join hot on hot.worker_id = x.worker_id and hot.done = x.done and ${BY_PACE}`,
    is: 'hot.work is not null',
    amount: 'hot.work',
  },
  refused: {
    with: `, again as (
  select x.oldman_id, x.project_id, count(*) as times from x where x.seen and x.result = 'refused'
  group by x.oldman_id, x.project_id having count(*) >= ${REFUSED_TIMES})`,
    join: `left join again on again.oldman_id = x.oldman_id and again.project_id = x.project_id and x.result = 'refused'`,
    is: 'again.times is not null',
    amount: 'again.times',
  },
} as const satisfies Record<Exclude<QualityKindValue, 'missed'>, Sign>

const { after, together, fast, refused } = SIGNS
const counted = (sign: Sign) => `count(*) filter (where ${sign.is})::int`

/** By day, by caregiver, and all together (neither). */
export const COUNTED = `with ${all('')}${together.with}${fast.with}${refused.with}, grouped as (
  select x.plan_time::date as day, x.worker_id, count(*)::int as executions, ${counted(after)} as after,
    ${counted(together)} as together, ${counted(fast)} as fast, ${counted(refused)} as refused
  from x ${together.join} ${fast.join} ${refused.join}
  where x.seen group by grouping sets ((x.plan_time::date), (x.worker_id), ()))
select to_char(t.day, 'YYYY-MM-DD') as day, t.worker_id as "workerId", t.executions, t.after, t.together, t.fast, t.refused,
  case when t.worker_id is not null then ${staffName('t.worker_id')} end as "workerName"
from (select $1::text as org_id, g.* from grouped g) t`

const AWAY = TASK_AWAY.map((state) => `'${state}'`).join(', ')

/** By day, ward and hour of the planned time. Those still waiting are planned as well. */
export const TASKS = `select to_char(t.day, 'YYYY-MM-DD') as day, t.dept_id as "deptId", d.dept_name as "deptName", t.hour, t.planned, t.missed
from (select o.org_id, t.plan_time::date as day, o.dept_id, extract(hour from t.plan_time)::int as hour, count(*)::int as planned,
    count(*) filter (where t.state = '${CareTaskState.is.MISSED}')::int as missed
  from care_task t ${WITH_RESIDENT}
  where t.org_id = $1 and ${PERIOD} and t.state not in (${AWAY}) and ${SEEN}
  group by 1, 2, 3, 4) t
left join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id order by d.sort, t.dept_id, t.hour, t.day`

const executionHits = ({
  with: before,
  join,
  is,
  amount,
}: Sign) => `with ${all(', t.org_id, t.execution_id, t.task_id, coalesce(t.late_reason, t.refuse_reason) as reason')}${before}, hit as materialized (
  select x.org_id, x.execution_id as finding_id, x.execution_id, x.task_id, x.plan_time, x.oldman_id, x.project_id, x.worker_id,
    x.done_at, x.recorded_at, null::text as state, x.reason, (${amount})::int as amount
  from x ${join} where x.seen and ${is}`

const MISSED_HITS = `with hit as materialized (
  select t.org_id, t.task_id as finding_id, null::text as execution_id, t.task_id, t.plan_time, t.oldman_id, t.project_id,
    t.worker_id, null::timestamptz as done_at, null::timestamptz as recorded_at, t.state, null::text as reason,
    floor(extract(epoch from now() - t.due_until) / 60)::int as amount
  from care_task t ${WITH_RESIDENT}
  where t.org_id = $1 and ${PERIOD} and ${SEEN} and t.state = '${CareTaskState.is.MISSED}'`

/** $6 caregiver or null, $7 hour or null, $8 rows of a page, $9 rows before it. There is always one row, with the total. */
export const listed = (kind: QualityKindValue) => {
  const t = kind === 'missed' ? 't' : 'x'
  return `${kind === 'missed' ? MISSED_HITS : executionHits(SIGNS[kind])}
    and ($6::text is null or ${t}.worker_id = $6) and ($7::int is null or extract(hour from ${t}.plan_time) = $7)),
page as (select * from hit order by plan_time desc, finding_id desc limit $8 offset $9)
select (select count(*) from hit)::int as total, r.* from (select 1) one left join (
  select t.finding_id as "findingId", t.execution_id as "executionId", t.task_id as "taskId", ${RESIDENT_MARKS},
    p.project_name as "projectName", t.plan_time as "planTime", t.done_at as "doneAt", t.recorded_at as "recordedAt",
    ${staffName('t.worker_id')} as "workerName", t.state, t.reason, t.amount
  from page t ${WITH_RESIDENT} ${RESIDENT_JOINS}
  join care_project p on p.org_id = t.org_id and p.project_id = t.project_id) r on true
order by r."planTime" desc, r."findingId" desc`
}
