// Tables of the fees that the residence needs: accounts, fee items, the fees agreed for a stay, settlements. Money on an
// account moves only with the ledger (ledgerTables.ts).
import { sql } from 'drizzle-orm'
import {
  bigint,
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
import { stay } from '#server/areas/live/stayTables'
import { oldman } from '#server/areas/live/tables'
import { organization } from '#server/areas/platform/tables'
import { createdAt, fenColumn, idColumn, moment } from '#server/kit/columns'

/** One account per resident, opened with zeros when the archive is made. */
export const residentAccount = pgTable(
  'elder_account',
  {
    orgId: idColumn('org_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    balanceFen: fenColumn('balance_fen').notNull().default(sql`0`),
    giftFen: fenColumn('gift_fen').notNull().default(sql`0`),
    depositFen: fenColumn('deposit_fen').notNull().default(sql`0`),
    /** Paid to keep a bed until the resident moves in. */
    bookingFen: fenColumn('booking_fen').notNull().default(sql`0`),
    /** What issued bills still ask for. */
    owedFen: fenColumn('owed_fen').notNull().default(sql`0`),
    /** The earliest day on which something still unpaid fell due; arrears begin the day after. */
    owedSince: date('owed_since'),
    /** Entries of the ledger so far. */
    seq: integer('seq').notNull().default(0),
    lastTradeAt: moment('last_trade_at'),
    /** A sealed account takes no trade. */
    sealed: boolean('sealed').notNull().default(false),
    sealedReason: text('sealed_reason'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.oldmanId] }),
    index('elder_account_owed').on(t.orgId).where(sql`owed_fen > 0`),
    index('elder_account_booking').on(t.orgId, t.oldmanId).where(sql`booking_fen > 0`),
    foreignKey({
      name: 'elder_account_oldman',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [oldman.orgId, oldman.oldmanId],
    }).onDelete('cascade'),
    check(
      'elder_account_balance',
      sql`${t.balanceFen} >= 0 and ${t.giftFen} >= 0 and ${t.depositFen} >= 0 and ${t.owedFen} >= 0 and booking_fen >= 0`,
    ),
  ],
)

export const feeProject = pgTable(
  'fee_project',
  {
    orgId: idColumn('org_id')
      .notNull()
      .references(() => organization.orgId),
    projectId: idColumn('project_id').notNull(),
    name: text('name').notNull(),
    /** A value of the dictionary feeCategory. */
    category: text('category').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    sort: integer('sort').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.projectId] }), unique('fee_project_name').on(t.orgId, t.name)],
)

export const feeChild = pgTable(
  'fee_child',
  {
    orgId: idColumn('org_id').notNull(),
    projectChildId: idColumn('project_child_id').notNull(),
    projectId: idColumn('project_id').notNull(),
    name: text('name').notNull(),
    priceFen: fenColumn('price_fen').notNull(),
    /** A value of the dictionary chargeCycle: MONTH, DAY, ONCE … */
    cycle: text('cycle').notNull(),
    unit: text('unit'),
    /** Per cent. */
    taxRate: integer('tax_rate').notNull().default(0),
    refundable: boolean('refundable').notNull().default(true),
    /** A part of a month: DAY by days, WHOLE the whole month, NONE nothing unless the month is whole */
    prorate: text('prorate').notNull().default('DAY'),
    /** PRE asked for in advance with the bill of its month, POST with the bill of the month after */
    billing: text('billing').notNull().default('PRE'),
    /** What an absence of so many days takes off: so many per cent of the day's price. */
    leaveTiers: jsonb('leave_tiers').$type<{ fromDay: number; percent: number }[]>().notNull().default(sql`'[]'`),
    /** EACH_DAY all days of an absence that reaches the tier, FROM_NTH_DAY only those from that day on */
    leaveCountFrom: text('leave_count_from').notNull().default('EACH_DAY'),
    /** When tiers or counting last changed: absences that were over and taken off by then stay as they were. */
    leaveSince: date('leave_since'),
    canDiscount: boolean('can_discount').notNull().default(true),
    remark: text('remark'),
    enabled: boolean('enabled').notNull().default(true),
    sort: integer('sort').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.projectChildId] }),
    unique('fee_child_name').on(t.orgId, t.projectId, t.name),
    foreignKey({
      name: 'fee_child_project',
      columns: [t.orgId, t.projectId],
      foreignColumns: [feeProject.orgId, feeProject.projectId],
    }),
    check('fee_child_price', sql`${t.priceFen} >= 0`),
    check(
      'fee_child_rules',
      sql`prorate in ('DAY', 'WHOLE', 'NONE') and billing in ('PRE', 'POST') and tax_rate between 0 and 100 and leave_count_from in ('EACH_DAY', 'FROM_NTH_DAY')`,
    ),
  ],
)

