// Handlers of the orders.

import type { InputOf } from '#contract/kit/call'
import { invalid } from '#contract/kit/refusal'
import { type MealAlertData, mealOrder } from '#contract/nursing/mealOrder'
import {
  PAPER_IN_SCOPE,
  RESIDENT_JOINS,
  RESIDENT_MARKS,
  residentScope,
  WITH_RESIDENT,
} from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { implement } from '#server/kit/implement'
import { pageOfRows } from '#server/kit/page'
import { addGuest, cancelGuest, listGuests } from './mealGuests.ts'
import { listOrders, ordersOfElder } from './mealRead.ts'
import { eatMeals, handleAlert, handMeals } from './mealServe.ts'
import { choose, resumeMeals, stopMeals } from './mealWrite.ts'

onConstraint('meal_order_fixed', () => invalid('这一天已经过去，用餐记录不能再改'))

const ALERT = `${RESIDENT_MARKS}, t.alert_id as "alertId", t.meals, t.raised_at as "raisedAt", t.handled_at as "handledAt",
  t.handled_by as "handledBy", t.note`

const listAlerts = (who: Caller, query: InputOf<(typeof mealOrder)['calls']['alerts']>) =>
  pageOfRows<MealAlertData>(
    who.app.pool,
    {
      from: `meal_alert t ${WITH_RESIDENT}`,
      key: 'alert_id',
      select: ALERT,
      join: RESIDENT_JOINS,
      filters: [
        ...residentScope(who),
        ['(t.handled_at is null) = ?', query.open],
        ['t.oldman_id = ?', query.oldmanId],
        ['o.dept_id = ?', query.deptId],
      ],
      defaultSort: 't.raised_at desc',
    },
    query,
  )

const ONE_ALERT = `select ${ALERT} from meal_alert t ${WITH_RESIDENT} ${RESIDENT_JOINS} where ${PAPER_IN_SCOPE} and t.alert_id = $3`

export default implement(mealOrder, {
  list: (query, who) => listOrders(who, query),
  elder: ({ oldmanId, ...query }, who) => ordersOfElder(who, oldmanId, query),
  choose: (body, who) => who.tx((tx) => choose(tx, who, body)),
  stop: (body, who) => who.tx((tx) => stopMeals(tx, who, body)),
  resume: (body, who) => who.tx((tx) => resumeMeals(tx, who, body)),
  hand: (body, who) => who.tx((tx) => handMeals(tx, who, body)),
  eat: (body, who) => who.tx((tx) => eatMeals(tx, who, body)),
  guests: (query, who) => listGuests(who, query),
  addGuest: (body, who) => who.tx((tx) => addGuest(tx, who, body)),
  cancelGuest: ({ guestId }, who) => who.tx((tx) => cancelGuest(tx, who, guestId)),
  alerts: (query, who) => listAlerts(who, query),
  handle: (body, who) =>
    who.tx(async (tx) => {
      await handleAlert(tx, who, body)
      const found = await tx.client.query<MealAlertData>(ONE_ALERT, [tx.orgId, who.deptIds, body.alertId])
      return found.rows[0]!
    }),
})
