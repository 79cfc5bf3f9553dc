import { RefundKind, reportCash } from '#contract/expense/reportCash'
import { sharedFilter } from '#web/areas/expense/report/drill.part'
import { ExpenseReport } from '#web/areas/expense/report/expenseReport.part'
import { residentColumns } from '#web/areas/expense/report/faces'
import { openReceipt, openSettlement } from '#web/areas/expense/report/links'
import { datetime } from '#web/kit/fields/date'
import { CurveCard, Shares } from '#web/kit/report/charts'
import { reportColumns } from '#web/kit/report/reportColumns'
import { WayFoot, wayParts } from './ways.tsx'

const { refund } = reportCash.calls

const columns = reportColumns(
  refund,
  {
    period: 'day',
    periodTitle: '退款日期',
    common: ['keyword', 'way', 'userId', 'areaId', 'deptId', 'status'],
    titles: { way: '退款方式' },
  },
  {
    at: { title: '退款时间', as: datetime, sort: true },
    refundNo: {
      title: '单号',
      width: 145,
      cell: (no, row) =>
        no ? (
          <button
            type="button"
            className="yy-link"
            onClick={() => (row.receiptNo === no || !row.settleId ? openReceipt(no) : openSettlement(row.oldmanId))}
          >
            {no}
          </button>
        ) : (
          <span className="yy-none">—</span>
        ),
    },
    ...residentColumns,
    bedPath: { ...residentColumns.bedPath, hidden: true },
    kind: { title: '退款类型', width: 105 },
    originalNo: { title: '原单号', width: 145 },
    amountFen: { title: '金额（元）', width: 120, sort: true },
    way: { title: '方式', width: 105 },
    account: { title: '收款账户', width: 180 },
    remark: { title: '原因', width: 180 },
    userName: { title: '经办人', width: 80 },
    checkedBy: { title: '审核人', width: 80 },
    state: { title: '单据状态', width: 100 },
    content: { title: '费用说明', width: 200, hidden: true },
  },
  { type: { title: '退款类型', width: 130 }, state: { title: '单据状态', width: 110 }, receiptNo: { title: '收据号' } },
)

export default function RefundReport() {
  return (
    <ExpenseReport
      call={refund}
      columns={columns}
      rowKey="entryId"
      title="退费报表"
      figure="amountFen"
      chart={(data, act) => (
        <>
          {data.chart && <CurveCard title="退款" curve={data.chart} />}
          {data.sums && (
            <Shares
              title="退款方式"
              sub={`${data.from} 至 ${data.to}`}
              parts={wayParts(data.sums, (ways, title, fen) =>
                act.drill({
                  of: 'entries',
                  title: `${title}退款`,
                  fen,
                  query: { ...sharedFilter(act.filter), ways, refund: 1, side: 'cash' },
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
          title: `${row.oldmanName}・${RefundKind.label(row.kind)}`,
          query: { groupId: row.groupId },
        }),
      }}
      how="本表合计取自总账的月度合计和期间两端不足整月的流水；核对时按相同条件把每一笔退款流水重新相加。退款作废后以负数列出。"
      empty={{ title: '这段时间没有退款', text: '换一个日期范围，或清除其他条件。' }}
    />
  )
}
