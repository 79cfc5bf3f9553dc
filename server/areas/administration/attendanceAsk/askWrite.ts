// Asking, deciding and withdrawing, the same for leave and corrections: locked, by the table of moves, in no closed month, with
// its messages. Who decides is neither who asked nor whom it is about.
import { type AskDetail, type AskKindValue, askNeeds, attendanceAsk } from '#contract/administration/attendanceAsk'
import { type AskMove, AskState, askMoves, ClockSide, LeaveKind } from '#contract/administration/attendanceWords'
import { lengthWords } from '#contract/administration/leaveSpan'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { notify, peopleWith, staffFirst } from '#server/areas/platform/public'
import type { Caller, Tx } from '#server/kit/caller'
import { refuseStale } from '#server/kit/editing'
import { annualOf, daysOf, periodOf, punchesOf, warningsOf } from './askFacts.ts'
import { canOf, oneAsk, type StoredAsk, shownAsk } from './askSql.ts'

const ROUTE = attendanceAsk.pages.list.path
export const routeOf = (row: Pick<StoredAsk, 'kind' | 'askId'>) =>
  `${ROUTE}?view=all&kind=${row.kind}&askId=${row.askId}`
/** People without the list read it on their own page. */
export const OWN_ROUTE = '/administration/attendance/mine'

export async function askDetail(
  client: Tx['client'] | Caller['app']['pool'],
  who: Caller,
  kind: AskKindValue,
  askId: string,
): Promise<AskDetail> {
  const row = await oneAsk(client, who, kind, askId)
  const days = await daysOf(client, who.orgId, row)
  const punches = kind === 'CORRECTION' ? await punchesOf(client, who.orgId, row) : []
  const annual =
    row.leaveKind === LeaveKind.is.ANNUAL
      ? await annualOf(client, who.orgId, row.empId, { day: row.fromAt!.slice(0, 10), except: row.askId })
      : null
  const warnings = await warningsOf(client, who.orgId, row, days, annual)
  return { ...shownAsk(row, who), days, punches, annual, warnings }
}

/** What it is, for messages and the log: 事假 11-20 08:00 至 11-21 08:00 */
export function words(row: StoredAsk): string {
  if (row.kind === 'LEAVE')
    return `${LeaveKind.label(row.leaveKind!)} ${row.fromAt!.slice(5, 16)} 至 ${row.toAt!.slice(5, 16)}（${lengthWords(row.fromAt!, row.toAt!)}）`
  return `${row.workDate!.slice(5)} ${ClockSide.label(row.side as never)}补卡 ${row.at!.slice(11, 16)}`
}

const CLOSED = `select min(c.month) as month from attendance_close c where c.org_id = $1 and c.opened_at is null and c.month = any($2)`

/** Closing a month takes the same lock alone: what is written now is in its figures, or is refused here. */
export async function refuseClosed(tx: Tx, from: string, to: string): Promise<void> {
  const months: string[] = []
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = nextMonth(month)) months.push(month)
  await tx.client.query(
    'select pg_advisory_xact_lock_shared(attendance_month_lock($1, m.month)) from unnest($2::text[]) as m(month)',
    [tx.orgId, months],
  )
  const found = await tx.client.query<{ month: string | null }>(CLOSED, [tx.orgId, months])
  const month = found.rows[0]?.month
  if (month) throw invalid(`${month} 的考勤已经月结，不能再申请或审批；确需更改请先重新打开这个月`)
}

function nextMonth(month: string): string {
  const [year, at] = month.split('-').map(Number) as [number, number]
  return at === 12 ? `${year + 1}-01` : `${year}-${String(at + 1).padStart(2, '0')}`
}

export interface Named {
  userId: string
  name: string
  deptId: string | null
}

const PERSON = `select a.user_id as "userId", coalesce(e.emp_name, a.user_name) as name, e.dept_id as "deptId", a.user_status as status
from account a left join employee e on e.org_id = a.org_id and e.emp_id = a.user_id where a.org_id = $1 and a.user_id = $2`

/** Oneself, or somebody of the caller's departments. */
export async function personOf(tx: Tx, who: Caller, empId: string): Promise<Named> {
  const found = await tx.client.query<Named & { status: number }>({
    name: 'ask_person',
    text: PERSON,
    values: [tx.orgId, empId],
  })
  const person = found.rows[0]
  const seen =
    empId === who.userId || who.deptIds === null || person?.deptId == null || who.deptIds.includes(person.deptId)
  if (!person || !seen) throw notFound('这位员工')
  return person
}

export function tellChanged(tx: Tx, row: Pick<StoredAsk, 'askId' | 'empId' | 'askedBy'>, deciders: readonly string[]) {
  const userIds = [...new Set([row.empId, row.askedBy, ...deciders])]
  tx.emit(attendanceAsk.events.changed, { askId: row.askId }, { userIds })
}

export async function decidersOf(tx: Tx, row: StoredAsk): Promise<string[]> {
  const people = await peopleWith(tx.client, tx.orgId, askNeeds.decide, row.deptId)
  return people.map((one) => one.userId)
}

/** Who decides hears of what waits for them; administrators only where there is nobody else. */
export async function tellAsked(tx: Tx, who: Caller, row: StoredAsk): Promise<void> {
  const people = await peopleWith(tx.client, tx.orgId, askNeeds.decide, row.deptId)
  const others = people.filter((one) => one.userId !== row.empId && one.userId !== row.askedBy)
  await notify(
    tx,
    staffFirst(others).map((one) => one.userId),
    {
      kind: 'approval',
      title: `${row.empName}申请${words(row)}`,
      content: `${row.reason}${row.askedBy === row.empId ? '' : `　由${who.empName}代填`}`,
      route: routeOf(row),
    },
  )
  if (row.askedBy !== row.empId)
    await notify(tx, [row.empId], {
      kind: 'approval',
      title: `${who.empName}替您填了${words(row)}，待审批`,
      content: row.reason,
      route: OWN_ROUTE,
    })
  tellChanged(
    tx,
    row,
    people.map((one) => one.userId),
  )
}

