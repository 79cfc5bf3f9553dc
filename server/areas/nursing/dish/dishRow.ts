// A dish as it is answered, and as it is stored.
import type { Static } from '#contract/kit/schema'
import type { DishData, DishIngredientData, dish as noun } from '#contract/nursing/dish'
import {
  type AllergenValue,
  type DishContentValue,
  MealTaboo,
  type MealTabooValue,
  tabooCauses,
} from '#contract/nursing/mealWords'
import { dish } from '#server/areas/nursing/dishTables'
import { reckonedFen, unpricedOf } from '#server/areas/nursing/ingredient/costSql'
import type { Tx } from '#server/kit/caller'
import { type RowsPlan, rows } from '#server/kit/rows'

const grams = (column: string) => `(t.${column} / 1000.0)::float8`
const category = (column: string) =>
  `(select c.${column} from dish_category c where c.org_id = t.org_id and c.category_id = t.category_id)`

/** As a house reads its dishes: by category. */
export const BY_CATEGORY = `${category('sort')}, t.category_id, t.sort`

export const row: RowsPlan<DishData>['row'] = {
  dishId: dish.dishId,
  dishName: dish.dishName,
  categoryId: dish.categoryId,
  categoryName: category('category_name'),
  picture: dish.picture,
  allergens: dish.allergens,
  contents: dish.contents,
  taboos: dish.taboos,
  textures: dish.textures,
  unfit: dish.unfit,
  ingredients: `(select coalesce(json_agg(json_build_object('name', i.ingredient_name, 'grams', (i.gross_mg / 1000.0)::float8) order by i.ingredient_no), '[]')
    from dish_ingredient i where i.org_id = t.org_id and i.dish_id = t.dish_id)`,
  portionGrams: dish.portionGrams,
  energyKcal: dish.energyKcal,
  proteinG: grams('protein_mg'),
  fatG: grams('fat_mg'),
  carbG: grams('carb_mg'),
  saltG: grams('salt_mg'),
  costFen: dish.costFen,
  reckonedFen: reckonedFen('t'),
  unpriced: unpricedOf('t'),
  remark: dish.remark,
  enabled: dish.enabled,
  sort: dish.sort,
  planned: `(select count(*)::int from dish_plan_item p where p.org_id = t.org_id and p.dish_id = t.dish_id and p.day >= current_date - 28)`,
  createTime: dish.createdAt,
  version: dish.version,
}

export const dishes = rows<DishData, typeof dish>(dish, {
  title: '菜品',
  target: 'dish',
  name: 'dishName',
  row,
  logged: [
    'dishName',
    'categoryName',
    'picture',
    'allergens',
    'contents',
    'textures',
    'unfit',
    'ingredients',
    'portionGrams',
    'energyKcal',
    'proteinG',
    'fatG',
    'carbG',
    'saltG',
    'costFen',
    'remark',
    'enabled',
  ],
})

/** Which restraints a dish goes against. */
export const taboosOf = (
  allergens: readonly AllergenValue[],
  contents: readonly DishContentValue[],
): MealTabooValue[] =>
  MealTaboo.list
    .map((one) => one.value)
    .filter((taboo) => {
      const cause = tabooCauses[taboo]
      return (
        cause.allergens.some((one) => allergens.includes(one)) || cause.contents.some((one) => contents.includes(one))
      )
    })

type Fields = Omit<Static<typeof noun.calls.add.body>, 'enabled'>

const milligrams = (value: number | null | undefined) =>
  value === null || value === undefined ? null : Math.round(value * 1_000)

/** The columns of what a form sends; what it leaves out is not known. */
export function stored(fields: Fields) {
  const allergens = [...new Set(fields.allergens ?? [])]
  const contents = [...new Set(fields.contents ?? [])]
  return {
    dishName: fields.dishName.trim(),
    categoryId: fields.categoryId,
    picture: fields.picture || null,
    allergens,
    contents,
    taboos: taboosOf(allergens, contents),
    textures: [...new Set(fields.textures)].toSorted((a, b) => a - b),
    unfit: [...new Set(fields.unfit ?? [])].toSorted((a, b) => a - b),
    portionGrams: fields.portionGrams ?? null,
    energyKcal: fields.energyKcal ?? null,
    proteinMg: milligrams(fields.proteinG),
    fatMg: milligrams(fields.fatG),
    carbMg: milligrams(fields.carbG),
    saltMg: milligrams(fields.saltG),
    costFen: fields.costFen ?? null,
    remark: fields.remark?.trim() || null,
  }
}

/** Of a dish that is held: these instead of what it had. */
export async function setIngredients(
  tx: Tx,
  dishId: string,
  ingredients: readonly DishIngredientData[],
): Promise<void> {
  await tx.client.query('delete from dish_ingredient where org_id = $1 and dish_id = $2', [tx.orgId, dishId])
  const names = ingredients.map((one) => one.name.trim())
  await tx.client.query(
    `insert into ingredient (org_id, ingredient_name) select $1, x from unnest($2::text[]) x order by x on conflict do nothing`,
    [tx.orgId, names],
  )
  await tx.client.query(
    `insert into dish_ingredient (org_id, dish_id, ingredient_no, ingredient_name, gross_mg)
     select $1, $2, n, name, mg from unnest($3::text[], $4::int[]) with ordinality as i(name, mg, n)`,
    [tx.orgId, dishId, names, ingredients.map((one) => milligrams(one.grams))],
  )
}
