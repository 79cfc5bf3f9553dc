// Handlers of scanned payments.

import { type PayableData, type PayOrderData, ScanKind, scanPay } from '#contract/expense/scanPay'
import { ACTIVE_WAYS, PASSIVE_WAYS, type TradeWayValue } from '#contract/expense/tradeWords'
import { fen } from '#contract/kit/money'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { refuseHidden } from '#server/areas/expense/account/amountsHidden'
import type { Caller, Visitor } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { implement } from '#server/kit/implement'
import { defineCron, defineJob } from '#server/kit/jobDefinition'
import { addressOf, takeRate } from '#server/kit/rateLimit'
import { inDepts } from '#server/kit/tenant'
import { readCode } from './scanCode.ts'
import { addOrder, makeOrder, withCode } from './scanMake.ts'
import {
  closeOrder,
  inOrdersName,
  ORDER,
  orderOf,
  providerOf,
  providers,
  requireScan,
  type StoredOrder,
  shown,
  take,
} from './scanOrders.ts'
import type { NoticeBody } from './scanProvider.ts'
import { SCAN_REFUND_JOB } from './scanRefund.ts'
import { payInSandbox } from './scanSandbox.ts'

const SEEN = `${ORDER} where t.org_id = $1 and ${inDepts('o', '$2')}`

/** An order of a resident whom the caller may see. */
async function seen(who: Caller, payId: string): Promise<StoredOrder> {
  await refuseHidden(who.app.pool, who.orgId, who)
  const found = await who.app.pool.query<StoredOrder>({
    name: 'pay_order_seen',
    text: `${SEEN} and t.pay_id = $3`,
    values: [who.orgId, who.deptIds, payId],
  })
  if (!found.rows[0]) throw notFound('支付单')
  return found.rows[0]
}

const isOpen = (order: StoredOrder) => order.state === 'WAITING' || order.state === 'PAYING'

/** Asks the provider about an open order; one whose time is over is closed. */
async function refreshed(app: AppContext, order: StoredOrder): Promise<StoredOrder> {
  if (!isOpen(order)) return order
  const answer = await providers[order.provider]!.query(app, order)
  if (answer.state === 'WAITING' || answer.state === 'PAYING') {
    if (order.secondsLeft > 0 && (answer.state === 'WAITING' || order.state === 'PAYING')) return order
    if (order.secondsLeft === 0) await closeOrder(app, order, '超时未支付，收款码已失效')
    else await take(app, order, answer)
  } else await take(app, order, answer)
  return (await orderOf(app, order.orgId, order.payId))!
}

async function charged(who: Caller, order: StoredOrder, authCode: string): Promise<PayOrderData> {
  if (order.state !== 'WAITING') return shown(await refreshed(who.app, order))
  const { orgId, payId, way, amountFen, wish } = order
  const title = ScanKind.label(wish.kind)
  const answer = await providers[order.provider]!.charge(who.app, { orgId, payId, way, amountFen, title }, authCode)
  await take(who.app, order, answer)
  return shown((await orderOf(who.app, orgId, payId))!)
}

/** A notification as it came over the network, or from the sandbox's payer. */
async function receive(app: AppContext, name: string, body: NoticeBody): Promise<void> {
  const provider = Object.hasOwn(providers, name) ? providers[name]! : null
  if (!provider) throw notFound('支付渠道')
  const notice = await provider.verify(app, body)
  if (!notice) throw invalid('通知签名不正确')
  const order = await orderOf(app, notice.orgId, notice.payId)
  if (!order || order.provider !== name) throw notFound('支付单')
  await take(app, order, notice)
}

/** Guessing codes is hopeless, but nobody needs to try it fast. */
const limit = (who: Visitor) => takeRate(who.app.pool, `payer:${addressOf(who.origin.ip)}`, { most: 240, seconds: 60 })

const masked = (name: string) => `${[...name][0] ?? ''}**`

const BILL = `select b.bill_id as "billId", b.bill_no as "billNo", b.month, b.state, b.receivable_fen - b.paid_fen as "unpaidFen",
  b.oldman_id as "oldmanId", o.oldman_name as "oldmanName", g.org_name as "orgName"
from bill b join oldman o on o.org_id = b.org_id and o.oldman_id = b.oldman_id join organization g on g.org_id = b.org_id
where b.org_id = $1 and b.bill_id = $2`

