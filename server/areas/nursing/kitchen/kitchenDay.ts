// A day of the kitchen: the counts of its meals, and of one of them what is cooked and what changed after the counts closed.
import { dayText } from '#contract/kit/clock'
import type { KitchenDishData, MealChangeData, MealCountsData } from '#contract/nursing/kitchen'
import { MealTexture, type MealTextureValue, type MealTimeValue } from '#contract/nursing/mealWords'
import { menuFor } from '#server/areas/nursing/mealOrder/desired'
import { mealClockOf } from '#server/areas/nursing/mealOrder/mealClock'
import { currentMeal, isPublished, menuOf } from '#server/areas/nursing/mealOrder/mealRead'
import { WITH_RESIDENT } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { inDepts } from '#server/kit/tenant'
import { byMeal, countRows, countsOf } from './mealCounts.ts'

const BY_DISH = `select x.dish_id as "dishId", t.texture, count(*)::int as count, min(x.place) as place
from meal_order t, unnest(t.dish_ids) with ordinality as x(dish_id, place)
where t.org_id = $1 and t.day = $2 and t.meal = $3 and t.state = 'ON' group by 1, 2`
const DISHES = `select d.dish_id as "dishId", d.dish_name as "dishName", c.category_name as "categoryName", d.portion_grams as "portionGrams"
from dish d join dish_category c on c.org_id = d.org_id and c.category_id = d.category_id
where d.org_id = $1 and d.dish_id = any($2)`
const GUESTS = `select texture, sum(portions)::int as count from meal_guest
where org_id = $1 and day = $2 and meal = $3 and cancelled_at is null group by 1`

interface ByDish {
  dishId: string
  texture: MealTextureValue
  count: number
  place: number
}

/** Portions of each dish of a meal, guests among them: they get what the menu says for their form. */
export async function dishesOf(who: Caller, day: string, meal: MealTimeValue): Promise<KitchenDishData[]> {
  const { pool } = who.app
  const [ordered, guests, menu] = await Promise.all([
    pool.query<ByDish>({ name: 'kitchen_dishes', text: BY_DISH, values: [who.orgId, day, meal] }),
    pool.query<{ texture: MealTextureValue; count: number }>({
      name: 'kitchen_guests',
      text: GUESTS,
      values: [who.orgId, day, meal],
    }),
    menuOf(pool, who.orgId, day, day),
  ])
  const here = menu.filter((one) => one.meal === meal)
  const serve = menuFor(here)
  const extra = guests.rows.flatMap(({ texture, count }) =>
    serve({ texture, therapies: [], allergens: [], taboos: [] }).dishIds.map((dishId, place) => ({
      dishId,
      texture,
      count,
      place,
    })),
  )
  const all = [...ordered.rows, ...extra]
  const ids = [...new Set(all.map((one) => one.dishId))]
  const named = await pool.query<Omit<KitchenDishData, 'portions' | 'textures'>>({
    name: 'kitchen_dish_names',
    text: DISHES,
    values: [who.orgId, ids],
  })
  const onMenu = new Map(here.map((one, place) => [one.dishId, place]))
  const placeOf = (dishId: string) => onMenu.get(dishId) ?? 1_000
  return named.rows
    .map((row) => {
      const own = all.filter((one) => one.dishId === row.dishId)
      return {
        ...row,
        portions: own.reduce((sum, one) => sum + one.count, 0),
        textures: MealTexture.list.flatMap(({ value }) => {
          const count = own.filter((one) => one.texture === value).reduce((sum, one) => sum + one.count, 0)
          return count > 0 ? [{ texture: value as MealTextureValue, count }] : []
        }),
      }
    })
    .toSorted((a, b) => placeOf(a.dishId) - placeOf(b.dishId) || a.dishName.localeCompare(b.dishName, 'zh'))
}

const CHANGES = `select o.oldman_name as "oldmanName", (select m.bed_path from meal_order m where m.org_id = t.org_id and m.day = t.day
    and m.meal = t.meal and m.oldman_id = t.oldman_id) as "bedPath", t.kind, t.guest, t.delta, t.texture_before as "textureBefore", t.texture,
  t.note, t.at
from meal_change t ${WITH_RESIDENT} where t.org_id = $1 and ${inDepts('o', '$2')} and t.day = $3 and t.meal = $4
order by t.change_id desc limit 300`
const DELTA = `select coalesce(sum(delta), 0)::int as delta from meal_change where org_id = $1 and day = $2 and meal = $3`

export async function kitchenDay(who: Caller, asked: { day?: string | null; meal?: MealTimeValue | null }) {
  const { pool } = who.app
  const day = asked.day ?? dayText()
  const clock = await mealClockOf(pool, who.orgId)
  const meal = asked.meal ?? currentMeal(clock, day)
  const [rows, dishes, changes, delta, published] = await Promise.all([
    countRows(pool, who.orgId, [day, day]),
    dishesOf(who, day, meal),
    pool.query<MealChangeData>({ name: 'kitchen_changes', text: CHANGES, values: [who.orgId, who.deptIds, day, meal] }),
    pool.query<{ delta: number }>({ name: 'kitchen_delta', text: DELTA, values: [who.orgId, day, meal] }),
    isPublished(pool, who.orgId, day),
  ])
  const counts = byMeal(rows)
  const ordered = new Set(rows.map((row) => row.meal))
  const meals = clock.meals
    .filter((one) => one.served || ordered.has(one.meal))
    .map((one) => {
      const { startsAt, closesAt, closed } = clock.at(day, one.meal)
      return { meal: one.meal, startsAt, closesAt, closed, counts: countsOf(counts, day, one.meal) }
    })
  const now: MealCountsData = countsOf(counts, day, meal)
  return {
    day,
    meal,
    published,
    meals,
    dishes,
    atClosing: clock.at(day, meal).closed ? now.total + now.guests - delta.rows[0]!.delta : null,
    changes: changes.rows,
  }
}
