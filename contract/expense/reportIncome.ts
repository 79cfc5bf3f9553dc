// Reports of what was earned and received by month: by kind of fee, beside the month and the year before.
import { noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { list, nul, num, obj, opt, type Static, str } from '#contract/kit/schema'
import { IncomeKind } from './incomeKinds.ts'
import { byMonth, reportCall, reportPage, reportQuery } from './reportKit.ts'

/** As bills asked for it, or as it was paid on them. */
export const IncomeBasis = options('IncomeBasis', '口径', [
  ['ACCRUED', '应计'],
  ['RECEIVED', '实收'],
])
export type IncomeBasisValue = Static<typeof IncomeBasis.schema>

const earned = {
  /** 应计收入; what was received, where that is asked for. */
  grossFen: fenSchema('应计收入'),
  leaveFen: fenSchema('请假减免'),
  discountFen: fenSchema('优惠'),
  subsidyFen: fenSchema('补贴'),
  /** Paid back; only where received money is asked for. */
  refundFen: fenSchema('退款'),
  netFen: fenSchema('净收入'),
  /** Per cent against the same month a year before, and against the month before; null where there was nothing. */
  yoy: nul(num('同比')),
  mom: nul(num('环比')),
}
const Income = obj({ rowId: str(), month: str('月份'), kind: IncomeKind.schema, ...earned })
export type IncomeRowData = Static<typeof Income>
const IncomeSums = obj(earned)
export type IncomeSumsData = Static<typeof IncomeSums>

const kinds = {
  bedFen: fenSchema('床位费'),
  careFen: fenSchema('护理费'),
  mealFen: fenSchema('餐费'),
  serviceFen: fenSchema('综合服务费'),
  medicalFen: fenSchema('医疗费'),
  onceFen: fenSchema('一次性费'),
  otherFen: fenSchema('其他'),
}
const received = {
  ...kinds,
  totalFen: fenSchema('合计'),
  refundFen: fenSchema('退款'),
  netFen: fenSchema('净额'),
  mom: nul(num('环比')),
}
const MonthIn = obj({ month: str('月份'), ...received })
export type MonthInRowData = Static<typeof MonthIn>
const MonthInSums = obj(received)
export type MonthInSumsData = Static<typeof MonthInSums>

const Shares = obj({
  months: list(
    obj({
      month: str(),
      netFen: fenSchema('净收入'),
      kinds: list(obj({ kind: IncomeKind.schema, netFen: fenSchema() })),
    }),
  ),
  shares: list(
    obj({ kind: IncomeKind.schema, netFen: fenSchema('净收入'), share: nul(num('占比')), yoy: nul(num('同比')) }),
  ),
})
export type IncomeChartData = Static<typeof Shares>

export const reportIncome = noun('expense', 'reportIncome', {
  title: '收入报表',
  calls: {
    income: reportCall('income', {
      title: '收入统计',
      row: Income,
      sums: IncomeSums,
      query: reportQuery({ kind: opt(IncomeKind.schema), basis: opt(IncomeBasis.schema) }),
      chart: Shares,
    }),
    monthIn: reportCall('monthIn', {
      title: '月度收入',
      row: MonthIn,
      sums: MonthInSums,
      query: reportQuery({}),
      chart: Shares,
    }),
  },
  pages: {
    income: reportPage('income', '收入统计', byMonth(10), { order: 32, fixed: { size: 200, basis: 'ACCRUED' } }),
    monthIn: reportPage('monthIn', '月度收入', byMonth(11), { order: 31, fixed: { size: 100 } }),
  },
})
