// Reports of money that came in and went out: what was received, what was paid back, prestores, the cashiers' days.
import { noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { bool, int, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { byDay, reportCall, reportPage, reportQuery } from './reportKit.ts'
import { Curve, EntryPart, EntryState, ResidentPart, WaySums } from './reportWords.ts'
import { TradeType } from './tradeWords.ts'

const Payment = obj({
  ...ResidentPart,
  ...EntryPart,
  amountFen: fenSchema('金额'),
  /** What the payment brought along as a gift. */
  giftFen: fenSchema('赠送'),
})
export type PaymentRowData = Static<typeof Payment>

const PaymentSums = obj({ amountFen: fenSchema('金额'), giftFen: fenSchema('赠送'), ...WaySums })
export type PaymentSumsData = Static<typeof PaymentSums>

const entryFilters = {
  type: opt(TradeType.schema),
  state: opt(EntryState.schema),
  receiptNo: opt(text('收据号', { max: 40 })),
}

/** As people call them; each is a type of trade. */
export const RefundKind = options('RefundKind', '退款类型', [
  ['REFUND_BALANCE', ['余额退款', 'blue']],
  ['REFUND_DEPOSIT', ['押金退款', 'teal']],
  ['REFUND_BILL', ['账单退款', 'amber']],
  ['REFUND_BOOKING', ['预订金退款', 'purple']],
  ['REFUND_CHECKOUT', ['退住退款', 'slate']],
])

const Refund = obj({
  ...ResidentPart,
  ...EntryPart,
  kind: RefundKind.schema,
  /** Receipt or settlement. */
  refundNo: nul(str('单号')),
  /** What it gives back: the receipt, else the bill of the original. */
  originalNo: nul(str('原单号')),
  settleId: nul(str()),
  /** Paid out; negative where a refund was taken back. */
  amountFen: fenSchema('金额'),
  account: nul(str('收款账户')),
  checkedBy: nul(str('审核人')),
})
export type RefundRowData = Static<typeof Refund>

const RefundSums = obj({ amountFen: fenSchema('金额'), ...WaySums })
export type RefundSumsData = Static<typeof RefundSums>

const Advance = obj({
  ...ResidentPart,
  ...EntryPart,
  amountFen: fenSchema('预存金额'),
  ruleName: nul(str('优惠规则')),
  giftFen: fenSchema('赠送金额'),
  balanceAfter: fenSchema('预存后余额'),
})
export type AdvanceRowData = Static<typeof Advance>
const AdvanceSums = obj({ amountFen: fenSchema('预存金额'), giftFen: fenSchema('赠送金额'), ...WaySums })
export type AdvanceSumsData = Static<typeof AdvanceSums>

const CashierDay = obj({
  /** day and cashier: the key of the row */
  rowId: str(),
  day: str('收款日期'),
  /** Empty: the system. */
  userId: str(),
  userName: str('收款人'),
  entries: int('笔数'),
  ...WaySums,
  amountFen: fenSchema('合计'),
  refundFen: fenSchema('退款'),
  /** What the ledger says is to be handed over. */
  dueFen: fenSchema('应交款'),
  /** Null: not handed over, or only a part of the cashier's day is seen. */
  countedFen: nul(fenSchema('实交款')),
  differenceFen: nul(fenSchema('差额')),
  handedName: nul(str('接收人')),
  handedAt: nul(str('交款时间')),
})
export type CashierDayRowData = Static<typeof CashierDay>
const CashierSums = obj({
  entries: int('笔数'),
  ...WaySums,
  amountFen: fenSchema('合计'),
  refundFen: fenSchema('退款'),
  dueFen: fenSchema('应交款'),
  countedFen: fenSchema('实交款'),
  differenceFen: fenSchema('差额'),
})
export type CashierSumsData = Static<typeof CashierSums>

export const reportCash = noun('expense', 'reportCash', {
  title: '收付款报表',
  calls: {
    payment: reportCall('payment', {
      title: '缴费报表',
      row: Payment,
      sums: PaymentSums,
      query: reportQuery(entryFilters),
      chart: Curve,
    }),
    refund: reportCall('refund', {
      title: '退费报表',
      row: Refund,
      sums: RefundSums,
      query: reportQuery({ ...entryFilters, type: opt(RefundKind.schema) }),
      chart: Curve,
    }),
    advance: reportCall('advance', {
      title: '预存报表',
      row: Advance,
      sums: AdvanceSums,
      query: reportQuery({ state: entryFilters.state, receiptNo: entryFilters.receiptNo }),
      chart: Curve,
    }),
    collectFees: reportCall('collectFees', {
      title: '收费汇总',
      row: CashierDay,
      sums: CashierSums,
      query: reportQuery({
        /** Only days that are not handed over, or whose sums differ. */
        open: opt(bool('只看未交款')),
      }),
      chart: Curve,
    }),
  },
  pages: {
    payment: reportPage('payment', '缴费报表', byDay(0), { order: 30 }),
    refund: reportPage('refund', '退费报表', byDay(0)),
    advance: reportPage('advance', '预存报表', byDay(0)),
    collectFees: reportPage('collectFees', '收费汇总', byDay(0), { order: 35 }),
  },
})
