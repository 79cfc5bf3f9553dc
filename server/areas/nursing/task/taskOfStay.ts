// Tasks follow the stay: whoever has left is not cared for any more.
import type { Tx } from '#server/kit/caller'

/** Takes away what nobody has begun and is planned from now on; what was done stays. */
export async function dropWaitingTasks(tx: Tx, oldmanId: string): Promise<number> {
  const gone = await tx.client.query({
    name: 'nursing_tasks_drop',
    text: `delete from nursing_task where org_id = $1 and oldman_id = $2 and state = 'WAITING'`,
    values: [tx.orgId, oldmanId],
  })
  return gone.rowCount ?? 0
}
