// Bills over HTTP: the list, correcting, issuing, deleting, voiding, printing, settling again, many at once.

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BillDetailData, BillPrintData, BillRowData } from '#contract/expense/bill'
import { SEE_AMOUNTS } from '#contract/expense/feeSettings'
import { monthText } from '#contract/kit/clock'
import type { PageInfo } from '#contract/kit/paging'
import { costDefaults, saveFeeSettings } from '#server/areas/expense/fee/feeSettings'
import { type BillDesk, lineOf, openBillDesk } from '#server/areas/expense/test/billDesk'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import type { Caller } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { billDetail, listBills } from './billRead.ts'

let desk: BillDesk
type Any = Record<string, unknown> & { field?: string }

beforeAll(async () => {
  desk = await openBillDesk()
})
afterAll(() => desk.app.close())
beforeEach(() => desk.wipe())

const detail = async (billId: string) => (await desk.ask<BillDetailData>('GET', `payBack/${billId}`)).data
const formOf = (bill: BillDetailData) =>
  bill.lines.map(({ tradeMonthDetailId, name, spec, priceFen, quantity, amountFen, subsidyFen }) => ({
    tradeMonthDetailId,
    name,
    spec,
    priceFen,
    quantity,
    amountFen,
    subsidyFen,
  }))
const issued = async (...amounts: number[]) => {
  const ids: string[] = []
  for (const [i, amount] of amounts.entries()) {
    ids.push(await desk.draft([lineOf(amount)], { month: `2026-${String(11 - i).padStart(2, '0')}` }))
  }
  await desk.issue(ids)
  return ids
}
const billOf = (billId: string) =>
  desk.rows<{ state: string; paid: number }>('select state, paid_fen::int as paid from bill where bill_id = $1', [
    billId,
  ])

describe('the list', () => {
  test('filters, counts and sums of everything found', async () => {
    const [first, second] = await issued(300_000, 200_000)
    await desk.draft([lineOf(50_000)], { oldmanId: desk.other.id })
    const list = await desk.ask<PageInfo<BillRowData>>('GET', 'payBack?size=50')
    expect(list.data.total).toBe(3)
    const row = list.data.list.find((one) => one.tradeMonthId === first)!
    expect(row).toMatchObject({ receivableFen: 300_000, unpaidFen: 300_000, paidFen: 0, state: 'DUE', arrears: 0 })
    expect(row.can).toEqual(['pay', 'void'])
    const counts = await desk.ask<{ standing: string; count: number }[]>('GET', 'payBack/counts')
    expect(Object.fromEntries(counts.data.map((one) => [one.standing, one.count]))).toEqual({ DUE: 2, DRAFT: 1 })
    expect((await desk.ask('GET', 'payBack/sums?standing=DUE')).data).toMatchObject({
      bills: 2,
      residents: 1,
      receivableFen: 500_000,
      unpaidFen: 500_000,
    })
    // Drafts are asked for by nobody yet: they stand apart, and what is asked for is what is paid and what is not.
    expect((await desk.ask('GET', 'payBack/sums')).data).toMatchObject({
      bills: 3,
      receivableFen: 500_000,
      paidFen: 0,
      unpaidFen: 500_000,
      drafts: 1,
      draftFen: 50_000,
    })
    const found = async (query: string) => (await desk.ask<PageInfo<BillRowData>>('GET', `payBack?${query}`)).data.total
    expect(await found('month=2026-10')).toBe(1)
    expect(await found(`ids=${first},${second}`)).toBe(2)
    expect(await found('standing=LATE')).toBe(0)
    expect(await found('standing=DRAFT&kind=MONTH')).toBe(1)
    expect(await found(`oldmanName=${encodeURIComponent(desk.other.name)}`)).toBeGreaterThanOrEqual(1)
    expect(await found(`bed=${encodeURIComponent('203室')}`)).toBe(3)
    expect(await found('orderBy=&size=999999&page=1')).toBe(3)
    expect(await desk.ask('GET', 'payBack?month=abc')).toMatchObject({ status: 42200 })
    expect(await desk.ask('GET', 'payBack?dueFrom=2026-02-31x')).toMatchObject({ status: 42200 })
  })

  test('masks amounts for whoever may not see them, where the house wants that', async () => {
    await issued(300_000)
    const reader = {
      app: desk.app.app,
      orgId: DEMO_ORG,
      deptIds: null,
      may: (needs: string) => needs !== SEE_AMOUNTS,
    } as unknown as Caller
    expect((await listBills(reader, {})).list[0]).toMatchObject({ receivableFen: 300_000 })
    await desk.work((tx) =>
      saveFeeSettings(tx, { ...costDefaults, signOffs: [...costDefaults.signOffs], maskAmounts: true }),
    )
    const [row] = (await listBills(reader, {})).list
    expect(row).toMatchObject({ receivableFen: null, unpaidFen: null, balanceFen: null, state: 'DUE' })
    const whole = await billDetail(reader, row!.tradeMonthId)
    expect(whole).toMatchObject({ masked: true, totalFen: null, account: { balanceFen: null } })
    expect(whole.lines[0]).toMatchObject({ amountFen: null, priceFen: null })
    // Whoever may see them still does.
    expect((await desk.ask<PageInfo<BillRowData>>('GET', 'payBack')).data.list[0]?.receivableFen).toBe(300_000)
    await desk.work((tx) => saveFeeSettings(tx, { ...costDefaults, signOffs: [...costDefaults.signOffs] }))
  })
})

