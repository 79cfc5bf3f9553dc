// The plan of dishes for a week: what is cooked for which meal, whom it must not reach, and what is done about that.
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, date, id, int, list, nothing, nul, num, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { ConflictAnswer, ConflictKind, DISH_PLAN_NEEDS, DishPlanState, READ_DISH_PLANS } from './dishPlanWords.ts'
import { Allergen, DietTherapy, MealTexture, MealTime, Textures } from './mealWords.ts'

const Plan = obj({
  planId: str(),
  /** Its Monday and its Sunday. */
  weekStart: str('周一'),
  weekEnd: str('周日'),
  state: DishPlanState.schema,
  itemCount: int('菜品数'),
  changedName: nul(str('最近修改')),
  changedAt: str('修改时间'),
  submittedName: nul(str('送审人')),
  submittedAt: nul(str('送审时间')),
  /** Why it was sent back. */
  opinion: nul(str('退回意见')),
  publishedName: nul(str('发布人')),
  publishedAt: nul(str('发布时间')),
  createTime: str('创建时间'),
  version: int(),
})
export type DishPlanRowData = Static<typeof Plan>

const Item = obj({
  itemId: str(),
  day: str('日期'),
  meal: MealTime.schema,
  dishId: str(),
  dishName: str('菜品'),
  categoryName: str('分类'),
  allergens: list(Allergen.schema),
  /** For whom it is cooked; what the dish suits as a whole is `suits`. */
  textures: list(MealTexture.schema),
  suits: list(MealTexture.schema),
  choice: nul(int('选择组')),
  enabled: bool(),
  /** People whom it conflicts with and about whom nothing is decided, and those about whom it is. */
  open: int('未处理冲突'),
  answered: int('已处理冲突'),
  version: int(),
})
export type DishPlanItemData = Static<typeof Item>

/** How many eat a meal of a day. */
const Portions = obj({
  day: str('日期'),
  meal: MealTime.schema,
  total: int('合计'),
  textures: list(obj({ texture: MealTexture.schema, count: int() })),
  therapies: list(obj({ therapy: DietTherapy.schema, count: int() })),
  /** For whom a dish is swapped or left out. */
  swaps: int('换菜'),
  /** Who live here and do not eat this meal: out, or in hospital. */
  absent: int('停餐'),
})
export type MealPortionsData = Static<typeof Portions>

const Nutrition = obj({
  day: str('日期'),
  energyKcal: int('能量'),
  saltG: num('盐'),
  saltHigh: bool(),
  /** Dishes of the day of whose energy or salt nothing is known. */
  unknown: int(),
})

const Conflict = obj({
  itemId: str(),
  day: str('日期'),
  meal: MealTime.schema,
  dishName: str('菜品'),
  /** 忌海鲜、低嘌呤 */
  words: list(str()),
  open: int('未处理'),
  answered: int('已处理'),
})
export type DishConflictData = Static<typeof Conflict>

const Week = obj({
  weekStart: str(),
  weekEnd: str(),
  today: str(),
  /** Meals that are served or planned, in the order of the day. */
  meals: list(obj({ meal: MealTime.schema, clock: str() })),
  /** Null: nobody has begun it. */
  plan: nul(Plan),
  items: list(Item),
  conflicts: list(Conflict),
  portions: list(Portions),
  nutrition: list(Nutrition),
  /** Buildings one may look at alone. */
  buildings: list(str()),
  /** People of departments the caller does not see, who conflict too. */
  elsewhere: int(),
  can: list(str()),
})
export type DishWeekData = Static<typeof Week>

/** How many dishes came along, and which did not: switched off since, or of a day gone by. */
const Copied = obj({ copied: int(), left: list(str()), week: Week })
export type DishCopiedData = Static<typeof Copied>

const Reason = obj({ kind: ConflictKind.schema, word: str() })

const Person = obj({
  oldmanId: str(),
  oldmanName: str('老人'),
  photo: nul(str('照片')),
  bedPath: nul(str('床位')),
  reasons: list(Reason),
  /** May be served all the same, with a reason. */
  mayAcknowledge: bool(),
  answer: nul(ConflictAnswer.schema),
  withDish: nul(str('换成')),
  reason: nul(str('原因')),
  answeredName: nul(str('处理人')),
  answeredAt: nul(str('处理时间')),
  /** Nothing is decided, or what was decided does no longer do: why. */
  open: bool(),
  openWhy: nul(str()),
})
export type DishPersonData = Static<typeof Person>

