// What the ward decides about a meal: which dish of a choice, that somebody eats nothing, or eats after all.
import type { InputOf } from '#contract/kit/call'
import { dayText } from '#contract/kit/clock'
import { invalid } from '#contract/kit/refusal'
import { conflictOf } from '#contract/nursing/dishConflict'
import type { mealOrder } from '#contract/nursing/mealOrder'
import { ChosenBy, type ChosenByValue } from '#contract/nursing/mealStates'
import type { MealTimeValue } from '#contract/nursing/mealWords'
import { type EatingElder, eatersOf } from '#server/areas/nursing/dishPlan/eaters'
import type { Caller, Tx } from '#server/kit/caller'
import { mealClockOf, mealSettingOf } from './mealClock.ts'
import { bringMealsInLine } from './mealInLine.ts'
import {
  type HeldOrder,
  holdPeople,
  mealName,
  namesOf,
  ordersOf,
  type Person,
  refuseClosed,
  refuseStarted,
  whyNotEating,
} from './mealPeople.ts'
import { type MenuDish, menuOf } from './mealRead.ts'
import { tellMeals } from './mealTopUp.ts'

type Calls = (typeof mealOrder)['calls']

export interface MealsChanged {
  changed: number
  /** 张三：外出停餐 */
  left: string[]
}

const CHOOSE = `insert into meal_choice (org_id, day, meal, choice, oldman_id, dish_id, via, by_name)
select $1, $2, $3, $4, x, $6, $7, $8 from unnest($5::text[]) x
on conflict (org_id, day, meal, choice, oldman_id) do update set dish_id = excluded.dish_id, via = excluded.via, by_name = excluded.by_name, at = now()`
const UNCHOOSE = `delete from meal_choice where org_id = $1 and day = $2 and meal = $3 and choice = $4 and oldman_id = any($5)`

async function follow(tx: Tx, day: string, oldmanIds: readonly string[]): Promise<void> {
  await bringMealsInLine(tx.client, tx.orgId, { days: [day], oldmanIds })
  tellMeals(tx, [day], oldmanIds)
}

/** Which dish of a choice; none: back to what the menu says. */
export interface Wish {
  day: string
  meal: MealTimeValue
  choice: number
  dishId?: string | null
}

/** Of a choice that is offered and not yet closed. `late` is what somebody can do who comes too late. */
async function dishWished(tx: Tx, { day, meal, choice, dishId }: Wish, late: string): Promise<MenuDish | null> {
  const at = (await mealClockOf(tx.client, tx.orgId)).at(day, meal)
  refuseStarted(at, '选餐')
  refuseClosed(at, `选餐，${late}`)
  const menu = (await menuOf(tx.client, tx.orgId, day, day)).filter((one) => one.meal === meal && one.choice === choice)
  if (menu.length === 0)
    throw invalid(`${mealName(day, meal)}没有第 ${choice} 组选餐，菜谱可能已调整，请刷新`, 'choice')
  const dish = dishId ? menu.find((one) => one.dishId === dishId) : null
  if (dish === undefined) throw invalid('这道菜不在可选的菜里，菜谱可能已调整，请刷新', 'dishId')
  return dish
}

/** Why this dish is not for somebody at this meal; null: it is. */
function whyNotFor(dish: MenuDish | null, order: HeldOrder | undefined, eater: EatingElder | undefined): string | null {
  const why = whyNotEating(order)
  if (why || !dish || !eater) return why
  if (!dish.textures.includes(eater.texture)) return '饮食形态不合适'
  const reasons = conflictOf(dish, eater)
  return reasons.length > 0 ? reasons.map((reason) => reason.word).join('、') : null
}

async function chooseFor(tx: Tx, people: readonly Person[], wish: Wish, dish: MenuDish | null) {
  const { day, meal } = wish
  const ids = people.map((one) => one.oldmanId)
  const orders = new Map((await ordersOf(tx, people, day, [meal])).map((one) => [one.oldmanId, one]))
  const eaters = await eatersOf(tx.client, { orgId: tx.orgId, deptIds: null }, day, day, ids)
  const facts = new Map(eaters.map((one) => [one.oldmanId, one]))
  const looked = people.map((one) => ({
    ...one,
    why: whyNotFor(dish, orders.get(one.oldmanId), facts.get(one.oldmanId)),
  }))
  return {
    taken: looked.filter((one) => one.why === null),
    left: looked.filter((one) => one.why !== null).map((one) => `${one.name}：${one.why}`),
  }
}

async function writeChoice(
  tx: Tx,
  { day, meal, choice }: Wish,
  dish: MenuDish | null,
  ids: readonly string[],
  by: { via: ChosenByValue; name: string },
): Promise<void> {
  const at = [tx.orgId, day, meal, choice, ids]
  if (dish) await tx.client.query(CHOOSE, [...at, dish.dishId, by.via, by.name])
  else await tx.client.query(UNCHOOSE, at)
  await follow(tx, day, ids)
}

export async function choose(tx: Tx, who: Caller, body: InputOf<Calls['choose']>): Promise<MealsChanged> {
  const { day, meal } = body
  const people = await holdPeople(tx, who, body.oldmanIds)
  const dish = await dishWished(tx, body, '如确需更改请联系厨房')
  const { taken, left } = await chooseFor(tx, people, body, dish)
  if (taken.length === 0) throw invalid(`没有可以选这道菜的老人（${left.join('；')}）`, 'oldmanIds')
  const ids = taken.map((one) => one.oldmanId)
  await writeChoice(tx, body, dish, ids, { via: ChosenBy.is.WARD, name: tx.by.name })
  tx.log({
    remark: `${mealName(day, meal)}为${namesOf(taken)}${dish ? `选“${dish.dishName}”` : '取消选餐'}`,
    targetType: 'mealOrder',
    targetId: ids[0]!,
  })
  return { changed: taken.length, left }
}

