// Alarms and rules as tests need them, written straight into the tables.
import { rowResident } from '#server/areas/live/test/outingRows'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'

/** Outside the departments of clerk and head nurse. */
export const OFFICE = '财务部'

/** An open alarm of a resident; `dept` puts it outside. */
export async function rowAlarm(product: TestApp, dept?: string): Promise<{ recordId: string }> {
  const oldmanId = await rowResident(product, dept)
  const recordId = newId()
  await product.app.pool.query(
    `insert into alarm_record (org_id, record_id, source, device_no, oldman_id, dept_id, type, kind, level, urgency, content, raised_at)
     select o.org_id, $2::text, 'MATTRESS', $2::text, o.oldman_id, o.dept_id, '4', 'HEART', 3, 2, '心率过高 131 次/分', now() - interval '1 minute'
     from oldman o where o.org_id = $1 and o.oldman_id = $3`,
    [DEMO_ORG, recordId, oldmanId],
  )
  return { recordId }
}

export async function rowRule(product: TestApp, orgId: string = DEMO_ORG): Promise<{ ruleId: string }> {
  const ruleId = newId()
  await product.app.pool.query(
    `insert into alarm_rule (org_id, rule_id, rule_name, kind, duration_s) values ($1, $2::text, $2::text, 'EXIT', 600)`,
    [orgId, ruleId],
  )
  return { ruleId }
}
