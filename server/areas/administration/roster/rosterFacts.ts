// What is known of a roster's people and days, in few statements: cells come folded from the database, because a large group
// has fifteen thousand of them.
import type pg from 'pg'
import { AskState, ShiftEnable } from '#contract/administration/attendanceWords'
import {
  countsFor,
  DAYS_AFTER,
  DAYS_BEFORE,
  lastOfMonth,
  type RosterMonth,
  type RosterNeedRow,
  type RosterPerson,
  type RosterShift,
} from '#contract/administration/rosterMonth'
import { addDays, ROSTER_RULES, type RosterRules } from '#contract/administration/rosterRules'
import { CellKind } from '#contract/administration/rosterWords'
import { dayText } from '#contract/kit/clock'
import { readSetting } from '#server/areas/administration/attendanceSetting/settings'
import { inDepts, type Scope } from '#server/kit/tenant'
import type { Chosen } from './rosterWhose.ts'

type Client = pg.Pool | pg.ClientBase

export const RULES_NAME = 'roster'
export const rulesOf = (client: Client, orgId: string) =>
  readSetting<RosterRules>(client as pg.ClientBase, orgId, RULES_NAME, ROSTER_RULES)

const SHIFTS = `select s.shift_pk_id as "shiftPkId", s.shift_name as "shiftName", s.short_name as "shortName", s.tone,
  s.start_minute as "startMinute", s.end_minute as "endMinute", s.work_minutes as "workMinutes", s.night,
  s.is_enable = ${ShiftEnable.is.on} as enabled
from attendance_shift s where s.org_id = $1 order by s.sort, s.shift_pk_id`

export async function shiftsOf(client: Client, orgId: string): Promise<RosterShift[]> {
  return (await client.query<RosterShift>({ name: 'roster_shifts', text: SHIFTS, values: [orgId] })).rows
}

const HOLIDAYS = `select h.day, h.kind, h.name from attendance_holiday h where h.org_id = $1 and h.day between $2::date and $3::date order by h.day`
interface Holiday {
  day: string
  kind: RosterMonth['holidays'][number]['kind']
  name: string
}
export async function holidaysOf(client: Client, orgId: string, first: string, last: string): Promise<Holiday[]> {
  const found = await client.query<Holiday>({ name: 'roster_holidays', text: HOLIDAYS, values: [orgId, first, last] })
  return found.rows
}

/** The need, its departments below, and what its shift is called. */
export const NEED_ROW = `n.need_id as "needId", n.dept_id as "deptId", d.dept_name as "deptName", n.shift_pk_id as "shiftPkId", s.shift_name as "shiftName",
  n.days, n.people, n.certified, n.certificate, n.job_ids as "jobIds", n.version,
  array(with recursive below as (select d.dept_id union all select c.dept_id from dept c join below b on c.org_id = n.org_id and c.parent_id = b.dept_id)
    select b.dept_id from below b) as "deptIds"`
export const NEED_FROM = `roster_need n join dept d on d.org_id = n.org_id and d.dept_id = n.dept_id
  join attendance_shift s on s.org_id = n.org_id and s.shift_pk_id = n.shift_pk_id`
const NEEDS = `select ${NEED_ROW} from ${NEED_FROM} where n.org_id = $1 and ${inDepts('n', '$2')} order by d.sort, d.dept_id, s.sort, s.shift_pk_id, n.days`

export type NeedRow = RosterNeedRow & { shiftName: string; version: number }

export async function needsOf(client: Client, scope: Scope): Promise<NeedRow[]> {
  const found = await client.query<NeedRow>({ name: 'roster_needs', text: NEEDS, values: [scope.orgId, scope.deptIds] })
  return found.rows
}

/** A content as a code: `contentCodes` of the contract. `$6`: the shifts in their order. */
const code = (kind: string, shift: string) =>
  `case ${kind} when '${CellKind.is.SHIFT}' then 2 + array_position($6::text[], ${shift}::text) when '${CellKind.is.REST}' then 0
    when '${CellKind.is.LEAVE}' then 1 when '${CellKind.is.TRAIN}' then 2 else -1 end`

