// 应收报表: issued bills, what is paid on them and how long the rest has been due.

import type {
  AgeingChartData,
  AgeingValue,
  ReceivableRowData,
  ReceivableSumsData,
  reportBills,
} from '#contract/expense/reportBills'
import { Ageing } from '#contract/expense/reportBills'
import type { InputOf } from '#contract/kit/call'
import type { Fen } from '#contract/kit/money'
import { overdue } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { contains, sortOf } from '#server/kit/page'
import {
  type BillsOf,
  billConditions,
  differingBills,
  ledgerOfBills,
  paidOnBills,
  papersOf,
  sumConditions,
} from './reportBillCheck.ts'
import { billsPaidLater, correctedAfter, standsAt } from './reportClosed.ts'
import { RESIDENT_COLUMNS, RESIDENT_JOINS } from './reportEntries.ts'
import { answerReport, type Bind, bindFor, checkOf, pageOfReport, periodOf, residentsOf } from './reportKit.ts'

type Query = InputOf<(typeof reportBills)['calls']['receivalbe']>

const OPEN = `b.state in ('DUE', 'PART')`
/** `b.today` is the day the report is about. */
const LATE = '(b.today - b.due_date)'
const AGEING = `case when not ${OPEN} then null when ${LATE} <= 0 then 'NOT_DUE' when ${LATE} <= 30 then 'D30'
  when ${LATE} <= 60 then 'D60' when ${LATE} <= 90 then 'D90' else 'OLDER' end`

const STATES = { OPEN, LATE: `${OPEN} and ${LATE} > 0`, PAID: `b.state = 'PAID'` } as const

const SORTS = {
  month: 'b.month',
  billNo: 'b.bill_no',
  receivableFen: 'b.receivable_fen',
  discountFen: 'b.discount_fen',
  paidFen: 'b.paid_fen',
  unpaidFen: '(b.receivable_fen - b.paid_fen)',
  dueDate: 'b.due_date',
  lateDays: 'b.due_date',
  oldmanName: 'b.oldman_id',
}

const COLUMNS = `x.org_id, x.bill_id, x.bill_no, x.oldman_id, x.stay_id, x.month, x.kind, x.bed_path, x.level_name, x.receivable_fen,
  x.discount_fen, x.due_date, x.stage`

/** Bills `b` as they are, or as they stood at the end of a closed month. */
const billsAt = (at: string | null, bind: Bind) =>
  at
    ? `(select ${COLUMNS}, x.paid_fen - coalesce(p.fen, 0) as paid_fen, ${bind.add(at)}::date as today,
        case when x.stage <> 'ISSUED' then x.stage when x.paid_fen - coalesce(p.fen, 0) >= x.receivable_fen then 'PAID'
          when x.paid_fen > coalesce(p.fen, 0) then 'PART' else 'DUE' end as state
      from bill x left join ${billsPaidLater(at, bind)} p on p.bill_id = x.bill_id where x.org_id = $1) b`
    : `(select ${COLUMNS}, x.paid_fen, x.state, current_date as today from bill x where x.org_id = $1) b`

/** The payer of the stay the bill belongs to, else whoever in the family pays, else who stands first. */
const PAYER = `left join lateral (select f.name, f.phone from oldman_family f left join stay s
    on s.org_id = b.org_id and s.stay_id = b.stay_id and s.payer_id = f.family_id
  where f.org_id = b.org_id and f.oldman_id = b.oldman_id
  order by (s.stay_id is not null) desc, f.payer desc, f.emergency desc, f.sort, f.family_id limit 1) p on true`

const where =
  (q: Query) =>
  (bind: Bind): string[] => {
    const billNo = contains(q.billNo)
    return [
      ...(q.state ? [STATES[q.state]] : []),
      ...(q.ageing ? [`${AGEING} = ${bind.add(q.ageing)}`] : []),
      ...(billNo ? [`b.bill_no like ${bind.add(billNo)}`] : []),
    ]
  }

