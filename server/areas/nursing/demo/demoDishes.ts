// Dishes of the demo house and its menu: three weeks published, the running one among them, and the next one as the cook left it,
// its conflicts still to be decided.
import { timeText } from '#contract/kit/clock'
import { conflictOf } from '#contract/nursing/dishConflict'
import { addDays, mondayOf, weekDays } from '#contract/nursing/dishWeek'
import { MealTime } from '#contract/nursing/mealWords'
import { taboosOf } from '#server/areas/nursing/dish/dishRow'
import { WeekConflicts } from '#server/areas/nursing/dishPlan/conflicts'
import { eatersOf } from '#server/areas/nursing/dishPlan/eaters'
import { enabledDishes, itemsOfPlan } from '#server/areas/nursing/dishPlan/weekRows'
import { dishSettingOf } from '#server/areas/nursing/dishSetting/dishSetting'
import type { Tx } from '#server/kit/caller'
import { type DemoContext, demoPart } from '#server/kit/demo'
import { textPinyin } from '#server/kit/pinyin'
import { CATEGORIES, DEMO_PRICES, DISHES, WEEK } from './demoDishList.ts'

const COOK = '解宏伟'
const DIETITIAN = '田甜'

const CATEGORY = `insert into dish_category (org_id, category_id, category_name, pinyin, initials, sort)
select $1, x.id, x.name, x.pinyin, x.initials, x.sort
from jsonb_to_recordset($2::jsonb) as x(id text, name text, pinyin text, initials text, sort int)`
const DISH = `insert into dish (org_id, dish_id, category_id, dish_name, pinyin, initials, allergens, contents, taboos, textures, unfit,
  energy_kcal, protein_mg, fat_mg, carb_mg, salt_mg, cost_fen, sort, created_at)
select $1, x.id, x.category_id, x.name, x.pinyin, x.initials, x.allergens, x.contents, x.taboos, x.textures, x.unfit, x.energy_kcal,
  x.protein_mg, x.fat_mg, x.carb_mg, x.salt_mg, x.cost_fen, x.sort, now() - interval '200 days'
from jsonb_to_recordset($2::jsonb) as x(id text, category_id text, name text, pinyin text, initials text, allergens text[],
  contents text[], taboos smallint[], textures smallint[], unfit smallint[], energy_kcal int, protein_mg int, fat_mg int, carb_mg int,
  salt_mg int, cost_fen bigint, sort int)`
const PRICES = `insert into ingredient (org_id, ingredient_name, price_fen, changed_name, changed_at)
select $1, x.name, x.price, case when x.price is not null then $4 end, case when x.price is not null then now() - interval '6 days' end
from unnest($2::text[], $3::bigint[]) as x(name, price)`
const INGREDIENT = `insert into dish_ingredient (org_id, dish_id, ingredient_no, ingredient_name, gross_mg)
select $1, x.dish_id, x.no, x.name, x.mg from jsonb_to_recordset($2::jsonb) as x(dish_id text, no smallint, name text, mg int)`
const PLAN = `insert into dish_plan (org_id, plan_id, week_start, changed_name, changed_at, created_at)
values ($1, $2, $3, $4, $5::timestamptz, $5::timestamptz - interval '1 day')`
const ITEM = `insert into dish_plan_item (org_id, item_id, plan_id, day, meal, dish_id, textures, choice, sort)
select $1, x.id, $2, x.day, x.meal, x.dish_id, d.textures, x.choice, x.sort
from jsonb_to_recordset($3::jsonb) as x(id text, day date, meal int, dish_id text, choice smallint, sort int)
join dish d on d.org_id = $1 and d.dish_id = x.dish_id`
const ANSWER = `insert into dish_plan_answer (org_id, item_id, oldman_id, kind, dish_id, user_id, user_name, at)
select $1, x.item_id, x.oldman_id, x.kind, x.dish_id, $3, $4, $5::timestamptz
from jsonb_to_recordset($2::jsonb) as x(item_id text, oldman_id text, kind text, dish_id text)`
const PUBLISH = `update dish_plan set state = 'PUBLISHED', submitted_by = $3, submitted_name = $4, submitted_at = $7::timestamptz - interval '5 hours',
  published_by = $5, published_name = $6, published_at = $7::timestamptz, changed_name = $6, changed_at = $7::timestamptz, version = 9
where org_id = $1 and plan_id = $2`

const dishId = (demo: DemoContext, name: string) => {
  if (!DISHES.some((one) => one.name === name)) throw new Error(`The demo has no dish ${name}`)
  return demo.id(`dish:${name}`)
}

