// Tables of the vital signs: what was measured, the limits somebody set, and the abnormal ones that wait for an answer.
import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { VitalJudged } from '#contract/nursing/vitalJudge'
import { oldman } from '#server/areas/live/tables'
import { createdAt, idColumn, moment } from '#server/kit/columns'

/** One measurement of one elder at one moment. What was wrong is taken out of sight with its reason, never deleted. */
export const vitalSign = pgTable(
  'vital_sign',
  {
    orgId: idColumn('org_id').notNull(),
    signId: idColumn('sign_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    measuredAt: moment('measured_at').notNull(),
    temperature: numeric('temperature', { precision: 3, scale: 1 }),
    /** TemperatureSite */
    site: text('site'),
    pulse: smallint('pulse'),
    breathing: smallint('breathing'),
    systolic: smallint('systolic'),
    diastolic: smallint('diastolic'),
    /** PressureArm */
    arm: text('arm'),
    oxygen: smallint('oxygen'),
    glucose: numeric('glucose', { precision: 3, scale: 1 }),
    glucoseTiming: text('glucose_timing'),
    weight: numeric('weight', { precision: 4, scale: 1 }),
    /** cm; asked for with the weight. */
    height: smallint('height'),
    pain: smallint('pain'),
    intake: integer('intake'),
    intakeKind: text('intake_kind'),
    output: integer('output'),
    outputKind: text('output_kind'),
    stool: smallint('stool'),
    stoolShape: text('stool_shape'),
    /** Eaten of a meal, in quarters. */
    meal: smallint('meal'),
    /** entered, table, device */
    source: text('source').notNull(),
    deviceId: idColumn('device_id'),
    deviceNo: text('device_no'),
    /** The device's own number of the message: the same never counts twice. */
    messageNo: text('message_no'),
    workerId: idColumn('worker_id'),
    workerName: text('worker_name'),
    remark: text('remark'),
    /** normal, yellow, red */
    grade: text('grade').notNull(),
    judged: jsonb('judged').$type<VitalJudged[]>().notNull().default([]),
    removedAt: moment('removed_at'),
    removedBy: text('removed_by'),
    removedWhy: text('removed_why'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.signId] }),
    index('vital_sign_of').on(t.orgId, t.oldmanId, t.measuredAt.desc().nullsFirst()),
    index('vital_sign_day').on(t.orgId, t.measuredAt.desc().nullsFirst(), t.oldmanId),
    // What rules look back for over half a year.
    index('vital_sign_rare').on(t.orgId, t.oldmanId, t.measuredAt).where(sql`weight is not null or stool is not null`),
    index('vital_sign_seldom').on(t.orgId, t.oldmanId, t.measuredAt).where(sql`height is not null or meal is not null`),
    uniqueIndex('vital_sign_message').on(t.orgId, t.deviceId, t.messageNo).where(sql`message_no is not null`),
    foreignKey({
      name: 'vital_sign_oldman',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [oldman.orgId, oldman.oldmanId],
    }).onDelete('cascade'),
    check('vital_sign_temperature', sql`${t.temperature} between 30 and 45`),
    check('vital_sign_pulse', sql`${t.pulse} between 20 and 250`),
    check('vital_sign_breathing', sql`${t.breathing} between 5 and 60`),
    check(
      'vital_sign_pressure',
      sql`(${t.systolic} is null) = (${t.diastolic} is null) and ${t.systolic} between 40 and 280 and ${t.diastolic} between 20 and 180 and ${t.diastolic} < ${t.systolic}`,
    ),
    check('vital_sign_oxygen', sql`${t.oxygen} between 50 and 100`),
    check(
      'vital_sign_glucose',
      sql`${t.glucose} between 1 and 40 and ${t.glucoseTiming} in ('fasting', 'after', 'bedtime', 'random')`,
    ),
    check('vital_sign_timed', sql`${t.glucose} is null or ${t.glucoseTiming} is not null`),
    check('vital_sign_weight', sql`${t.weight} between 20 and 250`),
    check('vital_sign_pain', sql`${t.pain} between 0 and 10`),
    check('vital_sign_intake', sql`${t.intake} between 1 and 5000`),
    check('vital_sign_output', sql`${t.output} between 1 and 5000`),
    check('vital_sign_stool', sql`${t.stool} between 0 and 30`),
    check('vital_sign_height', sql`${t.height} between 100 and 220`),
    check('vital_sign_meal', sql`${t.meal} between 0 and 4`),
    check('vital_sign_source', sql`${t.source} in ('entered', 'table', 'device', 'care')`),
    check('vital_sign_grade', sql`${t.grade} in ('normal', 'yellow', 'red')`),
    check(
      'vital_sign_something',
      sql`num_nonnulls(${t.temperature}, ${t.pulse}, ${t.breathing}, ${t.systolic}, ${t.oxygen}, ${t.glucose}, ${t.weight}, ${t.pain}, ${t.intake}, ${t.output}, ${t.stool}, ${t.height}, ${t.meal}) > 0`,
    ),
    check('vital_sign_removed', sql`(${t.removedAt} is null) = (${t.removedWhy} is null)`),
    // The clock of a device or tablet may be a little ahead.
    check('vital_sign_not_ahead', sql`${t.measuredAt} <= ${t.createdAt} + interval '10 minutes'`),
  ],
)

