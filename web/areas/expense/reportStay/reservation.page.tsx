import { reportStay } from '#contract/expense/reportStay'
import { ExpenseReport } from '#web/areas/expense/report/expenseReport.part'
import { receiptCell, residentColumns } from '#web/areas/expense/report/faces'
import { date } from '#web/kit/fields/date'
import { bedPath } from '#web/kit/fields/place'
import { reportColumns } from '#web/kit/report/reportColumns'

const { reservation } = reportStay.calls

const columns = reportColumns(
  reservation,
  { period: 'day', periodTitle: '收取日期', common: ['keyword', 'way', 'userId', 'deptId', 'status'] },
  {
    oldmanName: residentColumns.oldmanName,
    status: residentColumns.status,
    reservedPath: { title: '预订床位', as: bedPath, width: 210 },
    day: { title: '收取日期', as: date, width: 120 },
    amountFen: { title: '预订金（元）', width: 130 },
    way: { title: '方式', width: 120 },
    fate: { title: '去向', width: 110 },
    fateDay: { title: '去向日期', as: date, width: 120 },
    leftFen: { title: '余额（元）', width: 120 },
    receiptNo: { title: '收据号', width: 160, cell: receiptCell },
    userName: { title: '经办人', width: 90 },
    remark: { title: '备注', width: 160 },
  },
  { fate: { title: '去向', width: 120 } },
)

export default function ReservationReport() {
  return (
    <ExpenseReport
      call={reservation}
      columns={columns}
      rowKey="entryId"
      title="预约金报表"
      drills={{
        amountFen: (row) => ({
          of: 'entries',
          title: `${row.oldmanName}・预订金`,
          query: { oldmanId: row.oldmanId, side: 'booking', from: '2000-01' },
        }),
      }}
      how="先收的预订金先用。本表合计与总账收取的预订金比较，余额与每位老人账户上的预订金比较。"
      empty={{ title: '这段时间没有收预订金', text: '换一个日期范围，或清除其他条件。' }}
    />
  )
}
