// Registering devices and changing them. Every device has its state row; whoever keeps devices in memory is told.
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { type CredentialData, MOST_DEVICES, type NewDeviceData } from '#contract/monitor/device'
import { DeviceKind, type DeviceKindValue } from '#contract/monitor/words'
import { dropMqttAccounts, switchMqttAccounts } from '#server/areas/platform/public'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import {
  type Binding,
  boundTo,
  checkKind,
  clash,
  clashWords,
  completed,
  holdersOf,
  requireTargets,
} from './deviceBind.ts'
import { DEVICE_SCOPE, deviceAt } from './deviceRows.ts'
import { issueSecrets, type Named } from './deviceSecrets.ts'

const IN_PLACE = '设备已绑定在这里，请先到“设备管理”解绑'
onConstraint('device_no', () => new Refusal('ALREADY_EXISTS', { what: '该设备编号' }, 'deviceNo'))
onConstraint('device_bed', () => invalid('该床位刚被绑定了同类设备，请刷新后重试', 'bedId'))
onConstraint('device_room', () => invalid('该房间刚被绑定了同类呼叫器，请刷新后重试', 'roomId'))
onConstraint('device_elder', () => invalid('该老人刚被绑定了其他标签，请刷新后重试', 'oldmanId'))
onConstraint('device_staff', () => invalid('该员工刚被绑定了其他标签，请刷新后重试', 'userId'))
onConstraint('device_bed_fk', () => new Refusal('IN_USE', { what: '床位', users: IN_PLACE }))
onConstraint('device_room_fk', () => new Refusal('IN_USE', { what: '房间', users: IN_PLACE }))

export function forget(tx: Tx, who: Pick<Caller, 'app'>): void {
  const { orgId } = tx
  tx.after(() => who.app.bus.publish('monitor/forget', { orgId }))
}

const INSERT = `with made as (
  insert into device (org_id, device_id, device_no, kind, model, bed_id, room_id, oldman_id, user_id, call_family, caller_type,
    tag_type, interval_s, remark)
  select $1, n."deviceId", n."deviceNo", n.kind, n.model, n."bedId", n."roomId", n."oldmanId", n."userId", n."callFamily",
    n."callerType", n."tagType", n."intervalS", n.remark
  from jsonb_to_recordset($2::jsonb) as n("deviceId" text, "deviceNo" text, kind text, model text, "bedId" text,
    "roomId" text, "oldmanId" text, "userId" text, "callFamily" text, "callerType" text, "tagType" int, "intervalS" int,
    remark text)
  returning device_id
)
insert into device_state (org_id, device_id) select $1, device_id from made`

const SHOWN = 5
const fewOf = (all: readonly string[]) =>
  `${all.slice(0, SHOWN).join('、')}${all.length > SHOWN ? ` 等 ${all.length} 个` : ''}`

async function known(
  tx: Tx,
  who: Caller,
  numbers: readonly string[],
): Promise<Map<string, Named & { inScope: boolean }>> {
  const { rows } = await tx.client.query<Named & { inScope: boolean }>(
    `select t.device_id as "deviceId", t.device_no as "deviceNo", t.kind, ${DEVICE_SCOPE('$2')} as "inScope" from device t
    where t.org_id = $1 and t.device_no = any($3)`,
    [tx.orgId, who.deptIds, numbers],
  )
  return new Map(rows.map((row) => [row.deviceNo, row]))
}

function refuseTwice(devices: readonly NewDeviceData[]): void {
  const seen = new Set<string>()
  for (const { deviceNo } of devices) {
    if (seen.has(deviceNo)) throw invalid(`设备编号 ${deviceNo} 重复`, 'deviceNo')
    seen.add(deviceNo)
  }
}

/** Two of the same list in one place, or one where another hangs already. */
async function refuseClashes(tx: Tx, devices: readonly NewDeviceData[]): Promise<void> {
  const placed = new Map<string, NewDeviceData>()
  for (const one of devices) {
    const field = boundTo(one)
    if (!field) continue
    const place = `${field} ${one[field]} ${field === 'bedId' ? one.kind : field === 'roomId' ? one.callerType : ''}`
    const other = placed.get(place)
    if (other) throw clashWords(other, one)
    placed.set(place, one)
  }
  const holders = await holdersOf(tx, devices)
  if (holders.length === 0) return
  for (const one of devices) {
    const holder = holders.find((held) => clash(one, held))
    if (holder) throw clashWords(holder, one)
  }
}

