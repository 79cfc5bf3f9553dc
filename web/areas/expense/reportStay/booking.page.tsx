import { reportStay } from '#contract/expense/reportStay'
import { ResidentSex } from '#contract/live/resident'
import { ExpenseReport } from '#web/areas/expense/report/expenseReport.part'
import { openAccount } from '#web/areas/expense/report/links'
import { date } from '#web/kit/fields/date'
import { bedPath } from '#web/kit/fields/place'
import { reportColumns } from '#web/kit/report/reportColumns'

const { booking } = reportStay.calls

const columns = reportColumns(
  booking,
  { period: 'day', periodTitle: '预订日期', common: ['keyword', 'deptId', 'status'], titles: { status: '入住状态' } },
  {
    oldmanName: {
      title: '老人',
      width: 110,
      cell: (name, row) => (
        <button type="button" className="yy-link yy-name" onClick={() => openAccount(row.oldmanId)}>
          {name}
        </button>
      ),
    },
    sex: { title: '性别', as: ResidentSex, width: 60 },
    age: { title: '年龄', width: 60 },
    reservedPath: { title: '床位', as: bedPath, width: 210 },
    reserveDate: { title: '预订日期', as: date, width: 120, sort: true },
    expectCheckIn: { title: '预计入住', as: date, width: 120, sort: true },
    expireDate: { title: '到期日', as: date, width: 120, sort: true },
    daysLeft: {
      title: '剩余天数',
      width: 100,
      cell: (days) =>
        days === null ? (
          <span className="yy-none">—</span>
        ) : days < 0 ? (
          <span className="yy-owed">已过 {-days} 天</span>
        ) : (
          `${days} 天`
        ),
    },
    state: { title: '状态', width: 100 },
    amountFen: { title: '预订金（元）', width: 130, sort: true },
    money: { title: '预订金去向', width: 120 },
    saleName: { title: '销售', width: 90 },
    cancelReason: { title: '取消原因', width: 160, hidden: true },
    remark: { title: '备注', width: 180 },
  },
  { state: { title: '预订状态', width: 120 } },
)

export default function BookingReport() {
  return (
    <ExpenseReport
      call={booking}
      columns={columns}
      rowKey="reserveId"
      title="预订报表"
      unit="张"
      drills={{
        amountFen: (row) =>
          row.amountFen === 0
            ? null
            : {
                of: 'entries',
                title: `${row.oldmanName}・预订金`,
                query: { oldmanId: row.oldmanId, side: 'booking', from: '2000-01' },
              },
      }}
      how="预订中的预订单上写的预订金，与这些老人账户上的预订金比较。"
      empty={{ title: '这段时间没有预订', text: '换一个日期范围，或清除其他条件。' }}
    />
  )
}
