// npm run bench -- --monitoring: what one process takes in against a bare consumer, from a device's publish to a
// websocket and to a browser's screen at 1,000 readings a second, and reading back a day of a thousand mattresses.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#server/kit/postgres'
import { FIRST } from '#server/kit/priority'
import { startServer } from '../e2e/kit/server.ts'
import { DEVICES, fillDay, fillMattresses } from './monitorHouse.ts'
import { compete, fillTags, pressLatency, standingApart } from './monitorPress.ts'
import { browserLatency, dayCurve, hostileDevice, socketLatency, wallPaint } from './monitorTimes.ts'
import { connectAll, flood, type LoadDevice, type RawDevice } from './mqttLoad.ts'
import { replayTimes } from './replay.ts'
import { atLeast, atMost, type Line, noted, print } from './report.ts'
import { fillResidents } from './residents.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const ROUNDS = 6
const ROUND_MS = 4_000
/** Connections and readings under way on each: enough that neither consumer ever waits for the devices. */
const FLOODING = 100
const WINDOW = 20
/** A third of the time, and without the day of readings, which takes minutes to fill. */
const QUICK = process.argv.includes('--quick')
/** Only from a press to a websocket, alone and beside others who want the cores. */
const PRESS = process.argv.includes('--press')

const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

function startBare(url: string): Promise<{ port: number; stop: () => void }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/bareConsumer.ts'], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the bare consumer ended with ${code}`)))
    child.stdout.once('data', (chunk: Buffer) =>
      resolve({ port: Number(String(chunk).trim()), stop: () => child.kill('SIGTERM') }),
    )
  })
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Each device's own clock: readings a few milliseconds apart, never twice the same. */
function readings() {
  const clocks = new Map<number, number>()
  return (device: number) => {
    const at = Math.max(Date.now(), (clocks.get(device) ?? 0) + 1)
    clocks.set(device, at)
    return { at, inBed: 1, heart: 60 + (at % 20), breath: 14 + (at % 5), move: 0, turn: 0, wet: 0 }
  }
}

async function duel(ours: readonly RawDevice[], bare: readonly RawDevice[]) {
  const rates: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
  const next = readings()
  await flood(ours, WINDOW, 2_000, next)
  await flood(bare, WINDOW, 2_000, next)
  for (let round = 0; round < ROUNDS; round++) {
    rates.bare.push((await flood(bare, WINDOW, ROUND_MS, next)).perSecond)
    rates.ours.push((await flood(ours, WINDOW, ROUND_MS, next)).perSecond)
  }
  const pairs = rates.ours.map((rate, at) => rate / rates.bare[at]!)
  return { ours: median(rates.ours), bare: median(rates.bare), ratio: median(pairs) }
}

/** In the place of the device that speaks nonsense. */
const muted: RawDevice = { publish: () => Promise.resolve(), end: () => undefined }

