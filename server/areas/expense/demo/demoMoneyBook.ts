// The acts of the demo's money: deposits, prestores, payments, spending, leaving, and a few that are taken back.

import { TradeWay, type TradeWayValue } from '#contract/expense/tradeWords'
import type { NewLine } from '#server/areas/expense/bill/billNewLine'
import type { BillDraft } from '#server/areas/expense/bill/billOf'
import type { Entry } from '#server/areas/expense/ledger/post'
import { BookRows, type Lodger, type Who } from './demoMoneyBase.ts'
import type { PlannedBill } from './demoMoneyRows.ts'

const two = (value: number) => String(value).padStart(2, '0')

interface Spent {
  name: string
  fen: number
  insured?: number
  kind: 'SALOON' | 'MEDICAL'
  category: string
  /** Null: from the balance. */
  way: TradeWayValue | null
}

const GIFT_EVERY = 1_000_000
const GIFT = 50_000
const GIFT_CAP = 300_000

export class Book extends BookRows {
  deposit(who: Who, amountFen: number, way: TradeWayValue, at: string): void {
    this.take(who, at, '入住押金', way, { tradeType: 'DEPOSIT', cash: amountFen, deposit: amountFen })
  }

  prestore(who: Who, amountFen: number, way: TradeWayValue, at: string, withGift = false): void {
    const groupId = this.take(who, at, '家属预存', way, { tradeType: 'PRESTORE', cash: amountFen, balance: amountFen })
    const gift = Math.min(Math.floor(amountFen / GIFT_EVERY) * GIFT, GIFT_CAP)
    if (!withGift || gift === 0) return
    const given = this.entry(at, {
      oldmanId: who.oldmanId,
      tradeType: 'GIFT',
      amountFen: gift,
      promo: gift,
      gift,
      groupId,
      ruleId: this.demo.id('discountRule:1'),
      basis: amountFen,
      content: '预存满赠（每满 1 万赠 500）',
    })
    given.giftId = given.entryId!
  }

  booking(one: Who & { bookingFen: number; cancelled: string | null }, way: TradeWayValue, at: string): void {
    const fen = one.bookingFen
    this.take(one, at, '预订金', way, { tradeType: 'BOOKING', cash: fen, booking: fen })
    if (one.cancelled === null) return
    this.entry(`${one.cancelled} 14:20:00`, {
      oldmanId: one.oldmanId,
      tradeType: 'REFUND_BOOKING',
      way,
      amountFen: fen,
      cash: -fen,
      booking: -fen,
      content: '退还预订金',
      remark: '家属取消预订',
    })
  }

  pay(
    who: Who,
    bill: PlannedBill,
    ways: readonly { way: TradeWayValue; amountFen: number }[],
    at: string,
    more: Partial<Entry> = {},
  ) {
    const groupId = this.id()
    const amountFen = ways.reduce((sum, one) => sum + one.amountFen, 0)
    const item = bill.kind === 'ONCE' ? bill.lines[0]!.name : `缴纳月账单 ${bill.billId}`
    const named = ways.map((one) => ({ name: TradeWay.label(one.way), amountFen: one.amountFen }))
    const receiptId = this.receipt(who, at, groupId, [{ item, month: bill.month, amountFen }], named, bill.bedPath)
    for (const one of ways) this.payment(bill, at, 'CASH', one.amountFen, { way: one.way, groupId, receiptId, ...more })
  }

  payFromAccount(who: Who, bill: PlannedBill, at: string, more: Partial<Entry> = {}): void {
    const has = this.pockets(who.oldmanId)
    const groupId = this.id()
    const balance = Math.min(has.balance, bill.receivableFen)
    this.payment(bill, at, 'BALANCE', balance, { groupId, ...more })
    this.payment(bill, at, 'GIFT', Math.min(has.gift, bill.receivableFen - balance), { groupId, ...more })
  }

  spend(who: Lodger, one: Spent, at: string): void {
    const day = at.slice(0, 10)
    const chargeId = this.id()
    const insured = one.insured ?? 0
    const line: NewLine = {
      category: one.category,
      name: one.name,
      cycle: 'TIMES',
      unit: '次',
      priceFen: one.fen,
      amountFen: one.fen,
      subsidyFen: insured,
      source: one.kind,
      dateFrom: day,
      dateTo: day,
      refKind: 'charge',
      refId: chargeId,
    }
    const sums = { totalFen: one.fen, discountFen: 0, subsidyFen: insured, receivableFen: one.fen - insured }
    const place = {
      bedPath: this.path(who, at),
      levelName: null,
      ruleId: null,
      ruleName: null,
      rules: [],
      subsidies: [],
    }
    const draft = { month: day.slice(0, 7), periodStart: day, periodEnd: day, lines: [line], ...place, ...sums }
    const bill = this.bill(who, draft, { day, dueDate: day, issued: true, kind: 'ONCE', at })
    const { kind, category, name, fen } = one
    this.charges.push({ chargeId, billId: bill.billId, oldmanId: who.oldmanId, kind, category, name, fen, insured, at })
    const paid = `${at.slice(0, 17)}59`
    const tradeType = kind === 'SALOON' ? 'SALOON' : 'PAY_MEDICAL'
    if (one.way === null) this.payFromAccount(who, bill, paid, { tradeType })
    else this.pay(who, bill, [{ way: one.way, amountFen: bill.receivableFen }], paid, { tradeType })
  }

