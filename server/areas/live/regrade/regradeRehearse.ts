// The rehearsal of a change of level: everything is done, looked at, and taken back.
import type { InputOf } from '#contract/kit/call'
import type { RegradeRehearsal, regrade } from '#contract/live/regrade'
import { REGRADE_OPEN, RegradeState, regradeMoves } from '#contract/live/regradeWords'
import { amountsHidden } from '#server/areas/expense/public'
import { settleDue } from '#server/areas/live/residence/residencePlan'
import { addDays } from '#server/areas/live/residence/stayDays'
import type { Caller, Tx } from '#server/kit/caller'
import { carryOut } from './regradeCarry.ts'
import { type LockedRegrade, lockRegrade, residentOf } from './regradeRow.ts'
import { type Shown, shownOf, withoutMoney } from './regradeShow.ts'

/** Carries an answer out of a transaction that ends as if it had never begun, without a row in the log. */
class TakenBack<T> extends Error {
  constructor(readonly answer: T) {
    super('taken back')
  }
}

/** Does the work, and what follows from it at the end of a transaction, and takes all of it back. */
async function trial<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const last: (() => Promise<void>)[] = []
  const silent = () => undefined
  const atEnd = (one: () => Promise<void>) => void last.push(one)
  const trying = Object.assign(Object.create(tx) as Tx, {
    log: silent,
    emit: silent,
    emitEach: silent,
    after: silent,
    atEnd,
  })
  await tx.client.query('savepoint regrade_trial')
  const answer = await work(trying)
  for (const one of last) await one()
  await tx.client.query('rollback to savepoint regrade_trial')
  return answer
}

/** What was agreed for today stands before anything new is looked at. */
export async function settleFirst(who: Caller, regradeId: string): Promise<void> {
  const of = await residentOf(who.app.pool, who.orgId, regradeId)
  if (of) await settleDue(who.app, who.orgId, [of.oldmanId], [])
}

/** The day that was proposed; once that has come, the next that is possible. */
export const dayOf = (row: LockedRegrade) => {
  const tomorrow = addDays(row.resident.today, 1)
  return row.effectiveDate > tomorrow ? row.effectiveDate : tomorrow
}

/** Inside the transaction of whoever asks; refuses what could not be carried out. */
export const tryOut = (tx: Tx, who: Caller, row: LockedRegrade, day = dayOf(row)): Promise<Shown> =>
  trial(tx, async (trying) => shownOf(trying, row, await carryOut(trying, who, row, day)))

async function lookedAt(who: Caller, regradeId: string, effectiveDate: string | null | undefined): Promise<Shown> {
  await settleFirst(who, regradeId)
  try {
    return await who.tx<Shown>(async (tx) => {
      const row = await lockRegrade(tx, who, regradeId)
      // Only what is not decided yet can be rehearsed; the refusal names the state.
      if (!REGRADE_OPEN.includes(row.state)) regradeMoves.next(row.state, 'rehearse', RegradeState.label)
      throw new TakenBack(await tryOut(tx, who, row, effectiveDate ?? dayOf(row)))
    })
  } catch (error) {
    if (error instanceof TakenBack) return error.answer as Shown
    throw error
  }
}

export async function rehearsal(
  who: Caller,
  { regradeId, effectiveDate }: InputOf<(typeof regrade)['calls']['rehearsal']>,
): Promise<RegradeRehearsal> {
  const shown = await lookedAt(who, regradeId, effectiveDate)
  return (await amountsHidden(who.app.pool, who.orgId, who)) ? withoutMoney(shown) : shown.rehearsal
}
