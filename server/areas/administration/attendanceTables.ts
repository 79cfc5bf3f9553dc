// Tables of attendance: shifts and what they serve, groups with their members and places, holidays, what was clocked, what
// came of it each day, leave, corrections and closed months. One group a worker at a time, leave that does not overlap, and
// that a closed month stays, is held by the migration.
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import {
  AttendanceResult,
  type AttendanceResultValue,
  ScheduleMode,
  ShiftEnable,
} from '#contract/administration/attendanceWords'
import type { WorkPeriod } from '#contract/administration/shiftTime'
import { bed, room } from '#server/areas/platform/placeTables'
import { account, dept } from '#server/areas/platform/tables'
import { createdAt, idColumn, moment, optionColumn } from '#server/kit/columns'

export const attendanceShift = pgTable(
  'attendance_shift',
  {
    orgId: idColumn('org_id').notNull(),
    shiftPkId: idColumn('shift_pk_id').notNull(),
    shiftName: text('shift_name').notNull(),
    /** One or two signs, as a cell of the roster shows it. */
    shortName: text('short_name').notNull(),
    tone: text('tone').notNull(),
    workPeriod: jsonb('work_period').$type<WorkPeriod[]>().notNull(),
    /** Minutes from the midnight its day begins with, first on and last off; over 1,440 lies in the next day. */
    startMinute: integer('start_minute').notNull(),
    endMinute: integer('end_minute').notNull(),
    /** What is worked: all periods without the rest. */
    workMinutes: integer('work_minutes').notNull(),
    restMinutes: integer('rest_minutes').notNull().default(0),
    openBefore: integer('open_before').notNull(),
    closeAfter: integer('close_after').notNull(),
    lateGrace: integer('late_grace').notNull().default(0),
    earlyGrace: integer('early_grace').notNull().default(0),
    absentAfter: integer('absent_after').notNull(),
    /** Counted among the nights. */
    night: boolean('night').notNull().default(false),
    scheduleMode: optionColumn('schedule_mode', ScheduleMode),
    isEnable: optionColumn('is_enable', ShiftEnable).notNull().default(ShiftEnable.is.on),
    remark: text('remark'),
    sort: integer('sort').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.shiftPkId] }),
    unique('attendance_shift_name').on(t.orgId, t.shiftName),
    check('attendance_shift_enable', sql`${t.isEnable} in (0, 1)`),
    check('attendance_shift_mode', sql`${t.scheduleMode} in (1, 2)`),
    check('attendance_shift_tone', sql`${t.tone} in ('day', 'late', 'night', 'office', 'other')`),
    check('attendance_shift_periods', sql`jsonb_array_length(${t.workPeriod}) between 1 and 3`),
    check(
      'attendance_shift_span',
      sql`${t.startMinute} between 0 and 1439 and ${t.endMinute} > ${t.startMinute} and ${t.endMinute} - ${t.startMinute} <= 1440`,
    ),
    check(
      'attendance_shift_work',
      sql`${t.restMinutes} >= 0 and ${t.workMinutes} > 0 and ${t.workMinutes} + ${t.restMinutes} <= ${t.endMinute} - ${t.startMinute}`,
    ),
    check('attendance_shift_window', sql`${t.openBefore} between 0 and 480 and ${t.closeAfter} between 0 and 480`),
    check(
      'attendance_shift_grace',
      sql`${t.lateGrace} between 0 and 120 and ${t.earlyGrace} between 0 and 120 and ${t.absentAfter} > ${t.lateGrace} and ${t.absentAfter} <= 480`,
    ),
  ],
)

/** The beds or rooms a shift serves; without any it serves all of its people's departments. */
export const attendanceShiftPlace = pgTable(
  'attendance_shift_place',
  {
    orgId: idColumn('org_id').notNull(),
    shiftPkId: idColumn('shift_pk_id').notNull(),
    placeId: idColumn('place_id').notNull(),
    bedId: idColumn('bed_id'),
    roomId: idColumn('room_id'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.shiftPkId, t.placeId] }),
    foreignKey({
      name: 'attendance_shift_place_shift',
      columns: [t.orgId, t.shiftPkId],
      foreignColumns: [attendanceShift.orgId, attendanceShift.shiftPkId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'attendance_shift_place_bed',
      columns: [t.orgId, t.bedId],
      foreignColumns: [bed.orgId, bed.bedId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'attendance_shift_place_room',
      columns: [t.orgId, t.roomId],
      foreignColumns: [room.orgId, room.roomId],
    }).onDelete('cascade'),
    check(
      'attendance_shift_place_one',
      sql`${t.placeId} = coalesce(${t.bedId}, ${t.roomId}) and (${t.bedId} is null) <> (${t.roomId} is null)`,
    ),
  ],
)

