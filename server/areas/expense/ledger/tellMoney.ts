// After money has moved: who shows it asks again.
import { account } from '#contract/expense/account'
import { residence } from '#contract/live/residence'
import type { Tx } from '#server/kit/caller'

/** `arrears`: debts moved too, which lists of residents and the room map show. */
export function tellMoney(tx: Tx, oldmanIds: readonly string[], { arrears = false } = {}): void {
  tx.emit(account.events.changed, { oldmanIds: [...oldmanIds] })
  if (arrears) tx.emit(residence.events.changed, { bedIds: [], oldmanIds: [...oldmanIds] })
}
