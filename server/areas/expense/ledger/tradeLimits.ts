// What the settings warn of: more deposit or prestored money than so many months of fees. The money is booked all the same.
import type pg from 'pg'
import { yuanText } from '#contract/kit/money'
import { ResidenceStatus, type ResidenceStatusValue } from '#contract/live/resident'
import type { LockedAccount } from '#server/areas/expense/account/accountLock'
import { MONTH_FEE } from '#server/areas/expense/account/accountSql'
import { feeSettingsOf } from '#server/areas/expense/fee/feeSettings'

const FEE = `select ${MONTH_FEE} as "monthFen" from oldman t where t.org_id = $1 and t.oldman_id = $2`

/** Null where there is no limit: none is set, or no fees are agreed to measure it by. */
export const mostOf = (months: number, monthFen: number): number | null =>
  months > 0 && monthFen > 0 ? months * monthFen : null

export interface Limited extends Pick<LockedAccount, 'oldmanId' | 'balanceFen' | 'depositFen'> {
  status: number
}

export interface LimitFacts {
  setting: Awaited<ReturnType<typeof feeSettingsOf>>
  monthFen: number
}

/** What the limits are measured by. */
export async function limitFacts(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  oldmanId: string,
): Promise<LimitFacts> {
  const [setting, found] = await Promise.all([
    feeSettingsOf(client, orgId),
    client.query<{ monthFen: number }>({ name: 'month_fee', text: FEE, values: [orgId, oldmanId] }),
  ])
  return { setting, monthFen: found.rows[0]?.monthFen ?? 0 }
}

export const limitWarnings = async (
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  account: Limited,
  more: { balanceFen?: number; depositFen?: number },
): Promise<string[]> => warningsOf(await limitFacts(client, orgId, account.oldmanId), account, more)

/** `more` is what comes on top of what the account holds. */
export function warningsOf(
  { setting, monthFen }: LimitFacts,
  account: Limited,
  more: { balanceFen?: number; depositFen?: number },
): string[] {
  const warnings: string[] = []
  const mostDeposit = mostOf(setting.maxDepositMonths, monthFen)
  const deposit = account.depositFen + (more.depositFen ?? 0)
  if (more.depositFen && mostDeposit !== null && deposit > mostDeposit) {
    warnings.push(
      `押金将达 ${yuanText(deposit)} 元，超过 ${setting.maxDepositMonths} 个月费用（${yuanText(mostDeposit)} 元）的上限`,
    )
  }
  const mostPrepay = mostOf(setting.maxPrepayMonths, monthFen)
  const balance = account.balanceFen + (more.balanceFen ?? 0)
  if (more.balanceFen && mostPrepay !== null && balance > mostPrepay) {
    warnings.push(
      `余额将达 ${yuanText(balance)} 元，超过 ${setting.maxPrepayMonths} 个月费用（${yuanText(mostPrepay)} 元）的预存上限`,
    )
  }
  if (account.status === ResidenceStatus.is.left || account.status === ResidenceStatus.is.cancelled) {
    warnings.push(`老人${ResidenceStatus.label(account.status as ResidenceStatusValue)}，请确认仍需收取这笔款`)
  }
  return warnings
}
