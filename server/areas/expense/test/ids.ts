// Ids of the fees that a plain sample does not reach.
import { dayText } from '#contract/kit/clock'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { fromRow, type IdKnowledge } from '#server/kit/test/idKnowledge'
import { rowAccount } from './accountRows.ts'
import { rowOrder } from './billRows.ts'

const row = (text: string, more: Record<string, unknown> = {}) => fromRow(DEMO_ORG, text, more)
const always = (more: Record<string, unknown>) => () => more

const WHOLE = { from: '2026-01-01', to: '2026-12-31' }
const clerk = `select user_id as "userId" from ledger where org_id = $1 and user_id in (select user_id from account) and day >= '2026-01-01'`
const busy = row(`${clerk} group by user_id order by count(*) desc`)
const cashier = row(
  'select user_id as "userId", day::text as day from cash_day join account using (org_id, user_id) where org_id = $1',
)
const ofLedger = (column: string, as: string) =>
  row(`select ${column} as "${as}" from ledger where org_id = $1 and ${column} is not null and day >= '2026-01-01'`)
const booked = (column: string, as: string, where = 'true') =>
  row(`select ${column} as "${as}" from reservation r join oldman o using (org_id, oldman_id) left join bed b using (org_id, bed_id)
    left join room m using (org_id, room_id) where org_id = $1 and reserve_date >= '2026-01-01' and ${where} and ${column} is not null`)
const cash = row(
  `select oldman_id as "oldmanId" from ledger where org_id = $1 and cash_fen > 0 and bill_id is not null and day >= '2026-01-01'`,
)
const BOUGHT = always({
  kind: 'CHARGE',
  billIds: null,
  amountFen: 1_500,
  charge: {
    kind: 'SALOON',
    projectChildId: null,
    name: '理发',
    medicalKind: null,
    priceFen: 1_500,
    quantity: 1,
    insuredFen: null,
    day: dayText(),
  },
})
const stayed = (table: string, day: string) =>
  row(`select oldman_id as "oldmanId" from ${table} where org_id = $1 and ${day} >= '2026-01-01' order by ${day}`)

const REPORTS = {
  reportCash: ['payment', 'refund', 'advance', 'collectFees'],
  reportDetail: ['inDetail', 'consumeDetail', 'medical'],
  reportStay: ['reservation', 'booking', 'checkOut'],
  reportAccounts: ['balance', 'deposit', 'balanceDeposit', 'refundable'],
  reportIncome: ['income', 'monthIn'],
  reportBills: ['receivalbe', 'chargeProject', 'difference', 'rent'],
}
/** A whole year: what the demonstration has lies somewhere in it. */
const whole = Object.fromEntries(
  Object.entries(REPORTS).flatMap(([noun, names]) =>
    names.map((call) => [`expense.${noun}.${call}`, always(WHOLE)] as const),
  ),
)
const noClerk = (noun: string, ...calls: string[]) =>
  Object.fromEntries(
    calls.map((call) => [
      `expense.${noun}.${call} query.userId`,
      'the filters are those of all reports; here nobody acts',
    ]),
  )