export interface GroupPattern {
  /** FIXED: Monday to Sunday, the shift of each; null rests. */
  weekly?: (string | null)[]
  /** ROSTER: the shifts its people are rostered for. */
  shiftIds?: string[]
  /** FREE: minutes a day, and the days of the week (0 Monday) they are due. */
  dayMinutes?: number
  days?: number[]
}

export const attendanceGroup = pgTable(
  'attendance_group',
  {
    orgId: idColumn('org_id').notNull(),
    attendanceGroupPkId: idColumn('attendance_group_pk_id').notNull(),
    name: text('name').notNull(),
    /** A value of GroupMode. */
    mode: text('mode').notNull(),
    deptId: idColumn('dept_id'),
    pattern: jsonb('pattern').$type<GroupPattern>().notNull(),
    /** Rests on holidays, and works on swapped days. */
    holidays: boolean('holidays').notNull().default(true),
    /** A photo with every clocking by phone. */
    photo: boolean('photo').notNull().default(false),
    /** May clock elsewhere, which is marked. */
    outside: boolean('outside').notNull().default(false),
    effectiveDate: date('effective_date').notNull(),
    remark: text('remark'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.attendanceGroupPkId] }),
    unique('attendance_group_name').on(t.orgId, t.name),
    foreignKey({
      name: 'attendance_group_dept',
      columns: [t.orgId, t.deptId],
      foreignColumns: [dept.orgId, dept.deptId],
    }),
    check('attendance_group_mode', sql`${t.mode} in ('FIXED', 'ROSTER', 'FREE')`),
  ],
)

/** Which group somebody is in from a day on; the last day is the one before `to_day`. */
export const attendanceMember = pgTable(
  'attendance_member',
  {
    orgId: idColumn('org_id').notNull(),
    empId: idColumn('emp_id').notNull(),
    fromDay: date('from_day').notNull(),
    toDay: date('to_day'),
    attendanceGroupPkId: idColumn('attendance_group_pk_id').notNull(),
    /** A 组, 机动 */
    team: text('team'),
    sort: integer('sort').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.empId, t.fromDay] }),
    index('attendance_member_of').on(t.orgId, t.attendanceGroupPkId, t.fromDay),
    foreignKey({
      name: 'attendance_member_group',
      columns: [t.orgId, t.attendanceGroupPkId],
      foreignColumns: [attendanceGroup.orgId, attendanceGroup.attendanceGroupPkId],
    }),
    foreignKey({
      name: 'attendance_member_account',
      columns: [t.orgId, t.empId],
      foreignColumns: [account.orgId, account.userId],
    }).onDelete('cascade'),
    check('attendance_member_period', sql`${t.toDay} > ${t.fromDay}`),
  ],
)

export const attendancePlace = pgTable(
  'attendance_place',
  {
    orgId: idColumn('org_id').notNull(),
    placeId: idColumn('place_id').notNull(),
    attendanceGroupPkId: idColumn('attendance_group_pk_id').notNull(),
    /** A value of ClockPlaceKind. */
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    lng: doublePrecision('lng'),
    lat: doublePrecision('lat'),
    radius: integer('radius'),
    /** An address or a range of the house's network. */
    network: text('network'),
    deviceNo: text('device_no'),
    sort: integer('sort').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.placeId] }),
    index('attendance_place_of').on(t.orgId, t.attendanceGroupPkId),
    foreignKey({
      name: 'attendance_place_group',
      columns: [t.orgId, t.attendanceGroupPkId],
      foreignColumns: [attendanceGroup.orgId, attendanceGroup.attendanceGroupPkId],
    }).onDelete('cascade'),
    check(
      'attendance_place_kind',
      sql`(${t.kind} = 'RADIUS') = (${t.lng} is not null and ${t.lat} is not null and ${t.radius} is not null)
        and (${t.kind} = 'NETWORK') = (${t.network} is not null) and (${t.kind} = 'DEVICE') = (${t.deviceNo} is not null)
        and ${t.kind} in ('RADIUS', 'NETWORK', 'DEVICE')`,
    ),
    check('attendance_place_radius', sql`${t.radius} between 20 and 5000`),
    check('attendance_place_where', sql`${t.lng} between -180 and 180 and ${t.lat} between -90 and 90`),
  ],
)

