// Where an organisation masks amounts, whoever may not see them gets none and moves none.
import type pg from 'pg'
import { SEE_AMOUNTS } from '#contract/expense/costSetting'
import { Refusal } from '#contract/kit/refusal'
import type { Caller } from '#server/kit/caller'
import type { Implementation } from '#server/kit/implement'
import { costSettingOf } from './costSetting.ts'

interface Reader {
  may(expression: string): boolean
}

export async function amountsHidden(client: pg.Pool | pg.ClientBase, orgId: string, who: Reader): Promise<boolean> {
  return !who.may(SEE_AMOUNTS) && (await costSettingOf(client, orgId)).maskAmounts
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
