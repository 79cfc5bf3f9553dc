// Handlers of the accounts.
import { type AccountMoneyData, account } from '#contract/expense/account'
import { fen } from '#contract/kit/money'
import { startBatch } from '#server/areas/expense/pay/batchPay'
import { bookPay } from '#server/areas/expense/pay/payAct'
import type { Caller, Tx } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { accountDetail } from './accountDetail.ts'
import { accountTotals, countAccounts, listAccounts } from './accountList.ts'
import { setSealed } from './accountSeal.ts'
import { refuseHidden } from './amountsHidden.ts'

interface Offset {
  oldmanId: string
  billIds: string[]
  amountFen: number
  reason: string
}

async function offset(
  tx: Tx,
  who: Caller,
  input: Offset,
): Promise<{ receiptId: string; receiptNo: string; account: AccountMoneyData }> {
  const { oldmanId, billIds, reason } = input
  const payments = [{ source: 'DEPOSIT' as const, amountFen: fen(input.amountFen) }]
  const booked = await bookPay(tx, who, { kind: 'BILL', oldmanId, billIds, payments, reason })
  return { receiptId: booked.receiptId, receiptNo: booked.receiptNo, account: booked.account }
}

export default implement(account, {
  list: (q, who) => listAccounts(who, q),
  counts: (q, who) => countAccounts(who, q),
  totals: (q, who) => accountTotals(who, q),
  detail: ({ oldmanId }, who) => accountDetail(who, oldmanId),
  batchPay: (input, who) => startBatch(who, input),
  offset: async (input, who) => {
    await refuseHidden(who.app.pool, who.orgId, who)
    return who.tx((tx) => offset(tx, who, input))
  },
  seal: (input, who) => who.tx((tx) => setSealed(tx, who, { ...input, sealed: true })),
  unseal: (input, who) => who.tx((tx) => setSealed(tx, who, { ...input, sealed: false })),
})
