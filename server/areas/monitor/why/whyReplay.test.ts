// What decides also explains: whatever readings and rules there are, an alarm and its explanation never part.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RuleKind, type RuleKindValue } from '#contract/monitor/words'
import type { EffectiveRule, EffectiveRules } from '#server/areas/monitor/alarmRule/effectiveRules'
import { evaluate, type MattressState, type Reading } from '#server/areas/monitor/alarmRule/evaluate'
import type { Trace } from '#server/areas/monitor/alarmRule/evaluation'
import { evaluateTag } from '#server/areas/monitor/position/positionEvaluate'
import type { TagMessage, TagRail, TagState } from '#server/areas/monitor/position/positionRun'
import { rail, rules as tagRules } from '#server/areas/monitor/test/tagPlay'
import { raises, replayMattress } from './whyReplay.ts'

const FROM = Date.parse('2026-11-14T20:00:00+08:00')
const KINDS = RuleKind.list.map((one) => one.value)

const clock = fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, '0')}:00`)
const windows = fc.oneof(
  fc.constant([]),
  fc.tuple(clock, clock).map(([from, to]) => (from === to ? [] : [{ from, to }])),
)
const rule = (ruleId: string): fc.Arbitrary<EffectiveRule> =>
  fc.record({
    ruleId: fc.constant(ruleId),
    windows,
    upper: fc.option(fc.integer({ min: 60, max: 110 })),
    lower: fc.option(fc.integer({ min: 10, max: 55 })),
    recoverUpper: fc.option(fc.integer({ min: 60, max: 100 })),
    recoverLower: fc.option(fc.integer({ min: 20, max: 55 })),
    durationS: fc.constantFrom(0, 5, 30, 60, 300),
    recoverS: fc.constantFrom(0, 10, 60),
    repeatS: fc.constantFrom(0, 30),
    cooldownS: fc.constantFrom(0, 60, 600),
    level: fc.constant(2),
    voiceTimes: fc.constant(1),
  })
const ruleSet: fc.Arbitrary<EffectiveRules> = fc.record(
  Object.fromEntries(KINDS.map((kind) => [kind, fc.array(rule(kind), { minLength: 1, maxLength: 2 })])) as Record<
    RuleKindValue,
    fc.Arbitrary<EffectiveRule[]>
  >,
  { requiredKeys: [] },
)

/** Stretches of the same, some with a gap after them. */
const readings: fc.Arbitrary<Reading[]> = fc
  .array(
    fc.record({
      count: fc.integer({ min: 1, max: 30 }),
      every: fc.constantFrom(5, 5, 30, 200),
      inBed: fc.constantFrom(0, 1, 1) as fc.Arbitrary<0 | 1>,
      heart: fc.option(fc.integer({ min: 30, max: 140 })),
      breath: fc.option(fc.integer({ min: 5, max: 40 })),
      move: fc.constantFrom(0, 0, 2),
      turn: fc.constantFrom(0, 0, 1),
      wet: fc.constantFrom(0, 1),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((stretches) => {
    let at = FROM
    return stretches.flatMap(({ count, every, ...what }) =>
      Array.from({ length: count }, () => ({ ...what, at: (at += every * 1_000) })),
    )
  })

const muted = fc.option(
  fc.record({ from: fc.integer({ min: 0, max: 3_600 }), length: fc.integer({ min: 0, max: 1_800 }) }),
  { freq: 3 },
)

test('whatever was raised is explained as raised, and whatever was not has a reason', () => {
  fc.assert(
    fc.property(ruleSet, readings, muted, fc.nat(), (rules, all, out, pick) => {
      const away = out
        ? [{ oldmanId: 'o', from: FROM + out.from * 1_000, to: FROM + (out.from + out.length) * 1_000 }]
        : []
      const closes = [{ type: '4', at: all[Math.floor(all.length / 2)]!.at }]
      // What the ingest would have done, without anybody asking.
      let state: MattressState = {}
      const closed: Record<string, number> = {}
      const raised = new Map<number, string[]>()
      for (const reading of all) {
        if (reading.at >= closes[0]!.at) closed['4'] = closes[0]!.at
        const isOut = away.some((one) => reading.at >= one.from && reading.at < one.to)
        const answer = evaluate({ rules, muted: isOut, intervalS: 5, closed }, state, reading)
        state = answer.state
        raised.set(
          reading.at,
          answer.events.flatMap((one) => (one.do === 'raise' ? [String(one.kind)] : [])),
        )
      }
      const asked = all[pick % all.length]!
      const { said, last } = replayMattress({
        readings: all,
        segments: [{ from: 0, rules, intervalS: 5, oldmanId: 'o' }],
        away,
        closes,
        start: {},
        at: asked.at,
      })
      expect(last?.at).toBe(asked.at)
      expect(said.map((one) => one.kind).sort()).toEqual([...KINDS].sort())
      expect(said.filter(raises).map((one) => String(one.kind))).toEqual(raised.get(asked.at))
    }),
    { numRuns: 300 },
  )
})

test('without a trace the evaluator decides the same', () => {
  fc.assert(
    fc.property(ruleSet, readings, (rules, all) => {
      let plain: MattressState = {}
      let traced: MattressState = {}
      for (const reading of all) {
        const context = { rules, muted: false, intervalS: 5 }
        const [a, b] = [evaluate(context, plain, reading), evaluate(context, traced, reading, [])]
        expect(b).toEqual(a)
        plain = a.state
        traced = b.state
      }
    }),
    { numRuns: 50 },
  )
})

const tagMessages: fc.Arbitrary<TagMessage[]> = fc
  .array(
    fc.record({
      after: fc.constantFrom(1, 5, 20, 400),
      kind: fc.constantFrom('position', 'position', 'press', 'silence') as fc.Arbitrary<TagMessage['kind']>,
      mapId: fc.constantFrom('m1', 'm2', null),
      x: fc.integer({ min: -5, max: 15 }),
      y: fc.integer({ min: -5, max: 15 }),
      battery: fc.option(fc.integer({ min: 0, max: 100 })),
      strap: fc.option(fc.constantFrom(0, 1)),
      fault: fc.option(fc.constantFrom('', '传感器')),
      button: fc.constantFrom('sos', 'manual', 'other'),
      said: fc.option(fc.constantFrom(FROM, FROM + 1_000)),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((all) => {
    let at = FROM
    return all.map(({ after, ...one }) => ({ ...one, at: (at += after * 1_000) }))
  })
const rails: fc.Arbitrary<TagRail[]> = fc.array(
  fc
    .record({
      railId: fc.uuid(),
      kind: fc.constantFrom('LEAVE', 'ENTER', 'STAY') as fc.Arbitrary<TagRail['kind']>,
      windows,
      stayS: fc.constantFrom(10, 60),
    })
    .map(rail),
  { maxLength: 3 },
)

test('a tag: raised and said to be raised are the same, and every type is spoken of', () => {
  fc.assert(
    fc.property(tagMessages, rails, fc.boolean(), fc.integer({ min: 0, max: 8 }), (all, fences, out, fewer) => {
      const context = { rules: tagRules.slice(fewer), rails: fences, muted: out }
      let state: TagState = {}
      for (const message of all) {
        const trace: Trace = []
        const answer = evaluateTag(context, state, message, trace)
        expect(answer).toEqual(evaluateTag(context, state, message))
        state = answer.state
        const came = answer.events.flatMap((one) => (one.do === 'raise' ? [one.type] : []))
        expect(trace.filter(raises).map((one) => one.type)).toEqual(came)
        expect(trace.length).toBeGreaterThan(0)
      }
    }),
    { numRuns: 200 },
  )
})
