// The four monitors over HTTP: everybody with a mattress in scope, the urgent first, with their curves.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import type { MonitorRowData } from '#contract/monitor/mattressMonitor'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { demoApp, type TestApp } from '#server/kit/test/app'

let product: TestApp
let token: string
beforeAll(async () => {
  product = await demoApp()
  token = await product.signIn('hejing', 'Yiyuan2026')
  // The demo data ends when the template was made, and a whole run of the tests takes longer than these curves.
  await product.app.pool.query(
    `insert into reading_minute (org_id, device_key, minute, oldman_id, n, in_bed_n, heart_n, heart_sum, heart_min, heart_max,
      breath_n, breath_sum, breath_min, breath_max, turns, big_moves, exits, wet)
    select d.org_id, d.device_key, date_trunc('minute', now() - interval '2 minutes'), o.oldman_id, 12, 12, 12, 792, 62, 70,
      12, 192, 14, 18, 0, 0, 0, 0
    from device d join oldman o on o.org_id = d.org_id and o.current_bed_id = d.bed_id
    where d.org_id = $1 and d.kind = 'MATTRESS' and d.enabled on conflict do nothing`,
    [DEMO_ORG],
  )
  // Nor have its devices said anything since: they would be found silent in the middle of this.
  await product.app.pool.query(
    `update device_state s set heard_at = now() from device d where d.org_id = s.org_id and d.device_id = s.device_id
      and d.org_id = $1 and d.kind = 'MATTRESS' and d.online = 1`,
    [DEMO_ORG],
  )
})
afterAll(() => product?.close())

const rows = async (number: number, query: Record<string, string> = {}, as = token) => {
  const answer = await product.ask<PageInfo<MonitorRowData>>('GET', `/pims/web-org/mattressMonitor/${number}`, {
    token: as,
    query: { size: '2000', ...query },
  })
  expect(answer.desc).toBe('操作成功')
  return answer.data
}

describe('the monitors', () => {
  it.each([
    [1, 30],
    [2, 30],
    [3, 72],
    [4, 24],
  ])('number %i has everybody with a curve of %i steps', async (number, length) => {
    const page = await rows(number)
    expect(page.total).toBeGreaterThan(20)
    expect(page.list).toHaveLength(page.total)
    expect(page.list.every((row) => row.curve.length === length)).toBe(true)
    expect(page.list.some((row) => row.curve.some((value) => value !== null))).toBe(true)
  })
  it('heart shows the last value, range and limits of residents in bed', async () => {
    const { list } = await rows(1)
    const lying = list.filter((row) => row.online === 1 && row.inBed === 1 && row.low !== null)
    for (const row of lying) {
      expect(row.low!).toBeLessThanOrEqual(row.high!)
      expect(row.upper).toBe(120)
      expect(row.lower).toBe(45)
    }
  })
  it('who lies in bed comes first where only a body in bed says something, who is up where that is the question', async () => {
    const { list } = await rows(3)
    const calm = list.filter((row) => row.state === 'in' || row.state === 'out')
    // Half of them up, whatever the hour.
    await product.app.pool.query(
      'update device set in_bed = case when device_id = any($2) then 0 else 1 end where org_id = $1 and device_id = any($3)',
      [DEMO_ORG, calm.filter((_, at) => at % 2 === 0).map((row) => row.deviceId), calm.map((row) => row.deviceId)],
    )
    const order = async (number: number) =>
      (await rows(number)).list.map((row) => row.state).filter((state) => state === 'in' || state === 'out')
    const [heart, bed] = [await order(1), await order(3)]
    expect(heart.lastIndexOf('in')).toBeLessThan(heart.indexOf('out'))
    expect(bed.lastIndexOf('out')).toBeLessThan(bed.indexOf('in'))
  })
  it('bed counts exits tonight, turn the turn-overs of the last hours', async () => {
    expect((await rows(3)).list.every((row) => row.exits !== null && row.exits >= 0)).toBe(true)
    expect((await rows(4)).list.every((row) => row.turns !== null && row.limitS === 7200)).toBe(true)
  })
  it('an open alarm comes first and is filtered by state; a running timer is 观察', async () => {
    const { pool } = product.app
    const { list } = await rows(1)
    const last = list.at(-1)!
    await pool.query(
      `insert into alarm_record (org_id, record_id, source, device_no, device_id, oldman_id, type, kind, content, raised_at, urgency)
        values ($1, 'm1', 'MATTRESS', $2, $3, $4, '4', 'HEART', '心率过高 128 次/分', now(), 2)`,
      [DEMO_ORG, last.deviceNo, last.deviceId, last.oldmanId],
    )
    const watched = list.find((row) => row.online === 1 && row.deviceId !== last.deviceId)!
    await pool.query(
      `update device_state set eval = '{"bed": {"kinds": {"HEART": {"since": 1}}}}' where org_id = $1 and device_id = $2`,
      [DEMO_ORG, watched.deviceId],
    )
    const now = await rows(1)
    expect(now.list[0]).toMatchObject({ deviceId: last.deviceId, state: 'alarm', alarm: { recordId: 'm1' } })
    expect(now.list[1]).toMatchObject({ deviceId: watched.deviceId, state: 'watch', watching: ['HEART'] })
    const alarms = await rows(1, { state: 'alarm' })
    expect(alarms.list.map((row) => row.deviceId)).toEqual([last.deviceId])
  })
  it('who lies too long without turning is overdue, and on top where a rule says so', async () => {
    const { pool } = product.app
    const lying = (await rows(4)).list.find((row) => row.online === 1 && row.state !== 'alarm')!
    const long = Date.now() - 3 * 3_600_000
    await pool.query(`update device set in_bed = 1 where org_id = $1 and device_id = $2`, [DEMO_ORG, lying.deviceId])
    await pool.query(
      `update device_state set eval = jsonb_build_object('bed', jsonb_build_object('since', $3::bigint, 'lastTurn', $3::bigint)) where org_id = $1 and device_id = $2`,
      [DEMO_ORG, lying.deviceId, long],
    )
    await pool.query(
      `update alarm_rule set scope_ids = jsonb_build_array($2::text) where org_id = $1 and kind = 'STILL' and scope = 'ELDER'`,
      [DEMO_ORG, lying.oldmanId],
    )
    const { list } = await rows(4)
    const [first, second] = list
    expect(first!.state).toBe('alarm')
    expect(second).toMatchObject({ oldmanId: lying.oldmanId, overdue: true, ruled: true, limitS: 7200 })
  })
  it('takes the wire of existing clients: texts, empty orderBy, a bare array for pageHelper', async () => {
    const answer = await product.ask<MonitorRowData[]>('GET', '/pims/web-org/mattressMonitor/3', {
      token,
      query: { page: '1', size: '5', orderBy: '', pageHelper: '0', oldmanName: '' },
    })
    expect(Array.isArray(answer.data)).toBe(true)
    const paged = await product.ask<PageInfo<MonitorRowData>>('GET', '/pims/web-org/mattressMonitor/3', {
      token,
      query: { page: '2', size: '5' },
    })
    expect(paged.data).toMatchObject({ pageNum: 2, pageSize: 5, isFirstPage: false })
  })
  it('shows a nurse her own department', async () => {
    const nurse = await product.signIn('lixiaomei', 'Yiyuan2026')
    const mine = await rows(1, {}, nurse)
    expect(mine.total).toBeGreaterThan(0)
    expect(mine.total).toBeLessThan((await rows(1)).total)
    expect(mine.list.every((row) => row.deptName !== '长青楼护理组')).toBe(true)
  })
})
