// A long act of this user, watched: pushed while the channel is there, asked for while it is not.

import { useQueryClient } from '@tanstack/react-query'
import { type JobProgressData, shell } from '#contract/platform/shell'
import type { CallError } from '#web/kit/callError'
import { callKey, useCall } from '#web/kit/query'
import { useConnection, useEvent } from '#web/kit/realtime'

export const isOver = (run: Pick<JobProgressData, 'state'>) =>
  run.state === 'done' || run.state === 'failed' || run.state === 'cancelled'

/** Pushes can be missed even on an open channel, so it is asked now and then all the same. */
const POLL_OPEN = 5_000
const POLL_LOST = 1_500

export function useRun(runId: string | null): { run: JobProgressData | undefined; error: CallError | null } {
  const client = useQueryClient()
  const connected = useConnection((state) => state.state === 'open')
  const known = runId === null ? undefined : client.getQueryData<JobProgressData>(callKey(shell.calls.job, { runId }))
  const over = known !== undefined && isOver(known)
  const answer = useCall(shell.calls.job, runId === null ? null : { runId }, {
    silent: true,
    staleTime: 0,
    refetchInterval: over ? false : connected ? POLL_OPEN : POLL_LOST,
  })
  useEvent(shell.events.jobProgress, (pushed) => {
    if (pushed.runId === runId) client.setQueryData(callKey(shell.calls.job, { runId }), pushed)
  })
  return { run: answer.data, error: answer.error }
}

/** Seconds left, from what is done and how long it took; null while there is nothing to tell from. */
export function secondsLeft(done: number, total: number, elapsedMs: number): number | null {
  if (done <= 0 || total <= done || elapsedMs < 500) return null
  return Math.max(1, Math.round(((elapsedMs / done) * (total - done)) / 1000))
}

export function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds} 秒`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} 分钟` : `${Math.floor(minutes / 60)} 小时 ${minutes % 60} 分钟`
}
