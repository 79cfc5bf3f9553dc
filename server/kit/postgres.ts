// The embedded PostgreSQL: made once in DATA_DIR/postgres, started with the product, stopped with it, adopted again when
// a crash of the product left it running, and started again when it dies under the product (postgresKeep.ts).
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { chown, mkdir, readdir, readFile, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { claim, isAlive, release, serverOn } from './ownership.ts'
import {
  type Account,
  accountFor,
  type Binaries,
  chownTree,
  codeOf,
  exists,
  type Log,
  makeReachable,
  messageOf,
  PostgresError,
  preparedBinaries,
} from './postgresHome.ts'
import { keepRunning } from './postgresKeep.ts'
import { cleanEnv, finish, freePort, isFree, logOf, tail } from './postgresProcess.ts'
import { socketFolder, urlOf, waitReady } from './postgresReady.ts'
import { postmasterOf } from './postmasterPid.ts'

export interface EmbeddedOptions {
  dataDir: string
  log: Log
  /**
   * A server owns the cluster until it stops. A tool (backup, restore, verify) borrows it: it starts PostgreSQL when
   * nothing runs and stops it afterwards, but never under a running server.
   */
  as?: 'server' | 'tool'
  /** Further server parameters, above ours; the tests switch durability off with it. */
  parameters?: Record<string, string>
  /** PostgreSQL ended although nobody asked it to. */
  onLost?: (reason: string) => void
  /** After that: start it again, at the same address, for as long as it takes. */
  keep?: {
    /** It answers again. */
    onBack(): void
    /** It cannot come back where it was: a new start of the product finds another place for it. */
    onGone(reason: string): void
  }
  /** Ends a start that is under way, with whatever it has started. */
  signal?: AbortSignal
}

export interface Embedded {
  /** The product's own database as the product's own role, which is no superuser. */
  url: string
  /** PostgreSQL was already running. */
  adopted: boolean
  stop(): Promise<void>
}

interface Kept {
  port: number
  password: string
  adminPassword: string
}

interface Place {
  home: string
  cluster: string
  binaries: Binaries
  account: Account | undefined
  log: Log
}

const MAJOR = '18'
const STOP_LIMIT = 60_000
/** Somebody else may hold the port for a moment; after this it is theirs. */
const PORT_LIMIT = 10_000
/** The server that has the folder may be on its way out. */
const OWNER_LIMIT = 1_500
const OWNER_ENDING_LIMIT = 120_000

const tuning: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  shared_buffers: '128MB',
  max_connections: '100',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '1GB',
  random_page_cost: '1.1',
  // Compiling a plan costs more than it saves on the short queries of a back office.
  jit: 'off',
  timezone: 'Asia/Shanghai',
  log_timezone: 'Asia/Shanghai',
  log_line_prefix: '%m [%p] %d ',
}

export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { log, as = 'server' } = options
  const home = resolve(options.dataDir)
  await mkdir(home, { recursive: true, mode: 0o711 })
  const binaries = await preparedBinaries()
  const cluster = join(home, 'postgres')
  const account = await accountFor(cluster, log)
  if (account) {
    await makeReachable(join(binaries.folder, 'bin'), account, log)
    await makeReachable(home, account, log)
  }
  const place: Place = { home, cluster, binaries, account, log }
  if (as === 'server') await takeOver(home, options.signal)
  try {
    return await bringUp(place, options)
  } catch (error) {
    if (as === 'server') release(home)
    throw error
  }
}

/** One server at a time: one that is ending is waited for, as after its supervisor was killed and started again. */
async function takeOver(home: string, stopped?: AbortSignal): Promise<void> {
  const began = Date.now()
  for (;;) {
    const other = claim(home)
    if (!other) return
    const limit = other.ending ? OWNER_ENDING_LIMIT : OWNER_LIMIT
    if (stopped?.aborted || Date.now() - began > limit) {
      throw new PostgresError(
        `数据目录 ${home} 正被另一个颐园进程 ${other.other} 使用，请先停止它 ` +
          `(another server, process ${other.other}, is running on this DATA_DIR)`,
      )
    }
    await pause(50)
  }
}

