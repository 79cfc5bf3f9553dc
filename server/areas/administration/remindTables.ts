// Tables of the reminders: each one with what became of it, the series that people set for themselves and others, and what
// the house decided about each kind.
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { RemindState } from '#contract/administration/remind'
import { RemindType } from '#contract/kit/remindType'
import { oldman } from '#server/areas/live/tables'
import { account, job, role } from '#server/areas/platform/tables'
import { createdAt, idColumn, moment, optionColumn } from '#server/kit/columns'

/** What a person set: once or repeated. Its next occurrence always stands in `remind`. */
export const remindSeries = pgTable(
  'remind_series',
  {
    orgId: idColumn('org_id').notNull(),
    seriesId: idColumn('series_id').notNull(),
    title: text('title').notNull(),
    content: text('content'),
    oldmanId: idColumn('oldman_id'),
    /** The first occurrence: its day and time lead to all others. */
    firstAt: moment('first_at').notNull(),
    /** ONCE, DAILY, WEEKLY, MONTHLY, YEARLY */
    repeat: text('repeat').notNull(),
    every: smallint('every').notNull().default(1),
    endDay: date('end_day'),
    aheadDays: smallint('ahead_days').notNull().default(0),
    /** When the last occurrence that was made is shown; then the next one is made. Null: there is no further one. */
    turnAt: moment('turn_at'),
    /** The day of the last occurrence that was made. */
    lastDay: date('last_day').notNull(),
    createdBy: idColumn('created_by').notNull(),
    createdName: text('created_name').notNull(),
    endedAt: moment('ended_at'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.seriesId] }),
    index('remind_series_turn').on(t.turnAt).where(sql`turn_at is not null and ended_at is null`),
    index('remind_series_by').on(t.orgId, t.createdBy),
    foreignKey({
      name: 'remind_series_oldman',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [oldman.orgId, oldman.oldmanId],
    }).onDelete('cascade'),
    check('remind_series_repeat', sql`${t.repeat} in ('ONCE', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY')`),
    check('remind_series_every', sql`${t.every} between 1 and 99`),
    check('remind_series_ahead', sql`${t.aheadDays} between 0 and 90`),
    check('remind_series_once', sql`${t.repeat} <> 'ONCE' or ${t.endDay} is null`),
  ],
)

/** Whom a series is for. */
export const remindPerson = pgTable(
  'remind_person',
  {
    orgId: idColumn('org_id').notNull(),
    seriesId: idColumn('series_id').notNull(),
    userId: idColumn('user_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.seriesId, t.userId] }),
    index('remind_person_of').on(t.orgId, t.userId, t.seriesId),
    foreignKey({
      name: 'remind_person_series',
      columns: [t.orgId, t.seriesId],
      foreignColumns: [remindSeries.orgId, remindSeries.seriesId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'remind_person_account',
      columns: [t.orgId, t.userId],
      foreignColumns: [account.orgId, account.userId],
    }).onDelete('cascade'),
  ],
)

export const remind = pgTable(
  'remind',
  {
    orgId: idColumn('org_id').notNull(),
    remindId: idColumn('remind_id').notNull(),
    /** Key of the source that made it, or own. */
    source: text('source').notNull(),
    type: optionColumn('type', RemindType).notNull(),
    /** What it is about, as its source names it; of own ones the series. */
    recordId: text('record_id').notNull(),
    dueDay: date('due_day').notNull(),
    dueAt: moment('due_at').notNull(),
    /** Own ones that are made ahead are not shown before. */
    showAt: moment('show_at').notNull().default(sql`now()`),
    seriesId: idColumn('series_id'),
    /** Whose staff may see it; null: everybody who holds the permission of its source. */
    deptId: idColumn('dept_id'),
    oldmanId: idColumn('oldman_id'),
    /** Whose business it is before that of others. */
    ownerId: idColumn('owner_id'),
    title: text('title').notNull(),
    content: text('content'),
    state: optionColumn('state', RemindState).notNull().default(RemindState.is.waiting),
    reason: text('reason'),
    bySystem: boolean('by_system').notNull().default(false),
    dealtBy: idColumn('dealt_by'),
    dealtName: text('dealt_name'),
    dealtAt: moment('dealt_at'),
    /** Its cause was no longer there. */
    goneAt: moment('gone_at'),
    toldOn: date('told_on'),
    toldTimes: integer('told_times').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.remindId] }),
    unique('remind_once').on(t.orgId, t.source, t.recordId, t.dueDay),
    index('remind_list').on(t.orgId, t.state, t.dueAt, t.remindId),
    index('remind_all').on(t.orgId, t.dueAt, t.remindId),
    index('remind_untold').on(t.showAt).where(sql`source = 'own' and state = 0 and told_on is null`),
    index('remind_series_of').on(t.orgId, t.seriesId).where(sql`series_id is not null`),
    index('remind_oldman_of').on(t.orgId, t.oldmanId),
    foreignKey({
      name: 'remind_series',
      columns: [t.orgId, t.seriesId],
      foreignColumns: [remindSeries.orgId, remindSeries.seriesId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'remind_oldman',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [oldman.orgId, oldman.oldmanId],
    }).onDelete('cascade'),
    check('remind_state', sql`${t.state} in (0, 1, 2)`),
    check('remind_own', sql`(${t.source} = 'own') = (${t.seriesId} is not null)`),
    check('remind_dealt', sql`(${t.state} = 0) = (${t.dealtAt} is null)`),
    check('remind_ignored', sql`${t.state} <> 2 or btrim(coalesce(${t.reason}, '')) <> ''`),
    check('remind_system', sql`not ${t.bySystem} or ${t.state} = 1`),
  ],
)

