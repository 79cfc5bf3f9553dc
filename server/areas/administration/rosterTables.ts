// Tables of the roster: what each day of a person holds, published and drafted; what was changed; how many people a house
// wants on a shift; patterns that are rolled over people; and exchanges of two days.
import { sql } from 'drizzle-orm'
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { account, dept } from '#server/areas/platform/tables'
import { createdAt, idColumn, moment } from '#server/kit/columns'
import { attendanceShift } from './attendanceTables.ts'

/** A day of a person. A kind that is null says nothing: the day was never planned. */
export const rosterCell = pgTable(
  'roster_cell',
  {
    orgId: idColumn('org_id').notNull(),
    empId: idColumn('emp_id').notNull(),
    day: date('day').notNull(),
    /** What everybody sees: a value of CellKind. */
    kind: text('kind'),
    shiftPkId: idColumn('shift_pk_id'),
    publishedAt: moment('published_at'),
    publishedName: text('published_name'),
    /** What the planners see, where it is otherwise: seen by all of them, whoever wrote it. */
    drafted: integer('drafted').notNull().default(0),
    draftKind: text('draft_kind'),
    draftShiftPkId: idColumn('draft_shift_pk_id'),
    draftBy: idColumn('draft_by'),
    draftName: text('draft_name'),
    draftAt: moment('draft_at'),
    /** Every write of the cell, so that a second planner learns of the first. */
    version: integer('version').notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.empId, t.day] }),
    index('roster_cell_day').on(t.orgId, t.day, t.empId),
    index('roster_cell_draft').on(t.orgId, t.day).where(sql`drafted = 1`),
    index('roster_cell_shift').on(t.orgId, t.shiftPkId, t.day),
    foreignKey({
      name: 'roster_cell_account',
      columns: [t.orgId, t.empId],
      foreignColumns: [account.orgId, account.userId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'roster_cell_of_shift',
      columns: [t.orgId, t.shiftPkId],
      foreignColumns: [attendanceShift.orgId, attendanceShift.shiftPkId],
    }),
    foreignKey({
      name: 'roster_cell_draft_shift',
      columns: [t.orgId, t.draftShiftPkId],
      foreignColumns: [attendanceShift.orgId, attendanceShift.shiftPkId],
    }),
    check('roster_cell_kind', sql`${t.kind} in ('SHIFT', 'REST', 'LEAVE', 'TRAIN')`),
    check('roster_cell_shift_of', sql`(${t.kind} is not distinct from 'SHIFT') = (${t.shiftPkId} is not null)`),
    check('roster_cell_draft_kind', sql`${t.draftKind} in ('SHIFT', 'REST', 'LEAVE', 'TRAIN')`),
    check(
      'roster_cell_draft_of',
      sql`(${t.draftKind} is not distinct from 'SHIFT') = (${t.draftShiftPkId} is not null)`,
    ),
    check('roster_cell_drafted', sql`${t.drafted} = 1 or (${t.drafted} = 0 and ${t.draftKind} is null)`),
  ],
)

