// The websocket at /websocket/{ticket or token}: events out, heartbeats echoed (and sent to those who ask), ended with the
// session.

import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import { BEAT_MS, BEATS, LOGIN_EXPIRED, WATCH } from '#contract/kit/event'
import { type RefusalCode, refusals } from '#contract/kit/refusal'
import type { AppContext } from './context.ts'
import { type Entrance, enter, type SocketSessions } from './entrance.ts'
import type { LiveConnection, LiveSessions } from './liveSessions.ts'
import type { SessionUser } from './sessionUser.ts'
import { refuseUpgrade, type UpgradeRoute } from './upgrades.ts'

const PATH = /^\/websocket\/([^/]+)$/
const MAX_PAYLOAD = 64 * 1024
/** A client this far behind is closed: it refetches after its reconnect, which is cheaper than the backlog. */
const MAX_BACKLOG = 1024 * 1024
const CLOSE_MS = 1_000
const MAX_WATCHED = 50

const GOING_AWAY = 1001
const UNSUPPORTED_DATA = 1003
const TRY_AGAIN_LATER = 1013

export interface Sockets {
  route: UpgradeRoute
  /** Drops peers that did not answer the last ping and pings the others. */
  ping(): void
  close(): Promise<void>
}

type Parts = Pick<AppContext, 'settings' | 'log'> & { sessions: SocketSessions }

export function createSockets(app: Parts, live: LiveSessions): Sockets {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_PAYLOAD,
    perMessageDeflate: false,
    clientTracking: true,
  })
  const answering = new WeakSet<WebSocket>()
  let closed = false
  /** Who asked to hear from the server all the time: a frozen process or a cut line is silent, and they notice. */
  const listening = new Set<WebSocket>()
  const beats = setInterval(() => {
    for (const ws of listening) send(ws, BEATS)
  }, BEAT_MS)
  beats.unref()

  async function open(request: IncomingMessage, socket: Duplex, head: Buffer, part: string): Promise<void> {
    let entrance: Entrance
    try {
      entrance = await enter(app.sessions, app.settings, request, part)
    } catch (error) {
      app.log.error({ err: error }, 'the session of a websocket could not be looked up')
      return refuseUpgrade(socket, 503)
    }
    if (socket.destroyed) return
    if (closed) return refuseUpgrade(socket, 503)
    if ('foreign' in entrance) return refuseUpgrade(socket, 403)
    server.handleUpgrade(request, socket, head, (ws) => {
      // Oversized and malformed frames: ws has already answered with the right close code.
      ws.on('error', (error) => app.log.debug({ err: error }, 'websocket'))
      // A refused handshake tells a page nothing, so an ended session is told inside the socket.
      if ('ended' in entrance) end(ws, entrance.ended)
      else serve(ws, entrance.user)
    })
  }

  function serve(ws: WebSocket, user: SessionUser): void {
    const connection: LiveConnection = {
      user,
      end: (code) => {
        live.remove(connection)
        end(ws, code)
      },
      send: (frame) => send(ws, frame),
    }
    if (!live.add(connection)) {
      ws.close(TRY_AGAIN_LATER)
      return
    }
    answering.add(ws)
    ws.on('pong', () => answering.add(ws))
    ws.on('close', () => {
      live.remove(connection)
      listening.delete(ws)
    })
    ws.on('message', (data: RawData, isBinary) => {
      if (isBinary) return ws.close(UNSUPPORTED_DATA)
      const text = data.toString()
      if (text.startsWith(WATCH)) {
        const watching = watchedOf(text)
        if (watching) connection.watching = watching
        return
      }
      if (text === BEATS) {
        listening.add(ws)
        return send(ws, BEATS)
      }
      // Existing clients differ in the text of their heartbeat; each expects its own back.
      send(ws, text)
    })
  }

  return {
    route(path, request, socket, head) {
      const part = PATH.exec(path)?.[1]
      if (part === undefined) return false
      void open(request, socket, head, part)
      return true
    },
    ping() {
      for (const ws of server.clients) {
        if (!answering.delete(ws)) ws.terminate()
        else ws.ping()
      }
    },
    async close() {
      closed = true
      clearInterval(beats)
      const open = [...server.clients]
      const ended = Promise.all(open.map((ws) => new Promise<void>((resolve) => ws.once('close', () => resolve()))))
      for (const ws of open) ws.close(GOING_AWAY)
      const timer = setTimeout(() => {
        for (const ws of open) ws.terminate()
      }, CLOSE_MS)
      await ended
      clearTimeout(timer)
      server.close()
    },
  }
}

/** null: not a list of names. */
function watchedOf(text: string): ReadonlySet<string> | null {
  try {
    const names: unknown = JSON.parse(text.slice(WATCH.length))
    return Array.isArray(names) ? new Set(names.filter((one) => typeof one === 'string').slice(0, MAX_WATCHED)) : null
  } catch {
    return null
  }
}

function end(ws: WebSocket, code: RefusalCode): void {
  send(ws, LOGIN_EXPIRED)
  ws.close(closeCode(code))
}

/** The numbers 4011, 4012 and 4013 are also legal close codes; other reasons an application may not send. */
function closeCode(code: RefusalCode): number {
  const number: number = refusals[code][0]
  return number >= 4000 && number <= 4999 ? number : refusals.SESSION_EXPIRED[0]
}

function send(ws: WebSocket, text: string): void {
  if (ws.readyState !== WebSocket.OPEN) return
  if (ws.bufferedAmount > MAX_BACKLOG) ws.terminate()
  else ws.send(text)
}
