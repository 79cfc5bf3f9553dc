// Handlers of the settlement that a check-out opens.
import { type SettlementData, settlement } from '#contract/expense/settlement'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { residence } from '#contract/live/residence'
import { ResidenceStatus } from '#contract/live/resident'
import { type KnownResident, lockResident, residenceSettingOf } from '#server/areas/live/public'
import type { Caller, Tx } from '#server/kit/caller'
import { refuseStale } from '#server/kit/editing'
import { implement } from '#server/kit/implement'
import { lockAccount, openSettlement, type StoredSettlement, settlementOf } from './settlementOpen.ts'
import { moneyLeft } from './settlementWords.ts'

const LAST_STAY = `select stay_id as "stayId", end_date as "endDate", current_date as today from stay
where org_id = $1 and oldman_id = $2
order by (end_date is null) desc, start_date desc, created_at desc, stay_id desc limit 1`

interface LastStay {
  stayId: string
  endDate: string | null
  today: string
}

/** The settlement to confirm: that of the check-out, or a new one where the home settles first. */
async function toConfirm(tx: Tx, elder: KnownResident): Promise<StoredSettlement> {
  const found = await tx.client.query<LastStay>({
    name: 'settlement_last_stay',
    text: LAST_STAY,
    values: [tx.orgId, elder.oldmanId],
  })
  const stay = found.rows[0]
  if (!stay) throw notFound('退住结算')
  const stored = await settlementOf(tx, stay.stayId)
  if (stored) return stored
  const { settleBeforeCheckout } = await residenceSettingOf(tx.client, tx.orgId)
  if (stay.endDate === null && settleBeforeCheckout) {
    return openSettlement(tx, { stayId: stay.stayId, oldmanId: elder.oldmanId, checkoutDate: stay.today })
  }
  throw new Refusal('STATE_NOT_ALLOWED', { state: ResidenceStatus.label(elder.status), act: '确认结算：尚未办理退住' })
}

const CONFIRM = `update settlement set state = 'CONFIRMED', confirmed_at = now(), confirmed_by = $3, version = version + 1
where org_id = $1 and settle_id = $2 returning confirmed_at as "confirmTime", version`

async function confirm(
  tx: Tx,
  who: Caller,
  oldmanId: string,
  version: number | null | undefined,
): Promise<SettlementData> {
  const elder = await lockResident(tx, who, oldmanId)
  const stored = await toConfirm(tx, elder)
  if (stored.state === 'CONFIRMED') {
    throw new Refusal('STATE_NOT_ALLOWED', { state: '已结算', act: `再次确认结算单 ${stored.settleNo}` })
  }
  await refuseStale(tx, stored.settleId, version, stored.version)
  const account = await lockAccount(tx, oldmanId)
  const left = moneyLeft(account)
  if (left) throw invalid(`${elder.name}的账户还有${left}，请先结清后再确认结算`, 'oldmanId')
  const saved = await tx.client.query<{ confirmTime: string; version: number }>(CONFIRM, [
    tx.orgId,
    stored.settleId,
    who.userId,
  ])
  tx.log({
    remark: `确认“${elder.name}”的退住结算 ${stored.settleNo}`,
    targetType: 'settlement',
    targetId: stored.settleId,
    changes: { state: [stored.state, 'CONFIRMED'] },
  })
  // What may be done with the elder next changes with it.
  tx.emit(residence.events.changed, { bedIds: [], oldmanIds: [oldmanId] })
  const { settleId, settleNo, checkoutDate } = stored
  return {
    settleId,
    settleNo,
    oldmanId,
    oldmanName: elder.name,
    checkoutDate,
    state: 'CONFIRMED',
    ...account,
    ...saved.rows[0]!,
  }
}

export default implement(settlement, {
  confirm: ({ oldmanId, version }, who) => who.tx((tx) => confirm(tx, who, oldmanId, version)),
})
