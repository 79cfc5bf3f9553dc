// At table: handed out, and how much was eaten. Whoever eats little three times running, or nothing twice, is a warning until
// somebody has answered it.
import type { InputOf } from '#contract/kit/call'
import { DAY_MS, dayText, momentOf, timeText } from '#contract/kit/clock'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import type { mealOrder } from '#contract/nursing/mealOrder'
import { MealEaten, type MealEatenValue, MISSED_MEALS, POOR_MEALS, POOR_UP_TO } from '#contract/nursing/mealStates'
import { MAIN_MEALS, type MealTimeValue } from '#contract/nursing/mealWords'
import type { Caller, Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { inDepts } from '#server/kit/tenant'
import { grouped } from './grouped.ts'
import { mealClockOf } from './mealClock.ts'
import { type HeldOrder, holdPeople, mealName, namesOf, ordersOf, type Person, whyNotEating } from './mealPeople.ts'
import { tellMeals } from './mealTopUp.ts'
import type { MealsChanged } from './mealWrite.ts'

type Calls = (typeof mealOrder)['calls']

/** So long before it begins a meal is carried out already, and so long afterwards it may be written down. */
const BEFORE_MINUTES = 60
export const DAYS_BACK = 3

function refuseOtherTime(day: string, startsAt: string): void {
  if (day < dayText(Date.now() - DAYS_BACK * DAY_MS)) {
    throw invalid(`只能登记最近 ${DAYS_BACK} 天的用餐`, 'day')
  }
  if (momentOf(startsAt) - BEFORE_MINUTES * 60_000 > Date.now()) {
    throw invalid(`${startsAt.slice(5, 16)} 才开餐，还不能登记`, 'meal')
  }
}

/** Those who eat this meal, and why the others do not. */
async function atTable(tx: Tx, who: Caller, body: { day: string; meal: MealTimeValue; oldmanIds: readonly string[] }) {
  const people = await holdPeople(tx, who, body.oldmanIds)
  const clock = await mealClockOf(tx.client, tx.orgId)
  refuseOtherTime(body.day, clock.at(body.day, body.meal).startsAt)
  const orders = new Map((await ordersOf(tx, people, body.day, [body.meal])).map((one) => [one.oldmanId, one]))
  const left: string[] = []
  const taken: (Person & { order: HeldOrder })[] = []
  for (const one of people) {
    const order = orders.get(one.oldmanId)
    const why = whyNotEating(order)
    if (why) left.push(`${one.name}：${why}，如已在院请先恢复用餐`)
    else taken.push({ ...one, order: order! })
  }
  if (taken.length === 0) throw invalid(`没有可以登记的老人（${left.join('；')}）`, 'oldmanIds')
  return { taken, left, ids: taken.map((one) => one.oldmanId) }
}

const HAND = `update meal_order set handed_at = $5, handed_by = $6, version = version + 1
where org_id = $1 and day = $2 and meal = $3 and oldman_id = any($4) and state = 'ON' and ($5::timestamptz is null or handed_at is null)
  and ($5::timestamptz is not null or eaten is null)`

export async function handMeals(tx: Tx, who: Caller, body: InputOf<Calls['hand']>): Promise<MealsChanged> {
  const { day, meal } = body
  const { taken, left, ids } = await atTable(tx, who, body)
  const values = [tx.orgId, day, meal, ids, body.undo ? null : timeText(), body.undo ? null : who.userId]
  const done = await tx.client.query({ name: 'meal_hand', text: HAND, values })
  tx.log({
    remark: `${body.undo ? '撤回' : '登记'}${mealName(day, meal)}送餐：${namesOf(taken)}`,
    targetType: 'mealOrder',
    targetId: ids[0]!,
  })
  tellMeals(tx, [day], ids)
  return { changed: done.rowCount ?? 0, left }
}

const EAT = `update meal_order set eaten = $5, eaten_at = case when $5::int is null then null else now() end, eaten_by = case when $5::int is null then null else $6 end,
  eaten_remark = $7, handed_at = coalesce(handed_at, case when $5::int is null then null else now() end),
  handed_by = case when handed_at is null and $5::int is not null then $6 else handed_by end, version = version + 1
where org_id = $1 and day = $2 and meal = $3 and oldman_id = any($4) and state = 'ON'`

/** The newest main meals that somebody looked at, of each elder. */
const LAST = `select e.oldman_id as "oldmanId", l.day, l.meal, l.eaten from unnest($2::text[]) as e(oldman_id)
cross join lateral (select o.day, o.meal, o.eaten from meal_order o where o.org_id = $1 and o.oldman_id = e.oldman_id
  and o.meal in (${MAIN_MEALS.join(', ')}) and o.eaten is not null and o.day > current_date - 7 order by o.day desc, o.meal desc limit ${POOR_MEALS}) l`

interface Looked {
  oldmanId: string
  day: string
  meal: MealTimeValue
  eaten: MealEatenValue
}

/** Pure: whether these, the newest first, are a reason to look at somebody. */
export function eatsPoorly(last: readonly Pick<Looked, 'eaten'>[]): boolean {
  const poor = last.slice(0, POOR_MEALS)
  const missed = last.slice(0, MISSED_MEALS)
  return (
    (poor.length === POOR_MEALS && poor.every((one) => one.eaten <= POOR_UP_TO)) ||
    (missed.length === MISSED_MEALS && missed.every((one) => one.eaten === MealEaten.is.none))
  )
}

const RAISE = `insert into meal_alert (org_id, alert_id, oldman_id, meals) values ($1, $2, $3, $4)
on conflict (org_id, oldman_id) where handled_at is null do update set meals = excluded.meals`
const CORRECT = `update meal_alert set handled_at = now(), handled_by = $3, note = '进食登记已更正'
where org_id = $1 and oldman_id = any($2) and handled_at is null`

/** Answers who is warned about. What was typed wrongly takes its warning back. */
async function warn(tx: Tx, people: readonly (Person & { order: HeldOrder })[], corrected: boolean): Promise<string[]> {
  const found = await tx.client.query<Looked>({
    name: 'meal_last',
    text: LAST,
    values: [tx.orgId, people.map((one) => one.oldmanId)],
  })
  const byElder = grouped(found.rows, (row) => row.oldmanId)
  const poorly = people.filter((one) => eatsPoorly(byElder.get(one.oldmanId) ?? []))
  for (const one of poorly) {
    const meals = byElder
      .get(one.oldmanId)!
      .map((row) => `${mealName(row.day, row.meal)} ${MealEaten.label(row.eaten)}`)
      .join('、')
    await tx.client.query({ name: 'meal_raise', text: RAISE, values: [tx.orgId, newId(), one.oldmanId, meals] })
  }
  const well = corrected ? people.filter((one) => one.order.eaten !== null && !poorly.includes(one)) : []
  if (well.length > 0) await tx.client.query(CORRECT, [tx.orgId, well.map((one) => one.oldmanId), tx.by.name])
  return poorly.map((one) => one.name)
}

export async function eatMeals(tx: Tx, who: Caller, body: InputOf<Calls['eat']>) {
  const { day, meal } = body
  const eaten = body.eaten ?? null
  const { taken, left, ids } = await atTable(tx, who, body)
  const remark = eaten === null ? null : body.remark?.trim() || null
  const values = [tx.orgId, day, meal, ids, eaten, who.userId, remark]
  const done = await tx.client.query({ name: 'meal_eat', text: EAT, values })
  const alerts = await warn(tx, taken, true)
  const what = eaten === null ? '撤回进食登记' : `进食${MealEaten.label(eaten)}${remark ? `（${remark}）` : ''}`
  tx.log({
    remark: `${mealName(day, meal)}：${namesOf(taken)}${what}${alerts.length > 0 ? `；进食差提醒：${alerts.join('、')}` : ''}`,
    targetType: 'mealOrder',
    targetId: ids[0]!,
  })
  tellMeals(tx, [day], ids)
  return { changed: done.rowCount ?? 0, left, alerts }
}

const HELD = `select a.alert_id as "alertId", a.handled_at as "handledAt", a.handled_by as "handledBy", o.oldman_id as "oldmanId",
  o.oldman_name as name from meal_alert a join oldman o on o.org_id = a.org_id and o.oldman_id = a.oldman_id
where a.org_id = $1 and ${inDepts('o', '$2')} and a.alert_id = $3 for no key update of a`
const HANDLE =
  'update meal_alert set handled_at = now(), handled_by = $3, note = $4 where org_id = $1 and alert_id = $2'

export async function handleAlert(tx: Tx, who: Caller, { alertId, note }: InputOf<Calls['handle']>): Promise<void> {
  const found = await tx.client.query<{ handledAt: string | null; handledBy: string; oldmanId: string; name: string }>(
    HELD,
    [tx.orgId, who.deptIds, alertId],
  )
  const one = found.rows[0]
  if (!one) throw notFound('进食提醒')
  if (one.handledAt !== null) {
    const state = `${one.handledBy} ${one.handledAt.slice(5, 16)} 已处理`
    throw new Refusal('STATE_NOT_ALLOWED', { state, act: '再次处理' })
  }
  await tx.client.query(HANDLE, [tx.orgId, alertId, tx.by.name, note.trim()])
  tx.log({ remark: `处理“${one.name}”的进食提醒：${note.trim()}`, targetType: 'mealAlert', targetId: alertId })
  tellMeals(tx, [], [one.oldmanId])
}
