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
  wish: Offset,
): Promise<{ receiptId: string; receiptNo: string; account: AccountMoneyData }> {
  const { oldmanId, billIds, reason } = wish
  const payments = [{ source: 'DEPOSIT' as const, amountFen: fen(wish.amountFen) }]
  const booked = await bookPay(tx, who, { kind: 'BILL', oldmanId, billIds, payments, reason })
  return { receiptId: booked.receiptId, receiptNo: booked.receiptNo, account: booked.account }
}

export default implement(account, {
  list: (q, who) => listAccounts(who, q),
  counts: (q, who) => countAccounts(who, q),
  totals: (q, who) => accountTotals(who, q),
  detail: ({ oldmanId }, who) => accountDetail(who, oldmanId),
  batchPay: (wish, who) => startBatch(who, wish),
  offset: async (wish, who) => {
    await refuseHidden(who.app.pool, who.orgId, who)
    return who.tx((tx) => offset(tx, who, wish))
  },
  seal: (wish, who) => who.tx((tx) => setSealed(tx, who, { ...wish, sealed: true })),
  unseal: (wish, who) => who.tx((tx) => setSealed(tx, who, { ...wish, sealed: false })),
})
