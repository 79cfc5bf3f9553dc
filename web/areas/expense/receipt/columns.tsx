// Columns of receipts; they also feed export and print.
import { ReceiptState, receipt } from '#contract/expense/receipt'
import { BedPath, bedPathText, ResidentCell } from '#web/areas/live/public'
import { shownMoney } from '#web/kit/fields/amount'
import { date, datetime } from '#web/kit/fields/date'
import { None } from '#web/kit/fields/none'
import { int } from '#web/kit/fields/number'
import { keyword, longText, person, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'

const joined = (rows: readonly { item?: string; name?: string }[]) => rows.map((row) => row.item ?? row.name).join('、')

export const receiptColumns = columns(receipt.calls.list, {
  receiptNo: {
    title: '收据号',
    width: 156,
    sort: true,
    search: { field: 'receiptNo', placeholder: '收据号或末几位', order: 1, width: 170 },
  },
  oldmanName: {
    title: '老人',
    as: person,
    width: 244,
    sort: true,
    ownLink: true,
    cell: (_, row) => <ResidentCell notes={false} row={row} link />,
    search: { field: 'oldmanName', as: keyword, placeholder: '姓名、拼音首字母', order: 0, width: 180 },
  },
  state: { title: '状态', as: ReceiptState, width: 96, search: { field: 'state', as: ReceiptState } },
  day: { title: '日期', as: date, width: 108, sort: true, search: { from: 'dayFrom', to: 'dayTo', order: 2 } },
  amountFen: {
    title: '金额（元）',
    as: shownMoney,
    width: 116,
    sort: true,
    cell: (value, row) =>
      row.state === 'RED' ? <span className="yy-owed">{shownMoney.text(value)}</span> : shownMoney.cell(value),
  },
  lines: {
    title: '项目',
    as: longText as never,
    width: 260,
    cell: (lines) => <span title={joined(lines)}>{joined(lines)}</span>,
    text: (lines) => joined(lines),
  },
  ways: {
    title: '收款方式',
    as: longText as never,
    width: 170,
    cell: (ways) => <span title={joined(ways)}>{joined(ways)}</span>,
    text: (ways) => joined(ways),
  },
  payer: { title: '缴款人', as: longText, width: 140 },
  payee: { title: '收款人', width: 88, search: { field: 'payee', order: 3, width: 120 } },
  printedTimes: {
    title: '打印',
    as: int,
    width: 70,
    cell: (times) => (times > 0 ? `${times} 次` : <None />),
  },
  redOfNo: {
    title: '关联收据',
    width: 190,
    cell: (no, row) => (no ? `冲销 ${no}` : row.redNo ? `红字 ${row.redNo}` : <None />),
    text: (no, row) => no ?? row.redNo ?? '',
  },
  bedPath: {
    title: '床位',
    as: text,
    width: 200,
    hidden: true,
    cell: (path) => <BedPath path={path} />,
    text: (path) => bedPathText(path),
  },
  createTime: { title: '开具时间', as: datetime, width: 150, sort: true, hidden: true },
  remark: { title: '备注', as: longText, width: 180, hidden: true },
})
