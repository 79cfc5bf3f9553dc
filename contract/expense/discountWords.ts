// What a discount rule is worth: the same arithmetic for the live sentence in a form and for the money itself.
import { yuanText } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import type { Static } from '#contract/kit/schema'

export const DiscountType = options('DiscountType', '优惠方式', [
  [1, 'gift', ['满赠', 'purple']],
  [2, 'less', ['满减', 'teal']],
])
export type DiscountTypeValue = Static<typeof DiscountType.schema>

/** 满赠 is always on a prestore; 满减 on a bill or on one item of it. */
export const DiscountScope = options('DiscountScope', '适用范围', [
  ['PRESTORE', '预存'],
  ['BILL', '账单'],
  ['ITEM', '费用项目'],
])
export type DiscountScopeValue = Static<typeof DiscountScope.schema>

export const DiscountStatus = options('DiscountStatus', '状态', [
  [1, 'on', ['启用', 'green']],
  [0, 'off', ['停用', 'grey']],
])

export interface Benefit {
  type: DiscountTypeValue
  thresholdFen: number
  benefitFen: number
  /** For every full threshold once. */
  perThreshold: boolean
  capFen: number | null
}

/** What the rule gives on an amount, in fen; never more than the cap, and 满减 never more than the amount. */
export function benefitOf(rule: Benefit, amountFen: number): number {
  if (rule.thresholdFen <= 0 || amountFen < rule.thresholdFen) return 0
  const times = rule.perThreshold ? Math.floor(amountFen / rule.thresholdFen) : 1
  const given = Math.min(rule.benefitFen * times, rule.capFen ?? Number.POSITIVE_INFINITY)
  return rule.type === DiscountType.is.less ? Math.min(given, amountFen) : given
}

const yuan = (fen: number) => yuanText(fen).replace(/\.00$/, '')

/** 每满 10,000 元赠 500 元，最多 2,000 元 */
export const ruleWords = (rule: Benefit): string =>
  `${rule.perThreshold ? '每满' : '满'} ${yuan(rule.thresholdFen)} 元${rule.type === DiscountType.is.gift ? '赠' : '减'} ${yuan(rule.benefitFen)} 元${
    rule.capFen === null ? '' : `，最多 ${yuan(rule.capFen)} 元`
  }`

/** 预存 25,000 元 → 赠送 1,000 元 */
export const exampleWords = (rule: Benefit, scope: DiscountScopeValue, amountFen: number): string => {
  const benefit = benefitOf(rule, amountFen)
  const what = scope === 'PRESTORE' ? '预存' : scope === 'BILL' ? '账单' : '该项费用'
  const gives =
    benefit === 0
      ? '未达到门槛，没有优惠'
      : rule.type === DiscountType.is.gift
        ? `赠送 ${yuan(benefit)} 元`
        : `减 ${yuan(benefit)} 元，应缴 ${yuan(amountFen - benefit)} 元`
  return `${what} ${yuan(amountFen)} 元 → ${gives}`
}
