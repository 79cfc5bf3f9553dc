// The server, PostgreSQL and an external broker are killed in turn while mattresses speak: every reading that was
// acknowledged is stored once, every alarm is open once, and a wall that stood through it shows them in order.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDesk, newDesk, picture, query } from './kit/browser.ts'
import { type Cluster, ownCluster } from './kit/cluster.ts'
import { type Bed, bedsWithMattress, type Fleet, giveCredentials, startFleet } from './kit/mattresses.ts'
import { MOSQUITTO, type Mosquitto, startMosquitto } from './kit/mosquitto.ts'
import { filledFolder } from './kit/product.ts'
import { type Product, startServer, steadyPort } from './kit/server.ts'
import { force, goTo } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'
import { until } from './kit/until.ts'

const BEDS = 60
/** Beds that get wet in each round. */
const WET = 9
/** Of these the alarm stands when something is killed; the others get wet while it is away. */
const BEFORE = 3
const WET_EVERY_MS = 150
const LIMIT = 240_000

let cluster: Cluster
let ports: { http: number; mqtt: number }
let product: Product
let wall: Page
let beds: Bed[]
let broker: Mosquitto | undefined
let fleet: Fleet | undefined
/** What stood in the database before the first reading. */
let before: Map<number, Counts>
const said = new Map<number, Set<number>>()
const wet = new Set<string>()

interface Counts {
  readings: number
  minutes: number
}

const start = (env: Record<string, string> = {}) =>
  startServer({ databaseUrl: cluster.url, dataDir: cluster.folder, ports, env })

async function killServer(): Promise<void> {
  const gone = new Promise((resolve) => product.process.once('exit', resolve))
  product.process.kill('SIGKILL')
  await gone
}

/** Readings by device, and how many its minutes have counted: those written and the one that runs. */
async function counted(): Promise<Map<number, Counts>> {
  const rows = await query<Counts & { key: number }>(
    `select d.device_key as key,
      (select count(*)::int from reading r where r.org_id = d.org_id and r.device_key = d.device_key) as readings,
      (select coalesce(sum(m.n), 0)::int from reading_minute m where m.org_id = d.org_id and m.device_key = d.device_key)
        + coalesce((s.eval -> 'minute' ->> 'n')::int, 0) as minutes
    from device d join device_state s on s.org_id = d.org_id and s.device_id = d.device_id
    where d.device_id = any($1)`,
    [beds.map((one) => one.deviceId)],
    cluster.url,
  )
  return new Map(rows.map(({ key, readings, minutes }) => [key, { readings, minutes }]))
}

/** Open alarms as a desk lists them. */
const openAlarms = async (): Promise<string[]> =>
  (
    await query<{ id: string }>(
      `select record_id as id from alarm_record where org_id = $1 and status = 0
      order by urgency, source = 'CALL' and type in ('BED', 'DOOR'), date_trunc('second', raised_at), record_id`,
      [beds[0]!.orgId],
      cluster.url,
    )
  ).map((row) => row.id)

const cards = () =>
  wall.locator('.yy-wall-card').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.record))

beforeAll(async () => {
  cluster = await ownCluster(await filledFolder('yiyuan-faults-'))
  ports = { http: await steadyPort(), mqtt: await steadyPort() }
  product = await start()
  beds = await bedsWithMattress(cluster.url, BEDS)
  expect(beds).toHaveLength(BEDS)
  await giveCredentials(cluster.url, beds)
  before = await counted()
  for (const bed of beds) said.set(bed.deviceKey, new Set())
  wall = await newDesk({ url: product.url, database: cluster.url, width: 1920, height: 1080 })
  await signIn(wall, 'zhengkai')
  // The house waits half a minute before it calls a bed wet; these rounds do not.
  const rules = '/pims/web-pi/device/mattress/alarmRules'
  const found = (await force(wall, 'GET', `${rules}?page=1&size=50&kind=WET`)).data as { list: { status: number }[] }
  const rule = found.list.find((one) => one.status === 0)!
  expect(await force(wall, 'PUT', rules, { ...rule, durationS: 0 })).toMatchObject({ status: 200 })
  await goTo(wall, '/yunmuIot/wall')
}, LIMIT)

afterAll(async () => {
  await fleet?.end()
  if (wall) await closeDesk(wall)
  await product?.stop()
  await broker?.end()
  await cluster?.end()
})

async function begin(url: string): Promise<Fleet> {
  fleet = await startFleet(url, beds, wet)
  const begun = fleet
  await until(() => begun.acknowledged() > 3 * BEDS, 'a steady load')
  return begun
}

/** Beds get wet one after the other; the strike falls among them, and the others do not wait for its end. */
async function whileBedsGetWet(speaking: Fleet, strike: () => Promise<void>): Promise<void> {
  const chosen = speaking.mattresses.filter((one) => !one.wet).slice(0, WET)
  expect(chosen).toHaveLength(WET)
  const wetting = (async () => {
    for (const one of chosen) {
      one.wet = true
      wet.add(one.bed.deviceNo)
      await new Promise((resolve) => setTimeout(resolve, WET_EVERY_MS))
    }
  })()
  await until(() => chosen.filter((one) => one.told).length >= BEFORE, 'the first alarms')
  const standing = await openAlarms()
  await strike()
  await wetting
  await until(() => chosen.every((one) => one.told), 'the acknowledgement of every wet bed')
  // What was open before is open still.
  expect(await openAlarms()).toEqual(expect.arrayContaining(standing))
}

