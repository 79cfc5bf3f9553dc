// Statistics of meals: how many ate, what a head costs a day, what is eaten and what comes back.
import { call, noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { date, int, list, nul, num, obj, opt, type Static, str } from '#contract/kit/schema'
import { MEAL_NEEDS } from './mealStates.ts'
import { MealTexture, MealTime } from './mealWords.ts'

const Day = obj({
  day: str('日期'),
  /** Residents who ate something that day. */
  heads: int('用餐人数'),
  meals: list(obj({ meal: MealTime.schema, count: int() })),
  portions: int('份数'),
  guests: int('客餐'),
  stopped: int('停餐'),
  /** Amounts are told to who may see them. */
  costFen: nul(fenSchema('食材成本')),
  /** Per head. */
  perHeadFen: nul(fenSchema('人均成本')),
  guestFen: nul(fenSchema('客餐收入')),
  /** Of the meals that were looked at: percent of the portion eaten. */
  eatenPercent: nul(num('进食率')),
})
export type MealsDayData = Static<typeof Day>

const Dish = obj({
  dishId: str(),
  dishName: str('菜品'),
  categoryName: str('分类'),
  portions: int('份数'),
  /** Portions of meals in which somebody wrote down how much was eaten. */
  looked: int('有进食记录'),
  eatenPercent: nul(num('进食率')),
  /** Where it was to be chosen: how often it was. */
  chosen: int('被选次数'),
})
export type MealsDishData = Static<typeof Dish>

export const meals = noun('nursing', 'meals', {
  title: '点餐统计',
  calls: {
    /** Of the reader's departments, at most 92 days; the last 14 unless told. */
    figures: call.get('/pims/web-org/piMeals', {
      needs: MEAL_NEEDS.figures,
      act: '点餐统计',
      query: obj({ startDate: opt(date('日期从')), endDate: opt(date('日期到')) }),
      data: obj({
        startDate: str(),
        endDate: str(),
        /** Whose meals are counted: departments that the reader sees; null: everybody's. */
        depts: nul(list(str('部门'))),
        days: list(Day),
        total: obj({
          portions: int(),
          heads: int(),
          guests: int(),
          stopped: int(),
          costFen: nul(fenSchema('食材成本')),
          perHeadFen: nul(fenSchema('人均每日成本')),
          guestFen: nul(fenSchema('客餐收入')),
          eatenPercent: nul(num('进食率')),
          /** Portions of dishes whose cost nobody wrote down. */
          unpriced: nul(int()),
        }),
        textures: list(obj({ texture: MealTexture.schema, count: int() })),
        dishes: list(Dish),
      }),
      refuses: ['INVALID_INPUT'],
    }),
  },
  pages: {
    figures: {
      path: '/nursing/meals',
      title: '点餐统计',
      tab: true,
      needs: MEAL_NEEDS.figures,
      ahead: 'figures',
      menu: { rail: 'nursing', group: '膳食', order: 67 },
    },
  },
})
