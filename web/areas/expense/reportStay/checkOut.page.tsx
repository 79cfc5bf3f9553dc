import { reportStay } from '#contract/expense/reportStay'
import { ExpenseReport } from '#web/areas/expense/report/expenseReport.part'
import { residentColumns } from '#web/areas/expense/report/faces'
import { openSettlement } from '#web/areas/expense/report/links'
import { date, datetime } from '#web/kit/fields/date'
import { reportColumns } from '#web/kit/report/reportColumns'

const { checkOut } = reportStay.calls

const columns = reportColumns(
  checkOut,
  {
    period: 'day',
    periodTitle: '退住日期',
    common: ['keyword', 'way', 'userId', 'deptId'],
    titles: { way: '退款方式' },
  },
  {
    checkoutDate: { title: '退住日期', as: date, width: 115, sort: true },
    settleNo: {
      title: '结算单号',
      width: 150,
      sort: true,
      cell: (no, row) => (
        <button type="button" className="yy-link" onClick={() => openSettlement(row.oldmanId, row.settleId)}>
          {no}
        </button>
      ),
    },
    oldmanName: residentColumns.oldmanName,
    bedPath: { ...residentColumns.bedPath, hidden: true },
    startDate: { title: '入住日期', as: date, width: 110 },
    days: { title: '居住天数', width: 90 },
    reason: { title: '退住原因', width: 120 },
    receivableFen: { title: '应收合计（元）', width: 130 },
    useBalanceFen: { title: '余额抵扣', width: 110 },
    useGiftFen: { title: '赠送抵扣', width: 110, hidden: true },
    useDepositFen: { title: '押金抵扣', width: 110 },
    collectedFen: { title: '补缴', width: 110 },
    refundFen: { title: '退款（元）', width: 130, sort: true },
    refundWay: { title: '退款方式', width: 110 },
    userName: { title: '经办人', width: 90 },
    state: { title: '状态', width: 100 },
    confirmedAt: { title: '结算时间', as: datetime, hidden: true },
  },
  { state: { title: '状态', width: 120 } },
)

export default function CheckOutReport() {
  return (
    <ExpenseReport
      call={checkOut}
      columns={columns}
      rowKey="settleId"
      title="退住报表"
      figure="refundFen"
      unit="张"
      drills={{
        refundFen: (row) =>
          row.state === 'CONFIRMED'
            ? { of: 'entries', title: `结算单 ${row.settleNo} 的流水`, query: { settleId: row.settleId } }
            : null,
        collectedFen: (row) =>
          row.collectedFen > 0
            ? {
                of: 'entries',
                title: `结算单 ${row.settleNo} 的补缴`,
                query: { settleId: row.settleId, side: 'cash', refund: 0 },
              }
            : null,
      }}
      how="已结算的退款与总账中这张结算单的退住退款逐单比较；撤销的结算单两边都为零。"
      empty={{ title: '这段时间没有退住结算', text: '换一个日期范围，或清除其他条件。' }}
    />
  )
}
