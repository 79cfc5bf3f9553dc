// What whoever decides has to know: the shifts of those days and who else is there, what was clocked, and what is left of the
// annual leave.
import type pg from 'pg'
import { type AnnualData, type AskDay, annualDays } from '#contract/administration/attendanceAsk'
import {
  AskState,
  type AttendanceResultValue,
  LeaveKind,
  type PunchSourceValue,
  type ShiftToneValue,
} from '#contract/administration/attendanceWords'
import { shareOf, spanWords } from '#contract/administration/leaveSpan'
import { addDays } from '#contract/administration/rosterRules'
import { EXCHANGE_OPEN } from '#contract/administration/rosterWords'
import { spanOn } from '#contract/administration/shiftTime'
import { dayText, timeText } from '#contract/kit/clock'
import { agreedLeaves, type PlannedDay, plannedOf } from '#server/areas/administration/roster/rosterRead'
import type { StoredAsk } from './askSql.ts'

type Client = pg.Pool | pg.ClientBase

export interface ShiftFacts {
  shiftPkId: string
  shiftName: string
  shortName: string
  tone: ShiftToneValue
  startMinute: number
  endMinute: number
  workMinutes: number
  night: boolean
}

const SHIFTS = `select s.shift_pk_id as "shiftPkId", s.shift_name as "shiftName", s.short_name as "shortName", s.tone,
  s.start_minute as "startMinute", s.end_minute as "endMinute", s.work_minutes as "workMinutes", s.night
from attendance_shift s where s.org_id = $1`

/** All shifts of the house by their id; there are a dozen. */
export async function shiftsOfHouse(client: Client, orgId: string): Promise<ReadonlyMap<string, ShiftFacts>> {
  const found = await client.query<ShiftFacts>({ name: 'shift_facts', text: SHIFTS, values: [orgId] })
  return new Map(found.rows.map((row) => [row.shiftPkId, row]))
}

/** Of the same group on a day, by name; whoever it is about is among them. */
const GROUP = `select m.emp_id as "empId", coalesce(e.emp_name, a.user_name) as name
from attendance_member o
join attendance_member m on m.org_id = o.org_id and m.attendance_group_pk_id = o.attendance_group_pk_id
  and m.from_day <= $4::date and (m.to_day is null or m.to_day > $3::date)
join account a on a.org_id = m.org_id and a.user_id = m.emp_id
left join employee e on e.org_id = m.org_id and e.emp_id = m.emp_id
where o.org_id = $1 and o.emp_id = $2 and o.from_day <= $4::date and (o.to_day is null or o.to_day > $3::date)
group by m.emp_id, coalesce(e.emp_name, a.user_name), m.sort order by m.sort, m.emp_id`

const MOST_DAYS = 31

export const periodOf = (row: Pick<StoredAsk, 'fromAt' | 'toAt' | 'workDate'>) => {
  if (row.workDate !== null) return { from: row.workDate, to: row.workDate }
  const last = timeText(Date.parse(`${row.toAt!.replace(' ', 'T')}+08:00`) - 1_000).slice(0, 10)
  return { from: row.fromAt!.slice(0, 10), to: last }
}

/** The shift of a planned day as texts of the clock. */
export function shiftSpan(day: string, shift: ShiftFacts): { from: string; to: string } {
  const { from, to } = spanOn(day, shift)
  return { from: timeText(from), to: timeText(to) }
}

const RESULTS = `select r.work_date as day, min(r.on_result) as "onResult", max(r.off_result) as "offResult" from attendance_record r
where r.org_id = $1 and r.emp_id = $2 and r.work_date between $3::date and $4::date group by r.work_date`

