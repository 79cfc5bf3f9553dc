// How often something is done for a resident, and when: the same rule for the level, the plan and the tasks of a day. Pure, so
// that the page that changes a plan shows the very tasks the night will make.
import { options } from '#contract/kit/options'
import { int, list, obj, opt, type Static, text } from '#contract/kit/schema'

export const CareUnit = options('CareUnit', '频次单位', [
  [1, 'day', '每日'],
  [2, 'week', '每周'],
  [3, 'month', '每月'],
  [4, 'shift', '每班'],
  [5, 'hours', '每几小时'],
  [6, 'need', '按需'],
  [7, 'order', '遵医嘱'],
])
export type CareUnitValue = Static<typeof CareUnit.schema>

const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/
export const clockText = (title: string) => text(title, { pattern: CLOCK, hint: '应为 00:00 至 23:59 的时刻' })

export const Frequency = obj({
  unit: CareUnit.schema,
  /** So many times in the unit; every so many hours. */
  times: int('次数', { min: 1, max: 24 }),
  /** When, where the unit does not say it: as many as `times` by the day, one for a day of a week or month. */
  clocks: list(clockText('时刻'), 24),
  /** Days of the week (1 Monday) or of the month; a month without that day takes its last. */
  days: list(int('日', { min: 1, max: 31 }), 31),
  /** Every few hours: from here on and until there, over midnight where the end comes before the beginning. */
  from: opt(clockText('起')),
  to: opt(clockText('止')),
})
export type FrequencyData = Static<typeof Frequency>

/** When the shifts of a house begin, in their order. */
export type Shifts = readonly { name: string; from: string }[]

const DAY_MINUTES = 24 * 60
const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
const clockOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const sorted = (clocks: Iterable<string>) => [...new Set(clocks)].sort()

/** 2026-11-16 is a Monday: 1. */
export const weekdayOf = (day: string) => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1
const lastOfMonth = (day: string) =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate()

/** What fits between breakfast and sleep, evenly: for whoever says how often and not when. Up to 24 fit into half hours. */
export function usualClocks(times: number): string[] {
  const [first, last] = [8 * 60, 20 * 60]
  if (times === 1) return ['09:00']
  const step = (last - first) / (times - 1)
  return Array.from({ length: times }, (_, at) => clockOf(Math.round((first + at * step) / 30) * 30))
}

/** Counted from the beginning of its stretch, so that there is always a first; without a stretch from midnight. */
function everyFew({ times, from, to }: FrequencyData): string[] {
  const bounded = from && to && from !== to
  const first = bounded ? minutesOf(from) : 0
  const length = bounded ? (minutesOf(to) - first + DAY_MINUTES) % DAY_MINUTES : DAY_MINUTES - 1
  return Array.from({ length: Math.floor(length / (times * 60)) + 1 }, (_, at) =>
    clockOf((first + at * times * 60) % DAY_MINUTES),
  )
}

/** Soon after the shift has been handed over, and then evenly over it. */
const SETTLED = 30
const perShift = (times: number, shifts: Shifts): string[] =>
  shifts.flatMap(({ from }, at) => {
    const begins = minutesOf(from)
    const next = shifts[at + 1] ?? shifts[0]!
    const length = (minutesOf(next.from) - begins + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES
    const step = length / times
    const after = Math.min(SETTLED, Math.floor(step / 2))
    return Array.from({ length: times }, (_, n) => clockOf((begins + after + Math.floor(n * step)) % DAY_MINUTES))
  })

/** The times of a day, in their order; nothing where only need or a doctor decides. */
export function clocksOn(frequency: FrequencyData, day: string, shifts: Shifts): string[] {
  const { unit, times, clocks, days } = frequency
  const given = clocks.length > 0 ? clocks : usualClocks(unit === CareUnit.is.day ? times : 1)
  switch (unit) {
    case CareUnit.is.day:
      return sorted(given)
    case CareUnit.is.week:
      return days.includes(weekdayOf(day)) ? sorted(given) : []
    case CareUnit.is.month: {
      const [today, last] = [Number(day.slice(8)), lastOfMonth(day)]
      return days.some((one) => Math.min(one, last) === today) ? sorted(given) : []
    }
    case CareUnit.is.shift:
      return sorted(perShift(times, shifts))
    case CareUnit.is.hours:
      return sorted(everyFew(frequency))
    default:
      return []
  }
}

/** What is wrong with it, for people; null where nothing is. */
export function frequencyFault({ unit, times, clocks, days, from, to }: FrequencyData): string | null {
  if (unit === CareUnit.is.day && clocks.length > 0 && new Set(clocks).size !== times) {
    return `每日 ${times} 次要有 ${times} 个不同的时刻，现在是 ${new Set(clocks).size} 个`
  }
  if (unit === CareUnit.is.week && (new Set(days).size !== times || days.some((day) => day > 7))) {
    return `每周 ${times} 次要选 ${times} 天`
  }
  if (unit === CareUnit.is.month && new Set(days).size !== times) return `每月 ${times} 次要选 ${times} 天`
  if ((unit === CareUnit.is.week || unit === CareUnit.is.month) && new Set(clocks).size > 1)
    return '每周、每月的项目只有一个时刻'
  if (unit === CareUnit.is.hours && Boolean(from) !== Boolean(to)) return '起止时刻要一起填，或都不填'
  return null
}

/** Only what its unit uses, in order: two that mean the same are the same. */
export function plainFrequency(frequency: FrequencyData): FrequencyData {
  const { unit, times, clocks, days, from, to } = frequency
  const timed = unit === CareUnit.is.day || unit === CareUnit.is.week || unit === CareUnit.is.month
  const dated = unit === CareUnit.is.week || unit === CareUnit.is.month
  const bounded = unit === CareUnit.is.hours && from && to && from !== to
  return {
    unit,
    times: unit === CareUnit.is.need || unit === CareUnit.is.order ? 1 : times,
    clocks: timed ? sorted(clocks) : [],
    days: dated ? [...new Set(days)].sort((a, b) => a - b) : [],
    from: bounded ? from : null,
    to: bounded ? to : null,
  }
}

/** Mean times a day, for sums of minutes; nothing where only need or a doctor decides. */
export function timesPerDay(frequency: FrequencyData, shifts: Shifts): number {
  const { unit, times } = frequency
  if (unit === CareUnit.is.week) return times / 7
  if (unit === CareUnit.is.month) return times / 30
  // The same on every day.
  return clocksOn(frequency, '2026-01-01', shifts).length
}

const DAYS = ['一', '二', '三', '四', '五', '六', '日']

/** 每日 2 次 08:00 20:00；每周一、四 09:00；每 2 小时（21:00–05:00）；每班 1 次；按需 */
export function frequencyWords(frequency: FrequencyData): string {
  const { unit, times, clocks, days, from, to } = frequency
  const at = sorted(clocks).join(' ')
  if (unit === CareUnit.is.day) return [`每日 ${times} 次`, at].filter(Boolean).join(' ')
  if (unit === CareUnit.is.week) {
    const on = [...new Set(days)].sort((a, b) => a - b).map((day) => DAYS[day - 1])
    return [`每周${on.join('、')}`, at].filter(Boolean).join(' ')
  }
  if (unit === CareUnit.is.month) {
    const on = [...new Set(days)].sort((a, b) => a - b)
    return [`每月 ${on.join('、')} 日`, at].filter(Boolean).join(' ')
  }
  if (unit === CareUnit.is.hours) return `每 ${times} 小时${from && to ? `（${from}–${to}）` : ''}`
  return unit === CareUnit.is.shift ? `每班 ${times} 次` : CareUnit.label(unit)
}
