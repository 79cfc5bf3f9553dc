// How many portions of what go where: one statement over the orders, for the kitchen and for the week of dishes alike.
import type { ClientBase, Pool } from 'pg'
import { mealKey } from '#contract/nursing/dishConflict'
import type { MealCountsData } from '#contract/nursing/kitchen'
import { MealStopReason } from '#contract/nursing/mealStates'
import {
  Allergen,
  type AllergenValue,
  DietTherapy,
  type DietTherapyValue,
  MealTexture,
  type MealTextureValue,
  type MealTimeValue,
} from '#contract/nursing/mealWords'
import { grouped } from '#server/areas/nursing/mealOrder/grouped'

/** One line of the count; `of` says what it counts. */
export interface CountRow {
  of: 'texture' | 'therapy' | 'allergen' | 'guest' | 'swap' | 'absent' | 'large' | 'small'
  day: string
  meal: MealTimeValue
  building: string
  ward: string
  what: string | null
  count: number
}

const COUNT = `with o as materialized (select t.day, t.meal, split_part(t.ward, ' ', 1) as building, t.ward, t.texture, t.therapies, t.allergens,
    t.swapped, t.state = 'ON' as eats, t.stop_reason, p.portion
  from meal_order t left join meal_person p on p.org_id = t.org_id and p.oldman_id = t.oldman_id
  where t.org_id = $1 and t.day between $2 and $3 and ($4::int is null or t.meal = $4))
select 'texture' as of, day, meal, building, ward, texture::text as what, count(*)::int as count from o where eats group by 2, 3, 4, 5, 6
union all select 'therapy', day, meal, building, ward, x::text, count(*)::int from o, unnest(therapies) x where eats group by 2, 3, 4, 5, 6
union all select 'allergen', day, meal, building, ward, x, count(*)::int from o, unnest(allergens) x where eats group by 2, 3, 4, 5, 6
union all select 'swap', day, meal, building, ward, null, count(*)::int from o where eats and swapped group by 2, 3, 4, 5
union all select 'large', day, meal, building, ward, null, count(*)::int from o where eats and portion = 'LARGE' group by 2, 3, 4, 5
union all select 'small', day, meal, building, ward, null, count(*)::int from o where eats and portion = 'SMALL' group by 2, 3, 4, 5
union all select 'absent', day, meal, building, ward, null, count(*)::int from o where not eats and stop_reason <> '${MealStopReason.is.LEFT}'
  group by 2, 3, 4, 5
union all select 'guest', g.day, g.meal, split_part(g.ward, ' ', 1), g.ward, g.texture::text, sum(g.portions)::int from meal_guest g
  where g.org_id = $1 and g.day between $2 and $3 and ($4::int is null or g.meal = $4) and g.cancelled_at is null group by 2, 3, 4, 5, 6`

/** Everybody of the house, whoever asks: a count names nobody. */
export async function countRows(
  client: ClientBase | Pool,
  orgId: string,
  [from, to]: readonly [string, string],
  meal: MealTimeValue | null = null,
): Promise<CountRow[]> {
  const found = await client.query<CountRow>({ name: 'meal_count', text: COUNT, values: [orgId, from, to, meal] })
  return found.rows
}

export type RowsByMeal = ReadonlyMap<string, readonly CountRow[]>

export const byMeal = (rows: readonly CountRow[]): RowsByMeal => grouped(rows, (row) => mealKey(row.day, row.meal))

const sum = (rows: readonly CountRow[]) => rows.reduce((total, row) => total + row.count, 0)
const countOf = (rows: readonly CountRow[], what: string | number) =>
  sum(rows.filter((row) => row.what === String(what)))

/** One meal of a day, of one building or of all. */
export function countsOf(
  rows: RowsByMeal,
  day: string,
  meal: MealTimeValue,
  building: string | null = null,
): MealCountsData {
  const all = (rows.get(mealKey(day, meal)) ?? []).filter((row) => building === null || row.building === building)
  const of = (kind: CountRow['of']) => all.filter((row) => row.of === kind)
  const [textures, guests] = [of('texture'), of('guest')]
  const texturesOf = (some: readonly CountRow[]) =>
    MealTexture.list.map(({ value }) => ({ texture: value as MealTextureValue, count: countOf(some, value) }))
  const wards = [...new Set([...textures, ...guests].map((row) => row.ward))].toSorted((a, b) =>
    a.localeCompare(b, 'zh'),
  )
  return {
    day,
    meal,
    total: sum(textures),
    guests: sum(guests),
    textures: texturesOf(textures),
    therapies: DietTherapy.list.flatMap(({ value }) => {
      const count = countOf(of('therapy'), value)
      return count > 0 ? { therapy: value as DietTherapyValue, count } : []
    }),
    allergens: Allergen.list.flatMap(({ value }) => {
      const count = countOf(of('allergen'), value)
      return count > 0 ? { allergen: value as AllergenValue, count } : []
    }),
    wards: wards.map((ward) => {
      const here = textures.filter((row) => row.ward === ward)
      return {
        ward,
        total: sum(here),
        guests: sum(guests.filter((row) => row.ward === ward)),
        textures: texturesOf(here),
      }
    }),
    swaps: sum(of('swap')),
    absent: sum(of('absent')),
    large: sum(of('large')),
    small: sum(of('small')),
  }
}

export async function mealCounts(
  client: ClientBase | Pool,
  orgId: string,
  days: readonly [string, string],
): Promise<RowsByMeal> {
  return byMeal(await countRows(client, orgId, days))
}
