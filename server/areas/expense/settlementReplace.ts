// Monthly bills that reach past the day of leaving, when the elder gets back more than is still to be billed: the last bill
// takes their place, what was paid on them goes back to the account first. Revoking puts them back as they were.
import type { Caller, Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { lockAccounts } from './accountLock.ts'
import { addBills, issueBills, type NewBill, voidBill } from './billWrite.ts'
import { type Payment, payBills } from './payBills.ts'
import { type Entry, post } from './post.ts'
import { reverse } from './reverse.ts'
import type { SettleBill } from './settlementSheet.ts'

/** What it takes to make such a bill again. */
export interface Restore {
  bill: NewBill
  payments: Payment[]
}

interface Case {
  oldmanId: string
  settleId: string
  settleNo: string
}

const PAID = `select l.entry_id as "entryId", l.way, l.cash_fen as "cashFen" from ledger l
where l.org_id = $1 and l.bill_id = $2 and l.trade_type <> 'BILL' and l.reversal_of is null
  and not exists (select from ledger r where r.org_id = l.org_id and r.reversal_of = l.entry_id) order by l.seq`

const HEAD = `select stay_id as "stayId", period_start as "periodStart", period_end as "periodEnd", bed_path as "bedPath",
  level_name as "levelName", rule_id as "ruleId", rule_name as "ruleName", remark from bill where org_id = $1 and bill_id = $2`

/** Money that came from outside stays in the house: it goes to the balance by the way it came. */
async function unpay(tx: Tx, one: Case, bill: SettleBill, groupId: string): Promise<void> {
  const found = await tx.client.query<{ entryId: string; way: Entry['way']; cashFen: number }>({
    name: 'settle_paid',
    text: PAID,
    values: [tx.orgId, bill.billId],
  })
  if (found.rows.length === 0) return
  const reason = `退住结算 ${one.settleNo} 按实际居住重新出账`
  await reverse(tx, { entryIds: found.rows.map((row) => row.entryId), groupId, reason })
  await post(
    tx,
    found.rows
      .filter((row) => row.cashFen !== 0)
      .map((row) => ({
        oldmanId: one.oldmanId,
        tradeType: 'PRESTORE' as const,
        way: row.way ?? null,
        amountFen: row.cashFen,
        cash: row.cashFen,
        balance: row.cashFen,
        groupId,
        settleId: one.settleId,
        content: `${bill.month} 账单 ${bill.billNo} 已缴转入余额`,
        remark: reason,
      })),
  )
}

export async function replaceBills(
  tx: Tx,
  one: Case,
  bills: readonly SettleBill[],
  groupId: string,
): Promise<Restore[]> {
  const restore: Restore[] = []
  for (const bill of bills) {
    const head = await tx.client.query<Omit<NewBill, 'oldmanId' | 'month' | 'kind' | 'dueDate' | 'lines'>>({
      name: 'settle_bill_head',
      text: HEAD,
      values: [tx.orgId, bill.billId],
    })
    await unpay(tx, one, bill, groupId)
    await voidBill(tx, bill.billId, `由退住结算 ${one.settleNo} 的退住账单代替`)
    const { oldmanId } = one
    restore.push({
      bill: {
        ...head.rows[0]!,
        oldmanId,
        month: bill.month,
        kind: bill.kind,
        dueDate: bill.dueDate,
        lines: bill.lines,
      },
      payments: bill.payments,
    })
  }
  return restore
}

/** The money that came from outside was taken off the balance by the reversal of its prestore; it pays the bill again. */
export async function putBackBills(tx: Tx, who: Caller, one: Case, restore: readonly Restore[]): Promise<void> {
  for (const { bill, payments } of restore) {
    const [billId] = await addBills(tx, [bill])
    await issueBills(tx, [billId!], { dueDate: bill.dueDate })
    if (payments.length === 0) continue
    const [account] = await lockAccounts(tx, who, [one.oldmanId])
    await payBills(tx, {
      account: account!,
      billIds: [billId!],
      payments,
      groupId: newId(),
      remark: `撤销退住结算 ${one.settleNo}，恢复原账单`,
    })
  }
}