/** Adds devices without accounts; numbers that are there already are refused. */
export async function addDevices(tx: Tx, who: Caller, wanted: readonly NewDeviceData[]): Promise<Named[]> {
  const devices = wanted.map((one) => ({ ...completed(one), deviceId: newId() }))
  for (const one of devices) checkKind(one)
  await requireTargets(tx, who, devices)
  await refuseClashes(tx, devices)
  await tx.client.query(INSERT, [tx.orgId, JSON.stringify(devices)])
  forget(tx, who)
  return devices
}

/** All or nothing; answers every account. */
export const registerDevices = (who: Caller, wanted: readonly NewDeviceData[], reissue = false) =>
  who.tx(async (tx): Promise<CredentialData[]> => {
    if (wanted.length === 0) throw invalid('请至少登记一台设备', 'devices')
    refuseTwice(wanted)
    const there = await known(
      tx,
      who,
      wanted.map((one) => one.deviceNo),
    )
    if (there.size > 0 && !reissue)
      throw new Refusal('ALREADY_EXISTS', { what: `设备编号 ${fewOf([...there.keys()])}` }, 'deviceNo')
    for (const one of wanted) {
      const found = there.get(one.deviceNo)
      if (found && !found.inScope) throw notFound(`设备 ${one.deviceNo}`)
      if (found && found.kind !== one.kind)
        throw invalid(`设备 ${one.deviceNo} 已登记为${DeviceKind.label(found.kind)}`, 'kind')
    }
    const added = await addDevices(
      tx,
      who,
      wanted.filter((one) => !there.has(one.deviceNo)),
    )
    const all = [...added, ...there.values()]
    const credentials = await issueSecrets(tx, who, all)
    const numbers = fewOf(wanted.map((one) => one.deviceNo))
    tx.log({
      remark: `登记设备 ${added.length} 台${there.size > 0 ? `，重新生成密钥 ${there.size} 台` : ''}：${numbers}`,
      targetType: 'device',
      ...(added.length === 1 && { targetId: added[0]!.deviceId, changes: changesBetween(null, { ...wanted[0] }) }),
    })
    const byNo = new Map(credentials.map((one) => [one.deviceNo, one]))
    return wanted.map((one) => byNo.get(one.deviceNo)!)
  })

interface Range {
  prefix: string
  from: number
  to: number
  digits: number
}

export function numbersOf({ prefix, from, to, digits }: Range): string[] {
  if (to < from) throw invalid('结束号不能小于起始号', 'to')
  if (to - from + 1 > MOST_DEVICES) throw invalid(`一次最多登记 ${MOST_DEVICES} 台`, 'to')
  if (String(to).length > digits) throw invalid(`结束号 ${to} 超过 ${digits} 位`, 'digits')
  return Array.from({ length: to - from + 1 }, (_, i) => `${prefix}${String(from + i).padStart(digits, '0')}`)
}

export interface LockedDevice extends Binding {
  deviceId: string
  deviceNo: string
  kind: DeviceKindValue
  model: string | null
  callFamily: string | null
  callerType: string | null
  tagType: number | null
  intervalS: number
  remark: string | null
  enabled: boolean
  version: number
}

const LOCK = `select t.device_id as "deviceId", t.device_no as "deviceNo", t.kind, t.model, t.call_family as "callFamily",
  t.caller_type as "callerType", t.tag_type as "tagType", t.interval_s as "intervalS", t.remark, t.enabled, t.version,
  t.bed_id as "bedId", t.room_id as "roomId", t.oldman_id as "oldmanId", t.user_id as "userId"
from device t where t.org_id = $1 and t.device_id = $3 and ${DEVICE_SCOPE('$2')} for update of t`

