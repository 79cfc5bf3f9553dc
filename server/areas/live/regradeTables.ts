// Tables of the changes of level that go with one approval: the proposal with what it did, and what happened to it.
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
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { RegradeChoice } from '#contract/live/regrade'
import { RegradeState } from '#contract/live/regradeWords'
import { nursingLevel } from '#server/areas/nursing/tables'
import { createdAt, idColumn, moment, optionColumn } from '#server/kit/columns'
import { oldman } from './tables.ts'

/** Which moves lead from which state, and that an approved one keeps what was approved, is held by the migration (regrade_moves). */
export const regrade = pgTable(
  'regrade',
  {
    orgId: idColumn('org_id').notNull(),
    regradeId: idColumn('regrade_id').notNull(),
    regradeNo: text('regrade_no').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    stayId: idColumn('stay_id').notNull(),
    assessmentId: idColumn('assessment_id'),
    /** When it was proposed; from what it changed is in `images`. */
    oldLevelId: idColumn('old_level_id'),
    newLevelId: idColumn('new_level_id').notNull(),
    effectiveDate: date('effective_date').notNull(),
    reason: text('reason').notNull(),
    /** Why it is not the level that the assessment says. */
    levelReason: text('level_reason'),
    /** Who of the family was told, and how. */
    informed: text('informed'),
    /** Projects that come into the new plan otherwise than the level has them. */
    choices: jsonb('choices').$type<RegradeChoice[]>().notNull().default([]),
    /** Null: no addendum. */
    templateId: idColumn('template_id'),
    /** 0 draft, 1 waits, 2 approved, 3 sent back, 4 discarded, 5 taken back, 6 lapsed */
    state: optionColumn('state', RegradeState).notNull().default(RegradeState.is.draft),
    applicantId: idColumn('applicant_id').notNull(),
    submittedAt: moment('submitted_at'),
    decidedBy: idColumn('decided_by'),
    decidedAt: moment('decided_at'),
    opinion: text('opinion'),
    /** The settings asked for a second person when it was approved. */
    second: boolean('second').notNull().default(true),
    /** The plan and the document that the approval made. */
    planId: idColumn('plan_id'),
    contractId: idColumn('contract_id'),
    /** Levels, plans and fees before the approval and after it: what taking it back puts back. */
    images: jsonb('images').$type<Record<string, unknown>>(),
    backBy: idColumn('back_by'),
    backAt: moment('back_at'),
    backReason: text('back_reason'),
    version: integer('version').notNull().default(1),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.regradeId] }),
    uniqueIndex('regrade_open').on(t.orgId, t.oldmanId).where(sql`state in (0, 1, 3)`),
    uniqueIndex('regrade_no').on(t.orgId, t.regradeNo),
    index('regrade_of').on(t.orgId, t.oldmanId, t.createdAt.desc().nullsFirst()),
    index('regrade_state').on(t.orgId, t.state, t.createdAt.desc().nullsFirst(), t.regradeId.desc().nullsFirst()),
    index('regrade_list').on(t.orgId, t.createdAt.desc().nullsFirst(), t.regradeId.desc().nullsFirst()),
    foreignKey({
      name: 'regrade_oldman',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [oldman.orgId, oldman.oldmanId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'regrade_level',
      columns: [t.orgId, t.newLevelId],
      foreignColumns: [nursingLevel.orgId, nursingLevel.levelId],
    }),
    check('regrade_state_range', sql`${t.state} between 0 and 6`),
    check('regrade_submitted', sql`${t.state} not in (1, 2, 3, 5) or ${t.submittedAt} is not null`),
    check(
      'regrade_approved',
      sql`(${t.state} in (2, 5)) = (${t.images} is not null)
      and (${t.state} not in (2, 5) or (${t.decidedBy} is not null and ${t.decidedAt} is not null))`,
    ),
    check('regrade_opinion', sql`${t.state} <> 3 or btrim(coalesce(${t.opinion}, '')) <> ''`),
    check('regrade_own', sql`${t.state} not in (2, 3, 5) or not ${t.second} or ${t.decidedBy} <> ${t.applicantId}`),
    check(
      'regrade_back',
      sql`(${t.state} = 5) = (${t.backAt} is not null) and (${t.state} <> 5 or (${t.backBy} is not null
      and btrim(coalesce(${t.backReason}, '')) <> ''))`,
    ),
    check('regrade_reason', sql`btrim(${t.reason}) <> ''`),
  ],
)

/** Never changed; removed only with the archive. */
export const regradeStep = pgTable(
  'regrade_step',
  {
    orgId: idColumn('org_id').notNull(),
    stepId: idColumn('step_id').notNull(),
    regradeId: idColumn('regrade_id').notNull(),
    /** propose, or a move of regradeMoves */
    what: text('what').notNull(),
    opinion: text('opinion'),
    /** Null: the system. */
    userId: idColumn('user_id'),
    userName: text('user_name').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.stepId] }),
    index('regrade_step_of').on(t.orgId, t.regradeId, t.createdAt),
    foreignKey({
      name: 'regrade_step_regrade',
      columns: [t.orgId, t.regradeId],
      foreignColumns: [regrade.orgId, regrade.regradeId],
    }).onDelete('cascade'),
  ],
)
