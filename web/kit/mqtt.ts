// MQTT over websocket for the pages that follow devices; loaded with the first of them. Failures go to the console
// only: such a page also reads its data by calls.
import type { MqttClient } from 'mqtt'
import { session } from '#contract/platform/session'
import { randomHex } from '#web/kit/aes'
import { send } from '#web/kit/call'
import { MQTT_CONNECT_TIMEOUT, MQTT_RECONNECT } from '#web/kit/constants'
import { onSignal, raise } from '#web/kit/signals'
import { local } from '#web/kit/storage'

export type Quality = 0 | 1 | 2
type Handler = (message: string, topic: string) => void

let client: Promise<MqttClient> | null = null
const topics = new Map<string, { quality: Quality; handlers: Set<Handler> }>()

const ticket = async () => (await send(session.calls.socketTicket, {}, { silent: true })).ticket

function clientId(): string {
  const known = local.get('mqttClientId')
  // Two windows of one browser must not push each other out, so the stored part names only the browser.
  const browser = known ?? `web-${randomHex(6)}`
  if (!known) local.set('mqttClientId', browser)
  return `${browser}-${randomHex(4)}`
}

/** `+` one level, `#` the rest. */
export function topicMatches(filter: string, topic: string): boolean {
  const wanted = filter.split('/')
  const given = topic.split('/')
  for (let i = 0; i < wanted.length; i++) {
    if (wanted[i] === '#') return true
    if (given[i] === undefined || (wanted[i] !== '+' && wanted[i] !== given[i])) return false
  }
  return wanted.length === given.length
}

async function connect(): Promise<MqttClient> {
  const [{ default: mqtt }, password] = await Promise.all([import('mqtt'), ticket()])
  const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws'
  const made = mqtt.connect(`${scheme}://${window.location.host}/mqtt`, {
    clientId: clientId(),
    username: 'ticket',
    password,
    clean: true,
    connectTimeout: MQTT_CONNECT_TIMEOUT,
    // A ticket is good for one connection, so each attempt is started by hand with a new one.
    reconnectPeriod: 0,
    resubscribe: false,
  })
  let lost = false
  let ended = false
  made.on('connect', () => {
    for (const [topic, { quality }] of topics) made.subscribe(topic, { qos: quality })
    if (lost) raise('reconnected', { channel: 'mqtt' })
    lost = false
  })
  made.on('message', (topic, payload) => {
    const text = payload.toString()
    for (const [filter, { handlers }] of topics) {
      if (topicMatches(filter, topic)) for (const handler of [...handlers]) handler(text, topic)
    }
  })
  made.on('error', (error) => console.warn('MQTT:', error.message))
  made.on('close', () => {
    if (ended) return
    lost = true
    setTimeout(async () => {
      if (ended) return
      try {
        made.options.password = await ticket()
        made.reconnect()
      } catch (error) {
        console.warn('MQTT:', error)
        made.emit('close')
      }
    }, MQTT_RECONNECT)
  })
  const stop = () => {
    ended = true
    made.end(true)
    client = null
  }
  onSignal('logout', stop)
  window.addEventListener('pagehide', stop, { once: true })
  return made
}

async function ready(): Promise<MqttClient | null> {
  client ??= connect()
  try {
    return await client
  } catch (error) {
    client = null
    console.warn('MQTT:', error)
    return null
  }
}

/** Answers how to unsubscribe. */
export function subscribe(topic: string, handler: Handler, quality: Quality = 0): () => void {
  const known = topics.get(topic)
  const entry = known ?? { quality, handlers: new Set<Handler>() }
  entry.handlers.add(handler)
  topics.set(topic, entry)
  if (!known) void ready().then((made) => made?.connected && made.subscribe(topic, { qos: quality }))
  return () => {
    entry.handlers.delete(handler)
    if (entry.handlers.size > 0) return
    topics.delete(topic)
    void client?.then((made) => made.connected && made.unsubscribe(topic))
  }
}

export async function publish(topic: string, message: string, quality: Quality = 0): Promise<void> {
  const made = await ready()
  await made?.publishAsync(topic, message, { qos: quality })
}
