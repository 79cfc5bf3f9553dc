// What days of people are reckoned from, read for many of them at once: group, plan, punches, agreed absence, holidays.
import type pg from 'pg'
import { type ClockSideValue, DayKind, GroupMode, type GroupModeValue } from '#contract/administration/attendanceWords'
import { CLOCK_DEFAULTS, CLOCK_SETTING } from '#contract/administration/clockSetting'
import type { DayPlan, ReckonInput, ReckonShift } from '#contract/administration/reckon'
import { CellKind } from '#contract/administration/rosterWords'
import { partsOn, type ShiftPart, type WorkPeriod } from '#contract/administration/shiftTime'
import { DAY_MS, dayText, momentOf } from '#contract/kit/clock'
import { readSetting } from '#server/areas/administration/attendanceSetting/settings'
import type { GroupPattern } from '#server/areas/administration/attendanceTables'
import { agreedLeaves, plannedOf } from '#server/areas/administration/roster/rosterRead'

export type Client = pg.Pool | pg.ClientBase

export interface PersonDay {
  empId: string
  /** yyyy-MM-dd */
  day: string
}

/** A day with all that is known of it; null input: nobody reckons it, because the person is in no group then. */
export interface DayFacts extends PersonDay {
  deptId: string | null
  groupId: string | null
  mode: GroupModeValue | null
  input: ReckonInput | null
}

export const dayAfter = (day: string, by = 1) => dayText(momentOf(day) + by * DAY_MS)
const keyOf = (empId: string, day: string) => `${empId} ${day}`

interface Shift extends ReckonShift {
  workPeriod: WorkPeriod[]
}

const SHIFTS = `select s.shift_pk_id as "shiftPkId", s.shift_name as "shiftName", s.work_period as "workPeriod", s.rest_minutes as "restMinutes",
  s.open_before as "openBefore", s.close_after as "closeAfter", s.late_grace as "lateGrace", s.early_grace as "earlyGrace",
  s.absent_after as "absentAfter", s.night from attendance_shift s where s.org_id = $1`

const GROUPS = `select m.emp_id as "empId", m.from_day as "fromDay", m.to_day as "toDay", g.attendance_group_pk_id as "groupId", g.mode, g.pattern,
  g.holidays, g.effective_date as "effectiveDate"
from attendance_member m join attendance_group g on g.org_id = m.org_id and g.attendance_group_pk_id = m.attendance_group_pk_id
where m.org_id = $1 and m.emp_id = any($2) and m.from_day <= $4::date and (m.to_day is null or m.to_day > $3::date)`

const PEOPLE =
  'select e.emp_id as "empId", e.dept_id as "deptId" from employee e where e.org_id = $1 and e.emp_id = any($2)'

const HOLIDAYS =
  'select h.day, h.kind from attendance_holiday h where h.org_id = $1 and h.day between $2::date and $3::date'

/** What a correction brought counts for the day, part and side it says, wherever its moment lies. */
const PUNCHES = `select p.emp_id as "empId", p.at, p.outside, c.work_date as "workDate", c.part, c.side
from clock_punch p left join attendance_correction c on c.org_id = p.org_id and c.correction_id = p.correction_id
where p.org_id = $1 and p.emp_id = any($2) and p.at >= $3::date::timestamptz and p.at < ($4::date + 1)::timestamptz
order by p.emp_id, p.at, p.heard_at, p.punch_id`

interface Group {
  empId: string
  fromDay: string
  toDay: string | null
  groupId: string
  mode: GroupModeValue
  pattern: GroupPattern
  holidays: boolean
  effectiveDate: string
}

interface Punch {
  empId: string
  at: string
  outside: boolean
  workDate: string | null
  part: number | null
  side: ClockSideValue | null
}

const grouped = <T>(rows: readonly T[], key: (row: T) => string) => {
  const found = new Map<string, T[]>()
  for (const row of rows) {
    const own = found.get(key(row))
    if (own) own.push(row)
    else found.set(key(row), [row])
  }
  return found
}

/** 0 Monday, as a pattern counts them. */
const weekday = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

function freePlan(group: Group, day: string, holiday: string | undefined): DayPlan {
  const { dayMinutes = CLOCK_DEFAULTS.dayMinutes, days = [0, 1, 2, 3, 4] } = group.pattern
  const due = group.holidays && holiday ? holiday === DayKind.is.WORKDAY : days.includes(weekday(day))
  return { kind: 'FREE', minutes: due ? dayMinutes : 0 }
}

