// A week in one answer: dishes with their conflicts, how many eat each meal, and what a day feeds.
import { dayText } from '#contract/kit/clock'
import { notFound } from '#contract/kit/refusal'
import { mealKey } from '#contract/nursing/dishConflict'
import type { DishConflictData, DishPlanItemData, DishWeekData, MealPortionsData } from '#contract/nursing/dishPlan'
import { DishPlanState, dishPlanMoves } from '#contract/nursing/dishPlanWords'
import type { DishSettingData } from '#contract/nursing/dishSetting'
import { addDays, mondayOf, weekDays } from '#contract/nursing/dishWeek'
import { DietTherapy, MealTexture, type MealTimeValue } from '#contract/nursing/mealWords'
import { dishSettingOf } from '#server/areas/nursing/dishSetting/dishSetting'
import { countsOf, mealCounts, type RowsByMeal } from '#server/areas/nursing/kitchen/mealCounts'
import type { Caller } from '#server/kit/caller'
import { type Judged, WeekConflicts } from './conflicts.ts'
import { type EatingElder, eatersOf } from './eaters.ts'
import {
  type AnswerRow,
  answersOfPlan,
  type Db,
  type ItemRow,
  itemsOfPlan,
  type PlanRow,
  planById,
  planOfWeek,
} from './weekRows.ts'

export const noPlan = () => notFound('这一周的菜谱')
export const noItem = () => notFound('这道排好的菜')

/** 松鹤楼 of 松鹤楼>2层>203室>02床. */
const buildingOf = (elder: EatingElder) => elder.bedPath?.split('>')[0] ?? null

export interface WholeWeek {
  plan: PlanRow | null
  weekStart: string
  items: ItemRow[]
  answers: AnswerRow[]
  setting: DishSettingData
  conflicts: WeekConflicts
  /** What is ordered, of a week that is published; the kitchen counts by the same statement. */
  counts: RowsByMeal | null
}

/** Everybody who eats, whoever asks; what names people looks at `seen`. */
export async function loadWeek(db: Db, who: Caller, weekStart: string, plan: PlanRow | null): Promise<WholeWeek> {
  const published = plan?.state === DishPlanState.is.PUBLISHED
  const [setting, elders, items, answers, counts] = await Promise.all([
    dishSettingOf(db, who.orgId),
    eatersOf(db, who, weekStart, addDays(weekStart, 6)),
    plan ? itemsOfPlan(db, who.orgId, plan.planId) : [],
    plan ? answersOfPlan(db, who.orgId, plan.planId) : [],
    published ? mealCounts(db, who.orgId, [weekStart, addDays(weekStart, 6)]) : null,
  ])
  return {
    plan,
    weekStart,
    items,
    answers,
    setting,
    counts,
    conflicts: new WeekConflicts(elders, setting, answers, items),
  }
}

const shownIn = (building: string | null | undefined) => (elder: EatingElder) =>
  elder.seen && (!building || buildingOf(elder) === building)

/** 忌海鲜、低嘌呤: each word once, the most frequent first. */
export function wordsOf(people: Judged['people']): string[] {
  const counts = new Map<string, number>()
  for (const { reasons } of people) for (const { word } of reasons) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1]).map(([word]) => word)
}

export function itemData(
  {
    planId: _plan,
    categoryId: _category,
    energyKcal: _energy,
    saltMg: _salt,
    taboos: _taboos,
    unfit: _unfit,
    ...item
  }: ItemRow,
  people: Judged['people'],
): DishPlanItemData {
  const open = people.filter((one) => one.openWhy !== null).length
  return { ...item, open, answered: people.length - open }
}

const countBy = <K extends number>(values: readonly K[]) => {
  const counts = new Map<K, number>()
  for (const one of values) counts.set(one, (counts.get(one) ?? 0) + 1)
  return counts
}

