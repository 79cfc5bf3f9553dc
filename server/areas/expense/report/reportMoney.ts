// Reports whose rows are entries that moved cash: the same money as a page of rows, as sums of everything and as a curve.

import type pg from 'pg'
import type { ReportAnswer } from '#contract/expense/reportKit'
import type { CurveData, WaySumsData } from '#contract/expense/reportWords'
import { WAY_COLUMN } from '#contract/expense/tradeWords'
import type { Fen } from '#contract/kit/money'
import type { Caller } from '#server/kit/caller'
import { differingMonths } from './reportCheck.ts'
import { standsAt, takenBackAfter } from './reportClosed.ts'
import { curveOf, filled, isLong } from './reportCurve.ts'
import { entryRows, receiptCondition, stateCondition, waySums } from './reportEntries.ts'
import {
  addUp,
  answerReport,
  type Bind,
  bindFor,
  checkOf,
  ledgerSums,
  type Period,
  periodOf,
  type ReportQuery,
  type ResidentFilter,
  type Residents,
  residentsOf,
} from './reportKit.ts'

export interface MoneyQuery extends ReportQuery, ResidentFilter {
  from?: string | null
  to?: string | null
  way?: number | null
  type?: string | null
  userId?: string | null
  state?: string | null
  receiptNo?: string | null
}

export type MoneySums = WaySumsData & { amountFen: number; entries: number }

interface MoneyPlan {
  /** What the rows are, in words that monthly sums and entries share. */
  base: readonly string[]
  /** The same about entries `l`, in the words of an index. */
  entryBase: readonly string[]
  /** cash_fen, or -cash_fen where it went out. */
  amount: 'cash_fen' | '-cash_fen'
  select: string
  joins?: string
  reportTitle: string
  ledgerTitle: string
}

type MonthSums = MoneySums & { at: string }
const KEYS = ['amountFen', 'entries', ...Object.keys(waySums())] as (keyof MoneySums)[]

/** Filters in words that monthly sums and entries share. */
export const moneyFilters = (q: MoneyQuery, bind: Bind): string[] => [
  ...(q.way ? [`way = ${bind.add(q.way)}`] : []),
  ...(q.type ? [`trade_type = ${bind.add(q.type)}`] : []),
  ...(q.userId ? [`user_id = ${bind.add(q.userId)}`] : []),
]

/** What only entries `l` know. */
export const paperFilters = (q: MoneyQuery, bind: Bind): string[] => [
  ...stateCondition(q.state),
  ...receiptCondition(q.receiptNo, bind),
]
export const aboutPapers = (q: MoneyQuery) => Boolean(q.state || q.receiptNo?.trim())

/** `more` adds sums that need a statement of their own. */
export async function moneyReport<Row extends pg.QueryResultRow, Sums>(
  who: Caller,
  q: MoneyQuery,
  plan: MoneyPlan,
  more: (sums: MoneySums, period: Period, residents: Residents) => Promise<Sums>,
): Promise<ReportAnswer<Row, Sums, CurveData>> {
  const period = periodOf(q)
  const residents = await residentsOf(who, q)
  const where = (bind: Bind) => [...plan.base, ...moneyFilters(q, bind)]
  const entryWhere = (bind: Bind) => [...plan.entryBase, ...paperFilters(q, bind)]
  const sum = `sum(${plan.amount})`
  const SUMS = { amountFen: sum, entries: 'sum(entries)', ...waySums(plan.amount) }
  const added = async (): Promise<MoneySums> => {
    const bind = bindFor(who)
    const [row] = await ledgerSums<MoneySums>(who, {
      period,
      residents,
      bind,
      entriesOnly: aboutPapers(q),
      where: where(bind),
      entryWhere: entryWhere(bind),
      sums: SUMS,
    })
    return row!
  }
  /** The same from the other sources. These know nothing of papers: then what the filter leaves out is taken off. */
  const again = async (): Promise<MoneySums> => {
    const bind = bindFor(who)
    const [all] = await ledgerSums<MoneySums>(who, {
      period,
      residents,
      bind,
      check: true,
      where: where(bind),
      entryWhere: plan.entryBase,
      sums: SUMS,
    })
    if (!aboutPapers(q)) return all!
    const rest = bindFor(who)
    const left = `(${paperFilters(q, rest).join(' and ')}) is not true`
    const [out] = await ledgerSums<MoneySums>(who, {
      period,
      residents,
      bind: rest,
      entriesOnly: true,
      where: where(rest),
      entryWhere: [...plan.entryBase, left],
      sums: SUMS,
    })
    return Object.fromEntries(KEYS.map((key) => [key, all![key] - out![key]])) as unknown as MoneySums
  }
  let ownSums: MoneySums | null = null
  // Over a long period the curve and the totals are the same rows.
  let known: Promise<MonthSums[]> | null = null
  const months = () => {
    const bind = bindFor(who)
    known ??= ledgerSums<MonthSums>(who, {
      period,
      residents,
      bind,
      entriesOnly: aboutPapers(q),
      where: where(bind),
      entryWhere: entryWhere(bind),
      by: { at: `to_char(month, 'YYYY-MM')` },
      sums: { amountFen: sum, entries: 'sum(entries)', ...waySums(plan.amount) },
    })
    return known
  }
  return answerReport<Row, Sums, CurveData>(q, {
    period,
    rows: () => {
      const bind = bindFor(who)
      return entryRows<Row>(who, q, {
        period,
        residents,
        bind,
        where: [...plan.entryBase, ...moneyFilters(q, bind).map((one) => `l.${one}`), ...paperFilters(q, bind)],
        select: plan.select,
        ...(plan.joins !== undefined && { joins: plan.joins }),
      })
    },
    sums: async () => {
      ownSums = isLong(period) ? (addUp(await months(), KEYS) as MoneySums) : await added()
      return { total: ownSums.entries, sums: await more(ownSums, period, residents) }
    },
    chart: async () => {
      if (!isLong(period))
        return curveOf(who, { period, residents, where, entryWhere, sum, entriesOnly: aboutPapers(q) })
      const points = (await months()).map(({ at, amountFen, entries }) => ({ at, fen: amountFen as Fen, entries }))
      return { unit: 'month', points: filled(period, 'month', points) }
    },
    closed: async () =>
      takenBackAfter(who, await standsAt(who, period), {
        period,
        residents,
        where: (bind) => [...plan.entryBase, ...moneyFilters(q, bind).map((one) => `l.${one}`)].map(ofOriginal),
        sum: plan.amount.replace('cash_fen', 'l.cash_fen'),
      }),
    check: async (_, total) => {
      const other = await again()
      return checkOf({
        reportTitle: plan.reportTitle,
        reportFen: ownSums!.amountFen,
        ledgerTitle: plan.ledgerTitle,
        ledgerFen: other.amountFen,
        covers: [{ count: other.entries, what: '笔流水' }],
        always: other.entries !== total,
        also: Object.keys(waySums()).map((key) => ({
          what: `${WAY_TITLES[key] ?? key}合计`,
          reportFen: ownSums![key as keyof MoneySums],
          otherFen: other[key as keyof MoneySums],
        })),
        differing: () => differingMonths(who, { period, residents, where, entryWhere: () => [...plan.entryBase], sum }),
      })
    },
  })
}

/** Conditions about an entry `l` said about the one that it takes back. */
const ofOriginal = (condition: string) => condition.replaceAll('l.', 'o.')

/** cashFen → 现金 */
const WAY_TITLES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(WAY_COLUMN).map(([key, { title }]) => [`${key}Fen`, title]),
)
