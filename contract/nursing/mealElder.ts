// What an elder may eat and how: form, therapy diets and restraints as the archive says them, and what the kitchen must
// know besides.
import { call, noun } from '#contract/kit/call'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { id, int, list, merge, named, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { ResidentMarks } from '#contract/live/resident'
import { MEAL_NEEDS, MealHelp, MealPortion, READ_MEALS } from './mealStates.ts'
import { Allergen, Allergens, DietTherapy, MealTaboo, MealTexture } from './mealWords.ts'

const Elder = merge(
  ResidentMarks,
  obj({
    bedPath: nul(str('床位')),
    deptName: nul(str('部门')),
    texture: MealTexture.schema,
    therapies: list(DietTherapy.schema),
    taboos: list(MealTaboo.schema),
    /** All of them; what the archive's allergies mean is in `known` and is changed there. */
    allergens: list(Allergen.schema),
    known: list(Allergen.schema),
    help: MealHelp.schema,
    portion: MealPortion.schema,
    dislikes: nul(str('不喜欢')),
    remark: nul(str('备注')),
    version: int(),
  }),
)
export type MealElderData = Static<typeof Elder>

const BASE = '/pims/web-org/mealElders'

export const mealElder = noun('nursing', 'mealElder', {
  title: '老人膳食档案',
  calls: {
    list: call.get(BASE, {
      needs: `${READ_MEALS}|${MEAL_NEEDS.diet}`,
      act: '老人膳食档案',
      query: pageQuery({
        keyword: opt(str('姓名或拼音')),
        deptId: opt(named('dept', '部门')),
        texture: opt(MealTexture.schema),
        therapy: opt(DietTherapy.schema),
        taboo: opt(MealTaboo.schema),
        allergen: opt(Allergen.schema),
        help: opt(MealHelp.schema),
      }),
      data: pageOf(Elder),
    }),
    /** Form, diets and restraints are changed in the archive (饮食); meals to come follow both at once. */
    save: call.put(BASE, {
      needs: MEAL_NEEDS.diet,
      act: '修改老人膳食档案',
      body: obj({
        oldmanId: id('老人', { of: 'resident' }),
        /** Besides what the archive's allergies mean. */
        allergens: opt(Allergens),
        help: opt(MealHelp.schema),
        portion: opt(MealPortion.schema),
        dislikes: opt(text('不喜欢', { max: 100 })),
        remark: opt(text('备注', { max: 200 })),
        version: opt(int()),
      }),
      data: Elder,
      refuses: ['NOT_FOUND', 'INVALID_INPUT', 'CHANGED_MEANWHILE'],
      repeatable: true,
    }),
  },
  pages: {
    list: {
      path: '/nursing/mealElder',
      title: '老人膳食档案',
      tab: true,
      needs: `${READ_MEALS}|${MEAL_NEEDS.diet}`,
      ahead: 'list',
      menu: { rail: 'nursing', group: '膳食', order: 66 },
    },
  },
})
