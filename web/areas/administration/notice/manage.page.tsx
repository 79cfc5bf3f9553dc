import { useState } from 'react'
import { type NoticeData, type NoticeRowData, notice } from '#contract/administration/notice'
import { NoticeScope, NoticeState } from '#contract/administration/noticeWords'
import { datetime } from '#web/kit/fields/date'
import { int } from '#web/kit/fields/number'
import { optionField, yesNo } from '#web/kit/fields/option'
import { keyword, person, text } from '#web/kit/fields/text'
import type { FormRequest } from '#web/kit/form/formOf'
import type { RowAction } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { FormHost, ListPage } from '#web/kit/list/ListPage'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { publishNotice, recallNotice, remindReaders, removeNotice, takeBack } from './acts.ts'
import { NoticeDrawer } from './detail.part.tsx'
import { editNotice, newNotice } from './forms.tsx'
import './notice.css'

const cols = columns(notice.calls.list, {
  title: {
    title: '标题',
    width: 300,
    sort: true,
    search: { field: 'keyword', title: '标题或正文', as: keyword, placeholder: '标题或正文', width: 180, order: 1 },
    cell: (title, row) => (
      <span className="yy-inline-flex yy-gap-8">
        {row.top && <StatusTag family="orange">置顶</StatusTag>}
        <b className="yy-name yy-strong">{title}</b>
        {row.edition > 1 && <span className="yy-second">第 {row.edition} 版</span>}
      </span>
    ),
    text: (title) => title,
  },
  state: {
    title: '状态',
    width: 160,
    cell: (state, row) => (
      <span className="yy-inline-flex yy-gap-6">
        <StatusTag option={NoticeState.find(state)!} />
        {row.ended && <span className="yy-none">已过期</span>}
      </span>
    ),
    text: (state) => NoticeState.label(state),
  },
  scopeText: {
    title: '接收范围',
    as: text,
    width: 190,
    search: { field: 'scope', title: '接收范围', as: optionField(NoticeScope), order: 2 },
  },
  readCount: {
    title: '已读',
    width: 90,
    align: 'right',
    cell: (read, row) => (row.receivers === 0 ? '—' : `${read} / ${row.receivers}`),
    text: (read, row) => (row.receivers === 0 ? '' : `${read} / ${row.receivers}`),
  },
  confirmedCount: {
    title: '已确认',
    width: 90,
    align: 'right',
    cell: (done, row) =>
      !row.confirm || row.receivers === 0 ? (
        '—'
      ) : (
        <span className={done < row.receivers && row.state === NoticeState.is.PUBLISHED ? 'yy-amber' : undefined}>
          {done} / {row.receivers}
        </span>
      ),
    text: (done, row) => (!row.confirm || row.receivers === 0 ? '' : `${done} / ${row.receivers}`),
  },
  publishedAt: {
    title: '发布时间',
    as: datetime,
    sort: true,
    search: { from: 'startDate', to: 'endDate', order: 3 },
    cell: (at, row) =>
      at
        ? at.slice(0, 16)
        : row.publishAt && row.state === NoticeState.is.WAITING
          ? `定时 ${row.publishAt.slice(5, 16)}`
          : '—',
  },
  endAt: { title: '截止时间', as: datetime, sort: true },
  publishedName: { title: '发布人', as: person, width: 90 },
  attachmentCount: { title: '附件', as: int, width: 70, hidden: true },
  confirm: { title: '要求确认', as: yesNo, width: 90, hidden: true },
  createdName: { title: '起草人', as: person, width: 90, hidden: true },
  createTime: { title: '创建时间', as: datetime, sort: true, hidden: true },
})

const tabs = { field: 'state', set: NoticeState }
const refreshOn = [notice.events.changed, notice.events.receipt]

export default function Notices() {
  const [opened, setOpened] = useState<string | null>(null)
  const [form, setForm] = useState<FormRequest | null>(null)
  // What was saved lies open with its next step.
  const saved = (row: NoticeData) => setOpened(row.noticeId)
  const edit = (noticeId: string) => void editNotice(noticeId, saved).then(setForm)
  const open = (row: NoticeRowData) => setOpened(row.noticeId)
  const actions: RowAction<NoticeRowData>[] = [
    { title: (row) => (row.receivers > 0 ? '阅读情况' : '查看'), link: '查看', onClick: open },
    { title: '发布', move: 'publish', onClick: (row) => void publishNotice(row.noticeId) },
    {
      title: (row) => (row.confirm ? '提醒未确认人员' : '提醒未读人员'),
      link: '提醒',
      move: 'remind',
      when: (row) => !row.ended && row.receivers > (row.confirm ? row.confirmedCount : row.readCount),
      onClick: (row) => void remindReaders(row),
    },
    {
      title: '修改',
      when: (row) => row.can.includes('edit') || row.can.includes('change'),
      onClick: (row) => edit(row.noticeId),
    },
    { title: '取消定时', move: 'unschedule', onClick: (row) => void takeBack(row) },
    { title: '撤回', move: 'recall', danger: true, onClick: (row) => void recallNotice(row) },
    { title: '删除草稿', move: 'remove', danger: true, onClick: (row) => void removeNotice(row) },
  ]
  return (
    <ListPage
      call={notice.calls.list}
      columns={cols}
      rowKey="noticeId"
      title="公告"
      tabs={tabs}
      create={{ title: '起草公告', needs: notice.calls.add.needs, onClick: () => setForm(newNotice(saved)) }}
      open={open}
      heading={(row) => `${row.title}・${NoticeState.label(row.state)}`}
      actions={actions}
      refreshOn={refreshOn}
      empty={{ title: '还没有公告', text: '点“起草公告”写好内容、选好接收范围，发布后可以看到谁读了、谁确认了。' }}
    >
      <FormHost form={form} onClose={() => setForm(null)} />
      <NoticeDrawer noticeId={opened} onEdit={edit} onClose={() => setOpened(null)} />
    </ListPage>
  )
}
