// Who eats little and nobody has answered it. The count is that of the alerts its route opens.
import { mealOrder } from '#contract/nursing/mealOrder'
import { PAPER_IN_SCOPE, WITH_RESIDENT } from '#server/areas/residents/public'
import type { Scoped, Todo, TodoCount } from '#server/kit/todos'

const COUNT = `select count(*)::int as count, (array_agg(o.oldman_name || ' ' || t.meals order by t.raised_at))[1] as first
from meal_alert t ${WITH_RESIDENT} where ${PAPER_IN_SCOPE} and t.handled_at is null`

async function countOpen({ app, orgId, deptIds }: Scoped): Promise<TodoCount> {
  const found = await app.pool.query<{ count: number; first: string | null }>({
    name: 'meal_todo',
    text: COUNT,
    values: [orgId, deptIds],
  })
  const { count, first } = found.rows[0]!
  return { count, late: 0, note: first, until: null }
}

export const mealTodos: readonly Todo[] = [
  {
    key: 'mealAlert',
    title: '进食差待处理',
    order: 7,
    needs: mealOrder.calls.handle.needs,
    route: `${mealOrder.pages.list.path}?open=true`,
    tone: 'amber',
    reads: ['meal_alert', 'oldman'],
    count: countOpen,
  },
]
