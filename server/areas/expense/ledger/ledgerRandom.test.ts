// Thousands of random operations by several cashiers at once: nothing is lost, doubled or negative, and everything adds up.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TradeType } from '#contract/expense/tradeWords'
import { wipeMoney } from '#server/areas/expense/test/money'
import { type Desk, randomSteps, takeSteps } from '#server/areas/expense/test/randomMoney'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { verifyLedger } from './ledgerVerify.ts'

const STEPS = 3_000
const AT_ONCE = 8

let app: TestApp
let desk: Desk

beforeAll(async () => {
  app = await demoApp()
  const { pool } = app.app
  await wipeMoney(pool, DEMO_ORG)
  const residents = await pool.query('select oldman_id as id from elder_account where org_id = $1 order by 1 limit 6', [
    DEMO_ORG,
  ])
  const staff = await pool.query(
    'select emp_id as "userId", emp_name as name from employee where org_id = $1 order by 1 limit 4',
    [DEMO_ORG],
  )
  desk = { pool, orgId: DEMO_ORG, residents: residents.rows.map((row) => row.id), cashiers: staff.rows }
})
afterAll(() => app.close())

const one = async (text: string) => (await desk.pool.query(text, [DEMO_ORG])).rows[0]

describe('random days at the cash desk', () => {
  test(`${STEPS} operations by ${AT_ONCE} cashiers at once leave books that verify`, async () => {
    const done = await takeSteps(desk, randomSteps(20_261_115, STEPS), AT_ONCE)
    expect(done).toBeGreaterThan(STEPS / 3)
    const report = await verifyLedger(desk.pool, DEMO_ORG)
    expect(report.problems).toEqual([])
    expect(report.entries).toBeGreaterThan(STEPS / 3)
  })

  test('every kind of trade was among them', async () => {
    const seen = await desk.pool.query('select distinct trade_type as type from ledger where org_id = $1', [DEMO_ORG])
    const missing = TradeType.list
      .map((type) => type.value)
      .filter((type) => !seen.rows.some((row) => row.type === type))
    // Types that are made of the same parts by acts of their own.
    expect(missing.sort()).toEqual([
      'BOOKING_PAYS',
      'BOOKING_TO_BALANCE',
      'OPENING',
      'PAY_MEDICAL',
      'PAY_ONCE',
      'SALOON',
    ])
  })

  test('cash, what is owed to residents and what was earned are equal as a whole', async () => {
    const books =
      await one(`select sum(cash_fen + receivable_fen + discount_fen + subsidy_fen + promo_fen)::float8 as has,
      sum(balance_fen + gift_fen + deposit_fen + booking_fen + income_fen)::float8 as owes, sum(transit_fen)::float8 as transit from ledger where org_id = $1`)
    expect(books.has).toBe(books.owes)
    expect(books.transit).toBe(0)
  })

  test('only way 1 lowers the balance by a payment, and it is never cash', async () => {
    expect(
      await one(`select count(*)::int as n from ledger where org_id = $1 and (way = 1) <> (receivable_fen <> 0 and trade_type <> 'BILL'
        and (balance_fen <> 0 or gift_fen <> 0))`),
    ).toEqual({ n: 0 })
  })

  test('the same steps one after the other give the same sums again', async () => {
    await wipeMoney(desk.pool, DEMO_ORG)
    const steps = randomSteps(7, 400)
    await takeSteps(desk, steps, 1)
    const first = await one(
      'select sum(cash_fen)::float8 as cash, sum(income_fen)::float8 as income, count(*)::int as n from ledger where org_id = $1',
    )
    await wipeMoney(desk.pool, DEMO_ORG)
    await takeSteps(desk, steps, 1)
    expect(
      await one(
        'select sum(cash_fen)::float8 as cash, sum(income_fen)::float8 as income, count(*)::int as n from ledger where org_id = $1',
      ),
    ).toEqual(first)
  })
})
