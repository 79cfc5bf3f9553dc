import { describe, expect, test } from 'vitest'
import type { RuleKindValue } from '#contract/monitor/words'
import { DEFAULT_RULES } from './defaultRules.ts'
import { type EffectiveRules, effectiveRules, type Rule, ruleAt } from './effectiveRules.ts'
import { cleaned, evaluate, type MattressContext, type MattressState, type Reading, watchedKinds } from './evaluate.ts'
import type { AlarmEvent } from './evaluation.ts'
import { inWindows } from './evaluation.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** yyyy-MM-dd HH:mm in China. */
const clock = (text: string) => Date.parse(`2026-11-14T${text}:00+08:00`)
const NIGHT = clock('23:00')
const NOON = clock('12:00')

const rule = (kind: RuleKindValue, name?: string) => {
  const found = DEFAULT_RULES.find((one) => one.kind === kind && (name === undefined || one.ruleName === name))
  if (!found) throw new Error(`no default rule of kind ${kind}`)
  const whole: Rule = { ...found, ruleId: kind, scope: 'ALL', scopeIds: [], status: 0 }
  return effectiveRules([whole], [], { oldmanId: 'o', deptId: null, levelId: null })
}

const usual: Omit<Reading, 'at'> = { inBed: 1, heart: 66, breath: 16, move: 0, turn: 0, wet: 0 }

/** A stretch of equal readings every five seconds. */
type Stretch = readonly [seconds: number, what?: Partial<Omit<Reading, 'at'>>]

interface Night {
  rules: EffectiveRules
  from?: number
  muted?: boolean
  closed?: Record<string, number>
  every?: number
  start?: MattressState
}

function run(
  { rules, from = NIGHT, muted = false, closed = {}, every = 5, start = {} }: Night,
  ...stretches: Stretch[]
) {
  let state = start
  let at = from
  const events: AlarmEvent[] = []
  const context: MattressContext = { rules, muted, intervalS: every, closed }
  for (const [seconds, what] of stretches) {
    for (const end = at + seconds * SECOND; at < end; at += every * SECOND) {
      const answer = evaluate(context, state, { ...usual, ...what, at })
      // What is stored between two readings is JSON.
      state = JSON.parse(JSON.stringify(answer.state)) as MattressState
      events.push(...answer.events)
    }
  }
  const said = events.map((one) => `${one.do} ${one.type} +${Math.round((one.at - from) / SECOND)}`)
  return { state, events, said, at }
}

const SETTLED: Stretch = [120]

describe('default rules, each raised by what it is for and by nothing less', () => {
  test.each<[string, RuleKindValue, Stretch, string[]]>([
    ['heart above 120 for 60 s', 'HEART', [65, { heart: 134 }], ['raise 4 +180']],
    ['heart above 120 for less', 'HEART', [55, { heart: 134 }], []],
    ['heart at the limit itself', 'HEART', [300, { heart: 120 }], []],
    ['heart below 45 for 60 s', 'HEART', [65, { heart: 40 }], ['raise 4 +180']],
    ['breath above 30 for 60 s', 'BREATH', [65, { breath: 33 }], ['raise 3 +180']],
    ['breath below 8 for 60 s', 'BREATH', [65, { breath: 6 }], ['raise 3 +180']],
    ['wet for 30 s', 'WET', [35, { wet: 1 }], ['raise 5 +150']],
    ['wet for less', 'WET', [25, { wet: 1 }], []],
    ['out of bed for ten minutes', 'EXIT', [605, { inBed: 0, heart: null, breath: null }], ['raise 1 +720']],
    ['out of bed for less', 'EXIT', [590, { inBed: 0, heart: null, breath: null }], []],
  ])('%s', (_, kind, stretch, expected) => {
    const night =
      kind === 'EXIT'
        ? { rules: rule(kind, DEFAULT_RULES.find((one) => one.kind === 'EXIT' && one.durationS === 600)!.ruleName) }
        : { rules: rule(kind) }
    expect(run(night, SETTLED, stretch).said).toEqual(expected)
  })

  test('large movement in five of the last six minutes, not in four', () => {
    const rules = rule('MOVE')
    const four = run({ rules }, SETTLED, [240, { move: 2 }], [120])
    expect(four.said).toEqual([])
    const five = run({ rules }, SETTLED, [150, { move: 2 }], [20], [260, { move: 2 }])
    expect(five.said).toHaveLength(1)
    expect(five.events[0]).toMatchObject({ do: 'raise', type: '2', kind: 'MOVE' })
  })

  test('no turn-over for 120 minutes in bed; a turn ends it at once', () => {
    const rules = rule('STILL')
    const found = run({ rules, every: 30 }, [121 * 60], [60, { turn: 1 }])
    expect(found.said[0]).toBe('raise 2 +7200')
    expect(found.events[0]).toMatchObject({ kind: 'STILL', value: 120, threshold: 120 })
    expect(found.events[1]).toMatchObject({ do: 'recover', kind: 'STILL' })
    expect(run({ rules, every: 30 }, [100 * 60], [30, { turn: 1 }], [100 * 60]).said).toEqual([])
    expect(run({ rules, every: 30 }, [100 * 60], [600, { inBed: 0 }], [100 * 60]).said).toEqual([])
  })

  test('every alarm began at least its duration before it was raised', () => {
    for (const [kind, what] of [
      ['HEART', { heart: 150 }],
      ['BREATH', { breath: 40 }],
      ['WET', { wet: 1 }],
      ['EXIT', { inBed: 0 as const }],
      ['MOVE', { move: 2 }],
    ] as const) {
      const rules = rule(kind)
      const [event] = run({ rules }, SETTLED, [900, what]).events
      expect(event?.do, kind).toBe('raise')
      if (event?.do === 'raise')
        expect(event.at - event.startAt).toBeGreaterThanOrEqual(rules[kind]![0]!.durationS * SECOND)
    }
  })
})

