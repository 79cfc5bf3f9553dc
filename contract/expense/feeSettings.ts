// How an organisation makes its bills and papers: read by everything in the fees, changed on the page 费用设置.
import { options } from '#contract/kit/options'
import { bool, int, list, obj, type Static, text } from '#contract/kit/schema'

export const Divisor = options('Divisor', '折算天数', [
  ['ACTUAL', '按当月实际天数'],
  ['30', '每月按 30 天'],
])

export const FeeSettings = obj({
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
  /** Where transfers go, on the printed bill; empty ones are not printed. */
  bankName: text('开户银行', { min: 0, max: 60 }),
  bankAccountName: text('账户名称', { min: 0, max: 60 }),
  bankAccount: text('银行账号', { min: 0, max: 40, pattern: /^[0-9 -]*$/, hint: '应为数字，可以有空格' }),
  /** Who signs a settlement, in this order. */
  signOffs: list(text('会签部门', { min: 1, max: 20 }), 8),
  maskAmounts: bool('费用页面上，无“查看金额”权限的员工也只看到 ***'),
})
export type FeeSettingsData = Static<typeof FeeSettings>

/** Sees the amounts of residents everywhere, also where the organisation masks them. */
export const SEE_AMOUNTS = 'expense:amount:view'

/**
 * Rights to read fees. Outside the fees (residents, archives, room map, bench, papers) amounts are shown only to who holds one
 * of them: whoever nurses has no business with them, and no setting is needed for that. Signing a settlement is none.
 */
export const READ_FEES = [
  SEE_AMOUNTS,
  'expense:account:list',
  'expense:bill:list',
  'expense:oldmanCost:list',
  'expense:payRemind:list',
  'expense:receipt:list',
].join('|')

/** The price list: also for who agrees fees for a stay or writes down what was bought. */
export const SEE_PRICES = [
  READ_FEES,
  'expense:project:list',
  'expense:charge:list',
  'expense:charge:add',
  'live:residence:checkIn',
  'live:residence:bed',
  'live:residence:level',
  'live:residence:edit',
  'live:residence:reserve',
].join('|')
