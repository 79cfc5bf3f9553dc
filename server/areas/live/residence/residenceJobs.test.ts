// What happens in the residence by itself, and the lists that show what waits for somebody.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ResidenceRowData, StayEventData } from '#contract/live/residence'
import { residenceNeeds } from '#contract/live/residenceWords'
import { runOrganisation } from '#server/areas/administration/remind/remindJobs'
import { giveMoney } from '#server/areas/expense/test/money'
import { todos } from '#server/areas/live/public'
import { dayOf, LIVE, type Resident, type StayHouse, stayHouse } from '#server/areas/live/test/stayHouse'
import { keepResidence } from './residenceJobs.ts'
import { residenceReminders } from './residenceReminders.ts'

let house: StayHouse
const ROOM1 = ['松鹤楼>1层>101>01', '松鹤楼>1层>101>02'] as const
const ROOM2 = ['松鹤楼>1层>102>01', '松鹤楼>1层>102>02'] as const

beforeAll(async () => {
  house = await stayHouse()
})
afterAll(() => house.close())
beforeEach(() => house.clear())

const record = async (one: Resident) =>
  (await house.ask<StayEventData[]>('GET', `${LIVE}/record/${one.oldmanId}`, { token: house.token })).data
async function inHouse(name: string, path: string, days = 10): Promise<Resident> {
  const one = await house.resident(name)
  expect((await house.checkIn(one, path, { checkInDate: dayOf(-days) })).status).toBe(200)
  return one
}