/** What became of one, never changed. */
export const remindHistory = pgTable(
  'remind_history',
  {
    orgId: idColumn('org_id').notNull(),
    entryId: idColumn('entry_id').notNull(),
    remindId: idColumn('remind_id').notNull(),
    /** A value of RemindAct. */
    act: text('act').notNull(),
    reason: text('reason'),
    userId: idColumn('user_id'),
    /** Null: by itself. */
    userName: text('user_name'),
    at: moment('at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.entryId] }),
    index('remind_history_of').on(t.orgId, t.remindId, t.at),
    foreignKey({
      name: 'remind_history_remind',
      columns: [t.orgId, t.remindId],
      foreignColumns: [remind.orgId, remind.remindId],
    }).onDelete('cascade'),
    check('remind_history_act', sql`${t.act} in ('DONE', 'IGNORED', 'UNDONE', 'CLOSED', 'REOPENED', 'CHANGED')`),
  ],
)

/** What the house decided about a kind; without a row it is as usual. */
export const remindRule = pgTable(
  'remind_rule',
  {
    orgId: idColumn('org_id').notNull(),
    source: text('source').notNull(),
    enabled: boolean('enabled').notNull(),
    leads: integer('leads').array().notNull(),
    repeatDays: smallint('repeat_days'),
    holders: boolean('holders').notNull(),
    bell: boolean('bell').notNull(),
    sms: boolean('sms').notNull(),
    version: integer('version').notNull().default(1),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.source] }),
    check('remind_rule_leads', sql`cardinality(${t.leads}) between 1 and 6`),
    check('remind_rule_repeat', sql`${t.repeatDays} is null or ${t.repeatDays} between 1 and 90`),
  ],
)

/** Whom a rule names: a role, a post or a person. */
export const remindReceiver = pgTable(
  'remind_receiver',
  {
    orgId: idColumn('org_id').notNull(),
    receiverId: idColumn('receiver_id').notNull(),
    source: text('source').notNull(),
    roleId: idColumn('role_id'),
    jobId: idColumn('job_id'),
    userId: idColumn('user_id'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.receiverId] }),
    uniqueIndex('remind_receiver_role').on(t.orgId, t.source, t.roleId).where(sql`role_id is not null`),
    uniqueIndex('remind_receiver_job').on(t.orgId, t.source, t.jobId).where(sql`job_id is not null`),
    uniqueIndex('remind_receiver_user').on(t.orgId, t.source, t.userId).where(sql`user_id is not null`),
    foreignKey({
      name: 'remind_receiver_rule',
      columns: [t.orgId, t.source],
      foreignColumns: [remindRule.orgId, remindRule.source],
    }).onDelete('cascade'),
    foreignKey({
      name: 'remind_receiver_of_role',
      columns: [t.orgId, t.roleId],
      foreignColumns: [role.orgId, role.roleId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'remind_receiver_of_job',
      columns: [t.orgId, t.jobId],
      foreignColumns: [job.orgId, job.jobId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'remind_receiver_of_account',
      columns: [t.orgId, t.userId],
      foreignColumns: [account.orgId, account.userId],
    }).onDelete('cascade'),
    check('remind_receiver_one', sql`num_nonnulls(${t.roleId}, ${t.jobId}, ${t.userId}) = 1`),
  ],
)

/** The day up to which the reminders of an organisation were made. */
export const remindRun = pgTable(
  'remind_run',
  {
    orgId: idColumn('org_id').notNull(),
    day: date('day').notNull(),
    ranAt: moment('ran_at').notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.orgId] })],
)
