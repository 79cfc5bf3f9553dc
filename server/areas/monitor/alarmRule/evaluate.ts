// The rules of the mattresses as a pure function: what a reading makes of a device's state, and which alarms begin or
// end with it. Time is the time of the readings, so a stored night can be replayed under other limits.
import { RuleKind, type RuleKindValue, TYPE_OF_KIND } from '#contract/monitor/words'
import { type EffectiveRule, type EffectiveRules, ruleAt } from './effectiveRules.ts'
import { type AlarmEvent, type Evaluated, inWindows, type Said, type Trace, type Verdict } from './evaluation.ts'

export interface Reading {
  /** Milliseconds since 1970. */
  at: number
  inBed: 0 | 1
  /** null: no reading */
  heart: number | null
  breath: number | null
  /** 0 none, 1 small, 2 large */
  move: number
  turn: number
  wet: number
}

interface KindState {
  /** The condition has held since. */
  since?: number
  /** Readings in a row that said nothing; two are let pass. */
  missed?: number
  open?: boolean
  raisedAt?: number
  /** It was told last at. */
  toldAt?: number
  /** The condition has been gone since. */
  goodSince?: number
  /** A person closed it; not again before. */
  notBefore?: number
}

export interface MattressState {
  at?: number
  inBed?: 0 | 1
  /** In or out of bed since. */
  since?: number
  lastTurn?: number
  /** Seconds of large movement by minute (number of the minute since 1970), the last few. */
  moves?: [number, number][]
  kinds?: Partial<Record<RuleKindValue, KindState>>
}

export interface MattressContext {
  rules: EffectiveRules
  /** The resident is out, or nobody lies in this bed: no alarms. */
  muted: boolean
  /** Seconds between two readings; three of them without one, at least two minutes, make a device silent. */
  intervalS: number
  /** By alarm type: when a person closed it. */
  closed?: Readonly<Record<string, number>>
}

const SECOND = 1_000
const MINUTE = 60_000
/** Heart and breath need a while after lying down. */
const SETTLING = MINUTE
const MISSES_ALLOWED = 2
const SILENT_AT_LEAST = 2 * MINUTE
const LARGE = 2

export const silentAfter = (intervalS: number) => Math.max(3 * intervalS * SECOND, SILENT_AT_LEAST)

/** Whether a kind's condition holds: null when this reading says nothing about it. */
interface Condition {
  holds: boolean | null
  /** Good enough to recover; null: says nothing. */
  good: boolean | null
  value: number | null
  threshold: number | null
  /** When it began, if that is not this reading. */
  began?: number | undefined
  /** The rule's time is part of the condition itself (sliding window, time since the last turn). */
  timed?: boolean
}

const minutesOf = (ms: number) => Math.floor(ms / MINUTE)

/** Out of bed nothing holds, which ends a running timer; a bad reading in bed says nothing. */
function rate(rule: EffectiveRule, value: number | null, inBed: boolean, settled: boolean): Condition {
  if (!settled || value === null) return { holds: inBed ? null : false, good: null, value: null, threshold: null }
  const high = rule.upper !== null && value > rule.upper
  const low = rule.lower !== null && value < rule.lower
  const good =
    value <= (rule.recoverUpper ?? rule.upper ?? Number.POSITIVE_INFINITY) &&
    value >= (rule.recoverLower ?? rule.lower ?? Number.NEGATIVE_INFINITY)
  return { holds: high || low, good, value, threshold: high ? rule.upper : rule.lower }
}

/** Five minutes of the last six: the share of a window a fifth longer than the rule's duration. */
const movingWindow = (rule: EffectiveRule) => rule.durationS * SECOND * 1.2

function movedSeconds(moves: readonly [number, number][], from: number): number {
  return moves.reduce((sum, [minute, seconds]) => (minute * MINUTE >= from ? sum + seconds : sum), 0)
}

function conditionOf(kind: RuleKindValue, rule: EffectiveRule, state: MattressState, reading: Reading): Condition {
  const inBed = reading.inBed === 1
  const settled = inBed && reading.at - (state.since ?? reading.at) >= SETTLING && reading.move < LARGE
  switch (kind) {
    case 'HEART':
      return rate(rule, reading.heart, inBed, settled)
    case 'BREATH':
      return rate(rule, reading.breath, inBed, settled)
    case 'WET':
      return { holds: reading.wet === 1, good: reading.wet === 0, value: null, threshold: null }
    case 'EXIT': {
      const { since } = state
      return {
        holds: !inBed,
        good: inBed,
        value: minutesOf(reading.at - (since ?? reading.at)),
        threshold: Math.floor(rule.durationS / 60),
        began: since !== undefined && inWindows(rule.windows, since) ? since : undefined,
      }
    }
    case 'MOVE': {
      const from = reading.at - movingWindow(rule)
      const holds = inBed && movedSeconds(state.moves ?? [], from) >= rule.durationS
      return { holds, good: reading.move < LARGE, value: null, threshold: null, began: from, timed: true }
    }
    case 'STILL': {
      const still = reading.at - (state.lastTurn ?? reading.at)
      return {
        holds: inBed && still >= rule.durationS * SECOND,
        good: !inBed || still < rule.durationS * SECOND,
        value: minutesOf(still),
        threshold: Math.floor(rule.durationS / 60),
        began: state.lastTurn,
        timed: true,
      }
    }
  }
}

