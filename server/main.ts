// Starts one server process: settings, database, upgrade, first-start data, then listens. Ends every part on Ctrl+C, in
// any state and within a bound. A PostgreSQL of its own that dies is started again under the running server.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '#server/app'
import { startDemoSimulator } from '#server/areas/monitor/demo/demoSimulator'
import { closeFolders } from '#server/kit/dataModes'
import { MigrationError } from '#server/kit/migrate'
import { sayEnding } from '#server/kit/ownership'
import { startEmbedded } from '#server/kit/postgres'
import { PostgresError } from '#server/kit/postgresHome'
import { goFirst } from '#server/kit/priority'
import { readSettings, SettingsError } from '#server/kit/settings'
import { beginSparing, cleanUpNow } from '#server/kit/sparing'
import { startingDoor } from '#server/kit/startingDoor'
import { upgrade } from '#server/kit/upgrade'
import { refusedPort } from '#server/kit/upgrades'

/** Ended because something has to be changed first: whoever started us need not try again (scripts/lib/supervise.mjs). */
const REFUSED = 78

const webFolder = join(process.cwd(), 'dist/web')

const say = (line: string) => process.stdout.write(`${line}\n`)

/** What was started, ended in the opposite order, each within its time; a signal during the start ends what is there. */
const started: { stop(): Promise<unknown>; limit(): number }[] = []
let ending: Promise<void> | undefined
let databaseAway = false
/** With a PostgreSQL of our own. */
let ownFolder: string | undefined

/** Requests under way are answered; without a database there is nothing to answer them with. */
const CLOSE_LIMIT = 15_000
const CLOSE_LIMIT_WITHOUT_DATABASE = 3_000
/** PostgreSQL closes its files; whoever waits longer waits for something broken. */
const POSTGRES_LIMIT = 75_000
const END_LIMIT = 95_000

const closeLimit = () => (databaseAway ? CLOSE_LIMIT_WITHOUT_DATABASE : CLOSE_LIMIT)

function end(code: number): Promise<void> {
  ending ??= (async () => {
    setTimeout(() => process.exit(code), END_LIMIT).unref()
    if (ownFolder) sayEnding(ownFolder)
    for (const { stop, limit } of started.reverse()) {
      const late = new Promise<void>((resolve) => setTimeout(resolve, limit()))
      const failed = (error: unknown) => void process.stderr.write(`停止时出错：${String(error)}\n`)
      await Promise.race([stop().catch(failed), late])
    }
    process.exit(code)
  })()
  return ending
}

async function main() {
  // Whatever is written below is for this account alone; where it matters the mode is given as well.
  process.umask(0o077)
  beginSparing()
  goFirst()
  const settings = readSettings(process.env)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!ending) say(`收到 ${signal}，正在停止……`)
      void end(0)
    })
  }
  // Started by a supervisor: without it nobody would end us. It may be gone already.
  const alone = () => {
    if (!ending) say('看护进程已结束，服务随之停止……')
    void end(0)
  }
  process.on('disconnect', alone)
  if (process.send && !process.connected) alone()
  const began = performance.now()
  const door = await startingDoor(settings, webFolder)
  let url = settings.databaseUrl
  if (!url) {
    const stopping = new AbortController()
    ownFolder = settings.dataDir
    if (!existsSync(join(settings.dataDir, 'postgres'))) door.tell(0, '建立数据库')
    const starting = startEmbedded({
      dataDir: settings.dataDir,
      log: say,
      signal: stopping.signal,
      onLost: (reason) => {
        databaseAway = true
        process.stderr.write(`数据库已停止，正在重新启动：${reason}\n`)
      },
      keep: {
        onBack: () => {
          databaseAway = false
          say('数据库已恢复运行')
        },
        onGone: (reason) => {
          process.stderr.write(`数据库无法在原处恢复，服务随之退出：${reason}\n`)
          void end(1)
        },
      },
    })
    started.push({
      stop: async () => {
        stopping.abort()
        const postgres = await starting.catch(() => undefined)
        await postgres?.stop()
      },
      limit: () => POSTGRES_LIMIT,
    })
    url = (await starting).url
  }
  await closeFolders(settings, say)
  await upgrade({ url, settings, log: say, tell: door.tellUpgrade })
  const running = await createApp(settings, url, webFolder)
  started.push({ stop: () => running.close(), limit: closeLimit })
  const greeting = await running.firstStart(say, door.tell)
  // Compiling schemas and filling tables leave much behind, and nobody waits yet.
  cleanUpNow()
  await door.close()
  await running.server.listen({ port: settings.port, host: settings.host }).catch((error: NodeJS.ErrnoException) => {
    throw refusedPort(error, 'PORT', settings.port) ?? error
  })
  const address = running.server.server.address()
  const port = typeof address === 'object' && address ? address.port : settings.port
  if (!settings.photoCode) running.app.log.warn('PHOTO_CODE=off: the picture code at sign-in is switched off')
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  say(`颐园已启动（${seconds} 秒）：${settings.publicUrl ?? `http://127.0.0.1:${port}`}`)
  for (const line of greeting) say(line)
  process.send?.('ready')
  const simulator = await startDemoSimulator(running.app)
  if (simulator) started.push({ stop: async () => simulator.stop(), limit: closeLimit })
}

main().catch(async (error: unknown) => {
  // Ended in the middle of its start: what fails then fails because of it.
  if (ending) return ending
  // Settings, database and upgrade say in their message what to do; anything else is ours: the whole story.
  const told = error instanceof SettingsError || error instanceof PostgresError || error instanceof MigrationError
  const story = error instanceof Error ? (told ? error.message : (error.stack ?? error.message)) : String(error)
  process.stderr.write(told ? `${story}\n` : `启动失败：${story}\n`)
  const passing = error instanceof PostgresError && error.passing
  await end(told && !passing ? REFUSED : 1)
})
