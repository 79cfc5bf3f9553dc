import { OnlineStatus } from '#contract/monitor/words'
import type { KnownDevice } from '#server/areas/monitor/device/devices'
import { plainText } from './ingestParse.ts'
import {
  type AsideRow,
  type DeviceChange,
  type DeviceStateRow,
  type Drafting,
  type Kept,
  type Plan,
  SIGN_OF_NOBODY,
  STRANGERS,
  type StateRow,
  type Told,
} from './ingestRows.ts'
import { tagSpeaks, take } from './ingestSpeak.ts'
import { noteUnheard } from './ingestUnheard.ts'
import { type Mistaken, saidTime, timeOf } from './readingTime.ts'

const REAL = 5
/** An offset is worth a row when it moved by half a minute. */
const OFFSET_STEP_S = 30

/** Of one device in one batch; more are only counted. */
const ASIDES = 5
/** So many changes of one alarm in a row, and the batch is written: each of them costs a round trip. */
const ROUNDS = 8

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
  /** Kept aside without being looked at. */
  refuse(told: Told, reason: string): void
  /** From a device that nobody has registered, under the name it gives itself. */
  stranger(row: Omit<AsideRow, 'deviceId'>, name: string): void
  /** Somebody waits for it: an alarm begins or ends, a button was pressed. */
  urgent(): boolean
  /** One device has said so much that others would wait for it: the rest comes with the next batch. */
  full(): boolean
  /** Devices whose messages could not be evaluated, and why; nothing of them is in the plan. */
  failed(): ReadonlyMap<string, unknown>
  /** What it comes to; nothing is added afterwards. */
  plan(): Plan
}

/** `known` may grow meanwhile, but what it says of a device stays the same. */
export function draftOf(known: ReadonlyMap<string, DeviceStateRow>): Draft {
  const plan: Plan = {
    readings: [],
    late: [],
    positions: [],
    minutes: [],
    states: [],
    events: [],
    ladders: new Map(),
    presses: [],
    signs: [],
    changes: [],
    asides: [],
    unheard: new Map(),
    tiles: new Map(),
    dots: new Map(),
  }
  const drafting: Drafting = {
    plan,
    known,
    states: new Map(),
    changes: new Map(),
    rounds: new Map(),
    pressed: new Map(),
    most: 0,
  }
  const { states, changes } = drafting
  const failed = new Map<string, unknown>()
  let strangers = 0
  const named = new Set<string>()
  return {
    add(one) {
      const key = keyOf(one.device)
      if (failed.has(key)) return
      try {
        add(drafting, one)
      } catch (error) {
        // What it left half-way is no use, and must not cost the others theirs.
        failed.set(key, error)
        leaveOut(drafting, one.device)
      }
    },
    refuse({ device, ...told }, reason) {
      const key = keyOf(device)
      if (!known.has(key)) return
      const change = changes.get(key) ?? { device }
      changes.set(key, change)
      setAside(plan, change, { device, ...told }, reason)
    },
    stranger(row, name) {
      if (strangers++ < ASIDES) plan.asides.push({ ...row, deviceId: STRANGERS })
      // Names are theirs to choose: a flood of them is counted under none.
      if (named.size < ASIDES) named.add(`${row.orgId} ${name}`)
      const deviceId = named.has(`${row.orgId} ${name}`) ? name : STRANGERS
      noteUnheard(plan, { orgId: row.orgId, deviceId }, 'UNKNOWN', row.arrivedAt)
    },
    urgent: () => plan.events.length > 0 || plan.presses.length > 0 || plan.signs.length > 0,
    full: () => drafting.most >= ROUNDS,
    failed: () => failed,
    plan() {
      plan.states = [...states.values()]
      for (const one of plan.states) one.text = flat(JSON.stringify(one.kept))
      plan.changes = [...changes.values()].filter((one) => Object.keys(one).length > 1)
      return plan
    },
  }
}

