// Who may touch whose account. Administrators manage the whole organisation; anybody else only people of their data
// departments, only accounts that hold no more rights than they do themselves, and they hand out nothing they lack.

import type pg from 'pg'
import { invalid, notFound } from '#contract/kit/refusal'
import { RoleLevel } from '#contract/platform/role'
import { UserStatus } from '#contract/platform/user'
import type { Caller, Tx } from '#server/kit/caller'
import { inDepts } from '#server/kit/tenant'

export interface RoleChoice {
  roleId: string
  name: string
  roleLevel: number
  grantable: boolean
}

// Pages that everyone has and branches of the menu are no rights.
const ROLES = `select r.role_id as "roleId", r.name, r.role_level as "roleLevel",
  case when $3 then true
    when r.role_level = ${RoleLevel.is.preset} then exists (
      select 1 from account_role mine join role own on own.org_id = mine.org_id and own.role_id = mine.role_id
       where mine.org_id = r.org_id and mine.user_id = $4 and own.role_level = ${RoleLevel.is.preset})
    else not exists (
      select 1 from role_authority ra join authority x on x.authority_id = ra.authority_id
       where ra.org_id = r.org_id and ra.role_id = r.role_id and x.menu_type <> 'MENU'
         and x.authority_code not like 'page:%' and x.authority_code <> all($2::text[])) end as grantable
from role r where r.org_id = $1 order by r.role_level, r.created_at, r.role_id`

/** The roles of the organisation, and which of them the caller may give away. */
export async function rolesFor(reader: pg.Pool | pg.ClientBase, who: Caller): Promise<RoleChoice[]> {
  const found = await reader.query<RoleChoice>({
    name: 'user_roles_for',
    text: ROLES,
    values: [who.orgId, [...who.codes], who.isAdmin, who.userId],
  })
  return found.rows
}

/** A role beyond the caller's own rights is not theirs to change: people above them hold it. */
export async function refuseRoleAbove(reader: pg.ClientBase, who: Caller, roleId: string, act: string): Promise<void> {
  if (who.isAdmin) return
  const role = (await rolesFor(reader, who)).find((one) => one.roleId === roleId)
  if (role && !role.grantable) throw invalid(`角色“${role.name}”的权限超出您本人的权限，请由机构管理员${act}`)
}

export interface KnownUser {
  userId: string
  userName: string
  empName: string | null
  isAdmin: boolean
  userStatus: number
  phoneNum: string | null
  roleIds: string[]
  dataDeptIds: string[]
}

/** 张三（zhangsan） */
export const calledBy = (one: Pick<KnownUser, 'empName' | 'userName'>) =>
  one.empName ? `${one.empName}（${one.userName}）` : one.userName

const KNOWN = `select a.user_id as "userId", a.user_name as "userName", e.emp_name as "empName", a.is_admin as "isAdmin",
  a.user_status as "userStatus", a.user_telephone as "phoneNum",
  array(select x.dept_id::text from employee_data_dept x where x.org_id = a.org_id and x.emp_id = a.user_id)
    as "dataDeptIds",
  array(select ar.role_id::text from account_role ar where ar.org_id = a.org_id and ar.user_id = a.user_id) as "roleIds"
from account a left join employee e on e.org_id = a.org_id and e.emp_id = a.user_id
where a.org_id = $1 and a.user_id = any($2) and ${inDepts('e', '$3')} order by a.user_id for update of a`

/** Locks accounts the caller may manage; one that lies outside is not found, one above the caller is refused. */
export async function lockUsers(tx: Tx, who: Caller, userIds: readonly string[]): Promise<KnownUser[]> {
  const wanted = [...new Set(userIds)]
  const found = await tx.client.query<KnownUser>({
    name: 'user_lock',
    text: KNOWN,
    values: [who.orgId, wanted, who.deptIds],
  })
  if (found.rows.length < wanted.length || wanted.length === 0) throw notFound('用户')
  await refuseAbove(tx.client, who, found.rows)
  return found.rows
}

/** Whoever could set the password of a stronger account would have its rights, and see what it sees. */
export async function refuseAbove(
  reader: pg.Pool | pg.ClientBase,
  who: Caller,
  users: readonly KnownUser[],
): Promise<void> {
  if (who.isAdmin) return
  const beyond = new Set((await rolesFor(reader, who)).filter((role) => !role.grantable).map((role) => role.roleId))
  // All of the caller's departments count, not only the one this session works in.
  const own = await reader.query<{ dept_id: string }>({
    name: 'user_own_depts',
    text: 'select dept_id from employee_data_dept where org_id = $1 and emp_id = $2',
    values: [who.orgId, who.userId],
  })
  const mine = new Set(own.rows.map((row) => row.dept_id))
  const above = users.find(
    (one) =>
      one.userId !== who.userId &&
      (one.isAdmin || one.roleIds.some((role) => beyond.has(role)) || one.dataDeptIds.some((dept) => !mine.has(dept))),
  )
  if (above) throw invalid(`“${calledBy(above)}”的权限高于您，请由机构管理员处理`)
}

/** Before anything that may take an administrator away: such acts of one organisation queue here. */
export async function oneAtATime(tx: Tx): Promise<void> {
  await tx.client.query(`select pg_advisory_xact_lock(hashtextextended('administrators ' || $1, 0))`, [tx.orgId])
}

/** An organisation without an administrator could never get one again. Ask after `oneAtATime`. */
export async function refuseLastAdministrator(tx: Tx, leaving: readonly string[], act: string): Promise<void> {
  const left = await tx.client.query(
    `select 1 from account where org_id = $1 and is_admin and user_status = ${UserStatus.is.enabled}
      and user_id <> all($2) limit 1`,
    [tx.orgId, leaving],
  )
  if (left.rows.length === 0) throw invalid(`这是机构最后一位可用的管理员，不能${act}`)
}
