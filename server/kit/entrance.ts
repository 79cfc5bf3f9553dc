// How a browser enters a socket: by a single-use ticket, or by the session token in existing clients.
import type { IncomingMessage } from 'node:http'
import type { RefusalCode } from '#contract/kit/refusal'
import type { SessionUser } from './caller.ts'
import type { Sessions } from './context.ts'

/** What sockets need to know of sessions. */
export type SocketSessions = Pick<Sessions, 'resolve' | 'resolveSocket' | 'alive' | 'lookUp'>

export type Entrance = { user: SessionUser } | { ended: RefusalCode } | { foreign: true }

const POSSIBLE = /^[\w.~-]{16,128}$/

/**
 * A page of another site has no business with a session's token; a ticket it can only have been given on purpose.
 * Ports are not compared: the socket listens on ports of its own.
 */
function isForeign(request: IncomingMessage, publicUrl: string | null): boolean {
  const origin = request.headers.origin
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  const { hostname } = new URL(origin)
  const host = `http://${request.headers.host ?? ''}`
  if (URL.canParse(host) && new URL(host).hostname === hostname) return false
  return publicUrl === null || new URL(publicUrl).hostname !== hostname
}

export async function enter(
  sessions: SocketSessions,
  publicUrl: string | null,
  request: IncomingMessage,
  ticketOrToken: string,
): Promise<Entrance> {
  if (!POSSIBLE.test(ticketOrToken)) return { ended: 'SESSION_EXPIRED' }
  if (isForeign(request, publicUrl) && (await sessions.resolve(ticketOrToken))) return { foreign: true }
  return (await sessions.resolveSocket(ticketOrToken)) ?? { ended: 'SESSION_EXPIRED' }
}
