// Rosters that were swapped are looked at again by their planners and by the two themselves.
import { roster } from '#contract/administration/roster'
import { tellPlanners } from '#server/areas/administration/roster/rosterHold'
import type { Tx } from '#server/kit/caller'

const GROUPS = `select distinct m.attendance_group_pk_id as id from attendance_member m where m.org_id = $1 and m.emp_id = any($2)
  and m.from_day <= $4::date and (m.to_day is null or m.to_day > $3::date)`

export async function tellRosters(tx: Tx, empIds: readonly string[], days: readonly string[]): Promise<void> {
  const sorted = days.toSorted()
  const [from, to] = [sorted[0]!, sorted.at(-1)!]
  const found = await tx.client.query<{ id: string }>(GROUPS, [tx.orgId, empIds, from, to])
  tellPlanners(tx, { groups: found.rows.map((one) => one.id), from, to, published: true })
  tx.emit(roster.events.mine, { from, to }, { userIds: [...empIds] })
}
