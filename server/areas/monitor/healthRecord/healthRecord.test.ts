// Health records over HTTP: lists, statistics and the night of a resident, with the demo house's nights.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import type { HealthRowData, HealthViewData, RateBucketData, StatusBucketData } from '#contract/monitor/healthRecord'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { makeNights } from './healthJob.ts'
import { lastFinished, nightStart, plusDays } from './healthNight.ts'

let product: TestApp
let token: string
beforeAll(async () => {
  product = await demoApp()
  token = await product.signIn('hejing', 'Yiyuan2026')
})
afterAll(() => product?.close())

const BASE = '/tams/web-org/healthRecord'
const get = async <T>(path: string, query: Record<string, string> = {}, as = token) => {
  const answer = await product.ask<T>('GET', path, { token: as, query })
  expect(answer.desc).toBe('操作成功')
  return answer.data
}
const rows = (query: Record<string, string> = {}, kind = '') =>
  get<PageInfo<HealthRowData>>(`${BASE}${kind}`, { size: '500', ...query })

describe('the list of last night', () => {
  it('has everybody with a mattress once, the most unusual first, with the own baseline', async () => {
    const page = await rows()
    expect(page.total).toBeGreaterThan(20)
    expect(new Set(page.list.map((row) => row.oldmanId)).size).toBe(page.list.length)
    const levels = page.list.map((row) => row.level)
    expect(levels).toEqual([...levels].sort((a, b) => b - a))
    const first = page.list.find((row) => row.heartMax === 134 || (row.heartMax ?? 0) > 120)!
    expect(first.level).toBe(2)
    expect(first.judged.find((one) => one.key === 'heartMax')).toMatchObject({ verdict: 2 })
    expect(first.judged.find((one) => one.key === 'exits')).toMatchObject({ value: 4, verdict: 1 })
    expect(first.note).toContain('心率到 134 次/分，2 分钟后已处理')
    expect(page.list.every((row) => row.day === lastFinished(Date.now()))).toBe(true)
  })
  it('shows only what is notable, by kind, by name in pinyin, by page', async () => {
    const all = await rows()
    const notable = await rows({ onlyNotable: '1' })
    expect(notable.total).toBe(all.list.filter((row) => row.level > 0).length)
    const heart = await rows({ onlyNotable: '1' }, '/heart')
    expect(heart.list.every((row) => row.judged.some((one) => one.key.startsWith('heart') && one.verdict !== 0))).toBe(
      true,
    )
    for (const kind of ['/breath/', '/bed/', '/roll/']) expect((await rows({}, kind)).total).toBe(all.total)
    const one = all.list[3]!
    expect((await rows({ oldmanName: one.oldmanName })).list.map((row) => row.oldmanId)).toContain(one.oldmanId)
    const second = await rows({ page: '2', size: '10', orderBy: 'exits desc' })
    expect(second.list).toHaveLength(10)
    expect(second.list[0]!.exits).toBeLessThanOrEqual(
      (await rows({ size: '10', orderBy: 'exits desc' })).list[9]!.exits,
    )
  })
  it('knows earlier nights', async () => {
    const day = plusDays(lastFinished(Date.now()), -3)
    const page = await rows({ day })
    expect(page.total).toBeGreaterThan(20)
    expect(page.list[0]!.day).toBe(day)
  })
  it('is the department of the caller and nobody else', async () => {
    const nurse = await product.signIn('lixiaomei', 'Yiyuan2026')
    const mine = await get<PageInfo<HealthRowData>>(BASE, { size: '500' }, nurse)
    const { rows: depts } = await product.app.pool.query<{ id: string }>(
      `select o.oldman_id as id from oldman o join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id
        where o.org_id = $1 and d.dept_name = '长青楼护理组'`,
      [DEMO_ORG],
    )
    const foreign = new Set(depts.map((row) => row.id))
    expect(mine.total).toBeGreaterThan(0)
    expect(mine.list.some((row) => foreign.has(row.oldmanId))).toBe(false)
    expect(mine.total).toBeLessThan((await rows()).total)
  })
})

