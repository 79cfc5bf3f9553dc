import { shell } from '#contract/platform/shell'
import { WallFrame, WallRows } from '#web/fullchart/WallFrame'
import { useCall } from '#web/kit/query'

const ROWS = 3
const HOUR = 3_600_000

export default function VersionsCard() {
  const query = useCall(
    shell.calls.versionRecords,
    { page: 1, size: ROWS },
    { silent: true, refetchInterval: HOUR, select: (page) => page.list },
  )
  return (
    <WallFrame title="系统更新" scope={`最近 ${ROWS} 次`}>
      <WallRows query={query} empty="还没有更新记录。">
        {(rows) => (
          <ul className="yy-wall-messages">
            {rows.map((record) => (
              <li key={record.recordId}>
                <time>{record.releaseDate.slice(0, 10)}</time>
                <div>
                  <strong>{record.title}</strong>
                  <p>{record.content}</p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </WallRows>
    </WallFrame>
  )
}
