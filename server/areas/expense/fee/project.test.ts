// The price list: names, order, rules, prices by day and who follows them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProjectData } from '#contract/expense/project'
import type { ProjectChildDetailData } from '#contract/expense/projectChild'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { followPrices } from './feePrice.ts'

let app: TestApp
let token: string

const BASE = '/pims/web-pi/cost/project'
const CHILD = `${BASE}/child`

const rows = async <T>(text: string, values: unknown[] = []) =>
  (await app.app.pool.query(text, values)).rows as unknown as T[]
const day = async (days: number) =>
  (await rows<{ day: string }>(`select to_char(current_date + $1::int, 'YYYY-MM-DD') as day`, [days]))[0]!.day
const post = <T>(path: string, body: object) => app.ask<T>('POST', path, { token, body })
const put = <T>(path: string, body: object) => app.ask<T>('PUT', path, { token, body })
const get = <T>(path: string, query: Record<string, string> = {}) => app.ask<T>('GET', path, { token, query })
const remove = (path: string) => app.ask('DELETE', path, { token })

let named = 0
const newProject = async (change: object = {}) => {
  named += 1
  const made = await post<ProjectData>(BASE, { projectName: `项目${named}`, category: '4', ...change })
  expect(made).toMatchObject({ status: 200 })
  return made.data
}
const child = (projectId: string, change: object = {}) => {
  named += 1
  return {
    projectId,
    projectChildName: `子项${named}`,
    cycle: 'MONTH',
    unit: '月',
    prorate: 'DAY',
    billing: 'PRE',
    refundable: true,
    canDiscount: true,
    taxRate: 6,
    leaveTiers: [],
    ...change,
  }
}
const newChild = async (projectId: string, priceFen = 90_000) => {
  const made = await post<ProjectChildDetailData>(CHILD, { ...child(projectId), priceFen })
  expect(made).toMatchObject({ status: 200 })
  return made.data
}

beforeAll(async () => {
  app = await demoApp()
  token = await app.signIn('zhengkai', 'Yiyuan2026')
})
afterAll(() => app.close())

describe('fee items', () => {
  test('are added, changed by body and by path, listed, checked and removed', async () => {
    const made = await newProject({ projectName: '  特护费 ' })
    expect(made).toMatchObject({ projectName: '特护费', categoryName: '综合服务费', enabled: true, childCount: 0 })
    expect((await get(`${BASE}/check`, { projectName: '特护费' })).data).toEqual({
      ok: false,
      message: '已有收费项目“特护费”',
    })
    expect((await get(`${BASE}/check`, { projectName: '特护费', projectId: made.projectId })).data).toMatchObject({
      ok: true,
    })
    const { projectId } = made
    const body = { projectName: '特护', category: '2', enabled: false, version: made.version }
    expect(await put(BASE, { ...body, projectId })).toMatchObject({ status: 200, data: { enabled: false } })
    expect(await put(`${BASE}/${projectId}`, body)).toMatchObject({ status: 40902 })
    // As existing clients do it: a form, the id in the path, no version.
    const form = { projectName: '特护', category: '2' }
    expect(await app.ask('PUT', `${BASE}/${projectId}`, { token, form })).toMatchObject({ status: 200 })
    expect(await put(BASE, form)).toMatchObject({ status: 42200, data: { field: 'projectId' } })
    const listed = await get<{ total: number; list: ProjectData[] }>(BASE, { page: '1', size: '999999', orderBy: '' })
    expect(listed.data.list.some((one) => one.projectName === '特护')).toBe(true)
    expect(await get<ProjectData[]>(BASE, { pageHelper: '2' })).toMatchObject({ data: expect.any(Array) })
    const logs = await rows<{ changes: object }>(
      `select changes from operation_log where org_id = $1 and target_id = $2 order by created_at, log_id`,
      [DEMO_ORG, projectId],
    )
    expect(logs[1]!.changes).toEqual({ projectName: ['特护费', '特护'], category: ['4', '2'], enabled: [true, false] })
    expect(await remove(`${BASE}/${projectId}`)).toMatchObject({ status: 200 })
    expect(await get(`${BASE}/${projectId}`)).toMatchObject({ status: 40400 })
  })

  test('refuse names that are taken, also of two who add at once, and unknown categories', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => post(BASE, { projectName: '同时新增', category: '4' })),
    )
    expect(answers.map((one) => one.status).sort()).toEqual([200, 40904, 40904, 40904, 40904, 40904])
    expect(answers.find((one) => one.status !== 200)).toMatchObject({ data: { field: 'projectName' } })
    expect(await post(BASE, { projectName: '新项', category: '777' })).toMatchObject({
      status: 42200,
      data: { field: 'category' },
    })
    expect(await post(BASE, { projectName: '   ', category: '4' })).toMatchObject({ status: 42200 })
  })

  test('keep an order made by hand', async () => {
    const made = [await newProject(), await newProject()]
    const sorts = made.map((one, i) => ({ projectId: one.projectId, sort: 900 - i }))
    expect(await put(`${BASE}/sort`, { sorts })).toMatchObject({ status: 200 })
    const listed = await get<{ list: ProjectData[] }>(BASE, { size: '999' })
    const ids = listed.data.list.map((one) => one.projectId)
    expect(ids.indexOf(made[1]!.projectId)).toBeLessThan(ids.indexOf(made[0]!.projectId))
    expect(await put(`${BASE}/sort`, { sorts: [{ projectId: newId(), sort: 1 }] })).toMatchObject({ status: 40400 })
  })
})

