// Who does a task, decided by somebody: given to a worker, or taken over.
import { invalid, Refusal } from '#contract/kit/refusal'
import { type CareTaskData, CareTaskState, careTask } from '#contract/nursing/task'
import { UserStatus } from '#contract/platform/user'
import type { Caller, Tx } from '#server/kit/caller'
import { type HeldTask, holdTasks, spanOf, tasksById } from './taskRow.ts'

/** Tells every screen that shows these elders what became of the tasks. */
export async function tellTasks(tx: Tx, held: readonly Pick<HeldTask, 'taskId' | 'deptId'>[]) {
  const tasks = await tasksById(
    tx.client,
    tx.orgId,
    held.map((one) => one.taskId),
  )
  return emitTasks(tx, held, tasks)
}

/** The same where they are known without being read again. */
export function emitTasks(tx: Tx, held: readonly Pick<HeldTask, 'deptId'>[], tasks: CareTaskData[]): CareTaskData[] {
  const deptIds = [...new Set(held.flatMap((one) => one.deptId ?? []))]
  const forAll = held.some((one) => one.deptId === null)
  tx.emit(careTask.events.changed, { tasks, oldmanIds: [] }, forAll ? {} : { deptIds })
  return tasks
}

const WORKER = `select coalesce(e.emp_name, a.user_name) as name from account a left join employee e on e.org_id = a.org_id
  and e.emp_id = a.user_id where a.org_id = $1 and a.user_id = $2 and a.user_status = ${UserStatus.is.enabled}`
const GIVE = `update care_task t set worker_id = $2, assigned = true from unnest($3::text[], $4::timestamptz[]) as d(task_id, plan_time)
where t.org_id = $1 and t.task_id = d.task_id and t.plan_time = d.plan_time and t.plan_time >= $5 and t.plan_time < $6`

export async function giveTasks(tx: Tx, who: Caller, taskIds: readonly string[], workerId: string): Promise<number> {
  if (taskIds.length === 0) throw invalid('请选择护理任务', 'taskIds')
  const worker = await tx.client.query<{ name: string }>(WORKER, [tx.orgId, workerId])
  if (!worker.rows[0]) throw new Refusal('NOT_FOUND', { what: '护理员' }, 'workerId')
  const held = await holdTasks(tx.client, who, taskIds)
  if (held.length < new Set(taskIds).size) {
    throw new Refusal('NOT_FOUND', { what: '护理任务（计划可能已调整，请刷新后再看）' }, 'taskIds')
  }
  const open = held.filter((one) => one.state === CareTaskState.is.WAITING && one.workerId !== workerId)
  if (open.length > 0) {
    const ids = open.map((one) => one.taskId)
    const times = open.map((one) => one.planTime)
    await tx.client.query(GIVE, [tx.orgId, workerId, ids, times, ...spanOf(ids)!])
    await tellTasks(tx, open)
  }
  const elders = [...new Set(open.map((one) => one.oldmanName))]
  tx.log({
    remark: `把 ${open.length} 项护理任务交给“${worker.rows[0].name}”${elders.length > 0 ? `：${elders.join('、')}` : ''}`,
    targetType: 'careTask',
  })
  return open.length
}
