// Whole days of leave as the shifts lie, and how they are said.
import { expect, test } from 'vitest'
import { lengthWords, shareOf, spanWords, wholeDays } from './leaveSpan.ts'

const NIGHT = { day: '2026-11-19', endMinute: 1_890 }

test('a whole day ends at midnight, and a night is worked or off to its end', () => {
  expect(wholeDays([], '2026-11-20', '2026-11-20')).toEqual({
    fromAt: '2026-11-20 00:00:00',
    toAt: '2026-11-21 00:00:00',
  })
  // Came from the night before: the leave begins when it ends.
  expect(wholeDays([NIGHT], '2026-11-20', '2026-11-21').fromAt).toBe('2026-11-20 07:30:00')
  // The night itself is off.
  expect(wholeDays([NIGHT], '2026-11-19', '2026-11-19')).toEqual({
    fromAt: '2026-11-19 00:00:00',
    toAt: '2026-11-20 07:30:00',
  })
  expect(wholeDays([{ day: '2026-11-20', endMinute: 1_170 }], '2026-11-20', '2026-11-20').toAt).toBe(
    '2026-11-21 00:00:00',
  )
  expect(wholeDays([{ day: '2026-12-31', endMinute: 1_890 }], '2026-12-31', '2026-12-31').toAt).toBe(
    '2027-01-01 07:30:00',
  )
})

test('said in days and hours', () => {
  expect(lengthWords('2026-11-20 00:00:00', '2026-11-22 00:00:00')).toBe('2 天')
  expect(lengthWords('2026-11-20 08:00:00', '2026-11-20 11:30:00')).toBe('3.5 小时')
  expect(lengthWords('2026-11-20 00:00:00', '2026-11-21 07:30:00')).toBe('1 天 7.5 小时')
  expect(spanWords({ startMinute: 450, endMinute: 1_170 })).toBe('07:30–19:30')
  expect(spanWords({ startMinute: 1_170, endMinute: 1_890 })).toBe('19:30–次日07:30')
})

test('how much of a shift a leave takes', () => {
  const shift = { from: '2026-11-20 07:30:00', to: '2026-11-20 19:30:00' }
  expect(shareOf(shift, { fromAt: '2026-11-20 00:00:00', toAt: '2026-11-21 00:00:00' })).toBe(1)
  expect(shareOf(shift, { fromAt: '2026-11-20 13:30:00', toAt: '2026-11-21 00:00:00' })).toBe(0.5)
  expect(shareOf(shift, { fromAt: '2026-11-20 19:30:00', toAt: '2026-11-21 00:00:00' })).toBe(0)
})
