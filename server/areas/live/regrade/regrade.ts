// Handlers of the changes of level. Every move answers the change as it stands afterwards.
import { regrade } from '#contract/live/regrade'
import { startOf } from '#server/areas/live/regrade/regradeStart'
import type { Caller, Tx } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { takeBack } from './regradeBack.ts'
import { approve, sendBack } from './regradeDecide.ts'
import { countRegrades, listRegrades, regradeDetail } from './regradeRead.ts'
import { rehearsal, settleFirst } from './regradeRehearse.ts'
import { discard, propose, save, submit, withdraw } from './regradeWrite.ts'

/** In one transaction, answered from inside it: a repeated request gets the very same. */
const moved =
  <B extends { regradeId: string }>(work: (tx: Tx, who: Caller, body: B) => Promise<void>) =>
  async (body: B, who: Caller) => {
    await settleFirst(who, body.regradeId)
    return who.tx(async (tx) => {
      await work(tx, who, body)
      return regradeDetail(tx.client, who, body.regradeId)
    })
  }

export default implement(regrade, {
  list: (query, who) => listRegrades(who, query),
  counts: (query, who) => countRegrades(who, query),
  start: ({ oldmanId }, who) => startOf(who, oldmanId),
  detail: ({ regradeId }, who) => regradeDetail(who.app.pool, who, regradeId),
  rehearsal: (body, who) => rehearsal(who, body),
  propose: (body, who) => who.tx(async (tx) => regradeDetail(tx.client, who, await propose(tx, who, body))),
  save: moved(save),
  submit: moved(submit),
  withdraw: moved(withdraw),
  discard: moved(discard),
  approve: moved(approve),
  sendBack: moved(sendBack),
  takeBack: moved(takeBack),
})
