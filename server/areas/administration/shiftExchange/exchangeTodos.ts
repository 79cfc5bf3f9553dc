// What waits of exchanges: for the partner to answer, and for who approves; and what keeps a member of staff.
import { ExchangeState } from '#contract/administration/rosterWords'
import { exchangeNeeds } from '#contract/administration/shiftExchange'
import { SIGNED_IN } from '#contract/kit/permission'
import type { Todo } from '#server/kit/todos'
import { OWN_ROUTE } from './exchangeWrite.ts'

const COUNT = (where: string) => `select count(*)::int as count, min(t.created_at) as first,
  (array_agg(coalesce(e.emp_name, '') order by t.created_at))[1] as name
from shift_exchange t left join employee e on e.org_id = t.org_id and e.emp_id = t.applicant_id
where t.org_id = $1 and ${where}`
const FOR_ME = COUNT(`t.partner_id = $2 and t.state = '${ExchangeState.is.WAIT_PARTNER}'`)
const AUDIT = COUNT(`t.state = '${ExchangeState.is.WAIT_AUDIT}' and $2 not in (t.applicant_id, t.partner_id)
  and ($3::text[] is null or e.dept_id is null or e.dept_id = any($3))`)

interface Counted {
  count: number
  first: string | null
  name: string | null
}
const shown = ({ count, first, name }: Counted) => ({
  count,
  note: first && `最早 ${name} ${first.slice(5, 16)} 申请`,
})

export const exchangeTodos: readonly Todo[] = [
  {
    key: 'exchangeForMe',
    title: '同事找我换班',
    order: 47,
    needs: SIGNED_IN,
    route: OWN_ROUTE,
    tone: 'amber',
    reads: ['shift_exchange'],
    personal: true,
    count: async (who) =>
      shown(
        (
          await who.app.pool.query<Counted>({
            name: 'exchange_for_me',
            text: FOR_ME,
            values: [who.orgId, who.userId],
          })
        ).rows[0]!,
      ),
  },
  {
    key: 'exchangeAudit',
    title: '换班审批',
    order: 48,
    needs: exchangeNeeds.decide,
    route: '/administration/shiftExchange/records?part=exchange&state=WAIT_AUDIT',
    tone: 'amber',
    reads: ['shift_exchange'],
    personal: true,
    count: async (who) =>
      shown(
        (
          await who.app.pool.query<Counted>({
            name: 'exchange_audit',
            text: AUDIT,
            values: [who.orgId, who.userId, who.deptIds],
          })
        ).rows[0]!,
      ),
  },
]
