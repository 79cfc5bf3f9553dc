// What the round takes out of the stock and gives back: the batch that expires first goes first, what is expired or recalled
// never goes. The rows of the batches are locked, so the last tablet goes to exactly one of two nurses; that nothing falls
// below nought, is taken from an expired or recalled batch, or comes back more than was taken, is held by the database too.
import type pg from 'pg'
import { DrugKeepType, exactQty, isQty, qtyText } from '#contract/drug/drugWords'
import { invalid } from '#contract/kit/refusal'
import { labelOf } from '#server/areas/residents/public'
import type { Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'

export interface TakenBatch {
  stockId: string
  batchNo: string
  expiry: string
  /** Taken from this batch, or given back to it. */
  quantity: number
  /** Left in it. */
  after: number
}

export interface StockTake {
  oldmanId: string
  drugId: string
  /** In smallest units. */
  quantity: number
  takeId: string
  /** Taken along on an outing. */
  outing?: boolean
  /** The day it was given, where it is entered later; it may be no day before a batch was opened or received. */
  day?: string
  /** Somebody chose this batch. */
  stockId?: string | null
}

interface Batch {
  stockId: string
  batchNo: string
  expiry: string
  quantity: number
  expired: boolean
  recalled: boolean
}

const { take, takeBack, outing, outingBack } = DrugKeepType.is

/** Until when a batch `s` may be given: opened things last shorter. */
export const USE_UNTIL = 'least(s.expiry, s.open_until)'
export const RECALLED = `exists (select from drug_recall r where r.org_id = s.org_id and r.drug_id = s.drug_id
    and r.batch_no = s.batch_no and r.closed_at is null)`

const BATCHES = `select s.stock_id as "stockId", s.batch_no as "batchNo", to_char(s.expiry, 'YYYY-MM-DD') as expiry,
  s.quantity::float8 as quantity, ${USE_UNTIL} < coalesce($4::date, current_date) as expired, ${RECALLED} as recalled
from drug_stock s where s.org_id = $1 and s.oldman_id = $2 and s.drug_id = $3 and s.quantity > 0
order by ${USE_UNTIL}, s.expiry, s.created_at, s.stock_id for update of s`

const ADD = `insert into drug_move (org_id, move_id, stock_id, oldman_id, drug_id, keep_type, delta, take_id, day, user_id, user_name)
select $1, x.id, x.stock, $2, $3, $4, x.delta, $5, coalesce($6::date, current_date), $7, $8
from jsonb_to_recordset($9::jsonb) as x(id varchar, stock varchar, delta numeric)
returning stock_id as "stockId", after::float8 as after`

async function move(
  tx: Tx,
  of: { oldmanId: string; drugId: string; takeId: string; keepType: number; day?: string | null },
  parts: readonly { stockId: string; delta: number }[],
): Promise<Map<string, number>> {
  const written = await tx.client.query<{ stockId: string; after: number }>({
    name: 'drug_move_for_take',
    text: ADD,
    values: [
      tx.orgId,
      of.oldmanId,
      of.drugId,
      of.keepType,
      of.takeId,
      of.day ?? null,
      tx.by.userId,
      tx.by.name,
      JSON.stringify(parts.map(({ stockId, delta }) => ({ id: newId(), stock: stockId, delta }))),
    ],
  })
  return new Map(written.rows.map((row) => [row.stockId, row.after]))
}

const CALLED = `select t.drug_name || ' ' || t.spec as drug, ${labelOf('drug_min_spec', 't.min_unit')} as unit,
  (select o.oldman_name from oldman o where o.org_id = t.org_id and o.oldman_id = $3) as elder
from drug t where t.org_id = $1 and t.drug_id = $2`

/** The sentence of what is not there: what could be given, and what lies there and may not be. */
async function shortage(client: pg.ClientBase, orgId: string, wanted: StockTake, batches: readonly Batch[]) {
  const found = await client.query<{ drug: string; unit: string; elder: string }>(CALLED, [
    orgId,
    wanted.drugId,
    wanted.oldmanId,
  ])
  const { drug, unit, elder } = found.rows[0] ?? { drug: '药品', unit: '', elder: '这位老人' }
  const sum = (of: (one: Batch) => boolean) => exactQty(batches.filter(of).reduce((all, one) => all + one.quantity, 0))
  const usable = sum((one) => !one.expired && !one.recalled)
  const held = [
    [sum((one) => one.recalled), '被召回'],
    [sum((one) => one.expired && !one.recalled), '已过期'],
  ].flatMap(([count, why]) => (count ? [`${qtyText(count as number)} ${unit}${why}`] : []))
  const rest = held.length > 0 ? `；另有 ${held.join('、')}，不能发放` : ''
  const has = usable === 0 ? '没有可以发放的存药' : `只剩 ${qtyText(usable)} ${unit}`
  return invalid(`${elder}的“${drug}”${has}，本次需要 ${qtyText(wanted.quantity)} ${unit}${rest}`, 'quantity')
}

/** Takes what is to be given now. All or nothing: what does not suffice is refused by name. */
export async function takeFromStock(tx: Tx, wanted: StockTake): Promise<TakenBatch[]> {
  if (!(wanted.quantity > 0) || !isQty(wanted.quantity)) throw invalid('数量要大于 0，最多三位小数', 'quantity')
  const found = await tx.client.query<Batch>({
    name: 'drug_stock_fefo',
    text: BATCHES,
    values: [tx.orgId, wanted.oldmanId, wanted.drugId, wanted.day ?? null],
  })
  const chosen = found.rows.filter((one) => !wanted.stockId || one.stockId === wanted.stockId)
  let open = exactQty(wanted.quantity)
  const parts: { batch: Batch; quantity: number }[] = []
  for (const batch of chosen) {
    if (open === 0) break
    if (batch.expired || batch.recalled) continue
    const quantity = Math.min(open, batch.quantity)
    parts.push({ batch, quantity })
    open = exactQty(open - quantity)
  }
  if (open > 0) throw await shortage(tx.client, tx.orgId, wanted, chosen)
  const after = await move(
    tx,
    { ...wanted, keepType: wanted.outing ? outing : take },
    parts.map(({ batch, quantity }) => ({ stockId: batch.stockId, delta: -quantity })),
  )
  return parts.map(({ batch, quantity }) => ({
    stockId: batch.stockId,
    batchNo: batch.batchNo,
    expiry: batch.expiry,
    quantity,
    after: after.get(batch.stockId)!,
  }))
}

const OUT = `select s.stock_id as "stockId", s.oldman_id as "oldmanId", s.drug_id as "drugId", s.batch_no as "batchNo",
  to_char(s.expiry, 'YYYY-MM-DD') as expiry, -m.net as quantity
from (select x.stock_id, sum(x.delta)::float8 as net from drug_move x where x.org_id = $1 and x.take_id = $2
  group by x.stock_id having sum(x.delta) < 0) m
join drug_stock s on s.org_id = $1 and s.stock_id = m.stock_id
order by s.expiry desc, s.stock_id for update of s`

export interface StockReturn {
  takeId: string
  /** Left over from an outing. */
  outing?: boolean
  /** Less than all that was taken: what lasts longest comes back. */
  quantity?: number
}

/**
 * Gives back what is still out for this take: refused and unopened, undone, or left over from an outing. Nothing out:
 * nothing happens, so it may be asked twice.
 */
export async function returnToStock(tx: Tx, { takeId, outing: left, quantity }: StockReturn): Promise<TakenBatch[]> {
  const found = await tx.client.query<Omit<Batch, 'expired' | 'recalled'> & { oldmanId: string; drugId: string }>({
    name: 'drug_stock_out',
    text: OUT,
    values: [tx.orgId, takeId],
  })
  let open = quantity === undefined ? Number.POSITIVE_INFINITY : exactQty(quantity)
  if (!(open >= 0) || (quantity !== undefined && !isQty(quantity))) {
    throw invalid('退回数量不能小于 0，最多三位小数', 'quantity')
  }
  const parts = found.rows.flatMap((batch) => {
    const back = Math.min(open, batch.quantity)
    open = exactQty(open - back)
    return back > 0 ? [{ batch, quantity: back }] : []
  })
  if (quantity !== undefined && open > 0) throw invalid('退回的数量超过了发出的数量', 'quantity')
  const first = parts[0]?.batch
  if (!first) return []
  const { oldmanId, drugId } = first
  const after = await move(
    tx,
    { oldmanId, drugId, takeId, keepType: left ? outingBack : takeBack },
    parts.map(({ batch, quantity }) => ({ stockId: batch.stockId, delta: quantity })),
  )
  return parts.map(({ batch, quantity }) => ({
    stockId: batch.stockId,
    batchNo: batch.batchNo,
    expiry: batch.expiry,
    quantity,
    after: after.get(batch.stockId)!,
  }))
}
