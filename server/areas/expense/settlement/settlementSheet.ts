// The sheet of a settlement: which bills are open, what the last bill holds, what the account pays of it and what is left.
// Pure: the preview, the statement and the act itself count with the same function.

import type { SettleCheckData, SettleLineData, SettleSheetData } from '#contract/expense/settlement'
import { HandBack, type SettleFormData } from '#contract/expense/settlementWords'
import { settleOf } from '#contract/expense/settleSum'
import { TradeWay } from '#contract/expense/tradeWords'
import { type Fen, fen, share, yuanText } from '#contract/kit/money'
import { invalid } from '#contract/kit/refusal'
import type { NewLine } from '#server/areas/expense/bill/billNewLine'
import { type GiftBook, giftBackOf } from '#server/areas/expense/ledger/giftBack'
import type { Payment } from '#server/areas/expense/pay/payBills'

/** An issued bill that the settlement has to do with: unpaid, or replaced by the last bill. */
export interface SettleBill {
  billId: string
  billNo: string
  month: string
  kind: 'MONTH' | 'ONCE' | 'FINAL'
  receivableFen: number
  paidFen: number
  dueDate: string
  /** What was taken for this settlement on it. */
  collectedFen: number
  /** The last bill takes its place. */
  replaced: boolean
  /** Of replaced bills: what they hold and how they were paid. */
  lines: NewLine[]
  payments: Payment[]
}

export interface SheetFacts {
  account: { balanceFen: number; giftFen: number; depositFen: number; bookingFen: number; sealed: boolean }
  /** How the balance came about, for the gifts that go back with it. */
  gifts: GiftBook
  bills: readonly SettleBill[]
  /** Of other kinds than the monthly drafts of the stay. */
  drafts: number
  /** Monthly drafts of the stay: the last bill takes their place. */
  replacedDrafts: number
  /** The bill up to the day of leaving, with the charges that wait and what replaced bills asked for. */
  finalLines: readonly NewLine[]
  /** Taken as supplement beyond what the open bills ask for: it waits on the balance. */
  prestoredFen: number
  openOuting: string | null
  custody: boolean
  /** Drugs that the house still keeps, in words. */
  keptDrugs: readonly string[]
  /** The month of today is closed. */
  monthClosed: string | null
}

export interface Counted {
  sheet: SettleSheetData
  /** The lines of the last bill, with damage and reductions. */
  lines: NewLine[]
  replaced: SettleBill[]
  unpaid: SettleBill[]
}

export const netOf = (lines: readonly Pick<NewLine, 'amountFen' | 'discountFen' | 'subsidyFen'>[]): number =>
  lines.reduce((sum, line) => sum + line.amountFen - (line.discountFen ?? 0) - (line.subsidyFen ?? 0), 0)

/** 赔偿费 of the dictionary feeCategory. */
export const DAMAGES = '19'

const damageLines = (form: SettleFormData): NewLine[] =>
  (form.damage ?? []).map(({ item, amountFen }) => ({
    category: DAMAGES,
    name: `损坏赔偿：${item}`,
    cycle: 'ONCE',
    priceFen: amountFen,
    amountFen,
    source: 'DAMAGE',
  }))

/** A reduction over the lines that ask for something, in proportion, to the fen. */
export function reduced(lines: readonly NewLine[], discountFen: number): NewLine[] {
  if (discountFen === 0) return [...lines]
  const open = lines.map((line) => Math.max(0, netOf([line])))
  const whole = open.reduce((sum, one) => sum + one, 0)
  let running = 0
  let given = 0
  return lines.map((line, i) => {
    running += open[i]!
    const upTo = share(running as Fen, discountFen, whole)
    const own = upTo - given
    given = upTo
    return own === 0 ? line : { ...line, discountFen: (line.discountFen ?? 0) + own }
  })
}

const back = (bill: SettleBill, source: Payment['source'][]) =>
  bill.payments.filter((one) => source.includes(one.source)).reduce((sum, one) => sum + one.amountFen, 0)

/** What the form takes off the last bill; below zero what it adds. */
export const lessOf = (form: SettleFormData): number => (form.discountFen ?? 0) - netOf(damageLines(form))

const shownLine = (line: NewLine): SettleLineData => ({
  name: line.name,
  spec: line.spec ?? null,
  source: line.source,
  dateFrom: line.dateFrom ?? null,
  dateTo: line.dateTo ?? null,
  priceFen: fen(line.priceFen),
  quantity: (line.quantity ?? 1000) / 1000,
  unit: line.unit ?? null,
  days: line.days ?? null,
  amountFen: fen(line.amountFen),
  discountFen: fen(line.discountFen ?? 0),
  subsidyFen: fen(line.subsidyFen ?? 0),
  basis: line.basis ?? null,
})

