// Scanned payments and receipts, put together row by row.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import { rowAccount } from './accountRows.ts'

/** A code that waits for its payer. */
export async function rowOrder(product: TestApp, dept?: string): Promise<{ payId: string }> {
  const { oldmanId, billId } = await rowAccount(product, dept)
  const payId = newId()
  await product.app.pool.query(
    `insert into pay_order (org_id, pay_id, oldman_id, way, amount_fen, wish, provider, expires_at, user_id, user_name)
     values ($1, $2, $3, 10, 100, $4, 'sandbox', now() + interval '5 minutes', '', '测试')`,
    [
      DEMO_ORG,
      payId,
      oldmanId,
      JSON.stringify({ kind: 'BILL', billIds: [billId], ruleId: null, payer: null, remark: null }),
    ],
  )
  return { payId }
}

/** A receipt that can be printed; nothing was booked with it. */
export async function rowReceipt(product: TestApp, dept?: string): Promise<{ receiptId: string }> {
  const { oldmanId } = await rowAccount(product, dept)
  await product.app.pool.query(
    `insert into receipt (org_id, receipt_id, receipt_no, oldman_id, group_id, day, oldman_name, lines, ways, amount_fen, payee)
     values ($1, $2::text, 'T' || $2::text, $2::text, $2::text, current_date, '测试', '[]', '[]', 100, '测试')`,
    [DEMO_ORG, oldmanId],
  )
  return { receiptId: oldmanId }
}
