// Calls: presses open, raise, answer and clear them; two presses at once leave one; desks answer once and clear with a type.
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AlarmCardData } from '#contract/monitor/alarm'
import type { CallRowData, CallStatisticsData, OpenCallData } from '#contract/monitor/nurseCall'
import type { Button } from '#contract/monitor/payload'
import type { Changed } from '#server/areas/monitor/alarm/alarmRaise'
import { createIngest } from '#server/areas/monitor/ingest/ingest'
import { sender } from '#server/areas/monitor/test/mattressBench'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { demoApp, type Envelope, type TestApp } from '#server/kit/test/app'
import { type PressedDevice, pressed } from './callPress.ts'

let product: TestApp
let head: string
let nurse: string
let away: PressedDevice
let point: PressedDevice
let toilet: PressedDevice
const PASSWORD = 'Yiyuan2026'
const MINUTE = 60_000

const POINT = `select d.org_id as "orgId", d.device_id as "deviceId", d.device_no as "deviceNo", d.call_family as "callFamily",
  d.caller_type as "callerType", d.bed_id as "bedId", d.room_id as "roomId",
  (select oldman_id from oldman o where o.org_id = d.org_id and o.current_bed_id = d.bed_id) as "oldmanId", r.dept_id as "deptId"
from device d left join bed b on b.org_id = d.org_id and b.bed_id = d.bed_id
join room r on r.org_id = d.org_id and r.room_id = coalesce(b.room_id, d.room_id)
join dept x on x.org_id = r.org_id and x.dept_id = r.dept_id
where d.org_id = $1 and d.kind = 'CALL' and d.caller_type = $2 and d.call_family = $3 and x.dept_name = $4
order by d.device_no limit 1`

const pointOf = async (type: string, dept = '松鹤楼护理组') =>
  (await product.app.pool.query<PressedDevice>(POINT, [DEMO_ORG, type, 'R6R7', dept])).rows[0]!

beforeAll(async () => {
  product = await demoApp()
  head = await product.signIn('hejing', PASSWORD)
  nurse = await product.signIn('lixiaomei', PASSWORD)
  point = await pointOf('BED')
  toilet = await pointOf('TOILET')
  away = await pointOf('BED', '长青楼护理组')
})
afterAll(() => product.close())
beforeEach(async () => {
  await product.app.pool.query(
    `update alarm_record set status = 3, handled_at = greatest(now(), raised_at) where status = 0 and source = 'CALL'`,
  )
  await product.app.pool.query(
    `update call_record set clear_at = greatest(now(), call_at, answer_at) where clear_at is null`,
  )
})

let clock = Date.now() - 20 * MINUTE

async function press(device: PressedDevice, button: Button, at = (clock += 1_000)): Promise<Changed[]> {
  const client = await product.app.pool.connect()
  try {
    await client.query('begin')
    const changed = await pressed(client, device, button, at)
    await client.query('commit')
    return changed
  } finally {
    client.release()
  }
}

const openOf = async (token = head) =>
  (await product.ask<OpenCallData[]>('GET', '/ecms/web-ec/calls/r6r7/rt/list', { token, query: { family: 'ALL' } }))
    .data
const rowOf = async (callId: string) =>
  (await product.ask<{ call: CallRowData }>('GET', `/ecms/web-ec/calls/${callId}`, { token: head })).data.call

