// The work bench: every figure equals the list it opens, scope holds, birthdays of a leap year, chart choices.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BirthdayData, FigureData, WaitingData } from '#contract/home/bench'
import { type ChartData, chartKeys, type ShowSetData } from '#contract/home/charts'
import type { WallData } from '#contract/home/wall'
import { bedFigures } from '#contract/live/bedStatus'
import { parseAddress } from '#server/areas/home/test/address'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { BED_STATUS, BED_STATUS_JOINS } from '#server/areas/residents/public'
import { demoApp, type TestApp } from '#server/kit/test/app'

let app: TestApp
const token: Record<string, string> = {}
const INDEX = '/pims/web-org/index'
const NURSE = 'lixiaomei'
const ADMIN = 'zhengkai'

beforeAll(async () => {
  app = await demoApp()
  for (const name of [ADMIN, NURSE, 'liumin', 'zhaoqiang']) token[name] = await app.signIn(name, 'Yiyuan2026')
})
afterAll(() => app.close())

const get = async <T>(who: string, path: string, query: Record<string, string> = {}): Promise<T> => {
  const answer = await app.ask<T>('GET', path, { token: token[who]!, query })
  expect(answer, path).toMatchObject({ status: 200 })
  return answer.data
}

/** What the page behind an address lists, as its list call counts it. */
const LISTS: Readonly<Record<string, string>> = {
  '/live/live/list': '/pims/web-pi/oldmans/live',
  '/live/archives/base': '/pims/web-pi/oldmans/proFile/list',
  '/live/Outing/register': '/pims/web-org/oldmanOut',
  '/live/Outing/audit': '/pims/web-org/oldmanOut/audit',
  '/live/live/audit': '/pims/web-pi/oldmans/live/audit',
  '/live/consult/base': '/pims/web-org/consultations',
  '/live/contractDocument': '/api/form/org/files/contracts',
  '/live/visit/come': '/pims/web-org/visit',
  '/yunmuIot/vms': '/pims/web-org/aliVmsOutbox',
  '/nursing/bloodSign': '/pims/web-org/bloodSign/alert',
  '/drug/depositedList': '/pims/web-org/drug/keep',
  '/nursing/mealOrder': '/pims/web-org/mealOrders/alert',
  '/administration/msg/notice': '/pims/web-org/notices/personal/list',
  '/nursing/handover': '/pims/web-org/shiftExchange/shift',
  '/administration/shiftExchange/records': '/pims/web-org/shiftExchange',
  '/administration/info/remind': '/pims/web-org/reminds',
}

async function listed(who: string, route: string): Promise<number | null> {
  const { path, query } = parseAddress(route)
  const list = LISTS[path]
  if (!list) return null
  return (await get<{ total: number }>(who, list, { ...query, page: '1', size: '1' })).total
}

describe.each([ADMIN, NURSE])('the bench of %s', (who) => {
  it('counts what its lists show', async () => {
    const figures = await get<FigureData[]>(who, `${INDEX}/count`)
    expect(figures.length).toBeGreaterThan(4)
    const leading = figures
      .flatMap((figure) => [figure, ...figure.notes])
      .filter((one) => one.route && one.count !== null)
    for (const one of leading) {
      const total = await listed(who, one.route!)
      if (total !== null) expect(total, `${one.route}`).toBe(one.count)
    }
  })

  it('waits for what its lists show', async () => {
    const todos = await get<WaitingData[]>(who, `${INDEX}/waitHandle`)
    let compared = 0
    for (const todo of todos) {
      const total = await listed(who, todo.route)
      if (total === null) continue
      expect(total, todo.key).toBe(todo.count)
      compared++
    }
    expect(compared).toBeGreaterThan(0)
  })

  it('draws what its lists show', async () => {
    for (const key of chartKeys) {
      const chart = await get<ChartData>(who, `${INDEX}/show/${key}`)
      expect(chart.routes, key).toHaveLength(chart.categories.length)
      for (const one of chart.series) expect(one.values, key).toHaveLength(chart.categories.length)
      for (const [i, route] of chart.routes.entries()) {
        if (route === null) continue
        const total = await listed(who, route)
        if (total !== null) expect(total, `${key} ${route}`).toBe(chart.series[0]!.values[i])
      }
    }
  })
})

