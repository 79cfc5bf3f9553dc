// Who holds a permission, by name: shown where the next step is somebody else's. Administrators hold every one and are not
// listed.

import type pg from 'pg'
import { RoleLevel } from '#contract/platform/role'
import { UserStatus } from '#contract/platform/user'

const HOLDERS = `select x.authority_code as code, array_agg(distinct coalesce(e.emp_name, a.user_name)) as names
from account a
  join account_role ar on ar.org_id = a.org_id and ar.user_id = a.user_id
  join role_authority ra on ra.org_id = ar.org_id and ra.role_id = ar.role_id
  join authority x on x.authority_id = ra.authority_id and x.authority_code = any($2)
  left join employee e on e.org_id = a.org_id and e.emp_id = a.user_id
where a.org_id = $1 and a.user_status = ${UserStatus.is.enabled} and ($3::text is null or exists (select 1
  from employee_data_dept d
  where d.org_id = a.org_id and d.emp_id = a.user_id and d.dept_id = $3))
group by x.authority_code`

/** By code; with a department only those whose data reach it. */
export async function holdersOf(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  codes: readonly string[],
  deptId: string | null,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (codes.length === 0) return new Map()
  const found = await client.query<{ code: string; names: string[] }>({
    name: 'permission_holders',
    text: HOLDERS,
    values: [orgId, codes, deptId],
  })
  return new Map(found.rows.map((row) => [row.code, row.names]))
}

export interface Person {
  userId: string
  name: string
  isAdmin: boolean
}

const PEOPLE = `select a.user_id as "userId", coalesce(e.emp_name, a.user_name) as name, a.is_admin as "isAdmin"
from account a left join employee e on e.org_id = a.org_id and e.emp_id = a.user_id
where a.org_id = $1 and a.user_status = ${UserStatus.is.enabled} and ($3::text[] is null or a.user_id = any($3))
  and (a.is_admin or (
    ($4::text is null or exists (select 1 from employee_data_dept x
      where x.org_id = a.org_id and x.emp_id = a.user_id and x.dept_id = $4))
    and exists (select 1 from account_role ar join role r on r.org_id = ar.org_id and r.role_id = ar.role_id
      left join role_authority ra on ra.org_id = ar.org_id and ra.role_id = ar.role_id
      left join authority x on x.authority_id = ra.authority_id
      where ar.org_id = a.org_id and ar.user_id = a.user_id and (r.role_level = ${RoleLevel.is.preset}
        or x.authority_code = any($2)))))
order by a.is_admin, e.sort, a.user_id`

/** Accounts in use that hold one of the codes and see a department; `among` limits them. Administrators hold every code. */
export async function peopleWith(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  needs: string,
  deptId: string | null,
  among: readonly string[] | null = null,
): Promise<Person[]> {
  const values = [orgId, needs.split('|'), among, deptId]
  return (await client.query<Person>({ name: 'people_with', text: PEOPLE, values })).rows
}

/** Staff before administrators: those are told only when there is nobody else. */
export const staffFirst = (people: readonly Person[]) => {
  const staff = people.filter((person) => !person.isAdmin)
  return staff.length > 0 ? staff : people
}
