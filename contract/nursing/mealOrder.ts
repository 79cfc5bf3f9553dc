// Orders: who eats what at a meal of a day. They are made when a week of dishes is published, follow archive, stay and menu
// until the meal begins, and keep how it was eaten.
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { fenSchema } from '#contract/kit/money'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, date, id, int, list, merge, named, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { ResidentMarks } from '#contract/live/resident'
import {
  ChosenBy,
  MEAL_NEEDS,
  MealEaten,
  MealHelp,
  MealOrderState,
  MealPortion,
  MealStopReason,
  READ_MEALS,
} from './mealStates.ts'
import { Allergen, DietTherapy, MealTaboo, MealTexture, MealTime } from './mealWords.ts'

const Offered = obj({
  dishId: str(),
  dishName: str('菜品'),
  /** Why it is not for this elder; null: it is. */
  why: nul(str()),
})
const Choice = obj({
  choice: int('选择组'),
  offered: list(Offered),
  /** What is served of it. */
  dishId: nul(str()),
  /** Somebody chose it; null: the first that is good for the elder. */
  via: nul(ChosenBy.schema),
  byName: nul(str('选餐人')),
})
export type MealChoiceData = Static<typeof Choice>

const Order = merge(
  ResidentMarks,
  obj({
    deptName: nul(str('部门')),
    day: str('日期'),
    meal: MealTime.schema,
    ward: str('楼层'),
    bedPath: nul(str('床位')),
    texture: MealTexture.schema,
    therapies: list(DietTherapy.schema),
    allergens: list(Allergen.schema),
    taboos: list(MealTaboo.schema),
    help: MealHelp.schema,
    portion: MealPortion.schema,
    dislikes: nul(str('不喜欢')),
    dishes: list(obj({ dishId: str(), dishName: str() })),
    choices: list(Choice),
    swapped: bool('换菜'),
    state: MealOrderState.schema,
    stopReason: nul(MealStopReason.schema),
    handWhy: nul(str('说明')),
    handBy: nul(str('登记人')),
    handedAt: nul(str('送餐时间')),
    eaten: nul(MealEaten.schema),
    eatenAt: nul(str('登记时间')),
    eatenByName: nul(str('登记人')),
    eatenRemark: nul(str('进食说明')),
    guests: int('客餐'),
  }),
)
export type MealOrderData = Static<typeof Order>

/** When a meal is served, and until when the kitchen can count on changes. */
const Closing = obj({
  day: str(),
  meal: MealTime.schema,
  startsAt: str('开餐时间'),
  closesAt: str('截单时间'),
  closed: bool(),
  started: bool(),
})
export type MealClosingAt = Static<typeof Closing>

const Guest = obj({
  guestId: str(),
  oldmanId: str(),
  oldmanName: str('老人'),
  bedPath: nul(str('床位')),
  day: str('日期'),
  meal: MealTime.schema,
  texture: MealTexture.schema,
  portions: int('份数'),
  /** For who may see amounts. */
  priceFen: nul(fenSchema('单价')),
  amountFen: nul(fenSchema('金额')),
  remark: nul(str('备注')),
  byName: str('登记人'),
  createTime: str('登记时间'),
  cancelledAt: nul(str('取消时间')),
  cancelledBy: nul(str('取消人')),
})
export type MealGuestData = Static<typeof Guest>

const Alert = merge(
  ResidentMarks,
  obj({
    alertId: str(),
    bedPath: nul(str('床位')),
    meals: str('进食情况'),
    raisedAt: str('提醒时间'),
    handledAt: nul(str('处理时间')),
    handledBy: nul(str('处理人')),
    note: nul(str('处理说明')),
  }),
)
export type MealAlertData = Static<typeof Alert>

const Changed = obj({ changed: int('人数'), left: list(str()) })

const BASE = '/pims/web-org/mealOrders'
const guestNames = { guestId: 'mealGuest' } as const
const oldmanIds = list(id('老人', { of: 'resident' }), 300)
const which = { day: date('日期'), meal: MealTime.schema }
const refuses = ['NOT_FOUND', 'INVALID_INPUT', 'STATE_NOT_ALLOWED'] as const

