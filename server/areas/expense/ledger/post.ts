// The only way money moves: entries of the ledger. The database keeps accounts, bills and monthly sums with them.
import { CLASS_OF, type TradeClassValue, type TradeTypeValue, type TradeWayValue } from '#contract/expense/tradeWords'
import { invalid, Refusal } from '#contract/kit/refusal'
import type { Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { newId } from '#server/kit/ids'
import { SIDE_COLUMNS, SIDES } from './ledgerSides.ts'

/** Signed fen; the two sides of the ledger (ledgerTables.ts) are equal in every entry. */
export type Sides = Record<(typeof SIDES)[number], number>

export interface Entry extends Partial<Sides> {
  entryId?: string
  oldmanId: string
  tradeType: TradeTypeValue
  /** Only where it is not that of the type: a payment that is taken back as a refund. */
  tradeClass?: TradeClassValue
  way?: TradeWayValue | null
  amountFen: number
  /** yyyy-MM-dd; today unless told. */
  day?: string | null
  /** Only for demo data and data taken over: now unless told. */
  at?: string | null
  billId?: string | null
  billMonth?: string | null
  settleId?: string | null
  payId?: string | null
  receiptId?: string | null
  /** Of a refund without another paper. */
  docNo?: string | null
  /** Entries of one act share it. */
  groupId: string
  reversalOf?: string | null
  ruleId?: string | null
  /** The gift that is given or taken back: the id of the entry that gave it. */
  giftId?: string | null
  /** Of the money that earned that gift: put in, or going away (negative). */
  basis?: number
  /** In words, for statements and reports. */
  content: string
  remark?: string | null
}

export interface Posted {
  entryId: string
  oldmanId: string
  seq: number
  day: string
  at: string
  balanceAfter: number
  giftAfter: number
  depositAfter: number
  bookingAfter: number
  owedAfter: number
}

const columns = SIDE_COLUMNS.join(', ')

const POST = `insert into ledger (org_id, entry_id, oldman_id, day, at, trade_class, trade_type, way, amount_fen, ${columns},
  bill_id, bill_month, settle_id, pay_id, receipt_id, group_id, reversal_of, rule_id, user_id, user_name, content, remark, doc_no, gift_id, basis_fen)
select $1, x.entry_id, x.oldman_id, coalesce(x.day, current_date), coalesce(x.at, clock_timestamp()), x.trade_class,
  x.trade_type, x.way, x.amount, ${SIDES.map((side) => `coalesce(x.${side}, 0)`).join(', ')}, x.bill_id, x.bill_month,
  x.settle_id, x.pay_id, x.receipt_id, x.group_id, x.reversal_of, x.rule_id, coalesce(x.user_id, $3), coalesce(x.user_name, $4), x.content, x.remark, x.doc_no,
  x.gift_id, coalesce(x.basis, 0)
from rows from (jsonb_to_recordset($2::jsonb) as (entry_id text, oldman_id text, day date, at timestamptz, trade_class int,
  trade_type text, way int, amount bigint, ${SIDES.map((side) => `${side} bigint`).join(', ')}, bill_id text,
  bill_month text, settle_id text, pay_id text, receipt_id text, group_id text, reversal_of text, rule_id text, content text,
  remark text, user_id text, user_name text, doc_no text, gift_id text, basis bigint)) with ordinality
  as x(entry_id, oldman_id, day, at, trade_class, trade_type, way, amount, ${SIDES.join(', ')}, bill_id, bill_month, settle_id,
  pay_id, receipt_id, group_id, reversal_of, rule_id, content, remark, user_id, user_name, doc_no, gift_id, basis, n) order by x.n
returning entry_id as "entryId", oldman_id as "oldmanId", seq, day, at, balance_after as "balanceAfter",
  gift_after as "giftAfter", deposit_after as "depositAfter", booking_after as "bookingAfter", owed_after as "owedAfter"`

/**
 * Writes entries in their order. Whoever moves money of several residents names them in the order of their ids, or has
 * locked the accounts before (lockAccounts): otherwise two such acts could wait for each other.
 */
export async function post(
  tx: Tx,
  entries: readonly (Entry & { by?: { userId: string | null; name: string } })[],
): Promise<Posted[]> {
  if (entries.length === 0) return []
  // What is not said is left out, so that a great many entries stay small on their way.
  const rows = entries.map((one) => ({
    cash: one.cash || undefined,
    receivable: one.receivable || undefined,
    discount: one.discount || undefined,
    subsidy: one.subsidy || undefined,
    promo: one.promo || undefined,
    transit: one.transit || undefined,
    opening: one.opening || undefined,
    balance: one.balance || undefined,
    gift: one.gift || undefined,
    deposit: one.deposit || undefined,
    booking: one.booking || undefined,
    income: one.income || undefined,
    entry_id: one.entryId ?? newId(),
    oldman_id: one.oldmanId,
    day: one.day ?? undefined,
    at: one.at ?? undefined,
    trade_class: one.tradeClass ?? CLASS_OF[one.tradeType],
    trade_type: one.tradeType,
    way: one.way ?? undefined,
    amount: one.amountFen,
    bill_id: one.billId ?? undefined,
    bill_month: one.billMonth ?? undefined,
    settle_id: one.settleId ?? undefined,
    pay_id: one.payId ?? undefined,
    receipt_id: one.receiptId ?? undefined,
    doc_no: one.docNo ?? undefined,
    group_id: one.groupId,
    reversal_of: one.reversalOf ?? undefined,
    rule_id: one.ruleId ?? undefined,
    gift_id: one.giftId ?? undefined,
    basis: one.basis || undefined,
    content: one.content,
    remark: one.remark ?? undefined,
    user_id: one.by?.userId ?? undefined,
    user_name: one.by?.name,
  }))
  const posted = await tx.client.query<Posted>({
    name: 'ledger_post',
    text: POST,
    values: [tx.orgId, JSON.stringify(rows), tx.by.userId, tx.by.name],
  })
  return posted.rows
}

onConstraint('ledger_month_closed', () =>
  invalid('这个月份已经结账，不能再记入、作废或补录，请记入未结账的月份', 'day'),
)
onConstraint(
  'elder_account_balance',
  () => new Refusal('INVALID_INPUT', { message: '账户金额不足：这笔钱已被使用，请刷新后核对余额、赠送和押金' }),
)
onConstraint('ledger_reversal', () => new Refusal('STATE_NOT_ALLOWED', { state: '已作废', act: '再次作废' }))
onConstraint('ledger_pay', () => new Refusal('STATE_NOT_ALLOWED', { state: '已入账', act: '再次入账同一笔扫码支付' }))
onConstraint('bill_paid', () => invalid('缴费金额超过了账单未缴的金额，请刷新后核对', 'payments'))
onConstraint('ledger_bill_open', () => new Refusal('CHANGED_MEANWHILE', { who: '别人' }))
