// Where messages of devices enter the product. Whoever takes one settles it when it is safe: only then does the broker
// acknowledge it, so a device that speaks with QoS 1 sends again what a crash has swallowed, and a device that is faster
// than the database waits.
import type { FastifyBaseLogger } from 'fastify'
import mqtt from 'mqtt'
import { readDeviceTopic } from '#contract/kit/topic'

export interface DeviceMessage {
  orgId: string
  deviceId: string
  channel: string
  payload: Buffer
  /** Milliseconds since 1970. */
  arrivedAt: number
  /** It came over a connection that many devices share, which must not wait for one of them. */
  shared?: boolean
  /** Safe. With an error the sender's connection ends and it sends again. */
  settle(error?: Error): void
}

export type Inlet = (message: DeviceMessage) => void

/** What all devices say. */
export const DEVICE_MESSAGES = 'yy/+/device/+/+'
const RECONNECT_MS = 1_000
const PUBACK = 0x40

export interface RemoteInletOptions {
  url: string
  username: string
  password: string
  /** The same for every process and after a restart: the broker keeps there what is not confirmed. */
  name: string
  log: FastifyBaseLogger
  /** Whether what devices say reaches us now. */
  hearing?: (now: boolean) => void
}

const LATER = new Error('confirmed when it is stored')

/**
 * Takes the devices' messages from an external broker; one process at a time, or they would throw one another out. The
 * session is kept there with a plain subscription, so what arrives while nobody is connected waits. A shared one would
 * let all processes take part, but brokers forget it when they restart and acknowledge to the devices what nobody gets.
 */
export function remoteInlet(options: RemoteInletOptions, inlet: Inlet): () => Promise<void> {
  const { log } = options
  const url = new URL(options.url)
  const username = decodeURIComponent(url.username) || options.username
  const password = url.username ? decodeURIComponent(url.password) : options.password
  url.username = ''
  url.password = ''
  let refused = false
  let closed = false
  const client = mqtt.connect(url.href, {
    protocolVersion: 4,
    clean: false,
    clientId: options.name,
    username,
    password,
    keepalive: 15,
    reconnectPeriod: RECONNECT_MS,
    // Without this the client gives up for good when the broker refuses it once, as one does that is just starting.
    reconnectOnConnackError: true,
    resubscribe: false,
  })
  client.handleMessage = (packet, next) => {
    const from = packet.cmd === 'publish' ? readDeviceTopic(packet.topic) : null
    if (packet.cmd !== 'publish' || !from) return next()
    const { stream } = client
    const { messageId } = packet
    inlet({
      ...from,
      payload: Buffer.from(packet.payload),
      arrivedAt: Date.now(),
      shared: true,
      settle: (error) => {
        // Over another connection the same number may name another message, which nobody has stored: the broker gives
        // this one again instead, and storing it twice changes nothing.
        if (closed || client.stream !== stream || !client.connected) return
        if (error) stream.destroy()
        else if (messageId !== undefined) stream.write(Buffer.from([PUBACK, 2, messageId >> 8, messageId & 0xff]))
      },
    })
    // The client would confirm it now and hand over the next only then; with an error it leaves that to us.
    next(LATER)
  }
  client.on('connect', () => {
    client.subscribe(DEVICE_MESSAGES, { qos: 1 }, (error, granted) => {
      if (closed) return
      if (!error && !granted?.some((one) => one.qos === (128 as number))) return options.hearing?.(true)
      if (!refused) log.warn({ broker: url.host, err: error }, 'the broker gives no readings: they enter elsewhere')
      refused = true
    })
  })
  client.on('close', () => options.hearing?.(false))
  client.on('error', (error) => log.debug({ err: error }, 'inlet'))
  return async () => {
    closed = true
    options.hearing?.(false)
    await client.endAsync(true)
  }
}
