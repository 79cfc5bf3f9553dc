// Columns of the consultation list; they also feed search, export and print.
import { maskedPhone } from '#contract/kit/privacy'
import { consultation } from '#contract/live/consultation'
import { ConsultationDue, ConsultationStatus } from '#contract/live/consultationFields'
import type { ConsultationRowData } from '#contract/live/consultationRows'
import { PhoneText } from '#web/areas/live/family/phone.part'
import { ResidentCell } from '#web/areas/live/residentCell.part'
import { date, datetime } from '#web/kit/fields/date'
import { dictionaryOf, lookupOf } from '#web/kit/fields/lookup'
import { money } from '#web/kit/fields/money'
import { None } from '#web/kit/fields/none'
import { keyword, longText, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { openPage } from '#web/kit/open'
import { detailPath } from './fields.tsx'

const DAY = 86_400_000
const timeOf = (at: string) => new Date(at.replace(' ', 'T')).getTime()

/** 逾期 3 天, 逾期 2 小时 */
export function lateText(at: string, now = Date.now()): string {
  const late = now - timeOf(at)
  return late >= DAY ? `逾期 ${Math.floor(late / DAY)} 天` : `逾期 ${Math.max(1, Math.floor(late / 3_600_000))} 小时`
}

export function FollowTime({ at, overdue }: { at: string | null; overdue: boolean }) {
  if (!at) return <None />
  // The year only where it is another one.
  const short = at.startsWith(String(new Date().getFullYear())) ? at.slice(5, 16) : at.slice(0, 16)
  if (!overdue) return <span title={at.slice(0, 16)}>{short}</span>
  return (
    <span className="yy-inline-flex yy-gap-6 yy-red" title={`约在 ${at.slice(0, 16)}`}>
      {short}
      <b className="yy-strong">{lateText(at)}</b>
    </span>
  )
}

/** A resident who asks has no archive yet; the face follows the consultation. */
export const residentFace = (row: ConsultationRowData) => ({
  oldmanId: row.oldmanId ?? row.consultationId,
  oldmanName: row.oldmanName,
  sex: row.sex,
  age: row.age,
  head: row.head,
  attention: row.attention,
})

export const consultationColumns = columns(
  consultation.calls.list,
  {
    oldmanName: {
      title: '老人',
      width: 210,
      sort: true,
      search: {
        field: 'keyword',
        title: '老人或咨询人',
        as: keyword,
        placeholder: '姓名、拼音首字母或电话',
        order: 1,
      },
      ownLink: true,
      cell: (_, row) => (
        <ResidentCell row={residentFace(row)} onOpen={() => openPage(detailPath(row.consultationId))} />
      ),
    },
    status: { title: '状态', as: ConsultationStatus },
    consultantName: {
      title: '咨询人',
      width: 220,
      cell: (_, row) => (
        <span className="yy-inline-flex yy-gap-8">
          {row.consultantName}
          <span className="yy-second">{row.relationName}</span>
          <span className="yy-second">
            <PhoneText phone={row.consultantPhone} />
          </span>
        </span>
      ),
      text: (_, row) => `${row.consultantName}（${row.relationName}）${maskedPhone(row.consultantPhone)}`,
    },
    nextFollowAt: {
      title: '下次跟进',
      as: datetime,
      width: 190,
      sort: true,
      search: { from: 'followFrom', to: 'followTo', order: 6 },
      cell: (value, row) => <FollowTime at={value} overdue={row.overdue} />,
    },
    channelName: {
      title: '咨询渠道',
      width: 100,
      search: { field: 'channel', as: dictionaryOf('consultationChannel'), width: 140, order: 2 },
    },
    intentionName: {
      title: '入住意向',
      width: 100,
      sort: true,
      search: { field: 'intention', as: dictionaryOf('consultationIntention'), width: 120, order: 3 },
    },
    saleName: { title: '接待人', width: 90, search: { field: 'saleId', as: lookupOf('sale'), width: 120, order: 4 } },
    lastContent: {
      title: '最近沟通',
      as: longText,
      width: 280,
      cell: (value, row) =>
        value ? (
          <span className="yy-clip yy-ellipsis" title={value}>
            <span className="yy-consult-when-said yy-second">{row.lastAt?.slice(5, 10)}</span>
            {value}
          </span>
        ) : (
          <None />
        ),
    },
    interviews: { title: '跟进次数', width: 90 },
    consultDate: {
      title: '咨询日期',
      as: date,
      sort: true,
      search: { from: 'consultFrom', to: 'consultTo', order: 7 },
    },
    expectDate: { title: '期望入住', as: date, sort: true },
    roomTypeName: { title: '期望房型', as: text, width: 90 },
    budgetFen: { title: '每月预算（元）', as: money, sort: true, hidden: true },
    visitedAt: { title: '参观时间', as: datetime, hidden: true },
    lossReasonName: {
      title: '流失原因',
      as: text,
      width: 110,
      search: { field: 'lossReason', as: dictionaryOf('lossReason'), width: 140, order: 8 },
    },
    archivedAt: { title: '建档时间', as: datetime, hidden: true },
    consultationNo: { title: '咨询编号', as: text, width: 150, sort: true, hidden: true },
    createTime: { title: '登记时间', as: datetime, sort: true, hidden: true },
  },
  { due: { title: '跟进提醒', as: ConsultationDue, order: 5, width: 150 } },
)
