// The shift that is on, by the times of the house.
import { useMemo } from 'react'
import { SHIFTS, type Shift, shift, shiftAt, shiftBefore } from '#contract/monitor/shift'
import { useNow } from '#web/areas/monitor/everySecond'
import { useCall } from '#web/kit/query'

const MINUTE = 60_000
const KEPT = 10 * MINUTE

export function useShifts(): { now: Shift; before: Shift } {
  const { data } = useCall(shift.calls.get, {}, { silent: true, staleTime: KEPT, refetchInterval: KEPT })
  const minute = Math.floor(useNow() / MINUTE)
  return useMemo(() => {
    const shifts = data ?? SHIFTS
    const now = shiftAt(shifts, minute * MINUTE)
    return { now, before: shiftBefore(shifts, now) }
  }, [data, minute])
}

/** 夜班 20:00 起 */
export const shiftText = (one: Shift) => `${one.name} ${one.from.slice(11, 16)} 起`

/** Lists of alarms: what is still open stands there whatever period is chosen. */
export const OPEN_TOO = { openToo: 1 } as const
