// The days behind a month of somebody, and who is here at this moment.

import {
  type AttendanceDayData,
  type AttendanceFiguresData,
  type AttendanceNowData,
  type AttendancePartData,
  type attendanceRecord,
  FIGURES,
  NowState,
  type NowStateValue,
} from '#contract/administration/attendanceRecord'
import { AttendanceResult, isOutside } from '#contract/administration/attendanceWords'
import type { DataOf, InputOf } from '#contract/kit/call'
import { dayText, momentOf, monthText, timeText } from '#contract/kit/clock'
import { notFound } from '#contract/kit/refusal'
import { STAFF_GONE } from '#contract/platform/staff'
import { nameFilter } from '#server/areas/administration/clock/clockRead'
import type { Caller } from '#server/kit/caller'
import { writeSheet, XLSX_MIME } from '#server/kit/excel'
import type { FileAnswer } from '#server/kit/implement'
import { conditionsOf } from '#server/kit/page'
import { inDepts } from '#server/kit/tenant'
import { closeOf } from './monthRead.ts'
import { figuresOf } from './monthSql.ts'
import { type ReckonedRow, reckoned } from './reckon.ts'
import { dayAfter } from './reckonFacts.ts'

type Calls = (typeof attendanceRecord)['calls']

const PERSON = `select e.emp_name as "empName", d.dept_name as "deptName" from employee e
left join dept d on d.org_id = e.org_id and d.dept_id = e.dept_id where e.org_id = $1 and e.emp_id = $2 and ${inDepts('e', '$3')}`
const SPAN = `r.org_id = $1 and r.emp_id = $2 and r.work_date >= $3::date and r.work_date < ($3::date + interval '1 month')::date`
const PARTS = `select r.work_date as day, r.part, r.shift_name as "shiftName", r.plan_on as "planOn", r.plan_off as "planOff", r.actual_on as "actualOn",
  r.actual_off as "actualOff", r.on_result as "onResult", r.off_result as "offResult", r.due, r.present, r.night, r.late_min as "lateMin",
  r.early_min as "earlyMin", r.overtime_min as "overtimeMin", r.worked_min as "workedMin", r.leave_min as "leaveMin", r.leave_kind as "leaveKind",
  r.corrected, r.outside, r.remark
from attendance_record r where ${SPAN} order by r.work_date, r.part`
const SUMS = figuresOf(SPAN.replaceAll('r.', 'x.'))
const PUNCHES = `select p.at, p.source, p.place_name as "placeName", p.outside, p.photo, p.said_at as "saidAt" from clock_punch p
where p.org_id = $1 and p.emp_id = $2 and p.at >= $3::date::timestamptz and p.at < ($3::date + interval '1 month' + interval '1 day')::timestamptz
order by p.at, p.punch_id`
const HOLIDAYS = `select h.day, h.kind, h.name from attendance_holiday h where h.org_id = $1 and h.day >= $2::date and h.day < ($2::date + interval '1 month')::date`

const NONE = Object.fromEntries(FIGURES.map((one) => [one, 0])) as AttendanceFiguresData

type Punch = AttendanceDayData['punches'][number]

/** A punch stands with the day whose times it gave, or else with the day it was made on. */
function punchesOf(
  day: string,
  parts: readonly AttendancePartData[],
  punches: readonly Punch[],
  taken: Set<string>,
): Punch[] {
  const counted = new Set(parts.flatMap((part) => [part.actualOn, part.actualOff]))
  return punches.filter((one) => {
    const own = counted.has(one.at) || (one.at.slice(0, 10) === day && !taken.has(one.at))
    if (own) taken.add(one.at)
    return own
  })
}

