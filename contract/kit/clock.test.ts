import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, dayText, momentOf, monthText, secondText, timeText } from './clock.ts'

const moments = fc.integer({ min: Date.UTC(1992, 0, 1), max: Date.UTC(2099, 11, 31) }).map((ms) => ms - (ms % 1000))

test('texts and moments say the same, as Intl has it for Shanghai', () => {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Shanghai',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  fc.assert(
    fc.property(moments, (ms) => {
      expect(timeText(ms)).toBe(format.format(ms))
      expect(momentOf(timeText(ms))).toBe(ms)
      expect([monthText(ms), dayText(ms), secondText(ms)]).toEqual([
        timeText(ms).slice(0, 7),
        timeText(ms).slice(0, 10),
        timeText(ms).slice(11),
      ])
      expect(ms - momentOf(dayText(ms))).toBeGreaterThanOrEqual(0)
      expect(ms - momentOf(dayText(ms))).toBeLessThan(DAY_MS)
    }),
  )
})
