// Care in the demo house: a plan from the level of nearly everybody, the tasks of today, of some those of the week before, and
// what was recorded of them; what is planned later today still waits, and tomorrow is made by the night. A few were missed, refused or entered late.
import { DAY_MS, dayText, momentOf, timeText } from '#contract/kit/clock'
import type { FrequencyData } from '#contract/nursing/frequency'
import type { CareWindowValue } from '#contract/nursing/project'
import { prepareCareParts } from '#server/areas/nursing/task/careParts'
import { shiftsOf } from '#server/areas/nursing/task/houseShifts'
import { clocksOfDay, windowAround } from '#server/areas/nursing/task/planned'
import { FREQUENCY } from '#server/areas/nursing/task/taskFacts'
import { awayAt } from '#server/areas/nursing/task/taskMake'
import type { Tx } from '#server/kit/caller'
import { demoPart } from '#server/kit/demo'

/** So many days back, for one elder in SOME: all of them would be most of what a first start writes. */
const DAYS_BACK = 7
const SOME = 12

const PLANS = `insert into care_plan (org_id, plan_id, oldman_id, level_id, start_date, state, created_by, created_at)
select o.org_id, md5('carePlan:' || o.oldman_id), o.oldman_id, o.level_id, greatest(o.check_in_date, current_date - 120), 'ON', $2,
  greatest(o.check_in_date, current_date - 120) + time '10:00'
from (select t.*, row_number() over (order by t.oldman_id) as n from oldman t where t.org_id = $1 and t.status in (1, 4)) o
where o.n % 37 <> 5 and exists (select from level_project x where x.org_id = o.org_id and x.level_id = o.level_id)`

/** Rounds belong to a person and not to each elder; a plan that names them all would fill the day of the demo with nothing else. */
const NOT_PLANNED = `('日间巡视', '夜间巡视', '喂水饮水提醒', '防走失点名', '床栏与呼叫器检查', '开窗通风', '洗脸洗手', '协助穿脱衣', '义齿清洁',
  '梳头剃须', '会阴清洁', '餐前准备与餐后清洁', '送餐到房', '减压垫检查', '居室清洁', '衣物洗涤', '整理衣柜', '轮椅助行器清洁')`

const ITEMS = `insert into care_plan_item (org_id, item_id, plan_id, project_id, unit, times, clocks, days, from_clock, to_clock, sort, since, created_at)
select p.org_id, md5(p.plan_id || ':' || x.project_id), p.plan_id, x.project_id, x.unit, x.times, x.clocks, x.days, x.from_clock, x.to_clock,
  x.sort, p.created_at, p.created_at
from care_plan p join level_project x on x.org_id = p.org_id and x.level_id = p.level_id
join care_project c on c.org_id = x.org_id and c.project_id = x.project_id and c.project_name not in ${NOT_PLANNED} where p.org_id = $1`

const OF_LEVELS = `select i.level_id as "levelId", i.project_id as "projectId", ${FREQUENCY} as frequency, c.minutes, c.time_window as "window"
from level_project i join care_project c on c.org_id = i.org_id and c.project_id = i.project_id and c.enabled
where i.org_id = $1 and c.project_name not in ${NOT_PLANNED}`

interface OfLevel {
  levelId: string
  projectId: string
  frequency: FrequencyData
  minutes: number
  window: CareWindowValue
}

/** The times of every level on those days, once for all who have it. */
async function timesOf(tx: Tx, orgId: string, now: number) {
  const [shifts, found] = await Promise.all([shiftsOf(tx.client, orgId), tx.client.query<OfLevel>(OF_LEVELS, [orgId])])
  const columns: [string[], string[], string[], number[], string[], string[]] = [[], [], [], [], [], []]
  for (let back = DAYS_BACK; back >= 0; back -= 1) {
    const day = dayText(now - back * DAY_MS)
    const clocks = clocksOfDay(day, shifts)
    for (const one of found.rows) {
      for (const clock of clocks(one.frequency)) {
        const planTime = momentOf(`${day} ${clock}:00`)
        const [openFrom, dueUntil] = windowAround(one.window, planTime, day, shifts)
        const row = [
          one.levelId,
          one.projectId,
          timeText(planTime),
          one.minutes,
          timeText(openFrom),
          timeText(dueUntil),
        ]
        for (const [at, value] of row.entries()) (columns[at] as unknown[]).push(value)
      }
    }
  }
  return columns
}

const FLOORS = 4
/** One for each floor. */
const SERVES = {
  松鹤楼护理组: ['张翠兰', '马春花', '李晓梅', '陆小燕'],
  长青楼护理组: ['王桂香', '高志远', '范玉芬', '周岚'],
  康宁楼护理组: ['陈秀珍', '单文静', '许佳慧', '唐婉'],
} as const

