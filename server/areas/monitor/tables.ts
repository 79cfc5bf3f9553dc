// Tables of the monitoring: devices, what they last said, alarms and what was done about them.
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { DutyRank } from '#contract/monitor/vms'
import { AlarmLevel, AlarmStatus, LastUpgrade, OnlineStatus, TagType } from '#contract/monitor/words'
import { Incident } from '#contract/nursing/assess/incident'
import { bed, room } from '#server/areas/platform/placeTables'
import { createdAt, idColumn, moment, optionColumn } from '#server/kit/columns'

export const device = pgTable(
  'device',
  {
    orgId: idColumn('org_id').notNull(),
    deviceId: idColumn('device_id').notNull(),
    /** Short number that stands for the device in the large tables. */
    deviceKey: integer('device_key').generatedAlwaysAsIdentity(),
    deviceNo: text('device_no').notNull(),
    /** MATTRESS, CALL, TAG, SIGN */
    kind: text('kind').notNull(),
    model: text('model'),
    /** Mattresses and call buttons belong to a bed, tags to a person. */
    bedId: idColumn('bed_id'),
    /** Call points of a toilet or a door belong to the room. */
    roomId: idColumn('room_id'),
    oldmanId: idColumn('oldman_id'),
    /** A tag of a member of staff. */
    userId: idColumn('user_id'),
    /** Call points: R6R7, R10, A10 and where they hang (BED, TOILET, DOOR). */
    callFamily: text('call_family'),
    callerType: text('caller_type'),
    /** Tags: 33 watch, 34 wristband, -1 other. */
    tagType: optionColumn('tag_type', TagType),
    /** A device that is switched off is refused at the broker and raises nothing. */
    enabled: boolean('enabled').notNull().default(true),
    /** 1 online, 0 offline */
    online: optionColumn('online', OnlineStatus).notNull().default(OnlineStatus.is.offline),
    /** Mattress: 1 in bed, 0 out of bed; null: no reading. */
    inBed: integer('in_bed'),
    battery: integer('battery'),
    /** Seconds between two readings, as the device is set; silence is measured with it. */
    intervalS: integer('interval_s').notNull().default(5),
    firmware: text('firmware'),
    /** 0 failed, 1 success, 2 newly registered */
    lastUpgrade: optionColumn('last_upgrade', LastUpgrade).notNull().default(LastUpgrade.is.fresh),
    /** Seconds the device's clock is ahead (+) or behind (−); beyond five minutes its times are not used. */
    clockOffsetS: integer('clock_offset_s').notNull().default(0),
    /** Messages that did not fit their schema, and why the last one did not. */
    badCount: integer('bad_count').notNull().default(0),
    badAt: moment('bad_at'),
    badReason: text('bad_reason'),
    remark: text('remark'),
    lastAt: moment('last_at'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.deviceId] }),
    unique('device_key').on(t.orgId, t.deviceKey),
    unique('device_no').on(t.orgId, t.deviceNo),
    uniqueIndex('device_bed').on(t.orgId, t.bedId, t.kind).where(sql`bed_id is not null`),
    uniqueIndex('device_room').on(t.orgId, t.roomId, t.callerType).where(sql`room_id is not null`),
    // A person wears one tag at a time.
    uniqueIndex('device_elder').on(t.orgId, t.oldmanId).where(sql`oldman_id is not null and kind <> 'SIGN'`),
    uniqueIndex('device_staff').on(t.orgId, t.userId).where(sql`user_id is not null`),
    foreignKey({ name: 'device_bed_fk', columns: [t.orgId, t.bedId], foreignColumns: [bed.orgId, bed.bedId] }),
    foreignKey({ name: 'device_room_fk', columns: [t.orgId, t.roomId], foreignColumns: [room.orgId, room.roomId] }),
    check('device_kind', sql`${t.kind} in ('MATTRESS', 'CALL', 'TAG', 'SIGN')`),
    check('device_bound', sql`num_nonnulls(${t.bedId}, ${t.roomId}, ${t.oldmanId}, ${t.userId}) <= 1`),
    check('device_interval', sql`${t.intervalS} between 1 and 3600`),
  ],
)

/**
 * What a device said last and where its alarm rules stand. Written with every batch of readings, by whichever process
 * got them: `version` tells a process that its copy is old.
 */
