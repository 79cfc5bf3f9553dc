// Reading bills: the list with its counts and sums, and one bill with everything about it.

import type { BillDetailData, BillLineData, BillPaymentData, BillRowData, billing } from '#contract/expense/bill'
import { type BillStateValue, billMoves } from '#contract/expense/billWords'
import { TradeType, type TradeTypeValue, TradeWay, type TradeWayValue } from '#contract/expense/tradeWords'
import type { DataOf, InputOf } from '#contract/kit/call'
import { yuanText } from '#contract/kit/money'
import type { PageInfo } from '#contract/kit/paging'
import { notFound, Refusal } from '#contract/kit/refusal'
import { amountsHidden } from '#server/areas/expense/account/amountsHidden'
import { hideMoney } from '#server/areas/expense/account/hideMoney'
import { paymentsOfBill, refuseBound } from '#server/areas/expense/ledger/reverseLimits'
import { labelOf } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { conditionsOf, pageOfRows } from '#server/kit/page'
import { COLUMNS, FROM, filtersOf, IN_SCOPE, JOINS, SORTS, STANDING } from './billSql.ts'

type Calls = typeof billing.calls
export type StoredBill = Omit<BillRowData, 'can'> & { paidFen: number; receivableFen: number }

export function withCan(who: Pick<Caller, 'may'>, row: StoredBill): BillRowData {
  const moves = billMoves.can(row.state as BillStateValue, (needs) => who.may(needs))
  // A bill of nothing is paid from its first moment: there is nothing to take back.
  const can = row.paidFen === 0 ? moves.filter((move) => move !== 'antiSettle') : moves
  return { ...row, can }
}

export async function listBills(who: Caller, q: InputOf<Calls['list']>): Promise<PageInfo<BillRowData>> {
  const [hidden, page] = await Promise.all([
    amountsHidden(who.app.pool, who.orgId, who),
    pageOfRows<StoredBill>(
      who.app.pool,
      {
        from: FROM,
        key: 'bill_id',
        select: COLUMNS,
        join: JOINS,
        filters: filtersOf(who, q),
        sorts: SORTS,
        defaultSort: 't.month desc',
      },
      q,
    ),
  ])
  const rows = page.list.map((row) => withCan(who, row))
  return { ...page, list: hidden ? rows.map(hideMoney) : rows }
}

export async function countBills(who: Caller, q: InputOf<Calls['counts']>): Promise<DataOf<Calls['counts']>> {
  const { where, values } = conditionsOf(filtersOf(who, q, { standing: false }))
  const found = await who.app.pool.query<DataOf<Calls['counts']>[number]>(
    `select ${STANDING} as standing, count(*)::int as count from ${FROM} where ${where} group by 1`,
    values,
  )
  return found.rows
}

/** Issued bills alone, so that what is asked for is what is paid and what is not; drafts stand apart, void bills nowhere. */
export async function sumBills(who: Caller, q: InputOf<Calls['sums']>): Promise<DataOf<Calls['sums']>> {
  const { where, values } = conditionsOf(filtersOf(who, q))
  const [hidden, found] = await Promise.all([
    amountsHidden(who.app.pool, who.orgId, who),
    who.app.pool.query<DataOf<Calls['sums']>>(
      `select count(*)::int as bills, count(distinct t.oldman_id)::int as residents,
        coalesce(sum(t.receivable_fen) filter (where t.stage = 'ISSUED'), 0)::bigint as "receivableFen",
        coalesce(sum(t.discount_fen) filter (where t.stage = 'ISSUED'), 0)::bigint as "discountFen",
        coalesce(sum(t.paid_fen) filter (where t.stage = 'ISSUED'), 0)::bigint as "paidFen",
        coalesce(sum(t.receivable_fen - t.paid_fen) filter (where t.stage = 'ISSUED'), 0)::bigint as "unpaidFen",
        (count(*) filter (where t.stage = 'DRAFT'))::int as drafts,
        coalesce(sum(t.receivable_fen) filter (where t.stage = 'DRAFT'), 0)::bigint as "draftFen"
      from ${FROM} where ${where}`,
      values,
    ),
  ])
  return hidden ? hideMoney(found.rows[0]!) : found.rows[0]!
}

const ONE = `select ${COLUMNS}, t.rule_id as "ruleId" from ${FROM} ${JOINS} where ${IN_SCOPE} and t.bill_id = $3`

