// Leaving the tablet to a colleague: the house is told, so that nobody takes the device for silent; what waits on it stays.
import { session } from '#contract/platform/session'
import { send, setCredentials } from '#web/kit/call'
import { local, outlivesSignOut, perSession } from '#web/kit/storage'

/** False: the server cannot be told now, so the session would go on. */
export async function signOut(): Promise<boolean> {
  try {
    await send(session.calls.loginOut, {}, { silent: true, handles: () => true })
  } catch {
    return false
  }
  setCredentials(null)
  local.clear(outlivesSignOut)
  perSession.clear()
  return true
}
