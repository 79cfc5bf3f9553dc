// Handlers of the fee items.

import { type FeeChoiceData, feeChild } from '#contract/expense/feeChild'
import { SEE_PRICES } from '#contract/expense/feeSettings'
import { implement } from '#server/kit/implement'

const CHOICE = `select c.project_child_id as "projectChildId", c.name, p.project_id as "projectId", p.name as "projectName",
  p.category, c.cycle, coalesce(v.label, c.cycle) as "cycleName", c.unit, c.price_fen as "priceFen"
from fee_child c join fee_project p on p.org_id = c.org_id and p.project_id = c.project_id
left join dictionary d on d.org_id = c.org_id and d.dictionary_code = 'chargeCycle'
left join dictionary_value v on v.org_id = d.org_id and v.dictionary_id = d.dictionary_id and v.value = c.cycle
where c.org_id = $1 and c.enabled and p.enabled order by p.sort, p.project_id, c.sort, c.project_child_id`

export default implement(feeChild, {
  choice: async (_, who) => {
    const found = await who.app.pool.query<FeeChoiceData>({ name: 'fee_choice', text: CHOICE, values: [who.orgId] })
    return who.may(SEE_PRICES) ? found.rows : found.rows.map((row) => ({ ...row, priceFen: null }))
  },
})
