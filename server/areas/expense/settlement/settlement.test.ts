// Settlements over the calls: counted, signed, confirmed, revoked; nothing is lost on the way.

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayText } from '#contract/kit/clock'
import { lockAccounts } from '#server/areas/expense/account/accountLock'
import type { NewLine } from '#server/areas/expense/bill/billNewLine'
import { addBills, issueBills } from '#server/areas/expense/bill/billWrite'
import { verifyLedger } from '#server/areas/expense/ledger/ledgerVerify'
import { type Payment, payBills } from '#server/areas/expense/pay/payBills'
import { giveMoney } from '#server/areas/expense/test/money'
import { PLAIN_FORM, settling } from '#server/areas/expense/test/settling'
import { rowResident } from '#server/areas/live/test/stayRows'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import type { Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { systemTransaction } from '#server/kit/system'
import { demoApp, type TestApp } from '#server/kit/test/app'

let app: TestApp
let desk: ReturnType<typeof settling>
let clerk: ReturnType<typeof settling>
let accountant: ReturnType<typeof settling>
let nurse: string
let admin: string

const rows = async <T = Record<string, unknown>>(text: string, values: unknown[]) =>
  (await app.app.pool.query(text, values)).rows as T[]
const work = <T>(act: (tx: Tx) => Promise<T>) => systemTransaction(app.app, DEMO_ORG, '费用', '测试', act)
const account = async (oldmanId: string) =>
  (
    await rows(
      `select balance_fen as balance, gift_fen as gift, deposit_fen as deposit, booking_fen as booking, owed_fen as owed,
         owed_since as since from elder_account where oldman_id = $1`,
      [oldmanId],
    )
  )[0]!
const dayOf = (days: number) => dayText(Date.now() + days * 86_400_000)

/** Somebody who left yesterday, with money. */
const left = async (money: Parameters<typeof giveMoney>[2] | object = {}) => {
  const { oldmanId } = await rowResident(app, 2)
  await giveMoney(app.app.pool, DEMO_ORG, { oldmanId, ...money })
  return oldmanId
}

/** The bill of this whole month, paid as told: it reaches past the day of leaving. */
async function monthBill(oldmanId: string, amountFen: number, payments: readonly Payment[]): Promise<string> {
  const month = dayOf(0).slice(0, 7)
  const line: NewLine = {
    category: '1',
    name: '床位费',
    cycle: 'MONTH',
    priceFen: amountFen,
    amountFen,
    source: 'CYCLE',
  }
  return work(async (tx) => {
    const [billId] = await addBills(tx, [
      {
        oldmanId,
        month,
        kind: 'MONTH',
        periodStart: `${month}-01`,
        periodEnd: dayOf(40),
        dueDate: dayOf(5),
        lines: [line],
      },
    ])
    await issueBills(tx, [billId!])
    if (payments.length === 0) return billId!
    const [locked] = await lockAccounts(tx, { deptIds: null }, [oldmanId])
    await payBills(tx, { account: locked!, billIds: [billId!], payments, groupId: newId() })
    return billId!
  })
}

/** Waits for the last bill; below zero it is what the house gives back. */
async function adjust(oldmanId: string, amountFen: number): Promise<void> {
  await rows(
    `insert into charge (org_id, charge_id, oldman_id, kind, category, name, price_fen, amount_fen, day, user_name)
     values ($1, $2, $3, $4, '99', '调整', abs($5::int), $5::int, current_date - 1, '测试')`,
    [DEMO_ORG, newId(), oldmanId, amountFen < 0 ? 'ADJUST' : 'ONCE', amountFen],
  )
}

beforeAll(async () => {
  app = await demoApp({ LOG_LEVEL: 'error' })
  const [zhengkai, liumin, lixiaomei, zengguoping] = await Promise.all(
    ['zhengkai', 'liumin', 'lixiaomei', 'zengguoping'].map((name) => app.signIn(name, 'Yiyuan2026')),
  )
  admin = zhengkai!
  desk = settling(app.ask, admin)
  clerk = settling(app.ask, liumin!)
  accountant = settling(app.ask, zengguoping!)
  nurse = lixiaomei!
})
afterAll(() => app.close())

describe('the worked example', () => {
  const money = { balanceFen: 120_000, depositFen: 1_000_000, owedFen: 300_000, owedSince: '2026-09-10' }
  const form = { ...PLAIN_FORM, damage: [{ item: '床头柜', amountFen: 15_000 }] }

  test.each([
    ['without gift', 0, 395_000, 605_000],
    ['with gift', 50_000, 345_000, 655_000],
  ])('%s', async (_, giftFen, deposit, refund) => {
    const resident = await left({ ...money, giftFen })
    await adjust(resident, 200_000)
    const before = await account(resident)
    const looked = await desk.check(resident)
    expect(looked.data.sums).toMatchObject({ unpaidFen: 300_000, finalFen: 200_000, receivableFen: 500_000 })
    expect(await rows('select from bill where oldman_id = $1 and kind = $2', [resident, 'FINAL'])).toEqual([])
    const ready = await desk.prepare(resident, form)
    expect(ready.data.sheet.sums).toMatchObject({
      receivableFen: 515_000,
      useBalanceFen: 120_000,
      useGiftFen: giftFen,
      useDepositFen: deposit,
      refundFen: refund,
      supplementFen: 0,
    })
    const done = await desk.confirm(resident)
    expect(done).toMatchObject({ status: 200, data: { state: 'CONFIRMED', can: expect.arrayContaining(['revoke']) } })
    expect(await account(resident)).toEqual({ balance: 0, gift: 0, deposit: 0, booking: 0, owed: 0, since: null })
    expect(
      await rows(
        'select amount_fen as fen, way, balance_fen as balance, deposit_fen as deposit from ledger where oldman_id = $1 and trade_type = $2',
        [resident, 'REFUND_CHECKOUT'],
      ),
    ).toEqual([{ fen: refund, way: 2, balance: 0, deposit: -refund }])
    expect(await rows('select kind, state from bill where oldman_id = $1 order by kind', [resident])).toEqual([
      { kind: 'FINAL', state: 'PAID' },
      { kind: 'ONCE', state: 'PAID' },
    ])
    expect(done.data.receiptIds).toHaveLength(1)
    // The statement stays as it was confirmed.
    expect((await desk.detail(resident)).data.sheet).toEqual(done.data.sheet)
    const back = await desk.revoke(resident)
    expect(back).toMatchObject({ status: 200, data: { state: 'OPEN', status: 2, returnReason: '算错了' } })
    expect(await account(resident)).toEqual(before)
    expect(await rows('select state from charge where oldman_id = $1', [resident])).toEqual([{ state: 'WAITING' }])
    expect((await desk.settle(resident, form)).data.state).toBe('CONFIRMED')
    expect(await verifyLedger(app.app.pool, DEMO_ORG)).toMatchObject({ problems: [] })
  })
})

test('is refused step by step, in words', async () => {
  const resident = await left({ balanceFen: 50_000, depositFen: 10_000, owedFen: 100_000 })
  expect(await desk.submit(resident)).toMatchObject({ status: 42_200, desc: expect.stringContaining('个人物品') })
  expect(await desk.confirm(resident)).toMatchObject({ status: 40_901, desc: expect.stringContaining('待结算') })
  expect(await desk.save(resident, { ...PLAIN_FORM, refundWay: 1 })).toMatchObject({
    data: { field: 'form.refundWay' },
  })
  expect(await desk.save(resident, { ...PLAIN_FORM, discountFen: 5_000 })).toMatchObject({ status: 42_200 })
  for (const amountFen of [0, -1, 1.5]) {
    const damage = [{ item: '窗帘', amountFen }]
    expect([amountFen, (await desk.save(resident, { ...PLAIN_FORM, damage })).status]).toEqual([amountFen, 42_200])
  }
  await desk.save(resident, { ...PLAIN_FORM, belongings: 'WAIVED' })
  expect((await desk.submit(resident)).desc).toContain('放弃时请注明原因')
  const saved = await desk.save(resident)
  expect((await desk.save(resident, PLAIN_FORM, { version: saved.data.version - 1 })).status).toBe(40_902)
  expect((await desk.submit(resident)).data).toMatchObject({
    state: 'SUBMITTED',
    sheet: { sums: { outstandingFen: 40_000 } },
  })
  expect((await desk.save(resident)).desc).toContain('待确认')
  expect((await desk.confirm(resident)).desc).toContain('护理部、前台、财务尚未会签')
  expect((await desk.sign(resident, '后勤')).status).toBe(42_200)
  expect((await desk.sign(resident, '护理部')).data.signs[0]).toMatchObject({ step: '护理部', userName: '郑凯' })
  expect((await desk.sign(resident, '护理部')).desc).toContain('已会签')
  await clerk.sign(resident, '前台')
  await desk.sign(resident, '财务')
  expect((await desk.confirm(resident)).desc).toContain('还需补缴 400.00 元')
  expect((await desk.collect(resident, 40_001)).desc).toContain('超过还需补缴的 400.00 元')
  expect((await desk.collect(resident, 10_000, 1)).status).toBe(42_200)
  expect((await desk.collect(resident, 15_000)).data.sheet.sums).toMatchObject({
    supplementFen: 40_000,
    collectedFen: 15_000,
    outstandingFen: 25_000,
  })
  // Sent back, what was collected stays collected, and the signatures are gone.
  const back = await desk.put('return', { oldmanId: resident, reason: '少算一项' })
  expect(back.data).toMatchObject({
    state: 'OPEN',
    returnReason: '少算一项',
    sheet: { sums: { collectedFen: 15_000 } },
  })
  expect(back.data.signs.every((sign) => sign.userName === null)).toBe(true)
  expect(
    (await desk.settle(resident, { ...PLAIN_FORM, damage: [{ item: '窗帘', amountFen: 8_000 }] })).data.state,
  ).toBe('CONFIRMED')
  expect(await account(resident)).toMatchObject({ balance: 0, deposit: 0, owed: 0 })
})

test('everybody signs their own step only, and the sheet says whose turn it is', async () => {
  const resident = await left({ balanceFen: 10_000 })
  const head = settling(app.ask, await app.signIn('hejing', 'Yiyuan2026'))
  await clerk.save(resident)
  const sent = await clerk.submit(resident)
  expect(sent.data.signs.map(({ step, mine }) => [step, mine])).toEqual([
    ['护理部', false],
    ['前台', true],
    ['财务', false],
  ])
  expect(sent.data.signs[0]!.signers).toContain('何静')
  expect(sent.data.signs[2]!.signers).toContain('曾国平')
  // Who takes money signs for none of it.
  for (const name of ['刘敏', '方芳']) expect(sent.data.signs[2]!.signers).not.toContain(name)
  const refused = await clerk.sign(resident, '财务')
  expect(refused).toMatchObject({ status: 42_200, data: { field: 'step' } })
  expect(refused.desc).toMatch(/没有“财务会签”的权限，请由.*曾国平.*会签/)
  expect((await head.sign(resident, '财务')).status).toBe(42_200)
  expect((await head.sign(resident, '护理部')).data.signs[0]).toMatchObject({ userName: '何静', mine: true })
  expect((await clerk.sign(resident, '前台')).data.signs[1]).toMatchObject({ userName: '刘敏' })
  expect((await head.confirm(resident)).status).toBe(401)
  expect((await clerk.confirm(resident)).status).toBe(401)
  expect((await accountant.confirm(resident)).desc).toContain('财务尚未会签')
  // The director looks on; a nurse sees nothing of it.
  expect((await desk.sign(resident, '前台', nurse)).status).toBe(401)
  await accountant.sign(resident, '财务')
  expect((await accountant.confirm(resident)).data.state).toBe('CONFIRMED')
})

test('what changed after it was submitted sends it back', async () => {
  const resident = await left({ balanceFen: 50_000 })
  await desk.prepare(resident)
  await giveMoney(app.app.pool, DEMO_ORG, { oldmanId: resident, balanceFen: 100 })
  expect((await desk.detail(resident)).data.changed).toContain('余额 500.00 → 501.00')
  expect((await desk.confirm(resident)).desc).toContain('请退回后重新提交')
})

test('a month that was paid in advance is billed again by the days lived, and comes back when revoked', async () => {
  const resident = await left({ balanceFen: 100_000, giftFen: 20_000, depositFen: 500_000 })
  await monthBill(resident, 300_000, [
    { source: 'BALANCE', amountFen: 100_000 },
    { source: 'GIFT', amountFen: 20_000 },
    { source: 'CASH', way: 3, amountFen: 180_000 },
  ])
  await adjust(resident, -140_000)
  const before = await account(resident)
  const ready = await desk.prepare(resident)
  expect(ready.data.sheet.replaced).toMatchObject([{ receivableFen: 300_000, backFen: 300_000 }])
  expect(ready.data.sheet.sums).toMatchObject({
    receivableFen: 160_000,
    balanceFen: 280_000,
    giftFen: 20_000,
    refundFen: 620_000,
    lapseFen: 20_000,
  })
  expect((await desk.confirm(resident)).data.state).toBe('CONFIRMED')
  expect(await account(resident)).toEqual({ balance: 0, gift: 0, deposit: 0, booking: 0, owed: 0, since: null })
  expect((await desk.revoke(resident)).data.state).toBe('OPEN')
  expect(await account(resident)).toEqual(before)
  expect(
    await rows(
      `select state, paid_fen as paid from bill where oldman_id = $1 and kind = 'MONTH' and stage = 'ISSUED'`,
      [resident],
    ),
  ).toEqual([{ state: 'PAID', paid: 300_000 }])
  expect((await desk.settle(resident)).data.state).toBe('CONFIRMED')
  expect(await verifyLedger(app.app.pool, DEMO_ORG)).toMatchObject({ problems: [] })
})

test('receipts of a month that is billed again stand for exactly the money that does', async () => {
  const resident = await left({ depositFen: 500_000 })
  const month = await monthBill(resident, 300_000, [])
  const other = await work(async (tx) => {
    const [id] = await addBills(tx, [
      {
        oldmanId: resident,
        month: '2026-08',
        kind: 'ONCE',
        periodStart: '2026-08-01',
        periodEnd: '2026-08-01',
        dueDate: dayOf(5),
        lines: [{ category: '99', name: '理发', cycle: 'ONCE', priceFen: 4_000, amountFen: 4_000, source: 'ONCE' }],
      },
    ])
    await issueBills(tx, [id!])
    return id!
  })
  // Both by one receipt, in cash and by transfer.
  const paid = await app.ask<{ receiptNo: string }>('POST', '/pims/web-pi/cost/pay', {
    token: admin,
    body: {
      kind: 'BILL',
      oldmanId: resident,
      billIds: [other, month],
      payer: '李建国',
      payments: [
        { source: 'CASH', way: 2, amountFen: 104_000 },
        { source: 'CASH', way: 8, amountFen: 200_000 },
      ],
    },
  })
  expect(paid.desc).toBe('操作成功')
  /** Money from outside on valid papers and in the ledger, by way. */
  const compare = async () => {
    const papers = await rows<{ name: string; fen: number }>(
      `select w ->> 'name' as name, sum((w ->> 'amountFen')::bigint)::int as fen from receipt r, jsonb_array_elements(r.ways) w
       where r.oldman_id = $1 and w ->> 'name' in ('现金', '转账') group by 1 having sum((w ->> 'amountFen')::bigint) <> 0 order by 1`,
      [resident],
    )
    const ledger = await rows<{ name: string; fen: number }>(
      `select case way when 2 then '现金' else '转账' end as name, sum(cash_fen)::int as fen from ledger
       where oldman_id = $1 and cash_fen <> 0 and trade_type <> 'REFUND_CHECKOUT' group by 1 order by 1`,
      [resident],
    )
    return [papers, ledger]
  }
  const [papers, ledger] = await compare()
  expect(papers).toEqual(ledger)
  await adjust(resident, -140_000)
  expect((await desk.settle(resident)).data.state).toBe('CONFIRMED')
  const after = await compare()
  expect(after[0]).toEqual(after[1])
  const stands = () =>
    rows<{ state: string; amount: number; payer: string | null; items: string[] }>(
      `select state, amount_fen::int as amount, payer, array(select l ->> 'item' from jsonb_array_elements(lines) l) as items
       from receipt where oldman_id = $1 order by receipt_no`,
      [resident],
    )
  const [old, red, again, balance, settled] = await stands()
  expect(old).toMatchObject({ state: 'REDDED', amount: 304_000 })
  expect(red).toMatchObject({ state: 'RED', amount: -304_000 })
  // The haircut is still paid by it; the month's money is a prestore; the settlement paid from the balance.
  expect(again).toMatchObject({ state: 'NORMAL', amount: 4_000, payer: '李建国' })
  expect(balance).toMatchObject({ state: 'NORMAL', amount: 300_000, payer: '李建国', items: ['已缴账单转入余额'] })
  expect(settled).toMatchObject({ state: 'NORMAL', amount: 160_000 })
  expect((await desk.revoke(resident)).desc).toBe('操作成功')
  const back = await compare()
  expect(back[0]).toEqual(back[1])
  expect((await stands()).filter((one) => one.state === 'NORMAL')).toMatchObject([
    { amount: 4_000 },
    { amount: 300_000, payer: '李建国', items: [expect.stringContaining('缴纳月账单')] },
  ])
  expect(await verifyLedger(app.app.pool, DEMO_ORG)).toMatchObject({ problems: [] })
})

test('two confirm at once: one of them does', async () => {
  const resident = await left({ balanceFen: 70_000, depositFen: 30_000 })
  await desk.prepare(resident)
  const answers = await Promise.all([desk.confirm(resident), desk.confirm(resident), accountant.confirm(resident)])
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 40_901, 40_901])
  expect(await rows('select sum(cash_fen)::int as cash from ledger where oldman_id = $1', [resident])).toEqual([
    { cash: -100_000 },
  ])
})

