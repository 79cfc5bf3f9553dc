// Closing a month of attendance for pay, and opening it again by two people. Closing has the lock of the month alone: what is
// being clocked meanwhile is in its figures, or comes after them and leaves them as they are.
import {
  type AttendanceDifferenceData,
  type AttendanceMonthData,
  AttendanceMonthState,
  attendanceClose,
  CLOSE_NEEDS,
} from '#contract/administration/attendanceClose'
import { DAY_MS, dayText, momentOf, monthText } from '#contract/kit/clock'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { FIGURES_JSON, openRows, ROW_JSON } from '#server/areas/administration/attendanceRecord/monthSql'
import { reckonDays } from '#server/areas/administration/attendanceRecord/reckon'
import type { Client } from '#server/areas/administration/attendanceRecord/reckonFacts'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { newId } from '#server/kit/ids'
import { implement } from '#server/kit/implement'

onConstraint('attendance_closed', () => invalid('这个月的考勤已封账，不能再改；需要更正请先申请重开'))
onConstraint('attendance_close_one', () => new Refusal('STATE_NOT_ALLOWED', { state: '已封账', act: '再次封账' }))

const MONTHS = 12
const S = AttendanceMonthState.is

/** `$2`, `$3`: first and last month. A month is asked for by its first day. */
const LIST = `with months as (select to_char(d, 'YYYY-MM') as month, d::date as first, (d + interval '1 month')::date as upto
  from generate_series(($2 || '-01')::timestamp, ($3 || '-01')::timestamp, interval '1 month') d)
select m.month, c.close_id as "closeId", c.closed_name as "closedName", c.closed_at as "closedAt", c.asked_by as "askedBy", c.asked_name as "askedName",
  c.asked_at as "askedAt", c.ask_reason as "askReason", o.opened_name as "openedName", o.opened_at as "openedAt", o.close_id as "openedId",
  case when c.close_id is not null then jsonb_array_length(c.figures->'rows')
    else (select count(distinct r.emp_id) from attendance_record r where r.org_id = $1 and r.work_date >= m.first and r.work_date < m.upto) end::int as people,
  ((select count(*) from attendance_leave l where l.org_id = $1 and l.state = 'WAITING' and l.from_at < m.upto::timestamptz and l.to_at > m.first::timestamptz)
    + (select count(*) from attendance_correction k where k.org_id = $1 and k.state = 'WAITING' and k.work_date >= m.first and k.work_date < m.upto))::int as waiting
from months m
left join attendance_close c on c.org_id = $1 and c.month = m.month and c.opened_at is null
left join lateral (select x.* from attendance_close x where x.org_id = $1 and x.month = m.month and x.opened_at is not null
  order by x.opened_at desc limit 1) o on true
order by m.month desc`

interface Stored extends Omit<AttendanceMonthData, 'state' | 'differing' | 'can'> {
  askedBy: string | null
  openedId: string | null
}

/** What a close wrote down beside what the days say now; only who differs. */
const DIFFERENCES = `with was as (select f->>'empId' as emp_id, f->>'empName' as name, f->>'deptName' as dept, f->>'deptId' as dept_id, f as row
  from attendance_close c, jsonb_array_elements(c.figures->'rows') f where c.org_id = $1 and c.close_id = $3),
now as (select t.emp_id, t.emp_name as name, t.dept_name as dept, t.dept_id, ${FIGURES_JSON} as figures from (${openRows('$1::varchar', '$2::text')}) t)
select coalesce(n.emp_id, w.emp_id) as "empId", coalesce(n.name, w.name) as "empName", coalesce(n.dept, w.dept) as "deptName", w.row as closed, n.figures as now
from was w full join now n on n.emp_id = w.emp_id
where not coalesce(w.row @> n.figures, false) and ($4::text[] is null or coalesce(n.dept_id, w.dept_id) = any($4))
order by 3, 2`

