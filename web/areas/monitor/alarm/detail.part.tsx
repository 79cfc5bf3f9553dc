// One alarm: whose, where, what was measured, the curve around it, and what was done step by step.
import { Button } from 'antd'
import { useState } from 'react'
import { type AlarmCardData, alarm } from '#contract/monitor/alarm'
import { AlarmLevel, AlarmStage, AlarmStatus, DeviceKind, LadderRank, stageOf } from '#contract/monitor/words'
import { Incident } from '#contract/nursing/assess/incident'
import { takeAlarm, useBusy } from '#web/areas/monitor/acts'
import { HandlePanel } from '#web/areas/monitor/handle.part'
import { durationText } from '#web/areas/monitor/nurseCall/duration'
import { PersonCell } from '#web/areas/monitor/personCell.part'
import { WhyButton } from '#web/areas/monitor/why/why.part'
import { PlacePath } from '#web/kit/fields/place'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { Facts, PageCard } from '#web/kit/parts/PageCard'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { Timeline } from '#web/kit/parts/Timeline'
import { useMay } from '#web/kit/permission'
import { invalidate, useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { AlarmCurve } from './curve.part.tsx'
import { openSeconds, responseSeconds, STEPS, valueText } from './words.ts'
import './alarmList.css'

/** Which alarm is wanted: its number is enough, a row that is at hand is shown at once. */
export interface WantedAlarm {
  recordId: string
  row?: AlarmCardData
  /** Opens with the results to choose from. */
  handling?: boolean
}

interface DetailProps {
  at: WantedAlarm | null
  onClose(): void
}

export function AlarmDetail({ at, onClose }: DetailProps) {
  const [shown, setShown] = useState(at)
  const [handles, setHandles] = useState(at?.handling ?? false)
  const [busy, run] = useBusy()
  const may = useMay()
  if (at && at !== shown) {
    setShown(at)
    setHandles(at.handling ?? false)
  }
  const asked = useCall(alarm.calls.get, at ? { recordId: at.recordId } : null, { keepPrevious: true })
  useEvent(alarm.events.changed, ({ card }) => {
    if (card.recordId === at?.recordId) void invalidate(alarm)
  })
  if (!shown) return null
  const current = asked.data?.card.recordId === shown.recordId ? asked.data : undefined
  const card = current?.card ?? shown.row
  if (!card) {
    return (
      <SideDrawer open={at !== null} width={720} title="告警详情" onClose={onClose}>
        {asked.error ? (
          <ErrorBlock what="告警没有取到" error={asked.error} onRetry={() => void asked.refetch()} />
        ) : (
          <BlockBones lines={8} />
        )}
      </SideDrawer>
    )
  }
  const open = card.status === AlarmStatus.is.open
  const acts = open && may(alarm.calls.handle.needs)
  return (
    <SideDrawer
      open={at !== null}
      width={720}
      title={card.content}
      about={
        <>
          <StatusTag option={AlarmStage.find(stageOf(card))!} solid={stageOf(card) === 0} />
          <StatusTag option={AlarmLevel.find(card.level)!} />
        </>
      }
      extra={<WhyButton key={card.recordId} of={{ recordId: card.recordId }} at={null} title="为何告警" />}
      onClose={onClose}
      foot={
        acts &&
        !handles && (
          <div className="yy-drawer-foot">
            <span>{card.takerName ? `${card.takerName} 已去处理` : '还没有人接手'}</span>
            <span className="yy-drawer-foot-acts">
              {card.takenAt === null && (
                <Button loading={busy} onClick={() => void run(() => takeAlarm(card.recordId))}>
                  我去处理
                </Button>
              )}
              <Button type="primary" onClick={() => setHandles(true)}>
                填写结果
              </Button>
            </span>
          </div>
        )
      }
    >
      {acts && handles && (
        <div className="yy-line-edge yy-pad-16 yy-soft yy-round yy-below-16">
          <HandlePanel key={card.recordId} cards={[card]} onBack={() => setHandles(false)} />
        </div>
      )}
      <Facts
        facts={[
          {
            label: card.userName ? '员工' : '老人',
            value: card.oldmanId === null ? card.userName : <PersonCell row={card} />,
            wide: true,
          },
          {
            label: card.placeKind === 'HOME' ? '所住床位（没有定位）' : '位置',
            value: card.place && <PlacePath path={card.place} strong={2} />,
            wide: true,
          },
          { label: '类型', value: `${DeviceKind.label(card.source)}・${card.typeName}` },
          { label: '设备编号', value: card.deviceNo },
          { label: '测得', value: valueText(card) || '—' },
          { label: card.deviceTime ? '到达时间' : '告警时间', value: card.raisedAt },
          ...(card.deviceTime
            ? [{ label: '设备自报时间', value: `${card.deviceTime}（与到达时间不同，按到达时间记录）`, wide: true }]
            : []),
          ...(card.oddity ? [{ label: '说明', value: card.oddity, wide: true }] : []),
          { label: '开始时间', value: card.startAt },
          { label: '持续', value: durationText(openSeconds(card)) },
          { label: '响应', value: durationText(responseSeconds(card)) },
          { label: '重复提醒', value: card.repeats === 0 ? '没有' : `${card.repeats} 次` },
          ...(card.handledAt === null
            ? []
            : [
                { label: '结束时间', value: card.handledAt },
                { label: '处理人', value: card.handlerName ?? '系统' },
                { label: '处理结果', value: card.result, wide: true },
                { label: '发生的事件', value: card.incidents.map((one) => Incident.label(one)).join('、') || null },
                { label: '备注', value: card.remark, wide: true },
              ]),
        ]}
      />
      {card.source === 'MATTRESS' && (
        <PageCard title="告警前后" sub="每分钟平均" style={{ marginTop: 16 }}>
          <AlarmCurve card={card} />
        </PageCard>
      )}
      <PageCard title="经过" style={{ marginTop: 16 }}>
        {asked.error ? (
          <ErrorBlock what="经过没有取到" error={asked.error} onRetry={() => void asked.refetch()} />
        ) : !current ? (
          <BlockBones lines={4} />
        ) : current.steps.length === 0 ? (
          <p className="yy-none">没有记录</p>
        ) : (
          <Timeline
            entries={current.steps.toReversed().map((step) => {
              const [kind, family] = STEPS[step.kind] ?? [step.kind, 'slate' as const]
              const rank = step.rank === null ? '' : LadderRank.label(step.rank as 1)
              const text = [rank, step.note].filter(Boolean).join('：') || card.content
              return { key: step.stepId, family, kind, time: step.at, who: step.userName, text }
            })}
          />
        )}
      </PageCard>
    </SideDrawer>
  )
}
