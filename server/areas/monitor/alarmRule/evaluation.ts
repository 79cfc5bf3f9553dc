// What the pure evaluators of mattresses and tags answer, and what they know of a device. Whoever feeds them keeps their
// state and turns events into rows; the evaluators themselves know neither clock nor database.
import type { LocationAlarmTypeValue, MattressAlarmTypeValue, RuleKindValue } from '#contract/monitor/words'
import type { Window } from '#server/areas/monitor/ruleTables'

export interface RaiseEvent {
  do: 'raise'
  type: MattressAlarmTypeValue | LocationAlarmTypeValue
  kind: RuleKindValue | null
  ruleId: string | null
  level: number
  /** In words: 心率过高 128 次/分. */
  content: string
  value: number | null
  threshold: number | null
  unit: string | null
  voiceTimes: number
  /** When the condition began and when it counted, in milliseconds since 1970. */
  startAt: number
  at: number
}

export interface RecoverEvent {
  do: 'recover'
  type: MattressAlarmTypeValue | LocationAlarmTypeValue
  /** Only an alarm raised for the same kind ends with it. */
  kind: RuleKindValue | null
  at: number
  /** Why, in words: 心率恢复正常. */
  note: string
}

export type AlarmEvent = RaiseEvent | RecoverEvent

/**
 * What a rule said to one reading or message. RAISED and REPEATED go with an event that raises; all others are reasons
 * why there is none.
 */
export type Verdict =
  | 'RAISED'
  | 'REPEATED'
  | 'OPEN'
  | 'RECOVERED'
  | 'MUTED'
  | 'COOLING'
  | 'NOT_YET'
  | 'WINDOW'
  | 'NO_VALUE'
  | 'NORMAL'
  | 'NO_RULE'
  | 'LATE'
  | 'SAME_PRESS'

/** One line of a trace; whoever decides writes it, so that it cannot say anything else than was decided. */
export interface Said {
  verdict: Verdict
  type: MattressAlarmTypeValue | LocationAlarmTypeValue | null
  kind: RuleKindValue | null
  ruleId: string | null
  /** Of a fence. */
  railId?: string
  /** The condition has held since. */
  since?: number | undefined
  value?: number | null
  /** Seconds, or reports, that it must last. */
  needS?: number
  needReports?: number
  reports?: number
  /** The cool-down ends. */
  until?: number
  /** The readings were interrupted before this one: what was counted begins anew. */
  gap?: boolean
}

/** Given to an evaluator it is filled; without one nothing is made for it. */
export type Trace = Said[]

export interface Evaluated<State> {
  state: State
  events: AlarmEvent[]
}

const MINUTE = 60
/** Minutes since midnight in China, of a moment in milliseconds; the product has one zone. */
export function minuteOfDay(at: number): number {
  return Math.floor(at / 60_000 + 8 * MINUTE) % (24 * MINUTE)
}

const ZERO = 48
const two = (clock: string, at: number) => (clock.charCodeAt(at) - ZERO) * 10 + clock.charCodeAt(at + 1) - ZERO
/** Of HH:mm. Digit by digit: every reading asks for several, and pieces of text would be a garbage collection's work. */
const minutes = (clock: string) => two(clock, 0) * MINUTE + two(clock, 3)

function inWindow({ from, to }: Window, now: number): boolean {
  const a = minutes(from)
  const b = minutes(to)
  return a < b ? now >= a && now < b : now >= a || now < b
}

/** Whether a moment lies in one of the windows; none means all day. `to` before `from` crosses midnight. */
export function inWindows(windows: readonly Window[], at: number): boolean {
  if (windows.length === 0) return true
  const now = minuteOfDay(at)
  for (const one of windows) if (inWindow(one, now)) return true
  return false
}