describe('the beds of the bench', () => {
  const byStatus = async () => {
    const of = (figure: keyof typeof bedFigures) =>
      `count(*) filter (where ${BED_STATUS} in (${bedFigures[figure].of.join()}))::int`
    const found = await app.app.pool.query<{ used: number; free: number; away: number; trial: number }>(
      `select ${of('used')} as used, ${of('free')} as free, count(*) filter (where ${BED_STATUS} = 4)::int as away,
         count(*) filter (where ${BED_STATUS} = 3)::int as trial
       from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id ${BED_STATUS_JOINS}
       where b.org_id = $1 and b.display = 0`,
      [DEMO_ORG],
    )
    return found.rows[0]!
  }
  const shown = async () => {
    const { notes } = (await get<FigureData[]>(ADMIN, `${INDEX}/count`)).find((one) => one.key === 'beds')!
    return { used: Number(/^\d+/.exec(notes[0]!.text)![0]), free: notes[1]!.count }
  }

  it('are those that their statuses say, whatever somebody does next', async () => {
    const before = await byStatus()
    expect(before.away).toBeGreaterThan(0)
    expect(before.trial).toBeGreaterThan(0)
    expect(await shown()).toEqual({ used: before.used, free: before.free })
    const kinds = ['STAY', 'ROOM', 'RESERVE']
    for (const [i, kind] of kinds.entries()) {
      await app.app.pool.query(
        `with bed as (select b.bed_id from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id ${BED_STATUS_JOINS}
           where b.org_id = $1 and b.display = 0 and ${BED_STATUS} = 0 order by b.bed_id limit 1)
         insert into occupancy (org_id, occ_id, bed_id, oldman_id, kind, stay_id, reserve_id, days)
         select $1, 'bench' || $3::text, bed.bed_id, s.oldman_id, $2, case when $2 <> 'RESERVE' then s.stay_id end,
           case when $2 = 'RESERVE' then v.reserve_id end, daterange(current_date, current_date + 1)
         from bed, (select * from stay where org_id = $1 and end_date is not null order by stay_id limit 1) s,
           (select * from reservation where org_id = $1 order by reserve_id limit 1) v`,
        [DEMO_ORG, kind, i],
      )
      const now = await byStatus()
      expect(now.free).toBe(before.free - i - 1)
      expect(await shown(), kind).toEqual({ used: now.used, free: now.free })
    }
  })
})

describe('scope', () => {
  it('a nurse of one department counts fewer people than the house has', async () => {
    const count = async (who: string) =>
      (await get<FigureData[]>(who, `${INDEX}/count`)).find((one) => one.key === 'inHouse')!.count!
    const [all, own] = [await count(ADMIN), await count(NURSE)]
    expect(own).toBeGreaterThan(0)
    expect(own).toBeLessThan(all)
  })

  it('who may not see residents gets neither figures nor charts nor the wall', async () => {
    const keeper = token.zhaoqiang!
    expect((await get<FigureData[]>('zhaoqiang', `${INDEX}/count`)).map((one) => one.key)).not.toContain('inHouse')
    expect(await app.ask('GET', `${INDEX}/birthday`, { token: keeper })).toMatchObject({ status: 401 })
    expect(await app.ask('GET', `${INDEX}/wall`, { token: keeper })).toMatchObject({ status: 401 })
  })
})

