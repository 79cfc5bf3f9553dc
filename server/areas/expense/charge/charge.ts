// Handlers of the charges.
import { type ChargeRowData, charge } from '#contract/expense/charge'
import { fen } from '#contract/kit/money'
import { invalid } from '#contract/kit/refusal'
import { amountsHidden, refuseHidden } from '#server/areas/expense/account/amountsHidden'
import { hideMoney } from '#server/areas/expense/account/hideMoney'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { pageOfRows } from '#server/kit/page'
import { payCharge } from './chargePay.ts'
import { chargeCounts, chargePlan, oneCharge } from './chargeRead.ts'
import { addCharge, addCharges, saveCharge, voidCharge } from './chargeWrite.ts'

async function shown<T>(who: Caller, answer: T): Promise<T> {
  return (await amountsHidden(who.app.pool, who.orgId, who)) ? hideMoney(answer) : answer
}

export default implement(charge, {
  list: async (q, who) => {
    const found = await pageOfRows<ChargeRowData>(who.app.pool, chargePlan(who, q), q)
    return { ...found, list: await shown(who, found.list) }
  },
  counts: async (q, who) => {
    const rows = await chargeCounts(who, q)
    return shown(
      who,
      rows.map((row) => ({ ...row, amountFen: fen(row.amountFen) })),
    )
  },
  get: async ({ chargeId }, who) => shown(who, await oneCharge(who.app.pool, who, chargeId)),
  add: async ({ oldmanId, ...input }, who) => shown(who, await who.tx((tx) => addCharge(tx, who, oldmanId, input))),
  addMany: async ({ oldmanIds, ...input }, who) => {
    const { count, amountFen } = await who.tx((tx) => addCharges(tx, who, oldmanIds, input))
    return shown(who, { count, amountFen: fen(amountFen) })
  },
  pay: async (sent, who) => {
    await refuseHidden(who.app.pool, who.orgId, who)
    return who.tx((tx) => payCharge(tx, who, sent))
  },
  save: async ({ chargeId, ...sent }, who) => {
    if (!chargeId) throw invalid('请指明消费记录', 'chargeId')
    return shown(who, await who.tx((tx) => saveCharge(tx, who, chargeId, sent)))
  },
  void: async ({ chargeId, ...sent }, who) => {
    await who.tx((tx) => voidCharge(tx, who, chargeId, sent))
    return null
  },
})
