// Monthly bills that reach past the day of leaving: the last bill takes their place, what was paid on them goes back to the
// account first. Revoking puts them back as they were.
//
// The receipts follow the ledger. It takes the payments of such a bill back by their exact opposites and the bill is void,
// so a receipt that names it becomes red; the money from outside has not left the house, the ledger has it as a prestore of
// the same way, and the payer gets a receipt for exactly that. What the old receipt covered besides (another bill, money
// prestored with it) still stands and gets a new one. Whatever the balance pays of the last bill is on the settlement's own
// receipt as paid from the balance, so that cash is on paper once.
import { BillKind } from '#contract/expense/billWords'
import { lockAccounts } from '#server/areas/expense/account/accountLock'
import { addBills, issueBills, type NewBill, voidBill } from '#server/areas/expense/bill/billWrite'
import { post } from '#server/areas/expense/ledger/post'
import { reverse } from '#server/areas/expense/ledger/reverse'
import { paymentsOfBill, type Written } from '#server/areas/expense/ledger/reverseLimits'
import type { ReceiptWay } from '#server/areas/expense/paperTables'
import { type Payment, payBills, payName } from '#server/areas/expense/pay/payBills'
import { addUp, receiptsAgain, wayOf } from '#server/areas/expense/receipt/receiptAgain'
import { type NewReceipt, writeReceipt } from '#server/areas/expense/receipt/receiptWrite'
import type { Caller, Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import type { SettleBill } from './settlementSheet.ts'

/** What it takes to make such a bill again. */
export interface Restore {
  bill: NewBill
  payments: Payment[]
  /** Whoever stands on the receipt of its payments. */
  payer?: string | null
}

interface Case {
  oldmanId: string
  oldmanName: string
  bedPath: string | null
  settleId: string
  settleNo: string
}

const reasonOf = ({ settleNo }: Case) => `退住结算 ${settleNo} 按实际居住重新出账`

const HEAD = `select stay_id as "stayId", period_start as "periodStart", period_end as "periodEnd", bed_path as "bedPath",
  level_name as "levelName", rule_id as "ruleId", rule_name as "ruleName", rules, remark from bill where org_id = $1 and bill_id = $2`
const PAYER = `select payer from receipt where org_id = $1 and receipt_id = any($2) and payer is not null order by receipt_no limit 1`

/** Payments that were taken back, with what of them came from outside and is a prestore now. */
export interface Replaced {
  restore: Restore[]
  payments: Written[]
  receiptId: string
  ways: ReceiptWay[]
}

/** Money that came from outside stays in the house: it goes to the balance by the way it came. */
async function unpay(tx: Tx, one: Case, bill: SettleBill, groupId: string, into: Replaced): Promise<void> {
  const payments = await paymentsOfBill(tx, bill.billId)
  if (payments.length === 0) return
  const reason = reasonOf(one)
  await reverse(tx, { entryIds: payments.map((row) => row.entryId), groupId, reason })
  const cash = payments.filter((row) => row.cashFen !== 0)
  await post(
    tx,
    cash.map((row) => ({
      oldmanId: one.oldmanId,
      tradeType: 'PRESTORE' as const,
      way: row.way,
      amountFen: row.cashFen,
      cash: row.cashFen,
      balance: row.cashFen,
      groupId,
      receiptId: into.receiptId,
      settleId: one.settleId,
      content: `${bill.month} 账单 ${bill.billNo} 已缴转入余额`,
      remark: reason,
    })),
  )
  into.payments.push(...payments)
  into.ways.push(...cash.map((row) => ({ name: wayOf(row), amountFen: row.cashFen })))
}

export async function replaceBills(
  tx: Tx,
  one: Case,
  bills: readonly SettleBill[],
  groupId: string,
): Promise<Replaced> {
  const replaced: Replaced = { restore: [], payments: [], receiptId: newId(), ways: [] }
  for (const bill of bills) {
    const head = await tx.client.query<Omit<NewBill, 'oldmanId' | 'month' | 'kind' | 'dueDate' | 'lines'>>({
      name: 'settle_bill_head',
      text: HEAD,
      values: [tx.orgId, bill.billId],
    })
    const before = replaced.payments.length
    await unpay(tx, one, bill, groupId, replaced)
    const receipts = replaced.payments.slice(before).flatMap((row) => row.receiptId ?? [])
    const payer = await tx.client.query<{ payer: string }>(PAYER, [tx.orgId, receipts])
    await voidBill(tx, bill.billId, `由退住结算 ${one.settleNo} 的退住账单代替`)
    const { oldmanId } = one
    replaced.restore.push({
      bill: {
        ...head.rows[0]!,
        oldmanId,
        month: bill.month,
        kind: bill.kind,
        dueDate: bill.dueDate,
        lines: bill.lines,
      },
      payments: bill.payments,
      payer: payer.rows[0]?.payer ?? null,
    })
  }
  return replaced
}

/** Red receipts and new ones; among the last statements of the act. */
export async function replacedReceipts(tx: Tx, one: Case, replaced: Replaced, groupId: string): Promise<void> {
  const { payments, receiptId, ways } = replaced
  if (payments.length === 0) return
  await receiptsAgain(tx, {
    account: one,
    payments,
    groupId,
    reason: reasonOf(one),
    again: '退住结算后重开',
    toBalance: { receiptId, item: '已缴账单转入余额', ways },
  })
}

/**
 * The money that came from outside was taken off the balance by the reversal of its prestore; it pays the bill again.
 * Answers the receipts of these payments, which the caller writes last.
 */
export async function putBackBills(tx: Tx, who: Caller, one: Case, restore: readonly Restore[]): Promise<NewReceipt[]> {
  const receipts: NewReceipt[] = []
  for (const { bill, payments, payer } of restore) {
    const [billId] = await addBills(tx, [bill])
    await issueBills(tx, [billId!], { dueDate: bill.dueDate })
    if (payments.length === 0) continue
    const [account] = await lockAccounts(tx, who, [one.oldmanId])
    const same = { groupId: newId(), receiptId: newId(), remark: `撤销退住结算 ${one.settleNo}，恢复原账单` }
    const paid = await payBills(tx, { account: account!, billIds: [billId!], payments, ...same })
    receipts.push({
      ...same,
      account: one,
      payer: payer ?? null,
      lines: paid.bills.map(({ kind, billNo, month, paidFen }) => ({
        item: `缴纳${BillKind.label(kind as 'MONTH')} ${billNo}`,
        month,
        amountFen: paidFen,
      })),
      ways: addUp(
        payments.map((payment) => ({ name: payName(payment), amountFen: payment.amountFen })),
        (way) => way.name,
      ),
    })
  }
  return receipts
}

export async function putBackReceipts(tx: Tx, receipts: readonly NewReceipt[]): Promise<void> {
  for (const one of receipts) await writeReceipt(tx, one)
}
