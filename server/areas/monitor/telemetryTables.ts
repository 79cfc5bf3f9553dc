// What devices report, second by second and minute by minute, calls, and what a night came to. `reading` and `position`
// are partitioned by day, `reading_minute` by month (said in the migration, which drizzle cannot); a job makes the
// partitions of the coming days and drops the old ones. No foreign keys here: rows come by the thousand each second.
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { oldman } from '#server/areas/live/tables'
import { bytes, createdAt, idColumn, moment } from '#server/kit/columns'
import { alarmRecord, device } from './tables.ts'

export const reading = pgTable(
  'reading',
  {
    orgId: idColumn('org_id').notNull(),
    deviceKey: integer('device_key').notNull(),
    at: moment('at').notNull(),
    inBed: smallint('in_bed').notNull(),
    /** null: no reading */
    heart: smallint('heart'),
    breath: smallint('breath'),
    move: smallint('move').notNull().default(0),
    turn: smallint('turn').notNull().default(0),
    wet: smallint('wet').notNull().default(0),
  },
  (t) => [primaryKey({ name: 'reading_pk', columns: [t.orgId, t.deviceKey, t.at] })],
)

/**
 * Since when what devices say has been heard without a gap, and when that was last known. One row for all processes: what
 * nobody could hear is no silence of a device.
 */
export const deviceListening = pgTable(
  'device_listening',
  {
    one: boolean('one').primaryKey().default(true),
    since: moment('since').notNull(),
    seen: moment('seen').notNull(),
  },
  (t) => [check('device_listening_one', sql`${t.one}`)],
)

/** Sums of one minute; averages are sum / n. */
export const readingMinute = pgTable(
  'reading_minute',
  {
    orgId: idColumn('org_id').notNull(),
    deviceKey: integer('device_key').notNull(),
    minute: moment('minute').notNull(),
    /** Who lay in the bed at that time. */
    oldmanId: idColumn('oldman_id'),
    n: smallint('n').notNull(),
    inBedN: smallint('in_bed_n').notNull(),
    heartN: smallint('heart_n').notNull(),
    heartSum: integer('heart_sum').notNull(),
    heartMin: smallint('heart_min'),
    heartMax: smallint('heart_max'),
    breathN: smallint('breath_n').notNull(),
    breathSum: integer('breath_sum').notNull(),
    breathMin: smallint('breath_min'),
    breathMax: smallint('breath_max'),
    turns: smallint('turns').notNull(),
    bigMoves: smallint('big_moves').notNull(),
    exits: smallint('exits').notNull(),
    wet: smallint('wet').notNull(),
  },
  (t) => [
    primaryKey({ name: 'reading_minute_pk', columns: [t.orgId, t.deviceKey, t.minute] }),
    index('reading_minute_elder').on(t.orgId, t.oldmanId, t.minute),
  ],
)

export const position = pgTable(
  'position',
  {
    orgId: idColumn('org_id').notNull(),
    deviceKey: integer('device_key').notNull(),
    at: moment('at').notNull(),
    mapKey: integer('map_key').notNull(),
    x: real('x').notNull(),
    y: real('y').notNull(),
  },
  (t) => [primaryKey({ name: 'position_pk', columns: [t.orgId, t.deviceKey, t.at] })],
)

/**
 * Messages that were not understood, or not wholly, as they came; the last ones of each device, for whoever sets it up.
 * `device_id` is empty for devices that nobody has registered. No foreign key, for the same reason as above.
 */
export const deviceAside = pgTable(
  'device_aside',
  {
    orgId: idColumn('org_id').notNull(),
    deviceId: idColumn('device_id').notNull(),
    asideNo: bigint('aside_no', { mode: 'number' }).generatedAlwaysAsIdentity(),
    channel: text('channel').notNull(),
    arrivedAt: moment('arrived_at').notNull(),
    /** The beginning of it; `size` is how long it was. */
    payload: bytes('payload').notNull(),
    size: integer('size').notNull(),
    reason: text('reason').notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.deviceId, t.asideNo] }), index('device_aside_old').on(t.arrivedAt)],
)

/**
 * What devices said that did not count, and why: of nobody's device, of one that is switched off, over a limit, not
 * understood, a press sent again, readings that came after newer ones, a clock that is replaced by the arrival. Counted by
 * the hour (presses by the minute), so that a flood stays small; beyond a thousand rows further strangers share one name.
 */
export const deviceUnheard = pgTable(
  'device_unheard',
  {
    orgId: idColumn('org_id').notNull(),
    /** Its id, or what an unknown one calls itself; empty: all further strangers. */
    device: idColumn('device').notNull(),
    why: text('why').notNull(),
    slot: moment('slot').notNull(),
    count: integer('count').notNull(),
    firstAt: moment('first_at').notNull(),
    lastAt: moment('last_at').notNull(),
    /** CLOCK: seconds ahead (+) or behind (−), 0: right again; LATE: seconds the last came late. */
    value: integer('value'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.device, t.why, t.slot] }),
    index('device_unheard_old').on(t.slot),
    index('device_unheard_stranger').on(t.orgId).where(sql`why = 'UNKNOWN'`),
    check(
      'device_unheard_why',
      sql`${t.why} in ('UNKNOWN', 'DISABLED', 'TOO_MANY', 'BOXED', 'BAD', 'AGAIN', 'LATE', 'CLOCK')`,
    ),
    check('device_unheard_count', sql`${t.count} > 0`),
  ],
)

