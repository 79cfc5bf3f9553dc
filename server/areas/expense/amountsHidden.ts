// Where an organisation masks amounts, whoever may not see them gets none and moves none.
import type pg from 'pg'
import { SEE_AMOUNTS } from '#contract/expense/costSetting'
import { Refusal } from '#contract/kit/refusal'
import { costSettingOf } from './costSetting.ts'

interface Reader {
  may(expression: string): boolean
}

export async function amountsHidden(client: pg.Pool | pg.ClientBase, orgId: string, who: Reader): Promise<boolean> {
  return !who.may(SEE_AMOUNTS) && (await costSettingOf(client, orgId)).maskAmounts
}

export async function refuseHidden(client: pg.Pool | pg.ClientBase, orgId: string, who: Reader): Promise<void> {
  if (await amountsHidden(client, orgId, who)) throw new Refusal('NO_PERMISSION')
}
