// Tasks follow the plans: those of today and tomorrow are brought in line with what holds now. What was recorded is never
// touched, and of what is past nothing is taken away. Done twice it changes nothing, so that the night, a plan that is saved,
// an outing and a check-out all call the same.
import type pg from 'pg'
import { DAY_MS, dayText, timeText } from '#contract/kit/clock'
import { OUTING_REAL } from '#contract/live/outingMoves'
import type { Shifts } from '#contract/nursing/frequency'
import { HOSPITAL_OUTING } from '#contract/nursing/task'
import { shiftsOf } from './houseShifts.ts'
import { type PlannedTask, tasksOn } from './planned.ts'
import { eldersOf, itemsOf } from './taskFacts.ts'
import { whoServes } from './whoServes.ts'

/** Everything about one elder happens one after the other: moves, plans and the night lock the same row. */
const LOCK = `select oldman_id from oldman where org_id = $1 and oldman_id = any($2) order by oldman_id for no key update`

const DESIRED = `desired as materialized (select * from unnest($3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::text[],
  $9::smallint[], $10::timestamptz[], $11::timestamptz[], $12::text[])
  as d(task_id, plan_time, item_id, plan_id, oldman_id, project_id, minutes, open_from, due_until, worker_id))`

/** What stands for these elders from today on. Nobody else makes tasks of theirs meanwhile; presses only record. */
const STANDING = `select t.task_id as "taskId", t.item_id as "itemId", t.plan_time as "planTime", t.minutes, t.open_from as "openFrom",
  t.due_until as "dueUntil", t.worker_id as "workerId", t.assigned, t.execution_id is not null as recorded
from care_task t where t.org_id = $1 and t.oldman_id = any($2) and t.plan_time >= $3`

interface Standing {
  taskId: string
  itemId: string
  planTime: string
  minutes: number
  openFrom: string
  dueUntil: string
  workerId: string | null
  assigned: boolean
  recorded: boolean
}

/** What nobody planned any more and has not come yet. */
const DROP = `delete from care_task t where t.org_id = $1 and t.task_id = any($2) and t.plan_time > $3 and t.execution_id is null`

/**
 * Of days that the elder turned out not to live here: nothing was to be done. The morning of the last day counts. Whoever has
 * lived here all the time is not looked at task by task.
 */
const LEFT = `delete from care_task t where t.org_id = $1 and t.oldman_id = any(array(select e from unnest($2::text[]) e where not exists (
    select from stay s where s.org_id = $1 and s.oldman_id = e and s.end_date is null and s.start_date <= ($3::timestamptz - interval '31 days')::date)))
  and t.plan_time > $3::timestamptz - interval '31 days'
  and t.execution_id is null and not exists (select from stay s where s.org_id = t.org_id and s.oldman_id = t.oldman_id
    and s.start_date <= t.plan_time::date and (s.end_date is null or t.plan_time::date < s.end_date
      or (t.plan_time::date = s.end_date and t.state = 'MISSED')))`

const ADD = `with ${DESIRED}
insert into care_task as t (org_id, task_id, plan_time, item_id, plan_id, oldman_id, project_id, minutes, open_from, due_until, worker_id)
select $1, d.task_id, d.plan_time, d.item_id, d.plan_id, d.oldman_id, d.project_id, d.minutes, d.open_from, d.due_until, d.worker_id
from desired d
on conflict (org_id, item_id, plan_time) do update set minutes = excluded.minutes, open_from = excluded.open_from,
  due_until = excluded.due_until, worker_id = case when t.assigned then t.worker_id else excluded.worker_id end
where t.execution_id is null and t.plan_time > $2 and (t.minutes, t.open_from, t.due_until, t.worker_id) is distinct from
  (excluded.minutes, excluded.open_from, excluded.due_until, case when t.assigned then t.worker_id else excluded.worker_id end)`

/**
 * SQL: whether the elder of task `t` was away at its time, and how; `now` is a moment. Who should be back and is not stays
 * away until somebody says otherwise.
 */
export const awayAt = (
  t: string,
  now: string,
) => `(select case when u.out_type = '${HOSPITAL_OUTING}' then 'HOSPITAL' else 'OUT' end
  from outing u where u.org_id = ${t}.org_id and u.oldman_id = ${t}.oldman_id and u.state in (${OUTING_REAL})
    and u.actual_out <= ${t}.plan_time and case when u.actual_return is not null then u.actual_return > ${t}.plan_time
      else u.plan_return > ${t}.plan_time or u.plan_return <= ${now} end limit 1)`

/** SQL: the state of a task `t` of which nothing was recorded. */
export const stateNow = (t: string, now: string) =>
  `coalesce(${awayAt(t, now)}, case when ${t}.due_until < ${now} then 'MISSED' else 'WAITING' end)`

/** Of those who were not out at all in that time nothing is looked up but the clock. */
const STATE_BY_ALL = `case when t.oldman_id in (select oldman_id from away) then ${stateNow('t', '$3::timestamptz')}
  when t.due_until < $3::timestamptz then 'MISSED' else 'WAITING' end`
