// A database that restarts ends every connection at once, also those that somebody holds between two statements.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#server/kit/test/database'
import { type Database, openDatabase } from './db.ts'

let database: TestDatabase
let opened: Database

beforeAll(async () => {
  database = await testDatabase()
  opened = openDatabase(database.url, 3)
})
afterAll(async () => {
  await opened.end()
  await database.drop()
})

test('a connection that ends while it is held costs its holder one error, and the next one works', async () => {
  const other = new pg.Client({ connectionString: database.url })
  await other.connect()
  const held = await opened.pool.connect()
  const { rows } = await held.query<{ pid: number }>('select pg_backend_pid() as pid')
  const gone = new Promise((resolve) => held.once('end', resolve))
  await other.query('select pg_terminate_backend($1)', [rows[0]!.pid])
  // Without a listener of the pool's own the error of the connection would end the process here.
  await gone
  await expect(held.query('select 1')).rejects.toThrow()
  held.release(true)
  expect((await opened.pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }])
  await other.end()
})
