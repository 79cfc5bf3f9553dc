// Handlers of the kitchen, and of what the house decides about its meals.
import { invalid } from '#contract/kit/refusal'
import { kitchen, type MealSettingData } from '#contract/nursing/kitchen'
import { SEE_MEAL_MONEY } from '#contract/nursing/mealStates'
import { MealTime } from '#contract/nursing/mealWords'
import { mealClockOf, mealSettingOf } from '#server/areas/nursing/mealOrder/mealClock'
import type { Tx } from '#server/kit/caller'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { implement } from '#server/kit/implement'
import { kitchenDay } from './kitchenDay.ts'
import { cardsOf, shoppingOf } from './kitchenPapers.ts'
import { destroySamples, keepSamples, listSamples } from './kitchenSamples.ts'

const SAVE = `insert into meal_setting (org_id, closings, prices, sample_grams, sample_hours, family_chooses)
values ($1, $2::jsonb, $3::jsonb, $4, $5, $6)
on conflict (org_id) do update set closings = excluded.closings, prices = excluded.prices, sample_grams = excluded.sample_grams,
  sample_hours = excluded.sample_hours, family_chooses = excluded.family_chooses, version = meal_setting.version + 1`

const words = ({ closings, prices, sampleGrams, sampleHours, familyChooses }: MealSettingData) => ({
  closings: closings
    .map((one) => `${MealTime.label(one.meal)} ${one.dayBefore ? '前一天 ' : ''}${one.clock}`)
    .join('、'),
  prices: prices.map((one) => `${MealTime.label(one.meal)} ${(one.priceFen / 100).toFixed(2)}`).join('、'),
  sampleGrams,
  sampleHours,
  familyChooses: familyChooses ? '可以' : '不可以',
})

type Sent = Omit<MealSettingData, 'version'> & { version?: number | null }

/** Each meal once; a closing after its meal begins would never close anything. */
async function refuseMuddled(tx: Tx, { closings, prices }: Sent): Promise<void> {
  if (new Set(closings.map((one) => one.meal)).size !== closings.length) throw invalid('同一餐次写了两次', 'closings')
  if (new Set(prices.map((one) => one.meal)).size !== prices.length) throw invalid('同一餐次写了两次', 'prices')
  const { meals } = await mealClockOf(tx.client, tx.orgId)
  for (const one of closings) {
    const clock = meals.find((meal) => meal.meal === one.meal)?.clock
    if (!one.dayBefore && clock && one.clock > clock) {
      throw invalid(`${MealTime.label(one.meal)} ${clock} 开餐，截单时间不能更晚`, 'closings')
    }
  }
}

async function saveSetting(tx: Tx, { version, ...sent }: Sent): Promise<MealSettingData> {
  await refuseMuddled(tx, sent)
  // Whoever saves first makes the row; the second waits here and is told.
  await tx.client.query(`select pg_advisory_xact_lock(hashtext('meal_setting:' || $1))`, [tx.orgId])
  const before = await mealSettingOf(tx.client, tx.orgId)
  await refuseStale(tx, 'mealSetting', version, before.version)
  const { closings, prices, sampleGrams, sampleHours, familyChooses } = sent
  const values = [JSON.stringify(closings), JSON.stringify(prices), sampleGrams, sampleHours, familyChooses]
  await tx.client.query(SAVE, [tx.orgId, ...values])
  const after = await mealSettingOf(tx.client, tx.orgId)
  tx.log({
    remark: '修改膳食设置',
    targetType: 'mealSetting',
    targetId: 'mealSetting',
    changes: changesBetween(words(before), words(after)),
  })
  return after
}

export default implement(kitchen, {
  day: (query, who) => kitchenDay(who, query),
  cards: (query, who) => cardsOf(who, query),
  shopping: (query, who) => shoppingOf(who, query),
  samples: (query, who) => listSamples(who.app.pool, who.orgId, query),
  keepSamples: (body, who) => who.tx((tx) => keepSamples(tx, body)),
  destroySamples: (body, who) => who.tx((tx) => destroySamples(tx, body.sampleIds)),
  setting: async (_, who) => {
    const setting = await mealSettingOf(who.app.pool, who.orgId)
    return who.may(SEE_MEAL_MONEY) ? setting : { ...setting, prices: [] }
  },
  saveSetting: (body, who) => who.tx((tx) => saveSetting(tx, body)),
})
