// Follow-ups whose agreed time has passed. The list's filter and the count are the same words.
import { CONSULTATION_OPEN, ConsultationStatus, consultationNeeds } from '#contract/live/consultationFields'
import type { DeptUse } from '#server/kit/deptUses'
import type { StaffUse } from '#server/kit/staffUses'
import type { Todo } from '#server/kit/todos'
import { CONSULTATION_SCOPE, dueSql } from './consultationSql.ts'

const COUNT = `select count(*) as count, min(t.next_follow_at) as first,
  count(*) filter (where t.next_follow_at < current_date) as late,
  (select min(t.next_follow_at) from consultation t where ${CONSULTATION_SCOPE} and ${dueSql.week}) as until
from consultation t where ${CONSULTATION_SCOPE} and ${dueSql.overdue}`

export const consultationTodos: readonly Todo[] = [
  {
    key: 'consultOverdue',
    title: '咨询逾期未跟进',
    order: 60,
    needs: consultationNeeds.list,
    route: '/live/consult/base?due=overdue',
    tone: 'red',
    reads: ['consultation'],
    count: async (who) => {
      const found = await who.app.pool.query<{
        count: number
        first: string | null
        late: number
        until: string | null
      }>({
        name: 'todo_consult_overdue',
        text: COUNT,
        values: [who.orgId, who.deptIds],
      })
      const { count, first, late, until } = found.rows[0]!
      return { count, late, until, note: first && `最早约在 ${first.slice(5, 16)}` }
    },
  },
]

/** A department or a member of staff who still looks after consultations stays. */
export const consultationDeptUses: readonly DeptUse[] = [
  {
    count: `select count(*) from consultation where org_id = $1 and dept_id = $2 and status <> ${ConsultationStatus.is.archived}`,
    say: (count) => `${count} 条咨询`,
  },
]
export const consultationStaffUses: readonly StaffUse[] = [
  {
    held: `select sale_id as user_id, count(*) as held from consultation
      where org_id = $1 and sale_id = any($2) and status in (${CONSULTATION_OPEN}) group by sale_id`,
    say: (count) => `${count} 条由其跟进的咨询（可先转交）`,
  },
]
