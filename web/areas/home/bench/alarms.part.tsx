// Open alarms as a strip at the top of the bench, from the same list as the pill; nothing while there are none.
import { Siren } from 'lucide-react'
import { BedPath } from '#web/areas/live/public'
import {
  clockOf,
  countsOf,
  countsText,
  groupsOf,
  type Held,
  useAlarms,
  useNow,
  waited,
} from '#web/areas/monitor/public'
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
    <section
      className={
        countsOf(open).waiting === 0
          ? 'yy-alarm-strip yy-row yy-one-line yy-hidden yy-white yy-round-card is-taken'
          : 'yy-alarm-strip yy-row yy-one-line yy-hidden yy-white yy-round-card'
      }
      role="alert"
    >
      <b className="yy-inline yy-gap-8 yy-red">
        <Siren size={16} aria-hidden /> {countsText(countsOf(open))}
      </b>
      {groupsOf(open)
        .slice(0, SHOWN)
        .map(({ key, lead: held, all }) => (
          <span className="yy-inline-flex yy-gap-10" key={key}>
            <strong>{all.map((one) => one.card.content).join('、')}</strong>
            {held.card.oldmanName}
            {held.card.placeKind === 'HOME' && <span>没有定位，住</span>}
            <BedPath path={held.card.place} />
            <Waiting held={held} />
            {held.card.takerName && <i>处理中 {held.card.takerName}</i>}
          </span>
        ))}
      <button type="button" onClick={() => openPage('/yunmuIot/wall')}>
        打开告警墙
      </button>
    </section>
  )
}
