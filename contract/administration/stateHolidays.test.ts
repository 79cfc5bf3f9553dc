// The calendar of the state: what was published, and the days that the law gives in any year.
import { describe, expect, test } from 'vitest'
import { daysOf, PUBLISHED_YEARS, publishedDays, statutoryDays } from './stateHolidays.ts'

const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()
const isWeekend = (day: string) => weekday(day) === 0 || weekday(day) === 6

describe('published years', () => {
  test.each([
    [2025, 28, 5],
    [2026, 33, 6],
  ])('%i has %i days off and %i worked weekends', (year, off, work) => {
    const days = publishedDays(year)
    expect(days.filter((one) => one.kind === 'HOLIDAY')).toHaveLength(off)
    expect(days.filter((one) => one.kind === 'WORKDAY')).toHaveLength(work)
  })

  test.each(PUBLISHED_YEARS)(
    '%i: no day twice, every day worked instead is a weekend, every statutory day is off',
    (year) => {
      const days = publishedDays(year)
      expect(new Set(days.map((one) => one.day)).size).toBe(days.length)
      expect(days.filter((one) => one.kind === 'WORKDAY' && !isWeekend(one.day))).toEqual([])
      const off = new Set(days.filter((one) => one.kind === 'HOLIDAY').map((one) => one.day))
      expect(statutoryDays(year).filter((one) => !off.has(one.day))).toEqual([])
    },
  )

  test('a year that is not published has none', () => {
    expect(publishedDays(2031)).toEqual([])
  })
})

describe('statutory days', () => {
  test.each([
    [2026, '春节', ['2026-02-16', '2026-02-17', '2026-02-18', '2026-02-19']],
    [2025, '中秋节', ['2025-10-06']],
    [2026, '清明节', ['2026-04-05']],
    [2027, '春节', ['2027-02-05', '2027-02-06', '2027-02-07', '2027-02-08']],
    [2027, '端午节', ['2027-06-09']],
    [2028, '中秋节', ['2028-10-03']],
    [2028, '清明节', ['2028-04-04']],
  ])('%i %s', (year, name, days) => {
    const found = statutoryDays(year)
    expect(found.filter((one) => one.name === name).map((one) => one.day)).toEqual(days)
    expect(found).toHaveLength(13)
  })
})

test('spans include both their days and cross months', () => {
  expect(daysOf('2026-01-30', '2026-02-01')).toEqual(['2026-01-30', '2026-01-31', '2026-02-01'])
})
