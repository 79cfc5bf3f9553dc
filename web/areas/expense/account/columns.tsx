// Columns of the accounts; they also feed export and print.
import { account } from '#contract/expense/account'
import { ResidenceStatus } from '#contract/live/resident'
import { BedPath, bedPathText, ResidentCell } from '#web/areas/live/public'
import { amountText, shownMoney, shownOwed } from '#web/kit/fields/amount'
import { datetime } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { None } from '#web/kit/fields/none'
import { int } from '#web/kit/fields/number'
import { areaAny } from '#web/kit/fields/place'
import { keyword, person, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { NoteTag } from '#web/kit/parts/StatusTag'
import { openAccount } from './accountHead.part.tsx'

export const accountColumns = columns(
  account.calls.list,
  {
    oldmanName: {
      title: '老人',
      as: person,
      width: 250,
      sort: true,
      ownLink: true,
      cell: (_, row) => (
        <>
          <ResidentCell
            notes={false}
            row={{ ...row, owedFen: row.owes ? 1 : 0 }}
            onOpen={() => openAccount(row.oldmanId)}
          />
          {row.can.includes('booking') && <NoteTag family="amber">订金 {amountText(row.bookingFen)}</NoteTag>}
          {row.sealed && <NoteTag family="slate">封存</NoteTag>}
        </>
      ),
      search: { field: 'keyword', as: keyword, placeholder: '姓名、拼音首字母', width: 200, order: 0 },
    },
    status: {
      title: '状态',
      as: ResidenceStatus,
      width: 98,
      search: { field: 'status', as: ResidenceStatus as never, order: 2, width: 120 },
    },
    bedPath: {
      title: '床位',
      as: text,
      width: 196,
      cell: (path) => <BedPath path={path} />,
      text: (path) => bedPathText(path),
      search: { field: 'areaId', as: areaAny, placeholder: '楼栋 / 楼层', order: 1, width: 180 },
    },
    balanceFen: { title: '余额（元）', as: shownMoney, width: 118, sort: true, sum: true },
    unpaidFen: {
      title: '未缴（元）',
      as: shownOwed,
      width: 144,
      sort: true,
      sum: true,
      cell: (value, row) => (
        <>
          {row.unpaidBills > 0 && <span className="yy-none">{row.unpaidBills} 期　</span>}
          {row.owes ? shownOwed.cell(value) : shownMoney.cell(value)}
        </>
      ),
    },
    giftFen: { title: '赠送（元）', as: shownMoney, width: 110, sort: true },
    depositFen: { title: '押金（元）', as: shownMoney, width: 120, sort: true },
    overdueDays: {
      title: '逾期天数',
      as: int,
      width: 94,
      sort: true,
      cell: (days) => (days > 0 ? <span className="yy-owed">{days} 天</span> : <None />),
      text: (days) => (days > 0 ? String(days) : ''),
    },
    lastTradeAt: { title: '最近交易', as: datetime, width: 150, sort: true },
    monthFen: { title: '每期费用（元）', as: shownMoney, width: 128, hidden: true },
    bookingFen: { title: '预订金（元）', as: shownMoney, width: 118, hidden: true },
    levelName: { title: '护理等级', width: 140, hidden: true },
    deptName: {
      title: '部门',
      width: 130,
      hidden: true,
      search: { field: 'deptId', as: department, order: 3, width: 160 },
    },
    archiveNo: { title: '档案编号', width: 150, hidden: true },
    sealedReason: { title: '封存原因', width: 180, hidden: true },
  },
  {
    bed: { title: '房间', placeholder: '如 203室', order: 4, width: 130 },
    overdueFrom: { title: '逾期至少（天）', as: int as never, order: 5, width: 90 },
  },
)
