// A task as the board and the events show it, and how one is found by its id: the day at the end of the id leads to its part.
import type pg from 'pg'
import { invalid } from '#contract/kit/refusal'
import type { CareTaskData } from '#contract/nursing/task'
import type { Scope } from '#server/kit/tenant'
import { inDepts } from '#server/kit/tenant'
import { dayOfId } from './planned.ts'

type Client = pg.Pool | pg.ClientBase

/** Over task `t`, its item `i`, its execution `x` and the names of staff. */
export const TASK_COLUMNS = `t.task_id as "taskId", t.oldman_id as "oldmanId", t.project_id as "projectId", t.plan_time as "planTime",
  t.open_from as "openFrom", t.due_until as "dueUntil", t.minutes, t.state, t.worker_id as "workerId", t.execution_id as "executionId",
  x.done_at as "doneAt", x.recorded_at as "recordedAt", x.worker_id as "doneById", coalesce(e.emp_name, a.user_name) as "doneByName",
  coalesce(x.late, false) as late, coalesce(x.late_reason, x.refuse_reason) as reason, i.remark`
/** The parts of the executions are told apart by their own bounds: following the task row by row would open all of them. */
export const taskJoins = (
  from: string,
  to: string,
) => `join care_plan_item i on i.org_id = t.org_id and i.item_id = t.item_id
left join care_execution x on x.org_id = t.org_id and x.execution_id = t.execution_id and x.plan_time = t.plan_time
  and x.oldman_id = t.oldman_id and x.plan_time >= ${from} and x.plan_time < ${to}
left join account a on a.org_id = x.org_id and a.user_id = x.worker_id
left join employee e on e.org_id = x.org_id and e.emp_id = x.worker_id`

/** The moments between which the tasks of these ids lie; ids of no day are of no task. */
export function spanOf(ids: readonly string[]): readonly [from: string, to: string] | null {
  const days = ids.flatMap((id) => {
    const day = dayOfId(id)
    return day ? [day] : []
  })
  if (days.length === 0) return null
  return [
    days.map(([from]) => from).sort()[0]!,
    days
      .map(([, to]) => to)
      .sort()
      .at(-1)!,
  ]
}

const ROWS = `select ${TASK_COLUMNS} from care_task t ${taskJoins('$3', '$4')}
where t.org_id = $1 and t.task_id = any($2) and t.plan_time >= $3 and t.plan_time < $4 order by t.plan_time, t.task_id`

export async function tasksById(client: Client, orgId: string, taskIds: readonly string[]): Promise<CareTaskData[]> {
  const span = spanOf(taskIds)
  if (!span) return []
  const found = await client.query<CareTaskData>({
    name: 'care_tasks_by_id',
    text: ROWS,
    values: [orgId, taskIds, ...span],
  })
  return found.rows
}

export interface HeldTask {
  taskId: string
  planTime: string
  openFrom: string
  dueUntil: string
  state: CareTaskData['state']
  executionId: string | null
  workerId: string | null
  minutes: number
  /** What the plan says about it. */
  remark: string | null
  oldmanId: string
  oldmanName: string
  bedId: string | null
  deptId: string | null
  projectId: string
  project: DemandingProject
}

/** What a record of a project must bring. */
export interface DemandingProject {
  projectName: string
  needsPhoto: boolean
  needsScan: boolean
  needsSigns: string[]
  needsEvaluation: boolean
  charged: boolean
  enabled: boolean
}
export const DEMANDS = `jsonb_build_object('projectName', c.project_name, 'needsPhoto', c.needs_photo, 'needsScan', c.needs_scan,
  'needsSigns', c.needs_signs, 'needsEvaluation', c.needs_evaluation, 'charged', c.charged, 'enabled', c.enabled)`

const HOLD = `select t.task_id as "taskId", t.plan_time as "planTime", t.open_from as "openFrom", t.due_until as "dueUntil", t.state,
  t.execution_id as "executionId", t.worker_id as "workerId", t.minutes, i.remark, t.oldman_id as "oldmanId", o.oldman_name as "oldmanName",
  o.current_bed_id as "bedId", o.dept_id as "deptId", t.project_id as "projectId", ${DEMANDS} as project
from care_task t join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id
join care_project c on c.org_id = t.org_id and c.project_id = t.project_id
join care_plan_item i on i.org_id = t.org_id and i.item_id = t.item_id
where t.org_id = $1 and ${inDepts('o', '$2')} and t.task_id = any($3) and t.plan_time >= $4 and t.plan_time < $5
order by t.plan_time, t.task_id for no key update of t`

/** Locked, in one order, and only those whose elder the caller sees. */
export async function holdTasks(client: pg.ClientBase, scope: Scope, taskIds: readonly string[]): Promise<HeldTask[]> {
  const span = spanOf(taskIds)
  if (!span) return []
  const [from, to] = span
  if (Date.parse(`${to.slice(0, 10)}T00:00:00Z`) - Date.parse(`${from.slice(0, 10)}T00:00:00Z`) > 40 * 86_400_000) {
    throw invalid('一次只能处理一个月内的护理任务', 'taskIds')
  }
  const found = await client.query<HeldTask>({
    name: 'care_tasks_hold',
    text: HOLD,
    values: [scope.orgId, scope.deptIds, taskIds, from, to],
  })
  return found.rows
}
