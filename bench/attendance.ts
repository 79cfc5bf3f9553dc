// A house of five hundred people on rosters, and a ward of sixty whose next month is empty.
import type pg from 'pg'
import { addDays } from '#contract/administration/rosterRules'
import { dayText } from '#contract/kit/clock'
import { readTimes, type Who } from './care.ts'

export const PEOPLE = 500
export const WARD = 60
const EVERYBODY = PEOPLE + WARD
const GROUP = `md5('roster group')`
const WARD_GROUP = `md5('roster ward')`
const PERSON = `md5('roster person' || n)`
const EVERY = `from generate_series(1, ${EVERYBODY}) n`
const OF = (column: string) => `case when n <= ${PEOPLE} then ${column} else ${column.replace('group', 'ward')} end`

/** Two days, two nights, two free: each person one day later than the one before. */
const TURN = `(array['D', 'D', 'N', 'N', null, null])[(n + (d.day - date '2026-01-01')) % 6 + 1]`
const SHIFT = (name: string) =>
  `(select shift_pk_id from attendance_shift where org_id = $1::text and shift_name = '${name}')`

const FILL: readonly string[] = [
  `insert into dept (org_id, dept_id, parent_id, dept_name, dept_key, level, ward)
   values ($1::text, ${GROUP}, null, '五百人护理部', 'rosterall', 1, 1), ($1::text, ${WARD_GROUP}, null, '六十人护理区', 'rosterward', 1, 1)`,
  `insert into account (org_id, user_id, user_name, password_hash, reset_password)
   select $1::text, ${PERSON}, 'roster' || n, 'none', false ${EVERY}`,
  `insert into employee (org_id, emp_id, emp_key, emp_name, dept_id, emp_type)
   select $1::text, ${PERSON}, 'ROSTER' || n, '员工' || n, ${OF(GROUP)}, 'nursing' ${EVERY}`,
  `insert into attendance_group (org_id, attendance_group_pk_id, name, mode, dept_id, pattern, effective_date)
   select $1::text, id, name, 'ROSTER', id, jsonb_build_object('shiftIds', jsonb_build_array(${SHIFT('白班')}, ${SHIFT('夜班')})), current_date - 400
   from (values (${GROUP}, '五百人'), (${WARD_GROUP}, '六十人')) as g(id, name)`,
  `insert into attendance_member (org_id, emp_id, from_day, attendance_group_pk_id, team, sort)
   select $1::text, ${PERSON}, current_date - 400, ${OF(GROUP)}, chr(65 + n % 5) || ' 组', n ${EVERY}`,
  `insert into staff_certificate (org_id, certificate_id, emp_id, kind)
   select $1::text, md5('roster certificate' || n), ${PERSON}, 'CARER' ${EVERY} where n % 3 = 0`,
  `insert into roster_cell (org_id, emp_id, day, kind, shift_pk_id, published_at, published_name)
   select $1::text, ${PERSON}, d.day, case when ${TURN} is null then 'REST' else 'SHIFT' end,
     case ${TURN} when 'D' then ${SHIFT('白班')} when 'N' then ${SHIFT('夜班')} end, now(), '基准'
   ${EVERY} cross join (select generate_series(current_date - 62, current_date + 62, interval '1 day')::date as day) d
   where n <= ${PEOPLE} or d.day < date_trunc('month', current_date) + interval '1 month'`,
  `insert into roster_need (org_id, need_id, dept_id, shift_pk_id, days, people, certified, certificate)
   values ($1::text, md5('need d'), ${GROUP}, ${SHIFT('白班')}, 'ALL', 160, 0, null), ($1::text, md5('need n'), ${GROUP}, ${SHIFT('夜班')}, 'ALL', 150, 0, null),
     ($1::text, md5('need wd'), ${WARD_GROUP}, ${SHIFT('白班')}, 'ALL', 16, 4, 'CARER'), ($1::text, md5('need wn'), ${WARD_GROUP}, ${SHIFT('夜班')}, 'ALL', 10, 2, 'CARER')`,
  `insert into attendance_record (org_id, emp_id, work_date, part, dept_id, attendance_group_pk_id, shift_pk_id, shift_name, plan_on, plan_off,
     actual_on, actual_off, on_result, off_result, due, present, night, worked_min)
   select c.org_id, c.emp_id, c.day, 0, m.attendance_group_pk_id, m.attendance_group_pk_id, s.shift_pk_id, s.shift_name,
     c.day + make_interval(mins => s.start_minute), c.day + make_interval(mins => s.end_minute), c.day + make_interval(mins => s.start_minute - 5),
     c.day + make_interval(mins => s.end_minute + 5), 0, 0, true, true, s.night, s.work_minutes
   from roster_cell c join attendance_member m on m.org_id = c.org_id and m.emp_id = c.emp_id
   join attendance_shift s on s.org_id = c.org_id and s.shift_pk_id = c.shift_pk_id
   where c.org_id = $1 and c.published_name = '基准' and c.day < current_date`,
]

const TABLES = ['account', 'employee', 'attendance_member', 'roster_cell', 'attendance_record'] as const

