// Which time counts for a message. A device that was away sends what it kept with the times of then: those are taken as
// they are. A device whose clock is wrong says a wrong time in every message while it speaks in the present: then the
// time of arrival counts. The two are told apart by what the difference does: a backlog catches up, a wrong clock stays.
export interface ClockState {
  /** Milliseconds the last message was older than its arrival. */
  lag?: number
  /** When it arrived. */
  heardAt?: number
}

const MINUTE = 60_000
/** Within this a device's own time is believed: it orders readings better than the network does. */
export const BELIEVED_MS = 5 * MINUTE
const STEADY_MS = 15_000

export interface Timed {
  at: number
  clock: ClockState
  /** Seconds the clock is ahead (+) or behind (−); null: it is right, or nothing can be said. */
  offsetS: number | null
}

/** Milliseconds since 1970 of what a device wrote; null when it is no time. */
export function saidTime(at: number | string | null | undefined): number | null {
  if (typeof at === 'number') return at
  if (at === null || at === undefined) return null
  const parsed = Date.parse(at)
  return Number.isNaN(parsed) ? null : parsed
}

export function timeOf(said: number | null, arrivedAt: number, intervalS: number, before: ClockState): Timed {
  if (said === null) return { at: arrivedAt, clock: { lag: 0, heardAt: arrivedAt }, offsetS: null }
  const lag = arrivedAt - said
  const clock = { lag, heardAt: arrivedAt }
  if (Math.abs(lag) <= BELIEVED_MS) return { at: said, clock, offsetS: 0 }
  // Nobody measures the future.
  if (lag < 0) return { at: arrivedAt, clock, offsetS: Math.round(-lag / 1_000) }
  const steady =
    before.lag !== undefined &&
    before.heardAt !== undefined &&
    Math.abs(lag - before.lag) <= STEADY_MS &&
    arrivedAt - before.heardAt >= (intervalS * 1_000) / 2
  return steady ? { at: arrivedAt, clock, offsetS: Math.round(-lag / 1_000) } : { at: said, clock, offsetS: null }
}
