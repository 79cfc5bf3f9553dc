// Voiding an act: everything that was written together is taken back together, and its receipt becomes red.
import { TradeType, type TradeTypeValue } from '#contract/expense/tradeWords'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { lockAccounts, refuseSealed } from '#server/areas/expense/account/accountLock'
import { redReceipts } from '#server/areas/expense/receipt/receiptWrite'
import { voidRefundNotes } from '#server/areas/expense/receipt/refundWrite'
import { refundScanned } from '#server/areas/expense/scanPay/scanRefund'
import type { Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import type { Scope } from '#server/kit/tenant'
import { reverse } from './reverse.ts'
import { entriesOfGroups, refuseBound, refuseSpent, type Written } from './reverseLimits.ts'
import { tellMoney } from './tellMoney.ts'

export type MayTrade = Pick<Scope, 'deptIds'> & { may(expression: string): boolean }

export interface Obsoleted {
  /** The act that takes back. */
  groupId: string
  oldmanIds: string[]
  entries: number
  /** Sum of what was taken back, as people say it. */
  amountFen: number
  redNos: string[]
  /** Scanned payments that go back to the payer. */
  scannedFen: number
}

/** Their own acts take these back. */
const ELSEWHERE: Partial<Record<TradeTypeValue, string>> = {
  OPENING: '期初余额不能作废',
  REFUND_CHECKOUT: '退住退款请在“退住结算”中撤销',
}

/** Made in the very transaction that wrote the receipt: both carry its time. */
const ONCE_BILLS = `select b.bill_id as "billId", b.bill_no as "billNo", b.paid_fen as "paidFen", l.entry_id as "entryId"
from bill b join ledger l on l.org_id = b.org_id and l.bill_id = b.bill_id and l.trade_type = 'BILL' and l.reversal_of is null
where b.org_id = $1 and b.bill_id = any($2) and b.kind = 'ONCE' and b.stage = 'ISSUED'
  and exists (select from receipt r where r.org_id = b.org_id and r.group_id = $3 and r.created_at = b.created_at)
for no key update of b`
const VOID_BILLS = `update bill set stage = 'VOID', void_reason = $3, version = version + 1
where org_id = $1 and bill_id = any($2)`
const VOID_CHARGES = `update charge set state = 'VOID', bill_id = null, version = version + 1
where org_id = $1 and bill_id = any($2)`
const RECEIPTS = `select receipt_id as id from receipt where org_id = $1 and state = 'NORMAL'
  and (group_id = $2 or receipt_id = any($3))`

/** What of a group can be taken back: neither a reversal nor what has an act of its own. */
function takeable(all: readonly Written[]): Written[] {
  if (all.length === 0) throw notFound('流水')
  if (all.some((one) => one.reversalOf)) {
    throw new Refusal('STATE_NOT_ALLOWED', { state: '红冲', act: '作废：这笔流水本身是冲销或反结算的结果' })
  }
  const trades = all.filter((one) => one.tradeType !== 'BILL')
  if (trades.length === 0) throw invalid('账单出账请在“账单列表”中作废账单')
  const open = trades.filter((one) => !one.reversed)
  if (open.length === 0) {
    throw new Refusal('STATE_NOT_ALLOWED', {
      state: '已作废',
      act: `再次作废“${TradeType.label(trades.at(-1)!.tradeType)}”`,
    })
  }
  for (const one of open) {
    const elsewhere = ELSEWHERE[one.tradeType]
    if (elsewhere) throw invalid(elsewhere)
    // A gift that went back with a refund comes back with it; one that lapsed at a check-out goes with its settlement.
    if (one.tradeType === 'LAPSE' && !one.giftId) throw invalid('退住时收回的赠送不能单独作废，请撤销退住结算')
  }
  return open
}

/** Bills made for this very act (a purchase, a charge paid at once) are voided with it; a monthly bill stays to be paid. */
async function voidOwnBills(
  tx: Tx,
  trades: readonly Written[],
  { from, to, reason }: { from: string; to: string; reason: string },
): Promise<void> {
  const paidFor = [...new Set(trades.flatMap((one) => one.billId ?? []))]
  if (paidFor.length === 0) return
  const found = await tx.client.query<{ billId: string; billNo: string; paidFen: number; entryId: string }>(
    ONCE_BILLS,
    [tx.orgId, paidFor, from],
  )
  const paid = found.rows.find((bill) => bill.paidFen > 0)
  if (paid) throw invalid(`账单 ${paid.billNo} 还有其他缴费，请先作废那笔缴费`)
  if (found.rows.length === 0) return
  const billIds = found.rows.map((bill) => bill.billId)
  await tx.client.query(VOID_BILLS, [tx.orgId, billIds, reason])
  await tx.client.query(VOID_CHARGES, [tx.orgId, billIds])
  await reverse(tx, { entryIds: found.rows.map((bill) => bill.entryId), groupId: to, reason })
}

/**
 * Takes back everything of a group that still counts, all residents of it together. Refused when it was taken back already,
 * when the money is spent, when its month is closed or a confirmed settlement has counted it. Logging is the caller's.
 */
export async function voidAct(tx: Tx, who: MayTrade, groupId: string, reason: string): Promise<Obsoleted> {
  if (!reason.trim()) throw invalid('请填写作废原因', 'reason')
  const named = await entriesOfGroups(tx, [groupId])
  if (named.length === 0) throw notFound('流水')
  const oldmanIds = [...new Set(named.map((one) => one.oldmanId))].sort()
  const accounts = await lockAccounts(tx, who, oldmanIds)
  for (const account of accounts) refuseSealed(account, who, '作废流水')
  // Read again under the locks: somebody may have been quicker.
  const trades = takeable(await entriesOfGroups(tx, [groupId]))
  refuseBound(trades, '作废')
  refuseSpent(trades, accounts, '作废')
  const newGroup = newId()
  await reverse(tx, { entryIds: trades.map((one) => one.entryId), groupId: newGroup, reason })
  await voidOwnBills(tx, trades, { from: groupId, to: newGroup, reason })
  const scannedFen = await refundScanned(tx, [groupId], newGroup)
  await voidRefundNotes(tx, groupId)
  tellMoney(tx, oldmanIds, { arrears: trades.some((one) => one.billId) })
  const receipts = await tx.client.query<{ id: string }>(RECEIPTS, [
    tx.orgId,
    groupId,
    trades.flatMap((one) => one.receiptId ?? []),
  ])
  const redNos = await redReceipts(
    tx,
    receipts.rows.map((row) => row.id),
    { groupId: newGroup, reason },
  )
  return {
    groupId: newGroup,
    oldmanIds,
    entries: trades.length,
    amountFen: trades.reduce((sum, one) => sum + one.amountFen, 0),
    redNos,
    scannedFen,
  }
}
