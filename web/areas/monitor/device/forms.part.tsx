// Forms of the register: one device, a row of numbers, and what a device hangs on.

import { IN_HOUSE } from '#contract/live/resident'
import type { CredentialData } from '#contract/monitor/device'
import { type DeviceData, device } from '#contract/monitor/device'
import { CallerType, CallFamily, DeviceKind, type DeviceKindValue, TagType } from '#contract/monitor/words'
import { residentOf } from '#web/areas/live/public'
import { lookupOf } from '#web/kit/fields/lookup'
import { radioOf, yesNo } from '#web/kit/fields/option'
import { roomPick } from '#web/kit/fields/place'
import { staff } from '#web/kit/fields/staff'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import type { FieldSpecs, Values } from '#web/kit/form/SchemaForm'
import { boundText } from './words.tsx'

const isCall = (values: Values) => values.kind === 'CALL'
const isTag = (values: Values) => values.kind === 'TAG'
const inRoom = (values: Values) => isCall(values) && values.callerType != null && values.callerType !== 'BED'
const isSign = (values: Values) => values.kind === 'SIGN'
const onBed = (values: Values) => values.kind === 'MATTRESS' || isSign(values) || (isCall(values) && !inRoom(values))
const living = residentOf({ statuses: IN_HOUSE })
const kind = radioOf(DeviceKind)
const beds = lookupOf('beds')

const USUAL_INTERVAL: Readonly<Record<DeviceKindValue, number>> = { MATTRESS: 5, CALL: 600, TAG: 10, SIGN: 3600 }

/** What fits another kind goes when the kind is changed. */
const follow = (changed: Values): Values | undefined => {
  if (!('kind' in changed) && !('callerType' in changed)) return undefined
  const nothing = { bedId: null, roomId: null, oldmanId: null, userId: null }
  if (!('kind' in changed)) return { bedId: null, roomId: null }
  const call = changed.kind === 'CALL'
  return {
    ...nothing,
    callFamily: call ? 'R10' : null,
    callerType: call ? 'BED' : null,
    tagType: changed.kind === 'TAG' ? 34 : null,
    intervalS: USUAL_INTERVAL[changed.kind as DeviceKindValue],
  }
}

const facts = {
  callFamily: { as: radioOf(CallFamily), when: isCall, wide: true },
  callerType: { as: radioOf(CallerType), title: '安装位置', when: isCall, wide: true },
  tagType: { as: radioOf(TagType), when: isTag },
  model: { placeholder: '设备铭牌上的型号' },
  intervalS: { title: '上报间隔（秒）', hint: '超过 3 个间隔（至少 2 分钟）没有消息即为离线' },
  remark: { wide: true },
} as const

type CreateBody = (typeof device.calls.create)['body']
const createFields: FieldSpecs<CreateBody> = {
  kind: { as: kind, wide: true },
  deviceNo: { placeholder: '机身标签上的编号' },
  ...facts,
  bedId: { as: beds, title: '绑定床位', when: onBed, hint: '可以以后再绑定' },
  roomId: { as: roomPick, title: '绑定房间', when: inRoom },
  oldmanId: {
    as: living,
    title: '佩戴老人',
    when: (values) => isTag(values) || isSign(values),
    check: (value, values) => (value && values.userId ? '老人和员工只能选一个' : null),
  },
  userId: { as: staff, title: '或佩戴员工', when: isTag },
}

type RangeBody = (typeof device.calls.createRange)['body']
const rangeFields: FieldSpecs<RangeBody> = {
  kind: { as: kind, wide: true },
  prefix: { placeholder: '如 CD' },
  digits: { title: '号码位数', hint: '不足位数前面补 0' },
  from: { title: '起始号' },
  to: {
    title: '结束号',
    check: (value, values) =>
      typeof value === 'number' && value < Number(values.from) ? '结束号不能小于起始号' : null,
  },
  ...facts,
}

const numberOf = (values: Values, at: unknown) =>
  `${values.prefix ?? ''}${String(at ?? '').padStart(Number(values.digits) || 1, '0')}`

function RangeWords({ values }: { values: Values }) {
  const count = Number(values.to) - Number(values.from) + 1
  if (!values.prefix || !(count > 0)) return null
  return (
    <>
      将登记 <b>{count}</b> 台：{numberOf(values, values.from)} 至 {numberOf(values, values.to)}
    </>
  )
}

