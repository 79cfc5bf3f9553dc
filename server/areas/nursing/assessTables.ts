// Tables of assessments: the assessments themselves, who may make them, what the house has set, and changes with an elder that
// make one due at once. That a finished assessment never changes is held by a trigger of the migration.
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
import type { WordsData } from '#contract/nursing/assessFields'
import { AssessReason } from '#contract/nursing/assessFields'
import { AssessmentType } from '#contract/nursing/assessment'
import { WORKER_DAY_MINUTES } from '#contract/nursing/assessSetting'
import { oldman } from '#server/areas/live/tables'
import { account } from '#server/areas/platform/tables'
import { createdAt, idColumn, moment, optionColumn } from '#server/kit/columns'
import { nursingLevel } from './tables.ts'

/** What was filled in somewhere, by whom, and in which version of the form. */
export interface Filled<V> {
  value: V
  version: number
  by: string | null
  at: string
}
export type FilledBy<V> = Record<string, Filled<V>>

/** A kind in the words of the house. What it scores stays the kind's. */
export const assessCopy = pgTable(
  'assess_copy',
  {
    orgId: idColumn('org_id').notNull(),
    copyId: idColumn('copy_id').notNull(),
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    words: jsonb('words').$type<WordsData[]>().notNull().default([]),
    enabled: boolean('enabled').notNull().default(true),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.copyId] }), unique('assess_copy_name').on(t.orgId, t.name)],
)