describe('children', () => {
  test('have unique names inside their item and rules that are checked', async () => {
    const { projectId } = await newProject()
    const other = await newProject()
    const body = child(projectId, { projectChildName: '午餐', priceFen: 1_500 })
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(CHILD, body)))
    expect(answers.map((one) => one.status).sort()).toEqual([200, 40904, 40904, 40904, 40904])
    expect(await post(CHILD, { ...body, projectId: other.projectId })).toMatchObject({ status: 200 })
    expect((await get(`${CHILD}/check`, { projectId, projectChildName: '午餐' })).data).toMatchObject({ ok: false })
    for (const [change, field] of [
      [{ cycle: 'HOUR' }, 'cycle'],
      [{ priceFen: -1 }, 'priceFen'],
      [{ priceFen: 1.5 }, 'priceFen'],
      [{ taxRate: 101 }, 'taxRate'],
      [{ prorate: 'HALF' }, 'prorate'],
      [{ projectChildName: ' ' }, 'projectChildName'],
      [{ leaveTiers: [{ fromDay: 0, percent: 50 }] }, 'leaveTiers'],
      [{ leaveTiers: [{ fromDay: 3, percent: 120 }] }, 'leaveTiers'],
      [
        {
          leaveTiers: [
            { fromDay: 3, percent: 50 },
            { fromDay: 3, percent: 80 },
          ],
        },
        'leaveTiers',
      ],
      [
        {
          leaveTiers: [
            { fromDay: 1, percent: 100 },
            { fromDay: 8, percent: 50 },
          ],
        },
        'leaveTiers',
      ],
      [{ projectId: newId() }, 'projectId'],
    ] as const) {
      const answer = await post<{ field: string }>(CHILD, { ...body, projectChildName: '晚餐', ...change })
      expect([answer.status === 200, answer.data.field]).toEqual([false, field])
    }
    const tiers = [
      { fromDay: 8, percent: 100 },
      { fromDay: 1, percent: 50 },
    ]
    const made = await post<ProjectChildDetailData>(CHILD, {
      ...body,
      projectChildName: '晚餐',
      leaveTiers: tiers,
    })
    expect(made.data).toMatchObject({
      leaveTiers: [...tiers].reverse(),
      cycleName: '按月',
      prices: [{ priceFen: 1_500, when: 'now' }],
    })
    const { projectChildId, version } = made.data
    const changed = { ...child(projectId), projectChildName: '晚餐加菜', version }
    expect(await put(`${CHILD}/${projectChildId}`, changed)).toMatchObject({ status: 200 })
    expect(await put(CHILD, { ...changed, projectChildId })).toMatchObject({ status: 40902 })
    expect(await put(`${CHILD}/enable/${projectChildId}`, { enabled: false })).toMatchObject({
      data: { enabled: false },
    })
    expect(await remove(`${BASE}/${projectId}`)).toMatchObject({
      status: 40903,
      desc: expect.stringContaining('2 个收费子项'),
    })
    expect(await remove(`${CHILD}/${projectChildId}`)).toMatchObject({ status: 200 })
  })

  test('that residents use are switched off, not removed; what was agreed goes on', async () => {
    const { projectChildId } = (
      await get<{ list: ProjectChildDetailData[] }>(CHILD, { projectChildName: '普通餐费', size: '10' })
    ).data.list[0]!
    const before = await get<ProjectChildDetailData>(`${CHILD}/${projectChildId}`)
    expect(before.data.residents).toBeGreaterThan(0)
    expect(await remove(`${CHILD}/${projectChildId}`)).toMatchObject({
      status: 40903,
      desc: expect.stringContaining(`${before.data.residents} 位老人的收费中`),
    })
    const sets = () =>
      rows('select count(*)::int from fee_set where project_child_id = $1 and to_date is null', [projectChildId])
    const running = await sets()
    expect(await put(`${CHILD}/enable/${projectChildId}`, { enabled: false })).toMatchObject({ status: 200 })
    expect(await sets()).toEqual(running)
    const choice = await get<{ projectChildId: string }[]>('/pims/web-pi/cost/feeChild/choice')
    expect(choice.data.some((one) => one.projectChildId === projectChildId)).toBe(false)
    await put(`${CHILD}/enable/${projectChildId}`, { enabled: true })
    const { prices: _, ...rest } = before.data
    expect(await put(CHILD, { ...rest, cycle: 'DAY', version: undefined })).toMatchObject({
      status: 42200,
      data: { field: 'cycle' },
    })
  })
})

