// A house of 2,000 residents in wards of 60, everybody with a plan of 20 tasks a day, and a year of what was done. A month is
// written beside the tables and taken in as a part when it is full: its indexes are built once instead of row by row.
import type pg from 'pg'
import { DAY_MS } from '#contract/kit/clock'
import { CareWindow } from '#contract/nursing/project'
import { partAt } from '#server/kit/partitions'

export const RESIDENTS = 2000
export const WARD = 60
export const TASKS_A_DAY = 20
const BEDS_PER_ROOM = 3
const PROJECTS = 10

export const wardId = (ward: number) => `ward${String(ward).padStart(28, '0')}`
const WARD_OF = (n: string) => `'ward' || lpad(((${n} - 1) / ${WARD} + 1)::text, 28, '0')`
const ELDER = (n: string) => `md5('care elder' || ${n})`

const deptRows = (wards: number) => `insert into dept (org_id, dept_id, parent_id, dept_name, dept_key, level, ward)
select $1::text, 'ward' || lpad(n::text, 28, '0'), null, '护理 ' || n || ' 区', 'careward' || n, 1, 1 from generate_series(1, ${wards}) n`
// Each ward a building, before those of the demo.
const locationRows = (
  wards: number,
) => `insert into location (org_id, location_id, location_name, location_type, level, path, place)
select $1::text, 'ward' || lpad(n::text, 28, '0'), '护理 ' || n || ' 区', 'building', 1, '护理 ' || n || ' 区', n - 1000 from generate_series(1, ${wards}) n`
const ROOM_WARD = WARD_OF(`((n - 1) * ${BEDS_PER_ROOM} + 1)`)
const roomRows = (rooms: number) => `insert into room (org_id, room_id, room_name, area, sort, dept_id)
select $1::text, md5('care room' || n), 'C' || n, ${ROOM_WARD}, 5000 + n, ${ROOM_WARD} from generate_series(1, ${rooms}) n`
const bedRows = (residents: number) => `insert into bed (org_id, bed_id, bed_name, room_id, sort)
select $1::text, md5('care bed' || n), ((n - 1) % ${BEDS_PER_ROOM} + 1) || '床', md5('care room' || ((n - 1) / ${BEDS_PER_ROOM} + 1)), n % ${BEDS_PER_ROOM}
from generate_series(1, ${residents}) n`
const elderRows = (
  residents: number,
) => `insert into oldman (org_id, oldman_id, archive_no, oldman_name, pinyin, initials, sex, id_card, birth_date, status,
  current_bed_id, dept_id, level_id, check_in_date, attention, completeness, created_at)
select $1::text, ${ELDER('n')}, 'CX' || n, '王' || n, 'wang' || n, 'w' || n, n % 2, '3101011941' || lpad(n::text, 8, '0'), date '1935-01-01' + (n * 7) % 9000,
  1, md5('care bed' || n), ${WARD_OF('n')}, (select level_id from nursing_level where org_id = $1::text order by level_id limit 1),
  current_date - 800, case when n % 6 = 0 then '[1]'::jsonb else '[]'::jsonb end, 80, now() from generate_series(1, ${residents}) n`
const STAYS = `with s as (insert into stay (org_id, stay_id, oldman_id, kind, start_date, formal_date)
  select org_id, md5('care stay' || oldman_id), oldman_id, 'FORMAL', check_in_date, check_in_date
  from oldman where org_id = $1 and archive_no like 'CX%' returning org_id, stay_id, start_date)
insert into stay_level (org_id, stay_id, from_date) select org_id, stay_id, start_date from s`
const OCCUPIED = `insert into occupancy (org_id, occ_id, bed_id, oldman_id, kind, stay_id, days)
select org_id, md5('care occ' || oldman_id), current_bed_id, oldman_id, 'STAY', md5('care stay' || oldman_id), daterange(check_in_date, null)
from oldman where org_id = $1 and archive_no like 'CX%'`
// Whole days, so that a task can be pressed at whatever hour this runs.
const PROJECT_ROWS = `insert into care_project (org_id, project_id, category_id, project_name, minutes, time_window, sort)
select $1::text, md5('care project' || n), (select category_id from care_category where org_id = $1::text order by sort, category_id limit 1),
  '基准项目 ' || n, 5, ${CareWindow.is.day}, 500 + n from generate_series(1, ${PROJECTS}) n`
const PLANS = `insert into care_plan (org_id, plan_id, oldman_id, level_id, start_date, state, created_at)
select org_id, md5('care plan' || oldman_id), oldman_id, level_id, current_date - 400, 'ON', now() - interval '400 days'
from oldman where org_id = $1 and archive_no like 'CX%'`
const ITEMS = `insert into care_plan_item (org_id, item_id, plan_id, project_id, unit, times, clocks, sort, since, created_at)
select p.org_id, md5(p.plan_id || n), p.plan_id, md5('care project' || n), 1, 2,
  array[lpad((6 + n % 8)::text, 2, '0') || ':' || lpad((n * 5)::text, 2, '0'), lpad((14 + n % 8)::text, 2, '0') || ':' || lpad((n * 5)::text, 2, '0')],
  n, now() - interval '400 days', now() - interval '400 days'
from care_plan p, generate_series(1, ${PROJECTS}) n where p.org_id = $1 and p.created_at < now() - interval '399 days'`

