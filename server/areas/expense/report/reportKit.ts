// What the reports share on this side: the period, whose money is looked at, sums over years from the monthly sums of the
// ledger, and the check that adds up in a second way.

import type pg from 'pg'
import type { ReportAnswer, ReportCheckData, ReportClosedData } from '#contract/expense/reportKit'
import { TradeWay } from '#contract/expense/tradeWords'
import { dayText, timeText } from '#contract/kit/clock'
import { yuanText } from '#contract/kit/money'
import { pageInfo } from '#contract/kit/paging'
import { invalid } from '#contract/kit/refusal'
import { NO_AREA } from '#contract/platform/room'
import { SIDE_COLUMNS } from '#server/areas/expense/ledger/ledgerSides'
import { type MonthSplit, splitMonths } from '#server/areas/expense/sums/houseRead'
import { keywordMatches, partPattern, startPattern } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { inDepts } from '#server/kit/tenant'

/** Values of a statement as it is put together. */
export class Bind {
  readonly values: unknown[]
  constructor(...values: unknown[]) {
    this.values = values
  }
  /** The place of a value: $3 */
  add(value: unknown): string {
    return `$${this.values.push(value)}`
  }
}

// ── Period ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Both days belong to it. */
export interface Period {
  from: string
  to: string
}

export const lastOfMonth = (month: string) => {
  const [year, at] = month.split('-').map(Number) as [number, number]
  return `${month}-${String(new Date(Date.UTC(year, at, 0)).getUTCDate()).padStart(2, '0')}`
}
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Today in the house. */
export const today = () => dayText()

function dayOf(text: string, field: 'from' | 'to'): string {
  if (text.startsWith('0000')) throw invalid('年份不正确', field)
  if (text.length === 7) return field === 'from' ? `${text}-01` : lastOfMonth(text)
  // The 31st of a short month.
  if (text > lastOfMonth(text.slice(0, 7))) throw invalid(`${text} 不在日历中`, field)
  return text
}

/** What was asked for; this month until today where nothing was. `months`: that many months back by default. */
export function periodOf(
  asked: { from?: string | null | undefined; to?: string | null | undefined },
  months = 1,
): Period {
  const to = asked.to ? dayOf(asked.to, 'to') : today()
  const begin = () => {
    const [year, month] = to.split('-').map(Number) as [number, number]
    return new Date(Date.UTC(year, month - months, 1)).toISOString().slice(0, 10)
  }
  const from = asked.from ? dayOf(asked.from, 'from') : begin()
  if (from > to) throw invalid('开始日期不能晚于结束日期', 'from')
  return { from, to }
}

export interface Edge extends Period {
  /** Taken off again: the month is counted whole, and the fewer days are those outside the period. */
  minus: boolean
}

const daysIn = ({ from, to }: Period) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

/** Whole months (as their first days) that the monthly sums answer, and days of the broken months at the ends. */
export function monthsAndEdges({ from, to }: Period): { months: Period | null; edges: Edge[] } {
  const edges: Edge[] = []
  const firstOf = (day: string) => `${day.slice(0, 7)}-01`
  const lastOf = (day: string) => lastOfMonth(day.slice(0, 7))
  if (firstOf(from) === firstOf(to) && (from !== firstOf(from) || to !== lastOf(to))) {
    return { months: null, edges: [{ from, to, minus: false }] }
  }
  let [begins, ends] = [firstOf(from), lastOf(to)]
  if (from !== begins) {
    const inside = { from, to: lastOf(from) }
    const outside = { from: begins, to: dayAfter(from, -1) }
    const minus = daysIn(outside) < daysIn(inside)
    edges.push({ ...(minus ? outside : inside), minus })
    if (!minus) begins = dayAfter(inside.to, 1)
  }
  if (to !== ends) {
    const inside = { from: firstOf(to), to }
    const outside = { from: dayAfter(to, 1), to: ends }
    // Nothing is booked for days to come: those of the running month are no work.
    const coming =
      outside.from > today() || daysIn({ ...outside, to: today() < ends ? today() : ends }) < daysIn(inside)
    edges.push({ ...(coming ? outside : inside), minus: coming })
    if (!coming) ends = dayAfter(inside.from, -1)
  }
  return { months: begins > ends ? null : { from: begins, to: firstOf(ends) }, edges }
}

export interface Sources {
  /** Whole months, as their first days, from sums by month. */
  months: Period[]
  /** Days from single rows. */
  edges: Edge[]
}

/** How a report adds up a period. */
export function sourcesOf(period: Period): Sources {
  const { months, edges } = monthsAndEdges(period)
  return { months: months ? [months] : [], edges }
}

