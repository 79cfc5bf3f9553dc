// Open alarms as a strip at the top of the bench, from the same list as the pill; nothing while there are none.
import { Siren } from 'lucide-react'
import { BedPath } from '#web/areas/live/public'
import { clockOf, type Held, useAlarms, useNow, waited } from '#web/areas/monitor/public'
import { openPage } from '#web/kit/open'
import './alarms.css'

const SHOWN = 2

function Waiting({ held }: { held: Held }) {
  const now = useNow()
  return <em>已 {clockOf(waited(held, now))}</em>
}

export function AlarmStrip() {
  const open = useAlarms((state) => state.open)
  if (open.length === 0) return null
  return (
    <section className="yy-alarm-strip" role="alert">
      <b>
        <Siren size={16} aria-hidden /> 未处理告警 {open.length}
      </b>
      {open.slice(0, SHOWN).map((held) => (
        <span key={held.card.recordId}>
          <strong>{held.card.content}</strong>
          {held.card.oldmanName}
          <BedPath path={held.card.place} />
          <Waiting held={held} />
          {held.card.takerName && <i>{held.card.takerName} 已去处理</i>}
        </span>
      ))}
      <button type="button" onClick={() => openPage('/yunmuIot/wall')}>
        打开告警墙
      </button>
    </section>
  )
}
