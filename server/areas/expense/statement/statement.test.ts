// Statements and voiding what was booked wrongly.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { COST, type Desk, openDesk } from '#server/areas/expense/test/accountDesk'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.app.close())
beforeEach(() => desk.wipe())

const prestore = async (amountFen: number, ruleId?: string) => {
  const paid = await desk.pay({ kind: 'PRESTORE', payments: [desk.cash(amountFen)], ...(ruleId && { ruleId }) })
  expect(paid.status).toBe(200)
  return (await desk.statement('1')).find((row) => row.tradeType === 'PRESTORE')!
}

describe('voiding', () => {
  test('a prestore takes the gift with it and writes a red receipt', async () => {
    const row = await prestore(1_000_000, await desk.rule())
    expect(await desk.holds()).toEqual([1_000_000, 50_000, 0, 0])
    const done = await desk.obsolete(row.tradeId)
    expect(done).toMatchObject({ status: 200, data: { entries: 2 } })
    expect(done.data.redNos).toHaveLength(1)
    expect(await desk.holds()).toEqual([0, 0, 0, 0])
    expect((await desk.statement('1')).map((one) => [one.tradeType, one.state, one.amountFen])).toEqual([
      ['PRESTORE', 'RED', -1_000_000],
      ['GIFT', 'RED', -50_000],
      ['GIFT', 'VOID', 50_000],
      ['PRESTORE', 'VOID', 1_000_000],
    ])
    const again = await desk.obsolete(row.tradeId)
    expect(again.status).toBe(40901)
    expect(again.desc).toContain('已作废')
    const red = (await desk.statement('1', { state: 'RED' }))[0]!
    expect((await desk.obsolete(red.tradeId)).status).toBe(40901)
  })

  test('is refused when the gift or the money was spent', async () => {
    const row = await prestore(1_000_000, await desk.rule())
    await desk.give({ owedFen: 20_000, owedSince: '2026-05-10' })
    const payment = { kind: 'BILL', billIds: await desk.bills(), payments: [{ source: 'GIFT', amountFen: 20_000 }] }
    expect((await desk.pay(payment)).status).toBe(200)
    const refused = await desk.obsolete(row.tradeId)
    expect(refused.status).toBe(42200)
    expect(refused.desc).toContain('赠送余额只剩 300.00 元')
    const paid = (await desk.statement('3'))[0]!
    expect((await desk.obsolete(paid.tradeId)).status).toBe(200)
    await desk.ask('POST', 'refund', {
      oldmanId: desk.resident.id,
      from: 'BALANCE',
      amountFen: 1,
      way: 2,
      reason: '退',
    })
    expect((await desk.obsolete(row.tradeId)).desc).toContain('余额只剩 9,999.99 元')
  })

  test('a payment opens the bill again', async () => {
    await desk.give({ owedFen: 5_000, owedSince: '2026-05-10' })
    const billIds = await desk.bills()
    await desk.pay({ kind: 'BILL', billIds, payments: [desk.cash(5_000)] })
    expect(await desk.bills()).toEqual([])
    const [row] = await desk.statement('3')
    expect((await desk.obsolete(row!.tradeId)).status).toBe(200)
    expect(await desk.bills()).toEqual(billIds)
  })

  test('a remittance takes it back from both', async () => {
    await desk.give({ balanceFen: 900 })
    const body = { oldmanId: desk.resident.id, toOldmanId: desk.other.id, amountFen: 400, reason: '错' }
    await desk.ask('PUT', 'remit', body)
    const [row] = await desk.statement('1', {}, desk.other.id)
    expect((await desk.obsolete(row!.tradeId)).status).toBe(200)
    expect(await desk.holds()).toEqual([900, 0, 0, 0])
    expect(await desk.holds(desk.other.id)).toEqual([0, 0, 0, 0])
  })

  test('is refused without a reason, in a closed month, for an opening balance, on a sealed account', async () => {
    const row = await prestore(1_000)
    expect(
      (await desk.app.ask('DELETE', `${COST}/statement/${row.tradeId}`, { token: desk.tokens.clerk })).status,
    ).toBe(42200)
    // As existing clients send it.
    const byForm = await desk.app.ask<{ field: string }>('DELETE', `${COST}/statement/${row.tradeId}`, {
      token: desk.tokens.clerk,
      form: { reason: '' },
    })
    expect(byForm.data.field).toBe('reason')
    const month = row.day.slice(0, 7)
    await desk.rows(
      `insert into month_close (org_id, month, entries, cash_fen, income_fen, closed_by, closed_name) values ($1, $2, 0, 0, 0, 'x', 'x')`,
      [DEMO_ORG, month],
    )
    const closed = await desk.obsolete(row.tradeId)
    expect(closed.desc).toContain('已经结账')
    expect((await desk.statement('1'))[0]!.canObsolete).toBe(false)
    await desk.rows('delete from month_close where org_id = $1')
    await desk.give({ balanceFen: 100 })
    const opening = (await desk.statement()).find((one) => one.tradeType === 'OPENING')!
    expect(opening.canObsolete).toBe(false)
    expect((await desk.obsolete(opening.tradeId)).status).toBe(42200)
    expect((await desk.obsolete(row.tradeId)).status).toBe(200)
  })
})

test('statements by class add up and continue one another', async () => {
  await prestore(50_000)
  await desk.pay({ kind: 'DEPOSIT', payments: [desk.cash(20_000)] })
  await desk.give({ owedFen: 30_000, owedSince: '2026-05-10' })
  await desk.pay({ kind: 'BILL', billIds: await desk.bills(), payments: [{ source: 'BALANCE', amountFen: 30_000 }] })
  await desk.ask('POST', 'refund', {
    oldmanId: desk.resident.id,
    from: 'DEPOSIT',
    amountFen: 5_000,
    way: 2,
    reason: '退',
  })
  const all = await desk.statement()
  expect(all.map((row) => row.tradeType)).toEqual(['REFUND_DEPOSIT', 'PAY_BILL', 'DEPOSIT', 'PRESTORE'])
  expect(all[0]).toMatchObject({ balanceAfter: 20_000, depositAfter: 15_000 })
  expect((await desk.statement('0', { bills: '1' })).map((row) => row.tradeType)).toContain('BILL')
  expect((await desk.statement('2,6')).map((row) => row.tradeType)).toEqual(['REFUND_DEPOSIT', 'DEPOSIT'])
  expect((await desk.statement('6')).map((row) => row.tradeType)).toEqual(['REFUND_DEPOSIT'])
  expect(await desk.statement('5')).toEqual([])
  const wrong = await desk.app.ask('GET', `${COST}/statement/9`, { token: desk.tokens.clerk })
  expect(wrong.status).toBe(42200)
  const found = await desk.app.ask<{ total: number }>('GET', `${COST}/statement/0`, {
    token: desk.tokens.clerk,
    query: { keyword: desk.resident.name, orderBy: '', dayFrom: all[0]!.day, dayTo: all[0]!.day },
  })
  expect(found.data.total).toBe(4)
  const bare = await desk.app.ask<unknown[]>('GET', `${COST}/statement/1`, {
    token: desk.tokens.clerk,
    query: { oldmanId: desk.resident.id, pageHelper: '2', size: '999999' },
  })
  expect(bare.data).toHaveLength(1)
})
