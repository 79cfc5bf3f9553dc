// Handlers of the dishes.
import { invalid } from '#contract/kit/refusal'
import { type DishData, dish as noun } from '#contract/nursing/dish'
import { SEE_MEAL_MONEY } from '#contract/nursing/mealStates'
import { reckonedFen } from '#server/areas/nursing/ingredient/costSql'
import { NAMED } from '#server/areas/nursing/shortList'
import type { Caller, Tx } from '#server/kit/caller'
import { importHandlers } from '#server/kit/excelImport'
import { implement } from '#server/kit/implement'
import { contains, pageOfRows, several } from '#server/kit/page'
import { dishImport } from './dishImport.ts'
import { BY_CATEGORY, dishes, row } from './dishRow.ts'
import { addDish, saveDish } from './dishWrite.ts'

async function plannedDays(tx: Tx, dishId: string): Promise<{ count: number; days: string }> {
  const found = await tx.client.query<{ count: number; days: string[] }>(
    `select (select count(*)::int from dish_plan_item where org_id = $1 and dish_id = $2)
        + (select count(*)::int from dish_plan_answer where org_id = $1 and dish_id = $2) as count,
      array(select distinct to_char(day, 'YYYY-MM-DD') as d from dish_plan_item where org_id = $1 and dish_id = $2
        order by d desc limit ${NAMED}) as days`,
    [tx.orgId, dishId],
  )
  const { count, days } = found.rows[0]!
  return { count, days: days.join('、') }
}

/** The caller's copy of a dish: what a portion costs only for who may see it. */
const told = (who: Caller, dish: DishData): DishData =>
  who.may(SEE_MEAL_MONEY) ? dish : { ...dish, costFen: null, reckonedFen: null, unpriced: [] }

const SELECT = Object.entries(row)
  .map(([field, from]) => `${typeof from === 'string' ? from : `t.${from.name}`} as "${field}"`)
  .join(', ')

export default implement(noun, {
  ...importHandlers(dishImport, noun.calls.importCommit),
  list: async (query, who) => {
    const typed = contains(query.dishName)
    const page = await pageOfRows<DishData>(
      who.app.pool,
      {
        from: 'dish t',
        key: 'dish_id',
        select: SELECT,
        filters: [
          ['t.org_id = ?', who.orgId],
          [
            '(t.dish_name like ?1 or t.initials like ?2 or t.pinyin like ?2)',
            typed && several(typed, typed.toLowerCase()),
          ],
          ['t.category_id = ?', query.categoryId],
          ['t.enabled = ?', query.enabled],
          ['t.textures @> array[?::smallint]', query.texture],
          ['not t.allergens @> array[?::text]', query.without],
          ['not t.unfit @> array[?::smallint]', query.fits],
          [
            'exists (select from dish_ingredient i where i.org_id = t.org_id and i.dish_id = t.dish_id and i.ingredient_name = ?)',
            query.ingredientName,
          ],
        ],
        sorts: {
          dishName: 't.dish_name',
          ...(who.may(SEE_MEAL_MONEY) && { costFen: `coalesce(t.cost_fen, ${reckonedFen('t')})` }),
          energyKcal: 't.energy_kcal',
          saltG: 't.salt_mg',
          createTime: 't.created_at',
        },
        defaultSort: BY_CATEGORY,
      },
      query,
    )
    return { ...page, list: page.list.map((dish) => told(who, dish)) }
  },
  get: async ({ dishId }, who) => told(who, await dishes.get(who, dishId)),
  add: (body, who) => who.tx((tx) => addDish(tx, who, body)),
  save: ({ dishId, ...body }, who) => {
    if (!dishId) throw invalid('请说明要修改哪道菜', 'dishId')
    return who.tx((tx) => saveDish(tx, who, { dishId, ...body }))
  },
  remove: async ({ dishId }, who) => {
    await who.tx(async (tx) => {
      await dishes.hold(tx, who, dishId)
      const { count, days } = await plannedDays(tx, dishId)
      await dishes.remove(tx, who, dishId, () => count > 0 && `菜谱里排过 ${count} 次（${days}），不再做请停用`)
    })
    return null
  },
})
