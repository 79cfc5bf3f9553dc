// Receipts over HTTP: numbers under concurrency, printing and 补打, voiding with everything that belongs to it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ReceiptPrintData, ReceiptRowData } from '#contract/expense/receipt'
import type { PageInfo } from '#contract/kit/paging'
import { type BillDesk, lineOf, openBillDesk } from '#server/areas/expense/test/billDesk'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'

let desk: BillDesk

beforeAll(async () => {
  desk = await openBillDesk()
})
afterAll(() => desk.app.close())
beforeEach(() => desk.wipe())

const list = async (query = '') => (await desk.ask<PageInfo<ReceiptRowData>>('GET', `receipt?size=100${query}`)).data
const prestore = async (amountFen: number, more: object = {}) =>
  (await desk.pay({ kind: 'PRESTORE', payments: [desk.cash(amountFen)], ...more })).data
const voidIt = (receiptId: string, reason = '录错') =>
  desk.ask<{ redNos: string[]; scannedFen: number }>('PUT', 'receipt/void', { receiptId, reason })

describe('the list', () => {
  test('finds by number, resident, day and state; red ones stand beside what they take back and net to zero', async () => {
    const first = await prestore(100_000, { payer: '李建国（儿子）' })
    const second = await prestore(50_000)
    expect(await voidIt(second.receiptId)).toMatchObject({ status: 200, data: { scannedFen: 0 } })
    const all = await list()
    expect(all.total).toBe(3)
    expect(all.list.map((row) => row.state)).toEqual(['RED', 'REDDED', 'NORMAL'])
    expect(all.list[0]).toMatchObject({ amountFen: -50_000, redOfNo: second.receiptNo, canVoid: false })
    expect(all.list[1]).toMatchObject({ redNo: all.list[0]!.receiptNo, canVoid: false })
    expect(all.list[2]).toMatchObject({ payer: '李建国（儿子）', payee: '刘敏', canVoid: true, printedTimes: 0 })
    expect((await list(`&receiptNo=${first.receiptNo.slice(-4)}`)).list.map((row) => row.receiptId)).toContain(
      first.receiptId,
    )
    expect((await list('&state=RED')).total).toBe(1)
    expect((await list(`&oldmanName=${encodeURIComponent(desk.resident.name)}`)).total).toBe(3)
    expect((await list('&dayFrom=2099-01-01')).total).toBe(0)
    expect(await desk.ask('GET', 'receipt?dayFrom=soon')).toMatchObject({ status: 42200 })
    expect((await desk.ask('GET', 'receipt/sums')).data).toEqual({ receipts: 3, amountFen: 100_000 })
    const counts = (await desk.ask<{ state: string; count: number }[]>('GET', 'receipt/counts')).data
    expect(Object.fromEntries(counts.map((one) => [one.state, one.count]))).toEqual({ NORMAL: 1, REDDED: 1, RED: 1 })
  })
})

test('printing counts, and two desks at once never both have the first print', async () => {
  const { receiptId } = await prestore(871_140)
  const print = () => desk.ask<ReceiptPrintData>('POST', 'receipt/print', { receiptIds: [receiptId] })
  const answers = await Promise.all([print(), print(), print(), print()])
  expect(answers.map((one) => one.data.receipts[0]!.printedBefore).sort()).toEqual([0, 1, 2, 3])
  expect(answers[0]!.data).toMatchObject({
    title: '收款收据',
    receipts: [{ amountFen: 871_140, printedName: desk.resident.name }],
  })
  expect(await desk.ask('POST', 'receipt/print', { receiptIds: [newId()] })).toMatchObject({ status: 40400 })
  expect(await desk.ask('POST', 'receipt/print', { receiptIds: [] })).toMatchObject({ status: 42200 })
})

test('many desks at once, payments and red ones together: numbers without repeats or gaps', async () => {
  const residents = desk.residents.slice(0, 8)
  const pay = (oldmanId: string) => desk.pay({ oldmanId, kind: 'PRESTORE', payments: [desk.cash(100)] })
  const paid = await Promise.all([...residents, ...residents, ...residents].map((one) => pay(one.id)))
  expect(paid.every((one) => one.status === 200)).toBe(true)
  const more = await Promise.all([
    ...paid.slice(0, 6).map((one) => voidIt(one.data.receiptId)),
    ...residents.map((one) => pay(one.id)),
  ])
  expect(more.every((one) => one.status === 200)).toBe(true)
  const numbers = (
    await desk.rows<{ no: string }>('select receipt_no as no from receipt where org_id = $1 order by 1')
  ).map((row) => Number(row.no.slice(10)))
  expect(numbers).toHaveLength(38)
  expect(new Set(numbers).size).toBe(38)
  expect(numbers.at(-1)! - numbers[0]!).toBe(37)
})

