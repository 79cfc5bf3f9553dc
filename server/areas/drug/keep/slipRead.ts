// The papers of what was brought, handed back, written off or counted.
import type pg from 'pg'
import type { SlipData } from '#contract/drug/keepRows'
import { notFound } from '#contract/kit/refusal'
import { labelOf, PAPER_IN_SCOPE, RESIDENT_JOINS, RESIDENT_MARKS, WITH_RESIDENT } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import type { Scope } from '#server/kit/tenant'

const LINES = `(select coalesce(jsonb_agg(jsonb_build_object('drugId', g.drug_id, 'drugName', g.drug_name, 'tradeName', g.trade_name,
    'spec', g.spec, 'maker', g.maker, 'unitName', ${labelOf('drug_min_spec', 'g.min_unit')}, 'packUnit', g.pack_unit,
    'packFactor', g.pack_factor, 'highAlert', g.high_alert, 'storage', g.storage, 'stockId', m.stock_id, 'batchNo', s.batch_no,
    'expiry', to_char(s.expiry, 'YYYY-MM-DD'), 'delta', m.delta, 'after', m.after) order by g.drug_name, g.spec, s.expiry, s.batch_no), '[]')
  from drug_move m join drug_stock s on s.org_id = m.org_id and s.stock_id = m.stock_id
  join drug g on g.org_id = m.org_id and g.drug_id = m.drug_id
  where m.org_id = t.org_id and m.slip_id = t.slip_id)`

const ONE = `select ${RESIDENT_MARKS}, t.slip_id as "slipId", t.slip_no as "slipNo", t.keep_type as "keepType", t.source, t.person,
  t.relation, t.user_name as "userName", t.witness_name as "witnessName", t.reason, coalesce(to_jsonb(t.photos), '[]') as photos,
  t.at, t.prints, ${LINES} as lines
from drug_slip t ${WITH_RESIDENT} ${RESIDENT_JOINS} where ${PAPER_IN_SCOPE} and t.slip_id = $3`

export async function oneSlip(client: pg.Pool | pg.ClientBase, who: Scope, slipId: string): Promise<SlipData> {
  const found = await client.query<SlipData>({
    name: 'drug_slip_one',
    text: ONE,
    values: [who.orgId, who.deptIds, slipId],
  })
  if (!found.rows[0]) throw notFound('药品单据')
  return found.rows[0]
}

/** How often a paper was printed stands on it: a second print says so. */
export async function printSlip(tx: Tx, who: Caller, slipId: string): Promise<SlipData> {
  const slip = await oneSlip(tx.client, who, slipId)
  await tx.client.query({
    name: 'drug_slip_print',
    text: 'update drug_slip set prints = prints + 1 where org_id = $1 and slip_id = $2',
    values: [tx.orgId, slipId],
  })
  tx.log({
    remark: `打印“${slip.oldmanName}”的药品单据 ${slip.slipNo}${slip.prints > 0 ? `（补打第 ${slip.prints} 次）` : ''}`,
    targetType: 'drugSlip',
    targetId: slipId,
  })
  return oneSlip(tx.client, who, slipId)
}
