// Whoever may not see amounts gets none and moves none: outside the fees that is everybody without a right to read fees, in
// the fees whom the organisation masks them for.
import type pg from 'pg'
import { READ_FEES, SEE_AMOUNTS } from '#contract/expense/feeSettings'
import { Refusal } from '#contract/kit/refusal'
import { feeSettingsOf } from '#server/areas/expense/fee/feeSettings'
import type { Caller } from '#server/kit/caller'
import type { Implementation } from '#server/kit/implement'

interface Reader {
  may(expression: string): boolean
}

export async function amountsHidden(client: pg.Pool | pg.ClientBase, orgId: string, who: Reader): Promise<boolean> {
  return !who.may(SEE_AMOUNTS) && (await feeSettingsOf(client, orgId)).maskAmounts
}

/** For pages that are no pages of the fees: residents, archives, the room map, the bench. */
export async function amountsHiddenOutside(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  who: Reader,
): Promise<boolean> {
  return !who.may(READ_FEES) || amountsHidden(client, orgId, who)
}

/** For nouns that are nothing but amounts: reports, hand-overs, the closing of months. Every call of them is refused. */
export const amountsOnly = (made: Implementation): Implementation => ({
  ...made,
  handlers: Object.fromEntries(
    Object.entries(made.handlers).map(([name, handler]) => [
      name,
      async (input: never, who: never) => {
        const reader = who as Caller
        await refuseHidden(reader.app.pool, reader.orgId, reader)
        return handler(input, who)
      },
    ]),
  ),
})

export async function refuseHidden(client: pg.Pool | pg.ClientBase, orgId: string, who: Reader): Promise<void> {
  if (await amountsHidden(client, orgId, who)) throw new Refusal('NO_PERMISSION')
}
