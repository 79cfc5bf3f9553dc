// What a batch of messages comes to: rows to store, states to keep, alarms that begin or end. Pure; the states it begins
// with are read before and written with the rows in one transaction.
import type { DotData, TileData } from '#contract/monitor/mattress'
import type { Button } from '#contract/monitor/payload'
import type { House, KnownDevice } from './devices.ts'
import { cleaned, evaluate, type MattressState, type Reading, watchedKinds } from './evaluate.ts'
import type { AlarmEvent } from './evaluation.ts'
import type { Parsed } from './ingestParse.ts'
import type { LadderFacts } from './ladderFacts.ts'
import { addToMinute, type Minute } from './minutes.ts'
import { evaluateTag, type TagMessage, type TagState } from './positionEvaluate.ts'
import { type ClockState, saidTime, timeOf } from './readingTime.ts'

/** What is kept of a device between two messages, in device_state.eval. */
export interface Kept {
  bed?: MattressState
  minute?: Minute
  tag?: TagState
  clock?: ClockState
}

/**
 * What is remembered of each device until its next message. A text and not the object: a thousand of those, replaced every
 * second, would live just long enough to be a burden to the garbage collector, and alarms would wait for it.
 */
export interface DeviceStateRow {
  version: number
  kept: string
  /** Alarm types a person closed since the last message. */
  closed: Record<string, number>
}

export interface Told {
  device: KnownDevice
  house: House
  /** A text: what was wrong with the message. silence: nothing was heard until now. */
  message: Parsed | string | 'silence'
  arrivedAt: number
}

export interface ReadingRow extends Reading {
  device: KnownDevice
}
export interface PositionRow {
  device: KnownDevice
  at: number
  mapKey: number
  x: number
  y: number
}
export interface MinuteRow extends Minute {
  device: KnownDevice
}
export interface StateRow {
  device: KnownDevice
  version: number
  kept: Kept
  /** `kept` as it is stored, once the plan stands. */
  text: string
  heardAt: number | null
  reading: Reading | null
  tag: {
    mapId: string | null
    x: number | null
    y: number | null
    at: number
    work: string | null
    strap: number | null
    fault: string | null
  } | null
  signal: number | null
  battery: number | null
}
export interface DeviceEvent {
  device: KnownDevice
  event: AlarmEvent
  arrivedAt: number
  at: { mapId: string | null; x: number | null; y: number | null } | null
}
export interface PressRow {
  device: KnownDevice
  button: Button
  at: number
  arrivedAt: number
}
/** What changed on the device's own row; absent fields stay. */
export interface DeviceChange {
  device: KnownDevice
  online?: 1
  inBed?: number | null
  battery?: number
  clockOffsetS?: number
  firmware?: string
  lastUpgrade?: 0 | 1
  bad?: { count: number; reason: string; at: number }
}

export interface Plan {
  readings: ReadingRow[]
  late: ReadingRow[]
  positions: PositionRow[]
  minutes: MinuteRow[]
  states: StateRow[]
  events: DeviceEvent[]
  /** By organisation: whom its alarms tell. */
  ladders: Map<string, LadderFacts>
  presses: PressRow[]
  changes: DeviceChange[]
  tiles: Map<KnownDevice, TileData>
  dots: Map<KnownDevice, DotData>
}

const REAL = 5
/** An offset is worth a row when it moved by half a minute. */
const OFFSET_STEP_S = 30

const keyOf = (device: KnownDevice) => `${device.orgId} ${device.deviceId}`

/**
 * The same text in one piece. As JSON.stringify leaves it, it is a tree of pieces; read a second later it would be copied
 * together, and the copy would hang on what is already old.
 */
function flat(text: string): string {
  text.charCodeAt(text.length - 1)
  return text
}

/** A plan that grows with every message. */
export interface Draft {
  add(told: Told): void
  /** Somebody waits for it: an alarm begins or ends, a button was pressed. */
  urgent(): boolean
  /** What it comes to; nothing is added afterwards. */
  plan(): Plan
}

