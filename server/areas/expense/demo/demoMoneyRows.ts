// The demo's money as rows of the tables, written in a few statements: bills and lines as drafts, then issued, then the
// ledger in the order of time, then how payments fell on lines, and receipts.

import { TradeType, TradeWay } from '#contract/expense/tradeWords'
import type { NewLine } from '#server/areas/expense/bill/billNewLine'
import { ADD_LINES, lineRows } from '#server/areas/expense/bill/billWrite'
import { type Entry, post } from '#server/areas/expense/ledger/post'
import type { ReceiptLine, ReceiptWay } from '#server/areas/expense/paperTables'
import { REFUND_NO, REFUND_TYPES } from '#server/areas/expense/receipt/refundWrite'
import type { Tx } from '#server/kit/caller'
import { keepNumbers } from '#server/kit/numbers'

export interface PlannedBill {
  billId: string
  oldmanId: string
  stayId: string | null
  kind: 'MONTH' | 'ONCE' | 'FINAL'
  month: string
  day: string
  dueDate: string
  issued: boolean
  issuedAt: string
  periodStart: string
  periodEnd: string
  bedPath: string | null
  levelName: string | null
  settleId: string | null
  lines: (NewLine & { lineId: string; openFen: number })[]
  totalFen: number
  discountFen: number
  subsidyFen: number
  receivableFen: number
  no: string
}

export type PlannedEntry = Entry & {
  at: string
  day: string
  entryId: string
  by: { userId: string | null; name: string }
}

export interface PlannedReceipt {
  receiptId: string
  oldmanId: string
  oldmanName: string
  bedPath: string | null
  groupId: string
  at: string
  lines: ReceiptLine[]
  ways: ReceiptWay[]
  by: { userId: string | null; name: string }
  state: 'NORMAL' | 'REDDED' | 'RED'
  redOf: string | null
}

export interface PlannedShare {
  entryId: string
  lineId: string
  billId: string
  paidFrom: string
  amountFen: number
  category: string
  childId: string | null
}

export interface PlannedCharge {
  chargeId: string
  billId: string
  oldmanId: string
  kind: string
  category: string
  name: string
  fen: number
  insured: number
  at: string
}

/** What the planning leaves to be written. */
export interface PlannedMoney {
  bills: readonly PlannedBill[]
  entries: readonly PlannedEntry[]
  shares: readonly PlannedShare[]
  receipts: readonly PlannedReceipt[]
  charges: readonly PlannedCharge[]
  settled: readonly { settleId: string; groupId: string; refundFen: number }[]
}

const BILLS = `insert into bill (org_id, bill_id, bill_no, oldman_id, stay_id, month, kind, period_start, period_end, bed_path,
  level_name, total_fen, discount_fen, subsidy_fen, due_date, settle_id, made_by, created_at)
select $1, x.id, x.no, x.oldman_id, x.stay_id, x.month, x.kind, x.first, x.last, x.bed_path, x.level_name, x.total, x.discount,
  x.subsidy, x.due, x.settle_id, '刘敏', x.at
from jsonb_to_recordset($2::jsonb) as x(id text, no text, oldman_id text, stay_id text, month text, kind text, first date,
  last date, bed_path text, level_name text, total bigint, discount bigint, subsidy bigint, due date, settle_id text, at timestamptz)`

const ISSUE = `update bill b set stage = 'ISSUED', issued_by = '刘敏', issued_at = x.at
from jsonb_to_recordset($2::jsonb) as x(id text, at timestamptz) where b.org_id = $1 and b.bill_id = x.id`

const SHARES = `insert into pay_share (org_id, entry_id, line_id, bill_id, oldman_id, day, at, category, project_child_id, way,
  paid_from, refund, user_id, amount_fen)
select $1, x.entry_id, x.line_id, x.bill_id, l.oldman_id, l.day, l.at, x.category, x.child, coalesce(l.way, 0), x.paid_from,
  l.refund, l.user_id, x.amount
from jsonb_to_recordset($2::jsonb) as x(entry_id text, line_id text, bill_id text, category text, child text, paid_from text,
  amount bigint) join ledger l on l.org_id = $1 and l.entry_id = x.entry_id`

const RECEIPTS = `insert into receipt (org_id, receipt_id, receipt_no, oldman_id, group_id, day, oldman_name, bed_path, payer, lines, ways,
  amount_fen, payee, user_id, printed_times, state, red_of, created_at)
select $1, x.id, x.no, x.oldman_id, x.group_id, x.at::date, x.name, x.bed_path, f.name, x.lines, x.ways, x.amount, x.payee, x.user_id, 1,
  x.state, x.red_of, x.at
from jsonb_to_recordset($2::jsonb) as x(id text, no text, oldman_id text, group_id text, at timestamptz, name text, bed_path text,
  lines jsonb, ways jsonb, amount bigint, payee text, user_id text, state text, red_of text)
left join lateral (select f.name from oldman_family f where f.org_id = $1 and f.oldman_id = x.oldman_id
  order by f.payer desc, f.sort limit 1) f on true`