/** An alarm in words, and the unit of its value. */
function wordsOf(
  kind: RuleKindValue,
  rule: EffectiveRule,
  value: number | null,
): [content: string, unit: string | null] {
  const tooHigh = value !== null && rule.upper !== null && value > rule.upper
  switch (kind) {
    case 'HEART':
      return [`${tooHigh ? '心率过高' : '心率过低'} ${value} 次/分`, '次/分']
    case 'BREATH':
      return [`${tooHigh ? '呼吸过快' : '呼吸过慢'} ${value} 次/分`, '次/分']
    case 'WET':
      return ['尿湿', null]
    case 'EXIT':
      return [`离床 ${value} 分钟未回`, '分钟']
    case 'MOVE':
      return ['体动频繁', null]
    case 'STILL':
      return [`${value} 分钟未翻身`, '分钟']
  }
}

const RECOVERED: Readonly<Record<RuleKindValue, string>> = {
  HEART: '心率恢复正常',
  BREATH: '呼吸恢复正常',
  EXIT: '已回床',
  MOVE: '已恢复平静',
  STILL: '已翻身',
  WET: '已更换',
}

/** What the reading says of the body itself, before any rule. */
function follow(state: MattressState, reading: Reading, silent: boolean): MattressState {
  const changed = state.inBed !== reading.inBed
  const since = changed || state.since === undefined ? reading.at : state.since
  const turned = reading.turn > 0 || (changed && reading.inBed === 1) || state.lastTurn === undefined
  const minute = Math.floor(reading.at / MINUTE)
  const elapsed = state.at === undefined || silent ? 0 : Math.min((reading.at - state.at) / SECOND, 60)
  const kept = silent ? [] : (state.moves ?? [])
  const large = reading.move === LARGE && elapsed > 0
  const last = kept.at(-1)
  const moves: [number, number][] = !large
    ? kept
    : last?.[0] === minute
      ? [...kept.slice(0, -1), [minute, last[1] + elapsed]]
      : [...kept, [minute, elapsed]]
  return {
    at: reading.at,
    inBed: reading.inBed,
    since,
    lastTurn: turned ? reading.at : (state.lastTurn as number),
    ...(moves.length > 0 && { moves: moves.slice(-60) }),
    kinds: state.kinds ?? {},
  }
}

/** Heart and breath that mean nothing (lying down just now, large movement, out of bed, 0 or 255) become "no reading". */
export function cleaned(before: MattressState, reading: Reading): Reading {
  const since = before.inBed === reading.inBed ? (before.since ?? reading.at) : reading.at
  // For a late one nobody knows when its sleeper lay down: what is known began after it.
  const settled = reading.at - since >= SETTLING || since > reading.at
  const usable = reading.inBed === 1 && reading.move < LARGE && settled
  const value = (rate: number | null) => (usable && rate !== null && rate > 0 && rate < 255 ? rate : null)
  return { ...reading, heart: value(reading.heart), breath: value(reading.breath) }
}

/** Of most kinds there is nothing to keep. */
const NOTHING: KindState = Object.freeze({})

const KINDS: readonly RuleKindValue[] = RuleKind.list.map((one) => one.value)

/** `trace`: what every kind of rule said to this reading, for whoever asks why. */
export function evaluate(
  context: MattressContext,
  before: MattressState,
  reading: Reading,
  trace?: Trace,
): Evaluated<MattressState> & { late: boolean } {
  // Late or doubled: it is kept as a fact of its time, but the rules have gone past it.
  if (before.at !== undefined && reading.at <= before.at) {
    trace?.push({ verdict: 'LATE', type: null, kind: null, ruleId: null })
    return { state: before, events: [], late: true }
  }
  const silent = before.at !== undefined && reading.at - before.at > silentAfter(context.intervalS)
  const state = follow(before, reading, silent)
  const events: AlarmEvent[] = []
  const kinds: Partial<Record<RuleKindValue, KindState>> = {}
  for (const kind of KINDS) {
    const rule = ruleAt(context.rules[kind], reading.at)
    if (!rule) {
      trace?.push({ verdict: 'NO_RULE', type: TYPE_OF_KIND[kind], kind, ruleId: null })
      continue
    }
    const next = step(kind, rule, context, state, before.kinds?.[kind] ?? NOTHING, reading, silent, events, trace)
    if (next !== NOTHING) kinds[kind] = next
  }
  state.kinds = kinds
  return { state, events, late: false }
}

/** A line of the trace. */
const said = (
  verdict: Verdict,
  kind: RuleKindValue,
  rule: EffectiveRule,
  found: Condition | null,
  more: Partial<Said> = {},
): Said => ({
  verdict,
  type: TYPE_OF_KIND[kind],
  kind,
  ruleId: rule.ruleId,
  value: found?.value ?? null,
  needS: rule.durationS,
  ...more,
})

