// One's own to-dos in the calendar, on the day they are due. What is done stays there, so that a month can be looked back on.
import { type TodoStateValue, todoNeeds } from '#contract/administration/todoWords'
import type { CalendarSource } from '#server/kit/calendarSources'
import { OPEN } from './todoSql.ts'
import { routeOf } from './todoWrite.ts'

interface Row {
  todoId: string
  title: string
  state: TodoStateValue
  day: string
  time: string | null
  version: number
  own: boolean
  open: boolean
  /** Nothing about a resident, and of the reader's own words. */
  plain: boolean
  late: boolean
}

const OWN = `select t.todo_id as "todoId", t.title, t.state, to_char(t.due_at, 'YYYY-MM-DD') as day,
  case when t.due_timed then to_char(t.due_at, 'HH24:MI') end as time, t.version,
  t.creator_id = $2 is true as own, ${OPEN} as open, t.oldman_id is null and t.key is null as plain, t.due_at < now() as late
from todo t where t.org_id = $1 and t.assignee_id = $2 and t.state <> 'CANCELLED' and t.due_at >= $3::date and t.due_at < $4::date + 1
order by t.due_at, t.todo_id`

export const todoCalendar: readonly CalendarSource[] = [
  {
    kind: 'todo',
    title: '我的待办',
    order: 10,
    family: 'blue',
    needs: todoNeeds.list,
    entries: async (who, { from, to }) => {
      const found = await who.app.pool.query<Row>({
        name: 'calendar_todos',
        text: OWN,
        values: [who.orgId, who.userId, from, to],
      })
      return found.rows.map((row) => ({
        key: row.todoId,
        title: row.open ? `${row.late ? '逾期：' : ''}${row.title}` : `✓ ${row.title}`,
        day: row.day,
        time: row.time,
        route: routeOf(row.todoId),
        // What an area or somebody wrote about a resident is not told outside.
        outside: row.open ? (row.plain ? row.title : '待办（登录后查看）') : null,
        todo: { todoId: row.todoId, version: row.version, movable: row.own && row.open },
      }))
    },
  },
]
