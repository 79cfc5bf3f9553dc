// Columns of the list of those who owe; they also feed export and print.
import { payRemind, RemindChannel } from '#contract/expense/payRemind'
import { maskedPhone } from '#contract/kit/privacy'
import { BedPath, bedPathText, ResidentCell } from '#web/areas/live/public'
import { shownMoney, shownOwed } from '#web/kit/fields/amount'
import { datetime } from '#web/kit/fields/date'
import { None } from '#web/kit/fields/none'
import { int } from '#web/kit/fields/number'
import { keyword, person, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import './payRemind.css'

/** 2026-10、2026-11; more than three are counted. */
export const monthsText = (months: readonly string[]) =>
  months.length > 3 ? `${months[0]} 至 ${months.at(-1)} 共 ${months.length} 期` : months.join('、')

export const remindColumns = columns(
  payRemind.calls.list,
  {
    oldmanName: {
      title: '老人',
      as: person,
      width: 268,
      ownLink: true,
      cell: (_, row) => <ResidentCell notes={false} row={{ ...row, owedFen: row.daysLate > 0 ? 1 : 0 }} link />,
      search: { field: 'keyword', as: keyword, placeholder: '姓名、首字母、电话', width: 210, order: 0 },
    },
    payerName: {
      title: '付费人',
      as: text,
      width: 196,
      cell: (name, row) =>
        name ? (
          <>
            {name} <span className="yy-none">{row.payerRelation}</span>{' '}
            {row.payerPhone ? maskedPhone(row.payerPhone) : <span className="yy-owed">无电话</span>}
          </>
        ) : (
          <span className="yy-owed">未登记</span>
        ),
      text: (name, row) =>
        [name, row.payerRelation, row.payerPhone && maskedPhone(row.payerPhone)].filter(Boolean).join(' '),
    },
    owedFen: { title: '未缴（元）', as: shownOwed, width: 112, sum: true, sort: true },
    daysLate: {
      title: '逾期天数',
      as: int,
      width: 98,
      sort: true,
      cell: (days) => (days > 0 ? <span className="yy-owed">{days} 天</span> : '未到期'),
      text: (days) => (days > 0 ? `${days} 天` : '未到期'),
    },
    months: {
      title: '欠费账期',
      as: text as never,
      width: 170,
      cell: (months) => monthsText(months),
      text: (months) => monthsText(months),
    },
    bedPath: {
      title: '床位',
      as: text,
      width: 190,
      cell: (path) => <BedPath path={path} />,
      text: (path) => bedPathText(path),
      search: { field: 'bed', placeholder: '如 2层、203室', order: 1 },
    },
    lateFen: { title: '其中逾期', as: shownMoney, width: 112, sum: true },
    lastTime: {
      title: '上次提醒',
      as: datetime,
      width: 170,
      cell: (time, row) =>
        time ? (
          <>
            {time.slice(5, 16)} <span className="yy-none">{RemindChannel.label(row.lastChannel)}</span>
          </>
        ) : (
          <None />
        ),
      text: (time, row) => (time ? `${time.slice(0, 16)} ${RemindChannel.label(row.lastChannel)}` : ''),
    },
    times: { title: '提醒次数', as: int, width: 92 },
    balanceFen: { title: '账户余额', as: shownMoney, width: 110, hidden: true },
    firstDue: { title: '最早到期', as: text, width: 112, hidden: true, sort: true },
  },
  { minDays: { title: '逾期至少（天）', as: int, order: 2, width: 90 } },
)
