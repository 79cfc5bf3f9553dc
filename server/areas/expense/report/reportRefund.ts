// 退费报表: every entry that paid money out again, also when it was taken back.
import type { RefundRowData, RefundSumsData, reportCash } from '#contract/expense/reportCash'
import type { InputOf } from '#contract/kit/call'
import type { Caller } from '#server/kit/caller'
import { CASH } from './reportKit.ts'
import { moneyReport } from './reportMoney.ts'

const JOINS = `left join ledger o on o.org_id = l.org_id and o.entry_id = l.reversal_of
left join receipt orc on orc.org_id = o.org_id and orc.receipt_id = o.receipt_id
left join bill ob on ob.org_id = l.org_id and ob.bill_id = l.bill_id
left join settlement se on se.org_id = l.org_id and se.settle_id = l.settle_id
left join employee su on su.org_id = se.org_id and su.emp_id = se.confirmed_by
left join lateral (select n.payee from refund_note n where n.org_id = l.org_id and n.oldman_id = l.oldman_id
  and n.group_id in (l.group_id, o.group_id) order by n.group_id = l.group_id desc limit 1) rn on true`

/** Of the settlement, where the paper of the refund does not say who got it. */
const ACCOUNT = `nullif(concat_ws(' ', nullif(se.form ->> 'payeeName', ''), nullif(se.form ->> 'payeeBank', ''),
  nullif(se.form ->> 'payeeAccount', '')), '')`

export const refundReport = (q: InputOf<typeof reportCash.calls.refund>, who: Caller) =>
  moneyReport<RefundRowData, RefundSumsData>(
    who,
    q,
    {
      base: ['refund', CASH],
      entryBase: ['l.refund', 'l.cash_fen <> 0'],
      amount: '-cash_fen',
      select: `l.trade_type as kind, -l.cash_fen as "amountFen", l.settle_id as "settleId",
        coalesce(l.doc_no, rc.receipt_no, se.settle_no) as "refundNo", coalesce(o.doc_no, orc.receipt_no, ob.bill_no) as "originalNo",
        coalesce(rn.payee, ${ACCOUNT}) as account, su.emp_name as "checkedBy"`,
      joins: JOINS,
      reportTitle: '本表退款合计',
      ledgerTitle: '总账 货币资金（退款）',
    },
    async (sums) => sums as unknown as RefundSumsData,
  )
