// A gift follows the money that earned it: whatever way that money leaves, the gift goes back with it, to the fen.
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { giftShare } from '#contract/expense/giftShare'
import type { LeavePreviewData } from '#contract/expense/pay'
import { type Desk, openDesk, type Refused } from '#server/areas/expense/test/accountDesk'
import { settling } from '#server/areas/expense/test/settling'
import { rowResident } from '#server/areas/live/test/stayRows'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { verifyLedger } from './ledgerVerify.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.app.close())
beforeEach(() => desk.wipe())

type Moved = {
  tradeId: string
  giftBackFen: number
  keptFen: number
  paidFen: number
  refundId: string
  refundNo: string
} & Refused

const admin = () => ({ token: desk.tokens.admin })
const refund = (amountFen: number, more: object = {}) =>
  desk.ask<Moved>(
    'POST',
    'refund',
    { oldmanId: desk.resident.id, from: 'BALANCE', amountFen, way: 2, reason: '家属要求', ...more },
    admin(),
  )
const preview = async (amountFen: number) =>
  (
    await desk.app.ask<LeavePreviewData>('GET', '/pims/web-pi/cost/refund/preview', {
      ...admin(),
      query: { oldmanId: desk.resident.id, amountFen: String(amountFen) },
    })
  ).data
const prestore = async (amountFen: number, ruleId: string | null) =>
  (await desk.pay({ kind: 'PRESTORE', payments: [desk.cash(amountFen)], ...(ruleId && { ruleId }) })).data
const payBill = async (parts: object[], owedFen: number) => {
  await desk.give({ owedFen })
  return desk.pay({ kind: 'BILL', billIds: await desk.bills(), payments: parts })
}

describe('a refund of the balance', () => {
  test('of everything takes the whole gift back; nothing is left to pay bills with', async () => {
    await prestore(2_000_000, await desk.rule())
    expect(await desk.holds()).toEqual([2_000_000, 100_000, 0, 0])
    const back = await refund(2_000_000)
    expect(back).toMatchObject({ status: 200, data: { giftBackFen: 100_000, keptFen: 0, paidFen: 2_000_000 } })
    expect(await desk.holds()).toEqual([0, 0, 0, 0])
  })

  test('of a part takes its share, shown before', async () => {
    await prestore(2_000_000, await desk.rule())
    const before = await preview(500_000)
    expect(before).toMatchObject({ amountFen: 500_000, giftBackFen: 25_000, keptFen: 0, paidFen: 500_000 })
    expect(before.gifts).toMatchObject([
      { prestoreFen: 2_000_000, giftFen: 100_000, leavesFen: 500_000, backFen: 25_000 },
    ])
    expect((await refund(500_000)).data).toMatchObject({ giftBackFen: 25_000 })
    expect(await desk.holds()).toEqual([1_500_000, 75_000, 0, 0])
  })

  test('keeps what of the gift is spent already', async () => {
    await prestore(2_000_000, await desk.rule())
    await payBill([{ source: 'GIFT', amountFen: 100_000 }], 100_000)
    expect(await preview(2_000_000)).toMatchObject({ giftBackFen: 0, keptFen: 100_000, paidFen: 1_900_000 })
    expect((await refund(2_000_000)).data).toMatchObject({ giftBackFen: 0, keptFen: 100_000, paidFen: 1_900_000 })
    expect(await desk.holds()).toEqual([0, 0, 0, 0])
    const cash = await desk.rows<{ cash: number; promo: number }>(
      'select sum(cash_fen)::int as cash, sum(promo_fen)::int as promo from ledger where org_id = $1',
    )
    // 20,000 came, 19,000 went: the bill of 1,000 is paid by real money, and no gift was given.
    expect(cash[0]).toEqual({ cash: 100_000, promo: 0 })
  })

  test('leaves the gift of money that was spent on bills', async () => {
    await prestore(2_000_000, await desk.rule())
    await payBill([{ source: 'BALANCE', amountFen: 500_000 }], 500_000)
    expect((await refund(1_500_000)).data).toMatchObject({ giftBackFen: 75_000 })
    expect(await desk.holds()).toEqual([0, 25_000, 0, 0])
  })

  test('of later money without a gift takes none; the oldest money was spent first', async () => {
    const ruleId = await desk.rule()
    await prestore(1_000_000, ruleId)
    await prestore(300_000, null)
    expect((await refund(300_000)).data).toMatchObject({ giftBackFen: 0 })
    await prestore(300_000, null)
    await payBill([{ source: 'BALANCE', amountFen: 1_000_000 }], 1_000_000)
    expect((await refund(300_000)).data).toMatchObject({ giftBackFen: 0 })
    expect(await desk.holds()).toEqual([0, 50_000, 0, 0])
  })

  test('is refused when the desk was shown something else', async () => {
    await prestore(2_000_000, await desk.rule())
    const { giftBackFen, keptFen } = await preview(1_000_000)
    await payBill([{ source: 'GIFT', amountFen: 80_000 }], 80_000)
    const refused = await refund(1_000_000, { giftBackFen, keptFen })
    expect(refused).toMatchObject({ status: 42200, data: { field: 'amountFen' } })
    expect(refused.desc).toContain('扣下已用赠送 300.00 元')
    expect(await desk.holds()).toEqual([2_000_000, 20_000, 0, 0])
  })

  test('rounds a broken fen in the favour of the house, every time', async () => {
    const ruleId = newId()
    await desk.rows(
      `insert into discount_rule (org_id, set_id, name, type, threshold_fen, benefit_fen, per_threshold, scope, valid_from)
       values ($1, $2, '三分赠一', 1, 300, 100, false, 'PRESTORE', '2020-01-01')`,
      [DEMO_ORG, ruleId],
    )
    await prestore(300, ruleId)
    expect((await refund(1)).data).toMatchObject({ giftBackFen: 1 })
    expect((await refund(1)).data).toMatchObject({ giftBackFen: 1 })
    expect(await desk.holds()).toEqual([298, 98, 0, 0])
    expect(giftShare({ giftFen: 100, basisFen: 300 }, 1)).toBe(1)
  })
})