export async function personDays(who: Caller, q: InputOf<Calls['days']>): Promise<DataOf<Calls['days']>> {
  const { pool } = who.app
  const month = q.month || monthText()
  const first = `${month}-01`
  const read = async <T extends object>(name: string, text: string, values: unknown[]) =>
    (await pool.query<T>({ name: `attendance_${name}`, text, values })).rows
  const [person] = await read<{ empName: string; deptName: string | null }>('person', PERSON, [
    who.orgId,
    q.empId,
    who.deptIds,
  ])
  if (!person) throw notFound('员工')
  const values = [who.orgId, q.empId, first]
  const parts = await read<AttendancePartData & { day: string }>('parts', PARTS, values)
  const punches = await read<Punch>('day_punches', PUNCHES, values)
  const holidays = new Map(
    (
      await read<{ day: string; kind: 'HOLIDAY' | 'WORKDAY'; name: string }>('holidays', HOLIDAYS, [who.orgId, first])
    ).map((one) => [one.day, { kind: one.kind, name: one.name }]),
  )
  const [sums] = await read<AttendanceFiguresData>('day_sums', SUMS, values)
  const taken = new Set<string>()
  const days: AttendanceDayData[] = []
  for (let day = first; day.slice(0, 7) === month; day = dayAfter(day)) {
    const own = parts.filter((one) => one.day === day)
    days.push({ day, holiday: holidays.get(day) ?? null, parts: own, punches: punchesOf(day, own, punches, taken) })
  }
  const closed = (await closeOf(pool, who.orgId, month)) !== null
  return { empId: q.empId, ...person, month, closed, sums: sums ?? NONE, days }
}

export async function daysBook(who: Caller, q: InputOf<Calls['daysExcel']>): Promise<FileAnswer> {
  const { days, empName, month, deptName } = await personDays(who, q)
  type Line = AttendancePartData & { day: string; clocked: string }
  const rows = days.flatMap(({ day, parts, punches }) =>
    parts.map((part): Line => ({ ...part, day, clocked: punches.map((one) => one.at.slice(11, 16)).join(' ') })),
  )
  const at = (field: 'planOn' | 'planOff' | 'actualOn' | 'actualOff') => (row: Line) => row[field]?.slice(0, 16) ?? ''
  const content = await writeSheet<Line>({
    title: '考勤明细',
    above: [`${who.orgName} 考勤明细 ${empName} ${deptName ?? ''} ${month}`],
    columns: [
      { title: '日期', value: 'day', as: 'date' },
      { title: '班次', value: 'shiftName', width: 12 },
      { title: '应上班', value: at('planOn') },
      { title: '上班打卡', value: at('actualOn') },
      { title: '上班', value: (row) => AttendanceResult.label(row.onResult), width: 8 },
      { title: '应下班', value: at('planOff') },
      { title: '下班打卡', value: at('actualOff') },
      { title: '下班', value: (row) => AttendanceResult.label(row.offResult), width: 8 },
      { title: '迟到分钟', value: 'lateMin', as: 'int' },
      { title: '早退分钟', value: 'earlyMin', as: 'int' },
      { title: '请假分钟', value: 'leaveMin', as: 'int' },
      { title: '加班分钟', value: 'overtimeMin', as: 'int' },
      { title: '出勤分钟', value: 'workedMin', as: 'int' },
      { title: '打卡', value: 'clocked', width: 24 },
      { title: '备注', value: (row) => [row.corrected && '补卡', row.remark].filter(Boolean).join('，') },
    ],
    rows,
  })
  return { name: `考勤明细-${empName}-${month}.xlsx`, mime: XLSX_MIME, content }
}

const S = NowState.is
const R = AttendanceResult.is

/** How a person stands by one part of a day, at a moment. */
export function standing(row: ReckonedRow, now: number): { state: NowStateValue; minutes: number } {
  const { planOn, planOff, actualOn, actualOff, lateMin } = row
  if (row.onResult === R.leave && row.offResult === R.leave) return { state: S.LEAVE, minutes: 0 }
  if (row.onResult === R.rest || (row.onResult === R.overtime && row.offResult === R.overtime))
    return { state: S.REST, minutes: 0 }
  if (actualOn === null && row.onResult === R.outside && row.leaveKind !== null && isOutside(row.leaveKind)) {
    return { state: now < (planOff ?? now + 1) ? S.OUTSIDE : S.GONE, minutes: 0 }
  }
  if (actualOff !== null && (planOff === null || now >= planOff || row.offResult === R.early))
    return { state: S.GONE, minutes: 0 }
  if (actualOn !== null) {
    if (planOff !== null && now > planOff) return { state: S.OPEN_END, minutes: Math.floor((now - planOff) / 60_000) }
    return lateMin > 0 || row.onResult === R.absent
      ? { state: S.LATE, minutes: lateMin }
      : { state: S.HERE, minutes: 0 }
  }
  if (row.onResult === R.leave) return { state: S.LEAVE, minutes: 0 }
  if (planOn === null || now <= planOn) return { state: S.LATER, minutes: 0 }
  return { state: S.MISSING, minutes: Math.floor((Math.min(now, planOff ?? now) - planOn) / 60_000) }
}

