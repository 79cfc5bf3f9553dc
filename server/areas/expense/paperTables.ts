// Papers of the fees: receipts, orders of scanned payments, sign-offs of a settlement, reminders.
import { sql } from 'drizzle-orm'
import {
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
import { TradeWay } from '#contract/expense/tradeWords'
import { createdAt, fenColumn, idColumn, moment, optionColumn } from '#server/kit/columns'
import { residentAccount, settlement } from './tables.ts'

export interface ReceiptLine {
  /** 缴纳月账单 ZD202611010087 */
  item: string
  month: string | null
  amountFen: number
}

export interface ReceiptWay {
  /** As on the paper: 现金, 赠送余额. */
  name: string
  amountFen: number
}

export const receipt = pgTable(
  'receipt',
  {
    orgId: idColumn('org_id').notNull(),
    receiptId: idColumn('receipt_id').notNull(),
    receiptNo: text('receipt_no').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    /** The entries it is for. */
    groupId: idColumn('group_id').notNull(),
    day: date('day').notNull(),
    /** As printed: the resident's name and bed on that day. */
    oldmanName: text('oldman_name').notNull(),
    bedPath: text('bed_path'),
    payer: text('payer'),
    lines: jsonb('lines').$type<ReceiptLine[]>().notNull(),
    ways: jsonb('ways').$type<ReceiptWay[]>().notNull(),
    amountFen: fenColumn('amount_fen').notNull(),
    payee: text('payee').notNull(),
    userId: idColumn('user_id'),
    remark: text('remark'),
    printedTimes: integer('printed_times').notNull().default(0),
    /** NORMAL, REDDED (another paper took it back), RED (this paper takes one back) */
    state: text('state').notNull().default('NORMAL'),
    redOf: idColumn('red_of'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.receiptId] }),
    unique('receipt_no').on(t.orgId, t.receiptNo),
    uniqueIndex('receipt_red').on(t.orgId, t.redOf).where(sql`red_of is not null`),
    index('receipt_list').on(t.orgId, t.createdAt.desc().nullsFirst(), t.receiptId.desc().nullsFirst()),
    index('receipt_of').on(t.orgId, t.oldmanId, t.createdAt.desc().nullsFirst()),
    index('receipt_group').on(t.orgId, t.groupId),
    foreignKey({
      name: 'receipt_account',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [residentAccount.orgId, residentAccount.oldmanId],
    }),
    check('receipt_state', sql`${t.state} in ('NORMAL', 'REDDED', 'RED')`),
    check('receipt_red_amount', sql`(red_of is not null) = (state = 'RED') and (state = 'RED') = (amount_fen < 0)`),
  ],
)

/** 退款单: the paper of money that left the house, signed by who gets it. Where the entries are taken back it is void. */
export const refundNote = pgTable(
  'refund_note',
  {
    orgId: idColumn('org_id').notNull(),
    refundId: idColumn('refund_id').notNull(),
    /** TK202611150001 */
    refundNo: text('refund_no').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    /** The entries it is for. */
    groupId: idColumn('group_id').notNull(),
    settleId: idColumn('settle_id'),
    day: date('day').notNull(),
    /** As printed: the resident's name and bed on that day. */
    oldmanName: text('oldman_name').notNull(),
    bedPath: text('bed_path'),
    /** What is given back, and what is kept from it (negative). */
    lines: jsonb('lines').$type<ReceiptLine[]>().notNull(),
    ways: jsonb('ways').$type<ReceiptWay[]>().notNull(),
    /** What is paid out. */
    amountFen: fenColumn('amount_fen').notNull(),
    /** Gift money that went back with it. */
    giftFen: fenColumn('gift_fen').notNull().default(sql`0`),
    /** Who gets it. */
    payee: text('payee'),
    reason: text('reason').notNull(),
    userId: idColumn('user_id'),
    userName: text('user_name').notNull(),
    printedTimes: integer('printed_times').notNull().default(0),
    /** NORMAL, VOID */
    state: text('state').notNull().default('NORMAL'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.refundId] }),
    unique('refund_note_no').on(t.orgId, t.refundNo),
    index('refund_note_of').on(t.orgId, t.oldmanId, t.createdAt.desc().nullsFirst()),
    index('refund_note_group').on(t.orgId, t.groupId),
    foreignKey({
      name: 'refund_note_account',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [residentAccount.orgId, residentAccount.oldmanId],
    }),
    check('refund_note_state', sql`${t.state} in ('NORMAL', 'VOID')`),
    check('refund_note_amount', sql`amount_fen > 0 and gift_fen >= 0`),
  ],
)

