// Statistics of meals, out of the orders as they were served.
import type { DataOf } from '#contract/kit/call'
import { DAY_MS, dayText, momentOf } from '#contract/kit/clock'
import { invalid } from '#contract/kit/refusal'
import { addDays } from '#contract/nursing/dishWeek'
import { SEE_MEAL_MONEY } from '#contract/nursing/mealStates'
import { type MealsDayData, type MealsDishData, meals } from '#contract/nursing/meals'
import { MealTexture, type MealTextureValue, type MealTimeValue } from '#contract/nursing/mealWords'
import { reckonedFen } from '#server/areas/nursing/ingredient/costSql'
import { grouped } from '#server/areas/nursing/mealOrder/grouped'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { inDepts } from '#server/kit/tenant'

const USUAL_DAYS = 14
const MOST_DAYS = 92

// $4: the departments of whoever asks. A meal belongs to the department in which it was eaten.
const SEEN = `t.org_id = $1 and t.day between $2 and $3 and ${inDepts('t', '$4')}`
const DAYS = `select t.day, count(distinct t.oldman_id) filter (where t.state = 'ON')::int as heads, (count(*) filter (where t.state = 'ON'))::int as portions,
  (count(*) filter (where t.state = 'STOPPED' and t.stop_reason <> 'LEFT'))::int as stopped,
  (avg(t.eaten) filter (where t.eaten is not null) * 25)::float8 as eaten
from meal_order t where ${SEEN} group by 1 order by 1`
const MEALS = `select t.day, t.meal, count(*)::int as count from meal_order t where ${SEEN} and t.state = 'ON' group by 1, 2 order by 1, 2`
const COSTS = `with used as (select t.day, x.dish_id, count(*)::int as portions, (count(t.eaten))::int as looked, sum(t.eaten)::int as eaten
  from meal_order t, unnest(t.dish_ids) as x(dish_id) where ${SEEN} and t.state = 'ON' group by 1, 2)
select u.day, u.dish_id as "dishId", d.dish_name as "dishName", c.category_name as "categoryName", u.portions, u.looked,
  u.eaten, m.cost as "costFen"
from used u join (select d.dish_id, coalesce(d.cost_fen, ${reckonedFen('d')}) as cost from dish d
  where d.org_id = $1 and d.dish_id in (select dish_id from used)) m on m.dish_id = u.dish_id
join dish d on d.org_id = $1 and d.dish_id = u.dish_id
join dish_category c on c.org_id = d.org_id and c.category_id = d.category_id`
/** A guest eats where the elder whom they visit does. */
const GUESTS = `select g.day, sum(g.portions)::int as portions, sum(g.portions * g.price_fen)::float8 as fen
from meal_guest g join oldman o on o.org_id = g.org_id and o.oldman_id = g.oldman_id
where g.org_id = $1 and g.day between $2 and $3 and g.cancelled_at is null and ${inDepts('o', '$4')} group by 1`
/** What was chosen and served. */
const CHOSEN = `select c.dish_id as "dishId", count(*)::int as count from meal_choice c join meal_order t on t.org_id = c.org_id and t.day = c.day
  and t.meal = c.meal and t.oldman_id = c.oldman_id and t.state = 'ON' and c.dish_id = any(t.dish_ids)
where ${SEEN} group by 1`
const TEXTURES = `select t.texture, count(*)::int as count from meal_order t where ${SEEN} and t.state = 'ON' group by 1`
const EATEN = `select (avg(t.eaten) * 25)::float8 as eaten, count(distinct (t.day, t.oldman_id)) filter (where t.state = 'ON')::int as "headDays",
  count(distinct t.oldman_id) filter (where t.state = 'ON')::int as heads
from meal_order t where ${SEEN}`
/** Where anybody ate in these days, and what of it is counted for whoever asks. */
const DEPTS = `with eats as materialized (select distinct t.dept_id from meal_order t where t.org_id = $1 and t.day between $2 and $3)
select d.dept_name as name, ${inDepts('t', '$4')} as seen
from eats t left join dept d on d.org_id = $1 and d.dept_id = t.dept_id order by d.sort, d.dept_id`

interface CostRow {
  day: string
  dishId: string
  dishName: string
  categoryName: string
  portions: number
  looked: number
  eaten: number | null
  costFen: number | null
}

const oneDigit = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10)

function dishesOf(rows: readonly CostRow[], chosen: ReadonlyMap<string, number>): MealsDishData[] {
  return [...grouped(rows, (row) => row.dishId)]
    .map(([dishId, own]) => {
      const looked = own.reduce((sum, row) => sum + row.looked, 0)
      const eaten = own.reduce((sum, row) => sum + (row.eaten ?? 0), 0)
      return {
        dishId,
        dishName: own[0]!.dishName,
        categoryName: own[0]!.categoryName,
        portions: own.reduce((sum, row) => sum + row.portions, 0),
        looked,
        eatenPercent: looked > 0 ? oneDigit((eaten * 25) / looked) : null,
        chosen: chosen.get(dishId) ?? 0,
      }
    })
    .toSorted((a, b) => b.portions - a.portions || a.dishName.localeCompare(b.dishName, 'zh'))
}