async function bringUp(place: Place, options: EmbeddedOptions): Promise<Embedded> {
  const { home, cluster, log } = place
  if (!(await exists(join(cluster, 'PG_VERSION')))) await initialise(place)
  await checkCluster(place)
  const kept = await readKept(home)
  const adopted = await adopt(place, kept)
  const first = adopted ?? (await launch(place, kept, options))
  const url = urlOf(first.port, kept.password, cluster)
  const owner = (options.as ?? 'server') === 'server'
  let stopping: Promise<void> | undefined
  // A tool leaves what it found and what a server has taken meanwhile; what came after that is no tool's.
  const mayStop = () => (owner ? serverOn(home) === process.pid : !adopted && serverOn(home) === undefined)
  const halt = new AbortController()
  const again = async () => {
    const found = await adopt(place, kept)
    const next =
      found ?? (await launch(place, { ...kept, port: first.port }, { ...options, signal: halt.signal }, true))
    if (next.port !== first.port) throw new PostgresError(`PostgreSQL runs at port ${next.port} now`)
    return next
  }
  const keeper = keepRunning(first, {
    lost: options.onLost,
    ...(options.keep && { again, back: options.keep.onBack, gone: options.keep.onGone }),
    log,
  })
  // Reached when the process ends without stop(): PostgreSQL then shuts down by itself.
  const atExit = () => {
    const pid = keeper.pid()
    if (!stopping && pid !== undefined && mayStop()) signal(pid, 'SIGINT')
  }
  process.on('exit', atExit)
  return {
    url,
    adopted: adopted !== undefined,
    stop: () => {
      stopping ??= (async () => {
        halt.abort()
        await keeper.stop()
        process.off('exit', atExit)
        const pid = keeper.pid()
        if (pid !== undefined && mayStop()) await shutDown(place, pid)
        if (owner) release(home)
      })()
      return stopping
    },
  }
}

const keptFile = (home: string) => join(home, 'postgres.json')

async function readKept(home: string): Promise<Kept> {
  try {
    return JSON.parse(await readFile(keptFile(home), 'utf8')) as Kept
  } catch (error) {
    throw new PostgresError(
      `读不到数据库口令文件 ${keptFile(home)} (cannot read the database password file): ${messageOf(error)}`,
    )
  }
}

async function writeKept(home: string, kept: Kept): Promise<void> {
  const draft = `${keptFile(home)}.new`
  await writeFile(draft, JSON.stringify(kept), { mode: 0o600 })
  await rename(draft, keptFile(home))
}