const differencesOf = async (client: Client, who: Caller, month: string, closeId: string) =>
  (
    await client.query<AttendanceDifferenceData>({
      name: 'attendance_differences',
      text: DIFFERENCES,
      values: [who.orgId, month, closeId, who.deptIds],
    })
  ).rows

async function monthsOf(client: Client, who: Caller, from: string, to: string): Promise<AttendanceMonthData[]> {
  const found = await client.query<Stored>({ name: 'attendance_months', text: LIST, values: [who.orgId, from, to] })
  const now = monthText()
  const rows: AttendanceMonthData[] = []
  for (const { askedBy, openedId, ...row } of found.rows) {
    const state = row.closeId ? (askedBy ? S.ASKED : S.CLOSED) : row.month >= now ? S.RUNNING : S.OPEN
    const differing = !row.closeId && openedId ? (await differencesOf(client, who, row.month, openedId)).length : 0
    const can = [
      state === S.OPEN && who.may(CLOSE_NEEDS.close) && 'close',
      state === S.CLOSED && who.may(CLOSE_NEEDS.close) && 'ask',
      state === S.ASKED && who.may(CLOSE_NEEDS.reopen) && askedBy !== who.userId && 'reopen',
    ].filter((one): one is string => one !== false)
    rows.push({ ...row, state, differing, can })
  }
  return rows
}

const oneMonth = async (client: Client, who: Caller, month: string) => (await monthsOf(client, who, month, month))[0]!

const MEMBERS = `select m.emp_id as "empId", greatest(m.from_day, $2::date) as "fromDay", least(m.to_day, ($2::date + interval '1 month')::date) as "toDay"
from attendance_member m where m.org_id = $1 and m.from_day < ($2::date + interval '1 month')::date and (m.to_day is null or m.to_day > $2::date)`

/** Everybody's days of a month, so that nothing waits for the night. */
async function reckonMonth(tx: Tx, month: string): Promise<void> {
  const found = await tx.client.query<{ empId: string; fromDay: string; toDay: string }>(MEMBERS, [
    tx.orgId,
    `${month}-01`,
  ])
  const pairs = found.rows.flatMap(({ empId, fromDay, toDay }) => {
    const days = []
    for (let at = momentOf(fromDay); dayText(at) < toDay; at += DAY_MS) days.push({ empId, day: dayText(at) })
    return days
  })
  await reckonDays(tx, tx.orgId, pairs)
}

const LOCK = 'select pg_advisory_xact_lock(attendance_month_lock($1, $2))'
const CLOSE = `insert into attendance_close (org_id, close_id, month, closed_by, closed_name, figures)
select $1, $3, $2, $4, $5, jsonb_build_object('rows', coalesce((select jsonb_agg(${ROW_JSON} order by t.dept_name, t.pinyin, t.emp_id)
  from (${openRows('$1::varchar', '$2::text')}) t), '[]'::jsonb))`

async function closeMonth(tx: Tx, who: Caller, month: string, confirmed: string | null): Promise<AttendanceMonthData> {
  if (month >= monthText()) throw invalid(`${month} 还没有结束，月末后才能封账`, 'month')
  await tx.client.query(LOCK, [tx.orgId, month])
  const row = await oneMonth(tx.client, who, month)
  if (row.closeId)
    throw new Refusal('STATE_NOT_ALLOWED', { state: AttendanceMonthState.label(row.state), act: `再次封账 ${month}` })
  const what = `${month} 还有 ${row.waiting} 条请假或补卡待审批，封账后不再计入`
  if (row.waiting > 0 && confirmed !== what) throw new Refusal('NEEDS_CONFIRM', { what }, 'confirmed')
  await reckonMonth(tx, month)
  await tx.client.query(CLOSE, [tx.orgId, month, newId(), who.userId, tx.by.name])
  const closed = await oneMonth(tx.client, who, month)
  tx.log({
    remark: `${month} 考勤封账，${closed.people} 人${row.waiting > 0 ? `，${row.waiting} 条申请未审批` : ''}`,
    targetType: 'attendanceClose',
    targetId: closed.closeId!,
  })
  return closed
}

