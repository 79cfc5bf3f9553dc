// Printing bills: one or many in one job; the server counts each print.
import { billing } from '#contract/expense/bill'
import { send } from '#web/kit/call'
import { pageRule, printSheet } from '#web/kit/print/printSheet'
import { invalidate } from '#web/kit/query'
import { useSession } from '#web/kit/session'
import { BILL_CSS, BillSheet } from './billSheet.part.tsx'

export async function printBills(tradeMonthIds: readonly string[]): Promise<void> {
  if (tradeMonthIds.length === 0) return
  const data = await send(billing.calls.print, { tradeMonthIds: [...tradeMonthIds] }, { loading: true })
  void invalidate(billing)
  const { config } = useSession.getState()
  const logo = config.iconConfig.systemIcon || '/favicon.svg'
  const [first] = data.sheets
  await printSheet({
    title:
      data.sheets.length === 1
        ? `账单 ${first!.bill.oldmanName} ${first!.bill.month} ${first!.bill.billNo}`
        : `账单 ${data.sheets.length} 张`,
    paper: 'A4',
    many: true,
    page: `${BILL_CSS}\n${pageRule('A4', new Date())}`,
    render: () =>
      data.sheets.map((sheet) => <BillSheet key={sheet.bill.tradeMonthId} sheet={sheet} data={data} logo={logo} />),
  })
}
