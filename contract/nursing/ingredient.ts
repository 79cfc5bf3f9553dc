// What the ingredients of the dishes cost: kept by the kitchen, read by the cost of dishes and by shopping lists.
import { call, noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, int, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { DISH_NEEDS } from './dishCategory.ts'
import { MEAL_NEEDS } from './mealStates.ts'

/** Ten thousand yuan a kilogram. */
const MOST_FEN = 1_000_000
const PRICE = '单价（元/千克）'

const Ingredient = obj({
  ingredientName: str('食材'),
  /** Dishes with it. */
  dishes: int('用于菜品'),
  priceFen: nul(fenSchema(PRICE)),
  changedName: nul(str('定价人')),
  changedAt: nul(str('定价时间')),
  version: int(),
})
export type IngredientData = Static<typeof Ingredient>

const BASE = '/pims/web-org/piIngredient'
const needs = `${DISH_NEEDS.edit}|${MEAL_NEEDS.setting}`

export const ingredient = noun('nursing', 'ingredient', {
  title: '食材价格',
  calls: {
    /** Every ingredient that a dish names, those without a price first. */
    list: call.get(BASE, {
      needs,
      act: '食材价格列表',
      query: pageQuery({ ingredientName: opt(str('食材')), priced: opt(bool('有价格')) }),
      data: pageOf(Ingredient),
    }),
    save: call.put(BASE, {
      needs: DISH_NEEDS.edit,
      act: '修改食材价格',
      body: obj({
        ingredientName: text('食材', { max: 30, pattern: /\S/, hint: '不能为空' }),
        /** Without one it has none any more. */
        priceFen: opt(fenSchema(PRICE, { min: 0, max: MOST_FEN })),
        version: opt(int()),
      }),
      data: Ingredient,
      refuses: ['NOT_FOUND', 'INVALID_INPUT', 'CHANGED_MEANWHILE'],
    }),
  },
  pages: {
    list: {
      path: '/nursing/ingredient',
      title: '食材价格',
      tab: true,
      needs,
      ahead: 'list',
      menu: { rail: 'nursing', group: '膳食', order: 68 },
    },
  },
})
