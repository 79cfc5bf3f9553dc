// Whatever changes what is planned or where an elder is brings the tasks in line before its transaction commits.
import { careTask } from '#contract/nursing/task'
import type { Tx } from '#server/kit/caller'
import { bringTasksInLine } from './taskMake.ts'

const DEPTS = `select distinct dept_id as "deptId" from oldman where org_id = $1 and oldman_id = any($2)`

/** Tells every screen that shows these elders; who lies in no department is everybody's. */
export async function tellTasksChanged(tx: Tx, oldmanIds: readonly string[]): Promise<void> {
  const found = await tx.client.query<{ deptId: string | null }>({
    name: 'care_depts',
    text: DEPTS,
    values: [tx.orgId, oldmanIds],
  })
  const deptIds = found.rows.flatMap((row) => row.deptId ?? [])
  const forAll = found.rows.some((row) => row.deptId === null)
  tx.emit(careTask.events.changed, { tasks: [], oldmanIds: [...oldmanIds] }, forAll ? {} : { deptIds })
}

const PLANNED =
  'select distinct oldman_id as "oldmanId" from care_plan where org_id = $1 and oldman_id = any($2) order by 1'

/** Brings the tasks of these elders in line with their plans, stays and outings, at once. */
export async function refreshTasks(tx: Tx, oldmanIds: readonly string[], now = Date.now()): Promise<void> {
  if (oldmanIds.length === 0) return
  const planned = await tx.client.query<{ oldmanId: string }>({
    name: 'care_planned',
    text: PLANNED,
    values: [tx.orgId, oldmanIds],
  })
  // Without a plan there never was a task.
  const ids = planned.rows.map((row) => row.oldmanId)
  if (ids.length === 0) return
  const { added, removed, restated } = await bringTasksInLine(tx.client, tx.orgId, ids, { now })
  if (added + removed + restated > 0) await tellTasksChanged(tx, ids)
}

/** What else follows where an elder is; areas above care say so here, care knows none of them. */
type Follow = (tx: Tx, oldmanIds: readonly string[]) => Promise<void>
const followers = new Map<string, Follow>()

export function onWhereabouts(name: string, follow: Follow): void {
  if (followers.has(name)) throw new Error(`${name} is registered twice`)
  followers.set(name, follow)
}

const touched = new WeakMap<Tx, Set<string>>()

/** The same once, when everything else of the transaction is done: a move says it as often as it likes. */
export function topUpTasks(tx: Tx, oldmanIds: readonly string[]): void {
  const known = touched.get(tx)
  if (known) {
    for (const one of oldmanIds) known.add(one)
    return
  }
  const ids = new Set(oldmanIds)
  touched.set(tx, ids)
  tx.atEnd(async () => {
    touched.delete(tx)
    await refreshTasks(tx, [...ids])
    for (const follow of followers.values()) await follow(tx, [...ids])
  })
}

const OF_PROJECT = `update care_plan_item i set since = greatest(i.since, now()) from care_plan p
where i.org_id = $1 and i.project_id = $2 and i.active and p.org_id = i.org_id and p.plan_id = i.plan_id and p.state = 'ON'
returning p.oldman_id as "oldmanId"`

/** A project was switched off or on, or takes other minutes or another window: tasks to come follow, past ones stay. */
export async function refreshTasksOfProject(tx: Tx, projectId: string): Promise<void> {
  const found = await tx.client.query<{ oldmanId: string }>(OF_PROJECT, [tx.orgId, projectId])
  topUpTasks(
    tx,
    found.rows.map((row) => row.oldmanId),
  )
}
