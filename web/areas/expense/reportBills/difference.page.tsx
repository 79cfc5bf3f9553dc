import { Tooltip } from 'antd'
import { DifferenceReason, type DifferenceRowData, reportBills } from '#contract/expense/reportBills'
import { type DrillRequest, sharedFilter } from '#web/areas/expense/report/drill.part'
import { ExpenseReport } from '#web/areas/expense/report/expenseReport.part'
import { residentColumns } from '#web/areas/expense/report/faces'
import { strong } from '#web/areas/expense/report/growth'
import { month } from '#web/kit/fields/date'
import { moneyText } from '#web/kit/fields/money'
import type { Filter } from '#web/kit/list/columns'
import { StackedBars } from '#web/kit/report/charts'
import { reportColumns } from '#web/kit/report/reportColumns'

const { difference } = reportBills.calls

const signed = (fen: number) => `${fen > 0 ? '+' : ''}${moneyText(fen)}`

function Reasons({ row }: { row: DifferenceRowData }) {
  const words = (
    <span className="yy-parts yy-flex yy-wrap">
      {row.parts.map((part) => (
        <span key={part.reason}>
          {DifferenceReason.label(part.reason)}{' '}
          <b className={part.fen > 0 ? 'yy-more' : 'yy-less'}>{signed(part.fen)}</b>
        </span>
      ))}
      {row.parts.length === 0 && <span className="yy-none">无差异</span>}
    </span>
  )
  if (row.events.length === 0) return words
  return (
    <Tooltip
      title={row.events.map((event) => (
        <div key={`${event.day}${event.content}`}>{`${event.day.slice(5)} ${event.content}`}</div>
      ))}
    >
      {words}
    </Tooltip>
  )
}

const columns = reportColumns(
  difference,
  { period: 'month', common: ['keyword', 'areaId', 'deptId', 'status'] },
  {
    oldmanName: residentColumns.oldmanName,
    bedPath: residentColumns.bedPath,
    month: { title: '月份', as: month, width: 90, sort: true },
    lastFen: { title: '上月应收', width: 110, sort: true },
    thisFen: { title: '本月应收', width: 110, sort: true },
    differenceFen: { title: '差额', width: 110, sort: true, cell: (fen) => strong(signed(fen)) },
    reason: { title: '差异原因', width: 330, cell: (_, row) => <Reasons row={row} /> },
    paidFen: { title: '本月实收', width: 110, sort: true },
    unpaidFen: { title: '未收', width: 110, sort: true },
    events: {
      title: '期间变动',
      width: 260,
      hidden: true,
      text: (events) => events.map((one) => `${one.day} ${one.content}`).join('；'),
    },
  },
  { reason: { title: '差异原因', width: 130 }, same: { title: '无差异老人', width: 120 } },
)

const linesOf = (row: DifferenceRowData, filter: Filter, at: string, fen: number): DrillRequest => ({
  of: 'lines',
  title: `${row.oldmanName}・${at} 账单行`,
  fen,
  query: { ...sharedFilter(filter), oldmanId: row.oldmanId, from: at, to: at },
})

const before = (at: string) => {
  const [year, number] = at.split('-').map(Number) as [number, number]
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`
}

export default function DifferenceReport() {
  return (
    <ExpenseReport
      call={difference}
      columns={columns}
      rowKey="rowId"
      title="差额报表"
      unit="人次"
      chart={({ chart }) =>
        chart && (
          <StackedBars
            title="差额由来"
            sub="比上月多收或少收"
            labels={chart.reasons.map((one) => `${DifferenceReason.label(one.reason)} ${one.residents} 人次`)}
            series={[{ name: '差额', values: chart.reasons.map((one) => one.fen) }]}
          />
        )
      }
      drills={{
        lastFen: (row, filter) => (row.lastFen === 0 ? null : linesOf(row, filter, before(row.month), row.lastFen)),
        thisFen: (row, filter) => (row.thisFen === 0 ? null : linesOf(row, filter, row.month, row.thisFen)),
        paidFen: (row, filter) =>
          row.paidFen === 0
            ? null
            : {
                of: 'entries',
                title: `${row.oldmanName}・${row.month} 账期缴费`,
                fen: row.paidFen,
                query: {
                  ...sharedFilter(filter),
                  oldmanId: row.oldmanId,
                  from: '2000-01',
                  to: '2099-12',
                  billMonth: row.month,
                  classes: '3,4,5,6',
                },
              },
      }}
      totals={(data) => ({ oldmanName: `${data.sums?.residents ?? 0} 人` })}
      how="每位老人本月与上月已出账账单逐行比较：床位不同为调床，护理等级不同为调级，单价不同为价格，天数不同为天数，请假减免、优惠、补贴和一次性费用单列；各原因之和等于差额。核对时把总账中本期的出账和缴费凭证逐笔相加。"
      empty={{ title: '没有差异', text: '所选月份的应收和上月相同，或还没有出账。' }}
    />
  )
}
