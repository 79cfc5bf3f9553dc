// What an account may choose from: landing ends by its roles, departments by its data scope.

import type pg from 'pg'
import { RoleLevel } from '#contract/platform/role'
import type { DeptInfo, LandingEndInfo } from '#contract/platform/session'
import { OrgLevel, OrgStatus } from '#contract/platform/session'
import { isForKind } from '#server/areas/platform/authority/authorityScope'

type Reader = pg.Pool | pg.ClientBase

export interface LandingEndChoice extends LandingEndInfo {
  /** Chosen last time. */
  last: boolean
}

interface LandingEndRow {
  landing_end_id: string
  landing_end_name: string
  landing_end_code: string
  device_type: string[]
  last: boolean | null
}

// Administrators may enter wherever there is something for their kind of organisation; the operator's console is for
// the operator alone, screens have their own way in.
const LANDING_ENDS = `select l.landing_end_id, l.landing_end_name, l.landing_end_code, l.device_type,
  l.landing_end_id = a.last_landing_end_id as last
from account a
  join organization o on o.org_id = a.org_id and o.org_status = ${OrgStatus.is.normal}
  join landing_end l on l.landing_end_code <> 'OPEX' or o.org_level = ${OrgLevel.is.operator}
where a.org_id = $1 and a.user_id = $2 and (
  exists (
    select 1 from account_role ar join role_authority ra on ra.org_id = ar.org_id and ra.role_id = ar.role_id
     where ar.org_id = a.org_id and ar.user_id = a.user_id and ra.landing_end_id = l.landing_end_id)
  or l.landing_end_code <> 'SCREEN'
    and (a.is_admin or exists (
      select 1 from account_role ar join role r on r.org_id = ar.org_id and r.role_id = ar.role_id
       where ar.org_id = a.org_id and ar.user_id = a.user_id and r.role_level = ${RoleLevel.is.preset}))
    and exists (
      select 1 from authority x where x.menu_type <> 'MENU' and x.ends ? l.landing_end_code
         and ${isForKind('x', 'o.org_level')}))
order by case l.landing_end_code when 'OPEX' then 0 when 'WEB' then 1 else 2 end, l.landing_end_name`

export async function landingEndsOf(reader: Reader, orgId: string, userId: string): Promise<LandingEndChoice[]> {
  const found = await reader.query<LandingEndRow>({
    name: 'landing_ends',
    text: LANDING_ENDS,
    values: [orgId, userId],
  })
  return found.rows.map(choice)
}

const choice = (row: LandingEndRow): LandingEndChoice => ({
  landingEndId: row.landing_end_id,
  landingEndName: row.landing_end_name,
  landingEndCode: row.landing_end_code,
  deviceType: JSON.stringify(row.device_type),
  last: row.last === true,
})

const DEPT = `d.dept_id as "deptId", d.dept_name as "deptName", d.dept_key as "deptKey", d.level as "deptLevel",
  coalesce(d.parent_id, '0') as "parentId", d.org_id as "orgId", d.dept_type as "deptType", d.ward, d.inpatient,
  d.outpatient, d.sort, d.created_at as "createTime"`

const DATA_DEPTS = `select ${DEPT}, d.dept_id = a.last_dept_id as last, d.dept_id = e.dept_id as home
from account a
  left join employee e on e.org_id = a.org_id and e.emp_id = a.user_id
  join dept d on d.org_id = a.org_id
where a.org_id = $1 and a.user_id = $2
  and (a.is_admin or exists (
    select 1 from employee_data_dept x where x.org_id = a.org_id and x.emp_id = a.user_id and x.dept_id = d.dept_id))
order by d.level, d.sort, d.created_at, d.dept_id`

interface DataDeptRow extends DeptInfo {
  last: boolean | null
  home: boolean | null
}

export interface DataDepts {
  list: DeptInfo[]
  /** The last choice if it still is one, else the person's own department, else the first. */
  preferred: DeptInfo | null
}

export async function dataDeptsOf(reader: Reader, orgId: string, userId: string): Promise<DataDepts> {
  const found = await reader.query<DataDeptRow>({ name: 'data_depts', text: DATA_DEPTS, values: [orgId, userId] })
  const { rows } = found
  const preferred = rows.find((row) => row.last) ?? rows.find((row) => row.home) ?? rows[0] ?? null
  return { list: rows, preferred }
}

export async function deptOf(reader: Reader, orgId: string, deptId: string | null): Promise<DeptInfo | null> {
  if (deptId === null) return null
  const found = await reader.query<DeptInfo>({
    name: 'dept_one',
    text: `select ${DEPT} from dept d where d.org_id = $1 and d.dept_id = $2`,
    values: [orgId, deptId],
  })
  return found.rows[0] ?? null
}

const BARRED = `select 1 from dept_landing_end q where q.org_id = $1 and q.dept_id = $2
having count(*) > 0 and not bool_or(q.landing_end_id = $3)`

/** A department that is limited to certain landing ends may not use another one. */
export async function isBarred(reader: Reader, orgId: string, deptId: string, landingEndId: string): Promise<boolean> {
  const found = await reader.query({ name: 'dept_barred', text: BARRED, values: [orgId, deptId, landingEndId] })
  return found.rows.length > 0
}
