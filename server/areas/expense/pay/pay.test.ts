// Taking money, giving it back and moving it, through the calls of the desk.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Desk, openDesk } from '#server/areas/expense/test/accountDesk'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { splitOver } from './payAct.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.app.close())
beforeEach(() => desk.wipe())

describe('a prestore', () => {
  test('adds to the balance, gives the gift of its rule, and has a receipt', async () => {
    const ruleId = await desk.rule()
    const paid = await desk.pay({ kind: 'PRESTORE', payments: [desk.cash(2_500_000, 8)], ruleId, payer: '李建国' })
    expect(paid).toMatchObject({
      status: 200,
      data: { amountFen: 2_500_000, giftFen: 100_000, account: { balanceFen: 2_500_000, giftFen: 100_000 } },
    })
    expect(await desk.holds()).toEqual([2_500_000, 100_000, 0, 0])
    const lines = await desk.statement('1')
    expect(lines.map((row) => [row.tradeType, row.wayName, row.amountFen, row.receiptNo])).toEqual([
      ['GIFT', '赠送余额', 100_000, paid.data.receiptNo],
      ['PRESTORE', '转账', 2_500_000, paid.data.receiptNo],
    ])
    const logged = await desk.rows<{ remark: string; changes: object }>(
      `select remark, changes from operation_log where org_id = $1 and target_id = $2 order by created_at desc limit 1`,
      [DEMO_ORG, desk.resident.id],
    )
    expect(logged[0]!.remark).toContain('预存 25,000.00 元（转账 25,000.00），赠送 1,000.00 元')
    expect(logged[0]!.changes).toMatchObject({ balanceFen: [0, 2_500_000], giftFen: [0, 100_000] })
  })

  test('shows before what it would bring, and warns above the limit', async () => {
    const ruleId = await desk.rule()
    const asked = await desk.app.ask<{ rules: object[]; bestRuleId: string; warnings: string[] }>(
      'GET',
      '/pims/web-pi/cost/pay/preview',
      { token: desk.tokens.clerk, query: { oldmanId: desk.resident.id, amountFen: '900000000' } },
    )
    expect(asked.data.rules).toContainEqual(expect.objectContaining({ ruleId, reached: true }))
    expect(asked.data.bestRuleId).not.toBeNull()
    expect(asked.data.warnings[0]).toContain('预存上限')
    expect(await desk.holds()).toEqual([0, 0, 0, 0])
  })

  test.each([
    ['three decimals', 100.125],
    ['zero', 0],
    ['a negative amount', -100],
    ['words', '一百'],
    ['an amount beyond all limits', 9_000_000_000_001],
  ])('of %s is refused', async (_, amountFen) => {
    const answer = await desk.pay({ kind: 'PRESTORE', payments: [{ source: 'CASH', way: 2, amountFen }] })
    expect(answer.status).toBe(42200)
    expect(await desk.holds()).toEqual([0, 0, 0, 0])
  })

  test('from the account itself, by a code nobody scanned, twice the same way or below the threshold is refused', async () => {
    const ruleId = await desk.rule()
    const wrong: [object, string][] = [
      [{ payments: [{ source: 'BALANCE', amountFen: 100 }] }, '外部方式'],
      [{ payments: [{ source: 'CASH', way: 1, amountFen: 100 }] }, '请选择收款方式'],
      [{ payments: [desk.cash(100, 10)] }, '先扫码'],
      [{ payments: [desk.cash(100), desk.cash(100)] }, '合并为一行'],
      [{ payments: [] }, '至少选择一种'],
      [{ payments: [desk.cash(100)], ruleId }, '未达到'],
      [{ payments: [desk.cash(100)], ruleId: newId() }, '不存在'],
    ]
    for (const [body, words] of wrong) {
      const answer = await desk.pay({ kind: 'PRESTORE', ...body })
      expect(answer.desc).toContain(words)
      expect(answer.status).not.toBe(200)
    }
    expect(await desk.holds()).toEqual([0, 0, 0, 0])
  })

  test('sent twice with one request number is booked once, with another content refused', async () => {
    const headers = { 'x-request-no': newId() }
    const body = { kind: 'PRESTORE', payments: [desk.cash(5_000)] }
    const [first, second] = await Promise.all([desk.pay(body, { headers }), desk.pay(body, { headers })])
    expect(second.data).toEqual(first.data)
    expect(await desk.holds()).toEqual([5_000, 0, 0, 0])
    const other = await desk.pay({ ...body, payments: [desk.cash(6_000)] }, { headers })
    expect(other.status).toBe(40905)
    expect(await desk.holds()).toEqual([5_000, 0, 0, 0])
  })
})

test('a deposit is taken by several ways and warns above so many months', async () => {
  const paid = await desk.pay({ kind: 'DEPOSIT', payments: [desk.cash(900_000_000), desk.cash(100_000, 5)] })
  expect(paid).toMatchObject({ status: 200, data: { account: { depositFen: 900_100_000 } } })
  expect(paid.data.warnings[0]).toContain('押金将达')
  expect((await desk.statement('2')).map((row) => row.tradeType)).toEqual(['DEPOSIT', 'DEPOSIT'])
})

