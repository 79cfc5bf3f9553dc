// Settling a bill again: its payments are taken back. What came from the account returns to it; what came from outside goes
// to the balance or back to the payer. Receipts become red, and what they covered besides gets a new one.
import { BillKind, BillState, billMoves } from '#contract/expense/billWords'
import type { payBack } from '#contract/expense/payBack'
import { TradeType } from '#contract/expense/tradeWords'
import type { DataOf, InputOf } from '#contract/kit/call'
import { fen, yuanText } from '#contract/kit/money'
import { Refusal } from '#contract/kit/refusal'
import type { Caller, Tx } from '#server/kit/caller'
import { refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { accountForTrade, type LockedAccount } from './accountLock.ts'
import { refuseHidden } from './amountsHidden.ts'
import { requireBills } from './billEdit.ts'
import { lockBills } from './billWrite.ts'
import { moneyMoved } from './moneyMoved.ts'
import type { ReceiptLine, ReceiptWay } from './paperTables.ts'
import { payName } from './payBills.ts'
import { post } from './post.ts'
import { redReceipts, writeReceipt } from './receiptWrite.ts'
import { reverse } from './reverse.ts'
import { refundScanned } from './scanRefund.ts'
import { entriesOfGroups, paymentsOfBill, refuseBound, type Written } from './takeBack.ts'

type Calls = typeof payBack.calls

const RECEIPTS = `select receipt_id as "receiptId", group_id as "groupId", payer, remark from receipt
where org_id = $1 and oldman_id = $4 and state = 'NORMAL' and (group_id = any($2) or receipt_id = any($3)) order by receipt_no`

interface OldReceipt {
  receiptId: string
  groupId: string
  payer: string | null
  remark: string | null
}

/** From which pocket an entry was paid, as the paper calls it. */
export const wayOf = (one: Written): string =>
  payName(
    one.cashFen !== 0
      ? { source: 'CASH', way: one.way }
      : {
          source:
            one.giftFen !== 0 ? 'GIFT' : one.depositFen < 0 ? 'DEPOSIT' : one.bookingFen < 0 ? 'BOOKING' : 'BALANCE',
        },
  )

/** Rows that read alike become one. */
function addUp<Row extends { amountFen: number }>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  const sums = new Map<string, Row>()
  for (const row of rows) {
    const before = sums.get(keyOf(row))
    sums.set(keyOf(row), before ? { ...before, amountFen: before.amountFen + row.amountFen } : row)
  }
  return [...sums.values()]
}

const BILLS = 'select bill_id as id, bill_no as no, kind from bill where org_id = $1 and bill_id = any($2)'

/** What a receipt still stands for, as lines and ways of a new one; a gift is no money received. */
async function restOf(tx: Tx, left: readonly Written[]): Promise<{ lines: ReceiptLine[]; ways: ReceiptWay[] }> {
  const money = left.filter((one) => one.tradeType !== 'GIFT')
  const found = await tx.client.query<{ id: string; no: string; kind: 'MONTH' }>(BILLS, [
    tx.orgId,
    money.flatMap((one) => one.billId ?? []),
  ])
  const bills = new Map(found.rows.map((bill) => [bill.id, bill]))
  const lines = money.map((one) => {
    const bill = one.billId ? bills.get(one.billId) : undefined
    const item = bill ? `缴纳${BillKind.label(bill.kind)} ${bill.no}` : TradeType.label(one.tradeType)
    return { item, month: one.billMonth, amountFen: one.amountFen }
  })
  const ways = money.map((one) => ({ name: wayOf(one), amountFen: one.amountFen }))
  return { lines: addUp(lines, (line) => `${line.item}|${line.month ?? ''}`), ways: addUp(ways, (way) => way.name) }
}

interface Papers {
  account: LockedAccount
  payments: readonly Written[]
  groupId: string
  reason: string
  prestoreFen: { name: string; amountFen: number }[]
  prestoreReceipt: string
}

/** Red ones for all that were touched, new ones for the rest and for what went to the balance: numbers come last. */
async function papers(tx: Tx, wish: Papers): Promise<{ redNos: string[]; newNos: string[] }> {
  const { account, payments, groupId, reason } = wish
  const groups = [...new Set(payments.map((one) => one.groupId))]
  const old = await tx.client.query<OldReceipt>(RECEIPTS, [
    tx.orgId,
    groups,
    payments.flatMap((one) => one.receiptId ?? []),
    account.oldmanId,
  ])
  const entries = await entriesOfGroups(tx, [...new Set(old.rows.map((one) => one.groupId))])
  const rests = []
  for (const one of old.rows) {
    const left = entries.filter(
      (entry) =>
        entry.groupId === one.groupId &&
        entry.oldmanId === account.oldmanId &&
        !entry.reversed &&
        !entry.reversalOf &&
        entry.tradeType !== 'BILL',
    )
    if (left.some((entry) => entry.tradeType !== 'GIFT')) rests.push({ one, ...(await restOf(tx, left)) })
  }
  const redNos = await redReceipts(
    tx,
    old.rows.map((one) => one.receiptId),
    { groupId, reason },
  )
  const newNos: string[] = []
  for (const { one, lines, ways } of rests) {
    // It belongs to the act whose entries it stands for, so that voiding it takes back those.
    newNos.push(
      await writeReceipt(tx, {
        receiptId: newId(),
        account,
        groupId: one.groupId,
        lines,
        ways,
        payer: one.payer,
        remark: '反结算后重开',
      }),
    )
  }
  if (wish.prestoreFen.length > 0) {
    const ways = addUp(wish.prestoreFen, (way) => way.name)
    const amountFen = ways.reduce((sum, way) => sum + way.amountFen, 0)
    newNos.push(
      await writeReceipt(tx, {
        receiptId: wish.prestoreReceipt,
        account,
        groupId,
        lines: [{ item: '反结算转入余额', month: null, amountFen }],
        ways,
        payer: old.rows[0]?.payer ?? null,
        remark: reason,
      }),
    )
  }
  return { redNos, newNos }
}

export async function antiSettle(
  tx: Tx,
  who: Caller,
  wish: InputOf<Calls['antiSettle']>,
): Promise<DataOf<Calls['antiSettle']>> {
  const { tradeMonthId: billId, outside } = wish
  const reason = wish.reason.trim()
  await refuseHidden(tx.client, tx.orgId, who)
  await requireBills(tx, who, [billId])
  const [bill] = await lockBills(tx, [billId])
  billMoves.next(bill!.state, 'antiSettle', (state) => BillState.label(state))
  await refuseStale(tx, billId, wish.version, bill!.version)
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
  moneyMoved(tx, [account.oldmanId], { arrears: true })
  const prestoreFen = refunds ? [] : cash.map((one) => ({ name: wayOf(one), amountFen: one.cashFen }))
  const numbers = await papers(tx, { account, payments, groupId, reason, prestoreFen, prestoreReceipt })
  return { billNo: bill!.billNo, backFen: fen(backFen), refundFen: fen(refundFen), ...numbers }
}
