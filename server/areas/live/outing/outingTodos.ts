// What of the outings waits for a person. Each count is that of the list its route opens.

import { outing } from '#contract/live/outing'
import { PAPER_IN_SCOPE } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import type { Todo } from '#server/kit/todos'
import { countMyAudits } from './outingAudit.ts'
import { minute } from './outingRow.ts'
import { FROM } from './outingSql.ts'
import { OUT_LATE } from './outingUse.ts'

const LATE = `select count(*) over () as count, o.oldman_name as name, t.plan_return as "planReturn"
from ${FROM} where ${PAPER_IN_SCOPE} and ${OUT_LATE}
order by t.plan_return, t.out_id limit 1`

async function countLate(who: Caller) {
  const values = [who.orgId, who.deptIds]
  type Row = { count: number; name: string; planReturn: string }
  const found = await who.app.pool.query<Row>({ name: 'outing_todo_late', text: LATE, values })
  const first = found.rows[0]
  if (!first) return { count: 0, note: null }
  return { count: first.count, late: first.count, note: `${first.name} ${minute(first.planReturn).slice(5)}` }
}

export const outingTodos: readonly Todo[] = [
  {
    key: 'outingAudit',
    title: '外出审核',
    order: 20,
    needs: outing.calls.pass.needs,
    route: outing.pages.audit.path,
    tone: 'amber',
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
    count: countLate,
  },
]
