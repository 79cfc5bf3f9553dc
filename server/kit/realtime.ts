// Events to browsers, whichever process holds their connection: raised once, carried by the bus, delivered by each
// process to its websockets and MQTT clients. Also keeps watch that no connection outlives its session.

import { createHash } from 'node:crypto'
import type { Server } from 'node:http'
import { createServer as createTcp, type Server as NetServer } from 'node:net'
import { Ajv } from 'ajv'
import { type EventDef, type EventFrame, RESYNC } from '#contract/kit/event'
import type { RefusalCode } from '#contract/kit/refusal'
import { deviceCommandTopic } from '#contract/kit/topic'
import { type Delivery, mayReceive } from './audience.ts'
import { createBroker } from './broker.ts'
import { type MqttBus, NODE_USER } from './bus.ts'
import type { AppContext, Realtime } from './context.ts'
import type { SocketSessions } from './entrance.ts'
import { type Inlet, remoteInlet } from './inlet.ts'
import { LiveSessions } from './liveSessions.ts'
import { projectorOf } from './project.ts'
import type { Audience } from './sessionUser.ts'
import { TIME_ZONE } from './settings.ts'
import { createSockets } from './sockets.ts'
import { type Turn, takeTurns } from './turn.ts'
import { attachUpgrades, closeServer, listenOn, upgradeServer } from './upgrades.ts'

export interface RealtimePorts {
  /** null: this listener is off. */
  websocket: number | null
  mqttWebsocket: number | null
  mqtt: number | null
}

export interface RealtimeServer extends Realtime {
  /** Takes the upgrades of the main server and opens the listeners of the settings. */
  listen(main: Server): Promise<RealtimePorts>
  /** Hands over what devices say, from the embedded broker or an external one. */
  takeDeviceMessages(inlet: Inlet): void
  /** Whether a device could be heard by this process now. */
  hearsDevices(): boolean
  /** The listeners of the settings are open; an external broker is connected. */
  connected(): boolean
  /** Ends every connection; before the main server closes, which would wait for them. */
  close(): Promise<void>
}

export interface RealtimeParts extends Pick<AppContext, 'settings' | 'pool' | 'log'> {
  bus: MqttBus
  sessions: SocketSessions
  /** Time between two looks at the sessions and peers of the open connections. */
  watchEveryMs?: number
  /** Refuse payloads that do not fit their event: a defect that is found while developing. */
  strict?: boolean
}

/** Followed by the name of the event, so that a part of the server that waits for one is not given all the others. */
export const EVENT = 'realtime/event'
/** Frames of many users in one message of the bus: far below what a broker takes. */
const TOGETHER = 250
const CLOSE = 'realtime/close'
/** Published by Sessions.forget. */
const FORGET = 'session/forget'

const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' })
const now = () => clock.format()