describe('by itself', () => {
  it('tells the salesman of reservations past their day, or frees the bed; once', async () => {
    const sale = await house.person({
      userName: `sale${Date.now() % 100_000}`,
      empName: '刘敏',
      codes: [residenceNeeds.reserve],
    })
    const one = await house.resident('王秀兰')
    await house.reserve(one, ROOM1[0], { saleId: sale, expectCheckIn: dayOf(1), expireDate: dayOf(2) })
    await house.passDays(3)
    const messages = () =>
      house.sql<{ title: string; user_id: string }>('select title, user_id from user_message where org_id = $1', [
        house.orgId,
      ])
    const remind = () => runOrganisation(house.app, house.orgId, undefined, residenceReminders)
    await Promise.all([remind(), remind()])
    await keepResidence(house.app)
    await remind()
    expect(await messages()).toEqual([{ title: `王秀兰预订的床位已于 ${dayOf(-1)} 到期`, user_id: sale }])
    expect((await house.detail(one.oldmanId)).status).toBe(5)
    await house.setting({ autoExpire: true })
    await keepResidence(house.app)
    expect(await house.detail(one.oldmanId)).toMatchObject({ status: 6, reservation: null })
    expect((await record(one))[0]).toMatchObject({
      kind: 'cancelReserve',
      userName: '系统',
      content: expect.stringContaining('到期自动释放'),
    })
    expect(await messages()).toHaveLength(2)
    expect(await house.faults()).toEqual([])
  })

  it('keeps the booking money of a lapsed reservation in sight until somebody decides', async () => {
    const { app, orgId } = house
    await house.setting({ autoExpire: true })
    const one = await house.resident('王秀兰')
    const input = { expectCheckIn: dayOf(1), expireDate: dayOf(2) }
    await house.reserve(one, ROOM1[0], { ...input, bookingFen: 200_000, bookingWay: 2 })
    await house.passDays(3)
    await keepResidence(app)
    const account = async () =>
      (
        await house.sql<Record<string, number>>(
          'select booking_fen as booking, balance_fen as balance from elder_account where org_id = $1 and oldman_id = $2',
          [orgId, one.oldmanId],
        )
      )[0]
    const list = async (path: string, query: Record<string, string>) =>
      (
        await house.ask<{ list: { oldmanId: string; can: string[]; money?: string; amountFen?: number }[] }>(
          'GET',
          path,
          {
            token: house.token,
            query,
          },
        )
      ).data.list.filter((row) => row.oldmanId === one.oldmanId)
    const report = () =>
      list('/pims/web-pi/cost/report/booking', { from: dayOf(-30), to: dayOf(0), page: '1', size: '50' })
    expect(await account()).toEqual({ booking: 200_000, balance: 0 })
    // Nothing is lost: the resident, the to-do, the account list and the report all show it.
    const found = await house.detail(one.oldmanId)
    expect(found).toMatchObject({
      status: 6,
      reservation: null,
      bookingLoose: true,
      looseFen: 200_000,
      lapsed: { bookingFen: 200_000, state: 'EXPIRED', cancelMoney: null },
    })
    expect(found.can).toContain('settleBooking')
    const todo = todos.find(({ key }) => key === 'bookingLoose')!
    expect(todo.route).toBe('/live/live/list?due=bookingLoose')
    expect(await list(LIVE, { due: 'bookingLoose' })).toHaveLength(1)
    const accounts = await list('/pims/web-pi/cost/account', { tab: 'BOOKING' })
    expect(accounts.map((row) => row.can.includes('booking'))).toEqual([true])
    expect((await report()).map((row) => [row.money, row.amountFen])).toEqual([['WAITS', 200_000]])
    const told = await house.sql<{ content: string; route: string }>(
      `select content, route from user_message where org_id = $1 and title = '王秀兰的预订已到期释放'`,
      [orgId],
    )
    expect(told[0]).toMatchObject({ content: expect.stringContaining('2,000.00'), route: todo.route })
    // What cannot be is refused in words, with the field.
    const settle = (body: object) =>
      house.move('settleBooking', { oldmanId: one.oldmanId, reason: '家属放弃', ...body })
    expect(await settle({ money: 'REFUND' })).toMatchObject({ status: 42_200, data: { field: 'way' } })
    expect(await settle({ money: 'PART', way: 2 })).toMatchObject({ status: 42_200, data: { field: 'refundFen' } })
    expect(await settle({ money: 'PART', way: 2, refundFen: 200_000 })).toMatchObject({ data: { field: 'refundFen' } })
    expect(await account()).toEqual({ booking: 200_000, balance: 0 })
    // A part goes back, the rest is earned on a bill of its own.
    expect(await settle({ money: 'PART', way: 2, refundFen: 150_000 })).toMatchObject({
      status: 200,
      data: { bookingLoose: false, looseFen: 0, lapsed: null },
    })
    expect(await account()).toEqual({ booking: 0, balance: 0 })
    expect(
      await house.sql(
        `select trade_type, booking_fen::int as booking, cash_fen::int as cash from ledger where org_id = $1 and oldman_id = $2
          and booking_fen < 0 order by seq`,
        [orgId, one.oldmanId],
      ),
    ).toEqual([
      { trade_type: 'REFUND_BOOKING', booking: -150_000, cash: -150_000 },
      { trade_type: 'BOOKING_PAYS', booking: -50_000, cash: 0 },
    ])
    expect((await report()).map((row) => row.money)).toEqual(['PART'])
    expect((await record(one))[0]).toMatchObject({ kind: 'booking', reason: '家属放弃' })
    expect(await settle({ money: 'TRANSFER' })).toMatchObject({ status: 40_901 })
    expect(await list(LIVE, { due: 'bookingLoose' })).toEqual([])
    expect(await house.faults()).toEqual([])
  })

  it('counts the money of a lapsed reservation for the next one', async () => {
    await house.setting({ autoExpire: true })
    const one = await house.resident('王秀兰')
    const input = { expectCheckIn: dayOf(1), expireDate: dayOf(2) }
    await house.reserve(one, ROOM1[0], { ...input, bookingFen: 200_000, bookingWay: 2 })
    await house.passDays(3)
    await keepResidence(house.app)
    const again = await house.reserve(one, ROOM1[1], input)
    expect(again.data).toMatchObject({ bookingLoose: false, reservation: { bookingFen: 200_000 } })
    // A reservation that stands is cancelled, not settled.
    expect((await house.move('settleBooking', { oldmanId: one.oldmanId, money: 'KEEP', reason: '试' })).desc).toContain(
      '请先取消预订',
    )
    const body = { oldmanId: one.oldmanId, reason: '家属放弃' }
    expect(await house.move('cancelReserve', body)).toMatchObject({ status: 42_200, data: { field: 'money' } })
    expect((await house.move('cancelReserve', { ...body, money: 'TRANSFER' })).data).toMatchObject({ status: 6 })
    expect(
      await house.sql('select balance_fen::int as balance from elder_account where org_id = $1 and oldman_id = $2', [
        house.orgId,
        one.oldmanId,
      ]),
    ).toEqual([{ balance: 200_000 }])
  })

  it('reminds of trials that end, once for each end', async () => {
    const one = await house.resident('王秀兰')
    await house.trial(one, ROOM1[0], { trialStart: dayOf(-5), trialEnd: dayOf(3) })
    const count = async () => {
      await runOrganisation(house.app, house.orgId, undefined, residenceReminders)
      return (
        await house.sql(`select 1 from user_message where org_id = $1 and title like '王秀兰试住%'`, [house.orgId])
      ).length
    }
    // Nobody received the resident: the administrators are told.
    const first = await count()
    expect(first).toBeGreaterThan(0)
    expect(await count()).toBe(first)
    await house.move('extendTrial', { oldmanId: one.oldmanId, trialEnd: dayOf(20), reason: '再看看' })
    expect(await count()).toBe(first)
    await house.passDays(18)
    expect(await count()).toBe(first * 2)
  })
})

