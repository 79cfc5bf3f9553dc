// Where a row of a report leads: the account, the bill, the receipt, the settlement.
import type { ReportCheckData } from '#contract/expense/reportKit'
import { openPage } from '#web/kit/open'

export const openAccount = (oldmanId: string) => openPage('/expense/accountDetail', { oldmanId })
export const openBill = (billId: string) => openPage('/expense/accountBillDetail', { billId })
export const openReceipt = (receiptNo: string) => openPage('/expense/receipt', { receiptNo })
export const openSettlement = (oldmanId: string, settleId?: string) =>
  openPage('/expense/settle/detail', { oldmanId, ...(settleId && { settleId }) })

/** A document on which a report and the ledger differ. */
export function openDiffering(one: ReportCheckData['differing'][number]): (() => void) | undefined {
  switch (one.kind) {
    case 'ACCOUNT':
      return () => openAccount(one.id)
    case 'BILL':
      return () => openBill(one.id)
    case 'RECEIPT':
      return () => openReceipt(one.no)
    case 'SETTLEMENT':
      return () => openPage('/expense/settle', { keyword: one.no })
    default:
      return undefined
  }
}
