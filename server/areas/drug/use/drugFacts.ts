// Pieces of SQL that everything about used drugs shares: what is said of a drug, what of it may be given, and how fast it goes.
import { HighAlert } from '#contract/drug/drugWords'
import { doseText, doseWeight } from '#contract/drug/rounds'
import type { DrugFactsData } from '#contract/drug/use'
import { heldSql } from '#server/areas/drug/keep/heldSql'
import { labelOf } from '#server/areas/residents/public'

const GROUPS = HighAlert.list.map((one) => `when '${one.value}' then '${one.label}'`).join(' ')

/** Of the drug `g` of a row `t`. */
export const DRUG_FACTS = `g.drug_id as "drugId", g.drug_name as "drugName", g.trade_name as "tradeName", g.spec,
  ${labelOf('drug_min_spec', 'g.min_unit')} as unit, g.picture, case g.high_alert ${GROUPS} end as "highAlert",
  g.look_alike as "lookAlike", g.no_crush as "noCrush", g.strength::float8 as strength, g.strength_unit as "strengthUnit"`

/** The same as words of a column that stands alone. */
export const DRUG_UNIT = labelOf('drug_min_spec', 'g.min_unit')

export interface StoredFacts extends DrugFactsData {
  dose: number
  strength: number | null
  strengthUnit: string | null
}

/** With the dose in the words of nurses, instead of the strength that it is counted from. */
export function withDose<R extends StoredFacts>({ strength, strengthUnit, ...row }: R) {
  return {
    ...row,
    doseText: doseText(row.dose, row.unit),
    doseWeight: doseWeight(row.dose, strength, strengthUnit),
  }
}

/** Whether a batch `s` may be given: neither expired, nor opened too long ago, nor recalled. */
export const USABLE = `least(s.expiry, s.open_until) >= current_date and not exists (select from drug_recall r
  where r.org_id = s.org_id and r.drug_id = s.drug_id and r.batch_no = s.batch_no and r.closed_at is null)`

/** What the elder of a row `t` has of its drug, and how many days that lasts: h.usable, h.days (heldSql.ts). */
export const HELD_OF = `left join lateral (${heldSql((row) => `${row}.org_id = t.org_id and ${row}.oldman_id = t.oldman_id and ${row}.drug_id = t.drug_id`)}) h on true`
