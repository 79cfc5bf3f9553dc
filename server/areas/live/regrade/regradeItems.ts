// The items of the new plan, from the package of the new level, the plan so far and what was decided for this elder; and what
// differs between two plans, line by line. Pure.
import type { RegradeChoice, RegradeItem } from '#contract/live/regrade'
import { ItemChange, type ItemChangeValue } from '#contract/live/regradeWords'
import { type FrequencyData, plainFrequency } from '#contract/nursing/frequency'
import type { NewCarePlanItem } from '#contract/nursing/plan'
import type { CarePicture, NamedProject, PicturedItem } from '#server/areas/nursing/public'

export interface Packages {
  /** What the level so far has; empty where there is none. */
  before: readonly NewCarePlanItem[]
  after: readonly NewCarePlanItem[]
}

const has = (all: readonly { projectId: string }[], projectId: string) => all.some((one) => one.projectId === projectId)

/**
 * Projects of the new level come as it has them; what was agreed for this elder beside the old level stays; what only the old
 * level had goes. A choice comes before all that. Who always does it, and what is to be minded, stay with a project.
 */
export function newItems(
  packages: Packages,
  held: readonly PicturedItem[],
  choices: readonly RegradeChoice[],
): NewCarePlanItem[] {
  const chosen = new Map(choices.map((one) => [one.projectId, one]))
  const kept = new Map(held.map((one) => [one.projectId, one]))
  const own = held.filter(
    (one) => one.enabled && !has(packages.after, one.projectId) && !has(packages.before, one.projectId),
  )
  const base = new Map<string, FrequencyData>([
    ...packages.after.map((one) => [one.projectId, one.frequency] as const),
    ...own.map((one) => [one.projectId, one.frequency] as const),
  ])
  for (const { projectId, leave, frequency } of choices) {
    if (leave) base.delete(projectId)
    else {
      const wanted = frequency ?? base.get(projectId) ?? kept.get(projectId)?.frequency
      if (wanted) base.set(projectId, wanted)
    }
  }
  return [...base].map(([projectId, frequency]) => {
    const before = kept.get(projectId)
    const plain = plainFrequency(chosen.get(projectId)?.frequency ?? frequency)
    return { projectId, frequency: plain, workerId: before?.workerId ?? null, remark: before?.remark ?? null }
  })
}

const same = (a: FrequencyData, b: FrequencyData) =>
  JSON.stringify(plainFrequency(a)) === JSON.stringify(plainFrequency(b))

const ORDER: readonly ItemChangeValue[] = [
  ItemChange.is.changed,
  ItemChange.is.added,
  ItemChange.is.gone,
  ItemChange.is.left,
  ItemChange.is.same,
]

const rounded = (times: number) => Math.round(times * 100) / 100

export type LeftOut = NamedProject & { frequency: FrequencyData }

interface Ground {
  packages: Packages
  choices: readonly RegradeChoice[]
  /** Of the new level and not taken. */
  left: readonly LeftOut[]
}

function groundOf(projectId: string, change: ItemChangeValue, { packages, choices }: Ground): string {
  const choice = choices.find((one) => one.projectId === projectId)
  if (choice) return choice.ground
  if (change === ItemChange.is.same) return has(packages.after, projectId) ? '等级套餐' : '个别约定，保留'
  if (change === ItemChange.is.gone) return '新等级不含'
  return has(packages.after, projectId) ? '等级套餐' : '个别约定'
}

/** Line by line, what changes first. */
export function itemRows(before: CarePicture, after: CarePicture, ground: Ground): RegradeItem[] {
  const old = new Map(before.items.map((one) => [one.projectId, one]))
  const now = new Map(after.items.map((one) => [one.projectId, one]))
  const rows = [...new Set([...now.keys(), ...old.keys()])].map((projectId): RegradeItem => {
    const [was, is] = [old.get(projectId), now.get(projectId)]
    const change = !was
      ? ItemChange.is.added
      : !is
        ? ItemChange.is.gone
        : same(was.frequency, is.frequency)
          ? ItemChange.is.same
          : ItemChange.is.changed
    const shown = (is ?? was)!
    return {
      change,
      projectId,
      projectName: shown.projectName,
      categoryName: shown.categoryName,
      minutes: shown.minutes,
      before: was?.frequency ?? null,
      after: is?.frequency ?? null,
      timesBefore: rounded(was?.timesPerDay ?? 0),
      timesAfter: rounded(is?.timesPerDay ?? 0),
      ground: groundOf(projectId, change, ground),
    }
  })
  const left = ground.left
    .filter((one) => !old.has(one.projectId) && !now.has(one.projectId))
    .map(
      ({ frequency, ...one }): RegradeItem => ({
        ...one,
        change: ItemChange.is.left,
        before: null,
        after: frequency,
        timesBefore: 0,
        timesAfter: 0,
        ground: groundOf(one.projectId, ItemChange.is.left, ground),
      }),
    )
  return [...rows, ...left].sort((a, b) => ORDER.indexOf(a.change) - ORDER.indexOf(b.change))
}