const CHARGES = `insert into charge (org_id, charge_id, oldman_id, kind, category, name, medical_kind, unit, price_fen, amount_fen, insured_fen,
  day, ordered_by, state, bill_id, user_id, user_name, created_at)
select $1, x.id, x.oldman_id, x.kind, x.category, x.name, case when x.kind = 'MEDICAL' then '诊疗' end, '次', x.fen, x.fen, x.insured,
  x.at::date, case when x.kind = 'MEDICAL' then '宋文博' end, 'BILLED', x.bill_id, $3, '刘敏', x.at
from jsonb_to_recordset($2::jsonb) as x(id text, oldman_id text, kind text, category text, name text, fen bigint, insured bigint,
  at timestamptz, bill_id text)`

const SETTLED = `update settlement s set group_id = x.group_id, refund_fen = x.refund
from jsonb_to_recordset($2::jsonb) as x(id text, group_id text, refund bigint) where s.org_id = $1 and s.settle_id = x.id`

/** Every cashier handed over what the day's ledger says, once ten yuan less. */
const HANDED = `update cash_day d set counted_fen = s.fen - case when s.n = 40 then 1000 else 0 end, due_fen = s.fen,
  remark = case when s.n = 40 then '找零差错，少 10 元，已说明' end, handed_to = $2, handed_name = '曾国平', handed_at = d.day + time '17:20'
from (select day, user_id, sum(cash_fen)::bigint as fen, row_number() over (order by day desc, user_id) as n from ledger
  where org_id = $1 and cash_fen <> 0 and user_id is not null group by day, user_id) s
where d.org_id = $1 and d.day = s.day and d.user_id = s.user_id and d.day < current_date - 1`

/** Each way as counted; what was missing was missing of the first, which is the cash. */
const HANDED_WAYS = `insert into cash_day_way (org_id, day, user_id, way, due_fen, counted_fen)
select d.org_id, d.day, d.user_id, l.way, l.fen,
  l.fen - case when row_number() over (partition by d.day, d.user_id order by l.way) = 1 then d.due_fen - d.counted_fen else 0 end
from cash_day d join (select day, user_id, way, sum(cash_fen)::bigint as fen from ledger where org_id = $1 and cash_fen <> 0
  group by day, user_id, way) l on l.day = d.day and l.user_id = d.user_id
where d.org_id = $1 and d.handed_at is not null`

/** Numbers in the order of time, counted by day. */
function numbered<T>(rows: readonly T[], prefix: string, atOf: (row: T) => string) {
  const last = new Map<string, number>()
  const numbers = new Map<T, string>()
  for (const row of [...rows].sort((a, b) => (atOf(a) < atOf(b) ? -1 : 1))) {
    const day = atOf(row).slice(0, 10)
    const n = (last.get(day) ?? 0) + 1
    last.set(day, n)
    numbers.set(row, `${prefix}${day.replaceAll('-', '')}${String(n).padStart(4, '0')}`)
  }
  return { numbers, used: [...last].map(([day, count]) => ({ day, last: count })) }
}

const billRow = (bill: PlannedBill, no: string) => ({
  id: bill.billId,
  no,
  oldman_id: bill.oldmanId,
  stay_id: bill.stayId,
  month: bill.month,
  kind: bill.kind,
  first: bill.periodStart,
  last: bill.periodEnd,
  bed_path: bill.bedPath,
  level_name: bill.levelName,
  total: bill.totalFen,
  discount: bill.discountFen,
  subsidy: bill.subsidyFen,
  due: bill.dueDate,
  settle_id: bill.settleId,
  at: bill.issuedAt,
})

const REFUNDS: readonly string[] = REFUND_TYPES
const KINDS = { MONTH: '月账单', ONCE: '单次账单', FINAL: '退住账单' }

/** The papers of refunds follow from their entries. */
const NOTES = `insert into refund_note (org_id, refund_id, refund_no, oldman_id, group_id, settle_id, day, oldman_name, lines, ways,
  amount_fen, payee, reason, user_id, user_name, printed_times, state, created_at)
select l.org_id, l.entry_id, l.doc_no, l.oldman_id, l.group_id, l.settle_id, l.day, t.oldman_name,
  jsonb_build_array(jsonb_build_object('item', $2::jsonb ->> l.trade_type, 'month', null, 'amountFen', -l.cash_fen)),
  jsonb_build_array(jsonb_build_object('name', $3::jsonb ->> l.way::text, 'amountFen', -l.cash_fen)), -l.cash_fen, null,
  coalesce(l.remark, l.content), l.user_id, l.user_name, 1,
  case when exists (select from ledger r where r.org_id = l.org_id and r.reversal_of = l.entry_id) then 'VOID' else 'NORMAL' end, l.at
from ledger l join oldman t on t.org_id = l.org_id and t.oldman_id = l.oldman_id
where l.org_id = $1 and l.doc_no is not null and l.reversal_of is null and l.cash_fen < 0`

