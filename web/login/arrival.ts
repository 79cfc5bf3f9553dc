// How somebody came to the login page and where they go afterwards. Both stand in the address, so both are checked:
// a reason is a known code, a way back is a route of this console and nothing else.
import { BEDSIDE_PAGE } from '#web/kit/constants'
import { sessionText } from '#web/kit/errorText'

const MAIN = 'index.html'
/** Light pages that need somebody signed in, and are gone back to. */
const OTHERS: readonly string[] = [BEDSIDE_PAGE]
const LONGEST = 2000

/**
 * The route to open after sign-in: only `#/…` inside this console's own main page. Another origin, another page, a
 * script or a control character is no route, and the main page opens at its own start instead.
 */
export function safeRoute(text: string | null | undefined): string {
  if (!text || text.length > LONGEST) return ''
  const route = text.startsWith('#') ? text : `#${text}`
  // Two slashes are no route of ours; backslashes and control characters are only ever sent to deceive.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly what is refused
  return /^#\/(?!\/)[^\\\u0000-\u0020\u007f]*$/.test(route) ? route : ''
}

export const mainAddress = (from: string | null | undefined) =>
  from && OTHERS.includes(from) ? from : `${MAIN}${safeRoute(from)}`

export interface Word {
  kind: 'warn' | 'good'
  text: string
}

export interface Arrival {
  /** Why the last session ended, in words; null for a plain visit. */
  word: Word | null
  from: string
}

const SESSION_CODE = /^40\d\d$/

export const PASSWORD_CHANGED: Word = { kind: 'good', text: '密码已修改，请用新密码登录' }

function wordOf(reason: string): Word | null {
  if (reason === 'password') return PASSWORD_CHANGED
  return SESSION_CODE.test(reason) ? { kind: 'warn', text: sessionText(Number(reason)) } : null
}

export function readArrival(search: string): Arrival {
  const query = new URLSearchParams(search)
  const from = query.get('from')
  return { word: wordOf(query.get('reason') ?? ''), from: from && OTHERS.includes(from) ? from : safeRoute(from) }
}
