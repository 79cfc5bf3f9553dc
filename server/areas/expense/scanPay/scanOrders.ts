// Orders of scanned payments: made, asked about, closed when nobody pays, and booked exactly once when somebody does, whoever
// learns of it first: the notification, the desk that asks, or the clock.
import type { ChargeWhatData } from '#contract/expense/charge'
import type { PayFormData } from '#contract/expense/pay'
import {
  type PayOrderData,
  PayOrderState,
  type PayOrderStateValue,
  payOrderMoves,
  ScanKind,
  type ScanKindValue,
} from '#contract/expense/scanPay'
import { TradeWay, type TradeWayValue } from '#contract/expense/tradeWords'
import { fen, yuanText } from '#contract/kit/money'
import { invalid, Refusal } from '#contract/kit/refusal'
import { lockAccounts } from '#server/areas/expense/account/accountLock'
import { payCharge, requireCharge } from '#server/areas/expense/charge/chargePay'
import { prestoreGift } from '#server/areas/expense/discountRule/discountApply'
import { bookPay } from '#server/areas/expense/pay/payAct'
import type { Tx } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { newId } from '#server/kit/ids'
import { runTransaction } from '#server/kit/transaction'
import { scanProviderName } from './scanOffered.ts'
import type { ProviderAnswer, ScanProvider } from './scanProvider.ts'
import { SCAN_REFUND_JOB } from './scanRefund.ts'
import { sandbox } from './scanSandbox.ts'

export const providers: Readonly<Record<string, ScanProvider>> = { sandbox }

/** Whom an organisation lets its payers pay; refused where it has no contract with anybody. */
export function providerOf(orgId: string): ScanProvider {
  const provider = providers[scanProviderName(orgId) ?? '']
  if (!provider) throw new Refusal('SWITCHED_OFF', { what: '扫码支付' })
  return provider
}

export interface Wish {
  kind: ScanKindValue
  billIds: string[]
  ruleId: string | null
  charge?: ChargeWhatData | null
  payer: string | null
  remark: string | null
  /** Written when it was booked otherwise than asked for. */
  note?: string | null
}

export interface StoredOrder {
  orgId: string
  payId: string
  oldmanId: string
  oldmanName: string
  way: TradeWayValue
  amountFen: number
  state: PayOrderStateValue
  wish: Wish
  codeUrl: string | null
  provider: string
  expiresAt: string
  secondsLeft: number
  paidAt: string | null
  failure: string | null
  groupId: string | null
  receiptId: string | null
  receiptNo: string | null
  createTime: string
  userId: string
  userName: string
}

export const ORDER = `select t.org_id as "orgId", t.pay_id as "payId", t.oldman_id as "oldmanId", o.oldman_name as "oldmanName", t.way,
  t.amount_fen as "amountFen", t.state, t.wish, t.code_url as "codeUrl", t.provider, t.expires_at as "expiresAt",
  greatest(0, ceil(extract(epoch from t.expires_at - now())))::int as "secondsLeft", t.paid_at as "paidAt", t.failure,
  t.group_id as "groupId", r.receipt_id as "receiptId", r.receipt_no as "receiptNo", t.created_at as "createTime",
  t.user_id as "userId", t.user_name as "userName"
from pay_order t join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id
left join lateral (select x.receipt_id, x.receipt_no from receipt x where x.org_id = t.org_id and x.group_id = t.group_id
  and x.oldman_id = t.oldman_id and x.state <> 'RED' order by x.receipt_no limit 1) r on true`

export async function orderOf(app: AppContext, orgId: string, payId: string): Promise<StoredOrder | null> {
  const text = `${ORDER} where t.org_id = $1 and t.pay_id = $2`
  const found = await app.pool.query<StoredOrder>({ name: 'pay_order_one', text, values: [orgId, payId] })
  return found.rows[0] ?? null
}

export const shown = (one: StoredOrder): PayOrderData => ({
  payId: one.payId,
  oldmanId: one.oldmanId,
  oldmanName: one.oldmanName,
  kind: one.wish.kind,
  way: one.way,
  amountFen: fen(one.amountFen),
  state: one.state,
  codeUrl: one.state === 'WAITING' || one.state === 'PAYING' ? one.codeUrl : null,
  expiresAt: one.expiresAt,
  secondsLeft: one.state === 'WAITING' || one.state === 'PAYING' ? one.secondsLeft : 0,
  paidAt: one.paidAt,
  failure: one.failure,
  receiptId: one.receiptId,
  receiptNo: one.receiptNo,
  note: one.wish.note ?? null,
  createTime: one.createTime,
  userName: one.userName,
  sandbox: providers[one.provider]?.sandbox ?? false,
})

