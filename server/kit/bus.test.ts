import { Aedes } from 'aedes'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#server/kit/test/database'
import { Arrivals, openBroker, openMqtt, untilHeard } from '#server/kit/test/realtimeNode'
import { createBus, type MqttBus } from './bus.ts'
import { type Database, openDatabase } from './db.ts'
import { readSettings, SettingsError } from './settings.ts'

let database: TestDatabase
let connection: Database
const ends: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  database = await testDatabase()
  connection = openDatabase(database.url, 3)
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})
afterAll(async () => {
  await connection.end()
  await database.drop()
})

async function bus(mqttUrl?: string, pool = connection.pool): Promise<MqttBus> {
  const settings = readSettings(mqttUrl ? { MQTT_URL: mqttUrl } : {})
  const one = await createBus({ settings, pool, log: Fastify({ logger: false }).log })
  ends.push(() => one.close())
  return one
}

function listen(one: MqttBus, topic: string): Arrivals<{ message: unknown; topic: string }> {
  const arrivals = new Arrivals<{ message: unknown; topic: string }>()
  one.subscribe(topic, (message, at) => arrivals.put({ message, topic: at }))
  return arrivals
}

test('one process hears itself at once, by topic and by wildcard, each listener its own copy', async () => {
  const one = await bus()
  const heard: unknown[] = []
  one.subscribe('session/+', (message, topic) => {
    heard.push([topic, message])
    ;(message as { orgId: string }).orgId = 'changed'
  })
  one.subscribe('session/forget', (message) => heard.push(message))
  one.subscribe('other', () => heard.push('other'))
  one.publish('session/forget', { orgId: 'a', at: new Date(0) })
  expect(heard).toEqual([
    ['session/forget', { orgId: 'changed', at: '1970-01-01T00:00:00.000Z' }],
    { orgId: 'a', at: '1970-01-01T00:00:00.000Z' },
  ])
})

test('a listener that throws does not keep the message from the others', async () => {
  const one = await bus()
  const heard: unknown[] = []
  one.subscribe('x', () => {
    throw new Error('broken')
  })
  one.subscribe('x', (message) => heard.push(message))
  one.publish('x', 1)
  expect(heard).toEqual([1])
})

test('processes at one external broker hear one another in order, and themselves only once', async () => {
  const broker = await openBroker()
  ends.push(broker.end)
  const [first, second] = [await bus(broker.url), await bus(broker.url)]
  const atFirst = listen(first, 'count')
  const atSecond = listen(second, 'count')
  // A subscription that stands is proven by an answer through it.
  await untilHeard(first, second)
  for (let i = 0; i < 20; i++) first.publish('count', i)
  second.publish('count', 'last')
  for (let i = 0; i < 20; i++) expect((await atFirst.next()).message).toBe(i)
  expect((await atFirst.next()).message).toBe('last')
  const heard = new Set<unknown>()
  for (let i = 0; i < 21; i++) heard.add((await atSecond.next()).message)
  expect(heard.size).toBe(21)
})

test('a stranger on the broker cannot speak on the bus', async () => {
  const broker = await openBroker()
  ends.push(broker.end)
  const otherDatabase = await testDatabase()
  const otherConnection = openDatabase(otherDatabase.url, 2)
  ends.push(async () => {
    await otherConnection.end()
    await otherDatabase.drop()
  })
  const [first, second] = [await bus(broker.url), await bus(broker.url)]
  const otherInstallation = await bus(broker.url, otherConnection.pool)
  const heard = listen(first, 'realtime/event')
  await untilHeard(second, first)
  const stranger = await openMqtt(broker.url, { clientId: 'stranger' })
  ends.push(() => stranger.client.endAsync())
  await stranger.client.publishAsync('yy/bus/realtime/event', JSON.stringify({ forged: true }), { qos: 1 })
  await stranger.client.publishAsync('yy/bus/realtime/event', Buffer.alloc(200), { qos: 1 })
  otherInstallation.publish('realtime/event', 'of another database')
  // What the stranger repeats word for word arrived before, or under another topic; neither counts.
  await stranger.client.subscribeAsync('yy/bus/#', { qos: 1 })
  const raw = new Promise<Buffer>((resolve) =>
    stranger.client.on('message', (topic, payload) => topic.endsWith('secret') && resolve(payload)),
  )
  second.publish('secret', 'copied')
  await stranger.client.publishAsync('yy/bus/realtime/event', await raw, { qos: 1 })
  second.publish('realtime/event', 'genuine')
  expect((await heard.next()).message).toBe('genuine')
})

test('after the broker was away the bus says that messages may be missing, and works again', async () => {
  const broker = await openBroker()
  const [first, second] = [await bus(broker.url), await bus(broker.url)]
  const heard = listen(first, 'x')
  const gaps = new Arrivals<string>()
  first.onGap(() => gaps.put('first'))
  second.onGap(() => gaps.put('second'))
  await untilHeard(second, first)
  await broker.end()
  second.publish('x', 'while away')
  const again = await openBroker(new Aedes(), broker.port)
  ends.push(again.end)
  // The buses close before their broker.
  ends.push(() => first.close())
  ends.push(() => second.close())
  expect(new Set([await gaps.next(), await gaps.next()])).toEqual(new Set(['first', 'second']))
  second.publish('x', 'after')
  const texts = [(await heard.next()).message]
  if (texts[0] === 'while away') texts.push((await heard.next()).message)
  expect(texts.at(-1)).toBe('after')
})

test('a broker that refuses the account is a wrong setting, told without the password', async () => {
  const aedes = new Aedes({
    authenticate: (_client, _user, _password, done) => done(Object.assign(new Error('no'), { returnCode: 4 }), false),
  })
  const broker = await openBroker(aedes)
  ends.push(broker.end)
  const refused = await bus(`mqtt://who:secret-word@127.0.0.1:${broker.port}`).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(SettingsError)
  expect((refused as Error).message).toContain('MQTT_URL')
  expect((refused as Error).message).not.toContain('secret-word')
})

test('the account of the address is used, else the one of server processes', async () => {
  const accounts = new Arrivals<string>()
  const aedes = new Aedes({
    authenticate: (_client, user, password, done) => {
      accounts.put(`${user} ${password?.length}`)
      done(null, true)
    },
  })
  const broker = await openBroker(aedes)
  ends.push(broker.end)
  await bus(`mqtt://who%40here:p%2Fw@127.0.0.1:${broker.port}`)
  expect(await accounts.next()).toBe('who@here 3')
  await bus(broker.url)
  expect(await accounts.next()).toBe('yy-node 64')
})
