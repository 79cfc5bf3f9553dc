// The names of staff by their accounts.
import type pg from 'pg'

const NAMES = `select a.user_id as "workerId", coalesce(e.emp_name, a.user_name) as "workerName" from account a
left join employee e on e.org_id = a.org_id and e.emp_id = a.user_id where a.org_id = $1 and a.user_id = any($2) order by 2, 1`

export interface StaffName {
  workerId: string
  workerName: string
}

/** By name; null and who is named twice are left out. */
export async function staffNames(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  workerIds: readonly (string | null)[],
): Promise<StaffName[]> {
  const ids = [...new Set(workerIds.flatMap((one) => one ?? []))]
  const found = await client.query<StaffName>({ name: 'care_staff_names', text: NAMES, values: [orgId, ids] })
  return found.rows
}
