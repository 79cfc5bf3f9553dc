// Random days at the cash desk: every operation on money there is, on a few residents, by several cashiers, in any order and
// several at once. What the rules forbid is refused and counted; anything else that fails is a defect and thrown.

import fc from 'fast-check'
import type { Pool } from 'pg'
import type { TradeWayValue } from '#contract/expense/tradeWords'
import { Refusal } from '#contract/kit/refusal'
import { type LockedAccount, lockAccounts } from '#server/areas/expense/account/accountLock'
import type { NewLine } from '#server/areas/expense/bill/billNewLine'
import { addOnceBill, voidBill } from '#server/areas/expense/bill/billWrite'
import { type Entry, post } from '#server/areas/expense/ledger/post'
import { reverse } from '#server/areas/expense/ledger/reverse'
import { type Payment, payBills, payName } from '#server/areas/expense/pay/payBills'
import { redReceipts, writeReceipt } from '#server/areas/expense/receipt/receiptWrite'
import type { Tx } from '#server/kit/caller'
import { refusalOfDatabase } from '#server/kit/constraints'
import { newId } from '#server/kit/ids'
import { runTransaction } from '#server/kit/transaction'

export interface Desk {
  pool: Pool
  orgId: string
  residents: readonly string[]
  cashiers: readonly { userId: string; name: string }[]
}

const WAYS: readonly TradeWayValue[] = [2, 3, 5, 8, 12]

const stepOf = fc.record({
  act: fc.constantFrom(
    'prestore',
    'gift',
    'deposit',
    'refundBalance',
    'refundDeposit',
    'toDeposit',
    'toBalance',
    'remit',
    'bill',
    'bill',
    'pay',
    'pay',
    'pay',
    'depositPays',
    'undo',
    'antiSettle',
    'void',
    'booking',
    'bookingOut',
    'leave',
    'lapse',
  ),
  resident: fc.nat(),
  other: fc.nat(),
  cashier: fc.nat(),
  way: fc.nat(),
  amount: fc.integer({ min: 1, max: 400_000 }),
  part: fc.integer({ min: 1, max: 100 }),
  back: fc.integer({ min: 0, max: 100 }),
  lines: fc.array(
    fc.record({
      amount: fc.integer({ min: -20_000, max: 300_000 }),
      less: fc.integer({ min: 0, max: 40 }),
      category: fc.constantFrom('1', '2', '3', '7', '99'),
    }),
    {
      minLength: 1,
      maxLength: 5,
    },
  ),
  refund: fc.boolean(),
})
export type Step = typeof stepOf extends fc.Arbitrary<infer T> ? T : never

/** The same seed gives the same steps. */
export const randomSteps = (seed: number, count: number): Step[] => fc.sample(stepOf, { seed, numRuns: count })

const dayBack = (days: number) => {
  const day = new Date()
  day.setUTCHours(day.getUTCHours() + 8)
  day.setUTCDate(day.getUTCDate() - days)
  return day.toISOString().slice(0, 10)
}

function inTransaction<T>(desk: Desk, step: Step, work: (tx: Tx) => Promise<T>): Promise<T> {
  const by = desk.cashiers[step.cashier % desk.cashiers.length]!
  return runTransaction(
    {
      pool: desk.pool,
      frame: {
        orgId: desk.orgId,
        userId: by.userId,
        userName: by.name,
        empName: by.name,
        deptName: null,
        roleName: null,
        userPhone: null,
        source: '测试',
        ipAddress: '127.0.0.1',
        module: '费用',
        method: step.act,
        requestId: newId(),
      },
      effects: { emit: () => undefined, written: () => undefined, failed: () => undefined },
    },
    work,
  )
}

interface Scene {
  tx: Tx
  step: Step
  account: LockedAccount
  other: LockedAccount
  way: TradeWayValue
  day: string
  groupId: string
}

const entry = ({ account, day, groupId }: Scene, one: Omit<Entry, 'oldmanId' | 'groupId' | 'content'>): Entry => ({
  oldmanId: account.oldmanId,
  groupId,
  day,
  content: '随机',
  ...one,
})

const lineOf = ({ amount, less, category }: Step['lines'][number]): NewLine => {
  const cut = amount > 0 ? Math.floor((amount * less) / 200) : 0
  return {
    category,
    name: '随机费用',
    cycle: 'ONCE',
    priceFen: Math.abs(amount),
    amountFen: amount === 0 ? 1 : amount,
    discountFen: less % 2 === 0 ? cut : 0,
    subsidyFen: less % 2 === 1 ? cut : 0,
    source: amount < 0 ? 'LEAVE' : 'ONCE',
  }
}

