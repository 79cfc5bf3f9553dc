// 差额报表: what a month asks of a resident against the month before, and why. The parts come from the lines of both months
// and add up to the difference; beside them stands what happened in these months.

import {
  DifferenceReason,
  type DifferenceReasonValue,
  type DifferenceRowData,
  type DifferenceSumsData,
  type ReasonChartData,
  type reportBills,
} from '#contract/expense/reportBills'
import type { InputOf } from '#contract/kit/call'
import { type Fen, yuanText } from '#contract/kit/money'
import { overdue } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { sortOf } from '#server/kit/page'
import { billConditions, differingBills, ledgerOfBills, papersOf, sumConditions } from './reportBillCheck.ts'
import { billsPaidLater, correctedAfter, standsAt } from './reportClosed.ts'
import { RESIDENT_COLUMNS, RESIDENT_JOINS } from './reportEntries.ts'
import {
  addUp,
  answerReport,
  type Bind,
  bindFor,
  checkOf,
  pageOfReport,
  periodOf,
  type Residents,
  residentsOf,
  slice,
} from './reportKit.ts'
import { monthFrom, monthsOf, once } from './reportMonths.ts'

type Query = InputOf<(typeof reportBills)['calls']['difference']>

/** What the bills of one resident and month are made of. */
interface Month {
  oldmanId: string
  month: string
  bed: number
  care: number
  other: number
  leave: number
  once: number
  discount: number
  subsidy: number
  asked: number
  paid: number
  /** Which beds, which levels, which items at which prices, for how many days. */
  beds: string
  bedPrices: string
  levels: string
  carePrices: string
  items: string
  itemPrices: string
  days: number
}

const keys = (expression: string, where: string) =>
  `coalesce(string_agg(distinct ${expression}, ',' order by ${expression}) filter (where ${where}), '')`
const sum = (where: string, column = 'l.amount_fen') => `coalesce(sum(${column}) filter (where ${where}), 0)::bigint`
const CYCLE = `l.source = 'CYCLE'`
const BED = `${CYCLE} and l.category = '1'`
const CARE = `${CYCLE} and l.category = '2'`
const REST = `${CYCLE} and l.category not in ('1', '2')`
const PRICE = `l.project_child_id || '@' || l.price_fen`

/** The lines of some residents, month by month. */
async function monthsOfResidents(who: Caller, from: string, to: string, residents: Residents): Promise<Month[]> {
  const bind = bindFor(who)
  const found = await who.app.pool.query<Month>(
    `select l.oldman_id as "oldmanId", l.month, ${sum(BED)} as bed, ${sum(CARE)} as care, ${sum(REST)} as other,
      ${sum(`l.source = 'LEAVE'`)} as leave, ${sum(`l.source not in ('CYCLE', 'LEAVE')`)} as once,
      -sum(l.discount_fen)::bigint as discount, -sum(l.subsidy_fen)::bigint as subsidy,
      sum(l.amount_fen - l.discount_fen - l.subsidy_fen)::bigint as asked, sum(l.paid_fen)::bigint as paid,
      ${keys('l.bed_id', BED)} as beds, ${keys(PRICE, BED)} as "bedPrices", ${keys(`coalesce(l.spec, '')`, CARE)} as levels,
      ${keys('l.price_fen::text', CARE)} as "carePrices", ${keys(`coalesce(l.project_child_id, l.name)`, REST)} as items,
      ${keys(PRICE, REST)} as "itemPrices", coalesce(sum(l.days) filter (where ${BED}), 0)::int as days
    from bill b join bill_line l on l.org_id = b.org_id and l.bill_id = b.bill_id
    where ${billConditions({ residents, from, to }, bind)} group by 1, 2`,
    bind.values,
  )
  return found.rows
}

type Parts = DifferenceRowData['parts']

/** The difference cut into its reasons: they add up to it, whatever happened. */
export function partsOf(last: Month | undefined, now: Month | undefined): Parts {
  const fens = new Map<DifferenceReasonValue, number>()
  const add = (reason: DifferenceReasonValue, fen: number) => fens.set(reason, (fens.get(reason) ?? 0) + fen)
  if (!last && now) add('MOVED_IN', now.asked)
  else if (last && !now) add('MOVED_OUT', -last.asked)
  else if (last && now) {
    add(last.beds !== now.beds ? 'BED' : last.bedPrices !== now.bedPrices ? 'PRICE' : 'DAYS', now.bed - last.bed)
    add(
      last.levels !== now.levels ? 'LEVEL' : last.carePrices !== now.carePrices ? 'PRICE' : 'DAYS',
      now.care - last.care,
    )
    add(
      last.items !== now.items ? 'ITEMS' : last.itemPrices !== now.itemPrices ? 'PRICE' : 'DAYS',
      now.other - last.other,
    )
    add('LEAVE', now.leave - last.leave)
    add('ONCE', now.once - last.once)
    add('DISCOUNT', now.discount - last.discount)
    add('SUBSIDY', now.subsidy - last.subsidy)
  }
  return DifferenceReason.list
    .map(({ value }) => ({ reason: value, fen: (fens.get(value) ?? 0) as Fen }))
    .filter((part) => part.fen !== 0)
}

