// Limits on guessing accounts at the broker: failures are counted per address, and per address and name, in counters that
// all processes share. Somebody who guesses from elsewhere locks no device out: only the own address counts against it,
// and a device that has signed in from there before is let try ten times as often. A device with an old password that
// tries again and again reaches the limit of its own name and leaves its neighbours behind the same address alone.
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import type pg from 'pg'
import { addressOf, countUp, type Limit } from './rateLimit.ts'
import type { Settings } from './settings.ts'

export const PAIR: Limit = { most: 10, seconds: 300 }
export const ADDRESS: Limit = { most: 100, seconds: 300 }
/** Whoever signed in from there within this time is known. */
const KNOWN_S = 30 * 86_400
const KNOWN_FACTOR = 10
const REMEMBERED = 10_000

/** Names are long and chosen by whoever connects. */
const digest = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 32)

const COUNTS = {
  name: 'mqtt-failures',
  text: 'select key, count from rate_count where key = any($1) and window_ends > now()',
}

export interface MqttGuard {
  /** Whether a password may be looked at. */
  allows(address: string, name: string): Promise<boolean>
  failed(address: string, name: string): Promise<void>
  succeeded(address: string, name: string): Promise<void>
}

export function createMqttGuard(pool: pg.Pool): MqttGuard {
  /** Until when (milliseconds since 1970) a key is refused without asking the database. */
  const refused = new Map<string, number>()
  /** Marked as known by this process already. */
  const marked = new Set<string>()
  const keysOf = (address: string, name: string) => {
    const pair = `${address} ${digest(name)}`
    return { pair: `mqtt-failed:${pair}`, address: `mqtt-failed:${address}`, known: `mqtt-known:${pair}` }
  }
  function isRefused(key: string): boolean {
    const until = refused.get(key)
    if (until === undefined) return false
    if (until > Date.now()) return true
    refused.delete(key)
    return false
  }
  function refuse(key: string, seconds: number): void {
    if (refused.size >= REMEMBERED) refused.clear()
    refused.set(key, Date.now() + seconds * 1_000)
  }
  return {
    async allows(address, name) {
      const keys = keysOf(address, name)
      if (isRefused(keys.pair)) return false
      const { rows } = await pool.query<{ key: string; count: number }>({ ...COUNTS, values: [Object.values(keys)] })
      const counts = new Map(rows.map((row) => [row.key, row.count]))
      const factor = counts.has(keys.known) ? KNOWN_FACTOR : 1
      return (
        (counts.get(keys.pair) ?? 0) < PAIR.most * factor && (counts.get(keys.address) ?? 0) < ADDRESS.most * factor
      )
    },
    async failed(address, name) {
      const keys = keysOf(address, name)
      const [pair] = await Promise.all([
        countUp(pool, keys.pair, PAIR.seconds),
        countUp(pool, keys.address, ADDRESS.seconds),
      ])
      if (pair.count >= PAIR.most * KNOWN_FACTOR) refuse(keys.pair, pair.left)
    },
    async succeeded(address, name) {
      const { known } = keysOf(address, name)
      if (marked.has(known)) return
      if (marked.size >= REMEMBERED) marked.clear()
      marked.add(known)
      await countUp(pool, known, KNOWN_S)
    },
  }
}

/** Who stands behind a websocket: what the nearest trusted proxy says, else the other end of the connection. */
export function clientAddress(request: IncomingMessage, trust: Settings['trustProxy']): string {
  const remote = request.socket.remoteAddress ?? ''
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)!
    .trim()
  return addressOf(isIP(forwarded) !== 0 && isTrusted(remote, trust) ? forwarded : remote)
}

function isTrusted(remote: string, trust: Settings['trustProxy']): boolean {
  if (trust === false || isIP(remote) === 0) return false
  if (trust === 'nearest') return true
  const list = new BlockList()
  for (const one of trust) {
    const [address = '', bits] = one.split('/')
    if (isIP(address) === 0) continue
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  const plain = remote.replace(/^::ffff:(?=\d+\.)/i, '')
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
}

/** Connections that have not signed in: so many in all and from one address; the oldest give way to new ones. */
export const STRANGERS = { all: 2_000, address: 500 }

export class Strangers<Stream extends { destroy(error?: Error): unknown }> {
  readonly #all = new Map<Stream, string>()
  readonly #counts = new Map<string, number>()

  add(stream: Stream, address: string): void {
    const crowded = (this.#counts.get(address) ?? 0) >= STRANGERS.address
    if (crowded || this.#all.size >= STRANGERS.all) this.#giveWay(crowded ? address : null)
    this.#all.set(stream, address)
    this.#counts.set(address, (this.#counts.get(address) ?? 0) + 1)
  }

  remove(stream: Stream): void {
    const address = this.#all.get(stream)
    if (address === undefined) return
    this.#all.delete(stream)
    const left = this.#counts.get(address)! - 1
    if (left > 0) this.#counts.set(address, left)
    else this.#counts.delete(address)
  }

  #giveWay(address: string | null): void {
    for (const [stream, from] of this.#all) {
      if (address !== null && from !== address) continue
      this.remove(stream)
      stream.destroy(new Error('too many connections that did not sign in'))
      return
    }
  }
}