describe('a draft', () => {
  test('is corrected line by line, and says what a person changed', async () => {
    const id = await desk.draft([
      lineOf(300_000, { refKind: 'month', refId: '2026-11', basis: '3,000.00 × 1 月' }),
      lineOf(210_000, { name: '护理费', category: '2', refKind: 'month', refId: '2026-11' }),
    ])
    const before = await detail(id)
    const lines = formOf(before)
    const saved = await desk.ask<BillDetailData>('PUT', 'payBack', {
      tradeMonthId: id,
      version: before.version,
      lines: [
        { ...lines[0]!, amountFen: 280_000 },
        { name: '陪诊', priceFen: 12_000, quantity: 2000, amountFen: 1 },
        { name: '优待', priceFen: -5_000, quantity: 1000, amountFen: -5_000 },
      ],
      remark: '已与家属核对',
      dueDate: '2099-01-10',
    })
    expect(saved).toMatchObject({ status: 200 })
    expect(saved.data.lines.map((line) => [line.name, line.amountFen, line.source])).toEqual([
      ['床位费', 280_000, 'CYCLE'],
      ['陪诊', 24_000, 'ADJUST'],
      ['优待', -5_000, 'ADJUST'],
      // An agreed fee that is left out stays as nothing, or the next bill would ask for it again.
      ['护理费', 0, 'CYCLE'],
    ])
    expect(saved.data.lines[0]).toMatchObject({
      refKind: 'manual',
      basis: expect.stringContaining('人工修改，原 3,000.00'),
    })
    expect(saved.data).toMatchObject({ receivableFen: 299_000, remark: '已与家属核对', dueDate: '2099-01-10' })
    expect(saved.data.history[0]).toMatchObject({ what: '修改账单' })
    // The same form once more is from an older version.
    expect(await desk.ask('PUT', `payBack/${id}`, { version: before.version, remark: 'x' })).toMatchObject({
      status: 40902,
    })
    expect(await desk.ask('PUT', `payBack/${id}`, { remark: '路径里的编号' })).toMatchObject({ status: 200 })
  })

  test.each([
    ['no lines', { lines: [] }, 42200, '至少保留一条'],
    [
      'a line of another bill',
      { lines: [{ tradeMonthDetailId: 'f'.repeat(32), name: 'x', priceFen: 1, quantity: 1, amountFen: 1 }] },
      42200,
      '已不在',
    ],
    ['a new line of nothing', { lines: [{ name: 'x', priceFen: 0, quantity: 1000, amountFen: 0 }] }, 42200, '不能为零'],
    ['half a fen', { lines: [{ name: 'x', priceFen: 1.5, quantity: 1000, amountFen: 1 }] }, 42200, '单价'],
    [
      'an unknown fee item',
      { lines: [{ name: 'x', projectChildId: 'f'.repeat(32), priceFen: 1, quantity: 1000, amountFen: 1 }] },
      42200,
      '不存在',
    ],
    ['a day that is over', { dueDate: '2020-01-01' }, 42200, '早于今天'],
    ['an unknown discount', { rule: 'f'.repeat(32) }, 42200, '优惠规则'],
  ] as const)('refuses %s', async (_, change, status, words) => {
    const id = await desk.draft([lineOf(300_000)])
    const answer = await desk.ask<Any>('PUT', 'payBack', { tradeMonthId: id, ...change })
    expect(answer).toMatchObject({ status, desc: expect.stringContaining(words) })
    expect((await detail(id)).receivableFen).toBe(300_000)
  })

  test('keeps the amount of a charge that was registered elsewhere', async () => {
    const chargeId = newId()
    await desk.rows(
      `insert into charge (org_id, charge_id, oldman_id, kind, category, name, price_fen, amount_fen, day, user_name)
       values ($1, $2, $3, 'ONCE', '99', '理发', 2500, 2500, current_date, '测试')`,
      [DEMO_ORG, chargeId, desk.resident.id],
    )
    const id = await desk.draft([
      lineOf(300_000),
      lineOf(2_500, { name: '理发', source: 'ONCE', refKind: 'charge', refId: chargeId }),
    ])
    const lines = formOf(await detail(id))
    const change = lines.map((line) => (line.name === '理发' ? { ...line, amountFen: 1_000 } : line))
    expect(await desk.ask('PUT', 'payBack', { tradeMonthId: id, lines: change })).toMatchObject({ status: 42200 })
    expect(await desk.ask('PUT', 'payBack', { tradeMonthId: id, lines: lines.slice(0, 1) })).toMatchObject({
      status: 200,
    })
    expect(await desk.rows('select state from charge where charge_id = $1', [chargeId])).toEqual([{ state: 'WAITING' }])
  })

  test('gets a discount by rule, by the best, or none; the preview says the same', async () => {
    const ruleId = newId()
    const child = (
      await desk.rows<{ id: string }>(
        'select project_child_id as id from fee_child where org_id = $1 and can_discount order by 1 limit 1',
      )
    )[0]!
    await desk.rows(
      `insert into discount_rule (org_id, set_id, name, type, threshold_fen, benefit_fen, scope, valid_from)
       values ($1, $2, $3, 2, 200000, 10000, 'BILL', '2020-01-01')`,
      [DEMO_ORG, ruleId, `满减${ruleId}`],
    )
    const id = await desk.draft([lineOf(300_000, { projectChildId: child.id }), lineOf(50_000, { name: '其他' })])
    const input = { tradeMonthId: id, rule: ruleId }
    expect((await desk.ask('POST', 'payBack/editPreview', input)).data).toMatchObject({
      discountFen: 10_000,
      receivableFen: 340_000,
      lineDiscounts: [10_000, 0],
    })
    expect((await detail(id)).discountFen).toBe(0)
    expect((await desk.ask<BillDetailData>('PUT', 'payBack', input)).data).toMatchObject({
      discountFen: 10_000,
      ruleId,
    })
    expect(
      (await desk.ask<BillDetailData>('PUT', 'payBack', { tradeMonthId: id, rule: 'NONE' })).data.discountFen,
    ).toBe(0)
    await desk.rows('delete from discount_rule where set_id = $1', [ruleId])
  })

  test('is issued, several at once; twice is refused, and so is a bill below zero', async () => {
    const a = await desk.draft([lineOf(300_000)])
    const b = await desk.draft([lineOf(1_000), lineOf(-2_000, { name: '减免' })], { oldmanId: desk.other.id })
    expect(await desk.ask('PUT', 'payBack/issue', { tradeMonthIds: [a, b] })).toMatchObject({ status: 42200 })
    expect(await desk.holds()).toEqual([0, 0, 0, 0])
    expect((await desk.ask('PUT', 'payBack/issue', { tradeMonthIds: [a], dueDate: '2099-02-01' })).data).toEqual({
      issued: 1,
      receivableFen: 300_000,
    })
    expect(await desk.holds()).toEqual([0, 0, 0, 300_000])
    expect(await detail(a)).toMatchObject({ state: 'DUE', dueDate: '2099-02-01', can: ['pay', 'void'] })
    expect(await desk.ask('PUT', 'payBack/issue', { tradeMonthIds: [a] })).toMatchObject({ status: 40901 })
    expect(await desk.ask('PUT', 'payBack', { tradeMonthId: a, remark: 'x' })).toMatchObject({ status: 40901 })
    expect(await desk.ask('PUT', 'payBack/issue', { tradeMonthIds: [] })).toMatchObject({ status: 42200 })
    expect(await desk.ask('PUT', 'payBack/issue', { tradeMonthIds: [newId()] })).toMatchObject({ status: 40400 })
  })

  test('is deleted; an issued bill is voided with a reason, a paid one is not', async () => {
    const id = await desk.draft([lineOf(300_000)])
    expect((await desk.ask('DELETE', `payBack/${id}`)).data).toMatchObject({ done: '已删除' })
    expect(await desk.ask('GET', `payBack/${id}`)).toMatchObject({ status: 40400 })
    const [due, part] = await issued(300_000, 200_000)
    expect(await desk.ask('DELETE', `payBack/${due}`)).toMatchObject({
      status: 42200,
      desc: expect.stringContaining('原因'),
    })
    expect((await desk.ask('DELETE', `payBack/${due}?reason=${encodeURIComponent('重复')}`)).data).toMatchObject({
      done: '已作废',
    })
    expect(await desk.holds()).toEqual([0, 0, 0, 200_000])
    expect(await desk.ask('DELETE', `payBack/${due}`, { reason: '再来' })).toMatchObject({ status: 40901 })
    await desk.pay({ kind: 'BILL', billIds: [part], payments: [desk.cash(1_000)] })
    expect(await desk.ask('DELETE', `payBack/${part}`, { reason: '重复' })).toMatchObject({ status: 40901 })
    // The month is free for another bill.
    await desk.draft([lineOf(280_000)])
  })
})

