// The few functions of the fees that other areas may call.
export { openAccount, openAccounts } from './accountOpen.ts'
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
export { lockAccount, openSettlement, removeSettlement, settlementOf } from './settlementOpen.ts'
export { moneyLeft } from './settlementWords.ts'