export function createRealtime(parts: RealtimeParts): RealtimeServer {
  const { settings, log, sessions, bus } = parts
  const strict = parts.strict ?? process.env.NODE_ENV !== 'production'
  const live = new LiveSessions()
  const sockets = createSockets(parts, live)
  let inlet: Inlet | null = null
  let remote: Turn | null = null
  const broker = createBroker({ ...parts, inlet: () => inlet }, live)
  const toFrame = frameWriter(strict)
  const stale = new Set<string>()
  const servers: NetServer[] = []
  let detach: (() => void) | null = null
  let closed = false
  let watching = false
  let hearing = false
  let listening = false

  /** Those of many who sit here; the connections are gone through once, not once for each of them. */
  function deliverEach(delivery: Delivery, frames: ReadonlyMap<string, string>): void {
    for (const connection of live.ofOrganisation(delivery.orgId)) {
      const frame = frames.get(connection.user.userId)
      if (frame !== undefined && connection.send && mayReceive(connection.user, delivery)) connection.send(frame)
    }
    const { each: _, ...one } = delivery
    for (const userId of broker.usersOf(delivery.orgId)) {
      const frame = frames.get(userId)
      if (frame !== undefined) broker.deliver({ ...one, frame, userIds: [userId] })
    }
  }

  function deliver(delivery: Delivery): void {
    if (delivery.each) {
      deliverEach(delivery, new Map(delivery.each))
      return
    }
    for (const connection of live.ofOrganisation(delivery.orgId)) {
      if (!connection.send || (delivery.watched && !connection.watching?.has(delivery.type))) continue
      if (!mayReceive(connection.user, delivery)) continue
      connection.send(connection.user.screen && !connection.user.display ? delivery.screenFrame! : delivery.frame)
    }
    broker.deliver(delivery)
  }

  function endSession(sessionId: string, code: RefusalCode): void {
    for (const connection of live.ofSession(sessionId)) connection.end(code)
  }

  /** Roles, departments or the landing end changed while the session stays open. */
  async function refreshStale(): Promise<void> {
    const sessionIds = [...stale]
    stale.clear()
    await Promise.all(
      sessionIds.map(async (sessionId) => {
        try {
          const answer = await sessions.lookUp(sessionId)
          if (!answer || 'ended' in answer) return endSession(sessionId, answer?.ended ?? 'SESSION_EXPIRED')
          for (const connection of live.ofSession(sessionId)) connection.user = answer.user
        } catch (error) {
          // Tried again with the next look at the sessions.
          stale.add(sessionId)
          throw error
        }
      }),
    )
  }

  async function endEnded(): Promise<void> {
    const sessionIds = live.sessionIds()
    if (sessionIds.length === 0) return
    const states = await sessions.alive(sessionIds)
    for (const sessionId of sessionIds) {
      const code = states.has(sessionId) ? states.get(sessionId)! : 'SESSION_EXPIRED'
      if (code !== null) endSession(sessionId, code)
    }
  }

  async function watch(): Promise<void> {
    if (watching) return
    watching = true
    sockets.ping()
    const looks = await Promise.allSettled([refreshStale(), endEnded(), broker.recheckDevices()])
    watching = false
    for (const look of looks) {
      if (look.status === 'rejected' && !closed) log.error({ err: look.reason }, 'open connections not checked')
    }
  }

  bus.subscribe(`${EVENT}/+`, (message) => deliver(message as Delivery))
  bus.subscribe(CLOSE, (message) => endSession((message as { sessionId: string }).sessionId, 'SESSION_EXPIRED'))
  bus.subscribe(FORGET, (message) => {
    const { orgId, userId } = message as { orgId: string; userId?: string | null }
    for (const { user } of live.ofOrganisation(orgId)) {
      if (!userId || user.userId === userId) stale.add(user.sessionId)
    }
    refreshStale().catch((error: unknown) => log.error({ err: error }, 'changed sessions not looked up'))
  })
  bus.onGap(() => {
    const frame = JSON.stringify({ type: RESYNC, data: {}, at: now() } satisfies EventFrame)
    for (const orgId of live.organisations())
      deliver({ orgId, type: RESYNC, needs: 'signedIn', frame, screenFrame: frame, display: true })
  })
  const timer = setInterval(() => void watch(), parts.watchEveryMs ?? 30_000)

  const open = async (server: NetServer, setting: string, port: number | null): Promise<number | null> => {
    if (port === null) return null
    servers.push(server)
    return listenOn(server, setting, port, settings.host)
  }

  function emitEach(orgId: string, event: EventDef, each: NonNullable<Audience['each']>): void {
    for (let at = 0; at < each.length; at += TOGETHER) {
      const frames = each.slice(at, at + TOGETHER).map((one) => [one.userId, toFrame(event, one.payload)] as const)
      const delivery: Delivery = { orgId, type: event.name, needs: event.needs, frame: '', each: frames }
      bus.publish(`${EVENT}/${event.name}`, delivery)
    }
  }

  return {
    emit(orgId, event, payload, target = {}) {
      if (target.each) {
        emitEach(target.orgId ?? orgId, event, target.each)
        return
      }
      const delivery: Delivery = {
        orgId: target.orgId ?? orgId,
        type: event.name,
        needs: event.needs,
        frame: toFrame(event, payload),
        ...(target.deptIds && { deptIds: target.deptIds }),
        ...(target.userIds && { userIds: target.userIds }),
        ...(event.watched && { watched: true }),
        ...(event.display && { display: true }),
        ...(event.screen && { screenFrame: JSON.stringify({ type: event.name, data: {}, at: now() }) }),
      }
      bus.publish(`${EVENT}/${event.name}`, delivery)
    },
    closeSession: (sessionId) => bus.publish(CLOSE, { sessionId }),
    tellDevice: (orgId, deviceId, message) =>
      bus.link.publish(deviceCommandTopic(orgId, deviceId), Buffer.from(JSON.stringify(message))),
    takeDeviceMessages(taker) {
      inlet = taker
      if (!settings.mqttUrl) return
      // Two products may share a broker: each has its own name there.
      const name = `yy-in-${createHash('sha256').update(bus.nodePassword).digest('hex').slice(0, 12)}`
      const account = { url: settings.mqttUrl, username: NODE_USER, password: bus.nodePassword }
      remote = takeTurns({ pool: parts.pool, log, name: 'device messages' }, () =>
        remoteInlet({ ...account, name, log, hearing: (now) => void (hearing = now) }, taker),
      )
    },
    hearsDevices: () => (bus.external ? hearing : listening && !closed),
    connected: () => listening && !closed && servers.every((one) => one.listening) && bus.link.connected(),
    async listen(main) {
      detach = attachUpgrades(main, [sockets.route, broker.route])
      const tcp = createTcp((socket) => broker.accept(socket))
      const ports = {
        websocket: await open(upgradeServer([sockets.route]), 'WS_PORT', settings.wsPort),
        mqttWebsocket: await open(upgradeServer([broker.route]), 'MQTT_WS_PORT', settings.mqttWsPort),
        // With an external broker devices speak to that one.
        mqtt: await open(tcp, 'MQTT_PORT', bus.external ? null : settings.mqttPort),
      }
      listening = true
      return ports
    },
    async close() {
      if (closed) return
      closed = true
      clearInterval(timer)
      detach?.()
      const ended = servers.filter((server) => server.listening).map(closeServer)
      await Promise.all([sockets.close(), broker.close(), remote?.close()])
      await Promise.all(ended)
    },
  }
}

/** Writes frames by the event's schema, as answers are written: a field that is not declared never leaves. */
function frameWriter(strict: boolean): (event: EventDef, payload: unknown) => string {
  const ajv = new Ajv({ strict: false, validateFormats: false })
  const writers = new WeakMap<EventDef, (payload: unknown) => string>()
  const compile = (event: EventDef) => {
    const payload = JSON.parse(JSON.stringify(event.payload)) as object
    const validate = strict ? ajv.compile(payload) : null
    const project = projectorOf(payload, event.name)
    return (data: unknown) => {
      if (validate && !validate(data)) {
        throw new Error(`The payload of ${event.name} does not fit its schema: ${ajv.errorsText(validate.errors)}`)
      }
      return JSON.stringify({ type: event.name, data: project(data), at: now() } satisfies EventFrame)
    }
  }
  return (event, payload) => {
    const known = writers.get(event) ?? compile(event)
    writers.set(event, known)
    return known(payload)
  }
}
