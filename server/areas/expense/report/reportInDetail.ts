// 收入明细: how payments fell on the lines of bills. What was paid back by its own way stands in the report of refunds.

import type { CategoriesData, InDetailRowData, InDetailSumsData, reportDetail } from '#contract/expense/reportDetail'
import type { InputOf } from '#contract/kit/call'
import { lookUp } from '#contract/kit/lookup'
import type { Caller } from '#server/kit/caller'
import { sortOf } from '#server/kit/page'
import { standsAt, takenBackAfter } from './reportClosed.ts'
import { RESIDENT_COLUMNS, RESIDENT_JOINS } from './reportEntries.ts'
import {
  addUp,
  answerReport,
  type Bind,
  bindFor,
  CASH,
  checkOf,
  ledgerSums,
  ofResidents,
  type Period,
  pageOfReport,
  periodOf,
  type Residents,
  residentsOf,
} from './reportKit.ts'
import { sumShares } from './reportShareSums.ts'
import { differingShares } from './reportShares.ts'

type Query = InputOf<typeof reportDetail.calls.inDetail>

const filters = (q: Query, bind: Bind): string[] => [
  'not refund',
  ...(q.way ? [`way = ${bind.add(q.way)}`] : []),
  ...(q.userId ? [`user_id = ${bind.add(q.userId)}`] : []),
  ...ofItem(q, bind),
  ...(q.source ? [`paid_from = ${bind.add(q.source)}`] : []),
]

const SUMS = {
  entries: 'sum(shares)',
  amountFen: 'sum(amount_fen)',
  outsideFen: `sum(amount_fen) filter (where paid_from = 'CASH')`,
  balanceFen: `sum(amount_fen) filter (where paid_from = 'BALANCE')`,
  giftFen: `sum(amount_fen) filter (where paid_from = 'GIFT')`,
  depositFen: `sum(amount_fen) filter (where paid_from = 'DEPOSIT')`,
  bookingFen: `sum(amount_fen) filter (where paid_from = 'BOOKING')`,
}
type Added = InDetailSumsData & { entries: number }

/** Labels of all fee categories, once for a statement. */
export const CATEGORY_NAMES = `(select coalesce(jsonb_object_agg(v.value, v.label), '{}') from dictionary d join dictionary_value v
  on v.org_id = d.org_id and v.dictionary_id = d.dictionary_id where d.org_id = $1 and d.dictionary_code = 'feeCategory')`

const STATE = `case when l.reversal_of is not null then 'REVERSAL' when exists (select from ledger r
  where r.org_id = l.org_id and r.reversal_of = l.entry_id) then 'TAKEN_BACK' else 'NORMAL' end`

const NEWEST = 's.day desc, s.at desc, s.entry_id desc, s.line_id desc'
const SORTS = { at: 's.at', amountFen: 's.amount_fen' }

async function rowsOf(who: Caller, q: Query, period: Period, residents: Residents): Promise<InDetailRowData[]> {
  const bind = bindFor(who)
  const { size, offset } = pageOfReport(q)
  const sort = sortOf(q.orderBy, SORTS)
  const order = sort === null || sort === 's.at desc' ? NEWEST : `${sort}, ${NEWEST}`
  const where = [
    's.org_id = $1',
    `s.day between ${bind.add(period.from)} and ${bind.add(period.to)}`,
    ofResidents(residents, 's.oldman_id', bind),
    ...filters(q, bind).map((one) => (one === 'not refund' ? 'not s.refund' : `s.${one}`)),
  ]
  const text = `with page as materialized (select s.* from pay_share s where ${where.join(' and ')} order by ${order}
      limit ${Math.trunc(size)} offset ${bind.add(offset)}), names as (select ${CATEGORY_NAMES} as n)
    select ${RESIDENT_COLUMNS}, s.entry_id || '-' || s.line_id as "rowId", s.entry_id as "entryId", s.line_id as "lineId",
      s.bill_id as "billId", b.bill_no as "billNo", s.day, s.at, l.receipt_id as "receiptId", rc.receipt_no as "receiptNo",
      bl.month as "billMonth", s.category, coalesce(names.n ->> s.category, s.category) as "categoryName", bl.name,
      bl.amount_fen as "lineFen", bl.discount_fen + bl.subsidy_fen as "discountFen", s.amount_fen as "amountFen",
      nullif(s.way, 0) as way, s.paid_from as "paidFrom", l.user_name as "userName", ${STATE} as state
    from page s cross join names ${RESIDENT_JOINS('s')}
    join ledger l on l.org_id = s.org_id and l.entry_id = s.entry_id
    join bill_line bl on bl.org_id = s.org_id and bl.line_id = s.line_id
    join bill b on b.org_id = s.org_id and b.bill_id = s.bill_id
    left join receipt rc on rc.org_id = l.org_id and rc.receipt_id = l.receipt_id order by ${order}`
  return (await who.app.pool.query<InDetailRowData>(text, bind.values)).rows
}

