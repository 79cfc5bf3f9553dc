// Times of the monitoring: from a device's publish to a websocket and to the screen, a day's curve, the wall's first paint.
import { existsSync } from 'node:fs'
import type pg from 'pg'
import { type Browser, chromium, type Page } from 'playwright-core'
import { WebSocket } from 'ws'
import type { RawDevice } from './mqttLoad.ts'

export interface Account {
  url: string
  userName: string
  password: string
}

export interface Latency {
  p50: number
  p99: number
  count: number
  missed: number
}

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const EVERY_MS = 1_000
/** Of a thousand readings a second so many begin or end an alarm. */
const ALARMS_A_SECOND = 10

/** By nearest rank. */
export const percentile = (values: readonly number[], share: number) => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export async function tokenOf(account: Account): Promise<string> {
  const answer = await fetch(`${account.url}/passport/web-rbac/logins/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ loginName: account.userName, loginPassword: account.password }),
  })
  return ((await answer.json()) as { data: { token: string } }).data.token
}

const usual = (at: number) => ({ at, inBed: 1, heart: 60 + (at % 20), breath: 14 + (at % 5), move: 0, turn: 0, wet: 0 })

/** Whose turn it is among so many, another one every second. */
const turnOf = (second: number, among: number) => (second * 389) % among

/**
 * Every device once a second, spread over the second; some of them wet, dry again two seconds later, so that each of those
 * raises an alarm and ends it. Every device is wet at most once. `raised` is told when one is published.
 */
async function oneThousandASecond(
  devices: readonly RawDevice[],
  seconds: number,
  alarmsASecond: number,
  raised: (device: number, at: number) => void,
): Promise<void> {
  const began = performance.now()
  const sent: Promise<void>[] = []
  const apart = devices.length / alarmsASecond
  for (let second = 0; second < seconds; second++) {
    for (let at = 0; at < devices.length; at++) {
      const due = began + second * EVERY_MS + (at * EVERY_MS) / devices.length
      const wait = due - performance.now()
      if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait))
      const now = Date.now()
      const begins = at % apart === turnOf(second, apart)
      const lasts = second > 0 && at % apart === turnOf(second - 1, apart)
      if (begins) raised(at, now)
      sent.push(devices[at]!.publish('reading', { ...usual(now), wet: begins || lasts ? 1 : 0 }))
    }
  }
  await Promise.all(sent)
}

const deviceAt = (deviceId: string) => Number(deviceId) - 1

export async function socketLatency(
  account: Account,
  devices: readonly RawDevice[],
  seconds: number,
  /** The number of a device that is not listened to. */
  without = -1,
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
    const heard = Date.now()
    const { type, data: payload } = JSON.parse(String(data)) as {
      type: string
      data: { change: string; card: { deviceId: string } }
    }
    if (type !== 'monitor.alarm' || payload.change !== 'raised') return
    const device = deviceAt(payload.card.deviceId)
    const at = published.get(device)
    if (at === undefined) return
    published.delete(device)
    times.push(heard - at)
  })
  let warm = true
  const raised = (device: number, at: number) => void (warm || device === without || published.set(device, at))
  await oneThousandASecond(devices, 6, ALARMS_A_SECOND, raised)
  warm = false
  await oneThousandASecond(devices, seconds, ALARMS_A_SECOND, raised)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  socket.terminate()
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), count: times.length, missed: published.size }
}

/** What a hostile device says; each of these once cost a whole batch. */
const HOSTILE: readonly ((n: number) => object | string)[] = [
  (n) => ({ inBed: 1, at: (Date.now() + n) * 1_000 }),
  () => ({ inBed: 1, at: 1e308 }),
  () => ({ inBed: 1, at: 'a\u0000b' }),
  () => ({ inBed: 1, heart: 1e308, turn: 50 }),
  () => '{"inBed":',
  () => ({ inBed: 'yes', at: -1 }),
]
const HOSTILE_A_SECOND = 200

/** One device speaks so often a second, without waiting for answers, until it is told to stop. */
export function hostileDevice(device: RawDevice): () => void {
  let n = 0
  let owed = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    owed += ((now - last) * HOSTILE_A_SECOND) / 1_000
    last = now
    for (; owed >= 1; owed--, n++) void device.publish('reading', HOSTILE[n % HOSTILE.length]!(n))
  }, 10)
  return () => clearInterval(timer)
}

function launch(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? PLACES.find((path) => existsSync(path))
  if (!executablePath) throw new Error('No Chromium found')
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
}

async function enter(browser: Browser, account: Account): Promise<Page> {
  const page = await (
    await browser.newContext({ baseURL: account.url, viewport: { width: 1920, height: 1080 } })
  ).newPage()
  await page.goto('/login.html')
  await page.locator('input[autocomplete=username]').fill(account.userName)
  await page.locator('input[type=password]').fill(account.password)
  await page.keyboard.press('Enter')
  const button = page.getByRole('button', { name: '进入系统' })
  await button.or(page.locator('.yy-shell')).first().waitFor()
  if (await button.isVisible()) await button.click()
  await page.locator('.yy-shell').waitFor()
  return page
}

/** When a pop-up with a record came to the screen: the frame after it stands in the page. */
const NOTE_PROMPTS = `(() => {
  const seen = (window.promptsSeen = {})
  const before = new Set([...document.querySelectorAll('.yy-prompt[data-record]')].map((one) => one.dataset.record))
  const look = () => {
    for (const one of document.querySelectorAll('.yy-prompt[data-record]')) {
      const id = one.dataset.record
      if (seen[id] === undefined && !before.has(id)) {
        seen[id] = 0
        requestAnimationFrame(() => requestAnimationFrame(() => { seen[id] = Date.now() }))
      }
    }
  }
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
})()`

/** Which device each record is of; the screen knows records only. */
const deviceOfRecords = async (client: pg.Client, ids: readonly string[]) =>
  new Map(
    (
      await client.query<{ id: string; deviceId: string }>(
        'select record_id as id, device_id as "deviceId" from alarm_record where record_id = any($1)',
        [ids],
      )
    ).rows.map((row) => [row.id, deviceAt(row.deviceId)]),
  )

export async function browserLatency(
  account: Account,
  client: pg.Client,
  devices: readonly RawDevice[],
  seconds: number,
): Promise<Latency> {
  const browser = await launch()
  try {
    const page = await enter(browser, account)
    const published = new Map<number, number>()
    // A desk that stands open, not one that is being opened.
    await page.waitForLoadState('networkidle')
    await oneThousandASecond(devices, 6, 1, () => undefined)
    await page.evaluate(NOTE_PROMPTS)
    // One alarm a second: of more at once only the first few stand on the screen, the others wait behind them.
    await oneThousandASecond(devices, seconds, 1, (device, at) => published.set(device, at))
    await page.waitForTimeout(1_000)
    const seen = (await page.evaluate('window.promptsSeen')) as Record<string, number>
    const deviceOf = await deviceOfRecords(client, Object.keys(seen))
    const times = Object.entries(seen).flatMap(([id, at]) => {
      const from = published.get(deviceOf.get(id) ?? -1)
      return from === undefined || at === 0 ? [] : [at - from]
    })
    return {
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      count: times.length,
      missed: published.size - times.length,
    }
  } finally {
    await browser.close()
  }
}

export async function dayCurve(account: Account, client: pg.Client, orgId: string): Promise<number> {
  const token = await tokenOf(account)
  const { rows } = await client.query<{ id: string }>(
    `select o.oldman_id as id from device d join oldman o on o.org_id = d.org_id and o.current_bed_id = d.bed_id
    where d.org_id = $1 and d.device_no like 'BENCH%' order by md5(d.device_id) limit 60`,
    [orgId],
  )
  const times: number[] = []
  for (const { id } of rows) {
    const began = performance.now()
    const answer = await fetch(`${account.url}/tams/web-org/healthRecord/${id}/view?range=day`, {
      headers: { authorization: token },
    })
    const body = (await answer.json()) as { status: number; desc: string }
    if (body.status !== 200) throw new Error(body.desc)
    times.push(performance.now() - began)
  }
  return percentile(times, 0.95)
}

/** Milliseconds from the start of the navigation to the frame after the first beds stand in the page. */
const NOTE_TILES = `(() => {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('.yy-bed-tile')) return
    observer.disconnect()
    requestAnimationFrame(() => requestAnimationFrame(() => { window.tilesPainted = performance.now() }))
  })
  observer.observe(document, { childList: true, subtree: true })
})()`

/** As at a desk that has opened the console before: its files are in the browser's cache, the news have been read. */
export async function wallPaint(account: Account): Promise<{ ms: number; beds: number }> {
  const browser = await launch()
  try {
    const first = await enter(browser, account)
    await first.getByRole('button', { name: '知道了' }).click()
    await first.context().addInitScript(NOTE_TILES)
    const times: number[] = []
    let beds = 0
    for (let round = 0; round < 6; round++) {
      const page = await first.context().newPage()
      await page.goto('/index.html#/yunmuIot/wall')
      await page.waitForFunction(() => 'tilesPainted' in window)
      // The first visit fills the cache.
      if (round > 0) times.push(await page.evaluate<number>('window.tilesPainted'))
      await page.waitForFunction(() => document.querySelectorAll('.yy-bed-tile').length > 1_000)
      beds = await page.locator('.yy-bed-tile').count()
      await page.close()
    }
    return { ms: percentile(times, 0.5), beds }
  } finally {
    await browser.close()
  }
}