test('a newer stay keeps the older settlement', async () => {
  const resident = await left({ balanceFen: 1_000 })
  await desk.settle(resident)
  await rows('update oldman set status = 3 where oldman_id = $1', [resident])
  expect((await desk.revoke(resident)).desc).toContain('已办理再次入住')
})

test('a closed month keeps it, sealed accounts take none', async () => {
  const resident = await left({ balanceFen: 1_000 })
  await desk.prepare(resident)
  await rows('update elder_account set sealed = true where oldman_id = $1', [resident])
  expect((await accountant.confirm(resident)).desc).toContain('封存')
  await rows('update elder_account set sealed = false where oldman_id = $1', [resident])
  await desk.confirm(resident)
  const month = dayOf(0).slice(0, 7)
  await rows(
    `insert into month_close (org_id, month, entries, cash_fen, income_fen, closed_by, closed_name) values ($1, $2, 0, 0, 0, 'x', 'x')`,
    [DEMO_ORG, month],
  )
  expect((await desk.revoke(resident)).desc).toContain('已经结账')
  await rows('delete from month_close where org_id = $1 and month = $2', [DEMO_ORG, month])
  expect((await desk.revoke(resident)).status).toBe(200)
})

test('lists by state with counts, in the caller’s departments', async () => {
  const answer = await app.ask<{ total: number; list: { oldmanName: string; state: string }[] }>(
    'GET',
    '/pims/web-pi/cost/settle',
    { token: admin, query: { state: 'CONFIRMED', orderBy: '' } },
  )
  const counts = await app.ask<{ state: string; count: number }[]>('GET', '/pims/web-pi/cost/settle/counts', {
    token: admin,
  })
  expect(counts.data.map((one) => one.state)).toEqual(['OPEN', 'SUBMITTED', 'CONFIRMED'])
  expect(answer.data.total).toBe(counts.data[2]!.count)
  expect(answer.data.list.every((row) => row.state === 'CONFIRMED')).toBe(true)
  expect((await desk.detail('nobody')).status).toBe(40_400)
  expect((await desk.detail(newId(), nurse)).status).toBe(401)
})