export async function writeMoney(
  tx: Tx,
  money: PlannedMoney,
  staff: { clerk: string; finance: string },
  progress: (done: number) => void,
): Promise<void> {
  const write = (text: string, rows: readonly object[], ...more: unknown[]) =>
    tx.client.query(text, [tx.orgId, JSON.stringify(rows), ...more])
  const bills = numbered(money.bills, 'ZD', (bill) => bill.issuedAt)
  const papers = numbered(money.receipts, 'SJ', (paper) => paper.at)
  const refunds = numbered(
    money.entries.filter((entry) => REFUNDS.includes(entry.tradeType) && !entry.reversalOf),
    REFUND_NO,
    (entry) => entry.at,
  )
  const byId = new Map(money.bills.map((bill) => [bill.billId, bill]))
  /** Texts name a bill by its id until it has its number. */
  const words = (text: string, paid: boolean) => {
    const id = text.split(' ').at(-1)!
    const bill = byId.get(id)
    if (!bill) return text
    const no = bills.numbers.get(bill)!
    if (bill.kind === 'ONCE' && paid) return bill.lines[0]!.name
    return text === id ? `${bill.month} ${paid ? '账单' : KINDS[bill.kind]} ${no}` : text.replace(id, no)
  }
  progress(0.2)
  await write(
    BILLS,
    money.bills.map((bill) => billRow(bill, bills.numbers.get(bill)!)),
  )
  // Without statistics the rules of the database would walk these tables for every row.
  await tx.client.query('analyze bill, elder_account')
  await write(
    ADD_LINES,
    money.bills.flatMap((bill) => lineRows(bill, bill.lines)),
  )
  await tx.client.query('analyze bill_line')
  progress(0.32)
  // Before the payments: what is paid on a charge follows them.
  await write(
    CHARGES,
    money.charges.map(({ chargeId, oldmanId, billId, ...one }) => ({
      ...one,
      id: chargeId,
      oldman_id: oldmanId,
      bill_id: billId,
    })),
    staff.clerk,
  )
  await write(
    ISSUE,
    money.bills.filter((bill) => bill.issued).map((bill) => ({ id: bill.billId, at: bill.issuedAt })),
  )
  const entries = money.entries
    .map((entry, i) => ({ entry, i }))
    .sort((a, b) => (a.entry.at < b.entry.at ? -1 : a.entry.at > b.entry.at ? 1 : a.i - b.i))
    .map(({ entry }) => ({
      ...entry,
      docNo: refunds.numbers.get(entry) ?? null,
      content: words(entry.content, entry.tradeType !== 'BILL'),
    }))
  progress(0.42)
  await post(tx, entries)
  progress(0.77)
  await write(
    SHARES,
    money.shares.map((one) => ({
      entry_id: one.entryId,
      line_id: one.lineId,
      bill_id: one.billId,
      category: one.category,
      child: one.childId,
      paid_from: one.paidFrom,
      amount: one.amountFen,
    })),
  )
  await tx.client.query('analyze ledger, pay_share')
  progress(0.94)
  await write(
    RECEIPTS,
    money.receipts.map((one) => ({
      id: one.receiptId,
      no: papers.numbers.get(one),
      oldman_id: one.oldmanId,
      group_id: one.groupId,
      at: one.at,
      name: one.oldmanName,
      bed_path: one.bedPath,
      lines: one.lines.map((line) => ({ ...line, item: words(line.item, true) })),
      ways: one.ways,
      amount: one.lines.reduce((sum, line) => sum + line.amountFen, 0),
      payee: one.by.name,
      user_id: one.by.userId,
      state: one.state,
      red_of: one.redOf,
    })),
  )
  // Before the payments: what is paid on a line follows to its charge.
  await write(
    SETTLED,
    money.settled.map((one) => ({ id: one.settleId, group_id: one.groupId, refund: one.refundFen })),
  )
  await tx.client.query(NOTES, [
    tx.orgId,
    JSON.stringify(Object.fromEntries(REFUND_TYPES.map((type) => [type, TradeType.label(type)]))),
    JSON.stringify(Object.fromEntries(TradeWay.list.map((way) => [way.value, way.label]))),
  ])
  await tx.client.query(HANDED, [tx.orgId, staff.finance])
  await tx.client.query(HANDED_WAYS, [tx.orgId])
  await keepNumbers(tx, tx.orgId, 'ZD', bills.used)
  await keepNumbers(tx, tx.orgId, 'SJ', papers.used)
  await keepNumbers(tx, tx.orgId, REFUND_NO, refunds.used)
}
