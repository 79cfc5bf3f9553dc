// Where the records of the fees are stored.
import type { StoredRecords } from '#server/kit/test/storedRecords'

export default {
  bill: { table: 'bill', id: 'bill_id', dept: 'oldman' },
  billLine: { table: 'bill_line', id: 'line_id', dept: 'oldman' },
  charge: { table: 'charge', id: 'charge_id', dept: 'oldman' },
  feeProject: { table: 'fee_project', id: 'project_id' },
  feeChild: { table: 'fee_child', id: 'project_child_id' },
  discountRule: { table: 'discount_rule', id: 'set_id' },
  entry: { table: 'ledger', id: 'entry_id', dept: 'oldman' },
  entryGroup: { table: 'ledger', id: 'group_id', dept: 'oldman' },
  receipt: { table: 'receipt', id: 'receipt_id', dept: 'oldman' },
  refundNote: { table: 'refund_note', id: 'refund_id', dept: 'oldman' },
  settlement: { table: 'settlement', id: 'settle_id', dept: 'oldman' },
  payOrder: { table: 'pay_order', id: 'pay_id', dept: 'oldman' },
  monthRequest: {
    table: 'reopen_request',
    id: 'request_id',
    make: `with m as (insert into month_close (org_id, month, entries, cash_fen, income_fen, closed_by, closed_name)
        values ($1, '2020-01', 0, 0, 0, 'x', '别人') on conflict do nothing)
      insert into reopen_request (org_id, request_id, month, reason, asked_by, asked_name)
        values ($1, $2, '2020-01', '录错', 'x', '别人')`,
  },
} satisfies StoredRecords
