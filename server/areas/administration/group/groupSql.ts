// What is read of attendance groups. A group belongs to a department or to the whole house; of its members everybody sees
// those of their departments.
import type { ClientBase, Pool } from 'pg'
import type {
  GroupCandidateData,
  GroupDetailData,
  GroupMemberData,
  GroupPlaceData,
  GroupRowData,
} from '#contract/administration/attendanceGroup'
import { GroupMode } from '#contract/administration/attendanceWords'
import { dayText } from '#contract/kit/clock'
import { notFound } from '#contract/kit/refusal'
import { StaffStatus } from '#contract/platform/staff'
import { contains } from '#server/kit/page'
import { inDepts, type Scope } from '#server/kit/tenant'

type Client = ClientBase | Pool

/** The clock of the house is that of the product. */
const TODAY = `(now() at time zone 'Asia/Shanghai')::date`

const SHIFT_IDS = `case t.mode when '${GroupMode.is.FIXED}' then t.pattern->'weekly'
  when '${GroupMode.is.ROSTER}' then t.pattern->'shiftIds' else '[]'::jsonb end`

export const COLUMNS = `t.attendance_group_pk_id as "attendanceGroupPkId", t.name, t.mode, t.dept_id as "deptId",
  (select d.dept_name from dept d where d.org_id = t.org_id and d.dept_id = t.dept_id) as "deptName",
  (select count(*)::int from attendance_member m where m.org_id = t.org_id
    and m.attendance_group_pk_id = t.attendance_group_pk_id and m.from_day <= ${TODAY}
    and (m.to_day is null or m.to_day > ${TODAY})) as "memberCount",
  (select count(*)::int from attendance_place p where p.org_id = t.org_id
    and p.attendance_group_pk_id = t.attendance_group_pk_id) as "placeCount",
  coalesce((select array_agg(distinct p.kind) from attendance_place p where p.org_id = t.org_id
    and p.attendance_group_pk_id = t.attendance_group_pk_id), '{}') as "placeKinds",
  coalesce((select jsonb_agg(jsonb_build_object('shiftPkId', s.shift_pk_id, 'shiftName', s.shift_name, 'shortName', s.short_name,
    'tone', s.tone, 'startMinute', s.start_minute, 'endMinute', s.end_minute) order by s.sort, s.shift_pk_id)
    from attendance_shift s where s.org_id = t.org_id and jsonb_exists(${SHIFT_IDS}, s.shift_pk_id)), '[]') as shifts,
  (t.pattern->>'dayMinutes')::int as "dayMinutes", t.holidays, t.photo, t.outside, t.effective_date as "effectiveDate", t.remark,
  t.version, t.created_at as "createTime"`

const ONE = `select ${COLUMNS}, coalesce(t.pattern->'weekly', '[]') as weekly, coalesce(t.pattern->'shiftIds', '[]') as "shiftIds",
  coalesce(t.pattern->'days', '[]') as days,
  not exists (select from attendance_record r where r.org_id = t.org_id
    and r.attendance_group_pk_id = t.attendance_group_pk_id) as fresh
from attendance_group t where t.org_id = $1 and t.attendance_group_pk_id = $2 and ${inDepts('t', '$3')}`

const POSTS = `(select string_agg(j.job_name, '、' order by j.job_name) from employee_job ej
  join job j on j.org_id = ej.org_id and j.job_id = ej.job_id where ej.org_id = e.org_id and ej.emp_id = e.emp_id)`

const MEMBERS = `select m.emp_id as "empId", e.emp_name as "empName", d.dept_name as "deptName", ${POSTS} as "postName",
  m.from_day as "fromDay", m.to_day as "toDay", m.team
from attendance_member m
join employee e on e.org_id = m.org_id and e.emp_id = m.emp_id and ${inDepts('e', '$3')}
left join dept d on d.org_id = e.org_id and d.dept_id = e.dept_id
where m.org_id = $1 and m.attendance_group_pk_id = $2 order by m.sort, e.sort, m.emp_id, m.from_day`

