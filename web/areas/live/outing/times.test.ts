import { expect, test } from 'vitest'
import { hoursBetween, lengthText, plusHours } from './times.ts'

test.each([
  [0, '0 分钟'],
  [59, '59 分钟'],
  [60, '1 小时'],
  [95, '1 小时 35 分'],
  [7 * 60 + 5, '7 小时'],
  [24 * 60, '1 天'],
  [27 * 60 + 40, '1 天 3 小时'],
])('%i minutes read %s', (minutes, words) => {
  expect(lengthText(minutes)).toBe(words)
})

test('a plan is counted in hours over the end of a month', () => {
  expect(plusHours('2026-01-31 20:00:00', 6)).toBe('2026-02-01 02:00:00')
  expect(hoursBetween('2026-01-31 20:00:00', '2026-02-01 02:30:00')).toBe(6.5)
})
