// Leave: asked for, entered, agreed to, given back. What is agreed counts at once, and who plans hears of the shifts it leaves
// open.
import type { AskDetail, attendanceAsk } from '#contract/administration/attendanceAsk'
import { AskState, isOutside, LeaveKind } from '#contract/administration/attendanceWords'
import { addDays } from '#contract/administration/rosterRules'
import type { InputOf } from '#contract/kit/call'
import { DAY_MS, dayText, timeText } from '#contract/kit/clock'
import { invalid, Refusal } from '#contract/kit/refusal'
import { reckonDays } from '#server/areas/administration/attendanceRecord/reckon'
import { rosterChanged } from '#server/areas/administration/roster/rosterServes'
import { notify, peopleWith, staffFirst } from '#server/areas/platform/public'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { newId } from '#server/kit/ids'
import { daysOf, periodOf } from './askFacts.ts'
import { oneAsk, type StoredAsk } from './askSql.ts'
import { askDetail, decide, personOf, refuseClosed, tellAsked, withdraw, words } from './askWrite.ts'

type Calls = (typeof attendanceAsk)['calls']

/** Longer ones are asked for in parts; the longest leave by law is shorter. */
const MOST_DAYS = 190
const BACK_DAYS = 62
const AHEAD_DAYS = 400

onConstraint(
  'attendance_leave_once',
  () => new Refusal('INVALID_INPUT', { message: '这段时间已经有一条待审批或已同意的假，不能重叠' }),
)

const OVERLAP = `select l.kind, l.from_at as "fromAt", l.to_at as "toAt", l.state from attendance_leave l where l.org_id = $1 and l.emp_id = $2
  and l.state in ('${AskState.is.WAITING}', '${AskState.is.AGREED}') and l.from_at < $4 and l.to_at > $3 order by l.from_at limit 1`

function refuseTimes(fromAt: string, toAt: string): void {
  if (toAt <= fromAt) throw invalid('结束时间应晚于开始时间', 'toAt')
  const today = dayText()
  if (fromAt.slice(0, 10) < addDays(today, -BACK_DAYS)) throw invalid(`最多补请 ${BACK_DAYS} 天以内的假`, 'fromAt')
  if (toAt.slice(0, 10) > addDays(fromAt.slice(0, 10), MOST_DAYS))
    throw invalid(`一次最多请 ${MOST_DAYS} 天，更长的请分开申请`, 'toAt')
  if (fromAt.slice(0, 10) > addDays(today, AHEAD_DAYS)) throw invalid('开始时间太远了，请核对年份', 'fromAt')
}

export async function addLeave(
  tx: Tx,
  who: Caller,
  empId: string,
  input: InputOf<Calls['askLeave']>,
): Promise<AskDetail> {
  const { kind, fromAt, toAt } = input
  const person = await personOf(tx, who, empId)
  refuseTimes(fromAt, toAt)
  const place = input.place?.trim() || null
  if (isOutside(kind) && !place) throw invalid('外勤请写明地点', 'place')
  await refuseClosed(tx, fromAt, toAt)
  const overlap = await tx.client.query<{ kind: string; fromAt: string; toAt: string; state: string }>(OVERLAP, [
    tx.orgId,
    empId,
    fromAt,
    toAt,
  ])
  const other = overlap.rows[0]
  if (other)
    throw invalid(
      `与 ${other.fromAt.slice(0, 16)} 至 ${other.toAt.slice(0, 16)} 的${LeaveKind.label(other.kind as never)}（${AskState.label(other.state as never)}）重叠`,
      'fromAt',
    )
  const leaveId = newId()
  await tx.client.query(
    `insert into attendance_leave (org_id, leave_id, emp_id, kind, from_at, to_at, reason, place, files, asked_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      tx.orgId,
      leaveId,
      empId,
      kind,
      fromAt,
      toAt,
      input.reason.trim(),
      place,
      [...new Set(input.files ?? [])],
      who.userId,
    ],
  )
  const row = await oneAsk(tx.client, who, 'LEAVE', leaveId)
  tx.log({
    remark: `${empId === who.userId ? '申请' : `代${person.name}申请`}${words(row)}`,
    targetType: 'attendanceLeave',
    targetId: leaveId,
  })
  await tellAsked(tx, who, row)
  return askDetail(tx.client, who, 'LEAVE', leaveId)
}

/** The days whose result may be otherwise by it: those that have been, and the night before. */
export async function reckonLeave(tx: Tx, row: StoredAsk): Promise<void> {
  const { from, to } = periodOf(row)
  const today = timeText().slice(0, 10)
  const last = to < today ? to : today
  const days: { empId: string; day: string }[] = []
  for (let day = addDays(from, -1); day <= last; day = addDays(day, 1)) days.push({ empId: row.empId, day })
  if (days.length > 0) await reckonDays(tx, tx.orgId, days)
  // Whoever is away serves nobody meanwhile.
  const ahead = dayText(Date.now() + DAY_MS)
  if (from <= ahead && to >= today) rosterChanged(tx, tx.orgId, [from > today ? from : today], [row.empId])
}

const ROSTER_NEEDS = 'administration:roster:edit'
const ROSTER_ROUTE = '/administration/attendance/roster'

/** Who plans is told of the shifts that stand open now. */
async function tellPlanners(tx: Tx, who: Caller, row: StoredAsk): Promise<void> {
  if (isOutside(row.leaveKind!)) return
  const met = (await daysOf(tx.client, tx.orgId, row)).filter((one) => one.meets && one.day >= dayText())
  if (met.length === 0) return
  const people = await peopleWith(tx.client, tx.orgId, ROSTER_NEEDS, row.deptId)
  const planners = staffFirst(people.filter((one) => one.userId !== who.userId && one.userId !== row.empId))
  const free = met[0]!.free.slice(0, 6).join('、')
  await notify(
    tx,
    planners.map((one) => one.userId),
    {
      kind: 'approval',
      title: `${row.empName}请${LeaveKind.label(row.leaveKind!)}，空出 ${met.length} 个班次，请安排顶班`,
      content: `${met.map((one) => `${one.day.slice(5)} ${one.shiftName}`).join('、')}${free ? `。${met[0]!.day.slice(5)} 休息的同事：${free}` : ''}`,
      route: `${ROSTER_ROUTE}?month=${met[0]!.day.slice(0, 7)}`,
    },
  )
}

export const decideLeave = (tx: Tx, who: Caller, { leaveId, ...input }: InputOf<Calls['decideLeave']>) =>
  decide(tx, who, { ...input, kind: 'LEAVE', askId: leaveId }, async (row) => {
    await reckonLeave(tx, row)
    await tellPlanners(tx, who, row)
  })

export const withdrawLeave = (tx: Tx, who: Caller, { leaveId, version }: InputOf<Calls['withdrawLeave']>) =>
  withdraw(tx, who, { kind: 'LEAVE', askId: leaveId, version }, (row) => reckonLeave(tx, row))
