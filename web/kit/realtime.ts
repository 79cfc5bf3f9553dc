// The websocket of the shell. The path carries a single-use ticket, never the session's token. After a gap the data is
// asked for again instead of trusting what was pushed meanwhile.
import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { type EventDef, type EventFrame, type PayloadOf, WATCH } from '#contract/kit/event'
import { session } from '#contract/platform/session'
import { send } from '#web/kit/call'
import { HEARTBEAT_INTERVAL, HEARTBEAT_REPLY, SOCKET_RECONNECT } from '#web/kit/constants'
import { queryClient } from '#web/kit/query'
import { onSignal, raise } from '#web/kit/signals'
import { type Connection, connectTo, createSocket, type SocketParts } from '#web/kit/socket'

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

/** How often a page that stands on a screen looks whether the server is still there. */
const LOOK_MS = 1_000

function dispatch(frame: EventFrame) {
  for (const handler of [...(handlers.get(frame.type) ?? [])]) handler(frame.data, frame)
}

const delays = { heartbeat: HEARTBEAT_INTERVAL, reply: HEARTBEAT_REPLY, reconnect: SOCKET_RECONNECT }

const socket = createSocket({
  ticket: async () => (await send(session.calls.socketTicket, {}, { silent: true })).ticket,
  connect: connectTo,
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
