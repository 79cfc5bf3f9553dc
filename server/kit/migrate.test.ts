import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#server/kit/test/database'
import { type Migration, MigrationError, MigrationFailed, migrate, ownMigrations } from './migrate.ts'

const silent = () => undefined
const one: Migration = {
  tag: '0000_one',
  sql: 'create table a (id int);--> statement-breakpoint\ncreate table b (id int);',
}
const two: Migration = { tag: '0001_two', sql: 'alter table a add column name text;' }
const bad: Migration = {
  tag: '0002_bad',
  sql: 'create table c (id int);--> statement-breakpoint\nalter table missing add column x int;',
}

let database: TestDatabase
let client: pg.Client

beforeEach(async () => {
  database = await testDatabase({ empty: true })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})

afterEach(async () => {
  await client.end()
  await database.drop()
})

const tables = async () =>
  (
    await client.query(
      `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
    )
  ).rows.map((row) => row.relname)

describe('migrate', () => {
  test('applies each migration once, in order', async () => {
    expect(await migrate({ url: database.url, migrations: [one], log: silent })).toEqual(['0000_one'])
    expect(await migrate({ url: database.url, migrations: [one, two], log: silent })).toEqual(['0001_two'])
    expect(await migrate({ url: database.url, migrations: [one, two], log: silent })).toEqual([])
    await client.query(`insert into a (id, name) values (1, 'x')`)
    expect(await tables()).toEqual(['a', 'b', 'yiyuan_migration'])
  })

  test('a migration that fails leaves nothing of itself and everything before it', async () => {
    await expect(migrate({ url: database.url, migrations: [one, two, bad], log: silent })).rejects.toSatisfy(
      (error) => error instanceof MigrationFailed && error.tag === '0002_bad' && error.message.includes('missing'),
    )
    expect(await tables()).toEqual(['a', 'b', 'yiyuan_migration'])
    expect((await client.query('select tag from yiyuan_migration order by tag')).rows).toEqual([
      { tag: '0000_one' },
      { tag: '0001_two' },
    ])
  })

  test('refuses a file that changed after it was applied, but not its line ends', async () => {
    await migrate({ url: database.url, migrations: [one], log: silent })
    const windows = { ...one, sql: one.sql.replaceAll('\n', '\r\n') }
    expect(await migrate({ url: database.url, migrations: [windows], log: silent })).toEqual([])
    const changed = { ...one, sql: `${one.sql} create table z (id int);` }
    await expect(migrate({ url: database.url, migrations: [changed], log: silent })).rejects.toThrow(/0000_one.*被改动/)
  })

  test('refuses a database newer than the code, and a migration put in before an applied one', async () => {
    await migrate({ url: database.url, migrations: [one, two], log: silent })
    await expect(migrate({ url: database.url, migrations: [one], log: silent })).rejects.toThrow(
      /数据库比程序新.*0001_two/,
    )
    const late: Migration = { tag: '0000_z_late', sql: 'create table z (id int)' }
    await expect(migrate({ url: database.url, migrations: [one, late, two], log: silent })).rejects.toThrow(
      MigrationError,
    )
    expect(await tables()).not.toContain('z')
  })

  test('asks before it changes a database that has migrations, not for a new one', async () => {
    const asked: string[][] = []
    const before = async (pending: readonly Migration[]) => {
      asked.push(pending.map((migration) => migration.tag))
    }
    await migrate({ url: database.url, migrations: [one], log: silent, before })
    await migrate({ url: database.url, migrations: [one], log: silent, before })
    await migrate({ url: database.url, migrations: [one, two], log: silent, before })
    expect(asked).toEqual([['0001_two']])
  })

  test('processes that start together migrate once', async () => {
    const runs = await Promise.all(
      Array.from({ length: 4 }, () => migrate({ url: database.url, migrations: [one, two], log: silent })),
    )
    expect(runs.flat().sort()).toEqual(['0000_one', '0001_two'])
  })

  test("the build's own migrations apply to an empty database", async () => {
    const applied = await migrate({ url: database.url, log: silent })
    expect(applied).toEqual(ownMigrations.map((migration) => migration.tag))
  })
})
