// Reports around a stay: booking money, reserved beds, settlements of check-outs.
import { noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { int, nul, obj, opt, type Static, str } from '#contract/kit/schema'
import { SettleState } from '#contract/live/residenceWords'
import { byDay, reportCall, reportPage, reportQuery } from './reportKit.ts'
import { EntryPart, ResidentPart } from './reportWords.ts'
import { TradeWay } from './tradeWords.ts'

/** Where booking money is: on the account, or where it has gone. */
export const BookingFate = options('BookingFate', '去向', [
  ['HELD', ['在账', 'blue']],
  ['TO_DEPOSIT', ['转押金', 'teal']],
  ['TO_BALANCE', ['转余额', 'green']],
  ['REFUNDED', ['退还', 'slate']],
  ['FORFEITED', ['违约扣除', 'amber']],
  ['TAKEN_BACK', ['已作废', 'grey']],
])
export type BookingFateValue = Static<typeof BookingFate.schema>

const BookingMoney = obj({
  ...ResidentPart,
  ...EntryPart,
  /** The bed that was reserved then. */
  reservedPath: nul(str('预订床位')),
  amountFen: fenSchema('预订金'),
  fate: BookingFate.schema,
  fateDay: nul(str('去向日期')),
  /** Of this payment, still on the account. */
  leftFen: fenSchema('余额'),
})
export type BookingMoneyRowData = Static<typeof BookingMoney>
const BookingMoneySums = obj({ amountFen: fenSchema('预订金'), leftFen: fenSchema('余额') })
export type BookingMoneySumsData = Static<typeof BookingMoneySums>

export const ReserveState = options('ReserveState', '预订状态', [
  ['ACTIVE', ['预订中', 'amber']],
  ['LATE', ['已到期', 'red']],
  ['USED', ['已入住', 'green']],
  ['CANCELLED', ['已取消', 'grey']],
  ['EXPIRED', ['已失效', 'grey', 'hollow']],
])

/** What became of the booking money of a reservation. */
export const ReserveMoney = options('ReserveMoney', '预订金去向', [
  ['HELD', ['在账', 'blue']],
  ['WAITS', ['待处理', 'red']],
  ['MOVED_ON', ['转入新预订', 'slate']],
  ['USED', ['入住时转入', 'green']],
  ['REFUND', ['全额退还', 'slate']],
  ['PART', ['部分退还', 'slate']],
  ['KEEP', ['不退', 'amber']],
  ['TRANSFER', ['转入余额', 'green']],
  ['DONE', ['已处理', 'grey']],
])

const Booking = obj({
  ...ResidentPart,
  reserveId: str(),
  reservedPath: nul(str('预订床位')),
  reserveDate: str('预订日期'),
  expectCheckIn: str('预计入住'),
  expireDate: str('到期日'),
  /** Until it expires; null once it is over. */
  daysLeft: nul(int('剩余天数')),
  state: ReserveState.schema,
  amountFen: fenSchema('预订金'),
  money: nul(ReserveMoney.schema),
  saleName: nul(str('销售')),
  cancelReason: nul(str('取消原因')),
  remark: nul(str('备注')),
})
export type BookingRowData = Static<typeof Booking>
const BookingSums = obj({ amountFen: fenSchema('预订金') })
export type BookingSumsData = Static<typeof BookingSums>

const CheckOut = obj({
  ...ResidentPart,
  settleId: str(),
  settleNo: str('结算单号'),
  checkoutDate: str('退住日期'),
  startDate: str('入住日期'),
  days: int('居住天数'),
  reason: nul(str('退住原因')),
  state: SettleState.schema,
  receivableFen: fenSchema('应收合计'),
  useBalanceFen: fenSchema('余额抵扣'),
  useGiftFen: fenSchema('赠送抵扣'),
  useDepositFen: fenSchema('押金抵扣'),
  collectedFen: fenSchema('补缴'),
  refundFen: fenSchema('退款'),
  refundWay: nul(TradeWay.schema),
  userName: nul(str('经办人')),
  confirmedAt: nul(str('结算时间')),
})
export type CheckOutRowData = Static<typeof CheckOut>
const CheckOutSums = obj({
  receivableFen: fenSchema('应收合计'),
  useBalanceFen: fenSchema('余额抵扣'),
  useGiftFen: fenSchema('赠送抵扣'),
  useDepositFen: fenSchema('押金抵扣'),
  collectedFen: fenSchema('补缴'),
  refundFen: fenSchema('退款'),
})
export type CheckOutSumsData = Static<typeof CheckOutSums>

export const reportStay = noun('expense', 'reportStay', {
  title: '预订与退住报表',
  calls: {
    reservation: reportCall('reservation', {
      title: '预约金报表',
      row: BookingMoney,
      sums: BookingMoneySums,
      query: reportQuery({ fate: opt(BookingFate.schema) }),
    }),
    booking: reportCall('booking', {
      title: '预订报表',
      row: Booking,
      sums: BookingSums,
      query: reportQuery({ state: opt(ReserveState.schema) }),
    }),
    checkOut: reportCall('checkOut', {
      title: '退住报表',
      row: CheckOut,
      sums: CheckOutSums,
      query: reportQuery({ state: opt(SettleState.schema) }),
    }),
  },
  pages: {
    reservation: reportPage('reservation', '预约金报表', byDay(11)),
    booking: reportPage('booking', '预订报表', byDay(11)),
    checkOut: reportPage('checkOut', '退住报表', byDay(11), { order: 36 }),
  },
})