type ByCategory = Added & { category: string }

/** Labels of the fee categories by their values. */
export async function categoryNames(who: Caller): Promise<Record<string, string>> {
  const found = await who.app.pool.query<{ n: Record<string, string> }>({
    name: 'report_categories',
    text: `select ${CATEGORY_NAMES} as n`,
    values: [who.orgId],
  })
  return found.rows[0]!.n
}

const SIDE: Readonly<Record<string, string>> = {
  CASH,
  BALANCE: 'balance_fen <> 0',
  GIFT: 'gift_fen <> 0',
  DEPOSIT: 'deposit_fen <> 0',
  BOOKING: 'booking_fen <> 0',
}

const ofItem = (q: Query, bind: Bind): string[] => [
  ...(q.category ? [`category = ${bind.add(q.category)}`] : []),
  ...(q.projectChildId ? [`project_child_id = ${bind.add(q.projectChildId)}`] : []),
]

/** The ledger knows payments, not lines: with a filter on items the shares of all others are taken off. */
async function again(
  who: Caller,
  q: Query,
  period: Period,
  residents: Residents,
): Promise<{ fen: number; entries: number }> {
  const bind = bindFor(who)
  const [row] = await ledgerSums<{ fen: number; entries: number }>(who, {
    period,
    residents,
    bind,
    entriesOnly: true,
    where: [
      'not refund',
      ...(q.way ? [`way = ${bind.add(q.way)}`] : []),
      ...(q.userId ? [`user_id = ${bind.add(q.userId)}`] : []),
      ...(q.source ? [SIDE[q.source]!] : []),
    ],
    entryWhere: ['receivable_fen <> 0', `trade_type <> 'BILL'`],
    sums: { fen: '-sum(receivable_fen)', entries: 'sum(entries)' },
  })
  if (!q.category && !q.projectChildId) return row!
  const others = bindFor(who)
  const [rest] = await sumShares<{ fen: number }>(who, {
    period,
    residents,
    bind: others,
    sharesOnly: true,
    where: [
      ...filters({ ...q, category: null, projectChildId: null }, others),
      `(${ofItem(q, others).join(' and ')}) is not true`,
    ],
    sums: { fen: 'sum(amount_fen)' },
  })
  return { ...row!, fen: row!.fen - rest!.fen }
}

export async function inDetailReport(q: Query, who: Caller) {
  const period = periodOf(q)
  const residents = await residentsOf(who, q)
  // The totals and the shares of the categories are the same rows.
  let known: Promise<ByCategory[]> | null = null
  const added = () => {
    const bind = bindFor(who)
    known ??= sumShares<ByCategory>(who, {
      period,
      residents,
      bind,
      where: filters(q, bind),
      by: { category: 'category' },
      sums: SUMS,
    })
    return known
  }
  return answerReport<InDetailRowData, InDetailSumsData, CategoriesData>(q, {
    period,
    rows: () => rowsOf(who, q, period, residents),
    sums: async () => {
      const sums = addUp(await added(), Object.keys(SUMS) as (keyof Added)[]) as Added
      return { total: sums.entries, sums }
    },
    chart: async () => {
      const [parts, names] = await Promise.all([added(), categoryNames(who)])
      return {
        parts: parts
          .map(({ category, amountFen }) => ({ category, name: lookUp(names, category) ?? category, fen: amountFen }))
          .sort((x, y) => y.fen - x.fen),
      }
    },
    closed: async () =>
      takenBackAfter(who, await standsAt(who, period), {
        period,
        residents,
        where: () => ['o.receivable_fen <> 0', `o.trade_type <> 'BILL'`, 'not o.refund'],
        sum: '-l.receivable_fen',
      }),
    check: async (sums, total) => {
      const ledger = await again(who, q, period, residents)
      const lines = q.category || q.projectChildId
      return checkOf({
        reportTitle: '本表实收合计',
        reportFen: sums.amountFen,
        ledgerTitle: lines ? '总账 应收账款（缴费冲减），减其他项目' : '总账 应收账款（缴费冲减）',
        ledgerFen: ledger.fen,
        covers: [{ count: total, what: '行' }, ...(lines ? [] : [{ count: ledger.entries, what: '笔缴费流水' }])],
        differing: () => differingShares(who, { period, residents, way: q.way ?? null, userId: q.userId ?? null }),
      })
    },
  })
}