/** Few statements, however many people and days. */
export async function factsOf(
  client: Client,
  orgId: string,
  pairs: readonly PersonDay[],
  now: number,
): Promise<DayFacts[]> {
  if (pairs.length === 0) return []
  const empIds = [...new Set(pairs.map((one) => one.empId))]
  const days = pairs.map((one) => one.day).toSorted()
  const first = dayAfter(days[0]!, -1)
  const last = dayAfter(days.at(-1)!)
  const read = <T extends object>(name: string, text: string, values: unknown[]) =>
    client.query<T>({ name: `reckon_${name}`, text, values }).then((found) => found.rows)
  const shifts = new Map((await read<Shift>('shifts', SHIFTS, [orgId])).map((one) => [one.shiftPkId, one]))
  const groups = grouped(await read<Group>('groups', GROUPS, [orgId, empIds, first, last]), (one) => one.empId)
  const depts = new Map(
    (await read<{ empId: string; deptId: string | null }>('people', PEOPLE, [orgId, empIds])).map((one) => [
      one.empId,
      one.deptId,
    ]),
  )
  const holidays = new Map(
    (await read<{ day: string; kind: string }>('holidays', HOLIDAYS, [orgId, first, last])).map((one) => [
      one.day,
      one.kind,
    ]),
  )
  const planned = new Map(
    (await plannedOf(client, orgId, empIds, first, last)).map((one) => [keyOf(one.empId, one.day), one]),
  )
  const leaves = grouped(await agreedLeaves(client, orgId, empIds, first, dayAfter(last)), (one) => one.empId)
  const punches = grouped(
    await read<Punch>('punches', PUNCHES, [orgId, empIds, first, dayAfter(last)]),
    (one) => one.empId,
  )
  const { value: settings } = await readSetting(client, orgId, CLOCK_SETTING, CLOCK_DEFAULTS)

  const shiftAt = (empId: string, day: string) => {
    const cell = planned.get(keyOf(empId, day))
    return (cell?.kind === CellKind.is.SHIFT && cell.shiftPkId && shifts.get(cell.shiftPkId)) || null
  }
  const edge = (empId: string, day: string, at: 0 | -1): ShiftPart | null => {
    const shift = shiftAt(empId, day)
    return shift ? (partsOn(day, shift).at(at) ?? null) : null
  }
  const groupOn = (empId: string, day: string) =>
    groups
      .get(empId)
      ?.find((one) => one.fromDay <= day && (one.toDay === null || one.toDay > day) && one.effectiveDate <= day) ?? null

  const planOf = (group: Group, empId: string, day: string): DayPlan => {
    if (group.mode === GroupMode.is.FREE) return freePlan(group, day, holidays.get(day))
    const shift = shiftAt(empId, day)
    if (shift) return { kind: CellKind.is.SHIFT, shift }
    const kind = planned.get(keyOf(empId, day))?.kind
    return { kind: kind === CellKind.is.LEAVE || kind === CellKind.is.TRAIN ? kind : CellKind.is.REST }
  }

  return pairs.map(({ empId, day }): DayFacts => {
    const group = groupOn(empId, day)
    const person = { empId, day, deptId: depts.get(empId) ?? null }
    if (!group) return { ...person, groupId: null, mode: null, input: null }
    const from = dayAfter(day, -1)
    const to = dayAfter(day, 2)
    const own = (punches.get(empId) ?? []).flatMap(({ at, outside, workDate, part, side }) => {
      if (workDate !== null)
        return workDate === day ? [{ at: momentOf(at), outside, corrects: { part: part!, side: side! } }] : []
      return at >= from && at < to ? [{ at: momentOf(at), outside }] : []
    })
    return {
      ...person,
      groupId: group.groupId,
      mode: group.mode,
      input: {
        day,
        now,
        plan: planOf(group, empId, day),
        before: edge(empId, from, -1),
        after: edge(empId, dayAfter(day), 0),
        punches: own,
        absences: (leaves.get(empId) ?? []).map(({ fromAt, toAt, kind }) => ({
          from: momentOf(fromAt),
          to: momentOf(toAt),
          kind,
        })),
        holiday: group.holidays && holidays.get(day) === DayKind.is.HOLIDAY,
        settings,
      },
    }
  })
}
