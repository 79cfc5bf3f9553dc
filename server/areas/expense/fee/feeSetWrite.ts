// The fees agreed for a stay: written when it begins, split where a price changes, ended when it ends. A row is never
// rewritten to another price; it ends, and a new one begins.
import { FEE_CATEGORY } from '#contract/expense/feeChild'
import { invalid } from '#contract/kit/refusal'
import type { Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { priceOn } from './feePrice.ts'

/** As a form sends it; quantity in whole units. */
export interface FeeInput {
  projectChildId: string
  priceFen: number
  quantity?: number | null
}

interface Line {
  projectChildId: string
  priceFen: number
  /** Thousandths. */
  quantity: number
}

interface Running extends Line {
  feeSetId: string
  fromDate: string
}

const lineOf = ({ projectChildId, priceFen, quantity }: FeeInput): Line => ({
  projectChildId,
  priceFen,
  quantity: Math.round((quantity ?? 1) * 1000),
})

/** Each item once, known and in use; what the stay has already may stay although it was switched off. */
async function requireChildren(tx: Tx, lines: readonly Line[], had: readonly string[] = []): Promise<void> {
  const ids = lines.map((line) => line.projectChildId)
  if (new Set(ids).size < ids.length) throw invalid('同一费用项目出现了两次', 'fees')
  const found = await tx.client.query<{ id: string; name: string; enabled: boolean }>({
    name: 'fee_children_known',
    text: `select c.project_child_id as id, c.name, c.enabled and p.enabled as enabled from fee_child c
      join fee_project p on p.org_id = c.org_id and p.project_id = c.project_id
      where c.org_id = $1 and c.project_child_id = any($2) for key share of c`,
    values: [tx.orgId, ids],
  })
  const known = new Map(found.rows.map((row) => [row.id, row]))
  for (const id of ids) {
    const child = known.get(id)
    if (!child) throw invalid('选择的费用项目不存在，请刷新后重新选择', 'fees')
    if (!child.enabled && !had.includes(id)) throw invalid(`费用项目“${child.name}”已停用，请重新选择`, 'fees')
  }
}

const ADD = `insert into fee_set (org_id, fee_set_id, stay_id, project_child_id, price_fen, quantity, from_date)
select $1, x.id, $2, x.child, x.price, x.quantity, $3::date
from jsonb_to_recordset($4::jsonb) as x(id text, child text, price bigint, quantity bigint)`

async function addLines(tx: Tx, stayId: string, from: string, lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return
  const rows = lines.map((line) => ({
    id: newId(),
    child: line.projectChildId,
    price: line.priceFen,
    quantity: line.quantity,
  }))
  await tx.client.query({ name: 'fee_set_add', text: ADD, values: [tx.orgId, stayId, from, JSON.stringify(rows)] })
}

const PRESETS = `select key, c.project_child_id as "projectChildId", ${priceOn('$3::date')} as "priceFen" from unnest($2::text[]) key
join fee_child c on c.org_id = $1 and c.project_child_id = md5($1::varchar || ':feeChild:' || key) and c.enabled`

export interface Usual {
  /** Beds of the room, which decide what the bed costs. */
  bedsInRoom: number
  wholeRoom: boolean
  levelPriceFen: number
}

/** The bed and the care at the list price of the day: what is agreed when a client says nothing. */
async function usualLines(tx: Tx, usual: Usual, from: string): Promise<Line[]> {
  const bed = `bed${Math.min(Math.max(usual.bedsInRoom, 1), 4)}`
  const keys = [usual.wholeRoom ? 'room' : bed, 'care']
  const found = await tx.client.query<{ key: string; projectChildId: string; priceFen: number }>({
    name: 'fee_presets',
    text: PRESETS,
    values: [tx.orgId, keys, from],
  })
  return found.rows.map(({ key, projectChildId, priceFen }) => ({
    projectChildId,
    priceFen: key === 'care' ? usual.levelPriceFen : priceFen,
    quantity: 1000,
  }))
}

/** The fees of a stay that begins. */
export async function startFees(
  tx: Tx,
  stay: { stayId: string; from: string },
  input: readonly FeeInput[] | null | undefined,
  usual: Usual,
): Promise<void> {
  const lines = input ? input.map(lineOf) : await usualLines(tx, usual, stay.from)
  await requireChildren(tx, lines)
  await addLines(tx, stay.stayId, stay.from, lines)
}

const RUNNING = `select f.fee_set_id as "feeSetId", f.project_child_id as "projectChildId", f.price_fen as "priceFen",
  f.quantity, f.from_date as "fromDate", p.category
from fee_set f join fee_child c on c.org_id = f.org_id and c.project_child_id = f.project_child_id
join fee_project p on p.org_id = c.org_id and p.project_id = c.project_id
where f.org_id = $1 and f.stay_id = $2 and (f.to_date is null or f.to_date > $3::date)
order by f.from_date, f.fee_set_id for update of f`

async function runningFrom(tx: Tx, stayId: string, day: string): Promise<(Running & { category: string })[]> {
  const found = await tx.client.query<Running & { category: string }>({
    name: 'fee_set_running',
    text: RUNNING,
    values: [tx.orgId, stayId, day],
  })
  return found.rows
}

/** A row that was to begin later ends where it begins: it never counted. */
async function endRows(tx: Tx, feeSetIds: readonly string[], day: string): Promise<void> {
  if (feeSetIds.length === 0) return
  await tx.client.query({
    name: 'fee_set_end',
    text: `update fee_set set to_date = greatest(from_date, $3::date) where org_id = $1 and fee_set_id = any($2)`,
    values: [tx.orgId, feeSetIds, day],
  })
}

const same = (a: Line, b: Line) =>
  a.projectChildId === b.projectChildId && a.priceFen === b.priceFen && a.quantity === b.quantity

/** From a day on these are the fees: what stays the same runs on, the rest ends, what is new begins. */
export async function replaceFees(tx: Tx, stayId: string, day: string, input: readonly FeeInput[]): Promise<void> {
  const lines = input.map(lineOf)
  const running = await runningFrom(tx, stayId, day)
  await requireChildren(
    tx,
    lines,
    running.map((row) => row.projectChildId),
  )
  const kept = running.filter((row) => lines.some((line) => same(line, row)))
  await endRows(
    tx,
    running.filter((row) => !kept.includes(row)).map((row) => row.feeSetId),
    day,
  )
  await addLines(
    tx,
    stayId,
    day,
    lines.filter((line) => !kept.some((row) => same(line, row))),
  )
}

/** Row ids and the day they would have ended on, so that an undone check-out puts them back. */
export type EndedFees = (readonly [feeSetId: string, to: string | null])[]

/** The stay ends: nothing counts from this day on. */
export async function endFees(tx: Tx, stayId: string, day: string): Promise<EndedFees> {
  const found = await tx.client.query<{ id: string; to: string | null }>({
    name: 'fee_set_to_end',
    text: `select fee_set_id as id, to_date as "to" from fee_set
      where org_id = $1 and stay_id = $2 and (to_date is null or to_date > $3::date) order by fee_set_id for update`,
    values: [tx.orgId, stayId, day],
  })
  await endRows(
    tx,
    found.rows.map((row) => row.id),
    day,
  )
  return found.rows.map((row) => [row.id, row.to] as const)
}

export async function reopenFees(tx: Tx, stayId: string, ended: EndedFees): Promise<void> {
  await tx.client.query({
    name: 'fee_set_reopen',
    text: `update fee_set f set to_date = x.to_day from unnest($3::text[], $4::date[]) as x(id, to_day)
      where f.org_id = $1 and f.stay_id = $2 and f.fee_set_id = x.id`,
    values: [tx.orgId, stayId, ended.map(([id]) => id), ended.map(([, to]) => to)],
  })
}

interface Split {
  stayId: string
  day: string
  /** What the row cost so far, to find it among several of its kind. */
  oldPriceFen: number | null
}

/** The rows of one kind from a day on: the running one and those that were to follow it. */
function ofKind(rows: readonly (Running & { category: string })[], category: string, oldPriceFen: number | null) {
  const kind = rows.filter((row) => row.category === category)
  const main = kind.find((row) => row.priceFen === oldPriceFen) ?? kind[0]
  return kind.filter((row) => row.projectChildId === main?.projectChildId)
}

/**
 * The level changed: the care costs something else from that day on. Stays whose price holds everything have no care
 * row and get none. Answers whether a row was split.
 */
export async function splitCareFee(tx: Tx, split: Split & { priceFen: number }): Promise<boolean> {
  const { stayId, day, priceFen } = split
  const rows = ofKind(await runningFrom(tx, stayId, day), FEE_CATEGORY.care, split.oldPriceFen)
  const main = rows[0]
  if (!main || (rows.length === 1 && main.priceFen === priceFen)) return false
  await endRows(
    tx,
    rows.map((row) => row.feeSetId),
    day,
  )
  await addLines(tx, stayId, day, [{ projectChildId: main.projectChildId, priceFen, quantity: main.quantity }])
  return true
}

/** The bed changed and with it its price: rows of the bed fee end, the agreed one begins. */
export async function splitBedFee(tx: Tx, stayId: string, day: string, input: FeeInput): Promise<void> {
  const line = lineOf(input)
  const running = await runningFrom(tx, stayId, day)
  await requireChildren(
    tx,
    [line],
    running.map((row) => row.projectChildId),
  )
  const rows = running.filter((row) => row.category === FEE_CATEGORY.bed)
  if (rows.length === 1 && same(rows[0]!, line)) return
  await endRows(
    tx,
    rows.map((row) => row.feeSetId),
    day,
  )
  await addLines(tx, stayId, day, [line])
}

const UNDO = `with kind as (
  select f.fee_set_id from fee_set f join fee_child c on c.org_id = f.org_id and c.project_child_id = f.project_child_id
    join fee_project p on p.org_id = c.org_id and p.project_id = c.project_id
   where f.org_id = $1 and f.stay_id = $2 and p.category = $3)
update fee_set f set to_date = case when f.from_date >= $4::date then f.from_date end from kind
where f.org_id = $1 and f.fee_set_id = kind.fee_set_id
  and (f.from_date >= $4::date or (f.to_date = $4::date and f.from_date < $4::date))`

/** A change of price that was agreed for a day to come is called off: the rows before it run on. */
export async function unsplitFee(tx: Tx, stayId: string, kind: keyof typeof FEE_CATEGORY, day: string): Promise<void> {
  await tx.client.query({ name: 'fee_set_unsplit', text: UNDO, values: [tx.orgId, stayId, FEE_CATEGORY[kind], day] })
}