async function main(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'yiyuan-bench-'))
  // As the product would start it: PostgreSQL inherits where its server stands among others.
  const { answer: postgres } = await standingApart(
    () => startEmbedded({ dataDir: folder, log: () => undefined }),
    FIRST,
  )
  const lines: Line[] = []
  /** Said at once as well: the rest takes minutes. */
  const note = (...some: Line[]) => {
    lines.push(...some)
    for (const line of some) say(`  ${line.what}: ${line.measured}`)
  }
  const env = { PHOTO_CODE: 'off', SIMULATOR: 'off' }
  const client = new pg.Client({ connectionString: postgres.url })
  let product: Awaited<ReturnType<typeof startServer>> | undefined
  try {
    say('starting the product, the demo organisation, 1,000 mattresses …')
    const start = () => startServer({ databaseUrl: postgres.url, dataDir: join(folder, 'product'), env })
    // Filling a database is not what a server does all day: the one that is measured finds it filled.
    await (await start()).stop()
    await client.connect()
    const { rows } = await client.query<{ orgId: string }>(
      `select org_id as "orgId" from account where user_name = 'zhengkai'`,
    )
    const { orgId } = rows[0]!
    await fillResidents(client, orgId)
    const devices: LoadDevice[] = await fillMattresses(client, orgId)
    product = await start()
    await client.query('create table bare_reading (like reading including all)')
    const mqttPort = Number(new URL(product.mqttUrl).port)
    const account = { url: product.url, userName: 'zhengkai', password: 'Yiyuan2026' }
    const raw = await connectAll(mqttPort, devices)
    const tags = await connectAll(mqttPort, await fillTags(client, orgId))
    say('500 readings a second, 100 presses: publish to websocket …')
    for (const busy of [false, true]) {
      const stop = busy ? compete() : () => undefined
      const { answer: pressed, apart } = await standingApart(() => pressLatency(account, raw, tags)).finally(stop)
      const where = busy ? 'beside twice as many busy processes as cores' : 'alone'
      note(atMost(`press to websocket p99, ${where}`, pressed.p99, busy ? 50 : 20, 'ms', 1))
      note(noted(`press to websocket p50, presses heard, ${where}`, `${pressed.p50.toFixed(1)} ms, ${pressed.count}`))
      note(atMost(`presses not heard, ${where}`, pressed.missed, 0, ''))
      if (!apart) note(noted('the measuring process', 'waits for a core like all others, and its waits count'))
    }
    for (const one of tags) one.end()
    if (PRESS) {
      for (const one of raw) one.end()
      return print(lines)
    }
    const bare = await startBare(postgres.url)
    const bareDevices = await connectAll(bare.port, devices.slice(0, FLOODING))
    say(`ingest against a bare consumer: ${ROUNDS} rounds each …`)
    const met = await duel(raw.slice(0, FLOODING), bareDevices)
    for (const one of bareDevices) one.end()
    bare.stop()
    note(
      atLeast(
        'readings taken in ÷ parsed and copied',
        met.ratio,
        0.5,
        `${met.ours.toFixed(0)} / ${met.bare.toFixed(0)} per s`,
      ),
    )
    await client.query('drop table bare_reading')
    // What a flood of a million rows leaves the database to tidy up is not part of what follows.
    await client.query('vacuum analyze reading')
    await client.query('vacuum analyze device_state')

    say('1,000 readings a second: publish to websocket …')
    const before = memoryOf(product.process.pid!)
    const seconds = QUICK ? 20 : 60
    const heard = await socketLatency(account, raw, seconds)
    note(atMost('publish to websocket p99', heard.p99, 20, 'ms', 1))
    note(noted('publish to websocket p50, alarms heard', `${heard.p50.toFixed(1)} ms, ${heard.count}`))
    note(atMost('alarms raised but not heard', heard.missed, 0, ''))
    say('the same while one device speaks nonsense 200 times a second …')
    const last = raw.length - 1
    const silence = hostileDevice(raw[last]!)
    // It says nothing honest meanwhile; a thousandth less load is no help to the others.
    const beside = await socketLatency(account, raw.with(last, muted), Math.ceil(seconds / 2), last)
    silence()
    note(atMost('publish to websocket p99 beside a hostile device ÷ without', beside.p99 / heard.p99, 2, '×', 2))
    note(noted('beside it p50, p99', `${beside.p50.toFixed(1)} ms, ${beside.p99.toFixed(1)} ms`))
    note(atMost('alarms raised but not heard beside it', beside.missed, 0, ''))
    say('publish to the pop-up in Chromium …')
    const seen = await browserLatency(account, client, raw, seconds)
    note(atMost('publish to the pop-up on the screen p99', seen.p99, 100, 'ms', 1))
    note(noted('publish to the pop-up p50, pop-ups seen', `${seen.p50.toFixed(1)} ms, ${seen.count}`))
    note(atMost('pop-ups that did not come', seen.missed, 0, ''))
    const after = memoryOf(product.process.pid!)
    note(noted('memory before and after the load', `${before.toFixed(0)} / ${after.toFixed(0)} MiB`))
    note(atMost('memory of the server', after, 250, 'MiB'))
    for (const one of raw) one.end()

    if (!QUICK) {
      say('24 hours of 1,000 mattresses …')
      const stored = await fillDay(client, orgId, say)
      note(noted('readings stored', stored.toLocaleString('en')))
      const curve = await dayCurve(account, client, orgId)
      note(atMost("a resident's day curve p95", curve, 150, 'ms', 1))
    }
    const replayed = replayTimes()
    note(atMost('a replay: the last 100,000 readings ÷ the first', replayed.ratio, 1.5, '×', 2))
    note(noted('a replay of 500,000 readings', `${(replayed.ms / 1_000).toFixed(1)} s`))
    const wall = await wallPaint(account)
    note(atMost(`the wall of ${wall.beds} beds, ${DEVICES} mattresses, first paint`, wall.ms, 1_000, 'ms'))
    await product.stop()
  } finally {
    if (product?.process.exitCode === null) await product.stop()
    await client.end().catch(() => undefined)
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return print(lines)
}

process.exitCode = (await main()) ? 0 : 1
