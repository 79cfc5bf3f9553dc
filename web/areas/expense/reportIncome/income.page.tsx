import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { IncomeKind } from '#contract/expense/incomeKinds'
import { IncomeBasis, type IncomeBasisValue, type IncomeRowData, reportIncome } from '#contract/expense/reportIncome'
import { DrillDrawer, type DrillRequest, sharedFilter } from '#web/areas/expense/report/drill.part'
import { ExpenseReport } from '#web/areas/expense/report/expenseReport.part'
import { Growth, growthCell, growthText, strong } from '#web/areas/expense/report/growth'
import { month } from '#web/kit/fields/date'
import { moneyText } from '#web/kit/fields/money'
import type { ListHandle } from '#web/kit/list/acts'
import type { Filter } from '#web/kit/list/columns'
import { usePageState } from '#web/kit/open'
import { Shares, StackedBars } from '#web/kit/report/charts'
import { reportColumns } from '#web/kit/report/reportColumns'
import { printMonth } from './printMonth.tsx'

const { income } = reportIncome.calls

const columnsOf = (basis: IncomeBasisValue) => {
  const accrued = basis === 'ACCRUED'
  const made = reportColumns(
    income,
    { period: 'month', common: ['areaId', 'keyword', 'deptId', 'status'] },
    {
      month: { title: '月份', as: month, width: 110, text: (value) => value },
      kind: { title: '费用大类', width: 150 },
      grossFen: { title: accrued ? '应计收入（元）' : '实收（元）', width: 150 },
      ...(accrued
        ? {
            leaveFen: { title: '请假减免（元）', width: 130 },
            discountFen: { title: '优惠（元）', width: 130 },
            subsidyFen: { title: '补贴（元）', width: 130 },
          }
        : { refundFen: { title: '退款（元）', width: 130 } }),
      netFen: { title: accrued ? '净收入（元）' : '净额（元）', width: 150, cell: (fen) => strong(moneyText(fen)) },
      yoy: { title: '同比', width: 100, align: 'right', cell: growthCell, text: growthText },
      mom: { title: '环比', width: 100, align: 'right', cell: growthCell, text: growthText },
    },
    { kind: { title: '费用大类', width: 140 } },
  )
  const kind = made.searches.filter((one) => one.key === 'kind')
  const [period, ...rest] = made.searches.filter((one) => one.key !== 'kind')
  return { ...made, searches: [period!, ...kind, ...rest] }
}

const linesOf = (row: IncomeRowData, filter: Filter, more: Record<string, string> = {}): DrillRequest => ({
  of: 'lines',
  title: `${row.month} ${IncomeKind.label(row.kind)}・账单行`,
  query: { ...sharedFilter(filter), from: row.month, to: row.month, kind: row.kind, ...more },
})

/** Bills are entered once for all their lines; payments name no kind either. */
const entriesOf = (rowMonth: string, filter: Filter, basis: IncomeBasisValue): DrillRequest => ({
  of: 'entries',
  title: basis === 'ACCRUED' ? `${rowMonth} 账期・出账凭证` : `${rowMonth} 收款・缴费凭证`,
  query:
    basis === 'ACCRUED'
      ? { ...sharedFilter(filter), from: '2000-01', to: '2099-12', billMonth: rowMonth, types: 'BILL' }
      : { ...sharedFilter(filter), from: rowMonth, to: rowMonth, side: 'receivable', classes: '3,4,5,6' },
})

