import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#server/kit/test/database'
import type { Migration } from './migrate.ts'
import { restoreArchive, withDatabase } from './restore.ts'
import { upgrade } from './upgrade.ts'

const first: Migration = { tag: '0000_first', sql: 'create table resident (id int primary key, name text not null)' }
const second: Migration = {
  tag: '0001_second',
  sql: `alter table resident add column bed text; update resident set bed = '1-101'`,
}
const third: Migration = { tag: '0002_third', sql: 'alter table resident drop column name; select 1 / 0' }

let database: TestDatabase
let backupsDir: string
let said: string[]
let told: [number, string][]

const go = (migrations: Migration[]) =>
  upgrade({
    url: database.url,
    settings: { backupsDir },
    migrations,
    log: (line) => said.push(line),
    tell: (percent, doing) => told.push([percent, doing]),
  })

async function ask(text: string, url = database.url) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const siblings = async () =>
  (
    await ask(
      `select datname from pg_database where strpos(datname, '${database.name}') > 0 order by 1`,
      withDatabase(database.url, 'postgres'),
    )
  ).map((row) => String(row.datname))

beforeEach(async () => {
  database = await testDatabase({ empty: true })
  backupsDir = await mkdtemp(join(tmpdir(), 'yiyuan-upgrade-'))
  said = []
  told = []
})

afterEach(async () => {
  for (const name of await siblings()) {
    if (name !== database.name) await ask(`drop database ${name}`, withDatabase(database.url, 'postgres'))
  }
  await database.drop()
  await rm(backupsDir, { recursive: true, force: true })
})

describe('upgrade at start', () => {
  test('a new database needs no backup', async () => {
    expect(await go([first, second])).toEqual(['0000_first', '0001_second'])
    expect(readdirSync(backupsDir)).toEqual([])
    expect(told).toEqual([])
  })

  test('a database with data is saved first, and the backup can be restored by hand', async () => {
    await go([first])
    await ask(`insert into resident values (1, '王奶奶')`)
    expect(await go([first, second])).toEqual(['0001_second'])
    expect(told.map(([, doing]) => doing)).toEqual(['备份数据', '校验备份', '更新数据结构'])
    const [backup] = readdirSync(backupsDir)
    expect(backup).toMatch(/^before-0001_second-\d{8}-\d{6}\.tar\.gz$/)
    expect(await ask('select * from resident')).toEqual([{ id: 1, name: '王奶奶', bed: '1-101' }])

    const file = join(backupsDir, backup!)
    await restoreArchive({ url: database.url, file, migrations: [first, second], log: () => undefined })
    expect(await ask('select * from resident')).toEqual([{ id: 1, name: '王奶奶' }])
    expect(await go([first, second])).toEqual(['0001_second'])
  })

  test('when a later migration fails the database is put back, and this is said plainly', async () => {
    await go([first])
    await ask(`insert into resident values (1, '王奶奶')`)
    await expect(go([first, second, third])).rejects.toThrow(/0002_third[\s\S]*已自动恢复[\s\S]*as before/)
    expect(await ask('select * from resident')).toEqual([{ id: 1, name: '王奶奶' }])
    expect(await ask('select tag from yiyuan_migration')).toEqual([{ tag: '0000_first' }])
    expect(await siblings()).toEqual([database.name, expect.stringMatching(`${database.name}_before_`)])
    expect(await go([first])).toEqual([])
  })

  test('when the only migration fails its transaction has already put everything back', async () => {
    await go([first, second])
    await ask(`insert into resident values (1, '王奶奶', '2-202')`)
    await expect(go([first, second, third])).rejects.toThrow(/0002_third[\s\S]*整体撤销[\s\S]*as before/)
    expect(await ask('select * from resident')).toEqual([{ id: 1, name: '王奶奶', bed: '2-202' }])
    expect(await siblings()).toEqual([database.name])
  })

  test('a first migration that fails says so', async () => {
    await expect(go([third])).rejects.toThrow(/0002_third[\s\S]*已撤销/)
  })
})
