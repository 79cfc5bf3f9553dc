// The calendar of the state as it was published (国务院办公厅), year by year, and for years that are not published yet the
// statutory days alone: what is certain before anybody has shifted a weekend.
import { DayKind, type DayKindValue } from './attendanceWords.ts'

export interface HolidayDay {
  /** yyyy-MM-dd */
  day: string
  kind: DayKindValue
  name: string
}

type Span = readonly [name: string, from: string, to: string]

interface StateYear {
  off: readonly Span[]
  /** Weekends that are worked. */
  work: readonly (readonly [name: string, day: string])[]
}

/** MM-DD */
const PUBLISHED: Readonly<Record<number, StateYear>> = {
  2025: {
    off: [
      ['元旦', '01-01', '01-01'],
      ['春节', '01-28', '02-04'],
      ['清明节', '04-04', '04-06'],
      ['劳动节', '05-01', '05-05'],
      ['端午节', '05-31', '06-02'],
      ['国庆节、中秋节', '10-01', '10-08'],
    ],
    work: [
      ['春节', '01-26'],
      ['春节', '02-08'],
      ['劳动节', '04-27'],
      ['国庆节', '09-28'],
      ['国庆节', '10-11'],
    ],
  },
  2026: {
    off: [
      ['元旦', '01-01', '01-03'],
      ['春节', '02-15', '02-23'],
      ['清明节', '04-04', '04-06'],
      ['劳动节', '05-01', '05-05'],
      ['端午节', '06-19', '06-21'],
      ['中秋节', '09-25', '09-27'],
      ['国庆节', '10-01', '10-07'],
    ],
    work: [
      ['元旦', '01-04'],
      ['春节', '02-14'],
      ['春节', '02-28'],
      ['劳动节', '05-09'],
      ['国庆节', '09-20'],
      ['国庆节', '10-10'],
    ],
  },
}

export const PUBLISHED_YEARS: readonly number[] = Object.keys(PUBLISHED).map(Number)

const DAY_MS = 86_400_000
const utc = (day: string) => Date.parse(`${day}T00:00:00Z`)
const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Both days included. */
export function daysOf(from: string, to: string): string[] {
  const found: string[] = []
  for (let at = utc(from); at <= utc(to); at += DAY_MS) found.push(textOf(at))
  return found
}

/** Empty where the year is not published. */
export function publishedDays(year: number): HolidayDay[] {
  const known = PUBLISHED[year]
  if (!known) return []
  return [
    ...known.off.flatMap(([name, from, to]) =>
      daysOf(`${year}-${from}`, `${year}-${to}`).map((day) => ({ day, kind: DayKind.is.HOLIDAY, name })),
    ),
    ...known.work.map(([name, day]) => ({ day: `${year}-${day}`, kind: DayKind.is.WORKDAY, name: `${name}调休` })),
  ].sort((a, b) => (a.day < b.day ? -1 : 1))
}

/**
 * 春节, 端午, 中秋 (MM-DD). Written down: what browsers and Node compute from the moon is a day wrong in years in which it is
 * new around midnight, 2027 among them.
 */
const FESTIVALS: Readonly<Record<number, readonly [spring: string, dragon: string, moon: string]>> = {
  2025: ['01-29', '05-31', '10-06'],
  2026: ['02-17', '06-19', '09-25'],
  2027: ['02-06', '06-09', '09-15'],
  2028: ['01-26', '05-28', '10-03'],
  2029: ['02-13', '06-16', '09-22'],
  2030: ['02-03', '06-05', '09-12'],
  2031: ['01-23', '06-24', '10-01'],
  2032: ['02-11', '06-12', '09-19'],
  2033: ['01-31', '06-01', '09-08'],
  2034: ['02-19', '06-20', '09-27'],
  2035: ['02-08', '06-10', '09-16'],
  2036: ['01-28', '05-30', '10-04'],
  2037: ['02-15', '06-18', '09-24'],
  2038: ['02-04', '06-07', '09-13'],
  2039: ['01-24', '05-27', '10-02'],
  2040: ['02-12', '06-14', '09-20'],
  2041: ['02-01', '06-03', '09-10'],
  2042: ['01-22', '06-22', '09-28'],
  2043: ['02-10', '06-11', '09-17'],
  2044: ['01-30', '05-31', '10-05'],
  2045: ['02-17', '06-19', '09-25'],
}

/** The day of 清明 in this century. */
function clearAndBright(year: number): string {
  const y = year % 100
  return `${year}-04-0${Math.floor(y * 0.2422 + 4.81) - Math.floor(y / 4)}`
}

/** 全国年节及纪念日放假办法 (2024): thirteen days that the law itself gives; without those of the moon after 2045. */
export function statutoryDays(year: number): HolidayDay[] {
  const off = (name: string, days: readonly string[]) =>
    days.map((day) => ({ day, kind: DayKind.is.HOLIDAY as DayKindValue, name }))
  const festivals = FESTIVALS[year]
  const first = festivals ? utc(`${year}-${festivals[0]}`) : 0
  return [
    ...off('元旦', [`${year}-01-01`]),
    ...off('清明节', [clearAndBright(year)]),
    ...off('劳动节', [`${year}-05-01`, `${year}-05-02`]),
    ...off('国庆节', [`${year}-10-01`, `${year}-10-02`, `${year}-10-03`]),
    ...(festivals
      ? [
          // The eve and the first three days.
          ...off('春节', daysOf(textOf(first - DAY_MS), textOf(first + 2 * DAY_MS))),
          ...off('端午节', [`${year}-${festivals[1]}`]),
          ...off('中秋节', [`${year}-${festivals[2]}`]),
        ]
      : []),
  ].sort((a, b) => (a.day < b.day ? -1 : 1))
}
