// What of the vital signs waits for a person. The count is that of the list its route opens.

import { vital } from '#contract/nursing/vital'
import { PAPER_IN_SCOPE } from '#server/areas/residents/public'
import type { Scoped, Todo, TodoCount } from '#server/kit/todos'
import { ALERT_FROM, ALERT_LATE, WAITING } from './vitalSql.ts'

const COUNT = `select count(*)::int as count, (count(*) filter (where ${ALERT_LATE}))::int as late,
  (array_agg(o.oldman_name || ' ' || coalesce(t.judged -> 0 ->> 'text', '') order by (t.grade <> 'red'), t.opened_at))[1] as first,
  min(t.recheck_by) filter (where t.recheck_by > now()) as until
from ${ALERT_FROM} where ${PAPER_IN_SCOPE} and ${WAITING}`

async function countWaiting({ app, orgId, deptIds }: Scoped): Promise<TodoCount> {
  const found = await app.pool.query<{ count: number; late: number; first: string | null; until: string | null }>({
    name: 'vital_todo',
    text: COUNT,
    values: [orgId, deptIds],
  })
  const { count, late, first, until } = found.rows[0]!
  return { count, late, note: first, until }
}

export const vitalTodos: readonly Todo[] = [
  {
    key: 'vitalAlert',
    title: '异常体征待处理',
    order: 4,
    needs: vital.calls.answer.needs,
    route: `${vital.pages.list.path}?view=alerts&waiting=1`,
    tone: 'red',
    reads: ['vital_alert', 'oldman'],
    count: countWaiting,
  },
]
