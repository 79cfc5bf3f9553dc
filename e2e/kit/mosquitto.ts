// A real broker of another maker, with persistence, that can be killed and started again.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt from 'mqtt'
import { mosquittoSettings } from '#server/kit/test/mosquitto'
import { until } from './until.ts'

/** Where it is installed; undefined: it is not, and nothing can be said about an external broker. */
export const MOSQUITTO = ['/usr/sbin/mosquitto', '/usr/bin/mosquitto', '/usr/local/sbin/mosquitto'].find((path) =>
  existsSync(path),
)

export interface Mosquitto {
  url: string
  kill(): Promise<void>
  startAgain(): Promise<void>
  end(): Promise<void>
}

export async function startMosquitto(port: number): Promise<Mosquitto> {
  const folder = await mkdtemp(join(tmpdir(), 'yiyuan-broker-'))
  const url = `mqtt://127.0.0.1:${port}`
  await writeFile(join(folder, 'mosquitto.conf'), mosquittoSettings(folder, port))
  let running: ChildProcess
  const start = async () => {
    running = spawn(MOSQUITTO!, ['-c', join(folder, 'mosquitto.conf')], { stdio: 'ignore' })
    await until(async () => {
      const client = await mqtt.connectAsync(url, { connectTimeout: 1_000 }, false)
      await client.endAsync(true)
      return true
    }, 'the broker')
  }
  const kill = async () => {
    const gone = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGKILL')
    await gone
  }
  await start()
  return {
    url,
    kill,
    startAgain: start,
    async end() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