const shownBill = (bill: SettleBill) => ({
  billId: bill.billId,
  billNo: bill.billNo,
  month: bill.month,
  kind: bill.kind,
  receivableFen: fen(bill.receivableFen),
  paidFen: fen(bill.paidFen - bill.collectedFen),
  unpaidFen: fen(bill.receivableFen - bill.paidFen + bill.collectedFen),
  dueDate: bill.dueDate,
})

const handed = (value: SettleFormData['drugs'], note: string | null | undefined): string =>
  value ? `${HandBack.label(value)}${note ? `：${note}` : ''}` : '请填写交还情况'

const handedOk = (value: SettleFormData['drugs'], note: string | null | undefined) =>
  Boolean(value) && (value !== 'WAIVED' || Boolean(note))

function refundCheck(form: SettleFormData, refundFen: number): SettleCheckData {
  const base = { key: 'refund', title: '退款去向', blocks: true }
  if (refundFen === 0) return { ...base, ok: true, note: '没有退款' }
  const missing = [
    form.refundWay && form.refundWay !== TradeWay.is.balance ? null : '退款方式',
    form.payeeName ? null : '收款人',
    form.refundWay !== TradeWay.is.transfer || form.payeeBank ? null : '开户行',
    form.refundWay !== TradeWay.is.transfer || form.payeeAccount ? null : '收款账号',
  ].filter((word): word is string => word !== null)
  if (missing.length > 0)
    return { ...base, ok: false, note: `应退 ${yuanText(refundFen)} 元，请填写${missing.join('、')}` }
  return { ...base, ok: true, note: `${TradeWay.label(form.refundWay)}，${form.payeeName}` }
}

/** What is still here goes back to the family first; or they leave it, and the confirmation writes it off. */
function keptCheck(kept: readonly string[], form: SettleFormData): SettleCheckData {
  const base = { key: 'drugs', title: '代管药品', blocks: true }
  const words = `${kept.slice(0, 4).join('、')}${kept.length > 4 ? ` 等 ${kept.length} 种` : ''}`
  if (form.drugs !== 'WAIVED') {
    return { ...base, ok: false, note: `还存有 ${words}，请先在“寄存药品”退还家属，或选“放弃”并注明原因` }
  }
  if (!form.drugsNote) return { ...base, ok: false, note: `家属放弃 ${words}，请注明原因` }
  return { ...base, ok: true, note: `家属放弃：${form.drugsNote}；确认结算时报损 ${words}` }
}

function checksOf(facts: SheetFacts, form: SettleFormData, sums: SettleSheetData['sums']): SettleCheckData[] {
  const { account, drafts, openOuting, custody, keptDrugs } = facts
  const one = (key: string, title: string, ok: boolean, note: string, blocks = true) => ({
    key,
    title,
    ok,
    blocks,
    note,
  })
  const waived = '放弃时请注明原因'
  const say = (value: SettleFormData['drugs'], note: string | null | undefined) =>
    value === 'WAIVED' && !note ? waived : handed(value, note)
  return [
    one('outing', '外出已结束', openOuting === null, openOuting ?? '没有未结束的外出'),
    one(
      'belongings',
      '个人物品',
      handedOk(form.belongings, form.belongingsNote),
      say(form.belongings, form.belongingsNote),
    ),
    keptDrugs.length > 0
      ? keptCheck(keptDrugs, form)
      : custody || form.drugs
        ? one('drugs', '代管药品', handedOk(form.drugs, form.drugsNote), say(form.drugs, form.drugsNote))
        : one('drugs', '代管药品', true, '入住时没有约定代管药品'),
    one(
      'drafts',
      '账单已出账',
      drafts === 0,
      drafts > 0
        ? `还有 ${drafts} 张草稿账单，请先出账或删除`
        : facts.replacedDrafts > 0
          ? `${facts.replacedDrafts} 张月账单草稿将由退住账单代替`
          : '没有草稿账单',
    ),
    one(
      'booking',
      '预订金',
      account.bookingFen === 0,
      account.bookingFen === 0
        ? '没有在账的预订金'
        : `还有预订金 ${yuanText(account.bookingFen)} 元，请先退还或转入余额`,
    ),
    one('sealed', '账户可用', !account.sealed, account.sealed ? '账户已封存，请先解封' : '正常'),
    one(
      'month',
      '本月未结账',
      facts.monthClosed === null,
      facts.monthClosed === null ? '可以记账' : `${facts.monthClosed} 已经结账，不能记入`,
    ),
    refundCheck(form, sums.refundFen),
    one(
      'supplement',
      '补缴',
      sums.outstandingFen === 0,
      sums.supplementFen === 0
        ? '不需要补缴'
        : sums.outstandingFen === 0
          ? `已收 ${yuanText(sums.collectedFen)} 元`
          : `还需补缴 ${yuanText(sums.outstandingFen)} 元`,
      false,
    ),
  ]
}

