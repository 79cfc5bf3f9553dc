import { ConsumeKind, reportDetail } from '#contract/expense/reportDetail'
import { ExpenseReport } from '#web/areas/expense/report/expenseReport.part'
import { billCell, residentColumns } from '#web/areas/expense/report/faces'
import { datetime } from '#web/kit/fields/date'
import { CurveCard, Shares } from '#web/kit/report/charts'
import { reportColumns } from '#web/kit/report/reportColumns'

const { consumeDetail } = reportDetail.calls

const columns = reportColumns(
  consumeDetail,
  { period: 'day', common: ['keyword', 'areaId', 'userId', 'deptId', 'status'], titles: { userId: '操作人' } },
  {
    at: { title: '时间', as: datetime, sort: true },
    ...residentColumns,
    kind: { title: '消费类型', width: 100 },
    item: { title: '项目', width: 240 },
    quantity: { title: '数量', width: 70 },
    amountFen: { title: '金额（元）', width: 120, sort: true },
    source: { title: '支付来源', width: 100 },
    balanceAfter: { title: '消费后余额（元）', width: 150 },
    billNo: { title: '账单号', width: 145, hidden: true, cell: (no, row) => billCell(no, row.billId) },
    userName: { title: '操作人', width: 80 },
    state: { title: '单据状态', width: 95 },
  },
  {
    kind: { title: '消费类型', width: 120 },
    source: { title: '支付来源', width: 120 },
    state: { title: '单据状态', width: 110 },
  },
)

const PARTS = [
  ['balanceFen', '余额', 'BALANCE'],
  ['giftFen', '赠送', 'GIFT'],
  ['depositFen', '押金', 'DEPOSIT'],
  ['bookingFen', '预订金', 'BOOKING'],
  ['outsideFen', '外部', 'CASH'],
] as const

export default function ConsumeDetailReport() {
  return (
    <ExpenseReport
      call={consumeDetail}
      columns={columns}
      rowKey="entryId"
      title="消费明细"
      figure="amountFen"
      chart={(data, act) => (
        <>
          {data.chart && <CurveCard title="消费" curve={data.chart} />}
          {data.sums && (
            <Shares
              title="支付来源"
              sub={`${data.from} 至 ${data.to}`}
              parts={PARTS.filter(([key]) => data.sums![key] !== 0).map(([key, name, source]) => ({
                name,
                fen: data.sums![key],
                onOpen: () => act.show({ ...act.filter, source }),
              }))}
            />
          )}
        </>
      )}
      drills={{
        amountFen: (row) =>
          row.billId
            ? { of: 'lines', title: `${row.oldmanName}・${ConsumeKind.label(row.kind)}`, query: { billId: row.billId } }
            : null,
        balanceAfter: (row) => ({
          of: 'entries',
          title: `${row.oldmanName}・余额变动`,
          query: { oldmanId: row.oldmanId, side: 'balance', from: '2000-01', to: row.day },
        }),
      }}
      how="本表合计取自总账；核对时把这些缴费分到账单各行的金额重新相加。"
      empty={{ title: '这段时间没有消费', text: '换一个日期范围，或清除其他条件。' }}
    />
  )
}
