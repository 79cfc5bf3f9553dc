// The parts of the large tables: readings and positions by day, minutes by month, by the calendar in China. A job makes
// those of the coming days and drops what every organisation has kept long enough.

import type pg from 'pg'
import { ZONE_MS } from '#contract/kit/clock'
import type { AppContext } from '#server/kit/context'
import { defineCron, defineJob } from '#server/kit/jobDefinition'
import { ensureParts, type Part, type PartLength, partAt } from '#server/kit/partitions'
import { onEveryStart } from '#server/kit/presets'

export type Partitioned = 'reading' | 'position' | 'reading_minute'

const DAY = 86_400_000
/** Number of the day, by the calendar in China, that a moment (milliseconds) belongs to. */
export const dayNumber = (at: number) => Math.floor((at + ZONE_MS) / DAY)

const lengthOf = (table: Partitioned): PartLength => (table === 'reading_minute' ? 'month' : 'day')

/** The part of a table that a moment (milliseconds) belongs to. */
export const partOf = (table: Partitioned, at: number): Part => partAt(table, lengthOf(table), at)

/** Makes what is missing of the parts from one moment to another (milliseconds, both included). */
export const ensurePartitions = (client: pg.Pool | pg.ClientBase, table: Partitioned, from: number, to: number) =>
  ensureParts(client, table, lengthOf(table), [from, to])

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
