// When drugs are given: the slots of a house, the clock times of a frequency, and the planned times of a day. Pure, so that the
// form shows the very times that will be planned, and a test can walk through months.
import { DAY_MS, dayText, momentOf } from '#contract/kit/clock'
import { obj, type Static, text } from '#contract/kit/schema'
import { clockText, weekdayOf } from '#contract/nursing/frequency'
import { DrugFrequency, type DrugFrequencyValue, type DrugTimingValue } from './useWords.ts'

export const RoundSlot = obj({ name: text('时段', { max: 10 }), clock: clockText('时刻') })
export type RoundSlotData = Static<typeof RoundSlot>

export const USUAL_SLOTS: readonly RoundSlotData[] = [
  { name: '晨起空腹', clock: '06:30' },
  { name: '早餐前', clock: '07:10' },
  { name: '早餐后', clock: '08:00' },
  { name: '午餐前', clock: '11:10' },
  { name: '午餐后', clock: '12:00' },
  { name: '晚餐前', clock: '17:00' },
  { name: '晚餐后', clock: '18:00' },
  { name: '睡前', clock: '20:30' },
]
export const EARLY_MINUTES = 30
export const LATE_MINUTES = 60
/** So long before its planned time a take may be set out. */
export const SET_OUT_HOURS = 12
/** Whoever did something may take it back for so long. */
export const UNDO_MINUTES = 10
/** A drug ordered at once is given within so many minutes. */
export const AT_ONCE_MINUTES = 30
/** A drug ordered once as needed, within so many hours. */
export const ONCE_HOURS = 12
/** What a drug given as needed did is looked at so many minutes later. */
export const EFFECT_MINUTES = [30, 60] as const
/** Days ahead for which takes may be planned, for who goes on an outing. */
export const MOST_DAYS_AHEAD = 31

/** As needed: nothing is planned. */
export const isNeeded = (frequency: DrugFrequencyValue) =>
  frequency === DrugFrequency.is.PRN || frequency === DrugFrequency.is.SOS

/** How many clock times a frequency has on a day on which it comes. */
export const TIMES_OF: Readonly<Record<DrugFrequencyValue, number>> = {
  QD: 1,
  BID: 2,
  TID: 3,
  QID: 4,
  Q4H: 6,
  Q6H: 4,
  Q8H: 3,
  Q12H: 2,
  QN: 1,
  QOD: 1,
  QW: 1,
  BIW: 1,
  PRN: 0,
  ST: 1,
  SOS: 0,
}

const CLOCKS: Readonly<Record<DrugFrequencyValue, readonly string[]>> = {
  QD: ['08:00'],
  BID: ['08:00', '17:00'],
  TID: ['08:00', '12:00', '17:00'],
  QID: ['08:00', '12:00', '17:00', '20:30'],
  Q4H: ['02:00', '06:00', '10:00', '14:00', '18:00', '22:00'],
  Q6H: ['00:00', '06:00', '12:00', '18:00'],
  Q8H: ['06:00', '14:00', '22:00'],
  Q12H: ['08:00', '20:00'],
  QN: ['20:30'],
  QOD: ['08:00'],
  QW: ['08:00'],
  BIW: ['08:00'],
  PRN: [],
  ST: [],
  SOS: [],
}

/** Where a time of day lies among the slots that a house begins with. */
const TIMING_CLOCKS: Readonly<Record<DrugTimingValue, string>> = {
  1: '06:30',
  2: '07:10',
  3: '07:30',
  4: '08:00',
  5: '11:00',
  6: '11:30',
  7: '12:00',
  8: '17:00',
  9: '17:30',
  10: '18:00',
  11: '20:30',
}

/** What a form begins with: a drug once a day has the clock of its time of day. */
export function usualClocksOf(frequency: DrugFrequencyValue, timing?: DrugTimingValue | null): string[] {
  const once = TIMES_OF[frequency] === 1 && frequency !== DrugFrequency.is.ST
  return once && timing ? [TIMING_CLOCKS[timing]] : [...CLOCKS[frequency]]
}

export interface TimedUse {
  frequency: DrugFrequencyValue
  clocks: readonly string[]
  weekdays: readonly number[]
  startDate: string
  endDate: string | null
}

const daysBetween = (from: string, to: string) => Math.round((momentOf(to) - momentOf(from)) / DAY_MS)

/** The clock times of a day, whatever of it has passed. */
export function clocksOfUse(use: TimedUse, day: string): readonly string[] {
  if (day < use.startDate || (use.endDate !== null && day > use.endDate) || isNeeded(use.frequency)) return []
  switch (use.frequency) {
    case DrugFrequency.is.QOD:
      return daysBetween(use.startDate, day) % 2 === 0 ? use.clocks : []
    case DrugFrequency.is.QW:
    case DrugFrequency.is.BIW:
      return use.weekdays.includes(weekdayOf(day)) ? use.clocks : []
    case DrugFrequency.is.ST:
      return day === use.startDate ? use.clocks : []
    default:
      return use.clocks
  }
}

const LONGEST_GAP_DAYS = 8

/** Minutes from one planned time to the next one of the setting; null where none follows. */
export function minutesToNext(use: TimedUse, day: string, clock: string): number | null {
  const at = momentOf(`${day} ${clock}:00`)
  for (let ahead = 0; ahead <= LONGEST_GAP_DAYS; ahead += 1) {
    const on = dayText(momentOf(day) + ahead * DAY_MS)
    const next = [...clocksOfUse({ ...use, endDate: null }, on)].sort().find((one) => momentOf(`${on} ${one}:00`) > at)
    if (next) return (momentOf(`${on} ${next}:00`) - at) / 60_000
  }
  return null
}