/**
 * How its check does: single rows where the report has sums by month, and sums by month less the days outside where it has
 * single rows, so that neither can hide a change of the other.
 */
export function otherSources(period: Period): Sources {
  const { months, edges } = monthsAndEdges(period)
  const later = (a: string, b: string) => (a > b ? a : b)
  const earlier = (a: string, b: string) => (a < b ? a : b)
  const other: Sources = { months: [], edges: [] }
  if (months) {
    const ends = lastOfMonth(months.to.slice(0, 7))
    other.edges.push({ from: later(period.from, months.from), to: earlier(period.to, ends), minus: false })
  }
  for (const { from, to } of edges.filter((edge) => !edge.minus)) {
    const month = from.slice(0, 7)
    const [first, last] = [`${month}-01`, lastOfMonth(month)]
    other.months.push({ from: first, to: first })
    if (from > first) other.edges.push({ from: first, to: dayAfter(from, -1), minus: true })
    if (to < last) other.edges.push({ from: dayAfter(to, 1), to: last, minus: true })
  }
  return other
}

/** Whole months less the days outside: for reports whose rows are single entries. */
export function monthSources({ from, to }: Period): Sources {
  const [first, last] = [`${from.slice(0, 7)}-01`, lastOfMonth(to.slice(0, 7))]
  const edges: Edge[] = []
  if (from > first) edges.push({ from: first, to: dayAfter(from, -1), minus: true })
  if (to < last) edges.push({ from: dayAfter(to, 1), to: last, minus: true })
  return { months: [{ from: first, to: `${to.slice(0, 7)}-01` }], edges }
}

/** Columns of an edge, with the other sign where it is taken off. */
export const signed = (minus: boolean, columns: readonly string[]) =>
  columns.map((column) => (minus ? `-${column} as ${column}` : column)).join(', ')

// ── Residents ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface ResidentFilter {
  keyword?: string | null
  oldmanId?: string | null
  deptId?: string | null
  areaId?: string | null
  status?: number | null
}

/** Whose money is looked at: null is everybody of the organisation. */
export type Residents = readonly string[] | null

/** The residents inside the caller's departments that the filter names. */
export async function residentsOf(who: Caller, q: ResidentFilter): Promise<Residents> {
  const bind = new Bind(who.orgId, who.deptIds)
  const where: string[] = []
  const keyword = q.keyword?.trim()
  if (keyword) {
    const [part, start] = [bind.add(partPattern(keyword)), bind.add(startPattern(keyword))]
    const match = keywordMatches(keyword, ['t.archive_no']).replaceAll('?1', part).replaceAll('?2', start)
    // Values a statement does not name have no type.
    where.push(`(${match} and ${part}::text is not null and ${start}::text is not null)`)
  }
  if (q.oldmanId) where.push(`t.oldman_id = ${bind.add(q.oldmanId)}`)
  if (q.deptId) where.push(`t.dept_id = ${bind.add(q.deptId)}`)
  if (q.status) where.push(`t.status = ${bind.add(q.status)}`)
  if (q.areaId === NO_AREA) {
    where.push(`t.current_bed_id in (select b.bed_id from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
      where b.org_id = $1 and r.area is null)`)
  } else if (q.areaId) {
    where.push(`t.current_bed_id in (select b.bed_id from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
      join location l on l.org_id = r.org_id and l.location_id = r.area
      join location a on a.org_id = l.org_id and a.location_id = ${bind.add(q.areaId)}
      where b.org_id = $1 and (l.location_id = a.location_id or starts_with(l.path, a.path || '>')))`)
  }
  const scope = `${inDepts('t', '$2')}`
  if (where.length === 0) {
    const all = await who.app.pool.query<{ all: boolean }>({
      name: 'report_all_elders',
      text: `select $2::text[] is null or not exists (select from oldman t where t.org_id = $1 and not ${scope}) as all`,
      values: bind.values,
    })
    if (all.rows[0]!.all) return null
  }
  const found = await who.app.pool.query<{ ids: string[] }>(
    `select coalesce(array_agg(t.oldman_id), '{}') as ids from oldman t
     where ${['t.org_id = $1', scope, ...where].join(' and ')}`,
    bind.values,
  )
  return found.rows[0]!.ids
}

/** As a condition of a statement. */
export const ofResidents = (residents: Residents, column: string, bind: Bind) =>
  residents === null ? 'true' : `${column} = any(${bind.add(residents)}::text[])`

// ── Sums of the ledger ──────────────────────────────────────────────────────────────────────────────────────────────

/** Money that came or went outside the account; the monthly sums have way 0 where there is none. */
export const CASH = `way > ${TradeWay.is.balance}`

