// Meals that tests of the whole product need: days with published dishes that everybody has ordered of.
import { DAY_MS } from '#contract/kit/clock'
import { mondayOf } from '#contract/nursing/dishWeek'
import { MealTime, type MealTimeValue } from '#contract/nursing/mealWords'
import { bringMealsInLine, orderedDays } from '#server/areas/nursing/mealOrder/mealInLine'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'

type Product = Pick<TestApp, 'app'>

const CATEGORY = 'insert into dish_category (org_id, category_id, category_name) values ($1, $2::text, $2::text)'
const DISH = `insert into dish (org_id, dish_id, category_id, dish_name, allergens, textures) values ($1, $2::text, $3, $2::text, $4, '{1,2,3,4,5,6}')`
const PLAN = `insert into dish_plan (org_id, plan_id, week_start, state, submitted_at, published_at) values ($1, $2, $3, 'PUBLISHED', now(), now())
on conflict (org_id, week_start) do update set state = 'PUBLISHED', submitted_at = coalesce(dish_plan.submitted_at, now()),
  published_at = coalesce(dish_plan.published_at, now()) returning plan_id as "planId"`
const EMPTY = 'delete from dish_plan_item where org_id = $1 and day = $2 and meal = $3'
const ITEM = `insert into dish_plan_item (org_id, item_id, plan_id, day, meal, dish_id, textures, choice, sort)
values ($1, $2, $3, $4, $5, $6, '{1,2,3,4,5,6}', $7, $8)`

/** Dishes that suit everybody, each with these allergens. */
async function newDishes(
  product: Product,
  orgId: string,
  allergens: readonly (readonly string[])[],
): Promise<string[]> {
  const { pool } = product.app
  const categoryId = newId()
  await pool.query(CATEGORY, [orgId, categoryId])
  const ids = allergens.map(() => newId())
  for (const [at, dishId] of ids.entries()) await pool.query(DISH, [orgId, dishId, categoryId, allergens[at]])
  return ids
}

/** Nothing but these dishes at a meal of a published week; more than one are a choice. */
async function serveAt(
  product: Product,
  orgId: string,
  at: { day: string; meal: MealTimeValue; dishIds: readonly string[] },
): Promise<void> {
  const { day, meal, dishIds } = at
  const { pool } = product.app
  const found = await pool.query<{ planId: string }>(PLAN, [orgId, newId(), mondayOf(day)])
  await pool.query(EMPTY, [orgId, day, meal])
  for (const [sort, dishId] of dishIds.entries()) {
    const choice = dishIds.length > 1 ? 1 : null
    await pool.query(ITEM, [orgId, newId(), found.rows[0]!.planId, day, meal, dishId, choice, sort])
  }
}

interface Followed {
  orgId?: string
  oldmanIds?: readonly string[] | null
  /** So that a meal can be closed or begun. */
  now?: number
}

/** Within a transaction, as moves and publishing do it; of all days that are published unless told. */
export async function followMeals(
  product: Product,
  days: readonly string[] | null,
  { orgId = DEMO_ORG, oldmanIds = null, now = Date.now() }: Followed = {},
): Promise<number> {
  const client = await product.app.pool.connect()
  try {
    await client.query('begin')
    const asked = days ?? (await orderedDays(client, orgId))
    const changed = await bringMealsInLine(client, orgId, { days: asked, oldmanIds, now })
    await client.query('commit')
    return changed
  } finally {
    client.release()
  }
}

interface OfferedMeal {
  day: string
  meal: MealTimeValue
  choice: number
  /** The first is what the menu gives; the last has shrimps in it. */
  dishIds: readonly [string, string, string]
}

/** Nothing at this meal but a choice of three dishes, published and ordered, in the demo house. */
export async function offerChoice(
  product: Product,
  day: string,
  meal: MealTimeValue = MealTime.is.lunch,
): Promise<OfferedMeal> {
  const [first, second, shrimps] = await newDishes(product, DEMO_ORG, [[], [], ['C']])
  const dishIds = [first!, second!, shrimps!] as const
  await serveAt(product, DEMO_ORG, { day, meal, dishIds })
  await followMeals(product, [day])
  return { day, meal, choice: 1, dishIds }
}

/** One dish at every one of these meals, published and ordered a day ago, when all of them were open, unless told. */
export async function publishMeals(
  product: Product,
  orgId: string,
  days: readonly string[],
  meals: readonly MealTimeValue[],
  now = Date.now() - DAY_MS,
): Promise<void> {
  const dishIds = await newDishes(product, orgId, [[]])
  for (const day of days) for (const meal of meals) await serveAt(product, orgId, { day, meal, dishIds })
  await followMeals(product, days, { orgId, now })
}
