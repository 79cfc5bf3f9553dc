// A message of a device, checked against its schema. Total: whatever bytes arrive, the answer is what can be used of them
// and what was wrong; nothing is thrown, and nothing that comes out can be refused by the evaluation or the database. A
// field that does not fit is left out and the rest kept. Whatever comes on the channel of the presses from a device that
// has buttons is somebody calling, however garbled.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { complaint, type Described } from '#contract/kit/formats'
import {
  BUTTONS,
  type Button,
  CHANNELS,
  type Channel,
  type DeviceSignData,
  type DeviceStatusData,
  type MattressReadingData,
  type TagPositionData,
} from '#contract/monitor/payload'
import type { DeviceKindValue } from '#contract/monitor/words'
import { hasValue, vitalFaults } from '#contract/nursing/vitalJudge'
import { VITAL_FIELDS, type VitalValues } from '#contract/nursing/vitalKinds'
import { wholeText } from '#server/kit/jsonBody'
import { isSaid, saidTime } from './readingTime.ts'

/** `at` is as the device wrote it; what it means is decided with the arrival (readingTime.ts). */
type Said<Data> = Omit<Data, 'at'> & { at?: unknown }

export interface HeardPressData {
  at?: unknown
  button: Button
  battery?: number | null
  /** What was garbled about it, in words for the alarm; null: nothing. */
  garbled: string | null
}

export type Parsed =
  | { channel: 'reading'; data: Said<MattressReadingData> }
  | { channel: 'position'; data: Said<TagPositionData> }
  | { channel: 'press'; data: HeardPressData }
  | { channel: 'status'; data: Said<DeviceStatusData> }
  | { channel: 'sign'; data: Said<DeviceSignData> }

export interface Heard {
  /** null: nothing of it can be used. */
  message: Parsed | null
  /** What was wrong, for whoever sets the device up; such a message is kept aside whole. */
  fault: string | null
  /** Why it was not even read. */
  unheard?: 'DISABLED' | 'TOO_MANY' | 'BOXED'
}

/** What makers add of their own is let pass and forgotten. */
const ajv = new Ajv({ strict: false, removeAdditional: true, allErrors: false })
const checks = Object.fromEntries(
  Object.entries(CHANNELS).map(([channel, schema]) => {
    const copy = JSON.parse(JSON.stringify(schema)) as { properties: Record<string, object> }
    // A time of any kind passes here: an impossible one becomes the arrival.
    copy.properties.at = {}
    return [channel, ajv.compile(copy)]
  }),
) as Record<Channel, ValidateFunction>

const SPOKEN: Readonly<Record<DeviceKindValue, readonly string[]>> = {
  MATTRESS: ['reading', 'status'],
  TAG: ['position', 'press', 'status'],
  CALL: ['press', 'status'],
  SIGN: ['sign', 'status'],
}

const REASON_LENGTH = 200
const TEXT_LENGTH = 200
const isChannel = (channel: string): channel is Channel => Object.hasOwn(CHANNELS, channel)

/** A text that PostgreSQL takes: no half characters, no NUL, not endless. */
export const plainText = (text: string) => wholeText(text.slice(0, TEXT_LENGTH)).replaceAll('\0', '')

const nothing = (fault: string): Heard => ({ message: null, fault: plainText(fault).slice(0, REASON_LENGTH) })

export function parseMessage(kind: DeviceKindValue, channel: string, payload: Buffer): Heard {
  if (!isChannel(channel) || !SPOKEN[kind].includes(channel)) {
    return nothing(`这种设备没有“${channel.slice(0, 40)}”消息`)
  }
  let data: unknown
  try {
    data = JSON.parse(payload.toString())
  } catch {
    if (channel === 'press') return garbledPress(kind, {}, '不是 JSON')
    return nothing('不是 JSON')
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    if (channel === 'press') return garbledPress(kind, {}, '消息应为一个 JSON 对象')
    return nothing('消息应为一个 JSON 对象')
  }
  const fields = data as Record<string, unknown>
  return channel === 'press' ? pressOf(kind, fields) : partsOf(channel, fields)
}

/** What fits of a reading, a position or a status. */
function partsOf(channel: Exclude<Channel, 'press'>, data: Record<string, unknown>): Heard {
  const check = checks[channel]
  let fault: string | null = null
  if (isSaid(data.at) && saidTime(data.at) === null) fault = 'at：时间无法识别，按到达时间记录'
  while (!check(data)) {
    const error = check.errors?.[0]
    fault ??= reasonOf(channel, error)
    const field = error?.instancePath.split('/')[1]
    // Left out, it is as if the device had not measured it; what must be there cannot be left out.
    if (!field || !Object.hasOwn(data, field)) return nothing(fault)
    delete data[field]
  }
  tidy(data)
  if (channel === 'sign') {
    const wrong = tidySign(data)
    fault ??= wrong
    if (!hasValue(data as VitalValues)) return nothing(fault ?? '没有可用的测量值')
  }
  return { message: { channel, data } as unknown as Parsed, fault: fault && plainText(fault).slice(0, REASON_LENGTH) }
}

