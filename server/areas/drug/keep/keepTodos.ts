// What of the stock waits for a nurse. Each count is that of the list its route opens: elders, not drugs.
import { drugKeep, READ_KEEP } from '#contract/drug/keep'
import { WITH_RESIDENT } from '#server/areas/residents/public'
import { inDepts } from '#server/kit/tenant'
import type { Scoped, Todo, TodoCount } from '#server/kit/todos'
import { heldSql, WARNS, WITH_DRUG } from './heldSql.ts'

const counted = (
  warn: keyof typeof WARNS,
  late: string,
  first: string,
) => `select count(distinct t.oldman_id)::int as count,
  (count(distinct t.oldman_id) filter (where ${late}))::int as late,
  (array_agg(o.oldman_name || ' ' || g.drug_name order by ${first}, o.pinyin))[1] as note
from (${heldSql((row) => `${row}.org_id = $1`)}) t ${WITH_RESIDENT} ${WITH_DRUG}
where t.org_id = $1 and ${inDepts('o', '$2')} and ${WARNS[warn]}`

const todo = (
  key: string,
  title: string,
  order: number,
  tone: Todo['tone'],
  warn: 'short' | 'expiry' | 'recall',
  [late, first]: readonly [late: string, first: string],
): Todo => ({
  key,
  title,
  order,
  tone,
  needs: READ_KEEP,
  route: `${drugKeep.pages.list.path}?warn=${warn}`,
  // How many days are few is what the house decided.
  reads: ['drug', 'drug_recall', ...(warn === 'recall' ? [] : ['drug_setting']), 'drug_stock', 'drug_use', 'oldman'],
  count: async ({ app, orgId, deptIds }: Scoped): Promise<TodoCount> => {
    const found = await app.pool.query<{ count: number; late: number; note: string | null }>({
      name: `todo_${key}`,
      text: counted(warn, late, first),
      values: [orgId, deptIds],
    })
    return found.rows[0]!
  },
})

export const keepTodos: readonly Todo[] = [
  todo('drugRecall', '召回药品待退出', 5, 'red', 'recall', ['true', 't.until']),
  todo('drugShort', '药品余量不足', 26, 'red', 'short', ['t.usable = 0', 't.days nulls first']),
  todo('drugExpiry', '药品临近或超过效期', 46, 'amber', 'expiry', ['t.until < current_date', 't.until']),
]