export default function IncomeReport() {
  const [basis, setBasis] = usePageState<IncomeBasisValue>('income-basis', 'ACCRUED')
  const columns = useMemo(() => columnsOf(basis), [basis])
  const fixed = useMemo(() => ({ basis }), [basis])
  const [request, setRequest] = useState<DrillRequest | null>(null)
  const accrued = basis === 'ACCRUED'
  return (
    <ExpenseReport
      key={basis}
      call={income}
      columns={columns}
      rowKey="rowId"
      title="收入统计"
      unit="行"
      size={200}
      fixed={fixed}
      switches={() => (
        <span className="yy-report-switch yy-inline yy-gap-8">
          口径
          <Segmented
            value={basis}
            options={IncomeBasis.list.map(({ value, label }) => ({ value, label }))}
            onChange={(value) => setBasis(value as IncomeBasisValue)}
          />
        </span>
      )}
      chart={(data, act) => {
        const { chart, sums } = data
        if (!chart || !sums) return null
        const kinds = chart.shares.map((one) => one.kind)
        const now = new Date().toISOString().slice(0, 7)
        const last = chart.months.at(-1)?.month ?? ''
        return (
          <>
            <StackedBars
              title={accrued ? '净收入按月' : '实收净额按月'}
              sub="按费用大类堆叠"
              extra={
                last >= now && (
                  <span className="yy-income-note yy-second">{`${last} ${accrued ? '为预计全月' : '尚未结束'}`}</span>
                )
              }
              labels={chart.months.map((one) => one.month)}
              series={kinds.map((kind) => ({
                name: IncomeKind.label(kind),
                values: chart.months.map((one) => one.kinds.find((at) => at.kind === kind)?.netFen ?? 0),
              }))}
            />
            <Shares
              title="占比与变化"
              sub={`${data.from?.slice(0, 7)} 至 ${data.to?.slice(5, 7)}`}
              note={
                <span>
                  同比 <Growth value={sums.yoy} />
                </span>
              }
              parts={chart.shares.map((one) => ({
                name: IncomeKind.label(one.kind),
                fen: one.netFen,
                ...(accrued && {
                  onOpen: () =>
                    act.drill({
                      of: 'lines',
                      title: `${IncomeKind.label(one.kind)}・账单行`,
                      fen: one.netFen,
                      query: { ...sharedFilter(act.filter), kind: one.kind },
                    }),
                }),
              }))}
            />
          </>
        )
      }}
      group={{
        column: 'month',
        act: (key, filter) => (
          <button
            type="button"
            className="yy-link"
            onClick={() => void printMonth(columns.list, key, { ...filter, basis })}
          >
            打印本月
          </button>
        ),
      }}
      totals={(data) => ({
        kind: `${new Set(data.chart?.months.map((one) => one.month)).size} 个月`,
        yoy: <Growth value={data.sums?.yoy} />,
        mom: <Growth value={null} />,
      })}
      subtotals={(sums) => ({ yoy: <Growth value={sums.yoy} />, mom: <Growth value={sums.mom} /> })}
      actions={[
        // What was received in a month is on bills of any month: only the payments are behind it.
        ...(accrued
          ? [
              {
                title: '账单行',
                onClick: (row: IncomeRowData, { filter }: ListHandle) => setRequest(linesOf(row, filter)),
              },
            ]
          : []),
        { title: '凭证', onClick: (row, { filter }) => setRequest(entriesOf(row.month, filter, basis)) },
      ]}
      drills={{
        leaveFen: (row, filter) => (row.leaveFen === 0 ? null : linesOf(row, filter, { reduced: 'leave' })),
        discountFen: (row, filter) => (row.discountFen === 0 ? null : linesOf(row, filter, { reduced: 'discount' })),
        subsidyFen: (row, filter) => (row.subsidyFen === 0 ? null : linesOf(row, filter, { reduced: 'subsidy' })),
      }}
      how={
        accrued
          ? '本表按账期和费用大类汇总已出账账单的每一行；核对时把总账中这些账期的出账凭证逐笔相加，收入减去优惠和补贴即净收入。押金和预订金不是收入，不在本表。'
          : '本表按收款日期汇总每笔缴费分到各账单行上的金额；核对时把总账中同期冲减应收账款的凭证逐笔相加。'
      }
      empty={{ title: '这段时间没有收入', text: '换一个月份范围，或清除其他条件。' }}
    >
      <DrillDrawer request={request} onClose={() => setRequest(null)} />
    </ExpenseReport>
  )
}