/** A family for its own elder. Why a dish is not for the elder is health, which is not told on a phone. */
export async function chooseAsFamily(tx: Tx, oldmanId: string, byName: string, wish: Wish): Promise<void> {
  const people = await holdPeople(tx, { deptIds: null }, [oldmanId])
  const { familyChooses } = await mealSettingOf(tx.client, tx.orgId)
  if (!familyChooses) throw invalid('机构现在没有开放家属选餐，如需调整饮食请打值班电话')
  const dish = await dishWished(tx, wish, '如确需更改请打值班电话')
  const { taken } = await chooseFor(tx, people, wish, dish)
  if (taken.length === 0) throw invalid('这道菜现在不能为老人选，请刷新后再看，或打值班电话询问', 'dishId')
  await writeChoice(tx, wish, dish, [oldmanId], { via: ChosenBy.is.FAMILY, name: byName })
  tx.log({
    remark: `家属${byName}为${people[0]!.name}${dish ? `选 ${mealName(wish.day, wish.meal)}“${dish.dishName}”` : `取消 ${mealName(wish.day, wish.meal)}的选餐`}`,
    targetType: 'mealOrder',
    targetId: oldmanId,
  })
}

const STOP = `update meal_order set hand = 'STOP', hand_why = $5, hand_by = $6, version = version + 1
where org_id = $1 and day = $2 and meal = any($3) and oldman_id = any($4) and handed_at is null and eaten is null`

const distinct = (meals: readonly MealTimeValue[]) => {
  const all = [...new Set(meals)]
  if (all.length === 0) throw invalid('请选择餐次', 'meals')
  return all.toSorted()
}

export async function stopMeals(tx: Tx, who: Caller, body: InputOf<Calls['stop']>): Promise<MealsChanged> {
  const { day } = body
  const meals = distinct(body.meals)
  const people = await holdPeople(tx, who, body.oldmanIds)
  const clock = await mealClockOf(tx.client, tx.orgId)
  for (const meal of meals) refuseStarted(clock.at(day, meal), '停餐')
  const orders = await ordersOf(tx, people, day, meals)
  const eats = (one: { oldmanId: string }) =>
    orders.some((order) => order.oldmanId === one.oldmanId && order.state === 'ON')
  const left = people.filter((one) => !eats(one)).map((one) => `${one.name}：这几餐没有在用的点餐`)
  const taken = people.filter(eats)
  if (taken.length === 0) throw invalid(`没有可以停餐的老人（${left.join('；')}）`, 'oldmanIds')
  const ids = taken.map((one) => one.oldmanId)
  const reason = body.reason.trim()
  await tx.client.query(STOP, [tx.orgId, day, meals, ids, reason, tx.by.name])
  await follow(tx, day, ids)
  tx.log({
    remark: `${meals.map((meal) => mealName(day, meal)).join('、')}为${namesOf(taken)}停餐：${reason}`,
    targetType: 'mealOrder',
    targetId: ids[0]!,
  })
  return { changed: taken.length, left }
}

/** Somebody's own word against the register, or the word taken back. */
const RESUME = `update meal_order set hand = case when hand = 'STOP' then null else 'EAT' end, hand_why = null, hand_by = $5,
  version = version + 1
where org_id = $1 and day = $2 and meal = any($3) and oldman_id = any($4) and state = 'STOPPED' and stop_reason <> 'LEFT'`
/** A meal that is being served: given at once, and written down as a change after closing. */
const GIVE = `with given as (update meal_order set hand = 'EAT', hand_why = null, hand_by = $5, state = 'ON', stop_reason = null, version = version + 1
  where org_id = $1 and day = $2 and meal = any($3) and oldman_id = any($4) and state = 'STOPPED' and stop_reason <> 'LEFT' returning *)
insert into meal_change (org_id, oldman_id, day, meal, kind, delta, texture_before, texture, note)
select $1, oldman_id, day, meal, 'RESTORED', 1, texture, texture, '开餐后恢复' from given`

export async function resumeMeals(tx: Tx, who: Caller, body: InputOf<Calls['resume']>): Promise<MealsChanged> {
  const { day } = body
  const meals = distinct(body.meals)
  if (day < dayText()) throw invalid('这一天已经过去，不能再恢复用餐', 'day')
  const people = await holdPeople(tx, who, body.oldmanIds)
  const clock = await mealClockOf(tx.client, tx.orgId)
  const orders = await ordersOf(tx, people, day, meals)
  const stopped = (one: { oldmanId: string }) =>
    orders.some((order) => order.oldmanId === one.oldmanId && order.state === 'STOPPED' && order.stopReason !== 'LEFT')
  const left = people.filter((one) => !stopped(one)).map((one) => `${one.name}：没有停餐`)
  const taken = people.filter(stopped)
  if (taken.length === 0) throw invalid(`没有可以恢复的老人（${left.join('；')}）`, 'oldmanIds')
  const ids = taken.map((one) => one.oldmanId)
  const [begun, coming] = [
    meals.filter((meal) => clock.at(day, meal).started),
    meals.filter((meal) => !clock.at(day, meal).started),
  ]
  if (begun.length > 0) await tx.client.query(GIVE, [tx.orgId, day, begun, ids, tx.by.name])
  if (coming.length > 0) await tx.client.query(RESUME, [tx.orgId, day, coming, ids, tx.by.name])
  await follow(tx, day, ids)
  tx.log({
    remark: `${meals.map((meal) => mealName(day, meal)).join('、')}为${namesOf(taken)}恢复用餐`,
    targetType: 'mealOrder',
    targetId: ids[0]!,
  })
  return { changed: taken.length, left }
}
