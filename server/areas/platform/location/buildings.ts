// Whether somebody serves more than one building: then a room number alone does not say where to run. Decided here for
// everybody who sees, hears or is phoned, and nowhere else.

import type pg from 'pg'
import { BedDisplay } from '#contract/platform/bed'
import type { Scope } from '#server/kit/tenant'

type Reader = pg.Pool | pg.ClientBase

/** The building a location `l` lies in, with what lies around it: the nearest of that kind, else the outermost place. */
export const buildingSql = (l: string) => `coalesce((select replace(bu.path, '>', ' ') from location bu
  where bu.org_id = ${l}.org_id and bu.location_type = 'building'
    and (bu.location_id = ${l}.location_id or starts_with(${l}.path, bu.path || '>'))
  order by bu.level desc limit 1), nullif(split_part(${l}.path, '>', 1), ''))`

/** Beds of the rooms they are responsible for, and of the residents; `everywhere`: no list of departments, all of them. */
const served = (org: string, depts: string, everywhere: string) => `(select count(distinct ${buildingSql('l')}) > 1
  from location l where l.org_id = ${org} and exists (select from room r
    join bed b on b.org_id = r.org_id and b.room_id = r.room_id and b.display = ${BedDisplay.is.shown}
    left join oldman o on o.org_id = b.org_id and o.current_bed_id = b.bed_id
    where r.org_id = l.org_id and r.area = l.location_id
      and (${everywhere} or r.dept_id is null or r.dept_id = any(${depts}) or o.dept_id = any(${depts}))))`

export async function servesSeveral(reader: Reader, scope: Scope): Promise<boolean> {
  const { rows } = await reader.query<{ several: boolean }>({
    name: 'serves-several',
    text: `select ${served('$1', '$2', '$2::text[] is null')} as several`,
    values: [scope.orgId, scope.deptIds],
  })
  return rows[0]!.several
}

/** Those of these people who do, by what their accounts may see; for whoever is not signed in, as on the phone. */
export async function peopleServingSeveral(
  reader: Reader,
  orgId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set()
  const { rows } = await reader.query<{ userId: string }>({
    name: 'people-serving-several',
    text: `select a.user_id as "userId" from account a cross join lateral (select array(select x.dept_id::text
        from employee_data_dept x where x.org_id = a.org_id and x.emp_id = a.user_id) as depts) s
      where a.org_id = $1 and a.user_id = any($2) and ${served('a.org_id', 's.depts', 'a.is_admin')}`,
    values: [orgId, userIds],
  })
  return new Set(rows.map((row) => row.userId))
}