describe('the night of a resident', () => {
  const view = (oldmanId: string, query: Record<string, string> = {}) =>
    get<HealthViewData>(`${BASE}/${oldmanId}/view`, query)
  const fast = async () => (await rows({}, '/heart')).list.find((row) => (row.heartMax ?? 0) > 120)!

  it('has curves with gaps, the own band, limits, alarms, spans, turns and a summary', async () => {
    const { oldmanId } = await fast()
    const day = lastFinished(Date.now())
    const one = await view(oldmanId, { day })
    expect(one.from.slice(11)).toBe('20:00:00')
    expect(one.heart).toHaveLength(720)
    expect(Math.max(...one.heart.map((value) => value ?? 0))).toBeGreaterThan(125)
    expect(one.heart[0]).toBeNull()
    expect(one.heart[178]).toBeNull()
    expect(one.heartLow).toHaveLength(144)
    expect(one.bandNights).toBeGreaterThan(25)
    expect(one.heartLow[60]!).toBeLessThan(one.heartHigh[60]!)
    expect(one.limits.heart).toMatchObject({ upper: 120, lower: 45, durationS: 60 })
    expect(one.alarms.find((alarm) => alarm.kind === 'HEART')).toMatchObject({
      value: 134,
      status: 3,
      result: '已到床前处理',
    })
    expect(one.spans.filter((span) => span.inBed === 1)).toHaveLength(5)
    expect(one.turns.length).toBeGreaterThan(5)
    expect(one.summary?.night).toMatchObject({ exits: 4, exitMin: 37, longestExitMin: 12, inBedMin: 565 })
    expect(one.summary?.baselineNights).toBe(30)
    expect(one.nights.map((night) => night.day).at(-1)).toBe(day)
    expect(one.nights).toHaveLength(7)
    expect(one.previous).toBe(plusDays(day, -1))
  })
  it('shows 24 hours, a week and a month', async () => {
    const { oldmanId } = await fast()
    expect((await view(oldmanId, { range: 'day' })).heart).toHaveLength(288)
    expect((await view(oldmanId, { range: 'week' })).heart).toHaveLength(336)
    const month = await view(oldmanId, { range: 'month' })
    expect(month.heart).toHaveLength(30)
    expect(month.heart.filter((value) => value !== null).length).toBeGreaterThan(27)
    expect(month.next).toBeNull()
  })
  it('refuses tomorrow and knows nobody of another department', async () => {
    const { oldmanId } = await fast()
    const tomorrow = plusDays(lastFinished(Date.now()), 4)
    const late = await product.ask('GET', `${BASE}/${oldmanId}/view`, { token, query: { day: tomorrow } })
    expect(late).toMatchObject({ status: 42200 })
    const nobody = await product.ask('GET', `${BASE}/nobody/view`, { token })
    expect(nobody.status).toBe(40400)
  })
})

describe('statistics', () => {
  it('go by day, week and month; the running month has the nights so far', async () => {
    const { oldmanId } = (await rows()).list[0]!
    const day = await get<{ list: RateBucketData[]; median: number }>(`${BASE}/${oldmanId}/heartbeat/statistics`)
    expect(day.list).toHaveLength(30)
    expect(day.list.at(-1)).toMatchObject({ nights: 1 })
    expect(day.median).toBeGreaterThan(50)
    const week = await get<{ list: RateBucketData[] }>(`${BASE}/${oldmanId}/breath/statistics`, { unit: 'week' })
    expect(week.list).toHaveLength(12)
    expect(week.list.reduce((sum, one) => sum + one.nights, 0)).toBe(31)
    const month = await get<{ list: StatusBucketData[]; status: string }>(`${BASE}/${oldmanId}/bed/statistics`, {
      unit: 'month',
    })
    expect(month.list).toHaveLength(12)
    expect(month.status).toBe('bed')
    expect(month.list.at(-1)!.inBedMin).toBeGreaterThan(300)
    const wrong = await product.ask('GET', `${BASE}/${oldmanId}/other/statistics`, { token })
    expect(wrong.status).toBe(42200)
  })
})

describe('making nights', () => {
  it('is the same when done again, and a resident outside is away', async () => {
    const { pool } = product.app
    const last = lastFinished(Date.now())
    const before = await rows()
    await makeNights(pool, DEMO_ORG, last)
    const after = await rows()
    expect(after.list).toEqual(before.list)
    const { oldmanId } = after.list.at(-1)!
    await pool.query(
      `insert into outing (org_id, out_id, out_no, oldman_id, stay_id, out_type, reason, plan_out, plan_return, companion,
        companion_phone, companion_relation, applicant_id, state, actual_out, actual_return)
      select $1::varchar, 'o1', 'o1', $2::varchar, coalesce((select stay_id from stay where org_id = $1::varchar and oldman_id = $2::varchar limit 1), 's'), '1', '回家',
        to_timestamp($3::float8 / 1000) - interval '3 hours', to_timestamp($3::float8 / 1000) + interval '11 hours', '王强', '13800001111',
        '20', 'nobody', 3, to_timestamp($3::float8 / 1000) - interval '3 hours', to_timestamp($3::float8 / 1000) + interval '10 hours'`,
      [DEMO_ORG, oldmanId, nightStart(last)],
    )
    await makeNights(pool, DEMO_ORG, last)
    const away = (await rows()).list.find((row) => row.oldmanId === oldmanId)!
    expect(away).toMatchObject({ away: 1, level: 0, judged: [], note: null })
  })
  it('makes up for a missing night only where it is missing', async () => {
    const { pool } = product.app
    const last = lastFinished(Date.now())
    await pool.query(
      'delete from health_night where org_id = $1 and day = $2 and ctid in (select ctid from health_night where day = $2 limit 2)',
      [DEMO_ORG, last],
    )
    expect(await makeNights(pool, DEMO_ORG, last, true)).toBe(2)
    expect(await makeNights(pool, DEMO_ORG, last, true)).toBe(0)
  })
})
