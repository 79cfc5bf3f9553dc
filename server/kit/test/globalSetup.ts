// One PostgreSQL for the whole run, with one migrated template that every test file clones.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/kit/migrate'
import { startEmbedded } from '#server/kit/postgres'

export const TEMPLATE = 'yiyuan_template'

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
  try {
    const admin = new pg.Client({ connectionString: postgres.url })
    await admin.connect()
    await admin.query(`create database ${TEMPLATE}`)
    await admin.end()
    await migrate({ url: databaseUrl(postgres.url, TEMPLATE), log: silent })
  } catch (error) {
    await end()
    throw error
  }
  project.provide('postgresUrl', postgres.url)
  return end
}

function databaseUrl(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
