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
/** When tomorrow's tasks are made. */
const NIGHT = '20:30:00'

const PLANS = `insert into care_plan (org_id, plan_id, oldman_id, level_id, start_date, state, created_by, created_at)
select o.org_id, md5('carePlan:' || o.oldman_id), o.oldman_id, o.level_id, greatest(o.check_in_date, current_date - 120), 'ON', $2,
  greatest(o.check_in_date, current_date - 120) + time '10:00'
from (select t.*, row_number() over (order by t.oldman_id) as n from oldman t where t.org_id = $1 and t.status in (1, 4)) o
where o.n % 37 <> 5 and exists (select from level_project x where x.org_id = o.org_id and x.level_id = o.level_id)`

/** Rounds and what groups do belong to no single elder; a plan that names them all would fill the day of the demo with nothing else. */
const NOT_PLANNED = `('日间巡视', '夜间巡视', '喂水饮水提醒', '防走失点名', '床栏与呼叫器检查', '开窗通风', '洗脸洗手', '协助穿脱衣', '义齿清洁',
  '梳头剃须', '会阴清洁', '餐前准备与餐后清洁', '送餐到房', '减压垫检查', '居室清洁', '衣物洗涤', '整理衣柜', '轮椅助行器清洁',
  '轮椅户外活动', '站立步行训练', '手指操', '怀旧活动')`

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
  // Begun in the evening it has tomorrow as well: the night that makes it is over.
  const last = timeText(now).slice(11) >= NIGHT ? -1 : 0
  for (let back = DAYS_BACK; back >= last; back -= 1) {
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

/** So many of each building share its rooms, each about the same work. */
const OF_A_BUILDING = 12
const SERVES = {
  松鹤楼护理组: [
    '张翠兰',
    '马春花',
    '李晓梅',
    '陆小燕',
    '蒋秋菊',
    '沈桂花',
    '韩玉珍',
    '冯彩霞',
    '曹美玲',
    '彭小红',
    '董桂英',
    '袁丽萍',
  ],
  长青楼护理组: [
    '王桂香',
    '高志远',
    '周岚',
    '丁力',
    '邓巧云',
    '傅金凤',
    '薛春梅',
    '贾素芳',
    '魏国强',
    '叶红英',
    '阎秀云',
    '余菊香',
  ],
  康宁楼护理组: [
    '陈秀珍',
    '单文静',
    '许佳慧',
    '唐婉',
    '潘冬梅',
    '杜爱华',
    '戴月娥',
    '夏翠萍',
    '钟志明',
    '汪玉琴',
    '田秋香',
    '任彩云',
  ],
} as const

/** Practised hands are a little quicker than planned. */
const PACE = 0.55

// Who did it: whoever serves those rooms of that floor; when: one after the other, as soon as it may be done; what was not: by
// chance that is the same in every installation.
const TASKS = `with times as materialized (
  select * from unnest($2::text[], $3::text[], $4::timestamptz[], $5::smallint[], $6::timestamptz[], $7::timestamptz[])
    as x(level_id, project_id, plan_time, minutes, open_from, due_until)
), work as (
  select level_id, sum(minutes) as minutes from times where plan_time >= ($9::timestamptz)::date group by level_id
), shared as (
  select p.oldman_id, ($8::text[])[coalesce(array_position($10::text[], d.dept_name) - 1, 0) * ${OF_A_BUILDING}
    + ceil(${OF_A_BUILDING}.0 * (sum(w.minutes) over (partition by o.dept_id order by r.room_name, p.oldman_id) - w.minutes / 2.0)
      / sum(w.minutes) over (partition by o.dept_id))::int] as worker_id
  from care_plan p join work w on w.level_id = p.level_id
  join oldman o on o.org_id = p.org_id and o.oldman_id = p.oldman_id
  left join bed b on b.org_id = o.org_id and b.bed_id = o.current_bed_id
  left join room r on r.org_id = b.org_id and r.room_id = b.room_id
  left join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id where p.org_id = $1
), planned as materialized (
  select p.org_id, left(md5(md5(p.plan_id || ':' || x.project_id) || ':' || (extract(epoch from x.plan_time) * 1000)::bigint), 26)
      || to_char(x.plan_time, 'YYMMDD') as task_id, md5(p.plan_id || ':' || x.project_id) as item_id, p.plan_id, p.oldman_id, x.*,
    (hashtext(p.oldman_id || x.project_id || x.plan_time::text) & 2147483647) % 1000 as k,
    s.worker_id
  from care_plan p join times x on x.level_id = p.level_id and x.plan_time >= p.start_date
    and (x.plan_time >= ($9::timestamptz)::date or (hashtext(p.oldman_id) & 2147483647) % ${SOME} = 0)
  join shared s on s.oldman_id = p.oldman_id where p.org_id = $1
), paced as (
  select p.*, greatest(p.open_from, p.plan_time - interval '15 minutes') as ready,
    sum(p.minutes * ${PACE}) over line as work
  from planned p window line as (partition by p.worker_id order by p.plan_time, p.task_id)
), told as materialized (
  select w.*, coalesce(${awayAt('w', '$9::timestamptz')}, case
      when w.plan_time > $9::timestamptz - interval '10 minutes' then 'WAITING'
      when w.due_until > $9::timestamptz and w.k % 23 = 1 then 'WAITING'
      when w.due_until < $9::timestamptz and w.k < 4 then 'MISSED'
      when w.k < 12 then 'REFUSED' else 'DONE' end) as state,
    least($9::timestamptz, w.due_until, to_timestamp(60 * (w.work + max(extract(epoch from w.ready) / 60 - w.work + w.minutes * ${PACE})
      over (partition by w.worker_id order by w.plan_time, w.task_id)))) as done_at
  from paced w
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

/** Each elder has one who always cares for them: the days to come are shared like this one, not all left to who is on duty. */
const OWN_WORKER = `update care_plan_item i set worker_id = t.worker_id
from (select distinct plan_id, worker_id from care_task where org_id = $1 and worker_id is not null) t
where i.org_id = $1 and i.plan_id = t.plan_id`

/** After the outings: who was away had nothing to be done. */
export default demoPart(63, async (tx, demo) => {
  const now = Date.now()
  await prepareCareParts(tx.client, now)
  const plans = await tx.client.query(PLANS, [demo.orgId, demo.staff('何静')])
  await tx.client.query(ITEMS, [demo.orgId])
  const times = await timesOf(tx, demo.orgId, now)
  const workers = Object.values(SERVES).flatMap((names) => names.map((name) => demo.staff(name)))
  const made = await tx.client.query(TASKS, [demo.orgId, ...times, workers, timeText(now), Object.keys(SERVES)])
  await tx.client.query(OWN_WORKER, [demo.orgId])
  tx.log({ remark: `启用护理计划 ${plans.rowCount} 份，记录护理执行 ${made.rowCount} 条`, targetType: 'carePlan' })
})
