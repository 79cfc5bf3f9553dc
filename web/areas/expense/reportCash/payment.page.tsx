import { reportCash } from '#contract/expense/reportCash'
import { TradeType } from '#contract/expense/tradeWords'
import { sharedFilter } from '#web/areas/expense/report/drill.part'
import { ExpenseReport } from '#web/areas/expense/report/expenseReport.part'
import { receiptCell, residentColumns } from '#web/areas/expense/report/faces'
import { datetime, month } from '#web/kit/fields/date'
import { CurveCard, Shares } from '#web/kit/report/charts'
import { reportColumns } from '#web/kit/report/reportColumns'
import { WayFoot, wayParts } from './ways.tsx'

const { payment } = reportCash.calls

const columns = reportColumns(
  payment,
  {
    period: 'day',
    periodTitle: '收款日期',
    common: ['keyword', 'way', 'userId', 'areaId', 'deptId', 'status'],
    titles: { userId: '收款人', way: '收款方式' },
  },
  {
    at: { title: '收款时间', as: datetime, sort: true },
    receiptNo: { title: '收据号', width: 145, cell: receiptCell },
    ...residentColumns,
    tradeType: { title: '收款类型', width: 95 },
    content: { title: '费用说明', width: 220 },
    billMonth: { title: '账期', as: month },
    way: { title: '收款方式', width: 105 },
    amountFen: { title: '金额（元）', width: 120, sort: true },
    giftFen: { title: '赠送（元）', width: 100 },
    userName: { title: '收款人', width: 80 },
    state: { title: '单据状态', width: 95 },
    remark: { title: '备注', width: 140 },
    day: { title: '记账日期', hidden: true, width: 110 },
  },
  { type: { title: '收款类型', width: 140 }, state: { title: '单据状态', width: 110 }, receiptNo: { title: '收据号' } },
)

export default function PaymentReport() {
  return (
    <ExpenseReport
      call={payment}
      columns={columns}
      rowKey="entryId"
      title="缴费报表"
      figure="amountFen"
      chart={(data, act) => (
        <>
          {data.chart && <CurveCard title="收款" curve={data.chart} />}
          {data.sums && (
            <Shares
              title="收款方式"
              sub={`${data.from} 至 ${data.to}`}
              parts={wayParts(data.sums, (ways, title, fen) =>
                act.drill({
                  of: 'entries',
                  title: `${title}收款`,
                  fen,
                  query: { ...sharedFilter(act.filter), ways, refund: 0, side: 'cash' },
                }),
              )}
            />
          )}
        </>
      )}
      foot={(data) => data.sums && <WayFoot sums={data.sums} />}
      drills={{
        amountFen: (row) => ({
          of: 'entries',
          title: `${row.oldmanName}・${TradeType.label(row.tradeType)}`,
          query: { groupId: row.groupId },
        }),
      }}
      how="本表合计取自总账的月度合计和期间两端不足整月的流水；核对时按相同条件把每一笔收款流水重新相加。退款不在本表，见“退费报表”。"
      empty={{ title: '这段时间没有收款', text: '换一个日期范围，或清除其他条件。' }}
    />
  )
}