/** Made in a folder of its own and renamed when whole: an interrupted first start leaves nothing half made. */
async function initialise(place: Place): Promise<void> {
  const { home, cluster, binaries, account, log } = place
  log('正在初始化数据库 (creating the database cluster)')
  for (const name of await readdir(home)) {
    if (name.startsWith('postgres.new-')) await rm(join(home, name), { recursive: true, force: true })
  }
  const draft = join(home, `postgres.new-${process.pid}`)
  const passwordFile = `${draft}.password`
  const secret = () => randomBytes(24).toString('base64url')
  const kept: Kept = { port: await freePort(), password: secret(), adminPassword: secret() }
  await mkdir(draft, { mode: 0o700 })
  await writeFile(passwordFile, kept.adminPassword, { mode: 0o600 })
  try {
    if (account) for (const path of [draft, passwordFile]) await chown(path, account.uid, account.gid)
    await finish(
      binaries.initdb,
      [
        `--pgdata=${draft}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
      ],
      { account, cwd: home },
    )
    const statements = [
      `CREATE ROLE yiyuan LOGIN CREATEDB PASSWORD '${kept.password}'`,
      'CREATE DATABASE yiyuan OWNER yiyuan',
    ]
    const input = statements.map((line) => `${line}\n`).join('')
    await finish(binaries.postgres, ['--single', '-D', draft, 'template1'], { account, cwd: home, input })
    await writeKept(home, kept)
    await rename(draft, cluster)
  } finally {
    await rm(passwordFile, { force: true })
    await rm(draft, { recursive: true, force: true })
  }
}

async function checkCluster({ cluster, account }: Place): Promise<void> {
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (version !== MAJOR) {
    throw new PostgresError(
      `${cluster} 由 PostgreSQL ${version} 创建，本版本使用 ${MAJOR}，请用旧版备份后再恢复 ` +
        `(cluster made by PostgreSQL ${version}, this release runs ${MAJOR}; back up with the old release and restore)`,
    )
  }
  const { uid } = await stat(cluster)
  const expected = account?.uid ?? process.getuid?.()
  if (expected === undefined || uid === expected) return
  if (!account) {
    throw new PostgresError(
      `${cluster} 属于另一个系统用户 (uid ${uid})，请用该用户或 root 启动 (owned by another user: start as that user or root)`,
    )
  }
  // A copy made by root: PostgreSQL insists that its folder belongs to the account it runs as.
  await chownTree(cluster, account)
}

interface Running {
  pid: number
  port: number
  child?: ChildProcess
}

async function adopt(place: Place, kept: Kept): Promise<Running | undefined> {
  const { cluster, log } = place
  const noted = postmasterOf(cluster)
  if (!noted || !isAlive(noted.pid) || !(await isPostmaster(noted.pid, cluster))) {
    await clearLocks(place)
    return undefined
  }
  const gone = () => (isAlive(noted.pid) ? undefined : 'ended')
  const state = await waitReady(cluster, { ...noted, password: kept.password }, gone)
  if (state === 'gone') return undefined
  if (state === 'late') throw await notReady(place, 'PostgreSQL')
  if (noted.port !== kept.port) await writeKept(place.home, { ...kept, port: noted.port })
  log('数据库已在运行，直接使用 (PostgreSQL is already running on this data folder)')
  return noted
}

/**
 * Lock files of a PostgreSQL that was killed. When the system has given its number to another program since, or
 * nobody has collected the dead process, the next one would take that for itself and refuse. Processes of the old
 * cluster that still run are found by the shared memory they hold, not by these files.
 */
async function clearLocks({ cluster, log }: Place): Promise<void> {
  for (const name of await readdir(cluster)) {
    if (name !== 'postmaster.pid' && !name.startsWith('.s.PGSQL.')) continue
    log(`清理残留的 ${name} (removing a stale lock file)`)
    await rm(join(cluster, name), { force: true })
  }
}

async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') {
    // The postmaster works inside its data folder.
    const where = await readlink(`/proc/${pid}/cwd`).catch((error) => {
      if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(codeOf(error) ?? '')) return undefined
      throw error
    })
    return where === (await realpath(cluster))
  }
  if (process.platform === 'win32') return true
  const command = await finish('ps', ['-o', 'command=', '-p', String(pid)])
  return command.includes('postgres') && command.includes(cluster)
}

/** `there`: at the remembered port or not at all. */
async function launch(place: Place, kept: Kept, options: EmbeddedOptions, there = false): Promise<Running> {
  const { home, cluster, binaries, account } = place
  const started = Date.now()
  const stopped = () => options.signal?.aborted
  for (;;) {
    if (stopped()) throw new PostgresError('PostgreSQL is no longer wanted', true)
    const free = await isFree(kept.port)
    if (!free && there) {
      if (Date.now() - started > PORT_LIMIT) throw new PostgresError(`port ${kept.port} is taken`)
      await pause(100)
      continue
    }
    const port = free ? kept.port : await freePort()
    if (port !== kept.port) await writeKept(home, { ...kept, port })
    const parameters: Record<string, string> = {
      ...tuning,
      port: String(port),
      unix_socket_directories: socketFolder(cluster) ?? '',
      ...options.parameters,
    }
    const logFile = await logOf(home)
    const before = (await stat(logFile)).size
    const sink = openSync(logFile, 'a')
    const child = spawn(
      binaries.postgres,
      ['-D', cluster, ...Object.entries(parameters).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      // Its own session: Ctrl+C in a terminal reaches the product first, which closes the database last.
      { stdio: ['ignore', sink, sink], detached: true, cwd: home, env: cleanEnv(), ...account },
    )
    closeSync(sink)
    child.unref()
    let ended: string | undefined
    let killed = false
    child.once('error', (error) => (ended = error.message))
    child.once('exit', (code, sig) => {
      killed = sig !== null
      ended = sig ?? `code ${code}`
    })
    // Should this process end before PostgreSQL answers.
    const atExit = () => void (child.pid !== undefined && ended === undefined && signal(child.pid, 'SIGINT'))
    process.on('exit', atExit)
    const state = await waitReady(
      cluster,
      { pid: child.pid, port, password: kept.password },
      () => ended ?? (stopped() ? 'stopped' : undefined),
    ).finally(() => process.off('exit', atExit))
    if (state === 'ready') return { pid: child.pid!, port, child }
    if (state === 'late') {
      signal(child.pid!, 'SIGQUIT')
      throw await notReady(place, 'PostgreSQL')
    }
    if (ended === undefined) {
      await shutDown(place, child.pid!)
      continue
    }
    const said = await tail(logFile, before)
    // The last processes of a killed PostgreSQL need a moment to notice; a port may be taken between look and use.
    const passing = /pre-existing shared memory block|is another postmaster|could not create any TCP\/IP sockets/i
    if (!(killed || passing.test(said)) || Date.now() - started > 30_000) throw await notReady(place, ended, said)
    if (killed) await clearLocks(place)
    await pause(100)
  }
}

async function notReady(place: Place, why: string, said?: string): Promise<PostgresError> {
  const file = join(place.home, 'postgres.log')
  return new PostgresError(
    `数据库没有启动成功，日志 ${file} 的结尾如下 (PostgreSQL did not start: ${why}; end of its log)\n` +
      (said ?? (await tail(file, 0))),
    true,
  )
}

async function shutDown(place: Place, pid: number): Promise<void> {
  const over = async (limit: number) => {
    for (const deadline = Date.now() + limit; Date.now() < deadline; await pause(20)) if (!isAlive(pid)) return true
    return !isAlive(pid)
  }
  if (process.platform === 'win32') {
    await finish(place.binaries.pgCtl, ['stop', '-D', place.cluster, '-m', 'fast', '-w'])
    return
  }
  signal(pid, 'SIGINT')
  if (await over(STOP_LIMIT)) return
  place.log('数据库未能及时停止，改为立即停止 (fast shutdown takes too long: stopping at once)')
  signal(pid, 'SIGQUIT')
  if (!(await over(10_000))) throw new PostgresError(`PostgreSQL (${pid}) does not end`, true)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}
