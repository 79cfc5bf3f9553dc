// What the tablet knows: the day of its caregiver, presses that wait for the network, and the server's clock.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { DrugTakeData } from '#contract/drug/takeRows'
import { momentOf, timeText } from '#contract/kit/clock'
import { broughtBy, type Demands } from '#contract/nursing/demands'
import {
  ExecutionResult,
  type ExecutionResultValue,
  ExecutionTerminal,
  execution,
  TAKE_BACK_MINUTES,
} from '#contract/nursing/execution'
import { type CareBoardData, type CareTaskData, CareTaskState, careTask } from '#contract/nursing/task'
import type { SessionData } from '#contract/platform/session'
import { newRequestNo, send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { isSessionInvalid } from '#web/kit/envelope'
import { keepAnswer, keptAnswer, othersWaiting, queueStore } from '#web/offline/offlineDb'
import { createQueue, type Queue, type Waiting } from '#web/offline/queue'
import { type Back, backOf } from './backOf.ts'
import { type Dose, dosesNow, GIVE, GIVE_LATE, refusedOf } from './doses.ts'
import { useHeard } from './heard.ts'
import { Asking, patched, useLive } from './live.ts'
import { forgetFailures, isAway, sendWaiting } from './sending.ts'
import { type DoseActs, doseActs, useDoses } from './useDoses.ts'
import { type ElderVitals, useVitals } from './vitals.ts'

const REFRESH_MS = 30_000
/** While messages come through, the day is asked for only so often, and a little after something changed. */
const SLOW_MS = 5 * 60_000
const SOON_MS = 1_000
const KEEP_MS = 60_000
const RETRY_MS = 8_000
const TICK_MS = 10_000
const QUIET = { silent: true, handles: () => true } as const

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
    if (refused !== null || (what !== 'add' && what !== 'late')) continue
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
  /** The list that was asked for, one's own or the whole department, is not here yet. */
  coming: boolean
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
  /** What was measured last of an elder, and how a value is judged; null where the tablet does not know. */
  vitalsOf(oldmanId: string): ElderVitals | null
  /** How a press may still be taken back on this device; null: it may not. */
  backOf(task: CareTaskData): Back | null
  /** Why it was not taken back; null: it was. */
  takeBack(task: CareTaskData): Promise<string | null>
  /** What is to be given about now, of all elders of the tablet, and what is done with it. */
  doses: readonly Dose[]
  dose: DoseActs
  /** Presses of an elder's drugs that the server did not take. */
  refusedDoses(oldmanId: string): readonly Waiting[]
  retry(no: string): void
  drop(no: string): void
  refresh(): void
}

interface Known {
  /** mine or all: whose list it is. */
  of: string
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
  /** What waits on this device is known. */
  const [loaded, setLoaded] = useState(false)
  const [tick, setTick] = useState(() => Date.now())
  const ahead = useRef(0)
  const nowText = useCallback(() => timeText(Date.now() + ahead.current), [])
  const key = mine ? 'mine' : 'all'

  const take = useCallback((one: Known) => {
    ahead.current = one.ahead
    setKnown(one)
  }, [])

  const askedAt = useRef(0)
  /** Whose tasks the server has told; what the device kept of the others is shown until it does. */
  const answered = useRef('')
  const asking = useMemo(() => new Asking<CareTaskData>((task) => task.taskId), [])
  const refresh = useCallback(async () => {
    askedAt.current = Date.now()
    const no = asking.begin()
    try {
      const answer = await send(careTask.calls.board, { nights: true, ...(mine && { mine }) }, QUIET)
      const tasks = asking.end(no, answer.tasks)
      if (tasks === null) return
      const one = { of: key, board: { ...answer, tasks }, ahead: momentOf(answer.now) - Date.now() }
      answered.current = key
      take(one)
      setOfflineSince(null)
      setSignedOut(false)
      setFailure(null)
      await keepAnswer(me, key, one)
    } catch (error) {
      asking.fail(no)
      if (!(error instanceof CallError)) throw error
      if (isSessionInvalid(error.code)) setSignedOut(true)
      else if (isAway(error.code)) setOfflineSince((since) => since ?? nowText())
      else setFailure(error.message)
    }
  }, [me, mine, key, nowText, take, asking])

  /** Tasks as an answer of the server says they are now. */
  const put = useCallback(
    (tasks: readonly CareTaskData[]) => {
      asking.told(tasks)
      const now = new Map(tasks.map((task) => [task.taskId, task]))
      setKnown(
        (before) =>
          before && {
            ...before,
            board: { ...before.board, tasks: before.board.tasks.map((task) => now.get(task.taskId) ?? task) },
          },
      )
    },
    [asking],
  )

  const elderIds = useMemo(() => known?.board.elders.map((one) => one.oldmanId) ?? [], [known?.board.elders])
  const { takes, put: putTakes, changed: onTakes } = useDoses(user, elderIds, known?.board.now ?? '', key)

  const queue = useMemo<Queue>(
    () =>
      createQueue({
        user: me,
        store: queueStore,
        send: async (one) => {
          const sent = await sendWaiting(one)
          if (sent.kind === 'done' || sent.kind === 'refused') setOfflineSince(null)
          return sent
        },
        onChange: setWaiting,
        onDone: ({ what }, data) =>
          what === GIVE || what === GIVE_LATE
            ? putTakes((data as { takes: DrugTakeData[] }).takes)
            : put((data as { tasks: CareTaskData[] }).tasks),
      }),
    [me, put, putTakes],
  )

