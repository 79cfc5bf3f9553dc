// Who eats in the house in a week: what the kitchen must know of each, and when they are away.
import type { ClientBase, Pool } from 'pg'
import { OUTING_REAL } from '#contract/live/outingMoves'
import { IN_HOUSE } from '#contract/live/resident'
import type { Eater } from '#contract/nursing/dishConflict'
import { type AllergenValue, FOOD_ALLERGIES, MealTexture } from '#contract/nursing/mealWords'
import { HOSPITAL_OUTING } from '#contract/nursing/task'
import { PLACE } from '#server/areas/residents/public'
import { inDepts, type Scope } from '#server/kit/tenant'

export interface EatingElder extends Eater {
  oldmanName: string
  photo: string | null
  bedPath: string | null
  /** Of a department that the caller sees. */
  seen: boolean
  deptId: string | null
  /** 松鹤楼 2层 */
  ward: string
  /** No meals in these hours: out with meal stop, or in hospital. `yyyy-MM-dd HH:mm`; no end: until further notice. */
  absent: { from: string; to: string | null; hospital: boolean }[]
}

interface Row extends Omit<EatingElder, 'texture' | 'therapies' | 'allergens' | 'taboos' | 'ward'> {
  diet: string[]
  allergies: string[]
  more: AllergenValue[] | null
}

// Who should be back and is not stays away until somebody says otherwise; who never left has not gone.
const ELDERS = `select t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.head as photo, at.path as "bedPath",
  t.dept_id as "deptId", ${inDepts('t', '$2')} as seen, t.diet, t.allergies,
  (select p.allergens from meal_person p where p.org_id = t.org_id and p.oldman_id = t.oldman_id) as more,
  (select coalesce(json_agg(json_build_object('from', to_char(coalesce(u.actual_out, u.plan_out), 'YYYY-MM-DD HH24:MI'),
      'to', to_char(case when u.actual_return is not null then u.actual_return when u.actual_out is null or u.plan_return > now() then u.plan_return end,
        'YYYY-MM-DD HH24:MI'), 'hospital', u.out_type = '${HOSPITAL_OUTING}') order by u.plan_out), '[]')
    from outing u where u.org_id = t.org_id and u.oldman_id = t.oldman_id and u.state in (${OUTING_REAL})
      and (u.meal_stop or u.out_type = '${HOSPITAL_OUTING}') and coalesce(u.actual_out, u.plan_out) < $4::date + 1
      and case when u.actual_return is not null then u.actual_return > $3::date
        else u.plan_return > $3::date or (u.actual_out is not null and u.plan_return <= now()) end) as absent
from oldman t ${PLACE} where t.org_id = $1 and t.status in (${IN_HOUSE}) and ($5::text[] is null or t.oldman_id = any($5))
order by at.place, at.room_sort, at.room_name, at.bed_sort, at.bed_name, t.oldman_id`

/** Values of a group of the dictionary `dietaryRestriction`: 2-1 → 1 of group 2. */
const ofGroup = (diet: readonly string[], group: number) =>
  diet.flatMap((one) => (one.startsWith(`${group}-`) ? [Number(one.slice(2))] : []))

/** 松鹤楼>2层>203室>02床 → 松鹤楼 2层 */
export const wardOf = (bedPath: string | null) => bedPath?.split('>').slice(0, -2).join(' ') ?? ''

/** What the archive says of eating. */
export function dietOf(diet: readonly string[], allergies: readonly string[], more: readonly AllergenValue[] | null) {
  const known = allergies.flatMap((one) => FOOD_ALLERGIES[one] ?? [])
  return {
    texture: (ofGroup(diet, 1)[0] ?? MealTexture.is.normal) as Eater['texture'],
    therapies: ofGroup(diet, 2).toSorted() as unknown as Eater['therapies'],
    taboos: ofGroup(diet, 3).toSorted() as unknown as Eater['taboos'],
    allergens: [...new Set([...known, ...(more ?? [])])].toSorted(),
  }
}

/** Everybody of the house on these days, or of these. */
export async function eatersOf(
  client: ClientBase | Pool,
  scope: Scope,
  from: string,
  to: string,
  oldmanIds: readonly string[] | null = null,
): Promise<EatingElder[]> {
  const { rows } = await client.query<Row>({
    name: 'dish_eaters',
    text: ELDERS,
    values: [scope.orgId, scope.deptIds, from, to, oldmanIds],
  })
  return rows.map(({ diet, allergies, more, ...one }) => ({
    ...one,
    ward: wardOf(one.bedPath),
    ...dietOf(diet, allergies, more),
  }))
}

/** Whether somebody eats at that moment. `yyyy-MM-dd HH:mm` */
export const eatsAt = ({ absent }: Pick<EatingElder, 'absent'>, moment: string) =>
  !absent.some((one) => one.from <= moment && (one.to === null || moment < one.to))
