import { Aedes } from 'aedes'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { event, HEARTBEAT, LOGIN_EXPIRED, RESYNC, WATCH } from '#contract/kit/event'
import { obj, str } from '#contract/kit/schema'
import { allEvents, clientTopic } from '#contract/kit/topic'
import { type TestDatabase, testDatabase } from '#server/kit/test/database'
import {
  gone,
  grant,
  MemorySessions,
  type NodeOptions,
  ORG_A,
  ORG_B,
  openBroker,
  openBrowser,
  openSocket,
  type RealtimeNode,
  realtimeNode,
  untilHeard,
} from '#server/kit/test/realtimeNode'
import type { SessionUser } from './sessionUser.ts'

const note = event('test.note', { needs: 'signedIn', payload: obj({ text: str() }) })
const alarm = event('test.alarm', { needs: 'alarm:list|alarm:handle&ward:one', payload: obj({ text: str() }) })

let database: TestDatabase
let sessions: MemorySessions
const ends: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})
afterAll(() => database.drop())

async function start(options: Partial<NodeOptions> = {}): Promise<RealtimeNode> {
  const node = await realtimeNode({ databaseUrl: database.url, sessions, ...options })
  ends.push(() => node.close())
  return node
}

/** The texts a user gets, by one transport or the other. */
type Listen = (node: RealtimeNode, user: SessionUser) => Promise<() => Promise<string>>

const byWebsocket: Listen = async (node, user) => {
  const socket = await openSocket(node.port, sessions.ticket(user))
  return async () => ((await socket.frame()).data as { text: string }).text
}

const byMqtt: Listen = async (node, user) => {
  const { client, messages } = await openBrowser(node.port, sessions.ticket(user))
  ends.push(() => client.endAsync(true))
  expect(await grant(client, allEvents(user.orgId))).toBe(1)
  return async () => (JSON.parse((await messages.next()).text) as { data: { text: string } }).data.text
}

describe.each([
  ['websocket', byWebsocket],
  ['MQTT', byMqtt],
])('%s', (_, listen) => {
  test('an event stays in its organisation', async () => {
    sessions = new MemorySessions()
    const node = await start()
    const ofA = await listen(node, sessions.signIn().user)
    const ofB = await listen(node, sessions.signIn({ orgId: ORG_B }).user)
    node.realtime.emit(ORG_A, note, { text: 'a' })
    node.realtime.emit(ORG_B, note, { text: 'b' })
    node.realtime.emit(ORG_A, note, { text: 'named another' }, { orgId: ORG_B })
    node.realtime.emit(ORG_A, note, { text: 'a again' })
    expect([await ofA(), await ofA()]).toEqual(['a', 'a again'])
    expect([await ofB(), await ofB()]).toEqual(['b', 'named another'])
  })

  test('only those who may get it get it', async () => {
    sessions = new MemorySessions()
    const node = await start()
    const user = (codes: string[], more: Partial<SessionUser> = {}) =>
      sessions.signIn({ codes: new Set(codes), ...more }).user
    const may = await Promise.all([
      listen(node, user(['alarm:list'])),
      listen(node, user(['alarm:handle', 'ward:one'])),
    ])
    const mayNot = await Promise.all([
      listen(node, user([])),
      listen(node, user(['alarm:handle'])),
      listen(node, user(['alarm:list'], { mustChangePassword: true })),
    ])
    node.realtime.emit(ORG_A, alarm, { text: 'alarm' })
    node.realtime.emit(ORG_A, note, { text: 'for all' })
    for (const next of may) expect(await next()).toBe('alarm')
    for (const next of [...may, ...mayNot]) expect(await next()).toBe('for all')
  })

  test('departments and users narrow the audience', async () => {
    sessions = new MemorySessions()
    const node = await start()
    const users = {
      first: sessions.signIn({ deptIds: ['d1'] }).user,
      second: sessions.signIn({ deptIds: ['d2', 'd3'] }).user,
      administrator: sessions.signIn({ deptIds: null, isAdmin: true }).user,
    }
    const first = await listen(node, users.first)
    const second = await listen(node, users.second)
    const administrator = await listen(node, users.administrator)
    node.realtime.emit(ORG_A, note, { text: 'd1' }, { deptIds: ['d1'] })
    node.realtime.emit(ORG_A, note, { text: 'd3 or d4' }, { deptIds: ['d3', 'd4'] })
    node.realtime.emit(ORG_A, note, { text: 'second' }, { userIds: [users.second.userId] })
    node.realtime.emit(ORG_A, note, { text: 'second, but in d1' }, { userIds: [users.second.userId], deptIds: ['d1'] })
    node.realtime.emit(ORG_A, note, { text: 'no department' }, { deptIds: [] })
    node.realtime.emit(ORG_A, note, { text: 'nobody' }, { userIds: [] })
    node.realtime.emit(ORG_A, note, { text: 'all' })
    expect([await first(), await first()]).toEqual(['d1', 'all'])
    expect([await second(), await second(), await second()]).toEqual(['d3 or d4', 'second', 'all'])
    expect([await administrator(), await administrator(), await administrator(), await administrator()]).toEqual([
      'd1',
      'd3 or d4',
      'no department',
      'all',
    ])
  })

  test('a permission gained or lost while the connection is open counts from then on', async () => {
    sessions = new MemorySessions()
    const node = await start()
    const { user } = sessions.signIn()
    const next = await listen(node, user)
    const turn = async () => {
      // A round trip over another socket: the sessions have been looked up meanwhile.
      node.bus.publish('session/forget', { orgId: ORG_A, userId: user.userId })
      const other = await openSocket(node.port, sessions.signIn().token)
      other.ws.send(HEARTBEAT)
      await other.texts.next()
    }
    node.realtime.emit(ORG_A, alarm, { text: 'before' })
    await turn()
    sessions.users.set(user.sessionId, { ...user, codes: new Set(['alarm:list']) })
    await turn()
    node.realtime.emit(ORG_A, alarm, { text: 'gained' })
    expect(await next()).toBe('gained')
    sessions.users.set(user.sessionId, user)
    await turn()
    node.realtime.emit(ORG_A, alarm, { text: 'lost' })
    node.realtime.emit(ORG_A, note, { text: 'end' })
    expect(await next()).toBe('end')
  })
})

