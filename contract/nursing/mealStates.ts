// States of meals that are ordered, handed out and eaten.
import { READ_FEES } from '#contract/expense/feeSettings'
import { options } from '#contract/kit/options'
import type { Static } from '#contract/kit/schema'
import { DISH_NEEDS } from './dishCategory.ts'

export const MealOrderState = options('MealOrderState', '用餐', [
  ['ON', ['用餐', 'green']],
  ['STOPPED', ['停餐', 'grey']],
])
export type MealOrderStateValue = Static<typeof MealOrderState.schema>

export const MealStopReason = options('MealStopReason', '停餐原因', [
  ['OUT', ['外出停餐', 'purple']],
  ['HOSPITAL', ['住院', 'purple']],
  ['LEFT', ['已离院', 'grey']],
  ['HAND', ['本餐停餐', 'amber']],
])
export type MealStopReasonValue = Static<typeof MealStopReason.schema>

/** How much was eaten. */
export const MealEaten = options('MealOrderEaten', '进食', [
  [4, 'all', ['全部', 'green']],
  [3, 'most', ['大部分', 'green']],
  [2, 'half', ['一半', 'amber']],
  [1, 'little', ['少量', 'red']],
  [0, 'none', ['未进', 'red']],
])
export type MealEatenValue = Static<typeof MealEaten.schema>

/** Half or less is a poor meal; so many running warn (second-half 1.2). */
export const POOR_UP_TO: MealEatenValue = MealEaten.is.half
export const POOR_MEALS = 3
/** Two missed running warn, too. */
export const MISSED_MEALS = 2

/** What became otherwise after the kitchen had closed its counts. */
export const MealChangeKind = options('MealChangeKind', '截单后变动', [
  ['ADDED', ['新增', 'green']],
  ['RESTORED', ['恢复用餐', 'green']],
  ['STOPPED', ['停餐', 'grey']],
  ['REMOVED', ['取消', 'grey']],
  ['DIET', ['饮食调整', 'amber']],
  ['DISHES', ['换菜', 'blue']],
])
export type MealChangeKindValue = Static<typeof MealChangeKind.schema>

/** What a carer does at table. */
export const MealHelp = options('MealHelp', '进食协助', [
  ['SELF', ['自己进食', 'slate']],
  ['WATCH', ['看护进食', 'blue']],
  ['ASSIST', ['协助进食', 'amber']],
  ['FEED', ['喂食', 'orange']],
])
export type MealHelpValue = Static<typeof MealHelp.schema>

export const MealPortion = options('MealPortion', '份量', [
  ['SMALL', '小份'],
  ['NORMAL', '正常'],
  ['LARGE', '大份'],
])
export type MealPortionValue = Static<typeof MealPortion.schema>

export const ChosenBy = options('ChosenBy', '选餐途径', [
  ['WARD', '护理员代选'],
  ['FAMILY', '家属选择'],
])
export type ChosenByValue = Static<typeof ChosenBy.schema>

export const MEAL_NEEDS = {
  /** See who eats what, and how it was eaten. */
  list: 'nursing:meal:list',
  /** Choose, stop, restore, extra portions. */
  order: 'nursing:meal:order',
  /** Hand out, and write down what was left. */
  serve: 'nursing:meal:serve',
  /** What an elder may eat. */
  diet: 'nursing:meal:diet',
  /** The kitchen: counts, cards, samples, shopping. */
  kitchen: 'nursing:meal:kitchen',
  /** Statistics. */
  figures: 'nursing:meal:figures',
  setting: 'nursing:meal:setting',
} as const
/** What meals cost and bring in: for who reads fees, prices the dishes or the meals of guests. Nurses serve and see no amounts. */
export const SEE_MEAL_MONEY = `${READ_FEES}|${DISH_NEEDS.edit}|${MEAL_NEEDS.setting}`
export const READ_MEALS = `${MEAL_NEEDS.list}|${MEAL_NEEDS.order}|${MEAL_NEEDS.serve}|${MEAL_NEEDS.kitchen}`
