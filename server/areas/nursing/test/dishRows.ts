// Dishes and weeks that tests of the whole product need, each of its own.
import { MealTime } from '#contract/nursing/mealWords'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'

export async function rowDishCategory(product: TestApp): Promise<{ categoryId: string }> {
  const categoryId = newId()
  await product.app.pool.query(
    'insert into dish_category (org_id, category_id, category_name) values ($1, $2::text, $2::text)',
    [DEMO_ORG, categoryId],
  )
  return { categoryId }
}

/** Suits everybody; shrimps in it unless told. */
export async function rowDish(product: TestApp, allergens: readonly string[] = ['C']) {
  const { categoryId } = await rowDishCategory(product)
  const dishId = newId()
  await product.app.pool.query(
    `insert into dish (org_id, dish_id, category_id, dish_name, allergens, textures) values ($1, $2::text, $3, $2::text, $4, '{1,2,3,4,5,6}')`,
    [DEMO_ORG, dishId, categoryId, allergens],
  )
  return { dishId, categoryId }
}

const PLAN = `insert into dish_plan (org_id, plan_id, week_start)
select $1::varchar, $2, date_trunc('week', greatest(max(week_start), current_date + 140))::date + 7 from dish_plan where org_id = $1::varchar
returning to_char(week_start, 'YYYY-MM-DD') as day`
const ITEM = `insert into dish_plan_item (org_id, item_id, plan_id, day, meal, dish_id, textures) values ($1, $2, $3, $4, $5, $6, '{1,2,3,4,5,6}')`
const SUBMIT = `update dish_plan set state = 'SUBMITTED', submitted_at = now() where org_id = $1 and plan_id = $2`
const ALLERGIC = `update oldman set allergies = '["7"]' where org_id = $1::varchar and oldman_id = (select oldman_id from oldman
  where org_id = $1::varchar and status = 1 and archive_no <> oldman_id order by md5(oldman_id || $2::text) limit 1) returning oldman_id as "oldmanId"`

/** A week far ahead with one dish, somebody who is allergic to it, and another dish that is not in it. */
export async function rowDishWeek(product: TestApp, { submitted = false } = {}) {
  const planId = newId()
  const itemId = newId()
  const shrimp = await rowDish(product)
  const other = await rowDish(product, [])
  const query = async <T extends object>(text: string, values: unknown[]) =>
    (await product.app.pool.query<T>(text, values)).rows[0]!
  const { day } = await query<{ day: string }>(PLAN, [DEMO_ORG, planId])
  await query(ITEM, [DEMO_ORG, itemId, planId, day, MealTime.is.lunch, shrimp.dishId])
  const { oldmanId } = await query<{ oldmanId: string }>(ALLERGIC, [DEMO_ORG, planId])
  if (submitted) await query(SUBMIT, [DEMO_ORG, planId])
  return { planId, itemId, day, meal: MealTime.is.lunch, dishId: shrimp.dishId, otherId: other.dishId, oldmanId }
}
