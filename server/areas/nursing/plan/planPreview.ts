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
import { staffNames } from '#server/areas/nursing/task/staffNames'
import { eldersOf, itemsOf } from '#server/areas/nursing/task/taskFacts'
import { workersOf } from '#server/areas/nursing/task/taskMake'
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
  const after: PlannedItem[] = body.items.flatMap(({ projectId, frequency, workerId = null }) => {
    const project = projects.get(projectId)!
    const { minutes, window } = project
    const own = { itemId: projectId, planId: plan.nursingPlanId, oldmanId: plan.oldmanId, projectId, frequency }
    return project.enabled ? [{ ...own, minutes, window, workerId, startDate, endDate, since: 0 }] : []
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
  const known = new Map(elders.map((one) => [one.oldmanId, one]))
  const [oldWorkers, newWorkers] = [
    await workersOf(pool, who.orgId, old, known),
    await workersOf(pool, who.orgId, now, known),
  ]
  const staffed = await staffNames(pool, who.orgId, [...oldWorkers, ...newWorkers])
  const staff = new Map(staffed.map((one) => [one.workerId, one.workerName]))
  const [hadWhom, hasWhom] = [whoDoes(old, oldWorkers, staff), whoDoes(now, newWorkers, staff)]
  const fixed = new Set(body.items.flatMap((one) => (one.workerId ? [one.projectId] : [])))
  const difference = differenceOf(clocksIn(old, day), clocksIn(now, day))
  return {
    day,
    added: difference.added.map(named),
    removed: difference.removed.map(named),
    moved: difference.moved.map(named),
    handed: [...hasWhom].flatMap(([projectId, to]) => {
      const from = hadWhom.get(projectId)
      // What is new has had nobody: only whom the plan itself names is worth a word.
      if (from === undefined && !fixed.has(projectId)) return []
      return from === to ? [] : [named({ projectId, from: from ?? null, to })]
    }),
    tasksBefore: old.length,
    tasksAfter: now.length,
    minutesBefore: minutes(before),
    minutesAfter: minutes(after),
  }
}

/** By project who does it that day, in words; null where nobody is known. */
function whoDoes(
  tasks: readonly PlannedTask[],
  workers: readonly (string | null)[],
  staff: ReadonlyMap<string, string>,
): Map<string, string | null> {
  const names = new Map<string, Set<string>>()
  for (const [at, task] of tasks.entries()) {
    const all = names.get(task.item.projectId) ?? new Set()
    const name = staff.get(workers[at] ?? '')
    if (name) all.add(name)
    names.set(task.item.projectId, all)
  }
  return new Map([...names].map(([projectId, all]) => [projectId, [...all].sort().join('和') || null]))
}

const clocksIn = (tasks: readonly PlannedTask[], day: string) =>
  tasks.map((one) => {
    const minutes = Math.round((one.planTime - momentOf(day)) / 60_000)
    const clock = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
    return { projectId: one.item.projectId, clock }
  })
