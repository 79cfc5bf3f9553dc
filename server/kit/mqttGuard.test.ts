// Guessing at the broker: failures are limited per address and name, and nobody is locked out by a stranger.
import { connect as connectTcp, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#server/kit/test/database'
import { MemorySessions, ORG_A, openBrowser, type RealtimeNode, realtimeNode } from '#server/kit/test/realtimeNode'
import { connectDevice } from '#simulator/device'
import { type Database, openDatabase } from './db.ts'
import { newId } from './ids.ts'
import { hashDeviceSecret } from './mqttCredentials.ts'
import { ADDRESS, clientAddress, createMqttGuard, PAIR, STRANGERS, Strangers } from './mqttGuard.ts'

let database: TestDatabase
let connection: Database
let sessions: MemorySessions
let node: RealtimeNode
const ends: (() => unknown)[] = []

beforeAll(async () => {
  database = await testDatabase()
  connection = openDatabase(database.url, 2)
})
beforeEach(async () => {
  await connection.pool.query('delete from rate_count')
  sessions = new MemorySessions()
  node = await realtimeNode({ databaseUrl: database.url, sessions })
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
  await node.close()
})
afterAll(async () => {
  await connection.end()
  await database.drop()
})

async function newDevice() {
  const secret = newId()
  const [clientName, deviceId] = [`mattress-${newId()}`, newId()]
  await connection.pool.query(
    'insert into mqtt_credential (org_id, client_name, secret_hash, device_id) values ($1, $2, $3, $4)',
    [ORG_A, clientName, hashDeviceSecret(secret), deviceId],
  )
  return { url: `mqtt://127.0.0.1:${node.ports.mqtt}`, orgId: ORG_A, deviceId, clientName, secret }
}
const enter = async (account: Parameters<typeof connectDevice>[0]) => {
  const device = await connectDevice(account)
  ends.push(() => device.end())
}

test('wrong passwords of one name from one address: ten are looked at, then none, not even the right one', async () => {
  const account = await newDevice()
  const wrong = { ...account, secret: 'wrong' }
  for (let n = 0; n < PAIR.most; n++) await expect(connectDevice(wrong)).rejects.toMatchObject({ code: 4 })
  await expect(connectDevice(wrong)).rejects.toMatchObject({ code: 3 })
  await expect(connectDevice(account)).rejects.toMatchObject({ code: 3 })
  // Others behind the same address are not meant.
  await enter(await newDevice())
  await connection.pool.query('delete from rate_count')
  await enter(account)
})

test('a device that has signed in from there before is not locked out by somebody who guesses its name', async () => {
  const account = await newDevice()
  await enter(account)
  for (let n = 0; n < PAIR.most + 2; n++) {
    await expect(connectDevice({ ...account, secret: 'wrong' })).rejects.toMatchObject({ code: 4 })
  }
  await enter(account)
})

test('many names from one address: that address is refused, devices known there and other addresses are not', async () => {
  const guard = createMqttGuard(connection.pool)
  await guard.succeeded('10.0.0.1', 'known')
  for (let n = 0; n < ADDRESS.most; n++) await guard.failed('10.0.0.1', `name-${n}`)
  // A process that has not seen any of it finds the same counters.
  const other = createMqttGuard(connection.pool)
  expect(await other.allows('10.0.0.1', 'another')).toBe(false)
  expect(await other.allows('10.0.0.1', 'known')).toBe(true)
  expect(await other.allows('10.0.0.2', 'name-1')).toBe(true)
})

test('over a websocket a wrong ticket tried again and again is refused, and another browser of the house enters', async () => {
  const { token } = sessions.signIn()
  const wrong = newId()
  for (let n = 0; n < PAIR.most; n++) await expect(openBrowser(node.port, wrong)).rejects.toMatchObject({ code: 4 })
  await expect(openBrowser(node.port, wrong)).rejects.toMatchObject({ code: 3 })
  const { client } = await openBrowser(node.port, token)
  ends.push(() => client.endAsync(true))
})

test('a name with NUL is a wrong name, and counted as one', async () => {
  const account = await newDevice()
  await expect(connectDevice({ ...account, clientName: 'a\0b' })).rejects.toBeTruthy()
  await enter(account)
})

test('before it has signed in nobody may send a large packet', async () => {
  const socket = connectTcp(node.ports.mqtt!, '127.0.0.1')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => undefined)
  // A CONNECT that announces a megabyte.
  socket.write(Buffer.from([0x10, 0x80, 0x80, 0x40]))
  await closed
})

test('connections that never sign in give way, the oldest first, and a device still enters', async () => {
  const idle: Socket[] = []
  ends.push(() => {
    for (const one of idle) one.destroy()
  })
  for (let n = 0; n < STRANGERS.address; n++) {
    const socket = connectTcp(node.ports.mqtt!, '127.0.0.1')
    socket.on('error', () => undefined)
    await new Promise((resolve) => socket.once('connect', resolve))
    idle.push(socket)
  }
  const closed = new Promise((resolve) => idle[0]!.once('close', resolve))
  idle[0]!.resume()
  await enter(await newDevice())
  await closed
})

test('whose turn it is to give way', () => {
  const gone: string[] = []
  const stream = (name: string) => ({ name, destroy: () => void gone.push(name) })
  const strangers = new Strangers<ReturnType<typeof stream>>()
  const quiet = stream('quiet')
  strangers.add(quiet, '10.0.0.1')
  for (let n = 0; n <= STRANGERS.address; n++) strangers.add(stream(`loud-${n}`), '10.0.0.2')
  expect(gone).toEqual(['loud-0'])
  strangers.remove(quiet)
  strangers.add(stream('later'), '10.0.0.1')
  expect(gone).toEqual(['loud-0'])
})

test('the address behind a proxy is the one that the trusted proxy names, never the client’s own words', () => {
  const request = (remote: string, forwarded?: string) =>
    ({ socket: { remoteAddress: remote }, headers: forwarded ? { 'x-forwarded-for': forwarded } : {} }) as never
  expect(clientAddress(request('10.0.0.9', '1.2.3.4'), false)).toBe('10.0.0.9')
  expect(clientAddress(request('10.0.0.9', '6.6.6.6, 1.2.3.4'), 'nearest')).toBe('1.2.3.4')
  expect(clientAddress(request('::ffff:10.0.0.9', '1.2.3.4'), ['10.0.0.0/8'])).toBe('1.2.3.4')
  expect(clientAddress(request('11.0.0.9', '1.2.3.4'), ['10.0.0.0/8'])).toBe('11.0.0.9')
  expect(clientAddress(request('10.0.0.9', 'nonsense'), 'nearest')).toBe('10.0.0.9')
})
