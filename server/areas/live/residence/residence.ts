// Handlers of the residence. Every move is one transaction; its answer is the resident as they stand afterwards.

import { residence } from '#contract/live/residence'
import { amountsHidden } from '#server/areas/expense/public'
import { reviewed } from '#server/areas/live/review/residenceApply'
import { requireResident } from '#server/areas/residents/public'
import { residenceSettingOf, residenceSettingVersion, saveResidenceSetting } from '#server/areas/systemSetting/public'
import type { Caller, Tx } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { adjustBed, exchangeBed } from './residenceBed.ts'
import { bedChoices } from './residenceBeds.ts'
import { checkIn, extendTrial, trial } from './residenceCheckIn.ts'
import { checkOut, readmit, removeStay, undoCheckOut } from './residenceCheckOut.ts'
import { editLive } from './residenceEdit.ts'
import { type Reviews, reviewsOf } from './residenceFacts.ts'
import { changeLevel } from './residenceLevel.ts'
import { settleDue } from './residencePlan.ts'
import { countResidence, listResidence, residenceDetail, residenceRecord } from './residenceRead.ts'
import { requirementsOf } from './residenceRequirements.ts'
import { cancelReserve, changeReserve, reserve, settleBooking, waitAgain } from './residenceReserve.ts'
import { statusInput } from './residenceStatus.ts'

interface Named {
  oldmanId: string
  otherOldmanId?: string | null
  bedId?: string | null
}

type Move<B extends Named, R> = (tx: Tx, who: Caller, body: B, reviews: Reviews) => Promise<R>

/** The resident afterwards, and what the move itself answers. */
const moving =
  <B extends Named, R>(work: Move<B, R>) =>
  async (body: B, who: Caller) => {
    const named = [body.oldmanId, body.otherOldmanId].filter((id): id is string => !!id)
    // What was agreed for today stands before anything new is.
    await settleDue(who.app, who.orgId, named, body.bedId ? [body.bedId] : [])
    const reviews = await reviewsOf(who)
    return who.tx(async (tx) => {
      const done = await work(tx, who, body, reviews)
      return { done, detail: await residenceDetail(tx.client, who, body.oldmanId, reviews) }
    })
  }

const move = <B extends Named>(work: Move<B, unknown>) => {
  const run = moving(work)
  return async (body: B, who: Caller) => (await run(body, who)).detail
}

const reserving = <B extends Named>(work: Move<B, string | null>) => {
  const run = moving(work)
  return async (body: B, who: Caller) => {
    const { detail, done } = await run(body, who)
    return { ...detail, receiptId: done }
  }
}

export default implement(residence, {
  list: (query, who) => listResidence(who, query),
  counts: (query, who) => countResidence(who, query),
  detail: async ({ oldmanId }, who) => residenceDetail(who.app.pool, who, oldmanId, await reviewsOf(who)),
  record: ({ oldmanId, kind }, who) => residenceRecord(who, oldmanId, kind ?? null),
  beds: (query, who) => bedChoices(who, query.day ?? null, query.for ?? null),
  requirements: async ({ oldmanId, ...agreed }, who) => {
    await requireResident(who.app.pool, who, oldmanId)
    const [all, hidden] = await Promise.all([
      requirementsOf(who.app.pool, who.orgId, oldmanId, agreed),
      amountsHidden(who.app.pool, who.orgId, who),
    ])
    return hidden
      ? all.map((one) => (one.key === 'deposit' ? { ...one, note: one.met ? null : '押金还没有收足' } : one))
      : all
  },
  reserve: reserving(reserve),
  changeReserve: reserving(changeReserve),
  cancelReserve: move(cancelReserve),
  waitAgain: move(waitAgain),
  settleBooking: move(settleBooking),
  trial: move(trial),
  extendTrial: move(extendTrial),
  checkIn: move(checkIn),
  adjustBed: move(reviewed('adjustBed', adjustBed)),
  exchangeBed: move(reviewed('exchangeBed', exchangeBed)),
  changeLevel: move(changeLevel),
  checkOut: move(reviewed('checkOut', checkOut)),
  undoCheckOut: move((tx, who, body) => undoCheckOut(tx, who, body)),
  readmit: move(readmit),
  removeStay: async ({ oldmanId, reason }, who) => {
    await settleDue(who.app, who.orgId, [oldmanId], [])
    await who.tx((tx) => removeStay(tx, who, oldmanId, reason ?? '登记有误'))
    return null
  },
  changeStatus: async (input, who) => {
    const { oldmanStatusNew, ...body } = input as { oldmanStatusNew: string } & Record<string, unknown>
    const wish = await statusInput(who, oldmanStatusNew, body)
    return move<Named>((tx, _who, _body, reviews) => wish.run(tx, reviews))(wish, who)
  },
  editLive: move(editLive),
  setting: async (_, who) => ({
    ...(await residenceSettingOf(who.app.pool, who.orgId)),
    version: await residenceSettingVersion(who.app.pool, who.orgId),
  }),
  saveSetting: async (body, who) => {
    await who.tx((tx) => saveResidenceSetting(tx, body))
    return null
  },
})
