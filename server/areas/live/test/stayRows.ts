// Residents of the demo organisation put together row by row, each with a bed of their own, so that a test which sends
// many requests never runs out of either.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'

/** A further bed in the room that has most, which no other request was given to remove; answers its id. */
export async function rowBed(product: TestApp): Promise<string> {
  const bedId = newId()
  await product.app.pool.query(
    `insert into bed (org_id, bed_id, bed_name, room_id) select $1::varchar, $2::varchar, $2::varchar, r.room_id from room r
      join dept d on d.org_id = r.org_id and d.dept_id = r.dept_id where r.org_id = $1::varchar
      order by (select count(*) from bed b where b.org_id = r.org_id and b.room_id = r.room_id) desc, r.room_id limit 1`,
    [DEMO_ORG, bedId],
  )
  return bedId
}

export interface RowResident {
  oldmanId: string
  familyId: string
}

const RESIDENT = `with e as (
  insert into oldman (org_id, oldman_id, archive_no, oldman_name, sex, id_card, birth_date, status, current_bed_id, check_in_date, level_id)
  select $1::varchar, $2::varchar, $2::varchar, '测试老人', 0, $2::varchar, '1940-01-01', $4::int, case when $4::int in (1, 4) then $5::varchar end,
    case when $4::int in (1, 2, 4) then current_date - 9 end,
    (select level_id from nursing_level where org_id = $1::varchar order by sort desc limit 1)
  returning org_id, oldman_id), a as (insert into elder_account (org_id, oldman_id) select org_id, oldman_id from e)
insert into oldman_family (org_id, family_id, oldman_id, name, relation, phone)
select org_id, $3::varchar, oldman_id, '家属', '20', '13800001111' from e`

const STAY = `with s as (
  insert into stay (org_id, stay_id, oldman_id, kind, start_date, trial_start, trial_end, formal_date, end_date)
  select $1::varchar, $2::varchar, $2::varchar, case $3::int when 4 then 'TRIAL' else 'FORMAL' end, current_date - 9,
    case $3::int when 4 then current_date - 9 end, case $3::int when 4 then current_date + 9 end,
    case $3::int when 4 then null else current_date - 9 end, case $3::int when 2 then current_date - 1 end
  returning org_id, stay_id, start_date, end_date), l as (
  insert into stay_level (org_id, stay_id, from_date, level_id) select org_id, stay_id, start_date,
    (select level_id from nursing_level where org_id = $1::varchar order by sort desc limit 1) from s), e as (
  insert into settlement (org_id, settle_id, settle_no, stay_id, oldman_id, checkout_date)
  select org_id, stay_id, stay_id, stay_id, stay_id, end_date from s where end_date is not null)
insert into occupancy (org_id, occ_id, bed_id, oldman_id, kind, stay_id, days)
select org_id, stay_id, $4::varchar, stay_id, 'STAY', stay_id, daterange(current_date - 9, end_date) from s`

const RESERVE = `with v as (
  insert into reservation (org_id, reserve_id, oldman_id, bed_id, reserve_date, expect_check_in, expire_date)
  values ($1::varchar, $2::varchar, $2::varchar, $3::varchar, current_date, current_date + 2, current_date + 5) returning *)
insert into occupancy (org_id, occ_id, bed_id, oldman_id, kind, reserve_id, days)
select org_id, reserve_id, bed_id, oldman_id, 'RESERVE', reserve_id, daterange(current_date, null) from v`

export async function rowResident(product: TestApp, status: 1 | 2 | 3 | 4 | 5 | 6): Promise<RowResident> {
  const { pool } = product.app
  const oldmanId = newId()
  const familyId = newId()
  const bedId = await rowBed(product)
  await pool.query(RESIDENT, [DEMO_ORG, oldmanId, familyId, status, bedId])
  if (status === 1 || status === 2 || status === 4) await pool.query(STAY, [DEMO_ORG, oldmanId, status, bedId])
  if (status === 1 || status === 4) {
    await pool.query('update bed set is_used = 1 where org_id = $1::varchar and bed_id = $2', [DEMO_ORG, bedId])
  }
  if (status === 5) await pool.query(RESERVE, [DEMO_ORG, oldmanId, bedId])
  return { oldmanId, familyId }
}
