// The wall's own session: opened with the key of its address, asked for again whenever it ends, and kept in memory only.
// Nobody stands in front of a wall to press a button, so every failure is tried again by itself; only an address that
// was refused stays so, because a withdrawn key never comes back.

import { useEffect, useState } from 'react'
import { refusals } from '#contract/kit/refusal'
import { type SessionData, session } from '#contract/platform/session'
import { send, setCredentials } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { onSignal } from '#web/kit/signals'
import { failureText } from '#web/light/failure'

export type Pass =
  | { kind: 'asking' }
  | { kind: 'open'; session: SessionData }
  /** The organisation has not switched pass-login on, or has switched it off again. */
  | { kind: 'off' }
  /** `was`: the wall showed something until now, so its address was withdrawn while it hung there. */
  | { kind: 'refused'; was: boolean }
  | { kind: 'failed'; message: string }

const AGAIN = 30_000

const isThe = (refusal: 'SWITCHED_OFF' | 'SCREEN_ADDRESS', error: unknown) =>
  error instanceof CallError && error.code === refusals[refusal][0]

export function usePass(orgId: string | null, screenKey: string | null): Pass {
  const [pass, setPass] = useState<Pass>({ kind: 'asking' })
  useEffect(() => {
    setPass({ kind: 'asking' })
    if (orgId === null || screenKey === null) return
    let gone = false
    let opened = false
    let asking = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      if (asking || gone) return
      asking = true
      clearTimeout(timer)
      // The old token of this wall, or of whoever uses this computer otherwise, must not travel with it.
      setCredentials(null)
      try {
        const now = await send(session.calls.screenPass, { orgId, screenKey }, { silent: true })
        if (gone) return
        opened = true
        setCredentials({ token: now.token, userId: now.empInfo.empId })
        setPass({ kind: 'open', session: now })
      } catch (error) {
        if (gone) return
        if (isThe('SCREEN_ADDRESS', error)) return setPass({ kind: 'refused', was: opened })
        // A wall that already shows something goes on showing it, marked as old by its connection bar.
        setPass((now) =>
          isThe('SWITCHED_OFF', error)
            ? { kind: 'off' }
            : now.kind === 'open'
              ? now
              : { kind: 'failed', message: failureText(error) },
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
  }, [orgId, screenKey])
  return pass
}