  /** Leaving: the last bill, paid from what is there, the rest handed back by transfer. All at one moment: after it nothing comes into the account. */
  settle(who: Lodger, draft: BillDraft | null, at: string): void {
    const groupId = this.id()
    const more = { groupId, settleId: who.settleId }
    const has = this.pockets(who.oldmanId)
    if (draft && draft.receivableFen > 0) {
      const bill = this.bill(who, draft, {
        day: at.slice(0, 10),
        dueDate: at.slice(0, 10),
        issued: true,
        kind: 'FINAL',
        at,
      })
      let due = bill.receivableFen
      for (const [source, there] of [
        ['BALANCE', has.balance],
        ['GIFT', has.gift],
        ['DEPOSIT', has.deposit],
      ] as const) {
        const takes = Math.min(due, there)
        this.payment(bill, at, source, takes, more)
        due -= takes
      }
      if (due > 0) this.pay(who, bill, [{ way: 2, amountFen: due }], at, { settleId: who.settleId })
    }
    const { oldmanId } = who
    if (has.gift > 0) {
      const gift = has.gift
      this.entry(at, {
        oldmanId,
        tradeType: 'LAPSE',
        amountFen: gift,
        gift: -gift,
        promo: -gift,
        content: '退住，赠送余额失效',
        ...more,
      })
    }
    const refundFen = has.balance + has.deposit
    if (refundFen > 0) {
      this.entry(at, {
        oldmanId,
        tradeType: 'REFUND_CHECKOUT',
        way: 8,
        amountFen: refundFen,
        cash: -refundFen,
        balance: -has.balance,
        deposit: -has.deposit,
        content: '退住结算退款',
        ...more,
      })
    }
    if (who.settleId) this.settled.push({ settleId: who.settleId, groupId, refundFen })
  }

  returnDeposit(who: Who, amountFen: number, way: TradeWayValue, at: string): void {
    const { oldmanId } = who
    this.entry(at, {
      oldmanId,
      tradeType: 'REFUND_DEPOSIT',
      way,
      amountFen,
      cash: -amountFen,
      deposit: -amountFen,
      content: '退押金',
      remark: '护理等级下调，退还押金差额',
    })
  }

  toDeposit(who: Who, amountFen: number, at: string): void {
    const { oldmanId } = who
    const content = '余额转押金'
    this.entry(at, {
      oldmanId,
      tradeType: 'BALANCE_TO_DEPOSIT',
      amountFen,
      balance: -amountFen,
      deposit: amountFen,
      content,
    })
  }

  remit(from: Who, to: Who, amountFen: number, at: string): void {
    const groupId = this.id()
    const move = (who: Who, other: Who, out: boolean) => {
      const delta = out ? -amountFen : amountFen
      this.entry(at, {
        oldmanId: who.oldmanId,
        tradeType: out ? 'REMIT_OUT' : 'REMIT_IN',
        amountFen,
        balance: delta,
        transit: delta,
        groupId,
        content: out ? `划转给${other.name}` : `${from.name}划转`,
      })
    }
    move(from, to, true)
    move(to, from, false)
  }

  refund(who: Who, amountFen: number, way: TradeWayValue, at: string, remark: string): void {
    this.entry(at, {
      oldmanId: who.oldmanId,
      tradeType: 'REFUND_BALANCE',
      way,
      amountFen,
      cash: -amountFen,
      balance: -amountFen,
      content: '退余额',
      remark,
    })
  }

  /** A payment that was taken by the wrong way: paid back, and taken again. */
  antiSettle(who: Who, bill: PlannedBill, again: TradeWayValue, at: string): void {
    const paid = this.entries.find((one) => one.billId === bill.billId && one.tradeType === 'PAY_BILL' && one.cash)
    if (!paid) return
    const groupId = this.id()
    const was = this.receipts.find((one) => one.receiptId === paid.receiptId)!
    const made = this.entry(at, {
      oldmanId: who.oldmanId,
      tradeType: 'REFUND_BILL',
      way: paid.way ?? null,
      amountFen: -paid.amountFen,
      cash: -paid.cash!,
      receivable: -paid.receivable!,
      billId: bill.billId,
      billMonth: bill.month,
      reversalOf: paid.entryId,
      groupId,
      content: bill.billId,
      remark: '收款方式录错，原路退回后重新收款',
    })
    for (const share of this.shares.filter((one) => one.entryId === paid.entryId)) {
      this.shares.push({ ...share, entryId: made.entryId, amountFen: -share.amountFen })
      bill.lines.find((line) => line.lineId === share.lineId)!.openFen += share.amountFen
    }
    was.state = 'REDDED'
    this.receipts.push({
      ...was,
      receiptId: this.id(),
      groupId,
      at,
      by: this.cashier(at),
      state: 'RED',
      redOf: was.receiptId,
      lines: was.lines.map((line) => ({ ...line, item: `冲销 ${line.item}`, amountFen: -line.amountFen })),
      ways: was.ways.map((way) => ({ ...way, amountFen: -way.amountFen })),
    })
    this.pay(
      who,
      bill,
      [{ way: again, amountFen: paid.amountFen }],
      `${at.slice(0, 14)}${two(Number(at.slice(14, 16)) + 5)}:00`,
    )
  }
}
