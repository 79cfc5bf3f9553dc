import { Ageing, reportBills } from '#contract/expense/reportBills'
import { maskedPhone } from '#contract/kit/privacy'
import { ExpenseReport } from '#web/areas/expense/report/expenseReport.part'
import { billCell, OWING, residentColumns } from '#web/areas/expense/report/faces'
import { strong } from '#web/areas/expense/report/growth'
import { date, month } from '#web/kit/fields/date'
import { moneyText } from '#web/kit/fields/money'
import { None } from '#web/kit/fields/none'
import { reportColumns } from '#web/kit/report/reportColumns'
import { AgeingCard } from './ageing.tsx'

const { receivalbe } = reportBills.calls

const columns = reportColumns(
  receivalbe,
  { period: 'month', periodTitle: '账期', common: ['keyword', 'areaId', 'deptId', 'status'] },
  {
    month: { title: '账期', as: month, width: 85, sort: true },
    billNo: { title: '账单号', width: 140, sort: true, cell: (no, row) => billCell(no, row.billId) },
    oldmanName: { ...residentColumns.oldmanName, width: OWING },
    bedPath: residentColumns.bedPath,
    levelName: { title: '护理等级', width: 105 },
    receivableFen: { title: '应收（元）', width: 115, sort: true },
    discountFen: { title: '优惠', width: 80, sort: true },
    paidFen: { title: '已收（元）', width: 115, sort: true },
    unpaidFen: {
      title: '未收（元）',
      width: 110,
      sort: true,
      cell: (fen) => (fen > 0 ? strong(moneyText(fen)) : moneyText(fen)),
    },
    dueDate: { title: '到期日', as: date, width: 105, sort: true },
    lateDays: { title: '逾期天数', width: 95, sort: true },
    ageing: { title: '账龄', width: 95 },
    payer: { title: '付款人', width: 80 },
    phone: {
      title: '电话',
      width: 120,
      cell: (phone) => (phone ? maskedPhone(phone) : <None />),
      text: (phone) => (phone ? maskedPhone(phone) : ''),
    },
    state: { title: '状态', width: 90, hidden: true },
    kind: { title: '账单类型', width: 100, hidden: true },
  },
  {
    state: { title: '缴费情况', width: 120, order: -1 },
    ageing: { title: '账龄', width: 120 },
    billNo: { title: '账单号', width: 150 },
  },
)

export default function ReceivableReport() {
  return (
    <ExpenseReport
      call={receivalbe}
      columns={columns}
      rowKey="billId"
      title="应收报表"
      figure="unpaidFen"
      unit="张"
      chart={(data, act) =>
        data.chart && (
          <AgeingCard
            chart={data.chart}
            chosen={(act.filter.ageing as string | undefined) ?? null}
            onChoose={(ageing) => act.show({ ...act.filter, ageing, ...(ageing && { state: 'OPEN' }) })}
          />
        )
      }
      drills={{
        receivableFen: (row) => ({
          of: 'lines',
          title: `${row.billNo}・账单行`,
          fen: row.receivableFen,
          query: { billId: row.billId },
        }),
        paidFen: (row) =>
          row.paidFen === 0
            ? null
            : {
                of: 'entries',
                title: `${row.billNo}・缴费凭证`,
                fen: row.paidFen,
                query: { billId: row.billId, classes: '3,4,5,6' },
              },
      }}
      totals={(data) => ({
        oldmanName: `${data.sums?.residents ?? 0} 人`,
        billNo: `${(data.sums?.bills ?? 0).toLocaleString('zh-CN')} 张`,
      })}
      how={`应收已减去优惠和补贴。账龄从到期日的第二天算起（${Ageing.list.map((one) => one.label).join('、')}）。核对时把总账中这些账单的出账和缴费凭证逐笔相加：出账减缴费即应收账款余额。`}
      empty={{ title: '没有符合条件的账单', text: '“缴费情况”选空可以看到已缴清的账单。' }}
    />
  )
}