/** What was published otherwise than before; rows are only added. */
export const rosterChange = pgTable(
  'roster_change',
  {
    orgId: idColumn('org_id').notNull(),
    changeId: idColumn('change_id').notNull(),
    empId: idColumn('emp_id').notNull(),
    day: date('day').notNull(),
    fromKind: text('from_kind'),
    fromShiftPkId: idColumn('from_shift_pk_id'),
    toKind: text('to_kind'),
    toShiftPkId: idColumn('to_shift_pk_id'),
    /** PUBLISH, EXCHANGE, LEAVE, LEFT */
    cause: text('cause').notNull(),
    userId: idColumn('user_id'),
    userName: text('user_name').notNull(),
    at: moment('at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.changeId] }),
    index('roster_change_of').on(t.orgId, t.empId, t.day, t.at),
    foreignKey({
      name: 'roster_change_account',
      columns: [t.orgId, t.empId],
      foreignColumns: [account.orgId, account.userId],
    }).onDelete('cascade'),
    check('roster_change_cause', sql`${t.cause} in ('PUBLISH', 'EXCHANGE', 'LEAVE', 'LEFT')`),
  ],
)

/** How many people a department wants on a shift. */
export const rosterNeed = pgTable(
  'roster_need',
  {
    orgId: idColumn('org_id').notNull(),
    needId: idColumn('need_id').notNull(),
    deptId: idColumn('dept_id').notNull(),
    shiftPkId: idColumn('shift_pk_id').notNull(),
    /** A value of NeedDays. */
    days: text('days').notNull().default('ALL'),
    people: integer('people').notNull(),
    /** Of them at least so many with the certificate. */
    certified: integer('certified').notNull().default(0),
    /** A value of CertificateKind. */
    certificate: text('certificate'),
    /** Staff posts that count; empty: all. */
    jobIds: text('job_ids').array().notNull().default(sql`'{}'`),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.needId] }),
    unique('roster_need_one').on(t.orgId, t.deptId, t.shiftPkId, t.days),
    foreignKey({
      name: 'roster_need_dept',
      columns: [t.orgId, t.deptId],
      foreignColumns: [dept.orgId, dept.deptId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'roster_need_shift',
      columns: [t.orgId, t.shiftPkId],
      foreignColumns: [attendanceShift.orgId, attendanceShift.shiftPkId],
    }).onDelete('cascade'),
    check('roster_need_days', sql`${t.days} in ('ALL', 'WORK', 'OFF')`),
    check('roster_need_people', sql`${t.people} between 1 and 200 and ${t.certified} between 0 and ${t.people}`),
    check('roster_need_certificate', sql`(${t.certified} > 0) = (${t.certificate} is not null)`),
  ],
)

/** A turn of days that is rolled over people: 白 夜 休 休. */
export const rosterPattern = pgTable(
  'roster_pattern',
  {
    orgId: idColumn('org_id').notNull(),
    patternId: idColumn('pattern_id').notNull(),
    name: text('name').notNull(),
    /** A shift, or null for a day of rest. */
    steps: jsonb('steps').$type<(string | null)[]>().notNull(),
    sort: integer('sort').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.patternId] }),
    unique('roster_pattern_name').on(t.orgId, t.name),
    check('roster_pattern_steps', sql`jsonb_array_length(${t.steps}) between 2 and 31`),
  ],
)

export const shiftExchange = pgTable(
  'shift_exchange',
  {
    orgId: idColumn('org_id').notNull(),
    exchangeId: idColumn('exchange_id').notNull(),
    applicantId: idColumn('applicant_id').notNull(),
    partnerId: idColumn('partner_id').notNull(),
    /** The day the applicant gives, and the partner's that comes for it; both swap on both days. */
    applicantDay: date('applicant_day').notNull(),
    partnerDay: date('partner_day').notNull(),
    /** What the four cells were when it was asked, and after it was carried out. */
    asked: jsonb('asked').notNull(),
    done: jsonb('done'),
    reason: text('reason').notNull(),
    state: text('state').notNull().default('WAIT_PARTNER'),
    partnerAt: moment('partner_at'),
    decidedBy: idColumn('decided_by'),
    decidedName: text('decided_name'),
    decidedAt: moment('decided_at'),
    note: text('note'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.exchangeId] }),
    index('shift_exchange_list').on(t.orgId, t.createdAt.desc(), t.exchangeId.desc()),
    index('shift_exchange_partner').on(t.orgId, t.partnerId, t.state),
    uniqueIndex('shift_exchange_asks')
      .on(t.orgId, t.applicantId, t.applicantDay)
      .where(sql`state in ('WAIT_PARTNER', 'WAIT_AUDIT')`),
    foreignKey({
      name: 'shift_exchange_applicant',
      columns: [t.orgId, t.applicantId],
      foreignColumns: [account.orgId, account.userId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'shift_exchange_of_partner',
      columns: [t.orgId, t.partnerId],
      foreignColumns: [account.orgId, account.userId],
    }).onDelete('cascade'),
    check('shift_exchange_two', sql`${t.applicantId} <> ${t.partnerId}`),
    check('shift_exchange_state', sql`${t.state} in ('WAIT_PARTNER', 'WAIT_AUDIT', 'AGREED', 'REFUSED', 'WITHDRAWN')`),
    check('shift_exchange_done', sql`(${t.state} = 'AGREED') = (${t.done} is not null)`),
    check(
      'shift_exchange_other',
      sql`${t.decidedBy} is null or ${t.state} <> 'AGREED' or ${t.decidedBy} <> ${t.applicantId}`,
    ),
  ],
)
