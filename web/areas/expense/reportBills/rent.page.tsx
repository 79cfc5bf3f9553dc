import type { EChartsCoreOption } from 'echarts/core'
import { useMemo } from 'react'
import { type RentChartData, type RentRowData, reportBills } from '#contract/expense/reportBills'
import { type DrillRequest, sharedFilter } from '#web/areas/expense/report/drill.part'
import { ExpenseReport } from '#web/areas/expense/report/expenseReport.part'
import { percentCell, percentText, strong } from '#web/areas/expense/report/growth'
import { axisText, Chart, chartBase, gridLine } from '#web/kit/chart/Chart'
import { SERIES } from '#web/kit/chart/palette'
import { month } from '#web/kit/fields/date'
import { moneyText } from '#web/kit/fields/money'
import type { Filter } from '#web/kit/list/columns'
import { PageCard } from '#web/kit/parts/PageCard'
import { reportColumns } from '#web/kit/report/reportColumns'

const { rent } = reportBills.calls

const made = reportColumns(
  rent,
  { period: 'month', common: ['areaId', 'deptId', 'keyword'], titles: { keyword: '床位' } },
  {
    month: { title: '月份', as: month, width: 90, sort: true },
    buildingName: { title: '楼栋', width: 110 },
    floorName: { title: '楼层', width: 90 },
    roomName: { title: '房间', width: 90 },
    bedName: { title: '床位', width: 80 },
    // The money stands where a narrow screen shows it.
    receivableFen: { title: '应收床位费', width: 120, sort: true, cell: (fen) => strong(moneyText(fen)) },
    paidFen: { title: '实收（元）', width: 120, sort: true },
    rate: { title: '入住率', width: 80, align: 'right', sort: true, cell: percentCell, text: percentText },
    roomKind: { title: '房型', width: 80 },
    oldmanNames: { title: '老人', width: 160 },
    priceFen: { title: '单价（元）', width: 110, sort: true },
    occupiedDays: { title: '占用天数', width: 90, align: 'right', sort: true },
    emptyDays: {
      title: '空置天数',
      width: 90,
      align: 'right',
      sort: true,
      cell: (days) => (days > 0 ? <span className="yy-growth-down">{days}</span> : days),
    },
  },
  { vacant: { title: '有空置', width: 110 } },
)

const columns = {
  ...made,
  searches: made.searches.map((one) => (one.key === 'keyword' ? { ...one, placeholder: '房间或床位' } : one)),
}

const linesOf = (row: RentRowData, filter: Filter, fen: number): DrillRequest | null =>
  fen === 0
    ? null
    : {
        of: 'lines',
        title: `${row.roomName} ${row.bedName}・${row.month} 床位费`,
        query: {
          ...sharedFilter({ from: filter.from, to: filter.to }),
          from: row.month,
          to: row.month,
          bedId: row.bedId,
          category: '1',
        },
      }

const WAN = 1_000_000

function RateCard({ chart }: { chart: RentChartData }) {
  const option = useMemo(
    (): EChartsCoreOption => ({
      ...chartBase,
      grid: { left: 4, right: 4, top: 40, bottom: 4, containLabel: true },
      xAxis: {
        type: 'category',
        data: chart.months.map((one) => one.month),
        axisTick: { show: false },
        axisLabel: axisText,
      },
      yAxis: [
        { type: 'value', axisLabel: axisText, splitLine: gridLine },
        {
          type: 'value',
          min: 0,
          max: 100,
          axisLabel: { ...axisText, formatter: '{value}%' },
          splitLine: { show: false },
        },
      ],
      series: [
        {
          name: '应收床位费（万元）',
          type: 'bar',
          barMaxWidth: 34,
          itemStyle: { color: SERIES[0] },
          data: chart.months.map((one) => Math.round((one.receivableFen / WAN) * 100) / 100),
        },
        {
          name: '入住率（%）',
          type: 'line',
          yAxisIndex: 1,
          itemStyle: { color: SERIES[2] },
          symbolSize: 7,
          label: {
            show: true,
            position: 'top',
            color: '#3d4856',
            fontSize: 12,
            formatter: '{c}%',
            textBorderColor: '#fff',
            textBorderWidth: 3,
          },
          data: chart.months.map((one) => one.rate),
        },
      ],
    }),
    [chart],
  )
  return (
    <PageCard title="床位费与入住率" sub="万元、%，按月；本月算到今天">
      <Chart option={option} label="床位费与入住率" height={210} />
    </PageCard>
  )
}

export default function RentReport() {
  return (
    <ExpenseReport
      call={rent}
      columns={columns}
      rowKey="rowId"
      title="床位费报表"
      unit="床月"
      chart={(data) => data.chart && <RateCard chart={data.chart} />}
      drills={{
        receivableFen: (row, filter) => (row.bedId ? linesOf(row, filter, row.receivableFen) : null),
        paidFen: (row, filter) => (row.bedId ? linesOf(row, filter, row.paidFen) : null),
      }}
      totals={(data) => ({
        buildingName: `${data.sums?.beds ?? 0} 张床`,
        rate: data.sums ? percentCell(data.sums.rate) : '',
      })}
      how="占用天数取自床位占用记录（入住、试住和包房，不含预订），本月只算到今天；应收床位费取自账单中这张床位的床位费行，以后账单的差额算在被更正的床位上，没有床位的单列一行。核对时与出账时按费用类别登记的收入、逐笔缴费的分摊比较，并把占用床日与在住天数比较。"
      empty={{ title: '没有床位', text: '换一个楼栋，或清除其他条件。' }}
    />
  )
}
