// A tag as its rules see it, and one evaluation of a message: what is open, what rests, what is raised or released.
import type { Polygon } from '#contract/monitor/polygon'
import type { LocationAlarmTypeValue, RailKindValue } from '#contract/monitor/words'
import {
  type AlarmEvent,
  inWindows,
  type Said,
  type Trace,
  type Verdict,
} from '#server/areas/monitor/alarmRule/evaluation'
import type { HeardPress } from '#server/areas/monitor/ingest/pressAgain'
import type { Window } from '#server/areas/monitor/ruleTables'

export interface TagRule {
  ruleId: string
  alarmType: LocationAlarmTypeValue
  /** railAlarm: only these fences; empty: all. */
  railIds: readonly string[]
  windows: readonly Window[]
  threshold: number | null
  recoverThreshold: number | null
  delayS: number
  reports: number
  recoverS: number
  cooldownS: number
  level: number
  voiceTimes: number
}

export interface TagRail {
  railId: string
  railName: string
  mapId: string
  kind: RailKindValue
  polygon: Polygon
  windows: readonly Window[]
  delayS: number
  stayS: number | null
}

export interface TagContext {
  /** On and meant for this person, the narrowest first: the first that fits counts. */
  rules: readonly TagRule[]
  rails: readonly TagRail[]
  /** The resident is out: neither fence nor offline alarms. */
  muted: boolean
}

export interface TagMessage {
  /** Milliseconds since 1970; of a press its arrival, whatever its device says. */
  at: number
  /** When it arrived: silence is measured by it. Left out: `at`. */
  heard?: number | undefined
  /** Of a press: the time its device said, which tells a press from one that is sent again. */
  said?: number | null | undefined
  /** silence: the present time, when nothing was heard. */
  kind: 'position' | 'press' | 'silence'
  /** Of a silence: nobody could have heard anything before. */
  listening?: number | undefined
  mapId?: string | null | undefined
  x?: number | null | undefined
  y?: number | null | undefined
  battery?: number | null | undefined
  /** 1 closed, 0 open */
  strap?: number | null | undefined
  /** Empty: the fault is gone. */
  fault?: string | null | undefined
  work?: string | null | undefined
  button?: string | null | undefined
}

export interface RailState {
  /** Since when, and in how many fixes, the fence is broken. */
  since: number
  fixes: number
  /** It counts: an alarm speaks of it. */
  on?: boolean
  /** Since when it is kept again. */
  back?: number
}

/** JSON, kept across restarts. Empty: a tag that was never heard. */
export interface TagState {
  /** Time of the newest report; older ones change nothing. */
  at?: number
  heardAt?: number
  /** The presses of the last minutes. */
  presses?: HeardPress[]
  fix?: { at: number; mapId: string; x: number; y: number }
  /** First report without a position since the last fix. */
  noFixAt?: number
  work?: string
  lowSince?: number
  lowReports?: number
  strapSince?: number
  faultSince?: number
  faultReports?: number
  rails?: Record<string, RailState>
  /** Types with an open alarm, and since when. */
  open?: Record<string, number>
  /** Types a person closed, and when; merged in by the caller. */
  closed?: Record<string, number>
}

export const SECOND = 1000
export const MINUTE = 60 * SECOND

export const minutes = (from: number, to: number) => Math.max(1, Math.floor((to - from) / MINUTE))

/** Of a press also where no rule speaks of it. */
export type PressRule = Omit<TagRule, 'ruleId'> & { ruleId: string | null }

export interface Fact {
  content: string
  startAt: number
  value?: number
  threshold?: number
  unit?: string
  /** For the trace: which fence it is about. */
  rail?: { railId: string }
}

export class Evaluation {
  readonly events: AlarmEvent[] = []
  readonly open: Record<string, number>
  readonly closed: Record<string, number>

  constructor(
    readonly context: TagContext,
    readonly state: TagState,
    readonly at: number,
    readonly trace?: Trace,
  ) {
    this.open = { ...state.open }
    this.closed = { ...state.closed }
    // Whatever a person closed after it was raised is open no more.
    for (const [type, closedAt] of Object.entries(this.closed)) {
      const since = this.open[type]
      if (since !== undefined && closedAt >= since) delete this.open[type]
    }
  }

  rule(type: LocationAlarmTypeValue): TagRule | undefined {
    return this.context.rules.find((one) => one.alarmType === type)
  }

  /** When the cool-down ends, while it lasts. */
  coolsUntil(rule: TagRule): number | null {
    const closedAt = this.closed[rule.alarmType]
    const until = closedAt === undefined ? 0 : closedAt + rule.cooldownS * SECOND
    return this.at < until ? until : null
  }

  /** A line of the trace; whoever calls it asks first whether there is one. */
  say(verdict: Verdict, rule: PressRule, more: Partial<Said> = {}): void {
    this.trace?.push({ verdict, type: rule.alarmType, kind: null, ruleId: rule.ruleId, ...more })
  }

  /** `again`: told although it is open, because something new happened. */
  raise(rule: PressRule, fact: Fact, again = false): boolean {
    const type = rule.alarmType
    const known = this.open[type]
    if (known !== undefined && !again) {
      if (this.trace) this.say('OPEN', rule, { since: known })
      return false
    }
    if (this.trace) this.say(known === undefined ? 'RAISED' : 'REPEATED', rule, { since: fact.startAt, ...fact.rail })
    this.open[type] ??= this.at
    delete this.closed[type]
    this.events.push({
      do: 'raise',
      type,
      kind: null,
      ruleId: rule.ruleId,
      level: rule.level,
      content: fact.content,
      value: fact.value ?? null,
      threshold: fact.threshold ?? null,
      unit: fact.unit ?? null,
      voiceTimes: rule.voiceTimes,
      startAt: Math.min(fact.startAt, this.at),
      at: this.at,
    })
    return true
  }

  /** Raises what holds, unless the rule sleeps, cools down or has its alarm open. */
  hold(rule: TagRule, fact: Fact): void {
    if (!inWindows(rule.windows, this.at)) {
      if (this.trace) this.say('WINDOW', rule, { since: fact.startAt, value: fact.value ?? null })
      return
    }
    const until = this.coolsUntil(rule)
    if (until !== null) {
      if (this.trace) this.say('COOLING', rule, { since: fact.startAt, until })
      return
    }
    this.raise(rule, fact)
  }

  recover(type: LocationAlarmTypeValue, note: string): void {
    if (this.open[type] === undefined) return
    this.trace?.push({ verdict: 'RECOVERED', type, kind: null, ruleId: this.rule(type)?.ruleId ?? null })
    delete this.open[type]
    this.events.push({ do: 'recover', type, kind: null, at: this.at, note })
  }
}
