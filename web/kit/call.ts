// How the web makes a declared call: address, headers, body, envelope, failures. It has no face; what a user should
// see leaves through the signals.

import type { Call, DataOf, InputOf } from '#contract/kit/call'
import { randomHex, userKeyOf } from '#web/kit/aes'
import { CallError } from '#web/kit/callError'
import { APP_NAME, REQUEST_TIMEOUT, SLOW_REQUEST } from '#web/kit/constants'
import { isSessionInvalid, readEnvelope } from '#web/kit/envelope'
import { sessionText } from '#web/kit/errorText'
import { raise } from '#web/kit/signals'
import { local, perSession } from '#web/kit/storage'
import { type Answer, sendByFetch, sendByXhr, type Wire } from '#web/kit/transport'

export interface SendOptions {
  /** No loading indicator, no slow prompt, no failure event. */
  silent?: boolean
  signal?: AbortSignal
  /** Ask for the global loading indicator. */
  loading?: boolean
  /** The same number returns the first result of a repeatable call. */
  requestNo?: string
  /** Uploads: part done, 0 to 1. */
  onProgress?: (part: number) => void
  /** True: the caller shows this failure itself, so no failure event is raised. */
  handles?: (error: CallError) => boolean
  headers?: Record<string, string>
  encoding?: 'json' | 'form'
  timeout?: number
}

type FileOf<C> = C extends { transfer: 'multipart' } ? { file: Blob | readonly Blob[] } : unknown
export type SendInput<C> = InputOf<C> & FileOf<C>
/** The input may be left out when every field of it may. */
export type SendArgs<C> =
  Partial<SendInput<C>> extends SendInput<C>
    ? [input?: SendInput<C>, options?: SendOptions]
    : [input: SendInput<C>, options?: SendOptions]

const fetchKey = randomHex(16)
export const newRequestNo = () => randomHex(16)

let known: { token: string; userKey: string | null } | null | undefined

/** Called at sign-in and sign-out; until then what local storage says counts. */
export function setCredentials(credentials: { token: string; userId: string | null } | null): void {
  known = credentials && {
    token: credentials.token,
    userKey: credentials.userId ? userKeyOf(credentials.userId, fetchKey) : null,
  }
}

function credentials() {
  if (known === undefined) {
    const user = local.get('userInfo')
    setCredentials(user?.token ? { token: user.token, userId: user.empInfo?.empId ?? null } : null)
  }
  return known ?? null
}

export function callHeaders(options: SendOptions = {}): Record<string, string> {
  const who = credentials()
  return {
    appName: APP_NAME,
    fetchKey,
    ...(who && { Authorization: who.token }),
    ...(who?.userKey && { userKey: who.userKey }),
    ...(options.requestNo && { 'x-request-no': options.requestNo }),
    ...options.headers,
  }
}

const scalar = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

function appendTo(target: URLSearchParams | FormData, key: string, value: unknown) {
  if (value === undefined || value === null) return
  if (Array.isArray(value)) for (const one of value) target.append(`${key}[]`, scalar(one))
  else target.append(key, scalar(value))
}

/** What goes where: {params} into the path, the query, and the rest as body. */
export function requestOf(call: Call, input: unknown, encoding: 'json' | 'form' = 'json') {
  const rest = new Map<string, unknown>(
    Array.isArray(input) ? [['items', input]] : Object.entries((input ?? {}) as Record<string, unknown>),
  )
  const path = call.path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = rest.get(key)
    rest.delete(key)
    if (value === undefined || value === null || value === '') throw new Error(`${call.key}: ${key} is missing`)
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  const inBody = call.method === 'POST' || call.method === 'PUT' || call.body !== undefined
  for (const [key, value] of rest) {
    const declared = call.query && key in call.query.properties
    if (!inBody || (declared && !(call.body?.properties && key in call.body.properties))) {
      appendTo(query, key, value)
      rest.delete(key)
    }
  }
  const search = query.toString()
  const url = search === '' ? path : `${path}?${search}`
  if (!inBody) return { path, url, body: undefined, type: undefined }
  if (call.transfer === 'multipart') {
    const form = new FormData()
    const file = rest.get('file') as Blob | readonly Blob[] | undefined
    rest.delete('file')
    // Fields first: a server that streams knows them before the file arrives.
    for (const [key, value] of rest) appendTo(form, key, value)
    const files = file instanceof Blob ? [file] : (file ?? [])
    for (const one of files) form.append('file', one, one instanceof File ? one.name : 'file')
    return { path, url, body: form, type: undefined }
  }
  if (encoding === 'form') {
    const form = new URLSearchParams()
    for (const [key, value] of rest) appendTo(form, key, value)
    return { path, url, body: form.toString(), type: 'application/x-www-form-urlencoded; charset=UTF-8' }
  }
  const content = call.body?.type === 'array' ? (rest.get('items') ?? []) : Object.fromEntries(rest)
  return { path, url, body: JSON.stringify(content), type: 'application/json' }
}

let loadingCount = 0
let nextId = 1

/** Log entries show what was asked, never a secret. */
const PASSWORD = /("?\w*(?:password|pwd|checkpass|screenkey|pin)\w*"?\s*[:=]\s*)("[^"]*"|[^&,}]*)/gi
export const withoutSecrets = (text: string) => text.replace(PASSWORD, '$1"***"')