const signed = (fen: number) => `${fen > 0 ? '+' : ''}${yuanText(fen)}`
const inWords = (parts: Parts) =>
  parts.map((part) => `${DifferenceReason.label(part.reason)} ${signed(part.fen)}`).join('；')

type Core = Pick<
  DifferenceRowData,
  'rowId' | 'oldmanId' | 'month' | 'lastFen' | 'thisFen' | 'differenceFen' | 'paidFen' | 'unpaidFen'
>
interface Explained extends Core {
  parts: Parts
}
const KEYS = ['lastFen', 'thisFen', 'differenceFen', 'paidFen', 'unpaidFen'] as const

/** Why these rows differ; rows without a difference need no lines. */
async function explain(who: Caller, rows: readonly Core[]): Promise<Explained[]> {
  const differ = rows.filter((row) => row.differenceFen !== 0)
  if (differ.length === 0) return rows.map((row) => ({ ...row, parts: [] }))
  const months = differ.map((row) => row.month).sort()
  const ids = [...new Set(differ.map((row) => row.oldmanId))]
  const found = await monthsOfResidents(who, monthFrom(months[0]!, -1), months.at(-1)!, ids)
  const at = new Map(found.map((one) => [`${one.oldmanId} ${one.month}`, one]))
  return rows.map((row) => ({
    ...row,
    parts:
      row.differenceFen === 0 ? [] : partsOf(at.get(`${row.oldmanId} ${monthFrom(row.month, -1)}`), at.get(row.rowId)),
  }))
}

/** So many months are explained in a chart. */
const CHART_MONTHS = 3

const TOLD = [
  'trial',
  'checkIn',
  'convert',
  'adjustBed',
  'exchangeBed',
  'level',
  'outing',
  'return',
  'checkOut',
  'readmit',
]

interface Faces {
  faces: Map<string, Omit<DifferenceRowData, keyof Explained | 'events' | 'reason'>>
  events: Map<string, { month: string; day: string; content: string }[]>
}

async function facesOf(who: Caller, page: readonly Core[]): Promise<Faces> {
  if (page.length === 0) return { faces: new Map(), events: new Map() }
  const ids = [...new Set(page.map((row) => row.oldmanId))]
  const months = page.map((row) => row.month).sort()
  const [faces, events] = await Promise.all([
    who.app.pool.query<{ oldmanId: string } & Omit<DifferenceRowData, keyof Explained | 'events' | 'reason'>>(
      `select ${RESIDENT_COLUMNS}, ${overdue('a')} as "owedFen" from elder_account a ${RESIDENT_JOINS('a')}
       where a.org_id = $1 and a.oldman_id = any($2)`,
      [who.orgId, ids],
    ),
    who.app.pool.query<{ oldmanId: string; month: string; day: string; content: string }>(
      `select oldman_id as "oldmanId", to_char(day, 'YYYY-MM') as month, day, content from stay_event
       where org_id = $1 and oldman_id = any($2) and kind = any($3) and day >= ($4 || '-01')::date
         and day < (($5 || '-01')::date + interval '1 month') order by day, created_at`,
      [who.orgId, ids, TOLD, monthFrom(months[0]!, -1), months.at(-1)],
    ),
  ])
  const told = new Map<string, { month: string; day: string; content: string }[]>()
  for (const { oldmanId, ...event } of events.rows) told.set(oldmanId, [...(told.get(oldmanId) ?? []), event])
  return { faces: new Map(faces.rows.map((row) => [row.oldmanId, row])), events: told }
}

const SORTS = {
  month: 'month',
  lastFen: 'last',
  thisFen: 'this',
  differenceFen: 'this - last',
  paidFen: 'paid',
  unpaidFen: 'this - paid',
}
/** The newest month first, in it the largest difference. */
const BIGGEST = 'month desc, abs(this - last) desc, oldman_id'

interface Compared {
  months: readonly string[]
  residents: Residents
  /** Also rows without a difference. */
  same: boolean
  /** yyyy-MM-dd where the period ends in a closed month. */
  at: string | null
}

/** A resident and month that has bills, or whose month before has: what both ask for. */
const comparedSql = ({ months, residents, same, at }: Compared, bind: Bind) =>
  `select s.oldman_id, s.month, s.before_fen as last, s.receivable_fen as this,
      s.paid_fen ${at ? '- coalesce(p.fen, 0)' : ''} as paid from bill_sum s
    ${
      at
        ? `left join (select b.oldman_id, b.month, sum(x.fen) as fen from ${billsPaidLater(at, bind)} x
            join bill b on b.org_id = $1 and b.bill_id = x.bill_id group by 1, 2) p on p.oldman_id = s.oldman_id and p.month = s.month`
        : ''
    }
    where s.org_id = $1 and ${same ? '(s.bills > 0 or s.before_fen <> 0)' : 's.receivable_fen <> s.before_fen'}
      and ${sumConditions({ residents, from: months[0]!, to: months.at(-1)! }, bind)}`

