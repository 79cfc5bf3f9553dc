// How a browser enters a socket: by a single-use ticket, or by the session token in existing clients.

import type { IncomingMessage } from 'node:http'
import type { RefusalCode } from '#contract/kit/refusal'
import type { Sessions } from './context.ts'
import { isForeignSocket } from './ownOrigin.ts'
import type { SessionUser } from './sessionUser.ts'
import type { Settings } from './settings.ts'

/** What sockets need to know of sessions. */
export type SocketSessions = Pick<Sessions, 'resolve' | 'resolveSocket' | 'alive' | 'lookUp'>

export type Entrance = { user: SessionUser } | { ended: RefusalCode } | { foreign: true }

const POSSIBLE = /^[\w.~-]{16,128}$/

export async function enter(
  sessions: SocketSessions,
  settings: Pick<Settings, 'publicUrl' | 'allowedOrigins'>,
  request: IncomingMessage,
  ticketOrToken: string,
): Promise<Entrance> {
  if (isForeignSocket(request.headers, settings)) return { foreign: true }
  if (!POSSIBLE.test(ticketOrToken)) return { ended: 'SESSION_EXPIRED' }
  return (await sessions.resolveSocket(ticketOrToken)) ?? { ended: 'SESSION_EXPIRED' }
}