const SUMMED = ['amount_fen', ...SIDE_COLUMNS]
const SIDES = SUMMED.join(', ')

export interface SumsInput {
  period: Period
  residents: Residents
  /**
   * Conditions over month (date), oldman_id, trade_class, trade_type, way (0 where none), user_id ('' is the system), refund:
   * what the monthly sums and the entries have in common. Cash is `CASH`.
   */
  where?: readonly string[]
  /** About entries `l` only: says the same again in the words of an index (cash_fen <> 0), or what only entries know. */
  entryWhere?: readonly string[]
  bind: Bind
  /** Alias → expression; empty for one row. */
  by?: Readonly<Record<string, string>>
  /** Alias → expression over entries and the sides; sums are given as whole numbers. */
  sums: Readonly<Record<string, string>>
  /** From entries alone: where a filter is about something the monthly sums do not know. */
  entriesOnly?: boolean
  /** For the check: the other sources than those of the report; `months` where the report has single entries alone. */
  check?: boolean | 'months'
  /** Months that the sums of the house answer (houseMonths); without them the residents' sums answer all. */
  house?: MonthSplit | null
}

/** Whole months as the sums of the house and those of the residents answer them; null where residents are asked for. */
export async function houseMonths(who: Caller, input: Omit<SumsInput, 'bind' | 'sums'>): Promise<MonthSplit | null> {
  const aboutResidents = [...(input.where ?? []), ...Object.values(input.by ?? {})].some((one) =>
    one.includes('oldman_id'),
  )
  if (input.residents !== null || input.entriesOnly || input.check || aboutResidents) return null
  const { months } = monthsAndEdges(input.period)
  return months ? splitMonths(who, months) : null
}

/** Conditions on a table of residents' sums by month: months that are not kept for the house, and those to come. */
export const looseMonths = ({ loose, last }: MonthSplit, to: string, bind: Bind): string[] => [
  `month = any(${bind.add(loose)}::date[])`,
  ...(to > last ? [`month > ${bind.add(last)} and month <= ${bind.add(to)}`] : []),
]

/** The statement: monthly sums for whole months, entries for the rest. `bind` must begin with the organisation. */
export function ledgerSumsSql(input: SumsInput): string {
  const { bind, by = {}, sums, where = [], entryWhere = [] } = input
  const { months, edges } = input.entriesOnly
    ? { months: [], edges: [{ ...input.period, minus: false }] }
    : (input.check === 'months' ? monthSources : input.check ? otherSources : sourcesOf)(input.period)
  const residents = ofResidents(input.residents, 'oldman_id', bind)
  const parts = edges.map(
    (
      edge,
    ) => `select date_trunc('month', day)::date as month, oldman_id, trade_class, trade_type, coalesce(way, 0) as way,
      coalesce(user_id, '') as user_id, refund, ${edge.minus ? -1 : 1} as entries, ${signed(edge.minus, SUMMED)}
      from ledger l where ${[
        'org_id = $1',
        `day between ${bind.add(edge.from)} and ${bind.add(edge.to)}`,
        residents,
        ...entryWhere,
      ].join(' and ')}`,
  )
  const { house } = input
  for (const span of months) {
    const within = house
      ? looseMonths(house, span.to, bind)
      : [`month between ${bind.add(span.from)} and ${bind.add(span.to)}`]
    for (const one of within) {
      parts.push(`select month, oldman_id, trade_class, trade_type, way, user_id, refund, entries, ${SIDES}
        from ledger_month where org_id = $1 and ${one} and ${residents}`)
    }
    if (house && house.kept.length > 0) {
      parts.push(`select month, null as oldman_id, trade_class, trade_type, way, user_id, refund, entries, ${SIDES}
        from house_ledger where org_id = $1 and month = any(${bind.add(house.kept)}::date[])`)
    }
  }
  const groups = Object.entries(by).map(([alias, expression]) => `${expression} as "${alias}"`)
  const added = Object.entries(sums).map(([alias, expression]) => `coalesce(${expression}, 0)::bigint as "${alias}"`)
  return `select ${[...groups, ...added].join(', ')} from (${parts.join(' union all ')}) s
    where ${['true', ...where].join(' and ')}${groups.length > 0 ? ` group by ${groups.map((_, i) => i + 1).join(', ')}` : ''}`
}

export async function ledgerSums<Row extends pg.QueryResultRow>(who: Caller, input: SumsInput): Promise<Row[]> {
  const house = await houseMonths(who, input)
  return (await who.app.pool.query<Row>(ledgerSumsSql({ ...input, house }), input.bind.values)).rows
}

/** A bind that begins with the caller's organisation, as ledgerSums wants it. */
export const bindFor = (who: Caller) => new Bind(who.orgId)

