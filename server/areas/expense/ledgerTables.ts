// The ledger: every movement of a resident's money is one row that balances in itself. Triggers (in the
// migration that makes the table) keep the account, the bill and the monthly sums with it, and refuse changes, closed months and bad reversals.
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
import { TradeClass, TradeWay } from '#contract/expense/tradeWords'
import { createdAt, fenColumn, idColumn, moment, optionColumn } from '#server/kit/columns'
import { residentAccount } from './tables.ts'

/** Report → column → fen. */
export type ClosedFigures = Record<string, Record<string, number>>

const amount = (name: `${string}_fen`) => fenColumn(name).notNull().default(sql`0`)

/**
 * The accounts an entry moves. What the house has or has spent on one side, what it owes the resident or has earned on the
 * other; both sides of a row are equal (ledger_balanced).
 */
export const sides = () => ({
  /** Money received (+) or paid out (−) by an outside way. */
  cashFen: amount('cash_fen'),
  /** What the resident owes for issued bills. */
  receivableFen: amount('receivable_fen'),
  /** Granted on bills. */
  discountFen: amount('discount_fen'),
  /** What somebody else pays for the resident: long-term-care insurance, subsidies. */
  subsidyFen: amount('subsidy_fen'),
  /** Cost of gifts. */
  promoFen: amount('promo_fen'),
  /** On the way from one resident to another; a group of entries leaves nothing on it (ledger_transit). */
  transitFen: amount('transit_fen'),
  /** Taken over from another system. */
  openingFen: amount('opening_fen'),

  balanceFen: amount('balance_fen'),
  giftFen: amount('gift_fen'),
  depositFen: amount('deposit_fen'),
  bookingFen: amount('booking_fen'),
  /** Earned; only with a bill. */
  incomeFen: amount('income_fen'),
})

