// What the forms of the moves read besides the resident: levels, and how far ahead a change may be agreed.
import type { DataOf } from '#contract/kit/call'
import { fen } from '#contract/kit/money'
import { residence } from '#contract/live/residence'
import { level } from '#contract/nursing/level'
import { addDays } from '#web/areas/live/residence/days'
import { useCall } from '#web/kit/query'

/** With their prices: whoever may agree a level sees them. */
const priced = (page: DataOf<typeof level.calls.list>) =>
  page.list.map((one) => ({ ...one, priceFen: one.priceFen ?? fen(0) }))

export const useLevels = () => useCall(level.calls.list, { page: 1, size: 999 }, { select: priced }).data ?? []

/** Until the setting is known. */
const AHEAD = 30

/** Changes of bed and level may be agreed so far ahead. */
export function useLatestMove(now: string): string {
  return addDays(now, useCall(residence.calls.setting, {}).data?.moveAheadDays ?? AHEAD)
}
