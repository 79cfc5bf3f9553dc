// What is measured while somebody is cared for: a vital sign like any other, judged and followed; the record of the care names it.
import type { ExecutionSignsData } from '#contract/nursing/execution'
import { vital } from '#contract/nursing/vital'
import { hasValue } from '#contract/nursing/vitalJudge'
import type { Caller, Tx } from '#server/kit/caller'
import { audienceOf, tellAlert } from './vitalAlert.ts'
import { requirePossible, requireTimely, type SignValues, storeSign } from './vitalStore.ts'
import { removeSign } from './vitalWrite.ts'

export interface MeasuredElder {
  oldmanId: string
  name: string
  deptId: string | null
}

/** Nothing measured: null. */
export function measuredIn(signs: ExecutionSignsData | null | undefined): SignValues | null {
  if (!signs || !hasValue(signs)) return null
  // When it was taken is not asked for at the bedside.
  return signs.glucose ? { ...signs, glucoseTiming: 'random' } : signs
}

/** Whoever calls holds the elder's row. */
export async function storeCareSign(
  tx: Tx,
  elder: MeasuredElder,
  measuredAt: string,
  values: SignValues,
): Promise<string> {
  requirePossible(values)
  await requireTimely(tx.client, measuredAt)
  const stored = await storeSign(tx.client, {
    orgId: tx.orgId,
    oldmanId: elder.oldmanId,
    measuredAt,
    values,
    source: 'care',
    worker: tx.by,
    device: null,
  })
  const { signId, change } = stored!
  tx.emit(vital.events.changed, { signId }, audienceOf(elder.deptId))
  await tellAlert(tx, change, elder)
  return signId
}

const STANDS = `select from vital_sign where org_id = $1 and sign_id = $2 and removed_at is null`

/** With the record it belongs to; somebody may have voided it already. */
export async function removeCareSign(tx: Tx, who: Caller, signId: string, why: string): Promise<void> {
  const found = await tx.client.query(STANDS, [tx.orgId, signId])
  if (found.rowCount) await removeSign(tx, who, signId, why)
}
