// One to-do with its steps and what happened to it; who can be given one; how the people one leads stand.
import type pg from 'pg'
import type { TodoDetailData, TodoEntryData, TodoPersonData, TodoStepData, todo } from '#contract/administration/todo'
import { todoNeeds } from '#contract/administration/todoWords'
import type { DataOf } from '#contract/kit/call'
import { STAFF_GONE } from '#contract/platform/staff'
import { peopleWith } from '#server/areas/platform/public'
import type { Caller } from '#server/kit/caller'
import { contains } from '#server/kit/page'
import { OPEN, OVERDUE, oneTodo, shownRow } from './todoSql.ts'

const STEPS = `select s.step_id as "stepId", s.title, s.done_at as "doneAt", s.done_name as "doneName" from todo_step s
where s.org_id = $1 and s.todo_id = $2 order by s.sort, s.step_id`

const ENTRIES = `select e.entry_id as "entryId", e.kind, e.content, e.from_name as "fromName", e.to_name as "toName",
  e.user_name as "userName", e.at from todo_entry e where e.org_id = $1 and e.todo_id = $2 order by e.at, e.entry_id`

export async function todoDetail(
  client: pg.Pool | pg.ClientBase,
  who: Caller,
  todoId: string,
): Promise<TodoDetailData> {
  const row = await oneTodo(client, who, todoId)
  const values = [who.orgId, todoId]
  const steps = await client.query<TodoStepData>({ name: 'todo_steps', text: STEPS, values })
  const entries = await client.query<TodoEntryData>({ name: 'todo_entries', text: ENTRIES, values })
  return { ...shownRow(row), content: row.content, stepRows: steps.rows, entries: entries.rows }
}

const SHOWN = 50
const NAMES = `select e.emp_id as "userId", e.emp_name as name, d.dept_name as "deptName" from employee e
  left join dept d on d.org_id = e.org_id and d.dept_id = e.dept_id
where e.org_id = $1 and e.emp_id = any($2) and e.status <> all($3::int[])
  and ($4::text is null or e.emp_name like $4 or ' ' || e.initials like $5 or ' ' || e.pinyin like $5)
order by e.dept_id is distinct from $6, e.sort, e.emp_id limit ${SHOWN}`

/** Those of one's own department first. */
export async function todoPeople(who: Caller, keyword: string | null | undefined): Promise<TodoPersonData[]> {
  const { pool } = who.app
  const people = await peopleWith(pool, who.orgId, todoNeeds.list, null)
  const typed = contains(keyword?.trim() ?? null)
  const found = await pool.query<TodoPersonData>({
    name: 'todo_people',
    text: NAMES,
    values: [
      who.orgId,
      people.map((one) => one.userId),
      STAFF_GONE,
      typed,
      typed && `% ${typed.slice(1).toLowerCase()}`,
      who.deptId,
    ],
  })
  return found.rows
}

const LEAD = `select t.assignee_id as "userId", max(t.assignee_name) as name, count(*)::int as open,
  count(*) filter (where ${OVERDUE})::int as overdue
from todo t where t.org_id = $1 and ${OPEN} and ($2::text[] is null or exists (select from employee p
  where p.org_id = t.org_id and p.emp_id = t.assignee_id and p.dept_id = any($2)))
group by t.assignee_id order by 4 desc, 3 desc, 1`

export async function ledPeople(who: Caller): Promise<DataOf<(typeof todo)['calls']['lead']>> {
  const found = await who.app.pool.query<{ userId: string; name: string; open: number; overdue: number }>({
    name: 'todo_lead',
    text: LEAD,
    values: [who.orgId, who.deptIds],
  })
  return found.rows
}
