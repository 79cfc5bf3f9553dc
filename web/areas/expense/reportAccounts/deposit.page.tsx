import { type DepositRowData, reportAccounts } from '#contract/expense/reportAccounts'
import { type DrillRequest, sharedFilter } from '#web/areas/expense/report/drill.part'
import { ExpenseReport } from '#web/areas/expense/report/expenseReport.part'
import { residentColumns } from '#web/areas/expense/report/faces'
import { strong } from '#web/areas/expense/report/growth'
import { moneyText } from '#web/kit/fields/money'
import type { Filter } from '#web/kit/list/columns'
import { reportColumns } from '#web/kit/report/reportColumns'
import { HeldChart } from './held.tsx'
import { peopleWords } from './people.ts'

const { deposit } = reportAccounts.calls

const columns = reportColumns(
  deposit,
  { period: 'day', common: ['keyword', 'status', 'areaId', 'deptId'] },
  {
    ...residentColumns,
    agreedFen: { title: '应收押金', width: 110, sort: true },
    openingFen: { title: '期初', width: 110, sort: true },
    takenFen: { title: '收取', width: 110, sort: true },
    inFen: { title: '转入', width: 100, sort: true },
    refundFen: { title: '退还', width: 110, sort: true },
    outFen: { title: '转出', width: 100, sort: true },
    paysFen: { title: '抵扣', width: 100, sort: true },
    closingFen: { title: '期末', width: 110, sort: true, cell: (fen) => strong(moneyText(fen)) },
    missingFen: {
      title: '差额',
      width: 110,
      sort: true,
      cell: (fen) => (fen > 0 ? <span className="yy-growth-down">{moneyText(fen)}</span> : moneyText(fen)),
    },
  },
  { missing: { title: '未足额', width: 110 }, empty: { title: '无金额老人', width: 120 } },
)

const TYPES = {
  takenFen: ['收取', 'DEPOSIT,OPENING'],
  inFen: ['转入', 'BALANCE_TO_DEPOSIT,BOOKING_TO_DEPOSIT'],
  refundFen: ['退还', 'REFUND_DEPOSIT,REFUND_CHECKOUT'],
  outFen: ['转出', 'DEPOSIT_TO_BALANCE'],
  paysFen: ['抵扣', 'DEPOSIT_PAYS'],
} as const

const behind =
  (key: keyof typeof TYPES) =>
  (row: DepositRowData, filter: Filter): DrillRequest | null => {
    const [title, types] = TYPES[key]
    if (row[key] === 0) return null
    return {
      of: 'entries',
      title: `${row.oldmanName}・押金${title}`,
      fen: row[key],
      query: { ...sharedFilter(filter), oldmanId: row.oldmanId, types, side: 'deposit' },
    }
  }

export default function DepositReport() {
  return (
    <ExpenseReport
      call={deposit}
      columns={columns}
      rowKey="oldmanId"
      title="押金报表"
      unit="人"
      chart={(data) => data.chart && <HeldChart title="在账押金" held={data.chart} />}
      drills={{
        takenFen: behind('takenFen'),
        inFen: behind('inFen'),
        refundFen: behind('refundFen'),
        outFen: behind('outFen'),
        paysFen: behind('paysFen'),
        closingFen: (row, filter) => ({
          of: 'entries',
          title: `${row.oldmanName}・期末押金的由来`,
          fen: row.closingFen,
          query: { ...sharedFilter(filter), from: '2000-01', oldmanId: row.oldmanId, side: 'deposit' },
        }),
      }}
      totals={(data) => ({ oldmanName: peopleWords(data.sums) })}
      how="期初和期末由账户现在的押金减去此后的变动得出；核对时从第一笔流水起累计到期初，再把期间每一笔流水逐笔相加，并与账户最后一笔流水后的押金比较。差额是合同约定的押金减去期末押金，已退住的老人不计应收。"
      empty={{ title: '没有相关老人', text: '换一个日期范围，或清除其他条件。' }}
    />
  )
}
