// The orders of a meal, and the meals of an elder, as pages show them.
import type { ClientBase, Pool } from 'pg'
import { DAY_MS, dayText, momentOf } from '#contract/kit/clock'
import { invalid } from '#contract/kit/refusal'
import { conflictOf } from '#contract/nursing/dishConflict'
import { DishPlanState } from '#contract/nursing/dishPlanWords'
import type { FamilyMealData } from '#contract/nursing/mealFamily'
import type { MealChoiceData, MealOrderData } from '#contract/nursing/mealOrder'
import { ChosenBy, type ChosenByValue, MealOrderState, MealStopReason } from '#contract/nursing/mealStates'
import type { MealTimeValue } from '#contract/nursing/mealWords'
import {
  nameFilter,
  PAPER_IN_SCOPE,
  RESIDENT_JOINS,
  RESIDENT_MARKS,
  requireResident,
  residentScope,
  staffName,
  WITH_RESIDENT,
} from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { conditionsOf } from '#server/kit/page'
import type { MenuItem } from './desired.ts'
import { grouped } from './grouped.ts'
import { type MealClock, mealClockOf, mealSettingOf } from './mealClock.ts'

type Client = ClientBase | Pool

const ROW = `${RESIDENT_MARKS}, t.day, t.meal, t.ward, t.bed_path as "bedPath", t.texture, t.therapies, t.allergens, t.taboos,
  coalesce(m.help, 'SELF') as help, coalesce(m.portion, 'NORMAL') as portion, m.dislikes, t.dish_ids as "dishIds", t.swapped, t.state,
  t.stop_reason as "stopReason", t.hand_why as "handWhy", t.hand_by as "handBy", t.handed_at as "handedAt", t.eaten,
  t.eaten_at as "eatenAt", ${staffName('t.eaten_by')} as "eatenByName", t.eaten_remark as "eatenRemark",
  coalesce((select sum(g.portions)::int from meal_guest g where g.org_id = t.org_id and g.day = t.day and g.meal = t.meal
    and g.oldman_id = t.oldman_id and g.cancelled_at is null), 0) as guests`
const FROM = `meal_order t ${WITH_RESIDENT} ${RESIDENT_JOINS}
left join meal_person m on m.org_id = t.org_id and m.oldman_id = t.oldman_id`
const BY_PLACE = 'at.place, at.room_sort, at.room_name, at.bed_sort, at.bed_name, t.oldman_id'
const STAYS = `t.stop_reason is distinct from '${MealStopReason.is.LEFT}'`

type Stored = Omit<MealOrderData, 'dishes' | 'choices'> & { dishIds: string[] }

export interface MenuDish extends MenuItem {
  day: string
  meal: MealTimeValue
  dishName: string
}

const MENU = `select i.item_id as "itemId", i.day, i.meal, i.dish_id as "dishId", d.dish_name as "dishName", i.textures, i.choice,
  d.allergens, d.taboos, d.unfit
from dish_plan_item i join dish_plan p on p.org_id = i.org_id and p.plan_id = i.plan_id and p.state = '${DishPlanState.is.PUBLISHED}'
join dish d on d.org_id = i.org_id and d.dish_id = i.dish_id
where i.org_id = $1 and i.day between $2 and $3 order by i.day, i.meal, i.sort, i.item_id`

/** The published dishes of these days. */
export async function menuOf(client: Client, orgId: string, from: string, to: string): Promise<MenuDish[]> {
  const found = await client.query<MenuDish>({ name: 'meal_menu_of', text: MENU, values: [orgId, from, to] })
  return found.rows
}

const NAMES = 'select dish_id as "dishId", dish_name as "dishName" from dish where org_id = $1 and dish_id = any($2)'
const CHOSEN = `select oldman_id as "oldmanId", day, meal, choice, via, by_name as "byName", dish_id as "dishId" from meal_choice
where org_id = $1 and day between $2 and $3 and oldman_id = any($4)`

interface Chosen {
  oldmanId: string
  day: string
  meal: MealTimeValue
  choice: number
  via: ChosenByValue
  byName: string
  dishId: string
}

