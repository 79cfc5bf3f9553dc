// One dish of a week: whom it conflicts with, by name, what could be served instead, and where it may go.
import type { InputOf } from '#contract/kit/call'
import { dayText } from '#contract/kit/clock'
import { invalid } from '#contract/kit/refusal'
import { conflictOf } from '#contract/nursing/dishConflict'
import type {
  DishItemDetailData,
  DishPersonData,
  DishPlaceData,
  DishSwapData,
  dishPlan,
} from '#contract/nursing/dishPlan'
import { ConflictKind, dishPlanMoves } from '#contract/nursing/dishPlanWords'
import { weekDays } from '#contract/nursing/dishWeek'
import { MealTime } from '#contract/nursing/mealWords'
import type { Caller } from '#server/kit/caller'
import type { Concerned } from './conflicts.ts'
import { itemData, loadWeek, noItem, noPlan, type WholeWeek } from './weekRead.ts'
import { type Db, dishById, enabledDishes, type ItemRow, itemById, planById } from './weekRows.ts'

type Calls = (typeof dishPlan)['calls']
/** So many are proposed. */
const PROPOSED = 6

const allergic = ({ reasons }: Pick<Concerned, 'reasons'>) =>
  reasons.some((one) => one.kind === ConflictKind.is.ALLERGY)

const personData = (week: WholeWeek, { elder, reasons, answer, openWhy }: Concerned): DishPersonData => ({
  oldmanId: elder.oldmanId,
  oldmanName: elder.oldmanName,
  photo: elder.photo,
  bedPath: elder.bedPath,
  reasons: reasons.map(({ kind, word }) => ({ kind, word })),
  mayAcknowledge: week.setting.mayAcknowledge && !allergic({ reasons }),
  answer: answer?.kind ?? null,
  withDish: answer?.dishName ?? null,
  reason: answer?.reason ?? null,
  answeredName: answer?.userName ?? null,
  answeredAt: answer?.at ?? null,
  open: openWhy !== null,
  openWhy: answer ? openWhy : null,
})

/** Allergies first, then what is open, then as they lie in the house. */
const byUrgency = (a: Concerned, b: Concerned) =>
  Number(b.openWhy !== null) - Number(a.openWhy !== null) || Number(allergic(b)) - Number(allergic(a))

/** Dishes of the same kind that nobody concerned must not eat, first those that the kitchen cooks on that day anyhow. */
async function swapsFor(
  db: Db,
  orgId: string,
  week: WholeWeek,
  item: ItemRow,
  people: readonly Concerned[],
): Promise<DishSwapData[]> {
  const asking = people.filter((one) => one.openWhy !== null)
  const concerned = asking.length > 0 ? asking : people
  if (concerned.length === 0) return []
  const sameDay = new Map<string, string>()
  const sameMeal = new Set<string>()
  for (const one of week.items) {
    if (one.day !== item.day) continue
    if (one.meal === item.meal) sameMeal.add(one.dishId)
    else sameDay.set(one.dishId, `同日${MealTime.label(one.meal)}已有`)
  }
  const dishes = await enabledDishes(db, orgId)
  return dishes
    .filter((dish) => dish.categoryId === item.categoryId && !sameMeal.has(dish.dishId))
    .map((dish) => ({
      dishId: dish.dishId,
      dishName: dish.dishName,
      conflicts: concerned.filter(
        ({ elder }) => !dish.textures.includes(elder.texture) || conflictOf(dish, elder).length > 0,
      ).length,
      note: sameDay.get(dish.dishId) ?? null,
    }))
    .toSorted((a, b) => a.conflicts - b.conflicts || Number(b.note !== null) - Number(a.note !== null))
    .slice(0, PROPOSED)
}

export async function itemDetail(
  db: Db,
  who: Caller,
  itemId: string,
  building: string | null = null,
): Promise<DishItemDetailData> {
  const item = await itemById(db, who.orgId, itemId)
  const plan = item && (await planById(db, who.orgId, item.planId))
  if (!item || !plan) throw noItem()
  const week = await loadWeek(db, who, plan.weekStart, plan)
  const { eaters, people } = week.conflicts.judge(item)
  const shown = people.filter(
    ({ elder }) => elder.seen && (!building || (elder.bedPath?.startsWith(`${building}>`) ?? false)),
  )
  return {
    item: itemData(item, shown),
    eaters,
    people: shown.toSorted(byUrgency).map((one) => personData(week, one)),
    swaps: await swapsFor(db, who.orgId, week, item, shown),
    can: item.day < dayText() ? [] : dishPlanMoves.can(plan.state, (needs) => who.may(needs)),
  }
}

/** Whether a dish may go to each meal of the week, and whom it would conflict with there. */
export async function placesOf(who: Caller, query: InputOf<Calls['places']>): Promise<DishPlaceData[]> {
  const db = who.app.pool
  const plan = await planById(db, who.orgId, query.planId)
  if (!plan) throw noPlan()
  const moved = query.itemId ? await itemById(db, who.orgId, query.itemId) : null
  if (query.itemId && !moved) throw noItem()
  const dishId = moved?.dishId ?? query.dishId
  if (!dishId) throw invalid('请说明是哪道菜', 'dishId')
  const dish = await dishById(db, who.orgId, dishId)
  if (!dish) throw noItem()
  const week = await loadWeek(db, who, plan.weekStart, plan)
  const textures = moved?.textures ?? dish.textures
  const today = dayText()
  const taken = new Set(week.items.flatMap((one) => (one.dishId === dishId ? `${one.day} ${one.meal}` : [])))
  const why = (day: string, meal: (typeof MealTime.list)[number]['value'], served: boolean) => {
    if (day < today) return '这一天已经过去'
    if (moved && moved.day === day && moved.meal === meal) return null
    if (taken.has(`${day} ${meal}`)) return '这一餐已经有这道菜'
    return served ? null : '本院不供应这一餐'
  }
  return weekDays(plan.weekStart).flatMap((day) =>
    week.setting.meals.map(({ meal, served }) => ({
      day,
      meal,
      conflicts: week.conflicts.againstMeal(dishId, dish, { day, meal, textures }).filter(({ elder }) => elder.seen)
        .length,
      why: why(day, meal, served),
    })),
  )
}
