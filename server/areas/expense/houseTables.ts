// Sums of a whole house by month, for reports over years. They are kept for months that have passed, by a job, and hold
// only while nothing has been written for the month since: every such write leaves a mark beside itself (triggers of the
// migration), and a month with a mark is added up from the elders' sums until the job has been there again.
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  integer,
  pgTable,
  primaryKey,
  text,
  varchar,
} from 'drizzle-orm/pg-core'
import { TradeClass } from '#contract/expense/tradeWords'
import { bytes, fenColumn, idColumn, moment, optionColumn } from '#server/kit/columns'
import { monthClose, sides } from './ledgerTables.ts'

/** Months whose sums are kept. */
export const houseMonth = pgTable(
  'house_month',
  {
    orgId: idColumn('org_id').notNull(),
    /** First day of the month. */
    month: date('month').notNull(),
    keptAt: moment('kept_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.month] })],
)

/** Something was written for a past month. Nobody waits for anybody here: marks are only added, and removed by the job. */
export const houseMark = pgTable(
  'house_mark',
  {
    orgId: idColumn('org_id').notNull(),
    month: date('month').notNull(),
    mark: bigint('mark', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.month, t.mark] })],
)

/** ledger_month without the elders. */
export const houseLedger = pgTable(
  'house_ledger',
  {
    orgId: idColumn('org_id').notNull(),
    month: date('month').notNull(),
    tradeClass: optionColumn('trade_class', TradeClass).notNull(),
    tradeType: text('trade_type').notNull(),
    way: integer('way').notNull(),
    userId: idColumn('user_id').notNull(),
    refund: boolean('refund').notNull(),
    entries: integer('entries').notNull(),
    amountFen: fenColumn('amount_fen').notNull(),
    ...sides(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.month, t.tradeType, t.way, t.userId] })],
)

/** pay_share_month without the elders. */
export const houseShare = pgTable(
  'house_share',
  {
    orgId: idColumn('org_id').notNull(),
    month: date('month').notNull(),
    category: text('category').notNull(),
    way: integer('way').notNull(),
    paidFrom: text('paid_from').notNull(),
    refund: boolean('refund').notNull(),
    shares: integer('shares').notNull(),
    amountFen: fenColumn('amount_fen').notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.month, t.category, t.way, t.paidFrom, t.refund] })],
)

/** The lines of issued bills by fee item; deductions for leave stand apart. */
export const houseLine = pgTable(
  'house_line',
  {
    orgId: idColumn('org_id').notNull(),
    month: date('month').notNull(),
    category: text('category').notNull(),
    /** Empty where the line has none; then it stands under its own name. */
    projectChildId: idColumn('project_child_id').notNull(),
    name: text('name').notNull(),
    leave: boolean('leave').notNull(),
    lines: integer('lines').notNull(),
    quantity: bigint('quantity', { mode: 'number' }).notNull(),
    amountFen: fenColumn('amount_fen').notNull(),
    discountFen: fenColumn('discount_fen').notNull(),
    subsidyFen: fenColumn('subsidy_fen').notNull(),
    paidFen: fenColumn('paid_fen').notNull(),
    /** Whose lines they are: one bit for every number of house_elder. */
    elders: bytes('elders').notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.month, t.category, t.projectChildId, t.name, t.leave] })],
)

/** Small numbers for elders, so that a thousand of them are a few bytes. */
export const houseResident = pgTable(
  'house_elder',
  {
    orgId: idColumn('org_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    n: integer('n').notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.oldmanId] })],
)

/** How many days of a closed month each bed of the house counted and was taken: stays that are put right later leave it as it was. */
export const closedBedDay = pgTable(
  'closed_bed_day',
  {
    orgId: idColumn('org_id').notNull(),
    month: varchar('month', { length: 7 }).notNull(),
    bedId: idColumn('bed_id').notNull(),
    days: integer('days').notNull(),
    /** How many days of the month the bed counted; null in months closed before that was kept: all of them. */
    openDays: integer('open_days'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.month, t.bedId] }),
    foreignKey({
      name: 'closed_bed_day_month',
      columns: [t.orgId, t.month],
      foreignColumns: [monthClose.orgId, monthClose.month],
    }),
    check('closed_bed_day_days', sql`${t.days} between 0 and 31`),
  ],
)

/** Who lived here on the last day of a closed month, and the deposit agreed then: the reports of that day name them for ever. */
export const closedResident = pgTable(
  'closed_resident',
  {
    orgId: idColumn('org_id').notNull(),
    month: varchar('month', { length: 7 }).notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    agreedFen: fenColumn('agreed_fen').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.month, t.oldmanId] }),
    foreignKey({
      name: 'closed_resident_month',
      columns: [t.orgId, t.month],
      foreignColumns: [monthClose.orgId, monthClose.month],
    }),
  ],
)
