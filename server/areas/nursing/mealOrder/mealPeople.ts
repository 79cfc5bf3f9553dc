// Whom an act at table is about: all of them in the caller's departments, held, and their orders of a meal.
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import type { MealClosingAt } from '#contract/nursing/mealOrder'
import { MealOrderState, MealStopReason, type MealStopReasonValue } from '#contract/nursing/mealStates'
import { MealTime, type MealTimeValue } from '#contract/nursing/mealWords'
import type { Tx } from '#server/kit/caller'
import { inDepts, type Scope } from '#server/kit/tenant'
import { lockOrders } from './mealInLine.ts'

const HOLD = `select t.oldman_id as "oldmanId", t.oldman_name as name from oldman t where t.org_id = $1 and ${inDepts('t', '$2')}
and t.oldman_id = any($3) order by t.oldman_id for no key update`

export interface Person {
  oldmanId: string
  name: string
}

/** The people before the orders, as every move locks them. */
export async function holdPeople(tx: Tx, who: Pick<Scope, 'deptIds'>, oldmanIds: readonly string[]): Promise<Person[]> {
  const ids = [...new Set(oldmanIds)]
  if (ids.length === 0) throw invalid('请选择老人', 'oldmanIds')
  const found = await tx.client.query<Person>({ name: 'meal_people', text: HOLD, values: [tx.orgId, who.deptIds, ids] })
  if (found.rows.length < ids.length) throw notFound('老人')
  await lockOrders(tx.client, tx.orgId)
  return found.rows
}

export interface HeldOrder {
  oldmanId: string
  meal: MealTimeValue
  state: 'ON' | 'STOPPED'
  stopReason: MealStopReasonValue | null
  handedAt: string | null
  eaten: number | null
  texture: number
}

const ORDERS = `select oldman_id as "oldmanId", meal, state, stop_reason as "stopReason", handed_at as "handedAt", eaten, texture
from meal_order where org_id = $1 and day = $2 and meal = any($3) and oldman_id = any($4)`

export async function ordersOf(
  tx: Tx,
  people: readonly Person[],
  day: string,
  meals: readonly MealTimeValue[],
): Promise<HeldOrder[]> {
  const found = await tx.client.query<HeldOrder>({
    name: 'meal_orders_held',
    text: ORDERS,
    values: [tx.orgId, day, meals, people.map((one) => one.oldmanId)],
  })
  return found.rows
}

/** 11-20 午餐 */
export const mealName = (day: string, meal: MealTimeValue) => `${day.slice(5)} ${MealTime.label(meal)}`

export function refuseStarted(at: MealClosingAt, act: string): void {
  if (at.started) {
    throw new Refusal('STATE_NOT_ALLOWED', {
      state: `${mealName(at.day, at.meal)}已开餐（${at.startsAt.slice(11, 16)}）`,
      act,
    })
  }
}

export function refuseClosed(at: MealClosingAt, act: string): void {
  if (at.closed) {
    const when = at.closesAt.slice(5, 16)
    throw new Refusal('STATE_NOT_ALLOWED', { state: `${mealName(at.day, at.meal)}已截单（${when}）`, act })
  }
}

/** 张三：没有这一餐的点餐 */
export function whyNotEating(order: HeldOrder | undefined): string | null {
  if (!order) return '没有这一餐的点餐'
  return order.state === MealOrderState.is.ON ? null : MealStopReason.label(order.stopReason!)
}

/** 张三、李四等 5 位老人 */
export const namesOf = (people: readonly Person[]) =>
  people.length > 3
    ? `${people
        .slice(0, 3)
        .map((one) => one.name)
        .join('、')}等 ${people.length} 位老人`
    : people.map((one) => one.name).join('、')
