// What happened to a resident, newest first, by kind. It follows what others do while it is on the screen.
import { Select } from 'antd'
import { useState } from 'react'
import { residence, type StayEventData } from '#contract/live/residence'
import { StayEventKind } from '#contract/live/residenceWords'
import { ResidenceStatus } from '#contract/live/resident'
import { Empty } from '#web/kit/parts/Empty'
import { Loaded } from '#web/kit/parts/Loaded'
import { Change, Timeline, type TimelineEntry } from '#web/kit/parts/Timeline'
import { useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import './residence.css'

export interface StayTimelineProps {
  oldmanId: string
  /** At most so many, with a way to see the rest; all unless told. */
  first?: number
  /** False without the choice of kinds, where there is little room. */
  filter?: boolean
}

type Kind = StayEventData['kind']

const entryOf = (row: StayEventData): TimelineEntry => {
  const kind = StayEventKind.find(row.kind)
  const moved = row.fromStatus !== null && row.toStatus !== null && row.fromStatus !== row.toStatus
  return {
    key: row.eventId,
    family: kind?.family ?? 'grey',
    kind: kind?.label ?? row.kind,
    // The day it counts from may differ from the moment it was written.
    time: row.day === row.createTime.slice(0, 10) ? row.createTime.slice(0, 16) : row.day,
    who: row.userName,
    text: (
      <>
        {row.content.replaceAll('>', ' › ')}
        {row.reason && `　原因：${row.reason}`}
        {moved && (
          <>
            {'　'}
            <Change from={ResidenceStatus.label(row.fromStatus)} to={ResidenceStatus.label(row.toStatus)} />
          </>
        )}
      </>
    ),
  }
}

export function StayTimeline({ oldmanId, first, filter = true }: StayTimelineProps) {
  const [kind, setKind] = useState<Kind | null>(null)
  const [all, setAll] = useState(false)
  const { data, error, refetch } = useCall(residence.calls.record, { oldmanId })
  useEvent(residence.events.changed, ({ oldmanIds }) => {
    if (oldmanIds.includes(oldmanId)) void refetch()
  })
  if (!data) return <Loaded of={{ data, error, refetch }} what="变动记录" lines={6} />
  const found = kind === null ? data : data.filter((row) => row.kind === kind)
  const shown = first === undefined || all ? found : found.slice(0, first)
  // Only kinds that occur, each with its count.
  const kinds = StayEventKind.list
    .map((one) => ({ one, count: data.filter((row) => row.kind === one.value).length }))
    .filter(({ count }) => count > 0)
  return (
    <div>
      {filter && kinds.length > 1 && (
        <div className="yy-row yy-between yy-gap-12 yy-below-12">
          <Select<Kind>
            aria-label="变动类型"
            placeholder="全部类型"
            allowClear
            style={{ width: 170 }}
            value={kind}
            options={kinds.map(({ one, count }) => ({ value: one.value, label: `${one.label} ${count}` }))}
            onChange={(next) => setKind(next ?? null)}
          />
          <span className="yy-none">共 {found.length} 条</span>
        </div>
      )}
      {shown.length === 0 ? (
        <Empty title="还没有变动记录" text="预订、入住、调床、外出等办理后会出现在这里。" />
      ) : (
        <Timeline entries={shown.map(entryOf)} />
      )}
      {shown.length < found.length && (
        <button type="button" className="yy-link" onClick={() => setAll(true)}>
          查看全部 {found.length} 条
        </button>
      )}
    </div>
  )
}
