// Tables of the monitoring that the home pages read: devices and alarms.
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { bed } from '#server/areas/platform/placeTables'
import { createdAt, idColumn, moment } from '#server/kit/columns'

export const device = pgTable(
  'device',
  {
    orgId: idColumn('org_id').notNull(),
    deviceId: idColumn('device_id').notNull(),
    deviceNo: text('device_no').notNull(),
    /** MATTRESS, CALL, TAG */
    kind: text('kind').notNull(),
    /** Mattresses and call buttons belong to a bed, tags to a person. */
    bedId: idColumn('bed_id'),
    oldmanId: idColumn('oldman_id'),
    /** 1 online, 0 offline */
    online: integer('online').notNull().default(0),
    /** Mattress: 1 in bed, 0 out of bed; null: no reading. */
    inBed: integer('in_bed'),
    battery: integer('battery'),
    lastAt: moment('last_at'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.deviceId] }),
    unique('device_no').on(t.orgId, t.deviceNo),
    uniqueIndex('device_bed').on(t.orgId, t.bedId, t.kind).where(sql`bed_id is not null`),
    foreignKey({ name: 'device_bed_fk', columns: [t.orgId, t.bedId], foreignColumns: [bed.orgId, bed.bedId] }),
    check('device_kind', sql`${t.kind} in ('MATTRESS', 'CALL', 'TAG')`),
  ],
)

export const alarmRecord = pgTable(
  'alarm_record',
  {
    orgId: idColumn('org_id').notNull(),
    recordId: idColumn('record_id').notNull(),
    /** MATTRESS, CALL, TAG */
    source: text('source').notNull(),
    deviceNo: text('device_no').notNull(),
    bedId: idColumn('bed_id'),
    oldmanId: idColumn('oldman_id'),
    type: text('type').notNull(),
    /** What happened, in words: 心率过高 128 次/分. */
    content: text('content').notNull(),
    raisedAt: moment('raised_at').notNull(),
    handledAt: moment('handled_at'),
    handlerId: idColumn('handler_id'),
    result: text('result'),
    /** 0 open, 2 ignored, 3 handled, 4 released */
    status: integer('status').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.recordId] }),
    uniqueIndex('alarm_record_open').on(t.orgId, t.deviceNo, t.type).where(sql`status = 0`),
    index('alarm_record_list').on(t.orgId, t.raisedAt.desc().nullsFirst()),
    check('alarm_record_status', sql`${t.status} in (0, 2, 3, 4)`),
  ],
)