/**
 * `known` may grow meanwhile, but what it says of a device stays the same. `listening`: since when messages are heard, in
 * milliseconds since 1970.
 */
export function draftOf(known: ReadonlyMap<string, DeviceStateRow>, listening: number): Draft {
  const plan: Plan = {
    readings: [],
    late: [],
    positions: [],
    minutes: [],
    states: [],
    events: [],
    ladders: new Map(),
    presses: [],
    changes: [],
    tiles: new Map(),
    dots: new Map(),
  }
  const states = new Map<string, StateRow>()
  const changes = new Map<string, DeviceChange>()
  return {
    add: (one) => add({ plan, known, states, changes, listening }, one),
    urgent: () => plan.events.length > 0 || plan.presses.length > 0,
    plan() {
      plan.states = [...states.values()]
      for (const one of plan.states) one.text = flat(JSON.stringify(one.kept))
      plan.changes = [...changes.values()].filter((one) => Object.keys(one).length > 1)
      return plan
    },
  }
}

interface Drafting {
  plan: Plan
  known: ReadonlyMap<string, DeviceStateRow>
  states: Map<string, StateRow>
  changes: Map<string, DeviceChange>
  listening: number
}

function add({ plan, known, states, changes, listening }: Drafting, one: Told): void {
  const { device } = one
  const key = keyOf(device)
  const before = known.get(key)
  // Unregistered since it was looked up.
  if (!before) return
  const change = changes.get(key) ?? { device }
  changes.set(key, change)
  if (one.message !== 'silence' && typeof one.message === 'string') {
    change.bad = { count: (change.bad?.count ?? 0) + 1, reason: one.message, at: one.arrivedAt }
    return
  }
  const state: StateRow = states.get(key) ?? {
    device,
    version: before.version,
    kept: JSON.parse(before.kept) as Kept,
    text: '',
    heardAt: null,
    reading: null,
    tag: null,
    signal: null,
    battery: null,
  }
  states.set(key, state)
  if (one.message === 'silence') {
    tagSpeaks(plan, state, one, { at: one.arrivedAt, kind: 'silence', listening }, before.closed)
    return
  }
  const { data } = one.message
  const timed = timeOf(saidTime(data.at), one.arrivedAt, device.intervalS, state.kept.clock ?? {})
  state.kept.clock = timed.clock
  state.heardAt = one.arrivedAt
  if (timed.offsetS !== null && Math.abs(timed.offsetS - device.clockOffsetS) >= OFFSET_STEP_S) {
    change.clockOffsetS = Math.abs(timed.offsetS) < OFFSET_STEP_S ? 0 : timed.offsetS
  }
  if (device.online === 0) change.online = 1
  if (typeof data.battery === 'number') {
    state.battery = data.battery
    if (device.battery === null || Math.abs(device.battery - data.battery) >= REAL) change.battery = data.battery
  }
  if ('signal' in data && typeof data.signal === 'number') state.signal = data.signal
  take(plan, state, change, one, one.message, timed.at, before.closed)
}

function take(
  plan: Plan,
  state: StateRow,
  change: DeviceChange,
  told: Told,
  message: Parsed,
  at: number,
  closed: Record<string, number>,
): void {
  const { device } = told
  switch (message.channel) {
    case 'reading': {
      const { data } = message
      const reading: Reading = {
        at,
        inBed: data.inBed === 1 ? 1 : 0,
        heart: data.heart ?? null,
        breath: data.breath ?? null,
        move: data.move ?? 0,
        turn: data.turn ?? 0,
        wet: data.wet ?? 0,
      }
      mattressSpeaks(plan, state, change, told, reading, closed)
      return
    }
    case 'position': {
      const { data } = message
      const onMap = data.map !== null && data.map !== undefined && told.house.mapKeys.has(data.map)
      const fix = onMap && typeof data.x === 'number' && typeof data.y === 'number'
      tagSpeaks(
        plan,
        state,
        told,
        { ...data, at, kind: 'position', mapId: fix ? data.map : null, x: fix ? data.x : null, y: fix ? data.y : null },
        closed,
      )
      return
    }
    case 'press': {
      const { button } = message.data
      if (device.kind === 'CALL') plan.presses.push({ device, button, at, arrivedAt: told.arrivedAt })
      else if (button === 'sos' || button === 'manual')
        tagSpeaks(plan, state, told, { at, kind: 'press', button }, closed)
      return
    }
    case 'status': {
      const { firmware, upgrade } = message.data
      if (firmware) change.firmware = firmware
      if (upgrade) change.lastUpgrade = upgrade === 'ok' ? 1 : 0
    }
  }
}

