// Handlers of what the house decides about its plan of dishes.
import type { ClientBase, Pool } from 'pg'
import { invalid } from '#contract/kit/refusal'
import {
  type DishSettingData,
  dishSetting,
  type MealHoursData,
  USUAL_SALT_G,
  usualMeals,
} from '#contract/nursing/dishSetting'
import { MealTime } from '#contract/nursing/mealWords'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { implement } from '#server/kit/implement'

interface Stored {
  meals: MealHoursData[]
  mayAcknowledge: boolean
  saltMg: number
  version: number
}

const READ = `select meals, may_acknowledge as "mayAcknowledge", salt_mg as "saltMg", version from dish_setting where org_id = $1`
const SAVE = `insert into dish_setting (org_id, meals, may_acknowledge, salt_mg) values ($1, $2::jsonb, $3, $4)
on conflict (org_id) do update set meals = excluded.meals, may_acknowledge = excluded.may_acknowledge, salt_mg = excluded.salt_mg,
  version = dish_setting.version + 1`

/** The meals in the order of the day, each with its hour; what the house says of it, else the usual. */
export async function dishSettingOf(client: ClientBase | Pool, orgId: string): Promise<DishSettingData> {
  const { rows } = await client.query<Stored>({ name: 'dish_setting', text: READ, values: [orgId] })
  const own = rows[0]
  return {
    meals: usualMeals.map((usual) => own?.meals.find((one) => one.meal === usual.meal) ?? usual),
    mayAcknowledge: own?.mayAcknowledge ?? true,
    saltG: own ? own.saltMg / 1_000 : USUAL_SALT_G,
    version: own?.version ?? 0,
  }
}

/** Every meal once, and in the order of the day. */
function refuseMuddled(meals: readonly MealHoursData[]): void {
  if (new Set(meals.map((one) => one.meal)).size !== meals.length) throw invalid('同一餐次写了两次', 'meals')
  const served = meals.filter((one) => one.served).toSorted((a, b) => a.meal - b.meal)
  if (served.length === 0) throw invalid('请至少供应一餐', 'meals')
  served.forEach((one, i) => {
    const before = served[i - 1]
    if (before && before.clock >= one.clock) {
      throw invalid(
        `${MealTime.label(one.meal)} ${one.clock} 应晚于${MealTime.label(before.meal)} ${before.clock}，请核对开餐时间`,
        'meals',
      )
    }
  })
}

const words = ({ meals, mayAcknowledge, saltG }: DishSettingData) => ({
  meals: meals
    .filter((one) => one.served)
    .map((one) => `${MealTime.label(one.meal)} ${one.clock}`)
    .join('、'),
  mayAcknowledge,
  saltG,
})

export default implement(dishSetting, {
  get: (_, who) => dishSettingOf(who.app.pool, who.orgId),
  save: ({ meals, mayAcknowledge, saltG, version }, who) =>
    who.tx(async (tx) => {
      refuseMuddled(meals)
      // Whoever saves first makes the row; the second waits here and is told.
      await tx.client.query(`select pg_advisory_xact_lock(hashtext('dish_setting:' || $1))`, [tx.orgId])
      const before = await dishSettingOf(tx.client, who.orgId)
      await refuseStale(tx, 'dishSetting', version, before.version)
      await tx.client.query(SAVE, [tx.orgId, JSON.stringify(meals), mayAcknowledge, Math.round(saltG * 1_000)])
      const after = await dishSettingOf(tx.client, who.orgId)
      tx.log({
        remark: '修改排餐设置',
        targetType: 'dishSetting',
        targetId: 'dishSetting',
        changes: changesBetween(words(before), words(after)),
      })
      return after
    }),
})