const HIDDEN = `select count(*)::int as n from attendance_member m
join employee e on e.org_id = m.org_id and e.emp_id = m.emp_id
where m.org_id = $1 and m.attendance_group_pk_id = $2 and (m.to_day is null or m.to_day > $4::date) and not ${inDepts('e', '$3')}`

const PLACES = `select p.place_id as "placeId", p.kind, p.name, p.lng, p.lat, p.radius, p.network, p.device_no as "deviceNo"
from attendance_place p where p.org_id = $1 and p.attendance_group_pk_id = $2 order by p.sort, p.place_id`

const CANDIDATES = `select e.emp_id as "nursingId", e.emp_id as "empId", e.emp_name as name, e.dept_id as "deptId",
  d.dept_name as "deptName", ${POSTS} as "postName", m.attendance_group_pk_id as "attendanceGroupPkId", g.name as "groupName",
  m.from_day as "groupFrom"
from employee e left join dept d on d.org_id = e.org_id and d.dept_id = e.dept_id
left join lateral (select a.attendance_group_pk_id, a.from_day from attendance_member a where a.org_id = e.org_id
  and a.emp_id = e.emp_id and (a.to_day is null or a.to_day > $3::date) order by a.from_day desc limit 1) m on true
left join attendance_group g on g.org_id = e.org_id and g.attendance_group_pk_id = m.attendance_group_pk_id
where e.org_id = $1 and e.status <> ${StaffStatus.is.left} and ${inDepts('e', '$2')}
  and ($4::text is null or e.dept_id = $4) and ($5::text is null or e.emp_name like $5 or e.initials like $6 or e.pinyin like $6)
order by d.sort nulls last, e.sort, e.emp_id limit 2000`

/** Somebody of this name is in it today. */
export const HAS_MEMBER = `exists (select from attendance_member m join employee e on e.org_id = m.org_id and e.emp_id = m.emp_id
  where m.org_id = t.org_id and m.attendance_group_pk_id = t.attendance_group_pk_id and m.from_day <= ${TODAY}
  and (m.to_day is null or m.to_day > ${TODAY}) and (e.emp_name like ?1 or e.initials like ?2))`

export type HeldGroup = GroupRowData & Pick<GroupDetailData, 'weekly' | 'shiftIds' | 'days' | 'fresh'>

export async function readGroup(
  client: Client,
  scope: Scope,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<HeldGroup> {
  const values = [scope.orgId, id, scope.deptIds]
  const found = await client.query<HeldGroup>(lock ? `${ONE} for update of t` : ONE, values)
  if (!found.rows[0]) throw notFound('考勤组')
  return found.rows[0]
}

export async function detailOf(client: Client, scope: Scope, id: string): Promise<GroupDetailData> {
  const row = await readGroup(client, scope, id)
  const values = [scope.orgId, id, scope.deptIds]
  const all = (await client.query<GroupMemberData>(MEMBERS, values)).rows
  const hidden = await client.query<{ n: number }>(HIDDEN, [...values, dayText()])
  const places = await client.query<GroupPlaceData>(PLACES, [scope.orgId, id])
  const gone = (one: GroupMemberData) => one.toDay !== null && one.toDay <= dayText()
  return {
    ...row,
    members: all.filter((one) => !gone(one)),
    past: all.filter(gone),
    hiddenMembers: hidden.rows[0]!.n,
    places: places.rows,
  }
}

export async function candidates(
  client: Client,
  scope: Scope,
  { keyword, deptId }: { keyword?: string | null; deptId?: string | null },
): Promise<GroupCandidateData[]> {
  const typed = contains(keyword)
  const values = [scope.orgId, scope.deptIds, dayText(), deptId || null, typed, typed?.toLowerCase() ?? null]
  return (await client.query<GroupCandidateData>(CANDIDATES, values)).rows
}