export async function daysOf(client: Client, orgId: string, row: StoredAsk): Promise<AskDay[]> {
  const { from, to: end } = periodOf(row)
  // A night that began the day before may reach into the leave.
  const first = row.workDate === null ? addDays(from, -1) : from
  const to = end > addDays(first, MOST_DAYS) ? addDays(first, MOST_DAYS) : end
  const [group, shifts] = [
    (await client.query<{ empId: string; name: string }>(GROUP, [orgId, row.empId, first, to])).rows,
    await shiftsOfHouse(client, orgId),
  ]
  const people = [...new Set([row.empId, ...group.map((one) => one.empId)])]
  const planned = await plannedOf(client, orgId, people, first, to)
  const leaves = await agreedLeaves(client, orgId, people, first, to)
  const results = await client.query<{
    day: string
    onResult: AttendanceResultValue | null
    offResult: AttendanceResultValue | null
  }>(RESULTS, [orgId, row.empId, first, to])
  const names = new Map(group.map((one) => [one.empId, one.name]))
  const byDay = new Map<string, PlannedDay[]>()
  for (const one of planned) byDay.set(one.day, [...(byDay.get(one.day) ?? []), one])
  const away = (empId: string, day: string) =>
    leaves.some(
      (one) => one.empId === empId && one.fromAt < `${addDays(day, 1)} 00:00:00` && one.toAt > `${day} 00:00:00`,
    )
  const found: AskDay[] = []
  for (let day = first; day <= to; day = addDays(day, 1)) {
    const all = byDay.get(day) ?? []
    const own = all.find((one) => one.empId === row.empId)
    const shift = own?.shiftPkId ? shifts.get(own.shiftPkId) : undefined
    const meets = meetsShift(row, own, shift)
    if (day < from && !meets) continue
    const others = (fits: (one: PlannedDay) => boolean) =>
      all
        .filter((one) => one.empId !== row.empId && fits(one) && !away(one.empId, day))
        .map((one) => names.get(one.empId) ?? '')
    const result = results.rows.find((one) => one.day === day)
    found.push({
      day,
      kind: own?.kind ?? null,
      shiftName: shift?.shiftName ?? null,
      shortName: shift?.shortName ?? null,
      tone: shift?.tone ?? null,
      times: shift ? spanWords(shift) : null,
      meets,
      colleagues: shift ? others((one) => one.shiftPkId === own!.shiftPkId) : [],
      free: others((one) => one.kind === 'REST'),
      onResult: result?.onResult ?? null,
      offResult: result?.offResult ?? null,
    })
  }
  return found
}

function meetsShift(row: StoredAsk, own: PlannedDay | undefined, shift: ShiftFacts | undefined): boolean {
  if (!own || !shift || row.fromAt === null || row.toAt === null) return false
  return shareOf(shiftSpan(own.day, shift), { fromAt: row.fromAt, toAt: row.toAt }) > 0
}

const PUNCHES = `select p.at, p.source, p.place_name as "placeName" from clock_punch p
where p.org_id = $1 and p.emp_id = $2 and p.at >= $3::date - interval '6 hours' and p.at < $4::date + interval '36 hours'
order by p.at limit 60`

export async function punchesOf(client: Client, orgId: string, row: StoredAsk) {
  const { from, to } = periodOf(row)
  const found = await client.query<{ at: string; source: PunchSourceValue; placeName: string | null }>(PUNCHES, [
    orgId,
    row.empId,
    from,
    to,
  ])
  return found.rows
}

const HIRED = `select f.hire_date as hired from staff_file f where f.org_id = $1 and f.emp_id = $2`
const ANNUAL = `select l.from_at as "fromAt", l.to_at as "toAt" from attendance_leave l where l.org_id = $1 and l.emp_id = $2
  and l.kind = '${LeaveKind.is.ANNUAL}' and l.state = '${AskState.is.AGREED}' and l.leave_id is distinct from $5::text
  and l.from_at < ($4::date + 1)::timestamp and l.to_at > $3::date::timestamp`