/** Texts as they can be stored; places to the millimetre, because smaller numbers have no room in a column. */
function tidy(data: Record<string, unknown>): void {
  for (const field of ['fault', 'firmware', 'map'] as const) {
    const text = data[field]
    if (typeof text === 'string') data[field] = plainText(text)
  }
  for (const field of ['x', 'y'] as const) {
    const metres = data[field]
    if (typeof metres === 'number') data[field] = Math.round(metres * 1_000) / 1_000
  }
}

/** A number has one form, a pressure has both its ends, and the scale of a column is kept; says what was left out. */
function tidySign(data: Record<string, unknown>): string | null {
  data.no = plainText(String(data.no))
  for (const field of VITAL_FIELDS) {
    const value = data[field]
    if (typeof value === 'number') data[field] = Math.round(value * 10) / 10
  }
  if (typeof data.glucose === 'number') data.glucoseTiming ??= 'random'
  const faults = vitalFaults(data as VitalValues)
  for (const [field] of faults) {
    delete data[field]
    if (field === 'systolic' || field === 'diastolic') {
      delete data.systolic
      delete data.diastolic
    }
  }
  const [first] = faults
  return first ? `${first[0]}：${first[1]}` : null
}

/** What a press means that names no button of its device: somebody with a tag cries for help, somebody calls at a point. */
const USUAL: Readonly<Record<'TAG' | 'CALL', Button>> = { TAG: 'sos', CALL: 'bed' }
const OF_KIND: Readonly<Record<'TAG' | 'CALL', readonly Button[]>> = {
  TAG: ['sos', 'manual'],
  CALL: ['bed', 'toilet', 'door', 'reinforce', 'answer', 'reset'],
}
/** Nobody calls with these; from a tag, which has no call to end, they mean nothing. */
const ENDING: readonly Button[] = ['answer', 'reset']

function pressOf(kind: DeviceKindValue, data: Record<string, unknown>): Heard {
  const { button } = data
  const named = typeof button === 'string' ? BUTTONS.find((one) => one === button.trim().toLowerCase()) : undefined
  const own = OF_KIND[kind as 'TAG' | 'CALL']
  if (named && !own.includes(named) && ENDING.includes(named)) return nothing(`button：标签没有“${named}”键`)
  if (!named || !own.includes(named)) {
    return garbledPress(kind, data, `button：${named ? `这种设备没有“${named}”键` : '没有这个按键'}`)
  }
  const parts = partsBeside(data)
  const garbled = parts.fault === null ? null : `消息有一处不对（${parts.fault}）`
  return {
    message: { channel: 'press', data: { ...parts.data, button: named, garbled } },
    fault: parts.fault,
  }
}

function garbledPress(kind: DeviceKindValue, data: Record<string, unknown>, why: string): Heard {
  const button = USUAL[kind as 'TAG' | 'CALL']
  const garbled = `按键内容无法识别，按${button === 'sos' ? ' SOS ' : '普通呼叫'}处理`
  return {
    message: { channel: 'press', data: { ...partsBeside(data).data, button, garbled } },
    fault: plainText(why).slice(0, REASON_LENGTH),
  }
}

/** Time and battery of a press: what fits of them. An impossible time is told by the alarm itself. */
function partsBeside(data: Record<string, unknown>): {
  data: { at?: unknown; battery?: number }
  fault: string | null
} {
  const { at, battery } = data
  const timeless = isSaid(at) && saidTime(at) === null ? 'at：时间无法识别，按到达时间记录' : null
  if (battery === undefined || battery === null) return { data: { at }, fault: timeless }
  const whole = typeof battery === 'number' && Number.isInteger(battery) && battery >= 0 && battery <= 100
  return whole
    ? { data: { at, battery }, fault: timeless }
    : { data: { at }, fault: timeless ?? 'battery：电量应为 0 至 100' }
}

/** Which field is wrong and what it should be, for whoever sets the device up. */
function reasonOf(channel: Channel, error: ErrorObject | undefined): string {
  if (!error) return '不符合格式'
  const missing = (error.params as { missingProperty?: string }).missingProperty
  const field = missing ?? error.instancePath.split('/')[1]
  if (!field) return '消息应为一个 JSON 对象'
  const known = (CHANNELS[channel].properties as Record<string, Described | undefined>)[field]
  const { limit } = error.params as { limit?: number }
  return `${field}：${complaint({ ...known, title: known?.title ?? field }, error.keyword, limit)}`
}
