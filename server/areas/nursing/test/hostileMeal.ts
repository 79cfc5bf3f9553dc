// What a hostile request to the calls of the meals needs to get past the first checks: orders, alerts and samples of its own.
import { dayText } from '#contract/kit/clock'
import { usualClosings, usualPrices } from '#contract/nursing/mealSettingShape'
import { MealTime } from '#contract/nursing/mealWords'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'
import { rowDish } from './dishRows.ts'

const { lunch } = MealTime.is
const DAY_MS = 86_400_000

const ELDER = `select oldman_id as "oldmanId" from oldman where org_id = $1 and status = 1 and dept_id is not null and archive_no <> oldman_id
  and not exists (select from meal_alert a where a.org_id = oldman.org_id and a.oldman_id = oldman.oldman_id and a.handled_at is null)
order by md5(oldman_id || $2::text) limit 1`
const ORDER = `insert into meal_order (org_id, oldman_id, day, meal, texture, state, stop_reason, hand) values ($1, $2, $3, ${lunch}, 1, $4, $5, $6)
on conflict (org_id, day, meal, oldman_id) do update set state = excluded.state, stop_reason = excluded.stop_reason, hand = excluded.hand,
  handed_at = null, eaten = null, eaten_at = null`
const PLAN = `insert into dish_plan (org_id, plan_id, week_start, state, submitted_at, published_at)
select $1::varchar, $2, date_trunc('week', greatest(max(week_start), current_date + 140))::date + 7, 'PUBLISHED', now(), now()
from dish_plan where org_id = $1::varchar returning week_start as day`
const ITEM = `insert into dish_plan_item (org_id, item_id, plan_id, day, meal, dish_id, textures, choice, sort)
values ($1, $2, $3, $4, ${lunch}, $5, '{1,2,3,4,5,6}', 1, $6)`

async function elder(product: TestApp): Promise<{ oldmanId: string }> {
  const { rows } = await product.app.pool.query<{ oldmanId: string }>(ELDER, [DEMO_ORG, newId()])
  return rows[0]!
}

/** An order of somebody, on a day that nothing else is ordered for. */
async function order(product: TestApp, day: string, stopped = false) {
  const { oldmanId } = await elder(product)
  const state = stopped ? ['STOPPED', 'HAND', 'STOP'] : ['ON', null, null]
  await product.app.pool.query(ORDER, [DEMO_ORG, oldmanId, day, ...state])
  return { day, oldmanIds: [oldmanId] }
}

/** A published day far ahead on which somebody may choose between two dishes. */
export async function mealChoice(product: TestApp) {
  const planId = newId()
  const [first, second] = [await rowDish(product, []), await rowDish(product, [])]
  const { rows } = await product.app.pool.query<{ day: string }>(PLAN, [DEMO_ORG, planId])
  const { day } = rows[0]!
  for (const [sort, { dishId }] of [first, second].entries()) {
    await product.app.pool.query(ITEM, [DEMO_ORG, newId(), planId, day, dishId, sort])
  }
  return { ...(await order(product, day)), meal: lunch, choice: 1, dishId: second.dishId }
}

const SERVED = `select oldman_id as "oldmanId" from meal_order t join oldman o using (org_id, oldman_id)
where t.org_id = $1 and t.day = $2 and t.meal = ${lunch} and t.state = 'ON' and o.status = 1 and o.dept_id is not null order by md5(oldman_id || $3::text) limit 1`

/** What somebody was served yesterday: that it was cannot be changed, how it was eaten can. */
async function servedYesterday(product: TestApp) {
  const day = yesterday()
  const { rows } = await product.app.pool.query<{ oldmanId: string }>(SERVED, [DEMO_ORG, day, newId()])
  return rows[0] ? { day, oldmanIds: [rows[0].oldmanId] } : order(product, day)
}

const yesterday = () => dayText(Date.now() - DAY_MS)
const tomorrow = () => dayText(Date.now() + DAY_MS)
const later = () => dayText(Date.now() + 100 * DAY_MS)

export async function mealAlert(product: TestApp) {
  const alertId = newId()
  const { oldmanId } = await elder(product)
  await product.app.pool.query('insert into meal_alert (org_id, alert_id, oldman_id, meals) values ($1, $2, $3, $4)', [
    DEMO_ORG,
    alertId,
    oldmanId,
    '昨日晚餐 少量',
  ])
  return { alertId, oldmanId }
}

export async function mealGuest(product: TestApp) {
  const guestId = newId()
  const { oldmanId } = await elder(product)
  await product.app.pool.query(
    `insert into meal_guest (org_id, guest_id, oldman_id, day, meal, texture, portions, price_fen, by_name) values ($1, $2, $3, $4, 3, 1, 1, 0, '试')`,
    [DEMO_ORG, guestId, oldmanId, dayText(Date.now() + 3 * DAY_MS)],
  )
  return { guestId }
}

export async function mealSample(product: TestApp) {
  const sampleId = newId()
  const { dishId } = await rowDish(product)
  await product.app.pool.query(
    `insert into meal_sample (org_id, sample_id, day, meal, dish_id, grams, kept_at, kept_by, keep_until)
     values ($1, $2, current_date - 4, 3, $3, 125, now() - interval '4 days', '试', now() - interval '2 days')`,
    [DEMO_ORG, sampleId, dishId],
  )
  return { sampleIds: [sampleId] }
}

export const recipes: Knowledge['recipes'] = {
  'nursing.mealOrder.choose': mealChoice,
  'nursing.mealOrder.stop': async (product) => ({ ...(await order(product, later())), meals: [lunch], reason: '禁食' }),
  'nursing.mealOrder.resume': async (product) => ({ ...(await order(product, later(), true)), meals: [lunch] }),
  'nursing.mealOrder.hand': async (product) => ({ ...(await servedYesterday(product)), meal: lunch, undo: null }),
  'nursing.mealOrder.eat': async (product) => ({
    ...(await servedYesterday(product)),
    meal: lunch,
    eaten: 4,
    remark: null,
  }),
  'nursing.mealOrder.addGuest': async (product) => ({
    ...(await elder(product)),
    day: tomorrow(),
    meal: lunch,
    portions: 1,
    texture: 1,
    remark: null,
  }),
  'nursing.mealOrder.cancelGuest': mealGuest,
  'nursing.mealOrder.handle': async (product) => ({ alertId: (await mealAlert(product)).alertId, note: '已请医生看' }),
  'nursing.mealElder.save': async (product) => ({
    ...(await elder(product)),
    allergens: ['P'],
    help: 'SELF',
    portion: 'NORMAL',
    dislikes: null,
    remark: null,
    version: null,
  }),
  'nursing.kitchen.shopping': () => ({ dayFrom: yesterday(), dayTo: tomorrow() }),
  'nursing.kitchen.keepSamples': async (product) => ({
    day: dayText(),
    meal: lunch,
    dishIds: [(await rowDish(product)).dishId],
    grams: 125,
    keptAt: null,
    place: null,
    remark: null,
  }),
  'nursing.kitchen.destroySamples': mealSample,
  'nursing.kitchen.saveSetting': () => ({
    closings: usualClosings,
    prices: usualPrices,
    sampleGrams: 125,
    sampleHours: 48,
    familyChooses: true,
    version: null,
  }),
  'nursing.meals.figures': () => ({ startDate: yesterday(), endDate: dayText() }),
}

export const places: Knowledge['places'] = {}
