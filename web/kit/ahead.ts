// What the page in the address bar needs, asked for while the console itself is still on its way: its files, what it
// shows first, and what the console begins with. Without a face and without React: it runs first. Failures are shown
// later, when the page asks for itself.
import { startCall } from 'virtual:pages'
import type { Call } from '#contract/kit/call'
import type { StartData } from '#contract/platform/shell'
import { aheadRequest } from '#web/kit/aheadInput'
import { send } from '#web/kit/call'
import { LAUNCH_HASH } from '#web/kit/constants'
import { routes } from '#web/kit/pages'
import { parseAddress } from '#web/kit/routes'
import { loadPage } from '#web/kit/shell/pageFiles'
import { local } from '#web/kit/storage'

export interface Ahead {
  /** Settled when the page's files are there or cannot be had. */
  files: Promise<unknown>
  answer: { call: Call; input: Record<string, unknown>; data: Promise<unknown> } | null
  /** The console's own beginning; null when nobody is signed in. */
  start: Promise<StartData> | null
}

let asked: Ahead = { files: Promise.resolve(), answer: null, start: null }

export const askedAhead = (): Ahead => asked

/** What was asked for counts once: whoever asks again wants it anew. */
export function takeStart(): Promise<StartData> | null {
  const { start } = asked
  asked = { ...asked, start: null }
  return start
}

export const askStart = () => {
  const landingEndId = local.get('landingEndId')
  return send(startCall as unknown as Call, landingEndId ? { landingEndId } : {}, {
    silent: true,
  }) as Promise<StartData>
}

/** Whether this user has a filter of their own that the list of this path starts with (savedFilters.ts). */
export function hasOwnStart(path: string): boolean {
  const copy = local.get<{ userId: string; values?: Record<string, { start?: unknown } | undefined> }>(
    'preferences-copy',
  )
  return copy?.userId === local.get('userInfo')?.empInfo?.empId && Boolean(copy?.values?.[`filters:${path}`]?.start)
}

export function goAhead(): void {
  // Who is sent here by another system is signed in first.
  const signedIn = local.get('userInfo')?.token && !new URLSearchParams(window.location.search).has('ssoMark')
  if (!signedIn) return
  const { path, query } = parseAddress(window.location.hash || LAUNCH_HASH)
  const match = routes.match(path)
  const request = match && aheadRequest({ ...match, query }, hasOwnStart(match.path))
  const data = request && send(request.call, request.input as never, { silent: true })
  data?.catch(() => undefined)
  const start = askStart()
  start.catch(() => undefined)
  asked = {
    files: match ? loadPage(match.page).catch(() => undefined) : Promise.resolve(),
    answer: request && { ...request, data: data! },
    start,
  }
}
