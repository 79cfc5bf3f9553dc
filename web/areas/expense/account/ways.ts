// Ways of paying that the organisation offers at the desk.
import { useMemo } from 'react'
import { tradeWay } from '#contract/expense/tradeWay'
import { ACTIVE_WAYS, PASSIVE_WAYS, TradeWay, type TradeWayValue } from '#contract/expense/tradeWords'
import { useCall } from '#web/kit/query'

const NONE: readonly TradeWayValue[] = []
const CODES: readonly TradeWayValue[] = [...ACTIVE_WAYS, ...PASSIVE_WAYS]

/** Outside ways in the order of the settings; `scans` false leaves out codes. */
export function useOutsideWays({ batch = false, scans = true } = {}): readonly TradeWayValue[] {
  const answer = useCall(tradeWay.calls.show, { batch: batch ? '1' : null }, { silent: true, staleTime: 60_000 })
  // The same list until the settings change: drawers fill their first row when it comes.
  return useMemo(() => {
    const ways = (answer.data?.map((one) => one.tradeWay) ?? NONE) as readonly TradeWayValue[]
    return ways.filter((way) => way !== TradeWay.is.balance && (scans || !CODES.includes(way)))
  }, [answer.data, scans])
}
