// The table of nursing levels.
import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { NursingGrade } from '#contract/nursing/level'
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
    /** What it is counted as, whatever it is called; null: not said. */
    grade: optionColumn('grade', NursingGrade),
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
    check('nursing_level_grade', sql`${t.grade} between 0 and 5`),
  ],
)