describe('birthdays', () => {
  const born = (id: string, day: string) =>
    app.app.pool.query('update oldman set birth_date = $2 where oldman_id = $1', [id, day])

  it('29 February is kept on the 28th in other years and on its own day in leap years', async () => {
    const someone = await app.app.pool.query<{ id: string }>(
      'select oldman_id as id from oldman where status = 1 order by oldman_id limit 1',
    )
    const { id } = someone.rows[0]!
    await born(id, '1940-02-29')
    const days = async (month: string) =>
      (await get<BirthdayData[]>(ADMIN, `${INDEX}/birthday`, { month })).filter((one) => one.oldmanId === id)
    expect(await days('2027-02')).toMatchObject([{ day: '2027-02-28', turns: 87 }])
    expect(await days('2028-02')).toMatchObject([{ day: '2028-02-29', turns: 88 }])
    expect(await days('2027-03')).toEqual([])
  })

  it('names a wrong month', async () => {
    const answer = await app.ask('GET', `${INDEX}/birthday`, { token: token[ADMIN]!, query: { month: '2027-13' } })
    expect(answer).toMatchObject({ status: 42200, data: { field: 'month' } })
  })
})

describe('the charts a person chooses', () => {
  const SET = `${INDEX}/show/set`
  const put = (who: string, body: object) => app.ask('PUT', SET, { token: token[who]!, body })

  it('are theirs alone, in their order, and a second window is told', async () => {
    const before = await get<ShowSetData>('liumin', SET)
    expect(before.charts.map((one) => one.key).sort()).toEqual([...chartKeys].sort())
    const input = [...before.charts].reverse().map(({ key }, i) => ({ key, shown: i < 2 }))
    expect(await put('liumin', { charts: input, version: before.version })).toMatchObject({ status: 200 })
    const after = await get<ShowSetData>('liumin', SET)
    expect(after.charts.map(({ key, shown }) => ({ key, shown }))).toEqual(input)
    expect(await put('liumin', { charts: input, version: before.version })).toMatchObject({ status: 40902 })
    expect((await get<ShowSetData>(ADMIN, SET)).version).toBe(0)
  })

  it('refuse unknown and doubled charts', async () => {
    expect(await put('liumin', { charts: [{ key: 'moon', shown: true }] })).toMatchObject({ status: 42200 })
    const twice = [
      { key: 'live', shown: true },
      { key: 'live', shown: false },
    ]
    expect(await put('liumin', { charts: twice })).toMatchObject({ status: 42200 })
  })
})

describe('the wall', () => {
  it('carries figures and names nobody', async () => {
    const wall = await get<WallData>(ADMIN, `${INDEX}/wall`)
    const names = await app.app.pool.query<{ name: string }>('select oldman_name as name from oldman')
    const text = JSON.stringify(wall)
    for (const { name } of names.rows) expect(text).not.toContain(name)
    expect(wall.months).toHaveLength(12)
    expect(wall.months.at(-1)!.there).toBe(wall.inHouse)
  })

  it('counts the birthdays of a week by day', async () => {
    const wall = await get<WallData>(ADMIN, `${INDEX}/wall`)
    const birthdays = await get<BirthdayData[]>(ADMIN, `${INDEX}/birthday`)
    expect(wall.birthdays.map((one) => one.inDays)).toEqual([0, 1, 2, 3, 4, 5, 6])
    for (const one of wall.birthdays) {
      expect([one.day, one.count]).toEqual([one.day, birthdays.filter(({ day }) => day === one.day).length])
    }
  })
})

describe('nurse calls', () => {
  it('are counted by day, with the median wait', async () => {
    const found = await get<{ total: number; handled: number; days: { count: number }[] }>(
      ADMIN,
      '/ecms/web-org/callrecords/statistics',
    )
    expect(found.days).toHaveLength(30)
    expect(found.days.reduce((sum, one) => sum + one.count, 0)).toBe(found.total)
    expect(found.handled).toBeGreaterThan(0)
    const wrong = await app.ask('GET', '/ecms/web-org/callrecords/statistics', {
      token: token[ADMIN]!,
      query: { from: '2026-05-02', to: '2026-05-01' },
    })
    expect(wrong).toMatchObject({ status: 42200, data: { field: 'to' } })
  })
})
