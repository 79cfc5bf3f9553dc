// From when to when somebody is on leave: pure, the same on the phone and at the desk. A leave is said with its end left out,
// so that a whole day ends at the next midnight.
import { addDays } from './rosterRules.ts'

const DAY_MINUTES = 1_440
const two = (value: number) => String(value).padStart(2, '0')
const clock = (minute: number) => `${two(Math.floor((minute % DAY_MINUTES) / 60))}:${two(minute % 60)}`

/** 07:30–19:30; a night 19:30–次日07:30 */
export const spanWords = ({ startMinute, endMinute }: { startMinute: number; endMinute: number }) =>
  `${clock(startMinute)}–${endMinute > DAY_MINUTES ? '次日' : ''}${clock(endMinute)}`

export interface SpanDay {
  day: string
  /** Minute after the midnight of the day at which its shift ends; null: no shift. */
  endMinute: number | null
}

/**
 * Whole days from one to another, as the shifts lie: the night before the first day is still worked to its end, and the night
 * of the last day is off to its end.
 */
export function wholeDays(days: readonly SpanDay[], first: string, last: string): { fromAt: string; toAt: string } {
  const beyond = (day: string) => {
    const end = days.find((one) => one.day === day)?.endMinute ?? 0
    return end > DAY_MINUTES ? clock(end) : '00:00'
  }
  return { fromAt: `${first} ${beyond(addDays(first, -1))}:00`, toAt: `${addDays(last, 1)} ${beyond(last)}:00` }
}

const MINUTE_MS = 60_000
const minutesBetween = (from: string, to: string) =>
  Math.round((Date.parse(`${to.replace(' ', 'T')}Z`) - Date.parse(`${from.replace(' ', 'T')}Z`)) / MINUTE_MS)

/** 2 天, 4 小时, 1 天 4 小时 */
export function lengthWords(fromAt: string, toAt: string): string {
  const minutes = minutesBetween(fromAt, toAt)
  const days = Math.floor(minutes / DAY_MINUTES)
  const hours = Math.round((minutes % DAY_MINUTES) / 6) / 10
  return [days > 0 ? `${days} 天` : '', hours > 0 ? `${hours} 小时` : ''].filter(Boolean).join(' ')
}

/** How much of a shift lies in a leave, 0 to 1. */
export function shareOf(shift: { from: string; to: string }, leave: { fromAt: string; toAt: string }): number {
  const from = shift.from > leave.fromAt ? shift.from : leave.fromAt
  const to = shift.to < leave.toAt ? shift.to : leave.toAt
  return from >= to ? 0 : minutesBetween(from, to) / minutesBetween(shift.from, shift.to)
}