/** In the name of whoever showed the code: the money is theirs to hand over, whoever writes it. */
export function inOrdersName<T>(
  app: AppContext,
  order: StoredOrder,
  method: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const requestId = `P-${newId()}`
  return runTransaction(
    {
      pool: app.pool,
      frame: {
        orgId: order.orgId,
        userId: order.userId || null,
        userName: null,
        empName: order.userName,
        deptName: null,
        roleName: null,
        userPhone: null,
        source: '扫码支付',
        ipAddress: '127.0.0.1',
        module: '扫码支付',
        method,
        requestId,
      },
      effects: {
        emit: app.realtime.emit.bind(app.realtime),
        written: (org, logIds) => app.audit.written(org, logIds),
        failed: (error) => app.log.error({ err: error, requestId }, 'effect after commit failed'),
      },
    },
    work,
  )
}

const LOCK = `select state from pay_order where org_id = $1 and pay_id = $2 for update`

const OPEN_BILLS = `select bill_id as id from bill where org_id = $1 and oldman_id = $2 and bill_id = any($3)
  and state in ('DUE', 'PART') order by due_date, month, bill_no`

/** What can still be booked as it was asked for; money that has come is never turned away. */
async function formOf(tx: Tx, order: StoredOrder): Promise<{ form: PayFormData; note: string | null }> {
  const { wish, oldmanId, way, amountFen } = order
  const form: PayFormData = {
    kind: wish.kind === 'CHARGE' ? 'PRESTORE' : wish.kind,
    oldmanId,
    payments: [{ source: 'CASH', way, amountFen: fen(amountFen) }],
    payer: wish.payer,
    remark: wish.remark,
  }
  if (wish.kind === 'BILL') {
    const open = await tx.client.query<{ id: string }>(OPEN_BILLS, [tx.orgId, oldmanId, wish.billIds])
    if (open.rows.length > 0) {
      return { form: { ...form, billIds: open.rows.map((row) => row.id), overToBalance: true }, note: null }
    }
    const note = '付款到账时所选账单已缴清，款项存入余额'
    return { form: { ...form, kind: 'PRESTORE', remark: note }, note }
  }
  if (wish.kind === 'PRESTORE' && wish.ruleId) {
    try {
      await prestoreGift(tx.client, tx.orgId, wish.ruleId, amountFen)
      return { form: { ...form, ruleId: wish.ruleId }, note: null }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { form, note: `没有赠送：${error.message}` }
    }
  }
  return { form, note: null }
}

const PAID = `update pay_order set state = 'PAID', paid_at = now(), provider_no = coalesce($3, provider_no), group_id = $4,
  failure = null, wish = wish || jsonb_build_object('note', $5::text)
where org_id = $1 and pay_id = $2`
const ENDED = `update pay_order set state = $3, failure = $4, provider_no = coalesce($5, provider_no) where org_id = $1 and pay_id = $2`

/** The clerk may have lost rights since; the money is booked nevertheless. */
const ANYBODY = { deptIds: null, may: () => true }

interface Booked {
  groupId: string
  note: string | null
}

async function bookMoney(tx: Tx, order: StoredOrder): Promise<Booked> {
  const { form, note } = await formOf(tx, order)
  const booked = await bookPay(tx, ANYBODY, form, { scanned: { payId: order.payId, way: order.way } })
  const over = booked.overFen > 0 ? `超出账单的 ${yuanText(booked.overFen)} 元存入余额` : null
  return { groupId: booked.groupId, note: [note, over].filter(Boolean).join('；') || null }
}

/** A charge is written with its money. What can no longer be charged goes to the balance, and the order says why. */
async function bookCharge(tx: Tx, order: StoredOrder, charge: ChargeWhatData): Promise<Booked> {
  const { oldmanId, way, amountFen, wish, payId } = order
  const scanned = { payId, way }
  const who = { ...ANYBODY, orgId: tx.orgId }
  try {
    // Refuses before anything is written.
    await requireCharge(tx, charge, amountFen)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const note = `消费没有记下（${error.message}），款项存入余额`
    const { groupId } = await bookMoney(tx, { ...order, wish: { ...wish, remark: note } })
    return { groupId, note }
  }
  const payments = [{ way, amountFen: fen(amountFen) }]
  const { groupId } = await payCharge(tx, who, { ...charge, oldmanId, payments, payer: wish.payer }, { scanned })
  return { groupId, note: null }
}

