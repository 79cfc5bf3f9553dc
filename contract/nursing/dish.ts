// Dishes: what is in them, whom they suit, what a portion feeds and costs.
import { call, noun } from '#contract/kit/call'
import { fileAddress } from '#contract/kit/fileAddress'
import { fenSchema } from '#contract/kit/money'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, id, int, list, named, nothing, nul, num, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { importCalls } from '#contract/kit/sheet'
import { DISH_NEEDS, READ_DISHES } from './dishCategory.ts'
import {
  Allergen,
  Allergens,
  DietTherapy,
  DishContent,
  MealTaboo,
  MealTexture,
  Textures,
  Therapies,
} from './mealWords.ts'

/** Gross, of one portion. */
const Ingredient = obj({
  name: text('食材', { max: 30, pattern: /\S/, hint: '不能为空' }),
  grams: num('每份毛重（克）', { min: 0.1, max: 5_000 }),
})
export type DishIngredientData = Static<typeof Ingredient>

const Dish = obj({
  dishId: str(),
  dishName: str('菜名'),
  categoryId: str(),
  categoryName: str('分类'),
  picture: nul(str('图片')),
  allergens: list(Allergen.schema),
  contents: list(DishContent.schema),
  /** Which restraints it goes against; follows from allergens and contents. */
  taboos: list(MealTaboo.schema),
  textures: list(MealTexture.schema),
  /** Therapy diets it is not for. */
  unfit: list(DietTherapy.schema),
  ingredients: list(Ingredient),
  portionGrams: nul(int('每份（克）')),
  energyKcal: nul(int('能量（千卡）')),
  proteinG: nul(num('蛋白质（克）')),
  fatG: nul(num('脂肪（克）')),
  carbG: nul(num('碳水（克）')),
  saltG: nul(num('盐（克）')),
  /** For who may see amounts. */
  costFen: nul(fenSchema('每份成本')),
  /** Where nobody entered one: by the prices of its ingredients, once all of them have one. */
  reckonedFen: nul(fenSchema('按食材价的成本')),
  /** Ingredients without a price. */
  unpriced: list(str('没有价格的食材')),
  remark: nul(str('说明')),
  enabled: bool('启用'),
  sort: int('排序'),
  /** How often it stands in a plan of the last four weeks and those to come. */
  planned: int('近期排餐次数'),
  createTime: str('创建时间'),
  version: int(),
})
export type DishData = Static<typeof Dish>

const fields = {
  dishName: text('菜名', { max: 30, pattern: /\S/, hint: '不能为空' }),
  categoryId: id('分类', { of: 'dishCategory' }),
  picture: opt(fileAddress('图片')),
  allergens: opt(Allergens),
  contents: opt(list(DishContent.schema, 5)),
  textures: Textures,
  unfit: opt(Therapies),
  ingredients: opt(list(Ingredient, 40)),
  portionGrams: opt(int('每份（克）', { min: 1, max: 5_000 })),
  energyKcal: opt(int('能量（千卡）', { min: 0, max: 5_000 })),
  proteinG: opt(num('蛋白质（克）', { min: 0, max: 500 })),
  fatG: opt(num('脂肪（克）', { min: 0, max: 500 })),
  carbG: opt(num('碳水（克）', { min: 0, max: 1_000 })),
  saltG: opt(num('盐（克）', { min: 0, max: 50 })),
  costFen: opt(fenSchema('每份成本', { min: 0, max: 100_000 })),
  remark: opt(text('说明', { max: 200 })),
  enabled: opt(bool('启用')),
}

const BASE = '/pims/web-org/piDish'
const names = { dishId: 'dish' } as const
const refuses = ['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_INPUT', 'CHANGED_MEANWHILE'] as const

export const dish = noun('nursing', 'dish', {
  title: '菜品',
  calls: {
    list: call.get(BASE, {
      needs: READ_DISHES,
      act: '菜品列表',
      query: pageQuery({
        dishName: opt(str('菜名')),
        categoryId: opt(named('dishCategory', '分类')),
        enabled: opt(bool('启用')),
        /** Dishes that suit a form. */
        texture: opt(MealTexture.schema),
        /** Dishes without it. */
        without: opt(Allergen.schema),
        /** Dishes that a diet allows. */
        fits: opt(DietTherapy.schema),
        /** Dishes that are made with it. */
        ingredientName: opt(str('食材')),
      }),
      data: pageOf(Dish),
    }),
    ...importCalls(`${BASE}/import`, { needs: DISH_NEEDS.edit, title: '菜品' }),
    get: call.get(`${BASE}/{dishId}`, {
      names,
      needs: READ_DISHES,
      act: '菜品详情',
      data: Dish,
      refuses: ['NOT_FOUND'],
    }),
    add: call.post(BASE, {
      needs: DISH_NEEDS.edit,
      act: '新增菜品',
      body: obj(fields),
      data: Dish,
      refuses,
      repeatable: true,
    }),
    /** Clients name the dish in the body or in the path. */
    save: call.put(BASE, {
      needs: DISH_NEEDS.edit,
      act: '修改菜品',
      aliases: [`${BASE}/{dishId}`],
      body: obj({ dishId: opt(id('菜品', { of: 'dish' })), ...fields, version: opt(int()) }),
      data: Dish,
      refuses,
    }),
    remove: call.delete(`${BASE}/{dishId}`, {
      names,
      needs: DISH_NEEDS.edit,
      act: '删除菜品',
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE'],
    }),
  },
  pages: {
    list: {
      path: '/nursing/dish',
      title: '菜品管理',
      tab: true,
      needs: READ_DISHES,
      ahead: 'list',
      menu: { rail: 'nursing', group: '膳食', order: 62 },
    },
  },
})
