// The moves by the status they lead to, as the platform's clients ask for them. The body is that of the move, checked
// by the same schema, and the permission is that of the move.

import { invalid, Refusal } from '#contract/kit/refusal'
import type { Static, TObject } from '#contract/kit/schema'
import {
  CancelReserveBody,
  CheckInBody,
  CheckOutBody,
  ExtendTrialBody,
  ReserveBody,
  TrialBody,
  WithReason,
} from '#contract/live/residenceForms'
import { type ResidenceMove, residenceMoves } from '#contract/live/residenceWords'
import { ResidenceStatus, type ResidenceStatusValue } from '#contract/live/resident'
import { reviewed } from '#server/areas/live/review/residenceApply'
import { requireResident } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { type Check, checker } from '#server/kit/validate'
import { checkIn, extendTrial, trial } from './residenceCheckIn.ts'
import { checkOut, readmit, undoCheckOut } from './residenceCheckOut.ts'
import type { Reviews } from './residenceFacts.ts'
import { cancelReserve, changeReserve, reserve, waitAgain } from './residenceReserve.ts'

interface Route<S extends TObject = TObject> {
  move: ResidenceMove
  check: Check
  run(tx: Tx, who: Caller, body: Static<S>, reviews: Reviews): Promise<unknown>
}

const route = <S extends TObject>(move: ResidenceMove, schema: S, run: Route<S>['run']): Route =>
  ({ move, check: checker(schema), run }) as unknown as Route

const routes = {
  reserve: route('reserve', ReserveBody, reserve),
  changeReserve: route('changeReserve', ReserveBody, changeReserve),
  cancelReserve: route('cancelReserve', CancelReserveBody, cancelReserve),
  waitAgain: route('waitAgain', WithReason, waitAgain),
  trial: route('trial', TrialBody, trial),
  extendTrial: route('extendTrial', ExtendTrialBody, extendTrial),
  checkIn: route('checkIn', CheckInBody, checkIn),
  checkOut: route('checkOut', CheckOutBody, reviewed('checkOut', checkOut)),
  readmit: route('readmit', WithReason, readmit),
  toResidence: route('undoCheckOut', WithReason, (tx, who, body) => undoCheckOut(tx, who, body, 1)),
  toTrial: route('undoCheckOut', WithReason, (tx, who, body) => undoCheckOut(tx, who, body, 4)),
}

/** Where several moves lead to one status, the present one decides; where none does, the machine refuses. */
function routeOf(to: ResidenceStatusValue, from: ResidenceStatusValue): Route {
  switch (to) {
    case 1:
      return from === 2 ? routes.toResidence : routes.checkIn
    case 2:
      return routes.checkOut
    case 3:
      return from === 2 ? routes.readmit : routes.waitAgain
    case 4:
      return from === 2 ? routes.toTrial : from === 4 ? routes.extendTrial : routes.trial
    case 5:
      return from === 5 ? routes.changeReserve : routes.reserve
    case 6:
      return routes.cancelReserve
  }
}

export interface StatusInput {
  oldmanId: string
  bedId: string | null
  run(tx: Tx, reviews: Reviews): Promise<unknown>
}

/** What is asked for, checked as the move's own call would. */
export async function statusInput(who: Caller, status: string, given: unknown): Promise<StatusInput> {
  const to = ResidenceStatus.find(Number(status) as ResidenceStatusValue)?.value
  if (to === undefined || !/^\d$/.test(status)) throw invalid('入住状态应为 1 至 6', 'oldmanStatusNew')
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw invalid('提交的内容不正确')
  const body = { ...(given as Record<string, unknown>) }
  const { oldmanId } = body
  if (typeof oldmanId !== 'string' || oldmanId === '') throw invalid('请选择老人', 'oldmanId')
  const resident = await requireResident(who.app.pool, who, oldmanId)
  const { move, check, run } = routeOf(to, resident.status)
  if (!who.may(residenceMoves.moves[move].needs!)) throw new Refusal('NO_PERMISSION')
  check(body)
  return {
    oldmanId,
    bedId: typeof body.bedId === 'string' ? body.bedId : null,
    run: (tx, reviews) => run(tx, who, body as never, reviews),
  }
}
