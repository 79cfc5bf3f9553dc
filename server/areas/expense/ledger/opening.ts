// Money taken over from before: what accounts held becomes an opening entry, what was owed a bill of its own. For homes
// that come from another system, and for data made for demonstration and tests.
import type { ClientBase, Pool } from 'pg'

export interface Opening {
  oldmanId: string
  balanceFen?: number
  giftFen?: number
  depositFen?: number
  bookingFen?: number
  owedFen?: number
  /** The day the debt fell due; today unless told. */
  owedSince?: string | null
}

const BILLS = `with x as (select *, coalesce(since, current_date) as day,
    row_number() over (order by oldman_id) as n from jsonb_to_recordset($2::jsonb)
    as x(oldman_id text, owed bigint, since date) where owed > 0),
made as (insert into bill (org_id, bill_id, bill_no, oldman_id, month, kind, period_start, period_end, total_fen, due_date, made_by)
  select $1, md5('opening:' || x.oldman_id || ':' || $3), 'QC' || $3 || lpad(n::text, 4, '0'), x.oldman_id, to_char(day, 'YYYY-MM'),
    'ONCE', day, day, x.owed, day, '系统' from x returning *)
select bill_id, oldman_id, month, total_fen from made`

const LINES = `insert into bill_line (org_id, line_id, bill_id, oldman_id, month, sort, category, name, cycle, price_fen, quantity,
  amount_fen, source)
select org_id, md5('line:' || bill_id), bill_id, oldman_id, month, 1, '99', '期初欠费', 'ONCE', total_fen, 1000, total_fen, 'ONCE'
from bill where org_id = $1 and bill_id = any($2)`

const ISSUE = `update bill set stage = 'ISSUED', issued_at = now(), issued_by = '系统' where org_id = $1 and bill_id = any($2)`

const ENTRIES = `insert into ledger (org_id, entry_id, oldman_id, day, trade_class, trade_type, amount_fen, opening_fen, balance_fen,
  gift_fen, deposit_fen, booking_fen, group_id, user_name, content)
select $1, md5('entry:' || x.oldman_id || ':' || $3), x.oldman_id, current_date, 0, 'OPENING', x.balance + x.gift + x.deposit + x.booking,
  x.balance + x.gift + x.deposit + x.booking, x.balance, x.gift, x.deposit, x.booking, md5('entry:' || x.oldman_id || ':' || $3), '系统', '期初余额'
from jsonb_to_recordset($2::jsonb) as x(oldman_id text, balance bigint, gift bigint, deposit bigint, booking bigint)
where x.balance + x.gift + x.deposit + x.booking > 0 order by x.oldman_id`

const OWED = `insert into ledger (org_id, entry_id, oldman_id, day, trade_class, trade_type, amount_fen, receivable_fen, income_fen,
  bill_id, bill_month, group_id, user_name, content)
select org_id, md5('owed:' || bill_id), oldman_id, current_date, 0, 'BILL', total_fen, total_fen, total_fen, bill_id, month,
  md5('owed:' || bill_id), '系统', '期初欠费' from bill where org_id = $1 and bill_id = any($2) order by oldman_id`

/** The accounts must exist. `run` tells one take-over from the next in ids and bill numbers. */
export async function addOpenings(
  client: Pool | ClientBase,
  orgId: string,
  openings: readonly Opening[],
  run = '0',
): Promise<void> {
  const rows = JSON.stringify(
    openings.map((one) => ({
      oldman_id: one.oldmanId,
      balance: one.balanceFen ?? 0,
      gift: one.giftFen ?? 0,
      deposit: one.depositFen ?? 0,
      booking: one.bookingFen ?? 0,
      owed: one.owedFen ?? 0,
      since: one.owedSince ?? null,
    })),
  )
  await client.query(ENTRIES, [orgId, rows, run])
  const made = await client.query<{ bill_id: string }>(BILLS, [orgId, rows, run])
  if (made.rows.length === 0) return
  const ids = made.rows.map((row) => row.bill_id)
  await client.query(LINES, [orgId, ids])
  await client.query(ISSUE, [orgId, ids])
  await client.query(OWED, [orgId, ids])
}
