// Confirming a settlement in one act, and revoking it as a whole: afterwards the account holds nothing, or exactly what it
// held before.

import type { settlement } from '#contract/expense/settlement'
import { TradeWay, type TradeWayValue } from '#contract/expense/tradeWords'
import type { InputOf } from '#contract/kit/call'
import { yuanText } from '#contract/kit/money'
import { invalid, Refusal } from '#contract/kit/refusal'
import { ResidenceStatus } from '#contract/live/resident'
import { type LockedAccount, lockAccounts } from '#server/areas/expense/account/accountLock'
import type { FinalBill } from '#server/areas/expense/bill/billFinal'
import { addOnceBill, removeDrafts, voidBill } from '#server/areas/expense/bill/billWrite'
import { giftBackEntries, giftBackOf, giftBookFor } from '#server/areas/expense/ledger/giftBack'
import { type Entry, post } from '#server/areas/expense/ledger/post'
import { reverse } from '#server/areas/expense/ledger/reverse'
import { type PaidBill, type Payment, payBills, payName } from '#server/areas/expense/pay/payBills'
import { redReceipts, writeReceipt } from '#server/areas/expense/receipt/receiptWrite'
import { REFUND_NO, voidRefundNotes, writeRefundNote } from '#server/areas/expense/receipt/refundWrite'
import type { Caller, Tx } from '#server/kit/caller'
import { areas } from '#server/kit/contributions'
import { newId } from '#server/kit/ids'
import { nextNo } from '#server/kit/numbers'
import { type Begun, beginSettle, tellSettle } from './settlementBegin.ts'
import { factsOf } from './settlementFacts.ts'
import { putBackBills, putBackReceipts, type Restore, replaceBills, replacedReceipts } from './settlementReplace.ts'
import { DROP_SIGNS, refuseOpenChecks, stepsOf } from './settlementSave.ts'
import { type Counted, sheetOf } from './settlementSheet.ts'
import { changedWords } from './settlementStatement.ts'

type Body<K extends keyof typeof settlement.calls> = InputOf<(typeof settlement.calls)[K]>

const SIGNED = 'select step from settlement_sign where org_id = $1 and settle_id = $2'

async function refuseUnsigned(tx: Tx, begun: Begun): Promise<void> {
  const signed = await tx.client.query<{ step: string }>(SIGNED, [tx.orgId, begun.one.settleId])
  const missing = stepsOf(begun).filter((step) => !signed.rows.some((row) => row.step === step))
  if (missing.length > 0) throw invalid(`还不能确认结算：${missing.join('、')}尚未会签`, 'signs')
}

/** The account as it is after what this very act has done to it. */
async function reread(tx: Tx, who: Caller, oldmanId: string): Promise<LockedAccount> {
  return (await lockAccounts(tx, who, [oldmanId]))[0]!
}

interface Act {
  begun: Begun
  counted: Counted
  groupId: string
  receiptId: string
}

