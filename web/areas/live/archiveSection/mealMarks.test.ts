import { expect, test } from 'vitest'
import { MealEaten } from '#contract/nursing/mealStates'
import { MealTime, type MealTimeValue } from '#contract/nursing/mealWords'
import { type Eaten, isPoor, MEAL_DAYS, mealDays, mealRows, mealSums } from './mealMarks.ts'

const { breakfast, afternoon, lunch } = MealTime.is
const ate = (day: string, meal: MealTimeValue, eaten: Eaten['eaten']): Eaten => ({ day, meal, state: 'ON', eaten })
const days = mealDays('2026-03-02')

test('fourteen days end with today, over the end of a month', () => {
  expect(days).toHaveLength(MEAL_DAYS)
  expect([days[0], days.at(-2), days.at(-1)]).toEqual(['2026-02-17', '2026-03-01', '2026-03-02'])
})

test('each meal has a mark for each day, and none where nothing was ordered', () => {
  const orders = [ate('2026-03-02', lunch, null), ate('2026-03-01', lunch, 2), ate('2026-02-17', breakfast, 4)]
  const rows = mealRows(orders, days)
  expect(rows.map((row) => row.meal)).toEqual([breakfast, lunch])
  expect(rows.map((row) => row.marks.length)).toEqual([MEAL_DAYS, MEAL_DAYS])
  expect(rows[0]!.marks[0]).toBe(orders[2])
  expect(rows[1]!.marks.slice(-2)).toEqual([orders[1], orders[0]])
  expect(rows[1]!.marks[0]).toBeNull()
})

test('sums are those of main meals that were looked at', () => {
  const { all, half, none } = MealEaten.is
  const orders: Eaten[] = [
    ate('2026-03-01', breakfast, all),
    ate('2026-03-01', lunch, half),
    ate('2026-03-01', afternoon, none),
    ate('2026-03-02', lunch, null),
    { day: '2026-03-02', meal: breakfast, state: 'STOPPED', eaten: null },
  ]
  expect(mealSums(orders)).toEqual({ looked: 2, percent: 75, poor: 1, stopped: 1 })
  expect(orders.map(isPoor)).toEqual([false, true, false, false, false])
  expect(mealSums([])).toEqual({ looked: 0, percent: null, poor: 0, stopped: 0 })
})