describe('settling again', () => {
  const pay = (billIds: string[], payments: object[]) =>
    desk.pay({ kind: 'BILL', billIds, payments, payer: '李建国（儿子）' })

  test('to the balance: pockets get theirs back, cash becomes a prestore, the receipt is red and the rest gets a new one', async () => {
    const [nov, oct] = await issued(300_000, 200_000)
    await desk.give({ balanceFen: 50_000, giftFen: 30_000 })
    const paid = await pay(
      [oct!, nov!],
      [{ source: 'BALANCE', amountFen: 50_000 }, { source: 'GIFT', amountFen: 30_000 }, desk.cash(420_000)],
    )
    expect(paid).toMatchObject({ status: 200 })
    expect(await desk.holds()).toEqual([0, 0, 0, 0])
    const anti = await desk.ask<Any>('PUT', `payBack/antiSettle/${oct}`, { reason: '缴错账期', outside: 'BALANCE' })
    expect(anti).toMatchObject({ status: 200, data: { backFen: 200_000, refundFen: 0 } })
    expect((anti.data.redNos as string[]).length).toBe(1)
    expect((anti.data.newNos as string[]).length).toBe(2)
    // 50,000 and 30,000 went back where they came from; 120,000 of the cash is on the balance now.
    expect(await desk.holds()).toEqual([170_000, 30_000, 0, 200_000])
    expect(await billOf(oct!)).toEqual([{ state: 'DUE', paid: 0 }])
    expect(await billOf(nov!)).toEqual([{ state: 'PAID', paid: 300_000 }])
    const papers = await desk.rows<{ state: string; amount: number; lines: { item: string; month: string }[] }>(
      'select state, amount_fen::int as amount, lines from receipt where org_id = $1 order by receipt_no',
    )
    expect(papers.map((one) => [one.state, one.amount])).toEqual([
      ['REDDED', 500_000],
      ['RED', -500_000],
      ['NORMAL', 300_000],
      ['NORMAL', 120_000],
    ])
    expect(papers[2]!.lines).toMatchObject([{ month: '2026-11' }])
    expect(await desk.ask('PUT', `payBack/antiSettle/${oct}`, { reason: '再来', outside: 'BALANCE' })).toMatchObject({
      status: 40901,
    })
    // No cash has left the house.
    expect(await desk.rows('select sum(cash_fen)::int as cash from ledger where org_id = $1')).toEqual([
      { cash: 420_000 },
    ])
    const fresh = await detail(oct!)
    expect(fresh.payments.map((one) => one.state).sort()).toEqual(['RED', 'RED', 'RED', 'VOID', 'VOID', 'VOID'])
  })

  test('back to the payer: it counts as a refund of the same way', async () => {
    const [nov] = await issued(300_000)
    await pay([nov!], [desk.cash(100_000, 8)])
    await pay([nov!], [desk.cash(200_000, 2)])
    const anti = await desk.ask<Any>('PUT', `payBack/antiSettle/${nov}`, { reason: '改由单位支付', outside: 'REFUND' })
    expect(anti).toMatchObject({ status: 200, data: { backFen: 0, refundFen: 300_000, newNos: [] } })
    expect(await desk.holds()).toEqual([0, 0, 0, 300_000])
    expect(
      await desk.rows(
        `select way, cash_fen::int as cash from ledger where org_id = $1 and trade_type = 'REFUND_BILL' order by way`,
      ),
    ).toEqual([
      { way: 2, cash: -200_000 },
      { way: 8, cash: -100_000 },
    ])
    expect(await desk.rows('select sum(amount_fen)::int as sum from receipt where org_id = $1')).toEqual([{ sum: 0 }])
  })

  test('is refused over a closed month, after a settlement, without a reason, and with nothing paid', async () => {
    const [nov, oct] = await issued(300_000, 100_000)
    expect(await desk.ask('PUT', `payBack/antiSettle/${nov}`, { reason: 'x', outside: 'BALANCE' })).toMatchObject({
      status: 40901,
    })
    await pay([nov!], [desk.cash(300_000)])
    expect(await desk.ask('PUT', `payBack/antiSettle/${nov}`, { outside: 'BALANCE' })).toMatchObject({ status: 42200 })
    await desk.rows(
      `insert into month_close (org_id, month, entries, cash_fen, income_fen, closed_by, closed_name)
       values ($1, to_char(current_date, 'YYYY-MM'), 0, 0, 0, 'x', 'x')`,
    )
    expect(await desk.ask('PUT', `payBack/antiSettle/${nov}`, { reason: 'x', outside: 'BALANCE' })).toMatchObject({
      status: 42200,
      desc: expect.stringContaining('已经结账'),
    })
    expect((await detail(nov!)).whyNotAntiSettle).toContain('已经结账')
    expect(await desk.ask('DELETE', `payBack/${oct}`, { reason: '重复' })).toMatchObject({ status: 42200 })
    await desk.rows('delete from month_close where org_id = $1')
    expect(await desk.ask('PUT', `payBack/antiSettle/${nov}`, { reason: 'x', outside: 'NOWHERE' })).toMatchObject({
      status: 42200,
    })
    expect(await billOf(nov!)).toEqual([{ state: 'PAID', paid: 300_000 }])
  })

  test('two at once settle it once', async () => {
    const [nov] = await issued(300_000)
    await pay([nov!], [desk.cash(300_000)])
    const anti = () => desk.ask('PUT', `payBack/antiSettle/${nov}`, { reason: '录错', outside: 'BALANCE' })
    const answers = await Promise.all([anti(), anti(), anti()])
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1)
    expect(await desk.holds()).toEqual([300_000, 0, 0, 300_000])
  })
})

