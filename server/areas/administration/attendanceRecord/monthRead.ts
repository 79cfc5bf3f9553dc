// The statistics of a month: who, with what sums. Of a closed month it is what was written down, whatever came later.
import {
  type AttendanceFiguresData,
  type AttendanceRowData,
  type attendanceRecord,
  FIGURES,
  OnlyTrouble,
} from '#contract/administration/attendanceRecord'
import type { DataOf, InputOf } from '#contract/kit/call'
import { monthText, timeText } from '#contract/kit/clock'
import { nameFilter } from '#server/areas/administration/clock/clockRead'
import type { Caller } from '#server/kit/caller'
import { writeSheet, XLSX_MIME } from '#server/kit/excel'
import type { FileAnswer } from '#server/kit/implement'
import { conditionsOf, type Filter, type ListPlan, pageOfRows } from '#server/kit/page'
import { closedRows, openRows } from './monthSql.ts'
import type { Client } from './reckonFacts.ts'

type Calls = (typeof attendanceRecord)['calls']
type Query = InputOf<Calls['sums']>

export interface MonthClosed {
  closeId: string
  closedName: string
  closedAt: string
}

const CLOSED = `select c.close_id as "closeId", c.closed_name as "closedName", c.closed_at as "closedAt" from attendance_close c
where c.org_id = $1 and c.month = $2 and c.opened_at is null`

export async function closeOf(client: Client, orgId: string, month: string): Promise<MonthClosed | null> {
  const found = await client.query<MonthClosed>({ name: 'attendance_closed', text: CLOSED, values: [orgId, month] })
  return found.rows[0] ?? null
}

const RATE = (present: string, due: string) => `round(100.0 * ${present} / nullif(${due}, 0), 1)::float8`
const SELECT = `t.emp_id as "empId", t.emp_name as "empName", t.dept_id as "deptId", t.dept_name as "deptName", t.job_name as "jobName",
  t.group_name as "groupName", ${RATE('t.present', 't.due')} as rate, ${FIGURES.map((one) => `t."${one}"`).join(', ')}`

const filtersOf = (who: Caller, q: Query): Filter[] => {
  const [name, typed] = nameFilter(q.keyword)
  return [
    ['t.org_id = ?', who.orgId],
    ['t.dept_id = any(?::text[])', who.deptIds],
    [
      name
        .replaceAll('e.emp_name', 't.emp_name')
        .replaceAll('e.initials', 't.initials')
        .replaceAll('e.pinyin', 't.pinyin'),
      typed,
    ],
    ['t.dept_id = ?', q.deptId],
    ['? = any(t.group_ids)', q.attendanceGroupPkId],
    ['(t.late + t.early + t.missing + t.absent > 0) = (? = 1)', q.trouble === OnlyTrouble.is.yes ? 1 : null],
  ]
}

interface Source {
  from: string
  given: [string, string]
  closed: MonthClosed | null
  month: string
}

async function sourceOf(client: Client, who: Caller, wanted: string | null | undefined): Promise<Source> {
  const month = wanted || monthText()
  const closed = await closeOf(client, who.orgId, month)
  const rows = closed ? closedRows('@{1}::varchar', '@{2}::varchar') : openRows('@{1}::varchar', '@{2}::text')
  return { from: `(${rows}) t`, given: [who.orgId, closed?.closeId ?? month], closed, month }
}

const planOf = (who: Caller, q: Query, source: Source): ListPlan => ({
  from: source.from,
  key: 'emp_id',
  select: SELECT,
  given: source.given,
  filters: filtersOf(who, q),
  sorts: {
    empName: 't.pinyin',
    deptName: 't.dept_name',
    rate: `coalesce(${RATE('t.present', 't.due')}, 0)`,
    ...Object.fromEntries(FIGURES.map((one) => [one, `t."${one}"`])),
  },
  defaultSort: 't.dept_name, t.pinyin',
})

export async function listMonth(who: Caller, q: InputOf<Calls['list']>) {
  const { pool } = who.app
  return pageOfRows<AttendanceRowData>(pool, planOf(who, q, await sourceOf(pool, who, q.month)), q)
}

export async function sumsOf(who: Caller, q: Query): Promise<DataOf<Calls['sums']>> {
  const { pool } = who.app
  const source = await sourceOf(pool, who, q.month)
  const { where, values } = conditionsOf(filtersOf(who, q))
  const places = source.given.map((one) => `$${values.push(one)}`)
  const from = source.from.replace(/@\{(\d)\}/g, (_, at: string) => places[Number(at) - 1]!)
  const found = await pool.query<AttendanceFiguresData & { people: number }>(
    `select count(*)::int as people, ${FIGURES.map((one) => `coalesce(sum(t."${one}"), 0)::int as "${one}"`).join(', ')} from ${from} where ${where}`,
    values,
  )
  const sums = found.rows[0]!
  return {
    ...sums,
    month: source.month,
    rate: sums.due > 0 ? Math.round((1000 * sums.present) / sums.due) / 10 : null,
    closedName: source.closed?.closedName ?? null,
    closedAt: source.closed?.closedAt ?? null,
  }
}

const hours = (minutes: number) => Math.round(minutes / 6) / 10
const MOST = 5000

export async function monthBook(who: Caller, q: Query): Promise<FileAnswer> {
  const sums = await sumsOf(who, q)
  const { list } = await listMonth(who, { ...q, page: 1, size: MOST })
  type Line = Partial<AttendanceRowData> & AttendanceFiguresData
  const total: Line = { ...sums, empName: `合计 ${sums.people} 人`, rate: sums.rate }
  const content = await writeSheet<Line>({
    title: '考勤统计',
    above: [
      `${who.orgName} 考勤统计 ${sums.month}`,
      `${sums.closedAt ? `已封账：${sums.closedName} ${sums.closedAt.slice(0, 16)}` : '未封账，仅供核对'}　制表：${who.empName ?? ''} ${timeText().slice(0, 16)}`,
    ],
    columns: [
      { title: '姓名', value: 'empName', width: 14 },
      { title: '部门', value: 'deptName' },
      { title: '岗位', value: 'jobName' },
      { title: '考勤组', value: 'groupName' },
      { title: '应出勤天', value: 'due', as: 'int' },
      { title: '实出勤天', value: 'present', as: 'int' },
      { title: '出勤率%', value: 'rate', as: 'number' },
      { title: '迟到次', value: 'late', as: 'int' },
      { title: '迟到分钟', value: 'lateMin', as: 'int' },
      { title: '早退次', value: 'early', as: 'int' },
      { title: '早退分钟', value: 'earlyMin', as: 'int' },
      { title: '缺卡', value: 'missing', as: 'int' },
      { title: '旷工天', value: 'absent', as: 'int' },
      { title: '请假小时', value: (row) => hours(row.leaveMin), as: 'number' },
      { title: '加班小时', value: (row) => hours(row.overtimeMin), as: 'number' },
      { title: '夜班数', value: 'nights', as: 'int' },
    ],
    rows: [...list, total],
  })
  return { name: `考勤统计-${sums.month}.xlsx`, mime: XLSX_MIME, content }
}
