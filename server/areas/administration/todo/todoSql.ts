// Whose a to-do is, how it is found and shown. It belongs to people, not to a department: to whoever gave it, whoever has it,
// whoever had it in hand, and to those who lead the department of whoever has it.
import type pg from 'pg'
import type { TodoRowData } from '#contract/administration/todo'
import {
  movesOf,
  TODO_OPEN,
  type TodoPart,
  type TodoStateValue,
  TodoView,
  type TodoViewValue,
  todoNeeds,
} from '#contract/administration/todoWords'
import { notFound } from '#contract/kit/refusal'
import type { Caller } from '#server/kit/caller'
import { conditionsOf, contains, type Filter, type ListPlan, several } from '#server/kit/page'
import { within } from '#server/kit/period'

const list = (states: readonly TodoStateValue[]) => states.map((one) => `'${one}'`).join(', ')
export const OPEN = `t.state in (${list(TODO_OPEN)})`
export const OVERDUE = `${OPEN} and t.due_at < now()`

const HANDED = (user: string) =>
  `exists (select from todo_entry h where h.org_id = t.org_id and h.todo_id = t.todo_id and h.from_id = ${user})`
/** People of the departments; `null` are all. */
const LED = (depts: string) => `(${depts}::text[] is null or exists (select from employee p where p.org_id = t.org_id
  and p.emp_id = t.assignee_id and p.dept_id = any(${depts})))`

const leads = (who: Caller) => who.may(todoNeeds.manage)

/** Residents are named to those who may look at residents, and within their departments. */
const RESIDENT_NEEDS = 'live:archive:list|live:residence:list|archives:elder:list'

/** `@{1}` who asks, `@{2}` their departments, `@{3}` whether they lead, `@{4}` whether they may look at residents. */
export const ROW = `t.todo_id as "todoId", t.title, t.state, t.priority, t.due_at as "dueAt", t.due_timed as "dueTimed",
  ${OVERDUE} is true as overdue, t.creator_id as "creatorId", t.creator_name as "creatorName", t.assignee_id as "assigneeId",
  t.assignee_name as "assigneeName", t.source, t.route, r.oldman_id as "oldmanId", r.oldman_name as "oldmanName",
  coalesce(s.steps, 0) as steps, coalesce(s.done, 0) as "stepsDone",
  (select count(*)::int from todo_entry c where c.org_id = t.org_id and c.todo_id = t.todo_id and c.kind = 'COMMENT') as comments,
  t.created_at as "createTime", t.done_at as "doneAt", t.version,
  t.creator_id = @{1} is true as "isCreator", t.assignee_id = @{1} as "isAssignee", @{3}::boolean and ${LED('@{2}')} as leads,
  t.creator_id = t.assignee_id and not exists (select from todo_entry h where h.org_id = t.org_id and h.todo_id = t.todo_id
    and h.kind = 'HANDED') is true as alone, t.key is not null as "ofArea"`

export const JOIN = `left join oldman r on @{4}::boolean and r.org_id = t.org_id and r.oldman_id = t.oldman_id
    and (@{2}::text[] is null or r.dept_id is null or r.dept_id = any(@{2}))
  left join lateral (select count(*)::int as steps, count(x.done_at)::int as done from todo_step x
    where x.org_id = t.org_id and x.todo_id = t.todo_id) s on true`

export const givenTo = (who: Caller): unknown[] => [who.userId, who.deptIds, leads(who), who.may(RESIDENT_NEEDS)]

export type StoredRow = Omit<TodoRowData, 'can'> & {
  isCreator: boolean
  isAssignee: boolean
  leads: boolean
  alone: boolean
  ofArea: boolean
}

export const partOf = (row: StoredRow): TodoPart => ({
  creator: row.isCreator,
  assignee: row.isAssignee,
  leads: row.leads,
  alone: row.alone === true,
  ofArea: row.ofArea,
})

export const shownRow = (row: StoredRow): TodoRowData => ({ ...row, can: movesOf(row.state, partOf(row)) })

/** `?1` who asks; `?2` their departments. */
const VIEWS: Readonly<Record<TodoViewValue, string>> = {
  mine: `t.assignee_id = ?1 and ${OPEN}`,
  given: `t.creator_id = ?1 and t.assignee_id <> ?1 and ${OPEN}`,
  overdue: `(t.assignee_id = ?1 or t.creator_id = ?1) and ${OVERDUE}`,
  done: `(t.assignee_id = ?1 or t.creator_id = ?1) and not ${OPEN}`,
  handed: `${HANDED('?1')} and t.assignee_id <> ?1 and t.creator_id is distinct from ?1`,
  all: `${OPEN} and ${LED('?2')}`,
}
const OWN = `(t.assignee_id = ?1 or t.creator_id = ?1 or ${HANDED('?1')})`