/** A resident whose stay has the child at a price. */
async function agreed(projectChildId: string, priceFen: number, { from = -60, to = null as number | null } = {}) {
  const found = await rows<{ stayId: string }>(
    `select stay_id as "stayId" from stay s where org_id = $1 and end_date is null and start_date < current_date - 60
      and not exists (select 1 from fee_set f where f.org_id = s.org_id and f.stay_id = s.stay_id and f.project_child_id = $2)
     order by stay_id limit 1`,
    [DEMO_ORG, projectChildId],
  )
  await app.app.pool.query(
    `insert into fee_set (org_id, fee_set_id, stay_id, project_child_id, price_fen, from_date, to_date)
     values ($1, $2, $3, $4, $5, current_date + $6::int, current_date + $7::int)`,
    [DEMO_ORG, newId(), found[0]!.stayId, projectChildId, priceFen, from, to],
  )
  return found[0]!.stayId
}
const feesOf = (stayId: string, childId: string) =>
  rows<{ price: number; from: number; to: number | null }>(
    `select price_fen::int as price, from_date - current_date as from, to_date - current_date as to from fee_set
     where org_id = $1 and stay_id = $2 and project_child_id = $3 and (to_date is null or to_date > from_date) order by from_date`,
    [DEMO_ORG, stayId, childId],
  )

