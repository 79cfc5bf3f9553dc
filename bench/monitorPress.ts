// From the press of a button to a websocket, beside 500 readings a second: on a machine that has nothing else to do, and on
// one whose cores are all wanted by others as well.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { availableParallelism, setPriority } from 'node:os'
import type pg from 'pg'
import { WebSocket } from 'ws'
import { hashDeviceSecret } from '#server/kit/mqttCredentials'
import { type Account, type Latency, percentile, tokenOf } from './monitorTimes.ts'
import type { LoadDevice, RawDevice } from './mqttLoad.ts'

const TAGS = 100
const READING = 500
const EVERY_MS = 1_000
const PRESS_EVERY_MS = 150

/** Tags that nobody wears yet: a cry for help counts all the same. */
export async function fillTags(client: pg.Client, orgId: string): Promise<LoadDevice[]> {
  const devices = Array.from({ length: TAGS }, (_, at) => ({
    orgId,
    deviceId: `t${String(at + 1).padStart(31, '0')}`,
    clientName: `bench-tag-${at + 1}`,
    secret: randomBytes(16).toString('hex'),
  }))
  const ids = devices.map((one) => one.deviceId)
  await client.query(
    `insert into device (org_id, device_id, device_no, kind, online) select $1, i, 'B' || i, 'TAG', 1 from unnest($2::text[]) i`,
    [orgId, ids],
  )
  await client.query('insert into device_state (org_id, device_id) select $1, i from unnest($2::text[]) i', [
    orgId,
    ids,
  ])
  await client.query(
    `insert into mqtt_credential (org_id, client_name, secret_hash, device_id)
    select $1, n, h, d from unnest($2::text[], $3::text[], $4::text[]) as x(n, h, d)`,
    [orgId, devices.map((one) => one.clientName), devices.map((one) => hashDeviceSecret(one.secret)), ids],
  )
  return devices
}

/** Whoever else wants the cores: as many again as there are, twice, at the usual priority, until told to stop. */
export function compete(): () => void {
  const busy: ChildProcess[] = []
  for (let n = 0; n < 2 * availableParallelism(); n++) {
    busy.push(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
  }
  return () => {
    for (const one of busy) one.kill('SIGKILL')
  }
}

/** Devices and desks are other machines: what is measured is not how long this process waits for a core. */
export async function standingApart<T>(work: () => Promise<T>, as = -19): Promise<{ answer: T; apart: boolean }> {
  let apart = true
  try {
    setPriority(as)
  } catch {
    apart = false
  }
  try {
    return { answer: await work(), apart }
  } finally {
    if (apart) setPriority(0)
  }
}

export async function pressLatency(
  account: Account,
  mattresses: readonly RawDevice[],
  tags: readonly RawDevice[],
): Promise<Latency> {
  const token = await tokenOf(account)
  const socket = new WebSocket(`${account.url.replace('http', 'ws')}/websocket/${encodeURIComponent(token)}`)
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const published = new Map<number, number>()
  const times: number[] = []
  socket.on('message', (data) => {
    const heard = performance.now()
    const text = String(data)
    const tag = Number(/"deviceId":"t(\d{31})"/.exec(text)?.[1] ?? 0) - 1
    const at = published.get(tag)
    if (at === undefined || !text.startsWith('{"type":"monitor.alarm"')) return
    published.delete(tag)
    times.push(heard - at)
  })
  const reading = mattresses.slice(0, READING)
  const usual = (at: number) => ({ at, inBed: 1, heart: 60 + (at % 20), breath: 14, move: 0, turn: 0, wet: 0 })
  let next = 0
  let owed = 0
  let last = performance.now()
  const speaking = setInterval(() => {
    const now = performance.now()
    owed += ((now - last) * reading.length) / EVERY_MS
    last = now
    for (; owed >= 1; owed--) void reading[next++ % reading.length]!.publish('reading', usual(Date.now()))
  }, 5)
  try {
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    for (let n = 0; n < tags.length; n++) {
      // Not in step with anything that runs by the clock.
      await new Promise((resolve) => setTimeout(resolve, PRESS_EVERY_MS * (0.5 + Math.random())))
      published.set(n, performance.now())
      void tags[n]!.publish('press', { at: Date.now(), button: 'sos' })
    }
    await new Promise((resolve) => setTimeout(resolve, 3_000))
  } finally {
    clearInterval(speaking)
    socket.terminate()
  }
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), count: times.length, missed: published.size }
}
