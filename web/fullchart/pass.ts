// The wall's own session: read-only, asked for again whenever it ends, and kept in memory only. Nobody stands in front
// of a wall to press a button, so every failure is tried again by itself.
import { useEffect, useState } from 'react'
import { refusals } from '#contract/kit/refusal'
import { type SessionData, session } from '#contract/platform/session'
import { CallError, send, setCredentials } from '#web/kit/call'
import { onSignal } from '#web/kit/signals'
import { failureText } from '#web/light/failure'

export type Pass =
  | { kind: 'asking' }
  | { kind: 'open'; session: SessionData }
  /** The organisation has not switched pass-login on, or has switched it off again. */
  | { kind: 'off' }
  | { kind: 'failed'; message: string }

const AGAIN = 30_000

const isOff = (error: unknown) => error instanceof CallError && error.code === refusals.SWITCHED_OFF[0]

export function usePass(orgId: string | null): Pass {
  const [pass, setPass] = useState<Pass>({ kind: 'asking' })
  useEffect(() => {
    if (orgId === null) return
    let gone = false
    let asking = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      if (asking || gone) return
      asking = true
      clearTimeout(timer)
      // The old token of this wall, or of whoever uses this computer otherwise, must not travel with it.
      setCredentials(null)
      try {
        const opened = await send(session.calls.screenPass, { orgId }, { silent: true })
        if (gone) return
        setCredentials({ token: opened.token, userId: opened.empInfo.empId })
        setPass({ kind: 'open', session: opened })
      } catch (error) {
        if (gone) return
        // A wall that already shows something goes on showing it, marked as old by its connection bar.
        setPass((now) =>
          isOff(error) ? { kind: 'off' } : now.kind === 'open' ? now : { kind: 'failed', message: failureText(error) },
        )
        timer = setTimeout(() => void ask(), AGAIN)
      } finally {
        asking = false
      }
    }
    const stop = onSignal('session-invalid', () => void ask())
    void ask()
    return () => {
      gone = true
      clearTimeout(timer)
      stop()
    }
  }, [orgId])
  return pass
}
