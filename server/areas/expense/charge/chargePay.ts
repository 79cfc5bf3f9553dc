// A charge that is billed and paid in one act: a bill of its own, paid in full, with a receipt where money came in.

import type { LineSourceValue } from '#contract/expense/billWords'
import { ChargeKind, type ChargeKindValue, type ChargePayData } from '#contract/expense/charge'
import type { TradeTypeValue, TradeWayValue } from '#contract/expense/tradeWords'
import { TradeWay } from '#contract/expense/tradeWords'
import { yuanText } from '#contract/kit/money'
import { invalid } from '#contract/kit/refusal'
import {
  type LockedAccount,
  lockAccounts,
  refuseSealed,
  refuseSettled,
} from '#server/areas/expense/account/accountLock'
import { addOnceBill } from '#server/areas/expense/bill/billWrite'
import { feeSettingsOf } from '#server/areas/expense/fee/feeSettings'
import { tellMoney } from '#server/areas/expense/ledger/tellMoney'
import type { Scanned } from '#server/areas/expense/pay/payAct'
import { type Payment, payBills, payName } from '#server/areas/expense/pay/payBills'
import { requireOffered, SCANNED } from '#server/areas/expense/pay/tradeWayOffered'
import { writeReceipt } from '#server/areas/expense/receipt/receiptWrite'
import type { Caller, Tx } from '#server/kit/caller'
import { changesBetween } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { oneCharge } from './chargeRead.ts'
import { type ChargeInput, DAYS, insert, logged, type Prepared, prepare, words } from './chargeWrite.ts'

const TRADE: Readonly<Record<ChargeKindValue, TradeTypeValue>> = {
  SALOON: 'SALOON',
  MEDICAL: 'PAY_MEDICAL',
  ONCE: 'PAY_ONCE',
  DAMAGE: 'PAY_ONCE',
  ADJUST: 'PAY_ONCE',
}

/** The account's own way takes from gift and balance, in the order the organisation has set. */
function paymentsOf(
  account: LockedAccount,
  parts: readonly ChargePayData[],
  giftFirst: boolean,
  scanned: Scanned | undefined,
): Payment[] {
  if (new Set(parts.map((part) => part.way)).size < parts.length) {
    throw invalid('同一种收款方式请合并为一行', 'payments')
  }
  return parts.flatMap(({ way, amountFen }): Payment[] => {
    if (SCANNED.includes(way)) {
      if (scanned?.way !== way) throw invalid('扫码收款要先扫码，到账后自动入账', 'payments')
      return [{ source: 'CASH', way, amountFen, payId: scanned.payId }]
    }
    if (way !== TradeWay.is.balance) return [{ source: 'CASH', way: way as TradeWayValue, amountFen }]
    const has = account.balanceFen + account.giftFen
    if (amountFen > has) {
      throw invalid(`余额不足：余额和赠送共 ${yuanText(has)} 元，本次需要 ${yuanText(amountFen)} 元`, 'payments')
    }
    const first = Math.min(amountFen, giftFirst ? account.giftFen : account.balanceFen)
    const pockets = giftFirst ? (['GIFT', 'BALANCE'] as const) : (['BALANCE', 'GIFT'] as const)
    return [
      { source: pockets[0], amountFen: first },
      { source: pockets[1], amountFen: amountFen - first },
    ].filter((one) => one.amountFen > 0)
  })
}

export interface PayNowInput extends ChargeInput {
  oldmanId: string
  payments: readonly ChargePayData[]
  payer?: string | null
}

/** What is charged, and that the money is exactly what the resident pays of it. Writes nothing. */
export async function requireCharge(tx: Tx, input: ChargeInput, askedFen: number): Promise<Prepared> {
  const one = await prepare(tx, input)
  const own = one.amountFen - one.insuredFen
  if (own <= 0) throw invalid('没有需要当场收取的金额，请选择随下次账单', 'payments')
  if (askedFen !== own) {
    throw invalid(`收款合计 ${yuanText(askedFen)} 元，应收 ${yuanText(own)} 元，请核对`, 'payments')
  }
  return one
}

type Desk = Pick<Caller, 'orgId' | 'deptIds' | 'may'>

export async function payCharge(
  tx: Tx,
  who: Desk,
  { oldmanId, payments: parts, payer, ...input }: PayNowInput,
  { scanned }: { scanned?: Scanned } = {},
) {
  const [account] = await lockAccounts(tx, who, [oldmanId])
  refuseSealed(account!, who, '收款')
  refuseSettled(account!, '收款')
  const asked = parts.reduce((sum, part) => sum + part.amountFen, 0)
  const one = await requireCharge(tx, input, asked)
  const own = asked
  const { giftFirst } = await feeSettingsOf(tx.client, tx.orgId)
  const payments = paymentsOf(account!, parts, giftFirst, scanned)
  await requireOffered(
    tx.client,
    tx.orgId,
    parts.map((part) => part.way).filter((way) => way !== scanned?.way),
  )
  const [chargeId] = await insert(tx, [oldmanId], one)
  const { today } = (await tx.client.query<{ today: string }>({ name: 'charge_days', text: DAYS })).rows[0]!
  const bill = await addOnceBill(tx, {
    account: account!,
    day: today,
    lines: [
      {
        projectChildId: one.projectChildId,
        category: one.category,
        name: one.name,
        spec: one.medicalKind,
        cycle: 'TIMES',
        unit: one.unit,
        priceFen: one.priceFen,
        quantity: one.quantity,
        amountFen: one.amountFen,
        subsidyFen: one.insuredFen,
        source: one.kind satisfies LineSourceValue,
        dateFrom: one.day,
        dateTo: one.day,
        basis: `${yuanText(one.priceFen)} × ${one.quantity / 1000} ${one.unit ?? '次'}`,
        refKind: 'charge',
        refId: chargeId!,
      },
    ],
    remark: one.remark,
  })
  const groupId = newId()
  const inHand = payments.some((part) => part.source === 'CASH')
  const receiptId = inHand ? newId() : null
  await payBills(tx, {
    account: account!,
    billIds: [bill.billId],
    payments,
    groupId,
    receiptId,
    tradeType: TRADE[one.kind],
    remark: one.remark,
  })
  const how = payments.map((part) => `${payName(part)} ${yuanText(part.amountFen)}`).join('、')
  tx.log({
    remark: `“${account!.oldmanName}”${words(one)}，当场收款（${how}），账单 ${bill.billNo}`,
    targetType: 'charge',
    targetId: chargeId!,
    changes: changesBetween(null, { ...logged(one), billNo: bill.billNo }),
  })
  tellMoney(tx, [oldmanId], { arrears: true })
  const charge = await oneCharge(tx.client, who, chargeId!)
  const receiptNo =
    receiptId &&
    (await writeReceipt(tx, {
      receiptId,
      account: account!,
      groupId,
      lines: [{ item: `${ChargeKind.label(one.kind)}：${one.name}`, month: bill.month, amountFen: own }],
      ways: payments.map((part) => ({ name: payName(part), amountFen: part.amountFen })),
      payer: payer ?? null,
      remark: one.remark,
    }))
  return { billId: bill.billId, billNo: bill.billNo, groupId, receiptId, receiptNo, charge }
}
