// The usual of a resident and the verdicts beside it.
import { describe, expect, it } from 'vitest'
import { bandOf, judge, type KeptNight, levelOf, noteOf, quantile, usualOf } from './healthBaseline.ts'
import { MINUTE_MS, nightStart, plusDays, SLOTS } from './healthNight.ts'

const DAY = '2026-11-12'
const night = (day: string, more: Partial<KeptNight> = {}): KeptNight => ({
  day,
  away: 0,
  inBedMin: 590,
  bedAt: nightStart(day) + 65 * MINUTE_MS,
  riseAt: nightStart(day) + 658 * MINUTE_MS,
  exits: 2,
  longestExitMin: 7,
  exitMin: 12,
  heartAvg10: 680,
  heartMin: 58,
  heartMax: 84,
  breathAvg10: 156,
  breathMin: 12,
  breathMax: 20,
  turns: 21,
  bigMoveMin: 1,
  wet: 1,
  minutes: 720,
  ...more,
})
const usual = Array.from({ length: 30 }, (_, i) =>
  night(plusDays(DAY, -1 - i), { exits: 1 + (i % 3), turns: 18 + (i % 7) }),
)
const LIMITS = { heart: { upper: 120, lower: 45 }, breath: { upper: 30, lower: 8 } }
const verdicts = (one: KeptNight, before = usual, running = false) =>
  Object.fromEntries(judge(one, before, LIMITS, running).map((row) => [row.key, row.verdict]))

describe('the usual', () => {
  it('is the median and the range of most nights', () => {
    expect(usualOf('exits', usual)).toEqual({ median: 2, low: 1, high: 3 })
    expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5)
  })
  it('is never narrower than a measure varies by anyway', () => {
    expect(usualOf('heartAvg', usual)).toEqual({ median: 68, low: 64, high: 72 })
  })
  it('needs five nights; away and short nights do not count', () => {
    expect(usualOf('exits', usual.slice(0, 4))).toBeNull()
    const thin = usual.map((one, i) => (i < 4 ? one : { ...one, ...(i % 2 ? { away: 1 } : { minutes: 59 }) }))
    expect(judge(night(DAY, { exits: 9 }), thin, LIMITS).find((row) => row.key === 'exits')).toMatchObject({
      median: null,
      verdict: 0,
    })
  })
})

describe('a night beside it', () => {
  it.each<[what: string, more: Partial<KeptNight>, expected: Record<string, number>]>([
    ['as always', {}, { exits: 0, heartMax: 0, inBedMin: 0 }],
    ['four exits', { exits: 4 }, { exits: 1 }],
    ['nine exits', { exits: 9 }, { exits: 2 }],
    ['no exit is calm', { exits: 0 }, { exits: 0 }],
    ['a long exit', { longestExitMin: 15 }, { longestExitMin: 1 }],
    ['heart far above the limit', { heartMax: 134 }, { heartMax: 2 }],
    ['heart a little high', { heartMax: 95 }, { heartMax: 1 }],
    ['heart under the limit', { heartMin: 40 }, { heartMin: -2 }],
    ['few turns', { turns: 12 }, { turns: -1 }],
    ['late to bed', { bedAt: nightStart(DAY) + 200 * MINUTE_MS }, { bedAt: 1 }],
    ['hardly a reading', { minutes: 30, exits: 9, inBedMin: 10 }, { exits: 0, inBedMin: 0 }],
  ])('%s', (_, more, expected) => {
    expect(verdicts(night(DAY, more))).toMatchObject(expected)
  })
  it('beyond an alarm limit is abnormal even where it is usual', () => {
    const fast = usual.map((one) => ({ ...one, heartMax: 130 }))
    expect(verdicts(night(DAY, { heartMax: 131 }), fast)).toMatchObject({ heartMax: 2 })
  })
  it('a running night is not told that it was short', () => {
    expect(verdicts(night(DAY, { inBedMin: 90, turns: 2 }), usual, true)).toMatchObject({ inBedMin: 0, turns: 0 })
    expect(verdicts(night(DAY, { exits: 9 }), usual, true)).toMatchObject({ exits: 2 })
  })
  it('has the level of its worst measure', () => {
    expect(levelOf(judge(night(DAY), usual, LIMITS))).toBe(0)
    expect(levelOf(judge(night(DAY, { exits: 4 }), usual, LIMITS))).toBe(1)
    expect(levelOf(judge(night(DAY, { exits: 4, heartMax: 134 }), usual, LIMITS))).toBe(2)
  })
})

describe('worth a look', () => {
  it('says nothing where nothing happened', () => {
    const one = night(DAY)
    expect(noteOf(one, usual, judge(one, usual, LIMITS), [])).toBeNull()
  })
  it('names facts, how many nights in a row and what was done', () => {
    const one = night(DAY, { exits: 5, heartMax: 134 })
    const before = [night(plusDays(DAY, -1), { exits: 5 }), ...usual.slice(1)]
    const alarm = {
      at: nightStart(DAY) + 377 * MINUTE_MS,
      kind: 'HEART',
      value: 134,
      content: '心率过高 134 次/分',
      status: 3,
      handledAt: nightStart(DAY) + 380 * MINUTE_MS,
    }
    const note = noteOf(one, before, judge(one, before, LIMITS), [alarm])!
    expect(note).toContain('02:17 心率到 134 次/分，3 分钟后已处理')
    expect(note).toContain('夜间离床 5 次，偏多（平时 2 次），连续第 2 夜')
    expect(note).toContain('告知医生')
  })
})

describe('the band', () => {
  it('takes 5 % to 95 % of the nights at the same time of night and has gaps where few nights were read', () => {
    const curve = (value: number) => Array.from({ length: SLOTS }, (_, slot) => (slot < 10 ? null : value))
    const band = bandOf(Array.from({ length: 21 }, (_, i) => curve(600 + i * 10)))
    expect(band.low[0]).toBeNull()
    expect(band.low[50]).toBe(61)
    expect(band.high[50]).toBe(79)
    expect(bandOf([curve(600), curve(700)]).low[50]).toBeNull()
  })
})