async function figures(
  who: Caller,
  asked: { startDate?: string | null; endDate?: string | null },
): Promise<DataOf<typeof meals.calls.figures>> {
  const { pool } = who.app
  const endDate = asked.endDate ?? dayText()
  const startDate = asked.startDate ?? addDays(endDate, 1 - USUAL_DAYS)
  if (startDate > endDate) throw invalid('开始日期不能晚于结束日期', 'startDate')
  if (momentOf(addDays(endDate, 1)) - momentOf(startDate) > MOST_DAYS * DAY_MS) {
    throw invalid(`一次最多统计 ${MOST_DAYS} 天，请缩短日期`, 'startDate')
  }
  const values = [who.orgId, startDate, endDate, who.deptIds]
  type Day = Pick<MealsDayData, 'day' | 'heads' | 'portions' | 'stopped'> & { eaten: number | null }
  const [days, byMeal, costs, guests, chosen, textures, eaten, depts] = await Promise.all([
    pool.query<Day>({ name: 'meals_days', text: DAYS, values }),
    pool.query<{ day: string; meal: MealTimeValue; count: number }>({ name: 'meals_meals', text: MEALS, values }),
    pool.query<CostRow>({ name: 'meals_costs', text: COSTS, values }),
    pool.query<{ day: string; portions: number; fen: number }>({ name: 'meals_guests', text: GUESTS, values }),
    pool.query<{ dishId: string; count: number }>({ name: 'meals_chosen', text: CHOSEN, values }),
    pool.query<{ texture: MealTextureValue; count: number }>({ name: 'meals_textures', text: TEXTURES, values }),
    pool.query<{ eaten: number | null; headDays: number; heads: number }>({ name: 'meals_eaten', text: EATEN, values }),
    pool.query<{ name: string | null; seen: boolean }>({ name: 'meals_depts', text: DEPTS, values }),
  ])
  const mealsOf = grouped(byMeal.rows, (row) => row.day)
  const costOf = grouped(costs.rows, (row) => row.day)
  const guestOf = new Map(guests.rows.map((row) => [row.day, row]))
  const cost = (rows: readonly CostRow[]) => rows.reduce((sum, row) => sum + row.portions * (row.costFen ?? 0), 0)
  const list: MealsDayData[] = days.rows.map(({ eaten: percent, ...row }) => {
    const costFen = cost(costOf.get(row.day) ?? [])
    return {
      ...row,
      meals: (mealsOf.get(row.day) ?? []).map(({ meal, count }) => ({ meal, count })),
      guests: guestOf.get(row.day)?.portions ?? 0,
      costFen: costFen as MealsDayData['costFen'],
      perHeadFen: (row.heads > 0 ? Math.round(costFen / row.heads) : null) as MealsDayData['perHeadFen'],
      guestFen: (guestOf.get(row.day)?.fen ?? 0) as MealsDayData['guestFen'],
      eatenPercent: oneDigit(percent),
    }
  })
  const whole = cost(costs.rows)
  const { headDays, heads, eaten: percent } = eaten.rows[0]!
  const counts = new Map(textures.rows.map((row) => [row.texture, row.count]))
  return {
    startDate,
    endDate,
    depts:
      who.deptIds === null || (depts.rows.length > 0 && depts.rows.every((row) => row.seen))
        ? null
        : depts.rows.flatMap((row) => (row.seen && row.name !== null ? [row.name] : [])),
    days: list,
    total: {
      portions: list.reduce((sum, row) => sum + row.portions, 0),
      heads,
      guests: guests.rows.reduce((sum, row) => sum + row.portions, 0),
      stopped: list.reduce((sum, row) => sum + row.stopped, 0),
      costFen: whole as MealsDayData['costFen'],
      perHeadFen: (headDays > 0 ? Math.round(whole / headDays) : null) as MealsDayData['perHeadFen'],
      guestFen: guests.rows.reduce((sum, row) => sum + row.fen, 0) as MealsDayData['guestFen'],
      eatenPercent: oneDigit(percent),
      unpriced: costs.rows.filter((row) => row.costFen === null).reduce((sum, row) => sum + row.portions, 0),
    },
    textures: MealTexture.list.map(({ value }) => ({
      texture: value as MealTextureValue,
      count: counts.get(value) ?? 0,
    })),
    dishes: dishesOf(costs.rows, new Map(chosen.rows.map((row) => [row.dishId, row.count]))),
  }
}

type Figures = Awaited<ReturnType<typeof figures>>

/** How many ate and how well, for who has no business with amounts. */
const withoutMoney = (all: Figures): Figures => ({
  ...all,
  days: all.days.map((one) => ({ ...one, costFen: null, perHeadFen: null, guestFen: null })),
  total: { ...all.total, costFen: null, perHeadFen: null, guestFen: null, unpriced: null },
})

export default implement(meals, {
  figures: async (query, who) => {
    const all = await figures(who, query)
    return who.may(SEE_MEAL_MONEY) ? all : withoutMoney(all)
  },
})
