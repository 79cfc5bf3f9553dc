import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { quickAddJob, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#server/kit/test/database'
import { writeArchive } from './archive.ts'
import { type Migration, migrate } from './migrate.ts'
import { checkArchive, databaseOf, restoreArchive, withDatabase } from './restore.ts'

const silent = () => undefined

const migrations: Migration[] = [
  {
    tag: '0000_house',
    sql: `
      create extension if not exists btree_gist;
      create table house (id bigint generated always as identity primary key, name text not null, head_id bigint);
      create table person (
        id bigserial primary key, house_id bigint not null references house (id), mentor_id bigint references person (id),
        name text, photo bytea, facts jsonb, tags text[], born date, seen timestamptz, stay interval, rate numeric(20, 6),
        ratio double precision, initials text generated always as (upper(left(name, 1))) stored,
        stay_period daterange, exclude using gist (house_id with =, stay_period with &&));
      alter table house add foreign key (head_id) references person (id) deferrable initially deferred;
      create table reading (day date not null, value int not null, primary key (day, value)) partition by range (day);
      create table reading_old partition of reading for values from ('2020-01-01') to ('2020-01-02');
      create table change_log (id serial primary key, what text);
      create function note() returns trigger language plpgsql as
        $$ begin insert into change_log (what) values (new.name); return new; end $$;
      create trigger noted after insert on person for each row execute function note();
      create materialized view crowd as select house_id, count(*)::int as n from person group by house_id;
      create schema side;
      create table side."Odd ""Name" ("a b" text primary key, empty text);
      create table till (fen bigint not null);
      create table safe (fen bigint not null);`,
  },
]

const rows = `
  insert into house (name) values ('颐园一号楼'), ('二号楼');
  insert into person (house_id, name, photo, facts, tags, born, seen, stay, rate, ratio, stay_period) values
    (1, 'ünï 张三丰 𠮷', '\\x00ff0a5c09', '{"a": [1, null, "\\n"], "名": "值"}', '{"x,y","\\"q\\"",null}', '1931-02-28',
     '2026-03-01 08:00:00.123456+08', '1 mon 2 days', 12345678901234.567891, 0.1, '[2026-01-01,2026-02-01)'),
    (1, E'tab\\t newline\\n backslash\\\\ \\\\N \\\\.', '', 'null', '{}', null, '-infinity', null, 'NaN', 'Infinity', null),
    (2, '', null, null, null, 'infinity', null, '-3 hours', -0.000001, '-0', '[2026-01-01,2026-02-01)');
  update person set mentor_id = 3 where id = 1;
  update house set head_id = 2 where id = 1;
  create table reading_new partition of reading for values from ('2026-03-01') to ('2026-03-02');
  drop table reading_old;
  insert into till values (1000000);
  insert into safe values (0);
  insert into reading values ('2026-03-01', 7), ('2026-03-01', 9);
  insert into side."Odd ""Name" values ('k', ''), ('null', null);
  select setval('person_id_seq', 41);
  refresh materialized view crowd`

const whole = `
  select (select json_agg(t order by id) from (select *, xmin is not null as x from person) t) as person,
    (select json_agg(t order by id) from house t) as house,
    (select json_agg(t order by value) from reading t) as reading,
    (select json_agg(t order by id) from change_log t) as changes,
    (select json_agg(t order by house_id) from crowd t) as crowd,
    (select json_agg(t order by "a b") from side."Odd ""Name" t) as odd,
    (select json_agg(json_build_array(identifier, locked_by) order by identifier)
      from graphile_worker.jobs j, lateral (select task_identifier as identifier) i) as jobs,
    (select json_agg(conname order by conname) from pg_constraint where contype = 'f' and conparentid = 0) as keys,
    (select json_agg(tgname) from pg_trigger where tgname = 'noted' and tgenabled = 'O') as triggers`

let prepared: TestDatabase
let database: TestDatabase
let folder: string
let file: string
let files: string

async function ask(text: string, url = database.url): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const result = (await client.query(text)) as pg.QueryResult | pg.QueryResult[]
    return Array.isArray(result) ? [] : result.rows
  } finally {
    await client.end()
  }
}

/** This database, what a restore keeps of it and what a restore works in; other test files make databases meanwhile. */
const names = async () =>
  (
    await ask(
      `select datname from pg_database where strpos(datname, '${database.name}') > 0 order by 1`,
      withDatabase(database.url, 'postgres'),
    )
  ).map((row) => String(row.datname))

