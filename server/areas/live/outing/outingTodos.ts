// What of the outings waits for a person. Each count is that of the list its route opens.

import { outing } from '#contract/live/outing'
import { REVIEW_TABLES } from '#server/areas/live/review/reviewers'
import { PAPER_IN_SCOPE } from '#server/areas/residents/public'
import type { Scoped, Todo, TodoCount } from '#server/kit/todos'
import { countMyAudits } from './outingAudit.ts'
import { minute } from './outingRow.ts'
import { FROM } from './outingSql.ts'
import { OUT_LATE, OUT_NOW } from './outingUse.ts'

/** Those who are late, and when the next one will be. */
const LATE = `with away as (
  select o.oldman_name as name, t.plan_return, t.out_id, ${OUT_LATE} as late from ${FROM} where ${PAPER_IN_SCOPE} and ${OUT_NOW}
)
select (count(*) filter (where late))::int as count, min(plan_return) filter (where not late) as until,
  (array_agg(name order by plan_return, out_id) filter (where late))[1] as name,
  min(plan_return) filter (where late) as "planReturn" from away`

interface Late {
  count: number
  until: string | null
  name: string
  planReturn: string
}

async function countLate({ app, orgId, deptIds }: Scoped): Promise<TodoCount> {
  const found = await app.pool.query<Late>({ name: 'outing_todo_late', text: LATE, values: [orgId, deptIds] })
  const { count, until, name, planReturn } = found.rows[0]!
  return { count, late: count, note: count === 0 ? null : `${name} ${minute(planReturn).slice(5)}`, until }
}

export const outingTodos: readonly Todo[] = [
  {
    key: 'outingAudit',
    title: '外出审核',
    order: 20,
    needs: outing.calls.pass.needs,
    route: outing.pages.audit.path,
    tone: 'amber',
    reads: ['outing', 'oldman', ...REVIEW_TABLES],
    personal: true,
    count: async (who) => {
      const { count, earliest } = await countMyAudits(who)
      return { count, note: earliest ? `最早 ${minute(earliest).slice(5)}` : null }
    },
  },
  {
    key: 'outingOverdue',
    title: '外出逾期未归',
    order: 5,
    needs: outing.calls.list.needs,
    route: `${outing.pages.register.path}?phase=late`,
    tone: 'red',
    reads: ['outing', 'oldman'],
    count: countLate,
  },
]
