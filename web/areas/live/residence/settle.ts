// After a check-out the settlement is what comes next, wherever the resident is shown.

import { settlement } from '#contract/expense/settlement'
import { settleNeeds } from '#contract/expense/settlementWords'
import { ResidenceStatus } from '#contract/live/resident'
import type { RowAction } from '#web/kit/list/acts'
import { openPage } from '#web/kit/open'

/** Has left, and the settlement is not confirmed. */
export const toSettle = (row: { status: number; settleState: string | null }): boolean =>
  row.status === ResidenceStatus.is.left && row.settleState !== null && row.settleState !== 'CONFIRMED'

export const openSettlement = (oldmanId: string) => openPage(settlement.pages.detail.path, { oldmanId })

export const settleAction: RowAction<{ oldmanId: string; status: number; settleState: string | null }> = {
  title: '去结算',
  needs: settleNeeds.list,
  when: toSettle,
  onClick: (row) => openSettlement(row.oldmanId),
}
