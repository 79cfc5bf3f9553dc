// Changing the tree of departments. Whoever changes it holds the organisation's tree for the moment, so that depth,
// order and names are judged on what is really there; people who work in the department learn of it at once.

import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { DEPT_LEVELS, ROOT_PARENT, WardSwitch } from '#contract/platform/dept'
import { session } from '#contract/platform/session'
import { dataDeptsOf } from '#server/areas/platform/session/accountScope'
import { endSessions } from '#server/areas/platform/session/accountSession'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { areas } from '#server/kit/contributions'
import type { DeptUse } from '#server/kit/deptUses'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { ipWords, tidyIpNum } from './deptIp.ts'

onConstraint('dept_key', () => new Refusal('ALREADY_EXISTS', { what: '部门编号' }, 'deptKey'))
onConstraint('dept_parent', () => new Refusal('IN_USE', { what: '部门', users: '还有下级部门' }))

interface Dept {
  id: string
  parentId: string | null
  name: string
  key: string
  level: number
  ward: number
  ipNum: string | null
  version: number
  ends: { id: string; name: string }[]
}

const TREE = `select d.dept_id as id, d.parent_id as "parentId", d.dept_name as name, d.dept_key as key, d.level, d.ward,
  d.ip_num as "ipNum", d.version,
  coalesce((select jsonb_agg(jsonb_build_object('id', l.landing_end_id, 'name', l.landing_end_name) order by l.landing_end_name)
     from dept_landing_end q join landing_end l on l.landing_end_id = q.landing_end_id
    where q.org_id = d.org_id and q.dept_id = d.dept_id), '[]') as ends
from dept d where d.org_id = $1 order by d.level, d.sort, d.created_at, d.dept_id`

