// The scripted night as devices say it: message by message into the database, with a restart in the middle. What the rules
// raised is read from the records.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Lying, mattresses, quiet, sender } from '#server/areas/monitor/test/mattressBench'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { bedReadings, scriptedNight } from '#simulator/night'
import { dayOf } from '#simulator/sleeper'
import { createIngest } from './ingest.ts'

const DAY = 86_400_000
/** Fewer readings than a mattress sends; the rules count seconds, not readings. */
const EVERY_S = 15

let product: TestApp
beforeAll(async () => {
  product = await demoApp()
})
afterAll(() => product.close())

interface Raised {
  deviceId: string
  kind: string
  at: number
  status: number
}

test('every bed raises exactly what its story says, and each alarm ends by itself', async () => {
  const night = scriptedNight(dayOf(Date.now() - 2 * DAY), EVERY_S)
  const beds = await mattresses(product, night.beds.length)
  expect(beds).toHaveLength(night.beds.length)
  await quiet(product)
  const own = (kind: string, which: (at: number) => boolean) =>
    product.app.pool.query(
      `update alarm_rule set scope_ids = $2, status = 0 where org_id = $1 and kind = $3 and scope = 'ELDER'`,
      [beds[0]!.orgId, JSON.stringify(beds.filter((_, at) => which(at)).map((bed) => bed.oldmanId)), kind],
    )
  await own('EXIT', (at) => night.beds[at]!.fallRisk === true)
  await own('STILL', (at) => night.beds[at]!.bedBound === true)
  product.app.bus.publish('monitor/forget', { orgId: beds[0]!.orgId })

  const stories = night.beds.map((bed, at) => ({ lying: beds[at]! as Lying, readings: [...bedReadings(night, bed)] }))
  const middle = (night.from + night.to) / 2
  let sent = 0
  for (const [from, to] of [
    [night.from, middle],
    [middle, night.to + 1],
  ] as const) {
    // A process of its own for each half: nothing of the first is left in memory.
    const ingest = createIngest({ app: product.app, shown: () => undefined })
    const out = sender(ingest)
    // Fifty minutes of all beds at once keep the order of each.
    for (let at = from; at < to; at += 50 * 60_000) {
      const until = Math.min(at + 50 * 60_000, to)
      const some = stories.flatMap(({ lying, readings }) =>
        readings.filter((one) => one.at >= at && one.at < until).map((one) => out.say(lying, 'reading', one, one.at)),
      )
      sent += some.length
      await Promise.all(some)
    }
    await ingest.close()
  }

  const { rows } = await product.app.pool.query<Raised>(
    `select device_id as "deviceId", kind, (extract(epoch from raised_at) * 1000)::float8 as at, status
    from alarm_record where source = 'MATTRESS' order by raised_at`,
  )
  for (const [at, bed] of night.beds.entries()) {
    const raised = rows.filter((one) => one.deviceId === beds[at]!.deviceId)
    expect({ story: bed.story, raised: raised.map((one) => one.kind) }).toEqual({
      story: bed.story,
      raised: bed.expected.map((one) => one.kind),
    })
    for (const [n, one] of raised.entries()) {
      expect(one.at).toBeGreaterThanOrEqual(bed.expected[n]!.from)
      expect(one.at).toBeLessThanOrEqual(bed.expected[n]!.to)
      expect(one.status).toBe(4)
    }
  }
  const stored = await product.app.pool.query<{ n: number }>('select count(*)::int as n from reading')
  expect(stored.rows[0]!.n).toBe(sent)
}, 120_000)
