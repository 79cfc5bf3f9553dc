// The account of a resident, locked before money moves on it: no other trade comes between the look and the act.

import { notFound, Refusal } from '#contract/kit/refusal'
import { WITH_STAY } from '#contract/live/resident'
import { BED_PATH } from '#server/areas/residents/public'
import type { Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import type { Scope } from '#server/kit/tenant'
import { inDepts } from '#server/kit/tenant'

export interface LockedAccount {
  oldmanId: string
  oldmanName: string
  status: number
  bedPath: string | null
  balanceFen: number
  giftFen: number
  depositFen: number
  bookingFen: number
  owedFen: number
  sealed: boolean
  /** The settlement of the last stay is confirmed and nothing has begun since: the account is closed. */
  settled: boolean
  version: number
}

/** Needs `t`, the resident. As account_settled of the migration has it. */
export const SETTLED = `(t.status in (${WITH_STAY}) and exists (select from settlement e where e.org_id = t.org_id
  and e.state = 'CONFIRMED' and e.stay_id = (select s.stay_id from stay s where s.org_id = t.org_id
    and s.oldman_id = t.oldman_id order by s.start_date desc, s.created_at desc, s.stay_id desc limit 1)))`

/** A function, not a text: the public files of the two areas load one another. */
const lockText =
  () => `select t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.status, ${BED_PATH} as "bedPath",
  a.balance_fen as "balanceFen", a.gift_fen as "giftFen", a.deposit_fen as "depositFen", a.booking_fen as "bookingFen",
  a.owed_fen as "owedFen", a.sealed, ${SETTLED} as settled, a.version
from elder_account a join oldman t on t.org_id = a.org_id and t.oldman_id = a.oldman_id
where a.org_id = $1 and ${inDepts('t', '$2')} and a.oldman_id = any($3)
order by a.oldman_id for no key update of a`

/** In the order of their ids, whatever order they are named in. One that is not in the caller's scope is not found. */
export async function lockAccounts(
  tx: Tx,
  scope: Pick<Scope, 'deptIds'>,
  oldmanIds: readonly string[],
): Promise<LockedAccount[]> {
  const found = await tx.client.query<LockedAccount>({
    name: 'accounts_lock',
    text: lockText(),
    values: [tx.orgId, scope.deptIds, oldmanIds],
  })
  if (found.rows.length < new Set(oldmanIds).size) throw notFound('老人账户')
  return found.rows
}

/** Who may unseal an account may also trade on a sealed one. */
export const UNSEAL = 'expense:account:seal'

/** One account to trade on; a sealed one only for whoever may unseal it. */
export async function accountForTrade(
  tx: Tx,
  who: Pick<Scope, 'deptIds'> & { may(expression: string): boolean },
  oldmanId: string,
  act: string,
): Promise<LockedAccount> {
  const [account] = await lockAccounts(tx, who, [oldmanId])
  refuseSealed(account!, who, act)
  return account!
}

const settledRefusal = (whom: string) =>
  new Refusal('STATE_NOT_ALLOWED', {
    state: '退住结算已确认，账户已结清',
    act: `${whom}；补收请先在“退住结算”中撤销结算，再次入住请先办理“再次入住”`,
  })

/** Money that comes in after the settlement would be nobody's: it is refused wherever it comes from. */
export function refuseSettled(account: Pick<LockedAccount, 'oldmanName' | 'settled'>, act: string): void {
  if (account.settled) throw settledRefusal(`为“${account.oldmanName}”${act}`)
}

// The database refuses it too, whatever way was forgotten here.
onConstraint('account_settled', () => settledRefusal('收款'))

export function refuseSealed(account: LockedAccount, who: { may(expression: string): boolean }, act: string): void {
  if (account.sealed && !who.may(UNSEAL)) {
    throw new Refusal('STATE_NOT_ALLOWED', { state: '账户已封存', act: `为“${account.oldmanName}”${act}，请先解封` })
  }
}
