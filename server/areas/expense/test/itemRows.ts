// Rows of the price list, rules and charges that tests of the whole product need, each of its own.
import { rowResident } from '#server/areas/live/test/outingRows'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'

export async function rowProject(product: TestApp, orgId = DEMO_ORG): Promise<{ projectId: string }> {
  const projectId = newId()
  await product.app.pool.query(
    `insert into fee_project (org_id, project_id, name, category) values ($1, $2::text, $2::text, '4')`,
    [orgId, projectId],
  )
  return { projectId }
}

/** With a price whose day has not come. */
export async function rowChild(product: TestApp, orgId = DEMO_ORG) {
  const { projectId } = await rowProject(product, orgId)
  await product.app.pool.query(
    `insert into fee_child (org_id, project_child_id, project_id, name, price_fen, cycle)
     values ($1, $2::text, $2::text, $2::text, 100, 'MONTH')`,
    [orgId, projectId],
  )
  const set = await product.app.pool.query<{ fromDate: string }>(
    `insert into fee_price (org_id, project_child_id, from_date, price_fen, user_name)
     values ($1, $2, current_date + 9, 200, '试') returning to_char(from_date, 'YYYY-MM-DD') as "fromDate"`,
    [orgId, projectId],
  )
  return { projectChildId: projectId, projectId, fromDate: set.rows[0]!.fromDate }
}

export async function rowRule(product: TestApp, orgId = DEMO_ORG): Promise<{ setId: string }> {
  const setId = newId()
  await product.app.pool.query(
    `insert into discount_rule (org_id, set_id, name, type, threshold_fen, benefit_fen, scope, valid_from)
     values ($1, $2::text, $2::text, 1, 1000, 10, 'PRESTORE', current_date)`,
    [orgId, setId],
  )
  return { setId }
}

export async function rowAccount(product: TestApp, dept?: string): Promise<string> {
  const oldmanId = await rowResident(product, dept)
  await product.app.pool.query('insert into elder_account (org_id, oldman_id) values ($1, $2) on conflict do nothing', [
    DEMO_ORG,
    oldmanId,
  ])
  return oldmanId
}

export async function rowCharge(product: TestApp, dept?: string): Promise<{ chargeId: string; oldmanId: string }> {
  const oldmanId = await rowAccount(product, dept)
  const chargeId = newId()
  await product.app.pool.query(
    `insert into charge (org_id, charge_id, oldman_id, kind, category, name, price_fen, amount_fen, day, user_name)
     values ($1, $2, $3, 'SALOON', '14', '理发', 1500, 1500, current_date, '试')`,
    [DEMO_ORG, chargeId, oldmanId],
  )
  return { chargeId, oldmanId }
}
