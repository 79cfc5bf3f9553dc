// Words of the ledger: what kinds of trades there are, by which ways money comes and goes, and how they are called.
import { options } from '#contract/kit/options'
import type { Static } from '#contract/kit/schema'

/** Statement lists are by class; 0 is no trade: bills, lapsed gifts, opening balances. */
export const TradeClass = options('TradeClass', '交易类别', [
  [0, 'booked', ['记账', 'slate']],
  [1, 'prestore', ['预存', 'blue']],
  [2, 'depositIn', ['押金收入', 'teal']],
  [3, 'payment', ['缴费', 'green']],
  [4, 'refund', ['退款', 'orange']],
  [5, 'purchase', ['院内消费', 'purple']],
  [6, 'depositOut', ['押金支出', 'amber']],
])
export type TradeClassValue = Static<typeof TradeClass.schema>

export const TradeType = options('TradeType', '交易类型', [
  ['BILL', '账单出账'],
  ['LAPSE', '赠送收回'],
  ['OPENING', '期初余额'],
  ['PRESTORE', '预存'],
  ['GIFT', '满赠'],
  ['REMIT_IN', '他人转入'],
  ['REMIT_OUT', '划转他人'],
  ['BOOKING_TO_BALANCE', '预订金转余额'],
  ['DEPOSIT', '收押金'],
  ['BALANCE_TO_DEPOSIT', '余额转押金'],
  ['BOOKING_TO_DEPOSIT', '预订金转押金'],
  ['PAY_BILL', '账单缴费'],
  ['PAY_ONCE', '一次性缴费'],
  ['PAY_MEDICAL', '医疗缴费'],
  ['BOOKING', '收预订金'],
  ['BOOKING_PAYS', '预订金抵扣'],
  ['REFUND_BALANCE', '余额退款'],
  ['REFUND_BILL', '账单退款'],
  ['REFUND_BOOKING', '预订金退款'],
  ['REFUND_CHECKOUT', '退住退款'],
  ['SALOON', '院内消费'],
  ['REFUND_DEPOSIT', '退押金'],
  ['DEPOSIT_TO_BALANCE', '押金转余额'],
  ['DEPOSIT_PAYS', '押金抵扣'],
])
export type TradeTypeValue = Static<typeof TradeType.schema>

const { booked, prestore, depositIn, payment, refund, purchase, depositOut } = TradeClass.is

/** The class each type belongs to. A reversal keeps the class of its original, unless it is paid out as a refund. */
export const CLASS_OF: Readonly<Record<TradeTypeValue, TradeClassValue>> = {
  BILL: booked,
  LAPSE: booked,
  OPENING: booked,
  PRESTORE: prestore,
  GIFT: prestore,
  REMIT_IN: prestore,
  REMIT_OUT: prestore,
  BOOKING_TO_BALANCE: prestore,
  DEPOSIT: depositIn,
  BALANCE_TO_DEPOSIT: depositIn,
  BOOKING_TO_DEPOSIT: depositIn,
  PAY_BILL: payment,
  PAY_ONCE: payment,
  PAY_MEDICAL: payment,
  BOOKING: payment,
  BOOKING_PAYS: payment,
  REFUND_BALANCE: refund,
  REFUND_BILL: refund,
  REFUND_BOOKING: refund,
  REFUND_CHECKOUT: refund,
  SALOON: purchase,
  REFUND_DEPOSIT: depositOut,
  DEPOSIT_TO_BALANCE: depositOut,
  DEPOSIT_PAYS: depositOut,
}

/** 1 is the account itself and never cash. Active (主扫): the payer scans our code; passive (被扫): we scan theirs. */
export const TradeWay = options('TradeWay', '收款方式', [
  [1, 'balance', '余额'],
  [2, 'cash', '现金'],
  [3, 'wechat', '微信线下'],
  [4, 'alipay', '支付宝线下'],
  [5, 'unionPay', '银联线下'],
  [7, 'other', '其他'],
  [8, 'transfer', '转账'],
  [10, 'wechatActive', '微信扫码（主扫）'],
  [11, 'wechatPassive', '微信扫码（被扫）'],
  [12, 'alipayActive', '支付宝扫码（主扫）'],
  [13, 'alipayPassive', '支付宝扫码（被扫）'],
])
export type TradeWayValue = Static<typeof TradeWay.schema>

const { cash, wechat, alipay, unionPay, other, transfer, wechatActive, wechatPassive, alipayActive, alipayPassive } =
  TradeWay.is
/** The payer scans the code on our screen. */
export const ACTIVE_WAYS: readonly TradeWayValue[] = [wechatActive, alipayActive]
/** We scan the code on the payer's telephone. */
export const PASSIVE_WAYS: readonly TradeWayValue[] = [wechatPassive, alipayPassive]

/** What a payment is taken from: the way, or a pocket of the account that is no way of its own. */
export const PaySource = options('PaySource', '支付来源', [
  ['BALANCE', '余额'],
  ['GIFT', '赠送余额'],
  ['DEPOSIT', '押金'],
  ['BOOKING', '预订金'],
  ['CASH', '外部'],
])
export type PaySourceValue = Static<typeof PaySource.schema>

/** Columns under which the reports add up what came in: several ways share one. */
export const WAY_COLUMN = {
  cash: { title: '现金', ways: [cash] },
  wechat: { title: '微信', ways: [wechat, wechatActive, wechatPassive] },
  alipay: { title: '支付宝', ways: [alipay, alipayActive, alipayPassive] },
  bank: { title: '银联', ways: [unionPay] },
  transfer: { title: '转账', ways: [transfer] },
  other: { title: '其他', ways: [other] },
} as const
