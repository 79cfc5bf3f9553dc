// After midnight: what began before it and is still open is listed and counted, whatever period is asked for.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { momentOf } from '#contract/kit/clock'
import type { AlarmCardData } from '#contract/monitor/alarm'
import type { CallRowData, CallStatisticsData } from '#contract/monitor/nurseCall'
import { shiftAt } from '#contract/monitor/shift'
import { quiet } from '#server/areas/monitor/test/mattressBench'
import { DEMO_ORG } from '#server/areas/platform/public'
import { newId } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'

let product: TestApp
let token: string
beforeAll(async () => {
  product = await demoApp()
  token = await product.signIn('zhengkai', 'Yiyuan2026')
})
afterAll(() => product.close())
beforeEach(() => quiet(product))

/** A day of the future, so that nothing else lies in it and "today" is wherever the test says. */
const YESTERDAY = '2031-03-09'
const TODAY = '2031-03-10'

async function row(at: string, status: 0 | 3, source: 'MATTRESS' | 'TAG' | 'CALL' = 'MATTRESS'): Promise<string> {
  const recordId = newId()
  await product.app.pool.query(
    `insert into alarm_record (org_id, record_id, source, device_no, type, level, urgency, content, raised_at, status, handled_at)
    values ($1, $2::text, $3, $2, $4, 3, 2, '离床未回', $5::timestamptz, $6, case when $6 = 3 then $5::timestamptz end)`,
    [DEMO_ORG, recordId, source, source === 'TAG' ? 'sos' : source === 'CALL' ? 'BED' : '1', `${at}+08`, status],
  )
  if (source === 'CALL')
    await product.app.pool.query(
      `with point as (insert into device (org_id, device_id, device_no, kind) values ($1, $2::text, $2, 'CALL'))
      insert into call_record (org_id, call_id, family, device_id, device_no, caller_type, call_at, presses, clear_at)
      values ($1, $2::text, 'R10', $2, $2, 'BED', $3::timestamptz, 1, case when $4 = 3 then $3::timestamptz end)`,
      [DEMO_ORG, recordId, `${at}+08`, status],
    )
  return recordId
}

type Page<T> = { list: T[]; total: number }
const today = { openToo: '1' }

describe.each([
  ['MATTRESS', '/pims/web-org/alarmRecord', ['raisedAtStart', 'raisedAtEnd']],
  ['TAG', '/loms/web-lo/pnt/alarm/record', ['raisedAtStart', 'raisedAtEnd']],
  ['CALL', '/ecms/web-org/callrecords', ['startTime', 'endTime']],
] as const)('the list of %s', (source, path, [from, to]) => {
  const ids = async (query: Record<string, string>) => {
    const found = await product.ask<Page<AlarmCardData & CallRowData>>('GET', path, { token, query })
    expect(found.status).toBe(200)
    return found.data.list.map((one) => one.recordId ?? one.callId)
  }

  it('of today begins with what is open since last evening', async () => {
    const open = await row(`${YESTERDAY} 23:50:00`, 0, source)
    await row(`${YESTERDAY} 23:40:00`, 3, source)
    const closed = await row(`${TODAY} 00:20:00`, 3, source)
    const day = { [from]: `${TODAY} 00:00:00`, [to]: `${TODAY} 23:59:59` }
    expect(await ids({ ...day, ...today })).toEqual([open, closed])
    // Whoever asks for the period alone gets the period alone.
    expect(await ids(day)).toEqual([closed])
  })

  it('of the shift holds both days of the night', async () => {
    const evening = await row(`${YESTERDAY} 21:00:00`, 3, source)
    const night = await row(`${TODAY} 00:20:00`, 3, source)
    await row(`${YESTERDAY} 12:00:00`, 3, source)
    const shifts = (
      await product.ask<{ dayFrom: string; lateFrom: null; nightFrom: string }>('GET', '/pims/web-org/alarmShift', {
        token,
      })
    ).data
    const shift = shiftAt(shifts, momentOf(`${TODAY} 02:00:00`))
    expect(shift).toEqual({ name: '夜班', from: `${YESTERDAY} 19:30:00`, to: `${TODAY} 07:29:59` })
    expect(await ids({ [from]: shift.from, [to]: shift.to, ...today })).toEqual([night, evening])
  })
})

describe('the figures of the calls', () => {
  const figures = async (query: Record<string, string>) =>
    (await product.ask<CallStatisticsData>('GET', '/ecms/web-ec/callrecords/statistics', { token, query })).data

  it('of today count what is open since last evening', async () => {
    await row(`${YESTERDAY} 23:50:00`, 0, 'CALL')
    expect(await figures({ startDate: TODAY, endDate: TODAY })).toMatchObject({ calls: 0, open: 1 })
  })

  it('of the shift begin with the shift, not at midnight', async () => {
    await row(`${YESTERDAY} 12:00:00`, 3, 'CALL')
    await row(`${YESTERDAY} 23:50:00`, 3, 'CALL')
    await row(`${TODAY} 00:20:00`, 3, 'CALL')
    expect(await figures({ since: `${YESTERDAY} 19:30:00`, endDate: TODAY })).toMatchObject({ calls: 2, open: 0 })
  })
})

it('the times of the shifts are set once for the house, in their order', async () => {
  const path = '/pims/web-org/alarmShift'
  const nurse = await product.signIn('lixiaomei', 'Yiyuan2026')
  const now = (await product.ask<{ version: number }>('GET', path, { token: nurse })).data
  const save = (body: object, as = token) => product.ask<{ version: number }>('PUT', path, { token: as, body })
  const three = { dayFrom: '08:00', lateFrom: '16:00', nightFrom: '00:00', version: now.version }
  expect((await save(three, nurse)).status).toBe(401)
  expect((await save({ ...three, lateFrom: '07:00' })).desc).toBe('中班应在白班之后、夜班之前')
  expect((await save({ ...three, nightFrom: '24:00' })).desc).toContain('夜班开始应为 时:分')
  expect((await save(three)).data).toMatchObject({ lateFrom: '16:00', version: now.version + 1 })
  expect((await save(three)).status).toBe(40902)
})
