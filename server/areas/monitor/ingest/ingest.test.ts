import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { localDate } from '#contract/kit/clock'
import { raiseAlarms } from '#server/areas/monitor/alarm/alarmRaise'
import { type Lying, mattresses, quiet, type Sender, sender } from '#server/areas/monitor/test/mattressBench'
import { newAlarm } from '#server/areas/monitor/test/newAlarm'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { createIngest, type Ingest } from './ingest.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

const KILL = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`

let product: TestApp
let beds: Lying[]
let bed: Lying
let to: Sender
const others: Ingest[] = []

beforeAll(async () => {
  product = await demoApp()
  beds = await mattresses(product, 60)
  bed = beds[0]!
})
afterAll(() => product.close())
beforeEach(async () => {
  await quiet(product)
  others.push(createIngest({ app: product.app, shown: () => undefined }))
  to = sender(others.at(-1)!)
})

const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await product.app.pool.query<T>(text, values)).rows
const one = async <T extends object>(text: string, values: unknown[] = []) => (await query<T>(text, values))[0]!
const alarms = () =>
  query<{ type: string; status: number; kind: string }>(
    `select type, status, kind from alarm_record where device_id = $1 and created_at > now() - interval '1 hour'
     order by raised_at`,
    [bed.deviceId],
  )
/** Two o'clock of the last night: rules of the night hold, and it is never the future. */
const night = () => {
  const now = Date.now()
  const two = localDate(now).setUTCHours(2 - 8 + 0, 0, 0, 0)
  return two > now ? two - 86_400_000 : two
}

async function lie(from: number, seconds: number, what: Parameters<Sender['reading']>[2] = {}): Promise<number> {
  let at = from
  const sent: Promise<void>[] = []
  for (; at < from + seconds * SECOND; at += 5 * SECOND) sent.push(to.reading(bed, at, what))
  await Promise.all(sent)
  return at
}

/** Minutes agree with the readings they were made of; the running minute is still with the device. */
async function minutesAgree(): Promise<void> {
  const wrong = await query(
    `with made as (select date_trunc('minute', at) as minute, count(*) as n, sum(in_bed) as bed, count(heart) as hn,
        coalesce(sum(heart), 0) as hs, min(heart) as lo, max(heart) as hi, sum(turn) as turns from reading where device_key = $1 group by 1)
    select * from made full join reading_minute r on r.minute = made.minute and r.device_key = $1
    where made.minute is distinct from (select date_trunc('minute', max(at)) from reading where device_key = $1)
      and (made.n, made.bed, made.hn, made.hs, made.lo, made.hi, made.turns)
        is distinct from (r.n, r.in_bed_n, r.heart_n, r.heart_sum, r.heart_min, r.heart_max, r.turns)`,
    [bed.deviceKey],
  )
  expect(wrong).toEqual([])
}

describe('what is acknowledged is stored', () => {
  test('readings, minutes, the state and the resident they belong to', async () => {
    await lie(night(), 180)
    expect(await one('select count(*)::int as n from reading where device_key = $1', [bed.deviceKey])).toEqual({
      n: 36,
    })
    await minutesAgree()
    const minutes = await query('select oldman_id, n from reading_minute where device_key = $1', [bed.deviceKey])
    expect(minutes).toHaveLength(2)
    expect(minutes[0]).toEqual({ oldman_id: bed.oldmanId, n: 12 })
    expect(await one('select in_bed, heart from device_state where device_id = $1', [bed.deviceId])).toEqual({
      in_bed: 1,
      heart: 66,
    })
  })

  test('doubled, late and out-of-order readings are facts of their time, each once', async () => {
    const from = night()
    const moments = Array.from({ length: 60 }, (_, at) => from + at * 5 * SECOND)
    const mixed = [...moments.slice(30), ...moments.slice(0, 40), ...moments.slice(10, 50)]
    for (const at of mixed) await to.reading(bed, at, { heart: 60 + (at % 7) })
    expect(await one('select count(*)::int as n from reading where device_key = $1', [bed.deviceKey])).toEqual({
      n: 60,
    })
    await minutesAgree()
  })

  test('a restart in between forgets nothing: another process goes on with the same timers', async () => {
    const settled = await lie(night(), 120)
    const half = await lie(settled, 40, { heart: 140 })
    to = sender(createIngest({ app: product.app, shown: () => undefined }))
    await lie(half, 40, { heart: 140 })
    expect(await alarms()).toEqual([{ type: '4', status: 0, kind: 'HEART' }])
  })

  test('connections that the database ends under way: nothing acknowledged is lost, nothing is doubled', async () => {
    // A second apart, so that they stay in the past however long this takes.
    const from = Date.now() - 20 * 60 * MINUTE
    let sent = 0
    let ended = false
    const work = (async () => {
      while (!ended) {
        await to.reading(bed, from + sent * SECOND)
        sent++
      }
    })()
    const killer = new pg.Client({ connectionString: product.url })
    try {
      await killer.connect()
      await expect.poll(() => sent).toBeGreaterThan(5)
      for (let round = 0; round < 3; round++) {
        const before = sent
        await killer.query(KILL)
        await expect.poll(() => sent, { timeout: 8_000 }).toBeGreaterThan(before)
      }
    } finally {
      ended = true
      await killer.end()
      await work
    }
    const stored = await one('select count(*)::int as n from reading where device_key = $1', [bed.deviceKey])
    expect(stored).toEqual({ n: sent })
    await minutesAgree()
  })
})

describe('what does not fit', () => {
  test.each<[string, string, unknown]>([
    ['no JSON', 'reading', Buffer.from('{"inBed":')],
    ['a text where a number belongs', 'reading', { inBed: 'yes' }],
    ['nothing', 'reading', Buffer.alloc(0)],
    ['an array', 'reading', [1, 2, 3]],
    ['bytes', 'reading', Buffer.from([0xff, 0xfe, 0x00])],
    ['a channel a mattress does not have', 'position', { x: 1, y: 1 }],
    ['a channel nobody has', 'constructor', {}],
  ])('%s is counted on the device and acknowledged', async (_, channel, payload) => {
    const before = await one<{ n: number }>('select bad_count as n from device where device_id = $1', [bed.deviceId])
    await to.say(bed, channel, payload, Date.now())
    const after = await one<{ n: number; reason: string }>(
      'select bad_count as n, bad_reason as reason from device where device_id = $1',
      [bed.deviceId],
    )
    expect(after.n).toBe(before.n + 1)
    expect(after.reason.length).toBeGreaterThan(2)
    expect(await query('select 1 from reading')).toEqual([])
  })

  test('an impossible heart is left out and counted; that somebody lies in bed is kept', async () => {
    await to.say(bed, 'reading', { inBed: 1, heart: 900, breath: 16 }, Date.now())
    expect(await query('select in_bed as b, heart as h from reading')).toEqual([{ b: 1, h: null }])
    const { reason } = await one<{ reason: string }>('select bad_reason as reason from device where device_id = $1', [
      bed.deviceId,
    ])
    expect(reason).toContain('heart')
  })

  test('a device of another organisation stores nothing', async () => {
    await to.say({ orgId: 'b'.repeat(32), deviceId: bed.deviceId }, 'reading', { inBed: 1 }, Date.now())
    expect(await query('select 1 from reading')).toEqual([])
  })

  test('a clock an hour ahead or behind: the time of arrival counts, and the device says so', async () => {
    const hour = 3_600_000
    for (const [off, expected] of [
      [hour, 3600],
      [-hour, -3600],
    ] as const) {
      await quiet(product)
      to = sender(createIngest({ app: product.app, shown: () => undefined }))
      const from = night()
      for (let at = from; at < from + 300 * SECOND; at += 5 * SECOND) {
        await to.say(bed, 'reading', { at: at + off, inBed: 1, heart: at - from < 120 * SECOND ? 66 : 140 }, at)
      }
      const device = await one('select clock_offset_s as s from device where device_id = $1', [bed.deviceId])
      expect(device).toEqual({ s: expected })
      expect((await alarms()).filter((alarm) => alarm.status === 0)).toEqual([{ type: '4', status: 0, kind: 'HEART' }])
      const raised = await one<{ late: boolean }>(
        `select raised_at between to_timestamp($1 / 1000.0) and to_timestamp($2 / 1000.0) as late from alarm_record
         where status = 0 and device_id = $3`,
        [from, from + 300 * SECOND, bed.deviceId],
      )
      expect(raised.late).toBe(true)
    }
  })
})

describe('alarms', () => {
  test('raised once, repeated on the same row, released when it recovers', async () => {
    const settled = await lie(night(), 120)
    const high = await lie(settled, 400, { heart: 140 })
    expect(await alarms()).toEqual([{ type: '4', status: 0, kind: 'HEART' }])
    await lie(high, 90)
    expect(await alarms()).toEqual([{ type: '4', status: 4, kind: 'HEART' }])
    const record = await one<{ repeats: number; waited: boolean }>(
      `select repeats, raised_at - start_at >= interval '60 seconds' as waited from alarm_record
       where device_id = $1 and status = 4 order by raised_at desc limit 1`,
      [bed.deviceId],
    )
    expect(record).toEqual({ repeats: 1, waited: true })
  })

  test('one that somebody has taken up waits for the result although the heart is well again', async () => {
    const token = await product.signIn('hejing', 'Yiyuan2026')
    const settled = await lie(night(), 120)
    const high = await lie(settled, 70, { heart: 140 })
    const { record_id: id } = await one<{ record_id: string }>('select record_id from alarm_record where status = 0')
    expect((await product.ask('POST', `/pims/web-org/alarmRecord/${id}/take`, { token })).status).toBe(200)
    await lie(high, 90)
    expect(
      await one('select status, recovered_at is not null as well from alarm_record where record_id = $1', [id]),
    ).toEqual({
      status: 0,
      well: true,
    })
    const body = { result: '已到床前查看' }
    const handled = await product.ask<{ status: number }>('POST', `/pims/web-org/alarmRecord/${id}/handle`, {
      token,
      body,
    })
    expect(handled.data.status).toBe(3)
    const again = await product.ask('POST', `/pims/web-org/alarmRecord/${id}/handle`, { token, body })
    expect(again.status).not.toBe(200)
  })

  test('closed by a person while the condition lasts: not again before the cool-down', async () => {
    const token = await product.signIn('hejing', 'Yiyuan2026')
    // The cool-down counts from the moment of closing, which is now.
    const now = Date.now()
    const settled = await lie(now - 4 * MINUTE, 120)
    await lie(settled, 70, { heart: 140 })
    const { record_id: id } = await one<{ record_id: string }>('select record_id from alarm_record where status = 0')
    await product.ask('POST', `/pims/web-org/alarmRecord/${id}/ignore`, { token, body: {} })
    await to.reading(bed, now - SECOND, { heart: 140 })
    await to.reading(bed, Date.now(), { heart: 140 })
    expect((await alarms()).filter((alarm) => alarm.status === 0)).toEqual([])
    const state = await one<{ kept: { bed: { kinds: { HEART?: { open?: boolean; notBefore?: number } } } } }>(
      'select eval as kept from device_state where device_id = $1',
      [bed.deviceId],
    )
    expect(state.kept.bed.kinds.HEART?.open).toBeUndefined()
    expect(state.kept.bed.kinds.HEART?.notBefore).toBeGreaterThan(now + 4 * MINUTE)
  })

  test('fifty triggers at the same moment leave one open row', async () => {
    const clients = await Promise.all(Array.from({ length: 8 }, () => product.app.pool.connect()))
    const { orgId, deviceId, deviceNo, bedId, oldmanId } = bed
    const alarm = newAlarm({ orgId, deviceId, deviceNo, bedId, oldmanId })
    const raised = await Promise.all(
      Array.from({ length: 50 }, (_, at) => {
        const client = clients[at % clients.length]!
        return raiseAlarms(client, [alarm])
      }),
    )
    for (const client of clients) client.release()
    expect(raised.flat().filter((row) => row.fresh)).toHaveLength(1)
    expect(new Set(raised.flat().map((row) => row.recordId)).size).toBe(1)
    expect(await query('select repeats from alarm_record where status = 0')).toEqual([{ repeats: 49 }])
  })

  test('two processes that share the messages of sixty devices raise each alarm once', async () => {
    const processes = [to, sender(createIngest({ app: product.app, shown: () => undefined }))]
    const from = night()
    let turn = 0
    for (let at = from; at < from + 240 * SECOND; at += 5 * SECOND) {
      const heart = at - from < 120 * SECOND ? 66 : 140
      await Promise.all(beds.map((lying) => processes[turn++ % 2]!.reading(lying, at, { heart })))
    }
    const open = await query<{ n: number }>(
      'select count(*)::int as n from alarm_record where status = 0 group by device_id order by 1',
    )
    expect(open).toHaveLength(beds.length)
    expect(new Set(open.map((row) => row.n))).toEqual(new Set([1]))
    const stored = await one('select count(*)::int as n from reading')
    expect(stored).toEqual({ n: beds.length * 48 })
  })
})