  const flush = useCallback(async () => {
    const ended = await queue.flush()
    if (ended === 'session') setSignedOut(true)
    else if (ended === 'later') setOfflineSince((since) => since ?? nowText())
    return ended
  }, [queue, nowText])

  // What others press changes only its tasks; the whole day is asked for where that is not enough, and kept a little later.
  const later = useRef({ timer: 0, at: 0 })
  const refreshWithin = useCallback(
    (ms: number) => {
      const at = Date.now() + ms
      if (later.current.timer !== 0 && later.current.at <= at) return
      window.clearTimeout(later.current.timer)
      const timer = window.setTimeout(() => {
        later.current = { timer: 0, at: 0 }
        void refresh()
      }, ms)
      later.current = { timer, at }
    },
    [refresh],
  )
  useEffect(
    () => () => {
      window.clearTimeout(later.current.timer)
      later.current = { timer: 0, at: 0 }
    },
    [refreshWithin],
  )
  const live = useLive({
    onChanged: (changed) => {
      asking.told(changed.tasks)
      if (!known) return refreshWithin(SOON_MS)
      const { tasks: now, ask } = patched(known.board.tasks, changed, mine ? me : null)
      if (now !== known.board.tasks) {
        setTick(Date.now())
        setKnown(
          (before) =>
            before && {
              ...before,
              board: { ...before.board, tasks: [...patched(before.board.tasks, changed, null).tasks] },
            },
        )
      }
      refreshWithin(ask ? SOON_MS : KEEP_MS)
    },
    onTakes,
    onGap: () => void refresh(),
  })

  // What the device knows stands at once; the server's answer follows.
  useEffect(() => {
    let gone = false
    void keptAnswer<Known>(me, key).then((kept) => {
      // What an earlier release kept does not say whose list it is.
      if (kept && !gone && answered.current !== key) setKnown({ ...kept.data, of: key })
    })
    void refresh()
    return () => {
      gone = true
    }
  }, [me, key, refresh])
  useEffect(() => {
    void queue.load().then(() => {
      setLoaded(true)
      return flush()
    })
    void othersWaiting(me).then(setOthers)
  }, [queue, flush, me])
  useEffect(() => {
    const again = async () => {
      if ((await flush()) === 'empty') await refresh()
    }
    const gone = new AbortController()
    const tries = window.setInterval(() => void flush(), RETRY_MS)
    const asks = window.setInterval(() => {
      const waits = live.current ? SLOW_MS : 0
      if (document.visibilityState === 'visible' && Date.now() - askedAt.current >= waits) void refresh()
    }, REFRESH_MS)
    const ticks = window.setInterval(() => setTick(Date.now()), TICK_MS)
    window.addEventListener('online', () => void again(), { signal: gone.signal })
    document.addEventListener('visibilitychange', () => void again(), { signal: gone.signal })
    return () => {
      for (const timer of [tries, asks, ticks]) window.clearInterval(timer)
      gone.abort()
    }
  }, [flush, refresh, live])

  useHeard(loaded && !signedOut ? waiting.length : null, {
    onAnswer: () => setOfflineSince(null),
    onFailure: ({ code }) => {
      if (isSessionInvalid(code)) setSignedOut(true)
      else if (isAway(code)) setOfflineSince((since) => since ?? nowText())
    },
  })

  const tasks = useMemo(() => (known ? withWaiting(known.board.tasks, waiting) : []), [known, waiting])
  const now = timeText(tick + (known?.ahead ?? 0))
  const doses = useMemo(() => dosesNow(takes, waiting, now), [takes, waiting, now])
  // After midnight the day on the tablet is over.
  const over = known !== null && known.board.day < now.slice(0, 10)
  useEffect(() => {
    if (over) void refresh()
  }, [over, refresh])
  const measures = known?.board.projects.some((project) => project.needsSigns.length > 0) ?? false
  const vitalsOf = useVitals(me, measures, now)
  const filesOf = (photos: readonly Blob[]) => photos.map((blob) => ({ blob, address: null }))
  return {
    board: known?.board ?? null,
    tasks,
    now,
    vitalsOf,
    waiting,
    offlineSince,
    signedOut,
    failure,
    others,
    mine,
    setMine,
    coming: known?.of !== key,
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
    backOf: (task) => backOf(task, waiting, me, now),
    takeBack: async (task) => {
      const way = backOf(task, waiting, me, now)
      if (!way) return null
      if (way.kind === 'waits') {
        await queue.drop(way.no)
        return null
      }
      try {
        put((await send(execution.calls.remove, { executionId: way.executionId }, QUIET)).tasks)
        return null
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        return isAway(error.code)
          ? `现在连不上服务器，没有撤回。${TAKE_BACK_MINUTES} 分钟内连上后再撤回一次。`
          : error.message
      }
    },
    doses,
    dose: doseActs({ queue, flush, nowText, put: putTakes }),
    refusedDoses: (oldmanId) =>
      refusedOf(
        takes.filter((take) => take.oldmanId === oldmanId),
        waiting,
      ),
    retry: (no) => {
      forgetFailures(no)
      void queue.retry(no).then(flush)
    },
    drop: (no) => void queue.drop(no).then(refresh),
    refresh: () => void refresh(),
  }
}
