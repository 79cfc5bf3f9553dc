// The parts of the large tables: readings and positions by day, minutes by month, by the calendar in China. A job makes
// those of the coming days and drops what every organisation has kept long enough.

import type pg from 'pg'
import { localDate, ZONE_MS } from '#contract/kit/clock'
import type { AppContext } from '#server/kit/context'
import { defineCron, defineJob } from '#server/kit/jobDefinition'
import { onEveryStart } from '#server/kit/presets'

export type Partitioned = 'reading' | 'position' | 'reading_minute'

const DAY = 86_400_000
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

/** Number of the day, by the calendar in China, that a moment (milliseconds) belongs to. */
export const dayNumber = (at: number) => Math.floor((at + ZONE_MS) / DAY)

/** The part of a table that a moment (milliseconds) belongs to. */
export function partOf(table: Partitioned, at: number): Part {
  const local = localDate(at)
  const first = new Date(
    Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), table === 'reading_minute' ? 1 : local.getUTCDate()),
  )
  const next = new Date(first)
  if (table === 'reading_minute') next.setUTCMonth(next.getUTCMonth() + 1)
  else next.setUTCDate(next.getUTCDate() + 1)
  const stamp = day(first).replaceAll('-', '')
  return {
    name: `${table}_${table === 'reading_minute' ? stamp.slice(0, 6) : stamp}`,
    from: `${day(first)} 00:00:00+08`,
    to: `${day(next)} 00:00:00+08`,
  }
}

function partsBetween(table: Partitioned, from: number, to: number): Part[] {
  const parts = new Map<string, Part>()
  for (let at = from; at <= to + DAY - 1; at += DAY) {
    const part = partOf(table, Math.min(at, to))
    parts.set(part.name, part)
  }
  return [...parts.values()]
}

/** Makes what is missing of the parts from one moment to another (milliseconds, both included). */
export async function ensurePartitions(
  client: pg.Pool | pg.ClientBase,
  table: Partitioned,
  from: number,
  to: number,
): Promise<void> {
  const parts = partsBetween(table, from, to)
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

/** Days that readings and minutes are kept, by organisation; what is not said. */
export const KEPT_DAYS = { readingDays: 35, minuteDays: 400 } as const

// Across organisations: they share the partitions, which stay as long as anybody needs them.
const RETENTION = `select coalesce(max((value ->> 'readingDays')::int), 0) as readings,
  coalesce(max((value ->> 'minuteDays')::int), 0) as minutes,
  count(*)::int < (select count(*) from organization) as standard
from monitor_setting where name = 'retention'`

const PARTS = `select c.relname as name, p.relname as parent from pg_inherits i
join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
where p.relname in ('reading', 'position', 'reading_minute') order by 1`

/** The parts that no organisation needs any more. */
export async function dropOldPartitions(pool: pg.Pool, now: number): Promise<string[]> {
  const [kept, parts] = await Promise.all([
    pool.query<{ readings: number; minutes: number; standard: boolean }>(RETENTION),
    pool.query<{ name: string; parent: Partitioned }>(PARTS),
  ])
  const { readings, minutes, standard } = kept.rows[0]!
  const days = (said: number, usual: number) => (standard ? Math.max(said, usual) : said)
  const keep: Record<Partitioned, number> = {
    reading: days(readings, KEPT_DAYS.readingDays),
    position: days(readings, KEPT_DAYS.readingDays),
    reading_minute: days(minutes, KEPT_DAYS.minuteDays),
  }
  const dropped: string[] = []
  for (const { name, parent } of parts.rows) {
    if (name >= partOf(parent, now - keep[parent] * DAY).name) continue
    await pool.query(`drop table "${name}"`)
    dropped.push(name)
  }
  return dropped
}

const DAYS_AHEAD = 3

/** Today and the days to come; yesterday for readings that arrive late. */
export async function preparePartitions(pool: pg.Pool, now: number): Promise<void> {
  for (const table of ['reading', 'position', 'reading_minute'] as const) {
    await ensurePartitions(pool, table, now - DAY, now + DAYS_AHEAD * DAY)
  }
}

async function tend(app: Pick<AppContext, 'pool' | 'log'>): Promise<void> {
  const now = Date.now()
  await preparePartitions(app.pool, now)
  const dropped = await dropOldPartitions(app.pool, now)
  if (dropped.length > 0) app.log.info({ dropped }, 'old readings dropped')
}

export const tendPartitions = defineJob('monitor.partitions', (_payload, app) => tend(app))
export const tendDaily = defineCron(tendPartitions, '20 2 * * *')

onEveryStart('monitor.partitions', (app) => preparePartitions(app.pool, Date.now()))