type Served = Pick<Stored, 'texture' | 'therapies' | 'allergens' | 'taboos' | 'dishIds'>

function choicesOf(row: Served, menu: readonly MenuDish[], chosen: readonly Chosen[]): MealChoiceData[] {
  const here = menu.filter((one) => one.choice !== null && one.textures.includes(row.texture))
  return [...new Set(here.map((one) => one.choice!))].flatMap((choice) => {
    const offered = here.filter((one) => one.choice === choice)
    if (offered.length < 2) return []
    const said = chosen.find((one) => one.choice === choice)
    const dishId = offered.find((one) => row.dishIds.includes(one.dishId))?.dishId ?? null
    const holds = said !== undefined && said.dishId === dishId
    return {
      choice,
      offered: offered.map((one) => ({
        dishId: one.dishId,
        dishName: one.dishName,
        why:
          conflictOf(one, row)
            .map((reason) => reason.word)
            .join('、') || null,
      })),
      dishId,
      via: holds ? said.via : null,
      byName: holds ? said.byName : null,
    }
  })
}

async function withDishes(client: Client, orgId: string, rows: readonly Stored[]): Promise<MealOrderData[]> {
  if (rows.length === 0) return []
  const days = rows.map((row) => row.day).toSorted()
  const [from, to] = [days[0]!, days.at(-1)!]
  const ids = [...new Set(rows.flatMap((row) => row.dishIds))]
  const people = [...new Set(rows.map((row) => row.oldmanId))]
  const [menu, names, chosen] = await Promise.all([
    menuOf(client, orgId, from, to),
    client.query<{ dishId: string; dishName: string }>({ name: 'meal_names', text: NAMES, values: [orgId, ids] }),
    client.query<Chosen>({ name: 'meal_chosen', text: CHOSEN, values: [orgId, from, to, people] }),
  ])
  const nameOf = new Map(names.rows.map((row) => [row.dishId, row.dishName]))
  const at = ({ day, meal }: { day: string; meal: number }) => `${day} ${meal}`
  const menus = grouped(menu, at)
  const said = grouped(chosen.rows, (one) => `${at(one)} ${one.oldmanId}`)
  return rows.map(({ dishIds, ...row }) => ({
    ...row,
    dishes: dishIds.map((dishId) => ({ dishId, dishName: nameOf.get(dishId) ?? '' })),
    choices: choicesOf({ ...row, dishIds }, menus.get(at(row)) ?? [], said.get(`${at(row)} ${row.oldmanId}`) ?? []),
  }))
}

/** The meal that is served now or comes next; after the last of the day, that one. */
export function currentMeal(clock: MealClock, day: string): MealTimeValue {
  const served = clock.meals.filter((one) => one.served)
  if (day !== dayText()) return served[0]!.meal
  // A meal is handed out and looked at for an hour and a half after it begins.
  const since = Date.now() - 90 * 60_000
  const next = served.find((one) => momentOf(clock.at(day, one.meal).startsAt) >= since)
  return (next ?? served.at(-1)!).meal
}

export interface OrderFilters {
  day?: string | null
  meal?: MealTimeValue | null
  deptId?: string | null
  keyword?: string | null
}

const PUBLISHED = `select exists (select from dish_plan p join dish_plan_item i on i.org_id = p.org_id and i.plan_id = p.plan_id
where p.org_id = $1 and p.state = '${DishPlanState.is.PUBLISHED}' and i.day = $2) as published`

export async function isPublished(client: Client, orgId: string, day: string): Promise<boolean> {
  const found = await client.query<{ published: boolean }>({
    name: 'meal_published',
    text: PUBLISHED,
    values: [orgId, day],
  })
  return found.rows[0]!.published
}

