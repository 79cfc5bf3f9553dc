import { type BalanceRowData, reportAccounts } from '#contract/expense/reportAccounts'
import { TradeWay } from '#contract/expense/tradeWords'
import { type DrillRequest, sharedFilter } from '#web/areas/expense/report/drill.part'
import { ExpenseReport } from '#web/areas/expense/report/expenseReport.part'
import { residentColumns } from '#web/areas/expense/report/faces'
import { strong } from '#web/areas/expense/report/growth'
import { moneyText } from '#web/kit/fields/money'
import type { Filter } from '#web/kit/list/columns'
import { reportColumns } from '#web/kit/report/reportColumns'
import { HeldChart } from './held.tsx'
import { peopleWords } from './people.ts'

const { balance } = reportAccounts.calls

const columns = reportColumns(
  balance,
  { period: 'day', common: ['keyword', 'status', 'areaId', 'deptId'] },
  {
    ...residentColumns,
    openingFen: { title: '期初余额', width: 120, sort: true },
    prestoreFen: { title: '预存', width: 110, sort: true },
    giftFen: { title: '赠送', width: 100, sort: true },
    inFen: { title: '转入', width: 110, sort: true },
    paidFen: { title: '缴费支出', width: 120, sort: true },
    refundFen: { title: '退款', width: 110, sort: true },
    outFen: { title: '转出', width: 110, sort: true },
    closingFen: { title: '期末余额', width: 120, sort: true, cell: (fen) => strong(moneyText(fen)) },
  },
  { empty: { title: '无金额老人', width: 120 } },
)

const TYPES = {
  prestoreFen: ['预存', 'PRESTORE'],
  giftFen: ['赠送', 'GIFT,LAPSE'],
  inFen: ['转入', 'DEPOSIT_TO_BALANCE,REMIT_IN,BOOKING_TO_BALANCE,OPENING'],
  paidFen: ['缴费支出', 'PAY_BILL,PAY_ONCE,PAY_MEDICAL,SALOON'],
  refundFen: ['退款', 'REFUND_BALANCE,REFUND_CHECKOUT'],
  outFen: ['转出', 'REMIT_OUT,BALANCE_TO_DEPOSIT'],
} as const

const behind =
  (key: keyof typeof TYPES) =>
  (row: BalanceRowData, filter: Filter): DrillRequest | null => {
    const [title, types] = TYPES[key]
    if (row[key] === 0) return null
    // Payments of bills also come from outside: only those by the account itself.
    const own = key === 'paidFen' ? { way: TradeWay.is.balance } : {}
    return {
      of: 'entries',
      title: `${row.oldmanName}・${title}`,
      fen: row[key],
      query: { ...sharedFilter(filter), oldmanId: row.oldmanId, types, ...own },
    }
  }

export default function BalanceReport() {
  return (
    <ExpenseReport
      call={balance}
      columns={columns}
      rowKey="oldmanId"
      title="余额报表"
      unit="人"
      chart={(data) => data.chart && <HeldChart title="老人余额（含赠送）" held={data.chart} />}
      drills={{
        prestoreFen: behind('prestoreFen'),
        giftFen: behind('giftFen'),
        inFen: behind('inFen'),
        paidFen: behind('paidFen'),
        refundFen: behind('refundFen'),
        outFen: behind('outFen'),
        closingFen: (row, filter) => ({
          of: 'entries',
          title: `${row.oldmanName}・期末余额的由来`,
          fen: row.closingFen,
          query: { ...sharedFilter(filter), from: '2000-01', oldmanId: row.oldmanId, side: 'held' },
        }),
      }}
      totals={(data) => ({ oldmanName: peopleWords(data.sums) })}
      how="余额包括赠送余额。期初和期末由账户现在的余额减去此后的变动得出；核对时从第一笔流水起累计到期初，再把期间每一笔流水逐笔相加，并与账户最后一笔流水后的余额比较。作废的流水以负数列入。"
      empty={{ title: '没有相关老人', text: '换一个日期范围，或清除其他条件。' }}
    />
  )
}
