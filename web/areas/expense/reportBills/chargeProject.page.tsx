import { type ChargeProjectRowData, reportBills } from '#contract/expense/reportBills'
import { type DrillRequest, sharedFilter } from '#web/areas/expense/report/drill.part'
import { ExpenseReport } from '#web/areas/expense/report/expenseReport.part'
import { percentCell, percentText, strong } from '#web/areas/expense/report/growth'
import { moneyText } from '#web/kit/fields/money'
import type { Filter } from '#web/kit/list/columns'
import { StackedBars } from '#web/kit/report/charts'
import { reportColumns } from '#web/kit/report/reportColumns'

const { chargeProject } = reportBills.calls

const columns = reportColumns(
  chargeProject,
  { period: 'month', periodTitle: '账期', common: ['areaId', 'keyword', 'deptId', 'status'] },
  {
    categoryName: { title: '费用大类', width: 130, sort: true },
    name: { title: '费用项目', width: 200 },
    residents: { title: '人数', width: 90, align: 'right', sort: true },
    quantity: { title: '数量', width: 100, align: 'right', sort: true },
    receivableFen: { title: '应收（元）', width: 140, sort: true, cell: (fen) => strong(moneyText(fen)) },
    discountFen: { title: '优惠（元）', width: 120, sort: true },
    paidFen: { title: '实收（元）', width: 140, sort: true },
    unpaidFen: { title: '未收（元）', width: 140, sort: true },
    share: { title: '占比', width: 90, align: 'right', cell: percentCell, text: percentText },
  },
  { kind: { title: '费用大类', width: 140 } },
)

const linesOf = (row: ChargeProjectRowData, filter: Filter, fen?: number): DrillRequest => ({
  of: 'lines',
  title: `${row.categoryName}・${row.name}`,
  ...(fen !== undefined && { fen }),
  query: {
    ...sharedFilter(filter),
    category: row.category,
    ...(row.projectChildId ? { projectChildId: row.projectChildId } : { name: row.name }),
  },
})

export default function ChargeProjectReport() {
  return (
    <ExpenseReport
      call={chargeProject}
      columns={columns}
      rowKey="rowId"
      title="收费项目统计"
      unit="项"
      size={100}
      chart={({ chart }) =>
        chart && (
          <StackedBars
            title="应收最多的项目"
            sub="实收和未收"
            labels={chart.items.map((one) => one.name)}
            series={[
              { name: '实收', values: chart.items.map((one) => one.paidFen) },
              { name: '未收', values: chart.items.map((one) => one.receivableFen - one.paidFen), color: '#c5cdd6' },
            ]}
          />
        )
      }
      drills={{
        residents: (row, filter) => linesOf(row, filter),
        receivableFen: (row, filter) => linesOf(row, filter, row.receivableFen),
        discountFen: (row, filter) => {
          if (row.discountFen === 0) return null
          const request = linesOf(row, filter)
          return { ...request, query: { ...request.query, reduced: 'discount' } } as DrillRequest
        },
        paidFen: (row, filter) => linesOf(row, filter),
      }}
      totals={(data) => ({
        name: `${data.total} 项`,
        share: data.sums && data.sums.receivableFen !== 0 ? '100.0%' : '',
      })}
      how="本表按账期汇总已出账账单的每一行，应收已减去优惠和补贴；人数同一位老人只计一次。核对时把总账中这些账期的出账和缴费凭证逐笔相加。"
      empty={{ title: '这段时间没有账单', text: '换一个账期，或清除其他条件。' }}
    />
  )
}
