// Money on accounts for tests of other areas, and its removal between them.
import type { Pool } from 'pg'
import { addOpenings, type Opening } from '#server/areas/expense/ledger/opening'

let runs = 0

/** As if taken over from another system: the account then holds and owes this much more. */
export async function giveMoney(pool: Pool, orgId: string, one: Opening): Promise<void> {
  runs += 1
  await addOpenings(pool, orgId, [one], String(runs))
}

const TABLES = [
  'pay_share',
  'pay_share_month',
  'ledger',
  'ledger_month',
  'account_month',
  'bill_sum',
  'house_month',
  'house_mark',
  'house_ledger',
  'house_share',
  'house_line',
  'cash_day_way',
  'cash_day',
  'charge',
  'bill_line',
  'bill_earned',
  'bill',
  'receipt',
  'refund_note',
  'remind_log',
  'pay_order',
]

/** The ledger forbids this; a test that begins again with an empty house lifts the ban in one transaction. */
export async function wipeMoney(pool: Pool, orgId: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const table of [...TABLES, 'elder_account']) await client.query(`alter table ${table} disable trigger user`)
    for (const table of TABLES) await client.query(`delete from ${table} where org_id = $1`, [orgId])
    await client.query(
      `update elder_account set balance_fen = 0, gift_fen = 0, deposit_fen = 0, booking_fen = 0, owed_fen = 0,
        owed_since = null, seq = 0 where org_id = $1`,
      [orgId],
    )
    for (const table of [...TABLES, 'elder_account']) await client.query(`alter table ${table} enable trigger user`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
