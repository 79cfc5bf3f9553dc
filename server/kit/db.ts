// The connection to PostgreSQL. Dates leave the driver as the wire's text, whole numbers as numbers, and the
// connections run in pipeline mode: statements sent without waiting share one round trip.
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

const INT8 = 20
const TIMESTAMPTZ = 1184
const TIMESTAMP = 1114
const DATE = 1082

export const ZONE = 'Asia/Shanghai'

pg.types.setTypeParser(INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a safe integer`)
  return value
})
const wireTime = (text: string) => text.slice(0, 19)
pg.types.setTypeParser(TIMESTAMPTZ, wireTime)
pg.types.setTypeParser(TIMESTAMP, wireTime)
pg.types.setTypeParser(DATE, (text) => text)

export type Db = NodePgDatabase<Record<string, never>>

export interface Database {
  url: string
  pool: pg.Pool
  db: Db
  end(): Promise<void>
}

export function openDatabase(url: string, connections = 20): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    idleTimeoutMillis: 60_000,
    options: `-c TimeZone=${ZONE}`,
    pipeline: true,
  } as pg.PoolConfig)
  // An idle connection that breaks (database restarted) is replaced by the pool; the error itself has no caller.
  pool.on('error', () => undefined)
  // The same while somebody holds it between two statements: without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return { url, pool, db: drizzle(pool) as unknown as Db, end: () => pool.end() }
}
