// What the tablet knows: the day of its caregiver, presses that wait for the network, and the server's clock.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { momentOf, timeText } from '#contract/kit/clock'
import { broughtBy, type Demands } from '#contract/nursing/demands'
import { ExecutionResult, type ExecutionResultValue, ExecutionTerminal, execution } from '#contract/nursing/execution'
import { type CareBoardData, type CareTaskData, CareTaskState, careTask } from '#contract/nursing/task'
import type { SessionData } from '#contract/platform/session'
import { upload } from '#contract/platform/upload'
import { newRequestNo, send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { isSessionInvalid } from '#web/kit/envelope'
import { keepAnswer, keptAnswer, othersWaiting, queueStore } from '#web/offline/offlineDb'
import { createQueue, type Queue, type Sent, type Waiting } from '#web/offline/queue'

const REFRESH_MS = 30_000
const RETRY_MS = 8_000
const TICK_MS = 10_000
/** A server that fails so often on one press is not busy, it cannot take it. */
const MOST_FAILURES = 3
const QUIET = { silent: true, handles: () => true } as const

const isAway = (code: number) =>
  code === 0 || code === 408 || code === 990 || code === 999 || (code > 500 && code < 600)

export interface AddInput {
  taskIds: string[]
  result: ExecutionResultValue
  refuseReason?: string
  doneAt: string
}
export interface LateInput {
  taskId: string
  doneAt: string
  lateReason: string
}
const CALLS = { add: execution.calls.add, late: execution.calls.late } as const

const failures = new Map<string, number>()

async function sendWaiting(one: Waiting): Promise<Sent> {
  try {
    for (const file of one.files) {
      if (file.address !== null) continue
      const photo = new File([file.blob], 'photo.jpg', { type: file.blob.type || 'image/jpeg' })
      file.address = (await send(upload.calls.picture, { file: photo }, QUIET)).imagePath
    }
    const photos = one.files.map((file) => file.address!)
    const input = { ...(one.input as object), ...(photos.length > 0 && { photos }) }
    const call = one.what === 'late' ? CALLS.late : CALLS.add
    return { kind: 'done', data: await send(call, input as never, { ...QUIET, requestNo: one.no }) }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (isSessionInvalid(error.code)) return { kind: 'session' }
    if (isAway(error.code)) return { kind: 'later' }
    if (error.code === 500 || error.code === 42900) {
      const times = (failures.get(one.no) ?? 0) + 1
      failures.set(one.no, times)
      if (times < MOST_FAILURES || error.code === 42900) return { kind: 'later' }
    }
    return { kind: 'refused', reason: error.message }
  }
}

const STATES: Readonly<Record<ExecutionResultValue, CareTaskData['state']>> = {
  [ExecutionResult.is.done]: CareTaskState.is.DONE,
  [ExecutionResult.is.refused]: CareTaskState.is.REFUSED,
  [ExecutionResult.is.out]: CareTaskState.is.OUT,
  [ExecutionResult.is.hospital]: CareTaskState.is.HOSPITAL,
}

/** The tasks with what was pressed and waits: the caregiver's own count includes it. */
export function withWaiting(tasks: readonly CareTaskData[], waiting: readonly Waiting[]): CareTaskData[] {
  const pressed = new Map<string, Partial<CareTaskData>>()
  for (const { what, input, refused, at } of waiting) {
    if (refused !== null) continue
    if (what === 'late') {
      const { taskId, doneAt } = input as LateInput
      pressed.set(taskId, { state: CareTaskState.is.DONE, doneAt, recordedAt: at, late: true })
    } else {
      const { taskIds, result, doneAt, refuseReason } = input as AddInput
      for (const taskId of taskIds)
        pressed.set(taskId, { state: STATES[result], doneAt, recordedAt: at, reason: refuseReason ?? null })
    }
  }
  return tasks.map((task) => {
    const now = pressed.get(task.taskId)
    return now ? { ...task, ...now } : task
  })
}

export interface Care {
  board: CareBoardData | null
  tasks: readonly CareTaskData[]
  now: string
  waiting: readonly Waiting[]
  /** Since when nothing came through; null: the line is fine. */
  offlineSince: string | null
  /** Signed in elsewhere, or too long ago. */
  signedOut: boolean
  failure: string | null
  /** Presses of somebody else that wait on this device. */
  others: number
  mine: boolean
  setMine(mine: boolean): void
  press(
    tasks: readonly CareTaskData[],
    about: string,
    how: { result: ExecutionResultValue; reason?: string; demands: Demands; photos: readonly Blob[] },
  ): Promise<void>
  enterLate(
    task: CareTaskData,
    about: string,
    how: { doneAt: string; reason: string; demands: Demands; photos: readonly Blob[] },
  ): Promise<void>
  retry(no: string): void
  drop(no: string): void
  refresh(): void
}

interface Known {
  board: CareBoardData
  /** The server's clock against this device's, ms. */
  ahead: number
}

export function useCare(user: SessionData): Care {
  const me = user.empInfo.empId
  const [mine, setMine] = useState(true)
  const [known, setKnown] = useState<Known | null>(null)
  const [waiting, setWaiting] = useState<readonly Waiting[]>([])
  const [offlineSince, setOfflineSince] = useState<string | null>(null)
  const [signedOut, setSignedOut] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [others, setOthers] = useState(0)
  const [tick, setTick] = useState(() => Date.now())
  const ahead = useRef(0)
  const nowText = useCallback(() => timeText(Date.now() + ahead.current), [])
  const key = mine ? 'mine' : 'all'

  const take = useCallback((one: Known) => {
    ahead.current = one.ahead
    setKnown(one)
  }, [])

  const refresh = useCallback(async () => {
    try {
      const board = await send(careTask.calls.board, mine ? { mine: true } : {}, QUIET)
      const one = { board, ahead: momentOf(board.now) - Date.now() }
      take(one)
      setOfflineSince(null)
      setSignedOut(false)
      setFailure(null)
      await keepAnswer(me, key, one)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (isSessionInvalid(error.code)) setSignedOut(true)
      else if (isAway(error.code)) setOfflineSince((since) => since ?? nowText())
      else setFailure(error.message)
    }
  }, [me, mine, key, nowText, take])

  const queue = useMemo<Queue>(
    () =>
      createQueue({
        user: me,
        store: queueStore,
        send: sendWaiting,
        onChange: setWaiting,
        onDone: (_, data) => {
          const { tasks } = data as { tasks: CareTaskData[] }
          const now = new Map(tasks.map((task) => [task.taskId, task]))
          setKnown(
            (before) =>
              before && {
                ...before,
                board: { ...before.board, tasks: before.board.tasks.map((task) => now.get(task.taskId) ?? task) },
              },
          )
        },
      }),
    [me],
  )

  const flush = useCallback(async () => {
    const ended = await queue.flush()
    if (ended === 'session') setSignedOut(true)
    else if (ended === 'later') setOfflineSince((since) => since ?? nowText())
    else setOfflineSince(null)
    return ended
  }, [queue, nowText])

  // What the device knows stands at once; the server's answer follows.
  useEffect(() => {
    let gone = false
    void keptAnswer<Known>(me, key).then((kept) => {
      if (kept && !gone) setKnown((now) => now ?? kept.data)
    })
    void refresh()
    return () => {
      gone = true
    }
  }, [me, key, refresh])
  useEffect(() => {
    void queue.load().then(flush)
    void othersWaiting(me).then(setOthers)
  }, [queue, flush, me])
  useEffect(() => {
    const again = async () => {
      if ((await flush()) === 'empty') await refresh()
    }
    const gone = new AbortController()
    const tries = window.setInterval(() => void flush(), RETRY_MS)
    const asks = window.setInterval(() => document.visibilityState === 'visible' && void refresh(), REFRESH_MS)
    const ticks = window.setInterval(() => setTick(Date.now()), TICK_MS)
    window.addEventListener('online', () => void again(), { signal: gone.signal })
    document.addEventListener('visibilitychange', () => void again(), { signal: gone.signal })
    return () => {
      for (const timer of [tries, asks, ticks]) window.clearInterval(timer)
      gone.abort()
    }
  }, [flush, refresh])

  const tasks = useMemo(() => (known ? withWaiting(known.board.tasks, waiting) : []), [known, waiting])
  const filesOf = (photos: readonly Blob[]) => photos.map((blob) => ({ blob, address: null }))
  return {
    board: known?.board ?? null,
    tasks,
    now: timeText(tick + (known?.ahead ?? 0)),
    waiting,
    offlineSince,
    signedOut,
    failure,
    others,
    mine,
    setMine,
    press: async (pressed, about, { result, reason, demands, photos }) => {
      const at = nowText()
      const input = {
        taskIds: pressed.map((task) => task.taskId),
        result,
        doneAt: at,
        terminal: ExecutionTerminal.is.bedside,
        ...(reason && { refuseReason: reason }),
        ...broughtBy(demands),
      }
      setTick(Date.now())
      await queue.add({ no: newRequestNo(), what: 'add', input, files: filesOf(photos), at, about })
      await flush()
    },
    enterLate: async (task, about, { doneAt, reason, demands, photos }) => {
      const input = {
        taskId: task.taskId,
        doneAt,
        lateReason: reason,
        terminal: ExecutionTerminal.is.bedside,
        ...broughtBy(demands),
      }
      await queue.add({ no: newRequestNo(), what: 'late', input, files: filesOf(photos), at: nowText(), about })
      await flush()
    },
    retry: (no) => {
      failures.delete(no)
      void queue.retry(no).then(flush)
    },
    drop: (no) => void queue.drop(no).then(refresh),
    refresh: () => void refresh(),
  }
}
