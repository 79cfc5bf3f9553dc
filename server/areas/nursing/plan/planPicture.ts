// The care of one elder on a day as it stands in the database: plan, items, tasks and who does them. Read before and after a
// change inside one transaction it says what the change does, by the code that makes the tasks.
import type pg from 'pg'
import { momentOf } from '#contract/kit/clock'
import type { FrequencyData } from '#contract/nursing/frequency'
import { CarePlanState } from '#contract/nursing/plan'
import { shiftsOf } from '#server/areas/nursing/task/houseShifts'
import { averageTimes, type PlannedItem, tasksOn } from '#server/areas/nursing/task/planned'
import { staffNames } from '#server/areas/nursing/task/staffNames'
import { eldersOf, itemsOf } from '#server/areas/nursing/task/taskFacts'
import { workersOf } from '#server/areas/nursing/task/taskMake'
import { planItems } from './planRead.ts'

type Client = pg.Pool | pg.ClientBase

export interface PicturedPlan {
  nursingPlanId: string
  levelName: string
  startDate: string
  endDate: string | null
  version: number
}

export interface PicturedItem {
  projectId: string
  projectName: string
  categoryName: string
  minutes: number
  frequency: FrequencyData
  workerId: string | null
  remark: string | null
  /** A project that was switched off makes no tasks. */
  enabled: boolean
  /** On an average day; nothing for a project that is switched off. */
  timesPerDay: number
}

export interface PicturedTask {
  hour: number
  minutes: number
  workerId: string | null
}

export interface CarePicture {
  /** The one that is enabled on that day. */
  plan: PicturedPlan | null
  items: PicturedItem[]
  minutesPerDay: number
  tasks: PicturedTask[]
}

const COLUMNS = `p.plan_id as "nursingPlanId", l.level_name as "levelName", p.start_date as "startDate", p.end_date as "endDate", p.version
from care_plan p join nursing_level l on l.org_id = p.org_id and l.level_id = p.level_id`
const PLAN = `select ${COLUMNS} where p.org_id = $1 and p.oldman_id = $2 and p.state = '${CarePlanState.is.ON}' and p.start_date <= $3
  and (p.end_date is null or p.end_date >= $3)`

const HOUR_MS = 3_600_000

export async function careOn(client: Client, orgId: string, oldmanId: string, day: string): Promise<CarePicture> {
  const shifts = await shiftsOf(client, orgId)
  const [found, elders, planned] = await Promise.all([
    client.query<PicturedPlan>({ name: 'care_picture_plan', text: PLAN, values: [orgId, oldmanId, day] }),
    eldersOf(client, orgId, [oldmanId]),
    itemsOf(client, orgId, [oldmanId], [day, day]),
  ])
  const plan = found.rows[0] ?? null
  const stored = plan ? await planItems(client, orgId, plan.nursingPlanId) : []
  const times = averageTimes(day, shifts)
  const tasks = tasksOn(planned, () => elders[0]?.lived ?? [], day, shifts)
  const workers = await workersOf(client, orgId, tasks, new Map(elders.map((one) => [one.oldmanId, one])))
  const midnight = momentOf(day)
  const items = stored.map(({ projectId, projectName, categoryName, minutes, projectEnabled, ...rest }) => ({
    projectId,
    projectName,
    categoryName,
    minutes,
    frequency: rest.frequency,
    workerId: rest.workerId,
    remark: rest.remark,
    enabled: projectEnabled,
    timesPerDay: projectEnabled ? times(rest.frequency) : 0,
  }))
  return {
    plan,
    items,
    minutesPerDay: Math.round(items.reduce((sum, one) => sum + one.timesPerDay * one.minutes, 0)),
    tasks: tasks.map(({ item, planTime }, at) => ({
      hour: Math.floor((planTime - midnight) / HOUR_MS),
      minutes: item.minutes,
      workerId: workers[at] ?? null,
    })),
  }
}

/** A plan as it stands now. */
export async function picturedPlan(client: Client, orgId: string, planId: string): Promise<PicturedPlan | null> {
  const text = `select ${COLUMNS} where p.org_id = $1 and p.plan_id = $2`
  const found = await client.query<PicturedPlan>({ name: 'care_picture_one', text, values: [orgId, planId] })
  return found.rows[0] ?? null
}

const NAMED = `select c.project_id as "projectId", c.project_name as "projectName", g.category_name as "categoryName", c.minutes
from care_project c join care_category g on g.org_id = c.org_id and g.category_id = c.category_id
where c.org_id = $1 and c.project_id = any($2)`

export interface NamedProject {
  projectId: string
  projectName: string
  categoryName: string
  minutes: number
}

export async function namedProjects(client: Client, orgId: string, ids: readonly string[]): Promise<NamedProject[]> {
  const found = await client.query<NamedProject>({ name: 'care_projects_named', text: NAMED, values: [orgId, ids] })
  return found.rows
}

export interface WorkedDay {
  workerId: string
  workerName: string
  elders: number
  minutes: number
}

const PLANNED = `select distinct oldman_id as "oldmanId" from care_plan where org_id = $1 and state = '${CarePlanState.is.ON}'
  and start_date <= $2 and (end_date is null or end_date >= $2) and oldman_id <> $3`

/** What these caregivers have to do on a day for everybody but one elder, from the plans that hold then. */
export async function workOf(
  client: Client,
  orgId: string,
  workerIds: readonly string[],
  { day, butFor }: { day: string; butFor: string },
): Promise<WorkedDay[]> {
  if (workerIds.length === 0) return []
  const found = await client.query<{ oldmanId: string }>({
    name: 'care_planned_on',
    text: PLANNED,
    values: [orgId, day, butFor],
  })
  const ids = found.rows.map((row) => row.oldmanId)
  const [shifts, elders, items] = [
    await shiftsOf(client, orgId),
    await eldersOf(client, orgId, ids),
    await itemsOf(client, orgId, ids, [day, day]),
  ]
  const known = new Map(elders.map((one) => [one.oldmanId, one]))
  const tasks = tasksOn(items as readonly PlannedItem[], (oldmanId) => known.get(oldmanId)?.lived ?? [], day, shifts)
  const workers = await workersOf(client, orgId, tasks, known)
  const names = new Map(
    (await staffNames(client, orgId, workerIds)).map((one) => [one.workerId, one.workerName] as const),
  )
  return workerIds.map((workerId) => {
    const own = tasks.filter((_, at) => workers[at] === workerId)
    return {
      workerId,
      workerName: names.get(workerId) ?? '已离职',
      elders: new Set(own.map((task) => task.item.oldmanId)).size,
      minutes: own.reduce((sum, task) => sum + task.item.minutes, 0),
    }
  })
}
