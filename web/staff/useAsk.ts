// What the phone asks for, and how an act goes: its words, and that nothing is pressed twice.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Call, DataOf, InputOf } from '#contract/kit/call'
import { newRequestNo, send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { LOGIN_PAGE, STAFF_PAGE } from '#web/kit/constants'
import { isSessionInvalid } from '#web/kit/envelope'
import { failureText } from '#web/light/failure'

const QUIET = { silent: true, handles: () => true } as const
export const signIn = () => window.location.assign(`${LOGIN_PAGE}?from=${STAFF_PAGE}`)

export interface Asked<T> {
  data: T | null
  failure: string | null
  signedOut: boolean
  reload(): void
}

/** Asked when the input changes, and whenever the phone is looked at again. */
export function useAsk<C extends Call>(call: C, input: InputOf<C> | null): Asked<DataOf<C>> {
  const [state, setState] = useState<{ data: DataOf<C> | null; failure: string | null; signedOut: boolean }>({
    data: null,
    failure: null,
    signedOut: false,
  })
  const key = JSON.stringify(input)
  const turn = useRef(0)
  const reload = useCallback(() => {
    if (key === 'null') return
    const mine = ++turn.current
    send(call, JSON.parse(key), QUIET).then(
      (data) => {
        if (mine === turn.current) setState({ data: data as DataOf<C>, failure: null, signedOut: false })
      },
      (error: unknown) => {
        if (mine !== turn.current) return
        const signedOut = error instanceof CallError && isSessionInvalid(error.code)
        setState((before) => ({ ...before, failure: failureText(error), signedOut }))
      },
    )
  }, [call, key])
  useEffect(() => {
    reload()
    const back = () => document.visibilityState === 'visible' && reload()
    document.addEventListener('visibilitychange', back)
    return () => document.removeEventListener('visibilitychange', back)
  }, [reload])
  return { ...state, reload }
}

/** The same press again, until it is answered, is the same request. */
export function useAct() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const number = useRef<string | null>(null)
  const run = useCallback(async <C extends Call>(call: C, input: InputOf<C>): Promise<DataOf<C> | null> => {
    setBusy(true)
    setFailure(null)
    number.current ??= newRequestNo()
    try {
      const data = await send(call, input as never, { ...QUIET, requestNo: number.current })
      number.current = null
      return data as DataOf<C>
    } catch (error) {
      // An answer came: the next press is another one.
      if (error instanceof CallError && error.code > 1_000) number.current = null
      setFailure(failureText(error))
      return null
    } finally {
      setBusy(false)
    }
  }, [])
  return { busy, failure, setFailure, run }
}
