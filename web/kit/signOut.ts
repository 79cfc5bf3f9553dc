// Leaving: the event first, so that sockets close and drafts are kept; then the data; then the login page.
import { session } from '#contract/platform/session'
import { send } from '#web/kit/call'
import { LOGIN_PAGE, LOGOUT_DELAY } from '#web/kit/constants'
import { sendNotes } from '#web/kit/frontLog'
import { flushPreferences } from '#web/kit/preferences'
import { forgetSession } from '#web/kit/session'
import { raise } from '#web/kit/signals'
import { local } from '#web/kit/storage'

let leaving = false
export const isLeaving = () => leaving

/** The login page, with why the session ended and where to go on afterwards. */
function loginAddress(reason: number | 'password' | null, from: string): string {
  const query = new URLSearchParams()
  if (reason !== null) query.set('reason', String(reason))
  if (/^#\/./.test(from)) query.set('from', from)
  const text = query.toString()
  return text === '' ? LOGIN_PAGE : `${LOGIN_PAGE}?${text}`
}

export async function signOut(reason: number | 'password' | null = null): Promise<void> {
  if (leaving) return
  leaving = true
  const thrownOut = typeof reason === 'number'
  raise('logout', { reason: thrownOut ? reason : null })
  // Who was thrown out comes back to the same page; who signed out starts afresh. A browser that another system
  // brought here goes back there.
  const address = local.get('ssoMarkUrl') ?? loginAddress(reason, thrownOut ? window.location.hash : '')
  const tell = async () => {
    await Promise.allSettled([flushPreferences(), sendNotes()])
    // A session that the server has ended needs no end.
    if (!thrownOut) await send(session.calls.loginOut, {}, { silent: true })
  }
  await Promise.allSettled([tell(), new Promise((resolve) => setTimeout(resolve, LOGOUT_DELAY))])
  forgetSession()
  window.location.assign(address)
}

/** Start-up found nobody signed in. */
export function toLogin(): void {
  leaving = true
  forgetSession()
  window.location.replace(loginAddress(null, window.location.hash))
}
