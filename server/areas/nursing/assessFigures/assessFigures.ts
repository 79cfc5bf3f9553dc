// Handlers of what assessments say about the house: levels over time, drift, and who assessed how much.

import type { InputOf } from '#contract/kit/call'
import { monthText } from '#contract/kit/clock'
import { type PageInfo, pageInfo } from '#contract/kit/paging'
import { invalid } from '#contract/kit/refusal'
import { IN_HOUSE } from '#contract/live/resident'
import { kindOf } from '#contract/nursing/assess/kinds'
import {
  type AssessorMonthData,
  assessFigures,
  type DriftData,
  type LevelMonthData,
} from '#contract/nursing/assessFigures'
import {
  partPattern,
  RESIDENT_JOINS,
  RESIDENT_MARKS,
  startPattern,
  WITH_RESIDENT,
} from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { inDepts } from '#server/kit/tenant'

type Calls = (typeof assessFigures)['calls']

const USUAL_MONTHS = 12
const MOST_MONTHS = 60
const USUAL_SIZE = 10

/** 0 able … 4 fully lost, in the words of the newest standard; kinds with four levels end with the fourth. */
const LEVELS = kindOf('of2023')!.levels.map(({ level, short }) => ({ level, levelName: short }))

const indexOfMonth = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1
const monthAt = (index: number) => `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`

/** The last year, unless told; months to come are left out. */
function monthsOf({ startMonth, endMonth }: { startMonth?: string | null; endMonth?: string | null }): string[] {
  const now = indexOfMonth(monthText())
  const to = Math.min(endMonth ? indexOfMonth(endMonth) : now, now)
  const from = startMonth ? indexOfMonth(startMonth) : to - USUAL_MONTHS + 1
  if (from > to) throw invalid('开始月份不能晚于结束月份', 'startMonth')
  if (to - from >= MOST_MONTHS) throw invalid(`一次最多统计 ${MOST_MONTHS} 个月`, 'startMonth')
  return Array.from({ length: to - from + 1 }, (_, i) => monthAt(from + i))
}

// Who lived here at the end of the month (of this one: today), and the newest ability that was known then.
const BY_MONTH = `select m.month, count(*)::int as residents, count(*) filter (where l.level is null)::int as none,
  array_agg(l.level) filter (where l.level is not null) as levels
from (select x.month, least((x.month || '-01')::date + interval '1 month' - interval '1 day', current_date)::date as day from unnest($3::text[]) as x(month)) m
join stay s on s.org_id = $1 and s.start_date <= m.day and (s.end_date is null or s.end_date > m.day)
join oldman o on o.org_id = s.org_id and o.oldman_id = s.oldman_id and ${inDepts('o', '$2')} and ($4::text is null or o.dept_id = $4)
left join lateral (select a.final_level as level from assessment a where a.org_id = s.org_id and a.oldman_id = s.oldman_id and a.family = 'ability'
  and a.state = 'DONE' and a.assess_date <= m.day order by a.assess_date desc, a.created_at desc limit 1) l on true
group by m.month order by m.month`

async function levels(who: Caller, q: InputOf<Calls['levels']>): Promise<LevelMonthData[]> {
  const months = monthsOf(q)
  const found = await who.app.pool.query<{ month: string; residents: number; none: number; levels: number[] | null }>({
    name: 'assess_level_months',
    text: BY_MONTH,
    values: [who.orgId, who.deptIds, months, q.deptId || null],
  })
  const byMonth = new Map(found.rows.map((one) => [one.month, one]))
  return months.map((month) => {
    const row = byMonth.get(month)
    const known = row?.levels ?? []
    return {
      month,
      residents: row?.residents ?? 0,
      levels: LEVELS.map((one) => ({ ...one, count: known.filter((level) => level === one.level).length })),
      none: row?.none ?? 0,
    }
  })
}

const WORSE = `(points < 0 or (points is null and levels < 0))`
const BETTER = `(points > 0 or (points is null and levels > 0))`