async function locked(tx: Tx, who: Caller, deviceId: string, version?: number | null): Promise<LockedDevice> {
  const { rows } = await tx.client.query<LockedDevice>(LOCK, [tx.orgId, who.deptIds, deviceId])
  const found = rows[0]
  if (!found) throw notFound('设备')
  await refuseStale(tx, deviceId, version, found.version)
  return found
}

/** One device changed in its transaction; the answer is how it stands. */
export const changeDevice = (
  who: Caller,
  deviceId: string,
  version: number | null | undefined,
  work: (tx: Tx, device: LockedDevice) => Promise<void>,
) =>
  who.tx(async (tx) => {
    await work(tx, await locked(tx, who, deviceId, version))
    forget(tx, who)
    return (await deviceAt(tx.client, tx.orgId, null, deviceId))!
  })

interface Facts {
  deviceNo: string
  model?: string | null
  callFamily?: string | null
  callerType?: string | null
  tagType?: number | null
  intervalS?: number | null
  remark?: string | null
}

export async function saveFacts(tx: Tx, device: LockedDevice, input: Facts): Promise<void> {
  const isCall = device.kind === 'CALL'
  const after = {
    deviceNo: input.deviceNo,
    model: input.model ?? null,
    callFamily: isCall ? (input.callFamily ?? device.callFamily) : null,
    callerType: isCall ? (input.callerType ?? device.callerType) : null,
    tagType: device.kind === 'TAG' ? (input.tagType ?? device.tagType) : null,
    intervalS: input.intervalS ?? device.intervalS,
    remark: input.remark ?? null,
  }
  checkKind({ ...device, callerType: after.callerType })
  await tx.client.query(
    `update device set device_no = $3, model = $4, call_family = $5, caller_type = $6, tag_type = $7, interval_s = $8,
      remark = $9, version = version + 1 where org_id = $1 and device_id = $2`,
    [tx.orgId, device.deviceId, ...Object.values(after)],
  )
  const { deviceNo, model, callFamily, callerType, tagType, intervalS, remark } = device
  tx.log({
    remark: `修改设备 ${input.deviceNo}`,
    targetType: 'device',
    targetId: device.deviceId,
    changes: changesBetween({ deviceNo, model, callFamily, callerType, tagType, intervalS, remark }, after),
  })
}

/** What the evaluator remembers belongs to the old place. */
async function setBinding(tx: Tx, deviceId: string, binding: Binding): Promise<void> {
  await tx.client.query(
    `update device set bed_id = $3, room_id = $4, oldman_id = $5, user_id = $6, in_bed = null, version = version + 1
    where org_id = $1 and device_id = $2`,
    [
      tx.orgId,
      deviceId,
      binding.bedId ?? null,
      binding.roomId ?? null,
      binding.oldmanId ?? null,
      binding.userId ?? null,
    ],
  )
  await tx.client.query(
    `update device_state set eval = '{}', closed = '{}', in_bed = null, heart = null, breath = null, move = null, wet = null,
      version = version + 1 where org_id = $1 and device_id = $2`,
    [tx.orgId, deviceId],
  )
}

const bindingOf = ({ bedId, roomId, oldmanId, userId }: Binding) => ({
  bedId: bedId ?? null,
  roomId: roomId ?? null,
  oldmanId: oldmanId ?? null,
  userId: userId ?? null,
})

export async function bindTo(tx: Tx, who: Caller, device: LockedDevice, input: Binding & { replace?: number | null }) {
  const wanted = { ...bindingOf(input), kind: device.kind, callerType: device.callerType }
  if (!boundTo(wanted)) throw invalid('请选择要绑定的对象', device.kind === 'TAG' ? 'oldmanId' : 'bedId')
  checkKind(wanted)
  await requireTargets(tx, who, [wanted])
  const holder = (await holdersOf(tx, [wanted])).find((one) => one.deviceId !== device.deviceId && clash(wanted, one))
  if (holder && input.replace !== 1) throw clashWords(holder, wanted)
  if (holder) await setBinding(tx, holder.deviceId, {})
  await setBinding(tx, device.deviceId, wanted)
  tx.log({
    remark: `绑定设备 ${device.deviceNo}${holder ? `，替换 ${holder.deviceNo}` : ''}`,
    targetType: 'device',
    targetId: device.deviceId,
    changes: changesBetween(bindingOf(device), bindingOf(input)),
  })
}

