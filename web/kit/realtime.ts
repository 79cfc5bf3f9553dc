// The websocket of the shell. The path carries a single-use ticket, never the session's token. After a gap the data is
// asked for again instead of trusting what was pushed meanwhile.
import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import {
  BEATS,
  type EventDef,
  type EventFrame,
  HEARTBEAT,
  LOGIN_EXPIRED,
  type PayloadOf,
  WATCH,
} from '#contract/kit/event'
import { session } from '#contract/platform/session'
import { send } from '#web/kit/call'
import { HEARTBEAT_INTERVAL, HEARTBEAT_REPLY, SOCKET_RECONNECT } from '#web/kit/constants'
import { queryClient } from '#web/kit/query'
import { onSignal, raise } from '#web/kit/signals'

export type Connection = 'off' | 'connecting' | 'open' | 'lost'
/**
 * `roundTrip`: milliseconds of the last answered heartbeat. `heardAt`: when the server last said anything; null: never yet.
 */
export const useConnection = create<{
  state: Connection
  roundTrip: number | null
  answeredAt: number | null
  heardAt: number | null
}>()(() => ({ state: 'off', roundTrip: null, answeredAt: null, heardAt: null }))
const setConnection = (state: Connection) => useConnection.setState({ state })

type Handler = (payload: unknown, frame: EventFrame) => void
const handlers = new Map<string, Set<Handler>>()

const OPEN = 1
/** For whoever pings: how long between two tries to connect, and how long an answer may take. */
const PATIENCE = 3_000
export const SILENCE = 8_000
/** How often a page that stands on a screen looks whether the server is still there. */
const LOOK_MS = 1_000

export interface SocketParts {
  ticket(): Promise<string>
  connect(ticket: string): WebSocket
  delays: { heartbeat: number; reply: number; reconnect: number }
  onFrame(frame: EventFrame): void
  /** True when it is not the first time. */
  onOpen(again: boolean): void
  onExpired(): void
  onState(state: Connection): void
  /** A heartbeat came back after so many milliseconds. */
  onReply?(ms: number): void
  /** The server said something. */
  onHeard?(): void
}

export interface Socket {
  start(): void
  stop(): void
  /** Says something if the connection is open; what must survive a reconnect is said again in onOpen. */
  say(text: string): void
  /** Notices silence and a try that leads nowhere, and does not wait long to reconnect. */
  look(): void
  /** Somebody looks at what must not be old: looks, and measures the way there and back. */
  ping(): void
}

/** The protocol alone, without React and without the address, so that a test can hold it against a real server. */
export function createSocket(parts: SocketParts): Socket {
  let socket: WebSocket | null = null
  let running = false
  let opened = 0
  let beat: ReturnType<typeof setTimeout> | undefined
  let reply: ReturnType<typeof setTimeout> | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let beatAt: number | null = null
  let triedAt = 0
  let tries = 0
  /** The server beats on this connection: from now on silence means that nothing comes through. */
  let beats = false
  let heardAt = 0

  const quiet = () => {
    clearTimeout(beat)
    clearTimeout(reply)
  }
  const drop = () => {
    quiet()
    const old = socket
    socket = null
    old?.close()
  }
  /** One pending reconnect at a time. */
  const reconnectLater = () => {
    drop()
    if (!running || retry !== undefined) return
    parts.onState('lost')
    retry = setTimeout(() => {
      retry = undefined
      void open()
    }, parts.delays.reconnect)
  }
  const heart = () => {
    quiet()
    beat = setTimeout(() => {
      beatAt = performance.now()
      socket?.send(HEARTBEAT)
      reply = setTimeout(reconnectLater, parts.delays.reply)
    }, parts.delays.heartbeat)
  }
  const open = async () => {
    parts.onState('connecting')
    beatAt = null
    triedAt = performance.now()
    const turn = ++tries
    let ticket: string
    try {
      ticket = await parts.ticket()
    } catch {
      if (turn === tries) reconnectLater()
      return
    }
    // Another try has begun meanwhile.
    if (!running || turn !== tries) return
    const mine = parts.connect(ticket)
    socket = mine
    mine.onopen = () => {
      if (socket !== mine) return
      beats = false
      mine.send(BEATS)
      parts.onState('open')
      parts.onOpen(opened++ > 0)
      heart()
    }
    mine.onmessage = (event: MessageEvent) => {
      if (socket !== mine || typeof event.data !== 'string') return
      if (event.data === LOGIN_EXPIRED) {
        stop()
        parts.onExpired()
        return
      }
      heardAt = performance.now()
      parts.onHeard?.()
      if (event.data === BEATS) {
        beats = true
        return
      }
      heart()
      if (event.data === HEARTBEAT) {
        if (beatAt !== null) parts.onReply?.(performance.now() - beatAt)
        beatAt = null
        return
      }
      const frame = readFrame(event.data)
      if (frame) parts.onFrame(frame)
    }
    mine.onerror = () => {
      if (socket === mine) reconnectLater()
    }
    mine.onclose = () => {
      if (socket === mine) reconnectLater()
    }
  }
  const look = () => {
    const now = performance.now()
    if (!running) return
    if (retry !== undefined) {
      if (now - triedAt <= PATIENCE) return
      clearTimeout(retry)
      retry = undefined
      void open()
      return
    }
    if (socket?.readyState !== OPEN) {
      // A try that the network swallowed is never answered; the browser itself would wait for minutes.
      if (now - triedAt > SILENCE) {
        drop()
        void open()
      }
      return
    }
    if (beats && now - heardAt > SILENCE) reconnectLater()
  }
  const stop = () => {
    running = false
    clearTimeout(retry)
    retry = undefined
    drop()
    parts.onState('off')
  }
  return {
    start() {
      if (running) return
      running = true
      void open()
    },
    stop,
    say(text) {
      if (socket?.readyState === OPEN) socket.send(text)
    },
    look,
    ping() {
      look()
      if (!running || retry !== undefined || socket?.readyState !== OPEN) return
      const now = performance.now()
      if (beatAt === null) {
        beatAt = now
        socket.send(HEARTBEAT)
      } else if (now - beatAt > SILENCE) reconnectLater()
    },
  }
}

