// Columns of the list of settlements; they also feed export and print.
import { settlement } from '#contract/expense/settlement'
import { SettleState } from '#contract/expense/settlementWords'
import { BedPath, bedPathText, ResidentCell } from '#web/areas/live/public'
import { date, datetime } from '#web/kit/fields/date'
import { money, moneyText, owed } from '#web/kit/fields/money'
import { None } from '#web/kit/fields/none'
import { int } from '#web/kit/fields/number'
import { keyword, person, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'

export const settleColumns = columns(settlement.calls.list, {
  oldmanName: {
    title: '老人',
    as: person,
    width: 230,
    ownLink: true,
    cell: (_, row) => <ResidentCell notes={false} row={row} link />,
    search: { field: 'keyword', as: keyword, placeholder: '姓名、首字母、结算单号', width: 220, order: 0 },
  },
  state: { title: '状态', as: SettleState, width: 100 },
  checkoutDate: {
    title: '退住日期',
    as: date,
    sort: true,
    width: 112,
    search: { from: 'checkoutFrom', to: 'checkoutTo', order: 1 },
  },
  days: { title: '居住天数', as: int, width: 92 },
  checkoutReason: { title: '退住原因', as: text, width: 110 },
  bedPath: {
    title: '原床位',
    as: text,
    width: 190,
    hidden: true,
    cell: (path) => <BedPath path={path} />,
    text: (path) => bedPathText(path),
  },
  owedFen: { title: '未缴（元）', as: owed, width: 108, sum: true },
  balanceFen: { title: '余额（元）', as: money, width: 108, sum: true },
  depositFen: { title: '押金（元）', as: money, width: 112, sum: true },
  receivableFen: { title: '应收合计', as: money, width: 112 },
  refundFen: {
    title: '退款 / 补缴',
    as: money,
    width: 138,
    cell: (refund, row) =>
      row.supplementFen ? (
        <span className="yy-owed">补 {moneyText(row.supplementFen)}</span>
      ) : refund === null || refund === undefined ? (
        <None />
      ) : (
        `退 ${moneyText(refund)}`
      ),
    text: (refund, row) =>
      row.supplementFen ? `补 ${moneyText(row.supplementFen)}` : refund === null ? '' : `退 ${moneyText(refund)}`,
  },
  signed: {
    title: '会签',
    as: int,
    width: 76,
    cell: (signed, row) => (row.state === 'OPEN' ? <None /> : `${signed} / ${row.signOffs}`),
    text: (signed, row) => (row.state === 'OPEN' ? '' : `${signed}/${row.signOffs}`),
  },
  settleNo: { title: '结算单号', as: text, width: 150, sort: true },
  confirmTime: { title: '确认时间', as: datetime, width: 150, hidden: true, sort: true },
  confirmName: { title: '确认人', as: text, width: 90, hidden: true },
})
