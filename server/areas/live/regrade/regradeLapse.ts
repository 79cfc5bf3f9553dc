// The stay ends: a change of level that was proposed about it has no ground any more.
import { regrade } from '#contract/live/regrade'
import { REGRADE_OPEN, RegradeState } from '#contract/live/regradeWords'
import { notify } from '#server/areas/platform/public'
import type { Tx } from '#server/kit/caller'
import { addStep, type LockedRegrade, logged } from './regradeRow.ts'

const OPEN = `select regrade_id as "regradeId", regrade_no as "regradeNo", oldman_id as "oldmanId", state,
  applicant_id as "applicantId" from regrade
where org_id = $1 and oldman_id = $2 and state in (${REGRADE_OPEN}) for update`
const LAPSE = `update regrade set state = ${RegradeState.is.lapsed}, version = version + 1, updated_at = now()
where org_id = $1 and regrade_id = $2`

/** The caller holds the resident; whoever proposed it is told. */
export async function lapseRegrades(tx: Tx, resident: { oldmanId: string; name: string }, why: string): Promise<void> {
  const found = await tx.client.query<
    Pick<LockedRegrade, 'regradeId' | 'regradeNo' | 'oldmanId' | 'state' | 'applicantId'>
  >(OPEN, [tx.orgId, resident.oldmanId])
  for (const row of found.rows) {
    await tx.client.query(LAPSE, [tx.orgId, row.regradeId])
    await addStep(tx, row, 'lapse', why)
    logged(tx, row, RegradeState.is.lapsed, `${resident.name}${why}，等级变更 ${row.regradeNo} 失效`)
    if (row.applicantId === tx.by.userId) continue
    await notify(tx, [row.applicantId], {
      kind: 'approval',
      title: `${resident.name}的等级变更已失效`,
      content: why,
      route: `${regrade.pages.detail.path}?regradeId=${row.regradeId}`,
    })
  }
}
