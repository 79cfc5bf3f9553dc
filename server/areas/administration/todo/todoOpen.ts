// To-dos that areas give to people and close themselves: a measure, a patrol point, an inspection. The key is the area's
// own; one key is one to-do, however often it is opened.
import { TodoPriority, type TodoPriorityValue } from '#contract/administration/todoWords'
import { notFound } from '#contract/kit/refusal'
import { notify } from '#server/areas/platform/public'
import type { Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { addEntry, dueWords, tellChanged } from './todoWrite.ts'

export interface AreaTodo {
  /** area.noun.id: unique in the organisation. */
  key: string
  title: string
  content?: string | null
  /** Whose it is. */
  assigneeId: string
  /** yyyy-MM-dd, or with a time. */
  due?: string | null
  priority?: TodoPriorityValue
  oldmanId?: string | null
  /** 不良事件整改: said where somebody wants to close it by hand. */
  source: string
  /** The page where it is done. */
  route: string
}

const NAME = `select coalesce(e.emp_name, a.user_name) as name from account a
  left join employee e on e.org_id = a.org_id and e.emp_id = a.user_id where a.org_id = $1 and a.user_id = $2`

const HELD = `select t.todo_id as "todoId", t.assignee_id as "assigneeId", t.assignee_name as "assigneeName", t.state from todo t
where t.org_id = $1 and t.key = $2 for update`

// Somebody else may open the same key at the same moment: then the row is theirs, and this one changes it.
const OPEN = `insert into todo as t (org_id, todo_id, key, title, content, priority, due_at, due_timed, assignee_id, assignee_name, oldman_id,
  source, route) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
on conflict (org_id, key) do update set title = excluded.title, content = excluded.content, priority = excluded.priority,
  due_at = excluded.due_at, due_timed = excluded.due_timed, assignee_id = excluded.assignee_id,
  assignee_name = excluded.assignee_name, oldman_id = excluded.oldman_id, source = excluded.source, route = excluded.route,
  state = case when t.state = 'DOING' and t.assignee_id = excluded.assignee_id then 'DOING' else 'OPEN' end,
  done_at = null, done_by = null, version = t.version + 1
returning t.todo_id as "todoId"`

const dueFrom = (due: string | null | undefined) =>
  due
    ? due.length > 10
      ? { dueAt: due, dueTimed: true }
      : { dueAt: `${due} 23:59:59`, dueTimed: false }
    : { dueAt: null, dueTimed: false }

/** Opens it, or brings the open one up to date; whoever has it now is told when it is new to them. */
export async function openTodo(tx: Tx, wanted: AreaTodo): Promise<string> {
  const found = await tx.client.query<{ name: string }>({
    name: 'todo_assignee',
    text: NAME,
    values: [tx.orgId, wanted.assigneeId],
  })
  const name = found.rows[0]?.name
  if (name === undefined) throw notFound('负责人')
  const before = (
    await tx.client.query<{ todoId: string; assigneeId: string; assigneeName: string; state: string }>({
      name: 'todo_by_key',
      text: HELD,
      values: [tx.orgId, wanted.key],
    })
  ).rows[0]
  const due = dueFrom(wanted.due)
  const opened = await tx.client.query<{ todoId: string }>({
    name: 'todo_open',
    text: OPEN,
    values: [
      tx.orgId,
      newId(),
      wanted.key,
      wanted.title,
      wanted.content ?? null,
      wanted.priority ?? TodoPriority.is.normal,
      due.dueAt,
      due.dueTimed,
      wanted.assigneeId,
      name,
      wanted.oldmanId ?? null,
      wanted.source,
      wanted.route,
    ],
  })
  const { todoId } = opened.rows[0]!
  const ended = before && (before.state === 'DONE' || before.state === 'CANCELLED')
  if (!before) await addEntry(tx, todoId, { kind: 'MADE', content: wanted.source })
  else if (ended) await addEntry(tx, todoId, { kind: 'REOPENED', content: wanted.source })
  const other = before && before.assigneeId !== wanted.assigneeId
  if (other) {
    const from = { userId: before.assigneeId, name: before.assigneeName }
    await addEntry(tx, todoId, { kind: 'HANDED', from, to: { userId: wanted.assigneeId, name } })
  }
  if ((!before || ended || other) && wanted.assigneeId !== tx.by.userId) {
    await notify(tx, [wanted.assigneeId], {
      kind: 'task',
      title: `${wanted.source}：${wanted.title}`,
      content: due.dueAt ? `截止 ${dueWords(due)}。` : '',
      route: wanted.route,
    })
  }
  tellChanged(tx, todoId, [wanted.assigneeId, before?.assigneeId ?? null])
  return todoId
}

/** The act in the area is done, or no longer to be done: closing what is closed or was never opened changes nothing. */
export async function closeTodo(
  tx: Tx,
  key: string,
  { note = null, cancelled = false }: { note?: string | null; cancelled?: boolean } = {},
): Promise<void> {
  const state = cancelled ? 'CANCELLED' : 'DONE'
  const closed = await tx.client.query<{ todoId: string; assigneeId: string }>({
    name: 'todo_close',
    text: `update todo t set state = $3, done_at = now(), done_by = $4, version = t.version + 1
      where t.org_id = $1 and t.key = $2 and t.state in ('OPEN', 'DOING') returning t.todo_id as "todoId", t.assignee_id as "assigneeId"`,
    values: [tx.orgId, key, state, tx.by.userId],
  })
  const row = closed.rows[0]
  if (!row) return
  await addEntry(tx, row.todoId, { kind: state, content: note })
  tellChanged(tx, row.todoId, [row.assigneeId])
}