export const assessment = pgTable(
  'assessment',
  {
    orgId: idColumn('org_id').notNull(),
    assessmentId: idColumn('assessment_id').notNull(),
    /** Given with the draft; those from before numbers had none. */
    assessNo: text('assess_no'),
    /** 0 simple, 1 standard of 2013, 2 of 2023, 3 of 2023 plus, 4 a scale of risks */
    type: optionColumn('type', AssessmentType).notNull(),
    /** Which questionnaire: its key in contract/nursing/assess/kinds. */
    kind: text('kind').notNull(),
    /** One assessment of a family does for all of it: ability, or each scale by itself. */
    family: text('family').generatedAlwaysAs(sql`case when type = 4 then kind else 'ability' end`),
    copyId: idColumn('copy_id'),
    /** The house's words as they were when it was finished; null: those of the kind. */
    words: jsonb('words').$type<WordsData[]>(),
    oldmanId: idColumn('oldman_id'),
    consultationId: idColumn('consultation_id'),
    reason: optionColumn('reason', AssessReason).notNull().default(1),
    assessDate: date('assess_date').notNull(),
    place: text('place'),
    assessor1: idColumn('assessor1').notNull(),
    assessor2: idColumn('assessor2'),
    informant: text('informant'),
    informantRelation: text('informant_relation'),
    remark: text('remark'),
    /** Item → key of its option (Filled<string>), reasons and pictures beside it. */
    answers: jsonb('answers')
      .$type<FilledBy<{ option: string | null; evidence: string | null }>>()
      .notNull()
      .default({}),
    photos: jsonb('photos').$type<Record<string, string[]>>().notNull().default({}),
    inputs: jsonb('inputs').$type<FilledBy<number>>().notNull().default({}),
    fields: jsonb('fields').$type<FilledBy<unknown>>().notNull().default({}),
    images: jsonb('images').$type<string[]>().notNull().default([]),
    /** The version in which the head (assessors, informant, date …) was last changed, and by whom. */
    headVersion: integer('head_version').notNull().default(1),
    answered: integer('answered').notNull().default(0),
    itemCount: integer('item_count').notNull().default(0),
    /** Section → sum of its items. */
    sectionScores: jsonb('section_scores').$type<Record<string, number>>(),
    total: integer('total'),
    preliminaryLevel: integer('preliminary_level'),
    proposedLevel: integer('proposed_level'),
    /** Keys of the rules that changed the level. */
    firedRules: jsonb('fired_rules').$type<string[]>().notNull().default([]),
    finalLevel: integer('final_level'),
    /** The level in words of its standard: 中度失能. */
    levelName: text('level_name'),
    levelReason: text('level_reason'),
    /** How raises added up when it was finished; null: as the house has it now. */
    stacking: text('stacking').$type<'single' | 'cumulative'>(),
    /** The marks at the name that this sheet gives (ResidentNote). */
    harms: jsonb('harms').$type<number[]>().notNull().default([]),
    suggestedLevelId: idColumn('suggested_level_id'),
    /** DRAFT, WAITING, DONE, VOID */
    state: text('state').notNull().default('DRAFT'),
    nextDate: date('next_date'),
    signature1: text('signature1'),
    signature2: text('signature2'),
    informantSignature: text('informant_signature'),
    familySignature: text('family_signature'),
    familyName: text('family_name'),
    familySignedAt: moment('family_signed_at'),
    signedAt: moment('signed_at'),
    voidReason: text('void_reason'),
    voidedBy: idColumn('voided_by'),
    voidedName: text('voided_name'),
    voidedAt: moment('voided_at'),
    /** Bound to the archive: counts as the resident's own. */
    bound: boolean('bound').notNull().default(false),
    version: integer('version').notNull().default(1),
    updatedName: text('updated_name'),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.assessmentId] }),
    unique('assessment_no').on(t.orgId, t.assessNo),
    index('assessment_of').on(t.orgId, t.oldmanId, t.assessDate.desc().nullsFirst()),
    index('assessment_consultation').on(t.orgId, t.consultationId).where(sql`consultation_id is not null`),
    // The lists: newest first, all, of one type, and what is not finished.
    index('assessment_list').on(t.orgId, t.assessDate.desc().nullsFirst(), t.assessmentId.desc().nullsFirst()),
    index('assessment_type_list').on(
      t.orgId,
      t.type,
      t.assessDate.desc().nullsFirst(),
      t.assessmentId.desc().nullsFirst(),
    ),
    index('assessment_open').on(t.orgId, t.state, t.assessDate).where(sql`state in ('DRAFT', 'WAITING')`),
    index('assessment_level_list').on(
      t.orgId,
      t.finalLevel,
      t.assessDate.desc().nullsFirst(),
      t.assessmentId.desc().nullsFirst(),
    ),
    // So many of an elder, by what lists ask for; few different entries, so it stays small.
    index('assessment_count').on(t.orgId, t.oldmanId, t.type, t.state, t.finalLevel),
    index('assessment_first').on(t.orgId, t.assessor1, t.assessDate.desc().nullsFirst()),
    index('assessment_second').on(t.orgId, t.assessor2, t.assessDate.desc().nullsFirst()),
    // The newest finished one of an elder and family: what is due is reckoned from it.
    index('assessment_last')
      .on(
        t.orgId,
        t.oldmanId,
        t.family,
        t.assessDate.desc().nullsFirst(),
        t.createdAt.desc().nullsFirst(),
        t.finalLevel,
      )
      .where(sql`state = 'DONE'`),
    foreignKey({
      name: 'assessment_oldman',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [oldman.orgId, oldman.oldmanId],
    }),
    foreignKey({
      name: 'assessment_copy',
      columns: [t.orgId, t.copyId],
      foreignColumns: [assessCopy.orgId, assessCopy.copyId],
    }),
    check('assessment_type', sql`${t.type} between 0 and 4`),
    check('assessment_state', sql`${t.state} in ('DRAFT', 'WAITING', 'DONE', 'VOID')`),
    check('assessment_bound', sql`not ${t.bound} or (${t.state} = 'DONE' and ${t.oldmanId} is not null)`),
    check('assessment_of_somebody', sql`${t.oldmanId} is not null or ${t.consultationId} is not null`),
    // The standards are made by two people; whoever is named twice is one.
    check('assessment_two', sql`${t.assessor2} is null or ${t.assessor2} <> ${t.assessor1}`),
    check(
      'assessment_second_needed',
      sql`${t.state} not in ('DONE', 'VOID') or ${t.type} not in (1, 2, 3) or ${t.assessor2} is not null`,
    ),
    // What was finished in this product is signed by those who made it.
    check(
      'assessment_signed',
      sql`${t.signedAt} is null or (${t.state} in ('DONE', 'VOID') and ${t.finalLevel} is not null and ${t.signature1} is not null
      and (${t.type} not in (1, 2, 3) or ${t.signature2} is not null))`,
    ),
    check(
      'assessment_changed_why',
      sql`${t.signedAt} is null or ${t.finalLevel} = ${t.proposedLevel} or btrim(coalesce(${t.levelReason}, '')) <> ''`,
    ),
    check(
      'assessment_voided',
      sql`(${t.state} = 'VOID') = (${t.voidedAt} is not null) and (${t.voidedAt} is null or btrim(coalesce(${t.voidReason}, '')) <> '')`,
    ),
  ],
)

