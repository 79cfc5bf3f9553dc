// What a hostile request to the dishes and the week plan needs to get past the first checks.
import { ConflictAnswer } from '#contract/nursing/dishPlanWords'
import { usualMeals } from '#contract/nursing/dishSetting'
import { MealTime } from '#contract/nursing/mealWords'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'
import { rowDish, rowDishCategory, rowDishWeek } from './dishRows.ts'

const name = () => newId().slice(-20)
const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const { supper } = MealTime.is

const dish = { textures: [1], picture: null, ingredients: [], version: null }
const dishFields = async (product: TestApp) => ({ ...dish, ...(await rowDishCategory(product)), dishName: name() })
const aPlan = async (product: TestApp) => ({ planId: (await rowDishWeek(product)).planId })
const submitted = async (product: TestApp) => ({
  planId: (await rowDishWeek(product, { submitted: true })).planId,
  version: null,
})
const anItem = async (product: TestApp) => ({ itemId: (await rowDishWeek(product)).itemId })

export const recipes: Knowledge['recipes'] = {
  'nursing.dishCategory.add': () => ({ categoryName: name() }),
  'nursing.dishCategory.save': async (product) => ({
    ...(await rowDishCategory(product)),
    categoryName: name(),
    version: null,
  }),
  'nursing.dishCategory.sort': async (product) => ({ sorts: [{ ...(await rowDishCategory(product)), sort: 1 }] }),
  'nursing.dish.add': dishFields,
  'nursing.dish.save': async (product) => ({ ...dish, ...(await rowDish(product)), dishName: name() }),
  'nursing.ingredient.save': () => ({ ingredientName: '大米', priceFen: 580, version: null }),
  'nursing.dishSetting.save': () => ({ meals: [...usualMeals], mayAcknowledge: true, saltG: 5.5, version: null }),
  'nursing.dishPlan.open': () => ({ weekStart: later(20) }),
  'nursing.dishPlan.save': async (product) => {
    const { planId, day, otherId } = await rowDishWeek(product)
    return { planId, day, meal: supper, dishes: [{ dishId: otherId, textures: null, choice: null }], version: null }
  },
  'nursing.dishPlan.add': async (product) => {
    const { planId, day, otherId } = await rowDishWeek(product)
    const more = { textures: null, choice: null, place: null, confirmed: null }
    return { planId, day, meal: supper, dishId: otherId, ...more }
  },
  'nursing.dishPlan.move': async (product) => {
    const { itemId, day } = await rowDishWeek(product)
    return { itemId, day, meal: supper, place: null, copy: false, version: null, confirmed: null }
  },
  'nursing.dishPlan.change': async (product) => {
    const { itemId, otherId } = await rowDishWeek(product)
    return { itemId, dishId: otherId, textures: null, choice: null, version: null, confirmed: null }
  },
  'nursing.dishPlan.copyWeek': async (product) => ({
    ...(await aPlan(product)),
    fromWeek: later(0),
    meals: [supper],
    replace: false,
  }),
  'nursing.dishPlan.copyDay': async (product) => {
    const { planId, day } = await rowDishWeek(product)
    return { planId, fromDay: later(0), toDay: day, meals: [supper], replace: false }
  },
  'nursing.dishPlan.answer': async (product) => {
    const { itemId, oldmanId, otherId } = await rowDishWeek(product)
    return { itemId, oldmanIds: [oldmanId], kind: ConflictAnswer.is.SWAP, dishId: otherId, reason: null }
  },
  'nursing.dishPlan.submit': async (product) => ({ ...(await aPlan(product)), version: null, confirmed: null }),
  'nursing.dishPlan.recall': submitted,
  'nursing.dishPlan.sendBack': async (product) => ({ ...(await submitted(product)), opinion: '换一道' }),
  'nursing.dishPlan.publish': submitted,
  'nursing.dishPlan.places': async (product) => {
    const { planId, otherId } = await rowDishWeek(product)
    return { planId, dishId: otherId, itemId: null }
  },
}

export const places: Knowledge['places'] = {
  'nursing.dishCategory.get': (product) => rowDishCategory(product),
  'nursing.dishCategory.remove': (product) => rowDishCategory(product),
  'nursing.dish.get': async (product) => ({ dishId: (await rowDish(product)).dishId }),
  'nursing.dish.remove': async (product) => ({ dishId: (await rowDish(product)).dishId }),
  'nursing.dishPlan.get': aPlan,
  'nursing.dishPlan.remove': aPlan,
  'nursing.dishPlan.item': anItem,
  'nursing.dishPlan.removeItem': anItem,
}
