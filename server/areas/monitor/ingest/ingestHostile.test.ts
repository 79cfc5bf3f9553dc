// Hostile and broken devices against a real database: what they say costs only them. Honest presses of another house are
// all heard, whatever comes beside them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AlarmCardData } from '#contract/monitor/alarm'
import type { AsideData, DeviceData } from '#contract/monitor/device'
import { ASIDES_KEPT, forgetOld } from '#server/areas/monitor/device/deviceAside'
import { type Lying, mattresses, quiet, type Sender, sender } from '#server/areas/monitor/test/mattressBench'
import { operatorOrganisation } from '#server/areas/platform/public'
import { newId } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { createIngest, type Ingest } from './ingest.ts'

let product: TestApp
let head: string
let beds: Lying[]
let otherHouse: string
let ingest: Ingest
let to: Sender

interface Device {
  orgId: string
  deviceId: string
}

beforeAll(async () => {
  product = await demoApp()
  head = await product.signIn('zhengkai', 'Yiyuan2026')
  beds = await mattresses(product, 6)
  otherHouse = await operatorOrganisation(product.app.pool)
})
afterAll(() => product.close())
beforeEach(async () => {
  await quiet(product)
  await query('update device set bad_count = 0, bad_reason = null, bad_at = null, clock_offset_s = 0')
  await query('delete from device_aside')
  await ingest?.close()
  ingest = createIngest({ app: product.app, shown: () => undefined })
  to = sender(ingest)
})

const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await product.app.pool.query<T>(text, values)).rows
const one = async <T extends object>(text: string, values: unknown[] = []) => (await query<T>(text, values))[0]!

async function device(kind: 'TAG' | 'CALL', orgId = beds[0]!.orgId): Promise<Device> {
  const deviceId = newId()
  await query(
    `with made as (insert into device (org_id, device_id, device_no, kind, call_family, caller_type)
      values ($1, $2, $3, $4, case when $4 = 'CALL' then 'R10' end, case when $4 = 'CALL' then 'BED' end) returning *)
    insert into device_state (org_id, device_id) select org_id, device_id from made`,
    [orgId, deviceId, `T${deviceId.slice(0, 20)}`, kind],
  )
  ingest.houses.forget(orgId)
  return { orgId, deviceId }
}

const openOf = ({ deviceId }: Device) =>
  query<{ recordId: string; type: string; repeats: number; fresh: boolean }>(
    `select record_id as "recordId", type, repeats, raised_at > now() - interval '1 minute' as fresh from alarm_record
    where device_id = $1 and status = 0`,
    [deviceId],
  )
const cardOf = async (recordId: string) =>
  (await product.ask<{ card: AlarmCardData }>('GET', `/pims/web-org/alarmRecord/${recordId}`, { token: head })).data
    .card

const CLOCKS: readonly unknown[] = [
  Date.now() * 1_000,
  253_402_300_799_999,
  1e308,
  -1e308,
  -1,
  0,
  946_684_800_000,
  1.5,
  '9999-12-31T23:59:59Z',
  '1970-01-01T00:00:00Z',
  'tomorrow',
  'a\u0000b',
  '\ud800',
  '',
  {},
  [1],
  true,
]