async function unpaid({ tx, account }: Scene): Promise<{ id: string; open: number }[]> {
  const found = await tx.client.query<{ id: string; open: number }>(
    `select bill_id as id, receivable_fen - paid_fen as open from bill
     where org_id = $1 and oldman_id = $2 and state in ('DUE', 'PART') order by due_date, month, bill_no`,
    [tx.orgId, account.oldmanId],
  )
  return found.rows
}

/** By as many ways as it takes: from the pockets first, the rest by cash. */
async function pay(scene: Scene): Promise<void> {
  const { tx, step, account, way } = scene
  const bills = (await unpaid(scene)).slice(0, 1 + (step.other % 3))
  if (bills.length === 0) return
  let left = Math.max(1, Math.floor((bills.reduce((sum, bill) => sum + bill.open, 0) * step.part) / 100))
  const payments: Payment[] = []
  const take = (source: Payment['source'], has: number, outside?: TradeWayValue) => {
    const amountFen = Math.min(left, has)
    if (amountFen <= 0) return
    payments.push({ source, way: outside ?? null, amountFen })
    left -= amountFen
  }
  if (step.refund) take('BALANCE', account.balanceFen)
  take('GIFT', step.other % 2 === 0 ? account.giftFen : 0)
  take('CASH', Number.POSITIVE_INFINITY, way)
  const receiptId = newId()
  const { bills: paid } = await payBills(tx, {
    account,
    billIds: bills.map((bill) => bill.id),
    payments,
    groupId: scene.groupId,
    receiptId,
    day: scene.day,
  })
  await writeReceipt(tx, {
    receiptId,
    account,
    groupId: scene.groupId,
    lines: paid
      .filter((bill) => bill.paidFen > 0)
      .map((bill) => ({ item: bill.billNo, month: bill.month, amountFen: bill.paidFen })),
    ways: payments.map((one) => ({ name: payName(one), amountFen: one.amountFen })),
  })
}

const NOT_TAKEN_BACK = `reversal_of is null and not exists (select from ledger r where r.org_id = l.org_id and r.reversal_of = l.entry_id)`

async function undo({ tx, step, account, groupId, day }: Scene): Promise<void> {
  const found = await tx.client.query<{ id: string; other: boolean }>(
    `select entry_id as id, transit_fen <> 0 as other from ledger l where org_id = $1 and oldman_id = $2 and trade_type <> 'BILL'
     and ${NOT_TAKEN_BACK} order by seq desc offset $3 limit 1`,
    [tx.orgId, account.oldmanId, step.other % 8],
  )
  const one = found.rows[0]
  // Half of a remittance is never taken back alone.
  if (!one || one.other) return
  await reverse(tx, { entryIds: [one.id], groupId, reason: '随机', day })
}

async function antiSettle({ tx, step, account, groupId, day }: Scene): Promise<void> {
  const found = await tx.client.query<{ id: string; receipt: string | null }>(
    `select entry_id as id, receipt_id as receipt from ledger l where org_id = $1 and oldman_id = $2 and trade_type <> 'BILL' and ${NOT_TAKEN_BACK}
     and bill_id = (select bill_id from bill where org_id = $1 and oldman_id = $2 and paid_fen > 0 order by bill_id offset $3 limit 1)`,
    [tx.orgId, account.oldmanId, step.other % 3],
  )
  if (found.rows.length === 0) return
  await reverse(tx, { entryIds: found.rows.map((row) => row.id), groupId, reason: '随机', refund: step.refund, day })
  const receipts = [...new Set(found.rows.flatMap((row) => row.receipt ?? []))]
  await redReceipts(tx, receipts, { groupId, reason: '随机' })
}

type Act = (scene: Scene) => Promise<unknown>

