// The kinds of income the reports speak of: categories of fees, the rare ones together.
import { options } from '#contract/kit/options'
import type { Static } from '#contract/kit/schema'

export const IncomeKind = options('IncomeKind', '费用大类', [
  ['BED', '床位费'],
  ['CARE', '护理费'],
  ['MEAL', '餐费'],
  ['SERVICE', '综合服务费'],
  ['MEDICAL', '医疗与药品'],
  ['ONCE', '一次性费'],
  ['OTHER', '其他'],
])
export type IncomeKindValue = Static<typeof IncomeKind.schema>

/** Values of the dictionary feeCategory; everything else is OTHER. */
export const KIND_CATEGORIES: Readonly<Record<Exclude<IncomeKindValue, 'OTHER'>, readonly string[]>> = {
  BED: ['1'],
  CARE: ['2'],
  MEAL: ['3'],
  SERVICE: ['4'],
  MEDICAL: ['7', '8'],
  ONCE: ['6'],
}

const KIND = new Map(
  Object.entries(KIND_CATEGORIES).flatMap(([kind, values]) => values.map((value) => [value, kind as IncomeKindValue])),
)
export const kindOf = (category: string): IncomeKindValue => KIND.get(category) ?? 'OTHER'