describe('paying bills', () => {
  test('by balance, gift and cash pays the earliest first', async () => {
    await desk.give({ balanceFen: 128_650, giftFen: 50_000, owedFen: 248_000, owedSince: '2026-05-10' })
    await desk.give({ owedFen: 623_140, owedSince: '2026-06-10' })
    const billIds = await desk.bills()
    const paid = await desk.pay({
      kind: 'BILL',
      billIds: [...billIds].reverse(),
      payments: [{ source: 'BALANCE', amountFen: 128_650 }, { source: 'GIFT', amountFen: 50_000 }, desk.cash(200_000)],
    })
    expect(paid.data.bills.map((bill) => [bill.state, bill.unpaidFen])).toEqual([
      ['PAID', 0],
      ['PART', 492_490],
    ])
    expect(await desk.holds()).toEqual([0, 0, 0, 492_490])
    const [receipt] = await desk.rows<{ ways: object[]; lines: object[] }>(
      'select ways, lines from receipt where org_id = $1',
    )
    expect(receipt!.ways).toEqual([
      { name: '余额', amountFen: 128_650 },
      { name: '赠送余额', amountFen: 50_000 },
      { name: '现金', amountFen: 200_000 },
    ])
    expect((await desk.statement('3')).map((row) => row.wayName)).toEqual(['现金', '现金', '赠送余额', '余额'])
  })

  test('more than is owed is refused, or goes to the balance when the desk says so', async () => {
    await desk.give({ owedFen: 10_000, owedSince: '2026-05-10' })
    const billIds = await desk.bills()
    const body = { kind: 'BILL', billIds, payments: [desk.cash(12_500)] }
    const refused = await desk.pay(body)
    expect(refused).toMatchObject({ status: 42200, data: { field: 'payments' } })
    expect(refused.desc).toContain('超过所选账单未缴的 100.00 元')
    const paid = await desk.pay({ ...body, overToBalance: true })
    expect(paid.data).toMatchObject({ overFen: 2_500, account: { balanceFen: 2_500, unpaidFen: 0 } })
    expect(await desk.holds()).toEqual([2_500, 0, 0, 0])
  })

  test('what is left over cannot be gift or balance', async () => {
    expect(() =>
      splitOver(
        [
          { source: 'GIFT', amountFen: 500 },
          { source: 'CASH', way: 2, amountFen: 100 },
        ],
        200,
      ),
    ).toThrow('不是外部收款')
    expect(
      splitOver(
        [
          { source: 'CASH', way: 8, amountFen: 300 },
          { source: 'CASH', way: 2, amountFen: 100 },
        ],
        150,
      ),
    ).toEqual({
      toBills: [{ source: 'CASH', way: 8, amountFen: 250 }],
      toBalance: [
        { source: 'CASH', way: 8, amountFen: 50 },
        { source: 'CASH', way: 2, amountFen: 100 },
      ],
    })
  })

  test('a paid bill, no bill, somebody else’s bill, more than the account holds', async () => {
    await desk.give({ owedFen: 10_000, owedSince: '2026-05-10' })
    await desk.give({ oldmanId: desk.other.id, owedFen: 7_000, owedSince: '2026-05-10' })
    const billIds = await desk.bills()
    await desk.pay({ kind: 'BILL', billIds, payments: [desk.cash(10_000)] })
    const again = await desk.pay({ kind: 'BILL', billIds, payments: [desk.cash(1)] })
    expect(again).toMatchObject({ status: 40901, data: { field: 'billIds' } })
    expect((await desk.pay({ kind: 'BILL', payments: [desk.cash(1)] })).data).toMatchObject({ field: 'billIds' })
    const others = await desk.bills(desk.other.id)
    expect((await desk.pay({ kind: 'BILL', billIds: others, payments: [desk.cash(1)] })).status).toBe(40400)
    const short = await desk.pay({
      kind: 'BILL',
      oldmanId: desk.other.id,
      billIds: others,
      payments: [{ source: 'BALANCE', amountFen: 1 }],
    })
    expect(short.desc).toContain('余额不足')
  })

  test('from the deposit needs a reason', async () => {
    await desk.give({ depositFen: 50_000, owedFen: 10_000, owedSince: '2026-05-10' })
    const billIds = await desk.bills()
    const payments = [{ source: 'DEPOSIT', amountFen: 10_000 }]
    expect((await desk.pay({ kind: 'BILL', billIds, payments })).data).toMatchObject({ field: 'reason' })
    const done = await desk.ask('POST', 'account/offset', {
      oldmanId: desk.resident.id,
      billIds,
      amountFen: 10_000,
      reason: '逾期 60 天，已书面通知',
    })
    expect(done).toMatchObject({ status: 200, data: { account: { depositFen: 40_000, unpaidFen: 0 } } })
    expect((await desk.statement('6'))[0]).toMatchObject({
      tradeType: 'DEPOSIT_PAYS',
      wayName: '押金',
      remark: '逾期 60 天，已书面通知',
    })
  })
})

