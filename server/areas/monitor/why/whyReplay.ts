// A mattress's stored readings once more through the evaluator, with what it says of every kind at the moment asked about.
// Pure; whoever reads the rows feeds them in.
import type { RuleKindValue } from '#contract/monitor/words'
import type { EffectiveRules } from '#server/areas/monitor/alarmRule/effectiveRules'
import { evaluate, type MattressState, type Reading } from '#server/areas/monitor/alarmRule/evaluate'
import type { Said, Trace } from '#server/areas/monitor/alarmRule/evaluation'

/** What counted from a moment on. */
export interface Segment {
  from: number
  rules: EffectiveRules
  intervalS: number
  /** Who lay in the bed; null: nobody, or the device hung nowhere. */
  oldmanId: string | null
}

export interface Span {
  from: number
  to: number
}

export interface Outing extends Span {
  oldmanId: string
}

export interface ReplayOf {
  readings: readonly Reading[]
  /** In order; the first reaches back as far as the readings. */
  segments: readonly Segment[]
  away: readonly Outing[]
  /** Alarms that a person closed, in order. */
  closes: readonly { type: string; at: number }[]
  start: MattressState
  /** The second that is asked about. */
  at: number
}

export interface Replayed {
  /** One line of each kind: what it said in that second, or to the last reading before. */
  said: Said[]
  last: Reading | null
  /** Of each kind the longest that its condition held in the hours before without an alarm. */
  nearest: Map<RuleKindValue, Said & { at: number }>
}

const SECOND = 1_000
const NEAR_MS = 2 * 3_600_000
const HELD: ReadonlySet<string> = new Set(['NOT_YET', 'COOLING', 'WINDOW'])
export const raises = ({ verdict }: Said) => verdict === 'RAISED' || verdict === 'REPEATED'

export const covers = ({ from, to }: Span, at: number) => at >= from && at < to

const contextOf = ({ rules, intervalS, oldmanId }: Segment, away: readonly Outing[], at: number) => ({
  rules,
  intervalS,
  muted: oldmanId === null || away.some((one) => one.oldmanId === oldmanId && covers(one, at)),
})

export function replayMattress({ readings, segments, away, closes, start, at: asked }: ReplayOf): Replayed {
  const said = new Map<RuleKindValue | null, Said>()
  /** Raised in the second itself. */
  const came = new Set<RuleKindValue | null>()
  const nearest: Replayed['nearest'] = new Map()
  const closed: Record<string, number> = {}
  let state = start
  let last: Reading | null = null
  let segment = 0
  let close = 0
  for (const reading of readings) {
    if (reading.at >= asked + SECOND) break
    while (segment + 1 < segments.length && segments[segment + 1]!.from <= reading.at) segment++
    for (; close < closes.length && closes[close]!.at <= reading.at; close++) {
      closed[closes[close]!.type] = closes[close]!.at
    }
    const context = { ...contextOf(segments[segment]!, away, reading.at), closed }
    const trace: Trace | undefined = reading.at >= asked - NEAR_MS ? [] : undefined
    state = evaluate(context, state, reading, trace).state
    last = reading
    if (!trace) continue
    for (const one of trace) {
      const { kind } = one
      // Whatever was raised in that second stays the answer.
      if (!came.has(kind) || raises(one)) said.set(kind, one)
      if (reading.at >= asked && raises(one)) came.add(kind)
      if (kind === null || one.since === undefined || !HELD.has(one.verdict)) continue
      const known = nearest.get(kind)
      if (!known || reading.at - one.since >= known.at - known.since!) nearest.set(kind, { ...one, at: reading.at })
    }
  }
  // A reading long before says nothing about the moment itself; its rules are told nevertheless.
  if (said.size === 0 && last) {
    const trace: Trace = []
    evaluate(contextOf(segments[segment]!, away, last.at), {}, last, trace)
    for (const one of trace) said.set(one.kind, one)
  }
  return { said: [...said.values()], last, nearest }
}