/** What was agreed for a stay, by day: a new price is a new row, the old one ends. */
export const feeSet = pgTable(
  'fee_set',
  {
    orgId: idColumn('org_id').notNull(),
    feeSetId: idColumn('fee_set_id').notNull(),
    stayId: idColumn('stay_id').notNull(),
    projectChildId: idColumn('project_child_id').notNull(),
    priceFen: fenColumn('price_fen').notNull(),
    /** Thousandths of a unit. */
    quantity: bigint('quantity', { mode: 'number' }).notNull().default(sql`1000`),
    fromDate: date('from_date').notNull(),
    /** The first day it no longer counts; null while it runs. */
    toDate: date('to_date'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.feeSetId] }),
    index('fee_set_of').on(t.orgId, t.stayId),
    foreignKey({
      name: 'fee_set_stay',
      columns: [t.orgId, t.stayId],
      foreignColumns: [stay.orgId, stay.stayId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'fee_set_child',
      columns: [t.orgId, t.projectChildId],
      foreignColumns: [feeChild.orgId, feeChild.projectChildId],
    }),
    check('fee_set_price', sql`${t.priceFen} >= 0 and ${t.quantity} > 0`),
    check('fee_set_days', sql`${t.toDate} is null or ${t.toDate} >= ${t.fromDate}`),
  ],
)

export const settlement = pgTable(
  'settlement',
  {
    orgId: idColumn('org_id').notNull(),
    settleId: idColumn('settle_id').notNull(),
    settleNo: text('settle_no').notNull(),
    stayId: idColumn('stay_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    checkoutDate: date('checkout_date').notNull(),
    /** OPEN 待结算, SUBMITTED 待确认, CONFIRMED 已结算 */
    state: text('state').notNull().default('OPEN'),
    /** SettlementForm of the contract: damage, belongings, drugs, payee, how it is refunded. */
    form: jsonb('form').$type<Record<string, unknown>>().notNull().default(sql`'{}'`),
    /** The statement as it was submitted: every line and sum on it. */
    statement: jsonb('statement').$type<Record<string, unknown>>(),
    submittedAt: moment('submitted_at'),
    submittedBy: idColumn('submitted_by'),
    /** Why it was sent back or revoked. */
    returnReason: text('return_reason'),
    /** The entries of its confirmation; revoking takes them back. */
    groupId: idColumn('group_id'),
    refundFen: fenColumn('refund_fen').notNull().default(sql`0`),
    /** The day it counts for in reports once confirmed: that of leaving, or the first of the month then open. */
    bookDay: date('book_day'),
    confirmedAt: moment('confirmed_at'),
    confirmedBy: idColumn('confirmed_by'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.settleId] }),
    unique('settlement_no').on(t.orgId, t.settleNo),
    uniqueIndex('settlement_stay').on(t.orgId, t.stayId),
    index('settlement_of').on(t.orgId, t.oldmanId),
    foreignKey({ name: 'settlement_stay_fk', columns: [t.orgId, t.stayId], foreignColumns: [stay.orgId, stay.stayId] }),
    check('settlement_state', sql`${t.state} in ('OPEN', 'SUBMITTED', 'CONFIRMED')`),
  ],
)
