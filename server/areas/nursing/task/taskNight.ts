// What the clock does with tasks: at night it makes those of the next day, and of today what a stopped server left; every
// minute it notices what was missed. Each part is a transaction of its own and changes nothing when it is done again, so a
// server that dies on the way loses and doubles nothing.
import type pg from 'pg'
import { dayText, timeText } from '#contract/kit/clock'
import { careTask, TASKS_MADE_AT } from '#contract/nursing/task'
import type { AppContext } from '#server/kit/context'
import { defineCron, defineJob } from '#server/kit/jobDefinition'
import { prepareCareParts } from './careParts.ts'
import { shiftsOf } from './houseShifts.ts'
import { bringTasksInLine, stateNow } from './taskMake.ts'

/** Elders in one transaction: moves of theirs wait that long. */
const ELDERS_AT_ONCE = 300

// Across organisations: the night is the same for all of them.
const ORGS = `select distinct org_id as "orgId" from care_plan where state = 'ON' order by 1`
const ELDERS = `select distinct oldman_id as "oldmanId" from care_plan where org_id = $1 and state = 'ON' order by 1`
/** Its last day is over. */
const ENDED = `update care_plan set state = 'ENDED', version = version + 1 where org_id = $1 and state = 'ON' and end_date < $2`

export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const answer = await work(client)
    await client.query('commit')
    return answer
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

export async function makeTasksOf(pool: pg.Pool, orgId: string, now: number): Promise<number> {
  const shifts = await shiftsOf(pool, orgId)
  const found = await pool.query<{ oldmanId: string }>(ELDERS, [orgId])
  const elders = found.rows.map((row) => row.oldmanId)
  let added = 0
  for (let from = 0; from < elders.length; from += ELDERS_AT_ONCE) {
    const part = elders.slice(from, from + ELDERS_AT_ONCE)
    const brought = await inTransaction(pool, (client) => bringTasksInLine(client, orgId, part, { now, shifts }))
    added += brought.added
  }
  await pool.query(ENDED, [orgId, dayText(now)])
  return added
}

export async function makeTasks(app: Pick<AppContext, 'pool' | 'realtime' | 'log'>, now = Date.now()): Promise<number> {
  await prepareCareParts(app.pool, now)
  const orgs = await app.pool.query<{ orgId: string }>(ORGS)
  let added = 0
  for (const { orgId } of orgs.rows) {
    const made = await makeTasksOf(app.pool, orgId, now)
    if (made > 0) app.realtime.emit(orgId, careTask.events.changed, { tasks: [], oldmanIds: [] }, {})
    added += made
  }
  if (added > 0) app.log.info({ added }, 'care tasks made')
  return added
}

// Across organisations: one statement marks what nobody did in time, wherever it was.
const MISS = `update care_task t set state = s.state, state_at = $1 from (
  select w.org_id, w.task_id, w.plan_time, ${stateNow('w', '$1::timestamptz')} as state from care_task w
  where w.state = 'WAITING' and w.plan_time <= $1 and w.plan_time > $1::timestamptz - interval '31 days' and w.execution_id is null) s
where t.org_id = s.org_id and t.task_id = s.task_id and t.plan_time = s.plan_time and t.state = 'WAITING' and t.execution_id is null
  and t.plan_time <= $1 and t.plan_time > $1::timestamptz - interval '31 days'
  and s.state <> 'WAITING'
returning t.org_id as "orgId", t.oldman_id as "oldmanId"`

export async function markMissed(app: Pick<AppContext, 'pool' | 'realtime'>, now = Date.now()): Promise<number> {
  const found = await app.pool.query<{ orgId: string; oldmanId: string }>({
    name: 'care_miss',
    text: MISS,
    values: [timeText(now)],
  })
  const byOrg = new Map<string, Set<string>>()
  for (const { orgId, oldmanId } of found.rows) byOrg.set(orgId, (byOrg.get(orgId) ?? new Set()).add(oldmanId))
  for (const [orgId, oldmanIds] of byOrg) {
    app.realtime.emit(orgId, careTask.events.changed, { tasks: [], oldmanIds: [...oldmanIds] }, {})
  }
  return found.rowCount ?? 0
}

export const nightlyTasks = defineJob('nursing.tasks', (_payload, app) => makeTasks(app))
const [HOUR, MINUTE] = TASKS_MADE_AT.split(':').map(Number)
/** Before midnight for the day to come, and after it for what changed on the way or was left. */
export const tasksAtNight = defineCron(nightlyTasks, `${MINUTE} ${HOUR},0 * * *`, { makeUpHours: 24 })
export const missedTasks = defineJob('nursing.missed', (_payload, app) => markMissed(app))
export const missedEveryMinute = defineCron(missedTasks, '* * * * *', { makeUpHours: 0 })
