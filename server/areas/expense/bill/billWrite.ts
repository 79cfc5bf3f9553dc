// Writing bills: drafts with their lines, issuing, voiding. The database refuses a bill that differs from its lines and
// every change after the issue. Whoever calls has checked that the residents are in scope.

import { BillState, type BillStateValue } from '#contract/expense/billWords'
import { yuanText } from '#contract/kit/money'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import type { LockedAccount } from '#server/areas/expense/account/accountLock'
import type { DiscountRule } from '#server/areas/expense/discountRule/discountApply'
import { feeSettingsOf } from '#server/areas/expense/fee/feeSettings'
import { post } from '#server/areas/expense/ledger/post'
import { reverse } from '#server/areas/expense/ledger/reverse'
import type { Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { newId } from '#server/kit/ids'
import { nextNos } from '#server/kit/numbers'
import { withDecisions } from './billManual.ts'
import type { NewLine } from './billNewLine.ts'

export interface NewBill {
  billId?: string
  oldmanId: string
  stayId?: string | null
  /** yyyy-MM */
  month: string
  kind: 'MONTH' | 'ONCE' | 'FINAL'
  periodStart: string
  /** With this day. */
  periodEnd: string
  bedPath?: string | null
  levelName?: string | null
  dueDate: string
  ruleId?: string | null
  ruleName?: string | null
  /** Those in force when it was made; corrections are counted with them. */
  rules?: readonly DiscountRule[] | null
  settleId?: string | null
  remark?: string | null
  lines: readonly NewLine[]
}

const ADD_BILLS = `insert into bill (org_id, bill_id, bill_no, oldman_id, stay_id, month, kind, period_start, period_end, bed_path,
  level_name, total_fen, discount_fen, subsidy_fen, due_date, rule_id, rule_name, rules, settle_id, remark, made_by)
select $1, x.bill_id, x.bill_no, x.oldman_id, x.stay_id, x.month, x.kind, x.period_start, x.period_end, x.bed_path, x.level_name,
  x.total, x.discount, x.subsidy, x.due_date, x.rule_id, x.rule_name, x.rules, x.settle_id, x.remark, $3
from jsonb_to_recordset($2::jsonb) as x(bill_id text, bill_no text, oldman_id text, stay_id text, month text, kind text,
  period_start date, period_end date, bed_path text, level_name text, total bigint, discount bigint, subsidy bigint,
  due_date date, rule_id text, rule_name text, rules jsonb, settle_id text, remark text)
on conflict (org_id, oldman_id, month) where kind = 'MONTH' and stage <> 'VOID' do nothing
returning bill_id as "billId"`

export const ADD_LINES = `insert into bill_line (org_id, line_id, bill_id, oldman_id, month, sort, project_child_id, category, name, spec,
  cycle, unit, price_fen, quantity, days, amount_fen, discount_fen, subsidy_fen, source, date_from, date_to, basis, bed_id,
  ref_kind, ref_id, service_month)
select $1, x.line_id, x.bill_id, x.oldman_id, x.month, x.sort, x.child, x.category, x.name, x.spec, x.cycle, x.unit, x.price,
  x.quantity, x.days, x.amount, x.discount, x.subsidy, x.source, x.date_from, x.date_to, x.basis, x.bed_id, x.ref_kind, x.ref_id,
  x.service
from jsonb_to_recordset($2::jsonb) as x(line_id text, bill_id text, oldman_id text, month text, sort int, child text,
  category text, name text, spec text, cycle text, unit text, price bigint, quantity bigint, days int, amount bigint,
  discount bigint, subsidy bigint, source text, date_from date, date_to date, basis text, bed_id text, ref_kind text,
  ref_id text, service text)`

/** A charge is BILLED exactly while a line of a living bill names it. */
const FREE_CHARGES = `update charge set state = 'WAITING', bill_id = null, version = version + 1
where org_id = $1 and bill_id = any($2) and state = 'BILLED'`

const TAKE_CHARGES = `update charge c set state = 'BILLED', bill_id = l.bill_id, version = c.version + 1 from bill_line l
where l.org_id = $1 and l.bill_id = any($2) and l.ref_kind = 'charge' and c.org_id = l.org_id and c.charge_id = l.ref_id
  and c.oldman_id = l.oldman_id and c.state = 'WAITING' returning c.charge_id`

export interface Sums {
  totalFen: number
  discountFen: number
  subsidyFen: number
}

export const sumsOf = (lines: readonly Pick<NewLine, 'amountFen' | 'discountFen' | 'subsidyFen'>[]): Sums => ({
  totalFen: lines.reduce((sum, line) => sum + line.amountFen, 0),
  discountFen: lines.reduce((sum, line) => sum + (line.discountFen ?? 0), 0),
  subsidyFen: lines.reduce((sum, line) => sum + (line.subsidyFen ?? 0), 0),
})

interface Head {
  billId: string
  oldmanId: string
  month: string
}

const MONTH = /^\d{4}-\d{2}$/

/** The month a line is about; the database says the same of lines that do not tell (bill_line_about). */
function serviceOf({ refKind, refId, dateFrom }: NewLine, month: string): string {
  if ((refKind === 'month' || refKind === 'manual') && refId && MONTH.test(refId)) return refId
  return dateFrom ? dateFrom.slice(0, 7) : month
}

/** What ADD_LINES takes, without what there is nothing to say about: tens of thousands of them are on the way. A line that has its id keeps it. */
export const lineRows = ({ billId, oldmanId, month }: Head, lines: readonly (NewLine & { lineId?: string })[]) =>
  lines.map((line, i) => ({
    line_id: line.lineId ?? newId(),
    bill_id: billId,
    oldman_id: oldmanId,
    month,
    sort: i + 1,
    child: line.projectChildId ?? undefined,
    category: line.category,
    name: line.name,
    spec: line.spec ?? undefined,
    cycle: line.cycle,
    unit: line.unit ?? undefined,
    price: line.priceFen,
    quantity: line.quantity ?? 1000,
    days: line.days ?? undefined,
    amount: line.amountFen,
    discount: line.discountFen ?? 0,
    subsidy: line.subsidyFen ?? 0,
    source: line.source,
    date_from: line.dateFrom ?? undefined,
    date_to: line.dateTo ?? undefined,
    basis: line.basis ?? undefined,
    bed_id: line.bedId ?? undefined,
    ref_kind: line.refKind ?? undefined,
    ref_id: line.refId ?? undefined,
    service: serviceOf(line, month),
  }))

const ofCharges = (lines: readonly NewLine[]) => lines.filter((line) => line.refKind === 'charge').length

async function takeCharges(tx: Tx, billIds: readonly string[], expected: number): Promise<void> {
  if (expected === 0) return
  const taken = await tx.client.query({ name: 'charges_take', text: TAKE_CHARGES, values: [tx.orgId, billIds] })
  if (taken.rowCount !== expected) throw new Refusal('CHANGED_MEANWHILE', { who: '别人' })
}

/**
 * Drafts with their lines. A month that has its bill already is left out without a word, so that making bills again adds
 * nothing. Answers the ids of those that were made.
 */
export async function addBills(tx: Tx, drafts: readonly NewBill[], day: string | null = null): Promise<string[]> {
  if (drafts.length === 0) return []
  const numbers = await nextNos(tx, 'ZD', drafts.length, day)
  const bills = drafts.map((draft) => ({ ...draft, billId: draft.billId ?? newId() }))
  const rows = bills.map((one, i) => {
    const sums = sumsOf(one.lines)
    return {
      bill_id: one.billId,
      bill_no: numbers[i],
      oldman_id: one.oldmanId,
      stay_id: one.stayId ?? null,
      month: one.month,
      kind: one.kind,
      period_start: one.periodStart,
      period_end: one.periodEnd,
      bed_path: one.bedPath ?? null,
      level_name: one.levelName ?? null,
      total: sums.totalFen,
      discount: sums.discountFen,
      subsidy: sums.subsidyFen,
      due_date: one.dueDate,
      rule_id: one.ruleId ?? null,
      rule_name: one.ruleName ?? null,
      rules: one.rules ?? null,
      settle_id: one.settleId ?? null,
      remark: one.remark ?? null,
    }
  })
  const added = await tx.client.query<{ billId: string }>({
    name: 'bills_add',
    text: ADD_BILLS,
    values: [tx.orgId, JSON.stringify(rows), tx.by.name],
  })
  const made = new Set(added.rows.map((row) => row.billId))
  const ours = bills.filter((one) => made.has(one.billId))
  const lines = ours.flatMap((one) => lineRows(one, one.lines))
  if (lines.length > 0) {
    await tx.client.query({ name: 'bill_lines_add', text: ADD_LINES, values: [tx.orgId, JSON.stringify(lines)] })
  }
  const charged = ours.filter((one) => ofCharges(one.lines) > 0)
  await takeCharges(
    tx,
    charged.map((one) => one.billId),
    charged.reduce((sum, one) => sum + ofCharges(one.lines), 0),
  )
  return ours.map((one) => one.billId)
}

export interface LockedBill extends Head, Sums {
  billNo: string
  kind: string
  state: BillStateValue
  receivableFen: number
  paidFen: number
  dueDate: string
  version: number
}

const OF_RESIDENTS = 'select distinct oldman_id as id from bill where org_id = $1 and bill_id = any($2)'
const LOCK_ACCOUNTS = `select from elder_account where org_id = $1 and oldman_id = any($2) order by oldman_id for no key update`
const LOCK_BILLS = `select bill_id as "billId", bill_no as "billNo", oldman_id as "oldmanId", month, kind, state,
  total_fen as "totalFen", discount_fen as "discountFen", subsidy_fen as "subsidyFen", receivable_fen as "receivableFen",
  paid_fen as "paidFen", due_date as "dueDate", version
from bill where org_id = $1 and bill_id = any($2) order by oldman_id, month, bill_no for no key update`

/** The accounts first, then the bills, each in one order: everybody who moves money waits the same way. */
export async function lockBills(tx: Tx, billIds: readonly string[]): Promise<LockedBill[]> {
  const residents = await tx.client.query<{ id: string }>({
    name: 'bills_elders',
    text: OF_RESIDENTS,
    values: [tx.orgId, billIds],
  })
  const ids = residents.rows.map((row) => row.id)
  await tx.client.query({ name: 'bills_accounts_lock', text: LOCK_ACCOUNTS, values: [tx.orgId, ids] })
  const lock = { name: 'bills_lock', text: LOCK_BILLS, values: [tx.orgId, billIds] }
  const found = await tx.client.query<LockedBill>(lock)
  if (found.rows.length < new Set(billIds).size) throw notFound('账单')
  return found.rows
}

export const refuseUnless = (bill: LockedBill, states: readonly BillStateValue[], act: string): void => {
  if (states.includes(bill.state)) return
  throw new Refusal('STATE_NOT_ALLOWED', { state: BillState.label(bill.state), act: `${act}账单 ${bill.billNo}` })
}

const SUMS = `update bill set total_fen = $3, discount_fen = $4, subsidy_fen = $5, version = version + 1
where org_id = $1 and bill_id = $2`

const BEFORE = `select project_child_id as "projectChildId", category, name, spec, cycle, unit, price_fen as "priceFen", quantity, days,
  amount_fen as "amountFen", source, date_from as "dateFrom", date_to as "dateTo", bed_id as "bedId", ref_kind as "refKind",
  ref_id as "refId" from bill_line where org_id = $1 and bill_id = $2 order by sort`

/**
 * Other lines for a draft; charges that are no longer among them wait again, what a person changed or struck out is kept
 * as their decision (billManual.ts). Answers the bill with its new sums.
 */
export async function replaceLines(tx: Tx, billId: string, wanted: readonly NewLine[]): Promise<LockedBill> {
  const [bill] = await lockBills(tx, [billId])
  refuseUnless(bill!, ['DRAFT'], '修改')
  const before = await tx.client.query<NewLine>(BEFORE, [tx.orgId, billId])
  const lines = withDecisions(before.rows, wanted)
  const sums = sumsOf(lines)
  await tx.client.query('delete from bill_line where org_id = $1 and bill_id = $2', [tx.orgId, billId])
  if (lines.length > 0) {
    const rows = lineRows(bill!, lines)
    await tx.client.query({ name: 'bill_lines_add', text: ADD_LINES, values: [tx.orgId, JSON.stringify(rows)] })
  }
  // Those that stay on the bill are freed and taken again.
  await tx.client.query({ name: 'charges_free', text: FREE_CHARGES, values: [tx.orgId, [billId]] })
  await takeCharges(tx, [billId], ofCharges(lines))
  await tx.client.query(SUMS, [tx.orgId, billId, sums.totalFen, sums.discountFen, sums.subsidyFen])
  const receivableFen = sums.totalFen - sums.discountFen - sums.subsidyFen
  return { ...bill!, ...sums, receivableFen, version: bill!.version + 1 }
}

/** A draft that is not wanted; its charges wait again. */
export async function removeDrafts(tx: Tx, billIds: readonly string[]): Promise<LockedBill[]> {
  const bills = await lockBills(tx, billIds)
  for (const bill of bills) refuseUnless(bill, ['DRAFT'], '删除')
  await tx.client.query({ name: 'charges_free', text: FREE_CHARGES, values: [tx.orgId, billIds] })
  await tx.client.query('delete from bill where org_id = $1 and bill_id = any($2)', [tx.orgId, billIds])
  return bills
}

const ISSUE = `update bill set stage = 'ISSUED', issued_at = clock_timestamp(), issued_by = $3, version = version + 1,
  due_date = coalesce($4::date, case when due_date < coalesce($6::date, current_date)
    then coalesce($6::date, current_date) + $5::int else due_date end)
where org_id = $1 and bill_id = any($2)`

export interface IssueInput {
  /** One for all; else each keeps that of its draft, unless that is over already. */
  dueDate?: string | null
  /** The day it counts for; today unless told. */
  day?: string | null
  remark?: string | null
}

const KIND_WORD: Readonly<Record<string, string>> = { MONTH: '月账单', ONCE: '单次账单', FINAL: '退住账单' }

/** From here on the bills are owed. One that would ask for less than nothing is refused. Answers them in the order locked. */
export async function issueBills(tx: Tx, billIds: readonly string[], input: IssueInput = {}): Promise<LockedBill[]> {
  if (billIds.length === 0) return []
  const bills = await lockBills(tx, billIds)
  for (const bill of bills) {
    refuseUnless(bill, ['DRAFT'], '出账')
    if (bill.receivableFen < 0) {
      throw invalid(
        `账单 ${bill.billNo} 的应收金额为 ${yuanText(bill.receivableFen)} 元，不能小于零，请修改明细后再出账`,
        'billIds',
      )
    }
  }
  const { dueDays } = await feeSettingsOf(tx.client, tx.orgId)
  await tx.client.query({
    name: 'bills_issue',
    text: ISSUE,
    values: [tx.orgId, billIds, tx.by.name, input.dueDate ?? null, dueDays, input.day ?? null],
  })
  const entries = bills
    .filter((bill) => bill.totalFen > 0)
    .map((bill) => ({
      oldmanId: bill.oldmanId,
      tradeType: 'BILL' as const,
      amountFen: bill.totalFen,
      receivable: bill.receivableFen,
      discount: bill.discountFen,
      subsidy: bill.subsidyFen,
      income: bill.totalFen,
      billId: bill.billId,
      billMonth: bill.month,
      groupId: newId(),
      day: input.day ?? null,
      content: `${bill.month} ${KIND_WORD[bill.kind] ?? '账单'} ${bill.billNo}`,
      remark: input.remark ?? null,
    }))
  await post(tx, entries)
  return bills
}

const VOID = `update bill set stage = 'VOID', void_reason = $3, version = version + 1 where org_id = $1 and bill_id = $2`
const ISSUED_BY = `select entry_id as id from ledger l where org_id = $1 and bill_id = $2 and trade_type = 'BILL' and reversal_of is null
  and not exists (select from ledger r where r.org_id = l.org_id and r.reversal_of = l.entry_id)`

/** Nothing may be paid on it. Its entry is taken back, its charges wait for the next bill. */
export async function voidBill(tx: Tx, billId: string, reason: string): Promise<LockedBill> {
  if (!reason.trim()) throw invalid('请填写作废原因', 'reason')
  const [bill] = await lockBills(tx, [billId])
  // A bill of nothing is PAID from its first moment and may still be voided.
  const ofNothing = bill!.state === 'PAID' && bill!.paidFen === 0
  if (!ofNothing) refuseUnless(bill!, ['DUE'], '作废')
  await tx.client.query({ name: 'charges_free', text: FREE_CHARGES, values: [tx.orgId, [billId]] })
  await tx.client.query({ name: 'bill_void', text: VOID, values: [tx.orgId, billId, reason.trim()] })
  const entries = await tx.client.query<{ id: string }>({
    name: 'bill_entry',
    text: ISSUED_BY,
    values: [tx.orgId, billId],
  })
  if (entries.rows.length > 0) {
    await reverse(tx, { entryIds: entries.rows.map((row) => row.id), groupId: newId(), reason: reason.trim() })
  }
  return bill!
}

export interface OnceBill
  extends Partial<Pick<NewBill, 'periodStart' | 'periodEnd' | 'levelName' | 'ruleId' | 'ruleName' | 'rules'>> {
  account: Pick<LockedAccount, 'oldmanId' | 'bedPath'>
  lines: readonly NewLine[]
  /** yyyy-MM-dd: the day of the charge, which is the day it falls due. */
  day: string
  /** FINAL for the last bill of a check-out, with its settlement. */
  kind?: 'ONCE' | 'FINAL'
  month?: string
  stayId?: string | null
  settleId?: string | null
  dueDate?: string | null
  remark?: string | null
}

/** Made and issued in one, for what is charged at once. Answers the bill; nothing is paid on it yet. */
export async function addOnceBill(tx: Tx, input: OnceBill): Promise<LockedBill> {
  if (input.lines.length === 0) throw invalid('请至少填写一项费用', 'lines')
  const [billId] = await addBills(tx, [
    {
      oldmanId: input.account.oldmanId,
      stayId: input.stayId ?? null,
      month: input.month ?? input.day.slice(0, 7),
      kind: input.kind ?? 'ONCE',
      periodStart:
        input.periodStart ??
        input.lines.reduce((day, line) => (line.dateFrom && line.dateFrom < day ? line.dateFrom : day), input.day),
      periodEnd:
        input.periodEnd ??
        input.lines.reduce((day, line) => (line.dateTo && line.dateTo > day ? line.dateTo : day), input.day),
      bedPath: input.account.bedPath,
      levelName: input.levelName ?? null,
      ruleId: input.ruleId ?? null,
      ruleName: input.ruleName ?? null,
      rules: input.rules ?? null,
      dueDate: input.dueDate ?? input.day,
      settleId: input.settleId ?? null,
      remark: input.remark ?? null,
      lines: input.lines,
    },
  ])
  const [bill] = await issueBills(tx, [billId!], { dueDate: input.dueDate ?? input.day })
  return bill!
}

onConstraint('bill_month', () => invalid('该老人这个月份已有月账单', 'month'))
onConstraint('bill_final', () => invalid('这次退住已有退住账单', 'settleId'))
onConstraint('bill_receivable', () => invalid('账单应收金额不能小于零，请修改明细后再出账', 'lines'))
onConstraint(
  'bill_frozen',
  () => new Refusal('STATE_NOT_ALLOWED', { state: '已出账', act: '修改明细，请先作废再重新生成' }),
)
