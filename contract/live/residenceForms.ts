// What the forms of the residence send, and the settings an organisation chooses for it.
import { TradeWay } from '#contract/expense/tradeWords'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { bool, date, id, int, list, num, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { BookingMoney, BookingTo } from './residenceWords.ts'
import { AttentionNote } from './resident.ts'

const reason = (title: string) => text(title, { max: 200 })
const remark = opt(text('备注', { max: 500 }))
const version = opt(int())
const oldmanId = id('老人', { of: 'resident' })
const bedId = id('床位', { of: 'bed' })
/** The sentence of the refusal NEEDS_CONFIRM that a person has read and goes on all the same. */
const confirmed = opt(text('已确认的情况', { max: 1000 }))

/** Agreed at check-in; the price is the list price unless told. */
const FeeLine = obj({
  projectChildId: id('费用项目', { of: 'feeChild' }),
  priceFen: fenSchema('单价', { min: 0, max: 100_000_000 }),
  quantity: opt(num('数量', { min: 0.001, max: 1000 })),
})
const fees = opt(list(FeeLine, 50))

export const ReserveBody = obj({
  oldmanId,
  bedId,
  reserveDate: opt(date('预订日期')),
  expectCheckIn: date('预计入住日期'),
  expireDate: date('保留至'),
  bookingFen: opt(fenSchema('订金', { min: 0, max: 100_000_000 })),
  /** How it was paid; where it is lowered, how the difference is given back. */
  bookingWay: opt(TradeWay.schema),
  saleId: opt(id('接待人', { of: 'account' })),
  remark,
  confirmed,
  version,
})
/** With PART: what is given back of it; the rest is kept. */
const refundFen = opt(fenSchema('退还金额', { min: 1, max: 100_000_000 }))
export const CancelReserveBody = obj({
  oldmanId,
  reason: reason('取消原因'),
  money: opt(BookingMoney.schema),
  refundFen,
  /** How it is paid back. */
  way: opt(TradeWay.schema),
  version,
})
/** Booking money that stayed on the account after its reservation was over. */
export const SettleBookingBody = obj({
  oldmanId,
  money: BookingMoney.schema,
  refundFen,
  way: opt(TradeWay.schema),
  reason: reason('处理原因'),
  version,
})
/** Deposit unless told. */
const bookingTo = opt(BookingTo.schema)
export const TrialBody = obj({
  oldmanId,
  bedId,
  trialStart: date('试住开始'),
  trialEnd: date('试住结束'),
  levelId: id('护理等级', { of: 'level' }),
  wholeRoom: opt(bool('包房')),
  fees,
  payerId: opt(id('付费人', { of: 'family' })),
  emergencyId: opt(id('紧急联系人', { of: 'family' })),
  custody: opt(bool('代管药品')),
  saleId: opt(id('接待人', { of: 'account' })),
  bookingTo,
  remark,
  confirmed,
  version,
})
export const ExtendTrialBody = obj({
  oldmanId,
  trialEnd: date('新的试住结束日期'),
  reason: reason('延长原因'),
  version,
})
export const CheckInBody = obj({
  oldmanId,
  bedId,
  checkInDate: date('入住日期'),
  levelId: id('护理等级', { of: 'level' }),
  wholeRoom: opt(bool('包房')),
  fees,
  contractNo: opt(text('合同编号', { max: 40 })),
  contractStart: date('合同开始'),
  contractEnd: date('合同结束'),
  depositFen: opt(fenSchema('应收押金', { min: 0, max: 100_000_000 })),
  payDay: opt(int('缴费日', { min: 1, max: 28 })),
  payerId: id('付费人', { of: 'family' }),
  guarantorId: opt(id('担保人', { of: 'family' })),
  emergencyId: id('紧急联系人', { of: 'family' }),
  guardianId: opt(id('监护人', { of: 'family' })),
  custody: opt(bool('代管药品')),
  attention: opt(list(AttentionNote.schema, 5)),
  saleId: opt(id('接待人', { of: 'account' })),
  bookingTo,
  remark,
  /** Keys of the missing items that the clerk has seen and accepts; items set to block cannot be accepted. */
  accepted: opt(list(str(), 10)),
  confirmed,
  version,
})
/** The present bed as target calls a change off that was agreed for a day to come. */
export const AdjustBedBody = obj({
  oldmanId,
  bedId: id('新床位', { of: 'bed' }),
  effectiveDate: date('生效日期'),
  wholeRoom: opt(bool('包房')),
  levelId: opt(id('新护理等级', { of: 'level' })),
  /** What the new bed costs from that day on; the price agreed so far stays unless told. */
  bedFee: opt(FeeLine),
  reason: reason('调床原因'),
  confirmed,
  version,
})
export const ExchangeBedBody = obj({
  oldmanId,
  otherOldmanId: id('对换的老人', { of: 'resident' }),
  effectiveDate: date('生效日期'),
  /** What the beds cost from that day on; the prices agreed so far stay with their residents unless told. */
  bedFee: opt(FeeLine),
  otherBedFee: opt(FeeLine),
  reason: reason('换床原因'),
  confirmed,
  version,
})
export const ChangeLevelBody = obj({
  oldmanId,
  levelId: id('护理等级', { of: 'level' }),
  effectiveDate: date('生效日期'),
  reason: reason('变更原因'),
  version,
})
export const CheckOutBody = obj({
  oldmanId,
  checkOutDate: date('退住日期'),
  checkoutReason: text('退住原因', { max: 20 }),
  checkoutTo: opt(text('去向', { max: 100 })),
  /** An open outing ends with the check-out instead of standing in its way. */
  closeOuting: opt(bool('同时结束外出')),
  remark,
  version,
})
export const WithReason = obj({ oldmanId, reason: reason('原因'), version })
export const LiveEditBody = obj({
  oldmanId,
  contractNo: opt(text('合同编号', { max: 40 })),
  contractStart: opt(date('合同开始')),
  contractEnd: opt(date('合同结束')),
  payDay: opt(int('缴费日', { min: 1, max: 28 })),
  payerId: opt(id('付费人', { of: 'family' })),
  guarantorId: opt(id('担保人', { of: 'family' })),
  emergencyId: opt(id('紧急联系人', { of: 'family' })),
  guardianId: opt(id('监护人', { of: 'family' })),
  custody: opt(bool('代管药品')),
  remark,
  /** Version of the stay. */
  version,
})

export const RequirementLevel = options('RequirementLevel', '要求', [
  ['block', '必须'],
  ['warn', '提醒'],
  ['off', '不要求'],
])
/** What should be there before a check-in is confirmed. */
export const requirements = {
  assessment: '已完成能力评估',
  contract: '已签入住合同',
  healthReport: '有效的体检报告',
  riskNotice: '已签风险告知书',
  deposit: '已收押金',
  firstBill: '已出首期账单',
} as const
export type RequirementKey = keyof typeof requirements

export const ResidenceSetting = obj({
  assessment: RequirementLevel.schema,
  contract: RequirementLevel.schema,
  healthReport: RequirementLevel.schema,
  riskNotice: RequirementLevel.schema,
  deposit: RequirementLevel.schema,
  firstBill: RequirementLevel.schema,
  /** The day of leaving counts as a day of residence. */
  countCheckoutDay: bool('退住当天计入在住天数'),
  /** Leaving waits for the settlement. */
  settleBeforeCheckout: bool('先结算后退住'),
  /** A bed that was left is to be cleaned before it is free. */
  cleanAfterCheckout: bool('退住后床位待清洁'),
  /** Reservations past their day free the bed by themselves. */
  autoExpire: bool('预订到期自动释放床位'),
  trialDays: int('试住天数', { min: 1, max: 180 }),
  trialRemindDays: int('试住到期提前提醒（天）', { min: 0, max: 30 }),
  contractRemindDays: int('合同到期提前提醒（天）', { min: 0, max: 180 }),
  /** How far ahead a change of bed may be agreed. */
  moveAheadDays: int('调床可提前（天）', { min: 0, max: 90 }),
})
export type ResidenceSettingData = Static<typeof ResidenceSetting>
