// Rows of the care catalogue that tests of the whole product need, each of its own.
import { CareUnit } from '#contract/nursing/frequency'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'

export async function rowCategory(product: TestApp, orgId = DEMO_ORG): Promise<{ categoryId: string }> {
  const categoryId = newId()
  await product.app.pool.query(
    'insert into care_category (org_id, category_id, category_name) values ($1, $2::text, $2::text)',
    [orgId, categoryId],
  )
  return { categoryId }
}

/** With a price whose day has not come. */
export async function rowCareProject(product: TestApp, orgId = DEMO_ORG) {
  const { categoryId } = await rowCategory(product, orgId)
  const projectId = newId()
  await product.app.pool.query(
    `insert into care_project (org_id, project_id, category_id, project_name, minutes, time_window, charged)
     values ($1, $2::text, $3, $2::text, 10, 2, true)`,
    [orgId, projectId, categoryId],
  )
  const set = await product.app.pool.query<{ fromDate: string }>(
    `insert into care_project_price (org_id, project_id, from_date, price_fen, user_name)
     values ($1, $2, current_date + 9, 200, '试') returning to_char(from_date, 'YYYY-MM-DD') as "fromDate"`,
    [orgId, projectId],
  )
  return { projectId, categoryId, fromDate: set.rows[0]!.fromDate }
}

/** Nobody has it; it has one project. */
export async function rowLevel(product: TestApp, orgId = DEMO_ORG) {
  const { projectId } = await rowCareProject(product, orgId)
  const levelId = newId()
  await product.app.pool.query(
    `with made as (insert into nursing_level (org_id, level_id, level_name) values ($1, $2::text, $2::text) returning org_id, level_id)
     insert into level_project (org_id, level_id, project_id, unit, times) select org_id, level_id, $3, ${CareUnit.is.day}, 2 from made`,
    [orgId, levelId, projectId],
  )
  return { levelId, projectId }
}
