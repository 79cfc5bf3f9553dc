// The sums of a month by person, counted in this one place: for page, Excel, close and what differs from a close. A closed
// month is read from what was written down.
import { FIGURES } from '#contract/administration/attendanceRecord'
import { AttendanceResult } from '#contract/administration/attendanceWords'

const R = AttendanceResult.is

const count = (result: number) =>
  `coalesce(sum(coalesce((r.on_result = ${result})::int, 0) + coalesce((r.off_result = ${result})::int, 0)), 0)::int`
const sum = (column: string) => `coalesce(sum(r.${column}), 0)::int`

/** A day is due when its shift has begun or something is known of it: nobody lacks this evening in the morning. */
const BEGUN = (r: string) =>
  `(${r}.due and (${r}.plan_on <= now() or ${r}.actual_on is not null or ${r}.on_result is not null or ${r}.off_result is not null))`

/** Days are counted once, whatever their parts: the first part says that a day is due, any part that somebody was there. */
const COUNTED: Record<(typeof FIGURES)[number], string> = {
  due: `count(distinct r.work_date) filter (where ${BEGUN('r')})::int`,
  present: 'count(distinct r.work_date) filter (where r.present and r.was_due)::int',
  late: count(R.late),
  lateMin: sum('late_min'),
  early: count(R.early),
  earlyMin: sum('early_min'),
  missing: count(R.missing),
  absent: `count(distinct r.work_date) filter (where r.on_result = ${R.absent} or r.off_result = ${R.absent})::int`,
  leaveMin: sum('leave_min'),
  overtimeMin: sum('overtime_min'),
  nights: 'count(distinct r.work_date) filter (where r.night)::int',
  workedMin: sum('worked_min'),
}

/** `record r` is the days of the period; from it the figures of each person. */
export const figuresOf = (
  records: string,
) => `select r.emp_id, ${FIGURES.map((one) => `${COUNTED[one]} as "${one}"`).join(', ')}
from (select x.*, bool_or(${BEGUN('x')}) over (partition by x.emp_id, x.work_date) as was_due from attendance_record x where ${records}) r
group by r.emp_id`

const JOBS = `(select string_agg(j.job_name, '、' order by j.job_name) from employee_job ej join job j on j.org_id = ej.org_id and j.job_id = ej.job_id
  where ej.org_id = e.org_id and ej.emp_id = e.emp_id)`
const GROUPS = `(select string_agg(distinct g.name, '、') from attendance_member m join attendance_group g on g.org_id = m.org_id
  and g.attendance_group_pk_id = m.attendance_group_pk_id where m.org_id = e.org_id and m.emp_id = e.emp_id
  and m.from_day < MONTH_END and (m.to_day is null or m.to_day > MONTH_START))`
const GROUP_IDS = `(select coalesce(array_agg(distinct m.attendance_group_pk_id), '{}') from attendance_member m where m.org_id = e.org_id and m.emp_id = e.emp_id
  and m.from_day < MONTH_END and (m.to_day is null or m.to_day > MONTH_START))`

const columns = FIGURES.map((one) => `f."${one}"`).join(', ')
const typed = FIGURES.map((one) => `"${one}" int`).join(', ')

/** Rows of the month as it stands; `org` and `month` are places of the statement (`yyyy-MM`). */
export function openRows(org: string, month: string): string {
  const start = `(${month} || '-01')::date`
  const end = `((${month} || '-01')::date + interval '1 month')::date`
  const of = (text: string) => text.replaceAll('MONTH_START', start).replaceAll('MONTH_END', end)
  return `select e.org_id, e.emp_id, e.emp_name, e.pinyin, e.initials, e.dept_id, d.dept_name, ${JOBS} as job_name, ${of(GROUPS)} as group_name,
    ${of(GROUP_IDS)} as group_ids, ${columns}
  from (${figuresOf(`x.org_id = ${org} and x.work_date >= ${start} and x.work_date < ${end}`)}) f
  join employee e on e.org_id = ${org} and e.emp_id = f.emp_id left join dept d on d.org_id = e.org_id and d.dept_id = e.dept_id`
}

/** The same columns from what a close has written down. */
export const closedRows = (
  org: string,
  closeId: string,
) => `select c.org_id, f."empId" as emp_id, f."empName" as emp_name, coalesce(f.pinyin, '') as pinyin,
    coalesce(f.initials, '') as initials, f."deptId" as dept_id, f."deptName" as dept_name, f."jobName" as job_name, f."groupName" as group_name,
    coalesce(f."groupIds", '{}') as group_ids, ${columns}
  from attendance_close c, jsonb_to_recordset(c.figures->'rows') as f("empId" text, "empName" text, pinyin text, initials text, "deptId" text, "deptName" text,
    "jobName" text, "groupName" text, "groupIds" text[], ${typed})
  where c.org_id = ${org} and c.close_id = ${closeId}`

/** What a close writes down. */
export const ROW_JSON = `jsonb_build_object('empId', t.emp_id, 'empName', t.emp_name, 'pinyin', t.pinyin, 'initials', t.initials, 'deptId', t.dept_id,
  'deptName', t.dept_name, 'jobName', t.job_name, 'groupName', t.group_name, 'groupIds', t.group_ids, ${FIGURES.map((one) => `'${one}', t."${one}"`).join(', ')})`

export const FIGURES_JSON = `jsonb_build_object(${FIGURES.map((one) => `'${one}', t."${one}"`).join(', ')})`
