// Birthdays of those who live in the house.
import type pg from 'pg'
import type { BirthdayData } from '#contract/home/bench'
import { IN_HOUSE } from '#contract/live/resident'
import { inDepts, type Scope } from '#server/kit/tenant'
import { AGE, PLACE } from './residentSql.ts'

/**
 * The days from $3 to $4, each with the people born on that date of the year. Who was born on 29 February is found on
 * 28 February where the year has no 29th. The date of the year is a number, so that days and people meet by hash.
 */
const DATE_OF_YEAR = (day: string) => `(extract(month from ${day}) * 100 + extract(day from ${day}))::int`
const BIRTHDAYS = `with asked as (
  select d::date as day, ${DATE_OF_YEAR('d')} as date from generate_series($3::date, $4::date, interval '1 day') d
), dates as (
  select day, date from asked
  union all select day, 229 from asked where date = 228 and ${DATE_OF_YEAR('(day + 1)')} = 301
)
select t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.sex, ${AGE} as age, t.head, t.status,
  t.notes as attention, t.birth_date as "birthDate", to_char(d.day, 'YYYY-MM-DD') as day,
  (extract(year from d.day) - extract(year from t.birth_date))::int as turns, (d.day - current_date) as "inDays",
  at.path as "bedPath"
from oldman t join dates d on d.date = ${DATE_OF_YEAR('t.birth_date')}
${PLACE}
where t.org_id = $1 and ${inDepts('t', '$2')} and t.status in (${IN_HOUSE})
order by d.day, t.birth_date, t.oldman_id`

export async function birthdaysBetween(
  client: pg.Pool | pg.ClientBase,
  scope: Scope,
  from: string,
  to: string,
): Promise<BirthdayData[]> {
  const found = await client.query<BirthdayData>({
    name: 'birthdays',
    text: BIRTHDAYS,
    values: [scope.orgId, scope.deptIds, from, to],
  })
  return found.rows
}
