// A week of care in the demo house and today's: what is planned later today still waits.
import { demoPart } from '#server/kit/demo'

/** Project, time of day, the levels that get it; null: everybody. */
const PROJECTS = `values ('晨间护理', time '06:40', array['自理']), ('协助进食（早餐）', time '07:20', array['全护理（一级护理）', '特护（特级护理）', '失智专护']),
  ('生命体征测量', time '09:00', null), ('翻身拍背', time '10:30', array['特护（特级护理）', '全护理（一级护理）']),
  ('康复活动', time '15:00', array['半护理（三级护理）', '半护理（二级护理）', '失智专护']), ('晚间护理', time '19:30', null),
  ('夜间巡视', time '22:30', null)`

const ADD = `with projects(name, at, levels) as (${PROJECTS}), residents as (
  select t.oldman_id, t.check_in_date, l.level_name, d.dept_name, row_number() over (order by t.oldman_id) as n
  from oldman t join nursing_level l on l.org_id = t.org_id and l.level_id = t.level_id
    left join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id
  where t.org_id = $1 and t.status in (1, 4)
), planned as (
  select e.oldman_id, e.n, e.dept_name, p.name, (current_date - g.back) + p.at as at, g.back,
    row_number() over (order by g.back, p.at, e.n) as k
  from residents e cross join projects p cross join generate_series(0, 7) as g(back)
  where (p.levels is null or e.level_name = any(p.levels)) and e.check_in_date <= current_date - g.back
)
insert into nursing_task (org_id, task_id, oldman_id, project_name, plan_time, done_at, state, worker_id, created_at)
select $1, md5('task:' || p.oldman_id || ':' || p.name || ':' || p.back), p.oldman_id, p.name, p.at,
  case when s.state = 'DONE' then p.at + make_interval(mins => (p.k % 25)::int - 5) end, s.state,
  case when s.state = 'DONE' then case p.dept_name when '松鹤楼护理组' then $2 when '长青楼护理组' then $3 else $4 end end,
  (current_date - p.back)::timestamptz
from planned p cross join lateral (select case when p.at > now() - interval '20 minutes' then 'WAITING'
  when p.k % 97 = 11 then 'MISSED' else 'DONE' end as state) s`

export default demoPart(44, async (tx, demo) => {
  const workers = [demo.staff('张翠兰'), demo.staff('王桂香'), demo.staff('陈秀珍')]
  const made = await tx.client.query(ADD, [demo.orgId, ...workers])
  tx.log({ remark: `安排护理任务 ${made.rowCount} 项`, targetType: 'nursingTask' })
})
