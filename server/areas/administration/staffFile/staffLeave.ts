// Leaving is one act: what is open goes to one person, shifts after the last day and membership end, and so does the access.
// Coming back is another, which brings back none of it.

import { AskState } from '#contract/administration/attendanceWords'
import { CellKind, EXCHANGE_OPEN, ExchangeState } from '#contract/administration/rosterWords'
import type { staffFile } from '#contract/administration/staffFile'
import type { StaffFileData, StaffOpenData } from '#contract/administration/staffFileShape'
import { LeaveReason } from '#contract/administration/staffWords'
import type { InputOf } from '#contract/kit/call'
import { DAY_MS, dayText, momentOf } from '#contract/kit/clock'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { STAFF_GONE, StaffStatus } from '#contract/platform/staff'
import { UserStatus } from '#contract/platform/user'
import { reckonDays } from '#server/areas/administration/attendanceRecord/reckon'
import { rosterChanged } from '#server/areas/administration/roster/rosterServes'
import { handTodosOn, openTodosOf } from '#server/areas/administration/todo/todoLeave'
import { todoStaffUses } from '#server/areas/administration/todo/todoTodos'
import { handWorkOn, workFixedTo } from '#server/areas/nursing/public'
import { changeStaffFacts, notify, oneAtATime, reopenAccount } from '#server/areas/platform/public'
import type { Caller, Tx } from '#server/kit/caller'
import { areas } from '#server/kit/contributions'
import { newId } from '#server/kit/ids'
import type { StaffUse } from '#server/kit/staffUses'
import { inDepts } from '#server/kit/tenant'
import { chargesAfter, handChargesOn } from './staffCharge.ts'
import { staffFileOf } from './staffFileRead.ts'
import { staffChargeUses } from './staffFiles.ts'
import { type HeldStaff, holdStaff, raiseVersion } from './staffFileWrite.ts'

type Calls = (typeof staffFile)['calls']

/** So many of each are named. */
const NAMED = 8
const dayAfter = (day: string) => dayText(momentOf(day) + DAY_MS)

const SHIFTS = `select to_char(c.day, 'MM-DD') || ' ' || coalesce(s.shift_name, '') as words, count(*) over ()::int as all
from roster_cell c left join attendance_shift s on s.org_id = c.org_id and s.shift_pk_id = c.shift_pk_id
where c.org_id = $1 and c.emp_id = $2 and c.day > current_date and c.kind = '${CellKind.is.SHIFT}' order by c.day limit $3`
const ASKED = `select to_char(t.from_at, 'MM-DD') || ' 至 ' || to_char(t.to_at, 'MM-DD') as words, count(*) over ()::int as all
from attendance_leave t where t.org_id = $1 and t.emp_id = $2 and t.to_at > now()
  and t.state in ('${AskState.is.WAITING}', '${AskState.is.AGREED}') order by t.from_at limit $3`
const OPEN_EXCHANGE = `t.state in (${EXCHANGE_OPEN.map((state) => `'${state}'`).join(', ')})`
const EXCHANGES = `select to_char(t.applicant_day, 'MM-DD') || ' ⇄ ' || to_char(t.partner_day, 'MM-DD') as words, count(*) over ()::int as all
from shift_exchange t where t.org_id = $1 and (t.applicant_id = $2 or t.partner_id = $2) and ${OPEN_EXCHANGE} order by t.applicant_day limit $3`
const GROUPS = `select g.name as words, count(*) over ()::int as all from attendance_member m
  join attendance_group g on g.org_id = m.org_id and g.attendance_group_pk_id = m.attendance_group_pk_id
where m.org_id = $1 and m.emp_id = $2 and (m.to_day is null or m.to_day > current_date + 1) order by m.from_day limit $3`

/** The days after it up to today, those of two months at most. */
function daysSince(lastDay: string): string[] {
  const days: string[] = []
  for (let day = dayAfter(lastDay); day <= dayText() && days.length < 62; day = dayAfter(day)) days.push(day)
  return days
}

