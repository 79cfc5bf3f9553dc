// Trees that forms pick people from: departments with the residents in their rooms, departments with nursing workers.

import type { TreeNode } from '#contract/live/resident'
import { StaffStatus } from '#contract/platform/staff'
import { AGE, IN_SCOPE, nameMatches, PLACE, partPattern, startPattern } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'

interface DeptRow {
  id: string
  parentId: string | null
  name: string
}

const DEPTS = `select dept_id as id, parent_id as "parentId", dept_name as name from dept where org_id = $1
order by level, sort, dept_id`

/** People whose department is unknown stand under this node. */
const NOWHERE: DeptRow = { id: '0', parentId: null, name: '未分部门' }

/** Departments around the people in them; a branch without anybody is left out. */
function deptTree(depts: readonly DeptRow[], peopleOf: ReadonlyMap<string, TreeNode[]>): TreeNode[] {
  const known = new Set(depts.map((dept) => dept.id))
  const below = (parentId: string | null): TreeNode[] =>
    depts
      .filter((dept) => (dept.parentId !== null && known.has(dept.parentId) ? dept.parentId : null) === parentId)
      .map((dept): TreeNode => {
        const children = [...(peopleOf.get(dept.id) ?? []), ...below(dept.id)]
        const count = children.reduce((sum, one) => sum + (one.children ? one.count : 1), 0)
        return { id: dept.id, name: dept.name, type: 'dept', count, parentId, deptId: dept.id, children }
      })
      .filter((node) => node.count > 0)
  return below(null)
}

const deptsOf = async (who: Caller): Promise<DeptRow[]> => {
  const found = await who.app.pool.query<DeptRow>({ name: 'tree_depts', text: DEPTS, values: [who.orgId] })
  return [...found.rows, NOWHERE]
}

function grouped(nodes: readonly TreeNode[], keyOf: (node: TreeNode) => string): Map<string, TreeNode[]> {
  const groups = new Map<string, TreeNode[]>()
  for (const node of nodes) {
    const key = keyOf(node)
    const group = groups.get(key)
    if (group) group.push(node)
    else groups.set(key, [node])
  }
  return groups
}

interface ResidentRow {
  oldmanId: string
  oldmanName: string
  sex: number
  age: number
  status: number
  attention: number[]
  bedId: string | null
  bedName: string | null
  roomId: string | null
  roomName: string | null
  deptId: string | null
}

// A room stands under its own department, so that it stands once.
const RESIDENTS = `select t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.sex, ${AGE} as age, t.status, t.notes as attention,
  at.bed_id as "bedId", at.bed_name as "bedName", at.room_id as "roomId", at.room_name as "roomName",
  coalesce(at.dept_id, t.dept_id) as "deptId"
from oldman t ${PLACE}
where ${IN_SCOPE} and t.status = any($3::int[]) and ($4::text is null or ${nameMatches('$4', '$5')})
  and ($6::text is null or coalesce(at.dept_id, t.dept_id) = $6)
order by at.place, at.room_sort, at.room_name, at.bed_sort, at.bed_name, t.oldman_name, t.oldman_id`

export interface ResidentTreeInput {
  statuses: readonly number[]
  name: string | null
  deptId: string | null
}

export async function residentTree(who: Caller, input: ResidentTreeInput): Promise<TreeNode[]> {
  const { statuses, name, deptId } = input
  const [depts, found] = await Promise.all([
    deptsOf(who),
    who.app.pool.query<ResidentRow>({
      name: 'tree_elders',
      text: RESIDENTS,
      values: [who.orgId, who.deptIds, statuses, name && partPattern(name), name && startPattern(name), deptId],
    }),
  ])
  const known = new Set(depts.map((dept) => dept.id))
  const deptOf = (row: ResidentRow) => (row.deptId !== null && known.has(row.deptId) ? row.deptId : NOWHERE.id)
  const rooms = new Map<string, TreeNode>()
  const nodes: TreeNode[] = []
  for (const row of found.rows) {
    const resident: TreeNode = {
      id: row.oldmanId,
      name: row.oldmanName,
      type: 'oldman',
      count: 0,
      parentId: row.roomId ?? deptOf(row),
      deptId: deptOf(row),
      oldmanId: row.oldmanId,
      oldmanName: row.oldmanName,
      sex: row.sex,
      age: row.age,
      oldmanStatus: row.status,
      attention: row.attention,
      bedId: row.bedId,
      bedName: row.bedName,
      children: null,
    }
    if (row.roomId === null) {
      nodes.push(resident)
      continue
    }
    let room = rooms.get(row.roomId)
    if (!room) {
      const id = deptOf(row)
      room = {
        id: row.roomId,
        name: row.roomName ?? '',
        type: 'room',
        count: 0,
        parentId: id,
        deptId: id,
        children: [],
      }
      rooms.set(row.roomId, room)
      nodes.push(room)
    }
    room.children!.push(resident)
    room.count += 1
  }
  return deptTree(
    depts,
    grouped(nodes, (node) => node.deptId ?? NOWHERE.id),
  )
}

interface WorkerRow {
  id: string
  name: string
  phone: string | null
  deptId: string | null
  jobs: string
}

/** Nursing is known by the kind of the job, or by its name where a home files 护理员 under 其他. */
const WORKERS = `select t.emp_id as id, t.emp_name as name, t.phone_num as phone, t.dept_id as "deptId", j.names as jobs
from employee t join lateral (
  select string_agg(j.job_name, '、' order by j.job_name) as names from employee_job e
    join job j on j.org_id = e.org_id and j.job_id = e.job_id
   where e.org_id = t.org_id and e.emp_id = t.emp_id
     and (j.job_type_code in ('NURSE', 'nurseHead', 'nurseTeamLeader') or j.job_name like '%护理%')) j on j.names is not null
where t.org_id = $1 and t.status = ${StaffStatus.is.employed}
  and ($2::text is null or t.emp_name like $2 or ' ' || t.initials like $3 or ' ' || t.pinyin like $3)
  and ($4::text is null or t.dept_id = $4)
order by t.sort, t.emp_name, t.emp_id`

export async function nursingTree(who: Caller, name: string | null, deptId: string | null): Promise<TreeNode[]> {
  const [depts, found] = await Promise.all([
    deptsOf(who),
    who.app.pool.query<WorkerRow>({
      name: 'tree_nursing',
      text: WORKERS,
      values: [who.orgId, name && partPattern(name), name && startPattern(name), deptId],
    }),
  ])
  const nodes = found.rows.map(
    (row): TreeNode => ({
      id: row.id,
      name: row.name,
      type: 'nursing',
      count: 0,
      parentId: row.deptId ?? NOWHERE.id,
      deptId: row.deptId ?? NOWHERE.id,
      nursingId: row.id,
      nursingName: row.name,
      phoneNum: row.phone,
      jobName: row.jobs,
      children: null,
    }),
  )
  return deptTree(
    depts,
    grouped(nodes, (node) => node.deptId ?? NOWHERE.id),
  )
}
