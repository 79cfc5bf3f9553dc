// The bus between server processes. This process's listeners are told at once; the others over MQTT. Every message is
// signed with a secret of the database, so that neither a device on a loosely guarded broker nor another installation
// on the same broker can speak for a server process.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import { Aedes } from 'aedes'
import mqttPacket from 'mqtt-packet'
import type { AppContext, Bus } from './context.ts'
import { localLink, type MqttLink, remoteLink } from './mqttLink.ts'
import { BUS_ROOT, topicMatches } from './mqttTopics.ts'
import { productSecret } from './secrets.ts'

/** Account of server processes at the embedded broker of another one. */
export const NODE_USER = 'yy-node'

export interface MqttBus extends Bus {
  /** The broker of this process: with an external one only the edge that browsers connect to. */
  aedes: Aedes
  link: MqttLink
  /** True when devices and other processes meet at an external broker. */
  external: boolean
  nodePassword: string
  /** Messages of other processes may have been missed. */
  onGap(listener: () => void): void
}

const MAC = 32
const NODE = 16
const HEAD = NODE + 8
// It would keep a buffer ready for each of 65,536 message numbers: memory, and work for every garbage collection.
mqttPacket.writeToStream.cacheNumbers = false

/** Repeats come from a broken connection, so soon after the first. */
const REMEMBERED = 4096

export async function createBus(app: Pick<AppContext, 'settings' | 'pool' | 'log'>): Promise<MqttBus> {
  const { settings, log } = app
  const secret = await productSecret(app.pool, 'bus')
  const derived = (purpose: string) => createHmac('sha256', secret).update(purpose)
  const nodePassword = derived('node password').digest('hex')
  const signingKey = derived('bus messages').digest()
  const node = randomBytes(NODE)
  const listeners: { filter: string; listener: (message: unknown, topic: string) => void }[] = []
  const seen = new Set<string>()
  let number = 0n
  let refused = false
  let closed = false

  // Until the realtime part attaches its rules nobody may do anything.
  const aedes = new Aedes({
    // A slow reader must not hold up the others: no limit here, the broker part ends readers that fall behind.
    concurrency: 0,
    connectTimeout: 10_000,
    drainTimeout: 20_000,
    maxInflightInbound: 20,
    maxTopicLevels: 16,
    authenticate: (_client, _user, _password, done) => done(null, false),
    authorizePublish: (_client, _packet, done) => done(new Error('not open yet')),
    authorizeSubscribe: (_client, _subscription, done) => done(null, null),
    authorizeForward: () => null,
  })
  // Its typings list every event but this one.
  ;(aedes as EventEmitter).on('error', (error: Error) => log.error({ err: error }, 'embedded broker'))
  await aedes.listen()
  const closeAedes = () => new Promise<void>((resolve) => aedes.close(resolve))

  const sign = (topic: string, message: Buffer) =>
    createHmac('sha256', signingKey).update(topic).update('\0').update(message).digest()

  const tell = (topic: string, text: string) => {
    for (const { filter, listener } of listeners) {
      if (!topicMatches(filter, topic)) continue
      try {
        // Parsed for each: a listener that changes its message changes nobody else's.
        listener(JSON.parse(text), topic)
      } catch (error) {
        log.error({ err: error, topic }, 'a listener of the bus failed')
      }
    }
  }

  const receive = (address: string, payload: Buffer) => {
    if (closed) return
    const topic = address.slice(BUS_ROOT.length + 1)
    const mac = payload.subarray(0, MAC)
    const message = payload.subarray(MAC)
    // Its own come back as well. Whoever writes this name without the secret is not heard either.
    if (message.subarray(0, NODE).equals(node)) return
    if (payload.length <= MAC + HEAD || !timingSafeEqual(mac, sign(topic, message))) {
      if (!refused) log.warn({ topic }, 'bus messages of a stranger are ignored: check the rules of the broker')
      refused = true
      return
    }
    const id = message.subarray(0, HEAD).toString('latin1')
    if (seen.has(id)) return
    seen.add(id)
    if (seen.size > REMEMBERED) seen.delete(seen.values().next().value as string)
    tell(topic, message.subarray(HEAD).toString())
  }

  let link: MqttLink
  try {
    link = settings.mqttUrl
      ? await remoteLink({
          url: settings.mqttUrl,
          clientId: `yy-node-${node.toString('hex')}`,
          username: NODE_USER,
          password: nodePassword,
          log,
        })
      : localLink(aedes, log)
  } catch (error) {
    await closeAedes()
    throw error
  }
  link.subscribe(`${BUS_ROOT}/#`, receive)

  return {
    aedes,
    link,
    external: settings.mqttUrl !== null,
    nodePassword,
    onGap: (listener) => link.onGap(listener),
    publish(topic, message) {
      if (closed) return
      const text = JSON.stringify(message ?? null)
      tell(topic, text)
      const head = Buffer.alloc(HEAD)
      node.copy(head)
      head.writeBigUInt64BE(number++, NODE)
      const body = Buffer.concat([head, Buffer.from(text)])
      link.publish(`${BUS_ROOT}/${topic}`, Buffer.concat([sign(topic, body), body]))
    },
    subscribe: (filter, listener) => void listeners.push({ filter, listener }),
    async close() {
      if (closed) return
      closed = true
      await link.close()
      await closeAedes()
    },
  }
}
