// Many dishes at once: a meal as it is sent, a week or a day copied from another.
import type { InputOf } from '#contract/kit/call'
import { dayText } from '#contract/kit/clock'
import { invalid } from '#contract/kit/refusal'
import type { dishPlan } from '#contract/nursing/dishPlan'
import { addDays, mondayOf, weekDays } from '#contract/nursing/dishWeek'
import { MealTime, type MealTimeValue } from '#contract/nursing/mealWords'
import type { Caller, Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { ADD_ITEM, requireDish, texturesFor } from './itemWrite.ts'
import { holdPlan, mealName, requireDay, touchPlan } from './planHold.ts'
import { dishById, type ItemRow, itemsOfPlan, type PlanRow, planOfWeek } from './weekRows.ts'

type Calls = (typeof dishPlan)['calls']

const CLEAR = 'delete from dish_plan_item where org_id = $1 and plan_id = $2 and day = $3 and meal = any($4::int[])'

export interface CopyResult {
  planId: string
  copied: number
  left: string[]
}

interface Copying {
  from: readonly ItemRow[]
  to: (item: ItemRow) => string
  meals: readonly MealTimeValue[]
  replace: boolean
}

/** What stands there stays before what comes, or goes. A dish that is switched off, or no longer suits anybody, is left. */
async function copyItems(tx: Tx, plan: PlanRow, { from, to, meals, replace }: Copying): Promise<CopyResult> {
  const wanted = from.filter((one) => meals.includes(one.meal))
  const days = [...new Set(wanted.map(to))].filter((day) => day >= dayText())
  if (replace) for (const day of days) await tx.client.query(CLEAR, [tx.orgId, plan.planId, day, meals])
  const standing = await itemsOfPlan(tx.client, tx.orgId, plan.planId)
  const there = new Set(standing.map((one) => `${one.day} ${one.meal} ${one.dishId}`))
  const left = new Set<string>()
  const suits = new Map<string, ItemRow['textures'] | null>()
  let copied = 0
  for (const [i, one] of wanted.entries()) {
    const day = to(one)
    if (day < dayText()) {
      left.add(`${day.slice(5)} 已经过去`)
      continue
    }
    if (!suits.has(one.dishId)) {
      const dish = await dishById(tx.client, tx.orgId, one.dishId)
      suits.set(one.dishId, dish?.enabled ? dish.textures : null)
    }
    const now = suits.get(one.dishId) ?? []
    const textures = one.textures.filter((texture) => now.includes(texture))
    if (textures.length === 0) {
      left.add(`“${one.dishName}”已停用`)
      continue
    }
    if (there.has(`${day} ${one.meal} ${one.dishId}`)) continue
    await tx.client.query(ADD_ITEM, [
      tx.orgId,
      newId(),
      plan.planId,
      day,
      one.meal,
      one.dishId,
      textures,
      one.choice,
      1_000 + i,
    ])
    copied += 1
  }
  return { planId: plan.planId, copied, left: [...left] }
}

function requireMeals(meals: readonly MealTimeValue[]): void {
  if (meals.length === 0) throw invalid('请至少选一餐', 'meals')
}

const mealNames = (meals: readonly MealTimeValue[]) => meals.map((one) => MealTime.label(one)).join('、')

export async function copyWeek(tx: Tx, who: Caller, body: InputOf<Calls['copyWeek']>): Promise<CopyResult> {
  requireMeals(body.meals)
  const plan = await holdPlan(tx, who, body.planId, () => 'edit')
  const monday = mondayOf(body.fromWeek)
  if (monday === plan.weekStart) throw invalid('不能从本周复制到本周', 'fromWeek')
  const source = await planOfWeek(tx.client, who.orgId, monday)
  const from = source ? await itemsOfPlan(tx.client, who.orgId, source.planId) : []
  if (from.length === 0) throw invalid(`${monday.slice(5)} 那一周还没有排菜，没有可复制的`, 'fromWeek')
  if (plan.weekEnd < dayText()) throw invalid('这一周已经过去，菜谱不能再改')
  const [fromDays, toDays] = [weekDays(monday), weekDays(plan.weekStart)]
  const result = await copyItems(tx, plan, {
    from,
    to: (item) => toDays[fromDays.indexOf(item.day)]!,
    meals: body.meals,
    replace: body.replace ?? false,
  })
  const about = `复制 ${monday.slice(5)} 至 ${addDays(monday, 6).slice(5)} 的${mealNames(body.meals)}，${result.copied} 道菜`
  await touchPlan(tx, plan, about)
  return result
}

export async function copyDay(tx: Tx, who: Caller, body: InputOf<Calls['copyDay']>): Promise<CopyResult> {
  requireMeals(body.meals)
  const plan = await holdPlan(tx, who, body.planId, () => 'edit')
  requireDay(plan, body.toDay)
  if (body.fromDay === body.toDay) throw invalid('不能从同一天复制', 'fromDay')
  const source = await planOfWeek(tx.client, who.orgId, mondayOf(body.fromDay))
  const all = source ? await itemsOfPlan(tx.client, who.orgId, source.planId) : []
  const from = all.filter((one) => one.day === body.fromDay)
  if (from.length === 0) throw invalid(`${body.fromDay.slice(5)} 还没有排菜，没有可复制的`, 'fromDay')
  const { toDay, meals, replace } = body
  const result = await copyItems(tx, plan, { from, to: () => toDay, meals, replace: replace ?? false })
  await touchPlan(
    tx,
    plan,
    `复制 ${body.fromDay.slice(5)} 的${mealNames(meals)}到 ${toDay.slice(5)}，${result.copied} 道菜`,
  )
  return result
}

const UPDATE = `update dish_plan_item set textures = $3::smallint[], choice = $4, sort = $5, version = version + 1 where org_id = $1 and item_id = $2`
const DROP = `delete from dish_plan_item where org_id = $1 and plan_id = $2 and day = $3 and meal = $4 and dish_id <> all($5)`

/** The dishes of one meal as they are sent. What stays keeps what was decided about it. */
export async function saveMeal(tx: Tx, who: Caller, body: InputOf<Calls['save']>): Promise<string> {
  if (!body.planId) throw invalid('请说明是哪一周的菜谱', 'planId')
  const plan = await holdPlan(tx, who, body.planId, () => 'edit', body.version)
  requireDay(plan, body.day)
  const ids = body.dishes.map((one) => one.dishId)
  if (new Set(ids).size !== ids.length) throw invalid('同一餐里有重复的菜', 'dishes')
  await tx.client.query(DROP, [tx.orgId, plan.planId, body.day, body.meal, ids])
  const standing = (await itemsOfPlan(tx.client, tx.orgId, plan.planId)).filter(
    (one) => one.day === body.day && one.meal === body.meal,
  )
  for (const [i, { dishId, textures, choice }] of body.dishes.entries()) {
    const known = standing.find((one) => one.dishId === dishId)
    if (known) {
      const asked = textures ? texturesFor({ ...known, textures: known.suits }, textures) : known.textures
      await tx.client.query(UPDATE, [tx.orgId, known.itemId, asked, choice ?? null, i + 1])
    } else {
      const dish = await requireDish(tx, dishId)
      await tx.client.query(ADD_ITEM, [
        tx.orgId,
        newId(),
        plan.planId,
        body.day,
        body.meal,
        dishId,
        texturesFor(dish, textures),
        choice ?? null,
        i + 1,
      ])
    }
  }
  await touchPlan(tx, plan, `${mealName(body.day, body.meal)}改为 ${body.dishes.length} 道菜`)
  return plan.planId
}
