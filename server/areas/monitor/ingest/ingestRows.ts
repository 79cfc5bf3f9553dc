// What messages of devices come to: the rows of a plan, and what is kept of a device between two messages.
import type { DotData, TileData } from '#contract/monitor/mattress'
import type { Button } from '#contract/monitor/payload'
import type { MattressState, Reading } from '#server/areas/monitor/alarmRule/evaluate'
import type { AlarmEvent } from '#server/areas/monitor/alarmRule/evaluation'
import type { House, KnownDevice } from '#server/areas/monitor/device/devices'
import type { LadderFacts } from '#server/areas/monitor/ladder/ladderFacts'
import type { TagState } from '#server/areas/monitor/position/positionRun'
import type { DeviceSignValues } from '#server/areas/nursing/public'
import type { Heard } from './ingestParse.ts'
import type { Minute } from './minutes.ts'
import type { HeardPress } from './pressAgain.ts'
import type { ClockState } from './readingTime.ts'

/** What is kept of a device between two messages, in device_state.eval. */
export interface Kept {
  bed?: MattressState
  minute?: Minute
  tag?: TagState
  clock?: ClockState
  /** Call points: the presses of the last minutes, and the last that called. */
  presses?: HeardPress[]
  called?: { said: number | null; heard: number }
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
  /** silence: nothing was heard until now. */
  heard: Heard | 'silence'
  arrivedAt: number
  /** Of a silence: since when somebody listens, in milliseconds since 1970. */
  listening?: number | undefined
  channel: string
  /** As it came, to be kept aside when something is wrong with it; null: it is only counted. */
  payload: Buffer | null
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
  /** How many presses it stands for, when the last was, and what is to be said of it. */
  times: number
  lastAt: number
  said: PressSaid
}

/** What is to be told of a press beside its arrival; both null for all others. */
export interface PressSaid {
  /** The time its device said, when it differs. */
  deviceTime: string | null
  /** What was wrong with it, in words. */
  oddity: string | null
}

export interface PressRow {
  device: KnownDevice
  button: Button
  at: number
  arrivedAt: number
  times: number
  said: PressSaid
}

/** A measurement of the elder that the device belongs to. */
export interface SignRow {
  device: KnownDevice
  at: number
  messageNo: string
  values: DeviceSignValues
}

/** Why a measurement is kept aside although the device is bound. */
export const SIGN_OF_NOBODY = '绑定的老人不在院内居住，测量值没有记录；请在设备管理里解绑或改绑'

/** Under which messages are kept of devices that nobody has registered. */
export const STRANGERS = ''

/** A message that was not understood, or not wholly, as it came. */
export interface AsideRow {
  orgId: string
  deviceId: string
  channel: string
  arrivedAt: number
  payload: Buffer
  reason: string
}

/** Why something a device said did not count. */
export type UnheardWhy = 'UNKNOWN' | 'DISABLED' | 'TOO_MANY' | 'BOXED' | 'BAD' | 'AGAIN' | 'LATE' | 'CLOCK'

/** So many messages of a device that did not count, in an hour or a minute. */
export interface UnheardRow {
  orgId: string
  device: string
  why: UnheardWhy
  slot: number
  count: number
  firstAt: number
  lastAt: number
  value: number | null
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
  signs: SignRow[]
  changes: DeviceChange[]
  asides: AsideRow[]
  /** By organisation, device, reason and time. */
  unheard: Map<string, UnheardRow>
  tiles: Map<KnownDevice, TileData>
  dots: Map<KnownDevice, DotData>
}

export interface Drafting {
  plan: Plan
  known: ReadonlyMap<string, DeviceStateRow>
  states: Map<string, StateRow>
  changes: Map<string, DeviceChange>
  /** By device and alarm type: the last event, and how many came before it. */
  rounds: Map<string, { last: DeviceEvent; count: number }>
  /** The same of what call points pressed. */
  pressed: Map<KnownDevice, { last: PressRow; count: number }>
  most: number
}