// The last ability of those who live here beside the first of the same questionnaire.
const DRIFT = `with drift as materialized (select o.org_id, o.oldman_id, l.kind, x.assessment_id as first_id, l.assessment_id as last_id,
    l.total - x.total as points, x.final_level - l.final_level as levels, l.assess_date as last_date
  from oldman o
  join assess_newest n on n.org_id = o.org_id and n.oldman_id = o.oldman_id and n.family = 'ability'
  join assessment l on l.org_id = n.org_id and l.assessment_id = n.assessment_id
  join lateral (select a.assessment_id, a.total, a.final_level from assessment a where a.org_id = o.org_id and a.oldman_id = o.oldman_id
    and a.family = 'ability' and a.state = 'DONE' and a.kind = l.kind order by a.assess_date, a.created_at limit 1) x
    on x.assessment_id <> l.assessment_id
  where o.org_id = $1 and ${inDepts('o', '$2')} and o.status in (${IN_HOUSE}) and ($3::text is null or o.dept_id = $3)
    and ($4::text is null or o.oldman_name like $4 or o.readings like $5)),
hit as materialized (select * from drift where case $6::text when 'worse' then ${WORSE} when 'better' then ${BETTER}
  when 'same' then not coalesce(${WORSE} or ${BETTER}, false) else true end),
page as (select *, row_number() over (order by levels, points nulls last, last_date desc, oldman_id) as n from hit order by n limit $7 offset $8)
select ${RESIDENT_MARKS}, t.kind, (select count(*)::int from assessment a where a.org_id = t.org_id and a.oldman_id = t.oldman_id
    and a.family = 'ability' and a.state = 'DONE' and a.kind = t.kind) as assessments, x.assessment_id as "firstId", x.assess_date as "firstDate", x.total as "firstTotal",
  x.final_level as "firstLevel", x.level_name as "firstName", l.assessment_id as "lastId", l.assess_date as "lastDate", l.total as "lastTotal",
  l.final_level as "lastLevel", l.level_name as "lastName", t.points, t.levels, (select count(*) from hit)::int as total_
from page t ${WITH_RESIDENT} ${RESIDENT_JOINS}
join assessment x on x.org_id = t.org_id and x.assessment_id = t.first_id
join assessment l on l.org_id = t.org_id and l.assessment_id = t.last_id where t.org_id = $1 order by t.n`

type Counted<Row> = Row & { total_: number }

/** The total stands on every row; a page past the end asks the first for it. */
async function paged<Row>(
  ask: (size: number, offset: number) => Promise<Counted<Row>[]>,
  q: { page?: number | null; size?: number | null },
): Promise<PageInfo<Row>> {
  const page = q.page ?? 1
  const size = q.size || USUAL_SIZE
  const rows = await ask(size, (page - 1) * size)
  const total = (rows[0] ?? (page > 1 ? (await ask(1, 0))[0] : undefined))?.total_ ?? 0
  return pageInfo<Row>(rows, total, page, size)
}

async function drift(who: Caller, q: InputOf<Calls['drift']>): Promise<PageInfo<DriftData>> {
  const typed = q.keyword?.trim() || null
  type Row = DriftData & { kind: string }
  const found = await paged<Row>(async (size, offset) => {
    const values = [
      who.orgId,
      who.deptIds,
      q.deptId || null,
      typed && partPattern(typed),
      typed && startPattern(typed),
      q.change || null,
      size,
      offset,
    ]
    return (await who.app.pool.query<Counted<Row>>({ name: 'assess_drift', text: DRIFT, values })).rows
  }, q)
  return { ...found, list: found.list.map((row) => ({ ...row, kindName: kindOf(row.kind)?.name ?? row.kind })) }
}

// Counted by pair and month first: a pair stands for many.
const ASSESSORS = `with pair as (select a.assessor1, a.assessor2, date_trunc('month', a.assess_date::timestamp) as month, count(*) as n
  from assessment a
  left join oldman o on o.org_id = a.org_id and o.oldman_id = a.oldman_id
  left join consultation c on c.org_id = a.org_id and c.consultation_id = a.consultation_id and a.oldman_id is null
  where a.org_id = $1 and a.state = 'DONE' and a.assess_date >= ($3 || '-01')::date
    and a.assess_date < (($4 || '-01')::date + interval '1 month')::date and ($5::text is null or $5 in (a.assessor1, a.assessor2))
    and (case when a.oldman_id is not null then ${inDepts('o', '$2')} else ${inDepts('c', '$2')} end)
  group by 1, 2, 3),
done as (select w.user_id, to_char(p.month, 'YYYY-MM') as month, coalesce(sum(p.n) filter (where w.first), 0)::int as as_first,
    coalesce(sum(p.n) filter (where not w.first), 0)::int as as_second, sum(p.n)::int as total
  from pair p cross join lateral (values (p.assessor1, true), (p.assessor2, false)) as w(user_id, first)
  where w.user_id is not null and ($5::text is null or w.user_id = $5) group by w.user_id, p.month)
select t.user_id as "userId", coalesce(e.emp_name, n.user_name) as "empName", t.month, t.as_first as "asFirst", t.as_second as "asSecond",
  t.total, (select count(*) from done)::int as total_
from done t left join account n on n.org_id = $1 and n.user_id = t.user_id left join employee e on e.org_id = $1 and e.emp_id = t.user_id
order by t.month desc, t.total desc, t.user_id limit $6 offset $7`

async function assessors(who: Caller, q: InputOf<Calls['assessors']>): Promise<PageInfo<AssessorMonthData>> {
  const months = monthsOf(q)
  return paged<AssessorMonthData>(async (size, offset) => {
    const values = [who.orgId, who.deptIds, months[0], months.at(-1), q.userId || null, size, offset]
    return (await who.app.pool.query<Counted<AssessorMonthData>>({ name: 'assess_assessors', text: ASSESSORS, values }))
      .rows
  }, q)
}

export default implement(assessFigures, {
  levels: (input, who) => levels(who, input),
  drift: (input, who) => drift(who, input),
  assessors: (input, who) => assessors(who, input),
})
