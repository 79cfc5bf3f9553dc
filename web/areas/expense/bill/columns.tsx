// Columns of bills; they also feed export and print.

import { billing } from '#contract/expense/bill'
import { BillKind, BillStanding } from '#contract/expense/billWords'
import { BedPath, bedPathText, ResidentCell } from '#web/areas/live/public'
import { shownMoney, shownOwed } from '#web/kit/fields/amount'
import { date, datetime, month } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { None } from '#web/kit/fields/none'
import { int } from '#web/kit/fields/number'
import { areaAny } from '#web/kit/fields/place'
import { keyword, longText, person, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { openBill } from './billState.ts'

export const billColumns = columns(
  billing.calls.list,
  {
    oldmanName: {
      title: '老人',
      as: person,
      width: 270,
      sort: true,
      ownLink: true,
      cell: (_, row) => <ResidentCell notes={false} row={row} onOpen={() => openBill(row.tradeMonthId)} />,
      search: { field: 'oldmanName', as: keyword, placeholder: '姓名、拼音首字母', width: 180, order: 0 },
    },
    month: {
      title: '账期',
      as: month,
      width: 88,
      sort: true,
      search: { field: 'month', as: month, order: 1, width: 130 },
    },
    standing: { title: '状态', as: BillStanding, width: 96, search: { field: 'standing', as: BillStanding } },
    receivableFen: { title: '应收（元）', as: shownMoney, width: 112, sort: true },
    paidFen: { title: '已缴（元）', as: shownMoney, width: 112, sort: true },
    unpaidFen: {
      title: '未缴（元）',
      as: shownOwed,
      width: 112,
      sort: true,
      cell: (value, row) => (row.standing === 'LATE' ? shownOwed.cell(value) : shownMoney.cell(value)),
    },
    dueDate: {
      title: '到期日',
      as: date,
      width: 168,
      sort: true,
      cell: (day, row) => (
        <>
          {day}
          {row.lateDays > 0 && <span className="yy-owed"> 逾期 {row.lateDays} 天</span>}
        </>
      ),
      search: { from: 'dueFrom', to: 'dueTo', order: 4 },
    },
    bedPath: {
      title: '床位',
      as: text,
      width: 200,
      cell: (path) => <BedPath path={path} />,
      text: (path) => bedPathText(path),
      search: { field: 'areaId', as: areaAny, placeholder: '楼栋 / 楼层', order: 3, width: 180 },
    },
    levelName: { title: '护理等级', width: 168 },
    billNo: { title: '账单号', width: 148, sort: true, search: { field: 'billNo', order: 7, width: 150 } },
    kind: {
      title: '类型',
      width: 90,
      cell: (kind) => BillKind.label(kind),
      text: (kind) => BillKind.label(kind),
      search: { field: 'kind', as: BillKind, order: 2, width: 120 },
    },
    printedTimes: {
      title: '打印',
      as: int,
      width: 70,
      cell: (times) => (times > 0 ? `${times} 次` : <None />),
    },
    balanceFen: { title: '账户余额（元）', as: shownMoney, width: 126, hidden: true },
    totalFen: { title: '费用合计（元）', as: shownMoney, width: 126, hidden: true },
    discountFen: { title: '优惠（元）', as: shownMoney, width: 110, hidden: true },
    subsidyFen: { title: '补贴（元）', as: shownMoney, width: 110, hidden: true },
    ruleName: { title: '优惠规则', as: longText, width: 160, hidden: true },
    issuedAt: { title: '出账时间', as: datetime, width: 150, sort: true, hidden: true },
    issuedBy: { title: '出账人', width: 90, hidden: true },
    settledAt: { title: '缴清时间', as: datetime, width: 150, hidden: true },
    madeBy: { title: '制单人', width: 90, hidden: true },
    deptName: {
      title: '部门',
      width: 130,
      hidden: true,
      search: { field: 'deptId', as: department, order: 5, width: 160 },
    },
    remark: { title: '备注', as: longText, width: 180, hidden: true },
    voidReason: { title: '作废原因', as: longText, width: 160, hidden: true },
  },
  {
    bed: { title: '房间', placeholder: '如 203室', order: 6, width: 130 },
  },
)

export const StandingTag = ({ standing }: { standing: string }) => (
  <StatusTag option={BillStanding.find(standing as 'DUE')!} />
)