interface Held {
  month: string
  askedBy: string | null
  askedName: string | null
  opened: boolean
}
const HOLD = `select c.month, c.asked_by as "askedBy", c.asked_name as "askedName", c.opened_at is not null as opened from attendance_close c
where c.org_id = $1 and c.close_id = $2 for update`

async function hold(tx: Tx, closeId: string): Promise<Held> {
  const found = await tx.client.query<Held>(HOLD, [tx.orgId, closeId])
  const row = found.rows[0]
  if (!row) throw notFound('这次封账')
  if (row.opened) throw new Refusal('STATE_NOT_ALLOWED', { state: '已重开', act: '再次处理' })
  return row
}

async function askReopen(tx: Tx, who: Caller, closeId: string, reason: string): Promise<AttendanceMonthData> {
  const row = await hold(tx, closeId)
  if (row.askedBy) throw new Refusal('STATE_NOT_ALLOWED', { state: `${row.askedName}已申请重开`, act: '再次申请' })
  await tx.client.query(
    'update attendance_close c set asked_by = $3, asked_name = $4, asked_at = now(), ask_reason = $5 where c.org_id = $1 and c.close_id = $2',
    [tx.orgId, closeId, who.userId, tx.by.name, reason.trim()],
  )
  tx.log({ remark: `申请重开 ${row.month} 考勤：${reason.trim()}`, targetType: 'attendanceClose', targetId: closeId })
  return oneMonth(tx.client, who, row.month)
}

async function decide(tx: Tx, who: Caller, closeId: string, agree: boolean): Promise<AttendanceMonthData> {
  const row = await hold(tx, closeId)
  if (!row.askedBy) throw new Refusal('STATE_NOT_ALLOWED', { state: '已封账', act: '重开，还没有人申请' })
  if (agree && row.askedBy === who.userId) throw invalid('重开须由另一个人同意')
  await tx.client.query(
    agree
      ? 'update attendance_close c set opened_by = $3, opened_name = $4, opened_at = now() where c.org_id = $1 and c.close_id = $2'
      : 'update attendance_close c set asked_by = null, asked_name = null, asked_at = null, ask_reason = null where c.org_id = $1 and c.close_id = $2',
    agree ? [tx.orgId, closeId, who.userId, tx.by.name] : [tx.orgId, closeId],
  )
  if (agree) await reckonMonth(tx, row.month)
  tx.log({
    remark: `${agree ? '同意' : '不同意'}${row.askedName}重开 ${row.month} 考勤`,
    targetType: 'attendanceClose',
    targetId: closeId,
  })
  return oneMonth(tx.client, who, row.month)
}

const LAST_OPENED = `select c.close_id as id from attendance_close c where c.org_id = $1 and c.month = $2 and c.opened_at is not null
order by c.opened_at desc limit 1`

const monthsBefore = (month: string, by: number) => {
  const at = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 - by, 1))
  return at.toISOString().slice(0, 7)
}

export default implement(attendanceClose, {
  list: (_, who) => monthsOf(who.app.pool, who, monthsBefore(monthText(), MONTHS - 1), monthText()),
  close: ({ month, confirmed }, who) => who.tx((tx) => closeMonth(tx, who, month, confirmed ?? null)),
  ask: ({ closeId, reason }, who) => who.tx((tx) => askReopen(tx, who, closeId, reason)),
  reopen: ({ closeId }, who) => who.tx((tx) => decide(tx, who, closeId, true)),
  refuse: ({ closeId }, who) => who.tx((tx) => decide(tx, who, closeId, false)),
  differences: async ({ month }, who) => {
    const last = (await who.app.pool.query<{ id: string }>(LAST_OPENED, [who.orgId, month])).rows[0]
    return last ? differencesOf(who.app.pool, who, month, last.id) : []
  },
})
