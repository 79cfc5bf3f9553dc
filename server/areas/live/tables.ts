// Tables of the residents. The residence itself (stays, reservations, outings) stands beside them.
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
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { ResidenceStatus, ResidentSex, SelfCare } from '#contract/live/resident'
import { bed } from '#server/areas/platform/placeTables'
import { dept, organization } from '#server/areas/platform/tables'
import { createdAt, idColumn, moment, optionColumn } from '#server/kit/columns'

export const oldman = pgTable(
  'oldman',
  {
    orgId: idColumn('org_id')
      .notNull()
      .references(() => organization.orgId),
    oldmanId: idColumn('oldman_id').notNull(),
    archiveNo: text('archive_no').notNull(),
    oldmanName: text('oldman_name').notNull(),
    pinyin: text('pinyin').notNull().default(''),
    initials: text('initials').notNull().default(''),
    /** Every reading after a space: one comparison finds its beginning. */
    readings: text('readings').generatedAlwaysAs(sql`' ' || initials || ' ' || pinyin`),
    /** 0 male, 1 female (residents) */
    sex: optionColumn('sex', ResidentSex).notNull(),
    idCard: text('id_card').notNull(),
    birthDate: date('birth_date').notNull(),
    nation: text('nation'),
    phone: text('phone'),
    address: text('address'),
    /** Code of the region of the household. */
    region: text('region'),
    head: text('head'),
    education: text('education'),
    marital: text('marital'),
    politicalStatus: text('political_status'),
    religion: text('religion'),
    living: text('living'),
    income: jsonb('income').$type<string[]>().notNull().default([]),
    medicalPay: jsonb('medical_pay').$type<string[]>().notNull().default([]),
    bloodAbo: text('blood_abo'),
    bloodRh: text('blood_rh'),
    diseases: jsonb('diseases').$type<string[]>().notNull().default([]),
    allergies: jsonb('allergies').$type<string[]>().notNull().default([]),
    diet: jsonb('diet').$type<string[]>().notNull().default([]),
    /** 1 dementia, 2 violence, 3 suicide, 4 long-term-care insurance, 5 hospice */
    attention: jsonb('attention').$type<number[]>().notNull().default([]),
    /** What the newest finished risk sheets mark somebody with (ResidentNote); set by the assessments, never by hand. */
    riskMarks: jsonb('risk_marks').$type<number[]>().notNull().default([]),
    /** Everything that follows the name: what lists of people show. */
    notes: jsonb('notes').$type<number[]>().generatedAlwaysAs(sql`attention || risk_marks`),
    /** A value of the dictionary elderCategory, e.g. 特困人员. */
    category: text('category'),
    /** Values of idType and householdType. */
    idType: text('id_type').notNull().default('1'),
    householdType: text('household_type'),
    formerJob: text('former_job'),
    workUnit: text('work_unit'),
    nativePlace: text('native_place'),
    hobbies: text('hobbies'),
    character: text('character'),
    medicalCardNo: text('medical_card_no'),
    /** 1 自理, 2 半自理, 3 不能自理 */
    selfCare: optionColumn('self_care', SelfCare),
    /** Values of oldman_sleep. */
    sleep: text('sleep'),
    aids: text('aids'),
    infectious: text('infectious'),
    hospitalHistory: text('hospital_history'),
    medication: text('medication'),
    healthRemark: text('health_remark'),
    healthReportDate: date('health_report_date'),
    healthReportExpire: date('health_report_expire'),
    /** The consultation it was made from. */
    consultationId: idColumn('consultation_id'),
    /** Share of the archive that is filled in, 0 to 100; written with every change of the archive, family and files. */
    completeness: integer('completeness').notNull().default(0),
    /** 1 in residence, 2 checked out, 3 awaiting, 4 trial, 5 reserved, 6 reservation cancelled */
    status: optionColumn('status', ResidenceStatus).notNull().default(ResidenceStatus.is.waiting),
    currentBedId: idColumn('current_bed_id'),
    levelId: idColumn('level_id'),
    saleId: idColumn('sale_id'),
    /** Whose staff may see the resident: the department of the bed, or the one that keeps the archive. */
    deptId: idColumn('dept_id'),
    checkInDate: date('check_in_date'),
    remark: text('remark'),
    version: integer('version').notNull().default(1),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.oldmanId] }),
    unique('oldman_archive_no').on(t.orgId, t.archiveNo),
    unique('oldman_id_card').on(t.orgId, t.idCard),
    uniqueIndex('oldman_bed').on(t.orgId, t.currentBedId).where(sql`current_bed_id is not null`),
    index('oldman_status_list').on(t.orgId, t.status, t.createdAt.desc().nullsFirst(), t.oldmanId.desc().nullsFirst()),
    index('oldman_dept').on(t.orgId, t.deptId),
    // Who of the house has a level: counted with every list of levels.
    index('oldman_level').on(t.orgId, t.levelId).where(sql`status in (1, 4)`),
    foreignKey({ name: 'oldman_dept', columns: [t.orgId, t.deptId], foreignColumns: [dept.orgId, dept.deptId] }),
    foreignKey({
      name: 'oldman_current_bed',
      columns: [t.orgId, t.currentBedId],
      foreignColumns: [bed.orgId, bed.bedId],
    }),
    check('oldman_sex', sql`${t.sex} in (0, 1)`),
    check('oldman_status', sql`${t.status} between 1 and 6`),
    // In residence or trial means a bed, and nobody else has one.
    check('oldman_status_bed', sql`(${t.status} in (1, 4)) = (${t.currentBedId} is not null)`),
    check('oldman_completeness', sql`${t.completeness} between 0 and 100`),
  ],
)

/** Family and others who answer for a resident; what a person is to the contract are marks, not relations. */
export const oldmanFamily = pgTable(
  'oldman_family',
  {
    orgId: idColumn('org_id').notNull(),
    familyId: idColumn('family_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    name: text('name').notNull(),
    /** A value of the dictionary relationToElder. */
    relation: text('relation').notNull(),
    phone: text('phone').notNull(),
    idCard: text('id_card'),
    address: text('address'),
    emergency: boolean('emergency').notNull().default(false),
    payer: boolean('payer').notNull().default(false),
    guarantor: boolean('guarantor').notNull().default(false),
    guardian: boolean('guardian').notNull().default(false),
    /** Bound to the family's own page. */
    invited: boolean('invited').notNull().default(false),
    workUnit: text('work_unit'),
    remark: text('remark'),
    pinyin: text('pinyin').notNull().default(''),
    initials: text('initials').notNull().default(''),
    sort: integer('sort').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.familyId] }),
    index('oldman_family_of').on(t.orgId, t.oldmanId, t.sort),
    foreignKey({
      name: 'oldman_family_oldman',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [oldman.orgId, oldman.oldmanId],
    }).onDelete('cascade'),
  ],
)
