// Two people at one record: the form says which version it was filled from, and the second to save is told who was
// first. Existing clients send no version and overwrite, as they always did.
import { Refusal } from '#contract/kit/refusal'
import type { Tx } from './caller.ts'

/** Call it with the row locked. `targetId` is what the record's operation-log rows carry. */
export async function refuseStale(
  tx: Tx,
  sent: number | null | undefined,
  stored: number,
  targetId: string,
): Promise<void> {
  if (sent === null || sent === undefined || sent === stored) return
  const last = await tx.client.query<{ name: string | null }>(
    `select coalesce(emp_name, user_name) as name from operation_log
      where org_id = $1 and target_id = $2 order by created_at desc, log_id desc limit 1`,
    [tx.orgId, targetId],
  )
  throw new Refusal('CHANGED_MEANWHILE', { who: last.rows[0]?.name ?? '其他人' })
}
