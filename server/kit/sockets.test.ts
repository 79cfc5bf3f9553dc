import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { BEATS, event, HEARTBEAT, LOGIN_EXPIRED } from '#contract/kit/event'
import { obj, str } from '#contract/kit/schema'
import { type TestDatabase, testDatabase } from '#server/kit/test/database'
import {
  MemorySessions,
  type NodeOptions,
  ORG_A,
  openSocket,
  type RealtimeNode,
  realtimeNode,
} from '#server/kit/test/realtimeNode'
import { SettingsError } from './settings.ts'

const note = event('test.note', { needs: 'signedIn', payload: obj({ text: str() }) })

let database: TestDatabase
let sessions: MemorySessions
const nodes: RealtimeNode[] = []

beforeAll(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close()
})
afterAll(() => database.drop())

async function start(options: Partial<NodeOptions> = {}): Promise<RealtimeNode> {
  sessions = new MemorySessions()
  const node = await realtimeNode({ databaseUrl: database.url, sessions, ...options })
  nodes.push(node)
  return node
}

test('the heartbeat is answered, and so is any other text, on the main port and on its own', async () => {
  const node = await start()
  const { user } = sessions.signIn()
  for (const port of [node.port, node.ports.websocket!]) {
    const socket = await openSocket(port, sessions.ticket(user))
    socket.ws.send(HEARTBEAT)
    expect(await socket.texts.next()).toBe(HEARTBEAT)
    socket.ws.send('在吗')
    expect(await socket.texts.next()).toBe('在吗')
  }
})

test('whoever asks hears the server beat without saying anything, and nobody else does', async () => {
  const node = await start()
  const { user } = sessions.signIn()
  const asks = await openSocket(node.port, sessions.ticket(user))
  const other = await openSocket(node.port, sessions.ticket(user))
  asks.ws.send(BEATS)
  expect([await asks.texts.next(), await asks.texts.next(), await asks.texts.next()]).toEqual([BEATS, BEATS, BEATS])
  // Two beats have passed; the first thing the other hears is the answer to its own word.
  other.ws.send(HEARTBEAT)
  expect(await other.texts.next()).toBe(HEARTBEAT)
})

test('existing clients put the token in the path, some with a slash too many', async () => {
  const node = await start()
  const { token } = sessions.signIn()
  for (const part of [token, `/${token}/`]) {
    const socket = await openSocket(node.port, part)
    socket.ws.send(HEARTBEAT)
    expect(await socket.texts.next()).toBe(HEARTBEAT)
  }
})

test('a ticket is good for one socket', async () => {
  const node = await start()
  const ticket = sessions.ticket(sessions.signIn().user)
  const first = await openSocket(node.port, ticket)
  const second = await openSocket(node.port, ticket)
  expect(await second.texts.next()).toBe(LOGIN_EXPIRED)
  expect(await second.closed).toBe(4011)
  first.ws.send(HEARTBEAT)
  expect(await first.texts.next()).toBe(HEARTBEAT)
})

test.each(['SESSION_EXPIRED', 'SIGNED_IN_ELSEWHERE', 'ACCOUNT_CHANGED'] as const)(
  'a session that ended (%s) is told so and closed',
  async (code) => {
    const node = await start()
    const { user, token } = sessions.signIn()
    sessions.end(user, code)
    const socket = await openSocket(node.port, token)
    expect(await socket.texts.next()).toBe(LOGIN_EXPIRED)
    expect(await socket.closed).toBe({ SESSION_EXPIRED: 4011, SIGNED_IN_ELSEWHERE: 4012, ACCOUNT_CHANGED: 4013 }[code])
  },
)

test('what is no ticket at all is not even looked up', async () => {
  const node = await start({
    sessions: Object.assign(new MemorySessions(), {
      resolveSocket: () => Promise.reject(new Error('looked up')),
    }),
  })
  const socket = await openSocket(node.port, 'x%27--')
  expect(await socket.texts.next()).toBe(LOGIN_EXPIRED)
})

test('other paths are not found, and the websocket port answers nothing else', async () => {
  const node = await start()
  const { token } = sessions.signIn()
  for (const [port, path] of [
    [node.port, `/other/${token}`],
    [node.port, `/websocket`],
    [node.port, `/websocket/${token}/more`],
    [node.ports.websocket!, '/mqtt'],
  ] as const) {
    const ws = new WebSocket(`ws://127.0.0.1:${port}${path}`)
    const refused = await new Promise<Error>((resolve) => ws.once('error', resolve))
    expect(refused.message).toContain('404')
  }
  expect((await fetch(`http://127.0.0.1:${node.ports.websocket}/websocket/${token}`)).status).toBe(426)
})

test('a page of another site opens no socket, whatever it was given', async () => {
  const node = await start({ env: { PUBLIC_URL: 'https://care.example.cn' } })
  const { token, user } = sessions.signIn()
  const foreign = { origin: 'https://elsewhere.example' }
  await expect(openSocket(node.port, token, foreign)).rejects.toThrow('403')
  await expect(openSocket(node.port, token, { origin: 'null' })).rejects.toThrow('403')
  await expect(openSocket(node.port, sessions.ticket(user), foreign)).rejects.toThrow('403')
  for (const [part, headers] of [
    [sessions.ticket(user), { origin: 'https://care.example.cn' }],
    [token, { origin: 'http://127.0.0.1:8080' }],
    [token, { origin: 'https://care.example.cn' }],
  ] as const) {
    const socket = await openSocket(node.port, part, headers)
    socket.ws.send(HEARTBEAT)
    expect(await socket.texts.next()).toBe(HEARTBEAT)
  }
})