// ── The check ───────────────────────────────────────────────────────────────────────────────────────────────────────

export type Differing = ReportCheckData['differing'][number]

interface CheckInput {
  reportTitle: string
  reportFen: number
  ledgerTitle: string
  ledgerFen: number
  covers: ReportCheckData['covers']
  /** The documents that differ; asked for only when the sums do, or always where single rows can differ while the sums agree. */
  differing?: () => Promise<Differing[]>
  /** Look for differing documents although the sums agree: what one has too much another may have too little. */
  always?: boolean
  /** Further figures of the report that are added up a second way. */
  also?: readonly { what: string; reportFen: number; otherFen: number }[]
}

const wireNow = () => timeText()

export async function checkOf(input: CheckInput): Promise<ReportCheckData> {
  const differenceFen = input.reportFen - input.ledgerFen
  const off = (input.also ?? []).filter((one) => one.reportFen !== one.otherFen)
  const documents = differenceFen !== 0 || off.length > 0 || input.always ? ((await input.differing?.()) ?? []) : []
  const differing: Differing[] = [
    ...documents,
    ...off.map(
      ({ what, reportFen, otherFen }): Differing => ({
        kind: 'SUM',
        id: what,
        no: what,
        fen: (reportFen - otherFen) as Differing['fen'],
        why: `本表 ${yuanText(reportFen)}，另一种算法 ${yuanText(otherFen)}`,
      }),
    ),
  ]
  return {
    agrees: differenceFen === 0 && differing.length === 0,
    reportTitle: input.reportTitle,
    reportFen: input.reportFen,
    ledgerTitle: input.ledgerTitle,
    ledgerFen: input.ledgerFen,
    differenceFen,
    covers: input.covers.map(({ count, what }) => ({ count, what })),
    at: wireNow(),
    differing,
  } as ReportCheckData
}

// ── The answer ──────────────────────────────────────────────────────────────────────────────────────────────────────

export interface ReportQuery {
  page?: number | null
  size?: number | null
  orderBy?: string | null
  part?: 'all' | 'page' | 'rows' | 'check' | null
}

interface Plan<Row, Sums, Chart> {
  period: Period | null
  /** The rows of the page (limit and offset of `pageOfReport`). */
  rows(): Promise<Row[]>
  /** How many rows there are in all, and their sums. */
  sums(): Promise<{ total: number; sums: Sums }>
  chart?(): Promise<Chart>
  subtotals?(rows: readonly Row[]): Promise<{ key: string; sums: Sums }[]>
  check(sums: Sums, total: number): Promise<ReportCheckData>
  /** What came after the close, where the period ends in a closed month. */
  closed?(): Promise<ReportClosedData | null>
}

const DEFAULT_SIZE = 20

export function pageOfReport(q: ReportQuery): { page: number; size: number; offset: number } {
  const page = q.page ?? 1
  const size = q.size || DEFAULT_SIZE
  return { page, size, offset: (page - 1) * size }
}

/** Does what was asked for of a report, side by side. */
export async function answerReport<Row, Sums, Chart = null>(
  q: ReportQuery,
  plan: Plan<Row, Sums, Chart>,
): Promise<ReportAnswer<Row, Sums, Chart>> {
  const part = q.part ?? 'all'
  const { page, size } = pageOfReport(q)
  const whole = part === 'all' || part === 'page'
  const [list, summed, chart, closed] = await Promise.all([
    part === 'check' ? [] : plan.rows(),
    part === 'rows' ? null : plan.sums(),
    whole && plan.chart ? plan.chart() : null,
    whole && plan.closed ? plan.closed() : null,
  ])
  const check = summed && (part === 'all' || part === 'check') ? await plan.check(summed.sums, summed.total) : null
  return {
    ...pageInfo(list, summed?.total ?? 0, page, size),
    from: plan.period?.from ?? null,
    to: plan.period?.to ?? null,
    sums: summed?.sums ?? null,
    subtotals: part === 'check' || !plan.subtotals ? null : await plan.subtotals(list),
    check,
    closed,
    chart,
  }
}

/** A report whose rows are few and all known at once: one page of them, sums by hand. */
export const slice = <Row>(q: ReportQuery, rows: readonly Row[]): Row[] => {
  const { size, offset } = pageOfReport(q)
  return rows.slice(offset, offset + size)
}

/** Sums of the named fields. */
export const addUp = <Row, const K extends keyof Row & string>(rows: readonly Row[], keys: readonly K[]) =>
  Object.fromEntries(
    keys.map((key) => [key, rows.reduce((sum, row) => sum + Number(row[key] ?? 0), 0)]),
  ) as unknown as Record<K, Row[K]>
