// The verification finds every kind of damage: each rule is broken once, with the guards of the database lifted.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lockAccounts } from '#server/areas/expense/account/accountLock'
import { payBills } from '#server/areas/expense/pay/payBills'
import { redReceipts, writeReceipt } from '#server/areas/expense/receipt/receiptWrite'
import { keepMonths } from '#server/areas/expense/sums/houseKeep'
import { giveMoney, wipeMoney } from '#server/areas/expense/test/money'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { systemTransaction } from '#server/kit/system'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { ledgerProblems, ledgerRules, verifyLedger } from './ledgerVerify.ts'
import { post } from './post.ts'
import { reverse } from './reverse.ts'

let app: TestApp
let resident: string
let other: string

const ask = (text: string, values: unknown[] = []) => app.app.pool.query(text, values)
const verify = async () => (await verifyLedger(app.app.pool, DEMO_ORG)).problems

beforeAll(async () => {
  app = await demoApp()
  expect(await verify()).toEqual([])
  await wipeMoney(app.app.pool, DEMO_ORG)
  const found = await ask('select oldman_id as id from elder_account where org_id = $1 order by 1 limit 2', [DEMO_ORG])
  resident = found.rows[0].id
  other = found.rows[1].id
  await giveMoney(app.app.pool, DEMO_ORG, { oldmanId: resident, owedFen: 90_000, owedSince: '2026-05-10' })
  const bill = (await ask('select bill_id as id from bill where oldman_id = $1', [resident])).rows[0].id
  await systemTransaction(app.app, DEMO_ORG, '费用', '测试', async (tx) => {
    const [first, second] = await lockAccounts(tx, { deptIds: null }, [resident, other])
    const groupId = newId()
    const plain = { oldmanId: resident, groupId, content: '测试' }
    const made = await post(tx, [
      { ...plain, tradeType: 'PRESTORE', amountFen: 50_000, way: 2, cash: 50_000, balance: 50_000 },
      { ...plain, tradeType: 'PRESTORE', amountFen: 700, way: 2, cash: 700, balance: 700, day: '2026-02-03' },
      { ...plain, tradeType: 'REMIT_OUT', amountFen: 100, balance: -100, transit: -100 },
      { ...plain, oldmanId: other, tradeType: 'REMIT_IN', amountFen: 100, balance: 100, transit: 100 },
    ])
    await reverse(tx, { entryIds: [made[1]!.entryId], groupId: newId(), reason: '录错', day: '2026-02-04' })
    await payBills(tx, {
      account: { ...first!, balanceFen: 49_900 },
      billIds: [bill],
      payments: [{ source: 'BALANCE', amountFen: 30_000 }],
      groupId,
    })
    const receiptId = newId()
    await writeReceipt(tx, {
      receiptId,
      account: second!,
      groupId,
      lines: [{ item: '预存', month: null, amountFen: 100 }],
      ways: [{ name: '现金', amountFen: 100 }],
    })
    await redReceipts(tx, [receiptId], { groupId, reason: '录错' })
  })
  await ask(
    `insert into month_close (org_id, month, entries, cash_fen, income_fen, closed_by, closed_name) values ($1, '2026-02', 2, 0, 0, 'x', 'x')`,
    [DEMO_ORG],
  )
  await ask(
    `insert into pay_order (org_id, pay_id, oldman_id, way, amount_fen, wish, provider, expires_at, user_id, user_name)
     values ($1, 'p1', $2, 10, 100, '{}', 'sandbox', now(), 'x', 'x')`,
    [DEMO_ORG, resident],
  )
  await ask(
    `insert into charge (org_id, charge_id, oldman_id, kind, category, name, price_fen, amount_fen, day, state, bill_id, user_name)
     values ($1, 'c1', $2, 'ONCE', '99', '理发', 3000, 3000, current_date, 'BILLED', $3, 'x')`,
    [DEMO_ORG, resident, bill],
  )
  await keepMonths(app.app.pool, DEMO_ORG)
})
afterAll(() => app.close())

const TABLES = [
  'ledger',
  'ledger_month',
  'account_month',
  'elder_account',
  'bill',
  'bill_line',
  'pay_share',
  'pay_share_month',
  'bill_sum',
]

