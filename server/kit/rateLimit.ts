// Limits on what costs money or invites guessing: counters in the database, shared by all server processes.
import { isIPv6 } from 'node:net'
import type pg from 'pg'
import { Refusal } from '#contract/kit/refusal'

export interface Limit {
  /** So many within the window are let through. */
  most: number
  seconds: number
}

interface Count {
  count: number
  /** Seconds until the window ends. */
  left: number
}

const TAKE = `insert into rate_count as c (key, count, window_ends) values ($1, 1, now() + $2 * interval '1 second')
on conflict (key) do update set
  count = case when c.window_ends <= now() then 1 else c.count + 1 end,
  window_ends = case when c.window_ends <= now() then excluded.window_ends else c.window_ends end
returning count, least($2, ceil(extract(epoch from window_ends - now())))::int as left`

const PEEK = `select count, ceil(extract(epoch from window_ends - now()))::int as left
from rate_count where key = $1 and window_ends > now()`

const refuse = (left: number) => new Refusal('TOO_MANY_REQUESTS', { wait: waitText(left) })

/** Counts one more and says how many that makes in the window. */
export async function countUp(pool: pg.Pool, key: string, seconds: number): Promise<Count> {
  const taken = await pool.query<Count>({ name: 'rate_take', text: TAKE, values: [key, seconds] })
  return taken.rows[0]!
}

/** Counts one more and refuses when that is too many. */
export async function takeRate(pool: pg.Pool, key: string, limit: Limit): Promise<void> {
  const { count, left } = await countUp(pool, key, limit.seconds)
  if (count > limit.most) throw refuse(left)
}

/** Refuses when the limit is reached, without counting: for limits on failures, which are counted afterwards. */
export async function checkRate(pool: pg.Pool, key: string, limit: Limit): Promise<void> {
  const found = await pool.query<Count>({ name: 'rate_peek', text: PEEK, values: [key] })
  const row = found.rows[0]
  if (row && row.count >= limit.most) throw refuse(row.left)
}

/** One household or office holds a whole /64 of IPv6, so that is what counts as one address. */
export function addressOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped) return mapped[1]!
  const [head = '', tail] = ip.split('%')[0]!.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  const groups = tail === undefined ? first : [...first, ...Array(8 - first.length - last.length).fill('0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => group.padStart(4, '0').toLowerCase())
    .join(':')}/64`
}

export function waitText(seconds: number): string {
  if (seconds < 60) return ` ${Math.max(1, seconds)} 秒`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 120 ? ` ${minutes} 分钟` : ` ${Math.ceil(minutes / 60)} 小时`
}
