// Which of a browser's tabs speaks: one. A lock where the browser has them (pages from https), else a lease in local storage
// that the speaking tab renews.
import { local } from '#web/kit/storage'

export type Voice = 'alarm' | 'message'

const LEASE_MS = 5_000
const RENEW_MS = 2_000

interface Lease {
  tab: string
  until: number
}

/** Calls `changed` when this tab begins or ends to be the one that says what is of this kind. */
export function contendForVoice(of: Voice, changed: (mine: boolean) => void): () => void {
  if (globalThis.navigator?.locks) {
    const over = new AbortController()
    let release: () => void = () => undefined
    navigator.locks
      .request(`yiyuan-${of}-voice`, { signal: over.signal }, () => {
        changed(true)
        return new Promise<void>((resolve) => {
          release = resolve
        })
      })
      // Given up before its turn came.
      .catch(() => undefined)
    return () => {
      over.abort()
      release()
      changed(false)
    }
  }
  return contendByLease(of, changed)
}

export function contendByLease(of: Voice, changed: (mine: boolean) => void, now: () => number = Date.now): () => void {
  const place = `${of}-voice` as const
  const tab = Math.random().toString(36).slice(2)
  let mine = false
  const look = () => {
    const lease = local.get<Lease>(place)
    const free = !lease || lease.until < now() || lease.tab === tab
    if (free) local.set(place, { tab, until: now() + LEASE_MS })
    // Read back: of two who wrote at once the later one has it.
    const has = local.get<Lease>(place)?.tab === tab
    if (has === mine) return
    mine = has
    changed(mine)
  }
  look()
  const timer = setInterval(look, RENEW_MS)
  const leave = () => {
    if (local.get<Lease>(place)?.tab === tab) local.remove(place)
  }
  window.addEventListener('pagehide', leave)
  return () => {
    clearInterval(timer)
    window.removeEventListener('pagehide', leave)
    leave()
    if (mine) changed(false)
  }
}
