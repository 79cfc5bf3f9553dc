import { notice, type PersonalNoticeData } from '#contract/administration/notice'
import { NoticeReceipt, PersonalNoticeState } from '#contract/administration/noticeWords'
import { datetime } from '#web/kit/fields/date'
import { int } from '#web/kit/fields/number'
import { keyword, longText, person } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage } from '#web/kit/open'
import { StatusTag } from '#web/kit/parts/StatusTag'
import './notice.css'

const cols = columns(notice.calls.personal, {
  title: {
    title: '标题',
    width: 320,
    search: { field: 'keyword', title: '标题或正文', as: keyword, placeholder: '标题或正文', width: 200, order: 1 },
    cell: (title, row) => (
      <span className="yy-inline-flex yy-gap-8">
        {row.top && <StatusTag family="orange">置顶</StatusTag>}
        <span className={row.readAt === null && !row.ended ? 'yy-name yy-notice-unread' : 'yy-name'}>{title}</span>
        {row.edition > 1 && <span className="yy-second">有修改</span>}
      </span>
    ),
    text: (title) => title,
  },
  receipt: {
    title: '状态',
    width: 130,
    cell: (receipt, row) =>
      row.ended ? <span className="yy-none">已过期</span> : <StatusTag option={NoticeReceipt.find(receipt)!} />,
    text: (receipt, row) => (row.ended ? '已过期' : NoticeReceipt.label(receipt)),
  },
  digest: { title: '摘要', as: longText, width: 320 },
  attachmentCount: { title: '附件', as: int, width: 70 },
  publishedName: { title: '发布人', as: person, width: 90 },
  publishedAt: { title: '收到时间', as: datetime, sort: true },
  endAt: { title: '截止时间', as: datetime },
  readAt: { title: '阅读时间', as: datetime, hidden: true },
  confirmedAt: { title: '确认时间', as: datetime, hidden: true },
})

const tabs = { field: 'state', set: PersonalNoticeState }
const refreshOn = [notice.events.changed]
const open = (row: PersonalNoticeData) => openPage(notice.pages.detail.path, { noticeId: row.noticeId })

export default function PersonalNotices() {
  return (
    <ListPage
      call={notice.calls.personal}
      columns={cols}
      rowKey="noticeId"
      title="个人通知"
      tabs={tabs}
      open={open}
      heading={(row) => row.title}
      actions={[
        {
          title: (row) =>
            row.receipt === 'unconfirmed' || (row.confirm && row.receipt === 'unread') ? '阅读并确认' : '阅读',
          onClick: open,
        },
      ]}
      refreshOn={refreshOn}
      empty={{ title: '没有通知', text: '院里发给您的公告会出现在这里，右上角的铃铛也会提醒。' }}
    />
  )
}
