// How the plans of an elder stand, kept by whoever changes them and may have to put them back.
import type pg from 'pg'
import { dayText, timeText } from '#contract/kit/clock'
import { CarePlanState, type CarePlanStateValue } from '#contract/nursing/plan'
import { refreshTasks } from '#server/areas/nursing/task/taskTopUp'
import type { Tx } from '#server/kit/caller'

type Client = pg.Pool | pg.ClientBase

export interface PlanImage {
  planId: string
  state: CarePlanStateValue
  startDate: string
  endDate: string | null
  version: number
}

export interface CareImage {
  plans: PlanImage[]
  /** Tasks to come that somebody gave to somebody by hand. */
  assigned: { taskId: string; workerId: string }[]
}

const PLANS = `select plan_id as "planId", state, start_date as "startDate", end_date as "endDate", version from care_plan
where org_id = $1 and oldman_id = $2 and state <> '${CarePlanState.is.DRAFT}' order by plan_id`
const ASSIGNED = `select task_id as "taskId", worker_id as "workerId" from care_task where org_id = $1 and oldman_id = $2
  and plan_time >= $3 and assigned and worker_id is not null and execution_id is null order by task_id`

/** As they stand now; with what was assigned from a day on. */
export async function careImage(client: Client, orgId: string, oldmanId: string, day: string): Promise<CareImage> {
  const [plans, assigned] = await Promise.all([
    client.query<PlanImage>({ name: 'care_image_plans', text: PLANS, values: [orgId, oldmanId] }),
    client.query<CareImage['assigned'][number]>({
      name: 'care_image_assigned',
      text: ASSIGNED,
      values: [orgId, oldmanId, `${day} 00:00:00`],
    }),
  ])
  return { plans: plans.rows, assigned: assigned.rows }
}

const DONE = `select count(*)::int as done from care_task where org_id = $1 and oldman_id = $2 and plan_id = $3
  and plan_time >= $4 and execution_id is not null`

/** How many tasks of a plan have been recorded. */
export async function doneOf(client: Client, orgId: string, plan: { oldmanId: string; planId: string; from: string }) {
  const found = await client.query<{ done: number }>({
    name: 'care_plan_done',
    text: DONE,
    values: [orgId, plan.oldmanId, plan.planId, `${plan.from} 00:00:00`],
  })
  return found.rows[0]!.done
}

/** Whether the plans are still as the change left them; a plan whose last day has passed has been ended by the night. */
export function plansStand(now: readonly PlanImage[], then: readonly PlanImage[], today = dayText()): boolean {
  const known = new Map(now.map((one) => [one.planId, one]))
  return (
    now.length === then.length &&
    then.every((was) => {
      const is = known.get(was.planId)
      if (!is || is.startDate !== was.startDate || is.endDate !== was.endDate) return false
      const over = was.endDate !== null && was.endDate < today
      return is.state === was.state ? is.version === was.version || over : over && is.state === CarePlanState.is.ENDED
    })
  )
}

const BACK = `update care_plan set state = $3, end_date = $4, version = version + 1 where org_id = $1 and plan_id = $2`
const SINCE = `update care_plan_item set since = greatest(since, $3::timestamptz) where org_id = $1 and plan_id = $2 and active`
const REMOVE = 'delete from care_plan where org_id = $1 and plan_id = $2'
const CLOSE = `update care_plan set state = '${CarePlanState.is.ENDED}', end_date = greatest(start_date, $3::date - 1),
  version = version + 1 where org_id = $1 and plan_id = $2`
const GIVE = `update care_task t set worker_id = x.worker, assigned = true from unnest($2::text[], $3::text[]) as x(id, worker)
where t.org_id = $1 and t.task_id = x.id and t.plan_time > $4 and t.execution_id is null`

/**
 * The plans as they were before. One that was made by the change and has not begun never was; one that has begun ends, and
 * what held before goes on from now: tasks of hours that have passed are not made up.
 */
export async function restoreCare(
  tx: Tx,
  oldmanId: string,
  { before, after }: { before: CareImage; after: CareImage },
): Promise<void> {
  const today = dayText()
  const old = new Map(before.plans.map((one) => [one.planId, one]))
  const made = after.plans.filter((one) => !old.has(one.planId))
  for (const one of made) {
    if (one.startDate > today) await tx.client.query(REMOVE, [tx.orgId, one.planId])
    else await tx.client.query(CLOSE, [tx.orgId, one.planId, today])
  }
  for (const was of before.plans) {
    const is = after.plans.find((one) => one.planId === was.planId)
    if (!is || (is.state === was.state && is.endDate === was.endDate)) continue
    const over = was.endDate !== null && was.endDate < today
    await tx.client.query(BACK, [tx.orgId, was.planId, over ? CarePlanState.is.ENDED : was.state, was.endDate])
    if (made.some((one) => one.startDate <= today)) {
      await tx.client.query(SINCE, [tx.orgId, was.planId, timeText()])
    }
  }
  await refreshTasks(tx, [oldmanId])
  if (before.assigned.length === 0) return
  await tx.client.query(GIVE, [
    tx.orgId,
    before.assigned.map((one) => one.taskId),
    before.assigned.map((one) => one.workerId),
    timeText(),
  ])
}