interface PayableBill {
  billId: string
  billNo: string
  month: string
  state: string
  unpaidFen: number
  oldmanId: string
  oldmanName: string
  orgName: string
}

async function billOf(app: AppContext, code: string): Promise<{ orgId: string; bill: PayableBill } | null> {
  const read = await readCode(app.pool, 'bill', code)
  if (!read) return null
  const found = await app.pool.query<PayableBill>({ name: 'payable_bill', text: BILL, values: [read.orgId, read.id] })
  return found.rows[0] ? { orgId: read.orgId, bill: found.rows[0] } : null
}

async function orderByCode(app: AppContext, code: string): Promise<StoredOrder | null> {
  const read = await readCode(app.pool, 'order', code)
  return read && orderOf(app, read.orgId, read.id)
}

async function orderShown(app: AppContext, order: StoredOrder): Promise<PayableData> {
  const org = await app.pool.query<{ name: string }>('select org_name as name from organization where org_id = $1', [
    order.orgId,
  ])
  const titles = { BILL: '缴纳费用账单', PRESTORE: '预存款', DEPOSIT: '入住押金', CHARGE: '院内消费' } as const
  return {
    orgName: org.rows[0]!.name,
    resident: masked(order.oldmanName),
    title: titles[order.wish.kind],
    amountFen: fen(order.amountFen),
    state: order.state,
    secondsLeft: isOpen(order) ? order.secondsLeft : 0,
    bill: false,
    failure: order.failure,
    sandbox: providers[order.provider]?.sandbox ?? false,
  }
}

async function payable(who: Visitor, code: string): Promise<PayableData> {
  await limit(who)
  const order = await orderByCode(who.app, code)
  if (order) return orderShown(who.app, await refreshed(who.app, order))
  const found = await billOf(who.app, code)
  if (!found) throw notFound('收款码')
  const { bill } = found
  const open = bill.state === 'DUE' || bill.state === 'PART'
  return {
    orgName: bill.orgName,
    resident: masked(bill.oldmanName),
    title: `${bill.month} 费用账单 ${bill.billNo}`,
    amountFen: fen(open ? bill.unpaidFen : 0),
    state: open ? 'WAITING' : bill.state === 'PAID' ? 'PAID' : 'CLOSED',
    secondsLeft: 0,
    bill: true,
    failure: null,
    sandbox: providerOf(found.orgId).sandbox,
  }
}

async function sandboxPay(who: Visitor, code: string, act: string): Promise<PayableData> {
  await limit(who)
  const order = await orderByCode(who.app, code)
  if (order?.provider !== 'sandbox') throw notFound('收款码')
  const late = () => new Refusal('STATE_NOT_ALLOWED', { state: '已支付或已失效', act: '支付' })
  if (!isOpen(order) || order.secondsLeft === 0) throw late()
  const notice = await payInSandbox(who.app, order.orgId, order.payId, act === 'PAY' ? 'PAID' : 'FAILED')
  if (!notice) throw late()
  await receive(who.app, 'sandbox', notice)
  return orderShown(who.app, (await orderOf(who.app, order.orgId, order.payId))!)
}

const SAME = `${ORDER} where t.org_id = $1 and t.oldman_id = $2 and t.state = 'WAITING' and t.expires_at > now() + interval '1 minute'
  and t.user_id = '' and t.way = $4 and t.amount_fen = $5 and t.wish -> 'billIds' = jsonb_build_array($3::text)
order by t.created_at desc limit 1`

