// What one server process consists of, handed to handlers as who.app; nothing lives in module variables.

import type { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Call, Noun } from '#contract/kit/call'
import type { EventDef } from '#contract/kit/event'
import type { RefusalCode } from '#contract/kit/refusal'
import type { Sealer } from './auditSeal.ts'
import type { FileAccess } from './fileAccess.ts'
import type { Audience, SessionUser } from './sessionUser.ts'
import type { Settings } from './settings.ts'

/** The bus between server processes: MQTT, embedded or external. Messages are lost when nobody listens. */
export interface Bus {
  publish(topic: string, message: unknown): void
  subscribe(topic: string, listener: (message: unknown, topic: string) => void): void
  close(): Promise<void>
}

export interface Realtime {
  /** Sends an event to every browser of the organisation that may get it, whichever process holds its socket. */
  emit(orgId: string, event: EventDef, payload: unknown, target?: Audience): void
  /** Ends the sockets of a session (sign-out, signed in elsewhere). */
  closeSession(sessionId: string): void
  /** Tells a device something, on the topic below its own that it listens to; lost when it is not connected. */
  tellDevice(orgId: string, deviceId: string, message: object): void
}

/** Where file contents lie: a local folder or an S3-compatible bucket. Keys are made by the server. */
export interface Storage {
  put(key: string, path: string, mime: string): Promise<void>
  get(key: string, range?: { start: number; end: number }): Promise<Readable>
  remove(key: string): Promise<void>
}

export type SessionAnswer = { user: SessionUser } | { ended: RefusalCode }

export interface Sessions {
  resolve(token: string): Promise<SessionAnswer | null>
  /** The session behind a websocket's path part: a single-use ticket, or the token for existing clients. */
  resolveSocket(ticketOrToken: string): Promise<SessionAnswer | null>
  /** Why each of these sessions has ended; null while it is open. Looking does not count as activity. */
  alive(sessionIds: string[]): Promise<Map<string, RefusalCode | null>>
  /** The session as it stands now, for a socket that holds it while its account changes. No activity either. */
  lookUp(sessionId: string): Promise<SessionAnswer | null>
  /**
   * The account as it stands now, without a session: for work that runs later in its name (exports, imports). Null
   * when it may no longer sign in or no longer has that landing end.
   */
  ofAccount(
    orgId: string,
    userId: string,
    at: { landingEndId: string | null; deptId: string | null },
  ): Promise<SessionUser | null>
  /** Drops cached sessions everywhere (bus topic session/forget); without a user all of an organisation's. */
  forget(orgId: string, userId?: string): void
}

export interface Fulfilled {
  noun: Noun
  call: Call
  handler: (input: unknown, who: unknown) => unknown
}

export interface AppContext {
  settings: Settings
  pool: pg.Pool
  log: FastifyBaseLogger
  bus: Bus
  realtime: Realtime
  storage: Storage
  /** Who may have which file. */
  files: FileAccess
  sessions: Sessions
  /** Seals the operation log behind the writers. */
  audit: Sealer
  nouns: readonly Noun[]
  calls: ReadonlyMap<string, Call>
  /** By call key: what fulfils it, for work that runs a call in a user's name (exports). */
  handlers: ReadonlyMap<string, Fulfilled>
}