describe('prices', () => {
  test('hold from their day on, and the list follows when it comes', async () => {
    const { projectId } = await newProject()
    const { projectChildId, version } = await newChild(projectId, 90_000)
    const later = await day(10)
    const set = await post<ProjectChildDetailData>(`${CHILD}/price/${projectChildId}`, {
      priceFen: 99_000,
      fromDate: later,
      version,
    })
    expect(set.data).toMatchObject({
      priceFen: 90_000,
      nextPriceFen: 99_000,
      nextPriceFrom: later,
      prices: [
        { fromDate: later, priceFen: 99_000, when: 'future', userName: '郑凯' },
        { priceFen: 90_000, when: 'now' },
      ],
    })
    // Nothing happens before its day.
    await followPrices(app.app)
    expect((await get(`${CHILD}/${projectChildId}`)).data).toMatchObject({ priceFen: 90_000 })
    await app.app.pool.query('update fee_price set from_date = from_date - 10 where project_child_id = $1', [
      projectChildId,
    ])
    await followPrices(app.app)
    await followPrices(app.app)
    expect((await get(`${CHILD}/${projectChildId}`)).data).toMatchObject({
      priceFen: 99_000,
      nextPriceFen: null,
      version: set.data.version + 1,
    })
  })

  test('from today on count at once; days that are over keep their price', async () => {
    const { projectId } = await newProject()
    const { projectChildId } = await newChild(projectId, 90_000)
    const price = (body: object) => post(`${CHILD}/price/${projectChildId}`, body)
    expect(await price({ priceFen: 80_000, fromDate: await day(0) })).toMatchObject({ data: { priceFen: 80_000 } })
    expect(await price({ priceFen: 70_000, fromDate: await day(-1) })).toMatchObject({
      status: 42200,
      data: { field: 'fromDate' },
    })
    expect(await price({ priceFen: 80_000, fromDate: await day(5) })).toMatchObject({
      status: 42200,
      data: { field: 'priceFen' },
    })
    expect(await price({ priceFen: -1, fromDate: await day(5) })).toMatchObject({ status: 42200 })
    expect(await price({ priceFen: 60_000, fromDate: '2026-02-30' })).toMatchObject({ status: 42200 })
    expect(await price({ priceFen: 60_000, fromDate: await day(5), version: 1 })).toMatchObject({ status: 40902 })
  })

  test('reach residents who pay the list price, and leave those with a price of their own', async () => {
    const { projectId } = await newProject()
    const { projectChildId } = await newChild(projectId, 90_000)
    const list = await agreed(projectChildId, 90_000)
    const own = await agreed(projectChildId, 85_000)
    const ending = await agreed(projectChildId, 90_000, { to: 30 })
    const over = await agreed(projectChildId, 90_000, { to: 5 })
    const coming = await agreed(projectChildId, 90_000, { from: 20 })
    const fromDate = await day(10)
    expect((await get(`${CHILD}/price/${projectChildId}`, { fromDate })).data).toMatchObject({
      oldPriceFen: 90_000,
      residents: 3,
      others: 1,
    })
    const set = await post(`${CHILD}/price/${projectChildId}`, { priceFen: 99_000, fromDate, syncResidents: true })
    expect(set.data).toMatchObject({ synced: 3 })
    expect(await feesOf(list, projectChildId)).toEqual([
      { price: 90_000, from: -60, to: 10 },
      { price: 99_000, from: 10, to: null },
    ])
    expect(await feesOf(own, projectChildId)).toEqual([{ price: 85_000, from: -60, to: null }])
    expect(await feesOf(ending, projectChildId)).toEqual([
      { price: 90_000, from: -60, to: 10 },
      { price: 99_000, from: 10, to: 30 },
    ])
    expect(await feesOf(over, projectChildId)).toEqual([{ price: 90_000, from: -60, to: 5 }])
    expect(await feesOf(coming, projectChildId)).toEqual([{ price: 99_000, from: 20, to: null }])

    // Typed wrong: the same day again moves those who followed.
    const again = await post(`${CHILD}/price/${projectChildId}`, { priceFen: 95_000, fromDate, syncResidents: true })
    expect(again.data).toMatchObject({ synced: 3 })
    expect(await feesOf(list, projectChildId)).toEqual([
      { price: 90_000, from: -60, to: 10 },
      { price: 95_000, from: 10, to: null },
    ])

    // Called off before its day: everything is as it was.
    const back = await remove(`${CHILD}/price/${projectChildId}/${fromDate}`)
    expect(back).toMatchObject({ status: 200, data: { synced: 2, nextPriceFen: null } })
    expect(await feesOf(list, projectChildId)).toEqual([{ price: 90_000, from: -60, to: null }])
    expect(await feesOf(ending, projectChildId)).toEqual([{ price: 90_000, from: -60, to: 30 }])
    expect(await remove(`${CHILD}/price/${projectChildId}/${fromDate}`)).toMatchObject({ status: 40400 })
    expect(await remove(`${CHILD}/price/${projectChildId}/${await day(0)}`)).toMatchObject({ status: 42200 })
    expect(await remove(`${CHILD}/price/${projectChildId}/nonsense`)).toMatchObject({ status: 40400 })
  })

  test('do not touch residents unless that is asked for', async () => {
    const { projectId } = await newProject()
    const { projectChildId } = await newChild(projectId, 90_000)
    const stay = await agreed(projectChildId, 90_000)
    await post(`${CHILD}/price/${projectChildId}`, { priceFen: 99_000, fromDate: await day(0) })
    expect(await feesOf(stay, projectChildId)).toEqual([{ price: 90_000, from: -60, to: null }])
  })

  test('two who set a price at once come one after the other', async () => {
    const { projectId } = await newProject()
    const { projectChildId, version } = await newChild(projectId, 90_000)
    const stay = await agreed(projectChildId, 90_000)
    const fromDate = await day(3)
    const answers = await Promise.all(
      [91_000, 92_000, 93_000].map((priceFen) =>
        post(`${CHILD}/price/${projectChildId}`, { priceFen, fromDate, syncResidents: true, version: null }),
      ),
    )
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200])
    const fees = await feesOf(stay, projectChildId)
    expect(fees).toHaveLength(2)
    const now = await get<ProjectChildDetailData>(`${CHILD}/${projectChildId}`)
    expect(fees[1]!.price).toBe(now.data.nextPriceFen)
    expect(version).toBeGreaterThan(0)
  })
})

test('who may only take money reads nothing of this page and changes nothing', async () => {
  const nurse = await app.signIn('lixiaomei', 'Yiyuan2026')
  expect(await app.ask('GET', BASE, { token: nurse })).toMatchObject({ status: 401 })
  const director = await app.signIn('wangjianguo', 'Yiyuan2026')
  expect(await app.ask('GET', CHILD, { token: director })).toMatchObject({ status: 200 })
  expect(await app.ask('POST', BASE, { token: director, body: { projectName: 'x', category: '4' } })).toMatchObject({
    status: 401,
  })
})
