// The shifts of the house: when one begins and which one is on. A night belongs to the shift it began in, so whoever
// looks back at two in the morning looks at this shift, not at a day that is two hours old.

import { call, noun } from '#contract/kit/call'
import { momentOf, timeText, ZONE_MS } from '#contract/kit/clock'
import { int, merge, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { VMS_NEEDS } from './vms.ts'

const CLOCK = { min: 5, max: 5, pattern: /^([01]\d|2[0-3]):[0-5]\d$/, hint: '应为 时:分，如 20:00' }

export const Shifts = obj({
  dayFrom: text('白班开始', CLOCK),
  /** Without it the house works in two shifts. */
  lateFrom: opt(text('中班开始', CLOCK)),
  nightFrom: text('夜班开始', CLOCK),
})
export type ShiftsData = Static<typeof Shifts>

export const SHIFTS: ShiftsData = { dayFrom: '08:00', lateFrom: null, nightFrom: '20:00' }

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** When each begins, for work that is planned by the shift. */
export const shiftStarts = ({ dayFrom, lateFrom, nightFrom }: ShiftsData) => [
  { name: '白班', from: dayFrom },
  ...(lateFrom ? [{ name: '中班', from: lateFrom }] : []),
  { name: '夜班', from: nightFrom },
]

const startsOf = (shifts: ShiftsData) => shiftStarts(shifts).map(({ name, from }) => ({ name, at: minuteOf(from) }))

/** null: fine; else what is wrong, and where. */
export function shiftFault(shifts: ShiftsData): { text: string; field: keyof ShiftsData } | null {
  const [first, ...later] = startsOf(shifts)
  const after = later.map(({ at }) => (at - first!.at + DAY_MINUTES) % DAY_MINUTES)
  if (after.includes(0)) return { text: '各班的开始时间不能相同', field: 'nightFrom' }
  if (after.length === 2 && after[0]! >= after[1]!) return { text: '中班应在白班之后、夜班之前', field: 'lateFrom' }
  return null
}

export interface Shift {
  name: string
  /** First and last second by the clock of the house, 'yyyy-MM-dd HH:mm:ss'. */
  from: string
  to: string
}

const clockText = (at: number) => timeText(at)

/** The shift a moment (milliseconds since 1970) lies in. */
export function shiftAt(shifts: ShiftsData, at: number): Shift {
  const house = Math.floor((at + ZONE_MS) / MINUTE_MS)
  const midnight = Math.floor(house / DAY_MINUTES) * DAY_MINUTES
  // Yesterday's, today's and tomorrow's beginnings.
  const begun = [-1, 0, 1]
    .flatMap((day) => startsOf(shifts).map((one) => ({ name: one.name, at: midnight + day * DAY_MINUTES + one.at })))
    .sort((a, b) => a.at - b.at)
  const index = begun.findLastIndex((one) => one.at <= house)
  const moment = (minutes: number) => minutes * MINUTE_MS - ZONE_MS
  return {
    name: begun[index]!.name,
    from: clockText(moment(begun[index]!.at)),
    to: clockText(moment(begun[index + 1]!.at) - 1_000),
  }
}

/** The one before it. */
export const shiftBefore = (shifts: ShiftsData, { from }: Shift): Shift => shiftAt(shifts, momentOf(from) - 1)

const base = '/pims/web-org/alarmShift'
const Stored = merge(Shifts, obj({ version: int(), updatedAt: nul(str()), updatedBy: nul(str()) }))

export const shift = noun('monitor', 'shift', {
  title: '班次时间',
  calls: {
    get: call.get(base, { needs: 'signedIn', display: true, act: '班次时间', data: Stored }),
    save: call.put(base, {
      needs: VMS_NEEDS.duty,
      act: '保存班次时间',
      body: merge(Shifts, obj({ version: opt(int()) })),
      data: Stored,
      refuses: ['CHANGED_MEANWHILE', 'INVALID_INPUT'],
    }),
  },
})
