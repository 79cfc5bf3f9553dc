// A database of its own for a test file, cloned from the migrated template in a few milliseconds.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { FILLING, TEMPLATE } from './templates.ts'

export interface TestDatabase {
  name: string
  url: string
  drop(): Promise<void>
}

export interface TestDatabaseOptions {
  /** Without the product's tables: for tests of the migration, backup and restore themselves. */
  empty?: boolean
  /** Another database of the same run, to which nobody is connected. */
  template?: string
}

export async function testDatabase({ empty = false, template }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const base = inject('postgresUrl')
  const name = `t_${randomBytes(6).toString('hex')}`
  const from = template ?? (empty ? 'template0' : TEMPLATE)
  // Copying files takes a tenth of what writing every page to the log does.
  await admin(base, ...whenFilled(from), `create database ${name} template ${from} strategy file_copy`)
  const url = new URL(base)
  url.pathname = `/${name}`
  return { name, url: url.href, drop: () => admin(base, `drop database if exists ${name} with (force)`) }
}

/** Waits for a template of the run; once it is filled that costs nothing. */
function whenFilled(template: string): string[] {
  const lock = FILLING[template]
  return lock ? [`select pg_advisory_lock_shared(${lock}), pg_advisory_unlock_shared(${lock})`] : []
}

async function admin(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
