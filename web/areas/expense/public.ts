// What pages of other areas show of the fees.

export { type PayDrawerHandle, usePayDrawer } from '#web/areas/expense/account/payDrawer.part'
export { type BillAssumption, NextBill, type NextBillProps } from '#web/areas/expense/billPreview/nextBill.part'
export { PRINT_PREFERENCE, printReceipts } from '#web/areas/expense/receipt/printReceipt.part'
