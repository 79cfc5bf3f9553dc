// Restoring an archive: into a new database beside the one in use, proved there, then put in its place by renaming.
// The former database and files are kept under another name until somebody removes them.
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type pg from 'pg'
import { ArchiveError } from './archive.ts'
import { openPlain, quote, WORKER_SCHEMA, workerVersion } from './archiveCatalog.ts'
import { type Loaded, loadArchive } from './archiveLoad.ts'
import type { Migration } from './migrate.ts'
import { exists } from './postgresHome.ts'

type Log = (line: string) => void

export const databaseOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1))

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${encodeURIComponent(name)}`
  return changed.href
}

/** 20260131-094500, in local time. */
export function timeTag(now = new Date()): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`
  return `${day}-${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`
}

/** Databases cannot be made, renamed or dropped from inside themselves. */
async function beside<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openPlain(withDatabase(url, 'postgres'), 'yiyuan-restore')
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export async function mayCreateDatabase(url: string): Promise<boolean> {
  const client = await openPlain(url, 'yiyuan-restore')
  try {
    const { rows } = await client.query(
      'select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user',
    )
    return rows[0].may as boolean
  } finally {
    await client.end()
  }
}

const SCRATCH = 'yiyuan_scratch_'

/** Of restores that were killed: nobody is connected, and no restore takes a day. */
async function dropLeftovers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database d
     where datname ~ '^${SCRATCH}[0-9]+_' and pg_has_role(datdba, 'usage')
       and split_part(datname, '_', 3)::bigint < $1
       and not exists (select from pg_stat_activity a where a.datid = d.oid)`,
    [Date.now() - 24 * 3600_000],
  )
  for (const { name } of rows) await client.query(`drop database if exists ${quote(name)}`)
}

const OBJECT_IN_USE = '55006'

async function createScratch(url: string): Promise<{ name: string; url: string; drop(): Promise<void> }> {
  // Named after the database it is for, so that somebody who finds one left over knows whose it was.
  const name = `${SCRATCH}${Date.now()}_${databaseOf(url).slice(0, 20)}_${randomBytes(4).toString('hex')}`
  await beside(url, async (client) => {
    await dropLeftovers(client)
    await client.query(`create database ${quote(name)} template template0 ${await textRules(client, databaseOf(url))}`)
  })
  return {
    name,
    url: withDatabase(url, name),
    drop: () =>
      beside(url, async (client) => {
        const drop = `drop database if exists ${quote(name)}`
        try {
          // Sends away an autovacuum that is at work in it, which force may not: that belongs to the superuser.
          await client.query(drop)
        } catch (error) {
          if ((error as { code?: unknown }).code !== OBJECT_IN_USE) throw error
          await client.query(`${drop} with (force)`)
        }
      }),
  }
}

/** The same encoding and collation as the database in use, whatever the cluster's standard is. */
async function textRules(client: pg.Client, database: string): Promise<string> {
  const { rows } = await client.query('select to_jsonb(d) as facts from pg_database d where datname = $1', [database])
  const facts = rows[0]?.facts as Record<string, string | null> | undefined
  if (!facts) throw new ArchiveError(`数据库 ${database} 不存在 (no such database)`)
  const provider = { c: 'libc', i: 'icu', b: 'builtin' }[facts.datlocprovider ?? 'c']
  const rules: [string, string | null | undefined][] = [
    ['encoding', 'UTF8'],
    ['locale_provider', provider],
    ['lc_collate', facts.datcollate],
    ['lc_ctype', facts.datctype],
    // PostgreSQL 17 renamed the column.
    [`${provider}_locale`, provider === 'libc' ? null : (facts.datlocale ?? facts.daticulocale)],
  ]
  return rules.flatMap(([name, value]) => (value ? [`${name} ${client.escapeLiteral(value)}`] : [])).join(' ')
}

export interface CheckOptions {
  file: string
  url: string
  migrations?: readonly Migration[]
  log: Log
}

/** Restores the archive into a database that is dropped again: the only real proof that it can be restored. */
export async function checkArchive({ file, url, migrations, log }: CheckOptions): Promise<Loaded> {
  const scratch = await createScratch(url)
  try {
    return await loadArchive({ file, url: scratch.url, migrations, log })
  } finally {
    await scratch.drop()
  }
}

export interface RestoreOptions extends CheckOptions {
  /** The folder of the local storage; without it the files stay as they are. */
  filesFolder?: string
  /** Ends other sessions instead of refusing: only for the start-up's own way back. */
  force?: boolean
}

export interface Restored extends Loaded {
  formerDatabase: string
  formerFiles: string | undefined
}

export async function restoreArchive(options: RestoreOptions): Promise<Restored> {
  const { file, url, migrations, filesFolder, force = false, log } = options
  if (!force) await refuseSessions(url)
  const tag = timeTag()
  const newFiles = filesFolder && `${filesFolder}_new_${tag}`
  const scratch = await createScratch(url)
  try {
    if (newFiles) await mkdir(newFiles, { recursive: true, mode: 0o700 })
    const loaded = await loadArchive({ file, url: scratch.url, migrations, filesFolder: newFiles, log })
    await unlockJobs(scratch.url)
    const formerDatabase = `${databaseOf(url)}_before_${tag.replace('-', '_')}`
    await swapDatabase(url, scratch.name, formerDatabase, force)
    const formerFiles = loaded.head.files === 'local' ? await swapFiles(filesFolder, newFiles, tag) : undefined
    return { ...loaded, formerDatabase, formerFiles }
  } finally {
    if (newFiles) await rm(newFiles, { recursive: true, force: true })
    await scratch.drop()
  }
}

/** Jobs that ran at the moment of the backup belong to workers that no longer exist. */
async function unlockJobs(url: string): Promise<void> {
  const client = await openPlain(url, 'yiyuan-restore')
  try {
    if ((await workerVersion(client)) === null) return
    for (const table of ['_private_jobs', '_private_job_queues']) {
      await client.query(
        `update ${WORKER_SCHEMA}.${table} set locked_at = null, locked_by = null where locked_at is not null`,
      )
    }
  } finally {
    await client.end()
  }
}

const OTHERS = `from pg_stat_activity where datname = $1 and pid <> pg_backend_pid() and backend_type = 'client backend'`

export async function refuseSessions(url: string): Promise<void> {
  const database = databaseOf(url)
  const { rows } = await beside(url, (client) =>
    client.query(`select count(*)::int as sessions, string_agg(distinct application_name, ', ') as names ${OTHERS}`, [
      database,
    ]),
  )
  if (rows[0].sessions === 0) return
  throw new ArchiveError(
    `数据库 ${database} 正在使用（${rows[0].sessions} 个连接 ${rows[0].names ?? ''}），请先停止颐园再恢复 ` +
      `(the database is in use: stop the product first)`,
  )
}

/** Both renames are one transaction: at every moment there is exactly one database under the name in use. */
async function swapDatabase(url: string, scratch: string, former: string, force: boolean): Promise<void> {
  const current = databaseOf(url)
  await beside(url, async (client) => {
    if (force) await client.query(`select pg_terminate_backend(pid, 5000) ${OTHERS}`, [current])
    await client.query('begin')
    try {
      await client.query(`alter database ${quote(current)} rename to ${quote(former)}`)
      await client.query(`alter database ${quote(scratch)} rename to ${quote(current)}`)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  })
}

/** Removes what earlier restores kept; answers the names. */
export async function forgetFormer(url: string, filesFolder: string): Promise<string[]> {
  const removed: string[] = []
  await beside(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1) order by 1',
      [`${databaseOf(url)}_before_`],
    )
    for (const { name } of rows) {
      await client.query(`drop database ${quote(name)}`)
      removed.push(name)
    }
  })
  const folder = dirname(filesFolder)
  for (const name of (await exists(folder)) ? await readdir(folder) : []) {
    if (!name.startsWith(`${basename(filesFolder)}_before_`)) continue
    await rm(join(folder, name), { recursive: true })
    removed.push(join(folder, name))
  }
  return removed
}

async function swapFiles(
  folder: string | undefined,
  fresh: string | undefined,
  tag: string,
): Promise<string | undefined> {
  if (!folder || !fresh) return undefined
  const former = (await exists(folder)) ? `${folder}_before_${tag}` : undefined
  if (former) await rename(folder, former)
  await rename(fresh, folder)
  return former
}
