// Tables of what care is made of: categories, projects with their prices by the day, and the projects of a level.
import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
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
} from 'drizzle-orm/pg-core'
import { CareUnit } from '#contract/nursing/frequency'
import { CareWindow, SignPart } from '#contract/nursing/project'
import { nursingLevel } from '#server/areas/nursing/tables'
import { organization } from '#server/areas/platform/tables'
import { createdAt, fenColumn, idColumn, optionColumn } from '#server/kit/columns'

const SIGNS = SignPart.list.map((one) => one.value)

export const careCategory = pgTable(
  'care_category',
  {
    orgId: idColumn('org_id')
      .notNull()
      .references(() => organization.orgId),
    categoryId: idColumn('category_id').notNull(),
    categoryName: text('category_name').notNull(),
    pinyin: text('pinyin').notNull().default(''),
    initials: text('initials').notNull().default(''),
    enabled: boolean('enabled').notNull().default(true),
    sort: integer('sort').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.categoryId] }), unique('care_category_name').on(t.orgId, t.categoryName)],
)

export const careProject = pgTable(
  'care_project',
  {
    orgId: idColumn('org_id').notNull(),
    projectId: idColumn('project_id').notNull(),
    categoryId: idColumn('category_id').notNull(),
    projectName: text('project_name').notNull(),
    pinyin: text('pinyin').notNull().default(''),
    initials: text('initials').notNull().default(''),
    minutes: smallint('minutes').notNull(),
    window: optionColumn('time_window', CareWindow).notNull(),
    needsPhoto: boolean('needs_photo').notNull().default(false),
    needsScan: boolean('needs_scan').notNull().default(false),
    /** Names of SignPart. */
    needsSigns: text('needs_signs').array().notNull().default(sql`'{}'`),
    needsEvaluation: boolean('needs_evaluation').notNull().default(false),
    charged: boolean('charged').notNull().default(false),
    remark: text('remark'),
    enabled: boolean('enabled').notNull().default(true),
    sort: integer('sort').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.projectId] }),
    unique('care_project_name').on(t.orgId, t.projectName),
    index('care_project_of').on(t.orgId, t.categoryId, t.sort),
    foreignKey({
      name: 'care_project_category',
      columns: [t.orgId, t.categoryId],
      foreignColumns: [careCategory.orgId, careCategory.categoryId],
    }),
    check('care_project_minutes', sql`${t.minutes} between 1 and 480`),
    check('care_project_signs', sql`${t.needsSigns} <@ ${sql.raw(`array['${SIGNS.join("','")}']`)}`),
    check('care_project_window', sql`${t.window} between 1 and 6`),
  ],
)

/** The price that holds on a day is the last that began by then. */
export const careProjectPrice = pgTable(
  'care_project_price',
  {
    orgId: idColumn('org_id').notNull(),
    projectId: idColumn('project_id').notNull(),
    fromDate: date('from_date').notNull(),
    priceFen: fenColumn('price_fen').notNull(),
    userName: text('user_name').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.projectId, t.fromDate] }),
    foreignKey({
      name: 'care_project_price_of',
      columns: [t.orgId, t.projectId],
      foreignColumns: [careProject.orgId, careProject.projectId],
    }).onDelete('cascade'),
    check('care_project_price_fen', sql`${t.priceFen} >= 0`),
  ],
)

/** How often: the columns of a frequency, the same in levels and plans. */
export const frequencyColumns = () => ({
  unit: optionColumn('unit', CareUnit).notNull(),
  times: smallint('times').notNull(),
  /** HH:mm */
  clocks: text('clocks').array().notNull().default(sql`'{}'`),
  days: smallint('days').array().notNull().default(sql`'{}'`),
  fromClock: text('from_clock'),
  toClock: text('to_clock'),
})

type FrequencyColumns = Record<keyof ReturnType<typeof frequencyColumns>, AnyPgColumn>

/** What frequencyFault says of a stored one, for whoever writes past the handlers. */
export const frequencyHolds = (t: FrequencyColumns): SQL => sql`case ${t.unit}
  when ${sql.raw(String(CareUnit.is.day))} then cardinality(${t.clocks}) in (0, ${t.times}) and ${t.days} = '{}'
  when ${sql.raw(String(CareUnit.is.week))} then cardinality(${t.days}) = ${t.times} and cardinality(${t.clocks}) <= 1 and 7 >= all(${t.days})
  when ${sql.raw(String(CareUnit.is.month))} then cardinality(${t.days}) = ${t.times} and cardinality(${t.clocks}) <= 1
  else ${t.clocks} = '{}' and ${t.days} = '{}' end
  and (${t.fromClock} is null) = (${t.toClock} is null) and (${t.fromClock} is null or ${t.unit} = ${sql.raw(String(CareUnit.is.hours))})`

export const levelProject = pgTable(
  'level_project',
  {
    orgId: idColumn('org_id').notNull(),
    levelId: idColumn('level_id').notNull(),
    projectId: idColumn('project_id').notNull(),
    ...frequencyColumns(),
    sort: integer('sort').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.levelId, t.projectId] }),
    index('level_project_of').on(t.orgId, t.projectId),
    foreignKey({
      name: 'level_project_level',
      columns: [t.orgId, t.levelId],
      foreignColumns: [nursingLevel.orgId, nursingLevel.levelId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'level_project_project',
      columns: [t.orgId, t.projectId],
      foreignColumns: [careProject.orgId, careProject.projectId],
    }),
    check('level_project_frequency', frequencyHolds(t)),
    check('level_project_times', sql`${t.times} between 1 and 24`),
    check('level_project_unit', sql`${t.unit} between 1 and 7`),
  ],
)
