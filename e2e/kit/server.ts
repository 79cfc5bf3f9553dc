// The built server as its own process, on ports nobody else uses.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'

export interface Product {
  url: string
  mqttUrl: string
  process: ChildProcess
  /** Everything the process printed so far. */
  output(): string
  stop(): Promise<void>
}

export interface ServerOptions {
  databaseUrl: string
  dataDir: string
  env?: Record<string, string>
  /** The same again after a kill; any free ones unless told. */
  ports?: { http: number; mqtt: number }
}

const ENTRY = 'dist/server/main.js'
/** A first start fills a whole house, and on a busy machine that takes its time; this is for one that hangs. */
const START_LIMIT = 500_000

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

const PER_PROCESS = 100
let nextPort = 0

/**
 * Below the range from which outgoing connections take theirs: it is still free when a killed process starts again. Several
 * processes look for ports at the same time, so each looks at a place of its own.
 */
export async function steadyPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + (process.pid % 100) * PER_PROCESS + (nextPort++ % PER_PROCESS)
    if (await isFree(port)) return port
  }
}

export async function startServer(options: ServerOptions): Promise<Product> {
  if (!existsSync(ENTRY)) throw new Error('The product is not built: run npm run build first')
  const port = options.ports?.http ?? (await steadyPort())
  const mqttPort = options.ports?.mqtt ?? (await steadyPort())
  const child = spawn(process.execPath, [ENTRY], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      WS_PORT: 'off',
      MQTT_WS_PORT: 'off',
      DATABASE_URL: options.databaseUrl,
      DATA_DIR: options.dataDir,
      LOG_LEVEL: 'warn',
      SIMULATOR: 'off',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`The server did not start:\n${printed}`)), START_LIMIT)
    const read = (chunk: Buffer) => {
      printed += chunk
      if (printed.includes('颐园已启动')) {
        clearTimeout(limit)
        resolve()
      }
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void gone.then((code) => {
      clearTimeout(limit)
      reject(new Error(`The server ended with ${code}:\n${printed}`))
    })
  })
  return {
    url: `http://127.0.0.1:${port}`,
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    process: child,
    output: () => printed,
    stop: async () => {
      child.kill('SIGTERM')
      await gone
    },
  }
}
