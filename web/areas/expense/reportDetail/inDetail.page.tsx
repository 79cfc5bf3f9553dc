import { reportDetail } from '#contract/expense/reportDetail'
import { ExpenseReport } from '#web/areas/expense/report/expenseReport.part'
import { billCell, receiptCell, residentColumns } from '#web/areas/expense/report/faces'
import { datetime, month } from '#web/kit/fields/date'
import { dictionaryOf } from '#web/kit/fields/lookup'
import { moneyText } from '#web/kit/fields/money'
import { Shares } from '#web/kit/report/charts'
import { reportColumns } from '#web/kit/report/reportColumns'

const { inDetail } = reportDetail.calls

const columns = reportColumns(
  inDetail,
  {
    period: 'day',
    periodTitle: '收款日期',
    common: ['keyword', 'way', 'userId', 'areaId', 'deptId', 'status'],
    titles: { userId: '收款人' },
  },
  {
    at: { title: '日期', as: datetime, sort: true },
    receiptNo: { title: '收据号', width: 145, cell: receiptCell },
    ...residentColumns,
    status: { ...residentColumns.status, hidden: true },
    billMonth: { title: '账期', as: month },
    billNo: { title: '账单号', width: 145, hidden: true, cell: (no, row) => billCell(no, row.billId) },
    categoryName: { title: '费用大类', width: 110, hidden: true },
    name: { title: '费用项目', width: 180 },
    lineFen: { title: '应收（元）', width: 110 },
    discountFen: { title: '优惠（元）', width: 105 },
    amountFen: { title: '实收（元）', width: 130, sort: true },
    paidFrom: { title: '来源', width: 80 },
    way: { title: '方式', width: 110 },
    userName: { title: '收款人', width: 80 },
    state: { title: '单据状态', width: 100 },
  },
  {
    category: { title: '费用大类', as: dictionaryOf('feeCategory'), width: 140 },
    source: { title: '来源', width: 120 },
  },
)

export default function InDetailReport() {
  return (
    <ExpenseReport
      call={inDetail}
      columns={columns}
      rowKey="rowId"
      title="收入明细"
      unit="行"
      figure="amountFen"
      chart={(data, act) =>
        data.chart && (
          <Shares
            title="按费用大类"
            sub={`${data.from} 至 ${data.to}`}
            parts={data.chart.parts.map((part) => ({
              name: part.name,
              fen: part.fen,
              onOpen: () => act.show({ ...act.filter, category: part.category }),
            }))}
          />
        )
      }
      foot={(data) =>
        data.sums && (
          <div className="yy-report-ways yy-flex yy-wrap yy-fixed yy-second yy-under">
            按来源合计
            <span>
              外部收款<b>{moneyText(data.sums.outsideFen)}</b>
            </span>
            <span>
              余额<b>{moneyText(data.sums.balanceFen)}</b>
            </span>
            <span>
              赠送<b>{moneyText(data.sums.giftFen)}</b>
            </span>
            <span>
              押金抵扣<b>{moneyText(data.sums.depositFen)}</b>
            </span>
            <span>
              预订金抵扣<b>{moneyText(data.sums.bookingFen)}</b>
            </span>
          </div>
        )
      }
      drills={{
        amountFen: (row) => ({
          of: 'entries',
          title: `${row.oldmanName}・${row.name}的缴费`,
          query: { entryIds: row.entryId },
        }),
        lineFen: (row) => ({ of: 'lines', title: `账单 ${row.billNo}`, query: { billId: row.billId } }),
      }}
      how="本表把每一笔缴费按账单行分开；合计与总账中缴费冲减的应收账款相等。按原方式退回的款项在“退费报表”中。"
      empty={{ title: '这段时间没有收入', text: '换一个日期范围，或清除其他条件。' }}
    />
  )
}
