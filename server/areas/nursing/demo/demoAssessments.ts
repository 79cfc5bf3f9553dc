// Assessments of the demo's residents: nearly everybody who lives or lived here was assessed, those who wait partly; a few
// are not bound yet, wait for their second assessor, or were only begun.
import { demoPart } from '#server/kit/demo'

/** Results of the standard by nursing level: level, words, points. */
const RESULTS = `values ('自理', 0, '能力完好', 90), ('半护理（三级护理）', 1, '轻度失能', 74), ('半护理（二级护理）', 2, '中度失能', 56),
  ('全护理（一级护理）', 3, '重度失能', 37), ('特护（特级护理）', 4, '完全失能', 18), ('失智专护', 3, '重度失能', 34)`

const ADD = `with levels(name, level, words, points) as (${RESULTS}), residents as (
  select t.oldman_id, t.status, t.level_id, coalesce(l.name, '半护理（三级护理）') as level_name,
    coalesce((select min(s.start_date) from stay s where s.org_id = t.org_id and s.oldman_id = t.oldman_id),
      t.created_at::date + 1) as came,
    row_number() over (order by t.archive_no, t.oldman_id) as n,
    (select f.name from oldman_family f where f.org_id = t.org_id and f.oldman_id = t.oldman_id order by f.sort limit 1) as informant
  from oldman t left join (select org_id, level_id, level_name as name from nursing_level) l
    on l.org_id = t.org_id and l.level_id = t.level_id
  where t.org_id = $1 and t.status in (1, 2, 3, 4, 5)
), made as (
  -- On coming, and a year later again.
  select e.*, 0 as turn, least(e.came - 2, current_date - 1) as day from residents e where e.n % 12 <> 7 and (e.status <> 3 or e.n % 2 = 0)
  union all
  select e.*, 1, e.came + 350 from residents e where e.status = 1 and e.came + 350 < current_date and e.n % 3 <> 0
)
insert into assessment (org_id, assessment_id, type, oldman_id, reason, assess_date, assessor1, assessor2, informant,
  informant_relation, answers, section_scores, total, preliminary_level, final_level, level_name, suggested_level_id, state, next_date, bound,
  created_at)
select $1, md5('assessment:' || m.oldman_id || ':' || m.turn), case when m.n % 9 = 0 then 1 else 2 end, m.oldman_id,
  case m.turn when 0 then 1 else 2 end, m.day, $2, case when m.n % 4 = 0 then $3 else $4 end, m.informant, '子女',
  '{}'::jsonb, case when x.done then jsonb_build_object('自理能力', r.points * 4 / 10, '运动能力', r.points * 3 / 10,
    '精神状态', r.points * 2 / 10, '感知觉与社会参与', r.points / 10) end,
  case when x.done then r.points end, case when x.done then r.level end, case when x.done then r.level end,
  case when x.done then r.words end, case when x.done then m.level_id end, x.state,
  case when x.done then m.day + 365 end, x.done and x.bound, m.day + time '10:00'
from made m join levels r on r.name = m.level_name
cross join lateral (select
  case when m.status in (3, 5) and m.n % 5 = 1 then 'WAITING' when m.status in (3, 5) and m.n % 5 = 3 then 'DRAFT' else 'DONE' end as state,
  not (m.status in (3, 5) and m.n % 5 in (1, 3)) as done, m.status not in (3, 5) and m.n % 41 <> 3 as bound) x`

export default demoPart(42, async (tx, demo) => {
  const people = [demo.staff('何静'), demo.staff('宋文博'), demo.staff('李晓梅')]
  const made = await tx.client.query(ADD, [demo.orgId, ...people])
  tx.log({ remark: `完成能力评估 ${made.rowCount} 份`, targetType: 'assessment' })
})
