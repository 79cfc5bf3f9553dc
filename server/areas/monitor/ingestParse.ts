// A message of a device, checked against its schema. What does not fit is told, never thrown.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { complaint, type Described } from '#contract/kit/formats'
import {
  CHANNELS,
  type Channel,
  type DeviceStatusData,
  type MattressReadingData,
  type PressData,
  type TagPositionData,
} from '#contract/monitor/payload'
import type { DeviceKindValue } from '#contract/monitor/words'

export type Parsed =
  | { channel: 'reading'; data: MattressReadingData }
  | { channel: 'position'; data: TagPositionData }
  | { channel: 'press'; data: PressData }
  | { channel: 'status'; data: DeviceStatusData }

/** What makers add of their own is let pass and forgotten. */
const ajv = new Ajv({ strict: false, removeAdditional: true, allErrors: false })
const checks = Object.fromEntries(
  Object.entries(CHANNELS).map(([channel, schema]) => [channel, ajv.compile(JSON.parse(JSON.stringify(schema)))]),
) as Record<Channel, ValidateFunction>

const SPOKEN: Readonly<Record<DeviceKindValue, readonly string[]>> = {
  MATTRESS: ['reading', 'status'],
  TAG: ['position', 'press', 'status'],
  CALL: ['press', 'status'],
}

const REASON_LENGTH = 200
const isChannel = (channel: string): channel is Channel => Object.hasOwn(CHANNELS, channel)

/** A text instead of a message says what is wrong with it. */
export function parseMessage(kind: DeviceKindValue, channel: string, payload: Buffer): Parsed | string {
  if (!isChannel(channel) || !SPOKEN[kind].includes(channel)) return `这种设备没有“${channel.slice(0, 40)}”消息`
  let data: unknown
  try {
    data = JSON.parse(payload.toString())
  } catch {
    return '不是 JSON'
  }
  const check = checks[channel]
  if (check(data)) return { channel, data } as Parsed
  return reasonOf(channel, check.errors?.[0]).slice(0, REASON_LENGTH)
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
