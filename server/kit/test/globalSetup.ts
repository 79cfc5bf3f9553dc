// One PostgreSQL for the whole run, with one migrated template that every test file clones. The templates are filled
// while tests that need no database already run; testDatabase waits for them.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import { rolldown } from 'rolldown'
import type { TestProject } from 'vitest/node'
import { createApp } from '#server/app'
import { prepareJobs } from '#server/kit/jobs'
import { migrate } from '#server/kit/migrate'
import { startEmbedded } from '#server/kit/postgres'
import { readSettings } from '#server/kit/settings'
import { DEMO_TEMPLATE, FILLING, TEMPLATE } from './templates.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

const silent = () => undefined

/** Nothing here outlives the run: durability, and what cleans up in the long run, are only cost. */
const parameters = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  checkpoint_timeout: '1d',
  autovacuum: 'off',
  max_connections: '300',
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'yiyuan-test-'))
  process.env.YIYUAN_TEST_SHEET_WORKER = await sheetWorker(dataDir)
  const postgres = await startEmbedded({ dataDir, log: silent, parameters })
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  await cheapPassword(admin)
  for (const lock of Object.values(FILLING)) await admin.query(`select pg_advisory_lock(${lock})`)
  const filled = fillTemplates(admin, postgres.url, dataDir)
    // Said at once: what waits for a template only finds that there is none.
    .catch((error: Error) => {
      process.stderr.write(`${error.stack}\n`)
      process.exitCode = 1
    })
    .finally(() => admin.end())
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await filled
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The same password, kept so that a connection proves it in no time: a product opens dozens of them. */
async function cheapPassword(admin: pg.Client): Promise<void> {
  await admin.query('set scram_iterations = 1')
  await admin.query(`alter role ${admin.user} password ${pg.escapeLiteral(String(admin.password))}`)
}

async function fillTemplates(admin: pg.Client, url: string, dataDir: string): Promise<void> {
  await admin.query(`create database ${TEMPLATE}`)
  await migrate({ url: databaseUrl(url, TEMPLATE), log: silent })
  await prepareJobs(databaseUrl(url, TEMPLATE))
  // Under another name until it is whole.
  const draft = `${DEMO_TEMPLATE}_draft`
  await admin.query(`create database ${draft} template ${TEMPLATE} strategy file_copy`)
  await admin.query(`select pg_advisory_unlock(${FILLING[TEMPLATE]})`)
  await fillDemo(databaseUrl(url, draft), dataDir)
  await settle(databaseUrl(url, draft))
  await admin.query(`alter database ${draft} rename to ${DEMO_TEMPLATE}`)
}

async function fillDemo(url: string, dataDir: string): Promise<void> {
  const settings = readSettings({
    PORT: '0',
    WS_PORT: 'off',
    MQTT_PORT: 'off',
    MQTT_WS_PORT: 'off',
    LOG_LEVEL: 'fatal',
    DATA_DIR: join(dataDir, 'product'),
  })
  const running = await createApp(settings, url)
  try {
    await running.firstStart(silent)
  } finally {
    await running.close()
  }
}

/** What every clone would otherwise do again: look for the first time at rows just written. */
async function settle(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('vacuum (freeze, analyze)')
  } finally {
    await client.end()
  }
}

/** The thread that reads workbooks, translated once; every thread would otherwise translate it for itself. */
async function sheetWorker(dataDir: string): Promise<string> {
  const folder = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url))
  const file = join(dataDir, 'sheetWorker.mjs')
  const bundle = await rolldown({
    input: folder('server/kit/sheetWorker.ts'),
    platform: 'node',
    resolve: { alias: { '#contract': folder('contract'), '#server': folder('server') } },
  })
  await bundle.write({ file, format: 'esm' })
  await bundle.close()
  return pathToFileURL(file).href
}

function databaseUrl(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
