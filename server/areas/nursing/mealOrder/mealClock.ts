// When a meal is served and until when the kitchen counts: from the hours of the plan of dishes and the closings of the house.
import type { ClientBase, Pool } from 'pg'
import { DAY_MS, dayText, momentOf, timeText } from '#contract/kit/clock'
import type { MealSettingData } from '#contract/nursing/kitchen'
import type { MealClosingAt } from '#contract/nursing/mealOrder'
import {
  type MealClosingData,
  type MealPriceData,
  SAMPLE_GRAMS,
  SAMPLE_HOURS,
  usualClosings,
  usualPrices,
} from '#contract/nursing/mealSettingShape'
import type { MealTimeValue } from '#contract/nursing/mealWords'
import { dishSettingOf } from '#server/areas/nursing/dishSetting/dishSetting'

type Client = ClientBase | Pool

const READ = `select closings, prices, sample_grams as "sampleGrams", sample_hours as "sampleHours",
  family_chooses as "familyChooses", version
from meal_setting where org_id = $1`

export async function mealSettingOf(client: Client, orgId: string): Promise<MealSettingData> {
  const found = await client.query<MealSettingData>({ name: 'meal_setting', text: READ, values: [orgId] })
  const own = found.rows[0]
  return {
    closings: usualClosings.map((usual) => own?.closings.find((one) => one.meal === usual.meal) ?? usual),
    prices: usualPrices.map((usual) => own?.prices.find((one: MealPriceData) => one.meal === usual.meal) ?? usual),
    sampleGrams: own?.sampleGrams ?? SAMPLE_GRAMS,
    sampleHours: own?.sampleHours ?? SAMPLE_HOURS,
    familyChooses: own?.familyChooses ?? false,
    version: own?.version ?? 0,
  }
}

/** The meals of a day with their hours. */
export interface MealClock {
  /** In the order of the day. */
  meals: { meal: MealTimeValue; clock: string; served: boolean }[]
  at(day: string, meal: MealTimeValue): MealClosingAt
}

export function clockOf(
  meals: readonly { meal: MealTimeValue; clock: string; served: boolean }[],
  closings: readonly MealClosingData[],
  now = Date.now(),
): MealClock {
  const at = timeText(now)
  return {
    meals: [...meals],
    at: (day, meal) => {
      const startsAt = `${day} ${meals.find((one) => one.meal === meal)?.clock ?? '12:00'}:00`
      const closing = closings.find((one) => one.meal === meal)
      const closeDay = closing?.dayBefore ? dayText(momentOf(day) - DAY_MS) : day
      const asked = closing ? `${closeDay} ${closing.clock}:00` : startsAt
      const closesAt = asked < startsAt ? asked : startsAt
      return { day, meal, startsAt, closesAt, closed: closesAt <= at, started: startsAt <= at }
    },
  }
}

export async function mealClockOf(client: Client, orgId: string, now = Date.now()): Promise<MealClock> {
  const [dishes, setting] = await Promise.all([dishSettingOf(client, orgId), mealSettingOf(client, orgId)])
  return clockOf(dishes.meals, setting.closings, now)
}
