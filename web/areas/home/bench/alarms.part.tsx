// Open alarms as a strip at the top of the bench; nothing while there are none.
import { Siren } from 'lucide-react'
import { useEffect, useState } from 'react'
import { bench, type OpenAlarmData } from '#contract/home/bench'
import { BedPath } from '#web/areas/live/public'
import { useCall } from '#web/kit/query'
import './alarms.css'

const SHOWN = 2
const SECOND = 1_000
const MINUTE = 60

const clock = (seconds: number) =>
  `${String(Math.floor(seconds / MINUTE)).padStart(2, '0')}:${String(seconds % MINUTE).padStart(2, '0')}`

function Waiting({ alarm, since }: { alarm: OpenAlarmData; since: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND)
    return () => clearInterval(timer)
  }, [])
  return <em>已 {clock(alarm.seconds + Math.max(0, Math.floor((now - since) / SECOND)))}</em>
}

export function AlarmStrip() {
  const { data, dataUpdatedAt } = useCall(bench.calls.alarms, {}, { silent: true, refetchInterval: 15 * SECOND })
  if (!data || data.length === 0) return null
  return (
    <section className="yy-alarm-strip" role="alert">
      <b>
        <Siren size={16} aria-hidden /> 未处理告警 {data.length}
      </b>
      {data.slice(0, SHOWN).map((alarm) => (
        <span key={alarm.recordId}>
          <strong>{alarm.content}</strong>
          {alarm.oldmanName}
          <BedPath path={alarm.place} />
          <Waiting alarm={alarm} since={dataUpdatedAt} />
        </span>
      ))}
    </section>
  )
}