describe('time', () => {
  const exit = {
    EXIT: [{ ...rule('EXIT').EXIT![0]!, durationS: 600, repeatS: 0, windows: [{ from: '21:00', to: '06:00' }] }],
  }

  test('a window over midnight holds before and after it and not at noon', () => {
    const out: Stretch = [900, { inBed: 0 }]
    expect(run({ rules: exit, from: clock('23:55') }, SETTLED, out).said).toHaveLength(1)
    expect(run({ rules: exit, from: clock('02:00') }, SETTLED, out).said).toHaveLength(1)
    expect(run({ rules: exit, from: NOON }, SETTLED, out).said).toEqual([])
  })

  test('a timer begins with the window, not with an afternoon out of bed', () => {
    const { said } = run({ rules: exit, from: clock('20:30') }, SETTLED, [60 * 60, { inBed: 0 }])
    expect(said).toEqual([`raise 1 +${(30 + 10) * 60}`])
  })

  test.each([
    ['21:00', '06:00', '21:00', true],
    ['21:00', '06:00', '05:59', true],
    ['21:00', '06:00', '06:00', false],
    ['08:00', '20:00', '07:59', false],
    ['00:00', '24:00', '13:00', true],
  ])('%s to %s at %s: %s', (from, to, at, inside) => {
    expect(inWindows([{ from, to }], clock(at))).toBe(inside)
  })

  test('a late or doubled reading changes nothing', () => {
    const { state } = run({ rules: rule('HEART') }, SETTLED, [30, { heart: 140 }])
    for (const at of [state.at!, state.at! - 60_000]) {
      const answer = evaluate({ rules: rule('HEART'), muted: false, intervalS: 5 }, state, { ...usual, at })
      expect(answer).toEqual({ state, events: [], late: true })
    }
  })

  test('silence resets a running timer', () => {
    const rules = rule('HEART')
    const first = run({ rules }, SETTLED, [40, { heart: 140 }])
    const after = run({ rules, from: first.at + 5 * MINUTE, start: first.state }, [40, { heart: 140 }])
    expect(after.said).toEqual([])
    expect(run({ rules, from: after.at, start: after.state }, [40, { heart: 140 }]).said).toHaveLength(1)
  })
})

describe('readings that say nothing', () => {
  const rules = rule('HEART')

  test('two missing readings do not reset the timer, three do', () => {
    const gap = (count: number) =>
      run({ rules }, SETTLED, [30, { heart: 140 }], [count * 5, { heart: null }], [30, { heart: 140 }]).said
    expect(gap(2)).toHaveLength(1)
    expect(gap(3)).toEqual([])
  })

  test('the first minute after lying down and large movement give none', () => {
    expect(run({ rules }, [60, { heart: 140 }]).said).toEqual([])
    expect(watchedKinds(run({ rules }, [60, { heart: 140 }]).state)).toEqual([])
    expect(run({ rules }, SETTLED, [300, { heart: 140, move: 2 }]).said).toEqual([])
  })

  test('leaving the bed ends a running timer', () => {
    const { said } = run({ rules }, SETTLED, [55, { heart: 140 }], [5, { inBed: 0, heart: null }], [55, { heart: 140 }])
    expect(said).toEqual([])
  })
})