export interface TodoFilters {
  view?: TodoViewValue | null
  keyword?: string | null
  state?: TodoStateValue | null
  priority?: number | null
  assigneeId?: string | null
  oldmanId?: string | null
  dueFrom?: string | null
  dueTo?: string | null
}

export const viewsOf = (who: Caller): TodoViewValue[] =>
  TodoView.list.map((one) => one.value).filter((view) => view !== 'all' || leads(who))

const used = (sql: string, who: Caller): Filter => [
  sql,
  // A value that the text does not name is left out by `several` itself.
  several(who.userId, who.deptIds),
]

function sideOf(who: Caller, view: TodoViewValue | null | undefined): Filter {
  if (!view) return used(OWN, who)
  // Who leads nobody is shown nobody's.
  return view === 'all' && !leads(who) ? ['false and ?::text is not null', who.orgId] : used(VIEWS[view], who)
}

const filtersOf = (who: Caller, q: TodoFilters): Filter[] => [
  ['t.org_id = ?', who.orgId],
  ['(t.title like ?1 or t.content like ?1)', q.keyword?.trim() ? several(contains(q.keyword)) : null],
  ['t.state = ?', q.state],
  ['t.priority = ?', q.priority],
  ['t.assignee_id = ?', q.assigneeId],
  // Whom the caller does not see is nobody's filter either.
  [
    `t.oldman_id = ?1 and ?3::boolean and exists (select from oldman f where f.org_id = t.org_id and f.oldman_id = ?1
      and (?2::text[] is null or f.dept_id is null or f.dept_id = any(?2)))`,
    q.oldmanId ? several(q.oldmanId, who.deptIds, who.may(RESIDENT_NEEDS)) : null,
  ],
  ...within('t.due_at', { from: q.dueFrom, to: q.dueTo, names: ['dueFrom', 'dueTo'] }),
]

const SORTS = {
  dueAt: 't.due_at',
  priority: 't.priority',
  createTime: 't.created_at',
  doneAt: 't.done_at',
  title: 't.title',
}

export const todoPlan = (who: Caller, q: TodoFilters): ListPlan => ({
  from: 'todo t',
  key: 'todo_id',
  select: ROW,
  join: JOIN,
  given: givenTo(who),
  filters: [...filtersOf(who, q), sideOf(who, q.view)],
  sorts: SORTS,
  // What is over stands by its end, what is open by what presses.
  defaultSort: q.view === 'done' ? 't.done_at desc' : 't.due_at asc',
})

/** Every view with its count, in one statement. */
export async function countTodos(who: Caller, q: TodoFilters): Promise<{ view: TodoViewValue; count: number }[]> {
  const views = viewsOf(who)
  const parts = views.map((view) => conditionsOf([...filtersOf(who, q), sideOf(who, view)]))
  const values: unknown[] = []
  const text = parts
    .map((part, i) => {
      const first = values.length
      values.push(...part.values)
      const where = part.where.replace(/\$(\d+)/g, (_, at: string) => `$${Number(at) + first}`)
      return `select ${i} as place, count(*)::int as count from todo t where t.org_id = $${first + 1} and ${where}`
    })
    .join(' union all ')
  const found = await who.app.pool.query<{ place: number; count: number }>(text, values)
  const counts = new Map(found.rows.map((row) => [row.place, row.count]))
  return views.map((view, i) => ({ view, count: counts.get(i) ?? 0 }))
}

const atGiven = (text: string, first: number) => text.replace(/@\{(\d)\}/g, (_, at: string) => `$${Number(at) + first}`)
const ONE = atGiven(
  `select ${ROW}, t.content from todo t ${JOIN} where t.org_id = $1 and t.todo_id = $2 and (t.assignee_id = @{1} or t.creator_id = @{1}
    or ${HANDED('@{1}')} or (@{3}::boolean and ${LED('@{2}')}))`,
  2,
)

/** Seen by those who have to do with it; locked by a statement of its own before. */
export async function oneTodo(
  client: pg.Pool | pg.ClientBase,
  who: Caller,
  todoId: string,
): Promise<StoredRow & { content: string | null }> {
  const found = await client.query<StoredRow & { content: string | null }>({
    name: 'todo_one',
    text: ONE,
    values: [who.orgId, todoId, ...givenTo(who)],
  })
  if (!found.rows[0]) throw notFound('这条待办')
  return found.rows[0]
}
