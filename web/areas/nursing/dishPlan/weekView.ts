// What the grid of a week shows, from its answer.
import type { DishPlaceData, DishPlanItemData, DishWeekData } from '#contract/nursing/dishPlan'
import { addDays, dayName } from '#contract/nursing/dishWeek'
import { MealTime, type MealTimeValue } from '#contract/nursing/mealWords'

export interface Spot {
  day: string
  meal: MealTimeValue
}

export const spotKey = ({ day, meal }: Spot) => `${day} ${meal}`

export function itemsBySpot(items: readonly DishPlanItemData[]): ReadonlyMap<string, readonly DishPlanItemData[]> {
  const found = new Map<string, DishPlanItemData[]>()
  for (const one of items) {
    const key = spotKey(one)
    const known = found.get(key)
    if (known) known.push(one)
    else found.set(key, [one])
  }
  return found
}

/** 周六午餐 */
export const spotName = ({ day, meal }: Spot) => `${dayName(day)}${MealTime.label(meal)}`

/** 本周, 下周, 上周; else nothing. */
export function weekWord(weekStart: string, today: string): string | null {
  for (const [word, days] of [
    ['本周', 0],
    ['下周', 7],
    ['上周', -7],
  ] as const) {
    const start = addDays(weekStart, -days)
    if (start <= today && today <= addDays(start, 6)) return word
  }
  return null
}

/** The next meal in a direction; the days and meals of the week are its edge. */
export function nextSpot(week: Pick<DishWeekData, 'weekStart' | 'meals'>, from: Spot, key: string): Spot {
  const meals = week.meals.map((one) => one.meal)
  const at = Math.max(0, meals.indexOf(from.meal))
  const day = Math.round((Date.parse(from.day) - Date.parse(week.weekStart)) / 86_400_000)
  const clamp = (value: number, most: number) => Math.min(most, Math.max(0, value))
  switch (key) {
    case 'ArrowLeft':
      return { ...from, day: addDays(week.weekStart, clamp(day - 1, 6)) }
    case 'ArrowRight':
      return { ...from, day: addDays(week.weekStart, clamp(day + 1, 6)) }
    case 'ArrowUp':
      return { ...from, meal: meals[clamp(at - 1, meals.length - 1)]! }
    case 'ArrowDown':
      return { ...from, meal: meals[clamp(at + 1, meals.length - 1)]! }
    default:
      return from
  }
}

const placeAt = (places: readonly DishPlaceData[] | undefined, spot: Spot) =>
  places?.find((one) => one.day === spot.day && one.meal === spot.meal)

/** What is said of a place before something is dropped there. */
export function checkAt(places: readonly DishPlaceData[] | undefined, spot: Spot) {
  const place = placeAt(places, spot)
  if (!place) return { ok: true, text: '正在核对…', conflicts: 0 }
  if (place.why) return { ok: false, text: place.why, conflicts: 0 }
  return {
    ok: true,
    text: place.conflicts > 0 ? `与 ${place.conflicts} 位老人冲突` : '没有冲突',
    conflicts: place.conflicts,
  }
}

/** Why it cannot go there, and where it could: the same day first, then the same meal. */
export function refusalWords(places: readonly DishPlaceData[] | undefined, spot: Spot, why: string): string {
  const fits = (places ?? []).filter((one) => one.why === null)
  const near =
    fits.find((one) => one.day === spot.day && one.conflicts === 0) ??
    fits.find((one) => one.meal === spot.meal && one.conflicts === 0 && one.day > spot.day) ??
    fits.find((one) => one.conflicts === 0) ??
    fits[0]
  return `${spotName(spot)}放不下：${why}${near ? `；可以放到${spotName(near)}` : ''}`
}

/** The week as it will be, until the answer is there. */
export function movedItem(week: DishWeekData, itemId: string, to: Spot, place: number | null): DishWeekData {
  const moved = week.items.find((one) => one.itemId === itemId)
  if (!moved) return week
  const rest = week.items.filter((one) => one.itemId !== itemId)
  const there = rest.filter((one) => one.day === to.day && one.meal === to.meal)
  const before = place === null ? undefined : there[place]
  const at = before ? rest.indexOf(before) : rest.length
  return { ...week, items: [...rest.slice(0, at), { ...moved, ...to }, ...rest.slice(at)] }
}