/**
 * The newest finished one of an elder and family, kept by triggers of the migration: what is due, and who got better or worse,
 * is read from here, whatever lies behind it.
 */
export const assessNewest = pgTable(
  'assess_newest',
  {
    orgId: idColumn('org_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    family: text('family').notNull(),
    assessmentId: idColumn('assessment_id').notNull(),
    kind: text('kind').notNull(),
    assessDate: date('assess_date').notNull(),
    levelName: text('level_name'),
    nextDate: date('next_date'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.oldmanId, t.family] }),
    unique('assess_newest_one').on(t.orgId, t.assessmentId),
    index('assess_newest_due').on(t.orgId, t.nextDate),
    foreignKey({
      name: 'assess_newest_assessment',
      columns: [t.orgId, t.assessmentId],
      foreignColumns: [assessment.orgId, assessment.assessmentId],
    }).onDelete('cascade'),
  ],
)

/** Kinds whose use differs from what the product begins with. */
export const assessKind = pgTable(
  'assess_kind',
  {
    orgId: idColumn('org_id').notNull(),
    kind: text('kind').notNull(),
    enabled: boolean('enabled').notNull(),
    /** Everybody who lives in the house is expected to have one. */
    expected: boolean('expected').notNull(),
    months: integer('months').notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.kind] }), check('assess_kind_months', sql`${t.months} between 1 and 60`)],
)

/** Which nursing level the house gives to a level of ability. */
export const assessLevel = pgTable(
  'assess_level',
  {
    orgId: idColumn('org_id').notNull(),
    kind: text('kind').notNull(),
    level: integer('level').notNull(),
    /** Null: none is proposed. */
    nursingLevelId: idColumn('nursing_level_id'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.kind, t.level] }),
    foreignKey({
      name: 'assess_level_nursing',
      columns: [t.orgId, t.nursingLevelId],
      foreignColumns: [nursingLevel.orgId, nursingLevel.levelId],
    }),
  ],
)

export const assessSetting = pgTable(
  'assess_setting',
  {
    orgId: idColumn('org_id').notNull(),
    /** single, cumulative */
    raiseTogether: text('raise_together').notNull().default('single'),
    /** A caregiver's day of work; a change of level that leads beyond it says so. */
    workerDayMinutes: integer('worker_day_minutes').notNull().default(WORKER_DAY_MINUTES),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.orgId] }),
    check('assess_setting_raise', sql`${t.raiseTogether} in ('single', 'cumulative')`),
    check('assess_setting_worker', sql`${t.workerDayMinutes} between 60 and 1440`),
  ],
)

/** Who may assess. */
export const assessAuth = pgTable(
  'assess_auth',
  {
    orgId: idColumn('org_id').notNull(),
    userId: idColumn('user_id').notNull(),
    grantedName: text('granted_name').notNull(),
    grantedAt: moment('granted_at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.userId] }),
    foreignKey({
      name: 'assess_auth_account',
      columns: [t.orgId, t.userId],
      foreignColumns: [account.orgId, account.userId],
    }).onDelete('cascade'),
  ],
)

/** Something changed with an elder: an assessment of the family is due until one is finished or the report is withdrawn. */
export const assessChange = pgTable(
  'assess_change',
  {
    orgId: idColumn('org_id').notNull(),
    changeId: idColumn('change_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    family: text('family').notNull().default('ability'),
    content: text('content').notNull(),
    happenedOn: date('happened_on').notNull(),
    byName: text('by_name').notNull(),
    at: moment('at').notNull().default(sql`now()`),
    /** Answered by this assessment, or withdrawn. */
    assessmentId: idColumn('assessment_id'),
    closedAt: moment('closed_at'),
    closedName: text('closed_name'),
    closedWhy: text('closed_why'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.changeId] }),
    index('assess_change_open').on(t.orgId, t.oldmanId, t.family).where(sql`closed_at is null`),
    foreignKey({
      name: 'assess_change_oldman',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [oldman.orgId, oldman.oldmanId],
    }).onDelete('cascade'),
    check('assess_change_said', sql`btrim(${t.content}) <> ''`),
    check('assess_change_closed', sql`(${t.closedAt} is null) = (${t.closedWhy} is null)`),
  ],
)
