// Tables of the drugs: the dictionary of the house, what it decided about warnings, and batches that were recalled.
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { DrugStorage, HighAlert } from '#contract/drug/drugWords'
import { organization } from '#server/areas/platform/tables'
import { createdAt, idColumn, moment, optionColumn } from '#server/kit/columns'

const GROUPS = HighAlert.list.map((one) => one.value)

export const drug = pgTable(
  'drug',
  {
    orgId: idColumn('org_id')
      .notNull()
      .references(() => organization.orgId),
    drugId: idColumn('drug_id').notNull(),
    drugName: text('drug_name').notNull(),
    pinyin: text('pinyin').notNull().default(''),
    initials: text('initials').notNull().default(''),
    tradeName: text('trade_name'),
    /** What works in it: two drugs with the same are the same twice. */
    substance: text('substance'),
    /** Values of the dictionaries drug_form, drug_type, drugManageClass and drug_min_spec. */
    form: text('form'),
    drugType: text('drug_type'),
    manageClass: text('manage_class'),
    /** 5mg×28片 */
    spec: text('spec').notNull(),
    /** Stock and doses are counted in it. */
    minUnit: text('min_unit').notNull(),
    packUnit: text('pack_unit').notNull().default('盒'),
    /** Smallest units in a package. */
    packFactor: numeric('pack_factor', { precision: 9, scale: 3 }).notNull().default('1'),
    /** In one smallest unit: 5 mg. */
    strength: numeric('strength', { precision: 12, scale: 4 }),
    strengthUnit: text('strength_unit'),
    maker: text('maker'),
    approvalNo: text('approval_no'),
    storage: optionColumn('storage', DrugStorage).notNull().default(DrugStorage.is.room),
    lightProof: boolean('light_proof').notNull().default(false),
    /** HighAlert */
    highAlert: text('high_alert'),
    /** What it is easily taken for. */
    lookAlike: text('look_alike'),
    /** Released slowly, or coated: never crushed or halved. */
    noCrush: boolean('no_crush').notNull().default(false),
    /** Once opened it lasts so many days. */
    openDays: smallint('open_days'),
    /** Values of the dictionary allergy that forbid it. */
    allergies: jsonb('allergies').$type<string[]>().notNull().default([]),
    picture: text('picture'),
    remark: text('remark'),
    enabled: boolean('enabled').notNull().default(true),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.drugId] }),
    unique('drug_same').on(t.orgId, t.drugName, t.spec, t.maker).nullsNotDistinct(),
    check('drug_pack_factor', sql`${t.packFactor} > 0`),
    check(
      'drug_strength',
      sql`(${t.strength} is null) = (${t.strengthUnit} is null) and (${t.strength} is null or ${t.strength} > 0)`,
    ),
    check('drug_storage', sql`${t.storage} between 1 and 4`),
    check('drug_high_alert', sql`${t.highAlert} in (${sql.raw(`'${GROUPS.join("','")}'`)})`),
    check('drug_open_days', sql`${t.openDays} between 1 and 730`),
  ],
)

/** What the house decided about drugs; without a row the values that stand here. */
export const drugSetting = pgTable(
  'drug_setting',
  {
    orgId: idColumn('org_id')
      .notNull()
      .references(() => organization.orgId),
    /** Days that the stock reaches: red up to the first, amber up to the second. */
    shortDays: smallint('short_days').notNull().default(3),
    lowDays: smallint('low_days').notNull().default(7),
    /** Orange before the expiry. */
    expiryDays: smallint('expiry_days').notNull().default(30),
    /** What is brought must last at least so long. */
    restDays: smallint('rest_days').notNull().default(30),
    /** At night somebody alone may check what they set out themselves. */
    oneAtNight: boolean('one_at_night').notNull().default(false),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.orgId] }),
    check('drug_setting_days', sql`${t.shortDays} between 1 and 60 and ${t.lowDays} between ${t.shortDays} and 90`),
    check('drug_setting_expiry', sql`${t.expiryDays} between 1 and 365 and ${t.restDays} between 0 and 365`),
  ],
)

/** A batch that must not be given until it is released again, whoever holds it. */
export const drugRecall = pgTable(
  'drug_recall',
  {
    orgId: idColumn('org_id').notNull(),
    recallId: idColumn('recall_id').notNull(),
    drugId: idColumn('drug_id').notNull(),
    batchNo: text('batch_no').notNull(),
    reason: text('reason').notNull(),
    userName: text('user_name').notNull(),
    createdAt: createdAt(),
    closedAt: moment('closed_at'),
    closedBy: text('closed_by'),
    closedWhy: text('closed_why'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.recallId] }),
    uniqueIndex('drug_recall_one').on(t.orgId, t.drugId, t.batchNo).where(sql`closed_at is null`),
    index('drug_recall_list').on(t.orgId, t.createdAt.desc().nullsFirst()),
    foreignKey({
      name: 'drug_recall_drug',
      columns: [t.orgId, t.drugId],
      foreignColumns: [drug.orgId, drug.drugId],
    }),
    check('drug_recall_closed', sql`(${t.closedAt} is null) = (${t.closedWhy} is null)`),
  ],
)
