// Booking money, reminders, cashiers' days and closed months over the calls.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayText } from '#contract/kit/clock'
import { post } from '#server/areas/expense/ledger/post'
import { giveMoney } from '#server/areas/expense/test/money'
import { wholeDesk } from '#server/areas/expense/test/wholeDesk'
import { askConfirming } from '#server/areas/live/test/confirming'
import { rowBed, rowResident } from '#server/areas/live/test/stayRows'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import type { Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { systemTransaction } from '#server/kit/system'
import { demoApp, type TestApp } from '#server/kit/test/app'

let app: TestApp
let admin: string
let clerk: string
let director: string

const COST = '/pims/web-pi/cost'
const LIVE = '/pims/web-pi/oldmans/live'
const rows = async <T = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  (await app.app.pool.query(text, values)).rows as T[]
const account = async (oldmanId: string) =>
  (
    await rows(
      'select balance_fen as balance, deposit_fen as deposit, booking_fen as booking, owed_fen as owed from elder_account where oldman_id = $1',
      [oldmanId],
    )
  )[0]!
const day = (days: number) => dayText(Date.now() + days * 86_400_000)
type Told = { field?: string }

beforeAll(async () => {
  app = await demoApp()
  await wholeDesk(app.app.pool)
  ;[admin, clerk, director] = (await Promise.all(
    ['zhengkai', 'liumin', 'wangjianguo'].map((name) => app.signIn(name, 'Yiyuan2026')),
  )) as [string, string, string]
})
afterAll(() => app.close())

describe('booking money', () => {
  const reserve = async (more: object = {}) => {
    const { oldmanId, familyId } = await rowResident(app, 3)
    const bedId = await rowBed(app)
    const body = {
      oldmanId,
      bedId,
      expectCheckIn: day(3),
      expireDate: day(9),
      bookingFen: 200_000,
      bookingWay: 2,
      ...more,
    }
    const answer = await askConfirming<Told>(app, 'POST', `${LIVE}/reserve`, { token: admin, body })
    return { oldmanId, familyId, bedId, answer }
  }
  const cancel = (oldmanId: string, more: object) =>
    app.ask<Told>('PUT', `${LIVE}/reserve/cancel`, { token: admin, body: { oldmanId, reason: '改变主意', ...more } })

  test('is taken by a way, with a receipt, and follows what the reservation says', async () => {
    expect((await reserve({ bookingWay: null })).answer).toMatchObject({
      status: 42_200,
      data: { field: 'bookingWay' },
    })
    const { oldmanId, bedId, answer } = await reserve()
    expect(answer.desc).toBe('操作成功')
    expect(await account(oldmanId)).toMatchObject({ booking: 200_000 })
    expect(await rows('select amount_fen as fen from receipt where oldman_id = $1', [oldmanId])).toEqual([
      { fen: 200_000 },
    ])
    const change = (bookingFen: number, bookingWay: number | null) =>
      app.ask<Told>('PUT', `${LIVE}/reserve`, {
        token: admin,
        body: { oldmanId, bedId, expectCheckIn: day(3), expireDate: day(9), bookingFen, bookingWay },
      })
    expect((await change(250_000, null)).data.field).toBe('bookingWay')
    await change(250_000, 8)
    expect(await account(oldmanId)).toMatchObject({ booking: 250_000 })
    await change(100_000, 2)
    expect(await account(oldmanId)).toMatchObject({ booking: 100_000 })
  })

  test.each([
    ['REFUND', { way: 2 }, { booking: 0, balance: 0 }, -200_000],
    ['TRANSFER', {}, { booking: 0, balance: 200_000 }, 0],
    ['KEEP', {}, { booking: 0, balance: 0, owed: 0 }, 0],
  ] as const)('ends with the reservation: %s', async (money, more, after, cash) => {
    const { oldmanId } = await reserve()
    expect((await cancel(oldmanId, { money, ...more })).desc).toBe('操作成功')
    expect(await account(oldmanId)).toMatchObject(after)
    const [out] = await rows<{ cash: number }>(
      `select coalesce(sum(cash_fen), 0)::int as cash from ledger where oldman_id = $1 and trade_type <> 'BOOKING'`,
      [oldmanId],
    )
    expect(out!.cash).toBe(cash)
    if (money === 'KEEP') {
      expect(
        await rows(
          'select l.name, b.state from bill b join bill_line l using (org_id, bill_id) where b.oldman_id = $1',
          [oldmanId],
        ),
      ).toEqual([{ name: '预订违约金', state: 'PAID' }])
    }
  })

  test('goes to the deposit when the resident moves in', async () => {
    const { oldmanId, familyId, bedId } = await reserve()
    const [level] = await rows<{ id: string }>('select level_id as id from nursing_level where org_id = $1 limit 1', [
      DEMO_ORG,
    ])
    const answer = await askConfirming(app, 'POST', `${LIVE}/checkIn`, {
      token: admin,
      body: {
        oldmanId,
        bedId,
        checkInDate: day(0),
        levelId: level!.id,
        contractStart: day(0),
        contractEnd: day(300),
        payerId: familyId,
        emergencyId: familyId,
        accepted: ['assessment', 'contract', 'healthReport', 'riskNotice', 'deposit', 'firstBill'],
      },
    })
    expect(answer.desc).toBe('操作成功')
    expect(await account(oldmanId)).toMatchObject({ booking: 0, deposit: 200_000 })
  })
})

describe('reminders', () => {
  test('name who owes, are kept with their failures, and count what the list shows', async () => {
    const { oldmanId, familyId } = await rowResident(app, 1)
    await giveMoney(app.app.pool, DEMO_ORG, { oldmanId, owedFen: 123_400, owedSince: day(-20) })
    const ask = (path: string, query: Record<string, string> = {}) =>
      app.ask<{ total: number; list: Record<string, unknown>[] }>('GET', `${COST}/payRemind${path}`, {
        token: admin,
        query,
      })
    const found = await ask('', { scope: 'DUE', size: '500', orderBy: '' })
    const row = found.data.list.find((one) => one.oldmanId === oldmanId)
    expect(row).toMatchObject({ owedFen: 123_400, lateFen: 123_400, daysLate: 20, times: 0, payerPhone: '13800001111' })
    const send = (body: object) =>
      app.ask<{ sent: number; failed: number }>('POST', `${COST}/payRemind/send`, { token: clerk, body })
    expect((await send({ oldmanIds: [oldmanId], channel: 'SMS' })).data).toMatchObject({ sent: 1, failed: 0 })
    expect((await send({ oldmanIds: [oldmanId], channel: 'SMS' })).data).toMatchObject({ sent: 0, failed: 1 })
    await rows('update oldman_family set phone = $2 where family_id = $1', [familyId, '02155668800'])
    const detail = await app.ask<{ logs: { result: string }[]; bills: unknown[] }>(
      'GET',
      `${COST}/payRemind/${oldmanId}`,
      {
        token: clerk,
      },
    )
    expect(detail.data.logs.map((log) => log.result)).toEqual(['FAILED', 'SENT'])
    expect(detail.data.bills).toHaveLength(1)
    expect((await ask('', { scope: 'DUE', size: '500' })).data.list.some((one) => one.oldmanId === oldmanId)).toBe(
      false,
    )
    const [sms] = await rows<{ content: string }>(
      `select content from sms_message where purpose = '缴费提醒' order by created_at desc limit 1`,
    )
    expect(sms!.content).toContain('1,234.00')
  })
})

describe('a month', () => {
  const close = (month: string, accepted: string[] = ['cashDays', 'orders']) =>
    app.ask<{ state: string; field?: string }>('POST', `${COST}/monthClose/close`, {
      token: admin,
      body: { month, accepted },
    })
  const work = <T>(act: (tx: Tx) => Promise<T>) => systemTransaction(app.app, DEMO_ORG, '费用', '测试', act)

  test('closes in order, keeps out entries, and opens again with two people only', async () => {
    const list = await app.ask<{ months: { month: string; state: string }[] }>('GET', `${COST}/monthClose`, {
      token: admin,
    })
    const months = list.data.months.filter((one) => one.state === 'OPEN').map((one) => one.month)
    const first = (
      await rows<{ month: string }>(
        `select to_char(min(month), 'YYYY-MM') as month from ledger_month where org_id = $1`,
        [DEMO_ORG],
      )
    )[0]!.month
    expect((await close(day(0).slice(0, 7))).desc).toContain('本月还没有结束')
    if (months[0] !== first) expect((await close(months[0]!)).desc).toContain('请先结账')
    await rows(`delete from bill where stage = 'DRAFT' and month = $1`, [first])
    const answers = await Promise.all([close(first), close(first)])
    expect(answers.map((one) => one.status).sort()).toEqual([200, 40_901])
    const { oldmanId } = await rowResident(app, 1)
    const entry = { oldmanId, tradeType: 'PRESTORE' as const, way: 2 as const, amountFen: 100, cash: 100, balance: 100 }
    await expect(
      work((tx) => post(tx, [{ ...entry, groupId: newId(), content: '补录', day: `${first}-15` }])),
    ).rejects.toMatchObject({ constraint: 'ledger_month_closed' })
    const reopen = (body: object) => app.ask('POST', `${COST}/monthClose/reopen`, { token: admin, body })
    expect((await reopen({ month: first, reason: '' })).status).toBe(42_200)
    expect((await reopen({ month: first, reason: '录错收款方式' })).status).toBe(200)
    expect((await reopen({ month: first, reason: '再来' })).status).toBe(40_901)
    const [request] = await rows<{ id: string }>(`select request_id as id from reopen_request where state = 'ASKED'`)
    const decide = (token: string, body: object) =>
      app.ask<{ state: string }>('PUT', `${COST}/monthClose/reopen`, {
        token,
        body: { requestId: request!.id, ...body },
      })
    expect((await decide(admin, { agree: true })).desc).toContain('申请人不能同意自己的申请')
    await expect(
      rows(`update reopen_request set decided_by = asked_by where request_id = $1`, [request!.id]),
    ).rejects.toMatchObject({ constraint: 'reopen_request_people' })
    expect((await decide(director, { agree: true })).data.state).toBe('OPEN')
    await work((tx) => post(tx, [{ ...entry, groupId: newId(), content: '补录', day: `${first}-15` }]))
  })

  test('that closes while entries are on their way has all of them or none', async () => {
    const { oldmanId } = await rowResident(app, 1)
    const [{ month }] = (await rows(
      `select to_char(min(month), 'YYYY-MM') as month from ledger_month where org_id = $1`,
      [DEMO_ORG],
    )) as [{ month: string }]
    const paying = Array.from({ length: 12 }, () =>
      work((tx) =>
        post(tx, [
          {
            oldmanId,
            tradeType: 'PRESTORE',
            way: 2,
            amountFen: 100,
            cash: 100,
            balance: 100,
            groupId: newId(),
            content: '预存',
            day: `${month}-20`,
          },
        ]),
      ).then(
        () => true,
        () => false,
      ),
    )
    const [closed, ...paid] = await Promise.all([close(month), ...paying])
    expect(closed.status).toBe(200)
    const [kept] = await rows<{ entries: number }>('select entries from month_close where month = $1', [month])
    const [now] = await rows<{ entries: number }>(
      `select sum(entries)::int as entries from ledger_month where org_id = $1 and month = ($2 || '-01')::date`,
      [DEMO_ORG, month],
    )
    expect(kept!.entries).toBe(now!.entries)
    expect(paid).toHaveLength(12)
    await rows(
      'delete from month_close where org_id = $1 and month = $2 and not exists (select from reopen_request r where r.month = month_close.month)',
      [DEMO_ORG, month],
    )
  })
})

test('a cashier hands over the day; a difference needs its reason, later money makes it open again', async () => {
  const { oldmanId } = await rowResident(app, 1)
  const [me] = await rows<{ id: string }>(`select user_id as id from account where user_name = 'liumin'`)
  const [taker] = await rows<{ id: string }>(`select user_id as id from account where user_name = 'zhengkai'`)
  const take = (fen: number, way = 2) =>
    rows(
      `insert into ledger (org_id, entry_id, oldman_id, day, trade_class, trade_type, way, amount_fen, cash_fen, balance_fen, group_id, user_id, user_name, content)
       values ($1, $2::text, $3, current_date, 1, 'PRESTORE', $6, $5::int, $5::int, $5::int, $2::text, $4, '刘敏', '预存')`,
      [DEMO_ORG, newId(), oldmanId, me!.id, fen, way],
    )
  await take(5_000)
  await take(3_000, 3)
  const detail = () =>
    app.ask<{ dueFen: number; balanced: boolean; version: number; ways: Way[] }>('GET', `${COST}/cashDay/${me!.id}`, {
      token: clerk,
      query: { day: day(0) },
    })
  type Way = { way: number; netFen: number; countedFen: number | null; differenceFen: number | null }
  const { dueFen, ways } = (await detail()).data
  expect(ways.map((one) => one.way)).toEqual([2, 3])
  const counted = (off: Record<number, number> = {}) =>
    ways.map(({ way, netFen }) => ({ way, countedFen: netFen + (off[way] ?? 0) }))
  const hand = (body: object) =>
    app.ask<{ balanced: boolean; field?: string }>('POST', `${COST}/cashDay/hand`, {
      token: clerk,
      body: { day: day(0), handedTo: taker!.id, ways: counted(), ...body },
    })
  expect((await hand({ ways: counted({ 2: -100 }) })).data.field).toBe('remark')
  // The sum agrees, the ways do not: that is a difference, too.
  const swapped = await hand({ ways: counted({ 2: -100, 3: 100 }) })
  expect(swapped.desc).toContain('现金少 1.00 元、微信线下多 1.00 元，请注明原因')
  expect((await hand({ ways: counted().slice(1) })).desc).toContain('请填写现金的实交款')
  expect((await hand({ ways: counted({ 2: -100 }), remark: '找零差错' })).status).toBe(200)
  expect((await detail()).data.ways.map((one) => one.differenceFen)).toEqual([-100, 0])
  expect((await hand({ handedTo: me!.id })).data.field).toBe('handedTo')
  expect((await hand({})).data.balanced).toBe(true)
  await take(700)
  expect((await detail()).data).toMatchObject({ balanced: false, dueFen: dueFen + 700 })
})

test('what residents pay for a month adds up to its totals', async () => {
  const month = day(0).slice(0, 7)
  const list = await app.ask<{ total: number; list: { receivableFen: number; unpaidFen: number }[] }>(
    'GET',
    `${COST}/oldmanCost`,
    {
      token: admin,
      query: { month, size: '999999' },
    },
  )
  const totals = await app.ask<{ people: number; receivableFen: number; unpaidFen: number }>(
    'GET',
    `${COST}/oldmanCost/totals`,
    { token: admin, query: { month } },
  )
  const sum = (name: 'receivableFen' | 'unpaidFen') => list.data.list.reduce((all, row) => all + row[name], 0)
  expect(totals.data).toMatchObject({
    people: list.data.total,
    receivableFen: sum('receivableFen'),
    unpaidFen: sum('unpaidFen'),
  })
  expect((await app.ask('GET', `${COST}/oldmanCost`, { token: admin, query: { month: '2026-13' } })).status).toBe(
    42_200,
  )
})
