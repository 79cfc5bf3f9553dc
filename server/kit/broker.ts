// The rules of the embedded MQTT broker: who may connect, what each may publish and subscribe, what is forwarded.
import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Aedes, Client } from 'aedes'
import { WebSocketServer } from 'ws'
import { eventTopic, readDeviceTopic, TICKET_USER } from '#contract/kit/topic'
import { type Delivery, mayReceive } from './audience.ts'
import { type MqttBus, NODE_USER } from './bus.ts'
import type { AppContext } from './context.ts'
import { enter, type SocketSessions } from './entrance.ts'
import { sha256 } from './ids.ts'
import { DEVICE_MESSAGES, type Inlet } from './inlet.ts'
import type { LiveConnection, LiveSessions } from './liveSessions.ts'
import { CredentialsBusy, deviceOf, revoked } from './mqttCredentials.ts'
import { clientAddress, createMqttGuard, Strangers } from './mqttGuard.ts'
import { limitPackets, mqttStream, type PacketGauge } from './mqttStream.ts'
import { CLIENT_TOPICS, isClientTopic, mayPublish, maySubscribe, type Peer } from './mqttTopics.ts'
import { addressOf } from './rateLimit.ts'
import { refuseUpgrade, type UpgradeRoute } from './upgrades.ts'

const KIB = 1024
/** Packets in bytes; before the account is known only a CONNECT is expected. */
const LIMITS = { unknown: 16 * KIB, browser: 64 * KIB, device: 256 * KIB, node: 8 * KIB * KIB }
const BACKLOGS = { browser: KIB * KIB, device: KIB * KIB, node: 64 * KIB * KIB }
/** A peer that is silent for one and a half times this is gone. Also for those that ask for no limit. */
const KEEPALIVE_S = 300
const MAX_SUBSCRIPTIONS = 50
const CLIENT_ID_LENGTH = 128

/** Connack codes of MQTT 3.1.1 */
const UNAVAILABLE = 3
const BAD_ACCOUNT = 4
const NOT_AUTHORISED = 5

class Denied extends Error {
  constructor(readonly returnCode: number) {
    super('denied')
  }
}

/** On a packet that the inlet has taken. */
const TAKEN = Symbol('taken')

interface Connected {
  peer: Peer
  live: LiveConnection | null
  subscriptions: Set<string>
}

export interface Broker {
  /** MQTT over websocket at /mqtt, for browsers. */
  route: UpgradeRoute
  /** MQTT over TCP, for devices and further server processes. */
  accept(socket: Socket): void
  /** Publishes an event to the browsers of this process that may get it. */
  deliver(delivery: Delivery): void
  /** Users of the organisation whose browsers are connected here. */
  usersOf(orgId: string): ReadonlySet<string>
  /** Ends devices whose credentials were withdrawn. */
  recheckDevices(): Promise<void>
  close(): Promise<void>
}

type Parts = Pick<AppContext, 'settings' | 'pool' | 'log'> & {
  bus: MqttBus
  sessions: SocketSessions
  /** Who takes what devices say; null: nobody yet. */
  inlet(): Inlet | null
}

