// 留样: of every dish of every meal a little is kept for the hours that the house says, and only then thrown away.
import type { InputOf } from '#contract/kit/call'
import { dayText, HOUR_MS, momentOf, timeText } from '#contract/kit/clock'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import type { kitchen, MealSampleData } from '#contract/nursing/kitchen'
import type { MealTimeValue } from '#contract/nursing/mealWords'
import { mealSettingOf } from '#server/areas/nursing/mealOrder/mealClock'
import { mealName } from '#server/areas/nursing/mealOrder/mealPeople'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { newId } from '#server/kit/ids'

type Calls = (typeof kitchen)['calls']

onConstraint('meal_sample_once', () => new Refusal('ALREADY_EXISTS', { what: '这一餐这道菜的留样' }, 'dishIds'))

// What was served, and what was kept of a dish that nobody is served any more; those of other days that are due.
const LIST = `with served as (select distinct t.day, t.meal, x.dish_id from meal_order t, unnest(t.dish_ids) as x(dish_id)
    where t.org_id = $1 and t.day = $2 and ($3::int is null or t.meal = $3) and t.state = 'ON'),
all_of as (select day, meal, dish_id from served union select s.day, s.meal, s.dish_id from meal_sample s where s.org_id = $1
    and ((s.day = $2 and ($3::int is null or s.meal = $3)) or (s.day < $2 and s.destroyed_at is null)))
select s.sample_id as "sampleId", a.day, a.meal, a.dish_id as "dishId", d.dish_name as "dishName", s.grams, s.kept_at as "keptAt",
  s.kept_by as "keptBy", s.place, s.keep_until as "keepUntil", s.destroyed_at as "destroyedAt", s.destroyed_by as "destroyedBy", s.remark,
  coalesce(s.keep_until <= now() and s.destroyed_at is null, false) as due
from all_of a join dish d on d.org_id = $1 and d.dish_id = a.dish_id
left join meal_sample s on s.org_id = $1 and s.day = a.day and s.meal = a.meal and s.dish_id = a.dish_id
order by a.day desc, a.meal, d.dish_name`

export async function listSamples(
  client: Tx['client'] | Caller['app']['pool'],
  orgId: string,
  asked: { day?: string | null; meal?: MealTimeValue | null },
): Promise<MealSampleData[]> {
  const found = await client.query<MealSampleData>({
    name: 'kitchen_samples',
    text: LIST,
    values: [orgId, asked.day ?? dayText(), asked.meal ?? null],
  })
  return found.rows
}

const NAMED = 'select dish_id as "dishId", dish_name as "dishName" from dish where org_id = $1 and dish_id = any($2)'
const KEEP = `insert into meal_sample (org_id, sample_id, day, meal, dish_id, grams, kept_at, kept_by, place, keep_until, remark)
select $1, x.sample_id, $3, $4, x.dish_id, $5, $6, $7, $8, $9, $10 from jsonb_to_recordset($2::jsonb) as x(sample_id text, dish_id text)`

/** A clock that runs a little ahead is taken for now. */
const AHEAD_MS = 120_000

export async function keepSamples(tx: Tx, body: InputOf<Calls['keepSamples']>): Promise<MealSampleData[]> {
  const { day, meal, grams } = body
  const ids = [...new Set(body.dishIds)]
  if (ids.length === 0) throw invalid('请选择留样的菜品', 'dishIds')
  const setting = await mealSettingOf(tx.client, tx.orgId)
  if (grams < setting.sampleGrams) throw invalid(`每份留样不少于 ${setting.sampleGrams} 克`, 'grams')
  const now = Date.now()
  const keptAt = body.keptAt ? momentOf(body.keptAt) : now
  if (keptAt > now + AHEAD_MS) throw invalid('留样时间不能晚于现在', 'keptAt')
  if (dayText(keptAt) < day) throw invalid(`留样时间早于用餐日期 ${day}`, 'keptAt')
  const named = await tx.client.query<{ dishId: string; dishName: string }>(NAMED, [tx.orgId, ids])
  if (named.rows.length < ids.length) throw notFound('菜品')
  await tx.client.query(KEEP, [
    tx.orgId,
    JSON.stringify(ids.map((dishId) => ({ sample_id: newId(), dish_id: dishId }))),
    day,
    meal,
    grams,
    timeText(keptAt),
    tx.by.name,
    body.place?.trim() || null,
    timeText(keptAt + setting.sampleHours * HOUR_MS),
    body.remark?.trim() || null,
  ])
  tx.log({
    remark: `${mealName(day, meal)}留样 ${ids.length} 道菜，每份 ${grams} 克：${named.rows.map((row) => row.dishName).join('、')}`,
    targetType: 'mealSample',
    targetId: ids[0]!,
  })
  return listSamples(tx.client, tx.orgId, { day, meal })
}

const HOLD = `select s.sample_id as "sampleId", s.day, s.meal, s.keep_until as "keepUntil", s.destroyed_at as "destroyedAt", d.dish_name as "dishName"
from meal_sample s join dish d on d.org_id = s.org_id and d.dish_id = s.dish_id
where s.org_id = $1 and s.sample_id = any($2) order by s.sample_id for no key update of s`
const DESTROY =
  'update meal_sample set destroyed_at = now(), destroyed_by = $3 where org_id = $1 and sample_id = any($2)'

export async function destroySamples(tx: Tx, sampleIds: readonly string[]): Promise<MealSampleData[]> {
  const ids = [...new Set(sampleIds)]
  if (ids.length === 0) throw invalid('请选择要销毁的留样', 'sampleIds')
  const held = await tx.client.query<{
    sampleId: string
    day: string
    meal: MealTimeValue
    keepUntil: string
    destroyedAt: string | null
    dishName: string
  }>(HOLD, [tx.orgId, ids])
  if (held.rows.length < ids.length) throw notFound('留样')
  const gone = held.rows.find((row) => row.destroyedAt !== null)
  if (gone) throw new Refusal('STATE_NOT_ALLOWED', { state: `“${gone.dishName}”的留样已销毁`, act: '再次销毁' })
  const early = held.rows.find((row) => row.keepUntil > timeText())
  if (early) {
    const state = `“${early.dishName}”的留样要保存到 ${early.keepUntil.slice(5, 16)}`
    throw new Refusal('STATE_NOT_ALLOWED', { state, act: '现在销毁' })
  }
  await tx.client.query(DESTROY, [tx.orgId, ids, tx.by.name])
  tx.log({
    remark: `销毁留样 ${held.rows.length} 份：${held.rows.map((row) => `${mealName(row.day, row.meal)} ${row.dishName}`).join('、')}`,
    targetType: 'mealSample',
    targetId: ids[0]!,
  })
  return listSamples(tx.client, tx.orgId, { day: held.rows[0]!.day })
}
