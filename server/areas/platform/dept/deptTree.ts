// Departments as they are read: one statement for all of an organisation, the tree made from its rows.
import type pg from 'pg'
import { type DeptFlat, type DeptNode, MANAGES_DEPTS, ROOT_PARENT } from '#contract/platform/dept'
import type { Caller } from '#server/kit/caller'
import { textPinyin } from '#server/kit/pinyin'

type Row = Omit<DeptFlat, 'deptPath' | 'empTotal'>

const ROW = `d.dept_id as "deptId", d.dept_name as "deptName", d.dept_key as "deptKey", d.level,
  coalesce(d.parent_id, '${ROOT_PARENT}') as "parentId", d.org_id as "orgId", d.level as "deptLevel", d.ip_num as "ipNum",
  d.dept_type as "deptType", d.ward, d.inpatient, d.outpatient, d.sort, d.created_at as "createTime", d.version,
  coalesce(ends.list, '[]') as "landingEnds"`

const ENDS = `left join (
    select q.dept_id, jsonb_agg(jsonb_build_object('landingEndId', l.landing_end_id, 'landingEndName', l.landing_end_name)
        order by l.landing_end_name, l.landing_end_id) as list
      from dept_landing_end q join landing_end l on l.landing_end_id = q.landing_end_id
     where q.org_id = $1 group by q.dept_id) ends on ends.dept_id = d.dept_id`

const ORDER = 'd.level, d.sort, d.created_at, d.dept_id'

const PLAIN = `select ${ROW}, null as "empCount", null as "roomCount" from dept d ${ENDS}
where d.org_id = $1 order by ${ORDER}`

const COUNTED = `select ${ROW}, coalesce(e.count, 0) as "empCount", coalesce(r.count, 0) as "roomCount" from dept d ${ENDS}
  left join (select dept_id, count(*) from employee where org_id = $1 group by dept_id) e on e.dept_id = d.dept_id
  left join (select dept_id, count(*) from room where org_id = $1 group by dept_id) r on r.dept_id = d.dept_id
where d.org_id = $1 order by ${ORDER}`

const manages = (who: Caller) => who.isAdmin || who.may(MANAGES_DEPTS)

/** Parents come before their children, brothers in their order. */
async function allRows(reader: pg.Pool | pg.ClientBase, orgId: string, counted: boolean): Promise<Row[]> {
  const found = await reader.query<Row>({
    name: counted ? 'depts_counted' : 'depts_plain',
    text: counted ? COUNTED : PLAIN,
    values: [orgId],
  })
  return found.rows
}

/** Every department the caller may see, depth first: what was asked for as a flat list. */
export async function visibleDepts(who: Caller): Promise<DeptFlat[]> {
  const all = manages(who)
  const rows = await allRows(who.app.pool, who.orgId, all)
  const byId = new Map(rows.map((row) => [row.deptId, row]))
  const shown = all || who.deptIds === null ? rows : rows.filter((row) => who.deptIds!.includes(row.deptId))
  return depthFirst(shown, byId)
}

function depthFirst(shown: readonly Row[], all: ReadonlyMap<string, Row>): DeptFlat[] {
  const here = new Set(shown.map((row) => row.deptId))
  const below = new Map<string, Row[]>()
  const top: Row[] = []
  for (const row of shown) {
    if (!here.has(row.parentId)) top.push(row)
    else below.set(row.parentId, [...(below.get(row.parentId) ?? []), row])
  }
  const path = (row: Row): string => {
    const parent = all.get(row.parentId)
    return parent ? `${path(parent)} › ${row.deptName}` : row.deptName
  }
  const list: DeptFlat[] = []
  const walk = (row: Row): number => {
    const flat: DeptFlat = { ...row, deptPath: path(row), empTotal: row.empCount }
    list.push(flat)
    let total = row.empCount ?? 0
    for (const child of below.get(row.deptId) ?? []) total += walk(child)
    if (row.empCount !== null) flat.empTotal = total
    return total
  }
  for (const row of top) walk(row)
  return list
}

/** A department whose parent is out of sight stands at the top. */
export function treeOf(list: readonly DeptFlat[]): DeptNode[] {
  // children is added last: existing clients cut it out of the text together with the comma before it.
  const nodes = new Map<string, DeptNode>(list.map((row) => [row.deptId, { ...row, children: null }]))
  const top: DeptNode[] = []
  for (const node of nodes.values()) {
    const parent = nodes.get(node.parentId)
    if (!parent) top.push(node)
    else if (parent.children) parent.children.push(node)
    else parent.children = [node]
  }
  return top
}

function fits(row: DeptFlat, wanted: string): boolean {
  if (row.deptName.toLowerCase().includes(wanted) || row.deptKey.toLowerCase().startsWith(wanted)) return true
  if (!/^[a-z0-9]+$/.test(wanted)) return false
  const { pinyin, initials } = textPinyin(row.deptName)
  return initials.includes(wanted) || pinyin.startsWith(wanted)
}

/** What fits, and what stands above and below it, so that the tree keeps its shape. */
export function searchDepts(list: readonly DeptFlat[], typed: string | null | undefined): readonly DeptFlat[] {
  const wanted = typed?.trim().toLowerCase() ?? ''
  if (wanted === '') return list
  const byId = new Map(list.map((row) => [row.deptId, row]))
  const hits = new Set(list.filter((row) => fits(row, wanted)).map((row) => row.deptId))
  const kept = new Set<string>()
  for (const row of list) {
    const line: string[] = []
    let hit = false
    for (let at: DeptFlat | undefined = row; at; at = byId.get(at.parentId)) {
      line.push(at.deptId)
      hit ||= hits.has(at.deptId)
    }
    // Below a hit the department itself, above it the whole line.
    if (hits.has(row.deptId)) for (const id of line) kept.add(id)
    else if (hit) kept.add(row.deptId)
  }
  return list.filter((row) => kept.has(row.deptId))
}

/** 001, 002 … for roots; below a department its own number and three digits more. */
export async function proposedKey(who: Caller, parentId: string | null): Promise<string> {
  const rows = await allRows(who.app.pool, who.orgId, false)
  const prefix = rows.find((row) => row.deptId === parentId)?.deptKey ?? ''
  const taken = new Set(rows.map((row) => row.deptKey))
  const last = Math.max(0, ...[...taken].map((key) => numberIn(key, prefix)))
  for (let next = last + 1; ; next++) {
    const key = prefix + String(next).padStart(3, '0')
    if (!taken.has(key)) return key
  }
}

/** The three digits (or a few more, once they ran out) after the prefix; 0 for numbers made otherwise. */
function numberIn(key: string, prefix: string): number {
  const rest = key.startsWith(prefix) ? key.slice(prefix.length) : ''
  return /^\d{3,4}$/.test(rest) ? Number(rest) : 0
}