const RESTATE = `with away as materialized (select distinct u.oldman_id from outing u where u.org_id = $1 and u.oldman_id = any($2)
  and u.state in (${OUTING_REAL}) and (u.actual_return is null or u.actual_return > $3::timestamptz - interval '31 days'))
update care_task t set state = ${STATE_BY_ALL}, state_at = $3
where t.org_id = $1 and t.oldman_id = any($2) and t.plan_time > $3::timestamptz - interval '31 days' and t.execution_id is null
  and t.state <> ${STATE_BY_ALL}`

const columnsOf = (tasks: readonly PlannedTask[], workers: readonly (string | null)[]) => [
  tasks.map((one) => one.taskId),
  tasks.map((one) => timeText(one.planTime)),
  tasks.map((one) => one.item.itemId),
  tasks.map((one) => one.item.planId),
  tasks.map((one) => one.item.oldmanId),
  tasks.map((one) => one.item.projectId),
  tasks.map((one) => one.item.minutes),
  tasks.map((one) => timeText(one.openFrom)),
  tasks.map((one) => timeText(one.dueUntil)),
  workers,
]

export interface Brought {
  added: number
  removed: number
  /** Waiting, away or missed: by what is known now. */
  restated: number
}

const BATCH = 5_000

/** Ids of tasks that are planned no more, and the numbers of those that are missing or stand otherwise than planned. */
function differing(
  standing: readonly Standing[],
  tasks: readonly PlannedTask[],
  workers: readonly (string | null)[],
  now: string,
): { gone: string[]; wanted: number[] } {
  const there = new Map(standing.map((one) => [`${one.itemId} ${one.planTime}`, one]))
  const wanted: number[] = []
  for (const [n, task] of tasks.entries()) {
    const key = `${task.item.itemId} ${timeText(task.planTime)}`
    const one = there.get(key)
    there.delete(key)
    const stands =
      one &&
      (one.recorded ||
        one.planTime <= now ||
        (one.minutes === task.item.minutes &&
          one.openFrom === timeText(task.openFrom) &&
          one.dueUntil === timeText(task.dueUntil) &&
          (one.assigned || one.workerId === workers[n])))
    if (!stands) wanted.push(n)
  }
  const gone = [...there.values()].flatMap((one) => (one.planTime > now && !one.recorded ? one.taskId : []))
  return { gone, wanted }
}

/** Within a transaction. `now` in milliseconds. */
export async function bringTasksInLine(
  client: pg.ClientBase,
  orgId: string,
  oldmanIds: readonly string[],
  { now, shifts: known }: { now: number; shifts?: Shifts },
): Promise<Brought> {
  await client.query({ name: 'care_lock', text: LOCK, values: [orgId, oldmanIds] })
  const [today, tomorrow] = [dayText(now), dayText(now + DAY_MS)]
  const shifts = known ?? (await shiftsOf(client, orgId))
  const [elders, items] = await Promise.all([
    eldersOf(client, orgId, oldmanIds),
    itemsOf(client, orgId, oldmanIds, [today, tomorrow]),
  ])
  const byId = new Map(elders.map((one) => [one.oldmanId, one]))
  const livedBy = (oldmanId: string) => byId.get(oldmanId)?.lived ?? []
  const tasks = [today, tomorrow].flatMap((day) => tasksOn(items, livedBy, day, shifts))
  const workers = await workersOf(client, orgId, tasks, byId)
  const at = timeText(now)
  const standing = await client.query<Standing>({
    name: 'care_standing',
    text: STANDING,
    values: [orgId, oldmanIds, `${today} 00:00:00`],
  })
  const { gone, wanted } = differing(standing.rows, tasks, workers, at)
  const dropped =
    gone.length > 0 ? await client.query({ name: 'care_drop', text: DROP, values: [orgId, gone, at] }) : null
  const left = await client.query({ name: 'care_left', text: LEFT, values: [orgId, oldmanIds, at] })
  let added = 0
  for (let from = 0; from < wanted.length; from += BATCH) {
    const part = wanted.slice(from, from + BATCH)
    const columns = columnsOf(
      part.map((n) => tasks[n]!),
      part.map((n) => workers[n]!),
    )
    added += (await client.query({ name: 'care_add', text: ADD, values: [orgId, at, ...columns] })).rowCount ?? 0
  }
  const restated = await client.query({ name: 'care_restate', text: RESTATE, values: [orgId, oldmanIds, at] })
  return {
    added,
    removed: (dropped?.rowCount ?? 0) + (left.rowCount ?? 0),
    restated: restated.rowCount ?? 0,
  }
}

/** Whom the plan names, else whoever serves that bed at that hour. */
export async function workersOf(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  tasks: readonly PlannedTask[],
  elders: ReadonlyMap<string, { oldmanId: string; deptId: string | null; roomId: string | null; bedId: string | null }>,
): Promise<(string | null)[]> {
  const open = tasks.filter((one) => one.item.workerId === null && elders.has(one.item.oldmanId))
  const served = await whoServes(
    client,
    orgId,
    open.map((one) => ({ ...elders.get(one.item.oldmanId)!, at: one.planTime })),
  )
  const serving = new Map(open.map((one, at) => [one, served[at] ?? null]))
  return tasks.map((one) => one.item.workerId ?? serving.get(one) ?? null)
}
