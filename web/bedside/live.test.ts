import { expect, it } from 'vitest'
import { type CareTaskData, CareTaskState } from '#contract/nursing/task'
import { Asking, patched } from './live.ts'
import { whenWords } from './vitals.ts'

const task = (taskId: string, workerId: string | null, state: CareTaskData['state'] = CareTaskState.is.WAITING) =>
  ({ taskId, workerId, state, oldmanId: 'e1' }) as CareTaskData
const TASKS = [task('a', 'me'), task('b', 'me')]
const done = task('a', 'me', CareTaskState.is.DONE)

it('puts what others pressed into the tasks it knows, and asks only where that is not enough', () => {
  const patchedTasks = patched(TASKS, { tasks: [done], oldmanIds: [] }, 'me')
  expect(patchedTasks).toEqual({ tasks: [done, TASKS[1]], ask: false })
  // A task of somebody else is nothing to this tablet; the same objects stay.
  const other = patched(TASKS, { tasks: [task('x', 'other')], oldmanIds: [] }, 'me')
  expect([other.tasks === TASKS, other.ask]).toEqual([true, false])
  const asks = (tasks: CareTaskData[], oldmanIds: string[] = [], mine: string | null = 'me') =>
    patched(TASKS, { tasks, oldmanIds }, mine).ask
  expect([
    asks([task('x', 'me')]),
    asks([task('a', 'other')]),
    asks([task('a', 'other')], [], null),
    asks([task('x', 'other')], [], null),
    asks([done], ['e2']),
    asks([]),
  ]).toEqual([true, true, false, true, true, true])
})

it('says when something was measured as people do', () => {
  const now = '2026-11-18 08:00:00'
  expect(['2026-11-18 07:05:00', '2026-11-17 15:02:00', '2026-11-12 07:05:00'].map((at) => whenWords(at, now))).toEqual(
    ['今天 07:05', '昨天 15:02', '11-12 07:05'],
  )
})

it('an answer that was read before a press does not take it back, and none comes after a later one', () => {
  const asking = new Asking<CareTaskData>((one) => one.taskId)
  const first = asking.begin()
  asking.told([done])
  const second = asking.begin()
  asking.told([task('b', 'me', CareTaskState.is.REFUSED)])
  asking.told([TASKS[1]!])
  const states = (tasks: readonly CareTaskData[] | null) => tasks?.map((one) => one.state)
  const { DONE, WAITING } = CareTaskState.is
  // What the second question was told before it was asked is in its answer already.
  expect(states(asking.end(second, TASKS))).toEqual([WAITING, WAITING])
  expect(asking.end(first, TASKS)).toBeNull()
  const third = asking.begin()
  asking.told([done])
  expect(states(asking.end(third, TASKS))).toEqual([DONE, WAITING])
  const failed = asking.begin()
  asking.told([done])
  asking.fail(failed)
  expect(states(asking.end(asking.begin(), TASKS))).toEqual([WAITING, WAITING])
})
