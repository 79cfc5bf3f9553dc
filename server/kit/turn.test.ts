import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#server/kit/test/database'
import { type Turn, takeTurns } from './turn.ts'

const log = { debug: () => undefined } as unknown as FastifyBaseLogger
const WAIT = { timeout: 10_000 }

let pool: pg.Pool
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await testDatabase()
  pool = new pg.Pool({ connectionString: database.url })
  drop = database.drop
})
afterAll(async () => {
  await pool.end()
  await drop()
})

const at: string[] = []
const working = new Set<string>()
const process = (who: string): Turn =>
  takeTurns({ pool, log, name: 'a work of one' }, () => {
    at.push(who)
    working.add(who)
    return async () => void working.delete(who)
  })

test('one works at a time; when it ends, or its connection does, another goes on', async () => {
  const all = new Map(['a', 'b', 'c'].map((who) => [who, process(who)]))
  await expect.poll(() => working.size, WAIT).toBe(1)
  const [first] = working
  await all.get(first!)!.close()
  all.delete(first!)
  await expect.poll(() => at.length, WAIT).toBe(2)
  expect(working.size).toBe(1)
  await pool.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`,
  )
  await expect.poll(() => at.length, WAIT).toBe(3)
  await expect.poll(() => working.size, WAIT).toBe(1)
  for (const turn of all.values()) await turn.close()
  expect(working.size).toBe(0)
})
