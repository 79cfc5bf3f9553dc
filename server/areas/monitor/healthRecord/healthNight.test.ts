// The night function by tables: what minutes come to, with gaps, short visits, silence and edges.

import { describe, expect, it } from 'vitest'
import { localDate } from '#contract/kit/clock'
import {
  dayOf,
  lastFinished,
  longestStill,
  MINUTE_MS,
  type Minute,
  NIGHT_MIN,
  newestNight,
  nightOf,
  nightStart,
  SLOTS,
  spansOf,
} from './healthNight.ts'

const DAY = '2026-11-12'
const FROM = nightStart(DAY)

const minute = (at: number, more: Partial<Minute> = {}): Minute => ({
  at: FROM + at * MINUTE_MS,
  n: 12,
  inBedN: 12,
  heartN: 10,
  heartSum: 680,
  heartMin: 66,
  heartMax: 70,
  breathN: 10,
  breathSum: 156,
  breathMin: 14,
  breathMax: 17,
  turns: 0,
  bigMoves: 0,
  exits: 0,
  wet: 0,
  ...more,
})
const none = {
  heartN: 0,
  heartSum: 0,
  heartMin: null,
  heartMax: null,
  breathN: 0,
  breathSum: 0,
  breathMin: null,
  breathMax: null,
}
const out = (at: number, more: Partial<Minute> = {}) => minute(at, { inBedN: 0, ...none, ...more })
const range = (from: number, to: number, one: (at: number) => Minute) =>
  Array.from({ length: to - from }, (_, i) => one(from + i))
const clock = (at: number | null) => (at === null ? null : localDate(at).toISOString().slice(11, 16))

describe('a night', () => {
  it('is what picture ten shows: to bed 21:02, up 07:04, four exits of 37 minutes', () => {
    const exits: readonly [number, number][] = [
      [176, 186],
      [302, 311],
      [438, 450],
      [597, 603],
    ]
    const inExit = (at: number) => exits.some(([a, b]) => at >= a && at < b)
    const minutes = range(0, NIGHT_MIN, (at) => (at < 62 || at >= 664 || inExit(at) ? out(at) : minute(at)))
    for (const [a] of exits) minutes[a]!.exits = 1
    minutes[664]!.exits = 1
    const night = nightOf(minutes, FROM)
    expect(clock(night.bedAt)).toBe('21:02')
    expect(clock(night.riseAt)).toBe('07:04')
    expect(night).toMatchObject({
      exits: 4,
      exitMin: 37,
      longestExitMin: 12,
      inBedMin: 664 - 62 - 37,
      minutes: NIGHT_MIN,
    })
    expect(night.heartAvg10).toBe(680)
    expect(night.breathAvg10).toBe(156)
  })

  const cases: readonly [what: string, minutes: Minute[], expected: Record<string, unknown>][] = [
    ['nothing heard', [], { minutes: 0, inBedMin: 0, exits: 0, bedAt: null, riseAt: null, heartAvg10: null, wet: 0 }],
    [
      'never in bed',
      range(0, 100, out),
      { minutes: 100, inBedMin: 0, exits: 0, bedAt: null, riseAt: null, exitMin: 0 },
    ],
    [
      'in bed the whole night: no getting up',
      range(0, NIGHT_MIN, minute),
      { inBedMin: 720, exits: 0, riseAt: null, bedAt: FROM },
    ],
    [
      'silence is neither in nor out',
      [...range(60, 120, minute), ...range(300, 400, minute)],
      { inBedMin: 160, exits: 0, exitMin: 0, minutes: 160 },
    ],
    [
      'a visit within one minute counts once',
      [...range(60, 100, minute), minute(100, { inBedN: 8, exits: 1 }), ...range(101, 160, minute), out(160), out(161)],
      { exits: 1, exitMin: 0, longestExitMin: 0 },
    ],
    [
      'leaving within the minute before the run counts once, not twice',
      [
        ...range(60, 100, minute),
        minute(100, { inBedN: 7, exits: 1 }),
        ...range(101, 105, out),
        ...range(105, 160, minute),
      ],
      { exits: 1, exitMin: 4, longestExitMin: 4 },
    ],
    [
      'getting up within the last minute is no exit',
      [...range(60, 100, minute), minute(100, { inBedN: 8, exits: 1 }), ...range(101, 140, out)],
      { exits: 0, riseAt: FROM + 101 * MINUTE_MS },
    ],
    [
      'sitting on the edge before bedtime is not going to bed',
      [...range(10, 13, minute), ...range(13, 70, out), ...range(70, 200, minute)],
      { bedAt: FROM + 70 * MINUTE_MS, exits: 0, exitMin: 0 },
    ],
    [
      'resting early in the evening and lying down again after breakfast is not the night',
      [
        ...range(0, 30, minute),
        ...range(30, 80, out),
        ...range(80, 620, minute),
        ...range(620, 690, out),
        ...range(690, 720, minute),
      ],
      { bedAt: FROM + 80 * MINUTE_MS, riseAt: FROM + 620 * MINUTE_MS, exits: 0, exitMin: 0, longestExitMin: 0 },
    ],
    [
      'a long time up in the middle of the night is an exit',
      [...range(60, 300, minute), ...range(300, 380, out), ...range(380, 600, minute)],
      { bedAt: FROM + 60 * MINUTE_MS, exits: 1, exitMin: 80, longestExitMin: 80 },
    ],
    [
      'minutes of the evening before and the morning after do not count',
      [...range(-30, 30, minute), ...range(NIGHT_MIN - 10, NIGHT_MIN + 60, minute)],
      { minutes: 40, inBedMin: 40 },
    ],
    [
      'wet for an hour is one time; dry and wet again two',
      [...range(60, 120, (at) => minute(at, { wet: 1 })), ...range(120, 180, minute), minute(180, { wet: 1 })],
      { wet: 2 },
    ],
    [
      'turns are added, large movement counts minutes',
      [minute(60, { turns: 2, bigMoves: 5 }), minute(61, { turns: 1, bigMoves: 1 }), minute(62)],
      { turns: 3, bigMoveMin: 2 },
    ],
    [
      'extremes come from minutes in bed, weighted averages from readings',
      [minute(60, { heartN: 1, heartSum: 134, heartMax: 134 }), minute(61, { heartN: 9, heartSum: 540, heartMin: 58 })],
      { heartMax: 134, heartMin: 58, heartAvg10: 674 },
    ],
  ]
  it.each(cases)('%s', (_, minutes, expected) => {
    expect(nightOf(minutes, FROM)).toMatchObject(expected)
  })

  it('keeps averages of five minutes and a gap where nothing was read', () => {
    const night = nightOf(
      [minute(60, { heartN: 2, heartSum: 141 }), minute(64, { heartN: 2, heartSum: 139 }), out(66)],
      FROM,
    )
    expect(night.heartCurve).toHaveLength(SLOTS)
    expect(night.heartCurve[12]).toBe(700)
    expect(night.heartCurve[13]).toBeNull()
    expect(night.heartCurve[11]).toBeNull()
  })
})