test('signing out closes every socket of the session and no other', async () => {
  const node = await start()
  const [one, other] = [sessions.signIn(), sessions.signIn()]
  const first = await openSocket(node.port, one.token)
  const second = await openSocket(node.ports.websocket!, one.token)
  const stays = await openSocket(node.port, other.token)
  node.realtime.closeSession(one.user.sessionId)
  for (const socket of [first, second]) {
    expect(await socket.texts.next()).toBe(LOGIN_EXPIRED)
    expect(await socket.closed).toBe(4011)
  }
  stays.ws.send(HEARTBEAT)
  expect(await stays.texts.next()).toBe(HEARTBEAT)
})

test('a session that ends while its socket is open is found, also after a look that failed', async () => {
  const node = await start({ watchEveryMs: 20 })
  const { user, token } = sessions.signIn()
  const socket = await openSocket(node.port, token)
  const alive = sessions.alive.bind(sessions)
  let failures = 0
  sessions.alive = async (ids) => {
    if (failures++ < 3) throw new Error('the database is away')
    return alive(ids)
  }
  sessions.end(user, 'ACCOUNT_CHANGED')
  expect(await socket.texts.next()).toBe(LOGIN_EXPIRED)
  expect(await socket.closed).toBe(4013)
  expect(failures).toBeGreaterThan(3)
})

test('when sessions cannot be looked up the handshake is refused, not the session', async () => {
  const node = await start({
    sessions: Object.assign(new MemorySessions(), { resolveSocket: () => Promise.reject(new Error('away')) }),
  })
  await expect(openSocket(node.port, 'f'.repeat(32))).rejects.toThrow('503')
})

test('a peer that no longer answers is dropped', async () => {
  const node = await start({ watchEveryMs: 30 })
  const { token } = sessions.signIn()
  const ws = new WebSocket(`ws://127.0.0.1:${node.port}/websocket/${token}`, { autoPong: false })
  const code = await new Promise<number>((resolve) => ws.once('close', resolve))
  expect(code).toBe(1006)
})

test('too large a text and binary content close the socket', async () => {
  const node = await start()
  const { token } = sessions.signIn()
  const large = await openSocket(node.port, token)
  large.ws.send('x'.repeat(64 * 1024))
  expect(await large.texts.next()).toHaveLength(64 * 1024)
  large.ws.send('x'.repeat(64 * 1024 + 1))
  expect(await large.closed).toBe(1009)
  const binary = await openSocket(node.port, token)
  binary.ws.send(Buffer.from('x'))
  expect(await binary.closed).toBe(1003)
})

test('a reader that falls behind is closed and does not hold up the others', async () => {
  const node = await start()
  const slow = await openSocket(node.port, sessions.signIn().token)
  const fast = await openSocket(node.port, sessions.signIn().token)
  slow.ws.pause()
  const text = '长'.repeat(30_000)
  for (let i = 0; i < 400; i++) {
    node.realtime.emit(ORG_A, note, { text })
    await fast.frame()
  }
  slow.ws.resume()
  expect(await slow.closed).toBe(1006)
  node.realtime.emit(ORG_A, note, { text: 'still here' })
  expect((await fast.frame()).data).toEqual({ text: 'still here' })
})

test('one user has at most sixty connections', async () => {
  const node = await start()
  const { token } = sessions.signIn()
  const open = await Promise.all(Array.from({ length: 60 }, () => openSocket(node.port, token)))
  const oneMore = await openSocket(node.port, token)
  expect(await oneMore.closed).toBe(1013)
  open[0]!.ws.close()
  await open[0]!.closed
  const again = await openSocket(node.port, token)
  again.ws.send(HEARTBEAT)
  expect(await again.texts.next()).toBe(HEARTBEAT)
})

test('closing ends every socket as going away and leaves nothing open', async () => {
  const node = await start()
  const socket = await openSocket(node.port, sessions.signIn().token)
  await node.realtime.close()
  expect(await socket.closed).toBe(1001)
  const connections = await new Promise((resolve) => node.main.getConnections((_error, count) => resolve(count)))
  expect(connections).toBe(0)
})

test('a port in use is a wrong setting, named', async () => {
  const node = await start()
  const taken = String(node.ports.websocket)
  const refused = await start({ env: { WS_PORT: taken } }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(SettingsError)
  expect((refused as Error).message).toContain('WS_PORT')
})

test('no ticket and no token is ever logged', async () => {
  const lines: string[] = []
  const log = Fastify({ logger: { level: 'trace', stream: { write: (line) => void lines.push(line) } } }).log
  const node = await start({ log, watchEveryMs: 20 })
  const { user, token } = sessions.signIn()
  const ticket = sessions.ticket(user)
  const socket = await openSocket(node.port, ticket)
  await openSocket(node.port, ticket)
  sessions.resolveSocket = () => Promise.reject(new Error('away'))
  await expect(openSocket(node.port, token)).rejects.toThrow('503')
  node.realtime.closeSession(user.sessionId)
  await socket.closed
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.filter((line) => line.includes(ticket) || line.includes(token))).toEqual([])
})
