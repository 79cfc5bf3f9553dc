// The kinds of record that permissions can be explained for: the platform's own here, the rest from the areas.

import type pg from 'pg'
import { MANAGES_DEPTS } from '#contract/platform/dept'
import { areas } from '#server/kit/contributions'
import { type FoundRecord, RECORD_HITS, type RecordHit, type RecordKind } from '#server/kit/recordKinds'
import type { Scope } from '#server/kit/tenant'
import { inDepts } from '#server/kit/tenant'

interface Source {
  /** From where, with its scope: `$1` organisation, `$2` departments or null. */
  from: string
  id: string
  title: string
  subtitle: string
  deptId: string
  /** Matches `$3`, the text in small letters between `%`. */
  matches: string
  order: string
}

/** A kind whose records are found by one table. */
function kindOf(kind: Omit<RecordKind, 'find' | 'search'>, source: Source): RecordKind {
  const one = `select ${source.id} as id, ${source.title} as title, ${source.deptId} as "deptId" from ${source.from}
    and ${source.id} = $3`
  const some = `select ${source.id} as id, ${source.title} as title, coalesce(${source.subtitle}, '') as subtitle
    from ${source.from} and (${source.matches}) order by ${source.order} limit ${RECORD_HITS}`
  const values = (scope: Scope, more: string) => [scope.orgId, scope.deptIds, more]
  return {
    ...kind,
    find: async (reader: pg.Pool, scope, id) => {
      const found = await reader.query<FoundRecord>({ name: `kind_${kind.type}`, text: one, values: values(scope, id) })
      return found.rows[0] ?? null
    },
    search: async (reader: pg.Pool, scope, text) => {
      const pattern = `%${text
        .trim()
        .toLowerCase()
        .replace(/[\\%_]/g, (char) => `\\${char}`)}%`
      const found = await reader.query<RecordHit>({
        name: `kinds_${kind.type}`,
        text: some,
        values: values(scope, pattern),
      })
      return found.rows
    },
  }
}

const user = kindOf(
  {
    type: 'user',
    title: '用户账号',
    unit: '个',
    lists: [{ call: 'platform.user.list', title: '用户账号', page: '/systemmanage/user' }],
  },
  {
    from: `account a left join employee e on e.org_id = a.org_id and e.emp_id = a.user_id
      left join dept d on d.org_id = e.org_id and d.dept_id = e.dept_id
      where a.org_id = $1 and ${inDepts('e', '$2')}`,
    id: 'a.user_id',
    title: `coalesce(e.emp_name || '（' || a.user_name || '）', a.user_name)`,
    subtitle: 'd.dept_name',
    deptId: 'e.dept_id',
    matches: `lower(a.user_name) like $3 or lower(e.emp_name) like $3 or e.initials like $3 or e.pinyin like $3
      or a.user_telephone like $3`,
    order: 'a.sort, a.user_id',
  },
)

const dept = kindOf(
  {
    type: 'dept',
    title: '部门',
    unit: '个',
    lists: [{ call: 'platform.dept.list', title: '部门', page: '/systemmanage/dept' }],
    across: MANAGES_DEPTS,
  },
  {
    from: `dept d left join dept p on p.org_id = d.org_id and p.dept_id = d.parent_id
      where d.org_id = $1 and ($2::text[] is null or d.dept_id = any($2))`,
    id: 'd.dept_id',
    title: 'd.dept_name',
    subtitle: `coalesce(p.dept_name || ' › ', '') || d.dept_key`,
    deptId: 'd.dept_id',
    matches: 'lower(d.dept_name) like $3 or lower(d.dept_key) like $3',
    order: 'd.level, d.sort, d.dept_id',
  },
)

const PLACED = `left join location l on l.org_id = r.org_id and l.location_id = r.area
  left join dept d on d.org_id = r.org_id and d.dept_id = r.dept_id`
const IN_DEPTS = `${inDepts('r', '$2')}`

const room = kindOf(
  {
    type: 'room',
    title: '房间',
    unit: '间',
    lists: [{ call: 'platform.room.list', title: '房间', page: '/systemmanage/room' }],
  },
  {
    from: `room r ${PLACED} where r.org_id = $1 and ${IN_DEPTS}`,
    id: 'r.room_id',
    title: `replace(concat_ws('>', nullif(l.path, ''), r.room_name), '>', ' › ')`,
    subtitle: 'd.dept_name',
    deptId: 'r.dept_id',
    matches: `lower(concat_ws('>', nullif(l.path, ''), r.room_name)) like $3 or l.initials like $3`,
    order: 'l.place nulls last, r.sort, r.room_id',
  },
)

const bed = kindOf(
  {
    type: 'bed',
    title: '床位',
    unit: '张',
    lists: [{ call: 'platform.bed.list', title: '床位', page: '/systemmanage/bed' }],
  },
  {
    from: `bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id ${PLACED} where b.org_id = $1 and ${IN_DEPTS}`,
    id: 'b.bed_id',
    title: `replace(concat_ws('>', nullif(l.path, ''), r.room_name, b.bed_name), '>', ' › ')`,
    subtitle: 'd.dept_name',
    deptId: 'r.dept_id',
    matches: `lower(concat_ws('>', nullif(l.path, ''), r.room_name, b.bed_name)) like $3 or l.initials like $3`,
    order: 'l.place nulls last, r.sort, b.sort, b.bed_id',
  },
)

/** Those of the platform and those of the areas, each with the lists that other areas add. */
export const recordKinds = (): readonly RecordKind[] =>
  [user, dept, room, bed, ...areas().recordKinds].map((kind) => ({
    ...kind,
    lists: [...kind.lists, ...areas().recordLists(kind.type)],
  }))
