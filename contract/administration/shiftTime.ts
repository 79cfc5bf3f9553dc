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

/** What may be chosen for how long before and after a period clocking counts. */
export const CLOCK_WINDOWS: readonly number[] = [
  ...Array.from({ length: 5 }, (_, i) => (i + 1) * 10),
  ...Array.from({ length: 37 }, (_, i) => 60 + i * 10),
  480,
]

/** 480 → 8 小时, 70 → 1 小时 10 分钟 */
export function minutesWords(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours > 0 && `${hours} 小时`, (rest > 0 || hours === 0) && `${rest} 分钟`].filter(Boolean).join(' ')
}

/** 1,860 → 次日 07:00 */
export function minuteWords(minute: number): string {
  const within = ((minute % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES
  const clock = `${String(Math.floor(within / 60)).padStart(2, '0')}:${String(within % 60).padStart(2, '0')}`
  return minute < 0 ? `前一日 ${clock}` : minute >= DAY_MINUTES ? `次日 ${clock}` : clock
}

/** 07:30–19:30; 19:30–次日 07:30; several with 、 between them. */
export const periodWords = (periods: readonly WorkPeriod[]) =>
  placed(periods)
    .map(({ on, off }) => `${minuteWords(on)}–${minuteWords(off)}`)
    .join('、')

export interface ShiftFault {
  text: string
  field: keyof ShiftRules
}

/** Periods that lie in each other or in the wrong order read as those of the next day: said as what they most likely are. */
function orderFault(given: readonly WorkPeriod[], periods: readonly PlacedPeriod[]): string | null {
  for (let i = 1; i < periods.length; i++) {
    const before = periods[i - 1]!
    const typed = periods[i]!.on - DAY_MINUTES
    if (typed < before.on) {
      // Begins on the day after, which is said with 次日 unless all of it is there anyway.
      const sameDay = typed >= 0 && before.off <= DAY_MINUTES && !given[i]!.crossDay
      if (sameDay) {
        return `第 ${i + 1} 个时段（${given[i]!.on}）早于第 ${i} 个时段，请按先后顺序填写；如果确实在次日，请勾选“次日”`
      }
    } else if (typed < before.off) {
      return `第 ${i + 1} 个时段的上班时间 ${given[i]!.on} 在第 ${i} 个时段（${given[i - 1]!.on}–${given[i - 1]!.off}）之内，两个时段重叠，请调整`
    }
  }
  return null
}

/** null: fine; else what is wrong, and where. Lengths and formats are the schema's. */
export function shiftFault(shift: ShiftRules): ShiftFault | null {
  const { workPeriod } = shift
  if (workPeriod.length === 0) return { text: '请至少填写一个上下班时段', field: 'workPeriod' }
  if (workPeriod.length > MOST_PERIODS) return { text: `最多 ${MOST_PERIODS} 个时段`, field: 'workPeriod' }
  const at = (i: number) => (workPeriod.length > 1 ? `第 ${i + 1} 个时段` : '时段')
  for (const [i, { on, off, crossDay }] of workPeriod.entries()) {
    if (on === off && !crossDay) {
      return { text: `${at(i)}的上班与下班时间不能相同；24 小时的班次请勾选“次日”`, field: 'workPeriod' }
    }
  }
  const periods = placed(workPeriod)
  const wrong = orderFault(workPeriod, periods)
  if (wrong) return { text: wrong, field: 'workPeriod' }
  if (periods.at(-1)!.off - periods[0]!.on > DAY_MINUTES) {
    return { text: '一个班次从上班到下班不能超过 24 小时', field: 'workPeriod' }
  }
  for (const [i, { off }] of periods.entries()) {
    // Midnight itself is the end of one day and the beginning of the other: both are right.
    if (off !== DAY_MINUTES && workPeriod[i]!.crossDay !== off > DAY_MINUTES) {
      const text = off > DAY_MINUTES ? `${at(i)}在次日下班，请勾选“次日”` : `${at(i)}在当日下班，请取消“次日”`
      return { text, field: 'workPeriod' }
    }
  }
  for (const [name, field] of [
    ['上班前可打卡的时间', 'openBefore'],
    ['下班后可打卡的时间', 'closeAfter'],
  ] as const) {
    if (!CLOCK_WINDOWS.includes(shift[field])) return { text: `请从选项中选择${name}`, field }
  }
  for (let i = 1; i < periods.length; i++) {
    const until = periods[i - 1]!.off + shift.closeAfter
    const from = periods[i]!.on - shift.openBefore
    if (from < until) {
      return {
        text: `第 ${i} 个时段的下班卡打到 ${minuteWords(until)}，第 ${i + 1} 个时段的上班卡从 ${minuteWords(from)} 开始，两者重叠，分不清是哪一次打卡；请缩短打卡时间或拉开时段`,
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
