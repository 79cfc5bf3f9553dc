// What a change of a plan would do tomorrow, by the code that makes the tasks.

import type { InputOf } from '#contract/kit/call'
import { DAY_MS, dayText, momentOf } from '#contract/kit/clock'
import type { CarePlanPreviewData, carePlan } from '#contract/nursing/plan'
import { shiftsOf } from '#server/areas/nursing/task/houseShifts'
import {
  averageTimes,
  differenceOf,
  type PlannedItem,
  type PlannedTask,
  tasksOn,
} from '#server/areas/nursing/task/planned'
import { eldersOf, itemsOf } from '#server/areas/nursing/task/taskFacts'
import type { Caller } from '#server/kit/caller'
import { checkItems } from './planItems.ts'
import { planDetail } from './planRead.ts'

const NAMES = 'select project_id as "projectId", project_name as "projectName" from care_project where org_id = $1'

/** As if the plan were enabled with these items; beside it stands what holds on that day now. */
export async function previewPlan(
  who: Caller,
  body: InputOf<typeof carePlan.calls.preview>,
): Promise<CarePlanPreviewData> {
  const { pool } = who.app
  const plan = await planDetail(pool, who, body.nursingPlanId)
  const startDate = body.startDate ?? plan.startDate
  const endDate = body.endDate === undefined ? plan.endDate : body.endDate
  const tomorrow = dayText(Date.now() + DAY_MS)
  const day = startDate > tomorrow ? startDate : tomorrow
  const projects = await checkItems(
    { client: pool, orgId: who.orgId },
    body.items,
    plan.items.map((one) => one.projectId),
  )
  const [shifts, elders, before, names] = await Promise.all([
    shiftsOf(pool, who.orgId),
    eldersOf(pool, who.orgId, [plan.oldmanId]),
    itemsOf(pool, who.orgId, [plan.oldmanId], [day, day]),
    pool.query<{ projectId: string; projectName: string }>({ name: 'care_names', text: NAMES, values: [who.orgId] }),
  ])
  const after: PlannedItem[] = body.items.flatMap(({ projectId, frequency }) => {
    const project = projects.get(projectId)!
    const { minutes, window } = project
    const own = { itemId: projectId, planId: plan.nursingPlanId, oldmanId: plan.oldmanId, projectId, frequency }
    return project.enabled ? [{ ...own, minutes, window, workerId: null, startDate, endDate, since: 0 }] : []
  })
  const lived = () => elders[0]?.lived ?? []
  const [old, now] = [tasksOn(before, lived, day, shifts), tasksOn(after, lived, day, shifts)]
  const times = averageTimes(day, shifts)
  const minutes = (items: readonly PlannedItem[]) =>
    Math.round(items.reduce((sum, one) => sum + times(one.frequency) * one.minutes, 0))
  const nameOf = new Map(names.rows.map((row) => [row.projectId, row.projectName]))
  const named = <T extends { projectId: string }>({ projectId, ...rest }: T) => ({
    projectName: nameOf.get(projectId) ?? '',
    ...rest,
  })
  const difference = differenceOf(clocksIn(old, day), clocksIn(now, day))
  return {
    day,
    added: difference.added.map(named),
    removed: difference.removed.map(named),
    moved: difference.moved.map(named),
    tasksBefore: old.length,
    tasksAfter: now.length,
    minutesBefore: minutes(before),
    minutesAfter: minutes(after),
  }
}

const clocksIn = (tasks: readonly PlannedTask[], day: string) =>
  tasks.map((one) => {
    const minutes = Math.round((one.planTime - momentOf(day)) / 60_000)
    const clock = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
    return { projectId: one.item.projectId, clock }
  })
