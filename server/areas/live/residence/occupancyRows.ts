// Which bed is whose on which days: writing those rows, and keeping what follows from them (the bed's own mark of being
// taken, to be cleaned) in step. Whoever calls holds the locks of the resident and of the beds.

import { BedStatus } from '#contract/live/bedStatus'
import { BedUse } from '#contract/platform/bed'
import { setBedUse } from '#server/areas/platform/public'
import type { Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'

export interface NewOccupancy {
  bedId: string
  oldmanId: string
  kind: 'STAY' | 'ROOM' | 'RESERVE'
  stayId?: string | null
  reserveId?: string | null
  from: string
  reason?: string | null
}

const ADD = `insert into occupancy (org_id, occ_id, bed_id, oldman_id, kind, stay_id, reserve_id, days, reason)
select $1, x.id, x.bed, x.oldman, x.kind, x.stay, x.reserve, daterange(x.first, null), x.reason
from jsonb_to_recordset($2::jsonb) as x(id text, bed text, oldman text, kind text, stay text, reserve text, first date,
  reason text)`

/** From a day on, without an end. */
export async function addOccupancy(tx: Tx, rows: readonly NewOccupancy[]): Promise<void> {
  const given = rows.map((row) => ({
    id: newId(),
    bed: row.bedId,
    oldman: row.oldmanId,
    kind: row.kind,
    stay: row.stayId ?? null,
    reserve: row.reserveId ?? null,
    first: row.from,
    reason: row.reason ?? null,
  }))
  await tx.client.query({ name: 'occupancy_add', text: ADD, values: [tx.orgId, JSON.stringify(given)] })
}

export interface HeldBed {
  occId: string
  bedId: string
  kind: 'STAY' | 'ROOM'
  from: string
  to: string | null
  /** Today is one of its days. */
  now: boolean
}

/** What a stay holds today and later, the present bed first. */
export async function bedsOfStay(tx: Tx, stayId: string): Promise<HeldBed[]> {
  const found = await tx.client.query<HeldBed>({
    name: 'occupancy_of_stay',
    text: `select occ_id as "occId", bed_id as "bedId", kind, lower(days) as "from", upper(days) as "to",
        days @> current_date as now
      from occupancy where org_id = $1 and stay_id = $2 and (upper_inf(days) or upper(days) > current_date)
      order by lower(days), kind desc, bed_id`,
    values: [tx.orgId, stayId],
  })
  return found.rows
}

/** Removes what a stay holds from a day on, and lets what it holds before end there. A bed never lain in leaves no row. */
export async function endOccupancy(tx: Tx, stayId: string, day: string): Promise<void> {
  await tx.client.query({
    name: 'occupancy_drop_from',
    text: 'delete from occupancy where org_id = $1 and stay_id = $2 and lower(days) >= $3::date',
    values: [tx.orgId, stayId, day],
  })
  await tx.client.query({
    name: 'occupancy_end',
    text: `update occupancy set days = daterange(lower(days), $3::date)
      where org_id = $1 and stay_id = $2 and (upper_inf(days) or upper(days) > $3::date)`,
    values: [tx.orgId, stayId, day],
  })
}

/** Forgets what a stay was to hold later; what it holds today goes on without an end. */
export async function dropPlan(tx: Tx, stayId: string): Promise<void> {
  await tx.client.query({
    name: 'occupancy_drop_plan',
    text: 'delete from occupancy where org_id = $1 and stay_id = $2 and lower(days) > current_date',
    values: [tx.orgId, stayId],
  })
  await tx.client.query({
    name: 'occupancy_reopen',
    text: `update occupancy set days = daterange(lower(days), null)
      where org_id = $1 and stay_id = $2 and days @> current_date`,
    values: [tx.orgId, stayId],
  })
}

export async function dropReserved(tx: Tx, reserveId: string): Promise<void> {
  await tx.client.query({
    name: 'occupancy_drop_reserved',
    text: 'delete from occupancy where org_id = $1 and reserve_id = $2',
    values: [tx.orgId, reserveId],
  })
}

interface BedFacts {
  bedId: string
  isUsed: number
  taken: boolean
}

const FACTS = `select b.bed_id as "bedId", b.is_used as "isUsed",
  exists (select 1 from occupancy o where o.org_id = b.org_id and o.bed_id = b.bed_id and o.days @> current_date
    and o.kind <> 'RESERVE') as taken
from bed b where b.org_id = $1 and b.bed_id = any($2) order by b.bed_id`

/**
 * The beds' own state after a move: taken where somebody lies in it or has its room today. A bed that is taken is no
 * longer to be cleaned; those in `left` are, when nobody has them now.
 */
export async function settleBeds(
  tx: Tx,
  bedIds: readonly string[],
  left: { bedIds: readonly string[]; reason: string } | null = null,
): Promise<void> {
  const ids = [...new Set(bedIds)]
  const found = await tx.client.query<BedFacts>({ name: 'bed_facts', text: FACTS, values: [tx.orgId, ids] })
  const taken = found.rows.filter((row) => row.taken).map((row) => row.bedId)
  for (const row of found.rows)
    if (row.taken !== (row.isUsed === BedUse.is.used)) await setBedUse(tx, row.bedId, row.taken)
  await tx.client.query({
    name: 'bed_cleaned',
    text: `delete from bed_mark where org_id = $1 and bed_id = any($2) and mark = ${BedStatus.is.clean}`,
    values: [tx.orgId, taken],
  })
  const toClean = left?.bedIds.filter((bedId) => !taken.includes(bedId)) ?? []
  if (toClean.length === 0) return
  await tx.client.query({
    name: 'bed_to_clean',
    text: `insert into bed_mark (org_id, bed_id, mark, reason, user_id)
      select $1, x, 7, $3, $4 from unnest($2::text[]) x on conflict do nothing`,
    values: [tx.orgId, toClean, left!.reason, tx.by.userId],
  })
}
