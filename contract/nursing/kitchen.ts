// The kitchen: how many portions of what go where, what changed after the counts were closed, cards, samples and shopping.
import { call, noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { bool, date, dateTime, id, int, list, nul, num, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { MealClosings, MealPrices } from './mealSettingShape.ts'
import { MEAL_NEEDS, MealChangeKind, MealHelp, MealPortion } from './mealStates.ts'
import { Allergen, DietTherapy, MealTaboo, MealTexture, MealTime } from './mealWords.ts'

const TextureCount = obj({ texture: MealTexture.schema, count: int('份数') })

/** One meal of a day. `total` are residents who eat, guests stand beside. */
const Counts = obj({
  day: str('日期'),
  meal: MealTime.schema,
  total: int('合计'),
  guests: int('客餐'),
  textures: list(TextureCount),
  therapies: list(obj({ therapy: DietTherapy.schema, count: int() })),
  allergens: list(obj({ allergen: Allergen.schema, count: int() })),
  wards: list(obj({ ward: str('楼层'), total: int('合计'), guests: int('客餐'), textures: list(TextureCount) })),
  /** For whom a dish is swapped or left out. */
  swaps: int('换菜'),
  /** Who live here and do not eat: out, in hospital, or stopped by hand. */
  absent: int('停餐'),
  large: int('大份'),
  small: int('小份'),
})
export type MealCountsData = Static<typeof Counts>

const Change = obj({
  oldmanName: str('老人'),
  bedPath: nul(str('床位')),
  kind: MealChangeKind.schema,
  guest: bool('客餐'),
  delta: int('份数变化'),
  textureBefore: nul(MealTexture.schema),
  texture: MealTexture.schema,
  note: nul(str('说明')),
  at: str('时间'),
})
export type MealChangeData = Static<typeof Change>

const Dish = obj({
  dishId: str(),
  dishName: str('菜品'),
  categoryName: str('分类'),
  portions: int('份数'),
  textures: list(TextureCount),
  /** Grams of one portion, as the dish says. */
  portionGrams: nul(int('每份（克）')),
})
export type KitchenDishData = Static<typeof Dish>

const Card = obj({
  oldmanId: str(),
  oldmanName: str('老人'),
  bedPath: nul(str('床位')),
  ward: str('楼层'),
  texture: MealTexture.schema,
  therapies: list(DietTherapy.schema),
  allergens: list(Allergen.schema),
  taboos: list(MealTaboo.schema),
  help: MealHelp.schema,
  portion: MealPortion.schema,
  dislikes: nul(str('不喜欢')),
  remark: nul(str('备注')),
  dishes: list(str()),
  swapped: bool(),
  /** A guest of that elder. */
  guest: bool(),
  portions: int('份数'),
})
export type MealCardData = Static<typeof Card>

const Need = obj({
  ingredientName: str('食材'),
  /** Kilograms, gross. */
  kg: num('数量（千克）'),
  /** Of a kilogram and of all of it; null where it has none, and for who may not see amounts. */
  priceFen: nul(fenSchema('单价（元/千克）')),
  amountFen: nul(fenSchema('金额')),
  dishes: list(obj({ dishName: str(), portions: int(), kg: num() })),
})
export type ShoppingData = Static<typeof Need>

const Sample = obj({
  /** Null: not kept yet. */
  sampleId: nul(str()),
  day: str('日期'),
  meal: MealTime.schema,
  dishId: str(),
  dishName: str('菜品'),
  grams: nul(int('重量（克）')),
  keptAt: nul(str('留样时间')),
  keptBy: nul(str('留样人')),
  place: nul(str('存放位置')),
  keepUntil: nul(str('可销毁时间')),
  destroyedAt: nul(str('销毁时间')),
  destroyedBy: nul(str('销毁人')),
  remark: nul(str('备注')),
  /** Kept long enough, and still there. */
  due: bool(),
})
export type MealSampleData = Static<typeof Sample>

const Setting = obj({
  closings: MealClosings,
  /** For who may see amounts. */
  prices: MealPrices,
  sampleGrams: int('留样重量（克）'),
  sampleHours: int('留样时长（小时）'),
  familyChooses: bool('家属可以选餐'),
  version: int(),
})
export type MealSettingData = Static<typeof Setting>

const BASE = '/pims/web-org/kitchen'
const which = { day: date('日期'), meal: MealTime.schema }
const needs = MEAL_NEEDS.kitchen
const EVERYBODY = Object.values(MEAL_NEEDS).join('|')

export const kitchen = noun('nursing', 'kitchen', {
  title: '厨房',
  calls: {
    /** The meals of a day, and of one of them what is cooked and what changed after closing. */
    day: call.get(BASE, {
      needs,
      act: '厨房份数',
      query: obj({ day: opt(date('日期')), meal: opt(MealTime.schema) }),
      data: obj({
        day: str(),
        meal: MealTime.schema,
        published: bool(),
        meals: list(obj({ meal: MealTime.schema, startsAt: str(), closesAt: str(), closed: bool(), counts: Counts })),
        dishes: list(Dish),
        /** Portions of residents and guests when the counts were closed; null: still open. */
        atClosing: nul(int()),
        changes: list(Change),
      }),
      refuses: ['INVALID_INPUT'],
    }),
    /** Portion cards, by place. */
    cards: call.get(`${BASE}/cards`, {
      needs,
      act: '分餐卡',
      query: obj({ ...which, ward: opt(str('楼层')) }),
      data: obj({ day: str(), meal: MealTime.schema, clock: str(), houseName: str(), cards: list(Card) }),
      refuses: ['INVALID_INPUT'],
    }),
    /** What the dishes of these days need, as ordered. */
    shopping: call.get(`${BASE}/shopping`, {
      needs,
      act: '采购量',
      query: obj({ dayFrom: date('日期从'), dayTo: date('日期到') }),
      data: obj({
        dayFrom: str(),
        dayTo: str(),
        needs: list(Need),
        /** Dishes without a recipe, which are not in it. */
        unknown: list(str()),
        /** Of what has a price; null for who may not see amounts. */
        amountFen: nul(fenSchema('金额')),
        unpriced: nul(int('没有价格的食材')),
      }),
      refuses: ['INVALID_INPUT'],
    }),
    samples: call.get(`${BASE}/samples`, {
      needs,
      act: '留样记录',
      query: obj({ day: opt(date('日期')), meal: opt(MealTime.schema) }),
      data: list(Sample),
    }),
    keepSamples: call.post(`${BASE}/samples`, {
      needs,
      act: '登记留样',
      body: obj({
        ...which,
        dishIds: list(id('菜品', { of: 'dish' }), 40),
        grams: int('重量（克）', { min: 1, max: 2_000 }),
        keptAt: opt(dateTime('留样时间')),
        place: opt(text('存放位置', { max: 30 })),
        remark: opt(text('备注', { max: 100 })),
      }),
      data: list(Sample),
      refuses: ['NOT_FOUND', 'INVALID_INPUT', 'ALREADY_EXISTS'],
      repeatable: true,
    }),
    destroySamples: call.put(`${BASE}/samples`, {
      needs,
      act: '销毁留样',
      body: obj({ sampleIds: list(id('留样', { of: 'mealSample' }), 100) }),
      data: list(Sample),
      refuses: ['NOT_FOUND', 'INVALID_INPUT', 'STATE_NOT_ALLOWED'],
      repeatable: true,
    }),
    setting: call.get(`${BASE}/setting`, { needs: EVERYBODY, act: '膳食设置', data: Setting }),
    saveSetting: call.put(`${BASE}/setting`, {
      needs: MEAL_NEEDS.setting,
      act: '修改膳食设置',
      body: obj({
        closings: MealClosings,
        prices: MealPrices,
        sampleGrams: int('留样重量（克）', { min: 50, max: 1_000 }),
        sampleHours: int('留样时长（小时）', { min: 24, max: 168 }),
        familyChooses: bool('家属可以选餐'),
        version: opt(int()),
      }),
      data: Setting,
      refuses: ['INVALID_INPUT', 'CHANGED_MEANWHILE'],
    }),
  },
  pages: {
    day: {
      path: '/nursing/kitchen',
      title: '厨房',
      tab: true,
      needs,
      ahead: 'day',
      menu: { rail: 'nursing', group: '膳食', order: 64 },
    },
  },
})
