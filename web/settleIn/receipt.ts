// The number and the code with which an applicant asks for the state; kept in this browser and written down by hand.
import { local, perSession } from '#web/kit/storage'

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

/** The administrator who has just signed in asks without a code; the call wants one all the same. */
export const BY_SESSION = '-'

export function signedReceipt(): Receipt | null {
  const orgId = perSession.get<{ orgId?: unknown }>('settleIn-signed')?.orgId
  return typeof orgId === 'string' ? { orgId, queryCode: BY_SESSION } : null
}