async function addDishes(tx: Tx, demo: DemoContext): Promise<void> {
  const categories = CATEGORIES.map((name, i) => ({
    id: demo.id(`dishCategory:${name}`),
    name,
    ...textPinyin(name),
    sort: i + 1,
  }))
  await tx.client.query(CATEGORY, [demo.orgId, JSON.stringify(categories)])
  const dishes = DISHES.map((one, i) => ({
    id: demo.id(`dish:${one.name}`),
    category_id: demo.id(`dishCategory:${one.category}`),
    name: one.name,
    ...textPinyin(one.name),
    allergens: one.allergens,
    contents: one.contents,
    taboos: taboosOf(one.allergens as never, one.contents as never),
    textures: one.textures,
    unfit: one.unfit,
    energy_kcal: one.energyKcal,
    protein_mg: one.proteinMg,
    fat_mg: one.fatMg,
    carb_mg: one.carbMg,
    salt_mg: one.saltMg,
    cost_fen: one.costFen,
    sort: i + 1,
  }))
  await tx.client.query(DISH, [demo.orgId, JSON.stringify(dishes)])
  const food = DISHES.flatMap((one) =>
    one.ingredients.map(({ name, mg }, i) => ({ dish_id: demo.id(`dish:${one.name}`), no: i + 1, name, mg })),
  )
  await tx.client.query(INGREDIENT, [demo.orgId, JSON.stringify(food)])
  const names = [...new Set(food.map((one) => one.name))]
  const prices = names.map((name) => DEMO_PRICES[name] ?? null)
  await tx.client.query(PRICES, [demo.orgId, names, prices, COOK])
  tx.log({ remark: `设置菜品分类和 ${dishes.length} 道菜`, targetType: 'dish' })
}

const { breakfast, morning, lunch, afternoon, supper } = MealTime.is
const MEALS = [breakfast, morning, lunch, afternoon, supper] as const

function itemsOf(demo: DemoContext, weekStart: string, turn: number) {
  return weekDays(weekStart).flatMap((day, i) =>
    // The weeks do not begin with the same dishes.
    WEEK[(i + turn * 3) % 7]!.flatMap((dishes, m) =>
      dishes.split(',').flatMap((place, at) =>
        place.split('|').map((name, n, all) => ({
          id: demo.id(`dishPlan:${weekStart}:${i}:${m}:${name}`),
          day,
          meal: MEALS[m]!,
          dish_id: dishId(demo, name),
          choice: all.length > 1 ? 1 : null,
          sort: at * 2 + n + 1,
        })),
      ),
    ),
  )
}

/** Everybody concerned gets another dish of the same kind, or none of it. */
async function decide(tx: Tx, demo: DemoContext, planId: string, weekStart: string, at: string): Promise<void> {
  const scope = { orgId: demo.orgId, deptIds: null }
  const items = await itemsOfPlan(tx.client, demo.orgId, planId)
  const setting = await dishSettingOf(tx.client, demo.orgId)
  const elders = await eatersOf(tx.client, scope, weekStart, addDays(weekStart, 6))
  const week = new WeekConflicts(elders, setting, [], items)
  const dishes = await enabledDishes(tx.client, demo.orgId)
  const answers = items.flatMap((item) =>
    week.judge(item).people.map(({ elder }) => {
      const other = dishes.find(
        (dish) =>
          dish.categoryId === item.categoryId &&
          dish.textures.includes(elder.texture) &&
          conflictOf(dish, elder).length === 0 &&
          !items.some((one) => one.day === item.day && one.meal === item.meal && one.dishId === dish.dishId),
      )
      return {
        item_id: item.itemId,
        oldman_id: elder.oldmanId,
        kind: other ? 'SWAP' : 'SKIP',
        dish_id: other?.dishId ?? null,
      }
    }),
  )
  await tx.client.query(ANSWER, [demo.orgId, JSON.stringify(answers), demo.staff(DIETITIAN), DIETITIAN, at])
}

export default demoPart(62, async (tx, demo) => {
  await addDishes(tx, demo)
  const thisWeek = mondayOf(demo.today)
  for (const turn of [-2, -1, 0, 1]) {
    const weekStart = addDays(thisWeek, turn * 7)
    const planId = demo.id(`dishPlan:${weekStart}`)
    const published = turn < 1
    // The week before, on its Thursday and Friday; the next one was left a while ago.
    const changed = published ? `${addDays(weekStart, -4)} 15:36:00` : timeText(Date.now() - 40 * 60_000)
    await tx.client.query(PLAN, [demo.orgId, planId, weekStart, COOK, changed])
    await tx.client.query(ITEM, [demo.orgId, planId, JSON.stringify(itemsOf(demo, weekStart, turn + 2))])
    if (!published) continue
    const at = `${addDays(weekStart, -3)} 10:20:00`
    await decide(tx, demo, planId, weekStart, at)
    await tx.client.query(PUBLISH, [demo.orgId, planId, demo.staff(COOK), COOK, demo.staff(DIETITIAN), DIETITIAN, at])
  }
  tx.log({ remark: '排好四周菜谱，发布三周', targetType: 'dishPlan' })
})
