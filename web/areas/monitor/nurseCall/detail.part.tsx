// One call: whose, the three times, and what was done step by step.
import { Button } from 'antd'
import type { Family } from '#contract/kit/options'
import { type CallRowData, ClearFrom, nurseCall } from '#contract/monitor/nurseCall'
import { CallConnect, CallerType, CallFamily, CallStatus, LadderRank } from '#contract/monitor/words'
import { PersonCell } from '#web/areas/monitor/personCell.part'
import { PlacePath } from '#web/kit/fields/place'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { Facts, PageCard } from '#web/kit/parts/PageCard'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { Timeline } from '#web/kit/parts/Timeline'
import { useMay } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import { durationText } from './duration.tsx'

const STEPS: Readonly<Record<string, readonly [word: string, family: Family]>> = {
  RAISED: ['呼叫', 'red'],
  REPEATED: ['再次呼叫', 'red'],
  TOLD: ['通知', 'amber'],
  PHONED: ['电话通知', 'orange'],
  TAKEN: ['接听', 'blue'],
  HANDLED: ['清除', 'green'],
  IGNORED: ['忽略', 'grey'],
}

export const stateOf = (row: CallRowData) =>
  row.family === 'R6R7' ? CallConnect.find(row.connect)! : CallStatus.find(row.callStatus)!

interface Step {
  stepId: string
  kind: string
  rank: number | null
  userName: string | null
  note: string | null
  at: string
}

/** Newest first, down to the press it began with. */
function withPress(call: CallRowData, steps: readonly Step[]): Step[] {
  const first = { stepId: 'press', kind: 'RAISED', rank: null, userName: null, note: call.deviceNo, at: call.callAt }
  return [...(steps.some((step) => step.kind === 'RAISED') ? [] : [first]), ...steps].reverse()
}

interface DetailProps {
  row: CallRowData | null
  onNote(row: CallRowData): void
  onClose(): void
}

export function CallDetail({ row, onNote, onClose }: DetailProps) {
  const asked = useCall(nurseCall.calls.get, row ? { callId: row.callId } : null, { keepPrevious: true })
  const mayNote = useMay()(nurseCall.calls.note.needs)
  const call = asked.data?.call ?? row
  if (!call) return null
  return (
    <SideDrawer
      open={row !== null}
      width={720}
      title={`${CallerType.label(call.callerType)}呼叫`}
      about={<StatusTag option={stateOf(call)} />}
      onClose={onClose}
      foot={
        mayNote &&
        call.clearAt !== null && (
          <div className="yy-drawer-foot">
            <span>{call.dealType === null ? '还没有登记处理类型' : ''}</span>
            <span className="yy-drawer-foot-acts">
              <Button type="primary" onClick={() => onNote(call)}>
                补记处理
              </Button>
            </span>
          </div>
        )
      }
    >
      {asked.error ? (
        <ErrorBlock what="呼叫没有取到" error={asked.error} onRetry={() => void asked.refetch()} />
      ) : (
        <>
          <Facts
            facts={[
              { label: '位置', value: call.place && <PlacePath path={call.place} strong={2} />, wide: true },
              {
                label: '老人',
                value: call.oldmanId && <PersonCell row={call} />,
                wide: true,
              },
              { label: '呼叫时间', value: call.callAt },
              { label: '按压次数', value: `${call.presses} 次` },
              { label: '接听', value: call.answerAt && `${call.answerAt}　${call.answerName ?? '主机接听'}` },
              { label: '等待', value: durationText(call.waitSeconds) },
              { label: '清除', value: call.clearAt && `${call.clearAt}　${call.clearName ?? ''}` },
              { label: '处理', value: durationText(call.handleSeconds) },
              { label: '清除方式', value: call.clearFrom && ClearFrom.label(call.clearFrom) },
              { label: '处理类型', value: call.dealTypeName },
              { label: '设备', value: `${CallFamily.label(call.family)}　${call.deviceNo}` },
              { label: '部门', value: call.deptName },
              { label: '备注', value: call.remark, wide: true },
            ]}
          />
          <PageCard title="经过" style={{ marginTop: 16 }}>
            {asked.data ? (
              <Timeline
                entries={withPress(call, asked.data.steps).map((step) => ({
                  key: step.stepId,
                  family: STEPS[step.kind]?.[1] ?? 'slate',
                  kind: STEPS[step.kind]?.[0] ?? step.kind,
                  time: step.at,
                  who: step.userName,
                  text: step.note ?? (step.rank === null ? '' : LadderRank.label(step.rank as 1)),
                }))}
              />
            ) : (
              <BlockBones lines={3} />
            )}
          </PageCard>
        </>
      )}
    </SideDrawer>
  )
}
