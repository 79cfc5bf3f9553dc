// Bills on a desk for tests: drafts with lines of known amounts, issued or not.

import type { NewLine } from '#server/areas/expense/bill/billNewLine'
import { addBills, issueBills } from '#server/areas/expense/bill/billWrite'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import type { Tx } from '#server/kit/caller'
import { systemTransaction } from '#server/kit/system'
import { openDesk } from './accountDesk.ts'

export const lineOf = (amountFen: number, more: Partial<NewLine> = {}): NewLine => ({
  category: '1',
  name: '床位费',
  cycle: 'MONTH',
  priceFen: Math.abs(amountFen),
  amountFen,
  source: amountFen < 0 ? 'ADJUST' : 'CYCLE',
  dateFrom: '2026-11-01',
  dateTo: '2026-11-30',
  ...more,
})

export async function openBillDesk() {
  const desk = await openDesk()
  const work = <T>(act: (tx: Tx) => Promise<T>) => systemTransaction(desk.app.app, DEMO_ORG, '费用', '测试', act)
  return {
    ...desk,
    work,
    /** Answers its id. */
    draft: (lines: readonly NewLine[], { oldmanId = desk.resident.id, month = '2026-11' } = {}) =>
      work(async (tx) => {
        const days = { periodStart: `${month}-01`, periodEnd: `${month}-28`, dueDate: `${month}-10` }
        const [billId] = await addBills(tx, [
          { oldmanId, month, kind: 'MONTH', ...days, bedPath: '松鹤楼>2层>203室>02床', lines },
        ])
        return billId!
      }),
    issue: (billIds: readonly string[]) => work((tx) => issueBills(tx, billIds)),
  }
}
export type BillDesk = Awaited<ReturnType<typeof openBillDesk>>