/** What is ordered; of a plan that nothing was ordered of yet, what would be. */
function portionsOf(week: WholeWeek, day: string, meal: MealTimeValue, building: string | null): MealPortionsData {
  if (week.counts?.has(mealKey(day, meal))) {
    const { total, textures, therapies, swaps, absent } = countsOf(week.counts, day, meal, building)
    return { day, meal, total, textures, therapies, swaps, absent }
  }
  const inside = (one: EatingElder) => !building || buildingOf(one) === building
  const eating = [...week.conflicts.eatersOf(day, meal)].filter(inside)
  const textures = countBy(eating.map((one) => one.texture))
  const therapies = countBy(eating.flatMap((one) => one.therapies))
  const here = new Set(week.items.flatMap((one) => (one.day === day && one.meal === meal ? one.itemId : [])))
  const eaters = new Set(eating.map((one) => one.oldmanId))
  const swapped = week.answers.filter((one) => one.kind !== 'ACK' && here.has(one.itemId) && eaters.has(one.oldmanId))
  return {
    day,
    meal,
    total: eating.length,
    textures: MealTexture.list.map(({ value }) => ({ texture: value, count: textures.get(value) ?? 0 })),
    therapies: DietTherapy.list.flatMap(({ value }) => {
      const count = therapies.get(value)
      return count ? { therapy: value, count } : []
    }),
    swaps: new Set(swapped.map((one) => one.oldmanId)).size,
    absent: week.conflicts.elders.filter(inside).length - eating.length,
  }
}

/** What somebody on normal food gets who chooses nothing. */
function nutritionOf(items: readonly ItemRow[], day: string, saltG: number) {
  const chosen = new Set<string>()
  const eaten = items.filter((one) => {
    if (one.day !== day || !one.textures.includes(MealTexture.is.normal)) return false
    if (one.choice === null) return true
    const group = `${one.meal} ${one.choice}`
    if (chosen.has(group)) return false
    chosen.add(group)
    return true
  })
  const salt = eaten.reduce((sum, one) => sum + (one.saltMg ?? 0), 0) / 1_000
  return {
    day,
    energyKcal: eaten.reduce((sum, one) => sum + (one.energyKcal ?? 0), 0),
    saltG: Math.round(salt * 10) / 10,
    saltHigh: salt > saltG,
    unknown: eaten.filter((one) => one.energyKcal === null || one.saltMg === null).length,
  }
}

export function weekData(who: Caller, week: WholeWeek, building: string | null = null): DishWeekData {
  const { plan, weekStart } = week
  const shown = shownIn(building)
  const seen = week.conflicts.elders.filter((one) => one.seen)
  const items: DishPlanItemData[] = []
  const conflicts: DishConflictData[] = []
  let elsewhere = 0
  for (const item of week.items) {
    const { people } = week.conflicts.judge(item)
    const own = people.filter((one) => shown(one.elder))
    elsewhere += people.filter((one) => !one.elder.seen && one.openWhy !== null).length
    const data = itemData(item, own)
    items.push(data)
    if (own.length > 0) {
      const { itemId, day, meal, dishName, open, answered } = data
      conflicts.push({ itemId, day, meal, dishName, words: wordsOf(own), open, answered })
    }
  }
  const days = weekDays(weekStart)
  const weekEnd = days[6]!
  const over = weekEnd < dayText()
  const served = week.setting.meals.filter((one) => one.served || week.items.some((item) => item.meal === one.meal))
  return {
    weekStart,
    weekEnd,
    today: dayText(),
    plan,
    meals: served.map(({ meal, clock }) => ({ meal, clock })),
    items,
    conflicts: conflicts.toSorted((a, b) => b.open - a.open || b.answered - a.answered),
    portions: days.flatMap((day) => served.map(({ meal }) => portionsOf(week, day, meal, building))),
    nutrition: days.map((day) => nutritionOf(week.items, day, week.setting.saltG)),
    buildings: [...new Set(seen.flatMap((one) => buildingOf(one) ?? []))],
    elsewhere,
    can: plan && !over ? dishPlanMoves.can(plan.state, (needs) => who.may(needs)) : [],
  }
}

export async function weekOf(
  who: Caller,
  asked: { day?: string | null; building?: string | null },
  db: Db = who.app.pool,
): Promise<DishWeekData> {
  const weekStart = mondayOf(asked.day || dayText())
  const week = await loadWeek(db, who, weekStart, await planOfWeek(db, who.orgId, weekStart))
  return weekData(who, week, asked.building || null)
}

export async function weekOfPlan(who: Caller, planId: string, db: Db = who.app.pool, building: string | null = null) {
  const plan = await planById(db, who.orgId, planId)
  if (!plan) throw noPlan()
  return weekData(who, await loadWeek(db, who, plan.weekStart, plan), building)
}
