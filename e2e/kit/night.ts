// A house on a bare machine, for nights in which everything dies: `npm start` with a PostgreSQL of its own, mattresses that
// speak all the time, buttons that are pressed by all sorts of clocks, and hands that kill.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '#server/kit/ids'
import { isAlive, serverOn } from '#server/kit/ownership'
import { postmasterPid } from '#server/kit/postmasterPid'
import type { Device } from '#simulator/device'
import { query } from './browser.ts'
import {
  type Bed,
  connectSpeaker,
  type Fleet,
  giveCredentials,
  lineOf,
  type Speaker,
  startFleet,
} from './mattresses.ts'
import { steadyPort } from './server.ts'
import { until } from './until.ts'

/** The same for the same seed. */
export function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const HOUR = 3_600_000
/** `sure`: its time can be, so that a press that is sent again is known as such and counted once. */
export const CLOCKS: readonly { name: string; sure: boolean; at(now: number): unknown }[] = [
  { name: 'right', sure: true, at: (now) => now },
  { name: 'an hour behind', sure: true, at: (now) => now - HOUR },
  { name: 'an hour ahead', sure: false, at: (now) => now + HOUR },
  { name: 'never set', sure: false, at: (now) => now % 1_000_000 },
  { name: 'of 2000', sure: false, at: (now) => 946_684_800_000 + (now % 1_000_000) },
  { name: 'microseconds', sure: false, at: (now) => now * 1_000 },
  { name: 'none', sure: false, at: () => undefined },
  { name: 'words', sure: false, at: (now) => new Date(now).toString() },
]

interface Button extends Speaker {
  clock: (typeof CLOCKS)[number]
  kind: 'TAG' | 'CALL'
  device: Device
  /** Presses that were acknowledged. */
  pressed: number
  /** Said and not acknowledged yet: since when. */
  waiting: Set<{ since: number; sent: number }>
  last: object | null
}

export interface Night {
  url: string
  folder: string
  printed(): string
  start(): void
  supervisor(): number
  server(): number | undefined
  postmaster(): number
  /** A process of PostgreSQL that works for the server. */
  backend(): Promise<number>
  health(which: 'live' | 'ready'): Promise<{ status: number; body: { missing?: string[] } }>
  ready(): Promise<void>
  /** PostgreSQL cannot start while this is so. */
  withoutDatabase(work: () => Promise<void>): Promise<void>
  fleet: Fleet
  buttons: readonly Button[]
  /** Settles when it is acknowledged; the device sends it again and again until then. */
  press(button: Button): Promise<void>
  /** The last press once more, as a device does that missed the acknowledgement. */
  again(button: Button): Promise<void>
  /** What was acknowledged before is not asked for: another message is. */
  acknowledgedAgain(): Promise<void>
  nothingLost(): Promise<void>
  /** What is owed by whom, for a message of failure. */
  state(): Promise<string>
  end(): Promise<void>
}

