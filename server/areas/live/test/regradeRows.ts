// Changes of level that tests of the whole product need, each of an elder of its own.
import { RegradeState, type RegradeStateValue } from '#contract/live/regradeWords'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import { dayOf } from './stayHouse.ts'
import { rowResident } from './stayRows.ts'

const LEVELS = `select level_id as id from nursing_level where org_id = $1 and enabled order by sort`
const LEVEL = `insert into stay_level (org_id, stay_id, from_date, level_id) select org_id, stay_id, start_date, $3 from stay
where org_id = $1 and oldman_id = $2 on conflict (org_id, stay_id, from_date) do update set level_id = excluded.level_id`
const ADD = `insert into regrade (org_id, regrade_id, regrade_no, oldman_id, stay_id, old_level_id, new_level_id, effective_date, reason,
  state, applicant_id, submitted_at, second, images, decided_by, decided_at)
select s.org_id, $2::text, $2::text, s.oldman_id, s.stay_id, $4::text, $5::text, $6, '复评', $7::int, 'nobody',
  case when $7::int in (1, 2) then now() end, $7::int <> 2, case when $7::int = 2 then $8::jsonb end,
  case when $7::int = 2 then 'nobody' end, case when $7::int = 2 then now() end
from stay s where s.org_id = $1 and s.oldman_id = $3 and s.end_date is null`

/** Proposed by nobody who is asked for here, from the first level to the second. */
export async function rowRegrade(
  product: TestApp,
  state: RegradeStateValue = RegradeState.is.waiting,
): Promise<{ regradeId: string; oldmanId: string; levelId: string }> {
  const { pool } = product.app
  const { oldmanId } = await rowResident(product, 1)
  const [first, second] = (await pool.query<{ id: string }>(LEVELS, [DEMO_ORG])).rows as [
    { id: string },
    { id: string },
  ]
  await pool.query(LEVEL, [DEMO_ORG, oldmanId, first.id])
  await pool.query('update oldman set level_id = $3 where org_id = $1 and oldman_id = $2', [
    DEMO_ORG,
    oldmanId,
    first.id,
  ])
  const regradeId = newId()
  const side = { levels: [], care: { plans: [], assigned: [] }, fees: [], levelId: first.id }
  await pool.query(ADD, [
    DEMO_ORG,
    regradeId,
    oldmanId,
    first.id,
    second.id,
    dayOf(1),
    state,
    JSON.stringify({ before: side, after: side }),
  ])
  return { regradeId, oldmanId, levelId: second.id }
}