/** From when to when nobody could have heard a device. */
export const listeningGap = pgTable(
  'listening_gap',
  { fromAt: moment('from_at').primaryKey(), toAt: moment('to_at').notNull() },
  (t) => [check('listening_gap_order', sql`${t.toAt} >= ${t.fromAt}`)],
)

/** A resident's night, from 20:00 of `day` to 08:00, as the pages and the baseline need it. */
export const healthNight = pgTable(
  'health_night',
  {
    orgId: idColumn('org_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    /** The evening it began. */
    day: date('day').notNull(),
    inBedMin: integer('in_bed_min').notNull(),
    bedAt: moment('bed_at'),
    riseAt: moment('rise_at'),
    exits: integer('exits').notNull(),
    longestExitMin: integer('longest_exit_min').notNull(),
    exitMin: integer('exit_min').notNull(),
    /** Averages in tenths. */
    heartAvg10: integer('heart_avg10'),
    heartMin: integer('heart_min'),
    heartMax: integer('heart_max'),
    breathAvg10: integer('breath_avg10'),
    breathMin: integer('breath_min'),
    breathMax: integer('breath_max'),
    turns: integer('turns').notNull(),
    bigMoveMin: integer('big_move_min').notNull(),
    wet: integer('wet').notNull(),
    /** Minutes with a reading; nights with few say nothing about the resident. */
    minutes: integer('minutes').notNull(),
    /** Away or in hospital: not part of the baseline. */
    away: smallint('away').notNull().default(0),
    /** Averages of five minutes from 20:00 on, in tenths; null: no reading. The band of the own baseline is made of them. */
    heartCurve: smallint('heart_curve').array(),
    breathCurve: smallint('breath_curve').array(),
    /** 0 usual, 1 notable, 2 abnormal, judged against the resident's own baseline of that morning. */
    level: smallint('level').notNull().default(0),
    judged: jsonb('judged').$type<Record<string, unknown>[]>().notNull().default([]),
    note: text('note'),
    madeAt: moment('made_at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.oldmanId, t.day] }),
    index('health_night_day').on(t.orgId, t.day, t.level),
    foreignKey({
      name: 'health_night_oldman',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [oldman.orgId, oldman.oldmanId],
    }).onDelete('cascade'),
  ],
)

export const callRecord = pgTable(
  'call_record',
  {
    orgId: idColumn('org_id').notNull(),
    /** The same as the alarm that shows it. */
    callId: idColumn('call_id').notNull(),
    /** R6R7, R10, A10 */
    family: text('family').notNull(),
    deviceId: idColumn('device_id').notNull(),
    deviceNo: text('device_no').notNull(),
    bedId: idColumn('bed_id'),
    roomId: idColumn('room_id'),
    oldmanId: idColumn('oldman_id'),
    deptId: idColumn('dept_id'),
    /** REINFORCE, TOILET, BED, DOOR */
    callerType: text('caller_type').notNull(),
    callAt: moment('call_at').notNull(),
    /** How often it was pressed while open. */
    presses: integer('presses').notNull().default(1),
    answerAt: moment('answer_at'),
    answerBy: idColumn('answer_by'),
    clearAt: moment('clear_at'),
    clearBy: idColumn('clear_by'),
    /** DESK (answered and cleared here), BEDSIDE (reset at the bed), CALLER (taken back) */
    clearFrom: text('clear_from'),
    /** A value of the lookup of deal types. */
    dealType: text('deal_type'),
    remark: text('remark'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.callId] }),
    uniqueIndex('call_record_open').on(t.orgId, t.deviceId).where(sql`clear_at is null`),
    index('call_record_list').on(t.orgId, t.family, t.callAt.desc().nullsFirst()),
    index('call_record_device_list').on(t.orgId, t.deviceId, t.callAt.desc().nullsFirst()),
    index('call_record_bed').on(t.orgId, t.bedId, t.callAt.desc().nullsFirst()),
    foreignKey({
      name: 'call_record_device',
      columns: [t.orgId, t.deviceId],
      foreignColumns: [device.orgId, device.deviceId],
    }),
    foreignKey({
      name: 'call_record_alarm',
      columns: [t.orgId, t.callId],
      foreignColumns: [alarmRecord.orgId, alarmRecord.recordId],
    }),
    check('call_record_family', sql`${t.family} in ('R6R7', 'R10', 'A10')`),
    check('call_record_caller', sql`${t.callerType} in ('REINFORCE', 'TOILET', 'BED', 'DOOR')`),
    check(
      'call_record_times',
      sql`(${t.answerAt} is null or ${t.answerAt} >= ${t.callAt})
      and (${t.clearAt} is null or ${t.clearAt} >= coalesce(${t.answerAt}, ${t.callAt}))`,
    ),
  ],
)
