// The two kinds of application that an outing knows, and whom they concern.
import type pg from 'pg'
import { OutingAuditKind, type OutingAuditKindValue, outing } from '#contract/live/outing'
import { MessageKind } from '#contract/platform/message'
import { decidable, type Reviewed, staffWith, tellReviewers } from '#server/areas/live/review/reviewers'
import { dictionaryLabels } from '#server/areas/systemSetting/public'
import type { Caller, Tx } from '#server/kit/caller'
import type { LockedResident } from './outingRow.ts'

const reviewed = <K extends OutingAuditKindValue>(act: K) => ({
  act,
  needs: outing.calls.pass.needs,
  audit: '外出审核',
  kind: MessageKind.is.approval,
  route: outing.pages.audit.path,
})

export const outingReviews = {
  outing: reviewed('outing'),
  outingPostpone: reviewed('outingPostpone'),
} satisfies Record<OutingAuditKindValue, Reviewed>

/** Those who look after the resident's outings: whoever registers returns in that department. */
export const watchersFor = (client: pg.Pool | pg.ClientBase, orgId: string, deptId: string | null) =>
  staffWith(client, orgId, outing.calls.affirm.needs, deptId)

/** The kinds of application that the caller may decide at all. */
export const kindsOf = (who: Caller): Promise<OutingAuditKindValue[]> =>
  decidable(
    who,
    OutingAuditKind.list.map(({ value }) => outingReviews[value]),
  )

export async function typeName(tx: Tx, outType: string): Promise<string> {
  const labels = await dictionaryLabels(tx.client, tx.orgId, 'outingType')
  return labels.get(outType) ?? outType
}

/** Whoever may decide learns that the caller asks for something. */
export const askReviewers = (
  tx: Tx,
  who: Caller,
  kind: OutingAuditKindValue,
  resident: LockedResident,
  content: string,
): Promise<void> =>
  tellReviewers(
    tx,
    outingReviews[kind],
    { applicantId: who.userId, deptId: resident.deptId },
    { title: `${resident.oldmanName}的${OutingAuditKind.label(kind)}待审核`, content },
  )