class Tree {
  readonly #byId: Map<string, Dept>
  constructor(readonly all: readonly Dept[]) {
    this.#byId = new Map(all.map((one) => [one.id, one]))
  }
  find(id: string | null): Dept | null {
    return (id !== null && this.#byId.get(id)) || null
  }
  below(id: string | null): Dept[] {
    return this.all.filter((one) => one.parentId === id)
  }
  /** The department itself and everything under it. */
  branch(top: Dept): Dept[] {
    return [top, ...this.below(top.id).flatMap((one) => this.branch(one))]
  }
}

async function lockedTree(tx: Tx): Promise<Tree> {
  await tx.client.query(`select pg_advisory_xact_lock(hashtextextended('dept tree ' || $1, 0))`, [tx.orgId])
  const found = await tx.client.query<Dept>({ name: 'dept_tree', text: TREE, values: [tx.orgId] })
  return new Tree(found.rows)
}

const ROOTS: readonly (string | null)[] = [null, '', ROOT_PARENT]

function parentOf(tree: Tree, parentId: string | null): Dept | null {
  if (ROOTS.includes(parentId)) return null
  const parent = tree.find(parentId)
  if (!parent) throw new Refusal('NOT_FOUND', { what: '上级部门' }, 'parentId')
  return parent
}

function refuseTaken(tree: Tree, wanted: { name: string; key: string; parent: Dept | null }, self?: Dept): void {
  const others = tree.all.filter((one) => one !== self)
  const sameKey = others.find((one) => one.key === wanted.key)
  if (sameKey) {
    throw new Refusal('ALREADY_EXISTS', { what: `部门编号“${wanted.key}”（${sameKey.name}）` }, 'deptKey')
  }
  const parentId = wanted.parent?.id ?? null
  if (others.some((one) => one.parentId === parentId && one.name === wanted.name)) {
    const place = wanted.parent ? `“${wanted.parent.name}”下的` : ''
    throw new Refusal('ALREADY_EXISTS', { what: `${place}部门“${wanted.name}”` }, 'deptName')
  }
}

/** `height`: levels the moved branch takes; 1 for a single department. */
function refuseTooDeep(parent: Dept | null, name: string, height: number): void {
  if ((parent?.level ?? 0) + height <= DEPT_LEVELS) return
  const below = height > 1 ? `“${name}”和它的下级放不下` : '不能再建下级'
  throw invalid(`部门最多 ${DEPT_LEVELS} 级，“${parent?.name}”下${below}`, 'parentId')
}

async function nextSort(tx: Tx, parentId: string | null): Promise<number> {
  const found = await tx.client.query<{ next: number }>(
    `select coalesce(max(sort), 0) + 1 as next from dept where org_id = $1 and parent_id is not distinct from $2`,
    [tx.orgId, parentId],
  )
  return found.rows[0]!.next
}

async function writeEnds(tx: Tx, deptId: string, wanted: readonly string[]): Promise<Dept['ends']> {
  const ids = [...new Set(wanted)]
  const found = await tx.client.query<{ id: string; name: string }>(
    `select landing_end_id as id, landing_end_name as name from landing_end where landing_end_id = any($1) order by 2`,
    [ids],
  )
  if (found.rows.length !== ids.length) throw new Refusal('NOT_FOUND', { what: '登录端' }, 'landingEndIds')
  await tx.client.query('delete from dept_landing_end where org_id = $1 and dept_id = $2', [tx.orgId, deptId])
  await tx.client.query(
    'insert into dept_landing_end (org_id, dept_id, landing_end_id) select $1, $2, x from unnest($3::text[]) x',
    [tx.orgId, deptId, ids],
  )
  return found.rows
}

/** The words of a department for the operation log. */
const words = (one: Dept, parent: Dept | null) => ({
  deptName: one.name,
  deptKey: one.key,
  parentName: parent?.name ?? null,
  ward: one.ward,
  ipNum: ipWords(one.ipNum),
  landingEnds: one.ends.length > 0 ? one.ends.map((end) => end.name) : null,
})

/** Names, places and rights of a department are part of many sessions: all of them are read afresh. */
function announce(tx: Tx, who: Caller, deptId: string): void {
  tx.after(() => who.app.sessions.forget(who.orgId))
  tx.emit(session.events.deptChanged, { deptId })
}

export interface DeptInput {
  deptName: string
  deptKey: string
  parentId?: string | null
  ward?: number | null
  landingEndIds?: string[] | null
  ipNum?: string | null
}

export async function createDept(tx: Tx, who: Caller, input: DeptInput): Promise<string> {
  const tree = await lockedTree(tx)
  const parent = parentOf(tree, input.parentId ?? null)
  const name = input.deptName.trim()
  refuseTooDeep(parent, name, 1)
  refuseTaken(tree, { name, key: input.deptKey, parent })
  const made: Dept = {
    id: newId(),
    parentId: parent?.id ?? null,
    name,
    key: input.deptKey,
    level: (parent?.level ?? 0) + 1,
    ward: input.ward ?? WardSwitch.is.no,
    ipNum: tidyIpNum(input.ipNum ?? null),
    version: 1,
    ends: [],
  }
  await tx.client.query(
    `insert into dept (org_id, dept_id, parent_id, dept_name, dept_key, level, ward, ip_num, sort)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      tx.orgId,
      made.id,
      made.parentId,
      made.name,
      made.key,
      made.level,
      made.ward,
      made.ipNum,
      await nextSort(tx, made.parentId),
    ],
  )
  if (input.landingEndIds?.length) made.ends = await writeEnds(tx, made.id, input.landingEndIds)
  const place = parent ? `在“${parent.name}”下` : ''
  tx.log({
    remark: `${place}新增部门“${name}”`,
    targetType: 'dept',
    targetId: made.id,
    changes: changesBetween(null, words(made, parent)),
  })
  announce(tx, who, made.id)
  return made.id
}

export interface DeptChange extends DeptInput {
  deptId: string
  version?: number | null
}

export async function updateDept(tx: Tx, who: Caller, input: DeptChange): Promise<void> {
  const tree = await lockedTree(tx)
  const before = tree.find(input.deptId)
  if (!before) throw notFound('部门')
  await refuseStale(tx, before.id, input.version, before.version)
  const oldParent = tree.find(before.parentId)
  const parent = input.parentId === undefined ? oldParent : parentOf(tree, input.parentId)
  const after: Dept = {
    ...before,
    name: input.deptName.trim(),
    key: input.deptKey,
    parentId: parent?.id ?? null,
    level: (parent?.level ?? 0) + 1,
    ward: input.ward ?? before.ward,
    ipNum: input.ipNum === undefined ? before.ipNum : tidyIpNum(input.ipNum),
  }
  refuseTaken(tree, { name: after.name, key: after.key, parent }, before)
  const branch = tree.branch(before)
  const moved = after.parentId !== before.parentId
  if (moved) {
    if (parent && branch.includes(parent)) {
      throw invalid(`“${parent.name}”${parent === before ? '就是它自己' : '是它的下级'}，不能作为上级部门`, 'parentId')
    }
    const height = Math.max(...branch.map((one) => one.level)) - before.level + 1
    refuseTooDeep(parent, after.name, height)
  }
  if (input.landingEndIds !== undefined) after.ends = await writeEnds(tx, before.id, input.landingEndIds ?? [])
  await tx.client.query(
    `update dept set parent_id = $3, dept_name = $4, dept_key = $5, ward = $6, ip_num = $7, version = version + 1,
       sort = coalesce($8, sort) where org_id = $1 and dept_id = $2`,
    [
      tx.orgId,
      before.id,
      after.parentId,
      after.name,
      after.key,
      after.ward,
      after.ipNum,
      moved ? await nextSort(tx, after.parentId) : null,
    ],
  )
  if (moved) {
    await tx.client.query(`update dept set level = level + $3 where org_id = $1 and dept_id = any($2)`, [
      tx.orgId,
      branch.map((one) => one.id),
      after.level - before.level,
    ])
  }
  tx.log({
    remark: moved ? `把部门“${after.name}”移到${parent ? `“${parent.name}”下` : '最上级'}` : `修改部门“${after.name}”`,
    targetType: 'dept',
    targetId: before.id,
    changes: changesBetween(words(before, oldParent), words(after, parent)),
  })
  await endBarred(tx, who, after)
  announce(tx, who, before.id)
}

/** Whoever is in the department through a landing end that it no longer may use signs in again and chooses anew. */
async function endBarred(tx: Tx, who: Caller, dept: Dept): Promise<void> {
  if (dept.ends.length === 0) return
  const found = await tx.client.query<{ user_id: string }>(
    `select distinct s.user_id from login_session s join account a on a.org_id = s.org_id and a.user_id = s.user_id
      where s.org_id = $1 and s.dept_id = $2 and s.ended_by is null and not a.is_admin
        and s.landing_end_id <> all($3) and s.session_id <> $4`,
    [tx.orgId, dept.id, dept.ends.map((end) => end.id), who.sessionId],
  )
  const users = found.rows.map((row) => row.user_id)
  if (users.length > 0) await endSessions(who.app, tx, tx.orgId, users, 'ACCOUNT_CHANGED', who.sessionId)
}

export async function sortDepts(
  tx: Tx,
  who: Caller,
  sorts: readonly { deptId: string; sort: number }[],
): Promise<void> {
  const tree = await lockedTree(tx)
  const first = sorts[0]
  if (!first) throw invalid('请先调整顺序', 'sorts')
  const parentId = tree.find(first.deptId)?.parentId ?? null
  for (const { deptId } of sorts) {
    const one = tree.find(deptId)
    if (!one) throw notFound('部门')
    if (one.parentId !== parentId) throw invalid('只能给同一个上级下的部门排序', 'sorts')
  }
  const names = (list: readonly Dept[]) => list.map((one) => one.name)
  const before = tree.below(parentId)
  const place = new Map(sorts.map(({ deptId, sort }) => [deptId, sort]))
  await tx.client.query(
    `update dept d set sort = v.sort from unnest($2::text[], $3::int[]) as v(dept_id, sort)
      where d.org_id = $1 and d.dept_id = v.dept_id`,
    [tx.orgId, [...place.keys()], [...place.values()]],
  )
  const after = [...before].sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
  const parent = tree.find(parentId)
  tx.log({
    remark: `调整${parent ? `“${parent.name}”下级` : '一级'}部门的顺序`,
    targetType: 'dept',
    ...(parentId !== null && { targetId: parentId }),
    changes: changesBetween({ order: names(before) }, { order: names(after) }),
  })
  announce(tx, who, parentId ?? first.deptId)
}

const uses: readonly DeptUse[] = [
  {
    count: 'select count(*) from dept where org_id = $1 and parent_id = $2',
    say: (count) => `${count} 个下级部门`,
  },
  { count: 'select count(*) from employee where org_id = $1 and dept_id = $2', say: (count) => `${count} 名员工` },
  { count: 'select count(*) from room where org_id = $1 and dept_id = $2', say: (count) => `${count} 间房` },
]

async function refuseUsed(tx: Tx, dept: Dept): Promise<void> {
  const all = [...uses, ...areas().deptUses]
  const counted = await tx.client.query<{ n: number; count: number }>(
    all.map(({ count }, n) => `select ${n} as n, (${count}) as count`).join(' union all '),
    [tx.orgId, dept.id],
  )
  const said = counted.rows.filter((row) => row.count > 0).sort((a, b) => a.n - b.n)
  if (said.length === 0) return
  throw new Refusal('IN_USE', {
    what: `部门“${dept.name}”`,
    users: `还有 ${said.map((row) => all[row.n]!.say(row.count)).join('、')}`,
  })
}

export async function removeDept(tx: Tx, who: Caller, deptId: string): Promise<void> {
  const tree = await lockedTree(tx)
  const gone = tree.find(deptId)
  if (!gone) throw notFound('部门')
  await refuseUsed(tx, gone)
  const { orgId } = tx
  const scoped = await tx.client.query('delete from employee_data_dept where org_id = $1 and dept_id = $2', [
    orgId,
    deptId,
  ])
  await tx.client.query('update account set last_dept_id = null where org_id = $1 and last_dept_id = $2', [
    orgId,
    deptId,
  ])
  const inside = await tx.client.query<{ user_id: string }>(
    `select distinct user_id from login_session
      where org_id = $1 and dept_id = $2 and ended_by is null and session_id <> $3`,
    [orgId, deptId, who.sessionId],
  )
  await tx.client.query('delete from dept where org_id = $1 and dept_id = $2', [orgId, deptId])
  const users = inside.rows.map((row) => row.user_id)
  if (users.length > 0) await endSessions(who.app, tx, orgId, users, 'ACCOUNT_CHANGED', who.sessionId)
  if (who.deptId === deptId) {
    const { preferred } = await dataDeptsOf(tx.client, orgId, who.userId)
    await tx.client.query('update login_session set dept_id = $2 where session_id = $1', [
      who.sessionId,
      preferred?.deptId ?? null,
    ])
  }
  const lost = scoped.rowCount ? `，${scoped.rowCount} 人的数据范围不再包含它` : ''
  tx.log({
    remark: `删除部门“${gone.name}”${lost}`,
    targetType: 'dept',
    targetId: deptId,
    changes: changesBetween(words(gone, tree.find(gone.parentId)), null),
  })
  announce(tx, who, deptId)
}
