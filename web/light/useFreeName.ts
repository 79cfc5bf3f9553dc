// Whether an account name or a mobile number is still free, asked once per value.
import { useRef } from 'react'
import { session } from '#contract/platform/session'
import { CallError, send } from '#web/kit/call'

/** Answers the complaint, or null when the name is free. A server out of reach says so when the form is sent. */
export function useFreeName(): (name: string) => Promise<string | null> {
  const known = useRef(new Map<string, string | null>())
  return async (name) => {
    const before = known.current.get(name)
    if (before !== undefined) return before
    try {
      await send(session.calls.check, { loginName: name }, { silent: true })
      known.current.set(name, null)
      return null
    } catch (error) {
      if (!(error instanceof CallError) || error.code < 10_000) return null
      known.current.set(name, error.message)
      return error.message
    }
  }
}