const write = () => writeArchive({ url: database.url, file, files: { kind: 'local', folder: files }, log: silent })
const restore = () => restoreArchive({ url: database.url, file, filesFolder: files, migrations, log: silent })

beforeAll(async () => {
  prepared = await testDatabase({ empty: true })
  const { url } = prepared
  await migrate({ url, migrations, log: silent })
  await runMigrations({ connectionString: url })
  await quickAddJob({ connectionString: url }, 'sealAudit', { n: 1 })
  await ask(rows, url)
})

afterAll(() => prepared.drop())

beforeEach(async () => {
  database = await testDatabase({ template: prepared.name })
  folder = await mkdtemp(join(tmpdir(), 'yiyuan-archive-'))
  file = join(folder, 'backups', 'one.tar.gz')
  files = join(folder, 'files')
  mkdirSync(join(files, '2026/03'), { recursive: true })
  writeFileSync(join(files, '2026/03/照片.png'), randomBytes(300_000))
  writeFileSync(join(files, 'empty.txt'), '')
})

afterEach(async () => {
  for (const name of await names()) {
    if (name.startsWith(`${database.name}_before_`)) {
      await ask(`drop database ${name}`, withDatabase(database.url, 'postgres'))
    }
  }
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

describe('backup and restore', () => {
  test('every kind of value comes back as it was, and the product goes on from there', async () => {
    const before = await ask(whole)
    const photo = readFileSync(join(files, '2026/03/照片.png'))
    const { head, foot } = await write()
    expect(foot.tables[head.tables.findIndex((table) => table.name === 'person')]!.rows).toBe(3)
    expect(foot.files.map((one) => [one.path, one.size])).toEqual([
      ['2026/03/照片.png', 300_000],
      ['empty.txt', 0],
    ])
    await ask(`
      update house set name = 'gone', head_id = null; delete from person; truncate reading;
      drop table side."Odd ""Name"; drop trigger noted on person`)
    await rm(join(files, '2026'), { recursive: true })
    writeFileSync(join(files, 'later.txt'), 'x')

    const restored = await restore()

    expect(await ask(whole)).toEqual(before)
    expect(readFileSync(join(files, '2026/03/照片.png'))).toEqual(photo)
    expect(readFileSync(join(files, 'empty.txt'))).toHaveLength(0)
    expect(readdirSync(files).sort()).toEqual(['2026', 'empty.txt'])
    expect(readFileSync(join(restored.formerFiles!, 'later.txt'), 'utf8')).toBe('x')
    expect(await names()).toContain(restored.formerDatabase)

    const [next] = await ask(`insert into person (house_id, name) values (2, 'b') returning id::int, initials`)
    expect(next).toEqual({ id: 42, initials: 'B' })
    expect(await ask(`insert into house (name) values ('三号楼') returning id::int`)).toEqual([{ id: 3 }])
    await expect(ask('insert into person (house_id) values (99)')).rejects.toMatchObject({ code: '23503' })
    expect(await ask(`select count(*)::int as n from change_log`)).toEqual([{ n: 4 }])
  })

  test('a table of many parts comes back in one piece', async () => {
    await ask(`insert into change_log (what)
      select repeat(md5(n::text), 6) || chr(10) || '第' || n from generate_series(1, 60000) n`)
    const sum = `select count(*)::int as n, md5(string_agg(what, '|' order by id)) as digest from change_log`
    const before = await ask(sum)
    const { head, foot } = await write()
    expect(foot.tables[head.tables.findIndex((table) => table.name === 'change_log')]!.rows).toBe(60_003)
    await ask('truncate change_log')
    await restore()
    expect(await ask(sum)).toEqual(before)
  })

  test('a job that ran at the moment of the backup is free after the restore', async () => {
    await ask(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker-of-then'`)
    await write()
    await restore()
    expect(await ask('select locked_by from graphile_worker._private_jobs')).toEqual([{ locked_by: null }])
  })

  test('a backup under load is one moment', async () => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    let done = false
    let moves = 0
    const move = async () => {
      await client.query('begin; update till set fen = fen - 1; update safe set fen = fen + 1; commit')
      moves++
    }
    await move()
    const work = (async () => {
      while (!done) await move()
    })()
    await write()
    done = true
    await work
    await client.end()
    expect(moves).toBeGreaterThan(1)
    await restore()
    const [money] = await ask('select till.fen + safe.fen as total, safe.fen > 0 as moved from till, safe')
    expect(money).toMatchObject({ moved: true })
    expect(Number(money!.total)).toBe(1_000_000)
  })

  test('the check restores into a database of its own and leaves nothing', async () => {
    const { head } = await write()
    const before = (await names()).length
    const checked = await checkArchive({ file, url: database.url, migrations, log: silent })
    expect(checked.head).toEqual(head)
    expect(await names()).toHaveLength(before)
  })

  test('refuses while anybody is connected', async () => {
    await write()
    const client = new pg.Client({ connectionString: database.url, application_name: 'yiyuan' })
    await client.connect()
    await expect(restore()).rejects.toThrow(/正在使用.*yiyuan/)
    await client.end()
  })

  describe('a broken archive changes nothing', () => {
    const untouched = async (reason: RegExp | string, options = {}) => {
      const [before, databases] = [await ask(whole), await names()]
      await expect(
        restoreArchive({ url: database.url, file, filesFolder: files, migrations, log: silent, ...options }),
      ).rejects.toSatisfy((error) => error instanceof Error && new RegExp(reason).test(error.message))
      expect(await ask(whole)).toEqual(before)
      expect(await names()).toEqual(databases)
      expect(readdirSync(folder).sort()).toEqual(['backups', 'files'])
    }

    /** Changes the bytes inside the compression, so that only our own digests can notice. */
    const tamper = (change: (tar: Buffer) => Buffer) =>
      writeFileSync(file, gzipSync(change(gunzipSync(readFileSync(file)))))

    test('a flipped bit', async () => {
      await write()
      const bytes = readFileSync(file)
      bytes[Math.floor(bytes.length / 2)]! ^= 0x10
      writeFileSync(file, bytes)
      await untouched('损坏')
    })

    test('cut off in the middle, at the end, or between two entries', async () => {
      await write()
      const bytes = readFileSync(file)
      for (const length of [bytes.length >> 1, bytes.length - 9]) {
        writeFileSync(file, bytes.subarray(0, length))
        await untouched('损坏')
      }
      const tar = gunzipSync(bytes)
      const foot = tar.indexOf('foot.json')
      writeFileSync(file, gzipSync(tar.subarray(0, foot)))
      await untouched('损坏')
    })

    test('a changed row', async () => {
      await write()
      tamper((tar) => {
        const at = tar.indexOf('二号楼', tar.indexOf('rows/0'))
        tar.write('三', at, 'utf8')
        return tar
      })
      await untouched('损坏')
    })

    test('a changed file', async () => {
      await write()
      tamper((tar) => {
        const at = tar.indexOf('files/2026/03')
        tar[at + 5_000]! ^= 1
        return tar
      })
      await untouched('损坏')
    })

    test('a path that leaves the folder', async () => {
      writeFileSync(join(files, 'aa.txt'), 'x')
      await write()
      tamper((tar) => {
        // The header's checksum is a sum of bytes: swapping characters for others of the same total keeps it.
        const at = tar.indexOf('files/aa.txt')
        const header = tar.subarray(at, at + 512)
        header.write('files/../txt', 0, 'latin1')
        header.write('        ', 148, 'latin1')
        const sum = header.reduce((total, byte) => total + byte, 0)
        header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
        return tar
      })
      await untouched('损坏')
    })

    test('something else altogether', async () => {
      mkdirSync(join(folder, 'backups'), { recursive: true })
      writeFileSync(file, 'hello')
      await untouched('损坏')
    })

    test('made by a newer release, or by one with other migrations', async () => {
      await write()
      await untouched('数据库比程序新', { migrations: [] })
      await untouched('被改动', { migrations: [{ ...migrations[0]!, sql: 'select 1' }] })
    })
  })

  test('an archive that cannot be written leaves no part of itself', async () => {
    await ask('drop table house cascade')
    await expect(
      writeArchive({
        url: database.url,
        file: join(files, 'empty.txt/x.tar.gz'),
        files: { kind: 'none' },
        log: silent,
      }),
    ).rejects.toThrow()
    const url = withDatabase(database.url, 'missing_database')
    await expect(writeArchive({ url, file, files: { kind: 'none' }, log: silent })).rejects.toThrow('missing_database')
    expect(readdirSync(join(folder, 'backups'))).toEqual([])
    expect(databaseOf(database.url)).toBe(database.name)
  })
})
