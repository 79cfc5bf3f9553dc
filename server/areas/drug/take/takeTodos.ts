// What of the rounds waits for a person; each count is that of the list its route opens.
import { drugTake } from '#contract/drug/take'
import { READ_TAKES, TAKE_NEEDS } from '#contract/drug/takeMoves'
import { timeText } from '#contract/kit/clock'
import { inDepts } from '#server/kit/tenant'
import type { Scoped, Todo, TodoCount } from '#server/kit/todos'
import { EFFECT_DUE, TOLD_DAYS, UNHANDLED } from './takeRead.ts'

const counted = (condition: string) => `select count(*)::int as count,
  (count(*) filter (where t.high_alert))::int as late,
  (array_agg(o.oldman_name || ' ' || g.drug_name order by t.high_alert desc, t.plan_time))[1] as note
from drug_take t join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id
join drug g on g.org_id = t.org_id and g.drug_id = t.drug_id
where t.org_id = $1 and ${inDepts('o', '$2')} and t.plan_time >= current_date - ${TOLD_DAYS - 1} and t.plan_time < current_date + 1
  and ${condition}`

const countOf =
  (name: string, condition: string, minutes: number) =>
  async ({ app, orgId, deptIds }: Scoped): Promise<TodoCount> => {
    const found = await app.pool.query<{ count: number; late: number; note: string | null }>({
      name,
      text: counted(condition),
      values: [orgId, deptIds],
    })
    // By the clock more may be due soon.
    return { ...found.rows[0]!, until: timeText(Date.now() + minutes * 60_000) }
  }

const reads = ['drug', 'drug_take', 'oldman']

export const takeTodos: readonly Todo[] = [
  {
    key: 'drugTold',
    title: '拒服、漏服待处理',
    order: 7,
    needs: TAKE_NEEDS.handle,
    route: `${drugTake.pages.records.path}?told=true`,
    tone: 'red',
    reads,
    count: countOf('todo_drug_told', UNHANDLED, 60),
  },
  {
    key: 'drugEffect',
    title: '必要时用药待看效果',
    order: 27,
    needs: READ_TAKES,
    route: `${drugTake.pages.records.path}?effectDue=true`,
    tone: 'amber',
    reads,
    count: countOf('todo_drug_effect', EFFECT_DUE, 5),
  },
]