export const deviceState = pgTable(
  'device_state',
  {
    orgId: idColumn('org_id').notNull(),
    deviceId: idColumn('device_id').notNull(),
    version: integer('version').notNull().default(0),
    /** The newest reading, by the time that counts for it. */
    at: moment('at'),
    /** When anything was heard last. */
    heardAt: moment('heard_at'),
    inBed: smallint('in_bed'),
    heart: smallint('heart'),
    breath: smallint('breath'),
    move: smallint('move'),
    wet: smallint('wet'),
    signal: smallint('signal'),
    battery: smallint('battery'),
    /** Tags: where on which map, since when, and what they say of themselves. */
    mapId: idColumn('map_id'),
    x: real('x'),
    y: real('y'),
    fixAt: moment('fix_at'),
    work: text('work'),
    strap: smallint('strap'),
    fault: text('fault'),
    /** State of the evaluator, as the pure function left it. */
    eval: jsonb('eval').$type<Record<string, unknown>>().notNull().default({}),
    /** Alarm types a person has closed and when; the evaluator takes note with the next reading. */
    closed: jsonb('closed').$type<Record<string, number>>().notNull().default({}),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.deviceId] }),
    foreignKey({
      name: 'device_state_device',
      columns: [t.orgId, t.deviceId],
      foreignColumns: [device.orgId, device.deviceId],
    }).onDelete('cascade'),
  ],
)

const INCIDENTS = sql.raw(`array['${Incident.list.map((one) => one.value).join("','")}']`)

export const alarmRecord = pgTable(
  'alarm_record',
  {
    orgId: idColumn('org_id').notNull(),
    recordId: idColumn('record_id').notNull(),
    /** MATTRESS, CALL, TAG */
    source: text('source').notNull(),
    deviceNo: text('device_no').notNull(),
    deviceId: idColumn('device_id'),
    bedId: idColumn('bed_id'),
    roomId: idColumn('room_id'),
    oldmanId: idColumn('oldman_id'),
    userId: idColumn('user_id'),
    /** Department whose staff are told; null: everybody. */
    deptId: idColumn('dept_id'),
    type: text('type').notNull(),
    /** What the rule looks at (EXIT, HEART …), or the fence's id. */
    kind: text('kind'),
    ruleId: idColumn('rule_id'),
    /** 1 low, 2 middle, 3 high */
    level: optionColumn('level', AlarmLevel).notNull().default(AlarmLevel.is.middle),
    /** Place in the order of urgency: 1 SOS and calls, 2 heart and breath, 3 bed-exit, 4 the rest. */
    urgency: integer('urgency').notNull().default(4),
    /** What happened, in words: 心率过高 128 次/分. */
    content: text('content').notNull(),
    /** What was measured and the limit it passed; null where there is no number. */
    value: integer('value'),
    threshold: integer('threshold'),
    unit: text('unit'),
    voiceTimes: integer('voice_times').notNull().default(3),
    /** Position of a tag when it was raised. */
    mapId: idColumn('map_id'),
    x: real('x'),
    y: real('y'),
    /** When the condition began; raisedAt − startAt is at least the rule's duration. */
    startAt: moment('start_at'),
    raisedAt: moment('raised_at').notNull(),
    /** How often it was raised again while open, and when last. */
    repeats: integer('repeats').notNull().default(0),
    repeatedAt: moment('repeated_at'),
    /** Of the last press: the time its device said, when it differs from the arrival, which counts. As text: it may be none. */
    deviceTime: text('device_time'),
    /** What was wrong with a press that raised it, in words: a clock that cannot be, a button nobody knows. */
    oddity: text('oddity'),
    /** The condition is gone, but somebody had taken it up and still owes the result. */
    recoveredAt: moment('recovered_at'),
    takenAt: moment('taken_at'),
    takerId: idColumn('taker_id'),
    handledAt: moment('handled_at'),
    handlerId: idColumn('handler_id'),
    result: text('result'),
    remark: text('remark'),
    /** Values of Incident: what happened to the elder. */
    incidents: text('incidents').array().notNull().default(sql`'{}'`),
    /** 0 open, 2 ignored, 3 handled, 4 released */
    status: optionColumn('status', AlarmStatus).notNull().default(AlarmStatus.is.open),
    /** The step of the ladder reached, and when the next is due; null: it does not climb. */
    rank: integer('rank').notNull().default(0),
    nextStepAt: moment('next_step_at'),
    /** Whom the next step tells, as the roster stood when it was set. */
    nextName: text('next_name'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.recordId] }),
    uniqueIndex('alarm_record_open').on(t.orgId, t.deviceNo, t.type).where(sql`status = 0`),
    index('alarm_record_list').on(t.orgId, t.raisedAt.desc().nullsFirst()),
    index('alarm_record_source').on(t.orgId, t.source, t.status, t.raisedAt.desc().nullsFirst()),
    index('alarm_record_elder').on(t.orgId, t.oldmanId, t.raisedAt.desc().nullsFirst()),
    index('alarm_record_climbs').on(t.nextStepAt).where(sql`status = 0 and next_step_at is not null`),
    check('alarm_record_status', sql`${t.status} in (0, 2, 3, 4)`),
    check('alarm_record_incidents', sql`${t.incidents} <@ ${INCIDENTS}`),
    check('alarm_record_closed', sql`(${t.status} = 0) = (${t.handledAt} is null)`),
    check('alarm_record_times', sql`${t.startAt} is null or ${t.startAt} <= ${t.raisedAt}`),
    // Somebody asked for help: such an alarm never ends by itself.
    check('alarm_record_by_hand', sql`${t.status} <> 4 or ${t.type} not in ('sos', 'manualAlarm')`),
  ],
)

