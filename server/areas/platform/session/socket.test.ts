// Realtime with the real sessions: ticket over HTTP, websocket and MQTT on the main port, ended with the session.
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { HEARTBEAT, LOGIN_EXPIRED } from '#contract/kit/event'
import { allEvents } from '#contract/kit/topic'
import { type ArrivedData, message as own } from '#contract/platform/message'
import { session } from '#contract/platform/session'
import { forgetLimits, type House, LOGINS, testHouse } from '#server/areas/platform/test/house'
import { gone, grant, openBrowser, openSocket } from '#server/kit/test/realtimeNode'

let house: House
let port: number
let nurse01: string

beforeAll(async () => {
  house = await testHouse()
  await house.server.listen({ port: 0, host: '127.0.0.1' })
  port = (house.server.server.address() as AddressInfo).port
  nurse01 = await house.person({ userName: 'nurse01', codes: ['czrzdc'] })
  await house.person({ userName: 'nurse02', codes: ['czrzdc'] })
})
afterAll(() => house.close())
beforeEach(() => forgetLimits(house))

const signIn = async (userName: string) => (await house.signInAs(userName)).data
const ticketOf = async (token: string) =>
  (await house.ask<{ ticket: string }>('POST', session.calls.socketTicket.path, { token })).data.ticket

const message = (title: string): ArrivedData => ({
  messageId: 'm1',
  kind: 'notice',
  title,
  content: '',
  route: null,
  state: 'UNREAD',
  readAt: null,
  card: true,
  sound: true,
  voice: false,
  createTime: '2025-11-15 08:00:00',
})

it('a ticket opens one socket, through which the user’s events come', async () => {
  const { token } = await signIn('nurse01')
  const other = await signIn('nurse02')
  const ticket = await ticketOf(token)
  expect(ticket).not.toBe(token)
  const socket = await openSocket(port, ticket)
  socket.ws.send(HEARTBEAT)
  expect(await socket.texts.next()).toBe(HEARTBEAT)
  const again = await openSocket(port, ticket)
  expect(await again.texts.next()).toBe(LOGIN_EXPIRED)
  expect(await again.closed).toBe(4011)

  const { client, messages } = await openBrowser(port, await ticketOf(token))
  expect(await grant(client, allEvents(house.orgId))).toBe(1)
  const elsewhere = await openSocket(port, other.token)
  const { realtime } = house.app
  realtime.emit(house.orgId, own.events.arrived, message('给护士一'), { userIds: [nurse01] })
  realtime.emit(house.orgId, session.events.menuChanged, {})
  expect(await socket.frame()).toMatchObject({ type: 'platform.message', data: { title: '给护士一' } })
  expect(JSON.parse((await messages.next()).text)).toMatchObject({ data: { title: '给护士一' } })
  expect((await elsewhere.frame()).type).toBe('platform.menuChanged')
  await client.endAsync(true)
})

it('signing out closes the sockets of the session', async () => {
  const { token } = await signIn('nurse01')
  const socket = await openSocket(port, await ticketOf(token))
  const { client } = await openBrowser(port, await ticketOf(token))
  const closed = gone(client)
  await house.ask('GET', `${LOGINS}/loginOut`, { token })
  expect(await socket.texts.next()).toBe(LOGIN_EXPIRED)
  await socket.closed
  await closed
})

it('signing in elsewhere closes the older session’s sockets, and its token opens none', async () => {
  const { token } = await signIn('nurse01')
  const socket = await openSocket(port, token)
  const newer = await signIn('nurse01')
  expect(await socket.texts.next()).toBe(LOGIN_EXPIRED)
  const late = await openSocket(port, token)
  expect(await late.texts.next()).toBe(LOGIN_EXPIRED)
  expect(await late.closed).toBe(4012)
  const now = await openSocket(port, newer.token)
  now.ws.send(HEARTBEAT)
  expect(await now.texts.next()).toBe(HEARTBEAT)
})