describe('the list', () => {
  it('finds, counts, and shows what the work bench counts', async () => {
    const one = await inHouse('王秀兰', ROOM1[0])
    const two = await house.resident('李玉珍')
    await house.trial(two, ROOM1[1], { trialEnd: dayOf(2) })
    const three = await house.resident('史彩凤')
    await house.reserve(three, ROOM2[0])
    await house.sql(
      'update reservation set reserve_date = $2, expect_check_in = $2, expire_date = $3 where org_id = $1',
      [house.orgId, dayOf(-9), dayOf(-1)],
    )
    await house.sql('update stay set contract_end = $2 where org_id = $1 and oldman_id = $3', [
      house.orgId,
      dayOf(9),
      one.oldmanId,
    ])
    const four = await inHouse('高素芬', ROOM2[1])
    await house.checkOut(four)
    await giveMoney(house.app.pool, house.orgId, { oldmanId: one.oldmanId, owedFen: 100, owedSince: '2026-01-10' })
    const list = async (query: Record<string, string>) => {
      const answer = await house.ask<{ total: number; list: ResidenceRowData[] }>('GET', LIVE, {
        token: house.token,
        query: { page: '1', size: '999999', orderBy: '', ...query },
      })
      expect([query, answer.status]).toEqual([query, 200])
      return answer.data.list.map((row) => row.oldmanName)
    }
    expect(await list({ status: '1,4' })).toEqual(expect.arrayContaining(['王秀兰', '李玉珍']))
    expect(await list({ keyword: 'wxl', status: '1' })).toEqual(['王秀兰'])
    expect(await list({ bed: '102' })).toEqual(['史彩凤'])
    expect(await list({ arrears: '1' })).toEqual(['王秀兰'])
    expect(await list({ endFrom: dayOf(0), endTo: dayOf(0) })).toEqual(['高素芬'])
    expect(await list({ startFrom: dayOf(-1), status: '1,4' })).toEqual(['李玉珍'])
    expect(await list({ status: '1', levelId: house.level('自理') })).toEqual(['王秀兰'])
    expect((await house.ask('GET', LIVE, { token: house.token, query: { due: 'never' } })).status).toBe(42_200)
    expect((await house.ask('GET', LIVE, { token: house.token, query: { status: '9' } })).status).toBe(42_200)
    const bare = await house.ask<ResidenceRowData[]>('GET', LIVE, {
      token: house.token,
      query: { pageHelper: '0', status: '1' },
    })
    expect(bare.data.map((row) => row.oldmanName)).toEqual(['王秀兰'])
    const waiting = await house.ask<{ key: string; count: number; route: string }[]>(
      'GET',
      '/pims/web-org/index/waitHandle',
      {
        token: house.token,
      },
    )
    const found = new Map(waiting.data.map((todo) => [todo.key, todo]))
    for (const [key, names] of [
      ['trialEnding', ['李玉珍']],
      ['reserveExpired', ['史彩凤']],
      ['contractEnding', ['王秀兰']],
      ['toSettle', ['高素芬']],
    ] as const) {
      expect([key, await list({ due: key })]).toEqual([key, names])
      expect(found.get(key)).toMatchObject({ count: 1, route: `/live/live/list?due=${key}` })
    }
    expect(found.get('bedsToClean')).toMatchObject({ count: 1, route: '/home/bedInfo?status=7' })
    expect(new Set(todos.map((todo) => todo.key)).size).toBe(todos.length)
  })
})
