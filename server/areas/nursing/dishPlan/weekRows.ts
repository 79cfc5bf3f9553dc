// A week as it is stored: its plan, its dishes, and what was decided about conflicts.
import type { ClientBase, Pool } from 'pg'
import type { DishFacts } from '#contract/nursing/dishConflict'
import type { DishPlanItemData, DishPlanRowData } from '#contract/nursing/dishPlan'
import type { ConflictAnswerValue, DishPlanStateValue } from '#contract/nursing/dishPlanWords'

export type Db = ClientBase | Pool

const time = (column: string) => `to_char(t.${column}, 'YYYY-MM-DD HH24:MI:SS')`

export const PLAN_COLUMNS = `t.plan_id as "planId", to_char(t.week_start, 'YYYY-MM-DD') as "weekStart",
  to_char(t.week_start + 6, 'YYYY-MM-DD') as "weekEnd", t.state,
  (select count(*)::int from dish_plan_item i where i.org_id = t.org_id and i.plan_id = t.plan_id) as "itemCount",
  t.changed_name as "changedName", ${time('changed_at')} as "changedAt", t.submitted_name as "submittedName",
  ${time('submitted_at')} as "submittedAt", t.opinion, t.published_name as "publishedName", ${time('published_at')} as "publishedAt",
  ${time('created_at')} as "createTime", t.version`

const PLAN = `select ${PLAN_COLUMNS} from dish_plan t where t.org_id = $1`

export interface PlanRow extends DishPlanRowData {
  state: DishPlanStateValue
}

export async function planOfWeek(db: Db, orgId: string, weekStart: string): Promise<PlanRow | null> {
  const found = await db.query<PlanRow>({
    name: 'dish_plan_of_week',
    text: `${PLAN} and t.week_start = $2`,
    values: [orgId, weekStart],
  })
  return found.rows[0] ?? null
}

/** `lock`: until the commit, so that two who change one week come one after the other. */
export async function planById(db: Db, orgId: string, planId: string, lock = false): Promise<PlanRow | null> {
  const values = [orgId, planId]
  // What is counted in it is read once it is held.
  if (lock) {
    await db.query({
      name: 'dish_plan_hold',
      text: 'select 1 from dish_plan where org_id = $1 and plan_id = $2 for no key update',
      values,
    })
  }
  const found = await db.query<PlanRow>({ name: 'dish_plan_by_id', text: `${PLAN} and t.plan_id = $2`, values })
  return found.rows[0] ?? null
}

export interface ItemRow extends Omit<DishPlanItemData, 'open' | 'answered'>, Pick<DishFacts, 'taboos' | 'unfit'> {
  planId: string
  categoryId: string
  energyKcal: number | null
  saltMg: number | null
}

const ITEMS = `select t.item_id as "itemId", t.plan_id as "planId", to_char(t.day, 'YYYY-MM-DD') as day, t.meal, t.dish_id as "dishId",
  d.dish_name as "dishName", d.category_id as "categoryId", c.category_name as "categoryName", d.allergens, d.taboos, d.unfit,
  t.textures, d.textures as suits, t.choice, d.enabled, d.energy_kcal as "energyKcal", d.salt_mg as "saltMg", t.version
from dish_plan_item t join dish d on d.org_id = t.org_id and d.dish_id = t.dish_id
join dish_category c on c.org_id = d.org_id and c.category_id = d.category_id where t.org_id = $1`
const ORDER = 'order by t.day, t.meal, t.sort, t.item_id'

export async function itemsOfPlan(db: Db, orgId: string, planId: string): Promise<ItemRow[]> {
  const found = await db.query<ItemRow>({
    name: 'dish_plan_items',
    text: `${ITEMS} and t.plan_id = $2 ${ORDER}`,
    values: [orgId, planId],
  })
  return found.rows
}

export async function itemById(db: Db, orgId: string, itemId: string): Promise<ItemRow | null> {
  const found = await db.query<ItemRow>({
    name: 'dish_plan_item_one',
    text: `${ITEMS} and t.item_id = $2`,
    values: [orgId, itemId],
  })
  return found.rows[0] ?? null
}

export interface AnswerRow {
  itemId: string
  oldmanId: string
  kind: ConflictAnswerValue
  covers: string[]
  dishId: string | null
  dishName: string | null
  dish: DishFacts | null
  reason: string | null
  userName: string
  at: string
}

const ANSWERS = `select t.item_id as "itemId", t.oldman_id as "oldmanId", t.kind, t.covers, t.dish_id as "dishId", d.dish_name as "dishName",
  case when d.dish_id is null then null else json_build_object('allergens', d.allergens, 'taboos', d.taboos, 'unfit', d.unfit) end as dish,
  t.reason, t.user_name as "userName", to_char(t.at, 'YYYY-MM-DD HH24:MI:SS') as at
from dish_plan_answer t join dish_plan_item i on i.org_id = t.org_id and i.item_id = t.item_id
left join dish d on d.org_id = t.org_id and d.dish_id = t.dish_id where t.org_id = $1 and i.plan_id = $2`

export async function answersOfPlan(db: Db, orgId: string, planId: string): Promise<AnswerRow[]> {
  const found = await db.query<AnswerRow>({ name: 'dish_plan_answers', text: ANSWERS, values: [orgId, planId] })
  return found.rows
}

export interface DishRow extends DishFacts {
  dishId: string
  dishName: string
  categoryId: string
  textures: DishPlanItemData['textures']
  enabled: boolean
}

const DISHES = `select d.dish_id as "dishId", d.dish_name as "dishName", d.category_id as "categoryId", d.allergens, d.taboos, d.unfit,
  d.textures, d.enabled from dish d where d.org_id = $1`

export async function dishById(db: Db, orgId: string, dishId: string): Promise<DishRow | null> {
  const found = await db.query<DishRow>(`${DISHES} and d.dish_id = $2`, [orgId, dishId])
  return found.rows[0] ?? null
}

export async function enabledDishes(db: Db, orgId: string): Promise<DishRow[]> {
  const found = await db.query<DishRow>({
    name: 'dish_enabled',
    text: `${DISHES} and d.enabled order by d.sort, d.dish_id`,
    values: [orgId],
  })
  return found.rows
}
