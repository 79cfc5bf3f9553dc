// One process's realtime part for tests: real listeners, broker and database; only the sessions are kept in memory.

import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcp } from 'node:net'
import { Aedes } from 'aedes'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { WebSocket } from 'ws'
import type { RefusalCode } from '#contract/kit/refusal'
import { TICKET_USER } from '#contract/kit/topic'
import { createBus, type MqttBus } from '#server/kit/bus'
import type { Bus, SessionAnswer } from '#server/kit/context'
import { openDatabase } from '#server/kit/db'
import type { SocketSessions } from '#server/kit/entrance'
import { newId } from '#server/kit/ids'
import { createRealtime, type RealtimePorts, type RealtimeServer } from '#server/kit/realtime'
import type { SessionUser } from '#server/kit/sessionUser'
import { readSettings } from '#server/kit/settings'

export const ORG_A = 'a0000000000000000000000000000001'
export const ORG_B = 'b0000000000000000000000000000001'

/** Sessions of a test, shared by its nodes as the database would be. */
export class MemorySessions implements SocketSessions {
  readonly users = new Map<string, SessionUser>()
  readonly #sessionOfToken = new Map<string, string>()
  readonly #tickets = new Map<string, string>()
  readonly #ended = new Map<string, RefusalCode>()

  signIn(facts: Partial<SessionUser> = {}): { token: string; user: SessionUser } {
    const id = newId()
    const user: SessionUser = {
      orgId: ORG_A,
      deptIds: null,
      sessionId: id,
      userId: newId(),
      userName: 'someone',
      empName: '某人',
      phone: null,
      orgName: '甲院',
      orgLevel: 3,
      isAdmin: false,
      deptId: null,
      deptName: null,
      roleNames: '',
      landingEndId: null,
      codes: new Set(),
      mustChangePassword: false,
      screen: false,
      display: false,
      ...facts,
    }
    const token = newId()
    this.users.set(user.sessionId, user)
    this.#sessionOfToken.set(token, user.sessionId)
    return { token, user }
  }

  ticket(user: SessionUser): string {
    const ticket = newId()
    this.#tickets.set(ticket, user.sessionId)
    return ticket
  }

  end(user: SessionUser, code: RefusalCode): void {
    this.#ended.set(user.sessionId, code)
  }

  async resolve(token: string): Promise<SessionAnswer | null> {
    const sessionId = this.#sessionOfToken.get(token)
    return sessionId === undefined ? null : this.lookUp(sessionId)
  }

  async resolveSocket(ticketOrToken: string): Promise<SessionAnswer | null> {
    const sessionId = this.#tickets.get(ticketOrToken)
    this.#tickets.delete(ticketOrToken)
    return sessionId === undefined ? this.resolve(ticketOrToken) : this.lookUp(sessionId)
  }

  async lookUp(sessionId: string): Promise<SessionAnswer | null> {
    const code = this.#ended.get(sessionId)
    if (code) return { ended: code }
    const user = this.users.get(sessionId)
    return user ? { user } : null
  }

