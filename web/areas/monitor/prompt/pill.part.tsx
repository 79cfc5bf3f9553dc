// The pill of the top bar: how many alarms are open and how long the oldest waits. It brings the pop-ups back.
import { Siren } from 'lucide-react'
import { countsOf, countsText } from '#web/areas/monitor/alarmGroups'
import { clockOf, waited } from '#web/areas/monitor/alarmOrder'
import { useAlarms } from '#web/areas/monitor/alarms'
import { useNow } from '#web/areas/monitor/everySecond'
import { tabs, useTabs } from '#web/kit/open'
import { parseAddress } from '#web/kit/routes'
import { usePrompts } from './shown.ts'
import './pill.css'

function Oldest() {
  const now = useNow()
  const open = useAlarms((state) => state.open)
  return <span>最久 {clockOf(Math.max(0, ...open.map((held) => waited(held, now))))}</span>
}

export function AlarmPill() {
  const open = useAlarms((state) => state.open)
  const hidden = usePrompts((state) => state.hidden)
  // The bench shows the strip instead.
  const onBench = useTabs((state) => {
    const top = state.active === null ? undefined : tabs.topOf(state.active)
    return top ? parseAddress(top.address).path === '/home' : false
  })
  if (open.length === 0 || (onBench && !hidden)) return null
  const counts = countsOf(open)
  return (
    <button
      type="button"
      className={
        counts.waiting === 0
          ? 'yy-alarm-pill yy-no-border yy-on yy-gap-8 yy-one-line yy-press yy-inline is-taken'
          : 'yy-alarm-pill yy-no-border yy-on yy-gap-8 yy-one-line yy-press yy-inline'
      }
      aria-expanded={!hidden}
      title={hidden ? '展开告警' : '收起告警'}
      onClick={() => usePrompts.setState({ hidden: !hidden })}
    >
      <Siren size={15} aria-hidden />
      <b>{countsText(counts)}</b>
      <Oldest />
    </button>
  )
}
