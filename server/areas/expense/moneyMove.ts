// Money out and between: refunds, transfers between balance and deposit, remittances to another elder.
import type { AccountMoneyData } from '#contract/expense/account'
import type { pay } from '#contract/expense/pay'
import { TradeWay } from '#contract/expense/tradeWords'
import type { InputOf } from '#contract/kit/call'
import { yuanText } from '#contract/kit/money'
import { invalid } from '#contract/kit/refusal'
import type { Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { nextNo } from '#server/kit/numbers'
import { accountForTrade, type LockedAccount, lockAccounts, refuseSealed } from './accountLock.ts'
import { moneyMoved } from './moneyMoved.ts'
import { type MayTrade, moneyChanges, moneyOf } from './payAct.ts'
import { type Posted, post } from './post.ts'
import { limitWarnings } from './tradeLimits.ts'
import { requireOffered, SCANNED } from './tradeWayOffered.ts'

interface Moved {
  tradeId: string
  account: AccountMoneyData
  warnings: string[]
}

function ended(tx: Tx, before: LockedAccount, last: Posted, said: string, warnings: string[] = []): Moved {
  const after = moneyOf(last)
  tx.log({
    remark: said,
    targetType: 'elderAccount',
    targetId: before.oldmanId,
    changes: moneyChanges(before, after),
  })
  return { tradeId: last.entryId, account: after, warnings }
}

/** Refunds from an account have numbers of their own, as receipts do. */
export const REFUND_NO = 'TK'

const POCKETS = { BALANCE: ['余额', 'balanceFen'], DEPOSIT: ['押金', 'depositFen'] } as const

function requireThere(account: LockedAccount, pocket: keyof typeof POCKETS, amountFen: number): void {
  const [title, field] = POCKETS[pocket]
  if (amountFen <= account[field]) return
  const gift = pocket === 'BALANCE' && account.giftFen > 0 ? '（赠送余额不能退、不能转）' : ''
  throw invalid(`${title}只有 ${yuanText(account[field])} 元${gift}，不足 ${yuanText(amountFen)} 元`, 'amountFen')
}

export async function refund(tx: Tx, who: MayTrade, wish: InputOf<typeof pay.calls.refund>): Promise<Moved> {
  const { from, amountFen, way } = wish
  const [title] = POCKETS[from]
  if (way === 1) throw invalid('请选择退款方式，余额不是退款方式', 'way')
  if (SCANNED.includes(way)) throw invalid('扫码方式不能直接退款：原路退回请作废那笔扫码收款，或选其他方式', 'way')
  const [account] = await Promise.all([
    accountForTrade(tx, who, wish.oldmanId, `退${title}`),
    requireOffered(tx.client, tx.orgId, [way], { field: 'way' }),
  ])
  requireThere(account, from, amountFen)
  if (from === 'DEPOSIT' && account.owedFen > 0 && !wish.confirmed) {
    throw invalid(
      `“${account.oldmanName}”还有 ${yuanText(account.owedFen)} 元账单未缴，确认仍要退押金请勾选后再提交`,
      'confirmed',
    )
  }
  const docNo = await nextNo(tx, REFUND_NO)
  const [posted] = await post(tx, [
    {
      oldmanId: account.oldmanId,
      docNo,
      tradeType: from === 'BALANCE' ? 'REFUND_BALANCE' : 'REFUND_DEPOSIT',
      way,
      amountFen,
      cash: -amountFen,
      [from === 'BALANCE' ? 'balance' : 'deposit']: -amountFen,
      groupId: newId(),
      content: `退${title}${wish.payee ? `，收款人 ${wish.payee}` : ''}`,
      remark: wish.reason,
    },
  ])
  moneyMoved(tx, [account.oldmanId])
  const said = `“${account.oldmanName}”退${title} ${yuanText(amountFen)} 元（${TradeWay.label(way)}），单号 ${docNo}，原因：${wish.reason}`
  return ended(tx, account, posted!, said)
}

export async function transfer(tx: Tx, who: MayTrade, wish: InputOf<typeof pay.calls.transfer>): Promise<Moved> {
  const { to, amountFen } = wish
  const from = to === 'DEPOSIT' ? 'BALANCE' : 'DEPOSIT'
  const account = await accountForTrade(tx, who, wish.oldmanId, '划转')
  requireThere(account, from, amountFen)
  const toDeposit = to === 'DEPOSIT'
  const words = toDeposit ? '余额转押金' : '押金转余额'
  const warnings = toDeposit ? await limitWarnings(tx.client, tx.orgId, account, { depositFen: amountFen }) : []
  const [posted] = await post(tx, [
    {
      oldmanId: account.oldmanId,
      tradeType: toDeposit ? 'BALANCE_TO_DEPOSIT' : 'DEPOSIT_TO_BALANCE',
      amountFen,
      balance: toDeposit ? -amountFen : amountFen,
      deposit: toDeposit ? amountFen : -amountFen,
      groupId: newId(),
      content: words,
      remark: wish.reason,
    },
  ])
  moneyMoved(tx, [account.oldmanId])
  const said = `“${account.oldmanName}”${words} ${yuanText(amountFen)} 元，原因：${wish.reason}`
  return ended(tx, account, posted!, said, warnings)
}

export async function remit(tx: Tx, who: MayTrade, wish: InputOf<typeof pay.calls.remit>): Promise<Moved> {
  const { oldmanId, toOldmanId, amountFen } = wish
  if (oldmanId === toOldmanId) throw invalid('不能转给老人自己，请选择另一位老人', 'toOldmanId')
  const accounts = await lockAccounts(tx, who, [oldmanId, toOldmanId])
  const from = accounts.find((one) => one.oldmanId === oldmanId)!
  const to = accounts.find((one) => one.oldmanId === toOldmanId)!
  refuseSealed(from, who, '转出余额')
  refuseSealed(to, who, '转入余额')
  requireThere(from, 'BALANCE', amountFen)
  const shared = { amountFen, groupId: newId(), remark: wish.reason }
  const posted = await post(tx, [
    {
      ...shared,
      oldmanId,
      tradeType: 'REMIT_OUT',
      balance: -amountFen,
      transit: -amountFen,
      content: `转给“${to.oldmanName}”`,
    },
    {
      ...shared,
      oldmanId: toOldmanId,
      tradeType: 'REMIT_IN',
      balance: amountFen,
      transit: amountFen,
      content: `由“${from.oldmanName}”转入`,
    },
  ])
  moneyMoved(tx, [oldmanId, toOldmanId])
  const out = posted.find((one) => one.oldmanId === oldmanId)!
  const into = posted.find((one) => one.oldmanId === toOldmanId)!
  const words = `“${from.oldmanName}”余额 ${yuanText(amountFen)} 元转给“${to.oldmanName}”，原因：${wish.reason}`
  // Each account finds the act in its own history.
  ended(tx, to, into, words)
  return ended(tx, from, out, words)
}