/** A limit that somebody set, for the house or for one elder (oldman_id). What held before stays with its end. */
export const vitalLimit = pgTable(
  'vital_limit',
  {
    orgId: idColumn('org_id').notNull(),
    limitId: idColumn('limit_id').notNull(),
    oldmanId: idColumn('oldman_id'),
    /** LimitPart */
    part: text('part').notNull(),
    redLow: numeric('red_low', { precision: 6, scale: 1 }),
    low: numeric('low', { precision: 6, scale: 1 }),
    high: numeric('high', { precision: 6, scale: 1 }),
    redHigh: numeric('red_high', { precision: 6, scale: 1 }),
    reason: text('reason'),
    userName: text('user_name').notNull(),
    createdAt: createdAt(),
    endedAt: moment('ended_at'),
    endedBy: text('ended_by'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.limitId] }),
    uniqueIndex('vital_limit_one').on(t.orgId, sql`coalesce(oldman_id, '')`, t.part).where(sql`ended_at is null`),
    foreignKey({
      name: 'vital_limit_oldman',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [oldman.orgId, oldman.oldmanId],
    }).onDelete('cascade'),
    check('vital_limit_some', sql`num_nonnulls(${t.redLow}, ${t.low}, ${t.high}, ${t.redHigh}) > 0`),
  ],
)

/** Something abnormal of one elder, followed until somebody has answered for it. An elder has one that is not closed. */
export const vitalAlert = pgTable(
  'vital_alert',
  {
    orgId: idColumn('org_id').notNull(),
    alertId: idColumn('alert_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    /** The last measurement that was abnormal; none where a sum of a day is. */
    signId: idColumn('sign_id'),
    /** yellow, red */
    grade: text('grade').notNull(),
    /** What is still abnormal. */
    judged: jsonb('judged').$type<VitalJudged[]>().notNull(),
    times: integer('times').notNull().default(1),
    /** OPEN, ANSWERED, CLOSED */
    state: text('state').notNull().default('OPEN'),
    openedAt: moment('opened_at').notNull().default(sql`now()`),
    recheckBy: moment('recheck_by'),
    recheckedAt: moment('rechecked_at'),
    note: text('note'),
    answeredBy: idColumn('answered_by'),
    answeredName: text('answered_name'),
    answeredAt: moment('answered_at'),
    closedAt: moment('closed_at'),
    closedWhy: text('closed_why'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.alertId] }),
    uniqueIndex('vital_alert_one').on(t.orgId, t.oldmanId).where(sql`state <> 'CLOSED'`),
    index('vital_alert_of').on(t.orgId, t.openedAt.desc().nullsFirst()),
    index('vital_alert_sign').on(t.orgId, t.signId),
    foreignKey({
      name: 'vital_alert_oldman',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [oldman.orgId, oldman.oldmanId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'vital_alert_of_sign',
      columns: [t.orgId, t.signId],
      foreignColumns: [vitalSign.orgId, vitalSign.signId],
    }),
    check('vital_alert_grade', sql`${t.grade} in ('yellow', 'red')`),
    check('vital_alert_state', sql`${t.state} in ('OPEN', 'ANSWERED', 'CLOSED')`),
    check('vital_alert_closed', sql`(${t.state} = 'CLOSED') = (${t.closedAt} is not null)`),
    check('vital_alert_answered', sql`(${t.note} is null) = (${t.answeredAt} is null)`),
    check('vital_alert_waits', sql`${t.state} <> 'ANSWERED' or ${t.note} is not null`),
  ],
)
