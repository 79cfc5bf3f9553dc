// Who calls now, above the records: toilet and reinforcement first, then the longest wait, with the two acts of the desk.
import { Button } from 'antd'
import { BellRing, Phone, PhoneOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { alarm } from '#contract/monitor/alarm'
import { nurseCall, type OpenCallData } from '#contract/monitor/nurseCall'
import { AlarmStatus, CallConnect, CallerType, CallFamily } from '#contract/monitor/words'
import { overTakerEffect } from '#web/areas/monitor/overTaker'
import { PersonCell } from '#web/areas/monitor/personCell.part'
import { callPlace, severalNow } from '#web/areas/monitor/several'
import { shiftText, useShifts } from '#web/areas/monitor/shift/shifts'
import { classes } from '#web/kit/classes'
import { pathText } from '#web/kit/fields/place'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { Allowed } from '#web/kit/permission'
import { invalidate, useAct, useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { AsOf } from '#web/kit/shell/LostBar'
import { toast } from '#web/kit/toast'
import { dealType } from './dealType.part.tsx'
import { clockText, durationText, LONG_WAIT } from './duration.tsx'
import './calls.css'

const SECOND = 1_000
/** A net under the pushed messages. */
const AGAIN = 60_000

/** A colleague has answered and goes there: said before somebody else clears the call. */
const goesThere = (one: OpenCallData) =>
  overTakerEffect({
    status: AlarmStatus.is.open,
    takenAt: one.takerId && one.answerAt,
    takerId: one.takerId,
    takerName: one.takerName,
  })

const isUrgent = (one: OpenCallData) => one.callerType === 'TOILET' || one.callerType === 'REINFORCE'

function useNow(running: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!running) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), SECOND)
    return () => clearInterval(timer)
  }, [running])
  return now
}

const placeOf = (one: OpenCallData) => callPlace(one, severalNow())

interface CardProps {
  one: OpenCallData
  waited: number
  onClean(one: OpenCallData): void
}

function CallCard({ one, waited, onClean }: CardProps) {
  const answer = useAct(nurseCall.calls.answer, {
    onDone: () => toast.success(`已接听 ${placeOf(one)}，请尽快到场`),
    touches: [alarm],
  })
  const taken = one.takerName !== null || one.connect === CallConnect.is.answered
  const grewAfterAnswer = one.connect === CallConnect.is.answered && one.takerName === null && isUrgent(one)
  return (
    <li
      className={classes(
        'yy-call-card yy-line-edge yy-pad-12 yy-gap-6 yy-narrow yy-white yy-round-card yy-stack',
        isUrgent(one) && 'is-urgent',
        taken && !grewAfterAnswer && 'is-taken',
      )}
    >
      <div className="yy-row yy-between">
        <StatusTag option={CallerType.find(one.callerType)!} solid={isUrgent(one) && !taken} />
        <span className={classes('yy-call-clock yy-soft-ink', waited > LONG_WAIT && !taken && 'is-long')}>
          {taken && !grewAfterAnswer ? '已接听' : '已等待'} <b>{clockText(waited)}</b>
        </span>
      </div>
      <strong className="yy-call-place yy-ink yy-ellipsis" title={pathText(one.place)}>
        {placeOf(one)}
      </strong>
      <div className="yy-call-who yy-hidden">
        <PersonCell
          row={one}
          photo={false}
          none={<span className="yy-none">{one.callerType === 'TOILET' ? '卫生间，未知是谁' : '没有登记老人'}</span>}
        />
      </div>
      <div className="yy-call-about yy-flex yy-wrap yy-second yy-small">
        {CallFamily.label(one.family)}
        {one.presses > 1 && <b className="yy-red">按了 {one.presses} 次</b>}
        {one.takerName && <span>{one.takerName} 已去处理</span>}
      </div>
      <Allowed needs={nurseCall.calls.clean.needs}>
        <div className="yy-call-acts yy-two yy-grid yy-gap-8">
          <Button
            type="primary"
            icon={<Phone size={15} aria-hidden />}
            loading={answer.running}
            disabled={one.takerName !== null}
            onClick={() => void answer.run({ callId: one.callId })}
          >
            接听
          </Button>
          <Button icon={<PhoneOff size={15} aria-hidden />} onClick={() => onClean(one)}>
            清除…
          </Button>
        </div>
      </Allowed>
    </li>
  )
}

