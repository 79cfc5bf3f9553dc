// Roles of the caller's organisation.

import { notFound, Refusal } from '#contract/kit/refusal'
import { riskyPairs } from '#contract/platform/duties'
import { type RoleData, RoleLevel, role } from '#contract/platform/role'
import { isForKind } from '#server/areas/platform/authority/authorityScope'
import { refuseRoleAbove } from '#server/areas/platform/user/userRights'
import type { Caller, LogEntry, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { areas } from '#server/kit/contributions'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { implement } from '#server/kit/implement'
import { contains, pageOfRows } from '#server/kit/page'
import { addedRisks, dutyCodesOf, riskChange } from './duties.ts'
import { refreshHolders } from './rightsChanged.ts'
import {
  askedRights,
  difference,
  grantable,
  once,
  type RightsChange,
  type RightsInput,
  refuseBeyondOwn,
  storedRights,
  treeOf,
  treesOf,
  writeRights,
} from './roleRights.ts'

onConstraint('role_name', () => new Refusal('ALREADY_EXISTS', { what: '同名角色' }, 'name'))

// A preset role has everything its kind of organisation can have.
const columns = (orgLevel: number) => `t.role_id as "roleId", t.name, t.role_desc as "roleDesc",
  t.role_level as "roleLevel", t.created_at as "createTime", t.version,
  (select count(*) from account_role x where x.org_id = t.org_id and x.role_id = t.role_id) as "userCount",
  case when t.role_level = ${RoleLevel.is.preset}
    then (select count(*) from authority x where x.menu_type <> 'MENU'
      and ${isForKind('x', String(orgLevel))})
    else (select count(distinct x.authority_id) from role_authority ra join authority x using (authority_id)
      where ra.org_id = t.org_id and ra.role_id = t.role_id and x.menu_type <> 'MENU') end as "authorityCount"`

type StoredRole = Omit<RoleData, 'risks'>

async function withRisks(who: Caller, rows: readonly StoredRole[]): Promise<RoleData[]> {
  const codes = await dutyCodesOf(
    who.app.pool,
    who.orgId,
    rows.map((row) => row.roleId),
  )
  return rows.map((row) => ({ ...row, risks: riskyPairs(codes.get(row.roleId) ?? []) }))
}

async function findRole(who: Caller, roleId: string): Promise<RoleData> {
  const found = await who.app.pool.query<StoredRole>({
    name: `role_one_${who.orgLevel}`,
    text: `select ${columns(who.orgLevel)} from role t where t.org_id = $1 and t.role_id = $2`,
    values: [who.orgId, roleId],
  })
  if (!found.rows[0]) throw notFound('角色')
  return (await withRisks(who, found.rows))[0]!
}

async function detail(who: Caller, roleId: string) {
  const [found, rows, stored] = await Promise.all([
    findRole(who, roleId),
    grantable(who.app.pool, who.orgLevel),
    storedRights(who.app.pool, who.orgId, roleId),
  ])
  const landingEndAuthIds =
    found.roleLevel === RoleLevel.is.preset
      ? rows.map((row) => ({ landEndId: row.landingEndId, authId: row.authorityId }))
      : stored
  return { ...found, authorityIds: [...new Set(landingEndAuthIds.map((pair) => pair.authId))], landingEndAuthIds }
}

interface Locked {
  name: string
  role_desc: string | null
  role_level: number
  version: number
}

interface SaveRole extends RightsInput {
  riskReason?: string | null
  name: string
  roleDesc?: string | null
  version?: number | null
}

/** Names instead of ids: whoever reads the log wants to know what was given and taken. */
async function rightsInWords(tx: Tx, { added, removed }: RightsChange): Promise<NonNullable<LogEntry['changes']>> {
  const changes: Record<string, readonly [unknown, unknown]> = {}
  const given = [...new Set(added.filter((row) => row.menuType !== 'MENU').map((row) => row.authorityName))]
  if (given.length > 0) changes.addedRights = [null, given.join('、')]
  if (removed.length > 0) {
    const taken = await tx.client.query<{ name: string }>(
      `select distinct authority_name as name from authority where authority_id = any($1) and menu_type <> 'MENU'
        order by authority_name`,
      [removed.map((pair) => pair.authId)],
    )
    if (taken.rows.length > 0) changes.removedRights = [taken.rows.map((row) => row.name).join('、'), null]
  }
  return changes
}

const NO_RIGHTS = new Map<string, never>()

async function create(who: Caller, body: SaveRole): Promise<string> {
  const rows = await grantable(who.app.pool, who.orgLevel)
  const asked = askedRights(rows, body) ?? NO_RIGHTS
  const roleId = newId()
  return who.tx(async (tx) => {
    const change = difference([], asked)
    await refuseBeyondOwn(tx, who, change.added)
    const risked = addedRisks(riskyPairs(change.added.map((row) => row.authorityCode)), [], body.riskReason)
    await tx.client.query(
      'insert into role (org_id, role_id, name, role_desc, role_level) values ($1, $2, $3, $4, 1)',
      [who.orgId, roleId, body.name, body.roleDesc ?? null],
    )
    await writeRights(tx, who.orgId, roleId, change)
    tx.log({
      remark: `新增角色“${body.name}”，授权 ${change.added.filter((row) => row.menuType !== 'MENU').length} 项`,
      targetType: 'role',
      targetId: roleId,
      changes: {
        ...changesBetween(null, { name: body.name, roleDesc: body.roleDesc ?? null }),
        ...(await rightsInWords(tx, change)),
        ...riskChange(risked, body.riskReason),
      },
    })
    return roleId
  })
}

async function update(who: Caller, roleId: string, body: SaveRole): Promise<void> {
  const { orgId } = who
  const rows = await grantable(who.app.pool, who.orgLevel)
  const asked = askedRights(rows, body)
  await who.tx(async (tx) => {
    const found = await tx.client.query<Locked>(
      'select name, role_desc, role_level, version from role where org_id = $1 and role_id = $2 for update',
      [orgId, roleId],
    )
    const before = found.rows[0]
    if (!before) throw notFound('角色')
    if (before.role_level === RoleLevel.is.preset)
      throw new Refusal('STATE_NOT_ALLOWED', { state: '系统预设角色', act: '修改' })
    await refuseRoleAbove(tx.client, who, roleId, '修改')
    await refuseStale(tx, roleId, body.version, before.version)
    const stored = await storedRights(tx.client, orgId, roleId)
    const change = asked ? difference(stored, asked) : { added: [], removed: [] }
    await refuseBeyondOwn(tx, who, change.added)
    const were = riskyPairs((await dutyCodesOf(tx.client, orgId, [roleId])).get(roleId) ?? [])
    await writeRights(tx, orgId, roleId, change)
    // What the role held before was decided before.
    const are = riskyPairs((await dutyCodesOf(tx.client, orgId, [roleId])).get(roleId) ?? [])
    const risked = addedRisks(are, were, body.riskReason)
    const roleDesc = body.roleDesc === undefined ? before.role_desc : body.roleDesc
    await tx.client.query(
      'update role set name = $3, role_desc = $4, version = version + 1 where org_id = $1 and role_id = $2',
      [orgId, roleId, body.name, roleDesc],
    )
    tx.log({
      remark: `编辑角色“${body.name}”`,
      targetType: 'role',
      targetId: roleId,
      changes: {
        ...changesBetween(
          { name: before.name, roleDesc: before.role_desc },
          { name: body.name, roleDesc: roleDesc ?? null },
        ),
        ...(await rightsInWords(tx, change)),
        ...riskChange(risked, body.riskReason),
      },
    })
    if (change.added.length > 0 || change.removed.length > 0) {
      const holders = await tx.client.query<{ user_id: string }>(
        'select user_id from account_role where org_id = $1 and role_id = $2',
        [orgId, roleId],
      )
      const userIds = holders.rows.map((row) => row.user_id)
      await refreshHolders(who.app, tx, orgId, userIds)
    }
  })
}

interface Doomed {
  role_id: string
  name: string
  role_level: number
  users: number
  names: string | null
}

const DOOMED = `select t.role_id, t.name, t.role_level,
  (select count(*) from account_role x where x.org_id = t.org_id and x.role_id = t.role_id) as users,
  (select string_agg(n.name, '、') from (
    select coalesce(e.emp_name, a.user_name) as name from account_role x
      join account a on a.org_id = x.org_id and a.user_id = x.user_id
      left join employee e on e.org_id = x.org_id and e.emp_id = x.user_id
     where x.org_id = t.org_id and x.role_id = t.role_id order by a.sort, a.user_id limit 3) n) as names
from role t where t.org_id = $1 and t.role_id = any($2) order by t.role_id for update of t`

/** Who holds the role, and what else of the product names it. */
async function usersOf(tx: Tx, one: Doomed): Promise<string[]> {
  const said: string[] = []
  if (one.users > 0) said.push(`还有 ${one.users} 名用户（${one.users > 3 ? `${one.names}等` : one.names}）`)
  for (const use of areas().roleUses) {
    const found = await tx.client.query<{ count: number }>(use.count, [tx.orgId, one.role_id])
    const count = found.rows[0]?.count ?? 0
    if (count > 0) said.push(use.say(count))
  }
  return said
}

async function remove(who: Caller, roleIds: string): Promise<void> {
  const ids = [...new Set(roleIds.split(',').map((one) => one.trim()))].filter((one) => one !== '')
  if (ids.length === 0) throw notFound('角色')
  await who.tx(async (tx) => {
    const found = await tx.client.query<Doomed>(DOOMED, [who.orgId, ids])
    if (found.rows.length < ids.length) throw notFound('角色')
    for (const one of found.rows) {
      if (one.role_level === RoleLevel.is.preset)
        throw new Refusal('STATE_NOT_ALLOWED', { state: '系统预设角色', act: '删除' })
      await refuseRoleAbove(tx.client, who, one.role_id, '删除')
      const users = await usersOf(tx, one)
      if (users.length > 0) throw new Refusal('IN_USE', { what: `角色「${one.name}」`, users: users.join('、') })
    }
    await tx.client.query('delete from role where org_id = $1 and role_id = any($2)', [who.orgId, ids])
    for (const one of found.rows) {
      tx.log({
        remark: `删除角色“${one.name}”`,
        targetType: 'role',
        targetId: one.role_id,
        changes: { name: [one.name, null] },
      })
    }
  })
}

export default implement(role, {
  list: async (query, who) => {
    const page = await pageOfRows<StoredRole>(
      who.app.pool,
      {
        from: 'role t',
        key: 'role_id',
        select: columns(who.orgLevel),
        filters: [
          ['t.org_id = ?', who.orgId],
          ['t.name like ?', contains(query.name)],
        ],
        sorts: { name: 't.name', createTime: 't.created_at', roleLevel: 't.role_level' },
        // What was just made stands where it is seen; the preset stays on top.
        defaultSort: 't.role_level, t.created_at desc',
      },
      query,
    )
    // Names stand in many forms; what is risky about a role is told to who keeps roles.
    const sees = who.may(role.calls.detail.needs)
    const list = sees ? await withRisks(who, page.list) : page.list.map((row) => ({ ...row, risks: [] }))
    return { ...page, list }
  },
  detail: ({ roleId }, who) => detail(who, roleId),
  create: (body, who) => create(who, body),
  update: async ({ roleId, ...body }, who) => {
    await update(who, roleId, body)
    return null
  },
  remove: async ({ roleIds }, who) => {
    await remove(who, roleIds)
    return null
  },
  /** Sessions are read anew; nothing else is kept for longer than two seconds. */
  clearCache: async (_input, who) => {
    await who.tx(async (tx) => {
      tx.log({ remark: '清除菜单与权限缓存' })
      tx.after(() => who.app.sessions.forget(who.orgId))
    })
    return null
  },
  trees: async (_input, who) => treesOf(await grantable(who.app.pool, who.orgLevel)),
  tree: async ({ tree, landingEndId }, who) => {
    const rows = once(await grantable(who.app.pool, who.orgLevel), landingEndId)
    if (tree === '1') return treeOf(rows)
    return rows.map(({ landingEndId: _, landingEndName: __, landingEndCode: ___, ...row }) => ({ ...row, child: null }))
  },
  members: async ({ roleId, keyword, ...query }, who) => {
    await findRole(who, roleId)
    const name = contains(keyword)
    return pageOfRows(
      who.app.pool,
      {
        from: `account t join account_role x on x.org_id = t.org_id and x.user_id = t.user_id
          left join employee e on e.org_id = t.org_id and e.emp_id = t.user_id`,
        key: 'user_id',
        select: `t.user_id as "userId", t.user_name as "userName", e.emp_name as "empName",
          (select d.dept_name from dept d where d.org_id = e.org_id and d.dept_id = e.dept_id) as "deptName",
          t.user_status as "userStatus", t.is_admin::int as "isAdmin"`,
        filters: [
          ['t.org_id = ?', who.orgId],
          ['x.role_id = ?', roleId],
          [`(t.user_name like ? or e.emp_name like ? or e.initials like lower(?))`, name],
        ],
        sorts: { userName: 't.user_name', empName: 'e.emp_name' },
        defaultSort: 't.sort',
      },
      query,
    )
  },
})
