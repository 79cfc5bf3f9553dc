// Days of a month or a week as the calendar lays them out: weeks begin on Monday, days are texts yyyy-MM-dd.
import type { CalendarEntryData } from '#contract/administration/calendar'
import { DAY_MS, dayText, momentOf } from '#contract/kit/clock'

export type CalendarView = 'month' | 'week' | 'list'

export const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日']
const WEEK = 7

export const plusDays = (day: string, days: number) => dayText(momentOf(day) + days * DAY_MS)

/** 0: Monday. */
const weekdayOf = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + WEEK - 1) % WEEK
export const weekdayName = (day: string) => WEEKDAYS[weekdayOf(day)]!

export const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`
export function plusMonths(day: string, months: number): string {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}
const lastOfMonth = (day: string) => plusDays(plusMonths(day, 1), -1)

export const weekOf = (day: string) => {
  const monday = plusDays(day, -weekdayOf(day))
  return Array.from({ length: WEEK }, (_, i) => plusDays(monday, i))
}

/** Whole weeks around the month. */
export function weeksOf(day: string): string[][] {
  const weeks: string[][] = []
  const last = lastOfMonth(day)
  for (let at = weekOf(firstOfMonth(day))[0]!; at <= last; at = plusDays(at, WEEK)) weeks.push(weekOf(at))
  return weeks
}

export function periodOf(view: CalendarView, day: string): { from: string; to: string } {
  if (view === 'week') {
    const week = weekOf(day)
    return { from: week[0]!, to: week.at(-1)! }
  }
  if (view === 'list') return { from: firstOfMonth(day), to: lastOfMonth(day) }
  const weeks = weeksOf(day)
  return { from: weeks[0]![0]!, to: weeks.at(-1)!.at(-1)! }
}

export function titleOf(view: CalendarView, day: string): string {
  if (view !== 'week') return `${day.slice(0, 4)} 年 ${Number(day.slice(5, 7))} 月`
  const week = weekOf(day)
  return `${week[0]!.slice(0, 4)} 年 ${week[0]!.slice(5)} 至 ${week.at(-1)!.slice(5)}`
}

export const stepOf = (view: CalendarView, day: string, by: number) =>
  view === 'week' ? plusDays(day, by * WEEK) : plusMonths(day, by)

/** Own to-dos first, then what begins on the day, by its hour; what goes on from another day comes last. */
const placeOn = (entry: CalendarEntryData, day: string) =>
  `${entry.todo ? 0 : entry.day === day ? 1 : 2} ${entry.day === day ? (entry.time ?? '') : ''}`

/** What lasts several days stands on each of them. */
export function byDay(
  entries: readonly CalendarEntryData[],
  days: readonly string[],
): Map<string, CalendarEntryData[]> {
  const found = new Map<string, CalendarEntryData[]>(days.map((day) => [day, []]))
  for (const entry of entries) {
    const last = entry.endDay ?? entry.day
    for (const day of days) if (entry.day <= day && day <= last) found.get(day)!.push(entry)
  }
  for (const [day, all] of found)
    found.set(
      day,
      all.toSorted((a, b) => placeOn(a, day).localeCompare(placeOn(b, day))),
    )
  return found
}
