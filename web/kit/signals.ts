import type { CallError } from './callError.ts'
// What modules without a face tell those that have one. Typed, synchronous, no replay.

export interface SlowRequest {
  id: number
  path: string
  params: string
  startedAt: number
  keepWaiting(): void
  /** Cancels the request. */
  close(): void
}

export interface SignalMap {
  /** A call that was not silent failed and its caller does not show the failure itself. */
  'api-failed': CallError
  /** The user closed a slow request. */
  'api-cancelled': { path: string }
  /** True with the first concurrent request that asks for the indicator, false with the last. */
  loading: boolean
  slow: SlowRequest
  'slow-over': number
  /** Raised before the page is left, so that whoever holds unsaved input keeps it. */
  'session-invalid': { code: number; message: string }
  logout: { reason: number | null }
  /** A realtime channel is there again after a gap: whoever relies on pushes asks again. */
  reconnected: { channel: 'websocket' | 'mqtt' }
  /** A form of this user waits as a draft; the shell offers it after sign-in. */
  'draft-kept': { title: string; path: string }
}

type Listener<K extends keyof SignalMap> = (value: SignalMap[K]) => void
const listeners = new Map<string, Set<(value: never) => void>>()

export function onSignal<K extends keyof SignalMap>(name: K, listener: Listener<K>): () => void {
  const set = listeners.get(name) ?? new Set()
  listeners.set(name, set)
  set.add(listener)
  return () => {
    set.delete(listener)
  }
}

export function raise<K extends keyof SignalMap>(name: K, value: SignalMap[K]): void {
  for (const listener of [...(listeners.get(name) ?? [])]) (listener as Listener<K>)(value)
}

/** Events between pages, by name. Raising one that no open page has subscribed to is a mistake of the caller. */
const pageListeners = new Map<string, Set<(payload: unknown) => void>>()

export function onPageEvent<T>(name: string, listener: (payload: T) => void): () => void {
  const set = pageListeners.get(name) ?? new Set()
  pageListeners.set(name, set)
  set.add(listener as (payload: unknown) => void)
  return () => {
    set.delete(listener as (payload: unknown) => void)
    if (set.size === 0) pageListeners.delete(name)
  }
}

export function raisePageEvent(name: string, payload?: unknown): void {
  const set = pageListeners.get(name)
  if (!set) throw new Error(`Page event ${name} has no subscriber`)
  for (const listener of [...set]) listener(payload)
}
