// Tables of what the house keeps for its elders: the stock per elder, drug and batch, the papers that moved it by hand, and
// every movement. A movement is only ever added; triggers of the migration carry it into the stock, which nothing else
// can write (drug_move_in, drug_stock_by_moves), so that stock = sum of movements ≥ 0 whoever writes.
import { sql } from 'drizzle-orm'
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { DrugKeepType, DrugSource } from '#contract/drug/drugWords'
import { oldman } from '#server/areas/live/tables'
import { createdAt, idColumn, moment, optionColumn } from '#server/kit/columns'
import { drug } from './tables.ts'

const SOURCES = DrugSource.list.map((one) => one.value)
const OUT_MOVES = sql.raw('2, 3, 5, 6, 8')

/** One batch of one drug that is kept for one elder. */
export const drugStock = pgTable(
  'drug_stock',
  {
    orgId: idColumn('org_id').notNull(),
    stockId: idColumn('stock_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    drugId: idColumn('drug_id').notNull(),
    /** Empty where the package says none. */
    batchNo: text('batch_no').notNull().default(''),
    expiry: date('expiry').notNull(),
    /** Opened things last shorter: until this day. */
    openUntil: date('open_until'),
    openedOn: date('opened_on'),
    quantity: numeric('quantity', { precision: 12, scale: 3 }).notNull().default('0'),
    /** How many movements it has had. */
    seq: integer('seq').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.stockId] }),
    unique('drug_stock_same').on(t.orgId, t.oldmanId, t.drugId, t.batchNo, t.expiry),
    uniqueIndex('drug_stock_batch').on(t.orgId, t.oldmanId, t.drugId, t.batchNo).where(sql`batch_no <> ''`),
    unique('drug_stock_whose').on(t.orgId, t.stockId, t.oldmanId, t.drugId),
    index('drug_stock_of_drug').on(t.orgId, t.drugId, t.batchNo),
    index('drug_stock_left').on(t.orgId, t.oldmanId, t.drugId).where(sql`quantity > 0`),
    foreignKey({
      name: 'drug_stock_oldman',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [oldman.orgId, oldman.oldmanId],
    }),
    foreignKey({ name: 'drug_stock_drug', columns: [t.orgId, t.drugId], foreignColumns: [drug.orgId, drug.drugId] }),
    check('drug_stock_enough', sql`${t.quantity} >= 0`),
    check('drug_stock_opened', sql`(${t.openedOn} is null) = (${t.openUntil} is null)`),
  ],
)

/** The paper of what was brought, handed back, written off or counted. */
export const drugSlip = pgTable(
  'drug_slip',
  {
    orgId: idColumn('org_id').notNull(),
    slipId: idColumn('slip_id').notNull(),
    slipNo: text('slip_no').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    keepType: optionColumn('keep_type', DrugKeepType).notNull(),
    /** DrugSource, of a deposit. */
    source: text('source'),
    /** Who brought it, or took it home. */
    person: text('person'),
    relation: text('relation'),
    /** Who received it, handed it out or counted. */
    userId: idColumn('user_id'),
    userName: text('user_name').notNull(),
    /** Who saw it: writing off and counts of high-alert drugs need a second one. */
    witnessId: idColumn('witness_id'),
    witnessName: text('witness_name'),
    reason: text('reason'),
    photos: text('photos').array(),
    at: moment('at').notNull().default(sql`now()`),
    prints: integer('prints').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.slipId] }),
    unique('drug_slip_no').on(t.orgId, t.slipNo),
    index('drug_slip_of').on(t.orgId, t.oldmanId, t.at.desc().nullsFirst()),
    foreignKey({
      name: 'drug_slip_oldman',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [oldman.orgId, oldman.oldmanId],
    }),
    check('drug_slip_type', sql`${t.keepType} between 1 and 5`),
    check('drug_slip_source', sql`${t.source} in (${sql.raw(`'${SOURCES.join("','")}'`)})`),
    check('drug_slip_deposit', sql`(${t.keepType} = 1) = (${t.source} is not null)`),
    // Whoever brings or takes something is named, and whatever is written off or differs has its reason.
    check('drug_slip_person', sql`${t.keepType} not in (1, 2) or btrim(coalesce(${t.person}, '')) <> ''`),
    check('drug_slip_reason', sql`${t.keepType} not in (3, 4, 5) or btrim(coalesce(${t.reason}, '')) <> ''`),
    check('drug_slip_witness', sql`${t.witnessId} is null or ${t.witnessId} is distinct from ${t.userId}`),
  ],
)

/** One movement of one batch. `seq` and `after` are written by the trigger: the chain of the batch. */
export const drugMove = pgTable(
  'drug_move',
  {
    orgId: idColumn('org_id').notNull(),
    moveId: idColumn('move_id').notNull(),
    stockId: idColumn('stock_id').notNull(),
    seq: integer('seq').notNull().default(0),
    oldmanId: idColumn('oldman_id').notNull(),
    drugId: idColumn('drug_id').notNull(),
    keepType: optionColumn('keep_type', DrugKeepType).notNull(),
    delta: numeric('delta', { precision: 12, scale: 3 }).notNull(),
    after: numeric('after', { precision: 12, scale: 3 }).notNull().default('0'),
    /** By hand: the paper. */
    slipId: idColumn('slip_id'),
    /** By the round: the take. */
    takeId: idColumn('take_id'),
    /** The day it counts for: a late entry names the one before. */
    day: date('day').notNull().default(sql`current_date`),
    userId: idColumn('user_id'),
    userName: text('user_name'),
    at: moment('at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.moveId] }),
    unique('drug_move_chain').on(t.orgId, t.stockId, t.seq),
    index('drug_move_list').on(t.orgId, t.at.desc().nullsFirst(), t.moveId),
    index('drug_move_of').on(t.orgId, t.oldmanId, t.at.desc().nullsFirst()),
    index('drug_move_slip').on(t.orgId, t.slipId).where(sql`slip_id is not null`),
    index('drug_move_take').on(t.orgId, t.takeId).where(sql`take_id is not null`),
    foreignKey({
      name: 'drug_move_stock',
      columns: [t.orgId, t.stockId, t.oldmanId, t.drugId],
      foreignColumns: [drugStock.orgId, drugStock.stockId, drugStock.oldmanId, drugStock.drugId],
    }),
    foreignKey({
      name: 'drug_move_of_slip',
      columns: [t.orgId, t.slipId],
      foreignColumns: [drugSlip.orgId, drugSlip.slipId],
    }),
    check('drug_move_type', sql`${t.keepType} between 1 and 9`),
    check(
      'drug_move_sign',
      sql`${t.delta} <> 0 and (${t.delta} < 0) = (${t.keepType} in (${OUT_MOVES})) and abs(${t.delta}) <= 100000`,
    ),
    check('drug_move_after', sql`${t.after} >= 0`),
    check('drug_move_paper', sql`(${t.slipId} is not null) = (${t.keepType} <= 5)`),
    check('drug_move_for_take', sql`(${t.takeId} is not null) = (${t.keepType} >= 6)`),
    check('drug_move_day', sql`${t.day} <= ${t.at}::date`),
  ],
)
