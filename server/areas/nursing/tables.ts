// Tables of the care: nursing levels, assessments.
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
import { AssessmentType } from '#contract/nursing/assessment'
import { oldman } from '#server/areas/live/tables'
import { organization } from '#server/areas/platform/tables'
import { createdAt, fenColumn, idColumn, optionColumn } from '#server/kit/columns'

export const nursingLevel = pgTable(
  'nursing_level',
  {
    orgId: idColumn('org_id')
      .notNull()
      .references(() => organization.orgId),
    levelId: idColumn('level_id').notNull(),
    levelName: text('level_name').notNull(),
    pinyin: text('pinyin').notNull().default(''),
    initials: text('initials').notNull().default(''),
    /** By the month. */
    priceFen: fenColumn('price_fen').notNull().default(sql`0`),
    remark: text('remark'),
    enabled: boolean('enabled').notNull().default(true),
    sort: integer('sort').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.levelId] }),
    unique('nursing_level_name').on(t.orgId, t.levelName),
    check('nursing_level_price', sql`${t.priceFen} >= 0`),
  ],
)

export const assessment = pgTable(
  'assessment',
  {
    orgId: idColumn('org_id').notNull(),
    assessmentId: idColumn('assessment_id').notNull(),
    /** 0 simple, 1 standard of 2013, 2 of 2023, 3 of 2023 plus */
    type: optionColumn('type', AssessmentType).notNull(),
    oldmanId: idColumn('oldman_id'),
    consultationId: idColumn('consultation_id'),
    reason: integer('reason').notNull().default(1),
    assessDate: date('assess_date').notNull(),
    assessor1: idColumn('assessor1').notNull(),
    assessor2: idColumn('assessor2'),
    informant: text('informant'),
    informantRelation: text('informant_relation'),
    answers: jsonb('answers').$type<Record<string, unknown>>().notNull().default({}),
    sectionScores: jsonb('section_scores').$type<Record<string, number>>(),
    total: integer('total'),
    preliminaryLevel: integer('preliminary_level'),
    firedRules: jsonb('fired_rules').$type<string[]>().notNull().default([]),
    finalLevel: integer('final_level'),
    /** The level in words of its standard: 中度失能. */
    levelName: text('level_name'),
    levelReason: text('level_reason'),
    suggestedLevelId: idColumn('suggested_level_id'),
    /** DRAFT, WAITING, DONE, VOID */
    state: text('state').notNull().default('DRAFT'),
    nextDate: date('next_date'),
    /** Bound to the archive: counts as the resident's own. */
    bound: boolean('bound').notNull().default(false),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.assessmentId] }),
    index('assessment_of').on(t.orgId, t.oldmanId, t.assessDate.desc().nullsFirst()),
    index('assessment_consultation').on(t.orgId, t.consultationId).where(sql`consultation_id is not null`),
    foreignKey({
      name: 'assessment_oldman',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [oldman.orgId, oldman.oldmanId],
    }),
    check('assessment_type', sql`${t.type} between 0 and 3`),
    check('assessment_state', sql`${t.state} in ('DRAFT', 'WAITING', 'DONE', 'VOID')`),
    check('assessment_bound', sql`not ${t.bound} or (${t.state} = 'DONE' and ${t.oldmanId} is not null)`),
  ],
)
