// The meals of an elder as marks: a row for each meal of the day, a column for each day.
import { addDays } from '#contract/nursing/dishWeek'
import type { MealOrderData } from '#contract/nursing/mealOrder'
import { MealEaten, MealOrderState, POOR_UP_TO } from '#contract/nursing/mealStates'
import { MAIN_MEALS, MealTime, type MealTimeValue } from '#contract/nursing/mealWords'

export const MEAL_DAYS = 14

export type Eaten = Pick<MealOrderData, 'day' | 'meal' | 'state' | 'eaten'>

/** The last days, the oldest first. */
export const mealDays = (today: string) =>
  Array.from({ length: MEAL_DAYS }, (_, n) => addDays(today, n + 1 - MEAL_DAYS))

export interface MealRow<One extends Eaten> {
  meal: MealTimeValue
  /** One for each day; null: nothing was ordered. */
  marks: (One | null)[]
}

/** Meals of which nothing was ordered in all these days have no row. */
export function mealRows<One extends Eaten>(orders: readonly One[], days: readonly string[]): MealRow<One>[] {
  return MealTime.list.flatMap(({ value: meal }) => {
    const marks = days.map((day) => orders.find((one) => one.day === day && one.meal === meal) ?? null)
    return marks.some(Boolean) ? [{ meal, marks }] : []
  })
}

export const isPoor = (one: Eaten) => one.eaten !== null && one.eaten <= POOR_UP_TO && MAIN_MEALS.includes(one.meal)

/** Of the main meals that somebody looked at: how many, how much of them was eaten, how many were poor. */
export function mealSums(orders: readonly Eaten[]) {
  const looked = orders.filter((one) => one.eaten !== null && MAIN_MEALS.includes(one.meal))
  const eaten = looked.reduce((sum, one) => sum + one.eaten!, 0)
  return {
    looked: looked.length,
    percent: looked.length === 0 ? null : Math.round((eaten / (looked.length * MealEaten.is.all)) * 100),
    poor: looked.filter(isPoor).length,
    stopped: orders.filter((one) => one.state === MealOrderState.is.STOPPED).length,
  }
}
