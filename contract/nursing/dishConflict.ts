// Whom a dish must not reach, and why: one pure rule over what is in a dish and what is known of somebody.
import { ConflictKind, type ConflictKindValue } from './dishPlanWords.ts'
import {
  Allergen,
  type AllergenValue,
  DietTherapy,
  type DietTherapyValue,
  MealTaboo,
  type MealTabooValue,
  type MealTextureValue,
  type MealTimeValue,
} from './mealWords.ts'

/** What a meal must know of somebody who lives here. */
export interface Eater {
  oldmanId: string
  texture: MealTextureValue
  therapies: readonly DietTherapyValue[]
  allergens: readonly AllergenValue[]
  taboos: readonly MealTabooValue[]
}

/** What somebody who eats must know of a dish. */
export interface DishFacts {
  allergens: readonly AllergenValue[]
  taboos: readonly MealTabooValue[]
  unfit: readonly DietTherapyValue[]
}

export interface ConflictReason {
  kind: ConflictKindValue
  /** AC, T4, D1: what an acknowledgement covers. */
  key: string
  word: string
}

const ALLERGY_WORD: Readonly<Record<AllergenValue, string>> = {
  G: '麸质过敏',
  C: '甲壳类过敏',
  F: '鱼类过敏',
  E: '蛋类过敏',
  P: '花生过敏',
  S: '大豆过敏',
  M: '乳类过敏',
  N: '坚果过敏',
}

/** Nothing: it may be served. */
export function conflictOf(
  dish: DishFacts,
  eater: Pick<Eater, 'therapies' | 'allergens' | 'taboos'>,
): ConflictReason[] {
  const { ALLERGY, TABOO, THERAPY } = ConflictKind.is
  return [
    ...Allergen.list
      .filter((one) => dish.allergens.includes(one.value) && eater.allergens.includes(one.value))
      .map((one) => ({ kind: ALLERGY, key: `A${one.value}`, word: ALLERGY_WORD[one.value] })),
    ...MealTaboo.list
      .filter((one) => dish.taboos.includes(one.value) && eater.taboos.includes(one.value))
      .map((one) => ({ kind: TABOO, key: `T${one.value}`, word: one.label })),
    ...DietTherapy.list
      .filter((one) => dish.unfit.includes(one.value) && eater.therapies.includes(one.value))
      .map((one) => ({ kind: THERAPY, key: `D${one.value}`, word: one.label })),
  ]
}

export interface GivenAnswer {
  kind: 'SWAP' | 'SKIP' | 'ACK'
  covers: readonly string[]
  /** The dish it is swapped for. */
  dish: DishFacts | null
}

/** Why somebody still waits for a decision; null: it is decided, and what was decided does. */
export function stillOpen(
  reasons: readonly ConflictReason[],
  eater: Pick<Eater, 'therapies' | 'allergens' | 'taboos'>,
  answer: GivenAnswer | null,
): string | null {
  if (reasons.length === 0) return null
  if (!answer) return '还没有处理'
  if (answer.kind === 'SKIP') return null
  if (answer.kind === 'SWAP') {
    const again = answer.dish ? conflictOf(answer.dish, eater) : reasons
    return again.length === 0 ? null : `换的菜也有冲突：${again.map((one) => one.word).join('、')}`
  }
  if (reasons.some((one) => one.kind === ConflictKind.is.ALLERGY)) return '过敏不能照常供应'
  const newer = reasons.filter((one) => !answer.covers.includes(one.key))
  return newer.length === 0 ? null : `确认之后又有：${newer.map((one) => one.word).join('、')}`
}

/** A dish of a meal is cooked for these forms; who has another one gets another dish. */
export const isServed = (textures: readonly MealTextureValue[], eater: Pick<Eater, 'texture'>) =>
  textures.includes(eater.texture)

/** A meal of a day, as a key. */
export const mealKey = (day: string, meal: MealTimeValue) => `${day} ${meal}`
