// A settlement opens with the check-out and goes with its undoing; confirming it is the fees' own act.
import type { Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { nextNo } from '#server/kit/numbers'

export type SettlementState = 'OPEN' | 'SUBMITTED' | 'CONFIRMED'

export interface StoredSettlement {
  settleId: string
  settleNo: string
  stayId: string
  checkoutDate: string
  state: SettlementState
  version: number
}

const COLUMNS = `settle_id as "settleId", settle_no as "settleNo", stay_id as "stayId", checkout_date as "checkoutDate",
  state, version`

export async function settlementOf(tx: Tx, stayId: string): Promise<StoredSettlement | null> {
  const found = await tx.client.query<StoredSettlement>({
    name: 'settlement_of_stay',
    text: `select ${COLUMNS} from settlement where org_id = $1 and stay_id = $2 for update`,
    values: [tx.orgId, stayId],
  })
  return found.rows[0] ?? null
}

interface NewSettlement {
  stayId: string
  oldmanId: string
  checkoutDate: string
  /** Confirmed at once, where a home settles before the resident leaves. */
  confirmed?: boolean
}

/** Opens the settlement of a stay; one that was confirmed before the check-out takes its day. Answers its number. */
export async function openSettlement(tx: Tx, input: NewSettlement): Promise<StoredSettlement> {
  const earlier = await settlementOf(tx, input.stayId)
  if (earlier) {
    await tx.client.query({
      name: 'settlement_day',
      text: 'update settlement set checkout_date = $3, version = version + 1 where org_id = $1 and settle_id = $2',
      values: [tx.orgId, earlier.settleId, input.checkoutDate],
    })
    return earlier
  }
  const made = await tx.client.query<StoredSettlement>({
    name: 'settlement_open',
    text: `insert into settlement (org_id, settle_id, settle_no, stay_id, oldman_id, checkout_date, state, confirmed_at,
        confirmed_by)
      values ($1, $2, $3, $4, $5, $6, case when $7 then 'CONFIRMED' else 'OPEN' end, case when $7 then now() end,
        case when $7 then $8 end) returning ${COLUMNS}`,
    values: [
      tx.orgId,
      newId(),
      await nextNo(tx, 'JS'),
      input.stayId,
      input.oldmanId,
      input.checkoutDate,
      input.confirmed ?? false,
      tx.by.userId,
    ],
  })
  return made.rows[0]!
}

/** Goes with the check-out that is undone; a confirmed one never does. */
export async function removeSettlement(tx: Tx, settleId: string): Promise<void> {
  await tx.client.query({
    name: 'settlement_remove',
    text: `delete from settlement where org_id = $1 and settle_id = $2 and state <> 'CONFIRMED'`,
    values: [tx.orgId, settleId],
  })
}

export interface AccountMoney {
  balanceFen: number
  giftFen: number
  depositFen: number
  owedFen: number
}

/** The account, locked: no trade comes between the look and the act. */
export async function lockAccount(tx: Tx, oldmanId: string): Promise<AccountMoney> {
  const found = await tx.client.query<AccountMoney>({
    name: 'account_lock',
    text: `select balance_fen as "balanceFen", gift_fen as "giftFen", deposit_fen as "depositFen", owed_fen as "owedFen"
      from elder_account where org_id = $1 and oldman_id = $2 for update`,
    values: [tx.orgId, oldmanId],
  })
  return found.rows[0] ?? { balanceFen: 0, giftFen: 0, depositFen: 0, owedFen: 0 }
}
