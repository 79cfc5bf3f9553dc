// A database of its own for a test file, cloned from the migrated template in a few milliseconds.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

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
  await admin(base, `create database ${name} template ${template ?? (empty ? 'template0' : 'yiyuan_template')}`)
  const url = new URL(base)
  url.pathname = `/${name}`
  return { name, url: url.href, drop: () => dropDatabase(base, name) }
}

const INSUFFICIENT_PRIVILEGE = '42501'

/** An autovacuum worker belongs to the superuser, whom nobody else may end: it is gone in a moment by itself. */
async function dropDatabase(base: string, name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await admin(base, `drop database if exists ${name} with (force)`)
    } catch (error) {
      if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE || tries === 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

async function admin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
