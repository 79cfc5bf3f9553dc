// When the shifts of the house begin, for frequencies by the shift.
import { useMemo } from 'react'
import { SHIFTS, shift, shiftStarts } from '#contract/monitor/shift'
import type { Shifts } from '#contract/nursing/frequency'
import { useCall } from '#web/kit/query'

export function useHouseShifts(): Shifts {
  const { data } = useCall(shift.calls.get, {}, { silent: true, staleTime: 60_000 })
  return useMemo(() => shiftStarts(data ?? SHIFTS), [data])
}
