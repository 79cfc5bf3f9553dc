// Receipts: written in the last statement of an act, because the row that counts the numbers stays locked until the
// commit and every other cashier waits for it.
import { invalid } from '#contract/kit/refusal'
import type { LockedAccount } from '#server/areas/expense/account/accountLock'
import type { ReceiptLine, ReceiptWay } from '#server/areas/expense/paperTables'
import type { Tx } from '#server/kit/caller'

const NUMBER = `insert into number_series (org_id, prefix, day, last) values ($1, 'SJ', current_date, 1)
on conflict (org_id, prefix, day) do update set last = number_series.last + 1
returning 'SJ' || to_char(day, 'YYYYMMDD') || lpad(last::text, greatest(4, length(last::text)), '0') as no`

const WRITE = `with n as (${NUMBER})
insert into receipt (org_id, receipt_id, receipt_no, oldman_id, group_id, day, oldman_name, bed_path, payer, lines, ways,
  amount_fen, payee, user_id, remark)
select $1, $2, n.no, $3, $4, coalesce($5::date, current_date), $6, $7, $8, $9, $10, $11, $12, $13, $14 from n
returning receipt_no as "receiptNo"`

export interface NewReceipt {
  receiptId: string
  account: Pick<LockedAccount, 'oldmanId' | 'oldmanName' | 'bedPath'>
  groupId: string
  lines: readonly ReceiptLine[]
  ways: readonly ReceiptWay[]
  payer?: string | null
  remark?: string | null
  day?: string | null
}

function amountOf(one: NewReceipt): number {
  const amountFen = one.lines.reduce((sum, line) => sum + line.amountFen, 0)
  const paid = one.ways.reduce((sum, way) => sum + way.amountFen, 0)
  if (paid !== amountFen) throw new Error(`receipt ${one.receiptId}: lines ${amountFen}, ways ${paid}`)
  return amountFen
}

/** Answers the number. */
export async function writeReceipt(tx: Tx, one: NewReceipt): Promise<string> {
  const amountFen = amountOf(one)
  const written = await tx.client.query<{ receiptNo: string }>({
    name: 'receipt_write',
    text: WRITE,
    values: [
      tx.orgId,
      one.receiptId,
      one.account.oldmanId,
      one.groupId,
      one.day ?? null,
      one.account.oldmanName,
      one.account.bedPath,
      one.payer ?? null,
      JSON.stringify(one.lines),
      JSON.stringify(one.ways),
      amountFen,
      tx.by.name,
      tx.by.userId,
      one.remark ?? null,
    ],
  })
  return written.rows[0]!.receiptNo
}

const WRITE_MANY = `with n as (insert into number_series (org_id, prefix, day, last) values ($1, 'SJ', current_date, $3)
  on conflict (org_id, prefix, day) do update set last = number_series.last + excluded.last returning day, last)
insert into receipt (org_id, receipt_id, receipt_no, oldman_id, group_id, day, oldman_name, bed_path, payer, lines, ways,
  amount_fen, payee, user_id, remark)
select $1, x.id, 'SJ' || to_char(n.day, 'YYYYMMDD') || lpad((n.last - $3 + x.n)::text, greatest(4, length((n.last - $3 + x.n)::text)), '0'),
  x.resident, x.grp, current_date, x.name, x.bed, x.payer, x.lines, x.ways, x.amount, $4, $5, x.remark
from n, jsonb_to_recordset($2::jsonb) as x(n bigint, id text, resident text, grp text, name text, bed text, payer text, lines jsonb,
  ways jsonb, amount bigint, remark text)`

/** For many residents in one statement: the numbers are taken once, and their row is locked no longer than for one. */
export async function writeReceipts(tx: Tx, many: readonly NewReceipt[]): Promise<void> {
  if (many.length === 0) return
  const rows = many.map((one, i) => ({
    n: i + 1,
    id: one.receiptId,
    resident: one.account.oldmanId,
    grp: one.groupId,
    name: one.account.oldmanName,
    bed: one.account.bedPath,
    payer: one.payer ?? null,
    lines: one.lines,
    ways: one.ways,
    amount: amountOf(one),
    remark: one.remark ?? null,
  }))
  await tx.client.query({
    name: 'receipts_write',
    text: WRITE_MANY,
    values: [tx.orgId, JSON.stringify(rows), many.length, tx.by.name, tx.by.userId],
  })
}

const RED = `with old as (
  update receipt set state = 'REDDED' where org_id = $1 and receipt_id = any($2) and state = 'NORMAL' returning *),
numbered as (select old.*, row_number() over (order by receipt_no) as n, count(*) over () as total from old),
n as (insert into number_series (org_id, prefix, day, last) select $1, 'SJ', current_date, max(total) from numbered having count(*) > 0
  on conflict (org_id, prefix, day) do update set last = number_series.last + excluded.last returning day, last)
insert into receipt (org_id, receipt_id, receipt_no, oldman_id, group_id, day, oldman_name, bed_path, payer, lines, ways,
  amount_fen, payee, user_id, remark, state, red_of)
select $1, md5('red:' || o.receipt_id),
  'SJ' || to_char(n.day, 'YYYYMMDD') || lpad((n.last - o.total + o.n)::text, greatest(4, length((n.last - o.total + o.n)::text)), '0'),
  o.oldman_id, $3, current_date, o.oldman_name, o.bed_path, o.payer,
  (select jsonb_agg(l || jsonb_build_object('item', '冲销 ' || (l ->> 'item'), 'amountFen', -(l ->> 'amountFen')::bigint) order by i) from jsonb_array_elements(o.lines) with ordinality as x(l, i)),
  (select jsonb_agg(w || jsonb_build_object('amountFen', -(w ->> 'amountFen')::bigint) order by i) from jsonb_array_elements(o.ways) with ordinality as x(w, i)),
  -o.amount_fen, $4, $5, $6, 'RED', o.receipt_id
from numbered o, n returning receipt_no as "receiptNo"`

/** Red receipts for these: each its own paper with the same lines negative. Answers their numbers. */
export async function redReceipts(
  tx: Tx,
  receiptIds: readonly string[],
  { groupId, reason }: { groupId: string; reason: string },
): Promise<string[]> {
  if (receiptIds.length === 0) return []
  if (!reason.trim()) throw invalid('请填写原因', 'reason')
  const written = await tx.client.query<{ receiptNo: string }>({
    name: 'receipt_red',
    text: RED,
    values: [tx.orgId, receiptIds, groupId, tx.by.name, tx.by.userId, reason],
  })
  return written.rows.map((row) => row.receiptNo)
}
