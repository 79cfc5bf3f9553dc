import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { between } from '#server/kit/test/between'
import { testDatabase } from '#server/kit/test/database'
import type { AppContext } from './context.ts'
import { createRecovery } from './jobRecovery.ts'

const app = { log: { error: () => undefined, warn: () => undefined } } as unknown as AppContext
const REFUSED = 4
const WAIT = { timeout: 20_000 }

let pool: pg.Pool
let drop: () => Promise<void>
let url: string
beforeAll(async () => {
  const database = await testDatabase()
  url = database.url
  drop = database.drop
  pool = new pg.Pool({ connectionString: url })
})
afterAll(async () => {
  await pool.end()
  await drop()
})

const locks = async () =>
  (
    await pool.query<{ n: number }>(
      `select count(*)::int as n from pg_locks where locktype = 'advisory' and granted
        and database = (select oid from pg_database where datname = current_database())`,
    )
  ).rows[0]!.n

test('while the database is away it is asked by one at a time, and the lock is taken again when it is back', async () => {
  const link = await between(url)
  const recovery = createRecovery(app, link.url)
  await recovery.start()
  recovery.claim('worker-a')
  await expect.poll(locks, WAIT).toBe(1)
  link.state.refuse = REFUSED
  link.cut()
  await expect.poll(() => link.state.refuse, WAIT).toBe(0)
  await expect.poll(locks, WAIT).toBe(1)
  // The first connection, those that were refused, and the one that stands.
  expect(link.state.came).toBe(1 + REFUSED + 1)
  await recovery.stop()
  link.close()
})
