// The protocol of the websocket alone, without React and without the address: light pages use it as the console does, and a
// test can hold it against a real server.
import { BEATS, type EventFrame, HEARTBEAT, LOGIN_EXPIRED } from '#contract/kit/event'

export type Connection = 'off' | 'connecting' | 'open' | 'lost'

const OPEN = 1
/** For whoever pings: how long between two tries to connect, and how long an answer may take. */
const PATIENCE = 3_000
export const SILENCE = 8_000

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

export const connectTo = (ticket: string) => {
  const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws'
  return new WebSocket(`${scheme}://${window.location.host}/websocket/${encodeURIComponent(ticket)}`)
}
