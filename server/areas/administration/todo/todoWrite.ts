// Making to-dos, changing them, and what people do with them. Whoever it concerns is told: who gets one, who gave it.

import { type TodoDetailData, todo } from '#contract/administration/todo'
import {
  mayMove,
  type TodoEntryKindValue,
  type TodoMove,
  TodoPriority,
  TodoState,
  type TodoStateValue,
  todoMoves,
  todoNeeds,
} from '#contract/administration/todoWords'
import type { InputOf } from '#contract/kit/call'
import { dayText, timeText } from '#contract/kit/clock'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { notify, peopleWith } from '#server/areas/platform/public'
import { requireResident } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { todoDetail } from './todoRead.ts'
import { oneTodo, partOf, type StoredRow } from './todoSql.ts'

type Calls = (typeof todo)['calls']
type Held = StoredRow & { content: string | null }

export const routeOf = (todoId: string) => `${todo.pages.list.path}?todoId=${todoId}`

export interface Due {
  dueAt: string | null
  dueTimed: boolean
}

const END_OF_DAY = '23:59:59'

export function dueOf(day: string | null | undefined, time: string | null | undefined): Due {
  if (!day) {
    if (time) throw invalid('填了截止时间，请先选截止日期', 'dueDay')
    return { dueAt: null, dueTimed: false }
  }
  return { dueAt: `${day} ${time ? `${time}:00` : END_OF_DAY}`, dueTimed: Boolean(time) }
}

function refusePast({ dueAt, dueTimed }: Due): void {
  if (dueAt === null) return
  if (dueTimed && dueAt < timeText()) throw invalid('截止时间已经过去，请选以后的时间', 'dueTime')
  if (dueAt.slice(0, 10) < dayText()) throw invalid('截止日期不能早于今天', 'dueDay')
}

export const dueWords = ({ dueAt, dueTimed }: Due) =>
  dueAt === null ? '不限时间' : dueTimed ? dueAt.slice(0, 16) : dueAt.slice(0, 10)

interface Person {
  userId: string
  name: string
}

/** A colleague who has the page of to-dos; somebody else would never see it. */
async function personOf(tx: Tx, who: Caller, userId: string): Promise<Person> {
  if (userId === who.userId) return { userId, name: who.empName }
  const [person] = await peopleWith(tx.client, tx.orgId, todoNeeds.list, null, [userId])
  if (person) return person
  const known = await tx.client.query<{ name: string }>(
    'select coalesce(e.emp_name, a.user_name) as name from account a left join employee e on e.org_id = a.org_id and e.emp_id = a.user_id where a.org_id = $1 and a.user_id = $2',
    [tx.orgId, userId],
  )
  if (!known.rows[0]) throw notFound('负责人')
  throw invalid(`${known.rows[0].name}的账号已停用，或没有“待办事项”的权限，不能交办`, 'assigneeId')
}

export function tellChanged(tx: Tx, todoId: string, userIds: readonly (string | null)[]): void {
  const concerned = [...new Set(userIds.filter((one): one is string => one !== null))]
  if (concerned.length > 0) tx.emit(todo.events.changed, { todoId }, { userIds: concerned })
}

interface NewEntry {
  kind: TodoEntryKindValue
  content?: string | null
  from?: Person
  to?: Person
}

