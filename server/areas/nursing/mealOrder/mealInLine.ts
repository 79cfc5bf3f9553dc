// Orders follow the menu, the archive and the stay: those of meals that have not begun are brought in line with what holds now.
// Done twice it changes nothing, so that publishing, a change of the menu, an outing, a check-in and the night call the same.
// What became otherwise after the kitchen had closed and counted is written down by the same statement.
import type { ClientBase } from 'pg'
import { dayText, timeText } from '#contract/kit/clock'
import { mealKey } from '#contract/nursing/dishConflict'
import { DishPlanState } from '#contract/nursing/dishPlanWords'
import type { MealClosingAt } from '#contract/nursing/mealOrder'
import { MealOrderState, MealStopReason, type MealStopReasonValue } from '#contract/nursing/mealStates'
import type { MealTimeValue } from '#contract/nursing/mealWords'
import { type EatingElder, eatersOf } from '#server/areas/nursing/dishPlan/eaters'
import { type MenuAnswer, type MenuItem, menuFor } from './desired.ts'
import { grouped } from './grouped.ts'
import { type MealClock, mealClockOf } from './mealClock.ts'

const ITEMS = `select i.item_id as "itemId", i.day, i.meal, i.dish_id as "dishId", i.textures, i.choice, d.allergens, d.taboos, d.unfit
from dish_plan_item i join dish_plan p on p.org_id = i.org_id and p.plan_id = i.plan_id and p.state = '${DishPlanState.is.PUBLISHED}'
join dish d on d.org_id = i.org_id and d.dish_id = i.dish_id
where i.org_id = $1 and i.day = any($2::date[]) order by i.day, i.meal, i.sort, i.item_id`
const ANSWERS = `select a.item_id as "itemId", a.oldman_id as "oldmanId", a.kind, a.covers, a.dish_id as "dishId",
  case when d.dish_id is null then null else json_build_object('allergens', d.allergens, 'taboos', d.taboos, 'unfit', d.unfit) end as dish
from dish_plan_answer a join dish_plan_item i on i.org_id = a.org_id and i.item_id = a.item_id
left join dish d on d.org_id = a.org_id and d.dish_id = a.dish_id
where a.org_id = $1 and i.day = any($2::date[]) and ($3::text[] is null or a.oldman_id = any($3))`
const CHOICES = `select oldman_id as "oldmanId", day, meal, choice, dish_id as "dishId" from meal_choice
where org_id = $1 and day = any($2::date[]) and ($3::text[] is null or oldman_id = any($3))`

interface Item extends MenuItem {
  day: string
  meal: MealTimeValue
}

interface Wanted {
  elder: EatingElder
  day: string
  meal: MealTimeValue
  closed: boolean
  dishIds: readonly string[]
  swapped: boolean
  away: MealStopReasonValue | null
}

/** Why somebody does not eat at that moment. */
export function awayAt({ absent }: Pick<EatingElder, 'absent'>, moment: string): MealStopReasonValue | null {
  const at = moment.slice(0, 16)
  const away = absent.find((one) => one.from <= at && (one.to === null || at < one.to))
  return away ? (away.hospital ? MealStopReason.is.HOSPITAL : MealStopReason.is.OUT) : null
}

interface Facts {
  items: readonly Item[]
  elders: readonly EatingElder[]
  answers: readonly (MenuAnswer & { itemId: string; oldmanId: string })[]
  choices: readonly { oldmanId: string; day: string; meal: MealTimeValue; choice: number; dishId: string }[]
}

