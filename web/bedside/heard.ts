// This device says that it is there: every minute, and soon after what waits on it has changed. The board tells of a
// caregiver whose device is silent (离线), and how many presses waited on it when it spoke last.
import { useCallback, useEffect, useRef } from 'react'
import { careTask } from '#contract/nursing/task'
import { send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'

const EVERY_MS = 55_000
const LOOK_MS = 5_000
/** A press and its answer are one word, not two. */
const SETTLE_MS = 1_000
const PATIENCE_MS = 10_000

interface Speaking {
  onAnswer(): void
  onFailure(error: CallError): void
}

/** `waiting`: presses on this device; null: not known yet, or nobody is signed in. */
export function useHeard(waiting: number | null, handlers: Speaking): void {
  const latest = useRef({ waiting, handlers })
  latest.current = { waiting, handlers }
  /** `owed`: something is still to be said. */
  const state = useRef({ at: 0, owed: false, running: false })
  const speak = useCallback(async () => {
    const now = state.current
    now.owed = true
    if (latest.current.waiting === null || now.running) return
    Object.assign(now, { at: Date.now(), owed: false, running: true })
    const input = { waiting: latest.current.waiting }
    try {
      await send(careTask.calls.heard, input, { silent: true, handles: () => true, timeout: PATIENCE_MS })
      latest.current.handlers.onAnswer()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      now.owed = true
      latest.current.handlers.onFailure(error)
    } finally {
      now.running = false
    }
  }, [])
  useEffect(() => {
    if (waiting === null) return
    const soon = window.setTimeout(() => void speak(), SETTLE_MS)
    return () => window.clearTimeout(soon)
  }, [waiting, speak])
  useEffect(() => {
    // What did not get through is said again until it does.
    const look = window.setInterval(() => {
      if (state.current.owed || Date.now() - state.current.at >= EVERY_MS) void speak()
    }, LOOK_MS)
    const gone = new AbortController()
    const here = () => document.visibilityState === 'visible' && void speak()
    window.addEventListener('online', () => void speak(), { signal: gone.signal })
    document.addEventListener('visibilitychange', here, { signal: gone.signal })
    return () => {
      window.clearInterval(look)
      gone.abort()
    }
  }, [speak])
}