/** The family pays from the printed bill: no desk is involved, the order is the payer's own. */
async function billPay(who: Visitor, code: string, way: TradeWayValue): Promise<{ codeUrl: string }> {
  await limit(who)
  requireScan(way, ACTIVE_WAYS, '扫码支付')
  const { app } = who
  const found = await billOf(app, code)
  if (!found) throw notFound('收款码')
  const { orgId, bill } = found
  if (bill.state !== 'DUE' && bill.state !== 'PART') {
    throw new Refusal('STATE_NOT_ALLOWED', {
      state: bill.state === 'PAID' ? '已缴清' : '不能缴费',
      act: '支付这张账单',
    })
  }
  const { oldmanId, billId, unpaidFen } = bill
  const earlier = await app.pool.query<StoredOrder>(SAME, [orgId, oldmanId, billId, way, unpaidFen])
  if (earlier.rows[0]?.codeUrl) return { codeUrl: earlier.rows[0].codeUrl }
  await takeRate(app.pool, `payer-bill:${billId}`, { most: 30, seconds: 3600 })
  const wish = { kind: 'BILL' as const, billIds: [billId], ruleId: null, payer: null, remark: '扫账单二维码自助缴费' }
  const by = { userId: '', name: '扫码自助' }
  const payId = await who.tx(orgId, (tx) => addOrder(tx, { oldmanId, way, amountFen: unpaidFen, wish }, by))
  const order = await withCode(app, (await orderOf(app, orgId, payId))!)
  return { codeUrl: order.codeUrl! }
}

export default implement(scanPay, {
  createPay: async (asked, who) => {
    requireScan(asked.way, ACTIVE_WAYS, '出示收款码')
    const { payId } = await makeOrder(who, asked)
    return shown(await withCode(who.app, (await orderOf(who.app, who.orgId, payId))!))
  },
  microPay: async ({ authCode, ...asked }, who) => {
    requireScan(asked.way, PASSIVE_WAYS, '扫付款码')
    const { payId } = await makeOrder(who, asked)
    return charged(who, (await orderOf(who.app, who.orgId, payId))!, authCode)
  },
  payorder: async ({ payId }, who) => shown(await refreshed(who.app, await seen(who, payId))),
  payorders: async ({ oldmanId, open }, who) => {
    await refuseHidden(who.app.pool, who.orgId, who)
    const found = await who.app.pool.query<StoredOrder>({
      name: 'pay_orders_of',
      text: `${SEEN} and t.oldman_id = $3 and ($4 = 0 or (t.state in ('WAITING', 'PAYING') and t.expires_at > now()))
        order by t.created_at desc limit 50`,
      values: [who.orgId, who.deptIds, oldmanId, open ?? 0],
    })
    return found.rows.map(shown)
  },
  closePay: async ({ payId }, who) => {
    const order = await seen(who, payId)
    await closeOrder(who.app, order, `${who.empName || who.userName}关闭了收款码`)
    return shown((await orderOf(who.app, who.orgId, payId))!)
  },
  notify: async ({ provider, ...body }, who) => {
    await receive(who.app, provider, body)
    return { result: 'SUCCESS' }
  },
  payable: ({ code }, who) => payable(who, code),
  sandboxPay: ({ code, act }, who) => sandboxPay(who, code, act),
  billPay: ({ code, way }, who) => billPay(who, code, way),
})

const EXPIRED = `${ORDER} where t.state in ('WAITING', 'PAYING') and t.expires_at <= now() order by t.expires_at limit 200`

/** Every minute: orders whose time is over are closed, and those that were paid meanwhile are booked. */
export async function closeExpired(app: AppContext): Promise<number> {
  const found = await app.pool.query<StoredOrder>({ name: 'pay_orders_expired', text: EXPIRED, values: [] })
  for (const order of found.rows) {
    try {
      await closeOrder(app, order, '超时未支付，收款码已失效')
    } catch (error) {
      // The next minute tries again; the others are not to wait for it.
      app.log.error({ err: error, payId: order.payId }, 'an expired order could not be closed')
    }
  }
  return found.rows.length
}

export const scanExpiryJob = defineJob('expense.scanExpiry', (_: object, app) => closeExpired(app))
export const scanExpiry = defineCron(scanExpiryJob, '* * * * *', { makeUpHours: 1 })

interface Refunding {
  orgId: string
  payId: string
  amountFen: number
  refundNo: string
}

/** Repeated until the provider has agreed; the refund number makes it one. */
export const scanRefundJob = defineJob<Refunding>(
  SCAN_REFUND_JOB,
  async ({ orgId, payId, amountFen, refundNo }, app) => {
    const order = await orderOf(app, orgId, payId)
    if (!order) return
    await providers[order.provider]!.refund(app, { orgId, payId }, { amountFen, refundNo })
    await inOrdersName(app, order, '扫码退款', async (tx) =>
      tx.log({ remark: `支付单 ${payId} 已向付款人退回`, targetType: 'payOrder', targetId: payId }),
    )
  },
)
