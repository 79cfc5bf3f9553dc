// Days as texts, yyyy-MM-dd: they compare as they stand.
import { invalid } from '#contract/kit/refusal'

const DAY_MS = 86_400_000
const parsed = (day: string) => Date.parse(`${day}T00:00:00Z`)

export const addDays = (day: string, days: number) => new Date(parsed(day) + days * DAY_MS).toISOString().slice(0, 10)
export const daysBetween = (from: string, to: string) => Math.round((parsed(to) - parsed(from)) / DAY_MS)

interface Bounds {
  day: string
  field: string
  /** 入住日期 */
  title: string
  /** First and last day it may be, each with the reason that the refusal gives. */
  from?: readonly [day: string, why: string] | null
  to?: readonly [day: string, why: string] | null
}

/** Refuses a day outside its bounds, at its field, with the reason. */
export function requireDay({ day, field, title, from, to }: Bounds): void {
  if (from && day < from[0]) throw invalid(`${title} ${day} 早于${from[1]}（${from[0]}）`, field)
  if (to && day > to[0]) throw invalid(`${title} ${day} 晚于${to[1]}（${to[0]}）`, field)
}