const LOCKS: Readonly<Record<AskKindValue, string>> = {
  LEAVE: 'select 1 from attendance_leave t where t.org_id = $1 and t.leave_id = $2 for update',
  CORRECTION: 'select 1 from attendance_correction t where t.org_id = $1 and t.correction_id = $2 for update',
}
const MOVES: Readonly<Record<AskKindValue, string>> = {
  LEAVE: `update attendance_leave set state = $3, decided_by = $4::varchar, decided_name = $5, decided_at = case when $4::varchar is null then null else now() end,
    decide_note = $6, version = version + 1 where org_id = $1 and leave_id = $2`,
  CORRECTION: `update attendance_correction set state = $3, decided_by = $4::varchar, decided_name = $5,
    decided_at = case when $4::varchar is null then null else now() end, decide_note = $6, version = version + 1
    where org_id = $1 and correction_id = $2`,
}
const TABLES: Readonly<Record<AskKindValue, string>> = { LEAVE: 'attendanceLeave', CORRECTION: 'attendanceCorrection' }

async function held(tx: Tx, who: Caller, kind: AskKindValue, askId: string, version: number | null | undefined) {
  await tx.client.query(LOCKS[kind], [tx.orgId, askId])
  const row = await oneAsk(tx.client, who, kind, askId)
  await refuseStale(tx, askId, version, row.version)
  return row
}

async function turn(tx: Tx, row: StoredAsk, move: AskMove, decision: { by: Caller; note: string | null } | null) {
  const to = askMoves.next(row.state, move, AskState.label)
  await tx.client.query(MOVES[row.kind], [
    tx.orgId,
    row.askId,
    to,
    decision?.by.userId ?? null,
    decision?.by.empName ?? null,
    decision?.note ?? null,
  ])
  tx.log({
    remark: `${askMoves.moves[move].title}${row.empName}的${words(row)}${decision?.note ? `：${decision.note}` : ''}`,
    targetType: TABLES[row.kind],
    targetId: row.askId,
    changes: { state: [AskState.label(row.state), AskState.label(to)] },
  })
}

interface Decision {
  kind: AskKindValue
  askId: string
  agree: boolean
  note?: string | null | undefined
  version?: number | null | undefined
}

/** `agreed` runs for what was agreed to, before anybody is told. */
export async function decide(
  tx: Tx,
  who: Caller,
  { kind, askId, agree, note, version }: Decision,
  agreed: (row: StoredAsk) => Promise<void>,
): Promise<AskDetail> {
  const row = await held(tx, who, kind, askId, version)
  const move = agree ? 'agree' : 'refuse'
  askMoves.next(row.state, move, AskState.label)
  if (row.empId === who.userId) throw invalid('自己的申请不能自己审批，请由其他有审批权限的人审批')
  if (row.askedBy === who.userId) throw invalid('这条申请是您代填的，请由另一位有审批权限的人审批')
  if (!canOf(row, who).includes(move)) throw new Refusal('NO_PERMISSION')
  const said = note?.trim() || null
  if (!agree && !said) throw invalid('请写明拒绝的原因，申请人会看到', 'note')
  if (agree) {
    const { from, to } = periodOf(row)
    await refuseClosed(tx, from, to)
  }
  await turn(tx, row, move, { by: who, note: said })
  if (agree) await agreed(row)
  const about = [row.empId, row.askedBy].filter((one, at, all) => all.indexOf(one) === at)
  for (const userId of about)
    await notify(tx, [userId], {
      kind: 'approval',
      title: `${userId === row.empId ? '您' : row.empName}的${words(row)}${agree ? '已同意' : '没有同意'}`,
      content: `${who.empName}${said ? `：${said}` : ''}`,
      route: userId === row.empId ? OWN_ROUTE : routeOf(row),
    })
  tellChanged(tx, row, await decidersOf(tx, row))
  return askDetail(tx.client, who, kind, askId)
}

/** `was` runs when it had been agreed to. */
export async function withdraw(
  tx: Tx,
  who: Caller,
  { kind, askId, version }: { kind: AskKindValue; askId: string; version?: number | null | undefined },
  was: (row: StoredAsk) => Promise<void>,
): Promise<AskDetail> {
  const row = await held(tx, who, kind, askId, version)
  askMoves.next(row.state, 'withdraw', AskState.label)
  if (row.empId !== who.userId && row.askedBy !== who.userId) throw new Refusal('NO_PERMISSION')
  if (!canOf(row, who).includes('withdraw'))
    throw invalid(kind === 'LEAVE' ? '假期已经开始，不能撤回；提前回来请告诉审批人' : '补卡已经计入考勤，不能撤回')
  if (row.state === AskState.is.AGREED) {
    const { from, to } = periodOf(row)
    await refuseClosed(tx, from, to)
  }
  await turn(tx, row, 'withdraw', null)
  if (row.state === AskState.is.AGREED) await was(row)
  const deciders = await decidersOf(tx, row)
  if (row.state === AskState.is.AGREED)
    await notify(
      tx,
      deciders.filter((one) => one !== who.userId),
      { kind: 'approval', title: `${row.empName}撤回了已同意的${words(row)}`, route: routeOf(row) },
    )
  tellChanged(tx, row, deciders)
  return askDetail(tx.client, who, kind, askId)
}
