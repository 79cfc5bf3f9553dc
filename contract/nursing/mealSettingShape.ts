// When the kitchen closes its counts, and what else a house decides about its meals; what holds until it says otherwise.
import { fen, fenSchema } from '#contract/kit/money'
import { bool, list, obj, type Static, text } from '#contract/kit/schema'
import { MealTime, type MealTimeValue } from './mealWords.ts'

export const MealClosing = obj({
  meal: MealTime.schema,
  /** On the day before. */
  dayBefore: bool('前一天'),
  /** HH:mm */
  clock: text('截单时间', { max: 5, pattern: /^([01]\d|2[0-3]):[0-5]\d$/, hint: '应为时:分，如 15:00' }),
})
export type MealClosingData = Static<typeof MealClosing>
export const MealClosings = list(MealClosing, 6)

const closing = (meal: MealTimeValue, dayBefore: boolean, clock: string): MealClosingData => ({
  meal,
  dayBefore,
  clock,
})

/** Orders close at 15:00 the day before; lunch is open to the sick until 08:00, supper until 14:00. */
export const usualClosings: readonly MealClosingData[] = [
  closing(MealTime.is.breakfast, true, '15:00'),
  closing(MealTime.is.morning, true, '15:00'),
  closing(MealTime.is.lunch, false, '08:00'),
  closing(MealTime.is.afternoon, false, '08:00'),
  closing(MealTime.is.supper, false, '14:00'),
  closing(MealTime.is.night, false, '14:00'),
]

/** A guest's portion, in fen. */
export const MealPrice = obj({ meal: MealTime.schema, priceFen: fenSchema('客餐价', { min: 0, max: 100_000 }) })
export type MealPriceData = Static<typeof MealPrice>
export const MealPrices = list(MealPrice, 6)
export const usualPrices: readonly MealPriceData[] = [
  { meal: MealTime.is.breakfast, priceFen: fen(800) },
  { meal: MealTime.is.morning, priceFen: fen(500) },
  { meal: MealTime.is.lunch, priceFen: fen(2000) },
  { meal: MealTime.is.afternoon, priceFen: fen(500) },
  { meal: MealTime.is.supper, priceFen: fen(1500) },
  { meal: MealTime.is.night, priceFen: fen(500) },
]
export const SAMPLE_GRAMS = 125
export const SAMPLE_HOURS = 48
