// Work that outlives its request: queued in the transaction that asks for it, taken by one node, repeated until it is
// done; and scheduled work, which exactly one node takes. The queue is graphile-worker's, in the same database.

import {
  type CronItem,
  Logger,
  type ParsedCronItem,
  parseCronItem,
  type RunnerOptions,
  runMigrations,
  type TaskList,
} from 'graphile-worker'
import pg from 'pg'
import type { AppContext } from './context.ts'
import type { CronDefinition, Definition, Tell } from './jobDefinition.ts'
import { type Hands, putToWork } from './jobHands.ts'
import { queuePool } from './jobPool.ts'
import { createRecovery } from './jobRecovery.ts'
import { performRun } from './jobRun.ts'

/** Short work never waits behind long work: each has its own hands. */
const JOBS_AT_ONCE = 3
const RUNS_AT_ONCE = 2
const CONNECTIONS = JOBS_AT_ONCE + RUNS_AT_ONCE + 3
/** New jobs are announced at once; asking again is only for announcements that got lost. */
const ASK_EVERY_MS = 5_000
const HOUR_MS = 3_600_000
/** Any number, the same in every process. */
const PREPARE_LOCK = 7_201_908_012

const INT8 = 20
const TIMES = [1082, 1114, 1184]

/** graphile-worker reads times as Date and ids as text; the product's own parsers give neither. */
const plainTypes = {
  getTypeParser: (oid: number, format?: string) => {
    if (oid === INT8) return (text: string) => text
    if (TIMES.includes(oid)) return (text: string) => new Date(text)
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

// No pipeline mode here: the library sends a transaction's statements as it sees fit.
const poolFor = (connectionString: string, max: number) =>
  queuePool({
    connectionString,
    max,
    application_name: 'yiyuan-jobs',
    types: plainTypes as pg.CustomTypesConfig,
  })

const silent = new Logger(() => () => undefined)

/** Brings the queue's own tables up to date; several processes may start at once. */
export async function prepareJobs(url: string): Promise<void> {
  const pool = poolFor(url, 3)
  try {
    const client = await pool.connect()
    try {
      await client.query('select pg_advisory_lock($1)', [PREPARE_LOCK])
      await runMigrations({ pgPool: pool, logger: silent })
      await client.query('select pg_advisory_unlock($1)', [PREPARE_LOCK])
    } finally {
      client.release()
    }
  } finally {
    await pool.end()
  }
}

const CHINA_HOURS = 8

/** A schedule by the clock in China; the library counts in UTC. */
export function cronItem(definition: CronDefinition): ParsedCronItem {
  const { job, pattern, makeUpHours } = definition
  const local = parseCronItem({ task: job, match: pattern, identifier: job })
  const match: CronItem['match'] = (utc) => {
    const now = new Date()
    // The digest has no year; only in the first hours of January may it speak of the last one.
    const year = now.getUTCFullYear() - (utc.month === 12 && now.getUTCMonth() === 0 ? 1 : 0)
    const china = new Date(Date.UTC(year, utc.month - 1, utc.date, utc.hour + CHINA_HOURS, utc.min))
    return local.match({
      min: china.getUTCMinutes(),
      hour: china.getUTCHours(),
      date: china.getUTCDate(),
      month: china.getUTCMonth() + 1,
      dow: china.getUTCDay(),
    })
  }
  return parseCronItem({
    task: job,
    match,
    identifier: job,
    options: { backfillPeriod: makeUpHours * HOUR_MS, jobKey: `cron:${job}` },
  })
}

export interface JobsOptions {
  url: string
  definitions: readonly Definition[]
  tell: Tell
  /** How often the remains of crashed processes are looked for, and how old a job must be to be looked at. */
  recovery?: { everyMs: number; graceMs: number }
}

export interface Jobs {
  /** All hands are at work; false for the moment in which they are put to work again. */
  running(): boolean
  stop(): Promise<void>
}

export async function startJobs(app: AppContext, options: JobsOptions): Promise<Jobs> {
  const { definitions, url } = options
  await prepareJobs(url)
  const names = new Set<string>()
  const jobs: TaskList = {}
  const runs: TaskList = {}
  const stopping = new AbortController()
  for (const one of definitions) {
    if (one.kind === 'cron') continue
    if (names.has(one.name)) throw new Error(`The job ${one.name} is defined twice`)
    names.add(one.name)
    if (one.kind === 'job') {
      jobs[one.name] = async (payload) => void (await one.perform(payload as Record<string, unknown>, app))
    } else {
      runs[one.name] = (payload) => performRun(app, one, payload, stopping.signal, options.tell)
    }
  }
  const crons = definitions.filter((one) => one.kind === 'cron')
  const orphan = crons.find((one) => !(one.job in jobs))
  if (orphan) throw new Error(`The schedule of ${orphan.job} has no such job`)

  const pool = poolFor(url, CONNECTIONS)
  const recovery = createRecovery(app, url, options.recovery)
  const logger = new Logger(() => (level, message) => {
    if (level === 'error') app.log.error(`jobs: ${message}`)
    else if (level === 'warning') app.log.warn(`jobs: ${message}`)
    else app.log.debug(`jobs: ${message}`)
  })
  const shared = { pgPool: pool, logger, noHandleSignals: true, pollInterval: ASK_EVERY_MS }
  const put = (own: RunnerOptions) => putToWork({ ...shared, ...own }, { recovery, log: app.log })
  const hands: Hands[] = []
  const end = async () => {
    stopping.abort()
    await Promise.all(hands.map((one) => one.stop()))
    await recovery.stop()
    await pool.end()
  }
  try {
    await recovery.start()
    if (Object.keys(jobs).length > 0) {
      const parsedCronItems = crons.map(cronItem)
      hands.push(await put({ taskList: jobs, concurrency: JOBS_AT_ONCE, parsedCronItems }))
    }
    if (Object.keys(runs).length > 0) {
      hands.push(await put({ taskList: runs, concurrency: RUNS_AT_ONCE, parsedCronItems: [] }))
    }
  } catch (error) {
    await end()
    throw error
  }
  return { running: () => hands.every((one) => one.atWork()), stop: end }
}
