// What a family chooses from: the meals to come at which the published menu offers a choice that is good for their elder.
// What is not good for the elder is left out without a word, so that nothing of health leaves the house this way.
import { bool, date, id, int, list, nul, obj, opt, type Static, str } from '#contract/kit/schema'
import { MealTime } from './mealWords.ts'

export const FamilyMeal = obj({
  day: str('日期'),
  meal: MealTime.schema,
  closesAt: str('截单时间'),
  closed: bool('已截单'),
  choice: int('选择组'),
  offered: list(obj({ dishId: str(), dishName: str('菜品') })),
  /** What will be served of it. */
  dishId: nul(str()),
  /** 李建国（儿子）, 护理站; null: nobody chose, the menu decides. */
  chosenBy: nul(str('选餐人')),
})
export type FamilyMealData = Static<typeof FamilyMeal>

/** No dish: back to what the menu says. */
export const FamilyChoice = obj({
  day: date('日期'),
  meal: MealTime.schema,
  choice: int('选择组', { min: 1, max: 9 }),
  dishId: opt(id('菜品', { of: 'dish' })),
})
export type FamilyChoiceData = Static<typeof FamilyChoice>
