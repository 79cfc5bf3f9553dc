// Drugs of somebody who leaves: what is still kept stands in the way of the settlement until it was handed back, or the family
// leaves it here, which writes it off.
import type pg from 'pg'
import { DrugKeepType, qtyText } from '#contract/drug/drugWords'
import { invalid } from '#contract/kit/refusal'
import { labelOf } from '#server/areas/residents/public'
import type { Tx } from '#server/kit/caller'
import type { Custody } from '#server/kit/custody'
import { heldSql, TOO_LITTLE, WITH_DRUG } from './heldSql.ts'
import { type SlipMove, writeSlip } from './slipWrite.ts'

const KEPT = `select s.stock_id as "stockId", s.drug_id as "drugId", -s.quantity::float8 as delta, t.drug_name || ' ' || t.spec as called,
  ${labelOf('drug_min_spec', 't.min_unit')} as unit
from drug_stock s join drug t on t.org_id = s.org_id and t.drug_id = s.drug_id
where s.org_id = $1 and s.oldman_id = $2 and s.quantity > 0 order by t.drug_name, t.spec, s.expiry, s.stock_id`

const keptOf = async (client: pg.Pool | pg.ClientBase, orgId: string, oldmanId: string): Promise<SlipMove[]> =>
  (await client.query<SlipMove>({ name: 'drug_kept_of', text: KEPT, values: [orgId, oldmanId] })).rows

const ELDER = `select oldman_id as "oldmanId", oldman_name as name, status, dept_id as "deptId" from oldman
where org_id = $1 and oldman_id = $2 for no key update`

export const drugCustody: Custody = {
  part: 'drugs',
  kept: async (client, orgId, oldmanId) => {
    const sums = new Map<string, { quantity: number; unit: string }>()
    for (const { called, delta, unit } of await keptOf(client, orgId, oldmanId)) {
      sums.set(called, { quantity: (sums.get(called)?.quantity ?? 0) - delta, unit })
    }
    return [...sums].map(([called, { quantity, unit }]) => `${called} ${qtyText(quantity)} ${unit}`)
  },
  waive: async (tx: Tx, oldmanId, reason) => {
    const elder = (await tx.client.query(ELDER, [tx.orgId, oldmanId])).rows[0]
    if (!elder) throw invalid('老人不存在')
    const moves = await keptOf(tx.client, tx.orgId, oldmanId)
    if (moves.length === 0) return
    await writeSlip(tx, {
      elder,
      keepType: DrugKeepType.is.loss,
      moves,
      reason: `退住时家属放弃：${reason}`.slice(0, 200),
    })
  },
}

/** What the family is asked to bring soon: the drug and how many days are left; nothing of dose or illness. */
export interface DrugShortage {
  drugName: string
  /** Null: there is none left. */
  days: number | null
}

const SHORT = `select g.drug_name as "drugName", case when t.usable = 0 then null else t.days end as days
from (${heldSql((row) => `${row}.org_id = $1 and ${row}.oldman_id = $2`)}) t ${WITH_DRUG}
where ${TOO_LITTLE} order by (t.usable > 0), t.days, g.pinyin`

export const drugsForFamily = async (
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  oldmanId: string,
): Promise<DrugShortage[]> =>
  (await client.query<DrugShortage>({ name: 'drugs_for_family', text: SHORT, values: [orgId, oldmanId] })).rows
