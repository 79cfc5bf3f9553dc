// What the kitchen takes along on paper: portion cards of a meal, and what is to be bought for some days.
import { DAY_MS, momentOf } from '#contract/kit/clock'
import { invalid } from '#contract/kit/refusal'
import { addDays } from '#contract/nursing/dishWeek'
import type { MealCardData, ShoppingData } from '#contract/nursing/kitchen'
import { SEE_MEAL_MONEY } from '#contract/nursing/mealStates'
import type { MealTextureValue, MealTimeValue } from '#contract/nursing/mealWords'
import { menuFor } from '#server/areas/nursing/mealOrder/desired'
import { mealClockOf } from '#server/areas/nursing/mealOrder/mealClock'
import { type MenuDish, menuOf } from '#server/areas/nursing/mealOrder/mealRead'
import { RESIDENT_JOINS, WITH_RESIDENT } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { inDepts } from '#server/kit/tenant'

const CARDS = `select t.oldman_id as "oldmanId", o.oldman_name as "oldmanName", t.bed_path as "bedPath", t.ward, t.texture, t.therapies,
  t.allergens, t.taboos, coalesce(m.help, 'SELF') as help, coalesce(m.portion, 'NORMAL') as portion, m.dislikes, m.remark,
  array(select d.dish_name from unnest(t.dish_ids) with ordinality as x(id, n) join dish d on d.org_id = t.org_id and d.dish_id = x.id
    order by x.n) as dishes, t.swapped, false as guest, 1 as portions
from meal_order t ${WITH_RESIDENT} ${RESIDENT_JOINS}
left join meal_person m on m.org_id = t.org_id and m.oldman_id = t.oldman_id
where t.org_id = $1 and ${inDepts('o', '$2')} and t.day = $3 and t.meal = $4 and t.state = 'ON' and ($5::text is null or t.ward = $5)
order by at.place, at.room_sort, at.room_name, at.bed_sort, at.bed_name, t.oldman_id`
const GUESTS = `select t.oldman_id as "oldmanId", o.oldman_name as "oldmanName", at.path as "bedPath", t.ward, t.texture, t.remark, t.portions
from meal_guest t ${WITH_RESIDENT} ${RESIDENT_JOINS}
where t.org_id = $1 and ${inDepts('o', '$2')} and t.day = $3 and t.meal = $4 and t.cancelled_at is null and ($5::text is null or t.ward = $5)
order by at.place, at.room_sort, at.room_name, at.bed_sort, at.bed_name, t.guest_id`
const HOUSE = 'select org_name as name from organization where org_id = $1'

type Guest = Pick<MealCardData, 'oldmanId' | 'oldmanName' | 'bedPath' | 'ward' | 'texture' | 'remark' | 'portions'>

const guestServes = (menu: readonly MenuDish[], texture: MealTextureValue): string[] => {
  const { dishIds } = menuFor(menu)({ texture, therapies: [], allergens: [], taboos: [] })
  return dishIds.flatMap((id) => menu.find((one) => one.dishId === id)?.dishName ?? [])
}

export async function cardsOf(
  who: Caller,
  { day, meal, ward }: { day: string; meal: MealTimeValue; ward?: string | null },
) {
  const { pool } = who.app
  const values = [who.orgId, who.deptIds, day, meal, ward || null]
  const [cards, guests, menu, house, clock] = await Promise.all([
    pool.query<MealCardData>({ name: 'kitchen_cards', text: CARDS, values }),
    pool.query<Guest>({ name: 'kitchen_guest_cards', text: GUESTS, values }),
    menuOf(pool, who.orgId, day, day),
    pool.query<{ name: string }>({ name: 'kitchen_house', text: HOUSE, values: [who.orgId] }),
    mealClockOf(pool, who.orgId),
  ])
  const here = menu.filter((one) => one.meal === meal)
  const plain = { therapies: [], allergens: [], taboos: [], help: 'SELF', portion: 'NORMAL', dislikes: null } as const
  const extra = guests.rows.map(
    (one): MealCardData => ({
      ...one,
      ...plain,
      therapies: [],
      allergens: [],
      taboos: [],
      dishes: guestServes(here, one.texture),
      swapped: false,
      guest: true,
    }),
  )
  return {
    day,
    meal,
    clock: clock.at(day, meal).startsAt.slice(11, 16),
    houseName: house.rows[0]?.name ?? '',
    cards: [...cards.rows, ...extra],
  }
}