function addEvents(plan: Plan, told: Told, events: readonly AlarmEvent[], at: DeviceEvent['at']): void {
  const { device, house, arrivedAt } = told
  for (const event of events) plan.events.push({ device, event, arrivedAt, at })
  if (events.length > 0) plan.ladders.set(device.orgId, house.ladder)
}

function mattressSpeaks(
  plan: Plan,
  state: StateRow,
  change: DeviceChange,
  told: Told,
  raw: Reading,
  closed: Record<string, number>,
): void {
  const { device, house } = told
  const before = state.kept.bed ?? {}
  const reading = cleaned(before, raw)
  const context = {
    rules: house.rulesFor(device),
    muted: device.away || device.oldmanId === null,
    intervalS: device.intervalS,
    closed,
  }
  const answer = evaluate(context, before, reading)
  if (answer.late) {
    plan.late.push({ device, ...reading })
    return
  }
  plan.readings.push({ device, ...reading })
  const left = before.inBed === 1 && reading.inBed === 0
  const { running, done } = addToMinute(state.kept.minute, reading, left)
  if (done) plan.minutes.push({ device, ...done })
  state.kept.bed = answer.state
  state.kept.minute = running
  state.reading = reading
  if (device.inBed !== reading.inBed) change.inBed = reading.inBed
  addEvents(plan, told, answer.events, null)
  plan.tiles.set(device, {
    deviceId: device.deviceId,
    online: 1,
    inBed: reading.inBed,
    heart: reading.heart,
    breath: reading.breath,
    move: reading.move,
    wet: reading.wet,
    at: reading.at,
    since: answer.state.since ?? null,
    watching: watchedKinds(answer.state),
  })
}

function tagSpeaks(plan: Plan, state: StateRow, told: Told, message: TagMessage, closed: Record<string, number>): void {
  const { device, house } = told
  const before: TagState = state.kept.tag ?? {}
  const merged = { ...before, closed: { ...before.closed, ...closed } }
  const context = house.tagContext(device)
  const fresh = message.kind === 'position' && (before.at === undefined || message.at > before.at)
  const mapKey = message.mapId ? house.mapKeys.get(message.mapId) : undefined
  if (
    message.kind === 'position' &&
    mapKey !== undefined &&
    typeof message.x === 'number' &&
    typeof message.y === 'number'
  ) {
    plan.positions.push({ device, at: message.at, mapKey, x: message.x, y: message.y })
  }
  if (fresh) {
    const fixed = mapKey !== undefined
    state.tag = {
      mapId: fixed ? (message.mapId ?? null) : null,
      x: fixed ? (message.x ?? null) : null,
      y: fixed ? (message.y ?? null) : null,
      at: message.at,
      work: message.work ?? null,
      strap: message.strap ?? null,
      fault: message.fault ?? null,
    }
    if (fixed) {
      plan.dots.set(device, {
        deviceId: device.deviceId,
        mapId: message.mapId ?? null,
        x: message.x ?? null,
        y: message.y ?? null,
        at: message.at,
        battery: message.battery ?? device.battery,
        online: 1,
      })
    }
  }
  if (context === null) {
    state.kept.tag = { ...merged, ...(fresh && { at: message.at, heardAt: told.arrivedAt }) }
    return
  }
  const answer = evaluateTag(context, merged, message)
  state.kept.tag = answer.state
  const fix = answer.state.fix
  const place = fix ? { mapId: fix.mapId, x: fix.x, y: fix.y } : null
  addEvents(plan, told, answer.events, place)
}
