// Who is calling, and what that allows: scope, permission, reading and writing.

import type { ClientBase, QueryResultRow } from 'pg'
import type { EventDef, PayloadOf } from '#contract/kit/event'
import type { AppContext } from './context.ts'
import type { Audience, SessionUser } from './sessionUser.ts'

/** Facts of the request that the log and the limits need. */
export interface Origin {
  ip: string
  /** 操作终端: 管理后台 unless the client says otherwise. */
  terminal: string
  userAgent: string
  requestId: string
  /** What the Authorization header carries; a token that came as a cookie is no business of scripts. */
  token: string | null
  requestNo: string | null
  /** The console of this product (appName header), as opposed to older clients of the platform. */
  ownConsole: boolean
  /** The value of the long-lived cookie of a browser in which somebody signed in before. */
  browser?: string | null
  /** Asked by another site, or as a picture, frame or page: nothing a script of ours would send. */
  embedded?: boolean
}

export interface LogEntry {
  /** 操作记录: one sentence naming the object. */
  remark?: string
  targetType?: string
  targetId?: string
  /** Field → [before, after]; secrets are left out by whoever writes this. */
  changes?: Record<string, readonly [unknown, unknown]>
}

declare const writable: unique symbol

/** The handle of one transaction. Only `who.tx` gives it, so a function that takes it cannot write outside one. */
export type Tx = {
  [writable]: true
  /** The connection itself, for prepared statements of hot calls. */
  readonly client: ClientBase
  readonly orgId: string
  /** Who writes, as the operation log names them; userId null: the system. */
  readonly by: { readonly userId: string | null; readonly name: string }
  /** Fills the operation-log row that this transaction leaves. */
  log(entry: LogEntry): void
  /** Pushes a realtime event once the transaction has committed. */
  emit<E extends EventDef>(event: E, payload: PayloadOf<E>, to?: Audience): void
  /** Pushes to each of these users what is theirs, once the transaction has committed. */
  emitEach<E extends EventDef>(
    event: E,
    each: readonly { userId: string; payload: PayloadOf<E> }[],
    orgId?: string,
  ): void
  /** Runs when the work is done and before the commit: what follows from everything that the transaction wrote. */
  atEnd(work: () => Promise<void>): void
  /** Runs after the commit; a failure is logged and never undoes what was saved. */
  after(effect: () => unknown): void
  /** Queues work in this very transaction: it runs exactly when the transaction commits. */
  job(name: string, payload: Record<string, unknown>, options?: { runAt?: string; key?: string }): Promise<void>
}

/** Who stands in the operation log when the session does not say it yet: the account that is signing in. */
export interface LogActor {
  userId: string
  userName: string
  empName: string | null
  deptName?: string | null
  userPhone?: string | null
}

export interface Acting {
  readonly app: AppContext
  readonly origin: Origin
  /** Sent with a successful answer, HttpOnly and for this site only; null takes the cookie back. */
  setCookie(name: string, value: string | null, seconds?: number): void
}

/** A signed-in user. */
export interface Caller extends Acting, SessionUser {
  readonly signedIn: true
  may(expression: string): boolean
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** A hot call's single writing statement together with its operation-log row; see writeOnce. */
  once<Row extends QueryResultRow>(statement: OneStatement, entry: LogEntry): Promise<Row[]>
}

/** Before sign-in: no organisation. Writes name the organisation they are for. */
export interface Visitor extends Acting {
  readonly signedIn: false
  /** Present when the visitor happens to carry a valid session. */
  readonly session: SessionUser | null
  tx<T>(orgId: string, work: (tx: Tx) => Promise<T>, actor?: LogActor): Promise<T>
}
/** One statement that writes and says what it wrote (`returning …`). */
export interface OneStatement {
  name: string
  text: string
  values: readonly unknown[]
}