export const ledger = pgTable(
  'ledger',
  {
    orgId: idColumn('org_id').notNull(),
    entryId: idColumn('entry_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    /** Counts the entries of a resident; given by the database. */
    seq: integer('seq').notNull(),
    /** The day it counts for. */
    day: date('day').notNull(),
    at: moment('at').notNull().default(sql`clock_timestamp()`),
    /** TradeClass; 0 is no trade: bills, lapsed gifts, opening balances. */
    tradeClass: optionColumn('trade_class', TradeClass).notNull(),
    /** TradeType. */
    tradeType: text('trade_type').notNull(),
    /** TradeWay: 1 from the account itself, others move cash, null where nothing is paid. */
    way: optionColumn('way', TradeWay),
    /** What the trade is about, as people say it; negative in a reversal. */
    amountFen: fenColumn('amount_fen').notNull(),
    ...sides(),
    /** After this entry; given by the database. */
    balanceAfter: bigint('balance_after', { mode: 'number' }).notNull(),
    giftAfter: bigint('gift_after', { mode: 'number' }).notNull(),
    depositAfter: bigint('deposit_after', { mode: 'number' }).notNull(),
    bookingAfter: bigint('booking_after', { mode: 'number' }).notNull(),
    owedAfter: bigint('owed_after', { mode: 'number' }).notNull(),
    billId: idColumn('bill_id'),
    /** The month of the bill, yyyy-MM. */
    billMonth: varchar('bill_month', { length: 7 }),
    settleId: idColumn('settle_id'),
    /** The order of a scanned payment: it is written once. */
    payId: idColumn('pay_id'),
    receiptId: idColumn('receipt_id'),
    /** Number of a refund that has no other paper: TK202611150001. */
    docNo: text('doc_no'),
    /** Entries of one act. */
    groupId: idColumn('group_id').notNull(),
    reversalOf: idColumn('reversal_of'),
    ruleId: idColumn('rule_id'),
    /** The gift this entry gives (its own id) or takes back; the prestore that earned it is the group of that entry. */
    giftId: idColumn('gift_id'),
    /** Of the money that earned the gift: put in (+), gone away again (−). */
    basisFen: amount('basis_fen'),
    /** Money that left the house, for the two reports of cash: refunds, also when they are taken back. */
    refund: boolean('refund').notNull().generatedAlwaysAs(sql`trade_class = 4 or trade_type = 'REFUND_DEPOSIT'`),
    /** Null: the system. */
    userId: idColumn('user_id'),
    userName: text('user_name').notNull(),
    /** 费用说明, in words. */
    content: text('content').notNull(),
    remark: text('remark'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.entryId] }),
    unique('ledger_seq').on(t.orgId, t.oldmanId, t.seq),
    uniqueIndex('ledger_pay').on(t.orgId, t.payId).where(sql`pay_id is not null and reversal_of is null`),
    uniqueIndex('ledger_reversal').on(t.orgId, t.reversalOf).where(sql`reversal_of is not null`),
    index('ledger_day').on(t.orgId, t.day.desc().nullsFirst(), t.at.desc().nullsFirst(), t.entryId.desc().nullsFirst()),
    index('ledger_cash')
      .on(t.orgId, t.refund, t.day.desc().nullsFirst(), t.at.desc().nullsFirst(), t.entryId.desc().nullsFirst())
      .where(sql`cash_fen <> 0`),
    index('ledger_class').on(
      t.orgId,
      t.tradeClass,
      t.day.desc().nullsFirst(),
      t.at.desc().nullsFirst(),
      t.entryId.desc().nullsFirst(),
    ),
    // Payments of bills, and booking money: reports about them are pages of these.
    index('ledger_pays')
      .on(t.orgId, t.day.desc().nullsFirst(), t.at.desc().nullsFirst(), t.entryId.desc().nullsFirst())
      .where(sql`receivable_fen <> 0 and trade_type <> 'BILL'`),
    index('ledger_gift').on(t.orgId, t.day, t.reversalOf).where(sql`trade_type = 'GIFT'`),
    index('ledger_gift_of').on(t.orgId, t.giftId).where(sql`gift_id is not null`),
    index('ledger_gift_elder').on(t.orgId, t.oldmanId).where(sql`gift_id is not null`),
    index('ledger_booking').on(t.orgId, t.oldmanId, t.seq).where(sql`booking_fen <> 0`),
    index('ledger_bill').on(t.orgId, t.billId).where(sql`bill_id is not null`),
    // What was asked for and paid by the month of the bill, for the checks of reports about bills.
    index('ledger_bill_month').on(t.orgId, t.billMonth, t.tradeType).where(sql`bill_id is not null`),
    uniqueIndex('ledger_doc').on(t.orgId, t.docNo).where(sql`doc_no is not null`),
    index('ledger_group').on(t.orgId, t.groupId),
    index('ledger_receipt').on(t.orgId, t.receiptId).where(sql`receipt_id is not null`),
    foreignKey({
      name: 'ledger_account',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [residentAccount.orgId, residentAccount.oldmanId],
    }),
    check(
      'ledger_balanced',
      sql`cash_fen + receivable_fen + discount_fen + subsidy_fen + promo_fen + transit_fen + opening_fen
        = balance_fen + gift_fen + deposit_fen + booking_fen + income_fen`,
    ),
    check(
      'ledger_amount',
      sql`amount_fen <> 0 and (reversal_of is null or amount_fen < 0) and (reversal_of is not null or amount_fen > 0)`,
    ),
    check(
      'ledger_after',
      sql`balance_after >= 0 and gift_after >= 0 and deposit_after >= 0 and booking_after >= 0 and owed_after >= 0`,
    ),
    check('ledger_way', sql`(cash_fen <> 0) = (way is not null and way <> 1)`),
    check(
      'ledger_income',
      sql`(income_fen = 0 and receivable_fen = 0 and discount_fen = 0 and subsidy_fen = 0) or bill_id is not null`,
    ),
    check('ledger_bill_month', sql`(bill_id is null) = (bill_month is null)`),
    check(
      'ledger_gift_link',
      sql`(gift_id is null) = (basis_fen = 0) and (gift_id is null or trade_type in ('GIFT', 'LAPSE'))`,
    ),
    check('ledger_trade_class', sql`trade_class between 0 and 6`),
  ],
)

/**
 * Sums of the ledger by resident and month, kept by the database with every entry: reports over years read these and only
 * the broken months at the ends of their period from the rows.
 */
