// What holds for each day of people: the published roster where their group is rostered, the days of the week where it is
// fixed, with holidays and the days worked instead; nothing where hours are free. Agreed leave stands beside it, because a
// day off that was agreed is still a day that was planned.
import type pg from 'pg'
import { AskState, DayKind, GroupMode, type LeaveKindValue } from '#contract/administration/attendanceWords'
import { CellKind, type CellKindValue } from '#contract/administration/rosterWords'

type Client = pg.Pool | pg.ClientBase

export interface PlannedDay {
  empId: string
  /** yyyy-MM-dd: a night belongs to the day it begins on. */
  day: string
  kind: CellKindValue
  /** Of SHIFT only. */
  shiftPkId: string | null
}

/** On a day that is worked instead, whoever has no shift that day of the week has the first of their week. */
const FIXED_SHIFT = `case
    when h.kind = '${DayKind.is.HOLIDAY}' then null
    when h.kind = '${DayKind.is.WORKDAY}' then coalesce(g.pattern->'weekly'->>(extract(isodow from d.day)::int - 1),
      (select w.shift from jsonb_array_elements_text(g.pattern->'weekly') with ordinality w(shift, place)
        where w.shift is not null order by w.place limit 1))
    else g.pattern->'weekly'->>(extract(isodow from d.day)::int - 1) end`

/** `$1` organisation, `$2` first and `$3` last day, `$4` people or null for all. */
const PLANNED = `select m.emp_id as "empId", d.day, coalesce(c.kind, case when f.shift is null then '${CellKind.is.REST}' else '${CellKind.is.SHIFT}' end) as kind,
  coalesce(c.shift_pk_id, f.shift) as "shiftPkId"
from attendance_member m
join attendance_group g on g.org_id = m.org_id and g.attendance_group_pk_id = m.attendance_group_pk_id
cross join lateral (select days::date as day from generate_series(greatest($2::date, m.from_day, g.effective_date)::timestamp,
  least($3::date, m.to_day - 1)::timestamp, interval '1 day') as days) d
left join attendance_holiday h on h.org_id = m.org_id and h.day = d.day and g.holidays and g.mode = '${GroupMode.is.FIXED}'
left join lateral (select ${FIXED_SHIFT} as shift where g.mode = '${GroupMode.is.FIXED}') f on true
left join roster_cell c on c.org_id = m.org_id and c.emp_id = m.emp_id and c.day = d.day and g.mode = '${GroupMode.is.ROSTER}'
where m.org_id = $1 and ($4::text[] is null or m.emp_id = any($4)) and m.from_day <= $3::date
  and (m.to_day is null or m.to_day > $2::date)
  and (g.mode = '${GroupMode.is.FIXED}' or (g.mode = '${GroupMode.is.ROSTER}' and c.kind is not null))
order by m.emp_id, d.day`

/** What holds, day by day; days for which nothing was planned have no row. Both days are included. */
export async function plannedOf(
  client: Client,
  orgId: string,
  empIds: readonly string[] | null,
  dayFrom: string,
  dayTo: string,
): Promise<PlannedDay[]> {
  const found = await client.query<PlannedDay>({
    name: 'roster_planned',
    text: PLANNED,
    values: [orgId, dayFrom, dayTo, empIds],
  })
  return found.rows
}

export interface AgreedLeave {
  empId: string
  leaveId: string
  kind: LeaveKindValue
  /** yyyy-MM-dd HH:mm:ss; the end is the first moment that is no leave any more. */
  fromAt: string
  toAt: string
}

const LEAVES = `select l.emp_id as "empId", l.leave_id as "leaveId", l.kind, l.from_at as "fromAt", l.to_at as "toAt"
from attendance_leave l
where l.org_id = $1 and l.state = '${AskState.is.AGREED}' and ($4::text[] is null or l.emp_id = any($4))
  and l.from_at < ($3::date + 1)::timestamp and l.to_at > $2::date::timestamp
order by l.emp_id, l.from_at`

/** Leave that was agreed and touches one of the days. */
export async function agreedLeaves(
  client: Client,
  orgId: string,
  empIds: readonly string[] | null,
  dayFrom: string,
  dayTo: string,
): Promise<AgreedLeave[]> {
  const found = await client.query<AgreedLeave>({
    name: 'roster_leaves',
    text: LEAVES,
    values: [orgId, dayFrom, dayTo, empIds],
  })
  return found.rows
}