/** Doses on an average day, for how long a stock lasts; as needed does not count. */
export function dosesADay({ frequency, clocks }: Pick<TimedUse, 'frequency' | 'clocks'>): number {
  if (frequency === DrugFrequency.is.QOD) return clocks.length / 2
  if (frequency === DrugFrequency.is.QW) return clocks.length / 7
  if (frequency === DrugFrequency.is.BIW) return (clocks.length * 2) / 7
  return isNeeded(frequency) || frequency === DrugFrequency.is.ST ? 0 : clocks.length
}

export interface PlannedTake {
  /** Milliseconds, as all of them. */
  planTime: number
  openFrom: number
  dueUntil: number
  lateUntil: number
}

export interface RoundMinutes {
  earlyMinutes: number
  lateMinutes: number
}

const MINUTE = 60_000
/** Half the time to the next one, at most this. */
const MOST_LATE_HOURS = 12

/** The windows of one planned time. What is given only once has its whole 12 hours. */
export function windowOfTake(
  use: TimedUse,
  day: string,
  clock: string,
  { earlyMinutes, lateMinutes }: RoundMinutes,
): PlannedTake {
  const planTime = momentOf(`${day} ${clock}:00`)
  const most = MOST_LATE_HOURS * 60
  const once = use.frequency === DrugFrequency.is.ST
  const due = once ? AT_ONCE_MINUTES : lateMinutes
  const next = minutesToNext(use, day, clock)
  const late = Math.max(due, Math.min(next === null ? most : next / 2, most))
  return {
    planTime,
    openFrom: planTime - earlyMinutes * MINUTE,
    dueUntil: planTime + due * MINUTE,
    lateUntil: planTime + late * MINUTE,
  }
}

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
/** A planned time belongs to the slot it is no further from than this. */
const NEAR_MINUTES = 30

/** The slot of a planned time; where no slot is near, the time is a slot of its own without a name. */
export function slotOf(slots: readonly RoundSlotData[], clock: string): RoundSlotData {
  let best: RoundSlotData | undefined
  for (const slot of slots) {
    const away = Math.abs(minutesOf(slot.clock) - minutesOf(clock))
    if (away <= NEAR_MINUTES && (!best || away < Math.abs(minutesOf(best.clock) - minutesOf(clock)))) best = slot
  }
  return best ?? { name: clock, clock }
}

const FRACTIONS: readonly (readonly [number, string])[] = [
  [0.25, '¼'],
  [0.5, '半'],
  [0.75, '¾'],
]

/** 半片 · 1½ 片 · 2 片 · 0.3 毫升 */
export function doseText(dose: number, unit: string): string {
  const whole = Math.floor(dose)
  const rest = Math.round((dose - whole) * 1000) / 1000
  const fraction = FRACTIONS.find(([value]) => value === rest)
  const countable = /^[片粒丸枚贴支袋个]$/.test(unit)
  if (fraction && whole === 0 && countable) return `${fraction[1]}${unit}`
  if (fraction && countable) return `${whole}${fraction[1] === '半' ? '½' : fraction[1]} ${unit}`
  return `${Math.round(dose * 1000) / 1000} ${unit}`
}

/** The dose by weight where the dictionary knows the strength: 25mg. */
export const doseWeight = (dose: number, strength: number | null, unit: string | null) =>
  strength && unit ? `${Math.round(dose * strength * 1000) / 1000}${unit}` : null

/** The first wrong thing of the clock times of a form, in words; null where nothing is wrong. */
export function clocksFault(use: Pick<TimedUse, 'frequency' | 'clocks' | 'weekdays'>): string | null {
  const { frequency, clocks, weekdays } = use
  if (isNeeded(frequency)) return clocks.length > 0 ? '必要时的用药不设时刻' : null
  if (new Set(clocks).size !== clocks.length) return '时刻有重复'
  if (clocks.length !== TIMES_OF[frequency]) {
    return `${DrugFrequency.label(frequency)}要有 ${TIMES_OF[frequency]} 个时刻，现在是 ${clocks.length} 个`
  }
  const days = frequency === 'QW' ? 1 : frequency === 'BIW' ? 2 : 0
  if (new Set(weekdays).size !== days || weekdays.length !== days)
    return days > 0 ? `${DrugFrequency.label(frequency)}要选 ${days} 天` : '只有每周的用药才选星期'
  return null
}

const DAYS = ['一', '二', '三', '四', '五', '六', '日']

/** 每日 2 次 08:00 17:00 · 每周三 08:00 · 必要时，间隔 4 小时，24 小时最多 3 次 */
export function timesWords(
  use: Pick<TimedUse, 'frequency' | 'clocks' | 'weekdays'> & { leastHours?: number | null; mostPerDay?: number | null },
): string {
  const label = DrugFrequency.label(use.frequency)
  if (use.frequency === DrugFrequency.is.PRN)
    return `${label}，间隔 ${use.leastHours} 小时以上，24 小时最多 ${use.mostPerDay} 次`
  if (isNeeded(use.frequency)) return label
  const on = use.weekdays.length > 0 ? `每周${use.weekdays.map((day) => DAYS[day - 1]).join('、')}` : label
  return `${on} ${[...use.clocks].sort().join(' ')}`
}