/** Pure: the orders that there should be of meals that have not begun. */
export function wantedOf({ items, elders, answers, choices }: Facts, clock: Pick<MealClock, 'at'>): Wanted[] {
  const menus = grouped(items, (one) => mealKey(one.day, one.meal))
  const keyOfItem = new Map(items.map((one) => [one.itemId, mealKey(one.day, one.meal)]))
  const decided = new Map<string, Map<string, MenuAnswer>>()
  for (const one of answers) {
    const key = `${keyOfItem.get(one.itemId)} ${one.oldmanId}`
    decided.set(key, (decided.get(key) ?? new Map()).set(one.itemId, one))
  }
  const chosen = new Map<string, Map<number, string>>()
  for (const one of choices) {
    const key = `${mealKey(one.day, one.meal)} ${one.oldmanId}`
    chosen.set(key, (chosen.get(key) ?? new Map()).set(one.choice, one.dishId))
  }
  return [...menus].flatMap(([key, menu]) => {
    const { day, meal } = menu[0]!
    const { started, closed, startsAt } = clock.at(day, meal)
    if (started) return []
    const serve = menuFor(menu)
    return elders.map((elder) => ({
      elder,
      day,
      meal,
      closed,
      ...serve(elder, decided.get(`${key} ${elder.oldmanId}`), chosen.get(`${key} ${elder.oldmanId}`)),
      away: awayAt(elder, startsAt),
    }))
  })
}

/** The order as it should stand, `hand` of somebody's word for this meal taken into account. */
const { ON, STOPPED } = MealOrderState.is
const REASON = `case o.hand when 'STOP' then '${MealStopReason.is.HAND}' when 'EAT' then null else excluded.stop_reason end`
const SAME = `(o.dept_id, o.ward, o.bed_path, o.texture, o.therapies, o.allergens, o.taboos, o.dish_ids, o.swapped, o.stop_reason)
  is distinct from (excluded.dept_id, excluded.ward, excluded.bed_path, excluded.texture, excluded.therapies, excluded.allergens,
  excluded.taboos, excluded.dish_ids, excluded.swapped, ${REASON})`

// Arrays of arrays travel as texts. The main statement sees the orders as they were before.
const PUT = `with d as materialized (select x.*, string_to_array(x.therapy, ',')::smallint[] as therapies, string_to_array(x.allergen, ',') as allergens,
    string_to_array(x.taboo, ',')::smallint[] as taboos, string_to_array(x.dishes, ',') as dish_ids
  from unnest($2::text[], $3::date[], $4::int[], $5::text[], $6::text[], $7::text[], $8::int[], $9::text[], $10::text[], $11::text[],
    $12::text[], $13::bool[], $14::text[], $15::bool[])
  as x(oldman_id, day, meal, dept_id, ward, bed_path, texture, therapy, allergen, taboo, dishes, swapped, away, counted)),
put as (insert into meal_order as o (org_id, oldman_id, day, meal, dept_id, ward, bed_path, texture, therapies, allergens, taboos, dish_ids,
    swapped, state, stop_reason)
  select $1, d.oldman_id, d.day, d.meal, d.dept_id, d.ward, d.bed_path, d.texture, d.therapies, d.allergens, d.taboos, d.dish_ids,
    d.swapped, case when d.away is null then '${ON}' else '${STOPPED}' end, d.away from d order by d.oldman_id, d.day, d.meal
  on conflict (org_id, day, meal, oldman_id) do update set dept_id = excluded.dept_id, ward = excluded.ward, bed_path = excluded.bed_path,
    texture = excluded.texture, therapies = excluded.therapies, allergens = excluded.allergens, taboos = excluded.taboos,
    dish_ids = excluded.dish_ids, swapped = excluded.swapped, stop_reason = ${REASON},
    state = case when ${REASON} is null then '${ON}' else '${STOPPED}' end, version = o.version + 1
  where o.handed_at is null and o.eaten is null and ${SAME}
  returning o.*),
told as (insert into meal_change (org_id, oldman_id, day, meal, kind, delta, texture_before, texture, note)
  select $1, p.oldman_id, p.day, p.meal,
    case when b.oldman_id is null then 'ADDED' when p.state <> b.state then case p.state when '${ON}' then 'RESTORED' else 'STOPPED' end
      when (p.texture, p.therapies, p.allergens, p.taboos) is distinct from (b.texture, b.therapies, b.allergens, b.taboos) then 'DIET' else 'DISHES' end,
    (p.state = '${ON}')::int - (coalesce(b.state, '${STOPPED}') = '${ON}')::int, b.texture, p.texture, coalesce(p.hand_why, p.stop_reason)
  from put p join d on d.oldman_id = p.oldman_id and d.day = p.day and d.meal = p.meal and d.counted
  left join meal_order b on b.org_id = $1 and b.day = p.day and b.meal = p.meal and b.oldman_id = p.oldman_id
  where (p.state = '${ON}' or b.state = '${ON}') and (b.oldman_id is null or p.state <> b.state or p.dish_ids is distinct from b.dish_ids
    or (p.texture, p.therapies, p.allergens, p.taboos) is distinct from (b.texture, b.therapies, b.allergens, b.taboos)))
select count(*)::int as changed from put`

