import { hash } from '@node-rs/argon2'
import mqtt from 'mqtt'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { event } from '#contract/kit/event'
import { obj, str } from '#contract/kit/schema'
import { allEvents, clientTopic, deviceTopic, eventTopic } from '#contract/kit/topic'
import { type TestDatabase, testDatabase } from '#server/kit/test/database'
import {
  Arrivals,
  gone,
  grant,
  MemorySessions,
  type NodeOptions,
  ORG_A,
  ORG_B,
  openBrowser,
  openMqtt,
  type RealtimeNode,
  realtimeNode,
} from '#server/kit/test/realtimeNode'
import { connectDevice, type DeviceAccount } from '#simulator/device'
import { NODE_USER } from './bus.ts'
import { type Database, openDatabase } from './db.ts'
import { newId } from './ids.ts'
import { hashDeviceSecret } from './mqttCredentials.ts'

const note = event('test.note', { needs: 'signedIn', payload: obj({ text: str() }) })

let database: TestDatabase
let connection: Database
let sessions: MemorySessions
const ends: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  database = await testDatabase()
  connection = openDatabase(database.url, 2)
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})
afterAll(async () => {
  await connection.end()
  await database.drop()
})

async function start(options: Partial<NodeOptions> = {}): Promise<RealtimeNode> {
  sessions = new MemorySessions()
  const node = await realtimeNode({ databaseUrl: database.url, sessions, ...options })
  ends.push(() => node.close())
  return node
}

async function browser(port: number, password: string) {
  const one = await openBrowser(port, password)
  ends.push(() => one.client.endAsync(true))
  return one
}

async function newDevice(
  node: RealtimeNode,
  secretHash: (secret: string) => string | Promise<string> = hashDeviceSecret,
) {
  const secret = newId()
  const [clientName, deviceId] = [`mattress-${newId()}`, newId()]
  await connection.pool.query(
    'insert into mqtt_credential (org_id, client_name, secret_hash, device_id) values ($1, $2, $3, $4)',
    [ORG_A, clientName, await secretHash(secret), deviceId],
  )
  return { url: `mqtt://127.0.0.1:${node.ports.mqtt}`, orgId: ORG_A, deviceId, clientName, secret }
}

async function connect(account: DeviceAccount) {
  const device = await connectDevice(account)
  ends.push(() => device.end())
  return device
}

function readings(node: RealtimeNode): Arrivals<{ topic: string; message: unknown }> {
  const arrivals = new Arrivals<{ topic: string; message: unknown }>()
  node.bus.link.subscribe('yy/+/device/#', (topic, payload) =>
    arrivals.put({ topic, message: JSON.parse(payload.toString()) }),
  )
  return arrivals
}

test('a signed-in browser gets events by MQTT on the main port and on the port of its own', async () => {
  const node = await start()
  const { user, token } = sessions.signIn()
  for (const [port, password] of [
    [node.port, sessions.ticket(user)],
    [node.ports.mqttWebsocket!, sessions.ticket(user)],
    [node.port, token],
  ] as const) {
    const { client, messages } = await browser(port, password)
    expect(await grant(client, allEvents(ORG_A))).toBe(1)
    node.realtime.emit(ORG_A, note, { text: '你好' })
    const { topic, text } = await messages.next()
    expect(topic).toBe(eventTopic(ORG_A, 'test.note'))
    expect(JSON.parse(text)).toMatchObject({ type: 'test.note', data: { text: '你好' } })
  }
})

test('without a valid ticket, the right user name and the subprotocol nobody enters', async () => {
  const node = await start()
  const { user, token } = sessions.signIn()
  const ticket = sessions.ticket(user)
  await browser(node.port, ticket)
  await expect(openBrowser(node.port, ticket)).rejects.toMatchObject({ code: 4 })
  await expect(openBrowser(node.port, token, { username: 'admin' })).rejects.toMatchObject({ code: 4 })
  await expect(openBrowser(node.port, token, { username: NODE_USER })).rejects.toMatchObject({ code: 4 })
  await expect(openBrowser(node.port, '', {})).rejects.toMatchObject({ code: 4 })
  const foreign = { wsOptions: { headers: { origin: 'https://elsewhere.example' } } }
  await expect(openBrowser(node.port, token, foreign)).rejects.toMatchObject({ code: 5 })
  sessions.end(user, 'SIGNED_IN_ELSEWHERE')
  await expect(openBrowser(node.port, token)).rejects.toMatchObject({ code: 4 })
  const ws = new WebSocket(`ws://127.0.0.1:${node.port}/mqtt`)
  expect((await new Promise<Error>((resolve) => ws.once('error', resolve))).message).toContain('400')
})

