// Contract documents that run out: a reminder for those who make them (server/areas/administration/remind tells them), and
// what the work bench counts, both until the next one is made.

import { RemindType } from '#contract/kit/remindType'
import { ContractState, contractDocument } from '#contract/live/contractDocument'
import { SETTING_TABLES } from '#server/areas/platform/public'
import { WITH_RESIDENT } from '#server/areas/residents/public'
import type { ReminderSource } from '#server/kit/reminderSources'
import { inDepts } from '#server/kit/tenant'
import type { Todo } from '#server/kit/todos'
import { ENDING, remindDays } from './contractDocumentRead.ts'

const { calls, pages } = contractDocument
const FROM = `contract_document t ${WITH_RESIDENT}`
const ROUTE = `${pages.list.path}?due=ending`
/** The last days before the end, whatever the house's first reminder is. */
const LAST_LEADS = [7, 1]

export const contractReminders: readonly ReminderSource[] = [
  {
    key: 'contractEnding',
    type: RemindType.is.contract,
    title: '合同文书到期',
    what: '合同文书到期之前，还没有续签；到期后继续提醒',
    leads: [30, ...LAST_LEADS],
    leadsOf: async (client, orgId) => {
      const first = await remindDays(client, orgId)
      return [first, ...LAST_LEADS.filter((days) => days < first)]
    },
    repeatDays: 7,
    needs: calls.create.needs,
    act: '续签或办理退住',
    route: ({ recordId }) => `${pages.form.path}?contractId=${recordId}`,
    gone: '已续签、作废，或老人已退住',
    sql: `select t.contract_id::text as record_id, t.end_date as due_day, o.dept_id, o.oldman_id, null::varchar as owner_id,
      o.oldman_name || '《' || t.title || '》' as title, '请联系家属续签，或办理退住。' as content
    from ${FROM} where t.org_id = $1 and ${ENDING.replace('current_date', '$2::date').replace('?', '$3')}`,
    reads: ['contract_document', 'oldman'],
  },
]

const IN_SCOPE = `t.org_id = $1 and ${inDepts('o', '$2')}`

export const contractTodos: readonly Todo[] = [
  {
    key: 'contractDocEnding',
    title: '合同到期',
    order: 60,
    needs: calls.create.needs,
    route: ROUTE,
    tone: 'amber',
    reads: ['contract_document', 'oldman', ...SETTING_TABLES],
    count: async (who) => {
      const days = await remindDays(who.app.pool, who.orgId)
      const found = await who.app.pool.query<{ count: number; late: number; first: string | null }>({
        name: 'todo_contract_ending',
        text: `select count(*)::int as count, (count(*) filter (where t.end_date < current_date))::int as late,
            min(t.end_date)::text as first
          from ${FROM} where ${IN_SCOPE} and ${ENDING.replace('?', '$3')}`,
        values: [who.orgId, who.deptIds, days],
      })
      const { count, late, first } = found.rows[0]!
      return { count, late, note: first && (late > 0 ? `${late} 份已过期` : `最早 ${first} 到期`) }
    },
  },
  {
    key: 'contractDocSigning',
    title: '合同待签',
    order: 61,
    needs: calls.sign.needs,
    route: `${pages.list.path}?state=${ContractState.is.signing}`,
    tone: 'amber',
    reads: ['contract_document', 'oldman'],
    count: async (who) => {
      const found = await who.app.pool.query<{ count: number; days: number | null }>({
        name: 'todo_contract_signing',
        text: `select count(*)::int as count, current_date - min(t.updated_at)::date as days
          from ${FROM} where ${IN_SCOPE} and t.state = ${ContractState.is.signing}`,
        values: [who.orgId, who.deptIds],
      })
      const { count, days } = found.rows[0]!
      return { count, note: days === null || days < 1 ? null : `最久 ${days} 天` }
    },
  },
]
