// Settings of the fees that are lists: which ways of paying are offered, what discounts there are, list prices by day.
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { DiscountStatus, DiscountType } from '#contract/expense/discountWords'
import { TradeWay } from '#contract/expense/tradeWords'
import { organization } from '#server/areas/platform/tables'
import { createdAt, fenColumn, idColumn, optionColumn } from '#server/kit/columns'
import { feeChild } from './tables.ts'

export const tradeWaySet = pgTable(
  'trade_way_set',
  {
    orgId: idColumn('org_id').notNull(),
    way: optionColumn('way', TradeWay).notNull(),
    /** Offered where one resident pays. */
    normal: boolean('normal').notNull(),
    /** Offered where many are paid at once. */
    batch: boolean('batch').notNull(),
    sort: integer('sort').notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.way] })],
)

export const discountRule = pgTable(
  'discount_rule',
  {
    orgId: idColumn('org_id')
      .notNull()
      .references(() => organization.orgId),
    setId: idColumn('set_id').notNull(),
    name: text('name').notNull(),
    /** 1 gift on a full amount, 2 less on a full amount */
    type: optionColumn('type', DiscountType).notNull(),
    thresholdFen: fenColumn('threshold_fen').notNull(),
    benefitFen: fenColumn('benefit_fen').notNull(),
    /** For every full threshold once, not once for all. */
    perThreshold: boolean('per_threshold').notNull().default(false),
    capFen: fenColumn('cap_fen'),
    /** PRESTORE, BILL, ITEM */
    scope: text('scope').notNull(),
    /** The fee item of ITEM. */
    projectChildId: idColumn('project_child_id'),
    validFrom: date('valid_from').notNull(),
    /** With this day; null without an end. */
    validTo: date('valid_to'),
    /** 1 in use, 0 not. */
    status: optionColumn('status', DiscountStatus).notNull().default(DiscountStatus.is.on),
    /** May be used together with others. */
    stackable: boolean('stackable').notNull().default(false),
    remark: text('remark'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.setId] }),
    unique('discount_rule_name').on(t.orgId, t.name),
    index('discount_rule_list').on(t.orgId, t.createdAt.desc().nullsFirst()),
    check('discount_rule_type', sql`${t.type} in (1, 2) and ${t.status} in (0, 1)`),
    check('discount_rule_scope', sql`(type = 1) = (scope = 'PRESTORE') and scope in ('PRESTORE', 'BILL', 'ITEM')`),
    check('discount_rule_item', sql`(scope = 'ITEM') = (project_child_id is not null)`),
    check(
      'discount_rule_amounts',
      sql`threshold_fen > 0 and benefit_fen > 0 and (cap_fen is null or cap_fen >= benefit_fen) and (type = 1 or benefit_fen <= threshold_fen)`,
    ),
    check('discount_rule_days', sql`valid_to is null or valid_to >= valid_from`),
  ],
)

/** List prices by the day they hold from; what was agreed for a stay is in fee_set. */
export const feePrice = pgTable(
  'fee_price',
  {
    orgId: idColumn('org_id').notNull(),
    projectChildId: idColumn('project_child_id').notNull(),
    fromDate: date('from_date').notNull(),
    priceFen: fenColumn('price_fen').notNull(),
    userName: text('user_name').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.projectChildId, t.fromDate] }),
    foreignKey({
      name: 'fee_price_child',
      columns: [t.orgId, t.projectChildId],
      foreignColumns: [feeChild.orgId, feeChild.projectChildId],
    }).onDelete('cascade'),
    check('fee_price_amount', sql`price_fen >= 0`),
  ],
)
