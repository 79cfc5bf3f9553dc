// 差额报表: what a month asks of an elder against the month before, and why. The parts come from the lines of both months
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
import { residentSql } from '#server/areas/live/publicSql'
import type { Caller } from '#server/kit/caller'
import { billConditions, differingBills, ledgerOfBills } from './reportBillCheck.ts'
import { ELDER_COLUMNS, ELDER_JOINS } from './reportEntries.ts'
import { addUp, answerReport, bindFor, checkOf, type Elders, eldersOf, periodOf, slice } from './reportKit.ts'
import { monthFrom, monthsOf, once } from './reportMonths.ts'
import { sortedBy } from './reportSort.ts'

const { overdue } = residentSql

type Query = InputOf<(typeof reportBills)['calls']['difference']>

/** What the bills of one elder and month are made of. */
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

interface Head {
  oldmanId: string
  month: string
  asked: number
  paid: number
}

/** What all bills of an elder and month ask for. */
async function headsOf(who: Caller, from: string, to: string, elders: Elders): Promise<Head[]> {
  const bind = bindFor(who)
  const found = await who.app.pool.query<Head>(
    `select b.oldman_id as "oldmanId", b.month, sum(b.receivable_fen)::bigint as asked, sum(b.paid_fen)::bigint as paid
    from bill b where ${billConditions({ elders, from, to }, bind)} group by 1, 2`,
    bind.values,
  )
  return found.rows
}

/** The lines of some elders, month by month. */
async function monthsOfElders(who: Caller, from: string, to: string, elders: Elders): Promise<Month[]> {
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
    where ${billConditions({ elders, from, to }, bind)} group by 1, 2`,
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
  const found = await monthsOfElders(who, monthFrom(months[0]!, -1), months.at(-1)!, ids)
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
      `select ${ELDER_COLUMNS}, ${overdue('a')} as "owedFen" from elder_account a ${ELDER_JOINS('a')}
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

export async function differenceReport(q: Query, who: Caller) {
  const period = periodOf(q)
  const elders = await eldersOf(who, q)
  const months = monthsOf(period)
  const all = once(async () => {
    const found = await headsOf(who, monthFrom(months[0]!, -1), months.at(-1)!, elders)
    const at = new Map(found.map((one) => [`${one.oldmanId} ${one.month}`, one]))
    const ids = [...new Set(found.map((one) => one.oldmanId))]
    const core: Core[] = []
    for (const month of [...months].reverse()) {
      const before = monthFrom(month, -1)
      for (const oldmanId of ids) {
        const now = at.get(`${oldmanId} ${month}`)
        const last = at.get(`${oldmanId} ${before}`)
        if (!now && !last) continue
        const [asked, then, paid] = [now?.asked ?? 0, last?.asked ?? 0, now?.paid ?? 0]
        core.push({
          rowId: `${oldmanId} ${month}`,
          oldmanId,
          month,
          lastFen: then as Fen,
          thisFen: asked as Fen,
          differenceFen: (asked - then) as Fen,
          paidFen: paid as Fen,
          unpaidFen: (asked - paid) as Fen,
        })
      }
    }
    return core
  })
  const shown = once(async () => {
    const some = (await all()).filter((row) => q.same || row.differenceFen !== 0)
    const chosen = q.reason
      ? (await explain(who, some)).filter((row) => row.parts.some((part) => part.reason === q.reason))
      : some
    const biggest = (a: Core, b: Core) =>
      a.month === b.month
        ? Math.abs(b.differenceFen) - Math.abs(a.differenceFen) || (a.oldmanId < b.oldmanId ? -1 : 1)
        : a.month < b.month
          ? 1
          : -1
    return q.orderBy ? sortedBy(q.orderBy, chosen, KEYS) : [...chosen].sort(biggest)
  })
  return answerReport<DifferenceRowData, DifferenceSumsData, ReasonChartData>(q, {
    period,
    rows: async () => {
      const page = slice(q, await shown())
      const [{ faces, events }, explained] = await Promise.all([facesOf(who, page), explain(who, page)])
      return explained.map(
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
      const rows = await shown()
      return {
        total: rows.length,
        sums: { elders: new Set(rows.map((row) => row.oldmanId)).size, ...addUp(rows, KEYS) } as DifferenceSumsData,
      }
    },
    chart: async () => {
      // Years have too many lines to be explained at once; a few months have not.
      if (months.length > CHART_MONTHS) return { reasons: [] }
      const parts = (await explain(who, await shown())).flatMap((row) => row.parts)
      return {
        reasons: DifferenceReason.list
          .map(({ value }) => {
            const own = parts.filter((part) => part.reason === value)
            return { reason: value, elders: own.length, fen: own.reduce((fen, part) => fen + part.fen, 0) as Fen }
          })
          .filter((one) => one.elders > 0),
      }
    },
    check: async () => {
      const bills = { elders, from: months[0]!, to: months.at(-1)! }
      const [ledger, rows] = await Promise.all([ledgerOfBills(who, bills), all()])
      const own = addUp(rows, KEYS)
      return checkOf({
        reportTitle: '各月应收（含无差异）',
        reportFen: own.thisFen,
        ledgerTitle: '总账 1122 应收账款（出账）',
        ledgerFen: ledger.receivable,
        covers: [{ count: ledger.bills, what: '张账单' }],
        always: ledger.paid !== own.paidFen,
        differing: () => differingBills(who, bills),
      })
    },
  })
}