test('a session that an account change ended is told at once', async () => {
  sessions = new MemorySessions()
  const node = await start()
  const { user, token } = sessions.signIn()
  const socket = await openSocket(node.port, token)
  sessions.end(user, 'ACCOUNT_CHANGED')
  node.bus.publish('session/forget', { orgId: ORG_A })
  expect(await socket.texts.next()).toBe(LOGIN_EXPIRED)
  expect(await socket.closed).toBe(4013)
})

test('the frame carries type, data and the moment; what does not fit the schema is a defect', async () => {
  sessions = new MemorySessions()
  const node = await start()
  const socket = await openSocket(node.port, sessions.signIn().token)
  expect(() => node.realtime.emit(ORG_A, note, { text: 'x', password: 'secret' })).toThrow('test.note')
  expect(() => node.realtime.emit(ORG_A, note, {})).toThrow('test.note')
  node.realtime.emit(ORG_A, note, { text: 'x' })
  const frame = await socket.frame()
  expect(frame).toEqual({
    type: 'test.note',
    data: { text: 'x' },
    at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  })
})

describe('two processes', () => {
  type Pair = () => Promise<[RealtimeNode, RealtimeNode]>
  const atFirst: Pair = async () => {
    const one = await start()
    const two = await start({ env: { MQTT_URL: `mqtt://127.0.0.1:${one.ports.mqtt}` } })
    return [one, two]
  }
  const atExternal: Pair = async () => {
    const broker = await openBroker()
    ends.push(broker.end)
    const env = { MQTT_URL: broker.url }
    return [await start({ env }), await start({ env })]
  }

  describe.each([
    ['at the embedded broker of the first', atFirst],
    ['at an external broker', atExternal],
  ])('%s', (_, pair) => {
    test('an event raised in one arrives in both, by websocket and by MQTT', async () => {
      sessions = new MemorySessions()
      const [one, two] = await pair()
      await untilHeard(one.bus, two.bus)
      await untilHeard(two.bus, one.bus)
      const { user } = sessions.signIn()
      const listeners = await Promise.all([
        byWebsocket(one, user),
        byWebsocket(two, user),
        byMqtt(one, user),
        byMqtt(two, user),
      ])
      one.realtime.emit(ORG_A, note, { text: 'from one' })
      for (const next of listeners) expect(await next()).toBe('from one')
      two.realtime.emit(ORG_B, note, { text: 'not for you' })
      two.realtime.emit(ORG_A, note, { text: 'from two' })
      for (const next of listeners) expect(await next()).toBe('from two')
    })

    test('signing out at one closes the connections at the other', async () => {
      sessions = new MemorySessions()
      const [one, two] = await pair()
      await untilHeard(one.bus, two.bus)
      const { user, token } = sessions.signIn()
      const socket = await openSocket(two.port, token)
      const { client } = await openBrowser(two.port, token)
      const closed = gone(client)
      one.realtime.closeSession(user.sessionId)
      expect(await socket.texts.next()).toBe(LOGIN_EXPIRED)
      await closed
    })

    test('what a browser says at one is heard once by browsers of its organisation at both', async () => {
      sessions = new MemorySessions()
      const [one, two] = await pair()
      await untilHeard(one.bus, two.bus)
      await untilHeard(two.bus, one.bus)
      const { user } = sessions.signIn()
      const own = `${clientTopic(ORG_A, user.userId)}/typing`
      const browsers = []
      for (const node of [one, two]) {
        const opened = await openBrowser(node.port, sessions.ticket(user))
        ends.push(() => opened.client.endAsync(true))
        await grant(opened.client, `yy/${ORG_A}/client/#`)
        browsers.push(opened)
      }
      const foreign = await openBrowser(two.port, sessions.signIn({ orgId: ORG_B }).token)
      ends.push(() => foreign.client.endAsync(true))
      await grant(foreign.client, 'yy/+/client/#')
      await grant(foreign.client, 'yy/+/event/#')
      for (const [at, { client }] of browsers.entries()) {
        await client.publishAsync(own, `first of ${at}`, { qos: 1 })
        await client.publishAsync(own, `second of ${at}`, { qos: 1 })
        for (const { messages } of browsers) {
          expect((await messages.next()).text).toBe(`first of ${at}`)
          expect((await messages.next()).text).toBe(`second of ${at}`)
        }
      }
      one.realtime.emit(ORG_B, note, { text: 'first that b hears' })
      expect((await foreign.messages.next()).text).toContain('first that b hears')
    })
  })

  test('with an external broker devices are not served here', async () => {
    sessions = new MemorySessions()
    const [one] = await atExternal()
    expect(one.ports.mqtt).toBeNull()
    expect(one.ports.mqttWebsocket).toBeGreaterThan(0)
  })

  test('after the external broker was away browsers are told to refetch; events inside a process never stop', async () => {
    sessions = new MemorySessions()
    const broker = await openBroker()
    const one = await realtimeNode({ databaseUrl: database.url, sessions, env: { MQTT_URL: broker.url } })
    const socket = await openSocket(one.port, sessions.signIn().token)
    await broker.end()
    one.realtime.emit(ORG_A, note, { text: 'meanwhile' })
    expect((await socket.frame()).type).toBe('test.note')
    const again = await openBroker(new Aedes(), broker.port)
    expect((await socket.frame()).type).toBe(RESYNC)
    await one.close()
    await again.end()
  })
})

