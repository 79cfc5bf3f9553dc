// What measuring devices send: stored once, judged, followed; what cannot be is left out or refused.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusals } from '#contract/kit/refusal'
import { type Sender, sender } from '#server/areas/monitor/test/mattressBench'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { createIngest, type Ingest } from './ingest.ts'

const DEVICES = '/pims/web-org/device'
const TAKE = '/pims/web-org/bloodSign/device'

let product: TestApp
let head: string
let ingest: Ingest
let to: Sender
let elders: { id: string; name: string }[]
let cuff: { orgId: string; deviceId: string }
let cuffNo: string

const sql = async <T extends object>(text: string, values: unknown[] = [DEMO_ORG]) =>
  (await product.app.pool.query<T>(text, values)).rows

async function register(deviceNo: string, more: object) {
  const made = await product.ask<{ deviceId: string; channel: string }>('POST', DEVICES, {
    token: head,
    body: { deviceNo, kind: 'SIGN', ...more },
  })
  expect(made).toMatchObject({ status: 200, data: { channel: 'sign' } })
  return { orgId: DEMO_ORG, deviceId: made.data.deviceId }
}

beforeAll(async () => {
  product = await demoApp()
  head = await product.signIn('hejing', 'Yiyuan2026')
  elders = await sql(
    `select o.oldman_id as id, o.oldman_name as name from oldman o where o.org_id = $1 and o.status = 1 and not exists (
       select 1 from vital_alert a where a.org_id = o.org_id and a.oldman_id = o.oldman_id and a.state <> 'CLOSED')
     order by o.oldman_id limit 5`,
  )
  cuffNo = 'XY-TEST-1'
  cuff = await register(cuffNo, { oldmanId: elders[0]!.id })
  ingest = createIngest({ app: product.app, shown: () => undefined })
  to = sender(ingest)
})
afterAll(async () => {
  await ingest.close()
  await product.close()
})

const signsOf = (deviceId: string) =>
  sql<{ message_no: string; systolic: number; pulse: number; grade: string; source: string; oldman_id: string }>(
    `select message_no, systolic, pulse, temperature::float8, grade, source, oldman_id from vital_sign
     where org_id = $1 and device_id = $2 order by message_no`,
    [DEMO_ORG, deviceId],
  )
const badReason = async (deviceId: string) =>
  (
    await sql<{ reason: string | null }>(
      'select bad_reason as reason from device where org_id = $1 and device_id = $2',
      [DEMO_ORG, deviceId],
    )
  )[0]!.reason

