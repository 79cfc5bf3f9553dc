// The fees of a resident's stays, read.
import type pg from 'pg'
import type { FeeLineData } from '#contract/expense/feeSet'

const FEES = `select f.fee_set_id as "feeSetId", f.stay_id as "stayId", f.project_child_id as "projectChildId", c.name,
  p.name as "projectName", p.category, c.cycle, coalesce(v.label, c.cycle) as "cycleName", f.price_fen as "priceFen",
  f.quantity::float8 / 1000 as quantity, f.from_date as "fromDate", f.to_date as "toDate",
  f.from_date <= current_date and (f.to_date is null or f.to_date > current_date) as running
from fee_set f join stay s on s.org_id = f.org_id and s.stay_id = f.stay_id
join fee_child c on c.org_id = f.org_id and c.project_child_id = f.project_child_id
join fee_project p on p.org_id = c.org_id and p.project_id = c.project_id
left join dictionary d on d.org_id = f.org_id and d.dictionary_code = 'chargeCycle'
left join dictionary_value v on v.org_id = d.org_id and v.dictionary_id = d.dictionary_id and v.value = c.cycle
where s.org_id = $1 and s.oldman_id = $2 and (f.to_date is null or f.to_date > f.from_date)
order by p.sort, p.project_id, c.sort, f.project_child_id, f.from_date`

export type StayFee = FeeLineData & { stayId: string }

/** Of all stays of a resident. The caller has made sure that the resident is in scope. */
export async function feesOfStays(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  oldmanId: string,
): Promise<StayFee[]> {
  const found = await client.query<StayFee>({ name: 'fees_of_stays', text: FEES, values: [orgId, oldmanId] })
  return found.rows
}