// $2 groups, $3 first and $4 last day, $5 departments of the caller, $6 shifts, $7 today, $8 and $9 first and last day of the
// month, $10 departments that are asked for, $11 people or null for all. A draft of a day that has gone by is none.
const PEOPLE = `with member as (
  select m.emp_id, min(m.sort) as sort, (array_agg(m.team order by m.from_day desc))[1] as team, greatest(min(m.from_day), $3::date) as from_day,
    least(max(coalesce(m.to_day - 1, $4::date)), $4::date) as to_day
  from attendance_member m where m.org_id = $1 and m.attendance_group_pk_id = any($2) and m.from_day <= $9::date
    and (m.to_day is null or m.to_day > $8::date) and ($11::text[] is null or m.emp_id = any($11))
  group by m.emp_id
)
select e.emp_id as "empId", e.emp_name as "empName", e.dept_id as "deptId", m.team, m.from_day as "from", m.to_day as "to",
  coalesce(j.ids, '{}') as "jobIds", j.name as "postName", coalesce(l.rows, '[]') as leaves, coalesce(t.rows, '[]') as certificates,
  f.no_night_from as "noNightFrom", f.no_night_to as "noNightTo", f.no_night_reason as "noNightReason", f.left_on as "leftOn",
  coalesce(c.rows, '[]') as cells
from member m join employee e on e.org_id = $1 and e.emp_id = m.emp_id
left join staff_file f on f.org_id = e.org_id and f.emp_id = e.emp_id
left join lateral (select array_agg(x.job_id order by x.job_id) as ids, min(b.job_name) as name from employee_job x
  join job b on b.org_id = x.org_id and b.job_id = x.job_id where x.org_id = e.org_id and x.emp_id = e.emp_id) j on true
left join lateral (select jsonb_agg(jsonb_build_object('kind', a.kind, 'fromAt', to_char(a.from_at, 'YYYY-MM-DD HH24:MI:SS'),
    'toAt', to_char(a.to_at, 'YYYY-MM-DD HH24:MI:SS')) order by a.from_at) as rows from attendance_leave a
  where a.org_id = e.org_id and a.emp_id = e.emp_id and a.state = '${AskState.is.AGREED}' and a.from_at < ($4::date + 2)::timestamp
    and a.to_at > $3::date::timestamp) l on true
left join lateral (select jsonb_agg(jsonb_build_object('kind', x.kind, 'validTo', x.valid_to)) as rows from staff_certificate x
  where x.org_id = e.org_id and x.emp_id = e.emp_id) t on true
left join lateral (select jsonb_agg(case when x.drafted = 1 and x.day >= $7::date
    then jsonb_build_array(x.day - $3::date, ${code('x.kind', 'x.shift_pk_id')}, ${code('x.draft_kind', 'x.draft_shift_pk_id')}, x.version, x.draft_name)
    else jsonb_build_array(x.day - $3::date, ${code('x.kind', 'x.shift_pk_id')}, -2, x.version) end order by x.day) as rows
  from roster_cell x where x.org_id = e.org_id and x.emp_id = e.emp_id and x.day between $3::date and $4::date) c on true
where ${inDepts('e', '$5')} and ($10::text[] is null or e.dept_id = any($10))
order by m.sort, e.sort, e.emp_id`

type PersonRow = Omit<RosterPerson, 'cells'> & { cells: (number | string)[][] }

export interface RosterFacts extends Omit<RosterMonth, 'needs'> {
  needs: NeedRow[]
}

export const spanOfMonth = (month: string) => {
  const begins = `${month}-01`
  const ends = lastOfMonth(month)
  return { begins, ends, first: addDays(begins, -DAYS_BEFORE), last: addDays(ends, DAYS_AFTER) }
}

/** Everything about the people of a roster in a month; with `empIds` of those alone. */
export async function factsOf(
  client: Client,
  scope: Scope,
  chosen: Pick<Chosen, 'groupIds' | 'deptIds'>,
  month: string,
  empIds: readonly string[] | null = null,
): Promise<RosterFacts> {
  const { begins, ends, first, last } = spanOfMonth(month)
  const today = dayText()
  const shifts = await shiftsOf(client, scope.orgId)
  const [people, holidays, needs, rules] = await Promise.all([
    client.query<PersonRow>({
      name: 'roster_people',
      text: PEOPLE,
      values: [
        scope.orgId,
        chosen.groupIds,
        first,
        last,
        scope.deptIds,
        shifts.map((one) => one.shiftPkId),
        today,
        begins,
        ends,
        chosen.deptIds,
        empIds,
      ],
    }),
    holidaysOf(client, scope.orgId, first, last),
    needsOf(client, scope),
    rulesOf(client, scope.orgId),
  ])
  const names: string[] = []
  const places = new Map<string, number>()
  const nameAt = (name: string) => {
    const known = places.get(name)
    if (known !== undefined) return known
    names.push(name)
    places.set(name, names.length - 1)
    return names.length - 1
  }
  const shown = people.rows.map(
    (row): RosterPerson => ({
      ...row,
      cells: row.cells.map((cell) => cell.map((value) => (typeof value === 'string' ? nameAt(value) : value))),
    }),
  )
  return {
    month,
    today,
    first,
    last,
    shifts,
    holidays,
    // A need that nobody shown could fill belongs to another roster.
    needs: needs.filter((need) => shown.some((person) => countsFor(need, person))),
    rules: rules.value,
    people: shown,
    names,
  }
}
