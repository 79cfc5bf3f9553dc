// What the stays of the demo house cost: fees, settlements and accounts, written in bulk for the area that plans the house.
import type { Tx } from '#server/kit/caller'
import { keepNumbers } from '#server/kit/numbers'

const FEES = `insert into fee_set (org_id, fee_set_id, stay_id, project_child_id, price_fen, from_date, to_date, created_at)
select $1, x.fee_set_id, x.stay_id, md5($1::varchar || ':feeChild:' || x.key), x.price_fen, x.from_date, x.to_date, x.from_date
from jsonb_to_recordset($2::jsonb) as x(fee_set_id text, stay_id text, key text, price_fen bigint, from_date date,
  to_date date)`

const SETTLEMENTS = `insert into settlement (org_id, settle_id, settle_no, stay_id, oldman_id, checkout_date, state,
  confirmed_at, confirmed_by, created_at)
select $1, x.settle_id, x.settle_no, x.stay_id, x.oldman_id, x.checkout_date, x.state, x.confirmed_at, x.confirmed_by,
  x.created_at
from jsonb_to_recordset($2::jsonb) as x(settle_id text, settle_no text, stay_id text, oldman_id text, checkout_date date,
  state text, confirmed_at timestamptz, confirmed_by text, created_at timestamptz)`

const USED = `select to_char(checkout_date, 'YYYY-MM-DD') as day, count(*)::int as last from settlement where org_id = $1
group by checkout_date`

export interface DemoMoney {
  fees: readonly object[]
  settlements: readonly object[]
  /** Whose accounts are opened, with nothing on them; the money comes with demoMoney.ts. */
  accounts: readonly string[]
}

/** After the stays: each row names the stay or the resident it belongs to. */
export async function addDemoMoney(tx: Tx, orgId: string, { fees, settlements, accounts }: DemoMoney): Promise<void> {
  const write = (text: string, rows: readonly object[]) => tx.client.query(text, [orgId, JSON.stringify(rows)])
  await write(FEES, fees)
  await write(SETTLEMENTS, settlements)
  const used = await tx.client.query<{ day: string; last: number }>(USED, [orgId])
  await keepNumbers(tx, orgId, 'JS', used.rows)
  await tx.client.query(
    'insert into elder_account (org_id, oldman_id) select $1, x from unnest($2::text[]) x on conflict do nothing',
    [orgId, accounts],
  )
  await tx.client.query('analyze fee_set, settlement, elder_account')
}
