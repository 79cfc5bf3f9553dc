// Bills, their lines, and charges that wait for a bill. Once issued, a bill keeps its lines and sums; what is paid on it
// moves only with the ledger (triggers of the migration).
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
  varchar,
} from 'drizzle-orm/pg-core'
import type { DiscountRule } from '#server/areas/expense/discountRule/discountApply'
import { createdAt, fenColumn, idColumn, moment } from '#server/kit/columns'
import { residentAccount } from './tables.ts'

export const bill = pgTable(
  'bill',
  {
    orgId: idColumn('org_id').notNull(),
    billId: idColumn('bill_id').notNull(),
    billNo: text('bill_no').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    stayId: idColumn('stay_id'),
    /** yyyy-MM */
    month: varchar('month', { length: 7 }).notNull(),
    /** MONTH one of the month, ONCE something charged and asked for at once, FINAL of a check-out */
    kind: text('kind').notNull(),
    periodStart: date('period_start').notNull(),
    /** The last day it covers. */
    periodEnd: date('period_end').notNull(),
    /** Where the resident lived on the last day of the period, as it was then. */
    bedPath: text('bed_path'),
    levelName: text('level_name'),
    totalFen: fenColumn('total_fen').notNull().default(sql`0`),
    discountFen: fenColumn('discount_fen').notNull().default(sql`0`),
    subsidyFen: fenColumn('subsidy_fen').notNull().default(sql`0`),
    receivableFen: fenColumn('receivable_fen').notNull().generatedAlwaysAs(sql`total_fen - discount_fen - subsidy_fen`),
    paidFen: fenColumn('paid_fen').notNull().default(sql`0`),
    dueDate: date('due_date').notNull(),
    /** DRAFT, ISSUED, VOID: what people did with it */
    stage: text('stage').notNull().default('DRAFT'),
    /** DRAFT, DUE, PART, PAID, VOID: what follows from the stage and the money */
    state: text('state')
      .notNull()
      .generatedAlwaysAs(
        sql`case when stage <> 'ISSUED' then stage when paid_fen >= total_fen - discount_fen - subsidy_fen then 'PAID' when paid_fen > 0 then 'PART' else 'DUE' end`,
      ),
    ruleId: idColumn('rule_id'),
    ruleName: text('rule_name'),
    /** The discount rules that were in force for it, with their terms; null on bills from before they were kept. */
    rules: jsonb('rules').$type<readonly DiscountRule[]>(),
    settleId: idColumn('settle_id'),
    remark: text('remark'),
    voidReason: text('void_reason'),
    issuedAt: moment('issued_at'),
    issuedBy: text('issued_by'),
    /** The day on which the last fen was paid. */
    settledAt: moment('settled_at'),
    madeBy: text('made_by').notNull(),
    printedTimes: integer('printed_times').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.billId] }),
    unique('bill_no').on(t.orgId, t.billNo),
    uniqueIndex('bill_month').on(t.orgId, t.oldmanId, t.month).where(sql`kind = 'MONTH' and stage <> 'VOID'`),
    uniqueIndex('bill_final').on(t.orgId, t.settleId).where(sql`kind = 'FINAL' and stage <> 'VOID'`),
    index('bill_list').on(t.orgId, t.month.desc().nullsFirst(), t.billId.desc().nullsFirst()),
    index('bill_of').on(t.orgId, t.oldmanId, t.month),
    index('bill_unpaid').on(t.orgId, t.oldmanId, t.dueDate).where(sql`state in ('DUE', 'PART')`),
    index('bill_stay').on(t.orgId, t.stayId),
    // Drafts and voided bills are few: reports over years leave them out by this.
    index('bill_not_issued').on(t.orgId, t.month).where(sql`stage <> 'ISSUED'`),
    foreignKey({
      name: 'bill_account',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [residentAccount.orgId, residentAccount.oldmanId],
    }),
    check('bill_kind', sql`${t.kind} in ('MONTH', 'ONCE', 'FINAL')`),
    check('bill_stage', sql`${t.stage} in ('DRAFT', 'ISSUED', 'VOID')`),
    check('bill_month_form', sql`${t.month} ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'`),
    check('bill_period', sql`${t.periodEnd} >= ${t.periodStart}`),
    check('bill_reductions', sql`discount_fen >= 0 and subsidy_fen >= 0`),
    check('bill_receivable', sql`stage = 'DRAFT' or total_fen - discount_fen - subsidy_fen >= 0`),
    check('bill_paid', sql`paid_fen >= 0 and paid_fen <= greatest(total_fen - discount_fen - subsidy_fen, 0)`),
    check('bill_void', sql`stage <> 'VOID' or paid_fen = 0`),
  ],
)

