// Every act on a settlement begins here: the resident is locked, then the settlement, then the account; the machine is asked.

import { type SettleMove, SettleState, settleMoves } from '#contract/expense/settlementWords'
import { Refusal } from '#contract/kit/refusal'
import { residence } from '#contract/live/residence'
import { ResidenceStatus } from '#contract/live/resident'
import { accountForTrade, type LockedAccount } from '#server/areas/expense/account/accountLock'
import { lockResident } from '#server/areas/residents/public'
import { residenceSettingOf } from '#server/areas/systemSetting/public'
import type { Caller, LogEntry, Tx } from '#server/kit/caller'
import { refuseStale } from '#server/kit/editing'
import { caseOf, type SettleCase } from './settlementFacts.ts'
import { openSettlement } from './settlementOpen.ts'

export interface Begun {
  one: SettleCase & { settleId: string; settleNo: string }
  account: LockedAccount
}

export interface ActBody {
  oldmanId: string
  version?: number | null
  /** When the resident is to leave, where the home settles first. */
  checkoutDate?: string | null
}

const LOCK = 'select from settlement where org_id = $1 and settle_id = $2 for update'
const SET_DAY = `update settlement set checkout_date = $3, version = version + 1 where org_id = $1 and settle_id = $2
  and checkout_date <> $3`

/** Where the home settles before the resident leaves, the first act opens the settlement. */
async function opened(tx: Tx, found: SettleCase, body: ActBody): Promise<void> {
  const { settleBeforeCheckout } = await residenceSettingOf(tx.client, tx.orgId)
  if (found.endDate !== null || !settleBeforeCheckout) {
    throw new Refusal('STATE_NOT_ALLOWED', {
      state: ResidenceStatus.label(found.status),
      act: `办理结算：${found.oldmanName}尚未办理退住`,
    })
  }
  await openSettlement(tx, {
    stayId: found.stayId,
    oldmanId: found.oldmanId,
    checkoutDate: body.checkoutDate ?? found.today,
  })
}

export async function beginSettle(tx: Tx, who: Caller, move: SettleMove, body: ActBody): Promise<Begun> {
  await lockResident(tx, who, body.oldmanId)
  const found = await caseOf(tx.client, who, body.oldmanId)
  if (!found.settleId) await opened(tx, found, body)
  // Who is first to open it cannot have seen a version of it.
  else await tx.client.query({ name: 'settlement_lock', text: LOCK, values: [tx.orgId, found.settleId] })
  const one = await caseOf(tx.client, who, body.oldmanId)
  settleMoves.next(one.state, move, SettleState.label)
  if (found.settleId) await refuseStale(tx, found.settleId, body.version, found.version)
  if (one.inHouse && body.checkoutDate && body.checkoutDate !== one.checkoutDate) {
    await tx.client.query(SET_DAY, [tx.orgId, one.settleId, body.checkoutDate])
  }
  const account = await accountForTrade(tx, who, body.oldmanId, '办理退住结算')
  const now = await caseOf(tx.client, who, body.oldmanId)
  return { one: now as Begun['one'], account }
}

interface Told {
  remark: string
  changes: NonNullable<LogEntry['changes']>
}

/** The log, and everybody who shows the resident. */
export function tellSettle(tx: Tx, { one }: Begun, { remark, changes }: Told): void {
  tx.log({ remark, targetType: 'settlement', targetId: one.settleId, changes })
  tx.emit(residence.events.changed, { bedIds: [], oldmanIds: [one.oldmanId] })
}