describe('presses', () => {
  it('opens a call with its alarm under one id', async () => {
    const [changed] = await press(point, 'bed')
    expect(changed!.change).toBe('raised')
    const [open] = await openOf()
    expect(open).toMatchObject({
      callId: changed!.recordId,
      callerType: 'BED',
      presses: 1,
      connect: 0,
      waitSeconds: null,
    })
    const { data } = await product.ask<{ card: AlarmCardData }>(
      'GET',
      `/pims/web-org/alarmRecord/${changed!.recordId}`,
      {
        token: head,
      },
    )
    expect(data.card).toMatchObject({ source: 'CALL', type: 'BED', content: '床头呼叫', status: 0, urgency: 1 })
    const bed = data.card.bedName!.replace(/^0+/, '')
    expect(data.card.speech).toBe(`${data.card.roomName}${bed}床头呼叫`)
  })

  it('counts a second press', async () => {
    const [first] = await press(point, 'bed')
    const [again] = await press(point, 'bed')
    expect(again).toEqual({ ...first, change: 'repeated' })
    expect((await openOf()).map((one) => one.presses)).toEqual([2])
  })

  it('takes the same message once, also after the call was cleared; by any other time it is a new call', async () => {
    const ingest = createIngest({ app: product.app, shown: () => undefined })
    const out = sender(ingest)
    const say = (button: string, at: number) => out.say(point, 'press', { button, at }, Date.now())
    const at = Date.now()
    await say('bed', at)
    await say('bed', at)
    expect((await openOf()).map((one) => one.presses)).toEqual([1])
    await say('bed', at - 60_000)
    expect((await openOf()).map((one) => one.presses)).toEqual([2])
    await say('reset', at + 1)
    await say('bed', at)
    expect(await openOf()).toEqual([])
    await say('bed', at - 3_600_000)
    expect((await openOf()).map((one) => one.presses)).toEqual([1])
    await ingest.close()
  })

  it('grows into reinforcement, rings anew, and never shrinks', async () => {
    const [first] = await press(point, 'bed')
    await product.ask('POST', `/ecms/web-ec/calls/${first!.recordId}/answer`, { token: nurse })
    expect((await press(point, 'reinforce'))[0]!.change).toBe('raised')
    const [open] = await openOf()
    expect(open).toMatchObject({
      callId: first!.recordId,
      callerType: 'REINFORCE',
      presses: 2,
      takerId: null,
      connect: 1,
    })
    expect((await press(point, 'bed'))[0]!.change).toBe('repeated')
    expect((await openOf())[0]!.callerType).toBe('REINFORCE')
    const again = await product.ask<OpenCallData>('POST', `/ecms/web-ec/calls/${first!.recordId}/answer`, {
      token: head,
    })
    expect(again.data.takerName).toBe('何静')
    expect(again.data.answerName).toBe('李晓梅')
  })

  it('is cleared at the bedside, but not by a reset sent before the press', async () => {
    const [first] = await press(point, 'bed')
    const at = clock
    expect(await press(point, 'reset', at - 500)).toEqual([])
    expect((await press(point, 'reset'))[0]!.change).toBe('closed')
    expect(await press(point, 'reset')).toEqual([])
    const row = await rowOf(first!.recordId)
    expect(row).toMatchObject({ connect: 3, clearFrom: 'BEDSIDE', clearName: null, answerAt: null, callStatus: 3 })
    const { data } = await product.ask<{ card: AlarmCardData }>('GET', `/pims/web-org/alarmRecord/${first!.recordId}`, {
      token: head,
    })
    expect(data.card).toMatchObject({ status: 3, result: '床旁复位', handlerName: null })
  })

  it('is answered at the host, even with a clock behind', async () => {
    const [first] = await press(point, 'bed')
    expect((await press(point, 'answer', clock - 5_000))[0]!.change).toBe('taken')
    expect(await press(point, 'answer')).toEqual([])
    expect(await rowOf(first!.recordId)).toMatchObject({ connect: 1, waitSeconds: 0 })
    await press(point, 'reset')
    const { rows } = await product.app.pool.query(
      'select 1 from call_record where call_id = $1 and call_at <= answer_at and answer_at <= clear_at',
      [first!.recordId],
    )
    expect(rows).toHaveLength(1)
  })

  it('leaves one open call when fifty presses arrive at once', async () => {
    const clients = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const client = new pg.Client({ connectionString: product.url })
        await client.connect()
        return client
      }),
    )
    const start = Date.now() - 5_000
    const all = await Promise.all(
      clients.map(async (client, i) => {
        const changed: Changed[] = []
        for (let k = 0; k < 5; k++) {
          await client.query('begin')
          const button: Button = k === 2 ? 'reinforce' : 'bed'
          changed.push(...(await pressed(client, point, button, start + i * 5 + k)))
          await client.query('commit')
        }
        return changed
      }),
    )
    await Promise.all(clients.map((client) => client.end()))
    expect(new Set(all.flat().map((one) => one.recordId)).size).toBe(1)
    const open = await openOf()
    expect(open).toHaveLength(1)
    expect(open[0]).toMatchObject({ presses: 50, callerType: 'REINFORCE' })
    const { rows } = await product.app.pool.query(
      `select count(*)::int as n from alarm_record where org_id = $1 and device_no = $2 and status = 0`,
      [DEMO_ORG, point.deviceNo],
    )
    expect(rows[0].n).toBe(1)
  })
})