/** Orders of meals that nobody plans any more, and of people who do not live here: nothing is cooked for them. */
const GONE = `with m as (select * from unnest($2::date[], $3::int[], $4::bool[], $5::bool[]) as x(day, meal, planned, closed)),
left_over as (select o.*, m.planned, m.closed from meal_order o join m on m.day = o.day and m.meal = o.meal
  where o.org_id = $1 and ($6::text[] is null or o.oldman_id = any($6)) and o.handed_at is null and o.eaten is null
    and (not m.planned or (not o.oldman_id = any($7) and o.stop_reason is distinct from '${MealStopReason.is.LEFT}'))),
removed as (delete from meal_order o using left_over l where not l.planned and o.org_id = l.org_id and o.day = l.day and o.meal = l.meal
  and o.oldman_id = l.oldman_id),
stopped as (update meal_order o set state = '${STOPPED}', stop_reason = '${MealStopReason.is.LEFT}', hand = null, version = o.version + 1
  from left_over l where l.planned and o.org_id = l.org_id and o.day = l.day and o.meal = l.meal and o.oldman_id = l.oldman_id),
told as (insert into meal_change (org_id, oldman_id, day, meal, kind, delta, texture_before, texture, note)
  select $1, l.oldman_id, l.day, l.meal, case when l.planned then 'STOPPED' else 'REMOVED' end, -1, l.texture, l.texture,
    case when l.planned then '${MealStopReason.is.LEFT}' end
  from left_over l where l.closed and l.state = '${ON}')
select count(*)::int as changed from left_over`

/** Closed meals that the kitchen has counted: the first orders of one that is published late are its count, and no change of it. */
const COUNTED = `select m.day, m.meal from unnest($2::date[], $3::int[]) as m(day, meal)
where exists (select from meal_order t where t.org_id = $1 and t.day = m.day and t.meal = m.meal)
  or exists (select from meal_change c where c.org_id = $1 and c.day = m.day and c.meal = m.meal)`

const AT_ONCE = 8_000
const LOCK = `select pg_advisory_xact_lock(hashtext('meal_order:' || $1))`

/** Whoever changes orders of a house does it one after the other, from here to the commit. */
export const lockOrders = (client: ClientBase, orgId: string) =>
  client.query({ name: 'meal_lock', text: LOCK, values: [orgId] })

async function countedMeals(client: ClientBase, orgId: string, closed: readonly MealClosingAt[]): Promise<Set<string>> {
  if (closed.length === 0) return new Set()
  const values = [orgId, closed.map((one) => one.day), closed.map((one) => one.meal)]
  const found = await client.query<{ day: string; meal: MealTimeValue }>({
    name: 'meal_counted',
    text: COUNTED,
    values,
  })
  return new Set(found.rows.map((row) => mealKey(row.day, row.meal)))
}

