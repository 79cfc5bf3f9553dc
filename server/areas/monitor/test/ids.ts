// Ids of devices and alarms that a plain sample does not reach.
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { storageKey } from '#server/kit/storageKey'
import type { TestApp } from '#server/kit/test/app'
import { fromRow, type IdKnowledge } from '#server/kit/test/idKnowledge'

const row = (text: string, more: Record<string, unknown> = {}) => fromRow(DEMO_ORG, text, more)
const always = (more: Record<string, unknown>) => () => more

/** Whom a rule is for is read only with the scope that says what kind of thing it is. */
const scoped = Object.fromEntries(
  ['alarmRule.add', 'alarmRule.save', 'positionRule.add', 'positionRule.save', 'rail.add', 'rail.save'].flatMap(
    (call) =>
      [
        ['dept', 'DEPT'],
        ['level', 'LEVEL'],
        ['resident', 'ELDER'],
      ].map(
        ([kind, scope]) => [`monitor.${call} body.scopeIds.0 as ${kind}`, always({ scope, scopeIds: null })] as const,
      ),
  ),
)
const fenced = always({ alarmType: 'railAlarm' })
const called = (family: string, column: string, as: string) =>
  row(
    `select ${column} as "${as}" from call_record where org_id = $1 and family = '${family}' and ${column} is not null`,
  )
const callPlaces = Object.fromEntries(
  [
    ['r10', 'R10'],
    ['r6r7', 'R6R7'],
    ['a10', 'A10'],
  ].flatMap(([call, family]) =>
    [
      ['bed_id', 'bedId'],
      ['room_id', 'roomId'],
      ['device_id', 'deviceId'],
      ['oldman_id', 'oldmanId'],
    ].map(([column, as]) => [`monitor.nurseCall.${call} query.${as}`, called(family!, column!, as!)] as const),
  ),
)
const mapped = row('select building_id as "buildingId" from floor_map where org_id = $1', { mapId: null })
const tagged = (column: string, as: string) =>
  row(`select ${column} as "${as}" from alarm_record where org_id = $1 and source = 'TAG' and ${column} is not null`)
const freeBed = row(
  `select bed_id as "bedId" from bed t where org_id = $1 and not exists (select from device d where d.org_id = t.org_id and d.bed_id = t.bed_id)`,
)
const mattressOn = async (product: Parameters<typeof freeBed>[0]) => ({ kind: 'MATTRESS', ...(await freeBed(product)) })
const floor = row(
  `select f.location_id as "floorId", f.parent_id as "buildingId" from location f
    join location b on b.org_id = f.org_id and b.location_id = f.parent_id where f.org_id = $1 and b.location_type = 'building'`,
)
/** A telephone call about an alarm. */
async function told(product: TestApp) {
  const outboxId = newId()
  await product.app.pool.query(
    `insert into vms_outbox (org_id, outbox_id, record_id, scene, phone, params, provider)
     select org_id, $2, record_id, 'MATTRESS:4', '13800000000', '{}', 'outbox' from alarm_record where org_id = $1 limit 1`,
    [DEMO_ORG, outboxId],
  )
  return { outboxId }
}