export async function unbindFrom(tx: Tx, device: LockedDevice): Promise<void> {
  if (!boundTo(device)) throw new Refusal('STATE_NOT_ALLOWED', { state: '未绑定', act: '解绑' })
  await setBinding(tx, device.deviceId, {})
  tx.log({
    remark: `解绑设备 ${device.deviceNo}`,
    targetType: 'device',
    targetId: device.deviceId,
    changes: changesBetween(bindingOf(device), bindingOf({})),
  })
}

export async function switchDevice(tx: Tx, device: LockedDevice, enabled: boolean): Promise<void> {
  if (device.enabled === enabled)
    throw new Refusal('STATE_NOT_ALLOWED', { state: enabled ? '启用' : '停用', act: enabled ? '再次启用' : '再次停用' })
  await tx.client.query(
    `update device set enabled = $3, online = case when $3 then online else 0 end, version = version + 1
    where org_id = $1 and device_id = $2`,
    [tx.orgId, device.deviceId, enabled],
  )
  await switchMqttAccounts(tx, [device.deviceId], enabled)
  tx.log({
    remark: `${enabled ? '启用' : '停用'}设备 ${device.deviceNo}`,
    targetType: 'device',
    targetId: device.deviceId,
    changes: changesBetween({ enabled: device.enabled }, { enabled }),
  })
}

/** What a device left behind in the records stays; such a device can only be switched off. */
export const removeDevice = (who: Caller, deviceId: string) =>
  who.tx(async (tx) => {
    const device = await locked(tx, who, deviceId)
    if (boundTo(device)) {
      const at = await deviceAt(tx.client, tx.orgId, null, deviceId)
      const person = device.oldmanId ? at?.oldmanName : at?.userName
      const where = person ?? at?.place?.split('>').slice(-2).join('') ?? '其他对象'
      throw new Refusal('IN_USE', { what: `设备 ${device.deviceNo}`, users: `已绑定${where}，请先解绑` })
    }
    const { rows } = await tx.client.query<{ calls: number; alarms: number }>(
      `select (select count(*) from call_record where org_id = $1 and device_id = $2) as calls,
        (select count(*) from alarm_record where org_id = $1 and device_no = $3 and source <> 'CALL') as alarms`,
      [tx.orgId, deviceId, device.deviceNo],
    )
    const { calls, alarms } = rows[0]!
    const kept = [calls > 0 && `${calls} 条呼叫记录`, alarms > 0 && `${alarms} 条告警记录`].filter(Boolean).join('、')
    if (kept) throw new Refusal('IN_USE', { what: `设备 ${device.deviceNo}`, users: `有${kept}，为保留历史请改为停用` })
    await dropMqttAccounts(tx, [deviceId])
    await tx.client.query('delete from device where org_id = $1 and device_id = $2', [tx.orgId, deviceId])
    forget(tx, who)
    const { version: _, ...before } = device
    tx.log({
      remark: `删除设备 ${device.deviceNo}`,
      targetType: 'device',
      targetId: deviceId,
      changes: changesBetween({ ...before }, null),
    })
    return null
  })

export const newSecrets = (who: Caller, deviceIds: readonly string[]) =>
  who.tx(async (tx) => {
    const ids = [...new Set(deviceIds)]
    if (ids.length === 0) throw invalid('请选择设备', 'deviceIds')
    const { rows } = await tx.client.query<Named>(
      `select t.device_id as "deviceId", t.device_no as "deviceNo", t.kind from device t
      where t.org_id = $1 and t.device_id = any($3) and ${DEVICE_SCOPE('$2')} order by t.device_no for update of t`,
      [tx.orgId, who.deptIds, ids],
    )
    if (rows.length !== ids.length) throw notFound('设备')
    const credentials = await issueSecrets(tx, who, rows)
    tx.log({
      remark: `生成接入密钥 ${rows.length} 台：${fewOf(rows.map((one) => one.deviceNo))}`,
      targetType: 'device',
      ...(rows.length === 1 && { targetId: rows[0]!.deviceId }),
    })
    return credentials
  })
