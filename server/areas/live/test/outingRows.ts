// Rows that tests of the whole product need: a resident of a department with a bed of their own, and an outing in a state.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'

const RESIDENT = `with lying as (insert into bed (org_id, bed_id, bed_name, room_id, is_used)
    select $1::varchar, $2::text, $2::text, room_id, 1 from room where org_id = $1::varchar order by room_id limit 1 returning bed_id),
  resident as (insert into oldman (org_id, oldman_id, archive_no, oldman_name, sex, id_card, birth_date, status, dept_id,
      current_bed_id)
    select $1::varchar, $2::text, $2::text, '外出者', 1, $2::text, '1940-05-06', 1,
      (select dept_id from dept where org_id = $1::varchar and dept_name = $3::text), bed_id from lying returning oldman_id),
  lives as (insert into stay (org_id, stay_id, oldman_id, kind, start_date)
    select $1::varchar, $2::text, oldman_id, 'FORMAL', current_date - 30 from resident returning *)
insert into stay_level (org_id, stay_id, from_date) select org_id, stay_id, start_date from lives`

/** In residence for a month; the id serves for bed and stay as well. */
export async function rowResident(product: TestApp, dept: string | null = '松鹤楼护理组'): Promise<string> {
  const oldmanId = newId()
  await product.app.pool.query(RESIDENT, [DEMO_ORG, oldmanId, dept])
  return oldmanId
}

const OUTING = `insert into outing (org_id, out_id, out_no, oldman_id, stay_id, out_type, reason, plan_out, plan_return, companion,
  companion_phone, companion_relation, applicant_id, state, actual_out)
values ($1, $2::text, $2::text, $3::text, $3::text, '1', '回家', now() - interval '2 hours', now() + interval '1 day', '王强', '13800001111', '20',
  'nobody', $4, case when $5 then now() - interval '1 hour' end)`

/** Waiting for its audit unless told; state 1 with `departed` is away. */
export async function rowOuting(
  product: TestApp,
  { dept, state = 0, departed = false }: { dept?: string | null; state?: number; departed?: boolean } = {},
): Promise<{ outId: string; oldmanId: string }> {
  const oldmanId = await rowResident(product, dept)
  const outId = newId()
  await product.app.pool.query(OUTING, [DEMO_ORG, outId, oldmanId, state, departed])
  return { outId, oldmanId }
}
