// Pieces of SQL about bills: the bill is `t`, its resident `o`, the account `ac`.

import type { billing } from '#contract/expense/bill'
import type { InputOf } from '#contract/kit/call'
import { lookUp } from '#contract/kit/lookup'
import { invalid } from '#contract/kit/refusal'
import { AGE, nameMatches, overdue, partPattern, startPattern } from '#server/areas/residents/public'
import { contains, type Filter, several } from '#server/kit/page'
import type { Scope } from '#server/kit/tenant'
import { deptFilter, inDepts } from '#server/kit/tenant'

const ofResident = (piece: string) => piece.replace(/\bt\./g, 'o.')

export const FROM = 'bill t join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id'

export const JOINS = `join elder_account ac on ac.org_id = t.org_id and ac.oldman_id = t.oldman_id
  left join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id`

/** As it is shown; late follows from the day. */
export const STANDING = `case when t.state in ('DUE', 'PART') and t.due_date < current_date then 'LATE' else t.state end`

export const COLUMNS = `t.bill_id as "tradeMonthId", t.bill_no as "billNo", t.month, t.kind, t.period_start as "periodStart",
  t.period_end as "periodEnd", t.bed_path as "bedPath", t.level_name as "levelName", o.dept_id as "deptId",
  d.dept_name as "deptName", t.total_fen as "totalFen", t.discount_fen as "discountFen", t.subsidy_fen as "subsidyFen",
  t.receivable_fen as "receivableFen", t.paid_fen as "paidFen",
  case when t.state in ('DUE', 'PART') then t.receivable_fen - t.paid_fen else 0 end as "unpaidFen",
  ac.balance_fen as "balanceFen", ac.gift_fen as "giftFen", ${overdue('ac')} as "owedFen",
  t.due_date as "dueDate",
  case when t.state in ('DUE', 'PART') then greatest(current_date - t.due_date, 0) else 0 end as "lateDays",
  t.state, ${STANDING} as standing, (t.state in ('DUE', 'PART') and t.due_date < current_date)::int as arrears,
  t.rule_name as "ruleName", t.remark, t.void_reason as "voidReason", t.made_by as "madeBy", t.issued_by as "issuedBy",
  t.issued_at as "issuedAt", t.settled_at as "settledAt", t.created_at as "createTime", t.printed_times as "printedTimes",
  t.version, o.oldman_id as "oldmanId", o.oldman_name as "oldmanName", o.sex, ${ofResident(AGE)} as age, o.head,
  o.status`

export const SORTS = {
  oldmanName: 'o.oldman_name',
  month: 't.month',
  billNo: 't.bill_no',
  dueDate: 't.due_date',
  receivableFen: 't.receivable_fen',
  paidFen: 't.paid_fen',
  unpaidFen: '(t.receivable_fen - t.paid_fen)',
  issuedAt: 't.issued_at',
  createTime: 't.created_at',
}

export const IN_SCOPE = `t.org_id = $1 and ${inDepts('o', '$2')}`

const STANDS: Readonly<Record<string, string>> = {
  DRAFT: `t.state = 'DRAFT'`,
  DUE: `t.state = 'DUE' and t.due_date >= current_date`,
  PART: `t.state = 'PART' and t.due_date >= current_date`,
  LATE: `t.state in ('DUE', 'PART') and t.due_date < current_date`,
  PAID: `t.state = 'PAID'`,
  VOID: `t.state = 'VOID'`,
}

const BEDS_IN = `select b.bed_id from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
  join location l on l.org_id = r.org_id and l.location_id = r.area
  join location a on a.org_id = l.org_id and a.location_id = ?2
  where b.org_id = ?1 and (l.location_id = a.location_id or starts_with(l.path, a.path || '>'))`

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
export function dayOr(text: string | null | undefined, field: string): string | null {
  if (!text) return null
  if (!DAY.test(text) || Number.isNaN(Date.parse(text))) throw invalid('日期应为 年-月-日', field)
  return text
}

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/
/** 2026-11, also as the first day of it. */
export function monthOr(text: string | null | undefined, field: string): string | null {
  if (!text) return null
  const month = text.slice(0, 7)
  if (!MONTH.test(month)) throw invalid('账期应为 年-月，如 2026-11', field)
  return month
}

/** Ids joined by commas. */
export const idsOr = (text: string | null | undefined): string[] | null => {
  const ids = text?.split(',').filter(Boolean)
  return ids?.length ? ids.slice(0, 1000) : null
}

export const nameFilter = (name: string | null | undefined): Filter => {
  const text = name?.trim()
  return text ? [ofResident(nameMatches('?1', '?2')), several(partPattern(text), startPattern(text))] : ['', null]
}

export type BillFilters = Omit<InputOf<typeof billing.calls.list>, 'page' | 'size' | 'orderBy'>

export function filtersOf(who: Scope, q: BillFilters, { standing = true } = {}): Filter[] {
  const stands = standing && q.standing ? (lookUp(STANDS, q.standing) ?? 'false') : null
  return [
    ['t.org_id = ?', who.orgId],
    deptFilter(who, 'o'),
    // Always true with its value, which only says that the filter is there.
    ...(stands ? ([[`(${stands}) and ?::bool`, true]] as Filter[]) : []),
    nameFilter(q.oldmanName),
    ['t.oldman_id = ?', q.oldmanId],
    ['t.month = ?', monthOr(q.month, 'month')],
    ['t.kind = ?', q.kind],
    ['t.bill_no like ?', contains(q.billNo)],
    ...(q.areaId ? ([[`o.current_bed_id in (${BEDS_IN})`, several(who.orgId, q.areaId)]] as Filter[]) : []),
    [`replace(t.bed_path, '>', '') like ?`, contains(q.bed?.replace(/[>›\s]/g, ''))],
    ['o.dept_id = ?', q.deptId],
    ['t.due_date >= ?::date', dayOr(q.dueFrom, 'dueFrom')],
    ['t.due_date <= ?::date', dayOr(q.dueTo, 'dueTo')],
    ['(t.printed_times = 0) = (? = 1)', q.unprinted || null],
    ['t.bill_id = any(?)', idsOr(q.ids)],
  ]
}
