// Tables of care that is planned and done: plans with their items, the tasks the night makes from them, and what was recorded.
// Tasks and executions are partitioned by the month of their planned time (the migration says so; parts are made ahead of
// time by careParts.ts); their ids end with the day, so that a lookup by id meets one part.
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
import { oldman } from '#server/areas/live/tables'
import { careProject, frequencyColumns, frequencyHolds } from '#server/areas/nursing/catalogueTables'
import { nursingLevel } from '#server/areas/nursing/tables'
import { account } from '#server/areas/platform/tables'
import { createdAt, idColumn, moment } from '#server/kit/columns'

/** One that is enabled per elder and day: care_plan_one, an exclusion constraint of the migration. */
export const carePlan = pgTable(
  'care_plan',
  {
    orgId: idColumn('org_id').notNull(),
    planId: idColumn('plan_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    levelId: idColumn('level_id').notNull(),
    startDate: date('start_date').notNull(),
    /** The last day. */
    endDate: date('end_date'),
    /** DRAFT, ON, OFF, ENDED */
    state: text('state').notNull().default('DRAFT'),
    remark: text('remark'),
    version: integer('version').notNull().default(1),
    /** Null: the system. */
    createdBy: idColumn('created_by'),
    createdAt: createdAt(),
    /** The elder left on that day, and the plan was so before: what undoing the leaving brings back. */
    leftOn: date('left_on'),
    leftState: text('left_state'),
    leftEnd: date('left_end'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.planId] }),
    index('care_plan_of').on(t.orgId, t.oldmanId, t.startDate.desc().nullsFirst()),
    index('care_plan_list').on(t.orgId, t.createdAt.desc().nullsFirst(), t.planId.desc().nullsFirst()),
    foreignKey({
      name: 'care_plan_oldman',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [oldman.orgId, oldman.oldmanId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'care_plan_level',
      columns: [t.orgId, t.levelId],
      foreignColumns: [nursingLevel.orgId, nursingLevel.levelId],
    }),
    check('care_plan_state', sql`${t.state} in ('DRAFT', 'ON', 'OFF', 'ENDED')`),
    check('care_plan_days', sql`${t.endDate} is null or ${t.endDate} >= ${t.startDate}`),
    check('care_plan_left', sql`(${t.leftOn} is null) = (${t.leftState} is null) and ${t.leftState} in ('ON', 'OFF')`),
    check('care_plan_ended', sql`${t.state} <> 'ENDED' or ${t.endDate} is not null`),
  ],
)

/** What was taken out stays with active false: done tasks point to it. */
export const carePlanItem = pgTable(
  'care_plan_item',
  {
    orgId: idColumn('org_id').notNull(),
    itemId: idColumn('item_id').notNull(),
    planId: idColumn('plan_id').notNull(),
    projectId: idColumn('project_id').notNull(),
    ...frequencyColumns(),
    workerId: idColumn('worker_id'),
    remark: text('remark'),
    active: boolean('active').notNull().default(true),
    /** Tasks are made from this moment on: when the plan was enabled, or the item came in or changed. */
    since: moment('since').notNull().default(sql`now()`),
    sort: integer('sort').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.itemId] }),
    unique('care_plan_item_project').on(t.orgId, t.planId, t.projectId),
    index('care_plan_item_uses').on(t.orgId, t.projectId),
    foreignKey({
      name: 'care_plan_item_plan',
      columns: [t.orgId, t.planId],
      foreignColumns: [carePlan.orgId, carePlan.planId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'care_plan_item_of',
      columns: [t.orgId, t.projectId],
      foreignColumns: [careProject.orgId, careProject.projectId],
    }),
    check('care_plan_item_frequency', frequencyHolds(t)),
    check('care_plan_item_times', sql`${t.times} between 1 and 24`),
    check('care_plan_item_unit', sql`${t.unit} between 1 and 7`),
  ],
)

