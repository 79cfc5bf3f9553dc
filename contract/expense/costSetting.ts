// How an organisation makes its bills and papers: read by everything in the fees, changed on the page 费用设置.
import { options } from '#contract/kit/options'
import { bool, int, list, obj, type Static, text } from '#contract/kit/schema'

export const Divisor = options('Divisor', '折算天数', [
  ['ACTUAL', '按当月实际天数'],
  ['30', '每月按 30 天'],
])

export const CostSetting = obj({
  billDay: int('出账日（每月几号）', { min: 1, max: 28 }),
  autoGenerate: bool('到出账日自动生成账单'),
  autoIssue: bool('生成后直接出账（不留草稿）'),
  dueDays: int('出账后几天内缴费', { min: 0, max: 60 }),
  divisor: Divisor.schema,
  autoDeduct: bool('出账时自动用余额缴费'),
  giftFirst: bool('扣款时先用赠送余额'),
  remindDays: int('逾期几天后提醒缴费', { min: 0, max: 90 }),
  maxDepositMonths: int('押金上限（几个月费用，超过时提醒）', { min: 0, max: 24 }),
  maxPrepayMonths: int('预存上限（几个月费用，超过时提醒）', { min: 0, max: 36 }),
  receiptTitle: text('收据标题', { max: 20 }),
  /** Under the table of a receipt; may be empty. */
  receiptNote: text('收据附注', { min: 0, max: 100 }),
  /** How to pay, on the printed bill: bank account, opening hours. */
  billNote: text('账单缴费说明', { min: 0, max: 300 }),
  /** Who signs a settlement, in this order. */
  signOffs: list(text('会签部门', { min: 1, max: 20 }), 8),
  maskAmounts: bool('无“查看金额”权限的员工，老人费用金额显示为 ***'),
})
export type CostSettingData = Static<typeof CostSetting>

/** Whoever may not see amounts, where the organisation masks them. */
export const SEE_AMOUNTS = 'expense:amount:view'
