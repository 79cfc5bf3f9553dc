// The day on the screen, kept current: what others press comes as a message and changes only its tasks.
import { useCallback, useEffect, useMemo, useState } from 'react'
import { momentOf, timeText } from '#contract/kit/clock'
import { type CareBoardData, type CareTaskData, careTask } from '#contract/nursing/task'
import { callKey, queryClient, useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { patchBoard } from './boardView.ts'

const KEY = callKey(careTask.calls.board)
const STEP = 10_000

/** Figures by the clock stand on the server's, whatever the computer of this desk says. */
function useServerNow(board: CareBoardData | undefined, readAt: number): string {
  const [tick, setTick] = useState(() => Date.now())
  useEffect(() => {
    const timer = window.setInterval(() => setTick(Date.now()), STEP)
    return () => window.clearInterval(timer)
  }, [])
  return board ? timeText(momentOf(board.now) + Math.max(0, tick - readAt)) : timeText(tick)
}

/** Puts tasks as an answer or a message tells them into every day that is kept. */
export function patchTasks(tasks: readonly CareTaskData[]): void {
  queryClient.setQueriesData<CareBoardData>({ queryKey: KEY }, (board) => board && patchBoard(board, tasks))
}

export function useBoard(day: string | null, place: string | null) {
  const input = useMemo(() => ({ ...(day && { day }), ...(place && { place }) }), [day, place])
  const answer = useCall(careTask.calls.board, input, { keepPrevious: true, staleTime: 60_000 })
  const now = useServerNow(answer.data, answer.dataUpdatedAt)
  /** How often each elder's tasks were changed from elsewhere, so that the cell shows it once more. */
  const [fresh, setFresh] = useState<ReadonlyMap<string, number>>(() => new Map())
  useEvent(careTask.events.changed, ({ tasks, oldmanIds }) => {
    patchTasks(tasks)
    // Named elders, or without any name the whole day: too much to tell one by one.
    if (oldmanIds.length > 0 || tasks.length === 0) void queryClient.invalidateQueries({ queryKey: KEY })
    setFresh((before) => {
      const next = new Map(before)
      for (const oldmanId of new Set([...tasks.map((task) => task.oldmanId), ...oldmanIds]))
        next.set(oldmanId, (next.get(oldmanId) ?? 0) + 1)
      return next
    })
  })
  const refetch = useCallback(() => void answer.refetch(), [answer.refetch])
  return { board: answer.data, error: answer.error, fetching: answer.isFetching, refetch, now, fresh }
}