const MOST_DAYS = 31
const PORTIONS = `select x.dish_id as "dishId", count(*)::int as portions from meal_order t, unnest(t.dish_ids) as x(dish_id)
where t.org_id = $1 and t.day between $2 and $3 and t.state = 'ON' group by 1`
const GUEST_PORTIONS = `select day, meal, texture, sum(portions)::int as count from meal_guest
where org_id = $1 and day between $2 and $3 and cancelled_at is null group by 1, 2, 3`
const RECIPES = `select d.dish_id as "dishId", d.dish_name as "dishName", i.ingredient_name as "ingredientName", i.gross_mg as "grossMg"
from dish d left join dish_ingredient i on i.org_id = d.org_id and i.dish_id = d.dish_id
where d.org_id = $1 and d.dish_id = any($2) order by d.dish_name, i.ingredient_no`

const MG_PER_KG = 1_000_000
const PRICES = `select ingredient_name as name, price_fen as price from ingredient
where org_id = $1 and ingredient_name = any($2) and price_fen is not null`

async function pricesOf({ app, orgId }: Caller, names: readonly string[]): Promise<Map<string, number>> {
  const found = await app.pool.query<{ name: string; price: number }>({
    name: 'kitchen_prices',
    text: PRICES,
    values: [orgId, names],
  })
  return new Map(found.rows.map((row) => [row.name, row.price]))
}

/** Milligrams as kilograms with three digits. */
const kg = (mg: number) => Math.round(mg / 1_000) / 1_000

export async function shoppingOf(who: Caller, { dayFrom, dayTo }: { dayFrom: string; dayTo: string }) {
  const { pool } = who.app
  if (dayFrom > dayTo) throw invalid('开始日期不能晚于结束日期', 'dayFrom')
  if (momentOf(addDays(dayTo, 1)) - momentOf(dayFrom) > MOST_DAYS * DAY_MS) {
    throw invalid(`一次最多汇总 ${MOST_DAYS} 天，请缩短日期`, 'dayTo')
  }
  const values = [who.orgId, dayFrom, dayTo]
  const [ordered, guests, menu] = await Promise.all([
    pool.query<{ dishId: string; portions: number }>({ name: 'kitchen_portions', text: PORTIONS, values }),
    pool.query<{ day: string; meal: MealTimeValue; texture: MealTextureValue; count: number }>({
      name: 'kitchen_guest_portions',
      text: GUEST_PORTIONS,
      values,
    }),
    menuOf(pool, who.orgId, dayFrom, dayTo),
  ])
  const portions = new Map(ordered.rows.map((row) => [row.dishId, row.portions]))
  for (const { day, meal, texture, count } of guests.rows) {
    const here = menu.filter((one) => one.day === day && one.meal === meal)
    for (const dishId of menuFor(here)({ texture, therapies: [], allergens: [], taboos: [] }).dishIds) {
      portions.set(dishId, (portions.get(dishId) ?? 0) + count)
    }
  }
  const recipes = await pool.query<{
    dishId: string
    dishName: string
    ingredientName: string | null
    grossMg: number | null
  }>({
    name: 'kitchen_recipes',
    text: RECIPES,
    values: [who.orgId, [...portions.keys()]],
  })
  const unknown = new Set<string>()
  const needs = new Map<string, { mg: number; dishes: ShoppingData['dishes'] }>()
  for (const { dishId, dishName, ingredientName, grossMg } of recipes.rows) {
    if (ingredientName === null || grossMg === null) {
      unknown.add(dishName)
      continue
    }
    const count = portions.get(dishId)!
    const one = needs.get(ingredientName) ?? { mg: 0, dishes: [] }
    one.mg += grossMg * count
    one.dishes.push({ dishName, portions: count, kg: kg(grossMg * count) })
    needs.set(ingredientName, one)
  }
  const money = who.may(SEE_MEAL_MONEY)
  const prices = money ? await pricesOf(who, [...needs.keys()]) : new Map<string, number>()
  const list = [...needs]
    .map(([ingredientName, one]) => {
      const price = prices.get(ingredientName) ?? null
      const amount = price === null ? null : Math.round((one.mg * price) / MG_PER_KG)
      return {
        ingredientName,
        kg: kg(one.mg),
        priceFen: price as ShoppingData['priceFen'],
        amountFen: amount as ShoppingData['amountFen'],
        dishes: one.dishes,
      }
    })
    .toSorted((a, b) => b.kg - a.kg)
  return {
    dayFrom,
    dayTo,
    needs: list,
    unknown: [...unknown],
    amountFen: (money ? list.reduce((sum, one) => sum + (one.amountFen ?? 0), 0) : null) as ShoppingData['amountFen'],
    unpriced: money ? list.filter((one) => one.priceFen === null).length : null,
  }
}
