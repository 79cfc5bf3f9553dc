// 收费项目统计: what the lines of bills ask for by fee item, for how many residents, and what is paid on them.
import type {
  ChargeProjectRowData,
  ChargeProjectSumsData,
  ItemChartData,
  reportBills,
} from '#contract/expense/reportBills'
import type { InputOf } from '#contract/kit/call'
import type { Fen } from '#contract/kit/money'
import { residentSql } from '#server/areas/live/publicSql'
import type { Caller } from '#server/kit/caller'
import { differingBills, issuedLines, ledgerOfBills } from './reportBillCheck.ts'
import { kindCondition } from './reportKinds.ts'
import { addUp, answerReport, type Bind, bindFor, checkOf, eldersOf, periodOf, slice } from './reportKit.ts'
import { once, percent } from './reportMonths.ts'
import { sortedBy } from './reportSort.ts'

const { labelOf } = residentSql

type Query = InputOf<(typeof reportBills)['calls']['chargeProject']>

const KEYS = ['quantity', 'receivableFen', 'discountFen', 'paidFen', 'unpaidFen'] as const
const TOP = 10

interface Found extends Omit<ChargeProjectRowData, 'share' | 'rowId'> {
  lines: number
  /** Of all items together. */
  everybody: number
}

export async function chargeProjectReport(q: Query, who: Caller) {
  const period = periodOf(q)
  const elders = await eldersOf(who, q)
  const [from, to] = [period.from.slice(0, 7), period.to.slice(0, 7)]
  const lines = (bind: Bind, some = true) =>
    [
      issuedLines(from, to, elders, bind),
      ...(some ? kindCondition(q.kind, 'l.category', bind) : []),
      ...(some && q.projectChildId ? [`l.project_child_id = ${bind.add(q.projectChildId)}`] : []),
    ].join(' and ')
  const all = once(async () => {
    const bind = bindFor(who)
    const found = await who.app.pool.query<Found>(
      `with per as (select l.org_id, l.category, l.project_child_id, case when l.project_child_id is null then l.name end as own,
          l.oldman_id, sum(case when l.source = 'LEAVE' then 0 else l.quantity end) as quantity,
          sum(l.amount_fen - l.discount_fen - l.subsidy_fen) as asked, sum(l.discount_fen) as discount, sum(l.paid_fen) as paid,
          count(*) as lines
        from bill_line l where ${lines(bind)}
        group by 1, 2, 3, 4, 5),
      t as (select org_id, category, project_child_id, own, count(*)::int as elders, sum(quantity) as quantity, sum(asked) as asked,
          sum(discount) as discount, sum(paid) as paid, sum(lines)::int as lines from per group by 1, 2, 3, 4),
      everybody as (select count(distinct oldman_id)::int as n from per)
      select t.category, ${labelOf('feeCategory', 't.category')} as "categoryName", t.project_child_id as "projectChildId",
        coalesce(t.own, c.name, '已删除的项目') as name, t.elders, (t.quantity / 1000.0)::float8 as quantity,
        t.asked::bigint as "receivableFen", t.discount::bigint as "discountFen", t.paid::bigint as "paidFen",
        (t.asked - t.paid)::bigint as "unpaidFen", t.lines, (select n from everybody) as everybody
      from t left join fee_child c on c.org_id = t.org_id and c.project_child_id = t.project_child_id
      left join fee_project p on p.org_id = c.org_id and p.project_id = c.project_id
      order by p.sort nulls last, t.category, c.sort, name`,
      bind.values,
    )
    return found.rows
  })
  const rows = once(async () => {
    const found = await all()
    const whole = found.reduce((sum, row) => sum + row.receivableFen, 0)
    const shown = found.map(
      ({ lines: _, ...row }): ChargeProjectRowData => ({
        ...row,
        rowId: `${row.category} ${row.projectChildId ?? row.name}`,
        share: percent(row.receivableFen, whole),
      }),
    )
    return sortedBy(q.orderBy, shown, [...KEYS, 'elders', 'categoryName'])
  })
  return answerReport<ChargeProjectRowData, ChargeProjectSumsData, ItemChartData>(q, {
    period,
    rows: async () => slice(q, await rows()),
    sums: async () => {
      const every = await rows()
      const count = (await all())[0]?.everybody ?? 0
      return { total: every.length, sums: { elders: count, ...addUp(every, KEYS) } as ChargeProjectSumsData }
    },
    chart: async () => ({
      items: sortedBy('receivableFen desc', await rows(), KEYS)
        .slice(0, TOP)
        .map(({ name, receivableFen, paidFen }) => ({ name, receivableFen, paidFen })),
    }),
    check: async (sums) => {
      const months = { elders, from, to }
      const part = Boolean(q.kind || q.projectChildId)
      const [ledger, every] = await Promise.all([ledgerOfBills(who, months), all()])
      let others = { asked: 0, paid: 0 }
      if (part) {
        // The ledger knows no items: what it has besides them are the other lines.
        const bind = bindFor(who)
        const found = await who.app.pool.query<{ asked: number; paid: number }>(
          `select coalesce(sum(l.amount_fen - l.discount_fen - l.subsidy_fen), 0)::bigint as asked, coalesce(sum(l.paid_fen), 0)::bigint as paid
          from bill_line l where ${lines(bind, false)}`,
          bind.values,
        )
        others = { asked: found.rows[0]!.asked - sums.receivableFen, paid: found.rows[0]!.paid - sums.paidFen }
      }
      return checkOf({
        reportTitle: '本表应收',
        reportFen: sums.receivableFen as Fen,
        ledgerTitle: part ? '总账出账，减其他项目' : '总账 1122 应收账款（出账）',
        ledgerFen: ledger.receivable - others.asked,
        covers: [
          { count: ledger.bills, what: '张账单' },
          { count: every.reduce((sum, row) => sum + row.lines, 0), what: '行' },
        ],
        always: ledger.paid - others.paid !== sums.paidFen,
        differing: () => differingBills(who, months),
      })
    },
  })
}
