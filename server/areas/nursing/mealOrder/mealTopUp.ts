// Whatever changes the menu, an archive or where an elder is brings the orders in line: of a few people before the transaction
// commits, of the whole house in the background with progress.
import { dayText } from '#contract/kit/clock'
import { dishPlan } from '#contract/nursing/dishPlan'
import { addDays } from '#contract/nursing/dishWeek'
import { mealOrder } from '#contract/nursing/mealOrder'
import type { Caller, Tx } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { defineCron, defineJob, defineRun } from '#server/kit/jobDefinition'
import { startRun } from '#server/kit/jobRun'
import { type SystemApp, systemTransaction } from '#server/kit/system'
import { bringMealsInLine, orderedDays } from './mealInLine.ts'

const touched = new WeakMap<Tx, Set<string>>()

/** At the end of the transaction, once for all that it says. */
export function topUpMeals(tx: Tx, oldmanIds: readonly string[]): void {
  const known = touched.get(tx)
  if (known) {
    for (const one of oldmanIds) known.add(one)
    return
  }
  const ids = new Set(oldmanIds)
  touched.set(tx, ids)
  tx.atEnd(async () => {
    touched.delete(tx)
    if (ids.size === 0) return
    const days = await orderedDays(tx.client, tx.orgId)
    if (days.length === 0) return
    const changed = await bringMealsInLine(tx.client, tx.orgId, { days, oldmanIds: [...ids] })
    if (changed > 0) tellMeals(tx, days, [...ids])
  })
}

export function tellMeals(tx: Tx, days: readonly string[], oldmanIds: readonly string[]): void {
  tx.emit(mealOrder.events.changed, { days: [...days], oldmanIds: [...oldmanIds] })
}

const KIND = 'nursing.mealOrders'

interface Asked {
  days: readonly string[]
  planId: string
  weekStart: string
}

/** A day after the other, so that a restart goes on where it stood. */
export const ordersOfWeek = defineRun<Asked>(KIND, async ({ days, planId, weekStart }, run) => {
  const who = await run.caller()
  let made = (run.kept as { made: number } | null)?.made ?? 0
  for (let at = run.done; at < days.length; at += 1) {
    await run.throwIfCancelled()
    made = await who.tx(async (tx) => {
      const sum = made + (await bringMealsInLine(tx.client, tx.orgId, { days: [days[at]!] }))
      await run.advance(tx, at + 1, days.length, { made: sum })
      tx.log({ remark: `生成 ${days[at]} 的点餐`, targetType: 'dishPlan', targetId: planId })
      tellMeals(tx, [days[at]!], [])
      tx.emit(dishPlan.events.changed, { planId, weekStart, items: [], by: tx.by.name })
      return sum
    })
  }
  return {
    result: { made },
    message: `${made.toLocaleString('en-US')} 份点餐已按菜谱生成`,
    route: '/nursing/mealOrder',
  }
})

/** Answers the run's id; it begins once the transaction has committed. */
export function startOrders(
  tx: Tx,
  who: Caller,
  plan: { planId: string; weekStart: string },
  days: readonly string[],
): Promise<string> {
  return startRun(tx, who, {
    kind: KIND,
    title: `按 ${plan.weekStart.slice(5)} 一周菜谱生成点餐`,
    call: dishPlan.calls.publish.key,
    payload: { days: [...days], planId: plan.planId, weekStart: plan.weekStart },
  })
}

/** The days of a week that are still to come. */
export const daysToCome = (weekStart: string, now = Date.now()) =>
  Array.from({ length: 7 }, (_, n) => addDays(weekStart, n)).filter((day) => day >= dayText(now))

// Across organisations: every house that has published days before it.
const ORGS = `select distinct org_id as "orgId" from dish_plan where state = 'PUBLISHED' and week_start > current_date - 7 order by 1`

export const mealsOf = (app: SystemApp, orgId: string): Promise<number> =>
  systemTransaction(app, orgId, '膳食', '点餐核对', async (tx) => {
    const days = await orderedDays(tx.client, orgId)
    const done = await bringMealsInLine(tx.client, orgId, { days })
    tx.log({ remark: done > 0 ? `点餐核对：更新 ${done} 份` : '点餐核对：没有变化' })
    if (done > 0) tellMeals(tx, days, [])
    return done
  })

/** What a stopped server left, and whoever became late meanwhile. */
export async function mealsOfAll(app: AppContext): Promise<number> {
  const orgs = await app.pool.query<{ orgId: string }>(ORGS)
  let changed = 0
  for (const { orgId } of orgs.rows) changed += await mealsOf(app, orgId)
  return changed
}

const CHECK = 'nursing.mealsOf'
/** What is in a dish was changed: whoever is served it is looked at again, in the background. */
export const recheckMeals = (tx: Tx) => tx.job(CHECK, { orgId: tx.orgId }, { key: `meals:${tx.orgId}` })
export const mealsChecked = defineJob<{ orgId: string }>(CHECK, ({ orgId }, app) => mealsOf(app, orgId))

export const nightlyMeals = defineJob('nursing.meals', (_payload, app) => mealsOfAll(app))
export const mealsAtNight = defineCron(nightlyMeals, '20 0,5 * * *', { makeUpHours: 12 })