describe('spans and rest', () => {
  it('a gap in what was heard ends a span', () => {
    const spans = spansOf([minute(0), minute(1), out(2), minute(5)])
    expect(spans.map((one) => [(one.from - FROM) / MINUTE_MS, (one.to - FROM) / MINUTE_MS, one.inBed])).toEqual([
      [0, 2, true],
      [2, 3, false],
      [5, 6, true],
    ])
  })
  it('the longest time without turning starts anew with a turn, an exit and silence', () => {
    expect(longestStill(range(0, 50, (at) => minute(at, { turns: at === 20 ? 1 : 0 })))).toBe(30)
    expect(longestStill([...range(0, 10, minute), out(10), ...range(11, 16, minute)])).toBe(10)
    expect(longestStill([...range(0, 10, minute), ...range(40, 45, minute)])).toBe(10)
    expect(longestStill([out(0)])).toBeNull()
  })
})

describe('which night it is', () => {
  const at = (text: string) => Date.parse(`${text}+08:00`)
  it.each([
    ['2026-11-12T19:59:00', '2026-11-11', '2026-11-11'],
    ['2026-11-12T20:00:00', '2026-11-12', '2026-11-11'],
    ['2026-11-13T00:00:30', '2026-11-12', '2026-11-11'],
    ['2026-11-13T08:04:59', '2026-11-12', '2026-11-11'],
    ['2026-11-13T08:05:00', '2026-11-12', '2026-11-12'],
    ['2026-11-13T12:00:00', '2026-11-12', '2026-11-12'],
  ])('at %s the newest is %s and the last finished %s', (now, newest, finished) => {
    expect(newestNight(at(now))).toBe(newest)
    expect(lastFinished(at(now))).toBe(finished)
  })
  it('days are those of China', () => {
    expect(dayOf(Date.parse('2026-11-12T16:00:00Z'))).toBe('2026-11-13')
    expect(new Date(FROM).toISOString()).toBe('2026-11-12T12:00:00.000Z')
  })
})