const Swap = obj({
  dishId: str(),
  dishName: str('菜品'),
  /** People among those concerned whom it conflicts with, too. */
  conflicts: int(),
  /** 同日晚餐已有 */
  note: nul(str()),
})
export type DishSwapData = Static<typeof Swap>

const ItemDetail = obj({
  item: Item,
  /** How many eat it. */
  eaters: int('用餐人数'),
  people: list(Person),
  swaps: list(Swap),
  can: list(str()),
})
export type DishItemDetailData = Static<typeof ItemDetail>

const Place = obj({
  day: str(),
  meal: MealTime.schema,
  /** People whom it would conflict with there. */
  conflicts: int(),
  /** Why it cannot go there. */
  why: nul(str()),
})
export type DishPlaceData = Static<typeof Place>

const BASE = '/pims/web-org/piDishPlan'
const names = { planId: 'dishPlan' } as const
const itemNames = { itemId: 'dishPlanItem' } as const
const planId = id('排餐计划', { of: 'dishPlan' })
const itemId = id('排餐菜品', { of: 'dishPlanItem' })
const dishId = id('菜品', { of: 'dish' })
const version = opt(int())
const choice = opt(int('选择组', { min: 1, max: 9 }))
const confirmed = opt(text('确认', { max: 2_000 }))
const CHANGE = `${DISH_PLAN_NEEDS.edit}|${DISH_PLAN_NEEDS.publish}`
const refuses = [
  'NOT_FOUND',
  'STATE_NOT_ALLOWED',
  'INVALID_INPUT',
  'ALREADY_EXISTS',
  'CHANGED_MEANWHILE',
  'NEEDS_CONFIRM',
] as const
const put = { day: date('日期'), meal: MealTime.schema }