async function book(tx: Tx, order: StoredOrder, answer: ProviderAnswer): Promise<void> {
  const { kind, charge } = order.wish
  const { groupId, note } = await (kind === 'CHARGE' && charge ? bookCharge(tx, order, charge) : bookMoney(tx, order))
  await tx.client.query(PAID, [tx.orgId, order.payId, answer.providerNo, groupId, note])
  tx.log({
    remark: `扫码支付 ${order.payId} 到账 ${yuanText(order.amountFen)} 元（${TradeWay.label(order.way)}），${ScanKind.label(kind)}`,
    targetType: 'payOrder',
    targetId: order.payId,
    changes: { state: [order.state, 'PAID'] },
  })
}

/**
 * Takes what the provider says. Under the lock of the account only the first success books; everybody else finds it done.
 * A success that comes for a closed order, or after the resident's settlement, goes back to the payer.
 */
export async function take(app: AppContext, order: StoredOrder, answer: ProviderAnswer): Promise<void> {
  const { orgId, payId } = order
  // What is booked stays booked; the order may be a moment old, so the lock below asks again.
  if (order.state === 'PAID' || order.state === 'REFUNDED') return
  if (answer.state === 'WAITING' || (answer.state === 'PAYING' && order.state === 'PAYING')) return
  await inOrdersName(app, order, '扫码支付结果', async (tx) => {
    const [account] = await lockAccounts(tx, ANYBODY, [order.oldmanId])
    const locked = await tx.client.query<{ state: PayOrderStateValue }>({
      name: 'pay_order_lock',
      text: LOCK,
      values: [orgId, payId],
    })
    const state = locked.rows[0]!.state
    const now = { ...order, state }
    const open = payOrderMoves.moves.succeed.from.includes(state)
    if (answer.state === 'PAYING') {
      if (state === 'WAITING') {
        await tx.client.query(ENDED, [orgId, payId, 'PAYING', null, answer.providerNo])
      }
      return tx.log({ remark: `扫码支付 ${payId}：付款人正在支付`, targetType: 'payOrder', targetId: payId })
    }
    if (answer.state !== 'PAID') {
      if (open) await tx.client.query(ENDED, [orgId, payId, answer.state, answer.failure, answer.providerNo])
      return tx.log({
        remark: `扫码支付 ${payId}：${open ? PayOrderState.label(answer.state) : '没有变化'}${answer.failure ? `，${answer.failure}` : ''}`,
        targetType: 'payOrder',
        targetId: payId,
      })
    }
    if (answer.amountFen !== order.amountFen) {
      const failure = `支付渠道报告的金额 ${yuanText(answer.amountFen)} 元与订单 ${yuanText(order.amountFen)} 元不符，未入账，请与支付渠道核对`
      if (open) await tx.client.query(ENDED, [orgId, payId, 'FAILED', failure, answer.providerNo])
      return tx.log({ remark: `扫码支付 ${payId}：${failure}`, targetType: 'payOrder', targetId: payId })
    }
    if (open && !account!.settled) return book(tx, now, answer)
    if (open || state === 'CLOSED' || state === 'FAILED') {
      const failure = open ? '老人的退住结算已确认，款项已原路退回' : '收款码关闭后才到账，已原路退回'
      await tx.client.query(ENDED, [orgId, payId, open ? 'CLOSED' : state, failure, answer.providerNo])
      await tx.job(SCAN_REFUND_JOB, { orgId, payId, amountFen: order.amountFen, refundNo: `late:${payId}` })
      return tx.log({ remark: `扫码支付 ${payId}：${failure}`, targetType: 'payOrder', targetId: payId })
    }
    tx.log({ remark: `扫码支付 ${payId}：重复的到账通知，已入账，不再处理`, targetType: 'payOrder', targetId: payId })
  })
}

/** Closes at the provider first: when the payer was quicker, it is booked instead. */
export async function closeOrder(app: AppContext, order: StoredOrder, why: string): Promise<void> {
  if (order.state !== 'WAITING' && order.state !== 'PAYING') return
  const answer = await providers[order.provider]!.close(app, order)
  await take(
    app,
    order,
    answer.state === 'PAID' ? answer : { ...answer, state: 'CLOSED', failure: answer.failure ?? why },
  )
}

export function requireScan(way: TradeWayValue, ways: readonly TradeWayValue[], what: string): void {
  if (!ways.includes(way)) throw invalid(`${what}只能用${ways.map((one) => TradeWay.label(one)).join('、')}`, 'way')
}
