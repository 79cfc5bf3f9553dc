// Dishes put into a week, moved, changed and taken out.
import type { InputOf } from '#contract/kit/call'
import { invalid, notFound } from '#contract/kit/refusal'
import type { DishPlanItemData, dishPlan } from '#contract/nursing/dishPlan'
import { DishPlanState } from '#contract/nursing/dishPlanWords'
import { MealTexture, type MealTextureValue, type MealTimeValue } from '#contract/nursing/mealWords'
import type { Caller, Tx } from '#server/kit/caller'
import { refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { changing, holdPlan, mealName, requireConfirmed, requireDay, touchPlan } from './planHold.ts'
import { menuChanged } from './published.ts'
import { itemData, loadWeek, noItem } from './weekRead.ts'
import { type DishRow, dishById, itemById, type PlanRow } from './weekRows.ts'

type Calls = (typeof dishPlan)['calls']
interface At {
  day: string
  meal: MealTimeValue
}

export async function requireDish(tx: Tx, dishId: string): Promise<DishRow> {
  // Held, so that it is not removed meanwhile.
  await tx.client.query('select 1 from dish where org_id = $1 and dish_id = $2 for key share', [tx.orgId, dishId])
  const dish = await dishById(tx.client, tx.orgId, dishId)
  if (!dish) throw notFound('这道菜')
  if (!dish.enabled) throw invalid(`“${dish.dishName}”已停用，请换一道菜，或先在“菜品管理”里启用`, 'dishId')
  return dish
}

/** What is asked for, if the dish suits it; everything it suits where nothing is said. */
export function texturesFor(dish: DishRow, asked: readonly MealTextureValue[] | null | undefined): MealTextureValue[] {
  if (!asked) return [...dish.textures]
  if (asked.length === 0) throw invalid('请至少选一种饮食形态', 'textures')
  const not = asked.filter((one) => !dish.textures.includes(one))
  if (not.length > 0) {
    throw invalid(`“${dish.dishName}”不适合${not.map((one) => MealTexture.label(one)).join('、')}`, 'textures')
  }
  return [...new Set(asked)].toSorted((a, b) => a - b)
}

const MEAL = `select item_id as id from dish_plan_item where org_id = $1 and plan_id = $2 and day = $3 and meal = $4 order by sort, item_id`
const SORT = `update dish_plan_item t set sort = o.n from unnest($2::text[]) with ordinality as o(id, n)
where t.org_id = $1 and t.item_id = o.id and t.sort <> o.n`

/** An item at its place in a meal, counted from 0; the others keep their order. */
export async function placeItem(tx: Tx, planId: string, { day, meal }: At, itemId: string, place?: number | null) {
  const found = await tx.client.query<{ id: string }>(MEAL, [tx.orgId, planId, day, meal])
  const others = found.rows.map((one) => one.id).filter((id) => id !== itemId)
  const at = Math.min(place ?? others.length, others.length)
  await tx.client.query(SORT, [tx.orgId, [...others.slice(0, at), itemId, ...others.slice(at)]])
}

export const ADD_ITEM = `insert into dish_plan_item (org_id, item_id, plan_id, day, meal, dish_id, textures, choice, sort)
values ($1, $2, $3, $4, $5, $6, $7::smallint[], $8, $9)`

async function refuseTwice(tx: Tx, { day, meal }: At, dish: Pick<DishRow, 'dishId' | 'dishName'>): Promise<void> {
  const found = await tx.client.query(
    'select 1 from dish_plan_item where org_id = $1 and day = $2 and meal = $3 and dish_id = $4',
    [tx.orgId, day, meal, dish.dishId],
  )
  if (found.rowCount) throw invalid(`${mealName(day, meal)}已经有“${dish.dishName}”`, 'dishId')
}

/**
 * Into a week that is published nothing comes in that somebody must not eat: they get none of it, which is to be confirmed,
 * or the kitchen decides otherwise afterwards.
 */
async function settleInPublished(
  tx: Tx,
  who: Caller,
  plan: PlanRow,
  itemId: string,
  confirmed: string | null | undefined,
): Promise<void> {
  if (plan.state !== DishPlanState.is.PUBLISHED) return
  const week = await loadWeek(tx.client, who, plan.weekStart, plan)
  const item = week.items.find((one) => one.itemId === itemId)!
  const open = week.conflicts.judge(item).people.filter((one) => one.openWhy !== null)
  if (open.length === 0) return
  const named = open.filter((one) => one.elder.seen).map((one) => one.elder.oldmanName)
  const hidden = open.length - named.length
  const people = [named.join('、'), hidden > 0 && `其他部门 ${hidden} 位`].filter(Boolean).join('和')
  requireConfirmed(
    `“${item.dishName}”与 ${open.length} 位老人的饮食冲突（${people}），菜谱已发布，对他们将不配这道菜`,
    confirmed,
  )
  await tx.client.query(
    `insert into dish_plan_answer (org_id, item_id, oldman_id, kind, reason, user_id, user_name)
     select $1, $2, o, 'SKIP', '调整已发布的菜谱', $4, $5 from unnest($3::text[]) o
     on conflict (org_id, item_id, oldman_id) do update set kind = 'SKIP', dish_id = null, reason = excluded.reason, covers = '{}',
       user_id = excluded.user_id, user_name = excluded.user_name, at = now()`,
    [tx.orgId, itemId, open.map((one) => one.elder.oldmanId), who.userId, tx.by.name],
  )
}

/** As it stands after the act, with the conflicts that the caller sees. */
export async function itemAfter(tx: Tx, who: Caller, plan: PlanRow, itemId: string): Promise<DishPlanItemData> {
  const week = await loadWeek(tx.client, who, plan.weekStart, plan)
  const item = week.items.find((one) => one.itemId === itemId)!
  return itemData(
    item,
    week.conflicts.judge(item).people.filter((one) => one.elder.seen),
  )
}

/** The week of an item, held, and the item as it is then. */
export async function holdItem(tx: Tx, who: Caller, itemId: string, version?: number | null) {
  const known = await itemById(tx.client, who.orgId, itemId)
  if (!known) throw noItem()
  const plan = await holdPlan(tx, who, known.planId, changing)
  const item = await itemById(tx.client, who.orgId, itemId)
  // Somebody took it out while this waited.
  if (!item) throw noItem()
  await refuseStale(tx, plan.planId, version, item.version)
  return { plan, item }
}

export async function addItem(tx: Tx, who: Caller, body: InputOf<Calls['add']>): Promise<DishPlanItemData> {
  const plan = await holdPlan(tx, who, body.planId, changing)
  requireDay(plan, body.day)
  const dish = await requireDish(tx, body.dishId)
  await refuseTwice(tx, body, dish)
  const itemId = newId()
  const textures = texturesFor(dish, body.textures)
  await tx.client.query(ADD_ITEM, [
    tx.orgId,
    itemId,
    plan.planId,
    body.day,
    body.meal,
    dish.dishId,
    textures,
    body.choice ?? null,
    1_000,
  ])
  await placeItem(tx, plan.planId, body, itemId, body.place)
  await settleInPublished(tx, who, plan, itemId, body.confirmed)
  await touchPlan(tx, plan, `${mealName(body.day, body.meal)}排入“${dish.dishName}”`, [itemId])
  await menuChanged(tx, plan, [body.day])
  return itemAfter(tx, who, plan, itemId)
}

const MOVE = `update dish_plan_item set day = $3, meal = $4, sort = 1000, choice = null, version = version + 1 where org_id = $1 and item_id = $2`

export async function moveItem(tx: Tx, who: Caller, body: InputOf<Calls['move']>): Promise<DishPlanItemData> {
  const { plan, item } = await holdItem(tx, who, body.itemId, body.version)
  requireDay(plan, body.day)
  const same = item.day === body.day && item.meal === body.meal
  const [from, to] = [mealName(item.day, item.meal), mealName(body.day, body.meal)]
  if (body.copy) {
    await refuseTwice(tx, body, item)
    const dish = await requireDish(tx, item.dishId)
    const itemId = newId()
    const textures = item.textures.filter((one) => dish.textures.includes(one))
    await tx.client.query(ADD_ITEM, [
      tx.orgId,
      itemId,
      plan.planId,
      body.day,
      body.meal,
      dish.dishId,
      textures,
      null,
      1_000,
    ])
    await placeItem(tx, plan.planId, body, itemId, body.place)
    await settleInPublished(tx, who, plan, itemId, body.confirmed)
    await touchPlan(tx, plan, `“${item.dishName}”从${from}复制到${to}`, [itemId])
    await menuChanged(tx, plan, [body.day])
    return itemAfter(tx, who, plan, itemId)
  }
  requireDay(plan, item.day)
  if (!same) {
    await refuseTwice(tx, body, item)
    await tx.client.query(MOVE, [tx.orgId, item.itemId, body.day, body.meal])
  }
  await placeItem(tx, plan.planId, body, item.itemId, body.place)
  await settleInPublished(tx, who, plan, item.itemId, body.confirmed)
  await touchPlan(tx, plan, same ? `${to}的“${item.dishName}”换了次序` : `“${item.dishName}”从${from}移到${to}`, [
    item.itemId,
  ])
  await menuChanged(tx, plan, [item.day, body.day])
  return itemAfter(tx, who, plan, item.itemId)
}

const CHANGE = `update dish_plan_item set dish_id = $3, textures = $4::smallint[], choice = $5, version = version + 1
where org_id = $1 and item_id = $2`

export async function changeItem(tx: Tx, who: Caller, body: InputOf<Calls['change']>): Promise<DishPlanItemData> {
  const { plan, item } = await holdItem(tx, who, body.itemId, body.version)
  requireDay(plan, item.day)
  const other = body.dishId && body.dishId !== item.dishId ? body.dishId : null
  const dish: DishRow = other ? await requireDish(tx, other) : { ...item, textures: item.suits }
  if (other) await refuseTwice(tx, item, dish)
  const textures = body.textures || other ? texturesFor(dish, body.textures) : item.textures
  const choice = body.choice === undefined || body.choice === null ? item.choice : body.choice || null
  await tx.client.query(CHANGE, [tx.orgId, item.itemId, dish.dishId, textures, choice])
  // What was decided was about the other dish.
  if (other)
    await tx.client.query('delete from dish_plan_answer where org_id = $1 and item_id = $2', [tx.orgId, item.itemId])
  await settleInPublished(tx, who, plan, item.itemId, body.confirmed)
  const at = mealName(item.day, item.meal)
  const told = other
    ? `${at}的“${item.dishName}”整道换成“${dish.dishName}”`
    : `${at}的“${item.dishName}”改为供应${textures.map((one) => MealTexture.label(one)).join('、')}${choice ? `，选择组 ${choice}` : ''}`
  await touchPlan(tx, plan, told, [item.itemId])
  await menuChanged(tx, plan, [item.day])
  return itemAfter(tx, who, plan, item.itemId)
}

export async function removeItem(tx: Tx, who: Caller, itemId: string): Promise<void> {
  const { plan, item } = await holdItem(tx, who, itemId)
  requireDay(plan, item.day)
  await tx.client.query('delete from dish_plan_item where org_id = $1 and item_id = $2', [tx.orgId, itemId])
  await touchPlan(tx, plan, `${mealName(item.day, item.meal)}撤下“${item.dishName}”`)
  await menuChanged(tx, plan, [item.day])
}
