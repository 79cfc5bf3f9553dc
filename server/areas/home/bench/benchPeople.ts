// Birthdays, averages and open alarms of those who live in the house.

import type { BirthdayData, OpenAlarmData } from '#contract/home/bench'
import { IN_HOUSE } from '#contract/live/resident'
import { AlarmStatus } from '#contract/monitor/words'
import { BED_PERIODS, birthdaysBetween, heldDays, openDays } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { inDepts } from '#server/kit/tenant'

const SCOPE = `t.org_id = $1 and ${inDepts('t', '$2')}`

const WEEK = 7

export async function birthdaysOf(
  who: Caller,
  input: { month?: string | null; days?: number | null },
): Promise<BirthdayData[]> {
  const span = await who.app.pool.query<{ first: string; last: string }>({
    name: 'birthday_span',
    text: `select to_char(case when $1::text is null then current_date else ($1 || '-01')::date end, 'YYYY-MM-DD') as first,
      to_char(case when $1::text is null then current_date + $2::int - 1
        else (($1 || '-01')::date + interval '1 month' - interval '1 day')::date end, 'YYYY-MM-DD') as last`,
    values: [input.month ?? null, input.days ?? WEEK],
  })
  const { first, last } = span.rows[0]!
  return birthdaysBetween(who.app.pool, who, first, last)
}

/** Used days of beds by the days that beds counted: a bed made or closed within the span counts for its own days. */
const AVERAGE = `with span as (
  select coalesce($3::date, date_trunc('month', current_date)::date) as first,
    least(coalesce($4::date, current_date), current_date) as last
), place as materialized (
  select p.* from (${BED_PERIODS}) p left join room r on r.org_id = $1 and r.room_id = p.room_id
  where $2::text[] is null or coalesce(r.dept_id, p.dept_id) is null or coalesce(r.dept_id, p.dept_id) = any($2)
), beds as (
  select coalesce(sum(${openDays('place', 'span.first', '(span.last + 1)')}), 0) as days from span, place
), held as (
  select coalesce(sum(${heldDays('place', 'o', 'span.first', '(span.last + 1)')}), 0) as days
  from span, occupancy o join place on place.bed_id = o.bed_id
  where o.org_id = $1 and o.kind in ('STAY', 'ROOM') and o.days && daterange(span.first, greatest(span.first, span.last), '[]')
)
select (select round(avg(extract(year from age(current_date, t.birth_date))), 1)::float8 from oldman t
    where ${SCOPE} and t.status in (${IN_HOUSE})) as age,
  (select round(avg(current_date - s.start_date), 1)::float8 from oldman t
    join stay s on s.org_id = t.org_id and s.oldman_id = t.oldman_id and s.end_date is null
    where ${SCOPE} and t.status in (${IN_HOUSE})) as days,
  case when beds.days > 0 then round(100.0 * held.days / beds.days, 1)::float8 end as occupancy,
  to_char(span.first, 'YYYY-MM-DD') as from, to_char(span.last, 'YYYY-MM-DD') as to
from span, beds, held`

export interface Average {
  age: number | null
  days: number | null
  occupancy: number | null
  from: string
  to: string
}

export async function averageOf(who: Caller, from: string | null, to: string | null): Promise<Average> {
  const found = await who.app.pool.query<Average>({
    name: 'bench_average',
    text: AVERAGE,
    values: [who.orgId, who.deptIds, from, to],
  })
  return found.rows[0]!
}

/** Whose bed or person lies in another department is not this reader's alarm. */
const ALARMS = `select a.record_id as "recordId", a.content, t.oldman_name as "oldmanName",
  concat_ws('>', nullif(l.path, ''), r.room_name, b.bed_name) as place, a.raised_at as "raisedAt",
  greatest(0, extract(epoch from now() - a.raised_at))::int as seconds, a.taken_at is not null as taken
from alarm_record a
left join oldman t on t.org_id = a.org_id and t.oldman_id = a.oldman_id
left join bed b on b.org_id = a.org_id and b.bed_id = a.bed_id
left join room r on r.org_id = a.org_id and r.room_id = coalesce(b.room_id, a.room_id)
left join location l on l.org_id = r.org_id and l.location_id = r.area
where a.org_id = $1 and a.status = ${AlarmStatus.is.open}
  and ($2::text[] is null or coalesce(a.dept_id, t.dept_id, r.dept_id) is null
    or coalesce(a.dept_id, t.dept_id, r.dept_id) = any($2))
order by a.raised_at, a.record_id limit 50`

export async function openAlarmsOf(who: Caller): Promise<OpenAlarmData[]> {
  const found = await who.app.pool.query<OpenAlarmData>({
    name: 'bench_alarms',
    text: ALARMS,
    values: [who.orgId, who.deptIds],
  })
  return found.rows
}