describe('the desk', () => {
  it('puts toilet calls on top, then the longest wait', async () => {
    await press(point, 'bed')
    await press(toilet, 'bed')
    expect((await openOf()).map((one) => one.callerType)).toEqual(['TOILET', 'BED'])
    expect((await openOf())[0]!.place).toContain('室')
  })

  it('answers once when two nurses press together', async () => {
    const [first] = await press(point, 'bed')
    const answers = await Promise.all(
      [nurse, head].map((token) => product.ask('POST', `/ecms/web-ec/calls/${first!.recordId}/answer`, { token })),
    )
    expect(answers.map((one) => one.status).sort()).toEqual([200, 40901])
    expect(answers.find((one) => one.status !== 200)!.desc).toMatch(/已接听/)
  })

  it('clears with a type, refuses an unknown one, and does nothing twice', async () => {
    const [first] = await press(point, 'bed')
    const clean = (body: object): Promise<Envelope<{ cleaned: number }>> =>
      product.ask('POST', '/ecms/web-ec/calls/r6r7/rt/clean', { token: nurse, body })
    expect((await clean({})).desc).toBe('请选择要清除的呼叫')
    expect((await clean({ callId: first!.recordId, dealType: '99' })).desc).toBe('处理类型不在可选范围内')
    expect((await clean({ callId: first!.recordId, dealType: '1', remark: '已扶回床' })).data).toEqual({ cleaned: 1 })
    expect((await clean({ callId: first!.recordId })).status).toBe(40901)
    expect(await rowOf(first!.recordId)).toMatchObject({
      connect: 3,
      dealTypeName: '协助如厕',
      clearName: '李晓梅',
      clearFrom: 'DESK',
      remark: '已扶回床',
      callStatus: 1,
    })
  })

  it('takes the form body of an existing client', async () => {
    const [first] = await press(point, 'bed')
    const answer = await product.ask('POST', '/ecms/web-ec/calls/r6r7/rt/clean', {
      token: nurse,
      form: { callId: first!.recordId, dealType: '', remark: '' },
    })
    expect(answer.data).toEqual({ cleaned: 1 })
  })

  it('is not there for another department', async () => {
    const [first] = await press(away, 'bed')
    expect(await openOf(nurse)).toEqual([])
    const answer = await product.ask('POST', '/ecms/web-ec/calls/r6r7/rt/clean', {
      token: nurse,
      body: { callId: first!.recordId },
    })
    expect(answer.status).toBe(40400)
    expect(await openOf()).toHaveLength(1)
  })

  it('writes down afterwards what was done, once', async () => {
    const [first] = await press(point, 'bed')
    const note = (body: object) =>
      product.ask('PUT', `/ecms/web-ec/calls/${first!.recordId}`, { token: nurse, body: { dealType: '2', ...body } })
    expect((await note({})).status).toBe(40901)
    await press(point, 'reset')
    const { version } = await rowOf(first!.recordId)
    expect((await note({ version, remark: '翻身' })).status).toBe(200)
    expect((await note({ version })).desc).toContain('刚被李晓梅修改过')
    expect(await rowOf(first!.recordId)).toMatchObject({ dealTypeName: '协助翻身', remark: '翻身' })
  })
})

