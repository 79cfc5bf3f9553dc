// Taking entries back: the exact opposite of each, pointing at it. Nothing is ever changed or removed.
import { TradeType, type TradeTypeValue, type TradeWayValue } from '#contract/expense/tradeWords'
import { notFound, Refusal } from '#contract/kit/refusal'
import type { Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { type Entry, type Posted, post, type Sides } from './post.ts'

interface Original extends Sides {
  entryId: string
  oldmanId: string
  tradeClass: 0 | 1 | 2 | 3 | 4 | 5 | 6
  tradeType: TradeTypeValue
  way: TradeWayValue | null
  amountFen: number
  billId: string | null
  billMonth: string | null
  settleId: string | null
  reversalOf: string | null
  giftId: string | null
  basis: number
  content: string
  reversed: boolean
}

const ORIGINALS = `select l.entry_id as "entryId", l.oldman_id as "oldmanId", l.trade_class as "tradeClass",
  l.trade_type as "tradeType", l.way, l.amount_fen as "amountFen", l.cash_fen as cash, l.receivable_fen as receivable,
  l.discount_fen as discount, l.subsidy_fen as subsidy, l.promo_fen as promo, l.transit_fen as transit,
  l.opening_fen as opening, l.balance_fen as balance, l.gift_fen as gift, l.deposit_fen as deposit,
  l.booking_fen as booking, l.income_fen as income, l.bill_id as "billId", l.bill_month as "billMonth",
  l.settle_id as "settleId", l.reversal_of as "reversalOf", l.gift_id as "giftId", l.basis_fen as basis, l.content,
  exists (select from ledger r where r.org_id = l.org_id and r.reversal_of = l.entry_id) as reversed
from ledger l where l.org_id = $1 and l.entry_id = any($2) order by l.oldman_id, l.seq desc`

const SHARES = `insert into pay_share (org_id, entry_id, line_id, bill_id, oldman_id, day, at, category, project_child_id, way,
  paid_from, refund, user_id, amount_fen)
select s.org_id, l.entry_id, s.line_id, s.bill_id, s.oldman_id, l.day, l.at, s.category, s.project_child_id, s.way, s.paid_from,
  l.refund, l.user_id, -s.amount_fen
from ledger l join pay_share s on s.org_id = l.org_id and s.entry_id = l.reversal_of
where l.org_id = $1 and l.entry_id = any($2)`

export interface ReverseInput {
  entryIds: readonly string[]
  groupId: string
  reason: string
  /** Payments by outside ways are paid out again and count as refunds instead of payments taken back. */
  refund?: boolean
  receiptId?: string | null
  day?: string | null
}

const negative = (one: Original): Partial<Sides> => ({
  cash: -one.cash,
  receivable: -one.receivable,
  discount: -one.discount,
  subsidy: -one.subsidy,
  promo: -one.promo,
  transit: -one.transit,
  opening: -one.opening,
  balance: -one.balance,
  gift: -one.gift,
  deposit: -one.deposit,
  booking: -one.booking,
  income: -one.income,
})

/** The accounts must be locked. An entry that was taken back, or takes one back, is refused. */
export async function reverse(tx: Tx, input: ReverseInput): Promise<Posted[]> {
  const found = await tx.client.query<Original>({
    name: 'ledger_originals',
    text: ORIGINALS,
    values: [tx.orgId, input.entryIds],
  })
  if (found.rows.length < new Set(input.entryIds).size) throw notFound('流水')
  for (const one of found.rows) {
    if (one.reversalOf || one.reversed) {
      throw new Refusal('STATE_NOT_ALLOWED', {
        state: one.reversalOf ? '红冲' : '已作废',
        act: `再次作废“${TradeType.label(one.tradeType)}”`,
      })
    }
  }
  const entries: Entry[] = found.rows.map((one) => {
    const paidOut = input.refund && one.cash !== 0 && one.receivable !== 0
    return {
      ...negative(one),
      entryId: newId(),
      oldmanId: one.oldmanId,
      tradeType: paidOut ? 'REFUND_BILL' : one.tradeType,
      tradeClass: paidOut ? 4 : one.tradeClass,
      way: one.way,
      amountFen: -one.amountFen,
      billId: one.billId,
      billMonth: one.billMonth,
      settleId: one.settleId,
      receiptId: input.receiptId ?? null,
      groupId: input.groupId,
      reversalOf: one.entryId,
      giftId: one.giftId,
      basis: -one.basis,
      day: input.day ?? null,
      content: `${paidOut ? '退款' : '冲销'}：${one.content}`,
      remark: input.reason,
    }
  })
  const posted = await post(tx, entries)
  const ids = posted.map((one) => one.entryId)
  await tx.client.query({ name: 'pay_shares_back', text: SHARES, values: [tx.orgId, ids] })
  return posted
}
