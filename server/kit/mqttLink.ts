// The way to the broker: in process, or over the network to an external one. Both carry raw bytes at QoS 1.
import type { Aedes } from 'aedes'
import type { FastifyBaseLogger } from 'fastify'
import mqtt, { type MqttClient } from 'mqtt'
import { topicMatches } from './mqttTopics.ts'
import { SettingsError } from './settings.ts'

export interface MqttLink {
  publish(topic: string, payload: Buffer): void
  subscribe(filter: string, listener: (topic: string, payload: Buffer) => void): void
  /** Messages of others may have been missed; called once the subscriptions stand again. */
  onGap(listener: () => void): void
  connected(): boolean
  close(): Promise<void>
}

type Listener = (topic: string, payload: Buffer) => void

/** A listener that throws is a defect of its own and must not stop the others. */
function call(log: FastifyBaseLogger, listener: Listener, topic: string, payload: Buffer): void {
  try {
    listener(topic, payload)
  } catch (error) {
    log.error({ err: error, topic }, 'a listener of the broker failed')
  }
}

/** Straight into the broker of this process. The broker itself is closed by whoever made it. */
export function localLink(aedes: Aedes, log: FastifyBaseLogger): MqttLink {
  return {
    publish: (topic, payload) =>
      aedes.publish({ cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false }, (error) => {
        if (error && !aedes.closed) log.error({ err: error, topic }, 'publish in the embedded broker failed')
      }),
    subscribe: (filter, listener) =>
      aedes.subscribe(
        filter,
        (packet, done) => {
          call(log, listener, packet.topic, Buffer.from(packet.payload))
          done()
        },
        () => undefined,
      ),
    onGap: () => undefined,
    connected: () => !aedes.closed,
    close: async () => undefined,
  }
}

export interface RemoteOptions {
  url: string
  clientId: string
  /** Used when the address names no account. */
  username: string
  password: string
  log: FastifyBaseLogger
}

const FIRST_CONNECTION_MS = 5_000
const RECONNECT_MS = 1_000
const CLOSE_MS = 2_000
/** What waits for a broker that is away. More is dropped: browsers refetch, caches expire by themselves. */
const MAX_WAITING = 10_000
const WARN_EVERY_MS = 60_000

/** Connack codes by which a broker says that the account is wrong. */
const ACCOUNT_REFUSED = new Set([4, 5])

/** A broker that is away at the start is no reason not to start; one that refuses the account is a wrong setting. */
export async function remoteLink(options: RemoteOptions): Promise<MqttLink> {
  const { log } = options
  const url = new URL(options.url)
  const username = decodeURIComponent(url.username) || options.username
  const password = url.username ? decodeURIComponent(url.password) : options.password
  url.username = ''
  url.password = ''
  const listeners: { filter: string; listener: Listener }[] = []
  const gapListeners: (() => void)[] = []
  let waiting = 0
  let connectedBefore = false
  let closing = false
  let warnedAt = 0

  const client = mqtt.connect(url.href, {
    protocolVersion: 4,
    clean: true,
    clientId: options.clientId,
    username,
    password,
    keepalive: 15,
    connectTimeout: FIRST_CONNECTION_MS,
    reconnectPeriod: RECONNECT_MS,
    reconnectOnConnackError: true,
    // Done here, because a gap ends when the broker has confirmed the subscriptions, not when it is reached.
    resubscribe: false,
  })

  const subscribeTo = (filters: string[], then: () => void) => {
    if (filters.length === 0) return then()
    client.subscribe(filters, { qos: 1 }, (error, granted) => {
      const refused = granted?.filter((one) => one.qos === (128 as number)).map((one) => one.topic) ?? []
      if (error || refused.length > 0) {
        if (!closing) log.error({ err: error, refused }, 'the broker refused subscriptions')
        return
      }
      then()
    })
  }

  client.on('connect', () => {
    const again = connectedBefore
    connectedBefore = true
    subscribeTo([...new Set(listeners.map((one) => one.filter))], () => {
      log.info({ broker: url.host }, again ? 'broker reached again' : 'broker reached')
      if (again) for (const listener of gapListeners) listener()
    })
  })
  client.on('message', (topic, payload) => {
    for (const { filter, listener } of listeners) {
      if (topicMatches(filter, topic)) call(log, listener, topic, payload)
    }
  })
  client.on('close', () => {
    if (!closing && connectedBefore) log.warn({ broker: url.host }, 'connection to the broker lost')
  })
  client.on('error', (error) => {
    if (!closing) log.error({ err: error, broker: url.host }, 'broker connection')
  })

  await firstConnection(client, url, log)

  return {
    publish(topic, payload) {
      if (closing) return
      if (waiting >= MAX_WAITING) {
        const now = Date.now()
        if (now - warnedAt > WARN_EVERY_MS) log.warn({ waiting }, 'broker away too long, messages are dropped')
        if (now - warnedAt > WARN_EVERY_MS) warnedAt = now
        return
      }
      waiting++
      client.publish(topic, payload, { qos: 1 }, (error) => {
        waiting--
        if (error && !closing) log.warn({ err: error, topic }, 'message did not reach the broker')
      })
    },
    subscribe(filter, listener) {
      const known = listeners.some((one) => one.filter === filter)
      listeners.push({ filter, listener })
      if (!known && client.connected) subscribeTo([filter], () => undefined)
    },
    onGap: (listener) => void gapListeners.push(listener),
    connected: () => client.connected,
    async close() {
      closing = true
      // A clean end waits for confirmations; a broker that is away gives none.
      const timer = setTimeout(() => client.end(true), CLOSE_MS)
      await client.endAsync(!client.connected)
      clearTimeout(timer)
    },
  }
}

async function firstConnection(client: MqttClient, url: URL, log: FastifyBaseLogger): Promise<void> {
  const outcome = await new Promise<'connected' | 'late' | 'refused'>((resolve) => {
    const timer = setTimeout(() => resolve('late'), FIRST_CONNECTION_MS)
    const settle = (how: 'connected' | 'refused') => {
      clearTimeout(timer)
      resolve(how)
    }
    client.once('connect', () => settle('connected'))
    client.on('error', (error) => {
      if ('code' in error && ACCOUNT_REFUSED.has(Number(error.code))) settle('refused')
    })
  })
  if (outcome === 'late') log.warn({ broker: url.host }, 'broker not reached yet, trying on')
  if (outcome === 'refused') {
    await client.endAsync(true)
    throw new SettingsError('MQTT_URL', url.href, '消息服务器拒绝了这个账号或密码')
  }
}