describe('a press is never dropped', () => {
  test.each(['TAG', 'CALL'] as const)(
    '%s: whatever its clock says, it is an alarm when it arrives, marked',
    async (kind) => {
      for (const at of CLOCKS) {
        const point = await device(kind)
        await to.say(point, 'press', { button: kind === 'TAG' ? 'sos' : 'bed', at }, Date.now())
        const [alarm, ...more] = await openOf(point)
        expect([at, alarm?.fresh, more]).toEqual([at, true, []])
        const card = await cardOf(alarm!.recordId)
        expect([at, card.deviceTime]).toEqual([at, expect.any(String)])
        expect(card.oddity).toContain('时钟不对')
      }
      expect(ingest.counts()).toMatchObject({ halved: 0, apart: 0 })
    },
  )

  test.each<[string, unknown]>([
    ['a button nobody knows', { button: '救命' }],
    ['a text with NUL', { button: 's\u0000s' }],
    ['a number', { button: 7 }],
    ['no button', {}],
    ['a battery that cannot be', { button: 'sos', battery: 'full' }],
    ['an array', ['sos']],
    ['no JSON', Buffer.from('{"button":"so')],
    ['nothing', Buffer.alloc(0)],
    ['bytes', Buffer.from([0xff, 0x00, 0xfe])],
  ])('%s on the channel of the presses is somebody calling', async (_, payload) => {
    for (const kind of ['TAG', 'CALL'] as const) {
      const point = await device(kind)
      await to.say(point, 'press', payload, Date.now())
      const [alarm] = await openOf(point)
      expect(alarm?.type).toBe(kind === 'TAG' ? 'sos' : 'BED')
      expect((await cardOf(alarm!.recordId)).oddity).toBeTruthy()
      const { data } = await product.ask<AsideData[]>('GET', `/pims/web-org/device/${point.deviceId}/asides`, {
        token: head,
      })
      expect(data).toHaveLength(1)
    }
  })

  test('older than the press before, after that was handled: a new alarm, with both times', async () => {
    const tag = await device('TAG')
    const now = Date.now()
    await to.say(tag, 'press', { button: 'sos', at: now }, now)
    const [first] = await openOf(tag)
    const body = { result: '已到床前查看' }
    await product.ask('POST', `/pims/web-org/alarmRecord/${first!.recordId}/handle`, { token: head, body })
    for (const [n, off] of [-60_000, -3_600_000, -120_000].entries()) {
      await to.say(tag, 'press', { button: 'sos', at: now + off }, Date.now())
      const [again] = await openOf(tag)
      expect(again).toMatchObject({ type: 'sos', fresh: true, repeats: n })
    }
    const [again] = await openOf(tag)
    expect(again!.recordId).not.toBe(first!.recordId)
    const { raisedAt, deviceTime, oddity } = await cardOf(again!.recordId)
    expect(Date.parse(`${deviceTime!.replace(' ', 'T')}+08:00`)).toBe(Math.floor((now - 120_000) / 1_000) * 1_000)
    expect(deviceTime).not.toBe(raisedAt)
    // Under way for two minutes is no wrong clock.
    expect(oddity).toBeNull()
  })

  test('sent again it counts once; positioning switched off, it counts all the same', async () => {
    const tag = await device('TAG')
    await query(
      `insert into monitor_setting (org_id, name, value) values ($1, 'positioning', '{"isEnable": false}')
      on conflict (org_id, name) do update set value = excluded.value`,
      [tag.orgId],
    )
    ingest.houses.forget(tag.orgId)
    const at = Date.now()
    for (let n = 0; n < 3; n++) await to.say(tag, 'press', { button: 'sos', at }, Date.now())
    expect(await openOf(tag)).toMatchObject([{ type: 'sos', repeats: 0 }])
    await query(`update monitor_setting set value = '{"isEnable": true}' where name = 'positioning'`)
  })

  test('five hundred presses in a second are one alarm that counts them', async () => {
    const tag = await device('TAG')
    const now = Date.now()
    const all = Array.from({ length: 500 }, (_, n) => to.say(tag, 'press', { button: 'sos', at: now - n }, now))
    await ingest.idle()
    await Promise.all(all)
    expect(await openOf(tag)).toMatchObject([{ repeats: 499 }])
    expect(ingest.counts().batches).toBeLessThan(20)
  })
})

/** What a hostile mattress says: each would have taken a batch down. */
const flavours: readonly ((n: number) => [channel: string, payload: unknown])[] = [
  (n) => ['reading', { inBed: 1, at: (Date.now() + n) * 1_000 }],
  () => ['reading', { inBed: 1, at: 1e308 }],
  () => ['reading', { inBed: 1, at: '\u0000' }],
  () => ['reading', { inBed: 1, heart: 1e308, battery: -1 }],
  () => ['status', { firmware: 'a\u0000b', battery: 1e9 }],
  () => ['status', { firmware: '\ud800' }],
  (n) => ['reading', { inBed: 1, turn: 50, at: Date.now() - n }],
  () => ['reading', Buffer.from('{"inBed":')],
  () => ['\u0000', {}],
]

