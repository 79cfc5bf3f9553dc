import { expect, test } from 'vitest'
import type { CalendarEntryData } from '#contract/administration/calendar'
import { byDay, periodOf, plusMonths, stepOf, titleOf, weekdayName, weekOf, weeksOf } from './days.ts'

test('months are whole weeks from Monday, across years and leap days', () => {
  expect(weekdayName('2026-11-19')).toBe('周四')
  expect(periodOf('month', '2026-11-19')).toEqual({ from: '2026-10-26', to: '2026-12-06' })
  expect(weeksOf('2027-02-10')).toHaveLength(4)
  expect(weeksOf('2028-02-29').flat()).toContain('2028-02-29')
  expect(plusMonths('2026-12-31', 1)).toBe('2027-01-01')
  expect(stepOf('month', '2026-01-31', -1)).toBe('2025-12-01')
  expect(stepOf('week', '2026-12-30', 1)).toBe('2027-01-06')
  expect(weekOf('2027-01-01')).toEqual([
    '2026-12-28',
    '2026-12-29',
    '2026-12-30',
    '2026-12-31',
    '2027-01-01',
    '2027-01-02',
    '2027-01-03',
  ])
  expect(titleOf('month', '2026-11-19')).toBe('2026 年 11 月')
  expect(titleOf('week', '2026-11-19')).toBe('2026 年 11-16 至 11-22')
})

test('what lasts several days stands on each day that is shown', () => {
  const entry = { day: '2026-11-15', endDay: '2026-11-17' } as CalendarEntryData
  const days = byDay([entry], weekOf('2026-11-19'))
  expect([...days].filter(([, all]) => all.length > 0).map(([day]) => day)).toEqual(['2026-11-16', '2026-11-17'])
})
