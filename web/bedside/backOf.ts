// How a press is taken back on this device: one that still waits is simply not sent; one that has arrived, by its maker within
// the minutes the server allows.
import { TAKE_BACK_MINUTES } from '#contract/nursing/execution'
import type { CareTaskData } from '#contract/nursing/task'
import { minutesFrom } from '#contract/nursing/taskFaces'
import type { Waiting } from '#web/offline/queue'

export type Back = { kind: 'waits'; no: string } | { kind: 'sent'; executionId: string }

const isOf = (one: Waiting, taskId: string) => {
  const { taskIds, taskId: late } = one.input as { taskIds?: string[]; taskId?: string }
  return late === taskId || (taskIds?.includes(taskId) ?? false)
}

export function backOf(
  task: Pick<CareTaskData, 'taskId' | 'executionId' | 'doneById' | 'recordedAt'>,
  waiting: readonly Waiting[],
  me: string,
  now: string,
): Back | null {
  const waits = waiting.find((one) => one.refused === null && isOf(one, task.taskId))
  if (waits) return { kind: 'waits', no: waits.no }
  const { executionId, doneById, recordedAt } = task
  if (executionId === null || doneById !== me || recordedAt === null) return null
  return minutesFrom(recordedAt, now) < TAKE_BACK_MINUTES ? { kind: 'sent', executionId } : null
}