function readFrame(text: string): EventFrame | null {
  try {
    const frame = JSON.parse(text) as Partial<EventFrame>
    return typeof frame.type === 'string' ? { type: frame.type, data: frame.data, at: frame.at ?? '' } : null
  } catch {
    return null
  }
}

function dispatch(frame: EventFrame) {
  for (const handler of [...(handlers.get(frame.type) ?? [])]) handler(frame.data, frame)
}

const delays = { heartbeat: HEARTBEAT_INTERVAL, reply: HEARTBEAT_REPLY, reconnect: SOCKET_RECONNECT }

const socket = createSocket({
  ticket: async () => (await send(session.calls.socketTicket, {}, { silent: true })).ticket,
  connect: (ticket) => {
    const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws'
    return new WebSocket(`${scheme}://${window.location.host}/websocket/${encodeURIComponent(ticket)}`)
  },
  delays,
  onFrame: dispatch,
  onOpen: (again) => {
    sayWatched()
    if (!again) return
    void queryClient.invalidateQueries()
    raise('reconnected', { channel: 'websocket' })
  },
  onExpired: () => {
    // The next call learns which of the reasons it is; this one asks for nothing else.
    void send(session.calls.current, {}, { silent: true }).catch(() => undefined)
  },
  onState: setConnection,
  onHeard: () => useConnection.setState({ heardAt: Date.now() }),
  onReply: (ms) => useConnection.setState({ roundTrip: ms, answeredAt: Date.now() }),
})

/** Called once by the shell; the socket closes on sign-out and when the page is left. A wall screen beats faster. */
export function startRealtime(own: Partial<SocketParts['delays']> = {}): () => void {
  Object.assign(delays, own)
  socket.start()
  const offLogout = onSignal('logout', () => socket.stop())
  const leave = () => socket.stop()
  // Back from the browser's page cache, the page is alive again without a load.
  const back = (event: PageTransitionEvent) => {
    if (event.persisted) socket.start()
  }
  window.addEventListener('pagehide', leave)
  window.addEventListener('pageshow', back)
  const look = setInterval(() => socket.look(), LOOK_MS)
  return () => {
    clearInterval(look)
    offLogout()
    window.removeEventListener('pagehide', leave)
    window.removeEventListener('pageshow', back)
    socket.stop()
  }
}

export const pingServer = () => socket.ping()

/** Handlers by watched event: the server is told which of them anybody looks at. */
const watched = new Map<string, number>()
const sayWatched = () => {
  if (watched.size > 0 || saidWatched) socket.say(`${WATCH}${JSON.stringify([...watched.keys()])}`)
  saidWatched = watched.size > 0
}
let saidWatched = false

function watch(name: string, step: 1 | -1): void {
  const count = (watched.get(name) ?? 0) + step
  if (count > 0) watched.set(name, count)
  else watched.delete(name)
  if (count === 0 || (count === 1 && step === 1)) sayWatched()
}

export function onEvent<E extends EventDef>(event: E, handler: (payload: PayloadOf<E>) => void): () => void {
  const set = handlers.get(event.name) ?? new Set()
  handlers.set(event.name, set)
  set.add(handler as Handler)
  if (event.watched) watch(event.name, 1)
  return () => {
    if (set.delete(handler as Handler) && event.watched) watch(event.name, -1)
    if (set.size === 0) handlers.delete(event.name)
  }
}

/** Runs for every message of a declared event while the component is on the screen. */
export function useEvent<E extends EventDef>(event: E, handler: (payload: PayloadOf<E>) => void): void {
  const latest = useRef(handler)
  latest.current = handler
  useEffect(() => onEvent(event, (payload) => latest.current(payload)), [event])
}
