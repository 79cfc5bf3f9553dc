// What the page in the address bar needs, asked for while the console itself is still on its way. Without a face and
// without React: it runs first. Failures are shown later, when the page asks for itself.
import type { Call } from '#contract/kit/call'
import { send } from '#web/kit/call'
import { LAUNCH_HASH } from '#web/kit/constants'
import { routes } from '#web/kit/pages'
import { parseAddress } from '#web/kit/routes'
import { loadPage } from '#web/kit/shell/pageFiles'
import { local } from '#web/kit/storage'

export interface Ahead {
  /** Settled when the page's files are there or cannot be had. */
  files: Promise<unknown>
  answer: { call: Call; data: Promise<unknown> } | null
}

let asked: Ahead = { files: Promise.resolve(), answer: null }

export const askedAhead = (): Ahead => asked

export function goAhead(): void {
  const page = routes.match(parseAddress(window.location.hash || LAUNCH_HASH).path)?.page
  // Who is sent here by another system is signed in first.
  const signedIn = local.get('userInfo')?.token && !new URLSearchParams(window.location.search).has('ssoMark')
  if (!page || !signedIn) return
  const files = loadPage(page).catch(() => undefined)
  asked = { files, answer: page.ahead ? { call: page.ahead, data: send(page.ahead, {}, { silent: true }) } : null }
  asked.answer?.data.catch(() => undefined)
}