describe('every other way out', () => {
  test('to the deposit takes the share along; the deposit is then refunded without a gift behind it', async () => {
    await prestore(2_000_000, await desk.rule())
    const moved = await desk.ask<Moved>(
      'PUT',
      'transfer',
      { oldmanId: desk.resident.id, to: 'DEPOSIT', amountFen: 2_000_000, reason: '改作押金' },
      admin(),
    )
    expect(moved.data).toMatchObject({ giftBackFen: 100_000 })
    expect(await desk.holds()).toEqual([0, 0, 2_000_000, 0])
  })

  test('to another resident keeps spent gift from what arrives', async () => {
    await prestore(1_000_000, await desk.rule())
    await payBill([{ source: 'GIFT', amountFen: 50_000 }], 50_000)
    const body = { oldmanId: desk.resident.id, toOldmanId: desk.other.id, amountFen: 1_000_000, reason: '夫妻' }
    expect((await desk.ask<Moved>('PUT', 'remit', body, admin())).data).toMatchObject({ keptFen: 50_000 })
    expect(await desk.holds(desk.other.id)).toEqual([950_000, 0, 0, 0])
    expect(await desk.holds()).toEqual([0, 0, 0, 0])
  })

  test('voiding the prestore takes the gift first; spent, it is refused and says what to do', async () => {
    const paid = await prestore(1_000_000, await desk.rule())
    await payBill([{ source: 'GIFT', amountFen: 10_000 }], 10_000)
    const [entry] = await desk.statement('1')
    const refused = await desk.ask<Refused>('DELETE', `statement/${entry!.tradeId}`, { reason: '录错' }, admin())
    expect(refused.desc).toContain('请改用“余额退款”，用掉的赠送会从退款中扣下')
    expect(paid.giftFen).toBe(50_000)
  })

  test('a prestore that was refunded in part is not voided as a whole', async () => {
    await prestore(1_000_000, await desk.rule())
    await refund(100_000)
    await prestore(1_000_000, await desk.rule())
    const first = (await desk.statement('1')).at(-1)!
    const refused = await desk.ask<Refused>('DELETE', `statement/${first.tradeId}`, { reason: '录错' }, admin())
    expect(refused.status).not.toBe(200)
    expect(refused.desc).toContain('满赠已经收回过一部分')
  })

  test('voiding a refund brings the gift back with the money, and its paper is void', async () => {
    await prestore(2_000_000, await desk.rule())
    const { tradeId, refundId } = (await refund(500_000)).data
    expect((await desk.ask('DELETE', `statement/${tradeId}`, { reason: '退错人' }, admin())).status).toBe(200)
    expect(await desk.holds()).toEqual([2_000_000, 100_000, 0, 0])
    const note = await desk.rows<{ state: string }>(
      'select state from refund_note where org_id = $1 and refund_id = $2',
      [DEMO_ORG, refundId],
    )
    expect(note).toEqual([{ state: 'VOID' }])
    expect((await refund(2_000_000)).data).toMatchObject({ giftBackFen: 100_000 })
  })

  test('the database refuses a gift that outlives its money', async () => {
    await prestore(1_000_000, await desk.rule())
    const over = desk.rows(
      `insert into ledger (org_id, entry_id, oldman_id, day, trade_class, trade_type, amount_fen, gift_fen, promo_fen, gift_id, basis_fen,
        group_id, user_name, content)
      select org_id, 'x' || entry_id, oldman_id, day, 0, 'LAPSE', 1, -1, -1, gift_id, -1000000, 'x', '测试', '少收'
      from ledger where org_id = $1 and trade_type = 'GIFT'`,
    )
    await expect(over).rejects.toMatchObject({ constraint: 'ledger_gift_whole' })
  })
})