/**
 * What the issued bills of a resident and month ask for and what is paid on them, beside what the month before asked for;
 * kept by the database with every bill. Purchases are bills of their own, so years of bills are many more rows than these.
 */
export const billSum = pgTable(
  'bill_sum',
  {
    orgId: idColumn('org_id').notNull(),
    /** yyyy-MM */
    month: varchar('month', { length: 7 }).notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    bills: integer('bills').notNull(),
    receivableFen: fenColumn('receivable_fen').notNull(),
    discountFen: fenColumn('discount_fen').notNull(),
    paidFen: fenColumn('paid_fen').notNull(),
    /** A month without bills has a row where the month before has some. */
    beforeFen: fenColumn('before_fen').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.oldmanId, t.month] }),
    index('bill_sum_month').on(t.orgId, t.month),
    index('bill_sum_differs').on(t.orgId, t.month).where(sql`receivable_fen <> before_fen`),
  ],
)

export const billLine = pgTable(
  'bill_line',
  {
    orgId: idColumn('org_id').notNull(),
    lineId: idColumn('line_id').notNull(),
    billId: idColumn('bill_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    month: varchar('month', { length: 7 }).notNull(),
    sort: integer('sort').notNull(),
    projectChildId: idColumn('project_child_id'),
    /** A value of the dictionary feeCategory. */
    category: text('category').notNull(),
    name: text('name').notNull(),
    /** Room and bed, level, the outing: what tells this line from its neighbours. */
    spec: text('spec'),
    cycle: text('cycle').notNull(),
    unit: text('unit'),
    priceFen: fenColumn('price_fen').notNull(),
    /** Thousandths. */
    quantity: bigint('quantity', { mode: 'number' }).notNull(),
    /** Days that count, where the line is counted by days. */
    days: integer('days'),
    amountFen: fenColumn('amount_fen').notNull(),
    discountFen: fenColumn('discount_fen').notNull().default(sql`0`),
    subsidyFen: fenColumn('subsidy_fen').notNull().default(sql`0`),
    /** What payments have put on this line; follows pay_share. */
    paidFen: fenColumn('paid_fen').notNull().default(sql`0`),
    /** LineSource. */
    source: text('source').notNull(),
    dateFrom: date('date_from'),
    /** With this day. */
    dateTo: date('date_to'),
    /** How the amount came about: 2,400.00 × 15 ÷ 30 天 */
    basis: text('basis'),
    /** Where a fee of a bed was lived; a correction has that of what it corrects. */
    bedId: idColumn('bed_id'),
    /** yyyy-MM of the days it is about: before the month of the bill for corrections. */
    serviceMonth: varchar('service_month', { length: 7 }),
    /** What it comes from: stay, outing, charge, bed, level. */
    refKind: text('ref_kind'),
    refId: idColumn('ref_id'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.lineId] }),
    index('bill_line_of').on(t.orgId, t.billId, t.sort),
    // Everything that reports of income add up stands in the index: years of lines are read without the table.
    index('bill_line_month').on(
      t.orgId,
      t.month,
      t.category,
      t.source,
      t.amountFen,
      t.discountFen,
      t.subsidyFen,
      t.oldmanId,
      t.billId,
    ),
    // What later bills corrected of a month.
    index('bill_line_later').on(t.orgId, t.serviceMonth).where(sql`service_month < month`),
    // A charge stands on one line of its bill.
    uniqueIndex('bill_line_charge').on(t.orgId, t.refId, t.billId).where(sql`ref_kind = 'charge'`),
    // Fees of beds over years, read without the table.
    index('bill_line_bed')
      .on(t.orgId, t.month, t.bedId, t.amountFen, t.discountFen, t.subsidyFen, t.paidFen, t.billId)
      .where(sql`bed_id is not null and category = '1'`),
    index('bill_line_no_bed').on(t.orgId, t.month).where(sql`bed_id is null and category = '1'`),
    foreignKey({
      name: 'bill_line_bill',
      columns: [t.orgId, t.billId],
      foreignColumns: [bill.orgId, bill.billId],
    }).onDelete('cascade'),
    check(
      'bill_line_source',
      sql`${t.source} in ('CYCLE', 'ONCE', 'MEDICAL', 'SALOON', 'ADJUST', 'LEAVE', 'CARRY', 'DAMAGE')`,
    ),
    check('bill_line_reductions', sql`discount_fen >= 0 and subsidy_fen >= 0`),
  ],
)

