// The rows behind a figure of any report: entries of the ledger, lines of bills.

import { type BillLineRowData, type LedgerRowData, report } from '#contract/expense/report'
import type { InputOf } from '#contract/kit/call'
import { pageInfo } from '#contract/kit/paging'
import { amountsOnly } from '#server/areas/expense/account/amountsHidden'
import { labelOf } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { entryRows, RESIDENT_COLUMNS, RESIDENT_JOINS } from './reportEntries.ts'
import { kindCondition } from './reportKinds.ts'
import { type Bind, bindFor, ofResidents, pageOfReport, periodOf, residentsOf } from './reportKit.ts'

type EntryQuery = InputOf<typeof report.calls.entries>
type LineQuery = InputOf<typeof report.calls.lines>

const parts = (text: string) => text.split(',')

function entryWhere(q: EntryQuery, bind: Bind): string[] {
  const where: string[] = []
  const is = (column: string, value: unknown) => {
    if (value !== null && value !== undefined && value !== '') where.push(`l.${column} = ${bind.add(value)}`)
  }
  const among = (column: string, text: string | null | undefined, as: 'text' | 'int') => {
    if (!text) return
    const values = parts(text).filter((one) => as === 'text' || /^\d{1,4}$/.test(one))
    where.push(`l.${column} = any(${bind.add(values)}::${as}[])`)
  }
  is('group_id', q.groupId)
  is('bill_id', q.billId)
  is('receipt_id', q.receiptId)
  is('settle_id', q.settleId)
  is('bill_month', q.billMonth)
  is('user_id', q.userId)
  is('way', q.way)
  among('entry_id', q.entryIds, 'text')
  among('trade_type', q.types, 'text')
  among('trade_class', q.classes, 'int')
  among('way', q.ways, 'int')
  if (q.side === 'held') where.push('(l.balance_fen <> 0 or l.gift_fen <> 0)')
  else if (q.side) where.push(`l.${q.side}_fen <> 0`)
  if (q.refund !== null && q.refund !== undefined) where.push(q.refund ? 'l.refund' : 'not l.refund')
  return where
}

const NAMED = ['entryIds', 'groupId', 'billId', 'receiptId', 'settleId'] as const

async function entries(q: EntryQuery, who: Caller) {
  // What is named by its own number is shown whenever it was; everything else has a period.
  const named = NAMED.some((name) => q[name])
  const period = named && !q.from && !q.to ? null : periodOf(q)
  const residents = await residentsOf(who, q)
  const rows = bindFor(who)
  const counted = bindFor(who)
  const { page, size } = pageOfReport(q)
  const [list, total] = await Promise.all([
    entryRows<LedgerRowData>(who, q, {
      period,
      residents,
      bind: rows,
      where: entryWhere(q, rows),
      select: `l.trade_class as "tradeClass", l.amount_fen as "amountFen", l.cash_fen as "cashFen",
        l.receivable_fen as "receivableFen", l.discount_fen as "discountFen", l.subsidy_fen as "subsidyFen",
        l.promo_fen as "promoFen", l.balance_fen as "balanceFen", l.gift_fen as "giftFen", l.deposit_fen as "depositFen",
        l.booking_fen as "bookingFen", l.income_fen as "incomeFen", l.settle_id as "settleId", b.bill_no as "billNo"`,
      joins: 'left join bill b on b.org_id = l.org_id and b.bill_id = l.bill_id',
    }),
    who.app.pool.query<{ total: number }>(
      `select count(*) as total from ledger l where ${[
        'l.org_id = $1',
        ...(period ? [`l.day between ${counted.add(period.from)} and ${counted.add(period.to)}`] : []),
        ofResidents(residents, 'l.oldman_id', counted),
        ...entryWhere(q, counted),
      ].join(' and ')}`,
      counted.values,
    ),
  ])
  return pageInfo(list, total.rows[0]!.total, page, size)
}

const REDUCED = { discount: 'l.discount_fen <> 0', subsidy: 'l.subsidy_fen <> 0', leave: `l.source = 'LEAVE'` } as const

function lineWhere(q: LineQuery, bind: Bind): string[] {
  const where: string[] = []
  const is = (column: string, value: unknown) => {
    if (value !== null && value !== undefined && value !== '') where.push(`l.${column} = ${bind.add(value)}`)
  }
  is('bill_id', q.billId)
  is('category', q.category)
  where.push(...kindCondition(q.kind, 'l.category', bind))
  is('project_child_id', q.projectChildId)
  is('name', q.name)
  is('bed_id', q.bedId)
  if (q.lineIds) where.push(`l.line_id = any(${bind.add(parts(q.lineIds))}::text[])`)
  if (q.sources) where.push(`l.source = any(${bind.add(parts(q.sources))}::text[])`)
  if (q.reduced) where.push(REDUCED[q.reduced as keyof typeof REDUCED])
  if (!(q.billId || q.lineIds) || q.from || q.to) {
    const { from, to } = periodOf(q)
    where.push(`l.month between ${bind.add(from.slice(0, 7))} and ${bind.add(to.slice(0, 7))}`)
  }
  return where
}

/** Lines of bills that people have been asked to pay: neither drafts nor taken back. */
const ISSUED = `exists (select from bill b where b.org_id = l.org_id and b.bill_id = l.bill_id and b.stage = 'ISSUED')`

async function lines(q: LineQuery, who: Caller) {
  const residents = await residentsOf(who, q)
  const bind = bindFor(who)
  const where = ['l.org_id = $1', ofResidents(residents, 'l.oldman_id', bind), ...lineWhere(q, bind)]
  if (!q.billId && !q.lineIds) where.push(ISSUED)
  const { page, size, offset } = pageOfReport(q)
  const counted = [...bind.values]
  const order = 'l.month desc, l.bill_id, l.sort, l.line_id'
  const [found, total] = await Promise.all([
    who.app.pool.query<BillLineRowData>(
      `with page as materialized (select l.* from bill_line l where ${where.join(' and ')} order by ${order}
        limit ${bind.add(size)} offset ${bind.add(offset)})
      select ${RESIDENT_COLUMNS}, l.line_id as "lineId", l.bill_id as "billId", b.bill_no as "billNo", b.state as "billState",
        l.month, l.category, ${labelOf('feeCategory', 'l.category')} as "categoryName", l.name, l.spec, l.source,
        l.price_fen as "priceFen", l.quantity / 1000.0 as quantity, l.days, l.amount_fen as "amountFen",
        l.discount_fen as "discountFen", l.subsidy_fen as "subsidyFen",
        l.amount_fen - l.discount_fen - l.subsidy_fen as "receivableFen", l.paid_fen as "paidFen", l.basis
      from page l ${RESIDENT_JOINS('l')} join bill b on b.org_id = l.org_id and b.bill_id = l.bill_id order by ${order}`,
      bind.values,
    ),
    who.app.pool.query<{ total: number }>(
      `select count(*) as total from bill_line l where ${where.join(' and ')}`,
      counted,
    ),
  ])
  // A quotient comes from the database as a text.
  const list = found.rows.map((row) => ({ ...row, quantity: Number(row.quantity) }))
  return pageInfo(list, total.rows[0]!.total, page, size)
}

async function operators(_: unknown, who: Caller) {
  const found = await who.app.pool.query<{ userId: string; userName: string }>({
    name: 'report_operators',
    text: `select user_id as "userId", max(user_name) as "userName" from cash_day where org_id = $1 group by user_id order by 2, 1`,
    values: [who.orgId],
  })
  return found.rows
}

export default amountsOnly(implement(report, { entries, lines, operators }))
