// Which time counts for a message. A device that was away sends what it kept with the times of then: those are taken as
// they are. A device whose clock is wrong says a wrong time in every message while it speaks in the present: then the
// time of arrival counts. The two are told apart by what the difference does: a backlog catches up, a wrong clock stays.
// A time that cannot be (microseconds, the year 9999, 1970, a text) is a wrong clock at once. Total: whatever a device
// writes, what comes out can be stored. Presses are judged by their arrival alone; what their device said is only shown.
import { timeText, ZONE_MS } from '#contract/kit/clock'
import { wholeText } from '#server/kit/jsonBody'

export interface ClockState {
  /** Milliseconds the last message was older than its arrival. */
  lag?: number
  /** When it arrived. */
  heardAt?: number
  /** While old news is believed: the time of the first of it. */
  from?: number
}

/** Times from `from` to `to` were taken from a clock that is wrong: they are later by `by` milliseconds. */
export interface Mistaken {
  from: number
  to: number
  by: number
}

const MINUTE = 60_000
/** Within this a device's own time is believed: it orders readings better than the network does. */
export const BELIEVED_MS = 5 * MINUTE
const STEADY_MS = 15_000
/** No device keeps more than this; an older time is a clock that was never set. */
export const OLDEST_MS = 30 * 86_400_000
/** Within the range of a database's whole number, and far beyond what a page needs to say. */
const MOST_OFFSET_S = 2_000_000_000
const MOST_LAG_MS = MOST_OFFSET_S * 1_000

export interface Timed {
  at: number
  clock: ClockState
  /** Seconds the clock is ahead (+) or behind (−); null: it is right, or nothing can be said. */
  offsetS: number | null
  /** What this message shows about those before it. */
  mistaken?: Mistaken
}

/** Milliseconds since 1970 of what a device wrote, believable or not; null when it is no time. */
export function saidTime(at: unknown): number | null {
  if (typeof at === 'number') return Number.isFinite(at) ? at : null
  if (typeof at !== 'string' || at.length > SAID_LENGTH) return null
  const parsed = Date.parse(at)
  return Number.isNaN(parsed) ? null : parsed
}

const SAID_LENGTH = 40
/** A device may write no time; then it says nothing of its clock. */
export const isSaid = (at: unknown) => at !== undefined && at !== null
export const isPossible = (said: number, arrivedAt: number) =>
  said <= arrivedAt + BELIEVED_MS && said >= arrivedAt - OLDEST_MS

const within = (value: number, most: number) => Math.max(-most, Math.min(most, value))
const offsetOf = (lag: number) => within(Math.round(-lag / 1_000), MOST_OFFSET_S)

export function timeOf(said: number | null, arrivedAt: number, intervalS: number, before: ClockState): Timed {
  if (said === null) return { at: arrivedAt, clock: { lag: 0, heardAt: arrivedAt }, offsetS: null }
  const lag = within(arrivedAt - Math.round(said), MOST_LAG_MS)
  const clock = { lag, heardAt: arrivedAt }
  if (Math.abs(lag) <= BELIEVED_MS) return { at: arrivedAt - lag, clock, offsetS: 0 }
  // Nobody measures the future.
  if (!isPossible(said, arrivedAt)) return { at: arrivedAt, clock, offsetS: offsetOf(lag) }
  const steady =
    before.lag !== undefined &&
    before.heardAt !== undefined &&
    Math.abs(lag - before.lag) <= STEADY_MS &&
    arrivedAt - before.heardAt >= (intervalS * 1_000) / 2
  if (!steady) {
    const at = arrivedAt - lag
    return { at, clock: { ...clock, from: Math.min(before.from ?? at, at) }, offsetS: null }
  }
  const { from } = before
  const mistaken = from === undefined ? null : { from, to: before.heardAt! - before.lag!, by: lag }
  return { at: arrivedAt, clock, offsetS: offsetOf(lag), ...(mistaken && { mistaken }) }
}

/** A press takes a moment to arrive; beyond this both times are worth showing. */
const DIFFERS_MS = 10_000
const YEAR_1 = -62_135_596_800_000
const YEAR_9999 = 253_402_300_799_000

/** What a device said of its time, for people, when it differs from the arrival: 2026-11-16 22:10:05, or as it wrote it. */
export function saidText(at: unknown, arrivedAt: number): string | null {
  if (!isSaid(at)) return null
  const said = saidTime(at)
  if (said === null) {
    const text = typeof at === 'string' ? at : (JSON.stringify(at) ?? '')
    return wholeText(text.slice(0, SAID_LENGTH)).replaceAll('\0', '')
  }
  if (Math.abs(said - arrivedAt) <= DIFFERS_MS) return null
  if (said < YEAR_1 || said > YEAR_9999 - ZONE_MS) return String(said)
  return timeText(said)
}
