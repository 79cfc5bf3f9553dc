// What was measured while the demo house was cared for: records of projects that ask for values carry them, all of them usual.
import { ExecutionResult } from '#contract/nursing/execution'
import { demoPart } from '#server/kit/demo'

// What goes in and out is judged by the whole day at 07:00, and of most elders only today is recorded: so it begins there.
const MEASURED = `with residents as (
  select t.oldman_id, row_number() over (order by t.oldman_id) as n from oldman t where t.org_id = $1 and t.status in (1, 4)
), taken as (
  select e.execution_id, e.plan_time, e.oldman_id, e.done_at, e.recorded_at, e.worker_id, c.needs_signs as parts, c.project_name = '鼻饲' as tube,
    o.n, hashtext(e.execution_id) & 2147483647 as r, e.done_at >= current_date + time '07:00' as sums
  from care_execution e join care_project c on c.org_id = e.org_id and c.project_id = e.project_id and cardinality(c.needs_signs) > 0
  join residents o on o.oldman_id = e.oldman_id where e.org_id = $1 and e.result = '${ExecutionResult.is.done}'
), given as (
  select *, 'pressure' = any(parts) as pressure, 'intake' = any(parts) and sums as intake, 'output' = any(parts) and sums as output
  from taken where sums or not parts <@ array['intake', 'output']
), signs as (
  insert into vital_sign (org_id, sign_id, oldman_id, measured_at, temperature, site, pulse, breathing, systolic, diastolic, arm, oxygen,
    glucose, glucose_timing, weight, intake, intake_kind, output, output_kind, stool, stool_shape, source, worker_id, worker_name, grade,
    created_at)
  select $1, md5('measured:' || g.execution_id), g.oldman_id, g.done_at,
    case when 'temperature' = any(parts) then 36.1 + (r % 10) / 10.0 end, case when 'temperature' = any(parts) then 'armpit' end,
    case when 'pulse' = any(parts) then 62 + (n * 7 + r % 9) % 30 end, case when 'breathing' = any(parts) then 14 + r % 6 end,
    case when pressure then 108 + (n * 5 + r % 13) % 31 end, case when pressure then 64 + (n * 3 + r % 9) % 24 end,
    case when pressure then case when n % 3 = 0 then 'right' else 'left' end end, case when 'oxygen' = any(parts) then 95 + r % 5 end,
    case when 'glucose' = any(parts) then 5.0 + (r % 20) / 10.0 end, case when 'glucose' = any(parts) then 'random' end,
    case when 'weight' = any(parts) then 46 + n % 27 + (r % 7) / 10.0 end,
    case when intake then case when tube then 350 else 500 end end, case when intake then case when tube then 'tube' else 'drink' end end,
    case when output then 400 + r % 100 end, case when output then 'urine' end,
    case when 'stool' = any(parts) then 1 end, case when 'stool' = any(parts) then 'formed' end,
    'care', g.worker_id, (select e.emp_name from employee e where e.org_id = $1 and e.emp_id = g.worker_id), 'normal', g.recorded_at
  from given g
)
update care_execution e set sign_id = md5('measured:' || g.execution_id) from given g
where e.org_id = $1 and e.plan_time = g.plan_time and e.execution_id = g.execution_id`

/** After the care itself. */
export default demoPart(64, async (tx, demo) => {
  const made = await tx.client.query(MEASURED, [demo.orgId])
  tx.log({ remark: `护理执行中测得体征 ${made.rowCount} 次`, targetType: 'vitalSign' })
})
