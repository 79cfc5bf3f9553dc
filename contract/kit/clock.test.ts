import { expect, test } from 'vitest'
import { DAY_MS, dayText, momentOf, monthText, secondText, timeText } from './clock.ts'

/** Every so often from 1992 to 2099, at ever other times of the day. */
const STEP_MS = 37 * DAY_MS + 5_501_000
const moments = Array.from({ length: 1_000 }, (_, i) => Date.UTC(1992, 0, 1) + i * STEP_MS)

test('texts and moments say the same, as Intl has it for Shanghai', () => {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Shanghai',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  for (const ms of moments) {
    const text = timeText(ms)
    expect(text).toBe(format.format(ms))
    expect(momentOf(text)).toBe(ms)
    expect([monthText(ms), dayText(ms), secondText(ms)]).toEqual([text.slice(0, 7), text.slice(0, 10), text.slice(11)])
    const midnight = momentOf(dayText(ms))
    expect(midnight).toBeLessThanOrEqual(ms)
    expect(midnight + DAY_MS).toBeGreaterThan(ms)
  }
})