export async function oneBill(who: Caller, billId: string): Promise<StoredBill & { ruleId: string | null }> {
  const found = await who.app.pool.query<StoredBill & { ruleId: string | null }>({
    name: 'bill_one',
    text: ONE,
    values: [who.orgId, who.deptIds, billId],
  })
  if (!found.rows[0]) throw notFound('账单')
  return found.rows[0]
}

export const LINES = `select t.line_id as "tradeMonthDetailId", t.bill_id as "billId", t.project_child_id as "projectChildId",
  t.category, ${labelOf('feeCategory', 't.category')} as "categoryName", t.name, t.spec, t.cycle, t.unit,
  t.price_fen as "priceFen", t.quantity::int as quantity, t.days, t.amount_fen as "amountFen", t.discount_fen as "discountFen",
  t.subsidy_fen as "subsidyFen", t.paid_fen as "paidFen", t.source, t.date_from as "dateFrom", t.date_to as "dateTo",
  t.basis, t.ref_kind as "refKind", t.ref_id as "refId"
from bill_line t where t.org_id = $1 and t.bill_id = any($2) order by t.bill_id, t.sort, t.line_id`

const PAYMENTS = `select l.entry_id as "entryId", l.at, l.trade_type as "tradeType", l.way, -l.receivable_fen as "amountFen",
  l.cash_fen as "cashFen", l.gift_fen as "giftFen", l.deposit_fen as "depositFen", l.booking_fen as "bookingFen",
  coalesce(l.receipt_id, g.receipt_id) as "receiptId", coalesce(r.receipt_no, g.receipt_no) as "receiptNo",
  l.user_name as "userName", l.remark,
  case when l.reversal_of is not null then 'RED'
    when exists (select from ledger x where x.org_id = l.org_id and x.reversal_of = l.entry_id) then 'VOID' else 'NORMAL' end as state
from ledger l left join receipt r on r.org_id = l.org_id and r.receipt_id = l.receipt_id
left join lateral (select p.receipt_id, p.receipt_no from receipt p where p.org_id = l.org_id and p.group_id = l.group_id
  and p.oldman_id = l.oldman_id and l.receipt_id is null order by p.receipt_no limit 1) g on true
where l.org_id = $1 and l.bill_id = $2 and l.trade_type <> 'BILL' order by l.seq desc`

interface PaymentRow extends Omit<BillPaymentData, 'wayName'> {
  tradeType: TradeTypeValue
  way: TradeWayValue | null
  cashFen: number
  giftFen: number
  depositFen: number
  bookingFen: number
}

const wayName = (row: PaymentRow): string =>
  row.cashFen !== 0
    ? TradeWay.label(row.way)
    : row.giftFen !== 0
      ? '赠送余额'
      : row.depositFen !== 0
        ? '押金'
        : row.bookingFen !== 0
          ? '预订金'
          : '余额'

const RECEIPTS = `select receipt_id as "receiptId", receipt_no as "receiptNo", day, amount_fen as "amountFen", state,
  printed_times as "printedTimes"
from receipt where org_id = $1 and oldman_id = $3 and (receipt_id = any($2) or red_of = any($2)
  or group_id in (select group_id from ledger where org_id = $1 and bill_id = $4 and trade_type <> 'BILL'))
order by receipt_no desc`

export const UNPAID = `select bill_id as "tradeMonthId", bill_no as "billNo", month, kind, receivable_fen as "receivableFen",
  paid_fen as "paidFen", receivable_fen - paid_fen as "unpaidFen", due_date as "dueDate", oldman_id as "oldmanId"
from bill where org_id = $1 and oldman_id = any($2) and state in ('DUE', 'PART') order by due_date, month, bill_no`

const HISTORY = `select created_at as at, coalesce(emp_name, user_name, '系统') as who, method as what, remark as content
from operation_log where org_id = $1 and target_id = $2 and target_type = 'bill' order by created_at desc limit 50`

const SCANS = `select pay_id as "payId", way, amount_fen as "amountFen", expires_at as "expiresAt" from pay_order
where org_id = $1 and oldman_id = $2 and state in ('WAITING', 'PAYING') and expires_at > now() and wish -> 'billIds' ? $3
order by created_at desc`