/** The last bill, then everything that is open, from balance, gift and deposit. */
async function payAll(
  tx: Tx,
  who: Caller,
  act: Act,
  final: FinalBill | null,
  month: string,
): Promise<{ bills: PaidBill[]; payments: Payment[] }> {
  const { begun, counted, groupId, receiptId } = act
  const { one } = begun
  const billIds = counted.unpaid.filter((bill) => bill.receivableFen > bill.paidFen).map((bill) => bill.billId)
  if (counted.lines.length > 0) {
    const bill = await addOnceBill(tx, {
      account: { oldmanId: one.oldmanId, bedPath: one.bedPath },
      kind: 'FINAL',
      month,
      day: one.today,
      ...(final && {
        periodStart: final.periodStart,
        periodEnd: final.periodEnd,
        levelName: final.levelName,
        ruleId: final.ruleId,
        ruleName: final.ruleName,
        rules: final.rules,
      }),
      stayId: one.stayId,
      settleId: one.settleId,
      lines: counted.lines,
      remark: `退住结算 ${one.settleNo}`,
    })
    if (bill.receivableFen > 0) billIds.push(bill.billId)
  }
  const account = await reread(tx, who, one.oldmanId)
  let due = account.owedFen
  const take = (source: Payment['source'], has: number): Payment[] => {
    const amountFen = Math.min(has, due)
    due -= amountFen
    return amountFen > 0 ? [{ source, amountFen }] : []
  }
  const payments = [
    ...take('BALANCE', account.balanceFen),
    ...take('GIFT', account.giftFen),
    ...take('DEPOSIT', account.depositFen),
  ]
  if (due > 0) throw invalid(`还需补缴 ${yuanText(due)} 元，请先收取补缴再确认结算`, 'supplement')
  if (payments.length === 0) return { bills: [], payments }
  const remark = `退住结算 ${one.settleNo}`
  const paid = await payBills(tx, { account, billIds, payments, groupId, receiptId, settleId: one.settleId, remark })
  return { bills: paid.bills, payments }
}

interface PaidOut {
  refundFen: number
  /** Balance and deposit before what was kept of spent gifts. */
  left: Pick<LockedAccount, 'balanceFen' | 'depositFen' | 'giftFen'>
  keptFen: number
  refundNo: string | null
}

/**
 * What is left of balance and deposit is paid out in one entry. The balance takes its gifts along, spent ones are kept from it;
 * what gifts are left then were earned by money that was spent, and lapse.
 */
async function payOut(tx: Tx, who: Caller, { begun, groupId }: Act): Promise<PaidOut> {
  const { one } = begun
  const left = await reread(tx, who, one.oldmanId)
  const book = await giftBookFor(tx.client, tx.orgId, one.oldmanId)
  const back = giftBackOf(book, left.balanceFen, left.giftFen)
  const refundFen = left.balanceFen - back.keptFen + left.depositFen
  const { form } = one
  const same = { oldmanId: one.oldmanId, groupId, settleId: one.settleId }
  const entries: Entry[] = giftBackEntries(back, same, `退住 ${one.settleNo}`)
  const refundNo = refundFen > 0 ? await nextNo(tx, REFUND_NO) : null
  if (refundFen > 0) {
    const to = [form.payeeName, form.payeeBank, form.payeeAccount].filter(Boolean).join(' ')
    entries.push({
      ...same,
      docNo: refundNo,
      tradeType: 'REFUND_CHECKOUT',
      way: form.refundWay as TradeWayValue,
      amountFen: refundFen,
      cash: -refundFen,
      balance: -(left.balanceFen - back.keptFen),
      deposit: -left.depositFen,
      content: `退住退款 ${one.settleNo}，${TradeWay.label(form.refundWay)}`,
      remark: to || null,
    })
  }
  const lapses = left.giftFen - back.giftFen
  if (lapses > 0) {
    entries.push({
      ...same,
      tradeType: 'LAPSE',
      amountFen: lapses,
      gift: -lapses,
      promo: -lapses,
      content: `退住，剩余赠送余额失效 ${one.settleNo}`,
    })
  }
  await post(tx, entries)
  return { refundFen, left, keptFen: back.keptFen, refundNo }
}

/** The paper of what is paid out. */
async function noteOf(tx: Tx, { begun, groupId }: Act, out: PaidOut): Promise<void> {
  if (!out.refundNo) return
  const { one } = begun
  const { form } = one
  const lines = [
    { item: '退余额', month: null, amountFen: out.left.balanceFen },
    { item: '扣下已用的满赠', month: null, amountFen: -out.keptFen },
    { item: '退押金', month: null, amountFen: out.left.depositFen },
  ]
  await writeRefundNote(tx, {
    refundNo: out.refundNo,
    account: one,
    groupId,
    settleId: one.settleId,
    lines: lines.filter((line) => line.amountFen !== 0),
    ways: [{ name: TradeWay.label(form.refundWay), amountFen: out.refundFen }],
    giftFen: out.left.giftFen,
    payee: [form.payeeName, form.payeeBank, form.payeeAccount].filter(Boolean).join(' ') || null,
    reason: `退住结算 ${one.settleNo}`,
  })
}

