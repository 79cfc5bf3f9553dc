// Handlers of the register of devices.

import { notFound } from '#contract/kit/refusal'
import { type DeviceData, DeviceEnabled, device } from '#contract/monitor/device'
import { OnlineStatus } from '#contract/monitor/words'
import { STRANGERS } from '#server/areas/monitor/ingest/ingestRows'
import { partPattern, startPattern } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { importHandlers } from '#server/kit/excelImport'
import { implement } from '#server/kit/implement'
import { type Filter, pageOfRows, several } from '#server/kit/page'
import { asidesOf } from './deviceAside.ts'
import { deviceImport } from './deviceImport.ts'
import { BOUND_AS, DEVICE_COLUMNS, DEVICE_DEPT, DEVICE_JOINS, DEVICE_SCOPE, deviceAt, TROUBLES } from './deviceRows.ts'
import {
  bindTo,
  changeDevice,
  newSecrets,
  numbersOf,
  registerDevices,
  removeDevice,
  saveFacts,
  switchDevice,
  unbindFrom,
} from './deviceWrite.ts'

const BED_OF = `coalesce(t.bed_id, (select current_bed_id from oldman where org_id = t.org_id and oldman_id = t.oldman_id))`
const PLACE = `(select concat_ws('>', nullif(l.path, ''), r.room_name, b.bed_name) from room r
  left join location l on l.org_id = r.org_id and l.location_id = r.area
  left join bed b on b.org_id = r.org_id and b.bed_id = ${BED_OF}
  where r.org_id = t.org_id
    and r.room_id = coalesce((select room_id from bed where org_id = t.org_id and bed_id = ${BED_OF}), t.room_id))`

const WEARER = `exists (select from oldman o where o.org_id = t.org_id
    and (o.oldman_id = t.oldman_id or o.current_bed_id = t.bed_id) and (o.oldman_name like ?1 or o.readings like ?2))
  or exists (select from employee e where e.org_id = t.org_id and e.emp_id = t.user_id and e.emp_name like ?1)`

/** A fixed condition takes part when it is asked for; the filter wants a value, so it gets one that is always true. */
const troubleFilter = (trouble: string | null | undefined): Filter => [
  `${trouble ? TROUBLES[trouble] : 'true'} and ?::boolean`,
  trouble ? true : null,
]

async function counts(who: Caller) {
  const count = (condition: string) => `count(*) filter (where ${condition})::int`
  const { rows } = await who.app.pool.query(
    `select count(*)::int as total, ${count(`t.online = ${OnlineStatus.is.online} and t.enabled`)} as online,
      ${count(TROUBLES.OFFLINE!)} as offline,
      ${count(TROUBLES.UNBOUND!)} as unbound, ${count(TROUBLES.LOW!)} as low, ${count(TROUBLES.CLOCK!)} as clock,
      ${count(TROUBLES.BAD!)} as bad, ${count(TROUBLES.SECRET!)} as secret, ${count(TROUBLES.GONE!)} as gone, ${count('not t.enabled')} as disabled
    from device t where t.org_id = $1 and ${DEVICE_SCOPE('$2')}`,
    [who.orgId, who.deptIds],
  )
  return rows[0]!
}

export default implement(device, {
  list: (query, who) =>
    pageOfRows<DeviceData>(
      who.app.pool,
      {
        from: 'device t',
        key: 'device_id',
        select: DEVICE_COLUMNS,
        join: DEVICE_JOINS,
        filters: [
          ['t.org_id = ?', who.orgId],
          [`(${DEVICE_DEPT} is null or ${DEVICE_DEPT} = any(?))`, who.deptIds],
          ['t.device_no ilike ?', query.deviceNo?.trim() ? partPattern(query.deviceNo) : null],
          ['t.kind = ?', query.kind],
          ['t.call_family = ?', query.callFamily],
          ['t.online = ?', query.online],
          ['t.enabled::int = ?', query.enabled],
          [`${BOUND_AS} = ?`, query.bound],
          troubleFilter(query.trouble),
          [`${PLACE} like ?`, query.place?.trim() ? partPattern(query.place) : null],
          [
            `(${WEARER})`,
            query.oldmanName?.trim() ? several(partPattern(query.oldmanName), startPattern(query.oldmanName)) : null,
          ],
          [`${DEVICE_DEPT} = ?`, query.deptId],
        ],
        sorts: {
          deviceNo: 't.device_no',
          battery: 't.battery',
          lastAt: 't.last_at',
          badCount: 't.bad_count',
          createTime: 't.created_at',
        },
        defaultSort: 't.device_no',
      },
      query,
    ),
  counts: (_, who) => counts(who),
  get: async ({ deviceId }, who) => {
    const found = await deviceAt(who.app.pool, who.orgId, who.deptIds, deviceId)
    if (!found) throw notFound('设备')
    return found
  },
  asides: async ({ deviceId }, who) => {
    const found = await deviceAt(who.app.pool, who.orgId, who.deptIds, deviceId)
    if (!found) throw notFound('设备')
    return asidesOf(who.app.pool, who.orgId, deviceId)
  },
  strangers: (_, who) => asidesOf(who.app.pool, who.orgId, STRANGERS),
  create: async (input, who) => (await registerDevices(who, [input]))[0]!,
  createRange: async ({ prefix, from, to, digits, ...facts }, who) => {
    const devices = numbersOf({ prefix, from, to, digits }).map((deviceNo) => ({ ...facts, deviceNo }))
    return { credentials: await registerDevices(who, devices) }
  },
  register: async ({ devices, reissue }, who) => ({ credentials: await registerDevices(who, devices, reissue === 1) }),
  ...importHandlers(deviceImport, device.calls.importCommit),
  save: ({ deviceId, version, ...facts }, who) =>
    changeDevice(who, deviceId, version, (tx, found) => saveFacts(tx, found, facts)),
  bind: ({ deviceId, version, ...binding }, who) =>
    changeDevice(who, deviceId, version, (tx, found) => bindTo(tx, who, found, binding)),
  unbind: ({ deviceId, version }, who) => changeDevice(who, deviceId, version, (tx, found) => unbindFrom(tx, found)),
  enable: ({ deviceId, enabled, version }, who) =>
    changeDevice(who, deviceId, version, (tx, found) => switchDevice(tx, found, enabled === DeviceEnabled.is.on)),
  remove: ({ deviceId }, who) => removeDevice(who, deviceId),
  secrets: async ({ deviceIds }, who) => ({ credentials: await newSecrets(who, deviceIds) }),
  clearBad: ({ deviceId }, who) =>
    changeDevice(who, deviceId, null, async (tx, found) => {
      await tx.client.query(
        'update device set bad_count = 0, bad_at = null, bad_reason = null where org_id = $1 and device_id = $2',
        [tx.orgId, found.deviceId],
      )
      await tx.client.query('delete from device_aside where org_id = $1 and device_id = $2', [tx.orgId, found.deviceId])
      tx.log({ remark: `清零设备 ${found.deviceNo} 的无效上报`, targetType: 'device', targetId: found.deviceId })
    }),
})
