// Times of meals: a week that is published for the whole house.
import type pg from 'pg'
import { DAY_MS, dayText } from '#contract/kit/clock'
import { addDays, mondayOf } from '#contract/nursing/dishWeek'
import { newId } from '#server/kit/ids'
import type { Who } from './care.ts'
import { processorMs } from './processor.ts'

const DISHES = 60
const DISHES_A_MEAL = 4
const MEALS = 5

const CATEGORY = `insert into dish_category (org_id, category_id, category_name) values ($1, md5('bench dishes'), '基准菜') on conflict do nothing`
const DISH_ROWS = `insert into dish (org_id, dish_id, category_id, dish_name, textures, cost_fen)
select $1::text, md5('bench dish' || n), md5('bench dishes'), '基准菜' || n, '{1,2,3,4,5,6}', 300 from generate_series(0, ${DISHES - 1}) n on conflict do nothing`
const PLAN = `insert into dish_plan (org_id, plan_id, week_start, state, submitted_at) values ($1, $2, $3, 'SUBMITTED', now())`
const ITEMS = `insert into dish_plan_item (org_id, item_id, plan_id, day, meal, dish_id, textures, sort)
select $1::text, md5($2::text || day || meal || n), $2::text, $3::date + day, meal, md5('bench dish' || (day * 20 + meal * ${DISHES_A_MEAL} + n) % ${DISHES}), '{1,2,3,4,5,6}', n
from generate_series(0, 6) day, generate_series(1, ${MEALS}) meal, generate_series(1, ${DISHES_A_MEAL}) n`
const RUN = `select state from job_run where org_id = $1 and kind = 'nursing.mealOrders' order by created_at desc limit 1`

/** A week far ahead, handed in. */
async function handIn(client: pg.Client, orgId: string) {
  const { rows } = await client.query<{ last: string | null }>(
    'select max(week_start)::text as last from dish_plan where org_id = $1',
    [orgId],
  )
  const weekStart = addDays(mondayOf(rows[0]!.last ?? dayText(Date.now() + 7 * DAY_MS)), 7)
  const planId = newId()
  await client.query(CATEGORY, [orgId])
  await client.query(DISH_ROWS, [orgId])
  await client.query(PLAN, [orgId, planId, weekStart])
  await client.query(ITEMS, [orgId, planId, weekStart])
  return { planId, weekStart }
}

/** From the press until everybody's orders of the week are there, seconds, and the answer to the press, ms. */
export async function publishWeek(client: pg.Client, who: Who) {
  const { planId, weekStart } = await handIn(client, who.orgId)
  const spent = processorMs()
  const began = performance.now()
  const answer = await fetch(`${who.url}/pims/web-org/piDishPlan/publish`, {
    method: 'PUT',
    headers: {
      authorization: who.token,
      appName: 'platform-admin',
      'content-type': 'application/json',
      'x-request-no': newId(),
    },
    body: JSON.stringify({ planId }),
  })
  const { status, desc } = (await answer.json()) as { status: number; desc: string }
  if (status !== 200) throw new Error(`the week was not published: ${desc}`)
  const answered = performance.now() - began
  for (;;) {
    const { rows } = await client.query<{ state: string }>(RUN, [who.orgId])
    if (rows[0]?.state === 'done') break
    if (rows[0] && !['waiting', 'running'].includes(rows[0].state)) throw new Error(`the run is ${rows[0].state}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const seconds = (performance.now() - began) / 1000
  const processor = (processorMs() - spent) / 1000
  const made = await client.query<{ n: number }>(
    'select count(*)::int as n from meal_order where org_id = $1 and day between $2 and $2::date + 6',
    [who.orgId, weekStart],
  )
  return { answered, seconds, processor, weekStart, orders: made.rows[0]!.n }
}