/** What differs from the days of the week: holidays of the state, days worked instead, and what the house adds. */
export const attendanceHoliday = pgTable(
  'attendance_holiday',
  {
    orgId: idColumn('org_id').notNull(),
    day: date('day').notNull(),
    /** A value of DayKind. */
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    /** Came with the calendar of the state; false: by hand. */
    state: boolean('state').notNull().default(false),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.day] }),
    check('attendance_holiday_kind', sql`${t.kind} in ('HOLIDAY', 'WORKDAY')`),
  ],
)

/** What a house decided about rosters and attendance, by name. */
export const attendanceSetting = pgTable(
  'attendance_setting',
  {
    orgId: idColumn('org_id').notNull(),
    name: text('name').notNull(),
    value: jsonb('value').notNull(),
    version: integer('version').notNull().default(1),
    updatedBy: text('updated_by'),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.name] })],
)

const result = (name: string) => optionColumn<AttendanceResultValue>(name, AttendanceResult)

/** What came of a day, a row for each period of its shift; written by one pure function only. */
export const attendanceRecord = pgTable(
  'attendance_record',
  {
    orgId: idColumn('org_id').notNull(),
    empId: idColumn('emp_id').notNull(),
    workDate: date('work_date').notNull(),
    part: smallint('part').notNull(),
    deptId: idColumn('dept_id'),
    attendanceGroupPkId: idColumn('attendance_group_pk_id'),
    shiftPkId: idColumn('shift_pk_id'),
    shiftName: text('shift_name'),
    planOn: moment('plan_on'),
    planOff: moment('plan_off'),
    actualOn: moment('actual_on'),
    actualOff: moment('actual_off'),
    onResult: result('on_result'),
    offResult: result('off_result'),
    /** The day itself had to be worked; said on the first part. */
    due: boolean('due').notNull().default(false),
    present: boolean('present').notNull().default(false),
    night: boolean('night').notNull().default(false),
    lateMin: integer('late_min').notNull().default(0),
    earlyMin: integer('early_min').notNull().default(0),
    overtimeMin: integer('overtime_min').notNull().default(0),
    workedMin: integer('worked_min').notNull().default(0),
    leaveMin: integer('leave_min').notNull().default(0),
    leaveKind: text('leave_kind'),
    corrected: boolean('corrected').notNull().default(false),
    outside: boolean('outside').notNull().default(false),
    remark: text('remark'),
    reckonedAt: moment('reckoned_at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.empId, t.workDate, t.part] }),
    index('attendance_record_day').on(t.orgId, t.workDate, t.empId),
    foreignKey({
      name: 'attendance_record_account',
      columns: [t.orgId, t.empId],
      foreignColumns: [account.orgId, account.userId],
    }).onDelete('cascade'),
    check('attendance_record_part', sql`${t.part} between 0 and 2`),
    check(
      'attendance_record_minutes',
      sql`${t.lateMin} >= 0 and ${t.earlyMin} >= 0 and ${t.overtimeMin} >= 0 and ${t.workedMin} >= 0 and ${t.leaveMin} >= 0`,
    ),
    check('attendance_record_results', sql`${t.onResult} between 0 and 8 and ${t.offResult} between 0 and 8`),
  ],
)

export const attendanceLeave = pgTable(
  'attendance_leave',
  {
    orgId: idColumn('org_id').notNull(),
    leaveId: idColumn('leave_id').notNull(),
    empId: idColumn('emp_id').notNull(),
    /** A value of LeaveKind. */
    kind: text('kind').notNull(),
    fromAt: moment('from_at').notNull(),
    toAt: moment('to_at').notNull(),
    reason: text('reason').notNull(),
    place: text('place'),
    files: text('files').array().notNull().default(sql`'{}'`),
    /** A value of AskState. */
    state: text('state').notNull().default('WAITING'),
    askedBy: idColumn('asked_by').notNull(),
    decidedBy: idColumn('decided_by'),
    decidedName: text('decided_name'),
    decidedAt: moment('decided_at'),
    decideNote: text('decide_note'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.leaveId] }),
    index('attendance_leave_of').on(t.orgId, t.empId, t.fromAt),
    index('attendance_leave_list').on(t.orgId, t.createdAt.desc(), t.leaveId.desc()),
    foreignKey({
      name: 'attendance_leave_account',
      columns: [t.orgId, t.empId],
      foreignColumns: [account.orgId, account.userId],
    }).onDelete('cascade'),
    check('attendance_leave_period', sql`${t.toAt} > ${t.fromAt}`),
    check('attendance_leave_state', sql`${t.state} in ('WAITING', 'AGREED', 'REFUSED', 'WITHDRAWN')`),
    check(
      'attendance_leave_decided',
      sql`${t.state} not in ('AGREED', 'REFUSED') or (${t.decidedBy} is not null and ${t.decidedAt} is not null)`,
    ),
    check('attendance_leave_other', sql`${t.decidedBy} is distinct from ${t.empId}`),
  ],
)

