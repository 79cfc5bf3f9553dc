import { describe, expect, test } from 'vitest'
import { type ClockState, saidTime, timeOf } from './readingTime.ts'

const NOW = Date.parse('2026-11-14T02:00:00+08:00')
const HOUR = 3_600_000

test('what a device writes as its time', () => {
  expect(saidTime(NOW)).toBe(NOW)
  expect(saidTime('2026-11-14T02:00:00+08:00')).toBe(NOW)
  expect(saidTime('2026-11-13T18:00:00.000Z')).toBe(NOW)
  expect(saidTime('soon')).toBeNull()
  expect(saidTime(undefined)).toBeNull()
})

describe('which time counts', () => {
  /** Messages every five seconds from a clock that is off by so much; the times that counted, from the second on. */
  const live = (off: number) => {
    let clock: ClockState = {}
    const answers = []
    for (let at = NOW; at < NOW + 30_000; at += 5_000) {
      const timed = timeOf(at + off, at, 5, clock)
      clock = timed.clock
      answers.push({ late: at - timed.at, offsetS: timed.offsetS })
    }
    return answers.slice(1)
  }

  test.each([
    ['right', 0, 0],
    ['a minute behind', -60_000, 0],
  ])('a clock that is %s is believed', (_, off, offsetS) => {
    for (const answer of live(off)) expect(answer).toEqual({ late: Math.abs(off), offsetS })
  })

  test.each([
    ['an hour ahead', HOUR, 3600],
    ['an hour behind', -HOUR, -3600],
    ['a year behind', -365 * 24 * HOUR, -365 * 24 * 3600],
  ])('a clock that is %s: arrival counts, and the difference is known', (_, off, offsetS) => {
    for (const answer of live(off)) expect(answer).toEqual({ late: 0, offsetS })
  })

  test('what was kept while the device was away counts for the time it was measured', () => {
    let clock: ClockState = { lag: 40, heardAt: NOW - HOUR }
    for (let measured = NOW - HOUR; measured < NOW; measured += 60_000) {
      // A backlog comes at once.
      const timed = timeOf(measured, NOW + 5, 5, clock)
      clock = timed.clock
      expect(timed.at).toBe(measured)
    }
  })

  test('without a time the arrival counts', () => {
    expect(timeOf(null, NOW, 5, {})).toMatchObject({ at: NOW, offsetS: null })
  })
})
