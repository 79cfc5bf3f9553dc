// What follows from a menu that stands: who is served what.
import { dayText } from '#contract/kit/clock'
import { DishPlanState } from '#contract/nursing/dishPlanWords'
import { bringMealsInLine } from '#server/areas/nursing/mealOrder/mealInLine'
import { daysToCome, startOrders, tellMeals } from '#server/areas/nursing/mealOrder/mealTopUp'
import type { Caller, Tx } from '#server/kit/caller'
import type { PlanRow } from './weekRows.ts'

/** A published week was changed on these days: its orders follow before the transaction commits. */
export async function menuChanged(tx: Tx, plan: Pick<PlanRow, 'state'>, days: readonly string[]): Promise<void> {
  if (plan.state !== DishPlanState.is.PUBLISHED) return
  const coming = [...new Set(days)].filter((day) => day >= dayText())
  tx.atEnd(async () => {
    const changed = await bringMealsInLine(tx.client, tx.orgId, { days: coming })
    if (changed > 0) tellMeals(tx, coming, [])
  })
}

/** A week was published: its orders are made in the background, with progress. */
export async function menuPublished(tx: Tx, who: Caller, plan: PlanRow): Promise<void> {
  const days = daysToCome(plan.weekStart)
  if (days.length > 0) await startOrders(tx, who, plan, days)
}