export const dishPlan = noun('nursing', 'dishPlan', {
  title: '排餐计划',
  calls: {
    list: call.get(BASE, {
      needs: READ_DISH_PLANS,
      act: '排餐计划列表',
      query: pageQuery({
        state: opt(DishPlanState.schema),
        startDate: opt(date('日期从')),
        endDate: opt(date('日期到')),
      }),
      data: pageOf(Plan),
    }),
    /** The week of a day, planned or not. */
    week: call.get(`${BASE}/week`, {
      needs: READ_DISH_PLANS,
      act: '一周菜谱',
      query: obj({ day: opt(date('日期')), building: opt(str('楼栋')) }),
      data: Week,
      refuses: ['INVALID_INPUT'],
    }),
    get: call.get(`${BASE}/{planId}`, {
      names,
      needs: READ_DISH_PLANS,
      act: '排餐计划详情',
      query: obj({ building: opt(str('楼栋')) }),
      data: Week,
      refuses: ['NOT_FOUND'],
    }),
    /** Who conflicts with a dish, by name, and what could be served instead. */
    item: call.get(`${BASE}/item/{itemId}`, {
      names: itemNames,
      needs: READ_DISH_PLANS,
      act: '排餐菜品的冲突',
      query: obj({ building: opt(str('楼栋')) }),
      data: ItemDetail,
      refuses: ['NOT_FOUND'],
    }),
    /** Where a dish may go in a week, asked before it is dropped; `itemId`: one that is moved. */
    places: call.get(`${BASE}/places`, {
      needs: READ_DISH_PLANS,
      act: '菜品可放的位置',
      query: obj({ planId, dishId: opt(dishId), itemId: opt(itemId) }),
      data: list(Place),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    /** Begins a week, or answers the one that is there. */
    open: call.post(BASE, {
      needs: DISH_PLAN_NEEDS.edit,
      act: '开始排餐',
      codeNames: {
        [DISH_PLAN_NEEDS.list]: '查看菜谱',
        [DISH_PLAN_NEEDS.edit]: '排餐和送审',
        [DISH_PLAN_NEEDS.publish]: '审核和发布菜谱',
        [DISH_PLAN_NEEDS.setting]: '排餐设置',
      },
      body: obj({ weekStart: date('周一') }),
      data: Week,
      refuses: ['INVALID_INPUT'],
    }),
    /** The dishes of one meal, in this order; what is not among them goes. */
    save: call.put(BASE, {
      needs: CHANGE,
      act: '保存一餐的菜品',
      aliases: [`${BASE}/{planId}`],
      body: obj({
        planId: opt(planId),
        ...put,
        dishes: list(obj({ dishId, textures: opt(Textures), choice }), 40),
        version,
      }),
      data: Week,
      refuses,
    }),
    add: call.post(`${BASE}/item`, {
      needs: CHANGE,
      act: '排入菜品',
      body: obj({
        planId,
        ...put,
        dishId,
        textures: opt(Textures),
        choice,
        /** Its place in the meal, from 0; the end unless told. */
        place: opt(int('位置', { min: 0, max: 100 })),
        confirmed,
      }),
      data: Item,
      refuses,
      repeatable: true,
    }),
    move: call.put(`${BASE}/item/move`, {
      needs: CHANGE,
      act: '移动排餐菜品',
      body: obj({
        itemId,
        ...put,
        place: opt(int('位置', { min: 0, max: 100 })),
        /** The dish stays where it is, and stands there too. */
        copy: opt(bool('复制')),
        version,
        confirmed,
      }),
      data: Item,
      refuses,
      repeatable: true,
    }),
    /** Another dish in its place, whom it is cooked for, or which choice it belongs to. What is not sent stays. */
    change: call.put(`${BASE}/item`, {
      needs: CHANGE,
      act: '更换排餐菜品',
      body: obj({
        itemId,
        dishId: opt(dishId),
        textures: opt(Textures),
        choice: opt(int('选择组', { min: 0, max: 9 })),
        version,
        confirmed,
      }),
      data: Item,
      refuses,
    }),
    removeItem: call.delete(`${BASE}/item/{itemId}`, {
      names: itemNames,
      needs: CHANGE,
      act: '撤下排餐菜品',
      data: nothing(),
      refuses,
    }),
    /** Meals of another week into this one, days gone by left alone. */
    copyWeek: call.post(`${BASE}/copy`, {
      needs: CHANGE,
      act: '复制一周菜谱',
      body: obj({
        planId,
        fromWeek: date('来源周'),
        meals: list(MealTime.schema, 6),
        /** What stands there goes first; otherwise it is added to. */
        replace: opt(bool('替换已排的菜')),
      }),
      data: Copied,
      refuses,
      repeatable: true,
    }),
    copyDay: call.post(`${BASE}/copyDay`, {
      needs: CHANGE,
      act: '复制一天菜谱',
      body: obj({
        planId,
        fromDay: date('来源日期'),
        toDay: date('日期'),
        meals: list(MealTime.schema, 6),
        replace: opt(bool('替换已排的菜')),
      }),
      data: Copied,
      refuses,
      repeatable: true,
    }),
    /** For each of these people: another dish, none, or the same all the same; nothing said takes it back. */
    answer: call.put(`${BASE}/item/answer`, {
      needs: CHANGE,
      act: '处理饮食冲突',
      body: obj({
        itemId,
        oldmanIds: list(id('老人', { of: 'resident' }), 500),
        kind: opt(ConflictAnswer.schema),
        dishId: opt(dishId),
        reason: opt(text('原因', { max: 200 })),
      }),
      data: ItemDetail,
      refuses,
      repeatable: true,
    }),
    submit: call.put(`${BASE}/submit`, {
      needs: DISH_PLAN_NEEDS.edit,
      act: '菜谱送审',
      body: obj({ planId, version, confirmed }),
      data: Week,
      refuses,
      repeatable: true,
    }),
    recall: call.put(`${BASE}/recall`, {
      needs: DISH_PLAN_NEEDS.edit,
      act: '撤回送审',
      body: obj({ planId, version }),
      data: Week,
      refuses,
      repeatable: true,
    }),
    sendBack: call.put(`${BASE}/sendBack`, {
      needs: DISH_PLAN_NEEDS.publish,
      act: '退回菜谱',
      body: obj({ planId, opinion: text('退回意见', { max: 200, pattern: /\S/, hint: '不能为空' }), version }),
      data: Week,
      refuses,
      repeatable: true,
    }),
    publish: call.put(`${BASE}/publish`, {
      needs: DISH_PLAN_NEEDS.publish,
      act: '发布菜谱',
      body: obj({ planId, version }),
      data: Week,
      refuses,
      repeatable: true,
    }),
    remove: call.delete(`${BASE}/{planId}`, {
      names,
      needs: DISH_PLAN_NEEDS.edit,
      act: '删除菜谱草稿',
      data: nothing(),
      refuses: ['NOT_FOUND', 'STATE_NOT_ALLOWED'],
    }),
  },
  events: {
    /** Something in a week was changed. Carries no names of residents. */
    changed: event('nursing.dishPlan.changed', {
      needs: READ_DISH_PLANS,
      payload: obj({ planId: str(), weekStart: str(), items: list(str()), by: str() }),
    }),
  },
  pages: {
    week: {
      path: '/nursing/dishPlan',
      title: '排餐计划',
      tab: true,
      needs: READ_DISH_PLANS,
      ahead: 'week',
      menu: { rail: 'nursing', group: '膳食', order: 61 },
    },
  },
})
