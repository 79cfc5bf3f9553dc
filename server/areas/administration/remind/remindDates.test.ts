// When repeated reminders come again: month ends, leap days, spaces between, the last day.
import { expect, it } from 'vitest'
import type { RemindRepeatValue } from '#contract/administration/remind'
import { daysAfter } from './remindDates.ts'

const series = (day: string, repeat: RemindRepeatValue, more: { every?: number; endDay?: string } = {}) => ({
  firstAt: `${day} 09:00:00`,
  repeat,
  every: more.every ?? 1,
  endDay: more.endDay ?? null,
})

it('comes on the last day of months that are shorter, and on its own day of the others', () => {
  expect(daysAfter(series('2027-01-31', 'MONTHLY'), '2027-01-31', 5)).toEqual([
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2027-05-31',
    '2027-06-30',
  ])
  expect(daysAfter(series('2027-12-30', 'MONTHLY'), '2027-12-30', 3)).toEqual([
    '2028-01-30',
    '2028-02-29',
    '2028-03-30',
  ])
  expect(daysAfter(series('2027-01-28', 'MONTHLY'), '2027-01-28', 2)).toEqual(['2027-02-28', '2027-03-28'])
  expect(daysAfter(series('2027-08-31', 'MONTHLY', { every: 3 }), '2027-08-31', 3)).toEqual([
    '2027-11-30',
    '2028-02-29',
    '2028-05-31',
  ])
})

it('set on 29 February it comes every year', () => {
  expect(daysAfter(series('2028-02-29', 'YEARLY'), '2028-02-29', 5)).toEqual([
    '2029-02-28',
    '2030-02-28',
    '2031-02-28',
    '2032-02-29',
    '2033-02-28',
  ])
  expect(daysAfter(series('2026-12-31', 'YEARLY', { every: 2 }), '2026-12-31', 2)).toEqual(['2028-12-31', '2030-12-31'])
})

it('counts days and weeks, ends with its last day, and a single one has no next', () => {
  expect(daysAfter(series('2027-02-27', 'DAILY'), '2027-02-27', 3)).toEqual(['2027-02-28', '2027-03-01', '2027-03-02'])
  expect(daysAfter(series('2027-02-27', 'DAILY', { every: 10 }), '2027-03-01', 2)).toEqual(['2027-03-09', '2027-03-19'])
  expect(daysAfter(series('2026-12-28', 'WEEKLY', { every: 2 }), '2026-12-28', 2)).toEqual(['2027-01-11', '2027-01-25'])
  expect(daysAfter(series('2027-01-01', 'DAILY', { endDay: '2027-01-03' }), '2027-01-01', 9)).toEqual([
    '2027-01-02',
    '2027-01-03',
  ])
  expect(daysAfter(series('2027-01-01', 'ONCE'), '2027-01-01', 9)).toEqual([])
  expect(daysAfter(series('2199-12-30', 'YEARLY'), '2199-12-30', 9)).toEqual([])
})