function ThisShift({ onStatistics }: { onStatistics(): void }) {
  const { now } = useShifts()
  const { data } = useCall(nurseCall.calls.statistics, { since: now.from }, { silent: true, keepPrevious: true })
  return (
    <span className="yy-call-today yy-gap-4 yy-push yy-soft-ink yy-inline-flex yy-wrap">
      {data && (
        <>
          <span title={shiftText(now)}>本班</span> <b>{data.calls}</b> 次，平均等待{' '}
          <b>{durationText(data.averageWait)}</b>，60 秒内接听{' '}
          <b>{data.within60 === null ? '—' : `${data.within60}%`}</b>
        </>
      )}
      <button type="button" className="yy-link" onClick={onStatistics}>
        呼叫统计
      </button>
    </span>
  )
}

export function OpenCalls({ onStatistics }: { onStatistics(): void }) {
  const open = useCall(nurseCall.calls.open, { family: 'ALL' }, { keepPrevious: true, refetchInterval: AGAIN })
  const [cleaning, setCleaning] = useState<OpenCallData | null>(null)
  useEvent(alarm.events.changed, ({ card }) => {
    if (card.source === 'CALL') void invalidate(nurseCall)
  })
  const calls = open.data ?? []
  const now = useNow(calls.length > 0)
  const waited = (one: OpenCallData) => one.seconds + Math.max(0, Math.floor((now - open.dataUpdatedAt) / SECOND))
  return (
    <section
      className={classes('yy-card', 'yy-calls yy-below-12', calls.length > 0 && 'is-calling')}
      aria-label="正在呼叫"
    >
      <header>
        <BellRing size={18} aria-hidden />
        <h3 role="status">{calls.length > 0 ? `${calls.length} 处正在呼叫` : '现在没有人呼叫'}</h3>
        <span className="yy-second yy-small">
          {calls.length > 0 ? '卫生间、增援在前，其余按等待时间' : '有人按铃会立即出现在这里'}
        </span>
        <AsOf />
        <ThisShift onStatistics={onStatistics} />
      </header>
      {open.error ? (
        <ErrorBlock what="正在呼叫没有取到" error={open.error} onRetry={() => void open.refetch()} />
      ) : (
        calls.length > 0 && (
          <ul>
            {calls.map((one) => (
              <CallCard key={one.callId} one={one} waited={waited(one)} onClean={setCleaning} />
            ))}
          </ul>
        )
      )}
      <FormDrawer
        open={cleaning !== null}
        call={nurseCall.calls.clean}
        title={cleaning ? `清除呼叫：${placeOf(cleaning)}` : ''}
        about={cleaning && <StatusTag option={CallerType.find(cleaning.callerType)!} />}
        verb="清除呼叫"
        done="已清除"
        draft={false}
        columns={1}
        also={{ callId: cleaning?.callId ?? null, overTaker: cleaning !== null && goesThere(cleaning).length > 0 }}
        head={
          cleaning && (
            <>
              {goesThere(cleaning).map((one) => (
                <p key={one} role="alert" className="yy-over-taker yy-pad-8-12 yy-round">
                  {one}
                </p>
              ))}
              {cleaning.oldmanName && (
                <p className="yy-call-head yy-text-16 yy-strong">
                  {cleaning.oldmanName}　{pathText(cleaning.place)}
                </p>
              )}
            </>
          )
        }
        fields={{
          dealType: { as: dealType, title: '处理类型（必选）', check: (value) => (value ? null : '请选择处理类型') },
          remark: { placeholder: '需要交班的情况，可不填' },
        }}
        touches={[alarm]}
        onClose={() => setCleaning(null)}
      />
    </section>
  )
}
