// Questions to a database, as an auditor would ask them.
import pg from 'pg'
import { product } from './product.ts'

/** A database that is killed in the middle of an answer may not even close its end. */
const LIMITS = { connectionTimeoutMillis: 30_000, query_timeout: 60_000 }

let own: pg.Pool | undefined

/** A journey asks often, and while it waits again and again: its connections are kept until its end. */
async function ownPool(): Promise<pg.Pool> {
  const { database } = await product()
  own ??= new pg.Pool({ connectionString: database, max: 4 })
  return own
}

/** Journeys never write there to fake a step. Another database than the journey's own is asked over a new connection. */
export async function query<T extends pg.QueryResultRow>(
  text: string,
  values: unknown[] = [],
  database?: string,
): Promise<T[]> {
  if (database === undefined) return (await (await ownPool()).query<T>(text, values)).rows
  const client = new pg.Client({ connectionString: database, ...LIMITS })
  // Told by the statement that it breaks; one that nobody waits for breaks for nobody.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

export async function closeDatabase(): Promise<void> {
  const pool = own
  own = undefined
  await pool?.end()
}
