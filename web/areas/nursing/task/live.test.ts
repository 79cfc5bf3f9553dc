import { afterEach, describe, expect, it } from 'vitest'
import { type CareBoardData, type CareTaskData, CareTaskState, careTask } from '#contract/nursing/task'
import { callKey, queryClient } from '#web/kit/query'
import { askAgain, patchTasks } from './live.ts'

afterEach(() => queryClient.clear())

it('what others press changes the tasks of every day that is kept, and no clock', () => {
  const { WAITING, DONE } = CareTaskState.is
  const task = { taskId: 't1', planTime: '2026-11-16 15:00:00', oldmanId: 'e1', state: WAITING } as CareTaskData
  const board = {
    day: '2026-11-16',
    now: '2026-11-16 15:40:00',
    elders: [{ oldmanId: 'e1' }],
    tasks: [task],
    evening: [],
  } as unknown as CareBoardData
  const kept = [{}, { place: '松鹤楼>2层' }].map((input) => callKey(careTask.calls.board, input))
  // The board counts the minutes since it was read; read again it would stand at 15:40 after every press.
  const readAt = Date.now() - 20 * 60_000
  for (const key of kept) queryClient.setQueryData(key, board, { updatedAt: readAt })
  patchTasks([{ ...task, state: DONE }])
  for (const key of kept) {
    expect(queryClient.getQueryData<CareBoardData>(key)?.tasks[0]?.state).toBe(DONE)
    expect(queryClient.getQueryState(key)?.dataUpdatedAt).toBe(readAt)
  }
})

describe('a message that comes while the board is asked for', () => {
  const { WAITING, DONE } = CareTaskState.is
  const row = (taskId: string, state: CareTaskData['state'] = WAITING) =>
    ({ taskId, planTime: '2026-11-16 15:00:00', oldmanId: 'e1', state }) as CareTaskData
  const board = (...tasks: CareTaskData[]) =>
    ({
      day: '2026-11-16',
      now: '2026-11-16 15:40:00',
      elders: [{ oldmanId: 'e1' }],
      tasks,
      evening: [],
    }) as unknown as CareBoardData
  const queryKey = callKey(careTask.calls.board, {})
  const states = () => queryClient.getQueryData<CareBoardData>(queryKey)?.tasks.map((one) => one.state)

  /** A question whose answer was read before anything that is told from now on. */
  function ask(answer = board(row('t1'), row('t2'))) {
    let give: (board: CareBoardData) => void = () => undefined
    let refuse: (error: Error) => void = () => undefined
    const asked = queryClient.fetchQuery<CareBoardData>({
      queryKey,
      staleTime: 0,
      retry: false,
      queryFn: () =>
        new Promise((resolve, reject) => {
          give = resolve
          refuse = reject
        }),
    })
    asked.catch(() => undefined)
    const end = async (act: () => void) => {
      act()
      await asked.catch(() => undefined)
    }
    return { arrive: () => end(() => give(answer)), fail: () => end(() => refuse(new Error('lost'))) }
  }

  it('is not taken back by the older answer, also of the first question', async () => {
    const first = ask()
    patchTasks([row('t1', DONE)])
    await first.arrive()
    expect(states()).toEqual([DONE, WAITING])
    const again = ask()
    patchTasks([row('t2', DONE)])
    expect(states()).toEqual([DONE, DONE])
    await again.arrive()
    expect(states()).toEqual([WAITING, DONE])
  })

  it('is put in again in its order: what was pressed and taken back is open', async () => {
    const asked = ask(board(row('t1', DONE), row('t2')))
    for (const state of [DONE, WAITING] as const) patchTasks([row('t1', state)])
    patchTasks([row('t2', DONE)])
    await asked.arrive()
    expect(states()).toEqual([WAITING, DONE])
  })

  it('is put into no later answer, which knows it', async () => {
    await ask().arrive()
    const failed = ask()
    patchTasks([row('t1', DONE)])
    await failed.fail()
    expect(states()).toEqual([DONE, WAITING])
    // Meanwhile it was taken back, and this page did not hear of it.
    await ask().arrive()
    expect(states()).toEqual([WAITING, WAITING])
    const answered = ask()
    patchTasks([row('t1', DONE)])
    await answered.arrive()
    await ask().arrive()
    expect(states()).toEqual([WAITING, WAITING])
  })

  it('that asks for the day again is kept until the first answer is there', async () => {
    const first = ask()
    askAgain()
    await first.arrive()
    expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
    // A patch does not make it fresh.
    patchTasks([row('t1', DONE)])
    expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
  })
})
