// Bills as they are written: drafts, lines, issue, void; charges follow the lines that name them.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lockAccounts } from '#server/areas/expense/account/accountLock'
import { payBills } from '#server/areas/expense/pay/payBills'
import { wipeMoney } from '#server/areas/expense/test/money'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import type { Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { systemTransaction } from '#server/kit/system'
import { demoApp, type TestApp } from '#server/kit/test/app'
import type { NewLine } from './billNewLine.ts'
import { addBills, addOnceBill, issueBills, type NewBill, removeDrafts, replaceLines, voidBill } from './billWrite.ts'

let app: TestApp
let resident: string

const work = <T>(act: (tx: Tx) => Promise<T>) => systemTransaction(app.app, DEMO_ORG, '费用', '测试', act)
const rows = async (text: string, values: unknown[] = []) => (await app.app.pool.query(text, values)).rows
const line = (amountFen: number, more: Partial<NewLine> = {}): NewLine => ({
  category: '1',
  name: '床位费',
  cycle: 'MONTH',
  priceFen: Math.abs(amountFen),
  amountFen,
  source: 'CYCLE',
  ...more,
})
const draft = (lines: readonly NewLine[], more: Partial<NewBill> = {}): NewBill => ({
  oldmanId: resident,
  month: '2026-05',
  kind: 'MONTH',
  periodStart: '2026-05-01',
  periodEnd: '2026-05-31',
  dueDate: '2026-05-10',
  lines,
  ...more,
})
const charge = async () => {
  const chargeId = newId()
  await rows(
    `insert into charge (org_id, charge_id, oldman_id, kind, category, name, price_fen, amount_fen, day, user_name)
     values ($1, $2, $3, 'ONCE', '99', '理发', 2500, 2500, current_date, '测试')`,
    [DEMO_ORG, chargeId, resident],
  )
  return chargeId
}
const stateOf = async (chargeId: string) =>
  (await rows('select state from charge where charge_id = $1', [chargeId]))[0]?.state
const owed = async () =>
  (await rows('select owed_fen::int as owed from elder_account where oldman_id = $1', [resident]))[0].owed

beforeAll(async () => {
  app = await demoApp()
  resident = (
    await rows('select oldman_id as id from elder_account where org_id = $1 order by 1 limit 1', [DEMO_ORG])
  )[0].id
})
afterAll(() => app.close())
beforeEach(() => wipeMoney(app.app.pool, DEMO_ORG))

test('a month has one bill: made again it adds nothing', async () => {
  const [first] = await work((tx) => addBills(tx, [draft([line(240_000), line(-10_000, { source: 'LEAVE' })])]))
  expect(await work((tx) => addBills(tx, [draft([line(1)])]))).toEqual([])
  expect(await rows('select bill_id as id, total_fen::int as total, state from bill')).toEqual([
    { id: first, total: 230_000, state: 'DRAFT' },
  ])
  expect(await owed()).toBe(0)
})

test('issued it is owed, and what was a day past is given time again', async () => {
  const [id] = await work((tx) => addBills(tx, [draft([line(240_000, { discountFen: 4_000, subsidyFen: 6_000 })])]))
  await work((tx) => issueBills(tx, [id!]))
  expect(await owed()).toBe(230_000)
  expect(await rows('select due_date - current_date as days, state from bill')).toEqual([{ days: 9, state: 'DUE' }])
  expect(
    await rows('select receivable_fen::int r, discount_fen::int d, subsidy_fen::int s, income_fen::int i from ledger'),
  ).toEqual([{ r: 230_000, d: 4_000, s: 6_000, i: 240_000 }])
  await expect(work((tx) => issueBills(tx, [id!]))).rejects.toThrow('待缴')
  await expect(work((tx) => replaceLines(tx, id!, [line(1)]))).rejects.toThrow('待缴')
})

test('a bill below zero is not issued, one of nothing without an entry', async () => {
  const [id] = await work((tx) => addBills(tx, [draft([line(-5)])]))
  await expect(work((tx) => issueBills(tx, [id!]))).rejects.toThrow('不能小于零')
  await work((tx) => replaceLines(tx, id!, []))
  await work((tx) => issueBills(tx, [id!]))
  expect(await rows('select state from bill')).toEqual([{ state: 'PAID' }])
  expect(await rows('select from ledger')).toEqual([])
  await work((tx) => voidBill(tx, id!, '不需要'))
  expect(await rows('select state from bill')).toEqual([{ state: 'VOID' }])
})

test('charges stand on the bill while a line names them, and wait again otherwise', async () => {
  const one = await charge()
  const two = await charge()
  const of = (chargeId: string) => line(2_500, { source: 'ONCE', refKind: 'charge', refId: chargeId })
  const [id] = await work((tx) => addBills(tx, [draft([of(one), of(two)])]))
  expect([await stateOf(one), await stateOf(two)]).toEqual(['BILLED', 'BILLED'])
  await expect(work((tx) => addBills(tx, [draft([of(one)], { month: '2026-06' })]))).rejects.toThrow()
  await work((tx) => replaceLines(tx, id!, [of(two)]))
  expect([await stateOf(one), await stateOf(two)]).toEqual(['WAITING', 'BILLED'])
  await work((tx) => removeDrafts(tx, [id!]))
  expect(await stateOf(two)).toBe('WAITING')
})

test('voided, its entry is taken back and a new bill of the month may be made; not with money on it', async () => {
  const chargeId = await charge()
  const bill = await work(async (tx) => {
    const [account] = await lockAccounts(tx, { deptIds: null }, [resident])
    return addOnceBill(tx, {
      account: account!,
      day: '2026-05-03',
      lines: [line(2_500, { source: 'ONCE', refKind: 'charge', refId: chargeId })],
    })
  })
  expect(await owed()).toBe(2_500)
  await expect(work((tx) => voidBill(tx, bill.billId, ' '))).rejects.toThrow('原因')
  await work(async (tx) => {
    const [account] = await lockAccounts(tx, { deptIds: null }, [resident])
    await payBills(tx, {
      account: account!,
      billIds: [bill.billId],
      payments: [{ source: 'CASH', way: 2, amountFen: 500 }],
      groupId: newId(),
      tradeType: 'PAY_ONCE',
    })
  })
  await expect(work((tx) => voidBill(tx, bill.billId, '录错'))).rejects.toThrow('部分缴')
  const [other] = await work((tx) => addBills(tx, [draft([line(100)])]))
  await work((tx) => issueBills(tx, [other!], { dueDate: '2026-05-20' }))
  await work((tx) => voidBill(tx, other!, '录错'))
  expect(await owed()).toBe(2_000)
  expect(await work((tx) => addBills(tx, [draft([line(100)])]))).toHaveLength(1)
})