describe('records', () => {
  const list = (path: string, query: Record<string, string> = {}, token = head) =>
    product.ask<{ total: number; list: CallRowData[] }>('GET', path, { token, query: { size: '100', ...query } })

  it('holds the families apart and every row in order of time', async () => {
    for (const [path, family] of [
      ['/ecms/web-ec/callrecords/r6r7', 'R6R7'],
      ['/ecms/web-org/callrecords', 'R10'],
      ['/ecms/web-ec/a10CallRecord', 'A10'],
    ] as const) {
      const { data } = await list(path, { orderBy: '', size: '999999' })
      expect(data.total).toBeGreaterThan(0)
      expect(new Set(data.list.map((row) => row.family))).toEqual(new Set([family]))
      for (const row of data.list) {
        if (row.answerAt) expect(row.answerAt >= row.callAt).toBe(true)
        if (row.clearAt) expect(row.clearAt >= (row.answerAt ?? row.callAt)).toBe(true)
      }
    }
  })

  it('filters in SQL', async () => {
    const toilets = await list('/ecms/web-ec/callrecords/r6r7', { callerType: 'TOILET', connect: '3' })
    expect(toilets.data.list.every((row) => row.callerType === 'TOILET' && row.connect === 3)).toBe(true)
    const cancelled = await list('/ecms/web-org/callrecords', { callStatus: '3' })
    expect(cancelled.data.list.every((row) => row.answerAt === null)).toBe(true)
    const day = toilets.data.list[0]!.callAt.slice(0, 10)
    const that = await list('/ecms/web-ec/callrecords/r6r7', { startTime: day, endTime: day })
    expect(that.data.list.every((row) => row.callAt.startsWith(day))).toBe(true)
    const wrong = await list('/ecms/web-ec/callrecords/r6r7', { startTime: 'gestern' })
    expect(wrong.status).toBe(42200)
    const mine = await list('/ecms/web-ec/callrecords/r6r7', {}, nurse)
    expect(new Set(mine.data.list.map((row) => row.deptName))).toEqual(new Set(['松鹤楼护理组']))
  })

  it('knows the deal types', async () => {
    const { data } = await product.ask<{ dealType: string; dealTypeName: string }[]>(
      'GET',
      '/ecms/web-ec/callrecords/r6r7/dealType',
      { token: nurse },
    )
    expect(data.map((one) => one.dealTypeName)).toEqual([
      '协助如厕',
      '协助翻身',
      '饮水进食',
      '疼痛不适',
      '误触',
      '其他',
    ])
  })

  it('adds up to what the rows say', async () => {
    const { data } = await product.ask<CallStatisticsData>('GET', '/ecms/web-ec/callrecords/statistics', {
      token: head,
    })
    const sum = (rows: readonly { calls: number }[]) => rows.reduce((all, row) => all + row.calls, 0)
    expect(data.calls).toBeGreaterThan(200)
    expect(data.byHour).toHaveLength(24)
    expect(data.byDay).toHaveLength(30)
    for (const part of [data.byHour, data.byDay, data.byType, data.byDealType, data.byWorker]) {
      expect(sum(part)).toBe(data.calls - (part === data.byWorker ? data.open : 0))
    }
    const { rows } = await product.app.pool.query(
      `select avg(extract(epoch from coalesce(answer_at, clear_at) - call_at))::float8 as wait,
        100.0 * count(*) filter (where coalesce(answer_at, clear_at) - call_at <= interval '60 seconds') / count(*) as within
      from call_record where org_id = $1 and call_at >= current_date - 29`,
      [DEMO_ORG],
    )
    expect(data.averageWait).toBeCloseTo(rows[0].wait, 0)
    expect(data.within60).toBeCloseTo(Number(rows[0].within), 0)
    const wrong = await product.ask('GET', '/ecms/web-ec/callrecords/statistics', {
      token: head,
      query: { startDate: '2025-01-02', endDate: '2025-01-01' },
    })
    expect(wrong.desc).toBe('开始日期不能晚于结束日期')
  })
})

describe('settings', () => {
  it('gives the product’s own, saves with a version and refuses what cannot be', async () => {
    const path = '/tdms/web-org/callSetBase'
    const { data } = await product.ask<Record<string, unknown>>('GET', path, { token: nurse })
    expect(data).toMatchObject({ version: 0, repeatSeconds: 60, leaderSeconds: 180, phoneSeconds: 300 })
    const save = (body: object, token = head) =>
      product.ask<{ version: number }>('PUT', path, { token, body: { ...data, ...body } })
    expect((await save({}, nurse)).status).toBe(401)
    expect((await save({ leaderSeconds: 50 })).desc).toBe('转送组长应晚于再次响铃')
    expect((await save({ nightFrom: '25:00' })).desc).toContain('夜间开始应为 时:分')
    const [first, second] = await Promise.all([save({ nightVolume: 30 }), save({ nightVolume: 35 })])
    expect([first.status, second.status].sort()).toEqual([200, 40902])
    expect((await save({ version: null, nightVolume: 20 })).data.version).toBe(2)
  })

  it('words the announcement', async () => {
    const path = '/tdms/web-org/callVoice'
    const body = { enabled: 1, template: '{床位}呼叫', rate: 1, times: 2 }
    const wrong = await product.ask('PUT', path, { token: head, body: { ...body, template: '{楼层}呼叫' } })
    expect(wrong.desc).toContain('没有“{楼层}”')
    expect((await product.ask('PUT', path, { token: head, body })).status).toBe(200)
    const [first] = await press(point, 'bed')
    const { data } = await product.ask<{ card: AlarmCardData }>('GET', `/pims/web-org/alarmRecord/${first!.recordId}`, {
      token: head,
    })
    expect(data.card.speech).toMatch(/^\d+床呼叫$/)
    expect(data.card.voiceTimes).toBe(2)
  })
})