export async function listOrders(who: Caller, asked: OrderFilters) {
  const { pool } = who.app
  const day = asked.day ?? dayText()
  const clock = await mealClockOf(pool, who.orgId)
  const meal = asked.meal ?? currentMeal(clock, day)
  const { where, values } = conditionsOf([
    ...residentScope(who),
    ['t.day = ?::date', day],
    ['t.meal = ?::int', meal],
    ['o.dept_id = ?', asked.deptId],
    nameFilter(asked.keyword),
  ])
  const [found, published] = await Promise.all([
    pool.query<Stored>(`select ${ROW} from ${FROM} where ${where} and ${STAYS} order by ${BY_PLACE}`, values),
    isPublished(pool, who.orgId, day),
  ])
  const shown = clock.meals.filter((one) => one.served || one.meal === meal)
  return {
    meals: shown.map((one) => clock.at(day, one.meal)),
    meal: clock.at(day, meal),
    orders: await withDishes(pool, who.orgId, found.rows),
    published,
  }
}

const MOST_DAYS = 62

export async function ordersOfElder(
  who: Caller,
  oldmanId: string,
  asked: { dayFrom?: string | null; dayTo?: string | null },
): Promise<MealOrderData[]> {
  await requireResident(who.app.pool, who, oldmanId)
  const to = asked.dayTo ?? dayText()
  const from = asked.dayFrom ?? dayText(momentOf(to) - 6 * DAY_MS)
  if (from > to) throw invalid('开始日期不能晚于结束日期', 'dayFrom')
  if (momentOf(to) - momentOf(from) > MOST_DAYS * DAY_MS)
    throw invalid(`一次最多看 ${MOST_DAYS} 天，请缩短日期`, 'dayFrom')
  const found = await who.app.pool.query<Stored>({
    name: 'meal_of_elder',
    text: `select ${ROW} from ${FROM} where ${PAPER_IN_SCOPE} and t.oldman_id = $3 and t.day between $4 and $5 and ${STAYS}
      order by t.day desc, t.meal desc`,
    values: [who.orgId, who.deptIds, oldmanId, from, to],
  })
  return withDishes(who.app.pool, who.orgId, found.rows)
}

/** So far ahead a family sees what there is to choose. */
const FAMILY_DAYS = 21
const FOR_FAMILY = `select t.day, t.meal, t.texture, t.therapies, t.allergens, t.taboos, t.dish_ids as "dishIds" from meal_order t
where t.org_id = $1 and t.oldman_id = $2 and t.day between $3 and $4 and t.state = '${MealOrderState.is.ON}' order by t.day, t.meal`

/** What the family may choose for its elder, and what has been chosen already; nothing where the house does not let families. */
export async function mealsForFamily(
  client: Client,
  orgId: string,
  oldmanId: string,
  now = Date.now(),
): Promise<FamilyMealData[]> {
  if (!(await mealSettingOf(client, orgId)).familyChooses) return []
  const [from, to] = [dayText(now), dayText(now + FAMILY_DAYS * DAY_MS)]
  const clock = await mealClockOf(client, orgId, now)
  const values = [orgId, oldmanId, from, to]
  const orders = await client.query<Served & { day: string; meal: MealTimeValue }>({
    name: 'meal_for_family',
    text: FOR_FAMILY,
    values,
  })
  const menu = await menuOf(client, orgId, from, to)
  const chosen = await client.query<Chosen>({
    name: 'meal_chosen',
    text: CHOSEN,
    values: [orgId, from, to, [oldmanId]],
  })
  return orders.rows.flatMap((row) => {
    const here = (one: { day: string; meal: MealTimeValue }) => one.day === row.day && one.meal === row.meal
    const { started, closed, closesAt } = clock.at(row.day, row.meal)
    if (started) return []
    return choicesOf(row, menu.filter(here), chosen.rows.filter(here)).flatMap(
      ({ choice, offered, dishId, via, byName }) => {
        const good = offered
          .filter((one) => one.why === null)
          .map(({ dishId: id, dishName }) => ({ dishId: id, dishName }))
        if (good.length < 2) return []
        const chosenBy = via === ChosenBy.is.FAMILY ? byName : via && '护理站'
        return [{ day: row.day, meal: row.meal, closesAt, closed, choice, offered: good, dishId, chosenBy }]
      },
    )
  })
}
