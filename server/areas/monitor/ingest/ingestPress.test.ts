// A press waits for nothing that others do: not for a batch of readings that hangs, not for the pool's connections.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Lying, mattresses, quiet, type Sender, sender } from '#server/areas/monitor/test/mattressBench'
import { newId } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { createIngest, type Ingest } from './ingest.ts'

let product: TestApp
let bed: Lying
let tag: { orgId: string; deviceId: string }
let ingest: Ingest
let to: Sender

const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await product.app.pool.query<T>(text, values)).rows
const alarms = () =>
  query<{ type: string; repeats: number }>('select type, repeats from alarm_record where device_id = $1', [
    tag.deviceId,
  ])
const press = () => to.say(tag, 'press', { at: Date.now(), button: 'sos' }, Date.now())

beforeAll(async () => {
  product = await demoApp()
  bed = (await mattresses(product, 1))[0]!
  tag = { orgId: bed.orgId, deviceId: newId() }
  await query(`insert into device (org_id, device_id, device_no, kind) values ($1, $2, 'PRESS-1', 'TAG')`, [
    tag.orgId,
    tag.deviceId,
  ])
  await query('insert into device_state (org_id, device_id) values ($1, $2)', [tag.orgId, tag.deviceId])
})
afterAll(async () => {
  await ingest.close()
  await product.close()
})
beforeEach(async () => {
  await quiet(product)
  await ingest?.close()
  ingest = createIngest({ app: product.app, shown: () => undefined })
  to = sender(ingest)
  // What is known of the house is read with the first message.
  await to.reading(bed, Date.now())
})

test('a batch of readings that hangs in the database holds no press up, and goes on when it can', async () => {
  const other = await product.app.pool.connect()
  await other.query('begin')
  await other.query('select from device_state where device_id = $1 for update', [bed.deviceId])
  let stored = false
  const reading = to.reading(bed, Date.now() + 1_000).then(() => {
    stored = true
  })
  await press()
  expect(await alarms()).toEqual([{ type: 'sos', repeats: 0 }])
  expect(stored).toBe(false)
  await other.query('rollback')
  other.release()
  await reading
})

test('a press beside a position of the same tag that hangs: both count, each once', async () => {
  const other = await product.app.pool.connect()
  await other.query('begin')
  await other.query('select from device_state where device_id = $1 for update', [tag.deviceId])
  const both = [to.say(tag, 'position', { at: Date.now(), battery: 80 }, Date.now()), press()]
  await other.query('rollback')
  other.release()
  await Promise.all(both)
  expect(await alarms()).toEqual([{ type: 'sos', repeats: 0 }])
  const [state] = await query<{ battery: number }>('select battery from device_state where device_id = $1', [
    tag.deviceId,
  ])
  expect(state).toEqual({ battery: 80 })
})

test('connections that are all in use hold no press up', async () => {
  const taken = await Promise.all(
    Array.from({ length: product.app.pool.options.max }, () => product.app.pool.connect()),
  )
  await press()
  const { rows } = await taken[0]!.query('select type from alarm_record where device_id = $1', [tag.deviceId])
  expect(rows).toEqual([{ type: 'sos' }])
  for (const one of taken) one.release()
})

test('presses and positions of one tag at the same time, again and again: every press is counted once', async () => {
  const sent: Promise<void>[] = []
  for (let n = 0; n < 100; n++) {
    const now = Date.now() + n
    sent.push(to.say(tag, 'position', { at: now, battery: 50 + (n % 40) }, now))
    if (n % 2 === 0) sent.push(to.say(tag, 'press', { at: now, button: 'sos' }, now))
    if (n % 10 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(sent)
  expect(await alarms()).toEqual([{ type: 'sos', repeats: 49 }])
})