export default {
  samples: {
    ...whole,
    'expense.bill.list': always({ month: null, dueFrom: null, dueTo: null }),
    'expense.bill.counts': always({ month: null, dueFrom: null, dueTo: null }),
    'expense.bill.sums': always({ month: null, dueFrom: null, dueTo: null }),
    'expense.cashDay.list query.userId': row(
      'select user_id as "userId", day::text as "from", day::text as "to" from cash_day join account using (org_id, user_id) where org_id = $1',
    ),
    'expense.cashDay.detail': cashier,
    'expense.cashDay.hand': cashier,
    'expense.charge.list query.billId': row(
      'select bill_id as "billId" from charge where org_id = $1 and bill_id is not null',
    ),
    'expense.charge.counts query.billId': row(
      'select bill_id as "billId" from charge where org_id = $1 and bill_id is not null',
    ),
    'expense.project.check': row(
      'select project_id as "projectId", name as "projectName" from fee_project where org_id = $1',
    ),
    'expense.projectChild.check': row(
      `select project_id as "projectId", project_child_id as "projectChildId", name as "projectChildName"
         from fee_child where org_id = $1`,
    ),
    'expense.projectChild.check query.projectId': row(
      'select project_id as "projectId", name as "projectChildName" from fee_child where org_id = $1',
      { projectChildId: null },
    ),
    'expense.receipt.list': always({ dayFrom: '2020-01-01' }),
    'expense.receipt.counts': always({ dayFrom: '2020-01-01' }),
    'expense.receipt.sums': always({ dayFrom: '2020-01-01' }),
    'expense.refundNote.list query.oldmanId': row('select oldman_id as "oldmanId" from refund_note where org_id = $1'),
    'expense.report.entries': always({ ...WHOLE, types: null, classes: null, ways: null, side: null, billMonth: null }),
    'expense.report.entries query.userId': busy,
    'expense.report.entries query.oldmanId': ofLedger('oldman_id', 'oldmanId'),
    'expense.report.entries query.entryIds': ofLedger('entry_id', 'entryIds'),
    'expense.report.entries query.groupId': ofLedger('group_id', 'groupId'),
    'expense.report.entries query.billId': ofLedger('bill_id', 'billId'),
    'expense.report.entries query.receiptId': ofLedger('receipt_id', 'receiptId'),
    'expense.report.entries query.settleId': ofLedger('settle_id', 'settleId'),
    'expense.report.lines': always({ ...WHOLE, sources: null, reduced: null }),
    'expense.report.lines query.billId': row(
      `select bill_id as "billId" from bill where org_id = $1 and month between '2026-02' and '2026-10'`,
    ),
    'expense.report.lines query.lineIds': row(
      `select line_id as "lineIds" from bill_line where org_id = $1 and month between '2026-02' and '2026-10'`,
    ),
    'expense.report.lines query.projectChildId': row(
      `select project_child_id as "projectChildId" from bill_line where org_id = $1 and project_child_id is not null
        and month between '2026-02' and '2026-10'`,
    ),
    'expense.report.lines query.bedId': row(
      `select bed_id as "bedId" from bill_line where org_id = $1 and bed_id is not null and month between '2026-02' and '2026-10'`,
    ),
    'expense.reportCash.payment query.userId': busy,
    'expense.reportCash.refund query.userId': row(`${clerk} and refund`),
    'expense.reportCash.refund query.oldmanId': row(
      `select oldman_id as "oldmanId" from ledger where org_id = $1 and refund and day >= '2026-01-01'`,
    ),
    'expense.reportCash.advance query.userId': row(`${clerk} and trade_type = 'PRESTORE'`),
    'expense.reportCash.advance query.oldmanId': row(
      `select oldman_id as "oldmanId" from ledger where org_id = $1 and trade_type = 'PRESTORE' and day >= '2026-01-01'`,
    ),
    'expense.reportCash.collectFees query.userId': busy,
    'expense.reportCash.payment query.oldmanId': cash,
    'expense.reportCash.collectFees query.oldmanId': cash,
    'expense.reportDetail.inDetail query.userId': busy,
    'expense.reportDetail.consumeDetail query.userId': busy,
    'expense.reportDetail.medical query.oldmanId': row(
      `select oldman_id as "oldmanId" from charge where org_id = $1 and medical_kind is not null`,
    ),
    'expense.reportDetail.medical query.userId': row(
      `select user_id as "userId" from charge join account using (org_id, user_id) where org_id = $1 and medical_kind is not null`,
    ),
    'expense.reportStay.reservation query.oldmanId': stayed('reservation', 'reserve_date'),
    'expense.reportStay.booking query.oldmanId': row(
      `select oldman_id as "oldmanId" from reservation where org_id = $1 and booking_fen > 0 and reserve_date >= '2026-01-01'`,
    ),
    'expense.reportStay.reservation query.deptId': booked('o.dept_id', 'deptId'),
    'expense.reportStay.booking query.deptId': booked('o.dept_id', 'deptId', 'booking_fen > 0'),
    'expense.reportStay.checkOut query.oldmanId': stayed('settlement', 'checkout_date'),
    'expense.scanPay.payorders': async (product) => {
      const { payId } = await rowOrder(product)
      return row(`select oldman_id as "oldmanId" from pay_order where org_id = $1 and pay_id = '${payId}'`)(product)
    },
    'expense.settlement.detail query.settleId': row(
      'select settle_id as "settleId", oldman_id as "oldmanId" from settlement where org_id = $1',
    ),
    'expense.statement.obsolete': always({ reason: '录错' }),
    'expense.discountRule.add body.projectChildId': always({ type: 2, scope: 'ITEM' }),
    'expense.discountRule.save body.projectChildId': always({ type: 2, scope: 'ITEM' }),
    'expense.pay.pay body.ruleId': always({ kind: 'PRESTORE', billIds: null }),
    'expense.scanPay.createPay body.ruleId': always({ kind: 'PRESTORE', billIds: null }),
    'expense.scanPay.microPay body.ruleId': always({ kind: 'PRESTORE', billIds: null }),
    'expense.scanPay.createPay body.charge.projectChildId': BOUGHT,
    'expense.scanPay.microPay body.charge.projectChildId': BOUGHT,
    'expense.projectChild.list': row('select project_id as "projectId" from fee_child where org_id = $1'),
    'expense.bill.edit body.lines.0.tradeMonthDetailId': draft,
    'expense.bill.edit body.lines.0.projectChildId': async (product) => {
      const { lines, ...more } = await draft(product)
      return { ...more, lines: lines.map((line) => ({ ...line, tradeMonthDetailId: null })) }
    },
    'expense.bill.editPreview body.lines.0.tradeMonthDetailId': draft,
  },
  spared: {
    'expense.account.batchPay': 'the job tells line by line who was not found; nothing is paid for them',
  },
  unread: {
    ...noClerk('reportAccounts', 'balance', 'deposit', 'balanceDeposit', 'refundable'),
    ...noClerk('reportBills', 'receivalbe', 'chargeProject', 'difference', 'rent'),
    ...noClerk('reportIncome', 'income', 'monthIn'),
    ...noClerk('reportStay', 'reservation', 'booking', 'checkOut'),
    ...noClerk('report', 'lines'),
    'expense.reportStay.reservation query.areaId':
      'the filters are those of all reports; who has booked lies in no bed',
    'expense.reportStay.checkOut query.areaId': 'the filters are those of all reports; who has left lies in no bed',
    'expense.reportStay.booking query.areaId': 'the filters are those of all reports; who has booked lies in no bed',
    'expense.billPreview.next query.withoutRule':
      'leaves a rule out of the preview; what is not found is not there to be left out',
  },
  anyDept: {
    'expense.reportBills.rent query.oldmanId': 'a bed-day is of the department of its room, not of its resident',
    'expense.report.lines query.bedId': 'a line is of the department of its resident, not of the bed',
  },
} satisfies IdKnowledge

/** A bill that is not issued yet, with one line. */
async function draft(product: Parameters<typeof rowAccount>[0]) {
  const { oldmanId } = await rowAccount(product)
  const billId = newId()
  await product.app.pool.query(
    `with b as (insert into bill (org_id, bill_id, bill_no, oldman_id, month, kind, stage, total_fen, period_start, period_end,
         due_date, made_by)
       values ($1, $2::text, $2::text, $3, '2026-11', 'MONTH', 'DRAFT', 100, '2026-11-01', '2026-11-30', '2026-11-30', '测试') returning *)
     insert into bill_line (org_id, line_id, bill_id, oldman_id, month, sort, category, name, cycle, price_fen, quantity,
       amount_fen, source)
     select org_id, bill_id, bill_id, oldman_id, month, 1, '4', '陪诊', 'ONCE', 100, 1000, 100, 'ADJUST' from b`,
    [DEMO_ORG, billId, oldmanId],
  )
  const line = { tradeMonthDetailId: billId, name: '陪诊', priceFen: 100, quantity: 1000, amountFen: 100 }
  return { tradeMonthId: billId, lines: [line], rule: 'NONE', version: null }
}
