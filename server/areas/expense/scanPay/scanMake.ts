// Making an order: everything is checked before the payer sees a code, and what is to be booked is kept with it.

import { CHARGE_NEEDS } from '#contract/expense/charge'
import { CODE_MINUTES, ScanKind, type scanPay } from '#contract/expense/scanPay'
import type { TradeWayValue } from '#contract/expense/tradeWords'
import type { InputOf } from '#contract/kit/call'
import { yuanText } from '#contract/kit/money'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { accountForTrade, refuseSettled } from '#server/areas/expense/account/accountLock'
import { refuseHidden } from '#server/areas/expense/account/amountsHidden'
import { requireCharge } from '#server/areas/expense/charge/chargePay'
import { prestoreGift } from '#server/areas/expense/discountRule/discountApply'
import { requireOffered } from '#server/areas/expense/pay/tradeWayOffered'
import type { Caller, Tx } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { newId } from '#server/kit/ids'
import { inOrdersName, orderOf, providerOf, providers, type StoredOrder, type Wish } from './scanOrders.ts'

type Asked = Omit<InputOf<typeof scanPay.calls.createPay>, never>

const BILLS = `select bill_id as id, state, receivable_fen - paid_fen as "unpaidFen" from bill
where org_id = $1 and oldman_id = $2 and bill_id = any($3)`

async function checkBills(tx: Tx, oldmanId: string, billIds: readonly string[], amountFen: number): Promise<void> {
  if (billIds.length === 0) throw invalid('请选择要缴的账单', 'billIds')
  const found = await tx.client.query<{ id: string; state: string; unpaidFen: number }>(BILLS, [
    tx.orgId,
    oldmanId,
    billIds,
  ])
  if (found.rows.length < new Set(billIds).size) throw notFound('账单')
  const open = found.rows.filter((bill) => bill.state === 'DUE' || bill.state === 'PART')
  const unpaid = open.reduce((sum, bill) => sum + bill.unpaidFen, 0)
  if (amountFen > unpaid) {
    throw invalid(`扫码金额 ${yuanText(amountFen)} 元，超过所选账单未缴的 ${yuanText(unpaid)} 元`, 'amountFen')
  }
}

const ADD = `insert into pay_order (org_id, pay_id, oldman_id, way, amount_fen, wish, provider, expires_at, user_id, user_name)
values ($1, $2, $3, $4, $5, $6, $7, now() + $8 * interval '1 minute', $9, $10)`

interface NewOrder {
  oldmanId: string
  way: TradeWayValue
  amountFen: number
  wish: Wish
}

/** Answers its number. */
export async function addOrder(tx: Tx, one: NewOrder, by: { userId: string; name: string }): Promise<string> {
  const payId = newId()
  await tx.client.query({
    name: 'pay_order_add',
    text: ADD,
    values: [
      tx.orgId,
      payId,
      one.oldmanId,
      one.way,
      one.amountFen,
      JSON.stringify(one.wish),
      providerOf(tx.orgId).name,
      CODE_MINUTES,
      by.userId,
      by.name,
    ],
  })
  tx.log({
    remark: `扫码${ScanKind.label(one.wish.kind)} ${yuanText(one.amountFen)} 元，支付单 ${payId}`,
    targetType: 'payOrder',
    targetId: payId,
    changes: { state: [null, 'WAITING'] },
  })
  return payId
}

export function makeOrder(who: Caller, asked: Asked): Promise<{ payId: string }> {
  return who.tx(async (tx) => {
    await refuseHidden(tx.client, tx.orgId, who)
    await requireOffered(tx.client, tx.orgId, [asked.way], { field: 'way' })
    const account = await accountForTrade(tx, who, asked.oldmanId, `扫码${ScanKind.label(asked.kind)}`)
    refuseSettled(account, `扫码${ScanKind.label(asked.kind)}`)
    const billIds = asked.kind === 'BILL' ? (asked.billIds ?? []) : []
    if (asked.kind === 'BILL') await checkBills(tx, account.oldmanId, billIds, asked.amountFen)
    if (asked.kind === 'CHARGE') {
      if (!who.may(CHARGE_NEEDS.add)) throw new Refusal('NO_PERMISSION')
      if (!asked.charge) throw invalid('请填写消费的项目', 'charge')
      await requireCharge(tx, asked.charge, asked.amountFen)
    }
    if (asked.kind === 'PRESTORE') await prestoreGift(tx.client, tx.orgId, asked.ruleId, asked.amountFen)
    const wish: Wish = {
      kind: asked.kind,
      billIds: [...billIds],
      ruleId: asked.kind === 'PRESTORE' ? (asked.ruleId ?? null) : null,
      ...(asked.kind === 'CHARGE' && { charge: asked.charge ?? null }),
      payer: asked.payer ?? null,
      remark: asked.remark ?? null,
    }
    const by = { userId: who.userId, name: who.empName || who.userName }
    return { payId: await addOrder(tx, { ...asked, wish }, by) }
  })
}

/** The code of an order; asking twice for the same one gives the same. */
export async function withCode(app: AppContext, order: StoredOrder): Promise<StoredOrder> {
  if (order.codeUrl || order.state !== 'WAITING') return order
  const { orgId, payId, way, amountFen, wish } = order
  const title = ScanKind.label(wish.kind)
  const made = await providers[order.provider]!.create(app, { orgId, payId, way, amountFen, title })
  await inOrdersName(app, order, '出示收款码', async (tx) => {
    await tx.client.query('update pay_order set code_url = $3, provider_no = $4 where org_id = $1 and pay_id = $2', [
      orgId,
      payId,
      made.codeUrl,
      made.providerNo,
    ])
    tx.log({ remark: `支付单 ${payId} 出示收款码`, targetType: 'payOrder', targetId: payId })
  })
  return (await orderOf(app, orgId, payId))!
}
