// What stands in the way of taking entries back, said clearly before anything is written.
import type pg from 'pg'
import { TradeType, type TradeTypeValue, type TradeWayValue } from '#contract/expense/tradeWords'
import { yuanText } from '#contract/kit/money'
import { invalid, Refusal } from '#contract/kit/refusal'
import type { LockedAccount } from '#server/areas/expense/account/accountLock'
import type { Tx } from '#server/kit/caller'

/** An entry of the ledger with what decides whether it may be taken back. */
export interface Written {
  entryId: string
  oldmanId: string
  tradeType: TradeTypeValue
  way: TradeWayValue | null
  amountFen: number
  day: string
  billId: string | null
  billMonth: string | null
  receiptId: string | null
  groupId: string
  payId: string | null
  ruleId: string | null
  giftId: string | null
  reversalOf: string | null
  content: string
  cashFen: number
  balanceFen: number
  giftFen: number
  depositFen: number
  bookingFen: number
  reversed: boolean
  closed: boolean
  /** A confirmed settlement that has counted this entry. */
  settleNo: string | null
}

const COLUMNS = `l.entry_id as "entryId", l.oldman_id as "oldmanId", l.trade_type as "tradeType", l.way,
  l.amount_fen as "amountFen", l.day, l.bill_id as "billId", l.bill_month as "billMonth", l.receipt_id as "receiptId",
  l.group_id as "groupId", l.pay_id as "payId", l.rule_id as "ruleId", l.gift_id as "giftId", l.reversal_of as "reversalOf", l.content,
  l.cash_fen as "cashFen", l.balance_fen as "balanceFen", l.gift_fen as "giftFen", l.deposit_fen as "depositFen",
  l.booking_fen as "bookingFen",
  exists (select from ledger r where r.org_id = l.org_id and r.reversal_of = l.entry_id) as reversed,
  exists (select from month_close c where c.org_id = l.org_id and c.month = to_char(l.day, 'YYYY-MM') and c.closed) as closed,
  (select s.settle_no from settlement s where s.org_id = l.org_id and s.oldman_id = l.oldman_id and s.state = 'CONFIRMED'
    and (s.settle_id = l.settle_id or s.confirmed_at >= l.at) order by s.confirmed_at limit 1) as "settleNo"`

export async function entriesOfGroups(tx: Tx, groupIds: readonly string[]): Promise<Written[]> {
  const found = await tx.client.query<Written>({
    name: 'entries_of_groups',
    text: `select ${COLUMNS} from ledger l where l.org_id = $1 and l.group_id = any($2) order by l.oldman_id, l.seq`,
    values: [tx.orgId, groupIds],
  })
  return found.rows
}

/** Payments of a bill that still count. */
export async function paymentsOfBill(
  tx: { client: pg.Pool | pg.ClientBase; orgId: string },
  billId: string,
): Promise<Written[]> {
  const found = await tx.client.query<Written>({
    name: 'payments_of_bill',
    text: `select ${COLUMNS} from ledger l where l.org_id = $1 and l.bill_id = $2 and l.trade_type <> 'BILL'
      and l.reversal_of is null order by l.seq`,
    values: [tx.orgId, billId],
  })
  return found.rows.filter((one) => !one.reversed)
}

/** A closed month and a confirmed settlement keep what they have counted. */
export function refuseBound(entries: readonly Written[], act: string): void {
  for (const one of entries) {
    if (one.closed) {
      throw invalid(
        `${one.day.slice(0, 7)} 已经结账，${one.day} 的“${TradeType.label(one.tradeType)}”不能${act}；请先申请反结账，或在本月另做退款、调整`,
      )
    }
    if (one.settleNo) {
      throw new Refusal('STATE_NOT_ALLOWED', {
        state: `退住结算 ${one.settleNo} 已确认`,
        act: `${act}“${TradeType.label(one.tradeType)}”，请先撤销退住结算`,
      })
    }
  }
}

const POCKETS = [
  ['balanceFen', '余额'],
  ['giftFen', '赠送余额'],
  ['depositFen', '押金'],
  ['bookingFen', '预订金'],
] as const

/** Money that was put on the account and spent since cannot be taken off it again. */
export function refuseSpent(entries: readonly Written[], accounts: readonly LockedAccount[], act: string): void {
  for (const account of accounts) {
    const own = entries.filter((one) => one.oldmanId === account.oldmanId)
    for (const [pocket, title] of POCKETS) {
      const takes = own.reduce((sum, one) => sum + one[pocket], 0)
      if (takes > account[pocket]) {
        const instead = pocket === 'giftFen' ? '；请改用“余额退款”，用掉的赠送会从退款中扣下' : ''
        throw invalid(
          `“${account.oldmanName}”的${title}只剩 ${yuanText(account[pocket])} 元，这笔${title} ${yuanText(takes)} 元已被使用，不能${act}${instead}`,
        )
      }
    }
  }
}