export const attendanceCorrection = pgTable(
  'attendance_correction',
  {
    orgId: idColumn('org_id').notNull(),
    correctionId: idColumn('correction_id').notNull(),
    empId: idColumn('emp_id').notNull(),
    workDate: date('work_date').notNull(),
    part: smallint('part').notNull().default(0),
    /** A value of ClockSide. */
    side: text('side').notNull(),
    at: moment('at').notNull(),
    reason: text('reason').notNull(),
    files: text('files').array().notNull().default(sql`'{}'`),
    state: text('state').notNull().default('WAITING'),
    askedBy: idColumn('asked_by').notNull(),
    decidedBy: idColumn('decided_by'),
    decidedName: text('decided_name'),
    decidedAt: moment('decided_at'),
    decideNote: text('decide_note'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.correctionId] }),
    index('attendance_correction_of').on(t.orgId, t.empId, t.workDate),
    index('attendance_correction_list').on(t.orgId, t.createdAt.desc(), t.correctionId.desc()),
    uniqueIndex('attendance_correction_one')
      .on(t.orgId, t.empId, t.workDate, t.part, t.side)
      .where(sql`state = 'WAITING'`),
    foreignKey({
      name: 'attendance_correction_account',
      columns: [t.orgId, t.empId],
      foreignColumns: [account.orgId, account.userId],
    }).onDelete('cascade'),
    check('attendance_correction_side', sql`${t.side} in ('ON', 'OFF') and ${t.part} between 0 and 2`),
    check('attendance_correction_state', sql`${t.state} in ('WAITING', 'AGREED', 'REFUSED', 'WITHDRAWN')`),
    check(
      'attendance_correction_decided',
      sql`${t.state} not in ('AGREED', 'REFUSED') or (${t.decidedBy} is not null and ${t.decidedAt} is not null)`,
    ),
    check('attendance_correction_other', sql`${t.decidedBy} is distinct from ${t.empId}`),
  ],
)

/** A month that was closed for pay, with the figures as they were; opened again by two people. */
export const attendanceClose = pgTable(
  'attendance_close',
  {
    orgId: idColumn('org_id').notNull(),
    closeId: idColumn('close_id').notNull(),
    /** yyyy-MM */
    month: text('month').notNull(),
    closedAt: moment('closed_at').notNull().default(sql`now()`),
    closedBy: idColumn('closed_by').notNull(),
    closedName: text('closed_name').notNull(),
    figures: jsonb('figures').notNull(),
    askedBy: idColumn('asked_by'),
    askedName: text('asked_name'),
    askedAt: moment('asked_at'),
    askReason: text('ask_reason'),
    openedBy: idColumn('opened_by'),
    openedName: text('opened_name'),
    openedAt: moment('opened_at'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.closeId] }),
    uniqueIndex('attendance_close_one').on(t.orgId, t.month).where(sql`opened_at is null`),
    check('attendance_close_month', sql`${t.month} ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'`),
    check(
      'attendance_close_asked',
      sql`(${t.askedBy} is null) = (${t.askedAt} is null) and (${t.askedBy} is null) = (${t.askReason} is null)`,
    ),
    check(
      'attendance_close_two',
      sql`${t.openedAt} is null or (${t.askedBy} is not null and ${t.openedBy} is not null and ${t.openedBy} <> ${t.askedBy})`,
    ),
  ],
)
