// Bills paid from the account the moment they are issued, for many residents in a few statements. Every resident gets one receipt
// for the run; they are written by the caller as its last statement (writeReceipts), because of the numbers.

import { BillKind } from '#contract/expense/billWords'
import { TradeWay } from '#contract/expense/tradeWords'
import { type Entry, post } from '#server/areas/expense/ledger/post'
import type { ReceiptLine, ReceiptWay } from '#server/areas/expense/paperTables'
import { fromPockets } from '#server/areas/expense/pay/batchPay'
import { payName, SHARES } from '#server/areas/expense/pay/payBills'
import { type OpenLine, sharesOf } from '#server/areas/expense/pay/shares'
import { addUp } from '#server/areas/expense/receipt/receiptAgain'
import type { NewReceipt } from '#server/areas/expense/receipt/receiptWrite'
import { BED_PATH } from '#server/areas/residents/public'
import type { Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import type { LockedBill } from './billWrite.ts'

const ACCOUNTS = `select a.oldman_id as "oldmanId", t.oldman_name as "oldmanName", ${BED_PATH} as "bedPath",
  a.balance_fen as "balanceFen", a.gift_fen as "giftFen"
from elder_account a join oldman t on t.org_id = a.org_id and t.oldman_id = a.oldman_id
where a.org_id = $1 and a.oldman_id = any($2) and not a.sealed and a.balance_fen + a.gift_fen > 0
order by a.oldman_id for no key update of a`

const LINES = `select line_id as "lineId", bill_id as "billId", category, project_child_id as "childId",
  amount_fen - discount_fen - subsidy_fen - paid_fen as "openFen"
from bill_line where org_id = $1 and bill_id = any($2) order by bill_id, sort, line_id`

interface Account {
  oldmanId: string
  oldmanName: string
  bedPath: string | null
  balanceFen: number
  giftFen: number
}

interface Line extends OpenLine {
  billId: string
  category: string
  childId: string | null
}

type Paper = NewReceipt & { lines: ReceiptLine[]; ways: ReceiptWay[] }

/** The receipts of a run by resident; it grows with every round of deductBills. */
export type Papers = Map<string, Paper>

const paperFor = (papers: Papers, { oldmanId, oldmanName, bedPath }: Account): Paper => {
  const known = papers.get(oldmanId)
  if (known) return known
  const account = { oldmanId, oldmanName, bedPath }
  const made = { receiptId: newId(), groupId: newId(), account, lines: [], ways: [], remark: '出账时自动扣款' }
  papers.set(oldmanId, made)
  return made
}

/**
 * Bills that were just issued and not paid on, one for a resident. What the account has is taken, part of a bill too; a
 * sealed account is left alone. Answers how much was paid.
 */
export async function deductBills(
  tx: Tx,
  bills: readonly LockedBill[],
  giftFirst: boolean,
  papers: Papers,
): Promise<number> {
  const due = bills.filter((bill) => bill.receivableFen > 0)
  if (due.length === 0) return 0
  const ids = due.map((bill) => bill.oldmanId)
  const found = await tx.client.query<Account>({ name: 'deduct_accounts', text: ACCOUNTS, values: [tx.orgId, ids] })
  const accounts = new Map(found.rows.map((row) => [row.oldmanId, row]))
  const parts = due.flatMap((bill) => {
    const account = accounts.get(bill.oldmanId)
    if (!account) return []
    const paper = paperFor(papers, account)
    const { groupId, receiptId } = paper
    return fromPockets(account, bill.receivableFen, giftFirst).map(({ source, amountFen }) => {
      const whole = amountFen === bill.receivableFen
      const name = payName({ source })
      paper.lines = addUp(
        [
          ...paper.lines,
          { item: `缴纳${BillKind.label(bill.kind as 'MONTH')} ${bill.billNo}`, month: bill.month, amountFen },
        ],
        (line) => line.item,
      )
      paper.ways = addUp([...paper.ways, { name, amountFen }], (way) => way.name)
      const entry: Entry = {
        entryId: newId(),
        oldmanId: bill.oldmanId,
        tradeType: 'PAY_BILL',
        way: TradeWay.is.balance,
        amountFen,
        receivable: -amountFen,
        [source === 'GIFT' ? 'gift' : 'balance']: -amountFen,
        billId: bill.billId,
        billMonth: bill.month,
        groupId,
        receiptId,
        content: `${bill.month} 账单 ${bill.billNo}${whole ? '' : '，部分'}`,
        remark: '出账时自动扣款',
      }
      return { entry, source, billId: bill.billId }
    })
  })
  if (parts.length === 0) return 0
  const billIds = [...new Set(parts.map((part) => part.billId))]
  const read = await tx.client.query<Line>({ name: 'deduct_lines', text: LINES, values: [tx.orgId, billIds] })
  const posted = await post(
    tx,
    parts.map((part) => part.entry),
  )
  const at = new Map(posted.map((one) => [one.entryId, one]))
  const lines = new Map<string, Line[]>()
  for (const line of read.rows) lines.set(line.billId, [...(lines.get(line.billId) ?? []), line])
  const shares = parts.flatMap(({ entry, source, billId }) => {
    const own = lines.get(billId) ?? []
    const { day, at: moment } = at.get(entry.entryId!)!
    return sharesOf(own, entry.amountFen).map(({ lineId, amountFen }) => {
      const line = own.find((one) => one.lineId === lineId)!
      line.openFen -= amountFen
      return {
        entry_id: entry.entryId,
        line_id: lineId,
        bill_id: billId,
        oldman_id: entry.oldmanId,
        day,
        at: moment,
        category: line.category,
        child: line.childId,
        way: TradeWay.is.balance,
        paid_from: source,
        amount: amountFen,
      }
    })
  })
  await tx.client.query({ name: 'pay_shares', text: SHARES, values: [tx.orgId, JSON.stringify(shares), tx.by.userId] })
  return parts.reduce((sum, part) => sum + part.entry.amountFen, 0)
}