export async function fillAttendance(client: pg.Client, orgId: string): Promise<void> {
  for (const text of FILL) await client.query(text, [orgId])
  for (const table of TABLES) await client.query(`analyze ${table}`)
}

export async function groupIds(client: pg.Client): Promise<{ all: string; ward: string }> {
  const { rows } = await client.query<{ all: string; ward: string }>(`select ${GROUP} as all, ${WARD_GROUP} as ward`)
  return rows[0]!
}

export async function post<T>(who: Who, path: string, body: object, key = who.token): Promise<T> {
  const answer = await fetch(`${who.url}${path}`, {
    method: 'POST',
    headers: { authorization: key, appName: 'platform-admin', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { status, desc, data } = (await answer.json()) as { status: number; desc: string; data: T }
  if (status !== 200) throw new Error(`${path}: ${desc}`)
  return data
}

export async function get<T>(who: Who, path: string): Promise<T> {
  const answer = await fetch(`${who.url}${path}`, { headers: { authorization: who.token, appName: 'platform-admin' } })
  const { status, desc, data } = (await answer.json()) as { status: number; desc: string; data: T }
  if (status !== 200) throw new Error(`${path}: ${desc}`)
  return data
}

const ROSTER = '/pims/web-org/roster'

export const monthTimes = (who: Who, groupId: string, month: string) =>
  readTimes(who, () => `${ROSTER}?attendanceGroupPkId=${groupId}&month=${month}`, 40)

const percentile = (took: readonly number[], at: number) =>
  took.toSorted((a, b) => a - b)[Math.floor(took.length * at)]!
const PAINTED = 20
const WEEK = 7

/** A week of twenty people painted with another shift, as one press of the page; each time other people. */
export async function paintTimes(client: pg.Client, who: Who, groupId: string, times = 20): Promise<number> {
  const { rows } = await client.query<{ day: string; night: string }>(
    `select ${SHIFT('白班')} as day, ${SHIFT('夜班')} as night`,
    [who.orgId],
  )
  const first = addDays(dayText(), 7)
  const days = Array.from({ length: WEEK }, (_, at) => addDays(first, at))
  const took: number[] = []
  for (let turn = 0; turn < times; turn++) {
    const people = await client.query<{ id: string }>(
      `select md5('roster person' || n) as id from generate_series(${turn * PAINTED + 1}, ${(turn + 1) * PAINTED}) n`,
    )
    const cells = people.rows.flatMap(({ id }) =>
      days.map((day, at) => ({
        empId: id,
        day,
        kind: 'SHIFT',
        shiftPkId: at % 2 ? rows[0]!.day : rows[0]!.night,
        version: 1,
      })),
    )
    const began = performance.now()
    const said = await post<{ saved: unknown[] }>(who, `${ROSTER}/cells`, { attendanceGroupPkId: groupId, cells })
    took.push(performance.now() - began)
    if (said.saved.length !== cells.length) throw new Error(`only ${said.saved.length} of ${cells.length} were saved`)
  }
  return percentile(took, 0.95)
}

const CLOCK = '/pims/web-org/attendance/clock'
const AT_ONCE = 20

/** As twenty devices send a change of shift: each punch by itself. Answers how long it took and how many are stored. */
export async function clockIns(
  client: pg.Client,
  who: Who,
  count: number,
): Promise<{ seconds: number; stored: number }> {
  const { key } = await post<{ key: string }>(who, `${CLOCK}/devices`, {
    deviceNo: `BENCH-${Date.now()}`,
    name: '基准',
  })
  let next = 0
  const began = performance.now()
  const mark = `bench${Date.now()}-`
  const work = async () => {
    for (let n = next++; n < count; n = next++) {
      await post(
        who,
        `${CLOCK}/device`,
        { punches: [{ number: `${mark}${n}`, empKey: `ROSTER${(n % PEOPLE) + 1}` }] },
        key,
      )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const seconds = (performance.now() - began) / 1000
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from clock_punch where org_id = $1 and number like '%' || $2 || '%'`,
    [who.orgId, mark],
  )
  return { seconds, stored: rows[0]!.n }
}

export const statisticsTimes = (who: Who, month: string) =>
  readTimes(who, (n) => `/pims/web-org/attendanceStatistics?month=${month}&page=${(n % 5) + 1}&size=50`, 40)

interface Preview {
  cells: number
  lacked: number
  lacks: number
  people: { after: { nights: number } }[]
}

/** From the press to the answer, the queue of the work included. */
export async function proposal(
  who: Who,
  groupId: string,
  month: string,
): Promise<{ seconds: number; preview: Preview }> {
  const path = `${ROSTER}/proposal`
  const began = performance.now()
  const { runId } = await post<{ runId: string }>(who, path, { attendanceGroupPkId: groupId, month })
  for (;;) {
    const run = await get<{ state: string; message: string | null }>(who, `/passport/web-org/jobs/${runId}`)
    if (run.state === 'done') break
    if (run.state !== 'waiting' && run.state !== 'running') throw new Error(run.message ?? run.state)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { seconds: (performance.now() - began) / 1000, preview: await get<Preview>(who, `${path}/${runId}`) }
}