export const payOrder = pgTable(
  'pay_order',
  {
    orgId: idColumn('org_id').notNull(),
    payId: idColumn('pay_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    /** TradeWay 10 to 13. */
    way: optionColumn('way', TradeWay).notNull(),
    amountFen: fenColumn('amount_fen').notNull(),
    /** WAITING, PAYING, PAID, FAILED, CLOSED, REFUNDED */
    state: text('state').notNull().default('WAITING'),
    /** What is to be booked once it is paid, as the desk asked for it. */
    wish: jsonb('wish').$type<Record<string, unknown>>().notNull(),
    /** What the payer scans. */
    codeUrl: text('code_url'),
    provider: text('provider').notNull(),
    providerNo: text('provider_no'),
    expiresAt: moment('expires_at').notNull(),
    paidAt: moment('paid_at'),
    failure: text('failure'),
    /** The act that it became. */
    groupId: idColumn('group_id'),
    userId: idColumn('user_id').notNull(),
    userName: text('user_name').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.payId] }),
    index('pay_order_open').on(t.expiresAt).where(sql`state in ('WAITING', 'PAYING')`),
    index('pay_order_of').on(t.orgId, t.oldmanId, t.createdAt.desc().nullsFirst()),
    foreignKey({
      name: 'pay_order_account',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [residentAccount.orgId, residentAccount.oldmanId],
    }),
    check('pay_order_state', sql`${t.state} in ('WAITING', 'PAYING', 'PAID', 'FAILED', 'CLOSED', 'REFUNDED')`),
    check('pay_order_amount', sql`amount_fen > 0`),
    check('pay_order_booked', sql`(state in ('PAID', 'REFUNDED')) = (group_id is not null)`),
  ],
)

/** What the sandbox, which plays a provider of scanned payments, knows of an order: kept apart, as with a real one. */
export const sandboxPayment = pgTable(
  'sandbox_payment',
  {
    orgId: idColumn('org_id').notNull(),
    payId: idColumn('pay_id').notNull(),
    amountFen: fenColumn('amount_fen').notNull(),
    /** WAITING, ASKING (the payer must confirm), PAID, FAILED, CLOSED */
    state: text('state').notNull().default('WAITING'),
    providerNo: text('provider_no').notNull(),
    failure: text('failure'),
    paidAt: moment('paid_at'),
    /** Refund number → fen: asked twice, it is given once. */
    refunds: jsonb('refunds').$type<Record<string, number>>().notNull().default(sql`'{}'`),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.payId] }),
    check('sandbox_payment_state', sql`${t.state} in ('WAITING', 'ASKING', 'PAID', 'FAILED', 'CLOSED')`),
  ],
)

/** Who has agreed to a settlement: one row per step of the sign-off list. */
export const settlementSign = pgTable(
  'settlement_sign',
  {
    orgId: idColumn('org_id').notNull(),
    settleId: idColumn('settle_id').notNull(),
    /** 护理部, 前台, 财务: as the setting names them. */
    step: text('step').notNull(),
    userId: idColumn('user_id').notNull(),
    userName: text('user_name').notNull(),
    remark: text('remark'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.settleId, t.step] }),
    foreignKey({
      name: 'settlement_sign_of',
      columns: [t.orgId, t.settleId],
      foreignColumns: [settlement.orgId, settlement.settleId],
    }).onDelete('cascade'),
  ],
)

export const remindLog = pgTable(
  'remind_log',
  {
    orgId: idColumn('org_id').notNull(),
    remindId: idColumn('remind_id').notNull(),
    oldmanId: idColumn('oldman_id').notNull(),
    owedFen: fenColumn('owed_fen').notNull(),
    months: text('months').notNull(),
    daysLate: integer('days_late').notNull(),
    payer: text('payer'),
    phone: text('phone'),
    /** MESSAGE inside the product, SMS, PHONE, WECHAT: what was done, as entered or sent */
    channel: text('channel').notNull(),
    content: text('content').notNull(),
    /** SENT, FAILED with the reason */
    result: text('result').notNull().default('SENT'),
    failure: text('failure'),
    userId: idColumn('user_id'),
    userName: text('user_name').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.remindId] }),
    index('remind_log_of').on(t.orgId, t.oldmanId, t.createdAt.desc().nullsFirst()),
    foreignKey({
      name: 'remind_log_account',
      columns: [t.orgId, t.oldmanId],
      foreignColumns: [residentAccount.orgId, residentAccount.oldmanId],
    }),
  ],
)