export const ledgerMonth = pgTable(
  'ledger_month',
  {
    orgId: idColumn('org_id').notNull(),
    /** First day of the month. */
    month: date('month').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    tradeClass: optionColumn('trade_class', TradeClass).notNull(),
    tradeType: text('trade_type').notNull(),
    /** 0 where the entry has none. */
    way: integer('way').notNull(),
    /** Empty: the system. */
    userId: idColumn('user_id').notNull(),
    refund: boolean('refund').notNull(),
    entries: integer('entries').notNull(),
    amountFen: fenColumn('amount_fen').notNull(),
    ...sides(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.oldmanId, t.month, t.tradeType, t.way, t.userId] }),
    index('ledger_month_of').on(t.orgId, t.month),
    // Cash and gifts over years are read from these alone.
    index('ledger_month_gift').on(t.orgId, t.month, t.userId, t.oldmanId, t.giftFen).where(sql`trade_type = 'GIFT'`),
    index('ledger_month_cash')
      .on(t.orgId, t.month, t.refund, t.way, t.tradeType, t.userId, t.oldmanId, t.cashFen, t.entries)
      .where(sql`way > 1`),
  ],
)

/**
 * How a resident's balance (with gifts) and deposit moved in a month, in the columns of the reports about them; kept by the
 * database with every entry. What an account held on any day is the account less these, and the days of one month.
 */
export const accountMonth = pgTable(
  'account_month',
  {
    orgId: idColumn('org_id').notNull(),
    /** First day of the month. */
    month: date('month').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    balanceFen: amount('balance_fen'),
    giftFen: amount('gift_fen'),
    depositFen: amount('deposit_fen'),
    /** Of balance and gift: prestored, given (less what lapsed), spent on bills, paid back, moved elsewhere. */
    prestoreFen: amount('prestore_fen'),
    givenFen: amount('given_fen'),
    spentFen: amount('spent_fen'),
    refundFen: amount('refund_fen'),
    outFen: amount('out_fen'),
    /** Of the deposit: taken, paid back, moved to the balance, used for bills. */
    depositTakenFen: amount('deposit_taken_fen'),
    depositRefundFen: amount('deposit_refund_fen'),
    depositOutFen: amount('deposit_out_fen'),
    depositPaysFen: amount('deposit_pays_fen'),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.month, t.oldmanId] })],
)

/** How a payment falls on the lines of its bill; written with the entry and never changed. */
export const payShare = pgTable(
  'pay_share',
  {
    orgId: idColumn('org_id').notNull(),
    entryId: idColumn('entry_id').notNull(),
    lineId: idColumn('line_id').notNull(),
    billId: idColumn('bill_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    day: date('day').notNull(),
    at: moment('at').notNull(),
    /** A value of the dictionary feeCategory. */
    category: text('category').notNull(),
    projectChildId: idColumn('project_child_id'),
    /** 0 where nothing outside moved (deposit). */
    way: integer('way').notNull(),
    /** BALANCE, GIFT, DEPOSIT, BOOKING, CASH */
    paidFrom: text('paid_from').notNull(),
    refund: boolean('refund').notNull(),
    userId: idColumn('user_id'),
    amountFen: fenColumn('amount_fen').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.entryId, t.lineId] }),
    index('pay_share_day').on(
      t.orgId,
      t.day.desc().nullsFirst(),
      t.at.desc().nullsFirst(),
      t.entryId.desc().nullsFirst(),
      t.lineId.desc().nullsFirst(),
    ),
    index('pay_share_line').on(t.orgId, t.lineId),
    foreignKey({
      name: 'pay_share_entry',
      columns: [t.orgId, t.entryId],
      foreignColumns: [ledger.orgId, ledger.entryId],
    }),
    check('pay_share_from', sql`paid_from in ('BALANCE', 'GIFT', 'DEPOSIT', 'BOOKING', 'CASH')`),
  ],
)

/**
 * Sums of pay_share by resident, month and category, kept by the database with every share. Cashiers and single fee items are
 * left out: with them there would be as many sums as shares.
 */
