// Starts one server process: settings, database, upgrade, first-start data, then listens. Ends every part on Ctrl+C.
import { createApp } from '#server/app'
import { startDemoSimulator } from '#server/areas/monitor/demoSimulator'
import { closeFolders } from '#server/kit/dataModes'
import { MigrationError } from '#server/kit/migrate'
import { startEmbedded } from '#server/kit/postgres'
import { PostgresError } from '#server/kit/postgresHome'
import { readSettings, SettingsError } from '#server/kit/settings'
import { beginSparing, cleanUpNow } from '#server/kit/sparing'
import { upgrade } from '#server/kit/upgrade'
import { refusedPort } from '#server/kit/upgrades'

/** Ended because something has to be changed first: whoever started us need not try again (scripts/lib/supervise.mjs). */
const REFUSED = 78

const say = (line: string) => process.stdout.write(`${line}\n`)

/** What was started, ended in the opposite order; a signal during the start ends what is there so far. */
const started: (() => Promise<unknown>)[] = []
let ending: Promise<void> | undefined

/** Requests under way are answered and PostgreSQL closes its files; whoever waits longer waits for something broken. */
const END_LIMIT = 90_000
const END_LIMIT_WITHOUT_DATABASE = 10_000

function end(code: number, limit = END_LIMIT): Promise<void> {
  ending ??= (async () => {
    setTimeout(() => process.exit(code), limit).unref()
    for (const stop of started.reverse()) await stop()
    process.exit(code)
  })()
  return ending
}

async function main() {
  // Whatever is written below is for this account alone; where it matters the mode is given as well.
  process.umask(0o077)
  beginSparing()
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
  let url = settings.databaseUrl
  if (!url) {
    const postgres = await startEmbedded({
      dataDir: settings.dataDir,
      log: say,
      onLost: (reason) => {
        process.stderr.write(`数据库已停止，服务随之退出：${reason}\n`)
        void end(1, END_LIMIT_WITHOUT_DATABASE)
      },
    })
    started.push(() => postgres.stop())
    url = postgres.url
  }
  await closeFolders(settings, say)
  await upgrade({ url, settings, log: say })
  const running = await createApp(settings, url)
  started.push(() => running.close())
  const greeting = await running.firstStart(say)
  // Compiling schemas and filling tables leave much behind, and nobody waits yet.
  cleanUpNow()
  await running.server.listen({ port: settings.port, host: settings.host }).catch((error: NodeJS.ErrnoException) => {
    throw refusedPort(error, 'PORT', settings.port) ?? error
  })
  const address = running.server.server.address()
  const port = typeof address === 'object' && address ? address.port : settings.port
  if (!settings.photoCode) running.app.log.warn('PHOTO_CODE=off: the picture code at sign-in is switched off')
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  say(`颐园已启动（${seconds} 秒）：${settings.publicUrl ?? `http://127.0.0.1:${port}`}`)
  for (const line of greeting) say(line)
  const simulator = await startDemoSimulator(running.app)
  if (simulator) started.push(() => simulator.stop())
}

main().catch(async (error: unknown) => {
  // Settings, database and upgrade say in their message what to do; anything else is ours: the whole story.
  const told = error instanceof SettingsError || error instanceof PostgresError || error instanceof MigrationError
  const story = error instanceof Error ? (told ? error.message : (error.stack ?? error.message)) : String(error)
  process.stderr.write(told ? `${story}\n` : `启动失败：${story}\n`)
  const passing = error instanceof PostgresError && error.passing
  await end(told && !passing ? REFUSED : 1)
})
