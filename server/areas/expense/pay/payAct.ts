// Taking money: one act that prestores, takes a deposit or pays bills by several ways, and writes its receipt. The desk
// calls it through the pay call; a scanned payment calls it once the money has come.

import { ACCOUNT_NEEDS, type AccountMoneyData } from '#contract/expense/account'
import { BillKind } from '#contract/expense/billWords'
import { type PayAnswerData, type PayFormData, PayKind } from '#contract/expense/pay'
import type { TradeWayValue } from '#contract/expense/tradeWords'
import { TradeWay } from '#contract/expense/tradeWords'
import { type Fen, fen, yuanText } from '#contract/kit/money'
import { invalid, Refusal } from '#contract/kit/refusal'
import { accountForTrade, type LockedAccount, refuseSettled } from '#server/areas/expense/account/accountLock'
import { prestoreGift } from '#server/areas/expense/discountRule/discountApply'
import { type Entry, type Posted, post } from '#server/areas/expense/ledger/post'
import { tellMoney } from '#server/areas/expense/ledger/tellMoney'
import { type LimitFacts, limitFacts, limitWarnings, warningsOf } from '#server/areas/expense/ledger/tradeLimits'
import type { ReceiptLine } from '#server/areas/expense/paperTables'
import { writeReceipt } from '#server/areas/expense/receipt/receiptWrite'
import type { Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import type { Scope } from '#server/kit/tenant'
import { type Payment, payBills, payName } from './payBills.ts'
import { requireOffered, SCANNED } from './tradeWayOffered.ts'

export type MayTrade = Pick<Scope, 'deptIds'> & { may(expression: string): boolean }

/** The scanned payment that has come: the part of its way carries its number. */
export interface Scanned {
  payId: string
  way: TradeWayValue
}

export interface PayOptions {
  scanned?: Scanned
  /** Ways are those offered for many at once. */
  batch?: boolean
}

const sum = (parts: readonly { amountFen: number }[]) => parts.reduce((all, one) => all + one.amountFen, 0)

export const moneyOf = (one: Posted): AccountMoneyData => ({
  balanceFen: fen(one.balanceAfter),
  giftFen: fen(one.giftAfter),
  depositFen: fen(one.depositAfter),
  bookingFen: fen(one.bookingAfter),
  unpaidFen: fen(one.owedAfter),
})

/** What moved, for the operation log: field → [before, after]. */
export function moneyChanges(before: LockedAccount, after: AccountMoneyData): Record<string, [unknown, unknown]> {
  const pairs: [string, number, number | null][] = [
    ['balanceFen', before.balanceFen, after.balanceFen],
    ['giftFen', before.giftFen, after.giftFen],
    ['depositFen', before.depositFen, after.depositFen],
    ['bookingFen', before.bookingFen, after.bookingFen],
    ['unpaidFen', before.owedFen, after.unpaidFen],
  ]
  return Object.fromEntries(pairs.filter(([, was, is]) => was !== is).map(([name, was, is]) => [name, [was, is]]))
}

function paymentsOf(form: PayFormData, scanned: Scanned | undefined): Payment[] {
  if (form.payments.length === 0) throw invalid('请至少选择一种收款方式并填写金额', 'payments')
  const ways = form.payments.map((one) => `${one.source}:${one.way ?? ''}`)
  if (new Set(ways).size < ways.length) throw invalid('同一种收款方式请合并为一行', 'payments')
  return form.payments.map((one): Payment => {
    if (one.source === 'BOOKING') throw invalid('预订金请先转为押金或余额，再用于缴费', 'payments')
    if (one.source !== 'CASH') return { source: one.source, amountFen: one.amountFen }
    if (!one.way || one.way === TradeWay.is.balance) throw invalid('请选择收款方式', 'payments')
    const scans = SCANNED.includes(one.way)
    if (scans && scanned?.way !== one.way) throw invalid('扫码收款要先扫码，到账后自动入账', 'payments')
    return { source: 'CASH', way: one.way, amountFen: one.amountFen, payId: scans ? scanned!.payId : null }
  })
}

interface Booking {
  account: LockedAccount
  payments: readonly Payment[]
  form: PayFormData
  groupId: string
  receiptId: string
  /** Unless bills are paid. */
  limits: LimitFacts | null
}

interface Booked {
  last: Posted
  lines: ReceiptLine[]
  giftFen: number
  overFen: number
  bills: PayAnswerData['bills']
  warnings: string[]
  remark: string | null
}

const cashEntry = ({ account, form, groupId, receiptId }: Booking, one: Payment, content: string): Entry => ({
  oldmanId: account.oldmanId,
  tradeType: 'PRESTORE',
  way: one.way!,
  amountFen: one.amountFen,
  cash: one.amountFen,
  balance: one.amountFen,
  payId: one.payId ?? null,
  receiptId,
  groupId,
  content,
  remark: form.remark ?? null,
})

function requireCash(payments: readonly Payment[], what: string): void {
  if (payments.some((one) => one.source !== 'CASH')) {
    throw invalid(`${what}只能用现金、转账等外部方式，余额和押金之间请用“划转”`, 'payments')
  }
}

async function prestore(tx: Tx, input: Booking): Promise<Booked> {
  const { account, payments, form, groupId, receiptId } = input
  requireCash(payments, '预存')
  const amountFen = sum(payments)
  const gift = await prestoreGift(tx.client, tx.orgId, form.ruleId, amountFen)
  const warnings = warningsOf(input.limits!, account, { balanceFen: amountFen })
  const said = form.payer ? `${form.payer}预存` : '预存'
  const entries = payments.map((one) => cashEntry(input, one, said))
  if (gift) {
    const giftId = newId()
    entries.push({
      entryId: giftId,
      oldmanId: account.oldmanId,
      tradeType: 'GIFT',
      amountFen: gift.giftFen,
      promo: gift.giftFen,
      gift: gift.giftFen,
      ruleId: gift.ruleId,
      giftId,
      basis: amountFen,
      receiptId,
      groupId,
      content: `${gift.ruleName}，预存 ${yuanText(amountFen)} 赠 ${yuanText(gift.giftFen)}`,
    })
  }
  const posted = await post(tx, entries)
  return {
    last: posted.at(-1)!,
    lines: [{ item: '预存款', month: null, amountFen }],
    giftFen: gift?.giftFen ?? 0,
    overFen: 0,
    bills: [],
    warnings,
    remark: [form.remark, gift && `另赠送余额 ${yuanText(gift.giftFen)} 元`].filter(Boolean).join('；') || null,
  }
}

async function deposit(tx: Tx, input: Booking): Promise<Booked> {
  const { account, payments, form } = input
  requireCash(payments, '押金')
  const amountFen = sum(payments)
  const warnings = warningsOf(input.limits!, account, { depositFen: amountFen })
  const posted = await post(
    tx,
    payments.map((one) => ({
      ...cashEntry(input, one, '收押金'),
      tradeType: 'DEPOSIT' as const,
      balance: 0,
      deposit: one.amountFen,
    })),
  )
  const lines = [{ item: '押金', month: null, amountFen }]
  const rest = { giftFen: 0, overFen: 0, bills: [], warnings, remark: form.remark ?? null }
  return { last: posted.at(-1)!, lines, ...rest }
}

const ASKED = `select coalesce(sum(receivable_fen - paid_fen), 0)::bigint as asked from bill
where org_id = $1 and oldman_id = $2 and bill_id = any($3) and state in ('DUE', 'PART')`

/** What the outside ways bring beyond the bills, from the last of them back; the rest pays the bills. */
export function splitOver(payments: readonly Payment[], overFen: number): { toBills: Payment[]; toBalance: Payment[] } {
  const toBills: Payment[] = []
  const toBalance: Payment[] = []
  let left = overFen
  for (const one of [...payments].reverse()) {
    const over = one.source === 'CASH' ? Math.min(left, one.amountFen) : 0
    left -= over
    if (over > 0) toBalance.unshift({ ...one, amountFen: over })
    if (one.amountFen > over) toBills.unshift({ ...one, amountFen: one.amountFen - over })
  }
  if (left > 0) throw invalid('多出来的部分不是外部收款，不能存入余额，请减少余额或赠送的金额', 'payments')
  return { toBills, toBalance }
}

/** A scanned payment that is split keeps its number on the part that pays the bills. */
const withoutNumber = (parts: readonly Payment[], kept: readonly Payment[]) =>
  parts.map((one) => (kept.some((other) => other.payId && other.payId === one.payId) ? { ...one, payId: null } : one))

async function bills(tx: Tx, who: MayTrade, input: Booking): Promise<Booked> {
  const { account, payments, form, groupId, receiptId } = input
  const billIds = form.billIds ?? []
  if (billIds.length === 0) throw invalid('请选择要缴的账单', 'billIds')
  if (payments.some((one) => one.source === 'DEPOSIT')) {
    if (!who.may(ACCOUNT_NEEDS.offset)) throw new Refusal('NO_PERMISSION')
    if (!form.reason) throw invalid('用押金抵扣欠费，请填写抵扣原因', 'reason')
  }
  let { toBills, toBalance } = { toBills: [...payments], toBalance: [] as Payment[] }
  if (form.overToBalance) {
    const found = await tx.client.query<{ asked: number }>({
      name: 'bills_asked',
      text: ASKED,
      values: [tx.orgId, account.oldmanId, billIds],
    })
    const over = sum(payments) - found.rows[0]!.asked
    if (over > 0 && found.rows[0]!.asked > 0) ({ toBills, toBalance } = splitOver(payments, over))
  }
  const remark = form.reason ?? form.remark ?? null
  const paid = await payBills(tx, { account, billIds, payments: toBills, groupId, receiptId, remark })
  const overFen = sum(toBalance)
  const rest = withoutNumber(toBalance, toBills).map((one) => cashEntry(input, one, '缴费多收，存入余额'))
  const posted = await post(tx, rest)
  const warnings = overFen > 0 ? await limitWarnings(tx.client, tx.orgId, account, { balanceFen: overFen }) : []
  return {
    last: posted.at(-1) ?? paid.entries.at(-1)!,
    lines: [
      ...paid.bills
        .filter((bill) => bill.paidFen > 0)
        .map((bill) => ({
          item: `缴纳${BillKind.label(bill.kind as 'MONTH')} ${bill.billNo}`,
          month: bill.month,
          amountFen: bill.paidFen,
        })),
      ...(overFen > 0 ? [{ item: '多收存入余额', month: null, amountFen: overFen }] : []),
    ],
    giftFen: 0,
    overFen,
    bills: paid.bills.map(({ billId, billNo, month, paidFen, unpaidFen }) => ({
      billId,
      billNo,
      month,
      state: unpaidFen === 0 ? ('PAID' as const) : paidFen > 0 ? ('PART' as const) : ('DUE' as const),
      paidFen: fen(paidFen),
      unpaidFen: fen(unpaidFen),
    })),
    warnings,
    remark,
  }
}

/** Everything in the transaction that is given; the receipt is its last statement. */
export async function bookPay(
  tx: Tx,
  who: MayTrade,
  form: PayFormData,
  { scanned, batch = false }: PayOptions = {},
): Promise<PayAnswerData> {
  const payments = paymentsOf(form, scanned)
  const outside = payments.map((one) => one.way).filter((way) => way !== scanned?.way)
  // One round trip: all of them only read.
  const [account, limits] = await Promise.all([
    accountForTrade(tx, who, form.oldmanId, PayKind.label(form.kind)),
    form.kind === 'BILL' ? null : limitFacts(tx.client, tx.orgId, form.oldmanId),
    outside.some(Boolean) && requireOffered(tx.client, tx.orgId, outside, { batch }),
  ])
  refuseSettled(account, PayKind.label(form.kind))
  const input: Booking = { account, payments, form, groupId: newId(), receiptId: newId(), limits }
  const booked =
    form.kind === 'PRESTORE'
      ? await prestore(tx, input)
      : form.kind === 'DEPOSIT'
        ? await deposit(tx, input)
        : await bills(tx, who, input)
  const after = moneyOf(booked.last)
  const amountFen = fen(sum(payments))
  const how = payments.map((one) => `${payName(one)} ${yuanText(one.amountFen)}`).join('、')
  tx.log({
    remark: `“${account.oldmanName}”${PayKind.label(form.kind)} ${yuanText(amountFen)} 元（${how}）${
      booked.giftFen > 0 ? `，赠送 ${yuanText(booked.giftFen)} 元` : ''
    }${form.reason ? `，原因：${form.reason}` : ''}`,
    targetType: 'elderAccount',
    targetId: account.oldmanId,
    changes: moneyChanges(account, after),
  })
  tellMoney(tx, [account.oldmanId], { arrears: form.kind === 'BILL' })
  const receiptNo = await writeReceipt(tx, {
    receiptId: input.receiptId,
    account,
    groupId: input.groupId,
    lines: booked.lines,
    ways: payments.map((one) => ({ name: payName(one), amountFen: one.amountFen })),
    payer: form.payer ?? null,
    remark: booked.remark,
  })
  return {
    groupId: input.groupId,
    receiptId: input.receiptId,
    receiptNo,
    amountFen,
    giftFen: fen(booked.giftFen) as Fen,
    overFen: fen(booked.overFen),
    account: after,
    bills: booked.bills,
    warnings: booked.warnings,
  }
}
