// The round on the screen, kept current: what others press comes as a message and changes its takes at once; figures and stock
// are asked for again.
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type RoundAnswerData, roundOf, withTold } from '#contract/drug/roundAnswer'
import { drugTake } from '#contract/drug/take'
import type { DrugTakeData } from '#contract/drug/takeRows'
import { drugUse } from '#contract/drug/use'
import { momentOf, timeText } from '#contract/kit/clock'
import { useLost } from '#web/kit/line'
import { callKey, queryClient, useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'

const KEY = callKey(drugTake.calls.round)
const STEP = 10_000

export const askRounds = (): void => void queryClient.invalidateQueries({ queryKey: KEY })

/** The answer stays as old as it is; what it may have missed is asked for again right after. */
export function patchTakes(takes: readonly DrugTakeData[]): void {
  queryClient.setQueriesData<RoundAnswerData>({ queryKey: KEY }, (round) => round && withTold(round, takes))
  askRounds()
}

export interface RoundAsked {
  day: string | null
  slot: string | null
  place: string | null
}

export function useRound({ day, slot, place }: RoundAsked) {
  const input = useMemo(
    () => ({ ...(day && { day }), ...(slot && { slot }), ...(place && { place }) }),
    [day, slot, place],
  )
  const answer = useCall(drugTake.calls.round, input, { keepPrevious: true, staleTime: 30_000, select: roundOf })
  const [tick, setTick] = useState(() => Date.now())
  useEffect(() => {
    setTick(Date.now())
    const timer = window.setInterval(() => setTick(Date.now()), STEP)
    return () => window.clearInterval(timer)
  }, [])
  useEvent(drugTake.events.changed, ({ takes }) => patchTakes(takes))
  useEvent(drugUse.events.changed, askRounds)
  const lost = useLost()
  useEffect(() => (lost ? askRounds : undefined), [lost])
  const readAt = answer.dataUpdatedAt
  const now = answer.data ? timeText(momentOf(answer.data.now) + Math.max(0, tick - readAt)) : timeText(tick)
  const over = day === null && answer.data !== undefined && answer.data.day < now.slice(0, 10)
  useEffect(() => {
    if (over) askRounds()
  }, [over])
  const refetch = useCallback(() => void answer.refetch(), [answer.refetch])
  return { round: answer.data, error: answer.error, refetch, now, lost }
}