describe('on paper', () => {
  test('everything of several sheets; prints are counted', async () => {
    const [nov, oct] = await issued(623_140, 648_000)
    await desk.pay({ kind: 'BILL', billIds: [oct], payments: [desk.cash(400_000)] })
    const first = await desk.ask<BillPrintData>('POST', 'payBack/print', { tradeMonthIds: [nov, oct] })
    expect(first).toMatchObject({ status: 200 })
    const [sheet] = first.data.sheets
    expect(sheet).toMatchObject({
      printedBefore: 0,
      earlier: [{ month: '2026-10', receivableFen: 648_000, paidFen: 400_000, unpaidFen: 248_000 }],
      six: [
        { month: '2026-10', receivableFen: 648_000, unpaidFen: 248_000 },
        { month: '2026-11', receivableFen: 623_140, unpaidFen: 623_140 },
      ],
    })
    expect(sheet!.payPath).toMatch(/^\/payer\.html\?b=/)
    expect(first.data.org.name).toBeTruthy()
    const again = await desk.ask<BillPrintData>('POST', 'payBack/print', { tradeMonthIds: [nov] })
    expect(again.data.sheets[0]!.printedBefore).toBe(1)
    await desk.ask('DELETE', `payBack/${nov}`, { reason: '重做' })
    expect(await desk.ask('POST', 'payBack/print', { tradeMonthIds: [nov] })).toMatchObject({ status: 40901 })
  })
})

