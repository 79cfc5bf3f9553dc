// Printing receipts: the server counts each print, and from the second on the paper says 补打.
import { receipt } from '#contract/expense/receipt'
import { send } from '#web/kit/call'
import { printSheet } from '#web/kit/print/printSheet'
import { invalidate } from '#web/kit/query'
import { ReceiptPaper } from './receiptPaper.part.tsx'

/** Whether this person's desk prints the receipt as soon as money is taken. */
export const PRINT_PREFERENCE = 'expense.printReceipt'

/** Several go in one print job, one form each. */
export async function printReceipts(receiptIds: readonly string[]): Promise<void> {
  if (receiptIds.length === 0) return
  const data = await send(receipt.calls.print, { receiptIds: [...receiptIds] }, { loading: true })
  void invalidate(receipt)
  const [first] = data.receipts
  await printSheet({
    title: data.receipts.length === 1 ? `收据 ${first!.receiptNo}` : `收据 ${data.receipts.length} 张`,
    paper: 'receipt',
    render: () =>
      data.receipts.map((one) => (
        <ReceiptPaper key={one.receiptId} one={one} head={data} reprint={one.printedBefore} />
      )),
  })
}
