// What alarms do on every page: the list is kept, the pill and the counts of the menu follow it, it sounds, the title of
// the window flashes, and pop-ups come (loaded when the first alarm does).
import { lazy, Suspense, useEffect } from 'react'
import { alarm } from '#contract/monitor/alarm'
import { AlarmPill } from '#web/areas/monitor/prompt/pill.part'
import { usePrompts } from '#web/areas/monitor/prompt/shown'
import { setBadge } from '#web/kit/badges'
import { useMay } from '#web/kit/permission'
import { holdQuiet } from '#web/kit/quiet'
import { addTopItem, useTopItems } from '#web/kit/topItems'
import { countsOf, type OpenCounts } from './alarmGroups.ts'
import { onAlarm, startAlarms, useAlarms } from './alarms.ts'
import { startSound } from './sound.ts'

const loadPrompts = () => import('#web/areas/monitor/prompt/prompts.part')
const Prompts = lazy(loadPrompts)
const PILL = 'alarms'

const QUIET_MS = 3_000
const FLASH_MS = 1_000
const PREFIX = /^【告警 \d+】/

/** Only while nobody goes; the other tabs of the window must be found by it. */
function useFlashingTitle(count: number) {
  useEffect(() => {
    if (count === 0) return
    let on = false
    const bare = () => document.title.replace(PREFIX, '')
    const timer = setInterval(() => {
      on = !on
      document.title = on ? `【告警 ${count}】${bare()}` : bare()
    }, FLASH_MS)
    return () => {
      clearInterval(timer)
      document.title = bare()
    }
  }, [count])
}

/** What nobody goes to yet; once all are taken up the figure is that of 处理中, and no longer red. */
function useBadges({ waiting, taken }: OpenCounts) {
  useEffect(() => {
    for (const path of ['/yunmuIot/wall', '/yunmuIot/alarmRecord'])
      setBadge(path, waiting || taken, waiting > 0 ? 'red' : 'plain', PILL)
  }, [waiting, taken])
}

/** While an alarm is open, and until it is known that none is, no notice comes over the page. */
function useQuietWhile(open: number, loaded: boolean) {
  const hold = open > 0 ? 'busy' : loaded ? null : 'asking'
  useEffect(() => (hold === null ? undefined : holdQuiet('alarms', hold)), [hold])
}

function Watching() {
  const open = useAlarms((state) => state.open)
  const loaded = useAlarms((state) => state.loaded)
  const counts = countsOf(open)
  useEffect(() => {
    if (!useTopItems.getState().items.some((one) => one.key === PILL)) addTopItem(PILL, AlarmPill)
    const offs = [
      startAlarms(),
      startSound(),
      // Folded pop-ups come back with every alarm that is new or goes further up.
      onAlarm((change) => {
        if (change === 'raised' || change === 'climbed') usePrompts.getState().show()
      }),
    ]
    // In a quiet moment: the first alarm must not wait for its pop-up to be fetched.
    const timer = setTimeout(() => void loadPrompts().catch(() => undefined), QUIET_MS)
    return () => {
      clearTimeout(timer)
      for (const off of offs) off()
    }
  }, [])
  useFlashingTitle(counts.waiting)
  useBadges(counts)
  useQuietWhile(open.length, loaded)
  return open.length === 0 ? null : (
    <Suspense fallback={null}>
      <Prompts />
    </Suspense>
  )
}

export default function AlarmsInShell() {
  return useMay()(alarm.calls.open.needs) ? <Watching /> : null
}
