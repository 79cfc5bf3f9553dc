import { describe, expect, it } from 'vitest'
import {
  CareUnit,
  clocksOn,
  type FrequencyData,
  frequencyFault,
  frequencyWords,
  plainFrequency,
  type Shifts,
  timesPerDay,
  usualClocks,
  weekdayOf,
} from './frequency.ts'

const { day, week, month, shift, hours, need, order } = CareUnit.is
const two: Shifts = [
  { name: '白班', from: '07:30' },
  { name: '夜班', from: '19:30' },
]
const three: Shifts = [
  { name: '白班', from: '08:00' },
  { name: '中班', from: '16:00' },
  { name: '夜班', from: '00:00' },
]
const of = (unit: FrequencyData['unit'], times: number, more: Partial<FrequencyData> = {}): FrequencyData => ({
  unit,
  times,
  clocks: [],
  days: [],
  ...more,
})
const MONDAY = '2026-11-16'
const SUNDAY = '2026-11-22'

describe('the times of a day', () => {
  it.each<[string, FrequencyData, string, Shifts, string[]]>([
    ['by the day, as given', of(day, 2, { clocks: ['20:00', '08:00'] }), MONDAY, two, ['08:00', '20:00']],
    ['by the day, usual ones', of(day, 3), MONDAY, two, ['08:00', '14:00', '20:00']],
    ['once a day', of(day, 1), MONDAY, two, ['09:00']],
    ['on its day of the week', of(week, 2, { days: [1, 4], clocks: ['09:30'] }), MONDAY, two, ['09:30']],
    ['on another day of the week', of(week, 2, { days: [1, 4], clocks: ['09:30'] }), SUNDAY, two, []],
    ['on Sunday', of(week, 1, { days: [7] }), SUNDAY, two, ['09:00']],
    ['on its day of the month', of(month, 1, { days: [15] }), '2026-11-15', two, ['09:00']],
    ['on the last of a month that is too short', of(month, 1, { days: [31] }), '2026-11-30', two, ['09:00']],
    ['not before the last', of(month, 1, { days: [31] }), '2026-11-29', two, []],
    ['on 29 February', of(month, 2, { days: [30, 31] }), '2028-02-29', two, ['09:00']],
    ['in each of two shifts', of(shift, 1), MONDAY, two, ['08:00', '20:00']],
    ['in each of three shifts', of(shift, 1), MONDAY, three, ['00:30', '08:30', '16:30']],
    ['twice in a shift', of(shift, 2), MONDAY, two, ['02:00', '08:00', '14:00', '20:00']],
    ['every six hours', of(hours, 6), MONDAY, two, ['00:00', '06:00', '12:00', '18:00']],
    ['every five hours', of(hours, 5), MONDAY, two, ['00:00', '05:00', '10:00', '15:00', '20:00']],
    [
      'within a stretch',
      of(hours, 4, { from: '06:00', to: '20:00' }),
      MONDAY,
      two,
      ['06:00', '10:00', '14:00', '18:00'],
    ],
    ['over midnight', of(hours, 4, { from: '21:00', to: '05:00' }), MONDAY, two, ['01:00', '05:00', '21:00']],
    ['within a stretch shorter than the step', of(hours, 4, { from: '21:00', to: '23:00' }), MONDAY, two, ['21:00']],
    ['as needed', of(need, 1), MONDAY, two, []],
    ['by order', of(order, 1), MONDAY, two, []],
  ])('%s', (_, frequency, on, shifts, expected) => {
    expect(clocksOn(frequency, on, shifts)).toEqual(expected)
  })

  it('spreads over the day without doubling, however many', () => {
    for (let times = 1; times <= 24; times++) expect(new Set(usualClocks(times)).size).toBe(times)
  })

  it('are sorted, distinct and of the day for whatever has no fault; a mean of them is the mean', () => {
    let state = 20_261_118
    const below = (most: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((state / 2_147_483_648) * most)
    }
    const some = <T>(most: number, make: () => T) => Array.from({ length: below(most + 1) }, make)
    const clock = () => `${String(below(24)).padStart(2, '0')}:${String(below(60)).padStart(2, '0')}`
    let sound = 0
    for (let n = 0; n < 4_000; n++) {
      const frequency: FrequencyData = {
        unit: CareUnit.list[below(7)]!.value,
        times: 1 + below(n % 2 ? 4 : 24),
        clocks: some(4, clock),
        days: some(4, () => 1 + below(n % 3 ? 7 : 31)),
        from: below(2) ? clock() : null,
        to: below(2) ? clock() : null,
      }
      if (frequencyFault(frequency)) continue
      sound += 1
      const shifts = n % 2 ? two : three
      const month = String(1 + below(12)).padStart(2, '0')
      const dayText = `2026-${month}-${String(1 + below(28)).padStart(2, '0')}`
      const clocks = clocksOn(frequency, dayText, shifts)
      expect(clocks).toEqual([...new Set(clocks)].sort())
      for (const one of clocks) expect(one).toMatch(/^(?:[01]\d|2[0-3]):[0-5]\d$/)
      const plain = plainFrequency(frequency)
      expect(clocksOn(plain, dayText, shifts)).toEqual(clocks)
      expect(plainFrequency(plain)).toEqual(plain)
      expect(frequencyFault(plain)).toBeNull()
      if (frequency.unit === day || frequency.unit === hours || frequency.unit === shift) {
        expect(clocks.length).toBeGreaterThan(0)
        expect(timesPerDay(frequency, shifts)).toBe(clocks.length)
      }
      if (frequency.unit === week) {
        const days = Array.from({ length: 7 }, (_, i) => `2026-11-${16 + i}`)
        const all = days.flatMap((one) => clocksOn(frequency, one, shifts))
        expect(all).toHaveLength(frequency.times)
        for (const one of days)
          expect(clocksOn(frequency, one, shifts).length).toBe(frequency.days.includes(weekdayOf(one)) ? 1 : 0)
        expect(timesPerDay(frequency, shifts) * 7).toBeCloseTo(all.length)
      }
    }
    expect(sound).toBeGreaterThan(1_000)
  })
})