export const mealOrder = noun('nursing', 'mealOrder', {
  title: '点餐与送餐',
  calls: {
    /** Everybody of one meal, by place; whoever lives in a department one sees. */
    list: call.get(BASE, {
      needs: READ_MEALS,
      act: '点餐与送餐',
      query: obj({
        day: opt(date('日期')),
        meal: opt(MealTime.schema),
        deptId: opt(named('dept', '部门')),
        keyword: opt(str('姓名或拼音')),
      }),
      data: obj({ meals: list(Closing), meal: Closing, orders: list(Order), published: bool() }),
      refuses: ['INVALID_INPUT'],
    }),
    /** Meals of one elder, the newest first. */
    elder: call.get(`${BASE}/elder/{oldmanId}`, {
      needs: READ_MEALS,
      act: '老人用餐记录',
      query: obj({ dayFrom: opt(date('日期从')), dayTo: opt(date('日期到')) }),
      data: list(Order),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    /** For one or many, until the kitchen has closed; no dish: back to what the menu says. */
    choose: call.put(`${BASE}/choice`, {
      needs: MEAL_NEEDS.order,
      act: '选餐',
      codeNames: {
        [MEAL_NEEDS.list]: '查看点餐',
        [MEAL_NEEDS.order]: '选餐、停餐和客餐',
        [MEAL_NEEDS.serve]: '送餐和进食登记',
        [MEAL_NEEDS.diet]: '老人膳食档案',
        [MEAL_NEEDS.kitchen]: '厨房',
        [MEAL_NEEDS.figures]: '点餐统计',
        [MEAL_NEEDS.setting]: '膳食设置',
      },
      body: obj({
        ...which,
        oldmanIds,
        choice: int('选择组', { min: 1, max: 9 }),
        dishId: opt(id('菜品', { of: 'dish' })),
      }),
      data: Changed,
      refuses,
      repeatable: true,
    }),
    /** Nothing to eat at these meals: 禁食, 自备. */
    stop: call.put(`${BASE}/stop`, {
      needs: MEAL_NEEDS.order,
      act: '停餐',
      body: obj({
        day: date('日期'),
        meals: list(MealTime.schema, 6),
        oldmanIds,
        reason: text('停餐原因', { max: 100, pattern: /\S/, hint: '不能为空' }),
      }),
      data: Changed,
      refuses,
      repeatable: true,
    }),
    /** Back at table, also who is registered as away: the meal that is due is given. */
    resume: call.put(`${BASE}/resume`, {
      needs: MEAL_NEEDS.order,
      act: '恢复用餐',
      body: obj({ day: date('日期'), meals: list(MealTime.schema, 6), oldmanIds }),
      data: Changed,
      refuses,
      repeatable: true,
    }),
    hand: call.put(`${BASE}/hand`, {
      needs: MEAL_NEEDS.serve,
      act: '登记送餐',
      body: obj({ ...which, oldmanIds, undo: opt(bool('撤回')) }),
      data: Changed,
      refuses,
      repeatable: true,
    }),
    /** How much was eaten; nothing said takes it back. Three poor meals running raise a warning. */
    eat: call.put(`${BASE}/eaten`, {
      needs: MEAL_NEEDS.serve,
      act: '登记进食',
      body: obj({ ...which, oldmanIds, eaten: opt(MealEaten.schema), remark: opt(text('进食说明', { max: 200 })) }),
      data: obj({ changed: int('人数'), left: list(str()), alerts: list(str()) }),
      refuses,
      repeatable: true,
    }),
    guests: call.get(`${BASE}/guest`, {
      needs: READ_MEALS,
      act: '客餐列表',
      query: pageQuery({
        day: opt(date('日期')),
        meal: opt(MealTime.schema),
        oldmanId: opt(named('resident')),
        deptId: opt(named('dept', '部门')),
      }),
      data: pageOf(Guest),
    }),
    /** Charged to the elder's account at once, each booking one line. */
    addGuest: call.post(`${BASE}/guest`, {
      needs: MEAL_NEEDS.order,
      act: '登记客餐',
      body: obj({
        oldmanId: id('老人', { of: 'resident' }),
        ...which,
        portions: int('份数', { min: 1, max: 20 }),
        texture: opt(MealTexture.schema),
        remark: opt(text('备注', { max: 100 })),
      }),
      data: Guest,
      refuses,
      repeatable: true,
    }),
    /** Until the kitchen has closed; the charge goes with it. */
    cancelGuest: call.delete(`${BASE}/guest/{guestId}`, {
      names: guestNames,
      needs: MEAL_NEEDS.order,
      act: '取消客餐',
      data: Guest,
      refuses,
    }),
    alerts: call.get(`${BASE}/alert`, {
      needs: READ_MEALS,
      act: '进食提醒',
      query: pageQuery({
        open: opt(bool('未处理')),
        oldmanId: opt(named('resident')),
        deptId: opt(named('dept', '部门')),
      }),
      data: pageOf(Alert),
    }),
    handle: call.put(`${BASE}/alert`, {
      needs: MEAL_NEEDS.serve,
      act: '处理进食提醒',
      body: obj({
        alertId: id('进食提醒', { of: 'mealAlert' }),
        note: text('处理说明', { max: 200, pattern: /\S/, hint: '不能为空' }),
      }),
      data: Alert,
      refuses,
      repeatable: true,
    }),
  },
  events: {
    /** Orders of these days are otherwise now. Carries no names. */
    changed: event('nursing.mealOrder.changed', {
      needs: READ_MEALS,
      payload: obj({ days: list(str()), oldmanIds: list(str()) }),
    }),
  },
  pages: {
    list: {
      path: '/nursing/mealOrder',
      title: '点餐与送餐',
      tab: true,
      needs: READ_MEALS,
      ahead: 'list',
      menu: { rail: 'nursing', group: '膳食', order: 65 },
    },
  },
})
