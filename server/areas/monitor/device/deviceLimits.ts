// How much one device, and one organisation, may say before it costs others. The limits lie far above honest use: a
// mattress or a tag speaks once a second, a device that was away sends what it kept at once. A press always goes through;
// only a button that is pressed faster than a hand can waits up to a second, to be one alarm with its count.

export type Verdict =
  | 'take'
  /** Later, but within a second: a press. */
  | 'hold'
  /** Too many of this device or its organisation, or a device that only errs: counted, not read. */
  | 'tooMany'
  | 'boxed'

/** So many a second for long, so many at once. */
interface Rate {
  perSecond: number
  atOnce: number
}

export const DEVICE_RATE: Rate = { perSecond: 600, atOnce: 3_000 }
export const ORGANISATION_RATE: Rate = { perSecond: 30_000, atOnce: 60_000 }
/** Faster than anybody presses. */
const PRESS_RATE: Rate = { perSecond: 5, atOnce: 10 }
/** A device of which nothing can be understood; an honest one errs with a message now and then. */
const FAULT_RATE: Rate = { perSecond: 5, atOnce: 50 }
export const BOXED_MS = 10_000
/** Buckets that are kept; those of devices that have fallen silent are full again anyway. */
const REMEMBERED = 20_000

class Buckets {
  readonly #left = new Map<string, { tokens: number; at: number }>()
  constructor(readonly rate: Rate) {}

  take(key: string, now: number): boolean {
    const { perSecond, atOnce } = this.rate
    const one = this.#left.get(key) ?? { tokens: atOnce, at: now }
    one.tokens = Math.min(atOnce, one.tokens + (Math.max(0, now - one.at) * perSecond) / 1_000)
    one.at = now
    if (this.#left.size >= REMEMBERED && !this.#left.has(key)) this.#forget(now)
    this.#left.set(key, one)
    if (one.tokens < 1) return false
    one.tokens -= 1
    return true
  }

  #forget(now: number): void {
    const { perSecond, atOnce } = this.rate
    for (const [key, { at }] of this.#left) if (now - at > (atOnce * 1_000) / perSecond) this.#left.delete(key)
    if (this.#left.size >= REMEMBERED) this.#left.clear()
  }
}

export interface Limits {
  judge(orgId: string, deviceId: string, channel: string): Verdict
  /** Nothing of a message could be understood. */
  erred(orgId: string, deviceId: string): void
  /** For a while only its presses are heard. */
  box(orgId: string, deviceId: string): void
}

/** `now` in milliseconds that never go back. */
export function createLimits(now: () => number = () => performance.now()): Limits {
  const devices = new Buckets(DEVICE_RATE)
  const organisations = new Buckets(ORGANISATION_RATE)
  const presses = new Buckets(PRESS_RATE)
  const faults = new Buckets(FAULT_RATE)
  const boxed = new Map<string, number>()
  const keyOf = (orgId: string, deviceId: string) => `${orgId} ${deviceId}`

  function isBoxed(key: string, at: number): boolean {
    const until = boxed.get(key)
    if (until === undefined) return false
    if (until > at) return true
    boxed.delete(key)
    return false
  }
  function box(orgId: string, deviceId: string): void {
    const at = now()
    if (boxed.size >= REMEMBERED) for (const [key, until] of boxed) if (until <= at) boxed.delete(key)
    boxed.set(keyOf(orgId, deviceId), at + BOXED_MS)
  }
  return {
    judge(orgId, deviceId, channel) {
      const at = now()
      const key = keyOf(orgId, deviceId)
      if (channel === 'press') return presses.take(key, at) ? 'take' : 'hold'
      if (boxed.size > 0 && isBoxed(key, at)) return 'boxed'
      return devices.take(key, at) && organisations.take(orgId, at) ? 'take' : 'tooMany'
    },
    erred(orgId, deviceId) {
      if (!faults.take(keyOf(orgId, deviceId), now())) box(orgId, deviceId)
    },
    box,
  }
}
