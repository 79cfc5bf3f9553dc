// Plans, tasks and executions that tests of the whole product need, each of its own.
import { dayText, timeText } from '#contract/kit/clock'
import { CareUnit } from '#contract/nursing/frequency'
import { idOnDay } from '#server/areas/nursing/task/planned'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import { rowCareProject } from './catalogueRows.ts'

/** A plan of somebody of the demo, whom no other request moves; a draft, so that nobody's own plan stands in the way. */
export async function rowPlan(product: TestApp, state: 'DRAFT' | 'OFF' = 'DRAFT') {
  const { projectId } = await rowCareProject(product)
  const planId = newId()
  const made = await product.app.pool.query<{ oldmanId: string; levelId: string; itemId: string }>(
    `with plan as (insert into care_plan (org_id, plan_id, oldman_id, level_id, start_date, state)
       select org_id, $2::text, oldman_id, level_id, current_date, $5 from oldman where org_id = $1 and status = 1 and level_id is not null
         and archive_no <> oldman_id
       order by md5(oldman_id || $2::text) limit 1 returning *)
     insert into care_plan_item (org_id, item_id, plan_id, project_id, unit, times) select org_id, $3, plan_id, $4, ${CareUnit.is.day}, 1 from plan
     returning item_id as "itemId", (select oldman_id from plan) as "oldmanId", (select level_id from plan) as "levelId"`,
    [DEMO_ORG, planId, newId(), projectId, state],
  )
  return { planId, projectId, ...made.rows[0]! }
}

/** Open now; `minutesAgo` more than 60: missed. */
export async function rowTask(product: TestApp, minutesAgo = 5) {
  const plan = await rowPlan(product, 'OFF')
  const at = Date.now() - minutesAgo * 60_000
  const taskId = idOnDay(newId(), dayText(at))
  await product.app.pool.query(
    `insert into care_task (org_id, task_id, plan_time, item_id, plan_id, oldman_id, project_id, minutes, open_from, due_until, state)
     values ($1, $2, $3, $4, $5, $6, $7, 5, $8, $9, $10)`,
    [
      DEMO_ORG,
      taskId,
      timeText(at),
      plan.itemId,
      plan.planId,
      plan.oldmanId,
      plan.projectId,
      timeText(at - 30 * 60_000),
      timeText(at + 60 * 60_000),
      minutesAgo > 60 ? 'MISSED' : 'WAITING',
    ],
  )
  return { ...plan, taskId }
}

/** Done as needed, by somebody: the first account unless told. */
export async function rowExecution(product: TestApp, userName = 'zhengkai') {
  const { projectId, oldmanId } = await rowPlan(product)
  const executionId = idOnDay(newId(), dayText())
  await product.app.pool.query(
    `insert into care_execution (org_id, execution_id, plan_time, oldman_id, project_id, result, done_at, recorded_at, worker_id)
     select org_id, $2, $5::timestamptz, $3, $4, 'done', $5::timestamptz, $5::timestamptz, user_id from account
     where org_id = $1 and user_name = $6`,
    [DEMO_ORG, executionId, oldmanId, projectId, timeText(), userName],
  )
  return { executionId, oldmanId, projectId }
}
