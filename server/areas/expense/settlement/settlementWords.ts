// What is left on an account, in words.
import { yuanText } from '#contract/kit/money'
import type { AccountMoney } from './settlementOpen.ts'

/** 欠费 1,200.00 元、押金 10,000.00 元; null when nothing is left. */
export function moneyLeft(account: AccountMoney): string | null {
  const parts = [
    ['欠费', account.owedFen],
    ['余额', account.balanceFen],
    ['押金', account.depositFen],
  ] as const
  const words = parts.filter(([, amount]) => amount > 0).map(([title, amount]) => `${title} ${yuanText(amount)} 元`)
  return words.length > 0 ? words.join('、') : null
}
