// One PostgreSQL for the whole run, with one migrated template that every test file clones.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { createApp } from '#server/app'
import { prepareJobs } from '#server/kit/jobs'
import { migrate } from '#server/kit/migrate'
import { startEmbedded } from '#server/kit/postgres'
import { readSettings } from '#server/kit/settings'

export const TEMPLATE = 'yiyuan_template'
/** The same with the demo organisation, as after a first start. */
export const DEMO_TEMPLATE = 'yiyuan_demo'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

const silent = () => undefined

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'yiyuan-test-'))
  // Nothing here outlives the run, so durability is only cost.
  const parameters = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' }
  const postgres = await startEmbedded({ dataDir, log: silent, parameters })
  const end = async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const admin = new pg.Client({ connectionString: postgres.url })
  try {
    await admin.connect()
    await admin.query(`create database ${TEMPLATE}`)
    await migrate({ url: databaseUrl(postgres.url, TEMPLATE), log: silent })
    await prepareJobs(databaseUrl(postgres.url, TEMPLATE))
    await admin.query(`create database ${DEMO_TEMPLATE} template ${TEMPLATE}`)
    await fillDemo(databaseUrl(postgres.url, DEMO_TEMPLATE), dataDir)
  } catch (error) {
    // Said at once: connections that are still open when the database ends would bury it.
    process.stderr.write(`${(error as Error).stack}\n`)
    await admin.end()
    await end()
    throw error
  }
  await admin.end()
  project.provide('postgresUrl', postgres.url)
  return end
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

function databaseUrl(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
