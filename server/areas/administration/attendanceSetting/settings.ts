// What a house decided about rosters and clocking, by name. What was never saved holds as the product comes with it, and a
// field that came later has its usual value in what was saved before.
import type { ClientBase } from 'pg'
import type { Tx } from '#server/kit/caller'
import { changesBetween, refuseStale } from '#server/kit/editing'

export interface Setting<T> {
  value: T
  /** 0: as the product comes. */
  version: number
}

const READ = 'select value, version from attendance_setting where org_id = $1 and name = $2'

/** Fields of the defaults only: what an earlier version kept beside them is left aside. */
const over = <T extends object>(defaults: T, stored: Partial<T> | undefined): T =>
  Object.fromEntries(Object.entries(defaults).map(([name, usual]) => [name, stored?.[name as keyof T] ?? usual])) as T

export async function readSetting<T extends object>(
  client: Pick<ClientBase, 'query'>,
  orgId: string,
  name: string,
  defaults: T,
): Promise<Setting<T>> {
  const found = await client.query<{ value: Partial<T>; version: number }>({
    name: 'attendance_setting',
    text: READ,
    values: [orgId, name],
  })
  const row = found.rows[0]
  return { value: over(defaults, row?.value), version: row?.version ?? 0 }
}

/** Whoever saves second over the same version is told who was first. */
export async function saveSetting<T extends object>(
  tx: Tx,
  name: string,
  defaults: T,
  wanted: T,
  sent: number | null | undefined,
  remark: string,
): Promise<Setting<T>> {
  await tx.client.query(
    'insert into attendance_setting (org_id, name, value, version) values ($1, $2, $3::jsonb, 0) on conflict do nothing',
    [tx.orgId, name, JSON.stringify(defaults)],
  )
  const held = await tx.client.query<{ value: Partial<T>; version: number }>(`${READ} for update`, [tx.orgId, name])
  const { value: stored, version } = held.rows[0]!
  await refuseStale(tx, `attendanceSetting:${name}`, sent, version)
  const before = over(defaults, stored)
  const value = over(defaults, wanted)
  await tx.client.query(
    `update attendance_setting set value = $3::jsonb, version = version + 1, updated_by = $4, updated_at = now()
    where org_id = $1 and name = $2`,
    [tx.orgId, name, JSON.stringify(value), tx.by.name],
  )
  tx.log({
    remark,
    targetType: 'attendanceSetting',
    targetId: `attendanceSetting:${name}`,
    changes: changesBetween(before as Record<string, unknown>, value as Record<string, unknown>),
  })
  return { value, version: version + 1 }
}