test('other organisations, devices, the bus and the broker itself are out of a browser’s reach', async () => {
  const node = await start()
  const { client } = await browser(node.port, sessions.signIn().token)
  const filters = [
    allEvents(ORG_B),
    `yy/${ORG_B}/client/#`,
    `yy/${ORG_A}/device/#`,
    `yy/${ORG_A}/#`,
    '#',
    '+/#',
    'yy/bus/#',
  ]
  for (const filter of [...filters, '$SYS/#']) expect([filter, await grant(client, filter)]).toEqual([filter, 128])
})

test('a subscription that leaves the organisation open brings only the own one', async () => {
  const node = await start()
  const [a, b] = [sessions.signIn(), sessions.signIn({ orgId: ORG_B })]
  const ofA = await browser(node.port, a.token)
  const ofB = await browser(node.port, b.token)
  for (const { client } of [ofA, ofB]) {
    expect(await grant(client, 'yy/+/event/#')).toBe(1)
    expect(await grant(client, 'yy/+/client/#')).toBe(1)
  }
  node.realtime.emit(ORG_B, note, { text: 'b' })
  await ofB.client.publishAsync(`${clientTopic(ORG_B, b.user.userId)}/typing`, 'b', { qos: 1 })
  node.realtime.emit(ORG_A, note, { text: 'a' })
  expect((await ofA.messages.next()).text).toContain('"text":"a"')
  await ofA.client.publishAsync(`${clientTopic(ORG_A, a.user.userId)}/typing`, 'a', { qos: 1 })
  expect((await ofA.messages.next()).text).toBe('a')
  expect((await ofB.messages.next()).text).toContain('"text":"b"')
  expect((await ofB.messages.next()).text).toBe('b')
})

test('a browser that publishes for somebody else, or an event, is thrown out and not heard', async () => {
  const node = await start()
  const listener = await browser(node.port, sessions.signIn().token)
  await grant(listener.client, allEvents(ORG_A))
  await grant(listener.client, `yy/${ORG_A}/client/#`)
  for (const topic of [
    eventTopic(ORG_A, 'test.note'),
    `${clientTopic(ORG_A, 'somebody')}/x`,
    'yy/bus/realtime/event',
  ]) {
    const { client } = await openBrowser(node.port, sessions.signIn().token)
    client.publish(topic, '{"type":"test.note","data":{"text":"forged"},"at":""}', { qos: 1 })
    await gone(client)
  }
  node.realtime.emit(ORG_A, note, { text: 'genuine' })
  expect((await listener.messages.next()).text).toContain('genuine')
})

test('signing out and an ended session close the MQTT connection', async () => {
  const node = await start({ watchEveryMs: 20 })
  const [one, two] = [sessions.signIn(), sessions.signIn()]
  const signedOut = await openBrowser(node.port, one.token)
  const expired = await openBrowser(node.port, two.token)
  const both = [gone(signedOut.client), gone(expired.client)]
  node.realtime.closeSession(one.user.sessionId)
  sessions.end(two.user, 'SESSION_EXPIRED')
  await Promise.all(both)
})

test('two tabs with the same client id both stay', async () => {
  const node = await start()
  const { token } = sessions.signIn()
  const tabs = [
    await openBrowser(node.port, token, { clientId: 'tab' }),
    await openBrowser(node.port, token, { clientId: 'tab' }),
  ]
  for (const { client } of tabs) {
    ends.push(() => client.endAsync(true))
    await grant(client, allEvents(ORG_A))
  }
  node.realtime.emit(ORG_A, note, { text: 'both' })
  for (const { messages } of tabs) expect((await messages.next()).text).toContain('both')
})

