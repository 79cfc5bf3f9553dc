// What the residence asks of the documents before somebody moves in: a signed contract, a signed notice of the risks.

import type { ClientBase, Pool } from 'pg'
import { CONTRACT_SIGNED } from '#contract/live/contractDocument'

/** Values of the dictionary contractType that the product itself looks for. */
export const RESIDENCE_CONTRACT = '1'
export const RISK_NOTICE = '6'

export interface SignedContract {
  contractId: string
  contractNo: string
  startDate: string | null
  endDate: string | null
}

interface Asker {
  client: Pick<ClientBase | Pool, 'query'>
  orgId: string
}

const SIGNED = `select contract_id as "contractId", contract_no as "contractNo", start_date as "startDate",
    end_date as "endDate"
  from contract_document
  where org_id = $1 and oldman_id = $2 and doc_type = $3 and state in (${CONTRACT_SIGNED})
    and (end_date is null or end_date >= current_date)
  order by end_date desc nulls first, created_at desc limit 1`

async function signed(tx: Asker, oldmanId: string, docType: string): Promise<SignedContract | null> {
  const found = await tx.client.query<SignedContract>({
    name: 'contract_signed',
    text: SIGNED,
    values: [tx.orgId, oldmanId, docType],
  })
  return found.rows[0] ?? null
}

/** The contract of residence that is signed and has not run out; null when there is none. */
export const contractOf = (tx: Asker, oldmanId: string) => signed(tx, oldmanId, RESIDENCE_CONTRACT)

/** The resident or those who answer for them have signed what living here risks. */
export const riskNoticeSigned = async (tx: Asker, oldmanId: string) =>
  (await signed(tx, oldmanId, RISK_NOTICE)) !== null
