// The conflicts of a week: its dishes over everybody who eats them. Every pair of dish and elder is judged once by the rule of
// the contract, whatever meals the dish stands in.
import {
  type ConflictReason,
  conflictOf,
  type DishFacts,
  isServed,
  mealKey,
  stillOpen,
} from '#contract/nursing/dishConflict'
import type { DishSettingData, MealHoursData } from '#contract/nursing/dishSetting'
import type { MealTimeValue } from '#contract/nursing/mealWords'
import { type EatingElder, eatsAt } from './eaters.ts'
import type { AnswerRow, ItemRow } from './weekRows.ts'

export interface Concerned {
  elder: EatingElder
  reasons: ConflictReason[]
  answer: AnswerRow | null
  /** Why it waits for a decision; null: it is decided. */
  openWhy: string | null
}

export interface Judged {
  /** How many eat it. */
  eaters: number
  people: Concerned[]
}

type Restrained = Pick<DishFacts, 'allergens' | 'taboos'> & { therapies?: readonly number[]; unfit?: readonly number[] }

/** One bit for each thing that may stand in the way: most pairs of dish and elder share none. */
function maskOf(of: Restrained): number {
  let mask = 0
  for (const one of of.allergens) mask |= 1 << 'GCFEPSMN'.indexOf(one)
  for (const one of of.taboos) mask |= 1 << (7 + one)
  for (const one of of.therapies ?? of.unfit ?? []) mask |= 1 << (16 + one)
  return mask
}

const groupKey = ({ day, meal, choice }: Pick<ItemRow, 'day' | 'meal' | 'choice'>) => `${mealKey(day, meal)} ${choice}`

export class WeekConflicts {
  private readonly masks: readonly (readonly [EatingElder, number])[]
  private readonly byDish = new Map<string, { elder: EatingElder; reasons: ConflictReason[] }[]>()
  private readonly present = new Map<string, ReadonlySet<EatingElder>>()
  private readonly answers = new Map<string, AnswerRow>()
  /** Dishes among which somebody chooses, in their order. */
  private readonly groups = new Map<string, ItemRow[]>()
  private readonly clocks: ReadonlyMap<MealTimeValue, string>

  constructor(
    readonly elders: readonly EatingElder[],
    private readonly setting: Pick<DishSettingData, 'mayAcknowledge'> & { meals: readonly MealHoursData[] },
    answers: readonly AnswerRow[],
    items: readonly ItemRow[],
  ) {
    for (const one of items) {
      if (one.choice === null) continue
      const key = groupKey(one)
      this.groups.set(key, [...(this.groups.get(key) ?? []), one])
    }
    this.masks = elders.map((one) => [one, maskOf(one)] as const).filter(([, mask]) => mask !== 0)
    this.clocks = new Map(setting.meals.map((one) => [one.meal, one.clock]))
    for (const one of answers) this.answers.set(`${one.itemId} ${one.oldmanId}`, one)
  }

  /** Who eats a meal of a day at all. */
  eatersOf(day: string, meal: MealTimeValue): ReadonlySet<EatingElder> {
    const key = mealKey(day, meal)
    const known = this.present.get(key)
    if (known) return known
    const moment = `${day} ${this.clocks.get(meal) ?? '12:00'}`
    const found = new Set(this.elders.filter((one) => eatsAt(one, moment)))
    this.present.set(key, found)
    return found
  }

  /** Everybody whom a dish is not for. */
  againstDish(dishId: string, dish: DishFacts): readonly { elder: EatingElder; reasons: ConflictReason[] }[] {
    const known = this.byDish.get(dishId)
    if (known) return known
    const mask = maskOf({ allergens: dish.allergens, taboos: dish.taboos, unfit: dish.unfit })
    const found = this.masks.flatMap(([elder, own]) =>
      (own & mask) === 0 ? [] : [{ elder, reasons: conflictOf(dish, elder) }],
    )
    this.byDish.set(dishId, found)
    return found
  }

  /** A dish in a meal, wherever it may stand. */
  againstMeal(dishId: string, dish: DishFacts, at: Pick<ItemRow, 'day' | 'meal' | 'textures'>) {
    const eating = this.eatersOf(at.day, at.meal)
    return this.againstDish(dishId, dish).filter(({ elder }) => eating.has(elder) && isServed(at.textures, elder))
  }

  /** Of a choice, somebody gets what is good for them; where nothing is, the first of it stands for all. */
  private choosesOther(item: ItemRow, elder: EatingElder): boolean {
    if (item.choice === null) return false
    const offered = (this.groups.get(groupKey(item)) ?? []).filter((one) => isServed(one.textures, elder))
    return offered.some((one) => conflictOf(one, elder).length === 0) || offered[0]?.itemId !== item.itemId
  }

  judge(item: ItemRow): Judged {
    let eaters = 0
    for (const one of this.eatersOf(item.day, item.meal)) if (isServed(item.textures, one)) eaters += 1
    const concerned = this.againstMeal(item.dishId, item, item).filter(({ elder }) => !this.choosesOther(item, elder))
    const people = concerned.map(({ elder, reasons }): Concerned => {
      const answer = this.answers.get(`${item.itemId} ${elder.oldmanId}`) ?? null
      const refused = answer?.kind === 'ACK' && !this.setting.mayAcknowledge
      return {
        elder,
        reasons,
        answer,
        openWhy: refused ? '本院设置不允许照常供应' : stillOpen(reasons, elder, answer),
      }
    })
    return { eaters, people }
  }
}