test.each([
  ['a salted digest', hashDeviceSecret],
  ['argon2', (secret: string) => hash(secret)],
])('a device signs in with its own credentials, kept as %s; the server hears and answers it', async (_, secretHash) => {
  const node = await start()
  const account = await newDevice(node, secretHash)
  const heard = readings(node)
  const device = await connect(account)
  await device.say('reading', { heartRate: 72 })
  const own = deviceTopic(ORG_A, account.deviceId)
  expect(await heard.next()).toEqual({ topic: `${own}/reading`, message: { heartRate: 72 } })
  const commands = new Arrivals<unknown>()
  await device.hear('command', (message) => commands.put(message))
  node.bus.link.publish(`${own}/command`, Buffer.from('{"reboot":true}'))
  expect(await commands.next()).toEqual({ reboot: true })
  await expect(connectDevice({ ...account, secret: `${account.secret}x` })).rejects.toMatchObject({ code: 4 })
})

test('unknown, nameless and switched-off devices and false server processes are refused', async () => {
  const node = await start()
  const account = await newDevice(node)
  await expect(connectDevice({ ...account, clientName: 'nobody' })).rejects.toMatchObject({ code: 4 })
  await expect(openMqtt(account.url, {})).rejects.toMatchObject({ code: 4 })
  await expect(openMqtt(account.url, { username: NODE_USER, password: 'guess' })).rejects.toMatchObject({ code: 4 })
  const { token } = sessions.signIn()
  await expect(openMqtt(account.url, { username: 'ticket', password: token })).rejects.toMatchObject({ code: 4 })
  await connection.pool.query('update mqtt_credential set enabled = false where client_name = $1', [account.clientName])
  await expect(connectDevice(account)).rejects.toMatchObject({ code: 4 })
})

test('a device that comes while accounts cannot be looked up gets no refusal, and is let in as soon as they can', async () => {
  const node = await start()
  const { url, clientName, secret } = await newDevice(node)
  await connection.pool.query('alter table mqtt_credential rename to mqtt_credential_away')
  // As delivered: this client tries again when a line ends, and never after a refusal.
  const client = mqtt.connect(url, { username: clientName, password: secret, reconnectPeriod: 50 })
  ends.push(() => client.endAsync(true))
  const refusals: Error[] = []
  client.on('error', (error) => refusals.push(error))
  await new Promise((resolve) => client.once('close', () => resolve(undefined)))
  await connection.pool.query('alter table mqtt_credential_away rename to mqtt_credential')
  await expect.poll(() => client.connected, { timeout: 10_000 }).toBe(true)
  expect(refusals).toEqual([])
})

test('a device neither hears nor speaks for another', async () => {
  const node = await start()
  const [mine, other] = [await newDevice(node), await newDevice(node)]
  const heard = readings(node)
  const device = await connect(mine)
  const otherTopic = deviceTopic(ORG_A, other.deviceId)
  for (const filter of [`${otherTopic}/#`, `yy/${ORG_A}/device/+/command`, `yy/${ORG_A}/event/#`, '#', 'yy/bus/#']) {
    expect([filter, await grant(device.client, filter)]).toEqual([filter, 128])
  }
  const thrownOut = gone(device.client)
  device.client.publish(`${otherTopic}/reading`, '{"forged":true}', { qos: 1 })
  await thrownOut
  await (await connect(other)).say('reading', 'genuine')
  expect((await heard.next()).message).toBe('genuine')
})

test('a device with another’s client id does not throw it out; the same device again replaces itself', async () => {
  const node = await start()
  const [one, two] = [await newDevice(node), await newDevice(node)]
  const first = await connect(one)
  const thief = await openMqtt(one.url, { clientId: one.clientName, username: two.clientName, password: two.secret })
  ends.push(() => thief.client.endAsync(true))
  const heard = readings(node)
  await first.say('reading', 1)
  expect((await heard.next()).message).toBe(1)
  const replaced = gone(first.client)
  const again = await connect(one)
  await replaced
  await again.say('reading', 2)
  expect((await heard.next()).message).toBe(2)
})

