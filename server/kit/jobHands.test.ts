// A database that goes away in the middle of a job: the job's end is written when it is back, and others are done.

import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { between } from '#server/kit/test/between'
import { testDatabase } from '#server/kit/test/database'
import type { AppContext } from './context.ts'
import { defineJob } from './jobDefinition.ts'
import { startJobs } from './jobs.ts'

const quiet = () => undefined
const app = { log: { error: quiet, warn: quiet, debug: quiet } } as unknown as AppContext
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

const add = (name: string) => pool.query('select graphile_worker.add_job($1)', [name])

test('the database goes away while a job runs: the next job is done all the same', async () => {
  const link = await between(url)
  let cuts = 0
  let done = 0
  const cutting = defineJob('test.cut', async () => {
    cuts++
    // Its end cannot be written.
    link.state.refuse = Number.POSITIVE_INFINITY
    link.cut()
  })
  const usual = defineJob('test.usual', async () => {
    done++
  })
  const jobs = await startJobs(app, {
    url: link.url,
    definitions: [cutting, usual],
    tell: async () => undefined,
    recovery: { everyMs: 60_000, graceMs: 0 },
  })
  expect(jobs.running()).toBe(true)
  await add('test.cut')
  await expect.poll(() => cuts, WAIT).toBe(1)
  // Somebody has tried in vain.
  const came = link.state.came
  await expect.poll(() => link.state.came, WAIT).toBeGreaterThan(came)
  link.state.refuse = 0
  await add('test.usual')
  await expect.poll(() => done, WAIT).toBe(1)
  const left = async () => (await pool.query('select from graphile_worker.jobs')).rowCount
  await expect.poll(left, WAIT).toBe(0)
  expect(cuts).toBe(1)
  expect(jobs.running()).toBe(true)
  await jobs.stop()
  link.close()
})
