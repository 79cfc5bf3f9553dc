// Ids of the care that a plain sample does not reach.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { fromRow, type IdKnowledge } from '#server/kit/test/idKnowledge'
import { sheetToTake } from './hostileHandover.ts'
import { mealAlert } from './hostileMeal.ts'
import { assessSamples } from './idsAssess.ts'

const row = (text: string, more: Record<string, unknown> = {}) => fromRow(DEMO_ORG, text, more)

/** Of the last days, so that every period finds it. */
const MISSED = `from care_task t join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id
  where t.org_id = $1 and t.state = 'MISSED' and t.plan_time >= current_date - 5`
const week = { dayFrom: null, dayTo: null }
const missed = { ...week, kind: 'missed', hour: null }
/** Somebody who lives here, and something that asks for nothing. */
const NEEDED = `select o.oldman_id as "oldmanId", c.project_id as "projectId" from oldman o join care_project c on c.org_id = o.org_id
  where o.org_id = $1 and o.status in (1, 4) and c.enabled and not (c.needs_photo or c.needs_scan or c.needs_evaluation or c.charged)
  and c.needs_signs = '{}'`
const asNeeded = row(NEEDED, {
  taskIds: null,
  result: null,
  doneAt: null,
  startAt: null,
  refuseReason: null,
  terminal: null,
  scanned: null,
  signs: null,
  photos: null,
})
/** Somebody at risk with a plan, and what is proposed against it. */
const proposed = row(
  `select o.oldman_id as "oldmanId", jsonb_build_array(c.project_id) as "projectIds" from oldman o join care_project c on c.org_id = o.org_id
  join care_plan p on p.org_id = o.org_id and p.oldman_id = o.oldman_id and p.state = 'ON' and p.start_date <= current_date
    and (p.end_date is null or p.end_date > current_date + 1)
  where o.org_id = $1 and o.status in (1, 4) and o.archive_no <> o.oldman_id and c.project_name = '皮肤检查' and o.risk_marks @> '23'`,
)
/** Who has had guests, and still lives in a department. */
const GUEST = `from meal_guest g join oldman o on o.org_id = g.org_id and o.oldman_id = g.oldman_id
  where g.org_id = $1 and o.dept_id is not null`
const guests = { day: null, meal: null, oldmanId: null, deptId: null }
const MONTH = `to_char(t.plan_time, 'YYYY-MM') as month`

export default {
  samples: {
    ...assessSamples,
    'nursing.handover.take body.walked.0': sheetToTake,
    'nursing.project.list query.categoryId': row(
      'select category_id as "categoryId" from care_project where org_id = $1',
      { projectName: null, charged: null, enabled: null },
    ),
    // Just after midnight most elders have nothing of this day yet.
    'nursing.execution.list query.oldmanId': row(
      'select oldman_id as "oldmanId" from care_execution where org_id = $1 and plan_time >= current_date - 5',
    ),
    'nursing.riskCare.preview body.oldmanId': proposed,
    'nursing.riskCare.preview body.projectIds.0': proposed,
    'nursing.riskCare.plan body.oldmanId': proposed,
    'nursing.riskCare.plan body.projectIds.0': proposed,
    'nursing.execution.add body.oldmanId': asNeeded,
    'nursing.execution.add body.projectId': asNeeded,
    'nursing.quality.summary query.deptId': row(`select o.dept_id as "deptId" ${MISSED}`, week),
    'nursing.quality.list query.deptId': row(`select o.dept_id as "deptId" ${MISSED}`, { ...missed, workerId: null }),
    'nursing.quality.list query.workerId': row(
      `select t.worker_id as "workerId" ${MISSED} and t.worker_id is not null`,
      {
        ...missed,
        deptId: null,
      },
    ),
    'nursing.workerMinutes.list query.deptId': row(`select o.dept_id as "deptId", ${MONTH} ${MISSED}`),
    'nursing.mealOrder.guests query.deptId': row(`select o.dept_id as "deptId" ${GUEST}`, guests),
    'nursing.mealOrder.guests query.oldmanId': row(`select o.oldman_id as "oldmanId" ${GUEST}`, guests),
    'nursing.mealOrder.alerts query.oldmanId': async (product) => ({
      oldmanId: (await mealAlert(product)).oldmanId,
      open: null,
      deptId: null,
    }),
    'nursing.recordSheet.list query.deptId': row(`select o.dept_id as "deptId", ${MONTH} ${MISSED}`, {
      oldmanId: null,
    }),
    'nursing.recordSheet.list query.oldmanId': row(`select t.oldman_id as "oldmanId", ${MONTH} ${MISSED}`, {
      deptId: null,
    }),
  },
} satisfies IdKnowledge
