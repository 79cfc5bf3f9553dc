// Rows of the demonstration that tests of the stock begin with: made anew for each, so that none uses up another's.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'

/** Somebody who lives in the demo house: the first, or the one `after` so many others. */
export async function demoElder(product: TestApp, after = 0): Promise<string> {
  const { rows } = await product.app.pool.query<{ id: string }>(
    `select o.oldman_id as id from oldman o where o.org_id = $1 and o.status = 1 and o.archive_no <> o.oldman_id
     order by o.oldman_id limit 1 offset $2`,
    [DEMO_ORG, after],
  )
  return rows[0]!.id
}

export async function demoDrug(product: TestApp, more: { openDays?: number } = {}): Promise<string> {
  const drugId = newId()
  await product.app.pool.query(
    `insert into drug (org_id, drug_id, drug_name, spec, min_unit, pack_factor, open_days) values ($1, $2, $3, '10片', '1', 10, $4)`,
    [DEMO_ORG, drugId, `试药${drugId.slice(-12)}`, more.openDays ?? null],
  )
  return drugId
}

export interface DemoBatch {
  oldmanId: string
  drugId: string
  stockId: string
  slipId: string
  batchNo: string
}

/** Thirty of a new drug, just brought. */
export async function demoBatch(product: TestApp, after = 0): Promise<DemoBatch> {
  const [oldmanId, drugId] = [await demoElder(product, after), await demoDrug(product, { openDays: 28 })]
  const [stockId, slipId] = [newId(), newId()]
  const batchNo = stockId.slice(0, 12)
  await product.app.pool.query(
    `insert into drug_stock (org_id, stock_id, oldman_id, drug_id, batch_no, expiry) values ($1, $2, $3, $4, $5, current_date + 300)`,
    [DEMO_ORG, stockId, oldmanId, drugId, batchNo],
  )
  await product.app.pool.query(
    `with slip as (insert into drug_slip (org_id, slip_id, slip_no, oldman_id, keep_type, source, person, user_name)
       values ($1, $2::varchar, $2::varchar, $3, 1, 'FAMILY', '王强', '李晓梅') returning org_id)
     insert into drug_move (org_id, move_id, stock_id, oldman_id, drug_id, keep_type, delta, slip_id)
     select org_id, $4, $5, $3, $6, 1, 30, $2::varchar from slip`,
    [DEMO_ORG, slipId, oldmanId, newId(), stockId, drugId],
  )
  return { oldmanId, drugId, stockId, slipId, batchNo }
}

export async function demoRecall(product: TestApp): Promise<{ recallId: string }> {
  const recallId = newId()
  await product.app.pool.query(
    `insert into drug_recall (org_id, recall_id, drug_id, batch_no, reason, user_name) values ($1, $2::varchar, $3, 'R1', '试', '何静')`,
    [DEMO_ORG, recallId, await demoDrug(product)],
  )
  return { recallId }
}

/** A member of the house who may see what is written off. */
export async function demoWitness(product: TestApp): Promise<string> {
  const { rows } = await product.app.pool.query<{ id: string }>(
    `select user_id as id from account where org_id = $1 and user_name = 'hejing'`,
    [DEMO_ORG],
  )
  return rows[0]!.id
}
