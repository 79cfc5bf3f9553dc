// The connection to PostgreSQL. Dates leave the driver as the wire's text, whole numbers as numbers, and the
// connections run in pipeline mode: statements sent without waiting share one round trip.
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

export interface Database {
  url: string
  pool: pg.Pool
  end(): Promise<void>
}

/** A connection that breaks is replaced by the pool; whoever was using it gets the error with its statement. */
function guarded(pool: pg.Pool): pg.Pool {
  // Of one that was idle (database restarted) the error itself has no caller.
  pool.on('error', () => undefined)
  // The same while somebody holds it between two statements: without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

export function openDatabase(url: string, connections = 20): Database {
  const pool = guarded(
    new pg.Pool({
      connectionString: url,
      max: connections,
      idleTimeoutMillis: 60_000,
      options: `-c TimeZone=${ZONE}`,
      pipeline: true,
    } as pg.PoolConfig),
  )
  return { url, pool, end: () => pool.end() }
}

/** A few more connections to the same database that are kept open, for work that must not wait for the others. */
export const besidePool = (pool: pg.Pool, connections: number): pg.Pool =>
  guarded(new pg.Pool({ ...pool.options, max: connections, idleTimeoutMillis: 0, allowExitOnIdle: true }))