test('a settlement keeps spent gift from what it pays out, names it, and gives it all back when it is revoked', async () => {
  const { oldmanId } = await rowResident(desk.app, 2)
  const ruleId = await desk.rule()
  const at = { token: desk.tokens.admin }
  await desk.pay({ oldmanId, kind: 'PRESTORE', payments: [desk.cash(2_000_000)], ruleId }, at)
  await desk.give({ oldmanId, owedFen: 60_000, depositFen: 500_000 })
  const [bill] = await desk.rows<{ id: string }>(
    'select bill_id as id from bill where org_id = $1 and oldman_id = $2',
    [DEMO_ORG, oldmanId],
  )
  const payments = [{ source: 'GIFT', amountFen: 60_000 }]
  expect((await desk.pay({ oldmanId, kind: 'BILL', billIds: [bill!.id], payments }, at)).status).toBe(200)
  const settle = settling(desk.app.ask, desk.tokens.admin)
  const holds = () =>
    desk.rows<{ balance: number; gift: number; deposit: number }>(
      `select balance_fen::int as balance, gift_fen::int as gift, deposit_fen::int as deposit from elder_account
       where org_id = $1 and oldman_id = $2`,
      [DEMO_ORG, oldmanId],
    )
  const before = await holds()
  expect(before).toEqual([{ balance: 2_000_000, gift: 40_000, deposit: 500_000 }])
  const done = await settle.settle(oldmanId)
  expect(done.desc).toBe('操作成功')
  const { sums } = done.data.sheet
  // All of the prestore leaves, less what the last bill took: 1,000 were given for it, 600 of them are spent.
  expect(sums.keptFen).toBe(
    giftShare({ giftFen: 100_000, basisFen: 2_000_000 }, 2_000_000 - sums.useBalanceFen) - 40_000,
  )
  expect(sums.refundFen).toBe(2_500_000 - sums.receivableFen - sums.keptFen)
  expect(sums.lapseFen).toBe(40_000)
  expect(done.data.refundIds).toHaveLength(1)
  const [note] = await desk.rows<{ amount: number; lines: { item: string; amountFen: number }[] }>(
    'select amount_fen::int as amount, lines from refund_note where org_id = $1 and oldman_id = $2',
    [DEMO_ORG, oldmanId],
  )
  expect(note!.amount).toBe(sums.refundFen)
  expect(note!.lines).toContainEqual(expect.objectContaining({ item: '扣下已用的满赠', amountFen: -sums.keptFen }))
  expect(await holds()).toEqual([{ balance: 0, gift: 0, deposit: 0 }])
  expect((await settle.revoke(oldmanId)).status).toBe(200)
  expect(await holds()).toEqual(before)
  expect((await verifyLedger(desk.app.app.pool, DEMO_ORG)).problems).toEqual([])
})

/** One random day: rules and prestores, spending either pocket, refunds in parts, reversals. */
const step = fc.record({
  act: fc.constantFrom(
    'prestore',
    'plain',
    'spendGift',
    'spendBalance',
    'refund',
    'refund',
    'remit',
    'toDeposit',
    'undo',
  ),
  amount: fc.integer({ min: 1, max: 3_000_000 }),
  part: fc.integer({ min: 1, max: 100 }),
})

const INVARIANT = `select g.entry_id, g.promo_fen::int as gift, g.basis_fen::int as basis, s.given::int as given, s.still::int as still
from ledger g join lateral (select sum(promo_fen) as given, sum(basis_fen) as still from ledger x
  where x.org_id = g.org_id and x.gift_id = g.gift_id) s on true
where g.org_id = $1 and g.entry_id = g.gift_id`