describe('voiding', () => {
  test('takes back the gift with the prestore, and is refused when either is spent', async () => {
    const ruleId = await desk.rule()
    const paid = await prestore(2_500_000, { ruleId })
    expect(await desk.holds()).toEqual([2_500_000, 100_000, 0, 0])
    const billId = await desk.draft([lineOf(100)])
    await desk.issue([billId])
    const used = (await desk.pay({ kind: 'BILL', billIds: [billId], payments: [{ source: 'GIFT', amountFen: 100 }] }))
      .data
    expect(await voidIt(paid.receiptId)).toMatchObject({ status: 42200, desc: expect.stringContaining('赠送余额') })
    expect(await voidIt(used.receiptId)).toMatchObject({ status: 200 })
    expect(await voidIt(paid.receiptId)).toMatchObject({ status: 200 })
    expect(await desk.holds()).toEqual([0, 0, 0, 100])
    expect(await voidIt(paid.receiptId)).toMatchObject({ status: 40901, desc: expect.stringContaining('已红冲') })
    const red = (await list('&state=RED')).list[0]!
    expect(await voidIt(red.receiptId)).toMatchObject({ status: 40901 })
  })

  test('of money that was given back since is refused and says how much is left', async () => {
    const { receiptId } = await prestore(100_000)
    await desk.ask('POST', 'refund', {
      oldmanId: desk.resident.id,
      from: 'BALANCE',
      amountFen: 30_000,
      way: 2,
      reason: '家属要求',
    })
    expect(await voidIt(receiptId)).toMatchObject({ status: 42200, desc: expect.stringContaining('700.00') })
    expect(await desk.holds()).toEqual([70_000, 0, 0, 0])
  })

  test('is refused in a closed month, without a reason, by whoever may not', async () => {
    const { receiptId } = await prestore(100_000)
    await desk.rows(
      `insert into month_close (org_id, month, entries, cash_fen, income_fen, closed_by, closed_name)
       values ($1, to_char(current_date, 'YYYY-MM'), 0, 0, 0, 'x', 'x')`,
    )
    expect(await voidIt(receiptId)).toMatchObject({ status: 42200, desc: expect.stringContaining('已经结账') })
    await desk.rows('delete from month_close where org_id = $1')
    expect(await voidIt(receiptId, '')).toMatchObject({ status: 42200 })
    expect(await voidIt(newId())).toMatchObject({ status: 40400 })
    expect(
      await desk.app.ask('PUT', '/pims/web-pi/cost/receipt/void', {
        token: desk.tokens.nurse,
        body: { receiptId, reason: 'x' },
      }),
    ).toMatchObject({ status: 401 })
  })

  test('after a settlement was confirmed is refused', async () => {
    const { receiptId } = await prestore(100)
    const stay = (
      await desk.rows<{ id: string }>('select stay_id as id from stay where org_id = $1 and oldman_id = $2 limit 1', [
        DEMO_ORG,
        desk.resident.id,
      ])
    )[0]!
    await desk.rows(
      `insert into settlement (org_id, settle_id, settle_no, stay_id, oldman_id, checkout_date, state, confirmed_at)
       values ($1, $2, 'JS999', $3, $4, current_date, 'CONFIRMED', now())`,
      [DEMO_ORG, newId(), stay.id, desk.resident.id],
    )
    expect(await voidIt(receiptId)).toMatchObject({ status: 40901, desc: expect.stringContaining('JS999') })
    await desk.rows(`delete from settlement where org_id = $1 and settle_no = 'JS999'`)
  })

  test('of what is left after one of its bills was settled again takes back only the rest', async () => {
    const a = await desk.draft([lineOf(1_000)])
    const b = await desk.draft([lineOf(2_000)], { month: '2026-10' })
    await desk.issue([a, b])
    await desk.pay({ kind: 'BILL', billIds: [a, b], payments: [desk.cash(3_000)] })
    await desk.ask('PUT', `payBack/antiSettle/${b}`, { reason: '录错', outside: 'REFUND' })
    const left = (await list('&state=NORMAL')).list
    expect(left.map((one) => one.amountFen)).toEqual([1_000])
    expect(await voidIt(left[0]!.receiptId)).toMatchObject({ status: 200 })
    expect(await desk.holds()).toEqual([0, 0, 0, 3_000])
    expect((await desk.ask('GET', 'receipt/sums')).data).toMatchObject({ amountFen: 0 })
  })
})