const half = (days: number) => Math.round(days * 2) / 2
const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** Days of leave that were days of work: a planned shift as far as it is taken, a weekday where nothing was planned. */
async function workDays(
  client: Client,
  orgId: string,
  empId: string,
  leaves: readonly { fromAt: string; toAt: string }[],
): Promise<number> {
  let sum = 0
  if (leaves.length === 0) return 0
  const first = addDays(
    leaves
      .map((one) => one.fromAt)
      .toSorted()[0]!
      .slice(0, 10),
    -1,
  )
  const last = leaves
    .map((one) => one.toAt)
    .toSorted()
    .at(-1)!
    .slice(0, 10)
  const planned = new Map((await plannedOf(client, orgId, [empId], first, last)).map((one) => [one.day, one]))
  const shifts = await shiftsOfHouse(client, orgId)
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const own = planned.get(day)
    const shift = own?.shiftPkId ? shifts.get(own.shiftPkId) : undefined
    const span = shift
      ? shiftSpan(day, shift)
      : own || isWeekend(day)
        ? null
        : { from: `${day} 00:00:00`, to: `${addDays(day, 1)} 00:00:00` }
    if (span) for (const leave of leaves) sum += shareOf(span, leave)
  }
  return half(sum)
}

/** Of the year that a day lies in; `except` is the one that is asked for now. */
export async function annualOf(
  client: Client,
  orgId: string,
  empId: string,
  { day = dayText(), except = null }: { day?: string; except?: string | null } = {},
): Promise<AnnualData> {
  const year = Number(day.slice(0, 4))
  const hired = (await client.query<{ hired: string | null }>(HIRED, [orgId, empId])).rows[0]?.hired ?? null
  const leaves = await client.query<{ fromAt: string; toAt: string }>(ANNUAL, [
    orgId,
    empId,
    `${year}-01-01`,
    `${year}-12-31`,
    except,
  ])
  const used = await workDays(client, orgId, empId, leaves.rows)
  const years = hired === null ? null : year - Number(hired.slice(0, 4)) - (day.slice(5) < hired.slice(5) ? 1 : 0)
  const granted = years === null ? null : annualDays(years)
  return { year, years, granted, used, left: granted === null ? null : granted - used }
}

const EXCHANGES = `select x.applicant_day as "applicantDay", x.partner_day as "partnerDay" from shift_exchange x where x.org_id = $1
  and (x.applicant_id = $2 or x.partner_id = $2) and x.state in (${EXCHANGE_OPEN.map((one) => `'${one}'`).join(', ')})
  and (x.applicant_day between $3::date and $4::date or x.partner_day between $3::date and $4::date)`

/** What speaks against it without forbidding it. */
export async function warningsOf(
  client: Client,
  orgId: string,
  row: StoredAsk,
  days: readonly AskDay[],
  annual: AnnualData | null,
): Promise<string[]> {
  const found: string[] = []
  if (row.kind !== 'LEAVE' || row.state !== AskState.is.WAITING) return found
  const met = days.filter((one) => one.meets)
  if (met.length > 0 && row.leaveKind !== LeaveKind.is.OUTSIDE)
    found.push(
      `同意后空出 ${met.length} 个班次：${met.map((one) => `${one.day.slice(5)} ${one.shiftName}`).join('、')}`,
    )
  for (const one of met) if (one.free.length === 0) found.push(`${one.day.slice(5)} 同组没有休息的同事可以顶班`)
  if (annual !== null) {
    const asked = await workDays(client, orgId, row.empId, [{ fromAt: row.fromAt!, toAt: row.toAt! }])
    if (annual.left === null) found.push('员工档案没有入职日期，算不出年假天数')
    else if (asked > annual.left)
      found.push(
        `年假应休 ${annual.granted} 天，已休 ${annual.used} 天，这次 ${asked} 天，超出 ${asked - annual.left} 天`,
      )
  }
  const { from, to } = periodOf(row)
  const open = await client.query(EXCHANGES, [orgId, row.empId, from, to])
  if (open.rows.length > 0) found.push('这几天还有换班申请没有办完')
  return found
}