test('credentials that are withdrawn end the connection', async () => {
  const node = await start({ watchEveryMs: 20 })
  const [one, two, stays] = [await newDevice(node), await newDevice(node), await newDevice(node)]
  const [first, second, third] = [await connect(one), await connect(two), await connect(stays)]
  const both = [gone(first.client), gone(second.client)]
  await connection.pool.query('update mqtt_credential set enabled = false where client_name = $1', [one.clientName])
  await connection.pool.query('update mqtt_credential set secret_hash = $2 where client_name = $1', [
    two.clientName,
    hashDeviceSecret('new secret'),
  ])
  await Promise.all(both)
  const heard = readings(node)
  await third.say('reading', 'still here')
  expect((await heard.next()).message).toBe('still here')
})

test('nothing is kept for absent clients: no retained message, no queue', async () => {
  const node = await start()
  const account = await newDevice(node)
  const own = deviceTopic(ORG_A, account.deviceId)
  const first = await openMqtt(account.url, {
    clientId: 'kept',
    clean: false,
    username: account.clientName,
    password: account.secret,
  })
  await grant(first.client, `${own}/command`)
  await first.client.publishAsync(`${own}/command`, 'kept', { qos: 1, retain: true })
  expect((await first.messages.next()).text).toBe('kept')
  await first.client.endAsync()
  node.bus.link.publish(`${own}/command`, Buffer.from('while away'))
  const second = await openMqtt(account.url, {
    clientId: 'kept',
    clean: false,
    username: account.clientName,
    password: account.secret,
  })
  ends.push(() => second.client.endAsync(true))
  await grant(second.client, `${own}/command`)
  node.bus.link.publish(`${own}/command`, Buffer.from('now'))
  expect((await second.messages.next()).text).toBe('now')
})

test('too large a packet ends the connection before it is read', async () => {
  const node = await start()
  const { user, token } = sessions.signIn()
  const { client } = await openBrowser(node.port, token)
  const thrownOut = gone(client)
  client.publish(`${clientTopic(ORG_A, user.userId)}/x`, Buffer.alloc(100 * 1024), { qos: 0 })
  await thrownOut
  const device = await connect(await newDevice(node))
  const heard = readings(node)
  await device.say('picture', 'x'.repeat(200 * 1024))
  expect((await heard.next()).message).toHaveLength(200 * 1024)
  const deviceOut = gone(device.client)
  device.client.publish(`yy/${ORG_A}/device/x/picture`, Buffer.alloc(300 * 1024), { qos: 0 })
  await deviceOut
})

test('one connection holds at most fifty subscriptions', async () => {
  const node = await start()
  const { client } = await browser(node.port, sessions.signIn().token)
  for (let i = 0; i < 50; i++) expect(await grant(client, `yy/${ORG_A}/event/test/${i}`)).toBe(1)
  expect(await grant(client, `yy/${ORG_A}/event/test/50`)).toBe(128)
  await client.unsubscribeAsync(`yy/${ORG_A}/event/test/0`)
  expect(await grant(client, `yy/${ORG_A}/event/test/50`)).toBe(1)
})

test('a browser that stops reading is thrown out and does not hold up the others', async () => {
  const node = await start()
  const { token } = sessions.signIn()
  const fast = await browser(node.port, token)
  await grant(fast.client, allEvents(ORG_A))
  const slow = new WebSocket(`ws://127.0.0.1:${node.port}/mqtt`, 'mqtt')
  const answers = new Arrivals<number>()
  slow.on('message', (data: Buffer) => answers.put(data[0]!))
  const closed = new Promise<number>((resolve) => slow.once('close', resolve))
  await new Promise((resolve) => slow.once('open', resolve))
  const text = (value: string) => [0, Buffer.byteLength(value), ...Buffer.from(value)]
  const packet = (type: number, body: number[]) => Buffer.from([type, body.length, ...body])
  slow.send(packet(0x10, [...text('MQTT'), 4, 0xc2, 0, 60, ...text('slow'), ...text('ticket'), ...text(token)]))
  expect(await answers.next()).toBe(0x20)
  slow.send(packet(0x82, [0, 1, ...text(allEvents(ORG_A)), 0]))
  expect(await answers.next()).toBe(0x90)
  slow.pause()
  for (let i = 0; i < 400; i++) {
    node.realtime.emit(ORG_A, note, { text: '长'.repeat(20_000) })
    await fast.messages.next()
  }
  slow.resume()
  expect(await closed).toBe(1006)
})
