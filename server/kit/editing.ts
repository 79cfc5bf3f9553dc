// Two people edit one record: the second is told who was first. And what an edit changed, for the operation log.
import type { ClientBase } from 'pg'
import { Refusal } from '#contract/kit/refusal'
import type { LogEntry, Tx } from './caller.ts'

/** Who changed a record last; acts that leave it as it was (a sign-in, a print) do not count. */
async function lastEditor(client: ClientBase, orgId: string, targetId: string): Promise<string | null> {
  const found = await client.query<{ name: string | null }>({
    name: 'last_editor',
    text: `select coalesce(emp_name, user_name) as name from operation_log where org_id = $1 and target_id = $2
      and changes is not null order by created_at desc, log_id desc limit 1`,
    values: [orgId, targetId],
  })
  return found.rows[0]?.name ?? null
}

/** `sent` is the version the form was filled with; older clients send none and are not held to it. */
export async function refuseStale(
  tx: Tx,
  targetId: string,
  sent: number | null | undefined,
  current: number,
): Promise<void> {
  if (sent === null || sent === undefined || sent === current) return
  const who = await lastEditor(tx.client, tx.orgId, targetId)
  throw new Refusal('CHANGED_MEANWHILE', { who: who ?? '他人' })
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Field → [before, after] for the fields that differ; an absent field is nothing. */
export function changesBetween(
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>> | null,
): NonNullable<LogEntry['changes']> {
  const changes: NonNullable<LogEntry['changes']> = {}
  for (const name of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
    const pair = [before?.[name] ?? null, after?.[name] ?? null] as const
    if (!same(...pair)) changes[name] = pair
  }
  return changes
}
