// Somebody leaves: all that is open with them goes to one person at once, whoever gave it and whichever area opened it.
import type pg from 'pg'
import { todoNeeds } from '#contract/administration/todoWords'
import { invalid } from '#contract/kit/refusal'
import { notify, peopleWith } from '#server/areas/platform/public'
import type { Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { OPEN } from './todoSql.ts'
import { tellChanged } from './todoWrite.ts'

export interface OpenTodos {
  count: number
  rows: string[]
}

export async function openTodosOf(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  userId: string,
  most: number,
): Promise<OpenTodos> {
  const found = await client.query<{ title: string; all: number }>({
    name: 'todo_open_with',
    text: `select t.title, count(*) over ()::int as all from todo t where t.org_id = $1 and t.assignee_id = $2 and ${OPEN}
      order by t.due_at nulls last, t.created_at, t.todo_id limit $3`,
    values: [orgId, userId, most],
  })
  return { count: found.rows[0]?.all ?? 0, rows: found.rows.map((row) => row.title) }
}

const HELD = `select t.todo_id as "todoId", t.creator_id as "creatorId" from todo t
where t.org_id = $1 and t.assignee_id = $2 and ${OPEN} order by t.todo_id for update`

const GIVE = `update todo t set assignee_id = $3, assignee_name = $4, state = 'OPEN', version = t.version + 1
where t.org_id = $1 and t.todo_id = any($2)`

const ENTRIES = `insert into todo_entry (org_id, entry_id, todo_id, kind, content, from_id, from_name, to_id, to_name, user_id, user_name)
select $1, x.entry, x.todo, 'HANDED', $4, $5, $6, $7, $8, $9, $10 from unnest($2::text[], $3::text[]) as x(entry, todo)`

interface Person {
  userId: string
  name: string
}

/** Answers how many went over. */
export async function handTodosOn(tx: Tx, from: Person, to: Person, reason: string): Promise<number> {
  const held = await tx.client.query<{ todoId: string; creatorId: string | null }>({
    name: 'todo_leaving',
    text: HELD,
    values: [tx.orgId, from.userId],
  })
  const ids = held.rows.map((row) => row.todoId)
  if (ids.length === 0) return 0
  const [person] = await peopleWith(tx.client, tx.orgId, todoNeeds.list, null, [to.userId])
  if (!person)
    throw invalid(`${to.name}没有“待办事项”的权限，接不了 ${ids.length} 项待办，请换一位交接人`, 'successorId')
  await tx.client.query({ name: 'todo_leave_give', text: GIVE, values: [tx.orgId, ids, to.userId, to.name] })
  await tx.client.query({
    name: 'todo_leave_entries',
    text: ENTRIES,
    values: [
      tx.orgId,
      ids.map(() => newId()),
      ids,
      reason,
      from.userId,
      from.name,
      to.userId,
      to.name,
      tx.by.userId,
      tx.by.name,
    ],
  })
  if (to.userId !== tx.by.userId) {
    await notify(tx, [to.userId], {
      kind: 'task',
      title: `${from.name}离职，${ids.length} 项待办转给您`,
      content: `原因：${reason}`,
      route: '/administration/msg/todo?view=mine',
    })
  }
  for (const { todoId, creatorId } of held.rows) tellChanged(tx, todoId, [creatorId, to.userId])
  return ids.length
}
