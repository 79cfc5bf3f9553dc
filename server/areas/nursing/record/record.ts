// The monthly matrix: what was planned and what became of it, by project and day.
import { notFound } from '#contract/kit/refusal'
import { type CareMatrixData, careRecord, type MatrixCellData } from '#contract/nursing/record'
import { requireResident } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { inDepts } from '#server/kit/tenant'

/** $1 organisation, $2 departments seen, $3 department asked for, $4 elder, $5 first day, $6 first day after. */
const ELDERS = `elders as materialized (select o.oldman_id from oldman o where o.org_id = $1 and ${inDepts('o', '$2')}
  and ($3::text is null or o.dept_id = $3) and ($4::text is null or o.oldman_id = $4))`

const CELLS = `with ${ELDERS}, cells as (
  select t.project_id, extract(day from t.plan_time)::int as day,
    count(*) filter (where t.state not in ('OUT', 'HOSPITAL'))::int as planned, count(*) filter (where t.state = 'DONE')::int as done,
    count(*) filter (where t.state = 'REFUSED')::int as refused, count(*) filter (where t.state = 'MISSED')::int as missed,
    count(*) filter (where t.state in ('OUT', 'HOSPITAL'))::int as away, 0 as late, 0 as extra
  from care_task t where t.org_id = $1 and t.plan_time >= $5 and t.plan_time < $6 and t.oldman_id in (select oldman_id from elders)
  group by 1, 2
  union all
  select x.project_id, extract(day from x.plan_time)::int, 0, 0, 0, 0, 0, count(*) filter (where x.late)::int,
    count(*) filter (where x.task_id is null and x.result = 'done')::int
  from care_execution x where x.org_id = $1 and x.plan_time >= $5 and x.plan_time < $6 and x.taken_back_at is null
    and (x.late or x.task_id is null) and x.oldman_id in (select oldman_id from elders) group by 1, 2)
select s.project_id as "projectId", c.project_name as "projectName", g.category_name as "categoryName",
  jsonb_agg(jsonb_build_object('day', s.day, 'planned', s.planned, 'done', s.done, 'refused', s.refused, 'missed', s.missed,
    'away', s.away, 'late', s.late, 'extra', s.extra) order by s.day) as cells
from (select project_id, day, sum(planned)::int as planned, sum(done)::int as done, sum(refused)::int as refused,
    sum(missed)::int as missed, sum(away)::int as away, sum(late)::int as late, sum(extra)::int as extra
  from cells group by project_id, day) s
join care_project c on c.org_id = $1 and c.project_id = s.project_id
join care_category g on g.org_id = c.org_id and g.category_id = c.category_id
group by s.project_id, c.project_name, g.category_name, g.sort, c.sort order by g.sort, c.sort, s.project_id`

const COUNT = `with ${ELDERS} select count(distinct t.oldman_id)::int as elders from care_task t
where t.org_id = $1 and t.plan_time >= $5 and t.plan_time < $6 and t.oldman_id in (select oldman_id from elders)`

const DEPT = `select d.dept_name as name from dept d where d.org_id = $1 and ${inDepts('d', '$2')} and d.dept_id = $3`

type Row = { projectId: string; projectName: string; categoryName: string; cells: MatrixCellData[] }

async function deptName(who: Caller, deptId: string): Promise<string> {
  const found = await who.app.pool.query<{ name: string }>(DEPT, [who.orgId, who.deptIds, deptId])
  if (!found.rows[0]) throw notFound('部门')
  return found.rows[0].name
}

interface Asked {
  month: string
  oldmanId?: string | null
  deptId?: string | null
}

export async function matrixOf(who: Caller, { month, oldmanId, deptId }: Asked): Promise<CareMatrixData> {
  const { pool } = who.app
  const [year, at] = month.split('-').map(Number) as [number, number]
  const next = new Date(Date.UTC(year, at, 1)).toISOString().slice(0, 10)
  const resident = oldmanId ? await requireResident(pool, who, oldmanId) : null
  const dept = deptId ? await deptName(who, deptId) : null
  const values = [who.orgId, who.deptIds, deptId || null, oldmanId || null, `${month}-01 00:00:00`, `${next} 00:00:00`]
  const [cells, count] = await Promise.all([
    pool.query<Row>(CELLS, values),
    pool.query<{ elders: number }>(COUNT, values),
  ])
  return {
    month,
    days: new Date(Date.UTC(year, at, 0)).getUTCDate(),
    oldmanName: resident?.name ?? null,
    deptName: dept,
    elders: count.rows[0]!.elders,
    projects: cells.rows,
  }
}

export default implement(careRecord, { matrix: (asked, who) => matrixOf(who, asked) })