export function createBroker(app: Parts, live: LiveSessions): Broker {
  const { log, pool, bus } = app
  const { aedes } = bus
  const streams = new Set<Duplex>()
  const gauges = new WeakMap<object, PacketGauge>()
  const clients = new Map<Client, Connected>()
  const guard = createMqttGuard(pool)
  const strangers = new Strangers<Duplex>()
  const addresses = new WeakMap<object, string>()
  /** What makes a published buffer an event; nothing that comes over the wire is in here. */
  const deliveries = new WeakMap<object, Delivery>()
  let browsers = 0
  let closed = false

  /** Guesses are counted; whoever guesses too much is not even looked up. A browser's ticket is its name. */
  async function enterAs(client: Client, username: string, password: string): Promise<Peer> {
    const address = addresses.get(client.conn) ?? ''
    const name = client.req ? `ticket ${password}` : username
    if (!(await guard.allows(address, name))) throw new Denied(UNAVAILABLE)
    try {
      const peer = await identify(client, username, password)
      if (!client.req) await guard.succeeded(address, name)
      return peer
    } catch (error) {
      if (error instanceof Denied && error.returnCode === BAD_ACCOUNT) await guard.failed(address, name)
      throw error instanceof CredentialsBusy ? new Denied(UNAVAILABLE) : error
    }
  }

  async function identify(client: Client, username: string, password: string): Promise<Peer> {
    if (client.req) {
      if (username !== TICKET_USER) throw new Denied(BAD_ACCOUNT)
      const entrance = await enter(app.sessions, app.settings, client.req, password)
      if ('foreign' in entrance) throw new Denied(NOT_AUTHORISED)
      if ('ended' in entrance) throw new Denied(BAD_ACCOUNT)
      // A wall screen hears what it needs over its websocket; here others could speak to it and it to them.
      if (entrance.user.screen) throw new Denied(NOT_AUTHORISED)
      return { kind: 'browser', user: entrance.user }
    }
    if (username === NODE_USER) {
      const same = timingSafeEqual(Buffer.from(sha256(password)), Buffer.from(sha256(bus.nodePassword)))
      if (!same) throw new Denied(BAD_ACCOUNT)
      return { kind: 'node' }
    }
    const device = username === '' || username.includes('\0') ? null : await deviceOf(pool, username, password)
    if (!device) throw new Denied(BAD_ACCOUNT)
    return device
  }

  /** A client id from the wire could throw out somebody else's connection of the same id. */
  function internalId(peer: Peer, claimed: string): string {
    if (peer.kind === 'device') return `device:${peer.orgId}:${peer.clientName}`
    return peer.kind === 'node' ? `node:${claimed}` : `browser:${randomUUID()}`
  }

  function admit(client: Client, peer: Peer): void {
    const connected: Connected = { peer, live: null, subscriptions: new Set() }
    if (peer.kind === 'browser') {
      const connection: LiveConnection = {
        get user() {
          return peer.user
        },
        set user(user) {
          peer.user = user
        },
        end: () => client.close(),
      }
      if (!live.add(connection)) throw new Denied(UNAVAILABLE)
      connected.live = connection
      browsers++
    }
    client.id = internalId(peer, client.id)
    gauges.get(client.conn)!.limit = LIMITS[peer.kind]
    strangers.remove(client.conn)
    clients.set(client, connected)
    client.conn.once('close', () => {
      clients.delete(client)
      if (!connected.live) return
      live.remove(connected.live)
      browsers--
    })
  }

  aedes.preConnect = (client, packet, done) => {
    if (closed || packet.clientId.length > CLIENT_ID_LENGTH) return done(new Error('not accepted'), false)
    // Nothing is kept for absent clients: a restart or another process would not have it.
    packet.clean = true
    packet.keepalive = packet.keepalive ? Math.min(packet.keepalive, KEEPALIVE_S) : KEEPALIVE_S
    done(null, client.conn.destroyed === false)
  }

  aedes.authenticate = (client, username, password, done) => {
    const refuse = (returnCode: number) => done(Object.assign(new Error('refused'), { returnCode }), false)
    enterAs(client, username ?? '', password?.toString() ?? '')
      .then((peer) => {
        // The client left while its account was looked up; nobody would take it out again.
        if (client.closed || client.conn.destroyed) return false
        admit(client, peer)
        return true
      })
      .then(
        (admitted) => admitted && done(null, true),
        (error: unknown) => {
          if (error instanceof Denied) {
            log.info({ account: client.req ? 'browser' : username, code: error.returnCode }, 'broker refused a client')
            return refuse(error.returnCode)
          }
          log.error({ err: error }, 'the account of an MQTT client could not be looked up')
          // No answer: there are clients that never come again after a refusal, and a button would stay silent for good.
          // A line that ends is tried again by all of them.
          client.conn.destroy()
        },
      )
      .catch((error: unknown) => log.error({ err: error }, 'MQTT sign-in failed'))
  }

  aedes.authorizePublish = (client, packet, done) => {
    const connected = client && clients.get(client)
    if (!connected || !mayPublish(connected.peer, packet.topic)) {
      log.warn({ client: client?.id, topic: packet.topic }, 'publishing refused')
      return done(new Error('publishing refused'))
    }
    // Kept messages would live in this process's memory alone, and without limit.
    packet.retain = false
    const inlet = connected.peer.kind === 'device' ? app.inlet() : null
    const from = inlet && readDeviceTopic(packet.topic)
    if (!inlet || !from) return done(null)
    ;(packet as { [TAKEN]?: true })[TAKEN] = true
    inlet({
      ...from,
      payload: Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload),
      arrivedAt: Date.now(),
      settle: (error) => done(error ?? null),
    })
  }

  // What a device says ends in the inlet. Passed on to nobody, it would cost more than storing it, and the broker's pools
  // would hold on to it for as long as they are large.
  const publish = aedes.publish.bind(aedes) as (packet: object, ...rest: unknown[]) => void
  aedes.publish = (packet: object, ...rest: unknown[]) => {
    if (TAKEN in packet) (rest.at(-1) as () => void)()
    else publish(packet, ...rest)
  }

  aedes.authorizeSubscribe = (client, subscription, done) => {
    const connected = clients.get(client)
    const { topic } = subscription
    const allowed =
      connected !== undefined &&
      maySubscribe(connected.peer, topic) &&
      // They enter in this process; another that takes this broker for an external one would store them once more.
      topic !== DEVICE_MESSAGES &&
      (connected.subscriptions.has(topic) || connected.subscriptions.size < MAX_SUBSCRIPTIONS)
    if (allowed) connected.subscriptions.add(topic)
    done(null, allowed ? subscription : null)
  }

  aedes.authorizeForward = (client, packet) => {
    const connected = clients.get(client)
    // Set by the broker on what a client published, though its typings do not say so.
    const { clientId } = packet as { clientId?: string }
    if (!connected || !mayForward(connected.peer, packet.topic, packet.payload as Buffer, clientId)) return null
    if (client.conn.writableLength > BACKLOGS[connected.peer.kind]) {
      client.conn.destroy(new Error('too far behind'))
      return null
    }
    return packet
  }

  function mayForward(peer: Peer, topic: string, payload: Buffer, from: string | undefined): boolean {
    if (peer.kind !== 'browser') return maySubscribe(peer, topic)
    const delivery = deliveries.get(payload)
    if (delivery) return mayReceive(peer.user, delivery)
    if (!isClientTopic(topic) || topic.split('/')[1] !== peer.user.orgId) return false
    // With an external broker what browsers say comes back from there, to this process's browsers too.
    return !(bus.external && from !== undefined)
  }

  aedes.on('client', (client) => {
    // Gone between its acceptance and its registration: the broker would keep it for ever.
    if (client.closed) (aedes as unknown as { unregisterClient(client: Client): void }).unregisterClient(client)
  })
  aedes.on('unsubscribe', (topics, client) => {
    for (const topic of topics) clients.get(client)?.subscriptions.delete(topic)
  })
  aedes.on('clientError', (client, error) => log.debug({ err: error, client: client.id }, 'MQTT client'))
  aedes.on('connectionError', (_client, error) => log.debug({ err: error }, 'MQTT connection'))
  if (bus.external) bridge(aedes, bus)

  const webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: 2 * LIMITS.browser,
    perMessageDeflate: false,
    clientTracking: false,
    handleProtocols: (offered) => (offered.has('mqtt') ? 'mqtt' : false),
  })

  function handle(stream: Duplex, address: string, request?: IncomingMessage): void {
    streams.add(stream)
    addresses.set(stream, address)
    strangers.add(stream, address)
    stream.once('close', () => {
      streams.delete(stream)
      strangers.remove(stream)
    })
    gauges.set(stream, limitPackets(stream, LIMITS.unknown))
    aedes.handle(stream, request)
  }

  return {
    route(path, request, socket, head) {
      if (path !== '/mqtt') return false
      const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((one) => one.trim())
      if (closed) refuseUpgrade(socket, 503)
      else if (!offered.includes('mqtt')) refuseUpgrade(socket, 400)
      else {
        const address = clientAddress(request, app.settings.trustProxy)
        webSockets.handleUpgrade(request, socket, head, (ws) => handle(mqttStream(ws), address, request))
      }
      return true
    },
    accept(socket) {
      if (closed) return void socket.destroy()
      socket.setNoDelay(true)
      socket.setKeepAlive(true, 60_000)
      handle(socket, addressOf(socket.remoteAddress ?? ''))
    },
    deliver(delivery) {
      if (browsers === 0 || closed) return
      const payload = Buffer.from(delivery.frame)
      deliveries.set(payload, delivery)
      const topic = eventTopic(delivery.orgId, delivery.type)
      aedes.publish({ cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false }, (error) => {
        if (error && !closed) log.error({ err: error, topic }, 'event not published')
      })
    },
    usersOf(orgId) {
      const users = new Set<string>()
      if (browsers === 0) return users
      for (const { peer } of clients.values()) {
        if (peer.kind === 'browser' && peer.user.orgId === orgId) users.add(peer.user.userId)
      }
      return users
    },
    async recheckDevices() {
      const devices = [...clients].flatMap(([client, { peer }]) => (peer.kind === 'device' ? [{ client, peer }] : []))
      const gone = new Set(
        await revoked(
          pool,
          devices.map((one) => one.peer),
        ),
      )
      for (const { client, peer } of devices) if (gone.has(peer)) client.close()
    },
    async close() {
      closed = true
      const ended = [...streams].map((stream) => new Promise<void>((resolve) => stream.once('close', () => resolve())))
      for (const stream of streams) stream.destroy()
      await Promise.all(ended)
      webSockets.close()
    },
  }
}

/**
 * With an external broker this one is only the edge for browsers. What they say goes out and comes back from there to
 * every process alike; what came back is published without a client and so never goes out again.
 */
function bridge(aedes: Aedes, bus: MqttBus): void {
  aedes.on('publish', (packet, client) => {
    if (client && isClientTopic(packet.topic)) bus.link.publish(packet.topic, Buffer.from(packet.payload))
  })
  bus.link.subscribe(CLIENT_TOPICS, (topic, payload) => {
    if (payload.length > LIMITS.browser) return
    aedes.publish({ cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false }, () => undefined)
  })
}