interface Found {
  count: number
  rows: string[]
}

async function found(client: Tx['client'], name: string, text: string, values: unknown[]): Promise<Found> {
  const { rows } = await client.query<{ words: string; all: number }>({ name, text, values })
  return { count: rows[0]?.all ?? 0, rows: rows.map((row) => row.words) }
}

/** What the act itself hands on. */
const HANDED: ReadonlySet<StaffUse> = new Set([...todoStaffUses, ...staffChargeUses])

/** What other areas know of somebody: consultations, residents they received. To-dos are told by themselves. */
async function usesOf(client: Tx['client'], orgId: string, empId: string): Promise<string[]> {
  const said: string[] = []
  for (const use of areas().staffUses) {
    if (HANDED.has(use)) continue
    const { rows } = await client.query<{ held: number | string }>(use.held, [orgId, [empId]])
    if (rows[0]) said.push(use.say(Number(rows[0].held)))
  }
  return said
}

async function openWith(client: Tx['client'], orgId: string, empId: string): Promise<StaffOpenData[]> {
  const values = [orgId, empId, NAMED]
  const todos = await openTodosOf(client, orgId, empId, NAMED)
  const charges = await chargesAfter({ client, orgId }, empId, NAMED)
  const work = await workFixedTo(client, orgId, empId, NAMED)
  const shifts = await found(client, 'staff_open_shifts', SHIFTS, values)
  const leaves = await found(client, 'staff_open_leaves', ASKED, values)
  const exchanges = await found(client, 'staff_open_exchanges', EXCHANGES, values)
  const groups = await found(client, 'staff_open_groups', GROUPS, values)
  const uses = await usesOf(client, orgId, empId)
  const one = (key: string, title: string, of: Found, follows: string, needsPerson = false): StaffOpenData => ({
    key,
    title,
    ...of,
    follows,
    needsPerson,
  })
  return [
    one('todo', '未办结的待办', todos, '全部转给交接人', true),
    one('charge', '照护的老人与床位', charges, '最后工作日之后由交接人负责', true),
    one('work', '护理计划里指定的护理员', work, '改为交接人，已做的记录不变', true),
    one('shift', '今天以后的排班', shifts, '最后工作日之后的排班取消'),
    one('leave', '未结束的请假', leaves, '待审批的撤回；已同意的留在记录里'),
    one('exchange', '未完成的换班', exchanges, '撤回，并告诉对方'),
    one('group', '考勤组', groups, '最后工作日之后退出'),
    one('other', '其他', { count: uses.length, rows: uses }, '请在相应页面转交，不随离职改变'),
  ].filter((row) => row.count > 0)
}

const IN_REACH = `select 1 from employee t where t.org_id = $1 and t.emp_id = $2 and ${inDepts('t', '$3')}`

export async function openOf(who: Caller, empId: string): Promise<StaffOpenData[]> {
  const { rows } = await who.app.pool.query(IN_REACH, [who.orgId, empId, who.deptIds])
  if (rows.length === 0) throw notFound('员工')
  // Read together, from one moment.
  const client = await who.app.pool.connect()
  try {
    return await openWith(client, who.orgId, empId)
  } finally {
    client.release()
  }
}

async function successorOf(
  tx: Tx,
  who: Caller,
  held: HeldStaff,
  successorId: string | null,
): Promise<HeldStaff | null> {
  if (successorId === null) return null
  if (successorId === held.empId) throw invalid('不能交接给离职的本人，请选择另一位同事', 'successorId')
  const successor = await holdStaff(tx, who, successorId, { field: 'successorId' })
  if (successor.status === StaffStatus.is.left)
    throw invalid(`${successor.name}已离职，不能接手，请另选一位`, 'successorId')
  if (STAFF_GONE.includes(successor.status))
    throw invalid(`${successor.name}已停职，不能接手，请另选一位`, 'successorId')
  const { rows } = await tx.client.query(
    `select 1 from account where org_id = $1 and user_id = $2 and user_status = ${UserStatus.is.enabled}`,
    [tx.orgId, successorId],
  )
  if (rows.length === 0) throw invalid(`${successor.name}的账号已停用，不能接手，请另选一位`, 'successorId')
  return successor
}