function leaveOut({ plan, states, changes }: Drafting, device: KnownDevice): void {
  const key = keyOf(device)
  const others = <T extends { device: KnownDevice }>(rows: T[]) => rows.filter((one) => keyOf(one.device) !== key)
  plan.readings = others(plan.readings)
  plan.late = others(plan.late)
  plan.positions = others(plan.positions)
  plan.minutes = others(plan.minutes)
  plan.events = others(plan.events)
  plan.presses = others(plan.presses)
  plan.signs = others(plan.signs)
  plan.asides = plan.asides.filter((one) => one.orgId !== device.orgId || one.deviceId !== device.deviceId)
  for (const [of, one] of plan.unheard) {
    if (one.orgId === device.orgId && one.device === device.deviceId) plan.unheard.delete(of)
  }
  plan.tiles.delete(device)
  plan.dots.delete(device)
  states.delete(key)
  changes.delete(key)
}

/** Counted on the device, and kept aside as far as there is room. */
function setAside(plan: Plan, change: DeviceChange, told: Told, reason: string): void {
  const { device, channel, arrivedAt, payload } = told
  const count = (change.bad?.count ?? 0) + 1
  change.bad = { count, reason, at: arrivedAt }
  if (payload === null || count > ASIDES) return
  const { orgId, deviceId } = device
  plan.asides.push({ orgId, deviceId, channel: plainText(channel), arrivedAt, payload, reason })
}

/** Counted by arrival, or by others' clocks. */
const NOT_BY_ITS_CLOCK = new Set(['heardAt', 'presses', 'open', 'closed', 'notBefore'])

/**
 * A device that was taken for one with old news, until it showed that its clock is wrong: what its first messages began is
 * moved to when they arrived, or whoever left the bed a minute ago would be missing for an hour.
 */
function correct(kept: Kept, { from, to, by }: Mistaken): void {
  const moved = <T>(value: T): T => {
    if (typeof value === 'number') return (value >= from && value <= to ? value + by : value) as T
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(moved) as T
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, NOT_BY_ITS_CLOCK.has(key) ? one : moved(one)]),
    ) as T
  }
  if (kept.bed) kept.bed = moved(kept.bed)
  if (kept.tag) kept.tag = moved(kept.tag)
}

function add(drafting: Drafting, one: Told): void {
  const { plan, known, states, changes } = drafting
  const { device, heard, listening } = one
  const key = keyOf(device)
  const before = known.get(key)
  // Unregistered since it was looked up.
  if (!before) return
  const change = changes.get(key) ?? { device }
  changes.set(key, change)
  if (heard !== 'silence' && heard.fault !== null) setAside(plan, change, one, heard.fault)
  if (heard !== 'silence' && heard.message === null) {
    noteUnheard(plan, device, heard.unheard ?? 'BAD', one.arrivedAt)
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
  if (heard === 'silence') {
    tagSpeaks(drafting, state, one, { at: one.arrivedAt, kind: 'silence', listening }, before.closed)
    return
  }
  const { data } = heard.message!
  const timed = timeOf(saidTime(data.at), one.arrivedAt, device.intervalS, state.kept.clock ?? {})
  state.kept.clock = timed.clock
  if (timed.mistaken) correct(state.kept, timed.mistaken)
  state.heardAt = one.arrivedAt
  if (timed.offsetS !== null && Math.abs(timed.offsetS - device.clockOffsetS) >= OFFSET_STEP_S) {
    change.clockOffsetS = Math.abs(timed.offsetS) < OFFSET_STEP_S ? 0 : timed.offsetS
    noteUnheard(plan, device, 'CLOCK', one.arrivedAt, change.clockOffsetS)
  }
  if (device.online === OnlineStatus.is.offline) change.online = 1
  if (typeof data.battery === 'number') {
    state.battery = data.battery
    if (device.battery === null || Math.abs(device.battery - data.battery) >= REAL) change.battery = data.battery
  }
  if ('signal' in data && typeof data.signal === 'number') state.signal = data.signal
  if (heard.message!.channel === 'sign' && device.oldmanId === null) {
    setAside(plan, change, one, '设备没有绑定老人，测量值没有记录')
    return
  }
  if (heard.message!.channel === 'sign' && device.gone) {
    setAside(plan, change, one, SIGN_OF_NOBODY)
    return
  }
  take(drafting, state, change, one, heard.message!, timed.at, before.closed)
}