  async alive(sessionIds: string[]): Promise<Map<string, RefusalCode | null>> {
    return new Map(sessionIds.map((one) => [one, this.#ended.get(one) ?? null]))
  }
}

export interface RealtimeNode {
  bus: MqttBus
  realtime: RealtimeServer
  main: Server
  port: number
  ports: RealtimePorts
  close(): Promise<void>
}

export interface NodeOptions {
  databaseUrl: string
  sessions: SocketSessions
  env?: Record<string, string>
  watchEveryMs?: number
  log?: FastifyBaseLogger
}

export async function realtimeNode(options: NodeOptions): Promise<RealtimeNode> {
  const settings = readSettings({
    HOST: '127.0.0.1',
    WS_PORT: '0',
    MQTT_WS_PORT: '0',
    MQTT_PORT: '0',
    ...options.env,
  })
  const database = openDatabase(options.databaseUrl, 3)
  const parts = {
    settings,
    pool: database.pool,
    log: options.log ?? Fastify({ logger: false }).log,
    sessions: options.sessions,
  }
  const bus = await createBus(parts)
  const realtime = createRealtime({ ...parts, bus, watchEveryMs: options.watchEveryMs ?? 600_000, strict: true })
  const main = createServer((_request, response) => response.end())
  const close = async () => {
    await realtime.close()
    if (main.listening) await new Promise((resolve) => main.close(resolve))
    await bus.close()
    await database.end()
  }
  try {
    const ports = await realtime.listen(main)
    await new Promise<void>((resolve) => main.listen(0, '127.0.0.1', resolve))
    return { bus, realtime, main, port: (main.address() as AddressInfo).port, ports, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Things that arrive, taken one by one in their order. */
export class Arrivals<T> {
  readonly #waiting: ((value: T) => void)[] = []
  readonly #arrived: T[] = []

  put(value: T): void {
    const waiting = this.#waiting.shift()
    if (waiting) waiting(value)
    else this.#arrived.push(value)
  }

  next(): Promise<T> {
    if (this.#arrived.length > 0) return Promise.resolve(this.#arrived.shift() as T)
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}

export interface TestSocket {
  ws: WebSocket
  texts: Arrivals<string>
  /** The type and data of the next frame. */
  frame(): Promise<{ type: string; data: unknown; at: string }>
  closed: Promise<number>
}

export async function openSocket(
  port: number,
  part: string,
  headers: Record<string, string> = {},
): Promise<TestSocket> {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/websocket/${part}`, { headers })
  const texts = new Arrivals<string>()
  ws.on('message', (data) => texts.put(data.toString()))
  const closed = new Promise<number>((resolve) => ws.once('close', (code) => resolve(code)))
  await new Promise<void>((resolve, reject) => {
    ws.once('open', () => resolve())
    ws.once('error', reject)
  })
  return { ws, texts, frame: async () => JSON.parse(await texts.next()), closed }
}

export interface TestBrowser {
  client: MqttClient
  messages: Arrivals<{ topic: string; text: string }>
}

/** A browser's MQTT client; rejects when the broker refuses it. */
export async function openBrowser(port: number, password: string, options: IClientOptions = {}): Promise<TestBrowser> {
  return openMqtt(`ws://127.0.0.1:${port}/mqtt`, { username: TICKET_USER, password, ...options })
}

export async function openMqtt(url: string, options: IClientOptions): Promise<TestBrowser> {
  const client = await mqtt.connectAsync(url, { reconnectPeriod: 0, ...options }, false)
  const messages = new Arrivals<{ topic: string; text: string }>()
  client.on('message', (topic, payload) => messages.put({ topic, text: payload.toString() }))
  client.on('error', () => undefined)
  return { client, messages }
}

/** What the broker granted for a filter: 0, 1, 2, or 128 for refused. */
export const grant = (client: MqttClient, filter: string) =>
  new Promise<number>((resolve) => {
    client.subscribe(filter, { qos: 1 }, (_error, _granted, packet) => {
      resolve(Number((packet as { granted?: readonly number[] } | undefined)?.granted?.[0] ?? 128))
    })
  })

export const gone = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', () => resolve()))

/** Settles when what one process says reaches the other: the subscriptions stand. */
export async function untilHeard(from: Bus, to: Bus): Promise<void> {
  const topic = `probe/${newId()}`
  const probe = new Arrivals<unknown>()
  to.subscribe(topic, (message) => probe.put(message))
  const timer = setInterval(() => from.publish(topic, null), 20)
  await probe.next()
  clearInterval(timer)
}

/** A broker that knows nothing of this product: anybody may do anything. */
export async function openBroker(
  aedes = new Aedes(),
  port = 0,
): Promise<{ url: string; port: number; end(): Promise<void> }> {
  await aedes.listen()
  const server = createTcp(aedes.handle)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const end = async () => {
    await new Promise<void>((resolve) => aedes.close(resolve))
    await new Promise((resolve) => server.close(resolve))
  }
  const chosen = (server.address() as AddressInfo).port
  return { url: `mqtt://127.0.0.1:${chosen}`, port: chosen, end }
}
