// Shifts as they are handed over: each belongs to the day it began on, so a night that crosses midnight is one sheet of one day.
import { momentOf, timeText } from '#contract/kit/clock'
import { options } from '#contract/kit/options'
import type { Static } from '#contract/kit/schema'
import { type ShiftsData, shiftAt, shiftStarts } from '#contract/monitor/shift'

export const HandoverShift = options('HandoverShift', '班次', [
  ['DAY', ['白班', 'amber']],
  ['LATE', ['中班', 'teal']],
  ['NIGHT', ['夜班', 'blue']],
])
export type HandoverShiftValue = Static<typeof HandoverShift.schema>

export interface HandedShift {
  /** yyyy-MM-dd it began on. */
  day: string
  shift: HandoverShiftValue
  /** yyyy-MM-dd HH:mm:ss, the first moment and the first one after it. */
  fromAt: string
  toAt: string
}

const named = (name: string) => HandoverShift.list.find((one) => one.label === name)!.value
const nextSecond = (text: string) => momentOf(text) + 1_000

/** The shift that a moment (milliseconds) lies in. */
export function handedAt(shifts: ShiftsData, at: number): HandedShift {
  const { name, from, to } = shiftAt(shifts, at)
  return { day: from.slice(0, 10), shift: named(name), fromAt: from, toAt: timeText(nextSecond(to)) }
}

/** The shift of that name which begins on that day; null where the house works without it. */
export function handedOn(shifts: ShiftsData, day: string, shift: HandoverShiftValue): HandedShift | null {
  const start = shiftStarts(shifts).find((one) => one.name === HandoverShift.label(shift))
  return start ? handedAt(shifts, momentOf(`${day} ${start.from}:00`)) : null
}

/** The shift that is on and so many before it, the latest first. */
export function lastShifts(shifts: ShiftsData, now: number, count: number): HandedShift[] {
  const found = [handedAt(shifts, now)]
  while (found.length < count) found.push(handedAt(shifts, momentOf(found.at(-1)!.fromAt) - 1))
  return found
}
