// Two people edit the same record: the second is told who was first.
import type { ClientBase } from 'pg'
import { Refusal } from '#contract/kit/refusal'

/** Refuses when the version the caller started from is no longer the current one. Clients that send none are let in. */
export async function sameVersion(
  client: ClientBase,
  record: { orgId: string; id: string; version: number },
  known: number | null | undefined,
): Promise<void> {
  if (known === null || known === undefined || known === record.version) return
  const found = await client.query<{ who: string | null }>(
    `select coalesce(emp_name, user_name) as who from operation_log where org_id = $1 and target_id = $2
     order by created_at desc, log_id desc limit 1`,
    [record.orgId, record.id],
  )
  throw new Refusal('CHANGED_MEANWHILE', { who: found.rows[0]?.who ?? '别人' })
}