export async function beginNight(beds: number): Promise<Night> {
  const folder = await mkdtemp(join(tmpdir(), 'yiyuan-night-'))
  const [port, mqtt] = [await steadyPort(), await steadyPort()]
  const url = `http://127.0.0.1:${port}`
  let printed = ''
  let supervisor: ChildProcess
  const start = () => {
    supervisor = spawn(process.execPath, ['scripts/start.mjs'], {
      env: {
        ...process.env,
        DATABASE_URL: '',
        DATA_DIR: folder,
        DEMO: 'off',
        HOST: '127.0.0.1',
        PORT: String(port),
        MQTT_PORT: String(mqtt),
        WS_PORT: 'off',
        MQTT_WS_PORT: 'off',
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [supervisor.stdout, supervisor.stderr]) stream?.on('data', (text) => (printed += text))
  }
  const database = () => {
    const { port, password } = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8'))
    return `postgres://yiyuan:${password}@127.0.0.1:${port}/yiyuan`
  }
  const health: Night['health'] = async (which) => {
    const answer = await fetch(`${url}/health/${which}`)
    return { status: answer.status, body: (await answer.json()) as { missing?: string[] } }
  }
  const ready = () => until(async () => (await health('ready')).status === 200, 'readiness')

  start()
  await ready().catch((error: unknown) => {
    // Nobody would end it.
    supervisor.kill('SIGTERM')
    throw new Error(`the house did not start\n${printed.slice(-2_000)}`, { cause: error })
  })
  const [{ orgId }] = (await query<{ orgId: string }>(
    'select org_id as "orgId" from account limit 1',
    [],
    database(),
  )) as [{ orgId: string }]
  const made = async (kind: string, n: number) =>
    query<Bed>(
      `with made as (insert into device (org_id, device_id, device_no, kind, call_family, caller_type)
        select $1, i, $3 || i, $3, case when $3 = 'CALL' then 'R10' end, case when $3 = 'CALL' then 'BED' end
        from unnest($2::text[]) i returning *), stated as (
        insert into device_state (org_id, device_id) select org_id, device_id from made)
      select org_id as "orgId", device_id as "deviceId", device_no as "deviceNo", device_key as "deviceKey", '' as "oldmanId"
      from made order by 2`,
      [orgId, Array.from({ length: n }, newId), kind],
      database(),
    )
  const [mattresses, tags, points] = [
    await made('MATTRESS', beds),
    await made('TAG', CLOCKS.length),
    await made('CALL', CLOCKS.length),
  ]
  await giveCredentials(database(), [...mattresses, ...tags, ...points])
  const mqttUrl = `mqtt://127.0.0.1:${mqtt}`
  const fleet = await startFleet(mqttUrl, mattresses)
  const buttons = await Promise.all(
    [
      ...tags.map((one) => ({ ...one, kind: 'TAG' as const })),
      ...points.map((one) => ({ ...one, kind: 'CALL' as const })),
    ].map(
      async (one, at): Promise<Button> => ({
        ...one,
        clock: CLOCKS[at % CLOCKS.length]!,
        device: await connectSpeaker(mqttUrl, one),
        pressed: 0,
        waiting: new Set(),
        last: null,
      }),
    ),
  )
  let ended = false

  async function send(button: Button, message: object): Promise<void> {
    const mark = { since: Date.now(), sent: 0 }
    button.waiting.add(mark)
    for (;;) {
      try {
        mark.sent++
        await button.device.say('press', message)
        button.waiting.delete(mark)
        return
      } catch (error) {
        // Given back by the client while it repeated older messages: sent again as it was.
        if (ended || (error as Error).message !== 'Connection closed') throw error
        await pause(100)
      }
    }
  }

  /** For whoever waits in vain. */
  async function state(): Promise<string> {
    const ask = async (which: string) => {
      const answer = await fetch(`${url}/health/${which}`, { signal: AbortSignal.timeout(5_000) })
      return `${answer.status} ${await answer.text()}`
    }
    const seconds = (since: number) => `${((Date.now() - since) / 1_000).toFixed(0)} s`
    const owing = buttons
      .filter((one) => one.waiting.size > 0)
      .map(({ kind, clock, device, waiting }) => {
        return `${kind}, clock ${clock.name}, ${lineOf(device)}: ${[...waiting].map((one) => `${seconds(one.since)} (sent ${one.sent} times)`).join(', ')}`
      })
    const tellOf = (one: PromiseSettledResult<string>) => (one.status === 'fulfilled' ? one.value : String(one.reason))
    const [live, ready] = (await Promise.allSettled([ask('live'), ask('ready')])).map(tellOf)
    return [
      `readings not acknowledged: ${fleet.owed()}`,
      fleet.state(),
      'presses not acknowledged, by button:',
      ...owing,
      `live: ${live}; ready: ${ready}; server: ${serverOn(folder)}`,
      printed.slice(-4_000),
    ].join('\n')
  }

  async function press(button: Button): Promise<void> {
    const at = button.clock.at(Date.now())
    const message = { at, button: button.kind === 'TAG' ? 'sos' : 'bed' }
    // Two of one button in the same moment would be one press.
    if (button.clock.sure && JSON.stringify(button.last) === JSON.stringify(message)) {
      await pause(2)
      return press(button)
    }
    button.last = message
    await send(button, message)
    button.pressed++
  }

  const files = { control: join(folder, 'postgres/global/pg_control'), away: join(folder, 'pg_control.away') }
  return {
    url,
    folder,
    printed: () => printed,
    start,
    supervisor: () => supervisor.pid!,
    server: () => serverOn(folder),
    postmaster: () => postmasterPid(folder),
    async backend() {
      const [row] = await query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and backend_type = 'client backend' order by query like '%reading%' desc, state_change desc limit 1`,
        [],
        database(),
      )
      return row!.pid
    },
    health,
    ready,
    async withoutDatabase(work) {
      await rename(files.control, files.away)
      try {
        await work()
      } finally {
        await rename(files.away, files.control)
      }
    },
    fleet,
    buttons,
    press,
    state,
    async again(button) {
      if (button.last) await send(button, button.last)
    },
    async acknowledgedAgain() {
      const { acknowledged } = fleet
      // More than may have been on their way.
      const before = acknowledged() + beds
      await until(() => acknowledged() > before, 'the acknowledgement of readings')
    },
    async nothingLost() {
      await fleet.quiet()
      const stored = await query<{ key: number; at: number }>(
        'select device_key as key, round(extract(epoch from at) * 1000)::float8 as at from reading where org_id = $1',
        [orgId],
        database(),
      )
      const known = new Set(stored.map(({ key, at }) => `${key} ${at}`))
      const lost = fleet.mattresses.flatMap(({ bed, said }) =>
        [...said].filter((at) => !known.has(`${bed.deviceKey} ${at}`)),
      )
      if (lost.length > 0) throw new Error(`${lost.length} of ${known.size} acknowledged readings are not stored`)
      const counted = await query<{ id: string; times: number }>(
        'select device_id as id, sum(1 + repeats)::int as times from alarm_record where device_id = any($1) group by 1',
        [buttons.map((one) => one.deviceId)],
        database(),
      )
      for (const { deviceId, pressed, clock, kind } of buttons) {
        const times = counted.find((one) => one.id === deviceId)?.times ?? 0
        const right = clock.sure ? times === pressed : times >= pressed
        if (!right) throw new Error(`${kind}, clock ${clock.name}: pressed ${pressed} times, found ${times}`)
      }
    },
    async end() {
      ended = true
      await fleet.end()
      await Promise.all(buttons.map((one) => one.device.client.endAsync(true)))
      supervisor.kill('SIGTERM')
      await until(() => !isAlive(supervisor.pid!) && serverOn(folder) === undefined, 'the end')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
