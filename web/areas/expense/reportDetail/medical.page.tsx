import { MedicalKind } from '#contract/expense/charge'
import { reportDetail } from '#contract/expense/reportDetail'
import { ExpenseReport } from '#web/areas/expense/report/expenseReport.part'
import { billCell, residentColumns } from '#web/areas/expense/report/faces'
import { date } from '#web/kit/fields/date'
import { yesNo } from '#web/kit/fields/option'
import { Shares } from '#web/kit/report/charts'
import { reportColumns } from '#web/kit/report/reportColumns'

const { medical } = reportDetail.calls

const columns = reportColumns(
  medical,
  { period: 'day', common: ['keyword', 'areaId', 'deptId', 'status', 'userId'], titles: { userId: '登记人' } },
  {
    day: { title: '日期', as: date, sort: true, width: 120 },
    ...residentColumns,
    status: { ...residentColumns.status, hidden: true },
    medicalKind: { title: '类别', width: 80 },
    name: { title: '项目', width: 180 },
    quantity: { title: '数量', width: 70 },
    priceFen: { title: '单价（元）', width: 110 },
    amountFen: { title: '金额（元）', width: 120, sort: true },
    insuredFen: { title: '医保/长护险支付', width: 140 },
    ownFen: { title: '自付（元）', width: 120, sort: true },
    paidFen: { title: '已缴（元）', width: 120 },
    paid: { title: '是否缴清', width: 100 },
    orderedBy: { title: '开单人', width: 90 },
    billNo: { title: '账单号', width: 145, hidden: true, cell: (no, row) => billCell(no, row.billId) },
  },
  {
    medicalKind: { title: '类别', as: MedicalKind as never, width: 110 },
    name: { title: '项目', width: 130 },
    paid: { title: '是否缴清', width: 120 },
    insured: { title: '医保支付', as: yesNo, width: 100 },
  },
)

export default function MedicalReport() {
  return (
    <ExpenseReport
      call={medical}
      columns={columns}
      rowKey="chargeId"
      title="医疗费报表"
      figure="ownFen"
      chart={(data, act) =>
        data.chart && (
          <Shares
            title="按类别"
            sub={`${data.from} 至 ${data.to}`}
            parts={data.chart.parts.map((part) => ({
              name: part.name,
              fen: part.fen,
              ...(part.category && { onOpen: () => act.show({ ...act.filter, medicalKind: part.category }) }),
            }))}
          />
        )
      }
      drills={{
        ownFen: (row) =>
          row.billId ? { of: 'lines', title: `账单 ${row.billNo ?? ''}`, query: { billId: row.billId } } : null,
        paidFen: (row) =>
          row.billId && row.paidFen !== 0
            ? {
                of: 'entries',
                title: `账单 ${row.billNo ?? ''} 的缴费`,
                query: { billId: row.billId, side: 'receivable' },
              }
            : null,
      }}
      how="每一笔已出账的医疗费与它在账单上的那一行比较；还没有出账的单独计数。"
      empty={{ title: '这段时间没有医疗费', text: '医疗费在老人账户中登记，也可以换一个日期范围。' }}
    />
  )
}
