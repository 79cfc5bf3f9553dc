// What a device may hang on, checked for many at once: a mattress on a bed, a call point on a bed or in a room, a tag on a
// person, a measuring device on a resident or beside a bed; one of a kind in each place.

import { invalid, notFound } from '#contract/kit/refusal'
import type { NewDeviceData } from '#contract/monitor/device'
import { CallerType, type CallerTypeValue, DeviceKind, type DeviceKindValue, TagType } from '#contract/monitor/words'
import type { Caller, Tx } from '#server/kit/caller'
import { inDepts } from '#server/kit/tenant'

export interface Binding {
  bedId?: string | null | undefined
  roomId?: string | null | undefined
  oldmanId?: string | null | undefined
  userId?: string | null | undefined
}

const FIELDS = ['bedId', 'roomId', 'oldmanId', 'userId'] as const
type Field = (typeof FIELDS)[number]

const ALLOWED: Readonly<Record<DeviceKindValue, readonly Field[]>> = {
  MATTRESS: ['bedId'],
  CALL: ['bedId', 'roomId'],
  TAG: ['oldmanId', 'userId'],
  SIGN: ['oldmanId', 'bedId'],
}
const WORDS: Readonly<Record<Field, string>> = { bedId: '床位', roomId: '房间', oldmanId: '老人', userId: '员工' }

export const boundTo = (binding: Binding): Field | null => FIELDS.find((field) => binding[field]) ?? null

export interface Wanted extends Binding {
  kind: DeviceKindValue
  callerType?: string | null | undefined
}

/** Which of the fields fit the kind; says what is expected instead. */
export function checkKind(wanted: Wanted): void {
  const named = FIELDS.filter((field) => wanted[field])
  if (named.length > 1) throw invalid('设备只能绑定一个对象', named[1])
  const field = named[0]
  if (!field) return
  const allowed = ALLOWED[wanted.kind]
  if (!allowed.includes(field)) {
    const words = allowed.map((one) => WORDS[one]).join('或')
    throw invalid(`${DeviceKind.label(wanted.kind)}只能绑定${words}`, field)
  }
  if (wanted.kind !== 'CALL') return
  const type = (wanted.callerType as CallerTypeValue | null | undefined) ?? null
  if (field === 'bedId' && type !== null && type !== 'BED')
    throw invalid(`${CallerType.label(type)}呼叫器应绑定房间，不能绑定床位`, 'bedId')
  if (field === 'roomId' && (type === null || type === 'BED'))
    throw invalid('绑定房间的呼叫器应为卫生间、门口或增援，请先选择安装位置', 'callerType')
}

/** What kind decides on its own: where a call point hangs, how often a device speaks. */
export function completed(device: NewDeviceData): NewDeviceData & { intervalS: number } {
  const USUAL: Readonly<Record<DeviceKindValue, number>> = { MATTRESS: 5, TAG: 10, CALL: 600, SIGN: 3600 }
  const isCall = device.kind === 'CALL'
  return {
    ...device,
    callFamily: isCall ? (device.callFamily ?? 'R10') : null,
    callerType: isCall ? (device.callerType ?? 'BED') : null,
    tagType: device.kind === 'TAG' ? (device.tagType ?? TagType.is.band) : null,
    intervalS: device.intervalS ?? USUAL[device.kind],
  }
}

const idsOf = (wanted: readonly Binding[], field: Field) => [
  ...new Set(wanted.flatMap((one) => (one[field] ? [one[field]!] : []))),
]

/** Beds, rooms and residents the caller may see, and people who work here; anything else is not there. */
const REACHABLE: Readonly<Record<Field, string>> = {
  bedId: `select b.bed_id as id from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
    where b.org_id = $1 and b.bed_id = any($3) and ${inDepts('r', '$2')}`,
  roomId: `select r.room_id as id from room r
    where r.org_id = $1 and r.room_id = any($3) and ${inDepts('r', '$2')}`,
  oldmanId: `select o.oldman_id as id from oldman o
    where o.org_id = $1 and o.oldman_id = any($3) and ${inDepts('o', '$2')}`,
  userId: `select e.emp_id as id from employee e where e.org_id = $1 and e.emp_id = any($3) and $2::text[] is not distinct from $2`,
}

export async function requireTargets(tx: Tx, who: Caller, wanted: readonly Binding[]): Promise<void> {
  for (const field of FIELDS) {
    const ids = idsOf(wanted, field)
    if (ids.length === 0) continue
    const { rowCount } = await tx.client.query(REACHABLE[field], [tx.orgId, who.deptIds, ids])
    if (rowCount !== ids.length) throw notFound(WORDS[field])
  }
}

export interface Holder {
  deviceId: string
  deviceNo: string
  kind: DeviceKindValue
  callerType: string | null
  bedId: string | null
  roomId: string | null
  oldmanId: string | null
  userId: string | null
}

/** Devices that already hang where these are to hang. */
export async function holdersOf(tx: Tx, wanted: readonly Wanted[]): Promise<Holder[]> {
  const { rows } = await tx.client.query<Holder>(
    `select device_id as "deviceId", device_no as "deviceNo", kind, caller_type as "callerType", bed_id as "bedId",
      room_id as "roomId", oldman_id as "oldmanId", user_id as "userId"
    from device where org_id = $1 and (bed_id = any($2) or room_id = any($3) or oldman_id = any($4) or user_id = any($5))
    order by device_id for update`,
    [tx.orgId, ...FIELDS.map((field) => idsOf(wanted, field))],
  )
  return rows
}

/** Whether two devices would share a place. */
export function clash(a: Wanted, b: Wanted): boolean {
  if (a.bedId) return a.bedId === b.bedId && a.kind === b.kind
  if (a.roomId) return a.roomId === b.roomId && a.callerType === b.callerType
  // A person wears one tag; a cuff and a thermometer may both be theirs.
  if (a.oldmanId) return a.oldmanId === b.oldmanId && a.kind === b.kind && a.kind !== 'SIGN'
  return Boolean(a.userId) && a.userId === b.userId
}

export const clashWords = (holder: Pick<Holder, 'deviceNo' | 'kind'>, wanted: Binding) => {
  const field = boundTo(wanted)!
  return invalid(`该${WORDS[field]}已绑定${DeviceKind.label(holder.kind)} ${holder.deviceNo}`, field)
}