test('random days: of no gift more is out than the money still in has earned, and the books verify', async () => {
  const ruleId = await desk.rule()
  const steps = fc.sample(step, { seed: 20_261_117, numRuns: 160 })
  const done = new Map<string, number>()
  const acts: string[] = []
  for (const { act, amount, part } of steps) {
    const [balance, gift] = (await desk.holds()) as unknown as [number, number]
    const of = (whole: number) => Math.max(1, Math.floor((whole * part) / 100))
    const same = { oldmanId: desk.resident.id, reason: '随机' }
    let answer: { status: number; data: unknown } | null = null
    if (act === 'prestore' || act === 'plain') {
      const amountFen = act === 'plain' ? amount : amount + 1_000_000
      answer = await desk.pay({
        kind: 'PRESTORE',
        payments: [desk.cash(amountFen)],
        ...(act === 'prestore' && { ruleId }),
      })
    } else if (act === 'spendGift' && gift > 0) {
      answer = await payBill([{ source: 'GIFT', amountFen: of(gift) }], of(gift))
    } else if (act === 'spendBalance' && balance > 0) {
      answer = await payBill([{ source: 'BALANCE', amountFen: of(balance) }], of(balance))
    } else if (act === 'refund' && balance > 0) answer = await refund(of(balance))
    else if (act === 'remit' && balance > 0)
      answer = await desk.ask('PUT', 'remit', { ...same, toOldmanId: desk.other.id, amountFen: of(balance) }, admin())
    else if (act === 'toDeposit' && balance > 0)
      answer = await desk.ask('PUT', 'transfer', { ...same, to: 'DEPOSIT', amountFen: of(balance) }, admin())
    else if (act === 'undo') {
      const entries = await desk.rows<{ id: string }>(
        `select entry_id as id from ledger l where org_id = $1 and oldman_id = $2 and reversal_of is null
          and trade_type in ('PRESTORE', 'REFUND_BALANCE', 'REMIT_OUT', 'BALANCE_TO_DEPOSIT', 'PAY_BILL')
          and not exists (select from ledger r where r.org_id = l.org_id and r.reversal_of = l.entry_id) order by seq desc limit 5`,
        [DEMO_ORG, desk.resident.id],
      )
      const one = entries[part % Math.max(1, entries.length)]
      if (one) answer = await desk.ask('DELETE', `statement/${one.id}`, { reason: '随机' }, admin())
    }
    if (answer?.status === 200) {
      done.set(act, (done.get(act) ?? 0) + 1)
      acts.push(act)
    }
    const gifts = await desk.rows<{ gift: number; basis: number; given: number; still: number }>(INVARIANT)
    for (const one of gifts) {
      expect(one.given).toBeGreaterThanOrEqual(0)
      expect(one.given * one.basis, acts.join(' ')).toBeLessThanOrEqual(one.gift * one.still)
    }
    const earned = gifts.reduce((sum, one) => sum + Math.floor((one.gift * one.still) / one.basis), 0)
    const [, now] = (await desk.holds()) as unknown as [number, number]
    expect(now).toBeLessThanOrEqual(earned)
  }
  for (const act of ['prestore', 'plain', 'spendGift', 'spendBalance', 'refund', 'remit', 'toDeposit', 'undo']) {
    expect(done.get(act) ?? 0, act).toBeGreaterThan(2)
  }
  expect((await verifyLedger(desk.app.app.pool, DEMO_ORG)).problems).toEqual([])
}, 120_000)

test('refunds and payments from the gift at once: each either counts or is refused, and nothing is given away', async () => {
  for (let round = 0; round < 6; round++) {
    await desk.wipe()
    await prestore(2_000_000, await desk.rule())
    await desk.give({ owedFen: 60_000 })
    const billIds = await desk.bills()
    const answers = await Promise.all([
      refund(1_000_000),
      desk.pay({ kind: 'BILL', billIds, payments: [{ source: 'GIFT', amountFen: 60_000 }] }),
      refund(1_000_000),
    ])
    expect(answers.map((one) => one.status).filter((status) => status === 200).length).toBeGreaterThanOrEqual(2)
    expect([answers[0]!.status, answers[2]!.status]).toEqual([200, 200])
    expect(await desk.holds().then(([balance, gift]) => [balance, gift])).toEqual([0, 0])
    const paid = answers[1]!.status === 200
    const cash = await desk.rows<{ cash: number }>('select sum(cash_fen)::int as cash from ledger where org_id = $1')
    expect(cash[0]!.cash).toBe(paid ? 60_000 : 0)
  }
  expect((await verifyLedger(desk.app.app.pool, DEMO_ORG)).problems).toEqual([])
})
