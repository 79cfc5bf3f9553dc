// A realtime message, declared like a call: typed on both sides, with the permission of those who may get it.
import type { Static, TSchema } from './schema.ts'

export interface EventDef<S extends TSchema = TSchema> {
  kind: 'event'
  name: string
  /** Who may receive it: a permission expression, or signedIn. */
  needs: string
  payload: S
  /** Sent only to those who are looking: a page that listens says so, others are spared what comes every second. */
  watched?: boolean
  /** Also told to wall screens, and to them only that it happened: they never get the payload. */
  screen?: boolean
  /** Also told to alarm walls that are displays of their own, as to everybody of their departments. */
  display?: boolean
}

export const event = <S extends TSchema>(
  name: string,
  declared: { needs: string; payload: S; watched?: boolean; screen?: boolean; display?: boolean },
): EventDef<S> => ({
  kind: 'event',
  name,
  ...declared,
})

export type PayloadOf<E> = E extends EventDef<infer S> ? Static<S> : never

/** What travels to a browser over either transport; `at` is the moment it was raised, 'yyyy-MM-dd HH:mm:ss'. */
export interface EventFrame {
  type: string
  data: unknown
  at: string
}

/** The text existing clients send as heartbeat; the server answers the same. */
export const HEARTBEAT = 'heartbeat'
/** A client that says this hears the same from the server every BEAT_MS, so that silence means the line is dead. */
export const BEATS = 'beats'
export const BEAT_MS = 2_000
/** `watch ["monitor.tiles"]`: the watched events a client wants from now on; the server does not answer. */
export const WATCH = 'watch '
/** The frame after which a client closes its socket and signs in again. */
export const LOGIN_EXPIRED = '登录已过期'
/** Type of the frame that says: messages may have been missed, refetch as after a reconnect. */
export const RESYNC = 'platform.resync'
