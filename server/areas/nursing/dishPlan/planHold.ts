// Whoever changes a week holds it: two cooks come one after the other, and both are told what the other did.
import { dayText } from '#contract/kit/clock'
import { invalid, Refusal, refusalText } from '#contract/kit/refusal'
import { dishPlan } from '#contract/nursing/dishPlan'
import { type DishPlanMove, DishPlanState, dishPlanMoves } from '#contract/nursing/dishPlanWords'
import { MealTime, type MealTimeValue } from '#contract/nursing/mealWords'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { refuseStale } from '#server/kit/editing'
import { noPlan } from './weekRead.ts'
import { type PlanRow, planById } from './weekRows.ts'

const fixed = () => invalid('这一天已经过去，菜谱不能再改')
onConstraint('dish_plan_fixed', fixed)
onConstraint('dish_plan_item_week', () => invalid('这一天不在这一周里，请换到对应的那一周', 'day'))
onConstraint('dish_plan_item_suits', () => invalid('这道菜不适合所选的饮食形态，请到“菜品管理”里核对', 'textures'))
onConstraint('dish_plan_stays', () => new Refusal('STATE_NOT_ALLOWED', { state: '已发布', act: '撤回或删除' }))
onConstraint('dish_plan_item_once', () => new Refusal('ALREADY_EXISTS', { what: '这一餐的这道菜' }, 'dishId'))

/** 11-23 至 11-29 */
export const weekName = ({ weekStart, weekEnd }: Pick<PlanRow, 'weekStart' | 'weekEnd'>) =>
  `${weekStart.slice(5)} 至 ${weekEnd.slice(5)}`

/** Held, if the move is possible from its state and for the caller. */
export async function holdPlan(
  tx: Tx,
  who: Caller,
  planId: string,
  moves: (plan: PlanRow) => DishPlanMove,
  version?: number | null,
): Promise<PlanRow> {
  const plan = await planById(tx.client, who.orgId, planId, true)
  if (!plan) throw noPlan()
  await refuseStale(tx, planId, version, plan.version)
  const move = moves(plan)
  dishPlanMoves.next(plan.state, move, (state) => DishPlanState.label(state))
  const { needs } = dishPlanMoves.moves[move]
  if (needs && !who.may(needs)) throw new Refusal('NO_PERMISSION')
  return plan
}

/** Dishes of a draft are moved by whoever plans; those of a published week by whoever publishes. */
export const changing = ({ state }: PlanRow): DishPlanMove => (state === DishPlanState.is.PUBLISHED ? 'adjust' : 'edit')

export function requireDay(plan: PlanRow, day: string): void {
  if (day < plan.weekStart || day > plan.weekEnd) {
    throw invalid(`${day} 不在这一周（${weekName(plan)}）里`, 'day')
  }
  if (day < dayText()) throw invalid(`${day.slice(5)} 已经过去，菜谱不能再改`, 'day')
}

/** 周四 would need a calendar; the log says 11-26 午餐. */
export const mealName = (day: string, meal: MealTimeValue) => `${day.slice(5)} ${MealTime.label(meal)}`

const TOUCH = `update dish_plan set changed_name = $3, changed_at = now(), version = version + 1 where org_id = $1 and plan_id = $2`

/** The week was changed: by whom, in the log, and told to whoever looks at it. */
export async function touchPlan(tx: Tx, plan: PlanRow, remark: string, items: readonly string[] = []): Promise<void> {
  await tx.client.query({ name: 'dish_plan_touch', text: TOUCH, values: [tx.orgId, plan.planId, tx.by.name] })
  tx.log({ remark: `菜谱 ${weekName(plan)}：${remark}`, targetType: 'dishPlan', targetId: plan.planId })
  tellChanged(tx, plan, items)
}

export const tellChanged = (tx: Tx, plan: Pick<PlanRow, 'planId' | 'weekStart'>, items: readonly string[] = []) =>
  tx.emit(dishPlan.events.changed, {
    planId: plan.planId,
    weekStart: plan.weekStart,
    items: [...items],
    by: tx.by.name,
  })

/** Refuses with what is unusual until exactly that is confirmed. */
export function requireConfirmed(what: string, confirmed: string | null | undefined): void {
  if (confirmed !== what && confirmed !== refusalText('NEEDS_CONFIRM', { what })) {
    throw new Refusal('NEEDS_CONFIRM', { what })
  }
}