/** The month of leaving; the first open one where it is closed: the last bill belongs there then. */
const OPEN_MONTH = `select greatest($2::text, to_char(first_open_day($1), 'YYYY-MM')) as month`

const CONFIRM = `update settlement set state = 'CONFIRMED', statement = $3, group_id = $4, refund_fen = $5, confirmed_at = clock_timestamp(),
  confirmed_by = $6, version = version + 1 where org_id = $1 and settle_id = $2`

export async function confirmSettle(tx: Tx, who: Caller, body: Body<'confirm'>): Promise<void> {
  const begun = await beginSettle(tx, who, 'confirm', body)
  const { one, account } = begun
  const { facts, final } = await factsOf(tx.client, tx.orgId, one)
  const counted = sheetOf(facts, one.form)
  refuseOpenChecks(counted, '确认结算')
  await refuseUnsigned(tx, begun)
  const changed = changedWords(one.statement, counted.sheet)
  if (changed) throw invalid(`提交后金额有变化（${changed}），请退回后重新提交`, 'version')
  const { sums } = counted.sheet
  if (sums.outstandingFen > 0) {
    throw invalid(`还需补缴 ${yuanText(sums.outstandingFen)} 元，请先收取补缴再确认结算`, 'supplement')
  }
  if (facts.keptDrugs.length > 0) {
    // The check above has seen that the family leaves it here, and why.
    for (const custody of areas().custodies) await custody.waive(tx, one.oldmanId, one.form.drugsNote ?? '未说明')
  }
  const act: Act = { begun, counted, groupId: newId(), receiptId: newId() }
  if (final && final.draftIds.length > 0) await removeDrafts(tx, final.draftIds)
  const replaced = await replaceBills(tx, one, counted.replaced, act.groupId)
  const lived = final?.month ?? one.checkoutDate.slice(0, 7)
  const open = await tx.client.query<{ month: string }>(OPEN_MONTH, [tx.orgId, lived])
  const { bills, payments } = await payAll(tx, who, act, final, open.rows[0]!.month)
  const out = await payOut(tx, who, act)
  const { refundFen } = out
  if (refundFen !== sums.refundFen)
    throw new Error(`settlement ${one.settleNo}: refund ${refundFen}, sheet ${sums.refundFen}`)
  const statement = { ...counted.sheet, signOffs: stepsOf(begun), restore: replaced.restore }
  await tx.client.query({
    name: 'settlement_confirm',
    text: CONFIRM,
    values: [tx.orgId, one.settleId, JSON.stringify(statement), act.groupId, refundFen, who.userId],
  })
  tellSettle(tx, begun, {
    remark: `确认“${one.oldmanName}”的退住结算 ${one.settleNo}：应收 ${yuanText(sums.receivableFen)} 元，退款 ${yuanText(refundFen)} 元${out.keptFen > 0 ? `，扣下已用赠送 ${yuanText(out.keptFen)} 元` : ''}`,
    changes: {
      状态: ['待确认', '已结算'],
      余额: [yuanText(account.balanceFen), '0.00'],
      押金: [yuanText(account.depositFen), '0.00'],
      ...(account.giftFen > 0 && { 赠送余额: [yuanText(account.giftFen), '0.00'] }),
    },
  })
  await noteOf(tx, act, out)
  await replacedReceipts(tx, one, replaced, act.groupId)
  if (payments.length === 0) return
  await writeReceipt(tx, {
    receiptId: act.receiptId,
    account: { oldmanId: one.oldmanId, oldmanName: one.oldmanName, bedPath: one.bedPath },
    groupId: act.groupId,
    payer: one.form.applicant ?? null,
    remark: `退住结算 ${one.settleNo}`,
    lines: bills
      .filter((bill) => bill.paidFen > 0)
      .map((bill) => ({
        item: `退住结清${bill.kind === 'FINAL' ? '退住账单' : '账单'} ${bill.billNo}`,
        month: bill.month,
        amountFen: bill.paidFen,
      })),
    ways: payments.map((one) => ({ name: payName(one), amountFen: one.amountFen })),
  })
}

