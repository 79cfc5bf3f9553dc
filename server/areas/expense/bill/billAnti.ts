// Settling a bill again: its payments are taken back. What came from the account returns to it; what came from outside goes
// to the balance or back to the payer. Receipts become red, and what they covered besides gets a new one.

import type { billing } from '#contract/expense/bill'
import { BillState, billMoves } from '#contract/expense/billWords'
import type { DataOf, InputOf } from '#contract/kit/call'
import { fen, yuanText } from '#contract/kit/money'
import { Refusal } from '#contract/kit/refusal'
import { accountForTrade } from '#server/areas/expense/account/accountLock'
import { refuseHidden } from '#server/areas/expense/account/amountsHidden'
import { post } from '#server/areas/expense/ledger/post'
import { reverse } from '#server/areas/expense/ledger/reverse'
import { paymentsOfBill, refuseBound } from '#server/areas/expense/ledger/reverseLimits'
import { tellMoney } from '#server/areas/expense/ledger/tellMoney'
import { addUp, receiptsAgain, wayOf } from '#server/areas/expense/receipt/receiptAgain'
import { REFUND_NO, writeRefundNote } from '#server/areas/expense/receipt/refundWrite'
import { refundScanned } from '#server/areas/expense/scanPay/scanRefund'
import type { Caller, Tx } from '#server/kit/caller'
import { refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { nextNo } from '#server/kit/numbers'
import { requireBills } from './billEdit.ts'
import { lockBills } from './billWrite.ts'

type Calls = typeof billing.calls

export async function antiSettle(
  tx: Tx,
  who: Caller,
  input: InputOf<Calls['antiSettle']>,
): Promise<DataOf<Calls['antiSettle']>> {
  const { tradeMonthId: billId, outside } = input
  const reason = input.reason.trim()
  await refuseHidden(tx.client, tx.orgId, who)
  await requireBills(tx, who, [billId])
  const [bill] = await lockBills(tx, [billId])
  billMoves.next(bill!.state, 'antiSettle', (state) => BillState.label(state))
  await refuseStale(tx, billId, input.version, bill!.version)
  const account = await accountForTrade(tx, who, bill!.oldmanId, '反结算')
  const payments = await paymentsOfBill(tx, billId)
  if (payments.length === 0) {
    throw new Refusal('STATE_NOT_ALLOWED', { state: '没有缴费', act: `反结算账单 ${bill!.billNo}` })
  }
  refuseBound(payments, '反结算')
  const groupId = newId()
  const refunds = outside === 'REFUND'
  await reverse(tx, { entryIds: payments.map((one) => one.entryId), groupId, reason, refund: refunds })
  const cash = payments.filter((one) => one.cashFen !== 0)
  const prestoreReceipt = newId()
  if (!refunds) {
    await post(
      tx,
      cash.map((one) => ({
        oldmanId: account.oldmanId,
        tradeType: 'PRESTORE' as const,
        way: one.way,
        amountFen: one.cashFen,
        cash: one.cashFen,
        balance: one.cashFen,
        receiptId: prestoreReceipt,
        groupId,
        content: `账单 ${bill!.billNo} 反结算，转入余额`,
        remark: reason,
      })),
    )
  } else {
    await refundScanned(tx, [...new Set(cash.map((one) => one.groupId))], groupId)
  }
  await tx.client.query('update bill set version = version + 1 where org_id = $1 and bill_id = $2', [tx.orgId, billId])
  const cashFen = cash.reduce((sum, one) => sum + one.cashFen, 0)
  const backFen = bill!.paidFen - (refunds ? cashFen : 0)
  const refundFen = refunds ? cashFen : 0
  tx.log({
    remark: `反结算账单 ${bill!.billNo}：退回账户 ${yuanText(backFen)} 元，退回缴款人 ${yuanText(refundFen)} 元，原因：${reason}`,
    targetType: 'bill',
    targetId: billId,
    changes: { state: [bill!.state, 'DUE'], paidFen: [bill!.paidFen, 0] },
  })
  tellMoney(tx, [account.oldmanId], { arrears: true })
  if (refundFen > 0) {
    await writeRefundNote(tx, {
      refundNo: await nextNo(tx, REFUND_NO),
      account,
      groupId,
      lines: [{ item: `退账单 ${bill!.billNo} 的缴费`, month: bill!.month, amountFen: refundFen }],
      ways: addUp(
        cash.map((one) => ({ name: wayOf(one), amountFen: one.cashFen })),
        (way) => way.name,
      ),
      reason,
    })
  }
  const ways = refunds ? [] : cash.map((one) => ({ name: wayOf(one), amountFen: one.cashFen }))
  const toBalance = { receiptId: prestoreReceipt, item: '反结算转入余额', ways }
  const again = '反结算后重开'
  const numbers = await receiptsAgain(tx, { account, payments, groupId, reason, again, toBalance })
  return { billNo: bill!.billNo, backFen: fen(backFen), refundFen: fen(refundFen), ...numbers }
}
