// The bills of a month for 10,000 residents: filled into one organisation, each with a bed, a level, five fee items, a
// move of level or bed for some, an outing for others; the months before are billed already, so that corrections are
// looked for too.
import type pg from 'pg'

export const RESIDENTS = 10_000
const MOVED = 20
const AWAY = 15

const ROOMS = `insert into room (org_id, room_id, room_name, sort)
select $1, md5('bill room' || n), 'Z' || n, 5000 + n from generate_series(1, ${RESIDENTS / 2}) n`
const BEDS = `insert into bed (org_id, bed_id, bed_name, room_id, sort)
select $1, md5('bill bed' || n), (1 + n % 2) || '床', md5('bill room' || (1 + (n - 1) / 2)), n from generate_series(1, ${RESIDENTS + MOVED * 50}) n
where (n - 1) / 2 < ${RESIDENTS / 2}`
const ADD_RESIDENTS = `insert into oldman (org_id, oldman_id, archive_no, oldman_name, pinyin, initials, sex, id_card, birth_date, status,
  current_bed_id, check_in_date, level_id, created_at)
select $1::varchar, md5('bill resident' || n), 'BZ' || n, '账单' || n, 'zhangdan', 'zd', n % 2, 'B' || lpad(n::text, 17, '0'), date '1940-01-01', 1,
  md5('bill bed' || n), current_date - 400, (select level_id from nursing_level where org_id = $1::varchar order by sort limit 1), now()
from generate_series(1, ${RESIDENTS}) n`
const ACCOUNTS = `insert into elder_account (org_id, oldman_id) select org_id, oldman_id from oldman
where org_id = $1 and archive_no like 'BZ%'`
const STAYS = `with s as (insert into stay (org_id, stay_id, oldman_id, kind, start_date, formal_date)
  select org_id, md5('stay' || oldman_id), oldman_id, 'FORMAL', check_in_date, check_in_date from oldman
  where org_id = $1 and archive_no like 'BZ%' returning org_id, stay_id, oldman_id, start_date)
insert into stay_level (org_id, stay_id, from_date, level_id)
select s.org_id, s.stay_id, s.start_date, t.level_id from s join oldman t using (org_id, oldman_id)`
/** Whose care changes its price has another level from then on. */
const LEVELS = `insert into stay_level (org_id, stay_id, from_date, level_id)
select f.org_id, f.stay_id, f.from_date, (select level_id from nursing_level where org_id = $1::varchar order by sort desc limit 1)
from fee_set f join stay s using (org_id, stay_id) where f.org_id = $1::varchar and f.from_date > s.start_date
  and s.start_date = current_date - 400 and f.project_child_id = md5($1::varchar || ':feeChild:care')`
const OCCUPIED = `insert into occupancy (org_id, occ_id, bed_id, oldman_id, kind, stay_id, days)
select org_id, md5('occ' || oldman_id), current_bed_id, oldman_id, 'STAY', md5('stay' || oldman_id), daterange(check_in_date, null)
from oldman where org_id = $1 and archive_no like 'BZ%'`
/** One in twenty changes the price of the care in the middle of the month before. */
const FEES = `insert into fee_set (org_id, fee_set_id, stay_id, project_child_id, price_fen, from_date, to_date)
select $1::varchar, md5('fee' || s.stay_id || x.key || x.part), s.stay_id, md5($1::varchar || ':feeChild:' || x.key),
  x.price + case when x.part = 2 then 60000 else 0 end,
  case when x.part = 2 then x.day else s.start_date end, case when x.part = 1 then x.day end
from (select stay_id, start_date, row_number() over (order by stay_id) as n from stay where org_id = $1::varchar and start_date = current_date - 400) s
cross join lateral (select key, price, 0 as part, null::date as day
    from (values ('bed2', 240000), ('care', 150000), ('meal', 90000), ('service', 30000), ('washing', 8000)) v(key, price)
    where key <> 'care' or s.n % ${MOVED} <> 0
  union all select 'care', 150000, part, (date_trunc('month', current_date) - interval '1 month')::date + 14
    from generate_series(1, 2) part where s.n % ${MOVED} = 0) x`
const OUTINGS = `insert into outing (org_id, out_id, out_no, oldman_id, stay_id, out_type, reason, plan_out, plan_return, companion,
  companion_phone, companion_relation, actual_out, actual_return, applicant_id, state)
select org_id, md5('out' || stay_id), 'BZ' || n, oldman_id, stay_id, '1', '回家', at, at + interval '9 days', '家属', '13800000000', '20', at,
  at + interval '9 days', 'bench', 3
from (select *, row_number() over (order by stay_id) as n,
  (date_trunc('month', current_date) - interval '20 days') + interval '9 hours' as at from stay
  where org_id = $1 and start_date = current_date - 400) s where n % ${AWAY} = 0`
const TIERS = `update fee_child set leave_tiers = '[{"fromDay":3,"percent":100}]' where org_id = $1::varchar
and project_child_id = md5($1::varchar || ':feeChild:meal')`

/** Residents who are to be billed; none of them has a bill yet. */
export async function fillBillable(client: pg.Client | pg.Pool, orgId: string): Promise<void> {
  for (const text of [ROOMS, BEDS, ADD_RESIDENTS, ACCOUNTS, STAYS, OCCUPIED, FEES, LEVELS, OUTINGS, TIERS]) {
    await client.query(text, [orgId])
  }
  await client.query('analyze oldman, stay, stay_level, occupancy, elder_account, bed, room, fee_set, outing')
}

interface Progress {
  state: string
  done: number
  total: number
  message: string | null
  result: { made: number; existing: number } | null
}

/** Asks for the bills of a month as the page does and waits for the run; seconds from the click to its end. */
export async function billMonth(
  url: string,
  token: string,
  month: string,
): Promise<{ seconds: number; made: number; steps: number }> {
  const headers = { authorization: token, appName: 'platform-admin', 'content-type': 'application/json' }
  const began = performance.now()
  const started = await fetch(`${url}/pims/web-pi/cost/payBack`, {
    method: 'POST',
    headers: { ...headers, 'x-request-no': `bench-${month}-${began}` },
    body: JSON.stringify({ month }),
  })
  const { data, desc } = (await started.json()) as { data: { runId: string } | null; desc: string }
  if (!data) throw new Error(`bills of ${month}: ${desc}`)
  const seen = new Set<number>()
  for (;;) {
    const asked = await fetch(`${url}/passport/web-org/jobs/${data.runId}`, { headers })
    const { data: run } = (await asked.json()) as { data: Progress }
    seen.add(run.done)
    if (run.state === 'done') {
      return { seconds: (performance.now() - began) / 1000, made: run.result!.made, steps: seen.size }
    }
    if (run.state !== 'waiting' && run.state !== 'running') throw new Error(`bills of ${month}: ${run.message}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Last month and this one: the second also looks for what the first has to make up for. */
export async function monthsOf(client: pg.Client): Promise<string[]> {
  const found = await client.query<{ month: string }>(
    `select to_char(current_date - n * interval '1 month', 'YYYY-MM') as month from generate_series(1, 0, -1) n`,
  )
  return found.rows.map((row) => row.month)
}