describe('while open', () => {
  const rules = { HEART: [{ ...rule('HEART').HEART![0]!, repeatS: 300 }] }
  const high: Stretch = [65, { heart: 134 }]

  test('no second alarm; told again after the repeat time; recovered only inside the inner limits for long enough', () => {
    const { said } = run(
      { rules },
      SETTLED,
      [700, { heart: 134 }],
      [120, { heart: 118 }],
      [55, { heart: 100 }],
      [5, { heart: 134 }],
      [65, { heart: 90 }],
    )
    expect(said).toEqual(['raise 4 +180', 'raise 4 +480', 'raise 4 +780', 'recover 4 +1060'])
  })

  test('after a person closed it, it comes back only after the cool-down and only if still true', () => {
    const first = run({ rules }, SETTLED, high)
    const closed = { '4': first.at }
    const still = run({ rules, closed, from: first.at, start: first.state }, [400, { heart: 134 }])
    expect(still.said).toEqual(['raise 4 +300'])
    const calm = run({ rules, closed, from: first.at, start: first.state }, [100, { heart: 134 }], [600])
    expect(calm.said).toEqual([])
    expect(calm.state.kinds).toEqual({})
  })

  test('what was closed before it was raised does not concern it', () => {
    const first = run({ rules, closed: { '4': NIGHT - MINUTE } }, SETTLED, high)
    expect(first.state.kinds?.HEART?.open).toBe(true)
  })

  test('the resident goes out: open alarms end, nothing new begins', () => {
    const first = run({ rules }, SETTLED, high)
    const away = run({ rules, muted: true, from: first.at, start: first.state }, [600, { heart: 134 }])
    expect(away.said).toEqual(['recover 4 +0'])
    expect(watchedKinds(away.state)).toEqual([])
  })
})

describe('whose rule counts', () => {
  const base: Rule = {
    ...DEFAULT_RULES.find((one) => one.kind === 'HEART')!,
    ruleId: 'all',
    scope: 'ALL',
    scopeIds: [],
    status: 0,
  }
  const resident = { oldmanId: 'o1', deptId: 'd1', levelId: 'l1' }
  const of = (rules: Rule[], overrides: Parameters<typeof effectiveRules>[1] = []) =>
    effectiveRules(rules, overrides, resident).HEART?.[0]

  test('the narrowest that is on, whatever the order', () => {
    const dept: Rule = { ...base, ruleId: 'dept', scope: 'DEPT', scopeIds: ['d1'] }
    const level: Rule = { ...base, ruleId: 'level', scope: 'LEVEL', scopeIds: ['l1'] }
    const own: Rule = { ...base, ruleId: 'own', scope: 'ELDER', scopeIds: ['o1'] }
    expect(of([own, dept, base, level])?.ruleId).toBe('own')
    expect(of([{ ...own, status: 1 }, dept, base, level])?.ruleId).toBe('level')
    expect(of([{ ...dept, scopeIds: ['d2'] }, base])?.ruleId).toBe('all')
    expect(of([{ ...base, status: 1 }])).toBeUndefined()
  })

  test('a narrow rule for the afternoon leaves the night to the wider one', () => {
    const windows = [{ from: '13:00', to: '15:00' }]
    const own: Rule = { ...base, ruleId: 'own', scope: 'ELDER', scopeIds: ['o1'], windows }
    const rules = effectiveRules([base, own], [], resident).HEART
    expect(ruleAt(rules, clock('14:00'))?.ruleId).toBe('own')
    expect(ruleAt(rules, NIGHT)?.ruleId).toBe('all')
  })

  test('the resident’s own limits stand on top, and off means off', () => {
    const override = { oldmanId: 'o1', kind: 'HEART' as const, off: false, upper: 100, lower: null, durationS: 10 }
    expect(of([base], [override])).toMatchObject({ upper: 100, lower: base.lower, durationS: 10, recoverUpper: 100 })
    expect(of([base], [{ ...override, oldmanId: 'o2' }])).toMatchObject({ upper: base.upper })
    expect(of([base], [{ ...override, off: true }])).toBeUndefined()
  })
})

describe('heart and breath that mean something', () => {
  const at = NIGHT
  const known = (since: number): MattressState => ({ inBed: 1, since })
  test.each([
    ['just lain down', known(at - 5 * SECOND), usual, null],
    ['lying for a while', known(at - 5 * MINUTE), usual, 66],
    ['turning over', known(at - 5 * MINUTE), { ...usual, move: 2 as const }, null],
    ['the sign for no reading', known(at - 5 * MINUTE), { ...usual, heart: 255 }, null],
    ['out of bed', known(at - 5 * MINUTE), { ...usual, inBed: 0 as const }, null],
    ['late: lain down since', known(at + 5 * MINUTE), usual, 66],
  ])('%s', (_, before, what, heart) => {
    expect(cleaned(before, { ...what, at }).heart).toBe(heart)
  })
})
