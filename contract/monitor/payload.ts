// What devices say over MQTT, at yy/{orgId}/device/{deviceId}/{channel}. The server checks every message against these
// schemas; docs/devices.md explains them to makers of devices and docs/devices.schema.json is printed from them.

import { Type } from '@sinclair/typebox'
import { int, num, obj, opt, type Static, str } from '#contract/kit/schema'
import { GlucoseTiming, type VitalField, vitalFields } from '#contract/nursing/vitalKinds'

/** When it was measured: milliseconds since 1970, or ISO 8601 with zone. Left out: the moment of arrival. */
const at = () => opt(Type.Union([Type.Integer({ minimum: 0 }), Type.String({ maxLength: 40 })]))

/** reading: a mattress, every few seconds. 0 and 255 as heart or breath mean "no reading". */
export const MattressReading = obj({
  at: at(),
  inBed: int('1 在床，0 离床', { min: 0, max: 1 }),
  heart: opt(int('心率 次/分', { min: 0, max: 255 })),
  breath: opt(int('呼吸 次/分', { min: 0, max: 255 })),
  move: opt(int('体动：0 无，1 小，2 大', { min: 0, max: 2 })),
  turn: opt(int('自上一条以来的翻身次数', { min: 0, max: 50 })),
  wet: opt(int('1 尿湿', { min: 0, max: 1 })),
  signal: opt(int('信号 dBm', { min: -150, max: 0 })),
  battery: opt(int('电量 %', { min: 0, max: 100 })),
})
export type MattressReadingData = Static<typeof MattressReading>

/** position: a tag. Without x and y: it talks, but has no fix. */
export const TagPosition = obj({
  at: at(),
  map: opt(str('楼层地图编号')),
  x: opt(num('距地图左边 米', { min: -10_000, max: 10_000 })),
  y: opt(num('距地图上边 米', { min: -10_000, max: 10_000 })),
  battery: opt(int('电量 %', { min: 0, max: 100 })),
  work: opt(Type.Union([Type.Literal('work'), Type.Literal('sleep')])),
  strap: opt(int('腕带：1 扣好，0 松开', { min: 0, max: 1 })),
  fault: opt(str('自检故障；空文本表示已恢复')),
  signal: opt(int('信号 dBm', { min: -150, max: 0 })),
})
export type TagPositionData = Static<typeof TagPosition>

/** press: a button of a call point (bed, toilet, door, reinforce, reset, answer) or of a tag (sos, manual). */
export const BUTTONS = ['bed', 'toilet', 'door', 'reinforce', 'answer', 'reset', 'sos', 'manual'] as const
export type Button = (typeof BUTTONS)[number]
export const Press = obj({
  at: at(),
  button: Type.Union(BUTTONS.map((one) => Type.Literal(one))),
  battery: opt(int('电量 %', { min: 0, max: 100 })),
})
export type PressData = Static<typeof Press>

/** status: battery, firmware and the outcome of an upgrade, from any device. */
export const DeviceStatus = obj({
  at: at(),
  battery: opt(int('电量 %', { min: 0, max: 100 })),
  signal: opt(int('信号 dBm', { min: -150, max: 0 })),
  firmware: opt(Type.String({ maxLength: 60 })),
  upgrade: opt(Type.Union([Type.Literal('ok'), Type.Literal('failed')])),
})
export type DeviceStatusData = Static<typeof DeviceStatus>

const measured = (field: VitalField) => {
  const { title, unit, min, max, digits } = vitalFields[field]
  const words = `${title} ${unit}`
  return opt(digits === 0 ? int(words, { min, max }) : num(words, { min, max }))
}

/** sign: a cuff, thermometer, oximeter, glucose meter or scale, after each measurement. */
export const DeviceSign = obj({
  at: at(),
  /** The device's own number of this measurement: the same never counts twice. */
  no: Type.Union([Type.Integer({ minimum: 0 }), Type.String({ minLength: 1, maxLength: 64 })]),
  temperature: measured('temperature'),
  pulse: measured('pulse'),
  breathing: measured('breathing'),
  systolic: measured('systolic'),
  diastolic: measured('diastolic'),
  oxygen: measured('oxygen'),
  glucose: measured('glucose'),
  glucoseTiming: opt(Type.Union(GlucoseTiming.list.map(({ value }) => Type.Literal(value)))),
  weight: measured('weight'),
  battery: opt(int('电量 %', { min: 0, max: 100 })),
  signal: opt(int('信号 dBm', { min: -150, max: 0 })),
})
export type DeviceSignData = Static<typeof DeviceSign>

export const CHANNELS = {
  reading: MattressReading,
  position: TagPosition,
  press: Press,
  status: DeviceStatus,
  sign: DeviceSign,
} as const
export type Channel = keyof typeof CHANNELS
