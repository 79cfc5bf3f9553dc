import { reportCash } from '#contract/expense/reportCash'
import { sharedFilter } from '#web/areas/expense/report/drill.part'
import { ExpenseReport } from '#web/areas/expense/report/expenseReport.part'
import { receiptCell, residentColumns } from '#web/areas/expense/report/faces'
import { datetime } from '#web/kit/fields/date'
import { CurveCard, Shares } from '#web/kit/report/charts'
import { reportColumns } from '#web/kit/report/reportColumns'
import { WayFoot, wayParts } from './ways.tsx'

const { advance } = reportCash.calls

const columns = reportColumns(
  advance,
  {
    period: 'day',
    periodTitle: '预存日期',
    common: ['keyword', 'way', 'userId', 'areaId', 'deptId', 'status'],
    titles: { userId: '收款人' },
  },
  {
    at: { title: '时间', as: datetime, sort: true },
    receiptNo: { title: '收据号', width: 145, cell: receiptCell },
    ...residentColumns,
    status: { ...residentColumns.status, hidden: true },
    amountFen: { title: '预存金额（元）', width: 145, sort: true },
    ruleName: { title: '优惠规则', width: 200 },
    giftFen: { title: '赠送金额（元）', width: 130 },
    way: { title: '方式', width: 110 },
    balanceAfter: { title: '预存后余额（元）', width: 150 },
    userName: { title: '收款人', width: 80 },
    state: { title: '单据状态', width: 95 },
    remark: { title: '备注', width: 160, hidden: true },
  },
  { state: { title: '单据状态', width: 110 }, receiptNo: { title: '收据号' } },
)

export default function AdvanceReport() {
  return (
    <ExpenseReport
      call={advance}
      columns={columns}
      rowKey="entryId"
      title="预存报表"
      figure="amountFen"
      chart={(data, act) => (
        <>
          {data.chart && <CurveCard title="预存" curve={data.chart} />}
          {data.sums && (
            <Shares
              title="预存方式"
              sub={`${data.from} 至 ${data.to}`}
              parts={wayParts(data.sums, (ways, title, fen) =>
                act.drill({
                  of: 'entries',
                  title: `${title}预存`,
                  fen,
                  query: { ...sharedFilter(act.filter), ways, types: 'PRESTORE' },
                }),
              )}
            />
          )}
        </>
      )}
      foot={(data) => data.sums && <WayFoot sums={data.sums} />}
      drills={{
        amountFen: (row) => ({ of: 'entries', title: `${row.oldmanName}・预存`, query: { groupId: row.groupId } }),
        balanceAfter: (row) => ({
          of: 'entries',
          title: `${row.oldmanName}・余额变动`,
          query: { oldmanId: row.oldmanId, side: 'balance', from: '2000-01', to: row.day },
        }),
      }}
      empty={{ title: '这段时间没有预存', text: '换一个日期范围，或清除其他条件。' }}
    />
  )
}
