// A second server process for the test of crashes: takes counting runs of the given database, counts to three, says so
// and then stands still until it is killed.
import Fastify from 'fastify'
import type { AppContext } from '#server/kit/context'
import { openDatabase } from '#server/kit/db'
import { startJobs } from '#server/kit/jobs'
import { countingRun } from './countingRun.ts'

const STANDS_AT = 4

const url = process.argv[2]
if (!url) throw new Error('the address of the database is missing')
const { pool } = openDatabase(url, 5)
const app = {
  pool,
  log: Fastify({ logger: false }).log,
  realtime: { emit: () => undefined },
  audit: { written: () => undefined },
} as unknown as AppContext

const stand = (number: number) => {
  if (number < STANDS_AT) return Promise.resolve()
  process.stdout.write('standing\n')
  return new Promise(() => setInterval(() => undefined, 1000))
}

await startJobs(app, { url, definitions: [countingRun(stand)], tell: async () => undefined })
process.stdout.write('ready\n')
