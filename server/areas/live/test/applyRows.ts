// An application for a check-out that waits, for tests of the whole product.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import { rowResident } from './outingRows.ts'

const APPLY = `insert into residence_apply (org_id, apply_id, apply_no, oldman_id, stay_id, bed_id, kind, move, body, content, changes,
  day, reason, applicant_id)
select $1::varchar, $2::varchar, $2::varchar, $3::varchar, $3::varchar, $3::varchar, 'checkOut', 'checkOut',
  jsonb_build_object('oldmanId', $3::text, 'checkOutDate', current_date::text, 'checkoutReason', '3'), '外出者退住', '{}',
  current_date, '家庭照顾', coalesce((select user_id from account where user_name = $4), 'nobody')`

/** Of a resident of their own; asked for by nobody unless an account is named. */
export async function rowApply(
  product: TestApp,
  { dept, by = null }: { dept?: string; by?: string | null } = {},
): Promise<{ applyId: string }> {
  const oldmanId = await rowResident(product, dept)
  const applyId = newId()
  await product.app.pool.query(APPLY, [DEMO_ORG, applyId, oldmanId, by])
  return { applyId }
}