async function comparedRows(who: Caller, input: Compared, q: Query, cut: boolean): Promise<Core[]> {
  const bind = bindFor(who)
  const compared = comparedSql(input, bind)
  const sort = sortOf(q.orderBy, SORTS)
  const { size, offset } = pageOfReport(q)
  const found = await who.app.pool.query<Core>(
    `select oldman_id || ' ' || month as "rowId", oldman_id as "oldmanId", month, last::bigint as "lastFen", this::bigint as "thisFen",
      (this - last)::bigint as "differenceFen", paid::bigint as "paidFen", (this - paid)::bigint as "unpaidFen"
    from (${compared}) r order by ${sort ? `${sort}, ${BIGGEST}` : BIGGEST}
    ${cut ? `limit ${bind.add(size)}::int offset ${bind.add(offset)}::int` : ''}`,
    bind.values,
  )
  return found.rows
}

type Total = DifferenceSumsData & { total: number }

async function comparedSums(who: Caller, input: Compared): Promise<Total> {
  const bind = bindFor(who)
  const sums = KEYS.map((key) => `coalesce(sum(${SORTS[key]}), 0)::bigint as "${key}"`).join(', ')
  const found = await who.app.pool.query<Total>(
    `select count(*)::int as total, count(distinct oldman_id)::int as residents, ${sums} from (${comparedSql(input, bind)}) r`,
    bind.values,
  )
  return found.rows[0]!
}

export async function differenceReport(q: Query, who: Caller) {
  const period = periodOf(q)
  const residents = await residentsOf(who, q)
  const months = monthsOf(period)
  const at = await standsAt(who, period)
  const input = { months, residents, same: Boolean(q.same), at }
  // Reasons are known only after the lines were read.
  const explained = once(async () => explain(who, await comparedRows(who, input, q, false)))
  const chosen = once(async () =>
    (await explained()).filter((row) => row.parts.some((part) => part.reason === q.reason)),
  )
  const pageOf = async () =>
    q.reason ? slice(q, await chosen()) : explain(who, await comparedRows(who, input, q, true))
  return answerReport<DifferenceRowData, DifferenceSumsData, ReasonChartData>(q, {
    period,
    rows: async () => {
      const page = await pageOf()
      const { faces, events } = await facesOf(who, page)
      return page.map(
        (row): DifferenceRowData => ({
          ...faces.get(row.oldmanId)!,
          ...row,
          reason: inWords(row.parts),
          events: (events.get(row.oldmanId) ?? [])
            .filter(({ month }) => month === row.month || month === monthFrom(row.month, -1))
            .map(({ day, content }) => ({ day, content })),
        }),
      )
    },
    sums: async () => {
      if (!q.reason) {
        const { total, ...sums } = await comparedSums(who, input)
        return { total, sums }
      }
      const rows = await chosen()
      return {
        total: rows.length,
        sums: { residents: new Set(rows.map((row) => row.oldmanId)).size, ...addUp(rows, KEYS) } as DifferenceSumsData,
      }
    },
    chart: async () => {
      // Years have too many lines to be explained at once; a few months have not.
      if (months.length > CHART_MONTHS) return { reasons: [] }
      const parts = (await (q.reason ? chosen() : explained())).flatMap((row) => row.parts)
      return {
        reasons: DifferenceReason.list
          .map(({ value }) => {
            const own = parts.filter((part) => part.reason === value)
            return { reason: value, residents: own.length, fen: own.reduce((fen, part) => fen + part.fen, 0) as Fen }
          })
          .filter((one) => one.residents > 0),
      }
    },
    closed: () => correctedAfter(who, at, { period, residents }),
    check: async () => {
      const bills = { residents, from: months[0]!, to: months.at(-1)!, at }
      const before = { residents, from: monthFrom(bills.from, -1), to: monthFrom(bills.to, -1) }
      const [ledger, earlier, papers, own] = await Promise.all([
        ledgerOfBills(who, bills),
        ledgerOfBills(who, before),
        papersOf(who, bills),
        comparedSums(who, { ...input, same: true }),
      ])
      return checkOf({
        reportTitle: '各月应收（含无差异）',
        reportFen: own.thisFen,
        ledgerTitle: '总账 1122 应收账款（出账）',
        ledgerFen: ledger.receivable,
        covers: [{ count: ledger.bills, what: '张账单' }],
        also: [
          { what: '各月的上月应收', reportFen: own.lastFen, otherFen: earlier.receivable },
          { what: '已收合计', reportFen: own.paidFen, otherFen: ledger.paid },
          { what: '账单应收', reportFen: papers.bills.asked, otherFen: ledger.receivable },
          { what: '账单已收', reportFen: papers.bills.paid, otherFen: ledger.paid },
          { what: '账单行应收', reportFen: papers.lines.asked, otherFen: ledger.receivable },
        ],
        differing: () => differingBills(who, bills),
      })
    },
  })
}
