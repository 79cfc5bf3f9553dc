// Tables of clocking: what was clocked, the devices that told it, and what they told of nobody.
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { account } from '#server/areas/platform/tables'
import { createdAt, idColumn, moment } from '#server/kit/columns'

/** What was clocked, as it came: rows are only added. */
export const clockPunch = pgTable(
  'clock_punch',
  {
    orgId: idColumn('org_id').notNull(),
    punchId: idColumn('punch_id').notNull(),
    empId: idColumn('emp_id').notNull(),
    /** When it counts; a device whose clock is wrong gets the moment of arrival. */
    at: moment('at').notNull(),
    /** What the device said, where that was not believed. */
    saidAt: text('said_at'),
    heardAt: moment('heard_at').notNull().default(sql`now()`),
    /** A value of PunchSource. */
    source: text('source').notNull(),
    /** What makes the same clocking the same: the device's own number, the request of a phone, the correction. */
    number: text('number').notNull(),
    placeId: idColumn('place_id'),
    placeName: text('place_name'),
    deviceNo: text('device_no'),
    lng: doublePrecision('lng'),
    lat: doublePrecision('lat'),
    distance: integer('distance'),
    ip: text('ip'),
    outside: boolean('outside').notNull().default(false),
    photo: text('photo'),
    note: text('note'),
    /** The correction it comes from. */
    correctionId: idColumn('correction_id'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.punchId] }),
    unique('clock_punch_once').on(t.orgId, t.number),
    index('clock_punch_of').on(t.orgId, t.empId, t.at),
    index('clock_punch_day').on(t.orgId, t.at),
    foreignKey({
      name: 'clock_punch_account',
      columns: [t.orgId, t.empId],
      foreignColumns: [account.orgId, account.userId],
    }).onDelete('cascade'),
    check('clock_punch_source', sql`${t.source} in ('DEVICE', 'PHONE', 'CORRECTION')`),
  ],
)

/** A clocking device of the house. It proves itself with a key that is shown once; only its digest is kept. */
export const clockDevice = pgTable(
  'clock_device',
  {
    orgId: idColumn('org_id').notNull(),
    deviceId: idColumn('device_id').notNull(),
    deviceNo: text('device_no').notNull(),
    name: text('name').notNull(),
    hash: text('hash').notNull(),
    /** The last signs of the key, so that somebody can tell which one a device has. */
    keyEnd: text('key_end').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    heardAt: moment('heard_at'),
    /** Minutes its clock was ahead when it was last heard, negative behind; null: right. */
    drift: integer('drift'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.deviceId] }), unique('clock_device_no').on(t.orgId, t.deviceNo)],
)

/** What a device told of somebody nobody knows: kept as it came until somebody says whose it is. */
export const clockAside = pgTable(
  'clock_aside',
  {
    orgId: idColumn('org_id').notNull(),
    asideId: idColumn('aside_id').notNull(),
    deviceId: idColumn('device_id').notNull(),
    deviceNo: text('device_no').notNull(),
    number: text('number').notNull(),
    empKey: text('emp_key'),
    card: text('card'),
    at: moment('at').notNull(),
    saidAt: text('said_at'),
    heardAt: moment('heard_at').notNull().default(sql`now()`),
    reason: text('reason').notNull(),
    /** Whom it was given to; null: it waits. */
    empId: idColumn('emp_id'),
    settledName: text('settled_name'),
    settledAt: moment('settled_at'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.asideId] }),
    unique('clock_aside_once').on(t.orgId, t.number),
    index('clock_aside_waits').on(t.orgId, t.heardAt.desc()).where(sql`settled_at is null`),
  ],
)
