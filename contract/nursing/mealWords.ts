// What meals, elders and dishes are told by: the meals of a day, diet forms, therapy diets, allergens, and what somebody does
// not eat. Numbers of forms, diets and restraints are those of the dictionary `dietaryRestriction` (1-…, 2-…, 3-…), which an
// elder's archive is filled from.
import { options } from '#contract/kit/options'
import { list, type Static } from '#contract/kit/schema'

export const MealTime = options('MealTime', '餐次', [
  [1, 'breakfast', '早餐'],
  [2, 'morning', '早点'],
  [3, 'lunch', '午餐'],
  [4, 'afternoon', '午点'],
  [5, 'supper', '晚餐'],
  [6, 'night', '夜宵'],
])
export type MealTimeValue = Static<typeof MealTime.schema>
/** The others are a bite in between: nobody is warned about them. */
export const MAIN_MEALS: readonly MealTimeValue[] = [MealTime.is.breakfast, MealTime.is.lunch, MealTime.is.supper]

/** 饮食形态; an elder has one, a dish suits some. */
export const MealTexture = options('MealTexture', '饮食形态', [
  [1, 'normal', ['普食', 'slate']],
  [2, 'soft', ['软食', 'blue']],
  [3, 'semi', ['半流质', 'teal']],
  [4, 'liquid', ['流质', 'purple']],
  [5, 'paste', ['糊状（匀浆）', 'amber']],
  [6, 'tube', ['鼻饲', 'orange']],
])
export type MealTextureValue = Static<typeof MealTexture.schema>

/** 治疗饮食 */
export const DietTherapy = options('DietTherapy', '治疗饮食', [
  [1, 'lowSalt', '低盐'],
  [2, 'lowFat', '低脂'],
  [3, 'lowSugar', '低糖'],
  [4, 'lowPurine', '低嘌呤'],
  [5, 'lowProtein', '低蛋白'],
  [6, 'goodProtein', '优质蛋白'],
  [7, 'highFibre', '高纤维'],
  [8, 'lowPotassium', '低钾'],
  [9, 'highProtein', '高蛋白'],
])
export type DietTherapyValue = Static<typeof DietTherapy.schema>

/** 忌口 */
export const MealTaboo = options('MealTaboo', '忌口', [
  [1, 'beef', '忌牛羊肉'],
  [2, 'pork', '忌猪肉（清真）'],
  [3, 'meat', '素食'],
  [4, 'seafood', '忌海鲜'],
  [5, 'spicy', '忌辛辣'],
  [6, 'raw', '忌生冷'],
  [7, 'milk', '忌乳制品'],
  [8, 'nuts', '忌坚果'],
  [9, 'egg', '忌蛋类'],
])
export type MealTabooValue = Static<typeof MealTaboo.schema>

/** The eight groups of the food-label standard. */
export const Allergen = options('Allergen', '过敏原', [
  ['G', '麸质谷物'],
  ['C', '甲壳类'],
  ['F', '鱼类'],
  ['E', '蛋类'],
  ['P', '花生'],
  ['S', '大豆'],
  ['M', '乳类'],
  ['N', '坚果'],
])
export type AllergenValue = Static<typeof Allergen.schema>

/** One character for a square beside the name of a dish. */
export const allergenMark: Readonly<Record<AllergenValue, string>> = {
  G: '麦',
  C: '虾',
  F: '鱼',
  E: '蛋',
  P: '花',
  S: '豆',
  M: '奶',
  N: '坚',
}

/** What else is in a dish that somebody may not eat; the rest follows from its allergens. */
export const DishContent = options('DishContent', '含有', [
  ['pork', '猪肉'],
  ['beef', '牛羊肉'],
  ['poultry', '禽肉'],
  ['spicy', '辛辣'],
  ['raw', '生冷'],
])
export type DishContentValue = Static<typeof DishContent.schema>

/** Which restraints a dish goes against, by an allergen or by a content of it. Vegetarians take eggs and milk. */
export const tabooCauses: Readonly<
  Record<MealTabooValue, { allergens: readonly AllergenValue[]; contents: readonly DishContentValue[] }>
> = {
  [MealTaboo.is.beef]: { allergens: [], contents: ['beef'] },
  [MealTaboo.is.pork]: { allergens: [], contents: ['pork'] },
  [MealTaboo.is.meat]: { allergens: ['C', 'F'], contents: ['pork', 'beef', 'poultry'] },
  [MealTaboo.is.seafood]: { allergens: ['C', 'F'], contents: [] },
  [MealTaboo.is.spicy]: { allergens: [], contents: ['spicy'] },
  [MealTaboo.is.raw]: { allergens: [], contents: ['raw'] },
  [MealTaboo.is.milk]: { allergens: ['M'], contents: [] },
  [MealTaboo.is.nuts]: { allergens: ['P', 'N'], contents: [] },
  [MealTaboo.is.egg]: { allergens: ['E'], contents: [] },
}

/** What the dictionary `allergy` says of food: 海鲜. */
export const FOOD_ALLERGIES: Readonly<Record<string, readonly AllergenValue[]>> = { '7': ['C', 'F'] }

export const Allergens = list(Allergen.schema, 8)
export const Textures = list(MealTexture.schema, 6)
export const Therapies = list(DietTherapy.schema, 9)
export const Taboos = list(MealTaboo.schema, 9)
