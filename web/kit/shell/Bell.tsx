// Messages to this user: the count, the latest ones, the way to all of them. What is read or told at another screen of the
// same person shows here at once.
import { Bell as BellIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type MessageData, message } from '#contract/platform/message'
import { ago } from '#web/kit/ago'
import { setBadge } from '#web/kit/badges'
import { classes } from '#web/kit/classes'
import { openPage } from '#web/kit/open'
import { Pop } from '#web/kit/parts/Pop'
import { callKey, invalidate, queryClient, useAct, useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { LIST_PATH, recordOf } from './messageWays.ts'

const LATEST = 8
/** What is told to everybody must not be asked for by everybody in the same moment. */
const SPREAD_MS = 1_500

function Latest({ onLeave }: { onLeave(): void }) {
  const { data, isPending, error } = useCall(message.calls.list, { page: 1, size: LATEST }, { silent: true })
  const { data: unread = 0 } = useCall(message.calls.unread, {}, { silent: true, staleTime: 60_000 })
  const read = useAct(message.calls.read, { send: { loading: false } })
  const open = (one: MessageData) => {
    if (one.readAt === null) void read.run({ messageIds: [one.messageId] })
    onLeave()
    openPage(...recordOf(one))
  }
  const list = data?.list ?? []
  return (
    <div className="yy-bell">
      <header>
        <b>消息</b>
        {unread > 0 && (
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
          {list.map((one) => (
            <li key={one.messageId}>
              <button
                type="button"
                className={classes('yy-entry', one.state === 'UNREAD' && 'is-unread')}
                onClick={() => open(one)}
              >
                <b>{one.title}</b>
                <span>{one.content}</span>
                <small>{ago(one.createTime)}</small>
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
            openPage(LIST_PATH)
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
  const { data: unread = 0 } = useCall(message.calls.unread, {}, { silent: true, staleTime: 60_000 })
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEvent(message.events.arrived, () => {
    queryClient.setQueryData<number>(callKey(message.calls.unread, {}), (count) => (count ?? 0) + 1)
    clearTimeout(later.current)
    later.current = setTimeout(() => void invalidate(message), Math.random() * SPREAD_MS)
  })
  useEvent(message.events.changed, () => void invalidate(message))
  useEffect(() => () => clearTimeout(later.current), [])
  useEffect(() => setBadge(LIST_PATH, unread), [unread])
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