/** A picture that lies in the library. */
async function picture(product: TestApp) {
  const fileId = newId()
  const path = join(tmpdir(), fileId)
  const drawn = await sharp({ create: { width: 2000, height: 2000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  await writeFile(path, drawn)
  const key = storageKey(DEMO_ORG, fileId, 'png')
  await product.app.storage.put(key, path, 'image/png')
  await product.app.pool.query(
    `insert into stored_file (org_id, file_id, use, key, name, size_b, mime, sha256, is_public, created_by)
     select $1, $2::text, 'picture', $4, 'a.png', $3, 'image/png', 'x', false, user_id
     from account where user_name = 'zhengkai'`,
    [DEMO_ORG, fileId, drawn.length, key],
  )
  return { picture: `/files/${fileId}/a.png` }
}

const OWN_DEPT = 'alarms and calls have the department of their time, wherever bed and resident are now'

export default {
  samples: {
    ...scoped,
    ...callPlaces,
    'monitor.nurseCall.a10 query.roomId': always({}),
    'monitor.positionRule.add body.railIds.0': fenced,
    'monitor.positionRule.save body.railIds.0': fenced,
    'monitor.alarmLoad.replay': row(
      `select o.oldman_id as "oldmanId" from device d join oldman o on o.org_id = d.org_id and o.current_bed_id = d.bed_id
        where d.org_id = $1 and d.kind = 'MATTRESS'`,
    ),
    'monitor.device.create body.bedId': mattressOn,
    'monitor.device.create body.roomId': always({ kind: 'CALL', callFamily: 'R6R7', callerType: 'TOILET' }),
    'monitor.device.register body.devices.0.bedId': async (product) => ({
      devices: [{ deviceNo: `b${Date.now()}`, ...(await mattressOn(product)) }],
    }),
    'monitor.device.register body.devices.0.roomId': () => ({
      devices: [{ deviceNo: `r${Date.now()}`, kind: 'CALL', callFamily: 'R6R7', callerType: 'TOILET' }],
    }),
    'monitor.device.bind body.bedId': async (product) => ({
      ...(await row(`select device_id as "deviceId" from device where org_id = $1 and kind = 'MATTRESS'`)(product)),
      ...(await freeBed(product)),
      oldmanId: null,
    }),
    'monitor.device.bind body.roomId': row(
      `select device_id as "deviceId" from device where org_id = $1 and kind = 'CALL' and caller_type = 'TOILET'`,
      {
        oldmanId: null,
      },
    ),
    'monitor.device.bind body.userId': always({ oldmanId: null }),
    'monitor.nurseCall.open': async (product) => {
      const found = await row(
        'select call_id as id, dept_id as "deptId" from call_record where org_id = $1 and dept_id is not null order by call_at desc',
      )(product)
      await product.app.pool.query('update call_record set answer_at = null, clear_at = null where call_id = $1', [
        found.id,
      ])
      return { deptId: found.deptId }
    },
    'monitor.positionDevice.live query.buildingId': mapped,
    'monitor.positionMap.one query.buildingId': mapped,
    'monitor.positionMap.one query.floorId': row(
      'select floor_id as "floorId" from floor_map where org_id = $1 and floor_id is not null',
      { mapId: null },
    ),
    'monitor.positionMap.list query.buildingId': mapped,
    'monitor.rail.list query.buildingId': row('select building_id as "buildingId" from rail where org_id = $1'),
    'monitor.positionMap.add body.floorId': floor,
    'monitor.positionMap.save body.floorId': floor,
    'monitor.vms.dialled': told,
    'monitor.vms.retry': told,
    'monitor.positionMap.add': picture,
    'monitor.positionMap.save': picture,
    'monitor.positionRecord.list query.oldmanId': tagged('oldman_id', 'oldmanId'),
    'monitor.positionRecord.list query.deviceId': tagged('device_id', 'deviceId'),
    'monitor.alarmRule.overrides query.oldmanId': async (product) => {
      const found = await row('select oldman_id as "oldmanId" from oldman where org_id = $1 and status = 1 order by 1')(
        product,
      )
      await product.app.pool.query(
        `insert into alarm_override (org_id, oldman_id, kind, off, reason) values ($1, $2, 'HEART', true, '试') on conflict do nothing`,
        [DEMO_ORG, found.oldmanId],
      )
      return found
    },
  },
  spared: {
    'monitor.alarm.close body.recordIds': 'answers how many were closed',
    'monitor.positionRecord.oneClickIgnore body.recordIds': 'answers how many were closed',
  },
  anyDept: {
    'monitor.alarm.list query': OWN_DEPT,
    'monitor.nurseCall': OWN_DEPT,
    'monitor.positionRecord.list query': OWN_DEPT,
  },
  beyond: {
    'monitor.nurseCall.a10 query.roomId':
      'such a device hangs at a bed; the other calls are read by the same statement',
    'monitor.display.claim body.userId': 'only a display may ask: monitor/wall/display.test.ts',
    'monitor.display.finish body.userId': 'only a display may ask: monitor/wall/display.test.ts',
  },
} satisfies IdKnowledge
