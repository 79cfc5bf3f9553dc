// Handlers of the authority list: who may assess, taken from the people of the whole house.
import type { InputOf } from '#contract/kit/call'
import { invalid, Refusal } from '#contract/kit/refusal'
import { type AssessorData, type AssessTreeNode, assessAuth } from '#contract/nursing/assessAuth'
import { ASSESS_NEEDS } from '#contract/nursing/assessFields'
import { UserStatus } from '#contract/platform/user'
import type { Caller, Tx } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { contains, type ListPlan, pageOfRows } from '#server/kit/page'
import { mayAssess } from './assessRight.ts'

type Calls = (typeof assessAuth)['calls']

const JOB = (
  user: string,
) => `(select string_agg(j.job_name, '、' order by j.job_name) from employee_job ej join job j on j.org_id = ej.org_id
  and j.job_id = ej.job_id where ej.org_id = a.org_id and ej.emp_id = ${user})`

const MAY = `(a.is_admin or exists (select 1 from account_role r join role_authority ra on ra.org_id = r.org_id and ra.role_id = r.role_id
  join authority au on au.authority_id = ra.authority_id where r.org_id = a.org_id and r.user_id = a.user_id
  and au.authority_code = '${ASSESS_NEEDS.fill}'))`

const DONE = (state: string) => `(select count(*)::int from assessment x where x.org_id = t.org_id
  and (x.assessor1 = t.user_id or x.assessor2 = t.user_id) and ${state})`

const listPlan = (who: Caller, q: InputOf<Calls['list']>): ListPlan => ({
  from: 'assess_auth t',
  key: 'user_id',
  select: `t.user_id as "userId", a.user_name as "userName", e.emp_name as "empName", e.dept_id as "deptId", d.dept_name as "deptName",
    ${JOB('t.user_id')} as "jobName", a.user_telephone as "userPhone", case when ${MAY} then 0 else 1 end as "lacksPermission",
    ${DONE(`x.state = 'DONE' and x.assess_date > current_date - 365`)} as finished, ${DONE(`x.state in ('DRAFT', 'WAITING')`)} as drafts,
    t.granted_name as "grantedName", t.granted_at as "grantedAt"`,
  join: `join account a on a.org_id = t.org_id and a.user_id = t.user_id
    left join employee e on e.org_id = t.org_id and e.emp_id = t.user_id
    left join dept d on d.org_id = e.org_id and d.dept_id = e.dept_id`,
  filters: [
    ['t.org_id = ?', who.orgId],
    [
      `t.user_id in (select n.user_id from account n left join employee m on m.org_id = n.org_id and m.emp_id = n.user_id
        where n.org_id = t.org_id and (n.user_name like ? or m.emp_name like ?))`,
      contains(q.keyword),
    ],
    [`t.user_id in (select m.emp_id from employee m where m.org_id = t.org_id and m.dept_id = ?)`, q.deptId],
  ],
  sorts: { grantedAt: 't.granted_at' },
  defaultSort: 't.granted_at desc',
})

const PEOPLE = `select a.user_id as "userId", coalesce(e.emp_name, a.user_name) as name, e.dept_id as "deptId", ${JOB('a.user_id')} as "jobName",
  exists (select 1 from assess_auth x where x.org_id = a.org_id and x.user_id = a.user_id) as listed
from account a left join employee e on e.org_id = a.org_id and e.emp_id = a.user_id
where a.org_id = $1 and (a.user_status = ${UserStatus.is.enabled}
  or exists (select 1 from assess_auth x where x.org_id = a.org_id and x.user_id = a.user_id))
order by a.sort, coalesce(e.emp_name, a.user_name), a.user_id`
const DEPTS = `select d.dept_id as "deptId", d.parent_id as "parentId", d.dept_name as name from dept d where d.org_id = $1 order by d.sort, d.dept_id`

interface PersonRow {
  userId: string
  name: string
  deptId: string | null
  jobName: string | null
  listed: boolean
}
interface DeptRow {
  deptId: string
  parentId: string | null
  name: string
}

