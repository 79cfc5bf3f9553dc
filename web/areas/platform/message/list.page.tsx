import { Bell, CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { type MessageData, MessageKind, type MessageKindValue, message } from '#contract/platform/message'
import { send } from '#web/kit/call'
import { classes } from '#web/kit/classes'
import { datetime } from '#web/kit/fields/date'
import { keyword, longText } from '#web/kit/fields/text'
import type { ListHandle, RowAction } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage } from '#web/kit/open'
import { invalidate, useCall } from '#web/kit/query'
import { detailOf } from '#web/kit/shell/messageWays'
import { toast } from '#web/kit/toast'
import { SettingDrawer } from './setting.part.tsx'
import './message.css'

const cols = columns(message.calls.list, {
  title: {
    title: '消息',
    width: 240,
    sort: true,
    search: { field: 'keyword', title: '关键字', as: keyword, placeholder: '标题或内容', width: 200, order: 1 },
    cell: (title, { state }) => (
      <span className={classes('yy-message-title', state === 'UNREAD' && 'is-unread')}>
        <i aria-hidden />
        {title}
      </span>
    ),
  },
  content: { title: '内容', as: longText, width: 236 },
  kind: { title: '类型', width: 112, search: true },
  createTime: {
    title: '时间',
    as: datetime,
    sort: true,
    width: 142,
    search: { from: 'startDate', to: 'endDate', order: 4 },
  },
  state: { title: '状态', width: 96, search: { field: 'state', order: 2 } },
  readAt: { title: '阅读时间', as: datetime, hidden: true },
})

async function markRead(input: { messageIds?: string[]; kind?: MessageKindValue }): Promise<void> {
  const done = await send(message.calls.read, input, { loading: true }).catch(() => null)
  if (!done) return
  void invalidate(message)
  if (done.read === 0) toast.info('没有未读的消息')
  else toast.success(`已把 ${done.read} 条标为已读${done.unread > 0 ? `，还有 ${done.unread} 条未读` : ''}`)
}

const kindOf = ({ filter }: ListHandle) => (filter.kind ? { kind: filter.kind as MessageKindValue } : {})

const actions: RowAction<MessageData>[] = [
  { title: '查看', onClick: (row) => openPage(...detailOf(row)) },
  {
    title: '前往处理',
    link: '前往',
    when: (row) => row.route !== null,
    onClick: (row) => {
      if (row.readAt === null) {
        void send(message.calls.read, { messageIds: [row.messageId] }, { silent: true })
          .then(() => invalidate(message))
          .catch(() => undefined)
      }
      openPage(row.route!)
    },
  },
  {
    title: '标为已读',
    when: (row) => row.readAt === null,
    onClick: (row) => void markRead({ messageIds: [row.messageId] }),
  },
]

function Unread({ onShow }: { onShow(): void }) {
  const { data: unread } = useCall(message.calls.unread, {}, { silent: true })
  if (unread === undefined) return null
  return unread === 0 ? (
    <span className="yy-soft-ink">没有未读消息</span>
  ) : (
    <button type="button" className="yy-link" onClick={onShow}>
      未读 {unread} 条
    </button>
  )
}

export default function Messages() {
  const [setting, setSetting] = useState(false)
  const { data: counts = [] } = useCall(message.calls.counts, {}, { silent: true })
  return (
    <ListPage
      call={message.calls.list}
      columns={cols}
      rowKey="messageId"
      title="系统消息"
      tabs={{
        field: 'kind',
        set: MessageKind,
        values: counts.map((one) => one.kind),
        counts: message.calls.counts,
      }}
      chips={{ unread: (value) => (Number(value) === 1 ? '未读消息' : '已读消息') }}
      open={(row) => openPage(...detailOf(row))}
      heading={(row) => row.title}
      actions={actions}
      batch={[
        {
          title: '标为已读',
          when: (rows) => rows.some((row) => row.readAt === null),
          onClick: (rows, list) => {
            void markRead({ messageIds: rows.map((row) => row.messageId) })
            list.clearSelection()
          },
        },
      ]}
      tools={[
        {
          title: '全部标为已读',
          icon: <CheckCheck size={15} aria-hidden />,
          onClick: (list) => void markRead(kindOf(list)),
        },
        { title: '消息设置', icon: <Bell size={15} aria-hidden />, onClick: () => setSetting(true) },
      ]}
      summary={(list) => <Unread onShow={() => list.show({ ...list.filter, state: 'UNREAD' })} />}
      exports={false}
      prints={false}
      empty={{ title: '还没有消息', text: '审核结果、到期提醒、公告和导出完成会出现在这里，右上角的铃铛同时提醒您。' }}
    >
      <SettingDrawer open={setting} onClose={() => setSetting(false)} />
    </ListPage>
  )
}
