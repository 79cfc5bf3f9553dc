// Rosters of the demonstration: the last, this and the next month of every ward by 白白夜休休, one team behind the other; head
// and nurse by day on working days. From tomorrow on there are the gaps and the conflict that a planner sees first, and a
// few changes that nobody has published yet.
import { GroupMode } from '#contract/administration/attendanceWords'
import { type DemoContext, demoPart } from '#server/kit/demo'

const shift = (demo: DemoContext, name: string) => demo.id(`shift:${name}`)

const PATTERNS: readonly (readonly [name: string, days: readonly string[]])[] = [
  ['五组轮转（白白夜休休）', ['白班', '白班', '夜班', '休', '休']],
  ['四天一轮（白夜休休）', ['白班', '夜班', '休', '休']],
  ['做六休一', ['白班', '白班', '白班', '白班', '白班', '白班', '休']],
]
const ADD_PATTERN = `insert into roster_pattern (org_id, pattern_id, name, steps, sort)
select $1, p.id, p.name, p.steps, p.sort from jsonb_to_recordset($2::jsonb) as p(id text, name text, steps jsonb, sort int)`

/** Where each team stands on a day: two by day, one by night, two at rest. */
const FILL = `insert into roster_cell (org_id, emp_id, day, kind, shift_pk_id, published_at, published_name)
select m.org_id, m.emp_id, d.day, case when w.shift is null then 'REST' else 'SHIFT' end, w.shift, d.day::timestamp - interval '8 days', $4
from attendance_member m
join attendance_group g on g.org_id = m.org_id and g.attendance_group_pk_id = m.attendance_group_pk_id and g.mode = '${GroupMode.is.ROSTER}'
cross join lateral (select x::date as day from generate_series(date_trunc('month', $2::date) - interval '1 month',
  date_trunc('month', $2::date) + interval '2 months' - interval '1 day', interval '1 day') x
  where x >= m.from_day and (m.to_day is null or x < m.to_day)) d
cross join lateral (select case
  when m.team ~ '^[A-E] ' then ($3::text[])[1 + ((d.day - date '2026-01-01') + (ascii(m.team) - 65) * 4) % 5]
  when m.team in ('组长', '责护') and extract(isodow from d.day) < 6 then ($3::text[])[1]
end as shift) w
where m.org_id = $1`

/** Of one ward: a night and a day with one too few, and a night that a day follows at once. */
const DENT = `update roster_cell c set kind = case when t.shift is null then 'REST' else 'SHIFT' end, shift_pk_id = t.shift
from (select x.day, x.wanted, x.shift, (select n.emp_id from roster_cell n join attendance_member m on m.org_id = n.org_id and m.emp_id = n.emp_id
    and m.to_day is null and m.attendance_group_pk_id = $3 and m.team ~ '^[A-E] '
    where n.org_id = $1 and n.day = x.day + x.look and n.shift_pk_id is not distinct from x.wanted order by m.sort desc limit 1) as emp
  from jsonb_to_recordset($2::jsonb) as x(day date, look int, wanted text, shift text)) t
where c.org_id = $1 and c.emp_id = t.emp and c.day = t.day`

const DRAFT = `update roster_cell c set drafted = 1, draft_kind = 'SHIFT', draft_shift_pk_id = $4, draft_by = $5, draft_name = $6, draft_at = $7::timestamptz, version = 2
from (select n.emp_id, n.day from roster_cell n join attendance_member m on m.org_id = n.org_id and m.emp_id = n.emp_id and m.to_day is null
    and m.attendance_group_pk_id = $3 and m.team in ('组长', '责护')
    where n.org_id = $1 and n.day > $2::date and n.day <= $2::date + 9 and n.kind = 'REST' order by n.day, m.sort limit 2) t
where c.org_id = $1 and c.emp_id = t.emp_id and c.day = t.day`

export default demoPart(72, async (tx, demo) => {
  const patterns = PATTERNS.map(([name, days], sort) => ({
    id: demo.id(`rosterPattern:${name}`),
    name,
    steps: days.map((one) => (one === '休' ? null : shift(demo, one))),
    sort,
  }))
  await tx.client.query(ADD_PATTERN, [demo.orgId, JSON.stringify(patterns)])
  const [day, night] = [shift(demo, '白班'), shift(demo, '夜班')]
  await tx.client.query(FILL, [demo.orgId, demo.today, [day, day, night, null, null], '何静'])
  const ward = demo.id('attendanceGroup:松鹤楼护理组')
  const dents = [
    { day: demo.day(2), look: 0, wanted: night, shift: null },
    { day: demo.day(4), look: 0, wanted: day, shift: null },
    { day: demo.day(6), look: -1, wanted: night, shift: day },
  ]
  for (const one of dents) await tx.client.query(DENT, [demo.orgId, JSON.stringify([one]), ward])
  await tx.client.query(DRAFT, [
    demo.orgId,
    demo.today,
    ward,
    day,
    demo.staff('何静'),
    '何静',
    `${demo.at(0, '00:20')}+08`,
  ])
})
