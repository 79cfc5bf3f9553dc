// 月度收入: what was received on bills in each month, by kind of fee, and what was paid back.
import { IncomeKind, type IncomeKindValue, kindOf } from '#contract/expense/incomeKinds'
import type { IncomeChartData, MonthInRowData, MonthInSumsData, reportIncome } from '#contract/expense/reportIncome'
import type { InputOf } from '#contract/kit/call'
import type { Fen } from '#contract/kit/money'
import type { Caller } from '#server/kit/caller'
import { standsAt, takenBackAfter } from './reportClosed.ts'
import { addUp, answerReport, checkOf, periodOf, residentsOf, slice } from './reportKit.ts'
import { growth, monthFrom, monthsOf, once, percent } from './reportMonths.ts'
import { differingShares, ledgerPaid, type ShareSum, sharedFen, shareSums } from './reportShares.ts'
import { sortedBy } from './reportSort.ts'

type Query = InputOf<(typeof reportIncome)['calls']['monthIn']>

const KEY = {
  BED: 'bedFen',
  CARE: 'careFen',
  MEAL: 'mealFen',
  SERVICE: 'serviceFen',
  MEDICAL: 'medicalFen',
  ONCE: 'onceFen',
  OTHER: 'otherFen',
} as const satisfies Record<IncomeKindValue, keyof MonthInRowData>
const KEYS = [...Object.values(KEY), 'totalFen', 'refundFen', 'netFen'] as const

type Fens = Record<(typeof KEYS)[number], number>

function monthRow(sums: readonly ShareSum[]): Fens {
  const row = Object.fromEntries(KEYS.map((key) => [key, 0])) as Fens
  for (const { category, received, refunded } of sums) {
    row[KEY[kindOf(category)]] += received
    row.totalFen += received
    row.refundFen += -refunded
    row.netFen += received + refunded
  }
  return row
}

export async function monthInReport(q: Query, who: Caller) {
  const period = periodOf(q, 12)
  const residents = await residentsOf(who, q)
  const months = monthsOf(period)
  const before = monthFrom(months[0]!, -1)
  const filter = { residents, way: q.way ?? null, userId: q.userId ?? null }
  const all = once(async () => {
    // A month that is cut at the beginning has nothing to be compared with.
    const from = period.from.endsWith('-01') ? `${before}-01` : period.from
    const found = await shareSums(who, { ...filter, period: { from, to: period.to } })
    return new Map([before, ...months].map((month) => [month, found.filter((one) => one.month === month)]))
  })
  const rows = once(async () => {
    const found = await all()
    const shown = months.map((month): MonthInRowData => {
      const row = monthRow(found.get(month)!)
      const last = found.get(monthFrom(month, -1))
      return { month, ...row, mom: last ? growth(row.netFen, monthRow(last).netFen) : null } as MonthInRowData
    })
    return sortedBy(q.orderBy ?? 'month desc', shown, KEYS)
  })
  return answerReport<MonthInRowData, MonthInSumsData, IncomeChartData>(q, {
    period,
    rows: async () => slice(q, await rows()),
    sums: async () => {
      const every = await rows()
      return { total: every.length, sums: { ...addUp(every, KEYS), mom: null } as MonthInSumsData }
    },
    chart: async () => {
      const every = sortedBy('month asc', await rows(), KEYS)
      const kinds = IncomeKind.list.map((one) => one.value)
      const total = every.reduce((sum, row) => sum + row.totalFen, 0)
      return {
        months: every.map((row) => ({
          month: row.month,
          netFen: row.netFen,
          kinds: kinds.map((kind) => ({ kind, netFen: row[KEY[kind]] })),
        })),
        shares: kinds
          .map((kind) => {
            const fen = every.reduce((sum, row) => sum + row[KEY[kind]], 0)
            return { kind, netFen: fen as Fen, share: percent(fen, total), yoy: null }
          })
          .filter((one) => one.netFen !== 0),
      }
    },
    closed: async () =>
      takenBackAfter(who, await standsAt(who, period), {
        period,
        residents,
        where: () => ['o.receivable_fen <> 0', `o.trade_type <> 'BILL'`],
        sum: '-l.receivable_fen',
      }),
    check: async (sums) => {
      const [paid, shared] = await Promise.all([
        ledgerPaid(who, { ...filter, period }),
        sharedFen(who, { ...filter, period }),
      ])
      const shares = [...(await all())].flatMap(([month, found]) => (month === before ? [] : found))
      return checkOf({
        reportTitle: '本表净额',
        reportFen: sums.netFen,
        ledgerTitle: '总账 1122 应收账款（收回）',
        ledgerFen: paid.fen,
        covers: [
          { count: paid.entries, what: '笔缴费' },
          { count: shares.reduce((sum, one) => sum + one.shares, 0), what: '条分摊' },
        ],
        also: [{ what: '逐笔分摊', reportFen: shared, otherFen: paid.fen }],
        differing: () => differingShares(who, { ...filter, period }),
      })
    },
  })
}