function step(
  kind: RuleKindValue,
  rule: EffectiveRule,
  context: MattressContext,
  state: MattressState,
  known: KindState,
  reading: Reading,
  silent: boolean,
  events: AlarmEvent[],
  trace: Trace | undefined,
): KindState {
  const type = TYPE_OF_KIND[kind]
  const { at } = reading
  const closedAt = context.closed?.[type]
  const closedByHand = known.open && closedAt !== undefined && closedAt >= (known.raisedAt ?? 0)
  let now: KindState = closedByHand ? { notBefore: closedAt + rule.cooldownS * SECOND } : known
  if (now.notBefore !== undefined && now.notBefore <= at) {
    const { notBefore: _, ...rest } = now
    now = rest
  }
  if (context.muted) {
    if (now.open) events.push({ do: 'recover', type, kind, at, note: '老人不在床位，自动解除' })
    trace?.push(said('MUTED', kind, rule, null))
    return NOTHING
  }
  const found = conditionOf(kind, rule, state, reading)
  return now.open
    ? whileOpen(kind, rule, now, found, reading, events, trace)
    : watching(kind, rule, now, found, at, silent, events, trace)
}

function whileOpen(
  kind: RuleKindValue,
  rule: EffectiveRule,
  now: KindState,
  found: Condition,
  { at }: Reading,
  events: AlarmEvent[],
  trace: Trace | undefined,
): KindState {
  if (found.good === null) {
    trace?.push(said('OPEN', kind, rule, found, { since: now.raisedAt }))
    return now
  }
  if (!found.good) {
    const { goodSince: _, ...rest } = now
    if (found.holds && rule.repeatS > 0 && at - (now.toldAt ?? at) >= rule.repeatS * SECOND) {
      events.push(raised(kind, rule, found, now.since ?? now.raisedAt ?? at, at))
      trace?.push(said('REPEATED', kind, rule, found, { since: now.raisedAt }))
      return { ...rest, toldAt: at }
    }
    trace?.push(said('OPEN', kind, rule, found, { since: now.raisedAt }))
    return rest
  }
  const goodSince = now.goodSince ?? at
  if (at - goodSince < rule.recoverS * SECOND) {
    trace?.push(said('OPEN', kind, rule, found, { since: now.raisedAt }))
    return { ...now, goodSince }
  }
  events.push({ do: 'recover', type: TYPE_OF_KIND[kind], kind, at, note: RECOVERED[kind] })
  trace?.push(said('RECOVERED', kind, rule, found, { since: now.raisedAt }))
  return NOTHING
}

function watching(
  kind: RuleKindValue,
  rule: EffectiveRule,
  now: KindState,
  found: Condition,
  at: number,
  silent: boolean,
  events: AlarmEvent[],
  trace: Trace | undefined,
): KindState {
  const kept: KindState = now.notBefore === undefined ? NOTHING : { notBefore: now.notBefore }
  if (found.holds === null) {
    const missed = (now.missed ?? 0) + 1
    // Leaving the bed ends heart and breath at once; otherwise a short gap is let pass.
    const runsOn = now.since !== undefined && !silent && missed <= MISSES_ALLOWED
    trace?.push(said('NO_VALUE', kind, rule, found, { since: runsOn ? now.since : undefined, gap: silent }))
    return runsOn ? { ...kept, since: now.since as number, missed } : kept
  }
  if (!found.holds || !inWindows(rule.windows, at)) {
    trace?.push(said(found.holds ? 'WINDOW' : 'NORMAL', kind, rule, found, { since: found.began, gap: silent }))
    return kept
  }
  const since = (silent ? undefined : now.since) ?? found.began ?? at
  const due = found.timed || at - since >= rule.durationS * SECOND
  if (!due) {
    trace?.push(said('NOT_YET', kind, rule, found, { since, gap: silent }))
    return { ...kept, since }
  }
  if (now.notBefore !== undefined && at < now.notBefore) {
    trace?.push(said('COOLING', kind, rule, found, { since, until: now.notBefore, gap: silent }))
    return { ...kept, since }
  }
  events.push(raised(kind, rule, found, since, at))
  trace?.push(said('RAISED', kind, rule, found, { since, gap: silent }))
  return { open: true, since, raisedAt: at, toldAt: at }
}

function raised(kind: RuleKindValue, rule: EffectiveRule, found: Condition, startAt: number, at: number): AlarmEvent {
  const [content, unit] = wordsOf(kind, rule, found.value)
  return {
    do: 'raise',
    type: TYPE_OF_KIND[kind],
    kind,
    ruleId: rule.ruleId,
    level: rule.level,
    content,
    value: found.value,
    threshold: found.threshold,
    unit,
    voiceTimes: rule.voiceTimes,
    startAt: Math.min(startAt, at),
    at,
  }
}

/** Kinds whose condition holds while their time is not up: what the wall calls 观察. */
export const watchedKinds = (state: MattressState): RuleKindValue[] =>
  KINDS.filter((kind) => {
    const one = state.kinds?.[kind]
    return one !== undefined && !one.open && one.since !== undefined
  })