/**
 * What a bill earned by kind of fee, written by the database from the lines when it is issued and once more with a minus
 * when it is voided; never changed. The checks of reports compare it with the lines as they are now and with the ledger.
 */
export const billEarned = pgTable(
  'bill_earned',
  {
    orgId: idColumn('org_id').notNull(),
    billId: idColumn('bill_id').notNull(),
    /** A value of the dictionary feeCategory. */
    category: text('category').notNull(),
    /** Taken back. */
    back: boolean('back').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    /** yyyy-MM of the bill. */
    month: varchar('month', { length: 7 }).notNull(),
    amountFen: fenColumn('amount_fen').notNull(),
    discountFen: fenColumn('discount_fen').notNull(),
    subsidyFen: fenColumn('subsidy_fen').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.billId, t.category, t.back] }),
    index('bill_earned_month').on(t.orgId, t.month, t.category, t.amountFen, t.discountFen, t.subsidyFen, t.oldmanId),
    foreignKey({ name: 'bill_earned_bill', columns: [t.orgId, t.billId], foreignColumns: [bill.orgId, bill.billId] }),
  ],
)

/** Something charged outside the agreed fees: waits for the next bill, or stands on a bill of its own at once. */
export const charge = pgTable(
  'charge',
  {
    orgId: idColumn('org_id').notNull(),
    chargeId: idColumn('charge_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    /** ONCE 一次性, MEDICAL 医疗, SALOON 院内消费, DAMAGE 赔偿, ADJUST 调整 (may be negative) */
    kind: text('kind').notNull(),
    projectChildId: idColumn('project_child_id'),
    category: text('category').notNull(),
    name: text('name').notNull(),
    /** 诊疗, 药品, 检查, 耗材 */
    medicalKind: text('medical_kind'),
    unit: text('unit'),
    priceFen: fenColumn('price_fen').notNull(),
    /** Thousandths. */
    quantity: bigint('quantity', { mode: 'number' }).notNull().default(sql`1000`),
    amountFen: fenColumn('amount_fen').notNull(),
    /** Paid by health or long-term-care insurance. */
    insuredFen: fenColumn('insured_fen').notNull().default(sql`0`),
    day: date('day').notNull(),
    /** 开单人 */
    orderedBy: text('ordered_by'),
    /** WAITING, BILLED, VOID */
    state: text('state').notNull().default('WAITING'),
    billId: idColumn('bill_id'),
    /** What is paid on its line; follows pay_share. */
    paidFen: fenColumn('paid_fen').notNull().default(sql`0`),
    remark: text('remark'),
    voidReason: text('void_reason'),
    userId: idColumn('user_id'),
    userName: text('user_name').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.chargeId] }),
    // Years of medical charges are added up from this alone.
    index('charge_medical')
      .on(t.orgId, t.day, t.medicalKind, t.amountFen, t.insuredFen, t.paidFen, t.oldmanId)
      .where(sql`kind = 'MEDICAL' and state <> 'VOID'`),
    index('charge_waiting').on(t.orgId, t.oldmanId).where(sql`state = 'WAITING'`),
    index('charge_of').on(t.orgId, t.oldmanId, t.day.desc().nullsFirst()),
    index('charge_list').on(t.orgId, t.day.desc().nullsFirst(), t.chargeId.desc().nullsFirst()),
    index('charge_kind').on(t.orgId, t.kind, t.day.desc().nullsFirst(), t.chargeId.desc().nullsFirst()),
    index('charge_bill').on(t.orgId, t.billId).where(sql`bill_id is not null`),
    foreignKey({
      name: 'charge_account',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [residentAccount.orgId, residentAccount.oldmanId],
    }),
    check('charge_kind', sql`${t.kind} in ('ONCE', 'MEDICAL', 'SALOON', 'DAMAGE', 'ADJUST')`),
    check('charge_state', sql`${t.state} in ('WAITING', 'BILLED', 'VOID')`),
    check('charge_billed', sql`(state = 'BILLED') = (bill_id is not null)`),
    check('charge_amount', sql`(kind = 'ADJUST' and amount_fen <> 0) or amount_fen > 0`),
    check('charge_insured', sql`insured_fen >= 0 and insured_fen <= greatest(amount_fen, 0)`),
  ],
)
