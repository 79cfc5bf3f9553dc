// The clock: every few minutes whoever has left and should be back becomes late, and those who look after the resident are
// told, once. A second server that runs at the same moment finds nothing left to do.

import { OutingPhase } from '#contract/live/outing'
import { OUTING_IN_TIME, OutingState } from '#contract/live/outingMoves'
import { reviewersFor } from '#server/areas/live/review/reviewers'
import { notify, onceOf } from '#server/areas/platform/public'
import type { AppContext } from '#server/kit/context'
import { defineCron, defineJob } from '#server/kit/jobDefinition'
import { systemTransaction } from '#server/kit/system'
import { outingReviews, watchersFor } from './outingPeople.ts'
import { minute, tellChanged } from './outingRow.ts'

const ORGS = `select distinct org_id as "orgId" from outing
where state in (${OUTING_IN_TIME}) and actual_out is not null and plan_return < now()`

// The rows alone are locked, never their residents: whoever holds a resident's row may be waiting for one of these.
const TURN = `update outing t set state = ${OutingState.is.overdue}, reminded_at = now(), version = t.version + 1,
  updated_at = now()
from (select u.org_id, u.out_id, u.state from outing u
   where u.org_id = $1 and u.state in (${OUTING_IN_TIME}) and u.actual_out is not null and u.plan_return < now()
   order by u.out_id for update skip locked) due
join outing was on was.org_id = due.org_id and was.out_id = due.out_id
join oldman o on o.org_id = was.org_id and o.oldman_id = was.oldman_id
where t.org_id = due.org_id and t.out_id = due.out_id
returning t.out_id as "outId", t.out_no as "outNo", t.plan_return as "planReturn", t.companion,
  t.companion_phone as "companionPhone", t.applicant_id as "applicantId", due.state as before,
  o.oldman_id as "oldmanId", o.oldman_name as "oldmanName", o.current_bed_id as "bedId", o.dept_id as "deptId"`

interface LateRow {
  outId: string
  outNo: string
  planReturn: string
  companion: string
  companionPhone: string
  applicantId: string
  before: number
  oldmanId: string
  oldmanName: string
  bedId: string | null
  deptId: string | null
}

function turnLate(app: AppContext, orgId: string): Promise<number> {
  return systemTransaction(app, orgId, '外出', '外出逾期检查', async (tx) => {
    const { rows } = await tx.client.query<LateRow>({ name: 'outing_turn_late', text: TURN, values: [orgId] })
    if (rows.length === 0) {
      tx.log({ remark: '外出逾期检查：没有新的逾期' })
      return 0
    }
    for (const row of rows) {
      const [watchers, reviewers] = [
        await watchersFor(tx.client, orgId, row.deptId),
        await reviewersFor(tx.client, orgId, outingReviews.outing, row),
      ]
      const receivers = [...watchers, ...reviewers].map((person) => person.userId)
      await notify(tx, [row.applicantId, ...receivers], {
        kind: 'alarm',
        title: `${row.oldmanName}外出逾期未归`,
        content: `应于 ${minute(row.planReturn)} 返回。请联系陪同人 ${row.companion}（${row.companionPhone}）。`,
        route: `/live/Outing/register?outId=${row.outId}`,
        once: onceOf('outing.late', row.outId, row.planReturn),
      })
      tx.log({
        remark: `“${row.oldmanName}”应于 ${minute(row.planReturn)} 返回，转为“${OutingPhase.label('late')}”（${row.outNo}）`,
        targetType: 'outing',
        targetId: row.outId,
        changes: { state: [row.before, 6] },
      })
    }
    tellChanged(tx, rows)
    return rows.length
  })
}

/** Answers how many became late. */
export async function turnOverdue(app: AppContext): Promise<number> {
  const orgs = await app.pool.query<{ orgId: string }>({ name: 'outing_late_orgs', text: ORGS })
  let late = 0
  for (const { orgId } of orgs.rows) late += await turnLate(app, orgId)
  return late
}

export const overdueJob = defineJob('live.outingOverdue', (_, app) => turnOverdue(app))
// The next round makes up for a missed one by itself.
export const overdueSchedule = defineCron(overdueJob, '*/3 * * * *', { makeUpHours: 0 })
