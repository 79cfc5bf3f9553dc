// One clerk who holds every duty of the fees but the signatures of others, for tests of what is done and not of who may:
// clerk, cashier and accountant are roles of three people (platform/duties.test.ts).
import type { Pool } from 'pg'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'

export const WHOLE_DESK = `with made as (
  insert into role (org_id, role_id, name, role_desc, role_level) values ($1, 'wholeDesk', '费用全权', '测试', 1) on conflict do nothing),
given as (
  insert into role_authority (org_id, role_id, landing_end_id, authority_id)
  select distinct ra.org_id, 'wholeDesk', ra.landing_end_id, ra.authority_id from role_authority ra
    join role r on r.org_id = ra.org_id and r.role_id = ra.role_id and r.name in ('会计', '收费员')
    join authority x on x.authority_id = ra.authority_id and x.authority_code not like 'expense:settle:sign%'
  where ra.org_id = $1 on conflict do nothing)
insert into account_role (org_id, user_id, role_id) select org_id, user_id, 'wholeDesk' from account
where org_id = $1 and user_name = 'liumin' on conflict do nothing`

/** Before she signs in. */
export const wholeDesk = (pool: Pool) => pool.query(WHOLE_DESK, [DEMO_ORG])
