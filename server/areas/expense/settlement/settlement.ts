// Handlers of the settlement that a check-out opens.
import { type SettleDetailData, settlement } from '#contract/expense/settlement'
import { refuseHidden } from '#server/areas/expense/account/amountsHidden'
import type { Caller, Tx } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { confirmSettle, revokeSettle } from './settlementConfirm.ts'
import { countSettles, listSettles, settleDetail, settleSheet } from './settlementRead.ts'
import { collectSettle, returnSettle, saveSettle, signSettle, submitSettle } from './settlementSave.ts'

/** Every act answers the settlement as it is afterwards. */
const acted =
  <B extends { oldmanId: string }>(act: (tx: Tx, who: Caller, body: B) => Promise<void>) =>
  async (body: B, who: Caller): Promise<SettleDetailData> => {
    await refuseHidden(who.app.pool, who.orgId, who)
    await who.tx((tx) => act(tx, who, body))
    return settleDetail(who, body.oldmanId)
  }

/** A settlement is nothing but amounts: whoever may not see them has no business here. */
const seen =
  <I, O>(read: (input: I, who: Caller) => Promise<O>) =>
  async (input: I, who: Caller): Promise<O> => {
    await refuseHidden(who.app.pool, who.orgId, who)
    return read(input, who)
  }

export default implement(settlement, {
  list: seen((query, who) => listSettles(who, query)),
  counts: (query, who) => countSettles(who, query),
  detail: seen(({ oldmanId, settleId }, who) => settleDetail(who, oldmanId, settleId)),
  check: seen(({ oldmanId, checkoutDate }, who) => settleSheet(who, oldmanId, { day: checkoutDate ?? null })),
  tryForm: seen(({ oldmanId, form, checkoutDate }, who) =>
    settleSheet(who, oldmanId, { form, day: checkoutDate ?? null }),
  ),
  save: acted(saveSettle),
  submit: acted(submitSettle),
  sign: acted(signSettle),
  collect: acted(collectSettle),
  return: acted(returnSettle),
  confirm: acted(confirmSettle),
  revoke: acted(revokeSettle),
})
