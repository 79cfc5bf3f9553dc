// Starts one server process: settings, database, upgrade, first-start data, then listens. Ends every part on Ctrl+C.
import { createApp } from '#server/app'
import { startEmbedded } from '#server/kit/postgres'
import { readSettings, SettingsError } from '#server/kit/settings'
import { upgrade } from '#server/kit/upgrade'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function main() {
  const settings = readSettings(process.env)
  const began = performance.now()
  const postgres = settings.databaseUrl ? null : await startEmbedded({ dataDir: settings.dataDir, log: say })
  const url = settings.databaseUrl ?? postgres!.url
  const stopDatabase = async () => postgres?.stop()
  try {
    await upgrade({ url, settings, log: say })
    const running = await createApp(settings, url)
    const greeting = await running.firstStart(say)
    await running.server.listen({ port: settings.port, host: settings.host })
    const address = running.server.server.address()
    const port = typeof address === 'object' && address ? address.port : settings.port
    if (!settings.photoCode) running.app.log.warn('PHOTO_CODE=off: the picture code at sign-in is switched off')
    say(
      `颐园已启动（${((performance.now() - began) / 1000).toFixed(1)} 秒）：${settings.publicUrl ?? `http://127.0.0.1:${port}`}`,
    )
    for (const line of greeting) say(line)
    let ending = false
    const end = async (signal: string) => {
      if (ending) return
      ending = true
      say(`收到 ${signal}，正在停止……`)
      await running.close()
      await stopDatabase()
      process.exit(0)
    }
    process.on('SIGINT', () => void end('SIGINT'))
    process.on('SIGTERM', () => void end('SIGTERM'))
  } catch (error) {
    await stopDatabase()
    throw error
  }
}

main().catch((error: unknown) => {
  // A wrong setting is the reader's to mend: one line. Anything else is ours: the whole story.
  process.stderr.write(
    error instanceof SettingsError
      ? `${error.message}\n`
      : `启动失败：${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  )
  process.exit(1)
})
