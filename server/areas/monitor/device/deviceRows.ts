// Devices as the register shows them. `t` is the device.

import type pg from 'pg'
import { CLOCK_LIMIT_S, type DeviceData } from '#contract/monitor/device'
import { OnlineStatus } from '#contract/monitor/words'

/** The department of a device is that of its bed's room, of its room, or of whoever wears it. */
export const DEVICE_DEPT = `coalesce(
  (select x.dept_id from bed y join room x on x.org_id = y.org_id and x.room_id = y.room_id
    where y.org_id = t.org_id and y.bed_id = t.bed_id),
  (select x.dept_id from room x where x.org_id = t.org_id and x.room_id = t.room_id),
  (select x.dept_id from oldman x where x.org_id = t.org_id and x.oldman_id = t.oldman_id))`

export const DEVICE_SCOPE = (departments: string) =>
  `(${departments}::text[] is null or ${DEVICE_DEPT} is null or ${DEVICE_DEPT} = any(${departments}))`

export const DEVICE_JOINS = `left join device_state s on s.org_id = t.org_id and s.device_id = t.device_id
left join oldman w on w.org_id = t.org_id and w.oldman_id = t.oldman_id
left join bed b on b.org_id = t.org_id and b.bed_id = coalesce(t.bed_id, w.current_bed_id)
left join room r on r.org_id = t.org_id and r.room_id = coalesce(b.room_id, t.room_id)
left join location l on l.org_id = r.org_id and l.location_id = r.area
left join oldman q on q.org_id = t.org_id and q.current_bed_id = t.bed_id
left join employee e on e.org_id = t.org_id and e.emp_id = t.user_id
left join dept d on d.org_id = t.org_id
  and d.dept_id = coalesce(case when t.bed_id is not null or t.room_id is not null then r.dept_id end, w.dept_id)`

/** An account of the broker has the name of its device. */
const HAS_SECRET = `exists (select from mqtt_credential m where m.org_id = t.org_id and m.device_id = t.device_id)`
const LOW = 20

export const TROUBLES: Readonly<Record<string, string>> = {
  OFFLINE: `t.online = ${OnlineStatus.is.offline} and t.enabled`,
  UNBOUND: 'num_nonnulls(t.bed_id, t.room_id, t.oldman_id, t.user_id) = 0',
  LOW: `t.battery < ${LOW}`,
  CLOCK: `abs(t.clock_offset_s) > ${CLOCK_LIMIT_S}`,
  BAD: 't.bad_count > 0',
  SECRET: `not ${HAS_SECRET}`,
  GONE: `exists (select from oldman x where x.org_id = t.org_id and x.oldman_id = t.oldman_id and x.current_bed_id is null)`,
}

const BOUND = `case when t.bed_id is not null then 'BED' when t.room_id is not null then 'ROOM'
  when t.oldman_id is not null then 'ELDER' when t.user_id is not null then 'STAFF' end`
export const BOUND_AS = BOUND

export const DEVICE_COLUMNS = `t.device_id as "deviceId", t.device_no as "deviceNo", t.kind, t.model,
  t.call_family as "callFamily", t.caller_type as "callerType", t.tag_type as "tagType", ${BOUND} as bound,
  t.bed_id as "bedId", t.room_id as "roomId", t.oldman_id as "oldmanId", t.user_id as "userId",
  nullif(concat_ws('>', nullif(l.path, ''), r.room_name, b.bed_name), '') as place,
  coalesce(w.oldman_id, q.oldman_id) as "residentId", coalesce(w.oldman_name, q.oldman_name) as "oldmanName",
  coalesce(w.sex, q.sex) as sex, extract(year from age(current_date, coalesce(w.birth_date, q.birth_date)))::int as age,
  coalesce(w.head, q.head) as head, coalesce(w.notes, q.notes, '[]') as attention, e.emp_name as "userName",
  d.dept_id as "deptId", d.dept_name as "deptName", t.enabled::int as enabled, t.online, t.in_bed as "inBed",
  coalesce(s.battery, t.battery)::int as battery, s.signal::int as signal, t.interval_s as "intervalS", t.firmware,
  t.last_upgrade as "lastUpgrade", t.clock_offset_s as "clockOffsetS", t.bad_count as "badCount", t.bad_at as "badAt",
  t.bad_reason as "badReason", greatest(t.last_at, s.heard_at) as "lastAt", ${HAS_SECRET}::int as "hasSecret", t.remark,
  t.version, t.created_at as "createTime"`

export async function deviceAt(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  deptIds: readonly string[] | null,
  deviceId: string,
): Promise<DeviceData | null> {
  const { rows } = await client.query<DeviceData>({
    name: 'device-at',
    text: `select ${DEVICE_COLUMNS} from device t ${DEVICE_JOINS}
      where t.org_id = $1 and t.device_id = $3 and ${DEVICE_SCOPE('$2')}`,
    values: [orgId, deptIds, deviceId],
  })
  return rows[0] ?? null
}
