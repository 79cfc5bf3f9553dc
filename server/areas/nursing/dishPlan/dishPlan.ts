// Handlers of the week plan.
import { type DishPlanRowData, dishPlan } from '#contract/nursing/dishPlan'
import type { Caller, Tx } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { pageOfRows } from '#server/kit/page'
import { answerConflict } from './answers.ts'
import { type CopyResult, copyDay, copyWeek, saveMeal } from './copying.ts'
import { itemDetail, placesOf } from './itemRead.ts'
import { addItem, changeItem, moveItem, removeItem } from './itemWrite.ts'
import { openPlan, publishPlan, recallPlan, removePlan, sendBackPlan, submitPlan } from './planMoves.ts'
import { weekOf, weekOfPlan } from './weekRead.ts'
import { PLAN_COLUMNS } from './weekRows.ts'

/** The act, and the week as it is then. */
const acting =
  <Input>(act: (tx: Tx, who: Caller, input: Input) => Promise<string>) =>
  (input: Input, who: Caller) =>
    who.tx(async (tx) => weekOfPlan(who, await act(tx, who, input), tx.client))

const copying =
  <Input>(act: (tx: Tx, who: Caller, input: Input) => Promise<CopyResult>) =>
  (input: Input, who: Caller) =>
    who.tx(async (tx) => {
      const { planId, copied, left } = await act(tx, who, input)
      return { copied, left, week: await weekOfPlan(who, planId, tx.client) }
    })

export default implement(dishPlan, {
  list: (query, who) =>
    pageOfRows<DishPlanRowData>(
      who.app.pool,
      {
        from: 'dish_plan t',
        key: 'plan_id',
        select: PLAN_COLUMNS,
        filters: [
          ['t.org_id = ?', who.orgId],
          ['t.state = ?', query.state],
          ['t.week_start >= ?', query.startDate],
          ['t.week_start <= ?', query.endDate],
        ],
        sorts: { weekStart: 't.week_start' },
        defaultSort: 't.week_start desc',
      },
      query,
    ),
  week: (query, who) => weekOf(who, query),
  get: ({ planId, building }, who) => weekOfPlan(who, planId, who.app.pool, building || null),
  item: ({ itemId, building }, who) => itemDetail(who.app.pool, who, itemId, building || null),
  places: (query, who) => placesOf(who, query),
  open: acting(openPlan),
  save: acting(saveMeal),
  add: (body, who) => who.tx((tx) => addItem(tx, who, body)),
  move: (body, who) => who.tx((tx) => moveItem(tx, who, body)),
  change: (body, who) => who.tx((tx) => changeItem(tx, who, body)),
  removeItem: async ({ itemId }, who) => {
    await who.tx((tx) => removeItem(tx, who, itemId))
    return null
  },
  copyWeek: copying(copyWeek),
  copyDay: copying(copyDay),
  answer: (body, who) => who.tx(async (tx) => itemDetail(tx.client, who, await answerConflict(tx, who, body))),
  submit: acting(submitPlan),
  recall: acting(recallPlan),
  sendBack: acting(sendBackPlan),
  publish: acting(publishPlan),
  remove: async ({ planId }, who) => {
    await who.tx((tx) => removePlan(tx, who, planId))
    return null
  },
})
