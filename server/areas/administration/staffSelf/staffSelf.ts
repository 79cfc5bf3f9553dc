// What members of staff see of themselves: the days of a month as they are published.

import { GroupMode, type GroupModeValue, type ShiftToneValue } from '#contract/administration/attendanceWords'
import { spanWords } from '#contract/administration/leaveSpan'
import { addDays } from '#contract/administration/rosterRules'
import { CellKind, type CellKindValue } from '#contract/administration/rosterWords'
import { type SelfMonth, staffSelf } from '#contract/administration/staffSelf'
import { dayText, timeText } from '#contract/kit/clock'
import { shiftsOfHouse } from '#server/areas/administration/attendanceAsk/askFacts'
import { agreedLeaves, plannedOf } from '#server/areas/administration/roster/rosterRead'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'

/** The group of a day, and everybody who is in it then. */
const GROUPS = `select o.attendance_group_pk_id as "groupId", g.name, g.mode, m.emp_id as "empId", coalesce(e.emp_name, a.user_name) as "empName",
  greatest(o.from_day, m.from_day, $3::date) as "fromDay", least(coalesce(o.to_day, $4::date + 1), coalesce(m.to_day, $4::date + 1)) as "toDay"
from attendance_member o
join attendance_group g on g.org_id = o.org_id and g.attendance_group_pk_id = o.attendance_group_pk_id
join attendance_member m on m.org_id = o.org_id and m.attendance_group_pk_id = o.attendance_group_pk_id
join account a on a.org_id = m.org_id and a.user_id = m.emp_id
left join employee e on e.org_id = m.org_id and e.emp_id = m.emp_id
where o.org_id = $1 and o.emp_id = $2 and o.from_day <= $4::date and (o.to_day is null or o.to_day > $3::date)
  and m.from_day <= $4::date and (m.to_day is null or m.to_day > $3::date)
order by m.sort, m.emp_id`

/** The newest change of each day that had been published before. */
const CHANGES = `select distinct on (c.day) c.day, c.at, c.from_kind as "fromKind", c.from_shift_pk_id as "fromShift", c.user_name as by
from roster_change c where c.org_id = $1 and c.emp_id = $2 and c.day between $3::date and $4::date and c.from_kind is not null
order by c.day, c.at desc, c.change_id desc`

const HOLIDAYS =
  'select h.day, h.name from attendance_holiday h where h.org_id = $1 and h.day between $2::date and $3::date'

const RESULTS = `select r.work_date as day, r.part::int as part, r.actual_on as "actualOn", r.actual_off as "actualOff", r.on_result as "onResult",
  r.off_result as "offResult", r.late_min as "lateMin", r.early_min as "earlyMin", r.overtime_min as "overtimeMin"
from attendance_record r where r.org_id = $1 and r.emp_id = $2 and r.work_date between $3::date and $4::date order by r.work_date, r.part`

interface Member {
  groupId: string
  name: string
  mode: GroupModeValue
  empId: string
  empName: string
  fromDay: string
  toDay: string
}
type Result = SelfMonth['days'][number]['results'][number] & { day: string }
interface Change {
  day: string
  at: string
  fromKind: CellKindValue
  fromShift: string | null
  by: string
}

const monthEnd = (month: string) => {
  const [year, at] = month.split('-').map(Number) as [number, number]
  return addDays(at === 12 ? `${year + 1}-01-01` : `${year}-${String(at + 1).padStart(2, '0')}-01`, -1)
}

export async function selfMonth(who: Caller, month: string): Promise<SelfMonth> {
  const { pool } = who.app
  const from = `${month}-01`
  const to = monthEnd(month)
  const period = [who.orgId, who.userId, from, to]
  const [members, changes, holidays, results, shifts] = await Promise.all([
    pool.query<Member>({ name: 'self_groups', text: GROUPS, values: period }),
    pool.query<Change>({ name: 'self_changes', text: CHANGES, values: period }),
    pool.query<{ day: string; name: string }>({ name: 'self_holidays', text: HOLIDAYS, values: [who.orgId, from, to] }),
    pool.query<Result>({ name: 'self_results', text: RESULTS, values: period }),
    shiftsOfHouse(pool, who.orgId),
  ])
  const people = [...new Set([who.userId, ...members.rows.map((one) => one.empId)])]
  const [planned, leaves] = await Promise.all([
    plannedOf(pool, who.orgId, people, from, to),
    agreedLeaves(pool, who.orgId, people, from, to),
  ])
  const cells = new Map(planned.map((one) => [`${one.empId} ${one.day}`, one]))
  const changed = new Map(changes.rows.map((one) => [one.day, one]))
  const named = new Map(holidays.rows.map((one) => [one.day, one.name]))
  const away = (empId: string, day: string) =>
    leaves.find(
      (one) => one.empId === empId && one.fromAt < `${addDays(day, 1)} 00:00:00` && one.toAt > `${day} 00:00:00`,
    )
  const shiftOf = (pkId: string | null) => (pkId ? (shifts.get(pkId) ?? null) : null)
  const days: SelfMonth['days'] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const own = cells.get(`${who.userId} ${day}`)
    const shift = shiftOf(own?.shiftPkId ?? null)
    const leave = away(who.userId, day)
    const change = changed.get(day)
    const was = change ? (shiftOf(change.fromShift)?.shiftName ?? CellKind.label(change.fromKind)) : ''
    days.push({
      day,
      kind: own?.kind ?? null,
      shift: shift && {
        shiftPkId: shift.shiftPkId,
        shiftName: shift.shiftName,
        shortName: shift.shortName,
        tone: shift.tone as ShiftToneValue,
        times: spanWords(shift),
        endMinute: shift.endMinute,
      },
      leave: leave ? { kind: leave.kind, fromAt: leave.fromAt, toAt: leave.toAt } : null,
      holiday: named.get(day) ?? null,
      changed: change ? { at: change.at, was, by: change.by } : null,
      colleagues: members.rows.flatMap((one) => {
        if (one.empId === who.userId || day < one.fromDay || day >= one.toDay || away(one.empId, day)) return []
        const theirs = shiftOf(cells.get(`${one.empId} ${day}`)?.shiftPkId ?? null)
        return theirs ? [{ name: one.empName, shortName: theirs.shortName }] : []
      }),
      results: results.rows.filter((one) => one.day === day),
    })
  }
  const today = dayText()
  const now = members.rows.find((one) => one.fromDay <= today && one.toDay > today) ?? members.rows.at(-1)
  return {
    month,
    today,
    now: timeText(),
    empName: who.empName,
    groupName: now?.name ?? null,
    rostered: now?.mode === GroupMode.is.ROSTER,
    days,
  }
}

export default implement(staffSelf, { month: ({ month }, who) => selfMonth(who, month) })
