// Fee items that can be agreed for a stay.
import { call, noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { list, nul, obj, type Static, str } from '#contract/kit/schema'

const FeeChoice = obj({
  projectChildId: str(),
  name: str('费用项目'),
  projectId: str(),
  projectName: str('费用大类'),
  /** A value of the dictionary feeCategory: 1 床位费, 2 护理费 … */
  category: str('费用分类'),
  cycle: str('计费周期'),
  cycleName: str('计费周期'),
  unit: nul(str('单位')),
  /** Null for who neither reads fees nor agrees any. */
  priceFen: nul(fenSchema('单价')),
})
export type FeeChoiceData = Static<typeof FeeChoice>

/** Values of feeCategory that the residence knows: the rows it splits when a bed or a level changes. */
export const FEE_CATEGORY = { bed: '1', care: '2' } as const

export const feeChild = noun('expense', 'feeChild', {
  title: '费用项目',
  calls: {
    /** Items that may be agreed, in the order of the price list. */
    choice: call.get('/pims/web-pi/cost/feeChild/choice', {
      needs: 'signedIn',
      act: '可选费用项目',
      data: list(FeeChoice),
    }),
  },
})
