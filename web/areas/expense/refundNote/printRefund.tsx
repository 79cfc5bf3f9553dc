// Printing refunds: the server counts each print, and from the second on the paper says 补打.
import { refundNote } from '#contract/expense/refundNote'
import { send } from '#web/kit/call'
import { printSheet } from '#web/kit/print/printSheet'
import { invalidate } from '#web/kit/query'
import { RefundPaper } from './refundPaper.part.tsx'

/** Several go in one print job, one form each. */
export async function printRefunds(refundIds: readonly string[]): Promise<void> {
  if (refundIds.length === 0) return
  const data = await send(refundNote.calls.print, { refundIds: [...refundIds] }, { loading: true })
  void invalidate(refundNote)
  const [first] = data.notes
  await printSheet({
    title: data.notes.length === 1 ? `退款单 ${first!.refundNo}` : `退款单 ${data.notes.length} 张`,
    paper: 'receipt',
    render: () => data.notes.map((one) => <RefundPaper key={one.refundId} one={one} org={data.org} />),
  })
}