const MONEY = `select balance_fen as "balanceFen", gift_fen as "giftFen", deposit_fen as "depositFen" from elder_account
where org_id = $1 and oldman_id = $2`

const NEIGHBOURS = `select
  (select bill_id from bill where org_id = $1 and oldman_id = $2 and (month, bill_no) < ($3, $4)
    order by month desc, bill_no desc limit 1) as "previousId",
  (select bill_id from bill where org_id = $1 and oldman_id = $2 and (month, bill_no) > ($3, $4)
    order by month, bill_no limit 1) as "nextId"`

type History = BillDetailData['history']

/** What happened to it: made, issued, every payment and print, the latest first. */
function historyOf(bill: StoredBill, payments: readonly (BillPaymentData & { amountFen: number })[], logged: History) {
  const events: History = [
    ...logged,
    ...payments.map((one) => ({
      at: one.at,
      who: one.userName,
      what: one.state === 'RED' ? '冲销' : TradeType.label(one.tradeType),
      content: `${one.wayName} ${yuanText(one.amountFen)} 元${one.receiptNo ? `，收据 ${one.receiptNo}` : ''}${
        one.remark ? `，${one.remark}` : ''
      }`,
    })),
    // Issued in the same moment it was made, it was made first.
    ...(bill.issuedAt && !logged.some((one) => one.what === '出账')
      ? [{ at: bill.issuedAt, who: bill.issuedBy ?? '系统', what: '出账', content: `出账，到期日 ${bill.dueDate}` }]
      : []),
    { at: bill.createTime, who: bill.madeBy, what: '生成', content: `生成账单 ${bill.billNo}` },
  ]
  return events.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}

/** Said beforehand, so that nobody fills in a form that must be refused. */
async function antiSettleHindrance(who: Caller, bill: StoredBill): Promise<string | null> {
  if (bill.paidFen === 0) return null
  try {
    refuseBound(await paymentsOfBill({ client: who.app.pool, orgId: who.orgId }, bill.tradeMonthId), '反结算')
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

export async function billDetail(who: Caller, billId: string): Promise<BillDetailData> {
  const { pool } = who.app
  const bill = await oneBill(who, billId)
  const { ruleId } = bill
  const of = [who.orgId, bill.oldmanId]
  const [hidden, lines, payments, unpaid, history, scans, account, neighbours, why] = await Promise.all([
    amountsHidden(pool, who.orgId, who),
    pool.query<BillLineData>({ name: 'bill_lines', text: LINES, values: [who.orgId, [billId]] }),
    pool.query<PaymentRow>({ name: 'bill_payments', text: PAYMENTS, values: [who.orgId, billId] }),
    pool.query<BillDetailData['otherUnpaid'][number]>({
      name: 'bills_unpaid',
      text: UNPAID,
      values: [who.orgId, [bill.oldmanId]],
    }),
    pool.query<History[number]>({ name: 'bill_history', text: HISTORY, values: [who.orgId, billId] }),
    pool.query<BillDetailData['waitingScan'][number]>({ name: 'bill_scans', text: SCANS, values: [...of, billId] }),
    pool.query<BillDetailData['account']>({ name: 'bill_account_money', text: MONEY, values: of }),
    pool.query<Pick<BillDetailData, 'previousId' | 'nextId'>>({
      name: 'bill_neighbours',
      text: NEIGHBOURS,
      values: [...of, bill.month, bill.billNo],
    }),
    antiSettleHindrance(who, bill),
  ])
  const paid = payments.rows.map((row) => ({ ...row, wayName: wayName(row) }))
  const receipts = await pool.query<BillDetailData['receipts'][number]>({
    name: 'bill_receipts',
    text: RECEIPTS,
    values: [who.orgId, paid.flatMap((one) => one.receiptId ?? []), bill.oldmanId, billId],
  })
  const detail: BillDetailData = {
    ...withCan(who, bill),
    masked: hidden,
    ruleId,
    lines: lines.rows,
    payments: paid,
    receipts: receipts.rows,
    otherUnpaid: unpaid.rows.filter((one) => one.tradeMonthId !== billId),
    account: account.rows[0]!,
    history: hidden ? history.rows : historyOf(bill, paid as never, history.rows),
    waitingScan: scans.rows,
    ...neighbours.rows[0]!,
    whyNotAntiSettle: why,
  }
  return hidden ? hideMoney(detail) : detail
}
