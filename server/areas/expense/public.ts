// The few functions of the fees that other areas may call.

import { payReminders } from '#server/areas/expense/payRemind/payReminders'
import { payRemindTodos } from '#server/areas/expense/payRemind/payRemindTodos'
import { settleSignTodos } from '#server/areas/expense/settlement/settlementSign'
import type { ReminderSource } from '#server/kit/reminderSources'
import type { Todo } from '#server/kit/todos'

export { openAccount, openAccounts } from '#server/areas/expense/account/accountOpen'
/** Other areas ask for their own pages: there a right to read fees is needed. */
export { amountsHiddenOutside as amountsHidden } from '#server/areas/expense/account/amountsHidden'
export { hideMoney } from '#server/areas/expense/account/hideMoney'
export {
  billedSince,
  type ComparedBill,
  comparedBill,
  draftsOf,
  type MonthDraft,
  monthsOfChange,
} from '#server/areas/expense/bill/billRehearse'
export { refuseClosedLeave } from '#server/areas/expense/bill/leaveClosed'
export { addCharge, voidCharge } from '#server/areas/expense/charge/chargeWrite'
export { addDemoMoney } from '#server/areas/expense/demo/demoStays'
export { type FeeImage, feeImage, feesStand, restoreFees } from '#server/areas/expense/fee/feeImage'
export { feesOfStays, type StayFee } from '#server/areas/expense/fee/feeSetRead'
export {
  type EndedFees,
  endFees,
  type FeeInput,
  reopenFees,
  replaceFees,
  splitBedFee,
  splitCareFee,
  startFees,
  unsplitFee,
} from '#server/areas/expense/fee/feeSetWrite'
export { bookingHeld, endBooking, keepBooking, spendBooking } from '#server/areas/expense/pay/bookingMoney'
export {
  lockAccount,
  openSettlement,
  removeSettlement,
  settlementOf,
} from '#server/areas/expense/settlement/settlementOpen'
export { moneyLeft } from '#server/areas/expense/settlement/settlementWords'

/** What waits for a person; the work bench counts it. */
export const todos: readonly Todo[] = [...payRemindTodos, ...settleSignTodos]

/** What people have to be reminded of. */
export const reminders: readonly ReminderSource[] = payReminders

/** Tables that SQL of other areas may read, never write (scripts/lib/sqlFaults.mjs). */
export const readableTables = ['elder_account', 'settlement']
