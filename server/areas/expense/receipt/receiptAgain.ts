// Receipts of payments that were taken back in part or whole: the old papers become red, and what they still stand for
// gets new ones. Written last in its act, because the numbers of all cashiers wait for it.
import { BillKind } from '#contract/expense/billWords'
import { TradeType } from '#contract/expense/tradeWords'
import { entriesOfGroups, type Written } from '#server/areas/expense/ledger/reverseLimits'
import type { ReceiptLine, ReceiptWay } from '#server/areas/expense/paperTables'
import { payName } from '#server/areas/expense/pay/payBills'
import type { Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { type NewReceipt, redReceipts, writeReceipt } from './receiptWrite.ts'

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
export function addUp<Row extends { amountFen: number }>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
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

export interface TakenBack {
  account: NewReceipt['account']
  /** Payments whose opposites have been posted. */
  payments: readonly Written[]
  /** The act that took them back. */
  groupId: string
  reason: string
  /** 反结算后重开 */
  again: string
  /** What came from outside and went to the balance, with the receipt its entries name. */
  toBalance: { receiptId: string; item: string; ways: readonly ReceiptWay[] }
}

/** Red ones for all that were touched, new ones for the rest and for what went to the balance. */
export async function receiptsAgain(tx: Tx, input: TakenBack): Promise<{ redNos: string[]; newNos: string[] }> {
  const { account, payments, groupId, reason, toBalance } = input
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
    const { groupId, payer } = one
    newNos.push(
      await writeReceipt(tx, { receiptId: newId(), account, groupId, lines, ways, payer, remark: input.again }),
    )
  }
  if (toBalance.ways.length > 0) {
    const ways = addUp(toBalance.ways, (way) => way.name)
    const amountFen = ways.reduce((sum, way) => sum + way.amountFen, 0)
    newNos.push(
      await writeReceipt(tx, {
        receiptId: toBalance.receiptId,
        account,
        groupId,
        lines: [{ item: toBalance.item, month: null, amountFen }],
        ways,
        payer: old.rows[0]?.payer ?? null,
        remark: reason,
      }),
    )
  }
  return { redNos, newNos }
}