/** Does the damage in a transaction, verifies inside it, and takes it back. */
async function rulesBrokenBy(damage: readonly string[]): Promise<string[]> {
  const client = await app.app.pool.connect()
  try {
    await client.query('begin')
    for (const table of TABLES) await client.query(`alter table ${table} disable trigger user`)
    for (const one of damage) {
      const done = await client.query(one, one.includes('$1') ? [resident] : [])
      if (/^(update|delete|insert)/.test(one)) expect([one, done.rowCount]).not.toEqual([one, 0])
    }
    return [...new Set((await ledgerProblems(client, DEMO_ORG)).map((one) => one.rule))]
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe('the verification', () => {
  test('finds nothing in books the product wrote', async () => {
    expect(await verify()).toEqual([])
  })

  const breaks: Record<string, string[]> = {
    entryBalances: [
      'alter table ledger drop constraint ledger_balanced',
      `update ledger set cash_fen = cash_fen + 1 where trade_type = 'PRESTORE' and oldman_id = $1 and reversal_of is null`,
    ],
    runningTotals: [
      `update ledger set balance_after = balance_after + 1 where trade_type = 'REMIT_OUT' and oldman_id = $1`,
    ],
    account: ['update elder_account set balance_fen = balance_fen + 1 where oldman_id = $1'],
    arrears: [`update elder_account set owed_since = '2020-01-01' where oldman_id = $1`],
    reversal: [
      'update ledger set reversal_of = null, amount_fen = 700 where reversal_of is not null',
      `update ledger set reversal_of = (select entry_id from ledger where trade_type = 'REMIT_OUT'), amount_fen = -700 where trade_type = 'PRESTORE' and cash_fen < 0`,
    ],
    transit: [`update ledger set transit_fen = 0, balance_fen = 0 where trade_type = 'REMIT_IN'`],
    billSums: ['update bill set total_fen = total_fen + 1 where oldman_id = $1'],
    billEarned: [`update bill_line set category = '98' where oldman_id = $1`],
    billEntries: ['update bill set paid_fen = paid_fen + 1 where oldman_id = $1'],
    shares: ['delete from pay_share where oldman_id = $1'],
    linePaid: ['update bill_line set paid_fen = paid_fen + 1 where oldman_id = $1'],
    monthSums: ['update ledger_month set cash_fen = cash_fen + 1 where oldman_id = $1'],
    accountMonths: ['update account_month set spent_fen = spent_fen + 1 where oldman_id = $1'],
    shareMonths: ['update pay_share_month set amount_fen = amount_fen + 1 where oldman_id = $1'],
    closedMonths: [`update month_close set cash_fen = 1`],
    closedFigures: [`update month_close set figures = '{"payment": {"amountFen": 1}}'`],
    receipts: [
      'alter table receipt drop constraint receipt_red_amount',
      `update receipt set amount_fen = amount_fen + 1 where state = 'RED'`,
    ],
    scanned: [`update pay_order set state = 'PAID', group_id = 'g' where oldman_id = $1`],
    billMonths: ['update bill_sum set before_fen = before_fen + 1 where oldman_id = $1'],
    chargePaid: [`update charge set paid_fen = 1 where charge_id = 'c1'`],
    houseLedger: [`delete from house_ledger where trade_type = 'PRESTORE'`],
    houseShares: [
      `insert into house_share (org_id, month, category, way, paid_from, refund, shares, amount_fen)
      select org_id, month, '1', 2, 'CASH', false, 1, 1 from house_month`,
    ],
    houseLines: ['update house_line set paid_fen = paid_fen + 1'],
    gifts: [
      'alter table ledger drop constraint ledger_gift_link',
      `update ledger set gift_id = entry_id, basis_fen = -1 where trade_type = 'PRESTORE' and oldman_id = $1 and reversal_of is null`,
    ],
    charges: ['alter table bill drop constraint bill_void', `update bill set stage = 'VOID' where oldman_id = $1`],
  }

  test('every rule is tried', () => {
    expect(Object.keys(breaks).sort()).toEqual([...ledgerRules].sort())
  })

  test.each(Object.entries(breaks))('finds what breaks %s', async (rule, damage) => {
    expect(await rulesBrokenBy(damage)).toContain(rule)
  })

  test('the damage of these trials is gone', async () => {
    expect(await verify()).toEqual([])
  })
})
