// What the database itself refuses about money, and the acts every page is built on.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lockAccounts } from '#server/areas/expense/account/accountLock'
import { payBills } from '#server/areas/expense/pay/payBills'
import { redReceipts, writeReceipt } from '#server/areas/expense/receipt/receiptWrite'
import { giveMoney, wipeMoney } from '#server/areas/expense/test/money'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import type { Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { systemTransaction } from '#server/kit/system'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { type Entry, post } from './post.ts'
import { reverse } from './reverse.ts'

let app: TestApp
let resident: string
let other: string

const work = <T>(act: (tx: Tx) => Promise<T>) => systemTransaction(app.app, DEMO_ORG, '费用', '测试', act)
const rows = async (text: string, values: unknown[] = []) => (await app.app.pool.query(text, values)).rows
const account = async (oldmanId: string) =>
  (
    await rows(
      `select balance_fen::int as balance, gift_fen::int as gift, deposit_fen::int as deposit, owed_fen::int as owed, seq
       from elder_account where org_id = $1 and oldman_id = $2`,
      [DEMO_ORG, oldmanId],
    )
  )[0]
const entry = (one: Partial<Entry>): Entry => ({
  oldmanId: resident,
  tradeType: 'PRESTORE',
  amountFen: 10_000,
  groupId: newId(),
  content: '测试',
  ...one,
})
const prestore = (amountFen: number) => entry({ amountFen, way: 2, cash: amountFen, balance: amountFen })
const refused = (constraint: string) => expect.objectContaining({ constraint })

beforeAll(async () => {
  app = await demoApp()
  const found = await rows('select oldman_id as id from elder_account where org_id = $1 order by 1 limit 2', [DEMO_ORG])
  resident = found[0]!.id
  other = found[1]!.id
})
afterAll(() => app.close())
beforeEach(() => wipeMoney(app.app.pool, DEMO_ORG))

describe('an entry of the ledger', () => {
  test('moves the account with it and counts up', async () => {
    const [first, second] = await work((tx) => post(tx, [prestore(500_000), prestore(25)]))
    expect(first).toMatchObject({ seq: 1, balanceAfter: 500_000 })
    expect(second).toMatchObject({ seq: 2, balanceAfter: 500_025 })
    expect(await account(resident)).toMatchObject({ balance: 500_025, seq: 2 })
    expect(
      await rows('select entries, balance_fen::int as sum from ledger_month where oldman_id = $1', [resident]),
    ).toEqual([{ entries: 2, sum: 500_025 }])
  })

  test.each([
    ['that does not balance', { cash: 10_000, way: 2, balance: 9_999 }, 'ledger_balanced'],
    ['of cash without a way', { cash: 10_000, balance: 10_000 }, 'ledger_way'],
    ['with an outside way but no cash', { way: 2 }, 'ledger_way'],
    ['of nothing', { amountFen: 0 }, 'ledger_amount'],
    ['that earns without a bill', { cash: 10_000, way: 2, income: 10_000 }, 'ledger_income'],
    [
      'that takes more than there is',
      { tradeType: 'REFUND_BALANCE', way: 2, cash: -10_000, balance: -10_000 },
      'elder_account_balance',
    ],
    ['of half a remittance', { tradeType: 'REMIT_IN', transit: 10_000, balance: 10_000 }, 'ledger_transit'],
  ] as const)('%s is refused', async (_, change, constraint) => {
    await expect(work((tx) => post(tx, [entry(change as Partial<Entry>)]))).rejects.toEqual(refused(constraint))
    expect(await account(resident)).toMatchObject({ balance: 0, seq: 0 })
  })

  test('is never changed or removed, nor are accounts and sums by hand', async () => {
    await work((tx) => post(tx, [prestore(100)]))
    for (const text of [
      'update ledger set remark = $1',
      'delete from ledger where $1 <> 0::text',
      'truncate ledger cascade',
    ]) {
      await expect(rows(text, text.includes('$1') ? ['x'] : [])).rejects.toEqual(refused('ledger_append_only'))
    }
    for (const text of [
      'update elder_account set balance_fen = balance_fen + 1',
      'update elder_account set owed_fen = 7, seq = 9',
      'update ledger_month set cash_fen = 0',
      'delete from ledger_month',
    ]) {
      await expect(rows(text)).rejects.toEqual(refused('only_by_ledger'))
    }
  })

  test('in a closed month is refused', async () => {
    await rows(
      `insert into month_close (org_id, month, entries, cash_fen, income_fen, closed_by, closed_name) values ($1, '2026-03', 0, 0, 0, 'x', 'x')`,
      [DEMO_ORG],
    )
    await expect(work((tx) => post(tx, [{ ...prestore(100), day: '2026-03-31' }]))).rejects.toEqual(
      refused('ledger_month_closed'),
    )
    await work((tx) => post(tx, [{ ...prestore(100), day: '2026-04-01' }]))
    await rows('delete from month_close where org_id = $1', [DEMO_ORG])
  })
})

describe('a reversal', () => {
  test('is the exact opposite, once', async () => {
    const [made] = await work((tx) => post(tx, [prestore(700)]))
    await work((tx) => reverse(tx, { entryIds: [made!.entryId], groupId: newId(), reason: '录错' }))
    expect(await account(resident)).toMatchObject({ balance: 0, seq: 2 })
    await expect(
      work((tx) => reverse(tx, { entryIds: [made!.entryId], groupId: newId(), reason: '再来' })),
    ).rejects.toThrow('已作废')
    await expect(
      work((tx) =>
        post(tx, [entry({ ...prestore(700), amountFen: -700, cash: -600, balance: -600, reversalOf: made!.entryId })]),
      ),
    ).rejects.toEqual(refused('ledger_opposite'))
  })

  test('of money that was spent is refused', async () => {
    const [made] = await work((tx) => post(tx, [prestore(700)]))
    await work((tx) => post(tx, [entry({ tradeType: 'REFUND_BALANCE', amountFen: 1, way: 2, cash: -1, balance: -1 })]))
    await expect(
      work((tx) => reverse(tx, { entryIds: [made!.entryId], groupId: newId(), reason: '录错' })),
    ).rejects.toEqual(refused('elder_account_balance'))
  })
})

describe('paying bills', () => {
  const owe = async (...amounts: number[]) => {
    for (const owedFen of amounts)
      await giveMoney(app.app.pool, DEMO_ORG, { oldmanId: resident, owedFen, owedSince: '2026-05-10' })
    return rows('select bill_id as id, month from bill where oldman_id = $1 order by due_date, bill_no', [resident])
  }
  const pay = (billIds: string[], payments: Parameters<typeof payBills>[1]['payments']) =>
    work(async (tx) => {
      const [locked] = await lockAccounts(tx, { deptIds: null }, [resident])
      return payBills(tx, { account: locked!, billIds, payments, groupId: newId() })
    })

  test('by several ways leaves the right rest on bill, line and account', async () => {
    const bills = await owe(248_000, 623_140)
    await work((tx) => post(tx, [prestore(128_650)]))
    const ids = bills.map((bill) => bill.id)
    const paid = await pay(ids, [
      { source: 'BALANCE', amountFen: 128_650 },
      { source: 'CASH', way: 2, amountFen: 200_000 },
    ])
    expect(paid.bills.map((bill) => bill.unpaidFen)).toEqual([0, 542_490])
    expect(await account(resident)).toMatchObject({ balance: 0, owed: 542_490 })
    expect(
      await rows('select state, paid_fen::int as paid from bill where oldman_id = $1 order by bill_no', [resident]),
    ).toEqual([
      { state: 'PAID', paid: 248_000 },
      { state: 'PART', paid: 80_650 },
    ])
    expect(await rows('select sum(paid_fen)::int as paid from bill_line where oldman_id = $1', [resident])).toEqual([
      { paid: 328_650 },
    ])
    await expect(pay([ids[0]!], [{ source: 'CASH', way: 2, amountFen: 1 }])).rejects.toThrow('已缴')
    await expect(pay([ids[1]!], [{ source: 'CASH', way: 2, amountFen: 542_491 }])).rejects.toThrow('超过所选账单未缴')
    await expect(pay([ids[1]!], [{ source: 'BALANCE', amountFen: 1 }])).rejects.toThrow('余额不足')
    await expect(pay([ids[1]!], [{ source: 'CASH', way: 1, amountFen: 1 }])).rejects.toThrow('大于零')
  })

  test('taken back, the bill is open again and its lines too', async () => {
    const [bill] = await owe(5_000)
    const { entries } = await pay([bill!.id], [{ source: 'CASH', way: 8, amountFen: 5_000 }])
    expect(await account(resident)).toMatchObject({ owed: 0 })
    await work((tx) =>
      reverse(tx, { entryIds: entries.map((one) => one.entryId), groupId: newId(), reason: '退', refund: true }),
    )
    expect(await account(resident)).toMatchObject({ owed: 5_000 })
    expect(await rows(`select refund, cash_fen::int as cash from ledger where trade_type = 'REFUND_BILL'`)).toEqual([
      { refund: true, cash: -5_000 },
    ])
    expect(await rows('select state from bill where bill_id = $1', [bill!.id])).toEqual([{ state: 'DUE' }])
    expect(await rows('select paid_fen::int as paid from bill_line where bill_id = $1', [bill!.id])).toEqual([
      { paid: 0 },
    ])
  })

  test('an issued bill keeps its sums and lines', async () => {
    const [bill] = await owe(5_000)
    for (const text of [
      'update bill set total_fen = 1 where bill_id = $1',
      'delete from bill where bill_id = $1',
      'update bill_line set amount_fen = 1 where bill_id = $1',
    ]) {
      await expect(rows(text, [bill!.id])).rejects.toEqual(refused('bill_frozen'))
    }
    await expect(rows('update bill set paid_fen = 1 where bill_id = $1', [bill!.id])).rejects.toEqual(
      refused('only_by_ledger'),
    )
    await expect(rows(`update bill set stage = 'DRAFT' where bill_id = $1`, [bill!.id])).rejects.toEqual(
      refused('bill_stage_move'),
    )
  })
})

test('remitting moves money between two accounts and loses none', async () => {
  await work((tx) => post(tx, [prestore(900)]))
  const groupId = newId()
  await work((tx) =>
    post(tx, [
      entry({ tradeType: 'REMIT_OUT', amountFen: 400, balance: -400, transit: -400, groupId }),
      entry({ oldmanId: other, tradeType: 'REMIT_IN', amountFen: 400, balance: 400, transit: 400, groupId }),
    ]),
  )
  expect(await account(resident)).toMatchObject({ balance: 500 })
  expect(await account(other)).toMatchObject({ balance: 400 })
})

test('receipts of many cashiers at once have numbers without repeats or gaps, red ones too', async () => {
  const write = () =>
    work(async (tx) => {
      const [locked] = await lockAccounts(tx, { deptIds: null }, [resident])
      const receiptId = newId()
      await post(tx, [{ ...prestore(100), receiptId }])
      const receiptNo = await writeReceipt(tx, {
        receiptId,
        account: locked!,
        groupId: newId(),
        lines: [{ item: '预存', month: null, amountFen: 100 }],
        ways: [{ name: '现金', amountFen: 100 }],
      })
      return { receiptId, receiptNo }
    })
  const written = await Promise.all(Array.from({ length: 24 }, write))
  const red = await work((tx) =>
    redReceipts(
      tx,
      written.slice(0, 3).map((one) => one.receiptId),
      { groupId: newId(), reason: '录错' },
    ),
  )
  const numbers = [...written.map((one) => one.receiptNo), ...red].sort()
  expect(new Set(numbers).size).toBe(27)
  const counts = numbers.map((no) => Number(no.slice(10)))
  expect(counts.at(-1)! - counts[0]!).toBe(26)
  expect(await rows('select sum(amount_fen)::int as sum from receipt where org_id = $1', [DEMO_ORG])).toEqual([
    { sum: 2_100 },
  ])
})
