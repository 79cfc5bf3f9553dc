// What the twenty reports share: how they are asked for, and the answer: rows of the page, sums of everything filtered,
// and the report's own check against the ledger.

import { Unsafe } from '@sinclair/typebox'
import { call } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { monthsAgo, monthsAgoByDay, THIS_MONTH, TODAY } from '#contract/kit/page'
import { type PageInfo, pageOf, pageQuery } from '#contract/kit/paging'
import {
  bool,
  id,
  int,
  list,
  nul,
  obj,
  opt,
  type Static,
  str,
  type TObject,
  type TProperties,
  type TSchema,
  text,
} from '#contract/kit/schema'
import { ResidenceStatus } from '#contract/live/resident'
import { TradeWay } from './tradeWords.ts'

/** Every report has a permission of its own, so that a role can be given one and not the others. */
export const reportNeeds = (name: string) => `expense:report:${name}`

export const REPORTS = [
  'payment',
  'monthIn',
  'inDetail',
  'refund',
  'balance',
  'advance',
  'reservation',
  'booking',
  'deposit',
  'refundable',
  'balanceDeposit',
  'medical',
  'collectFees',
  'chargeProject',
  'difference',
  'income',
  'rent',
  'receivalbe',
  'checkOut',
  'consumeDetail',
] as const
export type ReportName = (typeof REPORTS)[number]

/** Whoever may open one of the reports: the rows behind a figure, the list of reports. */
export const ANY_REPORT = REPORTS.map(reportNeeds).join('|')

/** What of a report is wanted: the check of a long period takes longer than its page, a file needs its sums once. */
export const ReportPart = options('ReportPart', '内容', [
  ['all', '全部'],
  ['page', '本页和合计'],
  ['rows', '只要行'],
  ['check', '只要核对'],
])

/** A day or a month; a month as the end of a period means its last day. */
export const dayOrMonth = (title: string) =>
  text(title, {
    max: 10,
    pattern: /^(?:19|[2-9]\d)\d\d-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$/,
    hint: '应为 年-月-日 或 年-月',
  })

/** Filters that every report understands; a report leaves out what says nothing about its rows. */
export const reportFilters = {
  from: opt(dayOrMonth('开始日期')),
  to: opt(dayOrMonth('结束日期')),
  /** The resident by name, pinyin, initials or archive number. */
  keyword: opt(text('老人', { max: 40 })),
  oldmanId: opt(id('老人', { of: 'resident' })),
  deptId: opt(id('部门', { of: 'dept' })),
  /** Building, floor: everything inside it. */
  areaId: opt(id('楼栋楼层', { of: 'location' })),
  status: opt(ResidenceStatus.schema),
  /** Who took or paid out the money. */
  userId: opt(id('经办人', { of: 'account' })),
  way: opt(TradeWay.schema),
  part: opt(ReportPart.schema),
}

export const DifferingKind = options('DifferingKind', '单据', [
  ['ENTRY', '流水'],
  ['BILL', '账单'],
  ['LINE', '账单行'],
  ['RECEIPT', '收据'],
  ['SETTLEMENT', '结算单'],
  ['CHARGE', '收费单'],
  ['ACCOUNT', '老人账户'],
  ['RESERVATION', '预订单'],
  ['SUM', '合计'],
])

/** Two ways of adding up the same money, and the documents on which they differ. */
export const ReportCheck = obj({
  agrees: bool('核对一致'),
  /** 本表净收入 */
  reportTitle: str(),
  reportFen: fenSchema('本表合计'),
  /** 总账 主营业务收入 */
  ledgerTitle: str(),
  ledgerFen: fenSchema('总账合计'),
  differenceFen: fenSchema('差额'),
  /** 覆盖 2,286 张账单、13,716 行 */
  covers: list(obj({ count: int(), what: str() })),
  at: str('核对时间'),
  differing: list(obj({ kind: DifferingKind.schema, id: str(), no: str('单号'), fen: fenSchema('相差'), why: str() })),
})
export type ReportCheckData = Static<typeof ReportCheck>

/** The period ends in a closed month: its figures are those of that day, and what was corrected later stands beside. */
export const ReportClosed = obj({
  /** yyyy-MM-dd */
  at: str('按此日'),
  /** By the month into which the corrections were booked. */
  corrections: list(obj({ month: str('记入月份'), fen: fenSchema('结账后更正') })),
})
export type ReportClosedData = Static<typeof ReportClosed>

export type ReportAnswer<Row, Sums, Chart> = PageInfo<Row> & {
  /** The period as it was understood; null for reports about today. */
  from: string | null
  to: string | null
  /** Of everything filtered, named like the columns they stand under. */
  sums: Sums | null
  /** Sums of the groups that begin on this page, where the report has groups. */
  subtotals: { key: string; sums: Sums }[] | null
  check: ReportCheckData | null
  closed: ReportClosedData | null
  chart: Chart | null
}

interface Declared<R, S, Q, C> {
  title: string
  row: R
  /** Fields named like the columns of the row that they add up, and others for cards and feet. */
  sums: S
  /** reportQuery({…}) where it has filters besides those of every report. */
  query?: Q
  chart?: C
}

const commonQuery = pageQuery(reportFilters)

/** The query of a report with filters of its own. */
export const reportQuery = <P extends TProperties>(filters: P) => pageQuery({ ...reportFilters, ...filters })

/** A report as a call: GET /pims/web-pi/cost/report/<name>. */
export function reportCall<
  const N extends ReportName,
  R extends TObject,
  S extends TObject,
  Q extends TObject = typeof commonQuery,
  C extends TSchema = TSchema & { static: null },
>(name: N, declared: Declared<R, S, Q, C>) {
  const page = pageOf(declared.row) as unknown as TObject
  const answer = obj({
    ...page.properties,
    from: nul(str()),
    to: nul(str()),
    sums: nul(declared.sums),
    subtotals: nul(list(obj({ key: str(), sums: declared.sums }))),
    check: nul(ReportCheck),
    closed: nul(ReportClosed),
    chart: nul(declared.chart ?? obj({})),
  })
  return call.get(`/pims/web-pi/cost/report/${name}` as const, {
    needs: reportNeeds(name),
    act: declared.title,
    query: (declared.query ?? commonQuery) as Q,
    data: Unsafe<ReportAnswer<Static<R>, Static<S>, Static<C>>>({ ...page, ...answer, rowOf: true }),
    refuses: ['INVALID_INPUT'],
  })
}

/** The months or days that a report begins with. */
export const byMonth = (back: number) => ({ from: monthsAgo(back), to: THIS_MONTH })
export const byDay = (back: number) => ({ from: monthsAgoByDay(back), to: TODAY })

/**
 * The page of a report: the filter that it begins with, what else its first question holds, its place if it stands in the menu.
 * It asks first for the page without the check.
 */
export const reportPage = <const N extends ReportName>(
  name: N,
  title: string,
  start: Readonly<Record<string, string>>,
  { order, fixed }: { order?: number; fixed?: Readonly<Record<string, string | number>> } = {},
) => ({
  path: `/expense/report/${name}`,
  alias: `/billManagement/${name}`,
  title,
  tab: true,
  ahead: { call: name, fixed: { part: 'page', ...fixed }, start },
  needs: reportNeeds(name),
  ...(order !== undefined && { menu: { rail: 'expense' as const, group: '报表', order } }),
})