/** What was published stays written; what stands after the last day goes. */
const CANCELLED = `insert into roster_change (org_id, change_id, emp_id, day, from_kind, from_shift_pk_id, cause, user_id, user_name)
select c.org_id, $4 || lpad(to_hex((row_number() over (order by c.day))::int), 8, '0'), c.emp_id, c.day, c.kind, c.shift_pk_id, 'LEFT', $5, $6
from roster_cell c where c.org_id = $1 and c.emp_id = $2 and c.day > $3::date and c.kind is not null`

async function endRoster(tx: Tx, empId: string, lastDay: string): Promise<number> {
  const values = [tx.orgId, empId, lastDay]
  const written = await tx.client.query(CANCELLED, [...values, newId().slice(0, 24), tx.by.userId, tx.by.name])
  await tx.client.query('delete from roster_cell c where c.org_id = $1 and c.emp_id = $2 and c.day > $3::date', values)
  await tx.client.query(
    'delete from attendance_member m where m.org_id = $1 and m.emp_id = $2 and m.from_day > $3::date',
    values,
  )
  await tx.client.query(
    'update attendance_member m set to_day = $3::date + 1 where m.org_id = $1 and m.emp_id = $2 and (m.to_day is null or m.to_day > $3::date + 1)',
    values,
  )
  return written.rowCount ?? 0
}

async function withdrawAsked(tx: Tx, held: HeldStaff): Promise<void> {
  await tx.client.query(
    `update attendance_leave t set state = '${AskState.is.WITHDRAWN}', decide_note = '本人离职', version = t.version + 1
      where t.org_id = $1 and t.emp_id = $2 and t.state = '${AskState.is.WAITING}'`,
    [tx.orgId, held.empId],
  )
  const exchanges = await tx.client.query<{ other: string }>(
    `update shift_exchange t set state = '${ExchangeState.is.WITHDRAWN}', note = $3, version = t.version + 1
      where t.org_id = $1 and (t.applicant_id = $2 or t.partner_id = $2) and ${OPEN_EXCHANGE}
      returning case when t.applicant_id = $2 then t.partner_id else t.applicant_id end as other`,
    [tx.orgId, held.empId, `${held.name}离职`],
  )
  const others = [...new Set(exchanges.rows.map((row) => row.other))]
  if (others.length > 0) {
    await notify(tx, others, {
      kind: 'task',
      title: `与${held.name}的换班申请已撤回`,
      content: `${held.name}离职，原来的班次不变。`,
      route: '',
    })
  }
}

const HIRED = `select f.hire_date as "hireDate" from staff_file f where f.org_id = $1 and f.emp_id = $2`
const LEFT = `update staff_file set left_on = $3, left_reason = $4, left_note = $5, handed_to = $6 where org_id = $1 and emp_id = $2`

