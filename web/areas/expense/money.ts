// Whoever moves money makes everything of the fees stale that shows it: one list for every act, so that no page keeps a sum
// of before. Names alone, because the nouns themselves would bring their schemas into every page.
import { account } from '#contract/expense/account'
import { invalidate } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'

export const MONEY_NOUNS = [
  'account',
  'billPreview',
  'cashDay',
  'charge',
  'monthClose',
  'residentCost',
  'bill',
  'payRemind',
  'receipt',
  'refundNote',
  'reportAccounts',
  'reportBills',
  'reportCash',
  'reportDetail',
  'reportIncome',
  'reportStay',
  'settlement',
  'statement',
] as const

export const MONEY = MONEY_NOUNS.map((name) => ({ area: 'expense', name }))

export const moneyTouched = () => void invalidate(...MONEY)

/** On pages that show sums: also what other desks do. Of one resident, or of all. */
export function useMoneyMoved(oldmanId?: string): void {
  useEvent(account.events.changed, ({ oldmanIds }) => {
    if (!oldmanId || oldmanIds.includes(oldmanId)) moneyTouched()
  })
}
