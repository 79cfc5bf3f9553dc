// When a shift begins and ends, and what is wrong with one: pure, the same for form, roster, clocking and statistics. A shift
// belongs to the day it begins on; minutes are counted from that day's midnight by the clock of the house, so that 1,860 is
// seven in the morning of the day after.
import { momentOf } from '#contract/kit/clock'

export interface WorkPeriod {
  /** HH:mm */
  on: string
  off: string
  /** It ends on a later day than the one the shift belongs to. */
  crossDay: boolean
}

export interface ShiftRules {
  workPeriod: readonly WorkPeriod[]
  restMinutes: number
  openBefore: number
  closeAfter: number
  lateGrace: number
  earlyGrace: number
  absentAfter: number
}

export interface PlacedPeriod {
  on: number
  off: number
}

const DAY_MINUTES = 1_440
const MINUTE_MS = 60_000
export const MOST_PERIODS = 3

const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

/** Every period after the one before it: a second one that begins at 03:00 after 02:00 of the night lies in the next day. */
export function placed(periods: readonly WorkPeriod[]): PlacedPeriod[] {
  const found: PlacedPeriod[] = []
  let last = 0
  for (const period of periods) {
    let on = minuteOf(period.on)
    while (on < last) on += DAY_MINUTES
    let off = minuteOf(period.off)
    while (off <= on) off += DAY_MINUTES
    found.push({ on, off })
    last = off
  }
  return found
}

export interface ShiftSums {
  startMinute: number
  endMinute: number
  workMinutes: number
  /** More than two of its hours lie between 22:00 and 06:00. */
  night: boolean
}

/** Minutes of 22:00 to 06:00 within a span. */
function nightMinutes({ on, off }: PlacedPeriod): number {
  let sum = 0
  for (let day = -1; day <= 2; day++) {
    const from = day * DAY_MINUTES + 22 * 60
    sum += Math.max(0, Math.min(off, from + 8 * 60) - Math.max(on, from))
  }
  return sum
}

export function shiftSums(shift: Pick<ShiftRules, 'workPeriod' | 'restMinutes'>): ShiftSums {
  const periods = placed(shift.workPeriod)
  const all = periods.reduce((sum, { on, off }) => sum + off - on, 0)
  return {
    startMinute: periods[0]!.on,
    endMinute: periods.at(-1)!.off,
    workMinutes: all - shift.restMinutes,
    night: periods.reduce((sum, one) => sum + nightMinutes(one), 0) > 120,
  }
}

export interface ShiftFault {
  text: string
  field: keyof ShiftRules
}

/** null: fine; else what is wrong, and where. Lengths and formats are the schema's. */
export function shiftFault(shift: ShiftRules): ShiftFault | null {
  const { workPeriod } = shift
  if (workPeriod.length === 0) return { text: '请至少填写一个上下班时段', field: 'workPeriod' }
  if (workPeriod.length > MOST_PERIODS) return { text: `最多 ${MOST_PERIODS} 个时段`, field: 'workPeriod' }
  const at = (i: number) => (workPeriod.length > 1 ? `第 ${i + 1} 个时段` : '时段')
  for (const [i, { on, off }] of workPeriod.entries()) {
    if (on === off) return { text: `${at(i)}的上班与下班时间不能相同`, field: 'workPeriod' }
  }
  const periods = placed(workPeriod)
  const start = periods[0]!.on
  const end = periods.at(-1)!.off
  if (end - start > DAY_MINUTES) return { text: '一个班次从上班到下班不能超过 24 小时', field: 'workPeriod' }
  for (const [i, { off }] of periods.entries()) {
    if (workPeriod[i]!.crossDay !== off > DAY_MINUTES) {
      const text = off > DAY_MINUTES ? `${at(i)}在次日下班，请勾选“次日”` : `${at(i)}在当日下班，请取消“次日”`
      return { text, field: 'workPeriod' }
    }
  }
  for (let i = 1; i < periods.length; i++) {
    if (periods[i]!.on - shift.openBefore < periods[i - 1]!.off + shift.closeAfter) {
      return {
        text: `第 ${i} 个时段的下班打卡时间与第 ${i + 1} 个时段的上班打卡时间重叠，请缩短打卡范围或拉开时段`,
        field: 'workPeriod',
      }
    }
  }
  const all = periods.reduce((sum, { on, off }) => sum + off - on, 0)
  if (shift.restMinutes >= all) return { text: '休息时长应短于上班时长', field: 'restMinutes' }
  if (shift.absentAfter <= shift.lateGrace) return { text: '旷工界限应大于迟到宽限', field: 'absentAfter' }
  return null
}

const midnight = (day: string) => momentOf(`${day} 00:00:00`)

/** First on and last off of a shift on a day, in milliseconds. */
export function spanOn(day: string, shift: Pick<ShiftSums, 'startMinute' | 'endMinute'>): { from: number; to: number } {
  const from = midnight(day)
  return { from: from + shift.startMinute * MINUTE_MS, to: from + shift.endMinute * MINUTE_MS }
}

export interface ShiftPart {
  /** Milliseconds. */
  on: number
  off: number
  /** What is clocked from here to there counts for this part. */
  opens: number
  closes: number
}

/** The periods of a shift on a day, with the windows in which clocking counts for them. */
export function partsOn(day: string, shift: Pick<ShiftRules, 'workPeriod' | 'openBefore' | 'closeAfter'>): ShiftPart[] {
  const from = midnight(day)
  return placed(shift.workPeriod).map(({ on, off }) => ({
    on: from + on * MINUTE_MS,
    off: from + off * MINUTE_MS,
    opens: from + (on - shift.openBefore) * MINUTE_MS,
    closes: from + (off + shift.closeAfter) * MINUTE_MS,
  }))
}
