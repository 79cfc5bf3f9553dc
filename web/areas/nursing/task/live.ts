// The day on the screen, kept current: what others press comes as a message and changes only its tasks.
import type { Query } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { momentOf, timeText } from '#contract/kit/clock'
import { type CareBoardData, type CareTaskData, careTask } from '#contract/nursing/task'
import { useLost } from '#web/kit/line'
import { callKey, queryClient, useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { patchBoard, patchHeard } from './boardView.ts'

const KEY = callKey(careTask.calls.board)
const STEP = 10_000

/** Figures by the clock stand on the server's, whatever the computer of this desk says. */
function useServerNow(board: CareBoardData | undefined, readAt: number): string {
  const [tick, setTick] = useState(() => Date.now())
  useEffect(() => {
    // Also when the page comes to the front again: behind others it does not count.
    setTick(Date.now())
    const timer = window.setInterval(() => setTick(Date.now()), STEP)
    return () => window.clearInterval(timer)
  }, [])
  return board ? timeText(momentOf(board.now) + Math.max(0, tick - readAt)) : timeText(tick)
}

type Patch = (board: CareBoardData) => CareBoardData

/**
 * What came while a day was being asked for, by its query: the answer may have been read before it and would take it back.
 * It is put into the answer again, in its order; what the answer knew already changes nothing for long, because whatever is
 * newer comes as a message as well.
 */
const underWay = new Map<string, { patches: Patch[]; again: boolean }>()

function follow(): void {
  queryClient.getQueryCache().subscribe((event) => {
    const { query } = event
    if (event.type === 'removed') return void underWay.delete(query.queryHash)
    if (event.type !== 'updated' || !underWay.has(query.queryHash)) return
    const { action } = event
    // A new question is asked after all of it; one that failed has answered nothing.
    if (action.type === 'fetch' || action.type === 'error') return void underWay.delete(query.queryHash)
    if (action.type !== 'success' || action.manual) return
    const { patches, again } = underWay.get(query.queryHash)!
    underWay.delete(query.queryHash)
    put(query, (board) => patches.reduce((now, patch) => patch(now), board))
    if (again) void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
  })
}
let following = false

function remembered(query: Query) {
  if (!following) follow()
  following = true
  const one = underWay.get(query.queryHash) ?? { patches: [], again: false }
  underWay.set(query.queryHash, one)
  return one
}

/** The answer stays as old as it is: the clock of the board counts from when it was read, and a patch brings no other clock. */
function put(query: Query, patch: Patch): void {
  const { dataUpdatedAt, isInvalidated } = query.state
  queryClient.setQueryData<CareBoardData>(query.queryKey, (board) => board && patch(board), {
    updatedAt: dataUpdatedAt,
  })
  // What had to be asked for again still has to be.
  if (isInvalidated) query.invalidate()
}

function patchBoards(patch: Patch): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: KEY })) {
    if (query.state.fetchStatus !== 'idle') remembered(query).patches.push(patch)
    put(query, patch)
  }
}

/** Puts tasks as an answer or a message tells them into every day that is kept. */
export const patchTasks = (tasks: readonly CareTaskData[]): void => patchBoards((board) => patchBoard(board, tasks))

/** Every day that is kept is asked for again; of one that is just asked for the first time, after its answer. */
export function askAgain(): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: KEY, fetchStatus: 'fetching' }))
    if (query.state.data === undefined) remembered(query).again = true
  void queryClient.invalidateQueries({ queryKey: KEY })
}

/** Until then messages may have been missed. */
let deafUntil = 0

/**
 * Whether every message since the answer was read has been heard: the silence of somebody else counts only while this page
 * listened. Behind other pages it does not, and comes back with a new answer.
 */
function useListened(readAt: number): boolean {
  const lost = useLost()
  useEffect(
    () => () => {
      deafUntil = Date.now()
      void queryClient.invalidateQueries({ queryKey: KEY, refetchType: 'none' })
    },
    [],
  )
  useEffect(() => {
    if (!lost) return
    deafUntil = Number.POSITIVE_INFINITY
    return () => {
      deafUntil = Date.now()
      askAgain()
    }
  }, [lost])
  return !lost && readAt >= deafUntil
}

export function useBoard(day: string | null, place: string | null) {
  const input = useMemo(() => ({ ...(day && { day }), ...(place && { place }) }), [day, place])
  const answer = useCall(careTask.calls.board, input, { keepPrevious: true, staleTime: 60_000 })
  const now = useServerNow(answer.data, answer.dataUpdatedAt)
  const listened = useListened(answer.dataUpdatedAt)
  /** How often each elder's tasks were changed from elsewhere, so that the cell shows it once more. */
  const [fresh, setFresh] = useState<ReadonlyMap<string, number>>(() => new Map())
  useEvent(careTask.events.changed, ({ tasks, oldmanIds }) => {
    patchTasks(tasks)
    // Named elders, or without any name the whole day: too much to tell one by one.
    if (oldmanIds.length > 0 || tasks.length === 0) askAgain()
    setFresh((before) => {
      const next = new Map(before)
      for (const oldmanId of new Set([...tasks.map((task) => task.oldmanId), ...oldmanIds]))
        next.set(oldmanId, (next.get(oldmanId) ?? 0) + 1)
      return next
    })
  })
  useEvent(careTask.events.heard, (told) => patchBoards((board) => patchHeard(board, told)))
  const refetch = useCallback(() => void answer.refetch(), [answer.refetch])
  // Whoever looks at today looks at the new day after midnight.
  const over = day === null && answer.data !== undefined && answer.data.day < now.slice(0, 10)
  useEffect(() => {
    if (over) askAgain()
  }, [over])
  return {
    board: answer.data,
    readAt: answer.dataUpdatedAt,
    error: answer.error,
    fetching: answer.isFetching,
    refetch,
    now,
    listened,
    fresh,
  }
}