/** What was done about an alarm, step by step: told to whom, taken up, phoned, closed. */
export const alarmStep = pgTable(
  'alarm_step',
  {
    orgId: idColumn('org_id').notNull(),
    stepId: idColumn('step_id').notNull(),
    recordId: idColumn('record_id').notNull(),
    /** RAISED, REPEATED, TOLD, PHONED, TAKEN, RECOVERED, HANDLED, IGNORED, RELEASED */
    kind: text('kind').notNull(),
    rank: integer('rank'),
    userId: idColumn('user_id'),
    userName: text('user_name'),
    note: text('note'),
    at: moment('at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.stepId] }),
    index('alarm_step_of').on(t.orgId, t.recordId, t.at),
    foreignKey({
      name: 'alarm_step_record',
      columns: [t.orgId, t.recordId],
      foreignColumns: [alarmRecord.orgId, alarmRecord.recordId],
    }).onDelete('cascade'),
  ],
)

/** Settings of the monitoring by name: callBase, callVoice, ladder, vms, retention, positioning. */
export const monitorSetting = pgTable(
  'monitor_setting',
  {
    orgId: idColumn('org_id').notNull(),
    name: text('name').notNull(),
    value: jsonb('value').$type<Record<string, unknown>>().notNull(),
    version: integer('version').notNull().default(1),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.name] })],
)

/** Who is on duty: until the shifts of the staff are planned elsewhere, by weekday and time of day. */
export const alarmDuty = pgTable(
  'alarm_duty',
  {
    orgId: idColumn('org_id').notNull(),
    dutyId: idColumn('duty_id').notNull(),
    /** null: the whole house */
    deptId: idColumn('dept_id'),
    /** 1 duty nurse, 2 next nurse, 3 head nurse */
    rank: optionColumn('rank', DutyRank).notNull(),
    userId: idColumn('user_id').notNull(),
    /** 1 Monday … 7 Sunday */
    weekdays: jsonb('weekdays').$type<number[]>().notNull(),
    /** HH:mm; a shift may cross midnight. It belongs to the weekday it begins on. */
    fromTime: text('from_time').notNull(),
    toTime: text('to_time').notNull(),
    remark: text('remark'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.dutyId] }),
    index('alarm_duty_of').on(t.orgId, t.deptId, t.rank),
    check('alarm_duty_rank', sql`${t.rank} between 1 and 3`),
  ],
)

/** Phone calls that were asked for; the provider takes them from here, or a person dials. */
export const vmsOutbox = pgTable(
  'vms_outbox',
  {
    orgId: idColumn('org_id').notNull(),
    outboxId: idColumn('outbox_id').notNull(),
    recordId: idColumn('record_id'),
    scene: text('scene').notNull(),
    phone: text('phone').notNull(),
    userId: idColumn('user_id'),
    userName: text('user_name'),
    params: jsonb('params').$type<Record<string, string>>().notNull(),
    /** WAITING, SENT, FAILED, DIALLED (by a person), DROPPED (the alarm was closed before) */
    state: text('state').notNull().default('WAITING'),
    provider: text('provider').notNull(),
    tries: integer('tries').notNull().default(0),
    error: text('error'),
    sentAt: moment('sent_at'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.outboxId] }),
    index('vms_outbox_list').on(t.orgId, t.createdAt.desc().nullsFirst()),
    index('vms_outbox_record').on(t.orgId, t.recordId),
    check('vms_outbox_state', sql`${t.state} in ('WAITING', 'SENT', 'FAILED', 'DIALLED', 'DROPPED')`),
  ],
)
