import { Button, Pagination } from 'antd'
import { CheckCheck } from 'lucide-react'
import { type MessageData, shell } from '#contract/platform/shell'
import { classes } from '#web/kit/classes'
import { openPage, usePageState } from '#web/kit/open'
import { CountTabs } from '#web/kit/parts/CountTabs'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { useAct, useCall } from '#web/kit/query'
import './messages.css'

const SIZE = 20

export default function Messages() {
  const [which, setWhich] = usePageState<'all' | 'unread'>('which', 'all')
  const [page, setPage] = usePageState('page', 1)
  const query = { page, size: SIZE, ...(which === 'unread' && { unread: 1 }) }
  const { data, error, refetch } = useCall(shell.calls.messages, query, { keepPrevious: true })
  const { data: unread = 0 } = useCall(shell.calls.unreadCount, {}, { silent: true })
  const { data: all } = useCall(
    shell.calls.messages,
    { page: 1, size: 1 },
    { silent: true, select: (info) => info.total },
  )
  const read = useAct(shell.calls.readMessages)
  const open = (message: MessageData) => {
    if (message.readAt === null) void read.run({ messageIds: [message.messageId] }, { loading: false })
    if (message.route) openPage(message.route)
  }
  return (
    <section className="yy-card yy-messages yy-stack yy-flex-1 yy-no-padding">
      <div className="yy-messages-head yy-row yy-between yy-under">
        <CountTabs<'all' | 'unread'>
          label="消息范围"
          tabs={[
            { value: 'all', label: '全部', count: all },
            { value: 'unread', label: '未读', count: unread },
          ]}
          value={which}
          onChange={(next) => {
            setWhich(next)
            setPage(1)
          }}
        />
        <Button
          icon={<CheckCheck size={15} aria-hidden />}
          disabled={unread === 0}
          loading={read.running}
          onClick={() => void read.run({})}
        >
          全部标为已读
        </Button>
      </div>
      {error ? (
        <ErrorBlock what="消息" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className="yy-pad-16">
          <BlockBones lines={8} />
        </div>
      ) : data.list.length === 0 ? (
        <Empty
          title={which === 'unread' ? '没有未读消息' : '还没有消息'}
          text={which === 'unread' ? '读过的消息在“全部”里。' : '审核结果、导出完成和系统通知会出现在这里。'}
        />
      ) : (
        <>
          <ul>
            {data.list.map((message) => (
              <li key={message.messageId}>
                <button
                  type="button"
                  className={classes('yy-entry', message.readAt === null && 'is-unread')}
                  onClick={() => open(message)}
                >
                  <b>{message.title}</b>
                  <span>{message.content}</span>
                  <time>{message.createTime.slice(0, 16)}</time>
                </button>
              </li>
            ))}
          </ul>
          <footer>
            <span>
              共 {data.total} 条，第 {data.startRow}–{data.endRow} 条
            </span>
            <Pagination current={page} pageSize={SIZE} total={data.total} showSizeChanger={false} onChange={setPage} />
          </footer>
        </>
      )}
    </section>
  )
}