export async function leave(tx: Tx, who: Caller, input: InputOf<Calls['leave']>): Promise<StaffFileData> {
  const { empId, lastDay, reason, version } = input
  await oneAtATime(tx)
  const held = await holdStaff(tx, who, empId, { version })
  if (empId === who.userId) throw invalid('不能给自己办理离职，请由其他管理人员办理')
  if (held.status === StaffStatus.is.left) {
    throw new Refusal('STATE_NOT_ALLOWED', { state: StaffStatus.label(StaffStatus.is.left), act: '再办理离职' })
  }
  if (lastDay > dayText()) throw invalid('最后工作日不能晚于今天；提前说好的，请在最后一天办理', 'lastDay')
  const hired = (await tx.client.query<{ hireDate: string | null }>(HIRED, [tx.orgId, empId])).rows[0]?.hireDate
  if (hired && lastDay < hired) throw invalid(`最后工作日不能早于入职日期 ${hired}`, 'lastDay')
  const successor = await successorOf(tx, who, held, input.successorId || null)
  if (!successor) {
    const open = (await openWith(tx.client, tx.orgId, empId)).filter((one) => one.needsPerson)
    if (open.length > 0) {
      const words = open.map((one) => `${one.title} ${one.count} 项`).join('、')
      throw invalid(`${held.name}名下还有${words}，请选择交接人`, 'successorId')
    }
  }
  const why = `${held.name}离职，最后工作日 ${lastDay}`
  const todos = successor
    ? await handTodosOn(tx, { userId: empId, name: held.name }, { userId: successor.empId, name: successor.name }, why)
    : 0
  const charges = await handChargesOn(tx, empId, successor?.empId ?? null, lastDay)
  if (successor) await handWorkOn(tx, empId, successor.empId)
  const shifts = await endRoster(tx, empId, lastDay)
  // Days that were counted as missed since then were none.
  await reckonDays(
    tx,
    tx.orgId,
    daysSince(lastDay).map((day) => ({ empId, day })),
  )
  rosterChanged(tx, tx.orgId, [dayText()], [empId])
  await withdrawAsked(tx, held)
  await changeStaffFacts(tx, who, empId, { status: StaffStatus.is.left })
  await raiseVersion(tx, empId)
  await tx.client.query(LEFT, [tx.orgId, empId, lastDay, reason, input.note?.trim() || null, successor?.empId ?? null])
  if (successor) {
    await raiseVersion(tx, successor.empId)
    if (charges > 0 && successor.empId !== who.userId) {
      await notify(tx, [successor.empId], {
        kind: 'task',
        title: `${held.name}离职，${charges} 位老人或床位由您照护`,
        content: `从 ${dayAfter(lastDay)} 起。`,
        route: `/mine/staffFile`,
      })
    }
  }
  tx.log({
    remark: `办理“${held.name}”离职：${LeaveReason.label(reason)}，最后工作日 ${lastDay}${
      successor ? `，交接给${successor.name}（待办 ${todos}，照护 ${charges}）` : ''
    }${shifts > 0 ? `，取消排班 ${shifts} 天` : ''}`,
    targetType: 'account',
    targetId: empId,
    changes: { leftOn: [null, lastDay] },
  })
  return staffFileOf(tx.client, who, empId)
}

const BACK = `update staff_file set left_on = null, left_reason = null, left_note = null, handed_to = null where org_id = $1 and emp_id = $2`

/** What was handed on, cancelled and ended stays so: it is given anew. */
export async function rehire(tx: Tx, who: Caller, input: InputOf<Calls['rehire']>): Promise<StaffFileData> {
  const { empId, status, access, note, version } = input
  await oneAtATime(tx)
  const held = await holdStaff(tx, who, empId, { version })
  if (held.status !== StaffStatus.is.left) {
    throw new Refusal('STATE_NOT_ALLOWED', { state: StaffStatus.label(held.status as never), act: '办理复职' })
  }
  if (STAFF_GONE.includes(status)) throw invalid('复职后的状态应为在职、试用或退休返聘', 'status')
  await changeStaffFacts(tx, who, empId, { status })
  await raiseVersion(tx, empId)
  await tx.client.query(BACK, [tx.orgId, empId])
  if (access) await reopenAccount(tx, who, empId)
  tx.log({
    remark: `办理“${held.name}”复职，${StaffStatus.label(status)}${access ? '，账号已恢复' : '，账号仍停用'}：${note.trim()}`,
    targetType: 'account',
    targetId: empId,
    changes: { status: [StaffStatus.is.left, status] },
  })
  return staffFileOf(tx.client, who, empId)
}
