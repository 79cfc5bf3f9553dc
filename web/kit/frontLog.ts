// The last things that went wrong in this browser, told to the server on every error and at sign-out. The buffer is
// small on purpose: it explains an error, it is no diary.
import { shell } from '#contract/platform/shell'
import { send, withoutSecrets } from '#web/kit/call'
import { LOG_BUFFER } from '#web/kit/constants'

interface LogLine {
  type: string
  message: string
  time: string
}
interface SlowLine {
  type: 'slowQuery'
  message: string
  pageUrl: string
  ajaxUrl: string
  parms: string
  datetime: string
  ts: number
}

const LONGEST = 2000
let buffer: (LogLine | SlowLine)[] = []

const two = (value: number) => String(value).padStart(2, '0')
export const stamp = (at = new Date()) =>
  `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`

function push(line: LogLine | SlowLine) {
  buffer = [...buffer, line].slice(-LOG_BUFFER)
}

export function note(type: string, message: string): void {
  push({ type, message: withoutSecrets(message).slice(0, LONGEST), time: stamp() })
}

/** What waits to be sent, for tests and the error page. */
export const noted = () => buffer

export async function sendNotes(): Promise<void> {
  if (buffer.length === 0) return
  const log = buffer
  buffer = []
  try {
    await send(shell.calls.frontLog, { log }, { silent: true })
  } catch {
    // The server cannot be told now: the lines wait for the next occasion, within the same limit.
    buffer = [...log, ...buffer].slice(-LOG_BUFFER)
  }
}

/** A failure: noted and sent at once. */
export function noteError(code: number, message: string, id: string): void {
  note('error', `${id} #${code} ${message}`)
  void sendNotes()
}

/** Only in the console is the hash a page; elsewhere it is a secret: the key of a screen, the code of an invitation. */
export const pageAddress = ({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>) =>
  /\/(index\.html)?$/.test(pathname) ? hash : pathname

export function noteSlow(path: string, params: string, startedAt: number): void {
  const now = Date.now()
  push({
    type: 'slowQuery',
    message: `用户关闭了等待 ${Math.round((now - startedAt) / 1000)} 秒的请求`,
    pageUrl: pageAddress(window.location),
    ajaxUrl: path,
    parms: withoutSecrets(params).slice(0, LONGEST),
    datetime: stamp(new Date(now)),
    ts: now,
  })
  void sendNotes()
}
