// The newest messages on the work bench.
import { type MessageData, message } from '#contract/platform/message'
import { ago } from '#web/kit/ago'
import { classes } from '#web/kit/classes'
import { openPage } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { PageCard } from '#web/kit/parts/PageCard'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { useAct, useCall } from '#web/kit/query'
import { LIST_PATH, recordOf } from '#web/kit/shell/messageWays'

const SHOWN = 8

export function BenchMessages() {
  const { data, isPending, error, refetch } = useCall(message.calls.list, { page: 1, size: SHOWN }, { silent: true })
  const { data: unread = 0 } = useCall(message.calls.unread, {}, { silent: true, staleTime: 60_000 })
  const read = useAct(message.calls.read, { send: { loading: false } })
  const open = (one: MessageData) => {
    if (one.readAt === null) void read.run({ messageIds: [one.messageId] })
    openPage(...recordOf(one))
  }
  return (
    <PageCard
      title="待办与消息"
      sub={unread > 0 ? `${unread} 条未读` : '没有未读'}
      className="yy-bench-fill"
      extra={
        <button type="button" className="yy-link" onClick={() => openPage(LIST_PATH)}>
          全部 ›
        </button>
      }
    >
      {error ? (
        <ErrorBlock what="消息" error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <BlockBones lines={5} />
      ) : data.list.length === 0 ? (
        <Empty title="没有待办和消息" text="审核、导出结果和系统通知会出现在这里。" />
      ) : (
        <ul className="yy-bench-list yy-no-padding">
          {data.list.map((one) => (
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
    </PageCard>
  )
}