interface CreateProps {
  open: 'one' | 'range' | null
  onDone(all: readonly CredentialData[]): void
  onClose(): void
}

export function CreateForms({ open, onDone, onClose }: CreateProps) {
  return (
    <>
      <FormDrawer
        open={open === 'one'}
        call={device.calls.create}
        title="登记设备"
        verb="登记"
        done="已登记"
        width={720}
        fields={createFields}
        initial={{ kind: 'MATTRESS', intervalS: 5 }}
        follow={follow}
        onDone={(one) => onDone([one])}
        onClose={onClose}
      />
      <FormDrawer
        open={open === 'range'}
        call={device.calls.createRange}
        title="按号段登记"
        verb="登记"
        done="已登记"
        width={720}
        fields={rangeFields}
        initial={{ kind: 'MATTRESS', digits: 5, intervalS: 5 }}
        follow={follow}
        result={(values) => <RangeWords values={values} />}
        onDone={({ credentials }) => onDone(credentials)}
        onClose={onClose}
      />
    </>
  )
}

const again = async (deviceId: string) => {
  const { send } = await import('#web/kit/call')
  const row = await send(device.calls.get, { deviceId })
  return { values: row, also: { deviceId, version: row.version } }
}

export function EditForm({ row, onClose }: { row: DeviceData | null; onClose(): void }) {
  if (!row) return null
  const { callFamily, callerType, tagType, ...plain } = facts
  return (
    <FormDrawer
      open
      call={device.calls.save}
      title={`修改设备 ${row.deviceNo}`}
      about={DeviceKind.label(row.kind)}
      fields={{
        deviceNo: {},
        ...(row.kind === 'CALL' && {
          callFamily: { as: callFamily.as, wide: true },
          callerType: { as: callerType.as, title: '安装位置', wide: true },
        }),
        ...(row.kind === 'TAG' && { tagType: { as: tagType.as } }),
        ...plain,
      }}
      initial={row}
      also={{ deviceId: row.deviceId, version: row.version }}
      reload={() => again(row.deviceId)}
      onClose={onClose}
    />
  )
}

const replace = {
  ...yesNo,
  input: (props: Parameters<typeof yesNo.input>[0]) =>
    yesNo.input({
      ...props,
      value: (props.value as unknown) === 1,
      onChange: (on) => props.onChange?.((on ? 1 : 0) as unknown as boolean),
    }),
} as unknown as typeof import('#web/kit/fields/number').int

export function BindForm({ row, onClose }: { row: DeviceData | null; onClose(): void }) {
  if (!row) return null
  const values = { kind: row.kind, callerType: row.callerType }
  return (
    <FormDrawer
      open
      call={device.calls.bind}
      title={`绑定设备 ${row.deviceNo}`}
      about={DeviceKind.label(row.kind)}
      verb="绑定"
      done="已绑定"
      columns={1}
      draft={false}
      head={
        <p className="yy-device-note">
          {row.bound === null ? '现在没有绑定。' : `现在绑定：${boundText(row)}。重新绑定后，正在计时的告警从头开始。`}
        </p>
      }
      fields={{
        ...(onBed(values) && { bedId: { as: beds, title: '床位' } }),
        ...(inRoom(values) && { roomId: { as: roomPick, title: '房间' } }),
        ...(isTag(values) && {
          oldmanId: {
            as: living,
            title: '佩戴老人',
            check: (value: string | null | undefined, all: Values) =>
              value && all.userId ? '老人和员工只能选一个' : null,
          },
          userId: { as: staff, title: '或佩戴员工' },
        }),
        ...(isSign(values) && {
          oldmanId: {
            as: living,
            title: '或使用的老人',
            check: (value: string | null | undefined, all: Values) =>
              value && all.bedId ? '床位和老人只能选一个' : null,
          },
        }),
        replace: { as: replace, title: '那里已有设备时替换', hint: '原来的设备会被解绑，可以再绑到别处' },
      }}
      initial={{ replace: 0 }}
      also={{ deviceId: row.deviceId, version: row.version }}
      onClose={onClose}
    />
  )
}