it.each<[string, FrequencyData, string | null]>([
  ['too few clocks', of(day, 3, { clocks: ['08:00', '20:00'] }), '每日 3 次要有 3 个不同的时刻，现在是 2 个'],
  ['the same clock twice', of(day, 2, { clocks: ['08:00', '08:00'] }), '每日 2 次要有 2 个不同的时刻，现在是 1 个'],
  ['no clocks', of(day, 3), null],
  ['a week without its days', of(week, 2, { days: [1] }), '每周 2 次要选 2 天'],
  ['an eighth day', of(week, 1, { days: [8] }), '每周 1 次要选 1 天'],
  ['a month without its days', of(month, 1), '每月 1 次要选 1 天'],
  ['two clocks of a week', of(week, 1, { days: [1], clocks: ['08:00', '09:00'] }), '每周、每月的项目只有一个时刻'],
  ['half a stretch', of(hours, 2, { from: '08:00' }), '起止时刻要一起填，或都不填'],
  ['as needed', of(need, 1), null],
])('says what is wrong: %s', (_, frequency, fault) => {
  expect(frequencyFault(frequency)).toBe(fault)
})

it('is said in words', () => {
  const words = [
    of(day, 2, { clocks: ['20:00', '08:00'] }),
    of(week, 2, { days: [4, 1], clocks: ['09:00'] }),
    of(month, 1, { days: [5] }),
    of(hours, 2, { from: '21:00', to: '05:00' }),
    of(shift, 1),
    of(need, 1),
  ].map(frequencyWords)
  expect(words).toEqual([
    '每日 2 次 08:00 20:00',
    '每周一、四 09:00',
    '每月 5 日',
    '每 2 小时（21:00–05:00）',
    '每班 1 次',
    '按需',
  ])
})
