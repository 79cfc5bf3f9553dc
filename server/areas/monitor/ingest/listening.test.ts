// Silence counts only while somebody listened: the server's absence, the database's and the broker's are not the devices'.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mattresses, quiet, sender } from '#server/areas/monitor/test/mattressBench'
import { newId } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { createIngest, type Ingest } from './ingest.ts'
import { listeningSince } from './listening.ts'
import { createTiles } from './tiles.ts'
import { silence } from './watch.ts'

let product: TestApp
let orgId: string
let ingest: Ingest

const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await product.app.pool.query<T>(text, values)).rows

beforeAll(async () => {
  product = await demoApp()
  orgId = (await mattresses(product, 1))[0]!.orgId
})
afterAll(() => product.close())
beforeEach(async () => {
  await quiet(product)
  await ingest?.close()
  ingest = createIngest({ app: product.app, shown: () => undefined })
  await query('delete from device_listening')
})

/** A mattress and a resident's tag that were heard last so long ago. */
async function heardLast(ago: string): Promise<{ mattress: string; tag: string }> {
  const [tag] = await query<{ id: string }>(
    `select device_id as id from device where org_id = $1 and kind = 'TAG' and oldman_id is not null and enabled
      and not exists (select from outing u where u.org_id = device.org_id and u.oldman_id = device.oldman_id)
    order by device_no limit 1`,
    [orgId],
  )
  const made = { mattress: newId(), tag: tag!.id }
  await query('delete from alarm_record where device_id = $1', [made.tag])
  await query(
    `insert into device (org_id, device_id, device_no, kind, online, created_at) values ($1, $2, $3, 'MATTRESS', 1, now() - interval '1 day')`,
    [orgId, made.mattress, `L${made.mattress.slice(0, 20)}`],
  )
  await query(`insert into device_state (org_id, device_id) values ($1, $2)`, [orgId, made.mattress])
  await query(
    `update device_state set heard_at = now() - $2::interval, eval =
      jsonb_build_object('tag', jsonb_build_object('heardAt', (extract(epoch from now() - $2::interval) * 1000)::int8))
    where device_id = any($1)`,
    [Object.values(made), ago],
  )
  ingest.houses.forget(orgId)
  return made
}

async function blamed({ mattress, tag }: { mattress: string; tag: string }): Promise<string[]> {
  const tiles = createTiles(product.app)
  await silence(product.app, ingest.houses, tiles, ingest, () => true)
  tiles.close()
  await ingest.idle()
  const offline = await query<{ id: string }>(
    'select device_id as id from device where device_id = $1 and online = 0',
    [mattress],
  )
  const alarms = await query<{ type: string }>('select type from alarm_record where device_id = any($1)', [
    [mattress, tag],
  ])
  return [...offline.map(() => 'mattress offline'), ...alarms.map((one) => one.type)]
}

const listened = (since: string, seen: string) =>
  query(
    `insert into device_listening (since, seen) values (now() - $1::interval, now() - $2::interval)
    on conflict (one) do update set since = excluded.since, seen = excluded.seen`,
    [since, seen],
  )

test('whoever was silent for a long time while somebody listened is offline', async () => {
  const devices = await heardLast('100 minutes')
  await listened('3 hours', '5 seconds')
  expect(await blamed(devices)).toEqual(['mattress offline', 'communicationOffline'])
})

test('whoever could not be heard for a long time is not', async () => {
  const devices = await heardLast('100 minutes')
  await listened('3 hours', '100 minutes')
  expect(await blamed(devices)).toEqual([])
})

test('a restart of seconds is no gap: silence goes on counting across it', async () => {
  const devices = await heardLast('30 minutes')
  await listened('3 hours', '15 seconds')
  expect(await blamed(devices)).toEqual(['mattress offline', 'communicationOffline'])
})

test('a process that hears nothing itself judges by those that do, and not at all when nobody does', async () => {
  expect(await listeningSince(product.app.pool, false)).toBeNull()
  await listened('1 hour', '1 minute')
  expect(await listeningSince(product.app.pool, false)).toBeNull()
  await listened('1 hour', '5 seconds')
  const since = await listeningSince(product.app.pool, false)
  expect(Date.now() - since!).toBeGreaterThan(3_500_000)
  expect(await listeningSince(product.app.pool, true)).toBe(since)
  // A clock that was set back: nobody has listened since tomorrow.
  await listened('-1 day', '5 seconds')
  expect(await listeningSince(product.app.pool, true)).toBeLessThanOrEqual(Date.now() + 1_000)
})

test('a new tag whose clock is wrong: its first press is no silence, and its alarm is of now', async () => {
  const devices = await heardLast('1 second')
  await query(`update device_state set heard_at = null, eval = '{}' where device_id = $1`, [devices.tag])
  await listened('3 hours', '1 second')
  for (const off of [-3_600_000, 3_600_000, -946_684_800_000]) {
    const now = Date.now()
    const tag = { orgId, deviceId: devices.tag }
    await sender(ingest).say(tag, 'press', { button: 'sos', at: now + off }, now)
    expect(await blamed(devices)).toEqual(['sos'])
  }
  const [alarm] = await query<{ late: number; repeats: number }>(
    'select extract(epoch from now() - raised_at)::float8 as late, repeats from alarm_record where device_id = $1',
    [devices.tag],
  )
  expect(alarm!.late).toBeLessThan(60)
  expect(alarm!.repeats).toBe(2)
})
