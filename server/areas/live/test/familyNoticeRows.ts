// Notices to families, put together row by row.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'

const ADD = `insert into family_notice (org_id, message_id, dept_id, title, content, oldman_ids, state, published_at)
select $1::varchar, $2::varchar, o.dept_id, '试', '试', array[o.oldman_id], $3::text, case when $3::text = 'PUBLISHED' then now() end
from oldman o where o.org_id = $1::varchar and o.status = 1 and o.dept_id is not null and o.archive_no <> o.oldman_id
  and exists (select from oldman_family f where f.org_id = o.org_id and f.oldman_id = o.oldman_id) order by o.oldman_id limit 1
returning oldman_ids as "oldmanIds"`

export async function rowFamilyNotice(product: TestApp, state: 'DRAFT' | 'PUBLISHED' = 'DRAFT') {
  const messageId = newId()
  const made = await product.app.pool.query<{ oldmanIds: string[] }>(ADD, [DEMO_ORG, messageId, state])
  return { messageId, oldmanIds: made.rows[0]!.oldmanIds }
}

const TEMPLATE = `insert into family_notice_template (org_id, template_id, name, title, content) values ($1, $2::varchar, $2::varchar, '试', '试')`

export async function rowFamilyTemplate(product: TestApp) {
  const templateId = newId()
  await product.app.pool.query(TEMPLATE, [DEMO_ORG, templateId])
  return { templateId }
}