test('any account is exactly as before once a confirmed settlement is revoked', { timeout: 120_000 }, async () => {
  const amount = fc.integer({ min: 0, max: 400_000 })
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        balanceFen: amount,
        giftFen: amount,
        depositFen: amount,
        owedFen: amount,
        charge: amount,
        month: amount,
      }),
      fc.integer({ min: 0, max: 100 }),
      async ({ charge, month, ...money }, returned) => {
        const resident = await left({ ...money, owedSince: '2026-08-10' })
        if (charge > 0) await adjust(resident, charge)
        if (month > 0) {
          await monthBill(resident, month, [{ source: 'CASH', way: 8, amountFen: month }])
          const less = Math.floor((month * returned) / 100)
          if (less > 0) await adjust(resident, -less)
        }
        const ready = await desk.prepare(resident)
        expect(ready.status).toBe(200)
        const before = await account(resident)
        expect((await desk.confirm(resident)).desc).toBe('操作成功')
        expect(await account(resident)).toEqual({ balance: 0, gift: 0, deposit: 0, booking: 0, owed: 0, since: null })
        expect((await desk.revoke(resident)).desc).toBe('操作成功')
        expect(await account(resident)).toEqual(before)
      },
    ),
    { numRuns: 12 },
  )
  expect(await verifyLedger(app.app.pool, DEMO_ORG)).toMatchObject({ problems: [] })
})
