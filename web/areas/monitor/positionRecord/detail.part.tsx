// One positioning alarm: where it was, what was done about it, and by whom.
import { Button } from 'antd'
import { useRef } from 'react'
import { whereText } from '#contract/monitor/alarmPlace'
import { positionMap } from '#contract/monitor/positionMap'
import { type PositionRecordData, positionRecord } from '#contract/monitor/positionRecord'
import { LadderRank } from '#contract/monitor/words'
import { Floor, Pin } from '#web/areas/monitor/positionMap/floor.part'
import { zoneAt } from '#web/areas/monitor/positionMap/live'
import { RecordTag } from '#web/areas/monitor/positionMap/side.part'
import { useFloorView } from '#web/areas/monitor/positionMap/view'
import { openPage } from '#web/kit/open'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { Facts } from '#web/kit/parts/PageCard'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { Timeline, type TimelineEntry } from '#web/kit/parts/Timeline'
import { useCall } from '#web/kit/query'
import './detail.css'

const STEPS: Readonly<Record<string, readonly [string, TimelineEntry['family']]>> = {
  RAISED: ['产生告警', 'red'],
  REPEATED: ['再次触发', 'red'],
  TOLD: ['通知', 'amber'],
  PHONED: ['电话通知', 'amber'],
  TAKEN: ['接手', 'orange'],
  RECOVERED: ['情况恢复', 'teal'],
  HANDLED: ['已处理', 'green'],
  IGNORED: ['已忽略', 'grey'],
  RELEASED: ['自动解除', 'slate'],
}

function Spot({ card }: { card: PositionRecordData }) {
  const map = useCall(positionMap.calls.one, card.mapId ? { mapId: card.mapId } : null)
  const box = useRef<HTMLDivElement>(null)
  const floor = useFloorView(box, map.data)
  if (!card.mapId || card.x === null || card.y === null) return null
  const at = [card.x, card.y] as const
  return (
    <>
      <p className="yy-record-where">
        告警位置：
        <b>
          {map.data?.buildingName} {map.data?.mapName} {zoneAt(map.data, at)}
        </b>
      </p>
      <div className="yy-record-map yy-flex yy-hidden yy-edge yy-round-card">
        <Floor box={box} map={map.data} floor={floor}>
          <Pin at={at} scale={floor.view.scale}>
            <circle r={14} fill="rgb(196 34 26 / 25%)" />
            <circle r={7} fill="#c4221a" stroke="#fff" strokeWidth={2} />
          </Pin>
        </Floor>
      </div>
    </>
  )
}

export function RecordDrawer({ record, onClose }: { record: PositionRecordData | null; onClose(): void }) {
  const found = useCall(positionRecord.calls.handling, record ? { recordId: record.recordId } : null)
  const card = found.data?.card ?? record
  return (
    <SideDrawer
      open={record !== null}
      width={720}
      title={card ? `${card.holderName ?? card.deviceNo}　${card.typeName}` : ''}
      about={card && <RecordTag record={card} />}
      extra={
        card?.deviceId && (
          <Button size="small" onClick={() => openPage('/yunmuIot/position/map', { deviceId: card.deviceId! })}>
            在地图上看
          </Button>
        )
      }
      onClose={onClose}
    >
      {found.error && <ErrorBlock what="告警详情" error={found.error} onRetry={() => void found.refetch()} />}
      {card && (
        <Facts
          facts={[
            { label: '告警内容', value: card.content },
            { label: '标签编号', value: card.deviceNo },
            { label: '告警时间', value: card.raisedAt },
            { label: '位置', value: whereText(card, true) ?? '不明' },
            { label: '重复', value: card.repeats > 0 ? `${card.repeats} 次` : '—' },
            { label: '处理结果', value: card.result ?? '—' },
            { label: '备注', value: card.remark ?? '—' },
          ]}
        />
      )}
      {card && <Spot card={card} />}
      <h4>处理过程</h4>
      {found.isLoading ? (
        <BlockBones />
      ) : (
        <Timeline
          entries={(found.data?.steps ?? []).map((one): TimelineEntry => {
            const [title, family] = STEPS[one.kind] ?? [one.kind, 'grey']
            return {
              key: one.stepId,
              kind: one.rank ? `${title} ${LadderRank.label(one.rank as 1)}` : title,
              family,
              time: one.at.slice(0, 19),
              who: one.userName ?? undefined,
              text: one.note ?? undefined,
            } as TimelineEntry
          })}
        />
      )}
    </SideDrawer>
  )
}
