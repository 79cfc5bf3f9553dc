// What the house decides about its plan of dishes: which meals there are and when, and what may be done about a conflict.
import { call, noun } from '#contract/kit/call'
import { bool, int, list, num, obj, opt, type Static, text } from '#contract/kit/schema'
import { DISH_PLAN_NEEDS, READ_DISH_PLANS } from './dishPlanWords.ts'
import { MealTime } from './mealWords.ts'

const MealHours = obj({
  meal: MealTime.schema,
  /** HH:mm */
  clock: text('开餐时间', { max: 5, pattern: /^([01]\d|2[0-3]):[0-5]\d$/, hint: '应为时:分，如 11:30' }),
  served: bool('供应'),
})
export type MealHoursData = Static<typeof MealHours>

/** What holds until the house says otherwise. */
export const usualMeals: readonly MealHoursData[] = [
  { meal: MealTime.is.breakfast, clock: '07:00', served: true },
  { meal: MealTime.is.morning, clock: '09:30', served: true },
  { meal: MealTime.is.lunch, clock: '11:30', served: true },
  { meal: MealTime.is.afternoon, clock: '14:30', served: true },
  { meal: MealTime.is.supper, clock: '17:30', served: true },
  { meal: MealTime.is.night, clock: '20:00', served: false },
]
/** Grams a day. */
export const USUAL_SALT_G = 5.5

const Setting = obj({
  meals: list(MealHours),
  mayAcknowledge: bool('冲突可以说明原因后发布'),
  saltG: num('每人每日用盐上限（克）'),
  version: int(),
})
export type DishSettingData = Static<typeof Setting>

const BASE = '/pims/web-org/piDishPlan/setting'

export const dishSetting = noun('nursing', 'dishSetting', {
  title: '排餐设置',
  calls: {
    get: call.get(BASE, { needs: READ_DISH_PLANS, act: '排餐设置', data: Setting }),
    save: call.put(BASE, {
      needs: DISH_PLAN_NEEDS.setting,
      act: '修改排餐设置',
      body: obj({
        meals: list(MealHours, 6),
        mayAcknowledge: bool('冲突可以说明原因后发布'),
        saltG: num('每人每日用盐上限（克）', { min: 1, max: 20 }),
        version: opt(int()),
      }),
      data: Setting,
      refuses: ['INVALID_INPUT', 'CHANGED_MEANWHILE'],
    }),
  },
})