describe('watched events', () => {
  const ticks = event('test.ticks', { needs: 'signedIn', payload: obj({ text: str() }), watched: true })

  test('reach only the sockets that say they look, and stop when they no longer do', async () => {
    sessions = new MemorySessions()
    const node = await start()
    const { user } = sessions.signIn()
    const looking = await openSocket(node.port, sessions.ticket(user))
    const other = await openSocket(node.port, sessions.ticket(user))
    looking.ws.send(`${WATCH}["test.ticks"]`)
    looking.ws.send(HEARTBEAT)
    expect(await looking.texts.next()).toBe(HEARTBEAT)
    node.realtime.emit(ORG_A, ticks, { text: 'one' })
    node.realtime.emit(ORG_A, note, { text: 'all' })
    expect((await looking.frame()).data).toEqual({ text: 'one' })
    expect((await looking.frame()).data).toEqual({ text: 'all' })
    expect((await other.frame()).data).toEqual({ text: 'all' })
    looking.ws.send(`${WATCH}[]`)
    looking.ws.send(`${WATCH}not a list`)
    looking.ws.send(HEARTBEAT)
    expect(await looking.texts.next()).toBe(HEARTBEAT)
    node.realtime.emit(ORG_A, ticks, { text: 'two' })
    node.realtime.emit(ORG_A, note, { text: 'again' })
    expect((await looking.frame()).data).toEqual({ text: 'again' })
  })
})
