// What a change of a level's projects would do: which elders' plans follow is found by the very SQL that makes them follow,
// and their tasks by the code that makes tasks. Writes nothing.
import type pg from 'pg'
import { dayText } from '#contract/kit/clock'
import type { Shifts } from '#contract/nursing/frequency'
import type { LevelPreviewData } from '#contract/nursing/level'
import { daysAfter } from '#contract/nursing/levelChange'
import { differenceOf, type LivedDays, type PlannedItem, timesOn } from '#server/areas/nursing/task/planned'
import { eldersOf, itemsOf } from '#server/areas/nursing/task/taskFacts'
import { type Fate, fatesOf, type LevelItem } from './levelPlans.ts'

/** How far ahead a change is counted. */
const LOOKED_AHEAD = 7

type Known = Pick<PlannedItem, 'minutes' | 'window'> & { enabled: boolean }

/** The items of a plan as they would be; `known` are the projects that the level would have. */
function followed(
  items: readonly PlannedItem[],
  fates: readonly Fate[],
  known: ReadonlyMap<string, Known>,
  now: number,
): PlannedItem[] {
  const fateOf = new Map(fates.map((one) => [one.projectId, one]))
  const kept = items.flatMap((item) => {
    const fate = fateOf.get(item.projectId)
    if (!fate || fate.what === 'add') return [item]
    return fate.what === 'remove' ? [] : [{ ...item, frequency: fate.frequency, since: now }]
  })
  const added = fates.flatMap((fate) => {
    const project = known.get(fate.projectId)
    if (fate.what !== 'add' || !project?.enabled) return []
    const { planId, oldmanId, startDate, endDate, projectId, frequency } = fate
    const own = { itemId: projectId, planId, oldmanId, projectId, frequency, startDate, endDate }
    return [{ ...own, minutes: project.minutes, window: project.window, workerId: null, since: now }]
  })
  return [...kept, ...added]
}

const byElder = <T extends { oldmanId: string }>(all: readonly T[]): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const one of all) groups.set(one.oldmanId, [...(groups.get(one.oldmanId) ?? []), one])
  return groups
}

interface Change {
  before: readonly LevelItem[]
  after: readonly (LevelItem & Known)[]
  shifts: Shifts
}

export type TaskEffect = Pick<LevelPreviewData, 'touched' | 'before' | 'after' | 'added' | 'removed' | 'moved' | 'days'>

export async function effectOf(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  levelId: string,
  { before, after, shifts }: Change,
): Promise<TaskEffect> {
  const now = Date.now()
  const days = [dayText(now), ...daysAfter(dayText(now), LOOKED_AHEAD)]
  const fates = byElder(await fatesOf(client, orgId, levelId, before, after))
  const ids = [...fates.keys()]
  const [elders, items] = await Promise.all([
    eldersOf(client, orgId, ids),
    itemsOf(client, orgId, ids, [days[0]!, days.at(-1)!]),
  ])
  const lived = new Map<string, readonly LivedDays[]>(elders.map((one) => [one.oldmanId, one.lived]))
  const livedBy = (oldmanId: string) => lived.get(oldmanId) ?? []
  const planned = byElder(items)
  const known = new Map(after.map((one) => [one.projectId, one]))
  const effect: TaskEffect = { touched: 0, before: 0, after: 0, added: 0, removed: 0, moved: 0, days: [] }
  const touched = new Set<string>()
  const pairs = ids.map((oldmanId) => {
    const old = planned.get(oldmanId) ?? []
    const plans = new Set(fates.get(oldmanId)!.map((one) => one.planId))
    const next = [...plans].flatMap((planId) =>
      followed(
        old.filter((one) => one.planId === planId),
        fates.get(oldmanId)!.filter((one) => one.planId === planId),
        known,
        now,
      ),
    )
    return { oldmanId, old: old.filter((one) => plans.has(one.planId)), next }
  })
  const clocks = pairs.map(() => ({ before: 0, after: 0 }))
  for (const day of days) {
    const sum = { day, added: 0, removed: 0, moved: 0 }
    for (const [at, { oldmanId, old, next }] of pairs.entries()) {
      // Of today only what is still to come follows.
      const [was, is] = [old, next].map((all) =>
        timesOn(all, livedBy, day, shifts).flatMap(({ item, clock, planTime }) =>
          planTime > now ? [{ projectId: item.projectId, clock }] : [],
        ),
      ) as [{ projectId: string; clock: string }[], { projectId: string; clock: string }[]]
      const { added, removed, moved } = differenceOf(was, is)
      if (added.length + removed.length + moved.length > 0) touched.add(oldmanId)
      sum.added += added.length
      sum.removed += removed.length
      sum.moved += moved.length
      if (day === days[0]) continue
      clocks[at]!.before += was.length
      clocks[at]!.after += is.length
    }
    effect.days.push(sum)
    if (day === days[0]) continue
    effect.added += sum.added
    effect.removed += sum.removed
    effect.moved += sum.moved
  }
  for (const [at, { oldmanId }] of pairs.entries()) {
    if (!touched.has(oldmanId)) continue
    effect.before += clocks[at]!.before
    effect.after += clocks[at]!.after
  }
  return { ...effect, touched: touched.size }
}
