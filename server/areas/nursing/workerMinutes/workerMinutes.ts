// Handlers of the minutes by caregiver.
import { pageInfo } from '#contract/kit/paging'
import { CareTaskState, TASK_AWAY } from '#contract/nursing/task'
import { type WorkerMinutesData, workerMinutes } from '#contract/nursing/workerMinutes'
import { staffName, WITH_RESIDENT } from '#server/areas/residents/public'
import { implement } from '#server/kit/implement'
import { inDepts } from '#server/kit/tenant'

const USUAL_SIZE = 10
const AWAY = TASK_AWAY.map((state) => `'${state}'`).join(', ')

/** $1 organisation, $2 departments, $3 first day of the month, $4 departments asked for or null. */
const SCOPE = `t.org_id = $1 and ${inDepts('o', '$2')} and ($4::text[] is null or o.dept_id = any($4))
  and t.plan_time >= $3::date::timestamptz and t.plan_time < ($3::date + interval '1 month')::timestamptz`

/**
 * Minutes are those of the task as it was made; of what was done as needed, those of the project. What is still to come is no
 * arrears: of the month that runs only what is due by now is planned.
 */
const MINUTES = `with planned as (
  select t.worker_id, count(*) as planned, sum(t.minutes) as minutes,
    count(*) filter (where t.state = '${CareTaskState.is.MISSED}') as missed
  from care_task t ${WITH_RESIDENT} where ${SCOPE} and t.state not in (${AWAY})
    and (t.plan_time <= now() or t.state not in ('${CareTaskState.is.WAITING}')) group by t.worker_id),
done as (
  select t.worker_id, count(*) filter (where t.result = 'done') as done,
    sum(coalesce(k.minutes, p.minutes)) filter (where t.result = 'done') as minutes,
    count(*) filter (where t.result = 'done' and t.task_id is null) as extra, count(*) filter (where t.late) as late,
    count(*) filter (where t.together_no is not null) as together, count(*) filter (where t.result = 'refused') as refused
  from care_execution t ${WITH_RESIDENT}
  join care_project p on p.org_id = t.org_id and p.project_id = t.project_id
  left join care_task k on k.org_id = t.org_id and k.task_id = t.task_id and k.plan_time = t.plan_time
    and k.plan_time >= $3::date and k.plan_time < $3::date + interval '1 month'
  where ${SCOPE} and t.taken_back_at is null group by t.worker_id)
select t.worker_id as "workerId", coalesce(${staffName('t.worker_id')}, case when t.worker_id is null then '未分派' else '已离职' end) as "workerName",
  coalesce(t.planned, 0)::int as planned, coalesce(t.planned_minutes, 0)::int as "plannedMinutes",
  coalesce(t.done, 0)::int as done, coalesce(t.done_minutes, 0)::int as "doneMinutes", coalesce(t.extra, 0)::int as extra,
  coalesce(t.late, 0)::int as late, coalesce(t.together, 0)::int as together, coalesce(t.refused, 0)::int as refused,
  coalesce(t.missed, 0)::int as missed
from (select $1::text as org_id, coalesce(planned.worker_id, done.worker_id) as worker_id, planned.planned,
    planned.minutes as planned_minutes, planned.missed, done.done, done.minutes as done_minutes, done.extra, done.late,
    done.together, done.refused
  from planned full join done on done.worker_id = planned.worker_id) t
order by coalesce(t.planned_minutes, 0) desc, coalesce(t.done_minutes, 0) desc, t.worker_id`

export default implement(workerMinutes, {
  list: async ({ month, deptId, page: asked, size: most }, who) => {
    const page = asked ?? 1
    const size = most || USUAL_SIZE
    const { rows } = await who.app.pool.query<WorkerMinutesData>({
      name: 'worker_minutes',
      text: MINUTES,
      values: [who.orgId, who.deptIds, `${month}-01`, deptId ? deptId.split(',') : null],
    })
    // As many as a house has caregivers: all are read, a page is cut.
    return pageInfo(rows.slice((page - 1) * size, page * size), rows.length, page, size)
  },
})
