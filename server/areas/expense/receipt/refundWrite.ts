// 退款单: written with the entries that pay money out, void when they are taken back.
import type { TradeTypeValue } from '#contract/expense/tradeWords'
import type { LockedAccount } from '#server/areas/expense/account/accountLock'
import type { ReceiptLine, ReceiptWay } from '#server/areas/expense/paperTables'
import type { Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'

/** Refunds have numbers of their own, as receipts do. */
export const REFUND_NO = 'TK'

/** Entries whose paper is a note; a payment that is taken back has a red receipt and, where money goes out, a note as well. */
export const REFUND_TYPES = [
  'REFUND_BALANCE',
  'REFUND_DEPOSIT',
  'REFUND_BOOKING',
  'REFUND_CHECKOUT',
] as const satisfies readonly TradeTypeValue[]

export interface NewRefundNote {
  refundNo: string
  account: Pick<LockedAccount, 'oldmanId' | 'oldmanName' | 'bedPath'>
  groupId: string
  settleId?: string | null
  lines: readonly ReceiptLine[]
  ways: readonly ReceiptWay[]
  giftFen?: number
  payee?: string | null
  reason: string
}

const WRITE = `insert into refund_note (org_id, refund_id, refund_no, oldman_id, group_id, settle_id, day, oldman_name, bed_path,
  lines, ways, amount_fen, gift_fen, payee, reason, user_id, user_name)
values ($1, $2, $3, $4, $5, $6, current_date, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`

const sum = (rows: readonly { amountFen: number }[]) => rows.reduce((all, row) => all + row.amountFen, 0)

/** Answers its id. */
export async function writeRefundNote(tx: Tx, one: NewRefundNote): Promise<string> {
  const amountFen = sum(one.ways)
  if (sum(one.lines) !== amountFen)
    throw new Error(`refund ${one.refundNo}: lines ${sum(one.lines)}, ways ${amountFen}`)
  const refundId = newId()
  await tx.client.query({
    name: 'refund_note_write',
    text: WRITE,
    values: [
      tx.orgId,
      refundId,
      one.refundNo,
      one.account.oldmanId,
      one.groupId,
      one.settleId ?? null,
      one.account.oldmanName,
      one.account.bedPath,
      JSON.stringify(one.lines),
      JSON.stringify(one.ways),
      amountFen,
      one.giftFen ?? 0,
      one.payee ?? null,
      one.reason,
      tx.by.userId,
      tx.by.name,
    ],
  })
  return refundId
}

export async function voidRefundNotes(tx: Tx, groupId: string): Promise<void> {
  await tx.client.query({
    name: 'refund_note_void',
    text: `update refund_note set state = 'VOID' where org_id = $1 and group_id = $2 and state = 'NORMAL'`,
    values: [tx.orgId, groupId],
  })
}
