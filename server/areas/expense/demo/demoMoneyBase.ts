// What the acts of the demo's money leave behind: bills with lines, entries of the ledger in the order of time, how payments fall
// on lines, receipts. Keeps what each account holds, so that nobody spends what is not there.
import { TradeWay, type TradeWayValue } from '#contract/expense/tradeWords'
import type { BillDraft } from '#server/areas/expense/bill/billOf'
import type { Entry } from '#server/areas/expense/ledger/post'
import type { ReceiptLine, ReceiptWay } from '#server/areas/expense/paperTables'
import { sharesOf } from '#server/areas/expense/pay/shares'
import type { DemoContext } from '#server/kit/demo'
import type { PlannedBill, PlannedCharge, PlannedEntry, PlannedReceipt, PlannedShare } from './demoMoneyRows.ts'

export interface Who {
  oldmanId: string
  name: string
}

export interface Lodger extends Who {
  stayId: string
  settleId: string | null
  beds: readonly { path: string; from: string }[]
}

interface Pockets {
  balance: number
  gift: number
  deposit: number
}

export class BookRows {
  readonly bills: PlannedBill[] = []
  readonly entries: PlannedEntry[] = []
  readonly shares: PlannedShare[] = []
  readonly receipts: PlannedReceipt[] = []
  readonly charges: PlannedCharge[] = []
  readonly settled: { settleId: string; groupId: string; refundFen: number }[] = []
  protected readonly held = new Map<string, Pockets>()
  private readonly family: string
  private count = 0
  constructor(readonly demo: DemoContext) {
    this.family = demo.id('money').slice(0, 20)
  }

  pockets(oldmanId: string): Pockets {
    const has = this.held.get(oldmanId)
    if (has) return has
    const empty = { balance: 0, gift: 0, deposit: 0 }
    this.held.set(oldmanId, empty)
    return empty
  }

  /** One after the other: tens of thousands of them, and indexes fill fastest from left to right. */
  protected id = () => this.family + (++this.count).toString(16).padStart(12, '0')
  /** The two who sit at the desk, day about. */
  protected cashier = (at: string) => {
    const name = Number(at.slice(8, 10)) % 3 === 0 ? '吴倩' : '刘敏'
    return { userId: this.demo.staff(name), name }
  }

  protected entry(at: string, one: Omit<Entry, 'groupId'> & { groupId?: string }): PlannedEntry {
    const made = {
      ...one,
      entryId: this.id(),
      groupId: one.groupId ?? this.id(),
      at,
      day: at.slice(0, 10),
      by: this.cashier(at),
    }
    this.entries.push(made)
    const has = this.pockets(one.oldmanId)
    has.balance += one.balance ?? 0
    has.gift += one.gift ?? 0
    has.deposit += one.deposit ?? 0
    return made
  }

  protected receipt(
    who: Who,
    at: string,
    groupId: string,
    lines: ReceiptLine[],
    ways: ReceiptWay[],
    bedPath: string | null,
  ) {
    const receiptId = this.id()
    const { oldmanId, name: oldmanName } = who
    const by = this.cashier(at)
    this.receipts.push({
      receiptId,
      oldmanId,
      oldmanName,
      bedPath,
      groupId,
      at,
      lines,
      ways,
      by,
      state: 'NORMAL',
      redOf: null,
    })
    return receiptId
  }

  protected path = (who: Who, at: string) =>
    ('beds' in who ? (who as Lodger).beds.findLast((bed) => bed.from <= at.slice(0, 10))?.path : null) ?? null

  /** Money from outside, with its paper. */
  protected take(
    who: Who,
    at: string,
    item: string,
    way: TradeWayValue,
    one: Partial<Entry> & Pick<Entry, 'tradeType'>,
  ) {
    const groupId = this.id()
    const amountFen = one.cash!
    const lines = [{ item, month: null, amountFen }]
    const receiptId = this.receipt(
      who,
      at,
      groupId,
      lines,
      [{ name: TradeWay.label(way), amountFen }],
      this.path(who, at),
    )
    this.entry(at, { oldmanId: who.oldmanId, way, amountFen, content: item, groupId, receiptId, ...one })
    return groupId
  }

  bill(
    who: Lodger,
    draft: BillDraft,
    on: { day: string; dueDate: string; issued: boolean; kind?: PlannedBill['kind']; at?: string; charge?: boolean },
  ): PlannedBill {
    const kind = on.kind ?? 'MONTH'
    const issuedAt = on.at ?? `${on.day} 08:30:00`
    const bill: PlannedBill = {
      billId: this.id(),
      oldmanId: who.oldmanId,
      stayId: who.stayId,
      kind,
      month: draft.month,
      day: on.day,
      dueDate: on.dueDate,
      issued: on.issued,
      issuedAt,
      periodStart: draft.periodStart,
      periodEnd: draft.periodEnd,
      bedPath: draft.bedPath,
      levelName: draft.levelName,
      settleId: kind === 'FINAL' ? who.settleId : null,
      lines: draft.lines.map((line) => ({
        ...line,
        lineId: this.id(),
        openFen: line.amountFen - (line.discountFen ?? 0) - (line.subsidyFen ?? 0),
      })),
      totalFen: draft.totalFen,
      discountFen: draft.discountFen,
      subsidyFen: draft.subsidyFen,
      receivableFen: draft.receivableFen,
      no: '',
    }
    this.bills.push(bill)
    if (on.issued && bill.totalFen > 0) {
      this.entry(issuedAt, {
        oldmanId: who.oldmanId,
        tradeType: 'BILL',
        amountFen: bill.totalFen,
        receivable: bill.receivableFen,
        discount: bill.discountFen,
        subsidy: bill.subsidyFen,
        income: bill.totalFen,
        billId: bill.billId,
        billMonth: bill.month,
        content: bill.billId,
      })
    }
    return bill
  }

  protected payment(
    bill: PlannedBill,
    at: string,
    source: 'CASH' | 'BALANCE' | 'GIFT' | 'DEPOSIT',
    amountFen: number,
    more: Partial<Entry> & { groupId: string },
  ): void {
    if (amountFen === 0) return
    const pocket = source === 'CASH' ? { cash: amountFen } : { [source.toLowerCase()]: -amountFen }
    const made = this.entry(at, {
      oldmanId: bill.oldmanId,
      tradeType: source === 'DEPOSIT' ? 'DEPOSIT_PAYS' : 'PAY_BILL',
      way: source === 'DEPOSIT' ? null : 1,
      amountFen,
      receivable: -amountFen,
      ...pocket,
      billId: bill.billId,
      billMonth: bill.month,
      content: bill.billId,
      ...more,
    })
    for (const { lineId, amountFen: own } of sharesOf(bill.lines, amountFen)) {
      const line = bill.lines.find((one) => one.lineId === lineId)!
      line.openFen -= own
      this.shares.push({
        entryId: made.entryId,
        lineId,
        billId: bill.billId,
        paidFrom: source,
        amountFen: own,
        category: line.category,
        childId: line.projectChildId ?? null,
      })
    }
  }
}
