// What an elder is served at a meal: pure, over the menu, what is known of the elder, what was decided about conflicts and what
// was chosen. Nothing that conflicts is served unless somebody decided so; elders who are alike are reckoned once.
import {
  conflictOf,
  type DishFacts,
  type Eater,
  type GivenAnswer,
  isServed,
  stillOpen,
} from '#contract/nursing/dishConflict'
import type { MealTextureValue } from '#contract/nursing/mealWords'
import { grouped } from './grouped.ts'

/** A dish of a meal, in the order of the menu. */
export interface MenuItem extends DishFacts {
  itemId: string
  dishId: string
  textures: readonly MealTextureValue[]
  choice: number | null
}

export interface MenuAnswer extends GivenAnswer {
  dishId: string | null
}

export interface Served {
  dishIds: string[]
  /** Something of the menu is swapped or left out. */
  swapped: boolean
}

export interface MenuPerson extends Pick<Eater, 'texture' | 'therapies' | 'allergens' | 'taboos'> {
  answers: ReadonlyMap<string, MenuAnswer>
  /** Choice → dish. */
  chosen: ReadonlyMap<number, string>
}

/** Of a choice: what was chosen if it may be served, else the first that is good for them, else the first. */
function offeredOf(items: readonly MenuItem[], person: MenuPerson): MenuItem[] {
  const groups = grouped(
    items.filter((one) => one.choice !== null),
    (one) => one.choice,
  )
  const taken = new Set<MenuItem>()
  for (const [choice, offered] of groups) {
    const good = offered.filter((one) => conflictOf(one, person).length === 0)
    const wanted = person.chosen.get(choice!)
    const one = good.find((dish) => dish.dishId === wanted) ?? good[0] ?? offered[0]
    if (one) taken.add(one)
  }
  return items.filter((one) => one.choice === null || taken.has(one))
}

export function servedTo(menu: readonly MenuItem[], person: MenuPerson): Served {
  const dishIds: string[] = []
  let swapped = false
  for (const one of offeredOf(
    menu.filter((item) => isServed(item.textures, person)),
    person,
  )) {
    const reasons = conflictOf(one, person)
    const answer = person.answers.get(one.itemId) ?? null
    if (reasons.length === 0) {
      dishIds.push(one.dishId)
      continue
    }
    if (answer?.kind === 'ACK' && stillOpen(reasons, person, answer) === null) {
      dishIds.push(one.dishId)
      continue
    }
    swapped = true
    if (answer?.kind === 'SWAP' && answer.dishId && stillOpen(reasons, person, answer) === null) {
      dishIds.push(answer.dishId)
    }
  }
  return { dishIds: [...new Set(dishIds)], swapped }
}

const NO_ANSWERS: ReadonlyMap<string, MenuAnswer> = new Map()
const NO_CHOICES: ReadonlyMap<number, string> = new Map()

/** The same for many: who has no answer and no choice of this meal is served what everybody alike is. */
export function menuFor(menu: readonly MenuItem[]) {
  const known = new Map<string, Served>()
  return (
    person: Pick<Eater, 'texture' | 'therapies' | 'allergens' | 'taboos'>,
    answers: ReadonlyMap<string, MenuAnswer> = NO_ANSWERS,
    chosen: ReadonlyMap<number, string> = NO_CHOICES,
  ): Served => {
    if (answers.size > 0 || chosen.size > 0) return servedTo(menu, { ...person, answers, chosen })
    const key = `${person.texture}|${person.therapies}|${person.allergens}|${person.taboos}`
    const found = known.get(key) ?? servedTo(menu, { ...person, answers, chosen })
    known.set(key, found)
    return found
  }
}
