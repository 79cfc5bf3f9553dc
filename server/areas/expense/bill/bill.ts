// Handlers of bills.
import { billing } from '#contract/expense/bill'
import type { DataOf } from '#contract/kit/call'
import { refuseHidden } from '#server/areas/expense/account/amountsHidden'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { issue, remove } from './billAct.ts'
import { antiSettle } from './billAnti.ts'
import { startPayBatch } from './billBatch.ts'
import { dayText, endOfMonth } from './billDays.ts'
import { editBill, previewEdit } from './billEdit.ts'
import { requireBillMonth, STAYS, startGeneration } from './billGenerate.ts'
import { printBills } from './billPrint.ts'
import { billDetail, countBills, listBills, sumBills } from './billRead.ts'

type Preview = DataOf<typeof billing.calls.generatePreview>

const CLOSED = `select to_char(current_date, 'YYYY-MM') <= closed_until($1) as closed, closed_until($1) as until, current_date as today`

/** The same residents as the run will take. */
async function generatePreview(who: Caller, month: string): Promise<Preview> {
  const { pool, orgId } = { pool: who.app.pool, orgId: who.orgId }
  const now = (await pool.query<{ closed: boolean | null; until: string | null; today: string }>(CLOSED, [orgId]))
    .rows[0]!
  requireBillMonth(month, now.today, now.until)
  const counted = await pool.query<{ residents: number; existing: number }>(
    `select count(*)::int as residents, count(*) filter (where billed)::int as existing from (${STAYS}) s`,
    [orgId, dayText(endOfMonth(month)), who.deptIds, month, null],
  )
  const { residents, existing } = counted.rows[0]!
  return { month, residents, existing, toMake: residents - existing, closed: now.closed ?? false }
}

export default implement(billing, {
  list: (q, who) => listBills(who, q),
  counts: (q, who) => countBills(who, q),
  sums: (q, who) => sumBills(who, q),
  generatePreview: ({ month }, who) => generatePreview(who, month),
  generate: (input, who) =>
    who.tx(async (tx) => {
      await refuseHidden(tx.client, tx.orgId, who)
      return { runId: await startGeneration(tx, who, billing.calls.generate, { month: input.month }) }
    }),
  detail: ({ tradeMonthId }, who) => billDetail(who, tradeMonthId),
  edit: async (input, who) => {
    const { billId } = await who.tx(async (tx) => ({ billId: await editBill(tx, who, input) }))
    return billDetail(who, billId)
  },
  editPreview: (input, who) => previewEdit(who, input),
  remove: (input, who) => who.tx((tx) => remove(tx, who, input)),
  issue: (input, who) => who.tx((tx) => issue(tx, who, input)),
  print: (input, who) => who.tx((tx) => printBills(tx, who, input)),
  payBatch: (input, who) => startPayBatch(who, input),
  antiSettle: (input, who) => who.tx((tx) => antiSettle(tx, who, input)),
})
