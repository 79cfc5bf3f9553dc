// One's own to-dos on the work bench, the late ones apart.
import { todo } from '#contract/administration/todo'
import { todoNeeds } from '#contract/administration/todoWords'
import type { StaffUse } from '#server/kit/staffUses'
import type { Todo } from '#server/kit/todos'
import { OPEN, OVERDUE } from './todoSql.ts'

export const MY_TODO = 'myTodo'

const COUNT = `select count(*)::int as count, (count(*) filter (where ${OVERDUE}))::int as late,
  min(t.due_at) filter (where t.due_at >= now()) as until, min(t.due_at) as first,
  (array_agg(t.title order by t.due_at nulls last, t.priority, t.created_at))[1] as title
from todo t where t.org_id = $1 and t.assignee_id = $2 and ${OPEN}`

interface Counted {
  count: number
  late: number
  until: string | null
  first: string | null
  title: string | null
}

export const ownTodos: readonly Todo[] = [
  {
    key: MY_TODO,
    title: '我的待办',
    order: 4,
    needs: todoNeeds.list,
    route: `${todo.pages.list.path}?view=mine`,
    tone: 'amber',
    reads: ['todo'],
    personal: true,
    count: async (who) => {
      const found = await who.app.pool.query<Counted>({
        name: 'todo_mine',
        text: COUNT,
        values: [who.orgId, who.userId],
      })
      const { count, late, until, first, title } = found.rows[0]!
      const when = first ? `${first.slice(5, 10)} ` : ''
      return { count, late, note: title && `最急 ${when}${title}`, until }
    },
  },
]

/** Somebody who leaves hands on first what is open with them. */
export const todoStaffUses: readonly StaffUse[] = [
  {
    held: `select t.assignee_id as user_id, count(*) as held from todo t where t.org_id = $1 and t.assignee_id = any($2)
      and ${OPEN} group by t.assignee_id`,
    say: (count) => `${count} 项未办结的待办（可在“待办事项”里转交）`,
  },
]
