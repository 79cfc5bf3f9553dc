// Taking up and closing alarms: a colleague's word counts, several of one resident are one act, and 处理中 is one definition.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AlarmCardData } from '#contract/monitor/alarm'
import type { MonitorRowData } from '#contract/monitor/mattressMonitor'
import { newAlarm } from '#server/areas/monitor/test/newAlarm'
import { type Page, PNT, type PositionApp, positionApp } from '#server/areas/monitor/test/positionApp'
import { DEMO_ORG } from '#server/areas/platform/public'
import type { NewAlarm } from './alarmRaise.ts'
import { raiseAlarms } from './alarmRaise.ts'

const RECORDS = '/pims/web-org/alarmRecord'

let product: PositionApp['product']
let admin: PositionApp['admin']
let nurse: PositionApp['nurse']
let residents: { oldmanId: string; deptId: string; deviceId: string; deviceNo: string; bedId: string }[]
beforeAll(async () => {
  ;({ product, admin, nurse } = await positionApp())
  await product.app.pool.query(
    'update alarm_record set status = 3, handled_at = greatest(now(), raised_at) where status = 0',
  )
  const { rows } = await product.app.pool.query(
    `select o.oldman_id as "oldmanId", o.dept_id as "deptId", d.device_id as "deviceId", d.device_no as "deviceNo",
      d.bed_id as "bedId"
    from device d join oldman o on o.org_id = d.org_id and o.current_bed_id = d.bed_id
    join dept g on g.org_id = o.org_id and g.dept_id = o.dept_id
    where d.org_id = $1 and d.kind = 'MATTRESS' and g.dept_name = '松鹤楼护理组' order by d.device_no limit 2`,
    [DEMO_ORG],
  )
  residents = rows
})
afterAll(() => product.close())

async function raise(more: Partial<NewAlarm> = {}): Promise<string> {
  const client = await product.app.pool.connect()
  try {
    return (await raiseAlarms(client, [newAlarm({ ...residents[0], ...more })]))[0]!.recordId
  } finally {
    client.release()
  }
}
const wet = { type: '5', kind: 'WET', content: '尿湿', value: null, threshold: null, unit: null, level: 2 as const }
const post = (token: string, path: string, body?: object) =>
  product.ask<AlarmCardData>('POST', `${RECORDS}/${path}`, { token, ...(body && { body }) })
const listed = async (query: Record<string, string>) =>
  (await product.ask<Page<AlarmCardData>>('GET', RECORDS, { token: nurse, query: { size: '50', ...query } })).data.list

it('an alarm that somebody goes to is 处理中 in the card, the list and the monitor', async () => {
  const id = await raise()
  expect((await listed({ stage: '0' })).map((one) => [one.recordId, one.stage])).toEqual([[id, 0]])
  const monitored = async () =>
    (
      await product.ask<Page<MonitorRowData>>('GET', '/pims/web-org/mattressMonitor/1', {
        token: nurse,
        query: { size: '2000' },
      })
    ).data?.list?.find((row) => row.oldmanId === residents[0]!.oldmanId)?.state
  const before = await monitored()
  // Existing clients send no body.
  const taken = await post(nurse, `${id}/take`)
  expect(taken.data).toMatchObject({ recordId: id, status: 0, stage: 1, takerName: '李晓梅' })
  expect(await listed({ stage: '0' })).toEqual([])
  expect((await listed({ stage: '1' })).map((one) => one.recordId)).toEqual([id])
  // The status that existing clients know stays what it was.
  expect((await listed({ status: '0' })).map((one) => one.recordId)).toEqual([id])
  expect([before, await monitored()]).toEqual(['alarm', 'taken'])
  expect((await post(nurse, `${id}/handle`, { result: '已安抚' })).data).toMatchObject({ status: 3, stage: 3 })
})

it('whoever closes what a colleague goes to must have read it; both ways are tried', async () => {
  const id = await raise()
  await post(nurse, `${id}/take`)
  for (const [path, body] of [
    ['handle', { result: '误报' }],
    ['ignore', {}],
  ] as const) {
    const refused = await post(admin, `${id}/${path}`, body)
    expect([refused.status, refused.desc]).toEqual([40906, '李晓梅已去处理这条告警，关闭前请先与其确认'])
  }
  expect((await listed({ stage: '1' })).map((one) => one.recordId)).toEqual([id])
  const closed = await post(admin, `${id}/handle`, { result: '误报', overTaker: true })
  expect(closed.data).toMatchObject({ status: 3, handlerName: '郑凯' })
})

it('one click spares what colleagues go to when asked; existing clients close all as they did', async () => {
  const close = (body?: object) =>
    product.ask<{ closed: number; spared: number }>('DELETE', '/pims/web-pi/device/alarm/close', {
      token: admin,
      ...(body && { body }),
    })
  const id = await raise()
  const free = await raise(wet)
  await post(nurse, `${id}/take`)
  expect((await close({ spareTaken: true })).data).toEqual({ closed: 1, spared: 1 })
  expect((await listed({ status: '0' })).map((one) => one.recordId)).toEqual([id])
  expect((await listed({ status: '2' }))[0]!.recordId).toBe(free)
  expect((await close()).data).toEqual({ closed: 1, spared: 0 })
})

it('the call of existing clients closes as it did, and refuses when it is told to', async () => {
  const tag = { source: 'TAG' as const, type: 'sos', kind: null, content: 'SOS 求救', value: null, unit: null }
  const handle = (body: object) => product.ask('POST', `${PNT}/alarm/record/handle`, { token: admin, body })
  const id = await raise(tag)
  await post(nurse, `${id}/take`)
  expect((await handle({ recordId: id, result: '平安', overTaker: false })).status).toBe(40906)
  expect((await handle({ recordId: id, result: '平安' })).status).toBe(200)
})

it('several alarms of one resident are taken up and closed in one act, and only those', async () => {
  const first = await raise()
  const second = await raise(wet)
  const others = await raise({ ...wet, ...residents[1] })
  const mixed = await post(nurse, `${first}/take`, { also: [others] })
  expect(mixed.desc).toContain('同一位老人')
  expect(await listed({ stage: '1' })).toEqual([])
  await post(nurse, `${first}/take`, { also: [second] })
  expect((await listed({ stage: '1' })).map((one) => one.recordId).sort()).toEqual([first, second].sort())
  // One of them has ended meanwhile: the others are closed all the same.
  await post(nurse, `${second}/handle`, { result: '已更换护理垫' })
  expect((await post(nurse, `${first}/handle`, { result: '已安抚', also: [second] })).data.status).toBe(3)
  expect((await listed({ status: '0' })).map((one) => one.recordId)).toEqual([others])
  const rows = await listed({ status: '3' })
  expect(rows.find((one) => one.recordId === second)!.result).toBe('已更换护理垫')
  await post(nurse, `${others}/ignore`, {})
})
