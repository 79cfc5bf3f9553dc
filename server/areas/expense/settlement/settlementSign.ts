// Settlements that wait for a signature of whoever asks. Steps are the house's own words, as they stood when the settlement was
// submitted; who may sign one is decided from the word.
import { settlement } from '#contract/expense/settlement'
import { SettleState, settleNeeds, signNames, signNeeds } from '#contract/expense/settlementWords'
import type { Caller } from '#server/kit/caller'
import { conditionsOf, type Filter } from '#server/kit/page'
import { deptFilter } from '#server/kit/tenant'
import type { Todo } from '#server/kit/todos'

const STEPS = `select distinct s.step from settlement t, jsonb_array_elements_text(coalesce(t.statement -> 'signOffs', '[]')) as s(step)
where t.org_id = $1 and t.state = 'SUBMITTED'`

/** One of the caller's own steps is on it, and nobody has signed that. */
const LACKS = `t.state = 'SUBMITTED' and exists (select from jsonb_array_elements_text(coalesce(t.statement -> 'signOffs', '[]')) as s(step)
  where s.step = any(?::text[]) and not exists (select from settlement_sign g where g.org_id = t.org_id
    and g.settle_id = t.settle_id and g.step = s.step))`

export async function signFilters(who: Caller): Promise<Filter[]> {
  const found = await who.app.pool.query<{ step: string }>({ name: 'settle_steps', text: STEPS, values: [who.orgId] })
  return [[LACKS, found.rows.map((row) => row.step).filter((step) => who.may(signNeeds(step)))]]
}

interface Counted {
  count: number
  name: string | null
  day: string | null
}

export const settleSignTodos: readonly Todo[] = [
  {
    key: 'settleSign',
    title: '结算待会签',
    order: 32,
    // The list that it opens, and one of the signatures.
    needs: Object.keys(signNames)
      .map((code) => `${settleNeeds.list}&${code}`)
      .join('|'),
    route: `${settlement.pages.list.path}?state=${SettleState.is.SUBMITTED}&toSign=1`,
    tone: 'amber',
    reads: ['settlement', 'settlement_sign', 'oldman'],
    personal: true,
    count: async (who) => {
      const { where, values } = conditionsOf([
        ['t.org_id = ?', who.orgId],
        deptFilter(who, 'o'),
        ...(await signFilters(who)),
      ])
      const found = await who.app.pool.query<Counted>(
        `select count(*)::int as count, (array_agg(o.oldman_name order by t.checkout_date))[1] as name,
           to_char(min(t.checkout_date), 'MM-DD') as day
         from settlement t join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id where ${where}`,
        values,
      )
      const { count, name, day } = found.rows[0]!
      return { count, note: name && `最早 ${day} 退住 ${name}` }
    },
  },
]
