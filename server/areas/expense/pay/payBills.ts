// Paying bills: several bills by several ways in one act. The earliest bill is paid first, the ways in the order they were
// entered; every bill and way is one entry.
import { BillState, type BillStateValue } from '#contract/expense/billWords'
import { type PaySourceValue, type TradeTypeValue, TradeWay, type TradeWayValue } from '#contract/expense/tradeWords'
import { yuanText } from '#contract/kit/money'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import type { LockedAccount } from '#server/areas/expense/account/accountLock'
import { type Entry, type Posted, post, type Sides } from '#server/areas/expense/ledger/post'
import type { Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { type OpenLine, sharesOf } from './shares.ts'

export interface Payment {
  source: PaySourceValue
  /** With CASH: the outside way. */
  way?: TradeWayValue | null
  amountFen: number
  /** The scanned payment it comes from. */
  payId?: string | null
}

export interface PayInput {
  account: LockedAccount
  billIds: readonly string[]
  payments: readonly Payment[]
  groupId: string
  receiptId?: string | null
  settleId?: string | null
  /** Type of the entries where it is not told by the source: PAY_BILL unless told. */
  tradeType?: TradeTypeValue
  day?: string | null
  remark?: string | null
}

export interface PaidBill {
  billId: string
  billNo: string
  month: string
  kind: string
  paidFen: number
  unpaidFen: number
}

interface OpenBill {
  billId: string
  billNo: string
  month: string
  kind: string
  state: BillStateValue
  unpaidFen: number
}

interface Line extends OpenLine {
  billId: string
  category: string
  projectChildId: string | null
}

const BILLS = `select bill_id as "billId", bill_no as "billNo", month, kind, state, receivable_fen - paid_fen as "unpaidFen"
from bill where org_id = $1 and oldman_id = $2 and bill_id = any($3) order by due_date, month, bill_no for no key update`

const LINES = `select line_id as "lineId", bill_id as "billId", category, project_child_id as "projectChildId",
  amount_fen - discount_fen - subsidy_fen - paid_fen as "openFen"
from bill_line where org_id = $1 and bill_id = any($2) order by bill_id, sort, line_id`

export const SHARES = `insert into pay_share (org_id, entry_id, line_id, bill_id, oldman_id, day, at, category, project_child_id, way,
  paid_from, refund, user_id, amount_fen)
select $1, x.entry_id, x.line_id, x.bill_id, x.oldman_id, x.day, x.at, x.category, x.child, x.way, x.paid_from, false, $3, x.amount
from jsonb_to_recordset($2::jsonb) as x(entry_id text, line_id text, bill_id text, oldman_id text, day date, at timestamptz,
  category text, child text, way int, paid_from text, amount bigint)`

const TYPE_OF: Partial<Record<PaySourceValue, TradeTypeValue>> = { DEPOSIT: 'DEPOSIT_PAYS', BOOKING: 'BOOKING_PAYS' }
const POCKET: Readonly<Record<PaySourceValue, keyof Sides>> = {
  BALANCE: 'balance',
  GIFT: 'gift',
  DEPOSIT: 'deposit',
  BOOKING: 'booking',
  CASH: 'cash',
}

/** What is taken from each pocket of the account is there. */
function requirePockets({ account, payments }: PayInput): void {
  const pockets = [
    ['BALANCE', '余额', account.balanceFen],
    ['GIFT', '赠送余额', account.giftFen],
    ['DEPOSIT', '押金', account.depositFen],
    ['BOOKING', '预订金', account.bookingFen],
  ] as const
  for (const [source, title, has] of pockets) {
    const takes = payments.filter((one) => one.source === source).reduce((sum, one) => sum + one.amountFen, 0)
    if (takes > has) {
      throw invalid(`${title}不足：可用 ${yuanText(has)} 元，本次需要 ${yuanText(takes)} 元`, 'payments')
    }
  }
}

async function openBills(tx: Tx, input: PayInput): Promise<OpenBill[]> {
  const found = await tx.client.query<OpenBill>({
    name: 'bills_to_pay',
    text: BILLS,
    values: [tx.orgId, input.account.oldmanId, input.billIds],
  })
  if (found.rows.length < new Set(input.billIds).size) throw notFound('账单')
  for (const { state, billNo } of found.rows) {
    if (state !== 'DUE' && state !== 'PART') {
      throw new Refusal('STATE_NOT_ALLOWED', { state: BillState.label(state), act: `缴纳账单 ${billNo}` }, 'billIds')
    }
  }
  return found.rows
}

interface Part {
  bill: OpenBill
  payment: Payment
  amountFen: number
  /** The first part of its payment: it carries the number of a scanned one, which stands once. */
  first: boolean
}

/** The ways flow over the bills: the first way fills the first bill, what is left goes on. */
export function distribute(
  bills: readonly { unpaidFen: number }[],
  payments: readonly { amountFen: number }[],
): { bill: number; payment: number; amountFen: number }[] {
  const parts: { bill: number; payment: number; amountFen: number }[] = []
  const open = bills.map((bill) => bill.unpaidFen)
  let at = 0
  payments.forEach((payment, index) => {
    let left = payment.amountFen
    while (left > 0 && at < open.length) {
      const amountFen = Math.min(left, open[at]!)
      if (amountFen > 0) parts.push({ bill: at, payment: index, amountFen })
      open[at]! -= amountFen
      left -= amountFen
      if (open[at] === 0) at++
    }
    if (left > 0) throw new RangeError('more than the bills ask for')
  })
  return parts
}

function entryOf(input: PayInput, { bill, payment, amountFen, first }: Part): Entry {
  const inHouse = payment.source === 'BALANCE' || payment.source === 'GIFT'
  return {
    entryId: newId(),
    oldmanId: input.account.oldmanId,
    tradeType: TYPE_OF[payment.source] ?? input.tradeType ?? 'PAY_BILL',
    way: payment.source === 'CASH' ? payment.way! : inHouse ? 1 : null,
    amountFen,
    receivable: -amountFen,
    [POCKET[payment.source]]: payment.source === 'CASH' ? amountFen : -amountFen,
    billId: bill.billId,
    billMonth: bill.month,
    settleId: input.settleId ?? null,
    payId: first ? (payment.payId ?? null) : null,
    receiptId: input.receiptId ?? null,
    groupId: input.groupId,
    day: input.day ?? null,
    content: `${bill.month} 账单 ${bill.billNo}${amountFen < bill.unpaidFen ? '，部分' : ''}`,
    remark: input.remark ?? null,
  }
}

/** The account must be locked. Sums above what the bills ask for are refused; answers the bills as they are now. */
export async function payBills(tx: Tx, input: PayInput): Promise<{ bills: PaidBill[]; entries: Posted[] }> {
  const wrong = input.payments.find(
    (one) => one.amountFen <= 0 || (one.source === 'CASH') !== Boolean(one.way && one.way !== TradeWay.is.balance),
  )
  if (wrong) throw invalid('请为每种收款方式填写大于零的金额', 'payments')
  const bills = await openBills(tx, input)
  const asked = bills.reduce((sum, bill) => sum + bill.unpaidFen, 0)
  const paid = input.payments.reduce((sum, one) => sum + one.amountFen, 0)
  if (paid > asked) {
    throw invalid(`收款合计 ${yuanText(paid)} 元，超过所选账单未缴的 ${yuanText(asked)} 元`, 'payments')
  }
  requirePockets(input)
  const parts = distribute(bills, input.payments).map((part, i, all) => ({
    bill: bills[part.bill]!,
    payment: input.payments[part.payment]!,
    amountFen: part.amountFen,
    first: all[i - 1]?.payment !== part.payment,
  }))
  const entries = parts.map((part, i) => {
    // A scanned payment is booked once: where it pays several bills, its number stands on the first entry.
    const again = parts.findIndex((one) => one.payment === part.payment) < i
    return entryOf(input, again ? { ...part, payment: { ...part.payment, payId: null } } : part)
  })
  // Asked first and awaited last: both travel together, and what the entries are refused for is what is thrown.
  const reading = tx.client.query<Line>({
    name: 'bill_lines_to_pay',
    text: LINES,
    values: [tx.orgId, bills.map((bill) => bill.billId)],
  })
  reading.catch(() => undefined)
  const posted = await post(tx, entries)
  const lines = await reading
  const at = new Map(posted.map((one) => [one.entryId, one]))
  const shares = parts.flatMap((part, i) => {
    const own = lines.rows.filter((line) => line.billId === part.bill.billId)
    const { entryId, oldmanId, way } = entries[i]!
    const { day, at: moment } = at.get(entryId!)!
    return sharesOf(own, part.amountFen).map(({ lineId, amountFen }) => {
      const line = own.find((one) => one.lineId === lineId)!
      line.openFen -= amountFen
      return {
        entry_id: entryId,
        line_id: lineId,
        bill_id: part.bill.billId,
        oldman_id: oldmanId,
        day,
        at: moment,
        category: line.category,
        child: line.projectChildId,
        way: way ?? 0,
        paid_from: part.payment.source,
        amount: amountFen,
      }
    })
  })
  await tx.client.query({ name: 'pay_shares', text: SHARES, values: [tx.orgId, JSON.stringify(shares), tx.by.userId] })
  return {
    entries: posted,
    bills: bills.map((bill, i) => {
      const paidFen = parts.filter((part) => part.bill === bills[i]).reduce((sum, part) => sum + part.amountFen, 0)
      const { billId, billNo, month, kind } = bill
      return { billId, billNo, month, kind, paidFen, unpaidFen: bill.unpaidFen - paidFen }
    }),
  }
}

/** 现金, 赠送余额: how a payment is called on paper. */
export const payName = ({ source, way }: Pick<Payment, 'source' | 'way'>): string =>
  source === 'CASH'
    ? TradeWay.label(way)
    : source === 'GIFT'
      ? '赠送余额'
      : source === 'DEPOSIT'
        ? '押金'
        : source === 'BOOKING'
          ? '预订金'
          : '余额'
