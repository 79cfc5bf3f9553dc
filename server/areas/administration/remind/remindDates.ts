// When a repeated reminder comes again. A day that a month or a year does not have is its last one: set on the 31st it comes on
// 30 April, set on 29 February on the 28th of other years, and on the day itself wherever there is one.
import { createRequire } from 'node:module'
import type * as Rules from 'rrule'
import type { RemindRepeatValue } from '#contract/administration/remind'

// Its module for Node gives no names to import.
const { RRule } = createRequire(import.meta.url)('rrule') as typeof Rules

export interface Repeated {
  /** yyyy-MM-dd HH:mm:ss of the first one. */
  firstAt: string
  repeat: RemindRepeatValue
  every: number
  endDay: string | null
}

const LAST_SURE = 28
const at = (day: string) => new Date(`${day}T00:00:00Z`)
const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** The last of these days that there is. */
const onDay = (day: number) =>
  day <= LAST_SURE
    ? { bymonthday: [day] }
    : { bymonthday: Array.from({ length: day - LAST_SURE + 1 }, (_, i) => LAST_SURE + i), bysetpos: [-1] }

function ruleOf({ firstAt, repeat, every, endDay }: Repeated): Rules.RRule | null {
  if (repeat === 'ONCE') return null
  const first = at(firstAt.slice(0, 10))
  const shared = { dtstart: first, interval: every, ...(endDay && { until: at(endDay) }) }
  switch (repeat) {
    case 'DAILY':
      return new RRule({ ...shared, freq: RRule.DAILY })
    case 'WEEKLY':
      return new RRule({ ...shared, freq: RRule.WEEKLY })
    case 'MONTHLY':
      return new RRule({ ...shared, freq: RRule.MONTHLY, ...onDay(first.getUTCDate()) })
    case 'YEARLY':
      return new RRule({
        ...shared,
        freq: RRule.YEARLY,
        bymonth: [first.getUTCMonth() + 1],
        ...onDay(first.getUTCDate()),
      })
  }
}

/** Beyond it nobody sets anything; a sum of days stays in the calendar. */
const LAST_DAY = '2199-12-31'

/** The days after this one, as many as asked for where there are so many. */
export function daysAfter(series: Repeated, after: string, count: number): string[] {
  const rule = ruleOf(series)
  const days: string[] = []
  let last = at(after)
  while (rule && days.length < count) {
    const next = rule.after(last, false)
    if (!next || dayOf(next) > LAST_DAY) break
    days.push(dayOf(next))
    last = next
  }
  return days
}