export async function addEntry(tx: Tx, todoId: string, { kind, content = null, from, to }: NewEntry): Promise<void> {
  await tx.client.query({
    name: 'todo_entry_add',
    text: `insert into todo_entry (org_id, entry_id, todo_id, kind, content, from_id, from_name, to_id, to_name, user_id, user_name)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      tx.orgId,
      newId(),
      todoId,
      kind,
      content,
      from?.userId ?? null,
      from?.name ?? null,
      to?.userId ?? null,
      to?.name ?? null,
      tx.by.userId,
      tx.by.name,
    ],
  })
}

const SAVE_STEPS = `with given as (
  select * from jsonb_to_recordset($3::jsonb) as g(id text, title text, sort int)
), gone as (
  delete from todo_step s where s.org_id = $1 and s.todo_id = $2 and not exists (select from given g where g.id = s.step_id)
)
insert into todo_step (org_id, step_id, todo_id, title, sort) select $1, g.id, $2, g.title, g.sort from given g
on conflict (org_id, step_id) do update set title = excluded.title, sort = excluded.sort`

type GivenSteps = readonly { stepId?: string | null; title: string }[]

/** Those with an id keep what was ticked; one of another to-do is none of this one's. */
async function saveSteps(tx: Tx, todoId: string, steps: GivenSteps): Promise<void> {
  const named = steps.flatMap(({ stepId }) => (stepId ? [stepId] : []))
  if (new Set(named).size < named.length) throw invalid('同一个步骤不能出现两次', 'steps')
  const own = await tx.client.query<{ id: string }>(
    'select s.step_id as id from todo_step s where s.org_id = $1 and s.todo_id = $2 and s.step_id = any($3)',
    [tx.orgId, todoId, named],
  )
  if (own.rows.length < named.length) throw notFound('步骤')
  const given = steps.map(({ stepId, title }, sort) => ({ id: stepId || newId(), title: title.trim(), sort }))
  await tx.client.query(SAVE_STEPS, [tx.orgId, todoId, JSON.stringify(given)])
}

export async function addTodo(tx: Tx, who: Caller, input: InputOf<Calls['add']>): Promise<TodoDetailData> {
  const due = dueOf(input.dueDay, input.dueTime)
  refusePast(due)
  const person = await personOf(tx, who, input.assigneeId || who.userId)
  if (input.oldmanId) await requireResident(tx.client, who, input.oldmanId)
  const todoId = newId()
  const title = input.title.trim()
  await tx.client.query({
    name: 'todo_add',
    text: `insert into todo (org_id, todo_id, title, content, priority, due_at, due_timed, creator_id, creator_name, assignee_id,
      assignee_name, oldman_id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: [
      tx.orgId,
      todoId,
      title,
      input.content?.trim() || null,
      input.priority ?? TodoPriority.is.normal,
      due.dueAt,
      due.dueTimed,
      who.userId,
      who.empName,
      person.userId,
      person.name,
      input.oldmanId || null,
    ],
  })
  await saveSteps(tx, todoId, input.steps ?? [])
  await addEntry(tx, todoId, { kind: 'MADE', content: person.userId === who.userId ? null : `交给${person.name}` })
  const forOther = person.userId !== who.userId
  tx.log({
    remark: `新建待办“${title}”${forOther ? `，交给${person.name}` : ''}`,
    targetType: 'todo',
    targetId: todoId,
  })
  if (forOther) {
    await notify(tx, [person.userId], {
      kind: 'task',
      title: `${who.empName}交给您一项待办：${title}`,
      content: due.dueAt ? `截止 ${dueWords(due)}。` : '',
      route: routeOf(todoId),
    })
  }
  tellChanged(tx, todoId, [who.userId, person.userId])
  return todoDetail(tx.client, who, todoId)
}

/** Locked until the commit, seen by the caller, and theirs to do this with. */
export async function holdTodo(
  tx: Tx,
  who: Caller,
  { todoId, version, move }: { todoId: string; version?: number | null | undefined; move: TodoMove },
): Promise<Held> {
  await tx.client.query({
    name: 'todo_lock',
    text: 'select 1 from todo t where t.org_id = $1 and t.todo_id = $2 for update',
    values: [tx.orgId, todoId],
  })
  const row = await oneTodo(tx.client, who, todoId)
  await refuseStale(tx, todoId, version, row.version)
  const part = partOf(row)
  if (!mayMove(move, part)) {
    if (part.ofArea) throw invalid(`这条待办由“${row.source}”产生，请到相应页面办理，办完后自动完成`)
    throw new Refusal('NO_PERMISSION')
  }
  if (move !== 'comment' && move !== 'remove') todoMoves.next(row.state, move, TodoState.label)
  return row
}

const called = (row: Held) => `待办“${row.title}”`
const concerned = (row: Held) => [row.creatorId, row.assigneeId]
/** Those it concerns, without whoever does it. */
export const others = (who: Caller, row: Held) =>
  concerned(row).filter((one): one is string => one !== null && one !== who.userId)

export async function saveTodo(tx: Tx, who: Caller, input: InputOf<Calls['save']>): Promise<TodoDetailData> {
  const { todoId, version, steps, ...sent } = input
  if (!todoId) throw invalid('请先选择要修改的待办', 'todoId')
  const row = await holdTodo(tx, who, { todoId, version, move: 'edit' })
  const before = {
    title: row.title,
    content: row.content,
    priority: row.priority,
    due: dueWords(row),
    oldmanId: await oldmanOf(tx, todoId),
  }
  const due =
    sent.dueDay === undefined && sent.dueTime === undefined
      ? { dueAt: row.dueAt, dueTimed: row.dueTimed }
      : dueOf(
          sent.dueDay === undefined ? row.dueAt?.slice(0, 10) : sent.dueDay,
          sent.dueTime === undefined ? (row.dueTimed ? row.dueAt?.slice(11, 16) : null) : sent.dueTime,
        )
  const moved = due.dueAt !== row.dueAt || due.dueTimed !== row.dueTimed
  if (moved) refusePast(due)
  const title = sent.title?.trim() || row.title
  const content = sent.content === undefined ? row.content : sent.content?.trim() || null
  const priority = sent.priority ?? row.priority
  const oldmanId = sent.oldmanId === undefined ? before.oldmanId : sent.oldmanId || null
  if (oldmanId && oldmanId !== before.oldmanId) await requireResident(tx.client, who, oldmanId)
  await tx.client.query({
    name: 'todo_save',
    text: `update todo set title = $3, content = $4, priority = $5, due_at = $6, due_timed = $7, oldman_id = $8, version = version + 1
      where org_id = $1 and todo_id = $2`,
    values: [tx.orgId, todoId, title, content, priority, due.dueAt, due.dueTimed, oldmanId],
  })
  if (steps) await saveSteps(tx, todoId, steps)
  if (moved) await addEntry(tx, todoId, { kind: 'DUE', content: `${before.due} 改为 ${dueWords(due)}` })
  tx.log({
    remark: `修改${called(row)}`,
    targetType: 'todo',
    targetId: todoId,
    changes: changesBetween(before, { title, content, priority, due: dueWords(due), oldmanId }),
  })
  if (moved) await tellDue(tx, who, row, due)
  tellChanged(tx, todoId, concerned(row))
  return todoDetail(tx.client, who, todoId)
}

async function oldmanOf(tx: Tx, todoId: string): Promise<string | null> {
  const found = await tx.client.query<{ id: string | null }>(
    'select t.oldman_id as id from todo t where t.org_id = $1 and t.todo_id = $2',
    [tx.orgId, todoId],
  )
  return found.rows[0]?.id ?? null
}

const tellDue = (tx: Tx, who: Caller, row: Held, due: Due) =>
  notify(tx, others(who, row), {
    kind: 'task',
    title: `${who.empName}把待办“${row.title}”改到 ${dueWords(due)}`,
    route: routeOf(row.todoId),
  })

export async function moveDue(tx: Tx, who: Caller, input: InputOf<Calls['due']>): Promise<TodoDetailData> {
  const { todoId } = input
  const row = await holdTodo(tx, who, { todoId, version: input.version, move: 'due' })
  const time = input.dueTime === undefined ? (row.dueTimed ? row.dueAt?.slice(11, 16) : null) : input.dueTime
  const due = dueOf(input.dueDay, time)
  refusePast(due)
  await tx.client.query({
    name: 'todo_due',
    text: 'update todo set due_at = $3, due_timed = $4, version = version + 1 where org_id = $1 and todo_id = $2',
    values: [tx.orgId, todoId, due.dueAt, due.dueTimed],
  })
  await addEntry(tx, todoId, { kind: 'DUE', content: `${dueWords(row)} 改为 ${dueWords(due)}` })
  tx.log({
    remark: `${called(row)}改期`,
    targetType: 'todo',
    targetId: todoId,
    changes: changesBetween({ due: dueWords(row) }, { due: dueWords(due) }),
  })
  await tellDue(tx, who, row, due)
  tellChanged(tx, todoId, concerned(row))
  return todoDetail(tx.client, who, todoId)
}

interface Turn {
  move: 'start' | 'finish' | 'cancel' | 'reopen'
  kind: TodoEntryKindValue
  content: string | null
  version?: number | null | undefined
}

const STATE = `update todo set state = $3::text, done_at = case when $3::text in ('DONE', 'CANCELLED') then now() end,
  done_by = case when $3::text in ('DONE', 'CANCELLED') then $4 end, version = version + 1 where org_id = $1 and todo_id = $2`

const TURNED = { start: '开始办理了', finish: '完成了', cancel: '取消了', reopen: '重新打开了' } as const

/** From one state to another, with its line in the history, its log and its message. */
export async function turnTodo(tx: Tx, who: Caller, todoId: string, turn: Turn): Promise<TodoDetailData> {
  const row = await holdTodo(tx, who, { todoId, version: turn.version, move: turn.move })
  const left = row.steps - row.stepsDone
  if (turn.move === 'finish' && left > 0 && !turn.content) {
    throw invalid(`还有 ${left} 个步骤没有勾选；确实不用做的，请在办理结果里说明`, 'note')
  }
  const to: TodoStateValue = todoMoves.next(row.state, turn.move, TodoState.label)
  await tx.client.query({ name: 'todo_state', text: STATE, values: [tx.orgId, todoId, to, who.userId] })
  await addEntry(tx, todoId, { kind: turn.kind, content: turn.content })
  const { title } = todoMoves.moves[turn.move]
  tx.log({
    remark: `${title}${called(row)}${turn.content ? `：${turn.content}` : ''}`,
    targetType: 'todo',
    targetId: todoId,
    changes: { state: [TodoState.label(row.state), TodoState.label(to)] },
  })
  if (turn.move !== 'start') {
    await notify(tx, others(who, row), {
      kind: 'task',
      title: `${who.empName}${TURNED[turn.move]}待办“${row.title}”`,
      content: turn.content ?? '',
      route: routeOf(todoId),
    })
  }
  tellChanged(tx, todoId, concerned(row))
  return todoDetail(tx.client, who, todoId)
}

export async function handOn(tx: Tx, who: Caller, input: InputOf<Calls['hand']>): Promise<TodoDetailData> {
  const { todoId } = input
  const row = await holdTodo(tx, who, { todoId, version: input.version, move: 'hand' })
  const to = await personOf(tx, who, input.assigneeId)
  if (to.userId === row.assigneeId) throw invalid(`这条待办本来就在${to.name}手里`, 'assigneeId')
  const from = { userId: row.assigneeId, name: row.assigneeName }
  const reason = input.reason.trim()
  await tx.client.query({
    name: 'todo_hand',
    text: `update todo set assignee_id = $3, assignee_name = $4, state = 'OPEN', version = version + 1 where org_id = $1 and todo_id = $2`,
    values: [tx.orgId, todoId, to.userId, to.name],
  })
  await addEntry(tx, todoId, { kind: 'HANDED', content: reason, from, to })
  tx.log({
    remark: `转交${called(row)}给${to.name}，原因：${reason}`,
    targetType: 'todo',
    targetId: todoId,
    changes: { assignee: [from.name, to.name] },
  })
  const route = routeOf(todoId)
  if (to.userId !== who.userId) {
    await notify(tx, [to.userId], {
      kind: 'task',
      title: `${who.empName}转给您一项待办：${row.title}`,
      content: `原因：${reason}${row.dueAt ? `。截止 ${dueWords(row)}` : ''}`,
      route,
    })
  }
  await notify(
    tx,
    others(who, row).filter((one) => one !== to.userId),
    { kind: 'task', title: `待办“${row.title}”由${from.name}转给了${to.name}`, content: `原因：${reason}`, route },
  )
  tellChanged(tx, todoId, [...concerned(row), to.userId])
  return todoDetail(tx.client, who, todoId)
}

export async function tickStep(tx: Tx, who: Caller, input: InputOf<Calls['tick']>): Promise<TodoDetailData> {
  const { todoId, stepId, done } = input
  const row = await holdTodo(tx, who, { todoId, move: 'tick' })
  // Who ticked first stays: a second press changes nothing.
  const ticked = await tx.client.query<{ title: string }>({
    name: 'todo_tick',
    text: `update todo_step s set done_at = case when $4::boolean then coalesce(s.done_at, now()) end,
        done_name = case when $4::boolean then coalesce(s.done_name, $5) end
      where s.org_id = $1 and s.todo_id = $2 and s.step_id = $3 returning s.title`,
    values: [tx.orgId, todoId, stepId, done, tx.by.name],
  })
  if (!ticked.rows[0]) throw notFound('步骤')
  tx.log({
    remark: `${called(row)}步骤“${ticked.rows[0].title}”${done ? '完成' : '取消勾选'}`,
    targetType: 'todo',
    targetId: todoId,
  })
  tellChanged(tx, todoId, concerned(row))
  return todoDetail(tx.client, who, todoId)
}

export async function commentTodo(tx: Tx, who: Caller, input: InputOf<Calls['comment']>): Promise<TodoDetailData> {
  const { todoId } = input
  const row = await holdTodo(tx, who, { todoId, move: 'comment' })
  const content = input.content.trim()
  await addEntry(tx, todoId, { kind: 'COMMENT', content })
  tx.log({ remark: `在${called(row)}留言`, targetType: 'todo', targetId: todoId })
  await notify(tx, others(who, row), {
    kind: 'task',
    title: `${who.empName}在待办“${row.title}”留言`,
    content,
    route: routeOf(todoId),
  })
  tellChanged(tx, todoId, concerned(row))
  return todoDetail(tx.client, who, todoId)
}

/** Only one's own that nobody else ever had: anything else is cancelled, and stays to be read. */
export async function removeTodo(tx: Tx, who: Caller, todoId: string | null | undefined): Promise<void> {
  if (!todoId) throw invalid('请先选择要删除的待办', 'todoId')
  const row = await holdTodo(tx, who, { todoId, move: 'remove' }).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'NO_PERMISSION'
      ? invalid('只能删除自己给自己建的待办；交给别人的请取消，经过会留下来')
      : error
  })
  await tx.client.query('delete from todo where org_id = $1 and todo_id = $2', [tx.orgId, todoId])
  tx.log({
    remark: `删除${called(row)}`,
    targetType: 'todo',
    targetId: todoId,
    changes: changesBetween({ title: row.title, content: row.content, due: dueWords(row) }, null),
  })
  tellChanged(tx, todoId, concerned(row))
}
