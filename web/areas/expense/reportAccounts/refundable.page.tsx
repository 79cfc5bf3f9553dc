import { reportAccounts } from '#contract/expense/reportAccounts'
import { ExpenseReport } from '#web/areas/expense/report/expenseReport.part'
import { residentColumns } from '#web/areas/expense/report/faces'
import { strong } from '#web/areas/expense/report/growth'
import { moneyText } from '#web/kit/fields/money'
import { reportColumns } from '#web/kit/report/reportColumns'
import { peopleWords } from './people.ts'

const { refundable } = reportAccounts.calls

const columns = reportColumns(
  refundable,
  { period: null, common: ['keyword', 'status', 'areaId', 'deptId'] },
  {
    ...residentColumns,
    balanceFen: { title: '余额', width: 120, sort: true },
    giftFen: { title: '赠送余额', width: 110, sort: true },
    depositFen: { title: '押金', width: 120, sort: true },
    unpaidFen: { title: '未缴账单', width: 120, sort: true },
    unbilledFen: { title: '未出账费用', width: 120, sort: true },
    refundFen: { title: '可退金额', width: 130, sort: true, cell: (fen) => strong(moneyText(fen)) },
    supplementFen: {
      title: '需补金额',
      width: 130,
      sort: true,
      cell: (fen) => (fen > 0 ? <span className="yy-growth-down">{moneyText(fen)}</span> : moneyText(fen)),
    },
  },
  { supplement: { title: '需补缴', width: 110 }, empty: { title: '无金额老人', width: 120 } },
)

const EVER = { from: '2000-01', to: '2099-12' }

export default function RefundableReport() {
  return (
    <ExpenseReport
      call={refundable}
      columns={columns}
      rowKey="oldmanId"
      title="应退报表"
      unit="人"
      drills={{
        balanceFen: (row) =>
          row.balanceFen === 0
            ? null
            : {
                of: 'entries',
                title: `${row.oldmanName}・余额流水`,
                fen: row.balanceFen,
                query: { ...EVER, oldmanId: row.oldmanId, side: 'balance' },
              },
        depositFen: (row) =>
          row.depositFen === 0
            ? null
            : {
                of: 'entries',
                title: `${row.oldmanName}・押金流水`,
                fen: row.depositFen,
                query: { ...EVER, oldmanId: row.oldmanId, side: 'deposit' },
              },
        unpaidFen: (row) =>
          row.unpaidFen === 0
            ? null
            : {
                of: 'lines',
                title: `${row.oldmanName}・账单行`,
                query: { ...EVER, oldmanId: row.oldmanId },
              },
      }}
      totals={(data) => ({ oldmanName: peopleWords(data.sums) })}
      how="假设老人今天退住：未缴账单加未出账费用（已住天数、待出账的收费，减去已收的未住天数），依次用余额、赠送、押金支付，剩下的余额和押金可退，赠送不退。核对的是余额、赠送和押金：账户与总账从第一笔起的流水逐笔比较。"
      empty={{ title: '没有相关老人', text: '清除查询条件再看。' }}
    />
  )
}
