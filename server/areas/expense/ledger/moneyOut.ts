// Money out and between: refunds, transfers between balance and deposit, remittances to another resident.
import type { AccountMoneyData } from '#contract/expense/account'
import type { pay } from '#contract/expense/pay'
import { TradeWay } from '#contract/expense/tradeWords'
import type { InputOf } from '#contract/kit/call'
import { type Fen, fen, yuanText } from '#contract/kit/money'
import { invalid } from '#contract/kit/refusal'
import {
  accountForTrade,
  type LockedAccount,
  lockAccounts,
  refuseSealed,
  refuseSettled,
} from '#server/areas/expense/account/accountLock'
import { type MayTrade, moneyChanges, moneyOf } from '#server/areas/expense/pay/payAct'
import { requireOffered, SCANNED } from '#server/areas/expense/pay/tradeWayOffered'
import { REFUND_NO, writeRefundNote } from '#server/areas/expense/receipt/refundWrite'
import type { Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { nextNo } from '#server/kit/numbers'
import { type GiftBack, giftBackEntries, giftBackOf, giftBookFor } from './giftBack.ts'
import { type Posted, post } from './post.ts'
import { tellMoney } from './tellMoney.ts'
import { limitWarnings } from './tradeLimits.ts'

interface Moved {
  tradeId: string
  account: AccountMoneyData
  warnings: string[]
  giftBackFen: Fen
  keptFen: Fen
  paidFen: Fen
}

/** What goes away from an account, and what of its gifts goes with it. */
interface Leaving {
  amountFen: number
  back: GiftBack
  paidFen: number
}

const NOTHING_BACK: GiftBack = { parts: [], giftFen: 0, keptFen: 0 }

/** Refused where nothing would be left, or where the desk was shown something else. */
async function leavingOf(
  tx: Tx,
  account: LockedAccount,
  input: { amountFen: number; giftBackFen?: number | null; keptFen?: number | null },
): Promise<Leaving> {
  const { amountFen } = input
  const back = giftBackOf(await giftBookFor(tx.client, tx.orgId, account.oldmanId), amountFen, account.giftFen)
  const paidFen = amountFen - back.keptFen
  if (paidFen === 0) {
    throw invalid(`满赠已用 ${yuanText(back.keptFen)} 元，要从这笔钱里扣下，扣后没有可退的钱`, 'amountFen')
  }
  const changed =
    (input.giftBackFen !== undefined && input.giftBackFen !== null && input.giftBackFen !== back.giftFen) ||
    (input.keptFen !== undefined && input.keptFen !== null && input.keptFen !== back.keptFen)
  if (changed) {
    throw invalid(
      `账户刚有变动：现在要收回赠送 ${yuanText(back.giftFen)} 元，扣下已用赠送 ${yuanText(back.keptFen)} 元，请核对后重新提交`,
      'amountFen',
    )
  }
  return { amountFen, back, paidFen }
}

const backWords = ({ back, paidFen }: Leaving, verb: string): string =>
  back.giftFen + back.keptFen === 0
    ? ''
    : `，收回赠送 ${yuanText(back.giftFen)} 元${
        back.keptFen > 0 ? `，扣下已用赠送 ${yuanText(back.keptFen)} 元，${verb} ${yuanText(paidFen)} 元` : ''
      }`

function ended(
  tx: Tx,
  before: LockedAccount,
  last: Posted,
  said: string,
  { back, paidFen }: Leaving,
  warnings: string[] = [],
): Moved {
  const after = moneyOf(last)
  tx.log({
    remark: said,
    targetType: 'elderAccount',
    targetId: before.oldmanId,
    changes: moneyChanges(before, after),
  })
  const { giftFen, keptFen } = back
  return {
    tradeId: last.entryId,
    account: after,
    warnings,
    giftBackFen: fen(giftFen),
    keptFen: fen(keptFen),
    paidFen: fen(paidFen),
  }
}

const POCKETS = { BALANCE: ['余额', 'balanceFen'], DEPOSIT: ['押金', 'depositFen'] } as const

function requireThere(account: LockedAccount, pocket: keyof typeof POCKETS, amountFen: number): void {
  const [title, field] = POCKETS[pocket]
  if (amountFen <= account[field]) return
  const gift = pocket === 'BALANCE' && account.giftFen > 0 ? '（赠送余额不能退、不能转）' : ''
  throw invalid(`${title}只有 ${yuanText(account[field])} 元${gift}，不足 ${yuanText(amountFen)} 元`, 'amountFen')
}

export async function refund(
  tx: Tx,
  who: MayTrade,
  input: InputOf<typeof pay.calls.refund>,
): Promise<Moved & { refundId: string; refundNo: string }> {
  const { from, amountFen, way } = input
  const [title] = POCKETS[from]
  if (way === TradeWay.is.balance) throw invalid('请选择退款方式，余额不是退款方式', 'way')
  if (SCANNED.includes(way)) throw invalid('扫码方式不能直接退款：原路退回请作废那笔扫码收款，或选其他方式', 'way')
  const [account] = await Promise.all([
    accountForTrade(tx, who, input.oldmanId, `退${title}`),
    requireOffered(tx.client, tx.orgId, [way], { field: 'way' }),
  ])
  requireThere(account, from, amountFen)
  if (from === 'DEPOSIT' && account.owedFen > 0 && !input.confirmed) {
    throw invalid(
      `“${account.oldmanName}”还有 ${yuanText(account.owedFen)} 元账单未缴，确认仍要退押金请勾选后再提交`,
      'confirmed',
    )
  }
  const leaving =
    from === 'BALANCE' ? await leavingOf(tx, account, input) : { amountFen, back: NOTHING_BACK, paidFen: amountFen }
  const { back, paidFen } = leaving
  const docNo = await nextNo(tx, REFUND_NO)
  const groupId = newId()
  const same = { oldmanId: account.oldmanId, groupId, remark: input.reason }
  const posted = await post(tx, [
    // The gift first: what is paid out is what is left after it.
    ...giftBackEntries(back, same, `退款 ${docNo}`),
    {
      ...same,
      docNo,
      tradeType: from === 'BALANCE' ? 'REFUND_BALANCE' : 'REFUND_DEPOSIT',
      way,
      amountFen: paidFen,
      cash: -paidFen,
      [from === 'BALANCE' ? 'balance' : 'deposit']: -paidFen,
      content: `退${title}${input.payee ? `，收款人 ${input.payee}` : ''}`,
    },
  ])
  tellMoney(tx, [account.oldmanId])
  const said = `“${account.oldmanName}”退${title} ${yuanText(amountFen)} 元（${TradeWay.label(way)}），单号 ${docNo}${backWords(leaving, '实退')}，原因：${input.reason}`
  const refundId = await writeRefundNote(tx, {
    refundNo: docNo,
    account,
    groupId,
    lines: [
      { item: `退${title}`, month: null, amountFen },
      ...(back.keptFen > 0 ? [{ item: '扣下已用的满赠', month: null, amountFen: -back.keptFen }] : []),
    ],
    ways: [{ name: TradeWay.label(way), amountFen: paidFen }],
    giftFen: back.giftFen,
    payee: input.payee ?? null,
    reason: input.reason,
  })
  return { ...ended(tx, account, posted.at(-1)!, said, leaving), refundId, refundNo: docNo }
}

export async function transfer(tx: Tx, who: MayTrade, input: InputOf<typeof pay.calls.transfer>): Promise<Moved> {
  const { to, amountFen } = input
  const from = to === 'DEPOSIT' ? 'BALANCE' : 'DEPOSIT'
  const account = await accountForTrade(tx, who, input.oldmanId, '划转')
  requireThere(account, from, amountFen)
  const toDeposit = to === 'DEPOSIT'
  const words = toDeposit ? '余额转押金' : '押金转余额'
  const leaving = toDeposit
    ? await leavingOf(tx, account, input)
    : { amountFen, back: NOTHING_BACK, paidFen: amountFen }
  const { back, paidFen } = leaving
  const warnings = toDeposit ? await limitWarnings(tx.client, tx.orgId, account, { depositFen: paidFen }) : []
  const same = { oldmanId: account.oldmanId, groupId: newId(), remark: input.reason }
  const posted = await post(tx, [
    ...giftBackEntries(back, same, words),
    {
      ...same,
      tradeType: toDeposit ? 'BALANCE_TO_DEPOSIT' : 'DEPOSIT_TO_BALANCE',
      amountFen: paidFen,
      balance: toDeposit ? -paidFen : paidFen,
      deposit: toDeposit ? paidFen : -paidFen,
      content: words,
    },
  ])
  tellMoney(tx, [account.oldmanId])
  const said = `“${account.oldmanName}”${words} ${yuanText(amountFen)} 元${backWords(leaving, '实转')}，原因：${input.reason}`
  return ended(tx, account, posted.at(-1)!, said, leaving, warnings)
}

export async function remit(tx: Tx, who: MayTrade, input: InputOf<typeof pay.calls.remit>): Promise<Moved> {
  const { oldmanId, toOldmanId, amountFen } = input
  if (oldmanId === toOldmanId) throw invalid('不能转给老人自己，请选择另一位老人', 'toOldmanId')
  const accounts = await lockAccounts(tx, who, [oldmanId, toOldmanId])
  const from = accounts.find((one) => one.oldmanId === oldmanId)!
  const to = accounts.find((one) => one.oldmanId === toOldmanId)!
  refuseSealed(from, who, '转出余额')
  refuseSealed(to, who, '转入余额')
  refuseSettled(to, '转入余额')
  requireThere(from, 'BALANCE', amountFen)
  const leaving = await leavingOf(tx, from, input)
  const { back, paidFen } = leaving
  const shared = { amountFen: paidFen, groupId: newId(), remark: input.reason }
  const posted = await post(tx, [
    ...giftBackEntries(back, { oldmanId, groupId: shared.groupId, remark: input.reason }, '划转他人'),
    {
      ...shared,
      oldmanId,
      tradeType: 'REMIT_OUT',
      balance: -paidFen,
      transit: -paidFen,
      content: `转给“${to.oldmanName}”`,
    },
    {
      ...shared,
      oldmanId: toOldmanId,
      tradeType: 'REMIT_IN',
      balance: paidFen,
      transit: paidFen,
      content: `由“${from.oldmanName}”转入`,
    },
  ])
  tellMoney(tx, [oldmanId, toOldmanId])
  const out = posted.findLast((one) => one.oldmanId === oldmanId)!
  const into = posted.find((one) => one.oldmanId === toOldmanId)!
  const words = `“${from.oldmanName}”余额 ${yuanText(amountFen)} 元转给“${to.oldmanName}”${backWords(leaving, '实转')}，原因：${input.reason}`
  // Each account finds the act in its own history.
  ended(tx, to, into, words, leaving)
  return ended(tx, from, out, words, leaving)
}