async function exchange(call: Call, wire: Wire, options: SendOptions, path: string): Promise<Answer> {
  const giveUp = new AbortController()
  const stop = () => giveUp.abort()
  options.signal?.addEventListener('abort', stop)
  if (options.signal?.aborted) stop()
  const id = nextId++
  let why: 'slow' | 'timeout' | null = null
  const endless = setTimeout(() => {
    why = 'timeout'
    stop()
  }, options.timeout ?? REQUEST_TIMEOUT)
  const slow =
    options.silent || options.onProgress
      ? undefined
      : setTimeout(
          () =>
            raise('slow', {
              id,
              path,
              params: withoutSecrets(typeof wire.body === 'string' ? wire.body : (wire.url.split('?')[1] ?? '')),
              startedAt: Date.now() - SLOW_REQUEST,
              keepWaiting: () => undefined,
              close: () => {
                why = 'slow'
                stop()
              },
            }),
          SLOW_REQUEST,
        )
  const counted = options.loading === true && !options.silent
  if (counted && loadingCount++ === 0) raise('loading', true)
  try {
    const by = options.onProgress && call.transfer === 'multipart' ? sendByXhr : sendByFetch
    return await by(wire, giveUp.signal, options.onProgress)
  } catch (error) {
    if (why === 'timeout') throw new CallError(408, '请求超时', path)
    if (why === 'slow') {
      raise('api-cancelled', { path })
      throw new CallError(0, '请求已取消', path, { cancelled: true })
    }
    if (giveUp.signal.aborted) throw new CallError(0, '请求已取消', path, { cancelled: true })
    throw new CallError(999, error instanceof Error && error.message ? networkText(error.message) : '网络异常', path)
  } finally {
    clearTimeout(endless)
    clearTimeout(slow)
    options.signal?.removeEventListener('abort', stop)
    raise('slow-over', id)
    if (counted && --loadingCount === 0) raise('loading', false)
  }
}

/** Browsers name a broken connection in English; every other text is passed on. */
const networkText = (message: string) =>
  /fetch|network|load failed/i.test(message) ? '网络连接失败，请检查网络后重试' : message

function failureOf(answer: Answer, path: string): CallError {
  const reading = answer.json === undefined ? null : readEnvelope(answer.json)
  if (reading && !reading.ok) return new CallError(reading.code, reading.message, path, reading)
  if (answer.status === 200) return new CallError(990, '服务器的回答无法识别', path)
  const message = (answer.json as { message?: string } | undefined)?.message
  return new CallError(answer.status || 999, message || answer.statusText || '网络异常', path)
}

function report(call: Call, error: CallError, options: SendOptions): CallError {
  if (error.cancelled) return error
  // Calls before sign-in have no session to lose.
  if (isSessionInvalid(error.code) && call.needs !== 'open') {
    raise('session-invalid', { code: error.code, message: sessionText(error.code, error.message) })
    return error
  }
  if (!options.silent && !options.handles?.(error)) raise('api-failed', error)
  return error
}

async function perform(call: Call, input: unknown, options: SendOptions, responseType: 'json' | 'blob') {
  const { path, url, body, type } = requestOf(call, input, options.encoding)
  const mock = perSession.get('mock') === true
  const wire: Wire = {
    method: mock ? 'GET' : call.method,
    url: mock ? `/mock${path}.json` : url,
    headers: {
      ...callHeaders(call.repeatable && !options.requestNo ? { ...options, requestNo: newRequestNo() } : options),
      ...(type && !mock && { 'content-type': type }),
    },
    body: mock ? undefined : body,
    responseType,
  }
  try {
    return { path, answer: await exchange(call, wire, options, path) }
  } catch (error) {
    throw report(call, error as CallError, options)
  }
}

export async function send<C extends Call>(call: C, ...args: SendArgs<C>): Promise<DataOf<C>> {
  const [input, options = {}] = args as [unknown, SendOptions?]
  const { path, answer } = await perform(call, input, options, 'json')
  const reading = answer.status < 400 ? readEnvelope(answer.json) : null
  if (reading?.ok) return reading.data as DataOf<C>
  throw report(call, failureOf(answer, path), options)
}

export interface Downloaded {
  blob: Blob
  name: string
}

const nameOf = (disposition: string | null) => {
  const long = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')
  if (long) return decodeURIComponent(long[1]!)
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? '下载'
}

/** The file that a call of transfer `download` answers. */
export async function fetchFile<C extends Call>(call: C, ...args: SendArgs<C>): Promise<Downloaded> {
  const [input, options = {}] = args as [unknown, SendOptions?]
  const { path, answer } = await perform(call, input, options, 'blob')
  if (answer.status === 200 && answer.blob) {
    return { blob: answer.blob, name: nameOf(answer.header('content-disposition')) }
  }
  throw report(call, failureOf(answer, path), options)
}

/** Fetches a file and hands it to the browser's download. */
export async function download<C extends Call>(call: C, ...args: SendArgs<C>): Promise<void> {
  const { blob, name } = await fetchFile(call, ...args)
  saveFile(blob, name)
}

export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