/** Departments with the people in them; a department with nobody to choose is left out. */
async function userTree(who: Caller, wanted: number | null | undefined): Promise<AssessTreeNode[]> {
  const { pool } = who.app
  const people = await pool.query<PersonRow>({ name: 'assess_tree_people', text: PEOPLE, values: [who.orgId] })
  const depts = await pool.query<DeptRow>({ name: 'assess_tree_depts', text: DEPTS, values: [who.orgId] })
  const shown = people.rows.filter((one) => wanted === null || wanted === undefined || one.listed === (wanted === 1))
  const nodes = new Map<string, AssessTreeNode>(
    depts.rows.map((one) => [
      one.deptId,
      { id: one.deptId, name: one.name, kind: 'dept', assessAuth: null, jobName: null, children: [] },
    ]),
  )
  const nowhere: AssessTreeNode[] = []
  for (const one of shown) {
    const into = (one.deptId === null ? undefined : nodes.get(one.deptId)?.children) ?? nowhere
    into.push({
      id: one.userId,
      name: one.name,
      kind: 'user',
      assessAuth: one.listed ? 1 : 0,
      jobName: one.jobName,
      children: [],
    })
  }
  const top: AssessTreeNode[] = []
  for (const { deptId, parentId } of depts.rows) {
    const above = parentId === null ? undefined : nodes.get(parentId)
    ;(above?.children ?? top).push(nodes.get(deptId)!)
  }
  const kept = (all: readonly AssessTreeNode[]): AssessTreeNode[] =>
    all.flatMap((one) => {
      if (one.kind === 'user') return [one]
      const children = kept(one.children)
      return children.length > 0 ? [{ ...one, children }] : []
    })
  return [...kept(top), ...nowhere]
}

const NAMES = `select a.user_id as "userId", coalesce(e.emp_name, a.user_name) as name from account a
left join employee e on e.org_id = a.org_id and e.emp_id = a.user_id where a.org_id = $1 and a.user_id = any($2)`
const ADD = `insert into assess_auth (org_id, user_id, granted_name) select $1, u, $3 from unnest($2::text[]) u
on conflict do nothing returning user_id as "userId"`

async function add(tx: Tx, input: InputOf<Calls['add']>): Promise<{ added: number }> {
  const ids = [...new Set([...(input.userId ? [input.userId] : []), ...(input.userIds ?? [])])]
  if (ids.length === 0) throw invalid('请选择要授权的人员', 'userIds')
  const found = await tx.client.query<{ userId: string; name: string }>(NAMES, [tx.orgId, ids])
  if (found.rows.length < ids.length) {
    throw new Refusal('NOT_FOUND', { what: '用户' }, input.userId ? 'userId' : 'userIds')
  }
  const made = await tx.client.query<{ userId: string }>(ADD, [tx.orgId, ids, tx.by.name])
  const fresh = new Set(made.rows.map((one) => one.userId))
  const names = found.rows.filter((one) => fresh.has(one.userId)).map((one) => one.name)
  if (names.length > 0) {
    tx.log({ remark: `授予评估权限：${names.join('、')}`, targetType: 'assessAuth', targetId: [...fresh][0]! })
  }
  return { added: names.length }
}

async function remove(tx: Tx, userId: string): Promise<void> {
  const found = await tx.client.query<{ name: string }>(NAMES, [tx.orgId, [userId]])
  const gone = await tx.client.query('delete from assess_auth where org_id = $1 and user_id = $2', [tx.orgId, userId])
  if (gone.rowCount === 0) throw new Refusal('NOT_FOUND', { what: '评估权限' }, 'userId')
  tx.log({ remark: `取消评估权限：${found.rows[0]?.name ?? ''}`, targetType: 'assessAuth', targetId: userId })
}

export default implement(assessAuth, {
  list: (input, who) => pageOfRows<AssessorData>(who.app.pool, listPlan(who, input), input),
  mine: async (_, who) => ({
    granted: await mayAssess(who.app.pool, who),
    userId: who.userId,
    empName: who.empName,
  }),
  userTree: ({ assessAuth: wanted }, who) => userTree(who, wanted),
  add: (input, who) => who.tx((tx) => add(tx, input)),
  remove: async ({ userId }, who) => {
    await who.tx((tx) => remove(tx, userId))
    return null
  },
})
