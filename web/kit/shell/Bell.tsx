// Messages to this user: the count, the latest ones, the way to all of them.
import { Bell as BellIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type MessageData, shell } from '#contract/platform/shell'
import { ago } from '#web/kit/ago'
import { setBadge } from '#web/kit/badges'
import { classes } from '#web/kit/classes'
import { openPage } from '#web/kit/open'
import { Pop } from '#web/kit/parts/Pop'
import { invalidate, useAct, useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { toast } from '#web/kit/toast'

const LATEST = 8

function Latest({ onLeave }: { onLeave(): void }) {
  const { data, isPending, error } = useCall(shell.calls.messages, { page: 1, size: LATEST }, { silent: true })
  const read = useAct(shell.calls.readMessages, { send: { loading: false } })
  const open = (message: MessageData) => {
    if (message.readAt === null) void read.run({ messageIds: [message.messageId] })
    onLeave()
    openPage(message.route ?? '/home/messages')
  }
  const list = data?.list ?? []
  return (
    <div className="yy-bell">
      <header>
        <b>消息</b>
        {list.some((one) => one.readAt === null) && (
          <button type="button" className="yy-link" disabled={read.running} onClick={() => void read.run({})}>
            全部标为已读
          </button>
        )}
      </header>
      {error ? (
        <p className="yy-bell-note">消息没有取到：{error.message}</p>
      ) : isPending ? (
        <p className="yy-bell-note">正在取消息…</p>
      ) : list.length === 0 ? (
        <p className="yy-bell-note">还没有消息。审核结果、导出完成和系统通知会出现在这里。</p>
      ) : (
        <ul>
          {list.map((message) => (
            <li key={message.messageId}>
              <button
                type="button"
                className={classes('yy-entry', message.readAt === null && 'is-unread')}
                onClick={() => open(message)}
              >
                <b>{message.title}</b>
                <span>{message.content}</span>
                <small>{ago(message.createTime)}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
      <footer>
        <button
          type="button"
          className="yy-link"
          onClick={() => {
            onLeave()
            openPage('/home/messages')
          }}
        >
          全部消息
        </button>
      </footer>
    </div>
  )
}

export function Bell() {
  const [open, setOpen] = useState(false)
  const { data: unread = 0 } = useCall(shell.calls.unreadCount, {}, { silent: true, staleTime: 60_000 })
  useEvent(shell.events.message, (message) => {
    void invalidate(shell)
    toast.info(message.title)
  })
  useEffect(() => setBadge('/home/messages', unread), [unread])
  return (
    <Pop placement="bottomRight" open={open} onOpenChange={setOpen} content={<Latest onLeave={() => setOpen(false)} />}>
      <button
        type="button"
        className="yy-icon-button"
        title="消息"
        aria-label={unread > 0 ? `消息，${unread} 条未读` : '消息'}
      >
        <BellIcon size={18} aria-hidden />
        {unread > 0 && (
          <b className="yy-count yy-on yy-tiny yy-strong yy-center-text">{unread > 99 ? '99+' : unread}</b>
        )}
      </button>
    </Pop>
  )
}
