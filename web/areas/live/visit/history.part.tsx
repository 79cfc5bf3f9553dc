// Who has come to see one resident, the newest first.
import { useState } from 'react'
import { type VisitRowData, visit } from '#contract/live/visit'
import { Empty } from '#web/kit/parts/Empty'
import { Loaded } from '#web/kit/parts/Loaded'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { Timeline } from '#web/kit/parts/Timeline'
import { useCall } from '#web/kit/query'
import { durationText } from './columns.tsx'

const SHOWN = 100

export interface Visited {
  oldmanId: string
  oldmanName: string
}

const sentence = (row: VisitRowData) =>
  [
    `${row.visitor}${row.relationName ? `（${row.relationName}）` : ''}`,
    row.people > 1 && `等 ${row.people} 人`,
    row.stay ? '现在院内' : row.outTime && `停留 ${durationText(row.minutes)}`,
    row.items && `带来 ${row.items}`,
    row.remark,
  ]
    .filter(Boolean)
    .join('，')

function Visits({ oldmanId }: { oldmanId: string }) {
  const { data, error, refetch } = useCall(visit.calls.list, { oldmanId, page: 1, size: SHOWN })
  if (!data) return <Loaded of={{ data, error, refetch }} what="探访记录" lines={10} />
  if (data.total === 0) return <Empty title="还没有人来探访过" />
  return (
    <>
      <p className="yy-second">
        共 {data.total} 次{data.total > SHOWN && `，显示最近 ${SHOWN} 次`}
      </p>
      <Timeline
        entries={data.list.map((row) => ({
          key: row.visitId,
          family: row.stay ? 'green' : 'slate',
          kind: row.typeName,
          time: row.inTime.slice(0, 16),
          who: row.userName,
          text: sentence(row),
        }))}
      />
    </>
  )
}

export function VisitHistoryDrawer({ resident, onClose }: { resident: Visited | null; onClose(): void }) {
  // The last one stays while the drawer leaves.
  const [shown, setShown] = useState(resident)
  if (resident && resident !== shown) setShown(resident)
  return (
    <SideDrawer open={resident !== null} title="探访记录" about={shown?.oldmanName} onClose={onClose}>
      {shown && <Visits oldmanId={shown.oldmanId} />}
    </SideDrawer>
  )
}