async function put(
  client: ClientBase,
  orgId: string,
  all: readonly Wanted[],
  counted: ReadonlySet<string>,
): Promise<number> {
  let changed = 0
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const part = all.slice(from, from + AT_ONCE)
    const of = <T>(value: (one: Wanted) => T) => part.map(value)
    const done = await client.query<{ changed: number }>({
      name: 'meal_put',
      text: PUT,
      values: [
        orgId,
        of((one) => one.elder.oldmanId),
        of((one) => one.day),
        of((one) => one.meal),
        of((one) => one.elder.deptId),
        of((one) => one.elder.ward),
        of((one) => one.elder.bedPath),
        of((one) => one.elder.texture),
        of((one) => one.elder.therapies.join()),
        of((one) => one.elder.allergens.join()),
        of((one) => one.elder.taboos.join()),
        of((one) => one.dishIds.join()),
        of((one) => one.swapped),
        of((one) => one.away),
        of((one) => one.closed && counted.has(mealKey(one.day, one.meal))),
      ],
    })
    changed += done.rows[0]!.changed
  }
  return changed
}

/** Within a transaction: of these days, and of these elders or of all. Answers how many orders are otherwise now. */
export async function bringMealsInLine(
  client: ClientBase,
  orgId: string,
  {
    days,
    oldmanIds = null,
    now = Date.now(),
  }: { days: readonly string[]; oldmanIds?: readonly string[] | null; now?: number },
): Promise<number> {
  const today = dayText(now)
  const coming = [...new Set(days)].filter((day) => day >= today).toSorted()
  if (coming.length === 0) return 0
  await lockOrders(client, orgId)
  const clock = await mealClockOf(client, orgId, now)
  const items = (await client.query<Item>({ name: 'meal_menu', text: ITEMS, values: [orgId, coming] })).rows
  const elders = await eatersOf(client, { orgId, deptIds: null }, coming[0]!, coming.at(-1)!, oldmanIds)
  const values = [orgId, coming, oldmanIds]
  const answers = await client.query<Facts['answers'][number]>({ name: 'meal_answers', text: ANSWERS, values })
  const choices = await client.query<Facts['choices'][number]>({ name: 'meal_choices', text: CHOICES, values })
  const wanted = wantedOf({ items, elders, answers: answers.rows, choices: choices.rows }, clock)
  const planned = new Set(items.map((one) => mealKey(one.day, one.meal)))
  const meals = coming.flatMap((day) =>
    clock.meals.map(({ meal }) => clock.at(day, meal)).filter((one) => !one.started),
  )
  const counted = await countedMeals(
    client,
    orgId,
    meals.filter((one) => one.closed),
  )
  const gone = await client.query<{ changed: number }>({
    name: 'meal_gone',
    text: GONE,
    values: [
      orgId,
      meals.map((one) => one.day),
      meals.map((one) => one.meal),
      meals.map((one) => planned.has(mealKey(one.day, one.meal))),
      meals.map((one) => one.closed),
      oldmanIds,
      elders.map((one) => one.oldmanId),
    ],
  })
  return (await put(client, orgId, wanted, counted)) + gone.rows[0]!.changed
}

const PUBLISHED_DAYS = `select distinct i.day from dish_plan p join dish_plan_item i on i.org_id = p.org_id and i.plan_id = p.plan_id
where p.org_id = $1 and p.state = '${DishPlanState.is.PUBLISHED}' and p.week_start > $2::date - 7 and i.day >= $2
union select distinct o.day from meal_order o where o.org_id = $1 and o.day >= $2 order by 1`

/** The days from today on that are published, or for which something was ordered. */
export async function orderedDays(client: ClientBase, orgId: string, now = Date.now()): Promise<string[]> {
  const found = await client.query<{ day: string }>({
    name: 'meal_days',
    text: PUBLISHED_DAYS,
    values: [orgId, timeText(now).slice(0, 10)],
  })
  return found.rows.map((row) => row.day)
}