export async function receivableReport(q: Query, who: Caller) {
  // What is owed does not end with a year: without months, all of them.
  const period = q.from || q.to ? periodOf(q.from ? q : { from: '2000-01-01', to: q.to }) : null
  const residents = await residentsOf(who, q)
  const at = await standsAt(who, period)
  const bills: BillsOf = {
    residents,
    at,
    from: period?.from.slice(0, 7) ?? null,
    to: period?.to.slice(0, 7) ?? null,
    where: where(q),
  }
  const rows = async () => {
    const bind = bindFor(who)
    const { size, offset } = pageOfReport(q)
    const turned = q.orderBy?.replace(
      /^(\s*lateDays)\s+(asc|desc)?/i,
      (_, key, way) => `${key} ${/desc/i.test(way) ? 'asc' : 'desc'}`,
    )
    const sort = sortOf(turned, SORTS)
    const order = sort ? `${sort}, b.bill_id` : 'b.month desc, b.bill_id desc'
    const found = await who.app.pool.query<ReceivableRowData>(
      `with page as materialized (select b.* from ${billsAt(at, bind)} where ${billConditions(bills, bind)} order by ${order}
        limit ${Math.trunc(size)} offset ${bind.add(offset)})
      select ${RESIDENT_COLUMNS.replace('at.path as "bedPath"', 'coalesce(b.bed_path, at.path) as "bedPath"')},
        coalesce(${overdue('a')}, 0) as "owedFen", b.bill_id as "billId", b.bill_no as "billNo", b.kind, b.state, b.month,
        b.level_name as "levelName", b.receivable_fen as "receivableFen", b.discount_fen as "discountFen",
        b.paid_fen as "paidFen", b.receivable_fen - b.paid_fen as "unpaidFen", b.due_date as "dueDate",
        case when ${OPEN} and ${LATE} > 0 then ${LATE} end as "lateDays", ${AGEING} as ageing, p.name as payer, p.phone
      from page b ${RESIDENT_JOINS('b')} join elder_account a on a.org_id = b.org_id and a.oldman_id = b.oldman_id ${PAYER}
      order by ${order}`,
      bind.values,
    )
    return found.rows
  }
  const sums = async () => {
    const bind = bindFor(who)
    // All bills of whole months: the residents' sums by month are the same and far fewer.
    const whole = where(q)(bindFor(who)).length === 0
    const { where: _, ...months } = bills
    const from = whole
      ? `(select s.bills, s.oldman_id, s.receivable_fen, s.discount_fen, s.paid_fen from bill_sum s
          where s.org_id = $1 and s.bills > 0 and ${sumConditions(months, bind)}) b`
      : `(select 1 as bills, b.oldman_id, b.receivable_fen, b.discount_fen, b.paid_fen from ${billsAt(at, bind)}
          where ${billConditions(bills, bind)}) b`
    const found = await who.app.pool.query<ReceivableSumsData>(
      `select coalesce(sum(b.bills), 0)::int as bills, count(distinct b.oldman_id)::int as residents,
        coalesce(sum(b.receivable_fen), 0)::bigint as "receivableFen", coalesce(sum(b.discount_fen), 0)::bigint as "discountFen",
        coalesce(sum(b.paid_fen), 0)::bigint as "paidFen", coalesce(sum(b.receivable_fen - b.paid_fen), 0)::bigint as "unpaidFen"
      from ${from}`,
      bind.values,
    )
    const sum = found.rows[0]!
    const later = whole && at ? await paidOnBills(who, bills, at) : 0
    const paidFen = (sum.paidFen - later) as Fen
    const unpaidFen = (sum.unpaidFen + later) as Fen
    return { total: sum.bills, sums: { ...sum, paidFen, unpaidFen } }
  }
  return answerReport<ReceivableRowData, ReceivableSumsData, AgeingChartData>(q, {
    period,
    rows,
    sums,
    chart: async () => {
      const bind = bindFor(who)
      const found = await who.app.pool.query<{ ageing: AgeingValue; bills: number; unpaidFen: Fen }>(
        `select ${AGEING} as ageing, count(*)::int as bills, sum(b.receivable_fen - b.paid_fen)::bigint as "unpaidFen"
        from ${billsAt(at, bind)} where ${billConditions(bills, bind)} and ${OPEN} group by 1`,
        bind.values,
      )
      const known = new Map(found.rows.map((row) => [row.ageing, row]))
      return {
        ageing: Ageing.list.map(({ value }) => known.get(value) ?? { ageing: value, bills: 0, unpaidFen: 0 as Fen }),
      }
    },
    closed: async () => (period ? correctedAfter(who, at, { period, residents }) : null),
    check: async (sum) => {
      const filtered = where(q)(bindFor(who)).length > 0
      const { where: _, ...months } = bills
      const [ledger, papers] = await Promise.all([
        ledgerOfBills(who, filtered ? bills : months, (bind) => billsAt(at, bind)),
        filtered ? null : papersOf(who, months),
      ])
      return checkOf({
        reportTitle: '本表未收',
        reportFen: sum.unpaidFen,
        ledgerTitle: '总账 1122 应收账款',
        ledgerFen: ledger.receivable - ledger.paid,
        covers: [{ count: sum.bills, what: '张账单' }],
        also: [
          { what: '应收合计', reportFen: sum.receivableFen, otherFen: ledger.receivable },
          { what: '已收合计', reportFen: sum.paidFen, otherFen: ledger.paid },
          { what: '账单应收', reportFen: papers?.bills.asked ?? 0, otherFen: papers ? ledger.receivable : 0 },
          { what: '账单已收', reportFen: papers?.bills.paid ?? 0, otherFen: papers ? ledger.paid : 0 },
        ],
        differing: () => differingBills(who, months),
      })
    },
  })
}