export const careTask = pgTable(
  'care_task',
  {
    orgId: idColumn('org_id').notNull(),
    taskId: idColumn('task_id').notNull(),
    planTime: moment('plan_time').notNull(),
    itemId: idColumn('item_id').notNull(),
    planId: idColumn('plan_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    projectId: idColumn('project_id').notNull(),
    minutes: smallint('minutes').notNull(),
    openFrom: moment('open_from').notNull(),
    dueUntil: moment('due_until').notNull(),
    /** WAITING, DONE, REFUSED, OUT, HOSPITAL, MISSED */
    state: text('state').notNull().default('WAITING'),
    stateAt: moment('state_at').notNull().default(sql`now()`),
    /** What was recorded; null: the state follows from the clock and from whether the elder is in the house. */
    executionId: idColumn('execution_id'),
    /** When it was done, where it was. */
    doneAt: moment('done_at'),
    /** Who is to do it. */
    workerId: idColumn('worker_id'),
    /** Somebody decided who: the roster says nothing any more. */
    assigned: boolean('assigned').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.taskId, t.planTime] }),
    unique('care_task_once').on(t.orgId, t.itemId, t.planTime),
    index('care_task_day').on(t.orgId, t.planTime),
    index('care_task_of').on(t.orgId, t.oldmanId, t.planTime),
    index('care_task_due').on(t.planTime).where(sql`state = 'WAITING'`),
    foreignKey({
      name: 'care_task_item',
      columns: [t.orgId, t.itemId],
      foreignColumns: [carePlanItem.orgId, carePlanItem.itemId],
    }).onDelete('cascade'),
    check('care_task_state', sql`${t.state} in ('WAITING', 'DONE', 'REFUSED', 'OUT', 'HOSPITAL', 'MISSED')`),
    check('care_task_window', sql`${t.planTime} between ${t.openFrom} and ${t.dueUntil}`),
    check(
      'care_task_recorded',
      sql`case when ${t.executionId} is null then ${t.state} in ('WAITING', 'OUT', 'HOSPITAL', 'MISSED')
      else ${t.state} in ('DONE', 'REFUSED', 'OUT', 'HOSPITAL') end`,
    ),
    check('care_task_done', sql`(${t.state} = 'DONE') = (${t.doneAt} is not null)`),
  ],
)

/** Never removed: what is taken back keeps its trace. */
export const careExecution = pgTable(
  'care_execution',
  {
    orgId: idColumn('org_id').notNull(),
    executionId: idColumn('execution_id').notNull(),
    /** As planned; of what was done as needed, when it was done. */
    planTime: moment('plan_time').notNull(),
    taskId: idColumn('task_id'),
    oldmanId: idColumn('oldman_id').notNull(),
    projectId: idColumn('project_id').notNull(),
    /** done, refused, out, hospital */
    result: text('result').notNull(),
    startAt: moment('start_at'),
    doneAt: moment('done_at').notNull(),
    recordedAt: moment('recorded_at').notNull().default(sql`now()`),
    workerId: idColumn('worker_id').notNull(),
    /** console, bedside, device */
    terminal: text('terminal').notNull().default('console'),
    late: boolean('late').notNull().default(false),
    lateReason: text('late_reason'),
    refuseReason: text('refuse_reason'),
    /** The same for all that were entered in one press. */
    togetherNo: idColumn('together_no'),
    evaluation: smallint('evaluation'),
    remark: text('remark'),
    /** Null: none. */
    photos: text('photos').array(),
    scanned: text('scanned'),
    /** What was measured with it, where the project asks for that. */
    signId: idColumn('sign_id'),
    chargeId: idColumn('charge_id'),
    takenBackAt: moment('taken_back_at'),
    takenBackBy: idColumn('taken_back_by'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.executionId, t.planTime] }),
    uniqueIndex('care_execution_once').on(t.orgId, t.taskId, t.planTime).where(sql`taken_back_at is null`),
    index('care_execution_of').on(t.orgId, t.oldmanId, t.planTime),
    index('care_execution_by').on(t.orgId, t.workerId, t.planTime),
    index('care_execution_day').on(t.orgId, t.planTime),
    foreignKey({
      name: 'care_execution_oldman',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [oldman.orgId, oldman.oldmanId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'care_execution_project',
      columns: [t.orgId, t.projectId],
      foreignColumns: [careProject.orgId, careProject.projectId],
    }),
    check('care_execution_result', sql`${t.result} in ('done', 'refused', 'out', 'hospital')`),
    check('care_execution_terminal', sql`${t.terminal} in ('console', 'bedside', 'device')`),
    check('care_execution_late', sql`${t.late} = (${t.lateReason} is not null)`),
    check('care_execution_refused', sql`${t.result} <> 'refused' or btrim(coalesce(${t.refuseReason}, '')) <> ''`),
    check('care_execution_times', sql`${t.doneAt} <= ${t.recordedAt} and ${t.startAt} <= ${t.doneAt}`),
    check('care_execution_evaluation', sql`${t.evaluation} between 1 and 5`),
    check('care_execution_taken_back', sql`(${t.takenBackAt} is null) = (${t.takenBackBy} is null)`),
  ],
)

/** When the bedside device of somebody who is signed in on it spoke last; signing out of it removes the row. */
export const careTablet = pgTable(
  'care_tablet',
  {
    orgId: idColumn('org_id').notNull(),
    userId: idColumn('user_id').notNull(),
    /** The session it spoke with. */
    sessionId: idColumn('session_id').notNull(),
    seenAt: moment('seen_at').notNull().default(sql`now()`),
    /** Presses that waited on it. */
    waiting: integer('waiting').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.userId] }),
    foreignKey({
      name: 'care_tablet_account',
      columns: [t.orgId, t.userId],
      foreignColumns: [account.orgId, account.userId],
    }).onDelete('cascade'),
    check('care_tablet_waiting', sql`${t.waiting} >= 0`),
  ],
)
