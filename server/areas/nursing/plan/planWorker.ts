// Whose hands plans name: what a carer who leaves is still to do, and to whom it goes.
import type pg from 'pg'
import { topUpTasks } from '#server/areas/nursing/task/taskTopUp'
import type { Tx } from '#server/kit/caller'

const FIXED = `from care_plan_item i join care_plan p on p.org_id = i.org_id and p.plan_id = i.plan_id
  and p.state in ('DRAFT', 'ON', 'OFF') and (p.end_date is null or p.end_date >= current_date)
where i.org_id = $1 and i.worker_id = $2 and i.active`

export interface FixedWork {
  count: number
  /** The first few in words: 王秀兰 晨间洗漱. */
  rows: string[]
}

/** What plans that still hold name this person for. */
export async function workFixedTo(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  workerId: string,
  most: number,
): Promise<FixedWork> {
  const found = await client.query<{ words: string; all: number }>({
    name: 'care_fixed_to',
    text: `select x.words, count(*) over ()::int as all from (
        select o.oldman_name || ' ' || c.project_name as words, i.plan_id, i.sort from (select i.* ${FIXED}) i
          join care_plan p on p.org_id = i.org_id and p.plan_id = i.plan_id
          join oldman o on o.org_id = p.org_id and o.oldman_id = p.oldman_id
          join care_project c on c.org_id = i.org_id and c.project_id = i.project_id) x
      order by x.words, x.plan_id, x.sort limit $3`,
    values: [orgId, workerId, most],
  })
  return { count: found.rows[0]?.all ?? 0, rows: found.rows.map((row) => row.words) }
}

const HAND = `with given as (update care_plan_item i set worker_id = $3 where i.org_id = $1 and i.item_id in (select i.item_id ${FIXED})
  returning i.plan_id)
select distinct p.oldman_id as "oldmanId" from care_plan p join given g on p.org_id = $1 and p.plan_id = g.plan_id`

/** Tasks that somebody was given by hand and that have not come yet. */
const TASKS = `update care_task t set worker_id = $3 where t.org_id = $1 and t.worker_id = $2 and t.plan_time > now()
  and t.plan_time < now() + interval '3 days' and t.execution_id is null returning t.oldman_id as "oldmanId"`

/** The plans name another from now on; what was done stays with whoever did it. */
export async function handWorkOn(tx: Tx, fromId: string, toId: string): Promise<void> {
  const values = [tx.orgId, fromId, toId]
  const items = await tx.client.query<{ oldmanId: string }>({ name: 'care_hand_items', text: HAND, values })
  const tasks = await tx.client.query<{ oldmanId: string }>({ name: 'care_hand_tasks', text: TASKS, values })
  const oldmanIds = [...new Set([...items.rows, ...tasks.rows].map((row) => row.oldmanId))]
  if (oldmanIds.length > 0) topUpTasks(tx, oldmanIds)
}