async function nothingLostNorDoubled(spoken: Fleet): Promise<void> {
  await spoken.quiet()
  for (const { bed, said: more } of spoken.mattresses) for (const at of more) said.get(bed.deviceKey)!.add(at)
  await spoken.end()

  const from = Math.min(...[...said.values()].flatMap((one) => [...one]))
  const lost = async () => {
    const rows = await query<{ key: number; at: number }>(
      `select device_key as key, round(extract(epoch from at) * 1000)::float8 as at from reading
      where org_id = $1 and device_key = any($2) and at >= to_timestamp($3 / 1000.0)`,
      [beds[0]!.orgId, [...said.keys()], from],
      cluster.url,
    )
    const stored = new Map([...said.keys()].map((key) => [key, new Set<number>()]))
    for (const { key, at } of rows) stored.get(key)!.add(at)
    return [...said].flatMap(([key, moments]) => [...moments].filter((at) => !stored.get(key)!.has(at)))
  }
  // An external broker acknowledges for the server, which may be a moment behind.
  await expect.poll(lost, { timeout: 30_000 }).toEqual([])
  const now = await counted()
  for (const [key, moments] of said) {
    const { readings, minutes } = before.get(key)!
    expect(now.get(key)).toEqual({ readings: readings + moments.size, minutes: minutes + moments.size })
  }

  const alarms = await query<{ deviceNo: string; rows: number; open: number; repeats: number }>(
    `select device_no as "deviceNo", count(*)::int as rows, count(*) filter (where status = 0)::int as open,
      sum(repeats)::int as repeats
    from alarm_record where org_id = $1 and device_no = any($2) and type = '5' and raised_at >= to_timestamp($3 / 1000.0)
    group by 1 order by 1`,
    [beds[0]!.orgId, beds.map((one) => one.deviceNo), from],
    cluster.url,
  )
  expect(alarms).toEqual([...wet].sort().map((deviceNo) => ({ deviceNo, rows: 1, open: 1, repeats: 0 })))
  const doubled = await query(
    `select record_id, kind, rank, user_id from alarm_step where record_id in (select record_id from alarm_record where status = 0)
    group by 1, 2, 3, 4 having count(*) > 1`,
    [],
    cluster.url,
  )
  expect(doubled).toEqual([])
}

/** The same page, never loaded again, finds its way back by itself. */
async function wallShowsThem(): Promise<void> {
  const expected = await openAlarms()
  expect(expected.length).toBeGreaterThanOrEqual(wet.size)
  await expect.poll(cards, { timeout: 60_000 }).toEqual(expected)
  await expect.poll(() => wall.locator('.yy-wall-lost').count(), { timeout: 60_000 }).toBe(0)
}

test(
  'the server is killed twice: devices send again what it had not acknowledged',
  async () => {
    const speaking = await begin(product.mqttUrl)
    for (let round = 0; round < 2; round++) {
      await whileBedsGetWet(speaking, async () => {
        await killServer()
        await until(() => speaking.owed() > BEDS, 'readings that nobody takes')
        product = await start()
      })
    }
    await nothingLostNorDoubled(speaking)
    await wallShowsThem()
    await picture(wall, 'faults-server-1920')
  },
  LIMIT,
)

test(
  'PostgreSQL is killed twice: the server goes on running, acknowledges nothing meanwhile, and catches up',
  async () => {
    const speaking = await begin(product.mqttUrl)
    for (let round = 0; round < 2; round++) {
      await whileBedsGetWet(speaking, async () => {
        await cluster.kill()
        await until(() => speaking.owed() > BEDS, 'readings that cannot be stored')
        await cluster.startAgain()
      })
    }
    expect(product.process.exitCode).toBeNull()
    await nothingLostNorDoubled(speaking)
    await wallShowsThem()
  },
  LIMIT,
)

test(
  'an external broker: the server and the broker are killed in turn',
  async ({ skip }) => {
    if (!MOSQUITTO) return skip('mosquitto is not installed: nothing is proven about an external broker')
    await product.stop()
    broker = await startMosquitto(ports.mqtt)
    const env = { MQTT_URL: broker.url, MQTT_PORT: 'off' }
    product = await start(env)
    const speaking = await begin(broker.url)
    await whileBedsGetWet(speaking, async () => {
      await killServer()
      // The broker takes them for the server, which finds them when it is back.
      const taken = speaking.acknowledged()
      await until(() => speaking.acknowledged() > taken + 3 * BEDS, 'readings that wait in the broker')
      product = await start(env)
    })
    await whileBedsGetWet(speaking, async () => {
      await broker!.kill()
      await until(() => speaking.owed() > BEDS, 'readings that nobody takes')
      await broker!.startAgain()
    })
    await nothingLostNorDoubled(speaking)
    await wallShowsThem()
  },
  LIMIT,
)