interface LeavingFacts {
  /** Of replaced bills: what was paid from outside becomes new money on the balance, what came from there returns. */
  cashBackFen: number
  balanceBackFen: number
  balanceFen: number
  giftFen: number
  /** What balance and gift have to pay. */
  dueFen: number
}

/** Spent gifts of money that is paid out, in the order of the act: bills are unpaid, everything is paid, the rest leaves. */
function keptOf(gifts: GiftBook, of: LeavingFacts): number {
  const balanceFen = of.balanceFen + of.balanceBackFen + of.cashBackFen
  const paysFen = Math.min(balanceFen, of.dueFen)
  const giftLeftFen = of.giftFen - Math.min(of.giftFen, of.dueFen - paysFen)
  const book = {
    ...gifts,
    lots: [...gifts.lots, { groupId: '', inFen: of.cashBackFen, outFen: 0 }],
    spentFen: gifts.spentFen - of.balanceBackFen + paysFen,
  }
  return giftBackOf(book, balanceFen - paysFen, giftLeftFen).keptFen
}

export function sheetOf(facts: SheetFacts, form: SettleFormData): Counted {
  const { account } = facts
  const discountFen = form.discountFen ?? 0
  const before = [...facts.finalLines, ...damageLines(form)]
  const replaced = facts.bills.filter((bill) => bill.replaced)
  const net = netOf(before)
  if (net < 0) {
    throw invalid(
      `退住账单为 ${yuanText(net)} 元，小于零：多收的费用超过了可以冲回的账单。已结账月份的账单不能冲回，请先反结账该月，或在账单列表中调整`,
      'form',
    )
  }
  if (discountFen > net) {
    throw invalid(`减免 ${yuanText(discountFen)} 元，超过了退住账单的 ${yuanText(net)} 元`, 'form.discountFen')
  }
  if (discountFen > 0 && !form.discountReason) throw invalid('请填写减免原因', 'form.discountReason')
  const unpaid = facts.bills.filter(
    (bill) => !replaced.includes(bill) && bill.receivableFen - bill.paidFen + bill.collectedFen > 0,
  )
  const onBills = unpaid.reduce((sum, bill) => sum + bill.collectedFen, 0)
  const prestored = Math.min(facts.prestoredFen, account.balanceFen)
  const backTo = (...sources: Payment['source'][]) => replaced.reduce((sum, bill) => sum + back(bill, sources), 0)
  const medicalFen = netOf(before.filter((line) => line.source === 'MEDICAL'))
  const damageFen = netOf(damageLines(form))
  const counted = {
    unpaidFen: unpaid.reduce((sum, bill) => sum + bill.receivableFen - bill.paidFen + bill.collectedFen, 0),
    finalFen: net - medicalFen - damageFen,
    medicalFen,
    damageFen,
    discountFen,
    balanceFen: account.balanceFen - prestored + backTo('BALANCE', 'CASH'),
    giftFen: account.giftFen + backTo('GIFT'),
    depositFen: account.depositFen + backTo('DEPOSIT'),
  }
  const collectedFen = onBills + prestored
  const { receivableFen } = settleOf(counted)
  const keptFen = keptOf(facts.gifts, {
    cashBackFen: backTo('CASH'),
    balanceBackFen: backTo('BALANCE'),
    balanceFen: account.balanceFen,
    giftFen: counted.giftFen,
    dueFen: Math.max(0, receivableFen - onBills),
  })
  const sums = { ...counted, ...settleOf({ ...counted, keptFen, collectedFen }) } as SettleSheetData['sums']
  return {
    sheet: {
      sums,
      unpaid: unpaid.map(shownBill),
      replaced: replaced.map((bill) => ({ ...shownBill(bill), backFen: fen(bill.paidFen) })),
      lines: before.map(shownLine),
      checks: checksOf(facts, form, sums),
    },
    lines: reduced(before, discountFen),
    replaced,
    unpaid,
  }
}
