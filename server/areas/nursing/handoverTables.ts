// Tables of the handover: one sheet per department, day and shift; what the system wrote into it when it was signed; a note
// per elder; and what was signed, sent back and added, which nothing changes any more. That a signed sheet never changes is
// held by triggers of the migration.
import { sql } from 'drizzle-orm'
import {
  boolean,
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
} from 'drizzle-orm/pg-core'
import type { HandoverItemData } from '#contract/nursing/handover'
import type { HandoverNumbersData } from '#contract/nursing/handoverWords'
import { dept } from '#server/areas/platform/tables'
import { createdAt, idColumn, moment } from '#server/kit/columns'

export const handoverSheet = pgTable(
  'handover_sheet',
  {
    orgId: idColumn('org_id').notNull(),
    sheetId: idColumn('sheet_id').notNull(),
    deptId: idColumn('dept_id').notNull(),
    /** The day the shift began on. */
    day: date('day').notNull(),
    /** DAY, LATE, NIGHT */
    shift: text('shift').notNull(),
    /** The hours as the house worked when it was begun; the end is not part of it. */
    fromAt: moment('from_at').notNull(),
    toAt: moment('to_at').notNull(),
    /** DRAFT, GIVEN, TAKEN */
    state: text('state').notNull().default('DRAFT'),
    items: jsonb('items').$type<HandoverItemData[]>().notNull().default([]),
    equipment: text('equipment'),
    family: text('family'),
    remark: text('remark'),
    /** The head as it was signed, and the hours that the facts are of. */
    numbers: jsonb('numbers').$type<HandoverNumbersData>(),
    factsFrom: moment('facts_from'),
    factsTo: moment('facts_to'),
    openedBy: idColumn('opened_by'),
    openedName: text('opened_name'),
    givenBy: idColumn('given_by'),
    givenName: text('given_name'),
    givenAt: moment('given_at'),
    takenBy: idColumn('taken_by'),
    takenName: text('taken_name'),
    takenAt: moment('taken_at'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.sheetId] }),
    unique('handover_sheet_once').on(t.orgId, t.deptId, t.day, t.shift),
    index('handover_sheet_list').on(t.orgId, t.fromAt.desc().nullsFirst(), t.sheetId.desc().nullsFirst()),
    foreignKey({
      name: 'handover_sheet_dept',
      columns: [t.orgId, t.deptId],
      foreignColumns: [dept.orgId, dept.deptId],
    }),
    check('handover_sheet_shift', sql`${t.shift} in ('DAY', 'LATE', 'NIGHT')`),
    check('handover_sheet_state', sql`${t.state} in ('DRAFT', 'GIVEN', 'TAKEN')`),
    check('handover_sheet_hours', sql`${t.toAt} > ${t.fromAt}`),
    check(
      'handover_sheet_given',
      sql`(${t.state} = 'DRAFT') = (${t.givenBy} is null) and (${t.givenBy} is null) = (${t.givenAt} is null)
      and (${t.givenBy} is null) = (${t.numbers} is null) and (${t.givenBy} is null) = (${t.factsTo} is null)`,
    ),
    check(
      'handover_sheet_taken',
      sql`(${t.state} = 'TAKEN') = (${t.takenBy} is not null) and (${t.takenBy} is null) = (${t.takenAt} is null)`,
    ),
    check('handover_sheet_two', sql`${t.takenBy} is null or ${t.takenBy} <> ${t.givenBy}`),
  ],
)

/** What the system wrote, as it stood at the signature. */
export const handoverFact = pgTable(
  'handover_fact',
  {
    orgId: idColumn('org_id').notNull(),
    sheetId: idColumn('sheet_id').notNull(),
    /** Its place on the sheet. */
    factNo: integer('fact_no').notNull(),
    /** A value of HandoverFactKind. */
    kind: text('kind').notNull(),
    oldmanId: idColumn('oldman_id'),
    oldmanName: text('oldman_name'),
    bedPath: text('bed_path'),
    refId: idColumn('ref_id'),
    at: moment('at').notNull(),
    what: text('what').notNull(),
    times: integer('times').notNull(),
    clocks: jsonb('clocks').$type<string[]>().notNull().default([]),
    ended: text('ended'),
    result: text('result'),
    byName: text('by_name'),
    untilAt: moment('until_at'),
    urgent: boolean('urgent').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.sheetId, t.factNo] }),
    foreignKey({
      name: 'handover_fact_sheet',
      columns: [t.orgId, t.sheetId],
      foreignColumns: [handoverSheet.orgId, handoverSheet.sheetId],
    }).onDelete('cascade'),
  ],
)

/** A nurse's note about one elder; with the signature also who the elder was then, and why somebody goes to the bed. */
export const handoverElder = pgTable(
  'handover_elder',
  {
    orgId: idColumn('org_id').notNull(),
    sheetId: idColumn('sheet_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    focus: boolean('focus').notNull().default(false),
    condition: text('condition'),
    done: text('done'),
    watch: text('watch'),
    updatedName: text('updated_name'),
    updatedAt: moment('updated_at'),
    version: integer('version').notNull().default(1),
    /** Since the signature. */
    oldmanName: text('oldman_name'),
    bedPath: text('bed_path'),
    levelName: text('level_name'),
    away: text('away'),
    /** Values of HandoverWalk. */
    walk: jsonb('walk').$type<string[]>().notNull().default([]),
    sort: integer('sort').notNull().default(0),
    /** The next shift has seen the elder at the bed. */
    walkedAt: moment('walked_at'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.sheetId, t.oldmanId] }),
    index('handover_elder_of').on(t.orgId, t.oldmanId),
    foreignKey({
      name: 'handover_elder_sheet',
      columns: [t.orgId, t.sheetId],
      foreignColumns: [handoverSheet.orgId, handoverSheet.sheetId],
    }).onDelete('cascade'),
  ],
)

/** Signatures, returns and additions. Never changed, never removed. */
export const handoverEntry = pgTable(
  'handover_entry',
  {
    orgId: idColumn('org_id').notNull(),
    entryId: idColumn('entry_id').notNull(),
    sheetId: idColumn('sheet_id').notNull(),
    /** GIVEN, RETURNED, TAKEN, ADDED */
    kind: text('kind').notNull(),
    content: text('content'),
    oldmanId: idColumn('oldman_id'),
    oldmanName: text('oldman_name'),
    userId: idColumn('user_id').notNull(),
    userName: text('user_name').notNull(),
    at: moment('at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.entryId] }),
    index('handover_entry_of').on(t.orgId, t.sheetId, t.at),
    foreignKey({
      name: 'handover_entry_sheet',
      columns: [t.orgId, t.sheetId],
      foreignColumns: [handoverSheet.orgId, handoverSheet.sheetId],
    }),
    check('handover_entry_kind', sql`${t.kind} in ('GIVEN', 'RETURNED', 'TAKEN', 'ADDED')`),
    check(
      'handover_entry_said',
      sql`${t.kind} not in ('RETURNED', 'ADDED') or btrim(coalesce(${t.content}, '')) <> ''`,
    ),
  ],
)
