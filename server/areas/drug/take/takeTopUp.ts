// Whatever changes what an elder takes, or where the elder is, brings the takes in line before its transaction commits.
import { drugTake } from '#contract/drug/take'
import { ResidenceStatus } from '#contract/live/resident'
import { onWhereabouts } from '#server/areas/nursing/public'
import type { Tx } from '#server/kit/caller'
import { bringTakesInLine } from './takeMake.ts'
import { setBackOfAway, stopTakes } from './takeStop.ts'

const DEPTS = `select distinct dept_id as "deptId" from oldman where org_id = $1 and oldman_id = any($2)`

/** Tells every screen that shows these elders; who lies in no department is everybody's. */
export async function tellTakesChanged(tx: Tx, oldmanIds: readonly string[]): Promise<void> {
  const found = await tx.client.query<{ deptId: string | null }>({
    name: 'drug_depts',
    text: DEPTS,
    values: [tx.orgId, oldmanIds],
  })
  const forAll = found.rows.some((row) => row.deptId === null)
  const deptIds = found.rows.flatMap((row) => row.deptId ?? [])
  tx.emit(drugTake.events.changed, { takes: [], oldmanIds: [...oldmanIds] }, forAll ? {} : { deptIds })
}

const USED =
  'select distinct oldman_id as "oldmanId" from drug_use where org_id = $1 and oldman_id = any($2) order by 1'

export async function refreshTakes(tx: Tx, oldmanIds: readonly string[], now = Date.now()): Promise<void> {
  const used = await tx.client.query<{ oldmanId: string }>({
    name: 'drug_used',
    text: USED,
    values: [tx.orgId, oldmanIds],
  })
  // Without a setting there never was a take.
  const ids = used.rows.map((row) => row.oldmanId)
  if (ids.length === 0) return
  const { added, removed, restated } = await bringTakesInLine(tx.client, tx.orgId, ids, { now })
  if (added + removed + restated > 0) await tellTakesChanged(tx, ids)
}

const touched = new WeakMap<Tx, Set<string>>()

/** Once, when everything else of the transaction is done. */
export function topUpTakes(tx: Tx, oldmanIds: readonly string[]): void {
  const known = touched.get(tx)
  if (known) {
    for (const one of oldmanIds) known.add(one)
    return
  }
  const ids = new Set(oldmanIds)
  touched.set(tx, ids)
  tx.atEnd(async () => {
    touched.delete(tx)
    await refreshTakes(tx, [...ids])
  })
}

/** Whoever left takes nothing here any more; where the leaving is taken back, the very settings of that stay hold again. */
export const LEFT_REASON = '老人已退住'
const LEFT = `select t.use_id as "useId" from drug_use t join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id
where t.org_id = $1 and t.oldman_id = any($2) and t.state <> 'ENDED' and o.status = ${ResidenceStatus.is.left} order by t.use_id for no key update of t`
const END = `update drug_use set state = 'ENDED', ended_at = now(), ended_by = null, end_reason = $3, version = version + 1
where org_id = $1 and use_id = any($2)`
const BACK = `update drug_use t set state = 'ON', ended_at = null, end_reason = null, since = greatest(t.since, now()), version = t.version + 1
from oldman o where t.org_id = $1 and t.oldman_id = any($2) and t.state = 'ENDED' and t.end_reason = $3 and t.ended_by is null
  and o.org_id = t.org_id and o.oldman_id = t.oldman_id and o.status <> ${ResidenceStatus.is.left}
  and exists (select from stay s where s.org_id = t.org_id and s.oldman_id = t.oldman_id and s.end_date is null
    and s.start_date <= t.created_at::date)
  and not exists (select from drug_use n where n.org_id = t.org_id and n.instead_of = t.use_id)`

/** Called by check-out before the stock is handed back, too: what was set out lies in its box again. */
export async function endUsesOfLeft(tx: Tx, oldmanIds: readonly string[]): Promise<void> {
  const left = await tx.client.query<{ useId: string }>({
    name: 'drug_left_uses',
    text: LEFT,
    values: [tx.orgId, oldmanIds],
  })
  const useIds = left.rows.map((one) => one.useId)
  if (useIds.length > 0) {
    await tx.client.query({ name: 'drug_left_end', text: END, values: [tx.orgId, useIds, LEFT_REASON] })
    await stopTakes(tx, useIds, LEFT_REASON)
  }
}

onWhereabouts('drug.takes', async (tx, oldmanIds) => {
  const used = await tx.client.query({ name: 'drug_used', text: USED, values: [tx.orgId, oldmanIds] })
  if (!used.rowCount) return
  await endUsesOfLeft(tx, oldmanIds)
  await tx.client.query({ name: 'drug_left_back', text: BACK, values: [tx.orgId, oldmanIds, LEFT_REASON] })
  await setBackOfAway(tx, oldmanIds)
  await refreshTakes(tx, oldmanIds)
})
