// What the command line tools share: the settings, the database as it stands, and errors as a person can read them.
import { resolve } from 'node:path'
import { ArchiveError } from './archive.ts'
import { MigrationError } from './migrate.ts'
import { startEmbedded } from './postgres.ts'
import { PostgresError } from './postgresHome.ts'
import { readSettings, type Settings, SettingsError } from './settings.ts'

/** The tool was called in a way it does not know. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

const plain = [SettingsError, ArchiveError, MigrationError, PostgresError, UsageError]

/** Runs a tool to its end: expected errors in one line, defects with their whole story, both with a failing code. */
export async function runTool(work: (settings: Settings) => Promise<void>): Promise<void> {
  // Backups and restored files are for this account alone.
  process.umask(0o077)
  try {
    await work(readSettings(process.env))
  } catch (error) {
    const expected = plain.some((kind) => error instanceof kind)
    say(expected ? (error as Error).message : error instanceof Error ? (error.stack ?? error.message) : String(error))
    process.exitCode = 1
  }
}

/**
 * Hands on the address of the database: DATABASE_URL, the embedded PostgreSQL of a running product, or one started
 * for the occasion. `alone` refuses a running product and keeps one from starting meanwhile.
 */
export async function withProductDatabase<T>(
  settings: Settings,
  work: (url: string) => Promise<T>,
  { alone = false } = {},
): Promise<T> {
  if (settings.databaseUrl) return work(settings.databaseUrl)
  const postgres = await startEmbedded({ dataDir: settings.dataDir, log: say, as: alone ? 'server' : 'tool' })
  try {
    return await work(postgres.url)
  } finally {
    await postgres.stop()
  }
}

/** npm runs scripts in the checkout; a path on the command line is meant from where the person stands. */
export const fromCaller = (path: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), path)

export function sizeText(bytes: number): string {
  const mega = 1024 * 1024
  return bytes < mega ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / mega).toFixed(1)} MB`
}
