import { reportAccounts } from '#contract/expense/reportAccounts'
import { ExpenseReport } from '#web/areas/expense/report/expenseReport.part'
import { residentColumns } from '#web/areas/expense/report/faces'
import { strong } from '#web/areas/expense/report/growth'
import { date, datetime } from '#web/kit/fields/date'
import { moneyText } from '#web/kit/fields/money'
import { reportColumns } from '#web/kit/report/reportColumns'
import { peopleWords } from './people.ts'

const { balanceDeposit } = reportAccounts.calls

const columns = reportColumns(
  balanceDeposit,
  { period: null, common: ['keyword', 'status', 'areaId', 'deptId'] },
  {
    ...residentColumns,
    balanceFen: { title: '余额（元）', width: 130, sort: true },
    giftFen: { title: '赠送余额（元）', width: 130, sort: true },
    depositFen: { title: '押金（元）', width: 130, sort: true },
    allFen: { title: '合计（元）', width: 140, sort: true, cell: (fen) => strong(moneyText(fen)) },
    lastTradeAt: { title: '最近交易时间', as: datetime, sort: true },
  },
  { to: { title: '截至', as: date, width: 150, order: -1 }, empty: { title: '无金额老人', width: 120 } },
)

export default function BalanceDepositReport() {
  return (
    <ExpenseReport
      call={balanceDeposit}
      columns={columns}
      rowKey="oldmanId"
      title="余额押金汇总"
      unit="人"
      drills={{
        allFen: (row, filter) => ({
          of: 'entries',
          title: `${row.oldmanName}・全部流水`,
          query: { oldmanId: row.oldmanId, from: '2000-01', ...(filter.to ? { to: String(filter.to) } : {}) },
        }),
        balanceFen: (row, filter) =>
          row.balanceFen === 0
            ? null
            : {
                of: 'entries',
                title: `${row.oldmanName}・余额流水`,
                fen: row.balanceFen,
                query: {
                  oldmanId: row.oldmanId,
                  side: 'balance',
                  from: '2000-01',
                  ...(filter.to ? { to: String(filter.to) } : {}),
                },
              },
        depositFen: (row, filter) =>
          row.depositFen === 0
            ? null
            : {
                of: 'entries',
                title: `${row.oldmanName}・押金流水`,
                fen: row.depositFen,
                query: {
                  oldmanId: row.oldmanId,
                  side: 'deposit',
                  from: '2000-01',
                  ...(filter.to ? { to: String(filter.to) } : {}),
                },
              },
      }}
      totals={(data) => ({ oldmanName: peopleWords(data.sums) })}
      how="本表是账户现在（或截至那一天）的余额、赠送和押金；核对时把总账中从第一笔起的流水相加，并与每位老人最后一笔流水后的余额比较。"
      empty={{ title: '没有相关老人', text: '清除查询条件再看。' }}
    />
  )
}