export async function fillCareHouse(client: pg.Client, orgId: string, residents = RESIDENTS): Promise<void> {
  const wards = Math.ceil(residents / WARD)
  for (const text of [
    deptRows(wards),
    locationRows(wards),
    roomRows(Math.ceil(residents / BEDS_PER_ROOM)),
    bedRows(residents),
    elderRows(residents),
    STAYS,
    OCCUPIED,
    `insert into elder_account (org_id, oldman_id) select org_id, oldman_id from oldman where org_id = $1 and archive_no like 'CX%'`,
    PROJECT_ROWS,
    PLANS,
    ITEMS,
  ]) {
    await client.query(text, [orgId])
  }
  await client.query('vacuum analyze oldman, stay, occupancy, bed, room, care_plan, care_plan_item, care_project')
}

/** What stands in the tasks of a month: most done, some refused, a few missed. $1 organisation, $2 and $3 the days, $4 workers. */
const PAST = `select i.org_id, left(md5(i.item_id || ':' || extract(epoch from at)), 26) || to_char(at, 'YYMMDD') as task_id, at as plan_time,
  i.item_id, i.plan_id, p.oldman_id, i.project_id, (hashtext(i.item_id || at) & 2147483647) % 1000 as k,
  ($4::text[])[1 + (hashtext(p.oldman_id) & 2147483647) % cardinality($4::text[])] as worker_id, d.day
from generate_series($2::date, $3::date, interval '1 day') as d(day), care_plan_item i
join care_plan p on p.org_id = i.org_id and p.plan_id = i.plan_id, lateral (select d.day + c::time as at from unnest(i.clocks) c) c
where i.org_id = $1 and i.project_id in (select md5('care project' || n) from generate_series(1, ${PROJECTS}) n)`

const TASKS = (
  part: string,
) => `insert into "${part}" (org_id, task_id, plan_time, item_id, plan_id, oldman_id, project_id, minutes, open_from,
  due_until, state, state_at, execution_id, done_at, worker_id, created_at)
select org_id, task_id, plan_time, item_id, plan_id, oldman_id, project_id, 5, day, day + interval '1 day',
  case when k < 5 then 'MISSED' when k < 15 then 'REFUSED' else 'DONE' end, plan_time,
  case when k >= 5 then left(md5('x' || task_id), 26) || right(task_id, 6) end, case when k >= 15 then plan_time + k * interval '2 seconds' end,
  worker_id, day - interval '4 hours' from (${PAST}) t order by oldman_id, plan_time`
const DONE = (
  part: string,
) => `insert into "${part}" (org_id, execution_id, plan_time, task_id, oldman_id, project_id, result, done_at, recorded_at,
  worker_id, terminal, late, late_reason, refuse_reason)
select org_id, left(md5('x' || task_id), 26) || right(task_id, 6), plan_time, task_id, oldman_id, project_id,
  case when k < 15 then 'refused' else 'done' end, plan_time + k * interval '2 seconds', plan_time + (k * 2 + 20) * interval '1 second', worker_id,
  'bedside', k between 15 and 25, case when k between 15 and 25 then '人手不足' end, case when k < 15 then '老人想再睡一会' end
from (${PAST}) t where k >= 5 order by oldman_id, plan_time`

/** So many months before this one. The rows of executions. */
export async function fillCareYear(
  client: pg.Client,
  orgId: string,
  months: number,
  say: (line: string) => void,
): Promise<number> {
  const staff = await client.query<{ id: string }>(
    'select user_id as id from account where org_id = $1 order by user_id limit 200',
    [orgId],
  )
  const workers = staff.rows.map((row) => row.id)
  await client.query('set work_mem = 262144; set maintenance_work_mem = 524288; set synchronous_commit = off')
  let rows = 0
  let at = Date.now()
  for (let month = 0; month < months; month++) {
    // The last day of the month before.
    at = Date.parse(partAt('care_task', 'month', at).from.replace(' ', 'T').replace('+08', '+08:00')) - DAY_MS / 2
    for (const [table, fill] of [
      ['care_task', TASKS],
      ['care_execution', DONE],
    ] as const) {
      const part = partAt(table, 'month', at)
      const days = [
        part.from.slice(0, 10),
        new Date(Date.parse(part.to.slice(0, 10)) - DAY_MS).toISOString().slice(0, 10),
      ]
      const beside = `${part.name}_filled`
      await client.query('begin')
      await client.query(`create table "${beside}" (like ${table} including defaults including constraints)`)
      const { rows: there } = await client.query('select 1 from pg_class where relname = $1', [part.name])
      if (there.length > 0) {
        await client.query(`insert into "${beside}" select * from "${part.name}"`)
        await client.query(`drop table "${part.name}"`)
      }
      const { rowCount } = await client.query(fill(beside), [orgId, ...days, workers])
      await client.query(`alter table "${beside}" rename to "${part.name}"`)
      await client.query(
        `alter table ${table} attach partition "${part.name}" for values from ('${part.from}') to ('${part.to}')`,
      )
      await client.query('commit')
      if (table === 'care_execution') rows += rowCount ?? 0
    }
    say(`  ${new Date(at).toISOString().slice(0, 7)}: ${rows.toLocaleString('en-US')} executions`)
  }
  await client.query('analyze care_task, care_execution')
  return rows
}
