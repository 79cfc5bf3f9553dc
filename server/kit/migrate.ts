// Brings a database to the tables of this build. The SQL is part of the bundle; what was applied is kept in the
// database with a digest, so that a changed file or a database of a newer release is refused instead of guessed at.
import { createHash } from 'node:crypto'
import pg from 'pg'

export interface Migration {
  tag: string
  sql: string
}

export interface Applied {
  tag: string
  digest: string
}

export class MigrationError extends Error {
  override name = 'MigrationError'
}

/** Any number, the same in every process: it keeps two starts from migrating one database at the same time. */
const LOCK = 7_201_908_011

const files = import.meta.glob<string>('../migrations/*.sql', { query: '?raw', import: 'default', eager: true })

/** The migrations of this build, in the order drizzle-kit numbered them. */
export const ownMigrations: readonly Migration[] = Object.entries(files)
  .map(([path, sql]) => ({ tag: path.replace(/^.*\/|\.sql$/g, ''), sql }))
  .sort((a, b) => (a.tag < b.tag ? -1 : 1))

/** Line ends differ between checkouts; the meaning does not. */
export const digestOf = (sql: string): string => createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex')

export interface MigrateOptions {
  url: string
  migrations?: readonly Migration[]
  log: (line: string) => void
  /** Runs under the lock, before the first pending migration of a database that already has some. */
  before?: (pending: readonly Migration[], applied: readonly Applied[]) => Promise<void>
  /** Before each of them, of a database that already has some. */
  tell?: ((at: number, of: number) => void) | undefined
}

/** The migration that failed; everything before it in the same call stays applied. */
export class MigrationFailed extends MigrationError {
  override name = 'MigrationFailed'
  constructor(
    readonly tag: string,
    override readonly cause: unknown,
  ) {
    super(`${tag}: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
}

/** Answers the tags applied by this call. */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const { url, migrations = ownMigrations, log, before, tell } = options
  const client = new pg.Client({ connectionString: url, application_name: 'yiyuan-migrate' })
  client.on('error', (error) => log(`migrate: ${error.message}`))
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(`create table if not exists public.yiyuan_migration (
      tag text primary key, digest text not null, applied_at timestamptz not null default now())`)
    const applied = await appliedIn(client)
    const pending = pendingOf(migrations, applied)
    if (pending.length > 0 && applied.length > 0) await before?.(pending, applied)
    for (const [at, migration] of pending.entries()) {
      if (applied.length > 0) tell?.(at, pending.length)
      await apply(client, migration)
      log(`已升级数据库 ${migration.tag} (migrated)`)
    }
    return pending.map((one) => one.tag)
  } finally {
    // The lock belongs to the session and goes with it.
    await client.end()
  }
}

/** What a database says of itself; empty for one that was never migrated. */
export async function appliedIn(client: pg.ClientBase): Promise<Applied[]> {
  const known = await client.query(`select to_regclass('public.yiyuan_migration') is not null as known`)
  if (!known.rows[0].known) return []
  return (await client.query<Applied>('select tag, digest from public.yiyuan_migration order by tag')).rows
}

export function pendingOf(migrations: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const own = new Map(migrations.map((one) => [one.tag, one]))
  for (const { tag, digest } of applied) {
    const mine = own.get(tag)
    if (!mine) {
      throw new MigrationError(
        `数据库比程序新：其中已有升级 ${tag}，请使用更新的版本 (the database has migration ${tag}, unknown to this build)`,
      )
    }
    if (digestOf(mine.sql) !== digest) {
      throw new MigrationError(
        `升级文件 ${tag} 在应用之后被改动，拒绝继续 (migration ${tag} was changed after it had been applied)`,
      )
    }
  }
  const last = applied.at(-1)?.tag ?? ''
  const done = new Set(applied.map((one) => one.tag))
  const pending = migrations.filter((one) => !done.has(one.tag))
  const early = pending.find((one) => one.tag < last)
  if (early) {
    throw new MigrationError(
      `升级 ${early.tag} 排在已应用的 ${last} 之前，拒绝继续 (migration ${early.tag} comes before ${last}, already applied)`,
    )
  }
  return pending
}

async function apply(client: pg.Client, { tag, sql }: Migration): Promise<void> {
  const statements = sql.split('--> statement-breakpoint').filter((one) => one.trim() !== '')
  try {
    await client.query('begin')
    for (const statement of statements) await client.query(statement)
    await client.query('insert into public.yiyuan_migration (tag, digest) values ($1, $2)', [tag, digestOf(sql)])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new MigrationFailed(tag, error)
  }
}
