// What stands against a setting: what is never right is refused; what is unusual is said in one sentence, which a person confirms.

import { timesWords } from '#contract/drug/rounds'
import { DrugFrequency, type DrugFrequencyValue, DrugRoute, type DrugRouteValue } from '#contract/drug/useWords'
import { invalid, Refusal, refusalText } from '#contract/kit/refusal'
import { labelsOf } from '#server/areas/residents/public'
import type { Tx } from '#server/kit/caller'

export interface Wanted {
  oldmanId: string
  oldmanName: string
  drugId: string
  dose: number
  route: DrugRouteValue
  frequency: DrugFrequencyValue
  clocks: readonly string[]
  startDate: string
  endDate: string | null
  giveHow: string | null
  /** The setting it takes the place of. */
  insteadOf: string | null
}

interface KnownDrug {
  drugName: string
  spec: string
  enabled: boolean
  substance: string | null
  highAlert: string | null
  noCrush: boolean
  /** Values of the dictionary that the elder is allergic to and the drug is forbidden by. */
  allergic: string[]
}

const DRUG = `select g.drug_name as "drugName", g.spec, g.enabled, g.substance, g.high_alert as "highAlert", g.no_crush as "noCrush",
  array(select a.value from jsonb_array_elements_text(g.allergies) a(value) where o.allergies ? a.value) as allergic
from drug g join oldman o on o.org_id = g.org_id and o.oldman_id = $3 where g.org_id = $1 and g.drug_id = $2`

const OTHERS = `select t.use_id as "useId", t.drug_id as "drugId", g.drug_name as "drugName", t.frequency, t.clocks, t.weekdays,
  t.least_hours::float8 as "leastHours", t.most_per_day as "mostPerDay"
from drug_use t join drug g on g.org_id = t.org_id and g.drug_id = t.drug_id
where t.org_id = $1 and t.oldman_id = $2 and t.state <> 'ENDED' and t.use_id is distinct from $3
  and (t.drug_id = $4 or g.substance = $5) and t.start_date <= coalesce($7::date, 'infinity') and coalesce(t.end_date, 'infinity') >= $6
order by t.created_at`

interface OtherUse {
  useId: string
  drugId: string
  drugName: string
  frequency: DrugFrequencyValue
  clocks: string[]
  weekdays: number[]
  leastHours: number | null
  mostPerDay: number | null
}

const CRUSHED = /碾|研|掰|磨|鼻饲/
const WEEKLY: readonly DrugFrequencyValue[] = [DrugFrequency.is.QW, DrugFrequency.is.ST]

/** Answers what was confirmed, for the record; null where nothing is unusual. */
export async function requireFitting(
  tx: Tx,
  wanted: Wanted,
  confirmed: string | null | undefined,
): Promise<string | null> {
  const found = await tx.client.query<KnownDrug>({
    name: 'drug_use_drug',
    text: DRUG,
    values: [tx.orgId, wanted.drugId, wanted.oldmanId],
  })
  const drug = found.rows[0]
  if (!drug) throw new Refusal('NOT_FOUND', { what: '药品' }, 'drugId')
  if (!drug.enabled) throw invalid(`“${drug.drugName} ${drug.spec}”已停用，请在药品字典中选择别的药`, 'drugId')
  if (drug.highAlert === 'METHOTREXATE' && !WEEKLY.includes(wanted.frequency)) {
    throw invalid(`${drug.drugName}每周只服一次，每日服用会中毒，请核对医嘱`, 'frequency')
  }
  const others = await tx.client.query<OtherUse>({
    name: 'drug_use_others',
    text: OTHERS,
    values: [
      tx.orgId,
      wanted.oldmanId,
      wanted.insteadOf,
      wanted.drugId,
      drug.substance,
      wanted.startDate,
      wanted.endDate,
    ],
  })
  for (const other of others.rows) {
    const same =
      other.drugId === wanted.drugId ? other.clocks.find((clock) => wanted.clocks.includes(clock)) : undefined
    if (same) {
      throw invalid(
        `${wanted.oldmanName}的${drug.drugName}在 ${same} 已有用药设置，同一时刻不能设两次，请修改原来的设置`,
        'clocks',
      )
    }
  }
  const unusual: string[] = []
  if (drug.allergic.length > 0) {
    const labels = await labelsOf(tx.client, tx.orgId, ['allergy'])
    const names = drug.allergic.map((value) => labels('allergy', value) ?? value).join('、')
    unusual.push(`${wanted.oldmanName}对${names}过敏，“${drug.drugName}”不宜使用`)
  }
  for (const other of others.rows) {
    const why = other.drugId === wanted.drugId ? '同一种药' : '成分相同'
    unusual.push(`${wanted.oldmanName}已在用“${other.drugName}”（${timesWords(other)}），${why}，重复用药`)
  }
  const broken = wanted.dose % 1 !== 0 || wanted.route === DrugRoute.is.tube || CRUSHED.test(wanted.giveHow ?? '')
  if (drug.noCrush && broken) unusual.push(`“${drug.drugName}”是缓释、控释或肠溶制剂，不能掰开、碾碎或鼻饲`)
  if (unusual.length === 0) return null
  const what = unusual.join('；')
  if (confirmed !== what && confirmed !== refusalText('NEEDS_CONFIRM', { what }))
    throw new Refusal('NEEDS_CONFIRM', { what })
  return what
}
