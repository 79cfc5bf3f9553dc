// Whether a caregiver's bedside device is silent. Only the server's clock counts: when it heard the device, and what time it is.
import { HOUR_MS, momentOf } from '#contract/kit/clock'
import { int, obj, type Static, str } from '#contract/kit/schema'

/** How the server heard it last. */
export const TabletHeard = obj({
  at: str('最后连上'),
  /** Presses that waited on the device then. */
  waiting: int('待上传'),
})
export type TabletHeardData = Static<typeof TabletHeard>

/** It speaks every minute; after two somebody is told. */
const SILENT_MS = 2 * 60_000
/** Whoever was last heard before that has gone home. */
export const GONE_HOURS = 12

/** Silent now, and no longer than somebody's shift. */
export function isSilent(heard: TabletHeardData | null, now: string): heard is TabletHeardData {
  if (heard === null) return false
  const silence = momentOf(now) - momentOf(heard.at)
  return silence > SILENT_MS && silence <= GONE_HOURS * HOUR_MS
}