// Who did it: whoever serves that floor of that building; when: a little before or after; what was not: by chance that
// is the same in every installation.
const TASKS = `with times as materialized (
  select * from unnest($2::text[], $3::text[], $4::timestamptz[], $5::smallint[], $6::timestamptz[], $7::timestamptz[])
    as x(level_id, project_id, plan_time, minutes, open_from, due_until)
), planned as materialized (
  select p.org_id, left(md5(md5(p.plan_id || ':' || x.project_id) || ':' || (extract(epoch from x.plan_time) * 1000)::bigint), 26)
      || to_char(x.plan_time, 'YYMMDD') as task_id, md5(p.plan_id || ':' || x.project_id) as item_id, p.plan_id, p.oldman_id, x.*,
    (hashtext(p.oldman_id || x.project_id || x.plan_time::text) & 2147483647) % 1000 as k,
    ($8::text[])[coalesce(array_position($10::text[], d.dept_name) - 1, 0) * ${FLOORS} + 1
      + coalesce(nullif(regexp_replace(left(r.room_name, 1), '\\D', ''), '')::int, 1) % ${FLOORS}] as worker_id
  from care_plan p join times x on x.level_id = p.level_id and x.plan_time >= p.start_date
    and (x.plan_time >= ($9::timestamptz)::date or (hashtext(p.oldman_id) & 2147483647) % ${SOME} = 0)
  join oldman o on o.org_id = p.org_id and o.oldman_id = p.oldman_id
  left join bed b on b.org_id = o.org_id and b.bed_id = o.current_bed_id
  left join room r on r.org_id = b.org_id and r.room_id = b.room_id
  left join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id where p.org_id = $1
), told as materialized (
  select w.*, coalesce(${awayAt('w', '$9::timestamptz')}, case
      when w.plan_time > $9::timestamptz - interval '10 minutes' then 'WAITING'
      when w.due_until > $9::timestamptz and w.k % 23 = 1 then 'WAITING'
      when w.due_until < $9::timestamptz and w.k < 4 then 'MISSED'
      when w.k < 12 then 'REFUSED' else 'DONE' end) as state,
    least($9::timestamptz, greatest(w.open_from, w.plan_time + make_interval(mins => (w.k % 23)::int - 6))) as done_at
  from planned w
), tasks as (
  insert into care_task (org_id, task_id, plan_time, item_id, plan_id, oldman_id, project_id, minutes, open_from, due_until, state,
    state_at, execution_id, done_at, worker_id, created_at)
  select org_id, task_id, plan_time, item_id, plan_id, oldman_id, project_id, minutes, open_from, due_until, state,
    case when state in ('DONE', 'REFUSED') then done_at else plan_time end,
    case when state in ('DONE', 'REFUSED') then left(md5('execution:' || task_id), 26) || to_char(plan_time, 'YYMMDD') end,
    case when state = 'DONE' then done_at end, worker_id, plan_time::date - 1 + time '20:30'
  from told
)
insert into care_execution (org_id, execution_id, task_id, plan_time, oldman_id, project_id, result, done_at, recorded_at, worker_id,
  terminal, late, late_reason, refuse_reason, together_no)
select org_id, left(md5('execution:' || task_id), 26) || to_char(plan_time, 'YYMMDD'), task_id, plan_time, oldman_id, project_id,
  case state when 'DONE' then 'done' else 'refused' end, done_at,
  least($9::timestamptz, done_at + make_interval(mins => case when k between 20 and 26 then 150 else (k % 3)::int end)), worker_id,
  case when k % 4 = 0 then 'console' else 'bedside' end,
  state = 'DONE' and k between 20 and 26 and due_until < $9::timestamptz - interval '3 hours',
  case when state = 'DONE' and k between 20 and 26 and due_until < $9::timestamptz - interval '3 hours'
    then (array['处理告警耽搁', '人手不足', '平板没电'])[1 + k % 3] end,
  case when state = 'REFUSED' then (array['老人想再睡一会', '老人没有胃口', '家属在旁，稍后再做'])[1 + k % 3] end,
  case when k between 100 and 130 then md5('together:' || worker_id || plan_time) end
from told where state in ('DONE', 'REFUSED')`

/** After the outings: who was away had nothing to be done. */
export default demoPart(63, async (tx, demo) => {
  const now = Date.now()
  await prepareCareParts(tx.client, now)
  const plans = await tx.client.query(PLANS, [demo.orgId, demo.staff('何静')])
  await tx.client.query(ITEMS, [demo.orgId])
  const times = await timesOf(tx, demo.orgId, now)
  const workers = Object.values(SERVES).flatMap((names) => names.map((name) => demo.staff(name)))
  const made = await tx.client.query(TASKS, [demo.orgId, ...times, workers, timeText(now), Object.keys(SERVES)])
  tx.log({ remark: `启用护理计划 ${plans.rowCount} 份，记录护理执行 ${made.rowCount} 条`, targetType: 'carePlan' })
})
