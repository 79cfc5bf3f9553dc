// Handlers of what an elder may eat: read out of the archive and of what the kitchen knows besides, which alone is changed here.
import type { InputOf } from '#contract/kit/call'
import { notFound } from '#contract/kit/refusal'
import { IN_HOUSE } from '#contract/live/resident'
import { type MealElderData, mealElder } from '#contract/nursing/mealElder'
import { MealHelp, MealPortion } from '#contract/nursing/mealStates'
import { Allergen, type AllergenValue, FOOD_ALLERGIES, MealTexture } from '#contract/nursing/mealWords'
import { dietOf } from '#server/areas/nursing/dishPlan/eaters'
import { topUpMeals } from '#server/areas/nursing/mealOrder/mealTopUp'
import { AGE, keywordMatches, keywordValues, lockResident, overdue, PLACE } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { implement } from '#server/kit/implement'
import { type Filter, pageOfRows, several } from '#server/kit/page'
import { deptFilter, inDepts } from '#server/kit/tenant'

const ROW = `t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.sex, ${AGE} as age, t.head, t.status, t.notes as attention,
  at.path as "bedPath", d.dept_name as "deptName", case when ${overdue('owes')} > 0 then 1 else 0 end as "owedFen", t.diet, t.allergies,
  coalesce(m.allergens, '{}') as more, coalesce(m.help, 'SELF') as help, coalesce(m.portion, 'NORMAL') as portion, m.dislikes, m.remark,
  coalesce(m.version, 0) as version`
const JOIN = `${PLACE} left join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id
left join elder_account owes on owes.org_id = t.org_id and owes.oldman_id = t.oldman_id
left join meal_person m on m.org_id = t.org_id and m.oldman_id = t.oldman_id`

type Stored = Omit<MealElderData, 'texture' | 'therapies' | 'taboos' | 'allergens' | 'known'> & {
  diet: string[]
  allergies: string[]
  more: AllergenValue[]
}

const eatingOf = (diet: string[], allergies: string[], more: AllergenValue[]) => {
  const { texture, therapies, taboos, allergens } = dietOf(diet, allergies, more)
  return { texture, therapies: [...therapies], taboos: [...taboos], allergens }
}

const shown = ({ diet, allergies, more, ...row }: Stored): MealElderData => ({
  ...row,
  ...eatingOf(diet, allergies, more),
  known: dietOf(diet, allergies, null).allergens,
})

const GROUPS = { texture: '1-', therapy: '2-', taboo: '3-' } as const
const [ANY_FORM] = [`exists (select from jsonb_array_elements_text(t.diet) x where x like '1-%')`]

function textureFilter(texture: number | null | undefined): Filter {
  if (texture === MealTexture.is.normal) {
    return [`(t.diet @> jsonb_build_array(?::text) or not ${ANY_FORM})`, `${GROUPS.texture}${texture}`]
  }
  return ['t.diet @> jsonb_build_array(?::text)', texture ? `${GROUPS.texture}${texture}` : null]
}

/** Values of the dictionary that mean one of these, as the archive has them. */
const meaning = (allergen: AllergenValue) =>
  Object.entries(FOOD_ALLERGIES).flatMap(([value, means]) => (means.includes(allergen) ? value : []))

async function list(who: Caller, query: InputOf<(typeof mealElder)['calls']['list']>) {
  const typed = query.keyword?.trim()
  const page = await pageOfRows<Stored>(
    who.app.pool,
    {
      from: 'oldman t',
      key: 'oldman_id',
      select: ROW,
      join: JOIN,
      filters: [
        ['t.org_id = ?', who.orgId],
        deptFilter(who, 't'),
        ['t.status = any(?)', IN_HOUSE],
        ['t.dept_id = ?', query.deptId],
        ...(typed ? [[keywordMatches(typed, []), keywordValues(typed)] as Filter] : []),
        textureFilter(query.texture),
        ['t.diet @> jsonb_build_array(?::text)', query.therapy ? `${GROUPS.therapy}${query.therapy}` : null],
        ['t.diet @> jsonb_build_array(?::text)', query.taboo ? `${GROUPS.taboo}${query.taboo}` : null],
        [
          `(exists (select from meal_person p where p.org_id = t.org_id and p.oldman_id = t.oldman_id and p.allergens @> array[?1::text])
            or exists (select from jsonb_array_elements_text(t.allergies) x where x = any(?2::text[])))`,
          query.allergen ? several(query.allergen, meaning(query.allergen)) : null,
        ],
        [
          `coalesce((select p.help from meal_person p where p.org_id = t.org_id and p.oldman_id = t.oldman_id), 'SELF') = ?`,
          query.help,
        ],
      ],
      sorts: { oldmanName: 't.initials' },
      defaultSort: 't.created_at desc',
    },
    query,
  )
  return { ...page, list: page.list.map(shown) }
}

const ONE = `select ${ROW} from oldman t ${JOIN} where t.org_id = $1 and ${inDepts('t', '$2')} and t.oldman_id = $3`
const SAVE = `insert into meal_person (org_id, oldman_id, allergens, help, portion, dislikes, remark) values ($1, $2, $3, $4, $5, $6, $7)
on conflict (org_id, oldman_id) do update set allergens = excluded.allergens, help = excluded.help, portion = excluded.portion,
  dislikes = excluded.dislikes, remark = excluded.remark, version = meal_person.version + 1`

async function one(tx: Tx, who: Caller, oldmanId: string): Promise<Stored> {
  const found = await tx.client.query<Stored>(ONE, [tx.orgId, who.deptIds, oldmanId])
  if (!found.rows[0]) throw notFound('老人档案')
  return found.rows[0]
}

const wordsOf = (row: Stored) => ({
  allergens: row.more.map((one) => Allergen.label(one)).join('、'),
  help: MealHelp.label(row.help),
  portion: MealPortion.label(row.portion),
  dislikes: row.dislikes,
  remark: row.remark,
})

/** What was not sent stays. */
async function save(tx: Tx, who: Caller, body: InputOf<(typeof mealElder)['calls']['save']>): Promise<MealElderData> {
  const { oldmanId } = body
  const elder = await lockResident(tx, who, oldmanId)
  const before = await one(tx, who, oldmanId)
  await refuseStale(tx, oldmanId, body.version, before.version)
  const text = (sent: string | null | undefined, stands: string | null) =>
    sent === undefined ? stands : sent?.trim() || null
  await tx.client.query(SAVE, [
    tx.orgId,
    oldmanId,
    [...new Set(body.allergens ?? before.more)].toSorted(),
    body.help ?? before.help,
    body.portion ?? before.portion,
    text(body.dislikes, before.dislikes),
    text(body.remark, before.remark),
  ])
  const after = await one(tx, who, oldmanId)
  tx.log({
    remark: `修改“${elder.name}”的膳食档案`,
    targetType: 'oldman',
    targetId: oldmanId,
    changes: changesBetween(wordsOf(before), wordsOf(after)),
  })
  topUpMeals(tx, [oldmanId])
  return shown(after)
}

export default implement(mealElder, {
  list: (query, who) => list(who, query),
  save: (body, who) => who.tx((tx) => save(tx, who, body)),
})
