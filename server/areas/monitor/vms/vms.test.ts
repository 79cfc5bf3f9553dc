import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { VmsConfigData, VmsOutboxData } from '#contract/monitor/vms'
import { DEMO_ORG } from '#server/areas/platform/public'
import { newId } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { dialOne } from './vmsOutbox.ts'
import { signedQuery } from './vmsProvider.ts'

let product: TestApp
let head: string
let nurse: string
let service: Server
let answer: { status: number; body: object }
let heard: URLSearchParams[]

beforeAll(async () => {
  service = createServer((request, response) => {
    heard.push(new URL(request.url!, 'http://x').searchParams)
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  product = await demoApp({ VMS_ENDPOINT: `http://127.0.0.1:${port}` })
  head = await product.signIn('hejing', 'Yiyuan2026')
  nurse = await product.signIn('lixiaomei', 'Yiyuan2026')
})
afterAll(async () => {
  await product.close()
  await new Promise((resolve) => service.close(resolve))
})
beforeEach(async () => {
  heard = []
  answer = { status: 200, body: { Code: 'OK', CallId: '1' } }
  await product.app.pool.query(`delete from monitor_setting where name in ('vms', 'ladder')`)
})

const base = '/pims/web-org/aliVmsConfig'
const aliyun = {
  provider: 'aliyun',
  accessKeyId: 'testid',
  accessKeySecret: 'testsecret',
  ttsCode: 'TTS_1',
  playTimes: 2,
}
const save = (body: object, token = head) => product.ask<VmsConfigData>('PUT', base, { token, body })

async function queued(recordId: string | null = null): Promise<string> {
  const outboxId = newId()
  await product.app.pool.query(
    `insert into vms_outbox (org_id, outbox_id, record_id, scene, phone, params, provider)
    values ($1, $2, $3, 'MATTRESS:4', '13800001234', '{"place":"2层 203室"}', 'aliyun')`,
    [DEMO_ORG, outboxId, recordId],
  )
  return outboxId
}
const stateOf = async (outboxId: string) =>
  (await product.app.pool.query('select state, tries, error from vms_outbox where outbox_id = $1', [outboxId])).rows[0]

it('signs as the documentation of Aliyun shows it', () => {
  const query = signedQuery(
    {
      Timestamp: '2016-02-23T12:46:24Z',
      Format: 'XML',
      AccessKeyId: 'testid',
      Action: 'DescribeRegions',
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: '3ee8c1b8-83d3-44af-a94f-4e0ad82fd6cf',
      Version: '2014-05-26',
      SignatureVersion: '1.0',
    },
    'testsecret',
  )
  expect(query.startsWith(`Signature=${encodeURIComponent('OLeaidS1JvxuMvnyHOwuJ+uX5qY=')}&`)).toBe(true)
})

describe('the voice service', () => {
  it('keeps the secret to itself, and keeps it when none is sent', async () => {
    const saved = await save(aliyun)
    expect(saved.data).toMatchObject({ provider: 'aliyun', accessKeyId: 'testid', hasSecret: 1, version: 1 })
    expect(JSON.stringify(saved)).not.toContain('testsecret')
    const { rows } = await product.app.pool.query(`select value::text from monitor_setting where name = 'vms'`)
    expect(rows[0].value).not.toContain('testsecret')
    const { accessKeySecret: _, ...rest } = aliyun
    expect((await save({ ...rest, ttsCode: 'TTS_2', version: 1 })).data).toMatchObject({ hasSecret: 1, version: 2 })
    expect((await save({ ...rest, version: 1 })).status).toBe(40902)
    const log = await product.app.pool.query(
      `select changes::text from operation_log where target_id = $1 and changes is not null`,
      [`vms:${DEMO_ORG}`],
    )
    expect(log.rows.length).toBeGreaterThanOrEqual(2)
    expect(JSON.stringify(log.rows)).not.toContain('testsecret')
  })

  it('wants what the service needs, and only of those who may', async () => {
    const refused = await save({ provider: 'aliyun', accessKeyId: 'a', playTimes: 2 })
    expect(refused).toMatchObject({ status: 42200, desc: '请填写 AccessKey Secret' })
    expect((await product.ask('GET', base, { token: head })).data).toMatchObject({ provider: 'outbox', version: 0 })
  })

  it('dials with a signed request and marks it', async () => {
    await save(aliyun)
    const id = await queued()
    await dialOne(product.app, { orgId: DEMO_ORG, outboxId: id })
    expect(await stateOf(id)).toEqual({ state: 'SENT', tries: 1, error: null })
    expect(Object.fromEntries(heard[0]!)).toMatchObject({
      Action: 'SingleCallByTts',
      CalledNumber: '13800001234',
      TtsCode: 'TTS_1',
      TtsParam: '{"place":"2层 203室"}',
      OutId: id,
    })
    const { Signature, ...params } = Object.fromEntries(heard[0]!)
    expect(signedQuery(params as Record<string, string>, 'testsecret')).toContain(encodeURIComponent(Signature!))
    // Nobody is phoned twice.
    await dialOne(product.app, { orgId: DEMO_ORG, outboxId: id })
    expect(heard).toHaveLength(1)
  })

  it('says why a call failed and can be tried again', async () => {
    await save(aliyun)
    answer = { status: 400, body: { Code: 'SignatureDoesNotMatch', Message: 'x' } }
    const id = await queued()
    await expect(dialOne(product.app, { orgId: DEMO_ORG, outboxId: id })).rejects.toThrow('AccessKey Secret 不正确')
    expect(await stateOf(id)).toMatchObject({ state: 'FAILED', tries: 1 })
    answer = { status: 200, body: { Code: 'OK' } }
    const again = await product.ask<VmsOutboxData>('PUT', `/pims/web-org/aliVmsOutbox/${id}/retry`, { token: head })
    expect(again.data.state).toBe('WAITING')
    await expect.poll(async () => (await stateOf(id)).state, { timeout: 10_000 }).toBe('SENT')
  })

  it('does not phone about an alarm that is closed', async () => {
    await save(aliyun)
    const recordId = newId()
    await product.app.pool.query(
      `insert into alarm_record (org_id, record_id, source, device_no, type, content, raised_at, status, handled_at)
      values ($1, $2, 'MATTRESS', 'z', '4', '心率过高', now(), 3, now())`,
      [DEMO_ORG, recordId],
    )
    const id = await queued(recordId)
    await dialOne(product.app, { orgId: DEMO_ORG, outboxId: id })
    expect(await stateOf(id)).toMatchObject({ state: 'DROPPED', tries: 0 })
    expect(heard).toHaveLength(0)
    const dialled = await product.ask('PUT', `/pims/web-org/aliVmsOutbox/${id}/dialled`, { token: head })
    expect(dialled).toMatchObject({ status: 40901, desc: '当前状态为“告警已关闭”，不能标记为已拨打' })
  })

  it('without a service waits for a person, who marks it', async () => {
    const made = await product.ask<VmsOutboxData>('POST', `${base}/test`, {
      token: head,
      body: { phone: '13800001234' },
    })
    expect(made.data).toMatchObject({ state: 'WAITING', provider: 'outbox', sceneName: '试拨' })
    const path = `/pims/web-org/aliVmsOutbox/${made.data.outboxId}/dialled`
    const both = await Promise.all([
      product.ask('PUT', path, { token: nurse }),
      product.ask('PUT', path, { token: head }),
    ])
    expect(both.map((one) => one.status).sort()).toEqual([200, 40901])
  })
})

describe('scenes, ladder and roster', () => {
  it('answers all scenes and stores what is switched', async () => {
    const body = { scenes: [{ scene: 'MATTRESS:5', status: 1, level: 2 }] }
    await product.ask('PUT', `${base}/scene`, { token: head, body })
    const { data } = await product.ask<{ scene: string }[]>('GET', `${base}/scene`, { token: head })
    expect(data).toHaveLength(17)
    expect(data.find((one) => one.scene === 'MATTRESS:5')).toMatchObject({
      status: 1,
      level: 2,
      sceneName: '床垫：尿湿',
    })
  })

  it('refuses a ladder that tells nobody or leaves no time', async () => {
    const steps = (on: boolean, seconds: number) =>
      [1, 2, 3, 4].map((rank) => ({ rank, on: on || rank === 4, seconds, fromLevel: 1 }))
    const put = (body: object) => product.ask('PUT', '/pims/web-org/alarmLadder', { token: head, body })
    expect((await put({ steps: steps(false, 30), takenMinutes: 10 })).desc).toBe('至少要通知一级人员')
    expect((await put({ steps: steps(true, 1), takenMinutes: 10 })).status).toBe(42200)
    expect((await put({ steps: steps(true, 20), takenMinutes: 5 })).data).toMatchObject({ takenMinutes: 5, version: 1 })
  })

  it('keeps the roster: who, when, and who has it now', async () => {
    const { data: known } = await product.ask<{ userId: string; now: number; rank: number }[]>(
      'GET',
      '/pims/web-org/alarmDuty',
      { token: head },
    )
    expect(known.filter((one) => one.rank === 3 && one.now === 1)).toHaveLength(1)
    const duty = { rank: 2, userId: known[0]!.userId, weekdays: [3, 1, 3], fromTime: '20:00', toTime: '08:00' }
    const made = await product.ask<{ dutyId: string; version: number }>('POST', '/pims/web-org/alarmDuty', {
      token: head,
      body: duty,
    })
    expect(made.data).toMatchObject({ weekdays: [1, 3], deptName: null, version: 1 })
    const path = `/pims/web-org/alarmDuty/${made.data.dutyId}`
    const save2 = (version: number) =>
      product.ask('PUT', path, { token: head, body: { ...duty, toTime: '07:00', version } })
    expect((await save2(1)).status).toBe(200)
    expect((await save2(1)).status).toBe(40902)
    const nobody = { ...duty, userId: 'nobody' }
    expect((await product.ask('POST', '/pims/web-org/alarmDuty', { token: head, body: nobody })).desc).toContain('员工')
    expect((await product.ask('DELETE', path, { token: head })).status).toBe(200)
  })
})