const ENTRIES = `select l.entry_id as "entryId", l.day, exists (select from month_close c where c.org_id = l.org_id
    and c.month = to_char(l.day, 'YYYY-MM') and c.closed) as closed
from ledger l where l.org_id = $1 and l.oldman_id = $2 and l.group_id = $3 and l.reversal_of is null and l.trade_type <> 'BILL'`
const FINAL = `select bill_id as id from bill where org_id = $1 and settle_id = $2 and kind = 'FINAL' and stage = 'ISSUED'`
const RECEIPTS = `select receipt_id as id from receipt where org_id = $1 and group_id = $2 and state = 'NORMAL'`
const REVOKE = `update settlement set state = 'OPEN', statement = null, group_id = null, refund_fen = 0, return_reason = $3,
  confirmed_at = null, confirmed_by = null, submitted_at = null, submitted_by = null, version = version + 1
where org_id = $1 and settle_id = $2`

function refuseMovedOn({ one }: Begun): void {
  if (one.newer) {
    throw new Refusal('STATE_NOT_ALLOWED', { state: '已有新的入住', act: `撤销上一次的退住结算 ${one.settleNo}` })
  }
  if (!one.inHouse && one.status !== ResidenceStatus.is.left) {
    throw new Refusal('STATE_NOT_ALLOWED', { state: '已办理再次入住', act: `撤销上一次的退住结算 ${one.settleNo}` })
  }
}

export async function revokeSettle(tx: Tx, who: Caller, body: Body<'revoke'>): Promise<void> {
  const begun = await beginSettle(tx, who, 'revoke', body)
  const { one } = begun
  refuseMovedOn(begun)
  const groupId = newId()
  const { reason } = body
  const found = await tx.client.query<{ entryId: string; day: string; closed: boolean }>(ENTRIES, [
    tx.orgId,
    one.oldmanId,
    one.groupId,
  ])
  const closed = found.rows.find((row) => row.closed)
  if (closed)
    throw invalid(`${closed.day.slice(0, 7)} 已经结账，不能撤销 ${closed.day} 的结算，请先申请反结账`, 'oldmanId')
  if (found.rows.length > 0) {
    await reverse(tx, { entryIds: found.rows.map((row) => row.entryId), groupId, reason })
  }
  await voidRefundNotes(tx, one.groupId!)
  const final = await tx.client.query<{ id: string }>(FINAL, [tx.orgId, one.settleId])
  for (const { id } of final.rows) await voidBill(tx, id, `撤销退住结算 ${one.settleNo}：${reason}`)
  // First of all the account is open again: what was paid on the bills comes back to it.
  await tx.client.query(REVOKE, [tx.orgId, one.settleId, reason])
  const again = await putBackBills(tx, who, one, (one.statement?.restore as Restore[] | undefined) ?? [])
  await tx.client.query(DROP_SIGNS, [tx.orgId, one.settleId])
  tellSettle(tx, begun, {
    remark: `撤销“${one.oldmanName}”的退住结算 ${one.settleNo}：${reason}`,
    changes: { 状态: ['已结算', '待结算'], 退款: [yuanText(one.refundFen), '0.00'] },
  })
  const receipts = await tx.client.query<{ id: string }>(RECEIPTS, [tx.orgId, one.groupId])
  await redReceipts(
    tx,
    receipts.rows.map((row) => row.id),
    { groupId, reason: `撤销退住结算 ${one.settleNo}：${reason}` },
  )
  await putBackReceipts(tx, again)
}
