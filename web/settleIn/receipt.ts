// The number and the code with which an applicant asks for the state; kept in this browser and written down by hand.
import { local } from '#web/kit/storage'

export interface Receipt {
  orgId: string
  queryCode: string
}

const NAME = 'settleIn-receipt'

export function keptReceipt(): Receipt | null {
  const kept = local.get<Partial<Receipt>>(NAME)
  return typeof kept?.orgId === 'string' && typeof kept.queryCode === 'string'
    ? { orgId: kept.orgId, queryCode: kept.queryCode }
    : null
}

export const keepReceipt = (receipt: Receipt) => local.set(NAME, receipt)
export const dropReceipt = () => local.remove(NAME)
