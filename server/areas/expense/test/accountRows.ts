// Residents with accounts, bills and entries, put together row by row.
import { rowResident } from '#server/areas/live/test/outingRows'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import type { TestApp } from '#server/kit/test/app'
import { giveMoney } from './money.ts'

/** A resident with some money, who owes a bill. */
export async function rowAccount(product: TestApp, dept?: string): Promise<{ oldmanId: string; billId: string }> {
  const { pool } = product.app
  const oldmanId = await rowResident(product, dept)
  await pool.query('insert into elder_account (org_id, oldman_id) values ($1, $2)', [DEMO_ORG, oldmanId])
  await giveMoney(pool, DEMO_ORG, {
    oldmanId,
    balanceFen: 1_000_000,
    giftFen: 10_000,
    depositFen: 1_000_000,
    owedFen: 500_000,
    owedSince: '2026-05-10',
  })
  const found = await pool.query<{ billId: string }>('select bill_id as "billId" from bill where oldman_id = $1', [
    oldmanId,
  ])
  return { oldmanId, billId: found.rows[0]!.billId }
}

/** An entry that can be voided. */
export async function rowEntry(product: TestApp, dept?: string): Promise<{ tradeId: string }> {
  const { oldmanId } = await rowAccount(product, dept)
  await product.app.pool.query(
    `insert into ledger (org_id, entry_id, oldman_id, day, trade_class, trade_type, way, amount_fen, cash_fen, balance_fen, group_id, user_name, content)
     values ($1, $2::text, $2::text, current_date, 1, 'PRESTORE', 2, 100, 100, 100, $2::text, '测试', '预存')`,
    [DEMO_ORG, oldmanId],
  )
  return { tradeId: oldmanId }
}

/** The paper of a refund. */
export async function rowNote(product: TestApp, dept?: string): Promise<string> {
  const { oldmanId } = await rowAccount(product, dept)
  await product.app.pool.query(
    `insert into refund_note (org_id, refund_id, refund_no, oldman_id, group_id, day, oldman_name, lines, ways, amount_fen, reason, user_name)
     values ($1, $2::text, 'TK' || $2::text, $2::text, $2::text, current_date, '测试', '[]', '[]', 100, '退款', '测试')`,
    [DEMO_ORG, oldmanId],
  )
  return oldmanId
}