describe('over MQTT', () => {
  test('the same number counts once, also when both arrive at once', async () => {
    const said = { no: 7, systolic: 126, diastolic: 78, pulse: 70 }
    await Promise.all([1, 2, 3].map(() => to.say(cuff, 'sign', said, Date.now())))
    await to.say(cuff, 'sign', { ...said, pulse: 99 }, Date.now())
    expect(await signsOf(cuff.deviceId)).toEqual([
      expect.objectContaining({
        message_no: '7',
        pulse: 70,
        grade: 'normal',
        source: 'device',
        oldman_id: elders[0]!.id,
      }),
    ])
  })

  test('an abnormal one waits for somebody, and a red one is told', async () => {
    await to.say(cuff, 'sign', { no: 'r-1', systolic: 192, diastolic: 104 }, Date.now())
    expect(
      await sql('select grade, state from vital_alert where org_id = $1 and oldman_id = $2', [DEMO_ORG, elders[0]!.id]),
    ).toContainEqual({ grade: 'red', state: 'OPEN' })
    await expect
      .poll(() =>
        sql('select 1 from user_message where org_id = $1 and title = $2', [DEMO_ORG, `${elders[0]!.name}体征危急`]),
      )
      .not.toEqual([])
  })

  test('what cannot be is left out and kept aside; nothing of a wrong pressure is kept', async () => {
    await to.say(cuff, 'sign', { no: 'b-1', systolic: 90, diastolic: 120, pulse: 66 }, Date.now())
    await to.say(cuff, 'sign', { no: 'b-2', pulse: 900 }, Date.now())
    await to.say(cuff, 'sign', { pulse: 70 }, Date.now())
    const stored = await signsOf(cuff.deviceId)
    expect(stored.find((one) => one.message_no === 'b-1')).toMatchObject({ systolic: null, pulse: 66 })
    expect(stored.map((one) => one.message_no)).not.toContain('b-2')
    expect(await badReason(cuff.deviceId)).not.toBeNull()
  })

  test('a clock that is a day ahead is not believed', async () => {
    const now = Date.now()
    await to.say(cuff, 'sign', { no: 'clock', pulse: 71, at: now + 86_400_000 }, now)
    const [row] = await sql<{ ahead: boolean }>(
      `select measured_at > now() + interval '1 minute' as ahead from vital_sign
       where org_id = $1 and device_id = $2 and message_no = 'clock'`,
      [DEMO_ORG, cuff.deviceId],
    )
    expect(row!.ahead).toBe(false)
  })

  test('a device that belongs to nobody is heard, and its message kept aside', async () => {
    const free = await register('XY-TEST-2', {})
    await to.say(free, 'sign', { no: 1, pulse: 70 }, Date.now())
    expect(await signsOf(free.deviceId)).toEqual([])
    expect(await badReason(free.deviceId)).toContain('没有绑定老人')
  })

  test('a device still bound to somebody who has left is heard, and nothing is stored of it', async () => {
    const [left] = await sql<{ id: string }>(
      'select oldman_id as id from oldman where org_id = $1 and status = 2 order by 1 limit 1',
    )
    const bound = await register('XY-TEST-LEFT', { oldmanId: elders[3]!.id })
    await sql('update device set oldman_id = $3 where org_id = $1 and device_id = $2', [
      DEMO_ORG,
      bound.deviceId,
      left!.id,
    ])
    await to.say(bound, 'sign', { no: 1, systolic: 190, diastolic: 110 }, Date.now())
    expect(await signsOf(bound.deviceId)).toEqual([])
    expect(await badReason(bound.deviceId)).toContain('不在院内居住')
    const asides = 'select reason from device_aside where org_id = $1 and device_id = $2'
    expect(await sql(asides, [DEMO_ORG, bound.deviceId])).toHaveLength(1)
    const call = await product.ask('POST', TAKE, {
      token: head,
      body: { deviceNo: 'XY-TEST-LEFT', no: '2', pulse: 70 },
    })
    expect(call).toMatchObject({ status: refusals.INVALID_INPUT[0], desc: expect.stringContaining('不在院内居住') })
  })

  test('a cuff and a thermometer may both be one resident’s, and a tag beside them', async () => {
    const { id } = elders[1]!
    await register('XY-TEST-3', { oldmanId: id })
    await register('XY-TEST-4', { oldmanId: id })
    const wrong = await product.ask('POST', DEVICES, {
      token: head,
      body: { deviceNo: 'XY-TEST-5', kind: 'SIGN', userId: 'x' },
    })
    expect(wrong.desc).toContain('体征设备只能绑定老人或床位')
  })
})

describe('over HTTP', () => {
  const take = (body: object) =>
    product.ask<{ signId: string; again: boolean }>('POST', TAKE, { token: head, body: { deviceNo: cuffNo, ...body } })

  test('stores once and says so', async () => {
    const first = await take({ no: 'h-1', temperature: 36.7 })
    expect(first.data.again).toBe(false)
    expect((await take({ no: 'h-1', temperature: 36.7 })).data).toEqual({ signId: first.data.signId, again: true })
    const both = await Promise.all([take({ no: 'h-2', pulse: 70 }), take({ no: 'h-2', pulse: 70 })])
    expect(new Set(both.map((one) => one.data.signId)).size).toBe(1)
  })

  test('refuses what cannot be', async () => {
    expect((await take({ no: 'h-3', temperature: 60 })).status).toBe(refusals.INVALID_INPUT[0])
    expect((await take({ no: 'h-4' })).desc).toContain('至少填写一项')
    expect((await take({ no: 'h-5', pulse: 70, at: '2099-01-01 00:00:00' })).desc).toContain('不能晚于现在')
    expect((await take({ deviceNo: 'nobody', no: 'h-6', pulse: 70 })).status).toBe(refusals.NOT_FOUND[0])
    expect((await take({ deviceNo: 'XY-TEST-2', no: 'h-7', pulse: 70 })).desc).toContain('没有绑定老人')
  })
})
