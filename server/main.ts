// Starts one server process: settings, database, upgrade, first-start data, then listens. Ends every part on Ctrl+C.
import { createApp } from '#server/app'
import { startDemoSimulator } from '#server/areas/monitor/demoSimulator'
import { MigrationError } from '#server/kit/migrate'
import { startEmbedded } from '#server/kit/postgres'
import { PostgresError } from '#server/kit/postgresHome'
import { readSettings, SettingsError } from '#server/kit/settings'
import { beginSparing, cleanUpNow } from '#server/kit/sparing'
import { upgrade } from '#server/kit/upgrade'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** What was started, ended in the opposite order; a signal during the start ends what is there so far. */
const started: (() => Promise<unknown>)[] = []
let ending: Promise<void> | undefined

function end(code: number): Promise<void> {
  ending ??= (async () => {
    for (const stop of started.reverse()) await stop()
    process.exit(code)
  })()
  return ending
}

async function main() {
  beginSparing()
  const settings = readSettings(process.env)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!ending) say(`收到 ${signal}，正在停止……`)
      void end(0)
    })
  }
  const began = performance.now()
  let url = settings.databaseUrl
  if (!url) {
    const postgres = await startEmbedded({
      dataDir: settings.dataDir,
      log: say,
      onLost: (reason) => {
        process.stderr.write(`数据库已停止，服务随之退出：${reason}\n`)
        void end(1)
      },
    })
    started.push(() => postgres.stop())
    url = postgres.url
  }
  await upgrade({ url, settings, log: say })
  const running = await createApp(settings, url)
  started.push(() => running.close())
  const greeting = await running.firstStart(say)
  // Compiling schemas and filling tables leave much behind, and nobody waits yet.
  cleanUpNow()
  await running.server.listen({ port: settings.port, host: settings.host })
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
  await end(1)
})
