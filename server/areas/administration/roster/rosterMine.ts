// One's own days as they are published, with who is on the same shift; and what was published otherwise for a day.

import { type Content, type RosterShift, shiftsById } from '#contract/administration/rosterMonth'
import { rosterSums } from '#contract/administration/rosterRules'
import { CellKind, type CellKindValue } from '#contract/administration/rosterWords'
import type { DataOf, InputOf } from '#contract/kit/call'
import { dayText, monthText } from '#contract/kit/clock'
import { notFound } from '#contract/kit/refusal'
import type { Caller } from '#server/kit/caller'
import { inDepts } from '#server/kit/tenant'
import { holidaysOf, shiftsOf, spanOfMonth } from './rosterFacts.ts'
import type { RosterCalls } from './rosterHold.ts'
import { contentWords } from './rosterPublish.ts'
import { agreedLeaves, plannedOf } from './rosterRead.ts'

const GROUP = `select g.name from attendance_member m join attendance_group g on g.org_id = m.org_id and g.attendance_group_pk_id = m.attendance_group_pk_id
where m.org_id = $1 and m.emp_id = $2 and m.from_day <= $4::date and (m.to_day is null or m.to_day > $3::date) order by m.from_day desc limit 1`

/** Of one's own group that day: names only. */
const TOGETHER = `select c.day, array_agg(e.emp_name order by o.sort, e.emp_id) as names
from roster_cell c join attendance_member m on m.org_id = c.org_id and m.emp_id = c.emp_id and m.from_day <= c.day and (m.to_day is null or m.to_day > c.day)
join attendance_member o on o.org_id = m.org_id and o.attendance_group_pk_id = m.attendance_group_pk_id and o.emp_id <> m.emp_id
  and o.from_day <= c.day and (o.to_day is null or o.to_day > c.day)
join roster_cell x on x.org_id = c.org_id and x.emp_id = o.emp_id and x.day = c.day and x.shift_pk_id = c.shift_pk_id
join employee e on e.org_id = o.org_id and e.emp_id = o.emp_id
where c.org_id = $1 and c.emp_id = $2 and c.day between $3::date and $4::date and c.kind = '${CellKind.is.SHIFT}'
group by c.day`

export async function myRoster(who: Caller, month: string = monthText()): Promise<DataOf<RosterCalls['mine']>> {
  const { pool } = who.app
  const { begins, ends } = spanOfMonth(month)
  const own = [who.orgId, who.userId, begins, ends]
  const [shifts, days, leaves, holidays, group, together] = await Promise.all([
    shiftsOf(pool, who.orgId),
    plannedOf(pool, who.orgId, [who.userId], begins, ends),
    agreedLeaves(pool, who.orgId, [who.userId], begins, ends),
    holidaysOf(pool, who.orgId, begins, ends),
    pool.query<{ name: string }>({ name: 'roster_my_group', text: GROUP, values: own }),
    pool.query<{ day: string; names: string[] }>({ name: 'roster_together', text: TOGETHER, values: own }),
  ])
  const byId = shiftsById(shifts)
  const colleagues = new Map(together.rows.map((one) => [one.day, one.names]))
  const used = new Set(days.map((one) => one.shiftPkId))
  return {
    month,
    today: dayText(),
    groupName: group.rows[0]?.name ?? null,
    shifts: shifts.filter((one) => used.has(one.shiftPkId)),
    holidays,
    leaves,
    days: days.map(({ day, kind, shiftPkId }) => ({ day, kind, shiftPkId, colleagues: colleagues.get(day) ?? [] })),
    ...rosterSums(days.map(({ day, kind, shiftPkId }) => ({ day, kind, shift: byId.get(shiftPkId ?? '') ?? null }))),
  }
}

const PERSON = `select 1 from employee e where e.org_id = $1 and e.emp_id = $2 and ${inDepts('e', '$3')}`
const CHANGES = `select c.at, c.user_name as "userName", c.from_kind as "fromKind", c.from_shift_pk_id as "fromShift", c.to_kind as "toKind",
  c.to_shift_pk_id as "toShift", c.cause from roster_change c where c.org_id = $1 and c.emp_id = $2 and c.day = $3::date order by c.at desc, c.change_id desc limit 50`

interface ChangeRow {
  at: string
  userName: string
  fromKind: CellKindValue | null
  fromShift: string | null
  toKind: CellKindValue | null
  toShift: string | null
  cause: string
}

const content = (kind: CellKindValue | null, shiftPkId: string | null): Content | null =>
  kind === null ? null : { kind, shiftPkId }

export async function changesOf(
  who: Caller,
  { empId, day }: InputOf<RosterCalls['changes']>,
): Promise<DataOf<RosterCalls['changes']>> {
  const { pool } = who.app
  const person = await pool.query(PERSON, [who.orgId, empId, who.deptIds])
  if (person.rows.length === 0) throw notFound('员工')
  const [found, all] = await Promise.all([
    pool.query<ChangeRow>(CHANGES, [who.orgId, empId, day]),
    shiftsOf(pool, who.orgId),
  ])
  const shifts: ReadonlyMap<string, RosterShift> = shiftsById(all)
  return found.rows.map((one) => ({
    at: one.at,
    userName: one.userName,
    from: contentWords(content(one.fromKind, one.fromShift), shifts),
    to: contentWords(content(one.toKind, one.toShift), shifts),
    cause: one.cause,
  }))
}
