import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket as NodeSocket, WebSocketServer } from 'ws'
import { BEATS, type EventFrame, HEARTBEAT, LOGIN_EXPIRED } from '#contract/kit/event'
import { topicMatches } from './mqtt.ts'
import { type Connection, createSocket, type Socket } from './socket.ts'

let server: WebSocketServer
let socket: Socket
let paths: string[]
let got: string[]
let states: Connection[]
let frames: EventFrame[]
let opened: boolean[]
let expired: number
let tickets: number

function start(delays: { heartbeat: number; reply: number; reconnect: number }, ticket?: () => Promise<string>) {
  socket = createSocket({
    ticket: ticket ?? (async () => `t${++tickets}`),
    connect: (one) =>
      new NodeSocket(
        `ws://127.0.0.1:${(server.address() as AddressInfo).port}/websocket/${one}`,
      ) as unknown as WebSocket,
    delays,
    onFrame: (frame) => frames.push(frame),
    onOpen: (again) => opened.push(again),
    onExpired: () => expired++,
    onState: (state) => states.push(state),
  })
  socket.start()
}

beforeEach(async () => {
  paths = []
  got = []
  states = []
  frames = []
  opened = []
  expired = 0
  tickets = 0
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((resolve) => server.on('listening', resolve))
})
afterEach(async () => {
  socket?.stop()
  for (const client of server.clients) client.terminate()
  await new Promise((resolve) => server.close(resolve))
})

const echoing = () =>
  server.on('connection', (client, request) => {
    paths.push(request.url!)
    client.on('message', (data) => {
      got.push(String(data))
      if (String(data) === HEARTBEAT) client.send(HEARTBEAT)
    })
  })

const LONG = 60_000

describe('the websocket', () => {
  it('puts a ticket into the path and hands on typed frames, never rubbish', async () => {
    echoing()
    start({ heartbeat: LONG, reply: LONG, reconnect: LONG })
    await expect.poll(() => opened).toEqual([false])
    expect(paths).toEqual(['/websocket/t1'])
    for (const client of server.clients) {
      client.send('rubbish')
      client.send(JSON.stringify({ type: 'platform.message', data: { a: 1 }, at: 'x' }))
    }
    await expect.poll(() => frames).toEqual([{ type: 'platform.message', data: { a: 1 }, at: 'x' }])
  })

  it('sends the heartbeat again and again while it is answered', async () => {
    echoing()
    start({ heartbeat: 20, reply: LONG, reconnect: LONG })
    await expect.poll(() => got.length).toBeGreaterThanOrEqual(3)
    expect(states).toEqual(['connecting', 'open'])
  })

  it('reconnects with a new ticket when a heartbeat stays unanswered, and says that it is not the first time', async () => {
    server.on('connection', (_, request) => paths.push(request.url!))
    start({ heartbeat: 20, reply: 20, reconnect: 20 })
    await expect.poll(() => opened.length).toBeGreaterThanOrEqual(2)
    expect(opened.slice(0, 2)).toEqual([false, true])
    expect(paths.slice(0, 2)).toEqual(['/websocket/t1', '/websocket/t2'])
    expect(states.slice(0, 4)).toEqual(['connecting', 'open', 'lost', 'connecting'])
  })

  it('reconnects after the server has closed it, one attempt at a time', async () => {
    echoing()
    start({ heartbeat: LONG, reply: LONG, reconnect: 30 })
    await expect.poll(() => opened.length).toBe(1)
    for (const client of server.clients) client.terminate()
    await expect.poll(() => opened.length).toBe(2)
    expect(tickets).toBe(2)
  })

  it('tries again when no ticket is to be had', async () => {
    echoing()
    let refused = 0
    start({ heartbeat: LONG, reply: LONG, reconnect: 20 }, async () => {
      if (refused++ === 0) throw new Error('no ticket')
      return 'late'
    })
    await expect.poll(() => paths).toEqual(['/websocket/late'])
  })

  it('begins anew when a try is swallowed by the network, and what comes of the old one counts no more', async () => {
    echoing()
    let late: (ticket: string) => void = () => undefined
    start({ heartbeat: LONG, reply: LONG, reconnect: LONG }, () =>
      ++tickets === 1
        ? new Promise((resolve) => {
            late = resolve
          })
        : Promise.resolve(`t${tickets}`),
    )
    socket.ping()
    expect(tickets).toBe(1)
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 20_000)
    socket.ping()
    clock.mockRestore()
    await expect.poll(() => opened).toEqual([false])
    late('t1')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(paths).toEqual(['/websocket/t2'])
  })

  it('asks for the beats of the server, and notices within seconds when they stop', async () => {
    echoing()
    start({ heartbeat: LONG, reply: LONG, reconnect: LONG })
    await expect.poll(() => got).toContain(BEATS)
    const look = (later: number) => {
      const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + later)
      socket.look()
      clock.mockRestore()
    }
    // A server that does not beat is not missed by its silence.
    look(20_000)
    expect(states.at(-1)).toBe('open')
    for (const client of server.clients) {
      client.send(BEATS)
      client.send(JSON.stringify({ type: 'after', data: null, at: '' }))
    }
    await expect.poll(() => frames.length).toBe(1)
    look(7_000)
    expect(states.at(-1)).toBe('open')
    look(9_000)
    expect(states.at(-1)).toBe('lost')
    // And it is tried again soon, not only after the usual half minute.
    look(9_000)
    await expect.poll(() => opened).toEqual([false, true])
  })

  it('closes for good when the login has expired or the user leaves', async () => {
    echoing()
    start({ heartbeat: LONG, reply: LONG, reconnect: 10 })
    await expect.poll(() => opened.length).toBe(1)
    for (const client of server.clients) client.send(LOGIN_EXPIRED)
    await expect.poll(() => expired).toBe(1)
    await expect.poll(() => server.clients.size).toBe(0)
    expect(states.at(-1)).toBe('off')
    expect(tickets).toBe(1)
  })
})

describe('MQTT topics', () => {
  it('match one level and the rest', () => {
    expect(topicMatches('a/+/c', 'a/b/c')).toBe(true)
    expect(topicMatches('a/#', 'a/b/c')).toBe(true)
    expect(topicMatches('a/+', 'a/b/c')).toBe(false)
    expect(topicMatches('a/b', 'a')).toBe(false)
    expect(topicMatches('a', 'a/b')).toBe(false)
  })
})
