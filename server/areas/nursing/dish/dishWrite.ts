// A dish as it is added and changed, by a form or from a workbook.
import { invalid, Refusal } from '#contract/kit/refusal'
import type { Static } from '#contract/kit/schema'
import type { DishData, dish as noun } from '#contract/nursing/dish'
import { MealTexture } from '#contract/nursing/mealWords'
import { recheckMeals } from '#server/areas/nursing/mealOrder/mealTopUp'
import { NAMED } from '#server/areas/nursing/shortList'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { dishes, setIngredients, stored } from './dishRow.ts'

onConstraint('dish_name', () => new Refusal('ALREADY_EXISTS', { what: '菜名' }, 'dishName'))
onConstraint('dish_category_of', () => noCategory())
onConstraint('dish_ingredient_once', () => invalid('同一种食材写了两次，请合并成一行', 'ingredients'))
const noCategory = () => new Refusal('NOT_FOUND', { what: '菜品分类' }, 'categoryId')

export type DishBody = Static<typeof noun.calls.add.body>

/** Held, so that it cannot go meanwhile; one that is switched off takes nothing new. */
async function requireCategory(tx: Tx, categoryId: string, before: string | null): Promise<void> {
  const found = await tx.client.query<{ enabled: boolean; name: string }>(
    'select enabled, category_name as name from dish_category where org_id = $1 and category_id = $2 for key share',
    [tx.orgId, categoryId],
  )
  const category = found.rows[0]
  if (!category) throw noCategory()
  if (!category.enabled && categoryId !== before) {
    throw invalid(`分类“${category.name}”已停用，请换一个分类，或先启用它`, 'categoryId')
  }
}

function requireTextures({ textures }: DishBody): void {
  if (textures.length === 0) throw invalid('请至少选一种适合的饮食形态', 'textures')
}

/** Days to come on which it is cooked for a form that it no longer suits. */
async function refuseLostTextures(tx: Tx, dishId: string, textures: readonly number[]): Promise<void> {
  const found = await tx.client.query<{ day: string; lost: number[] }>(
    `select to_char(day, 'MM-DD') as day, array(select x from unnest(textures) x where x <> all($3::smallint[])) as lost
     from dish_plan_item where org_id = $1 and dish_id = $2 and day >= current_date and not textures <@ $3::smallint[]
     order by day limit ${NAMED}`,
    [tx.orgId, dishId, textures],
  )
  if (found.rows.length === 0) return
  const forms = [...new Set(found.rows.flatMap((one) => one.lost))].map((one) =>
    MealTexture.label(one as (typeof MealTexture.list)[number]['value']),
  )
  const days = [...new Set(found.rows.map((one) => one.day))].join('、')
  throw invalid(`${days} 的菜谱里这道菜排给了${forms.join('、')}，请先在菜谱里改掉，再去掉这种饮食形态`, 'textures')
}

export async function addDish(tx: Tx, who: Caller, { enabled, ...fields }: DishBody): Promise<DishData> {
  requireTextures(fields)
  await requireCategory(tx, fields.categoryId, null)
  const made = await dishes.add(tx, { ...stored(fields), enabled: enabled ?? true })
  await setIngredients(tx, made.dishId, fields.ingredients ?? [])
  return dishes.hold(tx, who, made.dishId)
}

export async function saveDish(
  tx: Tx,
  who: Caller,
  { dishId, version, enabled, ...fields }: DishBody & { dishId: string; version?: number | null },
): Promise<DishData> {
  requireTextures(fields)
  const before = await dishes.hold(tx, who, dishId, version)
  await requireCategory(tx, fields.categoryId, before.categoryId)
  await refuseLostTextures(tx, dishId, fields.textures)
  await setIngredients(tx, dishId, fields.ingredients ?? [])
  // Who must not eat it, or may now, follows at once.
  await recheckMeals(tx)
  return dishes.change(tx, before, { ...stored(fields), enabled: enabled ?? before.enabled })
}
