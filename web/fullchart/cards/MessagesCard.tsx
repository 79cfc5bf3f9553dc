import { shell } from '#contract/platform/shell'
import { WallFrame, WallRows } from '#web/fullchart/WallFrame'
import { invalidate, useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'

const ROWS = 5
const MINUTE = 60_000

export default function MessagesCard() {
  const query = useCall(
    shell.calls.messages,
    { page: 1, size: ROWS },
    { silent: true, refetchInterval: MINUTE, select: (page) => page.list },
  )
  useEvent(shell.events.message, () => void invalidate(shell))
  return (
    <WallFrame title="消息" scope={`最近 ${ROWS} 条`}>
      <WallRows query={query} empty="还没有发给大屏的消息，新消息会立即显示。">
        {(rows) => (
          <ul className="yy-wall-messages">
            {rows.map((message) => (
              <li key={message.messageId}>
                <time>{message.createTime.slice(5, 16)}</time>
                <div>
                  <strong>{message.title}</strong>
                  {message.content && <p>{message.content}</p>}
                </div>
              </li>
            ))}
          </ul>
        )}
      </WallRows>
    </WallFrame>
  )
}
