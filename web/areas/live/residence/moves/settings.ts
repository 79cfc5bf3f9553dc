// What the forms of the moves read besides the resident: levels, and how far ahead a change may be agreed.
import { residence } from '#contract/live/residence'
import { level } from '#contract/nursing/level'
import { addDays } from '#web/areas/live/residence/days'
import { useCall } from '#web/kit/query'

export const useLevels = () => useCall(level.calls.list, { page: 1, size: 999 }).data?.list ?? []

/** Until the setting is known. */
const AHEAD = 30

/** Changes of bed and level may be agreed so far ahead. */
export function useLatestMove(now: string): string {
  return addDays(now, useCall(residence.calls.setting, {}).data?.moveAheadDays ?? AHEAD)
}
