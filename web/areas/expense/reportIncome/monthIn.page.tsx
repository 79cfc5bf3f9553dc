import { IncomeKind } from '#contract/expense/incomeKinds'
import { type MonthInRowData, reportIncome } from '#contract/expense/reportIncome'
import { type DrillRequest, sharedFilter } from '#web/areas/expense/report/drill.part'
import { ExpenseReport } from '#web/areas/expense/report/expenseReport.part'
import { Growth, growthCell, growthText, strong } from '#web/areas/expense/report/growth'
import { month } from '#web/kit/fields/date'
import { moneyText } from '#web/kit/fields/money'
import type { Filter } from '#web/kit/list/columns'
import { Shares, StackedBars } from '#web/kit/report/charts'
import { reportColumns } from '#web/kit/report/reportColumns'

const { monthIn } = reportIncome.calls

const columns = reportColumns(
  monthIn,
  {
    period: 'month',
    common: ['areaId', 'way', 'userId', 'keyword', 'deptId', 'status'],
    titles: { userId: '收款人', way: '收款方式' },
  },
  {
    month: { title: '月份', as: month, width: 100, sort: true },
    bedFen: { title: '床位费', width: 120, sort: true },
    careFen: { title: '护理费', width: 120, sort: true },
    mealFen: { title: '餐费', width: 120, sort: true },
    serviceFen: { title: '综合服务费', width: 120, sort: true },
    medicalFen: { title: '医疗费', width: 110, sort: true },
    onceFen: { title: '一次性费', width: 110, sort: true },
    otherFen: { title: '其他', width: 110, sort: true },
    totalFen: { title: '合计（元）', width: 130, sort: true },
    refundFen: { title: '退款（元）', width: 110, sort: true },
    netFen: { title: '净额（元）', width: 130, sort: true, cell: (fen) => strong(moneyText(fen)) },
    mom: { title: '环比', width: 90, align: 'right', cell: growthCell, text: growthText },
  },
)

const MONEY_BACK = { side: 'receivable' as const, classes: '3,4,5,6' }

const paidIn = (row: MonthInRowData, filter: Filter, more: Record<string, unknown> = {}): DrillRequest => ({
  of: 'entries',
  title: `${row.month} 缴费凭证`,
  query: { ...sharedFilter(filter), from: row.month, to: row.month, ...MONEY_BACK, ...more },
})

export default function MonthInReport() {
  return (
    <ExpenseReport
      call={monthIn}
      columns={columns}
      rowKey="month"
      title="月度收入"
      unit="个月"
      size={100}
      chart={({ chart, from, to }) =>
        chart && (
          <>
            <StackedBars
              title="每月实收"
              sub="按费用大类堆叠"
              labels={chart.months.map((one) => one.month)}
              series={chart.shares.map(({ kind }) => ({
                name: IncomeKind.label(kind),
                values: chart.months.map((one) => one.kinds.find((at) => at.kind === kind)?.netFen ?? 0),
              }))}
            />
            <Shares
              title="各类占比"
              sub={`${from?.slice(0, 7)} 至 ${to?.slice(0, 7)}`}
              parts={chart.shares.map((one) => ({ name: IncomeKind.label(one.kind), fen: one.netFen }))}
            />
          </>
        )
      }
      totals={(data) => ({ month: `${data.total} 个月`, mom: <Growth value={null} /> })}
      drills={{
        totalFen: (row, filter) => (row.totalFen === 0 ? null : paidIn(row, filter, { refund: 0 })),
        refundFen: (row, filter) => (row.refundFen === 0 ? null : paidIn(row, filter, { refund: 1 })),
        netFen: (row, filter) => (row.netFen === 0 ? null : paidIn(row, filter)),
      }}
      how="本表按收款日期汇总每笔缴费分到各账单行上的金额（现金、扫码、余额、赠送、押金抵扣都在内）；核对时把总账中同期冲减应收账款的凭证逐笔相加。预存和押金还没有用来缴费，不在本表。"
      empty={{ title: '这段时间没有缴费', text: '换一个月份范围，或清除其他条件。' }}
    />
  )
}
