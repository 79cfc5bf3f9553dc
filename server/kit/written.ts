// After a call has written: whoever must know registers here once, instead of every handler remembering it.

import type { Call, Noun } from '#contract/kit/call'
import type { AppContext } from './context.ts'
import type { SessionUser } from './sessionUser.ts'

export type OnWritten = (app: AppContext, noun: Noun, call: Call, user: SessionUser) => void

const listeners: OnWritten[] = []

/** Runs after a successful call of a signed-in user that is no GET and not marked harmless. */
export const onWritten = (listener: OnWritten) => void listeners.push(listener)

export function announceWritten(app: AppContext, noun: Noun, call: Call, user: SessionUser | null): void {
  if (!user || call.method === 'GET' || call.harmless) return
  for (const listener of listeners) {
    try {
      listener(app, noun, call, user)
    } catch (error) {
      // What was written stays written.
      app.log.error({ err: error, call: call.key }, 'listener after a write failed')
    }
  }
}
