// Tables of the to-dos and of the calendar: what somebody has to do, its steps, what happened to it, which only comes and
// never changes; and the address under which a telephone reads a person's calendar.
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { TodoPriority } from '#contract/administration/todoWords'
import { account } from '#server/areas/platform/tables'
import { createdAt, idColumn, moment, optionColumn } from '#server/kit/columns'

export const todo = pgTable(
  'todo',
  {
    orgId: idColumn('org_id').notNull(),
    todoId: idColumn('todo_id').notNull(),
    /** What an area calls its own to-do by; nobody's by hand. */
    key: text('key'),
    title: text('title').notNull(),
    content: text('content'),
    /** OPEN, DOING, DONE, CANCELLED */
    state: text('state').notNull().default('OPEN'),
    priority: optionColumn('priority', TodoPriority).notNull().default(TodoPriority.is.normal),
    dueAt: moment('due_at'),
    /** False: the day counts, `due_at` is its end. */
    dueTimed: boolean('due_timed').notNull().default(false),
    /** Null: an area opened it. */
    creatorId: idColumn('creator_id'),
    creatorName: text('creator_name'),
    assigneeId: idColumn('assignee_id').notNull(),
    assigneeName: text('assignee_name').notNull(),
    /** What an area calls the origin, and the page where it is done. */
    source: text('source'),
    route: text('route'),
    /** A resident it is about; the reference stands in the migration. */
    oldmanId: idColumn('oldman_id'),
    doneAt: moment('done_at'),
    doneBy: idColumn('done_by'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.todoId] }),
    unique('todo_key').on(t.orgId, t.key),
    index('todo_of').on(t.orgId, t.assigneeId, t.state, t.dueAt),
    index('todo_by').on(t.orgId, t.creatorId, t.state, t.dueAt),
    index('todo_about').on(t.orgId, t.oldmanId).where(sql`oldman_id is not null`),
    check('todo_state', sql`${t.state} in ('OPEN', 'DOING', 'DONE', 'CANCELLED')`),
    check('todo_priority', sql`${t.priority} in (1, 2, 3)`),
    check('todo_done', sql`(${t.state} in ('DONE', 'CANCELLED')) = (${t.doneAt} is not null)`),
    check('todo_due', sql`not ${t.dueTimed} or ${t.dueAt} is not null`),
    check('todo_from', sql`(${t.creatorId} is null) = (${t.key} is not null)`),
    check('todo_title', sql`btrim(${t.title}) <> ''`),
  ],
)

export const todoStep = pgTable(
  'todo_step',
  {
    orgId: idColumn('org_id').notNull(),
    stepId: idColumn('step_id').notNull(),
    todoId: idColumn('todo_id').notNull(),
    title: text('title').notNull(),
    sort: integer('sort').notNull(),
    doneAt: moment('done_at'),
    doneName: text('done_name'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.stepId] }),
    index('todo_step_of').on(t.orgId, t.todoId, t.sort),
    foreignKey({
      name: 'todo_step_todo',
      columns: [t.orgId, t.todoId],
      foreignColumns: [todo.orgId, todo.todoId],
    }).onDelete('cascade'),
    check('todo_step_done', sql`(${t.doneAt} is null) = (${t.doneName} is null)`),
  ],
)

/** What happened: made, handed on, talked about, ended. */
export const todoEntry = pgTable(
  'todo_entry',
  {
    orgId: idColumn('org_id').notNull(),
    entryId: idColumn('entry_id').notNull(),
    todoId: idColumn('todo_id').notNull(),
    /** A value of TodoEntryKind. */
    kind: text('kind').notNull(),
    content: text('content'),
    /** Of a handing on: from whose hands into whose. */
    fromId: idColumn('from_id'),
    fromName: text('from_name'),
    toId: idColumn('to_id'),
    toName: text('to_name'),
    userId: idColumn('user_id'),
    userName: text('user_name').notNull(),
    at: moment('at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.entryId] }),
    index('todo_entry_of').on(t.orgId, t.todoId, t.at),
    index('todo_entry_from').on(t.orgId, t.fromId, t.todoId).where(sql`from_id is not null`),
    foreignKey({
      name: 'todo_entry_todo',
      columns: [t.orgId, t.todoId],
      foreignColumns: [todo.orgId, todo.todoId],
    }).onDelete('cascade'),
    check(
      'todo_entry_kind',
      sql`${t.kind} in ('MADE', 'HANDED', 'STARTED', 'COMMENT', 'DUE', 'DONE', 'CANCELLED', 'REOPENED')`,
    ),
    check(
      'todo_entry_hand',
      sql`case when ${t.kind} = 'HANDED' then ${t.fromId} is not null and ${t.toId} is not null and ${t.fromId} <> ${t.toId}
        else ${t.fromId} is null and ${t.toId} is null end`,
    ),
    check('todo_entry_said', sql`${t.kind} <> 'COMMENT' or btrim(coalesce(${t.content}, '')) <> ''`),
  ],
)

/** One address per person; the secret itself is nowhere. */
export const calendarFeed = pgTable(
  'calendar_feed',
  {
    orgId: idColumn('org_id').notNull(),
    userId: idColumn('user_id').notNull(),
    /** sha256 of the secret. */
    hash: text('hash').notNull(),
    /** Its last characters. */
    end: text('secret_end').notNull(),
    /** Through which entrance it was made: the rights are read for that one. */
    landingEndId: idColumn('landing_end_id'),
    titles: boolean('titles').notNull().default(false),
    createdAt: createdAt(),
    lastReadAt: moment('last_read_at'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.userId] }),
    uniqueIndex('calendar_feed_hash').on(t.hash),
    foreignKey({
      name: 'calendar_feed_account',
      columns: [t.orgId, t.userId],
      foreignColumns: [account.orgId, account.userId],
    }).onDelete('cascade'),
  ],
)
