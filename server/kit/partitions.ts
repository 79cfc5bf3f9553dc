// Parts of large tables, by day or by month of the calendar in China. Whoever writes makes sure that the part is there.
import type pg from 'pg'
import { DAY_MS, localDate } from '#contract/kit/clock'

export type PartLength = 'day' | 'month'

/** Any number; every process that makes a part takes its turn. */
const LOCK = 7_201_908_077

/** yyyymmdd or yyyymm of a moment, and its parts' bounds. */
export interface Part {
  name: string
  from: string
  to: string
}

const pad = (value: number) => String(value).padStart(2, '0')
const day = (date: Date) => `${date.getUTCFullYear()}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`

/** The part of a table that a moment (milliseconds) belongs to. */
export function partAt(table: string, length: PartLength, at: number): Part {
  const local = localDate(at)
  const first = new Date(
    Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), length === 'month' ? 1 : local.getUTCDate()),
  )
  const next = new Date(first)
  if (length === 'month') next.setUTCMonth(next.getUTCMonth() + 1)
  else next.setUTCDate(next.getUTCDate() + 1)
  const stamp = day(first).replaceAll('-', '')
  return {
    name: `${table}_${length === 'month' ? stamp.slice(0, 6) : stamp}`,
    from: `${day(first)} 00:00:00+08`,
    to: `${day(next)} 00:00:00+08`,
  }
}

function partsBetween(table: string, length: PartLength, from: number, to: number): Part[] {
  const parts = new Map<string, Part>()
  for (let at = from; at <= to + DAY_MS - 1; at += DAY_MS) {
    const part = partAt(table, length, Math.min(at, to))
    parts.set(part.name, part)
  }
  return [...parts.values()]
}

/** Makes what is missing of the parts from one moment to another (milliseconds, both included). */
export async function ensureParts(
  client: pg.Pool | pg.ClientBase,
  table: string,
  length: PartLength,
  [from, to]: readonly [from: number, to: number],
): Promise<void> {
  const parts = partsBetween(table, length, from, to)
  const { rows } = await client.query<{ name: string }>(
    'select relname as name from pg_class where relname = any($1) and relispartition',
    [parts.map((part) => part.name)],
  )
  const known = new Set(rows.map((row) => row.name))
  for (const part of parts.filter((one) => !known.has(one.name))) {
    // One statement, so that it also works outside a transaction; the lock keeps two processes from colliding.
    await client.query(`do $$ begin
      perform pg_advisory_xact_lock(${LOCK});
      create table if not exists "${part.name}" partition of "${table}" for values from ('${part.from}') to ('${part.to}');
    end $$`)
  }
}
