// Issuing drafts, deleting them, voiding what was issued and never paid.

import type { billing } from '#contract/expense/bill'
import { BILL_NEEDS } from '#contract/expense/billWords'
import type { DataOf, InputOf } from '#contract/kit/call'
import { fen, yuanText } from '#contract/kit/money'
import { invalid, Refusal } from '#contract/kit/refusal'
import { refuseHidden } from '#server/areas/expense/account/amountsHidden'
import { feeSettingsOf } from '#server/areas/expense/fee/feeSettings'
import { tellMoney } from '#server/areas/expense/ledger/tellMoney'
import { writeReceipts } from '#server/areas/expense/receipt/receiptWrite'
import type { Caller, Tx } from '#server/kit/caller'
import { refuseStale } from '#server/kit/editing'
import { deductBills, type Papers } from './billDeduct.ts'
import { requireBills } from './billEdit.ts'
import { issueBills, type LockedBill, lockBills, removeDrafts, voidBill } from './billWrite.ts'

type Calls = typeof billing.calls

/** Where the house takes the money from the account at once: the bills of one resident after one another. */
async function deduct(tx: Tx, bills: readonly LockedBill[]): Promise<Papers> {
  const { autoDeduct, giftFirst } = await feeSettingsOf(tx.client, tx.orgId)
  const papers: Papers = new Map()
  let left = autoDeduct ? bills : []
  while (left.length > 0) {
    const round = left.filter((bill, i) => left.findIndex((one) => one.oldmanId === bill.oldmanId) === i)
    await deductBills(tx, round, giftFirst, papers)
    left = left.filter((bill) => !round.includes(bill))
  }
  return papers
}

export async function issue(tx: Tx, who: Caller, input: InputOf<Calls['issue']>): Promise<DataOf<Calls['issue']>> {
  const { tradeMonthIds: ids, dueDate } = input
  if (ids.length === 0) throw invalid('请选择要出账的账单', 'tradeMonthIds')
  await refuseHidden(tx.client, tx.orgId, who)
  await requireBills(tx, who, ids)
  const [first] = await lockBills(tx, ids)
  if (ids.length === 1) await refuseStale(tx, ids[0]!, input.version, first!.version)
  const today = (await tx.client.query<{ today: string }>('select current_date as today')).rows[0]!.today
  if (dueDate && dueDate < today) throw invalid('到期日不能早于今天', 'dueDate')
  const bills = await issueBills(tx, [...new Set(ids)], { dueDate: dueDate ?? null })
  for (const bill of bills) {
    tx.log({
      remark: `账单 ${bill.billNo} 出账，应收 ${yuanText(bill.receivableFen)} 元${dueDate ? `，到期日 ${dueDate}` : ''}`,
      targetType: 'bill',
      targetId: bill.billId,
      changes: { state: ['DRAFT', bill.receivableFen === 0 ? 'PAID' : 'DUE'] },
    })
  }
  const papers = await deduct(tx, bills)
  tellMoney(tx, [...new Set(bills.map((bill) => bill.oldmanId))], { arrears: true })
  await writeReceipts(tx, [...papers.values()])
  return { issued: bills.length, receivableFen: fen(bills.reduce((sum, bill) => sum + bill.receivableFen, 0)) }
}

/** Of the bill itself, or of the day on which it was issued: voiding would take it out of that month. */
const CLOSED = `select from bill b
left join ledger l on l.org_id = b.org_id and l.bill_id = b.bill_id and l.trade_type = 'BILL' and l.reversal_of is null
where b.org_id = $1 and b.bill_id = $2 group by b.month
having least(b.month, min(to_char(l.day, 'YYYY-MM'))) <= closed_until($1)`

/** A draft goes; an issued bill stays as void. */
export async function remove(tx: Tx, who: Caller, input: InputOf<Calls['remove']>): Promise<DataOf<Calls['remove']>> {
  const billId = input.tradeMonthId
  await refuseHidden(tx.client, tx.orgId, who)
  await requireBills(tx, who, [billId])
  const [bill] = await lockBills(tx, [billId])
  await refuseStale(tx, billId, input.version, bill!.version)
  if (bill!.state === 'DRAFT') {
    if (!who.may(BILL_NEEDS.edit)) throw new Refusal('NO_PERMISSION')
    await removeDrafts(tx, [billId])
    tx.log({
      remark: `删除账单草稿 ${bill!.billNo}（${bill!.month}，${yuanText(bill!.receivableFen)} 元）`,
      targetType: 'bill',
      targetId: billId,
      changes: { state: ['DRAFT', null] },
    })
    return { done: '已删除', billNo: bill!.billNo }
  }
  if (!who.may(BILL_NEEDS.void)) throw new Refusal('NO_PERMISSION')
  if (bill!.kind === 'FINAL') throw invalid('退住账单属于退住结算，请在“退住结算”中退回或撤销')
  const closed = await tx.client.query(CLOSED, [tx.orgId, billId])
  if (closed.rows[0]) {
    throw invalid(`账单 ${bill!.billNo} 所属或出账的月份已经结账，不能作废；请用下期账单调整`)
  }
  const reason = input.reason?.trim() ?? ''
  await voidBill(tx, billId, reason)
  tx.log({
    remark: `作废账单 ${bill!.billNo}，应收 ${yuanText(bill!.receivableFen)} 元，原因：${reason}`,
    targetType: 'bill',
    targetId: billId,
    changes: { state: [bill!.state, 'VOID'] },
  })
  tellMoney(tx, [bill!.oldmanId], { arrears: true })
  return { done: '已作废', billNo: bill!.billNo }
}