describe('a refund', () => {
  const refund = (body: object) =>
    desk.ask<{ field?: string; account: object }>('POST', 'refund', {
      oldmanId: desk.resident.id,
      from: 'BALANCE',
      way: 2,
      reason: '家属要求',
      ...body,
    })

  test('gives the balance back, never the gift', async () => {
    await desk.give({ balanceFen: 10_000, giftFen: 5_000 })
    const over = await refund({ amountFen: 10_001 })
    expect(over.desc).toContain('赠送余额不能退')
    expect(over.data.field).toBe('amountFen')
    expect(await refund({ amountFen: 4_000 })).toMatchObject({ status: 200, data: { account: { balanceFen: 6_000 } } })
    const numbers = await desk.rows(
      `select doc_no as no from ledger where trade_type = 'REFUND_BALANCE' and org_id = $1`,
    )
    expect(numbers).toEqual([{ no: expect.stringMatching(/^TK\d{12}$/) }])
    expect((await desk.statement('4'))[0]).toMatchObject({
      tradeType: 'REFUND_BALANCE',
      direction: -1,
      amountFen: 4_000,
    })
    expect((await refund({ amountFen: 1, way: 1 })).data.field).toBe('way')
    expect((await refund({ amountFen: 1, way: 11 })).data.field).toBe('way')
    expect((await refund({ amountFen: 1, reason: '' })).status).toBe(42200)
  })

  test('of the deposit asks while bills are unpaid', async () => {
    await desk.give({ depositFen: 10_000, owedFen: 100, owedSince: '2026-05-10' })
    const asked = await refund({ from: 'DEPOSIT', amountFen: 10_000 })
    expect(asked.data.field).toBe('confirmed')
    expect(asked.desc).toContain('1.00 元账单未缴')
    expect((await refund({ from: 'DEPOSIT', amountFen: 10_000, confirmed: true })).status).toBe(200)
    expect(await desk.holds()).toEqual([0, 0, 0, 100])
  })
})

test('money moves between balance and deposit, not beyond what is there', async () => {
  await desk.give({ balanceFen: 10_000, depositFen: 3_000 })
  const move = (to: string, amountFen: number) =>
    desk.ask('PUT', 'transfer', { oldmanId: desk.resident.id, to, amountFen, reason: '补押金' })
  expect((await move('DEPOSIT', 10_001)).status).toBe(42200)
  expect((await move('DEPOSIT', 4_000)).status).toBe(200)
  expect(await desk.holds()).toEqual([6_000, 0, 7_000, 0])
  expect((await move('BALANCE', 7_000)).status).toBe(200)
  expect(await desk.holds()).toEqual([13_000, 0, 0, 0])
  expect((await move('BALANCE', 1)).status).toBe(42200)
})

test('remitting goes to another resident only, and both statements name the other', async () => {
  await desk.give({ balanceFen: 10_000 })
  const remit = (toOldmanId: string, amountFen: number) =>
    desk.ask<{ field?: string }>('PUT', 'remit', {
      oldmanId: desk.resident.id,
      toOldmanId,
      amountFen,
      reason: '夫妻合并',
    })
  expect((await remit(desk.resident.id, 1)).data.field).toBe('toOldmanId')
  expect((await remit(newId(), 1)).status).toBe(40400)
  expect((await remit(desk.other.id, 10_001)).status).toBe(42200)
  expect((await remit(desk.other.id, 2_500)).status).toBe(200)
  expect(await desk.holds()).toEqual([7_500, 0, 0, 0])
  expect(await desk.holds(desk.other.id)).toEqual([2_500, 0, 0, 0])
  expect((await desk.statement('1'))[0]!.content).toContain(desk.other.name)
  expect((await desk.statement('1', {}, desk.other.id))[0]!.content).toContain(desk.resident.name)
})

test('32 payments at once of one account take nothing twice and nothing that is not there', async () => {
  await desk.give({ balanceFen: 100_000, owedFen: 500_000, owedSince: '2026-05-10' })
  const billIds = await desk.bills()
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, i) =>
      desk.pay({
        kind: 'BILL',
        billIds,
        payments: i % 2 ? [desk.cash(10_000)] : [{ source: 'BALANCE', amountFen: 10_000 }],
      }),
    ),
  )
  const good = answers.filter((one) => one.status === 200)
  // Ten from the balance, sixteen in cash; the other six find the balance empty.
  expect(good).toHaveLength(26)
  expect(answers.filter((one) => one.status !== 200).every((one) => one.desc.includes('余额不足'))).toBe(true)
  expect(await desk.holds()).toEqual([0, 0, 0, 240_000])
  expect(new Set(good.map((one) => one.data.receiptNo)).size).toBe(26)
  const lines = await desk.statement('3')
  expect(lines).toHaveLength(26)
  const seqs = lines.map((row) => row.seq)
  expect(new Set(seqs).size).toBe(26)
})