export const payShareMonth = pgTable(
  'pay_share_month',
  {
    orgId: idColumn('org_id').notNull(),
    /** First day of the month. */
    month: date('month').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    category: text('category').notNull(),
    way: integer('way').notNull(),
    paidFrom: text('paid_from').notNull(),
    refund: boolean('refund').notNull(),
    shares: integer('shares').notNull(),
    amountFen: fenColumn('amount_fen').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.oldmanId, t.month, t.category, t.way, t.paidFrom, t.refund] }),
    index('pay_share_month_of').on(t.orgId, t.month),
  ],
)

/** A closed month, and all before it, takes nothing; the last one opens again only when two people agree (reopenRequest). */
export const monthClose = pgTable(
  'month_close',
  {
    orgId: idColumn('org_id').notNull(),
    /** yyyy-MM */
    month: varchar('month', { length: 7 }).notNull(),
    closed: boolean('closed').notNull().default(true),
    entries: integer('entries').notNull(),
    cashFen: fenColumn('cash_fen').notNull(),
    incomeFen: fenColumn('income_fen').notNull(),
    /** Money and bed days on the totals of every report when it was closed, by report; gone when it opens again. */
    figures: jsonb('figures').$type<ClosedFigures>(),
    closedBy: idColumn('closed_by').notNull(),
    closedName: text('closed_name').notNull(),
    closedAt: moment('closed_at').notNull().default(sql`now()`),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.month] }),
    check('month_close_month', sql`${t.month} ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'`),
  ],
)

export const reopenRequest = pgTable(
  'reopen_request',
  {
    orgId: idColumn('org_id').notNull(),
    requestId: idColumn('request_id').notNull(),
    month: varchar('month', { length: 7 }).notNull(),
    reason: text('reason').notNull(),
    /** ASKED, AGREED, REFUSED */
    state: text('state').notNull().default('ASKED'),
    askedBy: idColumn('asked_by').notNull(),
    askedName: text('asked_name').notNull(),
    decidedBy: idColumn('decided_by'),
    decidedName: text('decided_name'),
    decidedAt: moment('decided_at'),
    decision: text('decision'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.requestId] }),
    uniqueIndex('reopen_request_open').on(t.orgId, t.month).where(sql`state = 'ASKED'`),
    foreignKey({
      name: 'reopen_request_month',
      columns: [t.orgId, t.month],
      foreignColumns: [monthClose.orgId, monthClose.month],
    }),
    check('reopen_request_state', sql`${t.state} in ('ASKED', 'AGREED', 'REFUSED')`),
    check('reopen_request_people', sql`${t.decidedBy} is null or ${t.decidedBy} <> ${t.askedBy}`),
  ],
)

/** A cashier's day: the row comes with the first money of the day, the hand-over fills it. */
export const cashDay = pgTable(
  'cash_day',
  {
    orgId: idColumn('org_id').notNull(),
    day: date('day').notNull(),
    userId: idColumn('user_id').notNull(),
    userName: text('user_name').notNull(),
    /** What was handed over, all ways together (cashDayWay has them apart). */
    countedFen: fenColumn('counted_fen'),
    /** What the ledger said at that moment. */
    dueFen: fenColumn('due_fen'),
    remark: text('remark'),
    handedTo: idColumn('handed_to'),
    handedName: text('handed_name'),
    handedAt: moment('handed_at'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.day, t.userId] }),
    check('cash_day_counted', sql`(${t.countedFen} is null) = (${t.handedAt} is null)`),
  ],
)

/** What was counted of each way at the hand-over, beside what the ledger said at that moment. */
export const cashDayWay = pgTable(
  'cash_day_way',
  {
    orgId: idColumn('org_id').notNull(),
    day: date('day').notNull(),
    userId: idColumn('user_id').notNull(),
    way: optionColumn('way', TradeWay).notNull(),
    dueFen: fenColumn('due_fen').notNull(),
    countedFen: fenColumn('counted_fen').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.day, t.userId, t.way] }),
    foreignKey({
      name: 'cash_day_way_of',
      columns: [t.orgId, t.day, t.userId],
      foreignColumns: [cashDay.orgId, cashDay.day, cashDay.userId],
    }).onDelete('cascade'),
    check('cash_day_way_outside', sql`way > 1`),
  ],
)