describe('a month', () => {
  interface Run {
    state: string
    message: string
    result: { made: number; results: { done: boolean; oldmanId: string; message: string | null; amountFen: number }[] }
  }
  const ended = (runId: string) =>
    vi.waitFor(
      async () => {
        const run = (await desk.app.ask<Run>('GET', `/passport/web-org/jobs/${runId}`, { token: desk.tokens.clerk }))
          .data
        expect(['done', 'failed']).toContain(run.state)
        return run
      },
      { timeout: 60_000, interval: 100 },
    )

  test('is billed as the preview says, and again adds nothing; many are paid in one go, each by itself', async () => {
    const month = monthText()
    const preview = (await desk.ask<{ toMake: number }>('GET', `payBack/generate?month=${month}`)).data
    expect(preview.toMake).toBeGreaterThan(50)
    const { runId } = (await desk.ask<{ runId: string }>('POST', 'payBack', { month })).data
    const made = await ended(runId)
    expect(made.state).toBe('done')
    expect(made.result.made).toBeGreaterThan(50)
    expect(made.result.made).toBeLessThanOrEqual(preview.toMake)
    expect((await desk.ask<{ existing: number }>('GET', `payBack/generate?month=${month}`)).data.existing).toBe(
      made.result.made,
    )
    const again = await ended((await desk.ask<{ runId: string }>('POST', 'payBack', { month })).data.runId)
    expect(again.result.made).toBe(0)
    expect(await desk.ask('POST', 'payBack', { month: '2099-01' })).toMatchObject({ status: 42200 })
    expect(await desk.ask('POST', 'payBack', { month: 'next' })).toMatchObject({ status: 42200 })

    const bills = await desk.rows<{ id: string; resident: string; fen: number }>(
      `select bill_id as id, oldman_id as resident, receivable_fen::int as fen from bill where org_id = $1 and receivable_fen > 0
       and oldman_id in (select oldman_id from oldman where dept_id in (select dept_id from dept where dept_name = '松鹤楼护理组')) order by oldman_id limit 3`,
    )
    await desk.issue(bills.map((bill) => bill.id))
    await desk.give({ oldmanId: bills[0]!.resident, balanceFen: bills[0]!.fen })
    await desk.give({ oldmanId: bills[1]!.resident, balanceFen: 100 })
    const start = await desk.ask<{ runId: string }>('POST', 'payBack/payBatch', {
      tradeMonthIds: bills.map((bill) => bill.id),
      batchPayType: '1',
      partly: true,
    })
    expect(start).toMatchObject({ status: 200 })
    const { result } = await ended(start.data.runId)
    expect(result.results.map((one) => [one.done, one.amountFen])).toEqual([
      [true, bills[0]!.fen],
      [true, 100],
      [false, 0],
    ])
    expect(result.results[2]!.message).toContain('余额不足')
    expect(await desk.ask('POST', 'payBack/payBatch', { tradeMonthIds: [], batchPayType: 1 })).toMatchObject({
      status: 42200,
    })
    expect(
      await desk.ask('POST', 'payBack/payBatch', { tradeMonthIds: [bills[0]!.id], batchPayType: 10 }),
    ).toMatchObject({ status: 42200 })
    expect(await desk.ask('POST', 'payBack/payBatch', { tradeMonthIds: [newId()], batchPayType: 2 })).toMatchObject({
      status: 40400,
    })
  })
})
