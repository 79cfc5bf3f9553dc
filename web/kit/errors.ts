// What happens when something fails: the catalogue decides, the log is told, the user sees it once.

import { CANCELLED_TEXT, errorId, type Failure, showingOf } from '#web/kit/errorText'
import { noteError } from '#web/kit/frontLog'
import { onSignal } from '#web/kit/signals'
import { isLeaving, signOut } from '#web/kit/signOut'
import { toast } from '#web/kit/toast'
import type { CallError } from './callError.ts'

export interface ErrorFace {
  /** An alert with one button; answers when it was confirmed. */
  alert(text: string): Promise<void>
}

let alerting = false

/** The alert comes once, however many calls find out at the same time. */
async function sessionLost(face: ErrorFace, code: number, text: string): Promise<void> {
  if (alerting || isLeaving()) return
  alerting = true
  try {
    await face.alert(text)
  } finally {
    alerting = false
  }
  await signOut(code)
}

export async function handleFailure(face: ErrorFace, failure: Failure & { id?: string }): Promise<void> {
  const showing = showingOf(failure)
  noteError(failure.code, `${failure.message} ${failure.path ?? ''}`.trim(), failure.id ?? errorId())
  if (showing.how === 'toast') toast[showing.level](showing.text)
  else if (showing.how === 'signOut') await sessionLost(face, failure.code, showing.text)
}

/** The router cannot go on: logged as 998, shown, and the user signs in anew. */
export function routerFailed(error: unknown): void {
  const message = error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : String(error)
  noteError(998, message, errorId())
  toast.error('脚本异常#998')
  void signOut(998)
}

/** Everything that fails without a catch of its own ends here. Answers how to stop listening. */
export function listenForFailures(face: ErrorFace): () => void {
  const scriptFailed = (message: string) => void handleFailure(face, { code: 9999, message })
  const onError = (event: ErrorEvent) => scriptFailed(`${event.message} ${event.filename}:${event.lineno}`)
  const onRejection = (event: PromiseRejectionEvent) => {
    const reason: unknown = event.reason
    // A call's failure has already been raised as a signal where it happened.
    if (reason instanceof Error && reason.name === 'CallError') {
      event.preventDefault()
      return
    }
    scriptFailed(reason instanceof Error ? `${reason.message}\n${reason.stack ?? ''}` : String(reason))
  }
  window.addEventListener('error', onError)
  window.addEventListener('unhandledrejection', onRejection)
  const stops = [
    onSignal('api-failed', (error: CallError) => void handleFailure(face, error)),
    onSignal('api-cancelled', () => toast.warning(CANCELLED_TEXT)),
    onSignal('session-invalid', ({ code, message }) => void handleFailure(face, { code, message })),
  ]
  return () => {
    window.removeEventListener('error', onError)
    window.removeEventListener('unhandledrejection', onRejection)
    for (const stop of stops) stop()
  }
}
