// Whose roster is read or written: a group, or the rostered people of a department; of them those that the caller may see.
import type pg from 'pg'
import { GroupMode } from '#contract/administration/attendanceWords'
import { notFound } from '#contract/kit/refusal'
import { inDepts, type Scope } from '#server/kit/tenant'

export interface Whose {
  attendanceGroupPkId?: string | null | undefined
  deptId?: string | null | undefined
}

export interface RosterGroup {
  attendanceGroupPkId: string
  name: string
  deptId: string | null
  shiftIds: string[]
  people: number
}

export interface Chosen {
  groups: RosterGroup[]
  /** Of these the roster is. */
  groupIds: string[]
  group: RosterGroup | null
  /** The department and those below it; null: all that the groups have. */
  deptIds: string[] | null
  deptId: string | null
  title: string
}

type Client = pg.Pool | pg.ClientBase

const GROUPS = `select g.attendance_group_pk_id as "attendanceGroupPkId", g.name, g.dept_id as "deptId",
  coalesce((select array_agg(s.shift order by s.place) from jsonb_array_elements_text(g.pattern->'shiftIds') with ordinality s(shift, place)), '{}') as "shiftIds",
  (select count(distinct m.emp_id)::int from attendance_member m join employee e on e.org_id = m.org_id and e.emp_id = m.emp_id
    where m.org_id = g.org_id and m.attendance_group_pk_id = g.attendance_group_pk_id and m.from_day <= $4::date
      and (m.to_day is null or m.to_day > $3::date) and ${inDepts('e', '$2')}) as people
from attendance_group g where g.org_id = $1 and g.mode = '${GroupMode.is.ROSTER}' and ${inDepts('g', '$2')}
order by g.dept_id is distinct from $5, g.name`

const BELOW = `with recursive below as (
  select d.dept_id, d.dept_name from dept d where d.org_id = $1 and d.dept_id = $2 and ${inDepts('d', '$3')}
  union all select d.dept_id, d.dept_name from dept d join below b on d.org_id = $1 and d.parent_id = b.dept_id
) select dept_id as id, dept_name as name from below`

/** The groups and the department that are meant; what lies outside the caller's reach does not exist. */
export async function chooseRoster(
  client: Client,
  scope: Scope & { deptId?: string | null },
  { attendanceGroupPkId, deptId }: Whose,
  { from, to }: { from: string; to: string },
): Promise<Chosen> {
  const found = await client.query<RosterGroup>({
    name: 'roster_groups',
    text: GROUPS,
    values: [scope.orgId, scope.deptIds, from, to, scope.deptId ?? null],
  })
  const groups = found.rows
  const below = deptId
    ? (
        await client.query<{ id: string; name: string }>({
          name: 'roster_below',
          text: BELOW,
          values: [scope.orgId, deptId, scope.deptIds],
        })
      ).rows
    : null
  if (below?.length === 0) throw notFound('部门')
  const all = below !== null && !attendanceGroupPkId
  const group = all
    ? null
    : attendanceGroupPkId
      ? groups.find((one) => one.attendanceGroupPkId === attendanceGroupPkId)
      : (groups[0] ?? null)
  if (group === undefined) throw notFound('考勤组')
  return {
    groups,
    group,
    groupIds: group ? [group.attendanceGroupPkId] : all ? groups.map((one) => one.attendanceGroupPkId) : [],
    deptIds: below?.map((one) => one.id) ?? null,
    deptId: deptId || null,
    title: group?.name ?? below?.[0]?.name ?? '',
  }
}