const ORDER: readonly NowStateValue[] = NowState.list.map((one) => one.value)
const URGENT: readonly NowStateValue[] = [S.MISSING, S.LATE, S.OPEN_END]
const rank = (state: NowStateValue) =>
  URGENT.includes(state) ? URGENT.indexOf(state) : URGENT.length + ORDER.indexOf(state)

interface Member {
  empId: string
  empName: string
  deptName: string | null
  groupName: string | null
}

/** The part that is on, or the next one, or the last; a night of yesterday that still goes on comes before today's. */
function partNow(rows: readonly ReckonedRow[], day: string, now: number): ReckonedRow | null {
  const night = rows.find((row) => row.day < day && row.planOff !== null && row.planOff > now)
  if (night) return night
  const own = rows.filter((row) => row.day === day)
  return own.find((row) => row.planOff !== null && row.planOff > now) ?? own.at(-1) ?? null
}

export async function whoIsHere(
  who: Caller,
  q: InputOf<Calls['now']>,
  nowMs = Date.now(),
): Promise<DataOf<Calls['now']>> {
  const { pool } = who.app
  const today = dayText(nowMs)
  const day = q.day || today
  // A day gone by is looked at from its end.
  const now = day < today ? Math.min(nowMs, momentOf(dayAfter(day, 1)) + 12 * 3_600_000) : nowMs
  const { where, values } = conditionsOf([
    ['m.org_id = ?', who.orgId],
    ['m.from_day <= ?::date', day],
    ['(m.to_day is null or m.to_day > ?::date)', day],
    ['e.dept_id = any(?::text[])', who.deptIds],
    ['e.status <> all(?::int[])', STAFF_GONE],
    nameFilter(q.keyword),
    ['e.dept_id = ?', q.deptId],
    ['m.attendance_group_pk_id = ?', q.attendanceGroupPkId],
  ])
  const members = await pool.query<Member>(
    `select m.emp_id as "empId", e.emp_name as "empName", d.dept_name as "deptName", g.name as "groupName"
    from attendance_member m join employee e on e.org_id = m.org_id and e.emp_id = m.emp_id
      join attendance_group g on g.org_id = m.org_id and g.attendance_group_pk_id = m.attendance_group_pk_id
      left join dept d on d.org_id = e.org_id and d.dept_id = e.dept_id
    where ${where} order by d.sort, g.name, m.sort, e.pinyin, m.emp_id`,
    values,
  )
  const days = day === today ? [dayAfter(day, -1), day] : [day]
  const pairs = members.rows.flatMap(({ empId }) => days.map((one) => ({ empId, day: one })))
  const rows = await reckoned(pool, who.orgId, pairs, nowMs)
  const byPerson = new Map<string, ReckonedRow[]>()
  for (const row of rows) byPerson.set(row.empId, [...(byPerson.get(row.empId) ?? []), row])
  const timed = (ms: number | null) => (ms === null ? null : timeText(ms))
  const shown = members.rows.map((member): AttendanceNowData => {
    const row = partNow(byPerson.get(member.empId) ?? [], day, now)
    const { state, minutes } = row ? standing(row, now) : { state: S.REST, minutes: 0 }
    return {
      ...member,
      day: row?.day ?? day,
      shiftName: row?.shiftName ?? null,
      planOn: timed(row?.planOn ?? null),
      planOff: timed(row?.planOff ?? null),
      actualOn: timed(row?.actualOn ?? null),
      actualOff: timed(row?.actualOff ?? null),
      state,
      minutes,
    }
  })
  const counts = NowState.list.map(({ value }) => ({
    state: value,
    count: shown.filter((one) => one.state === value).length,
  }))
  return { day, at: timeText(nowMs), counts, rows: shown.toSorted((a, b) => rank(a.state) - rank(b.state)) }
}