const acts: Readonly<Record<Step['act'], Act>> = {
  prestore: (s) =>
    post(s.tx, [
      entry(s, {
        tradeType: 'PRESTORE',
        way: s.way,
        amountFen: s.step.amount,
        cash: s.step.amount,
        balance: s.step.amount,
      }),
    ]),
  gift: (s) =>
    post(s.tx, [
      entry(s, {
        tradeType: 'PRESTORE',
        way: s.way,
        amountFen: s.step.amount,
        cash: s.step.amount,
        balance: s.step.amount,
      }),
      entry(s, { tradeType: 'GIFT', amountFen: 500, promo: 500, gift: 500 }),
    ]),
  deposit: (s) =>
    post(s.tx, [
      entry(s, {
        tradeType: 'DEPOSIT',
        way: s.way,
        amountFen: s.step.amount,
        cash: s.step.amount,
        deposit: s.step.amount,
      }),
    ]),
  refundBalance: (s) =>
    post(s.tx, [
      entry(s, {
        tradeType: 'REFUND_BALANCE',
        way: s.way,
        amountFen: s.step.amount,
        cash: -s.step.amount,
        balance: -s.step.amount,
      }),
    ]),
  refundDeposit: (s) =>
    post(s.tx, [
      entry(s, {
        tradeType: 'REFUND_DEPOSIT',
        way: s.way,
        amountFen: s.step.amount,
        cash: -s.step.amount,
        deposit: -s.step.amount,
      }),
    ]),
  toDeposit: (s) =>
    post(s.tx, [
      entry(s, {
        tradeType: 'BALANCE_TO_DEPOSIT',
        amountFen: s.step.amount,
        balance: -s.step.amount,
        deposit: s.step.amount,
      }),
    ]),
  toBalance: (s) =>
    post(s.tx, [
      entry(s, {
        tradeType: 'DEPOSIT_TO_BALANCE',
        amountFen: s.step.amount,
        balance: s.step.amount,
        deposit: -s.step.amount,
      }),
    ]),
  remit: async (s) => {
    if (s.account.oldmanId === s.other.oldmanId) return
    const { amount } = s.step
    await post(s.tx, [
      entry(s, { tradeType: 'REMIT_OUT', amountFen: amount, balance: -amount, transit: -amount }),
      {
        ...entry(s, { tradeType: 'REMIT_IN', amountFen: amount, balance: amount, transit: amount }),
        oldmanId: s.other.oldmanId,
      },
    ])
  },
  bill: (s) => addOnceBill(s.tx, { account: s.account, lines: s.step.lines.map(lineOf), day: s.day }),
  pay,
  depositPays: async (s) => {
    const [bill] = await unpaid(s)
    const amountFen = Math.min(bill?.open ?? 0, s.account.depositFen)
    if (amountFen > 0) {
      await payBills(s.tx, {
        account: s.account,
        billIds: [bill!.id],
        payments: [{ source: 'DEPOSIT', amountFen }],
        groupId: s.groupId,
        day: s.day,
      })
    }
  },
  undo,
  antiSettle,
  void: async (s) => {
    const [bill] = await unpaid(s)
    if (bill) await voidBill(s.tx, bill.id, '随机')
  },
  booking: (s) =>
    post(s.tx, [
      entry(s, {
        tradeType: 'BOOKING',
        way: s.way,
        amountFen: s.step.amount,
        cash: s.step.amount,
        booking: s.step.amount,
      }),
    ]),
  bookingOut: (s) =>
    post(s.tx, [
      s.step.refund
        ? entry(s, {
            tradeType: 'REFUND_BOOKING',
            way: s.way,
            amountFen: s.step.amount,
            cash: -s.step.amount,
            booking: -s.step.amount,
          })
        : entry(s, {
            tradeType: 'BOOKING_TO_DEPOSIT',
            amountFen: s.step.amount,
            deposit: s.step.amount,
            booking: -s.step.amount,
          }),
    ]),
  leave: async (s) => {
    const { balanceFen, depositFen } = s.account
    const whole = balanceFen + depositFen
    if (whole > 0)
      await post(s.tx, [
        entry(s, {
          tradeType: 'REFUND_CHECKOUT',
          way: s.way,
          amountFen: whole,
          cash: -whole,
          balance: -balanceFen,
          deposit: -depositFen,
        }),
      ])
  },
  lapse: async (s) => {
    const { giftFen } = s.account
    if (giftFen > 0)
      await post(s.tx, [entry(s, { tradeType: 'LAPSE', amountFen: giftFen, promo: -giftFen, gift: -giftFen })])
  },
}

/** Whether it was done (true) or refused by a rule (false). */
export async function takeStep(desk: Desk, step: Step): Promise<boolean> {
  const own = desk.residents[step.resident % desk.residents.length]!
  const second = desk.residents[step.other % desk.residents.length]!
  try {
    await inTransaction(desk, step, async (tx) => {
      const locked = await lockAccounts(tx, { deptIds: null }, [...new Set([own, second])])
      const of = (id: string) => locked.find((one) => one.oldmanId === id)!
      await acts[step.act]({
        tx,
        step,
        account: of(own),
        other: of(second),
        way: WAYS[step.way % WAYS.length]!,
        day: dayBack(step.back),
        groupId: newId(),
      })
    })
    return true
  } catch (error) {
    if (error instanceof Refusal || refusalOfDatabase(error)) return false
    throw error
  }
}

/** Steps by several cashiers at once; answers how many were done. */
export async function takeSteps(desk: Desk, steps: readonly Step[], atOnce: number): Promise<number> {
  let next = 0
  let done = 0
  const cashier = async () => {
    while (next < steps.length) {
      const step = steps[next++]!
      if (await takeStep(desk, step)) done++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, cashier))
  return done
}
