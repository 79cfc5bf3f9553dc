// The few functions of the fees that other areas may call.
import type { Todo } from '#server/kit/todos'
import { payRemindTodos } from './payRemindTodos.ts'

export { openAccount, openAccounts } from './accountOpen.ts'
/** Other areas ask for their own pages: there a right to read fees is needed. */
export { amountsHiddenOutside as amountsHidden } from './amountsHidden.ts'
export { bookingHeld, endBooking, keepBooking, spendBooking } from './bookingMoney.ts'
export { addDemoMoney } from './demoStays.ts'
export { feesOfStays, type StayFee } from './feeSetRead.ts'
export {
  type EndedFees,
  endFees,
  type FeeWish,
  reopenFees,
  replaceFees,
  splitBedFee,
  splitCareFee,
  startFees,
  unsplitFee,
} from './feeSetWrite.ts'
export { hideMoney } from './hideMoney.ts'
export { refuseClosedLeave } from './leaveClosed.ts'
export { lockAccount, openSettlement, removeSettlement, settlementOf } from './settlementOpen.ts'
export { moneyLeft } from './settlementWords.ts'

/** What waits for a person; the work bench counts it. */
export const todos: readonly Todo[] = [...payRemindTodos]