describe('one device costs only itself', () => {
  test('four hundred hostile messages beside the presses of another house: every press is heard, no batch is lost', async () => {
    const points: Device[] = []
    for (let n = 0; n < 40; n++) points.push(await device(n % 2 === 0 ? 'TAG' : 'CALL', otherHouse))
    const sent: Promise<void>[] = []
    for (let n = 0; n < 400; n++) {
      const [channel, payload] = flavours[n % flavours.length]!(n)
      sent.push(to.say(beds[0]!, channel, payload, Date.now()))
      if (n % 10 === 0)
        sent.push(to.say(points[n / 10]!, 'press', { button: n % 20 === 0 ? 'sos' : 'bed' }, Date.now()))
    }
    await ingest.idle()
    await Promise.all(sent)
    for (const point of points) expect(await openOf(point)).toHaveLength(1)
    expect(ingest.counts()).toMatchObject({ halved: 0, apart: 0, unknown: 0 })
    const { bad, shown } = await one<{ bad: number; shown: number }>(
      `select bad_count as bad, (select count(*)::int from device_aside a where a.device_id = d.device_id) as shown
      from device d where device_id = $1`,
      [beds[0]!.deviceId],
    )
    expect(bad).toBeGreaterThan(100)
    expect(shown).toBeLessThanOrEqual(ASIDES_KEPT)
    expect(shown).toBeGreaterThan(0)
  })

  test('a device that only errs is heard no more for a while, except by its buttons', async () => {
    const tag = await device('TAG')
    const junk = Buffer.from('no')
    await Promise.all(Array.from({ length: 400 }, () => to.say(tag, 'position', junk, Date.now())))
    const before = ingest.counts().limited
    const late = to.say(tag, 'position', { battery: 50 }, Date.now())
    await to.say(tag, 'press', { button: 'sos' }, Date.now())
    expect(await openOf(tag)).toHaveLength(1)
    await ingest.idle()
    await late
    expect(ingest.counts().limited).toBe(before + 1)
    expect(await one('select battery from device where device_id = $1', [tag.deviceId])).toEqual({ battery: null })
  })

  test('what the database refuses is found by halving: the others are stored, the culprit is kept aside', async () => {
    await query(`create function refuse_one() returns trigger language plpgsql as $$ begin
      if new.device_key = ${beds[2]!.deviceKey} then raise exception 'no' using errcode = '22003'; end if; return new; end $$`)
    await query('create trigger refuse_one before insert on reading for each row execute function refuse_one()')
    try {
      const tag = await device('TAG', otherHouse)
      const at = Date.now()
      await Promise.all([...beds.map((bed) => to.reading(bed, at)), to.say(tag, 'press', { button: 'sos' }, at)])
      expect(await one('select count(*)::int as n from reading')).toEqual({ n: beds.length - 1 })
      expect(await openOf(tag)).toHaveLength(1)
      expect(ingest.counts().apart).toBe(1)
      expect(ingest.counts().halved).toBeLessThanOrEqual(3)
      expect(await query('select device_id from device_aside')).toEqual([{ device_id: beds[2]!.deviceId }])
      // It waits alone from now on: no further batch is halved for it.
      const { halved } = ingest.counts()
      const again = beds.map((bed) => to.reading(bed, at + 1_000))
      await ingest.idle()
      await Promise.all(again)
      expect(ingest.counts().halved).toBe(halved)
    } finally {
      await query('drop trigger refuse_one on reading')
      await query('drop function refuse_one')
    }
  })

  test('a state that cannot be evaluated costs its device a reading, never a press or the others', async () => {
    const tag = await device('TAG')
    await query(`update device_state set eval = '{"tag":{"open":7,"closed":"x","presses":[1]}}' where device_id = $1`, [
      tag.deviceId,
    ])
    await query(
      `update device_state set eval = jsonb_build_object('bed', jsonb_build_object('moves', 5, 'inBed', 1, 'at', $2::float8))
      where device_id = $1`,
      [beds[0]!.deviceId, Date.now() - 1_000],
    )
    const at = Date.now()
    await Promise.all([
      to.reading(beds[0]!, at, { move: 2 }),
      to.reading(beds[1]!, at),
      to.say(tag, 'press', { button: 'sos' }, at),
    ])
    expect(await openOf(tag)).toHaveLength(1)
    expect(await query('select device_key as k from reading')).toEqual([{ k: beds[1]!.deviceKey }])
    expect(ingest.counts()).toMatchObject({ halved: 0 })
  })
})

describe('what is kept aside', () => {
  test('is shown safely to whoever may see the device, bounded, and forgotten with time', async () => {
    const tag = await device('TAG')
    const payload = Buffer.from('{"x":"<b>\u0000\u202e\u001b[31m", "why')
    for (let n = 0; n < 3; n++) await to.say(tag, 'position', payload, Date.now())
    await to.say(tag, 'position', Buffer.alloc(60_000, 'a'), Date.now())
    const path = `/pims/web-org/device/${tag.deviceId}`
    const { data } = await product.ask<AsideData[]>('GET', `${path}/asides`, { token: head })
    expect(data).toHaveLength(4)
    expect(data[0]).toMatchObject({ channel: 'position', size: 60_000, reason: '不是 JSON' })
    expect(data[0]!.text.length).toBeLessThan(500)
    expect(data[1]!.text).toBe('{"x":"<b>\\u0000\\u202e\\u001b[31m", "why')
    expect((await product.ask<DeviceData>('GET', path, { token: head })).data.badCount).toBe(4)
    await query(`update device_aside set arrived_at = now() - interval '31 days'`)
    await forgetOld(product.app)
    expect(await query('select 1 from device_aside')).toEqual([])
  })

  test('also of a device that is switched off, and of one that nobody has registered', async () => {
    const tag = await device('TAG')
    await query('update device set enabled = false where device_id = $1', [tag.deviceId])
    ingest.houses.forget(tag.orgId)
    await to.say(tag, 'press', { button: 'sos' }, Date.now())
    expect(await openOf(tag)).toEqual([])
    const off = await product.ask<AsideData[]>('GET', `/pims/web-org/device/${tag.deviceId}/asides`, { token: head })
    expect(off.data[0]!.reason).toContain('停用')
    await to.say({ orgId: tag.orgId, deviceId: 'nobody' }, 'press', { button: 'sos' }, Date.now())
    const strangers = await product.ask<AsideData[]>('GET', '/pims/web-org/device/strangers', { token: head })
    expect(strangers.data.map((row) => row.reason)).toEqual(['未登记的设备 nobody'])
  })
})
