// Times of medication: the night that makes tomorrow's takes, presses of a round, a round of a ward, and what is read out of a year.
import type pg from 'pg'
import { WebSocket } from 'ws'
import { drugTake } from '#contract/drug/take'
import { DrugTakeState } from '#contract/drug/useWords'
import { DAY_MS, dayText } from '#contract/kit/clock'
import type { PayloadOf } from '#contract/kit/event'
import { elderCode } from '#contract/nursing/careCode'
import { session } from '#contract/platform/session'
import { newId } from '#server/kit/ids'
import type { Who } from './care.ts'
import { wardId } from './careHouse.ts'
import { percentile } from './monitorTimes.ts'

export const ELDERS = 1000
export const DRUGS_EACH = 8
const DRUGS = 40
const CLOCKS = ['08:00', '18:00']

const DRUG_ROWS = `insert into drug (org_id, drug_id, drug_name, pinyin, initials, substance, spec, min_unit, pack_factor, maker)
select $1::text, md5('bench drug' || n), '基准药片' || n, 'jizhun' || n, 'jz' || n, '基准成分' || n, '5mg×28片', '1', 28, '基准药业' from generate_series(0, ${DRUGS - 1}) n`
const TAKERS = `select oldman_id, row_number() over (order by oldman_id) as k from (select oldman_id from oldman where org_id = $1::text and archive_no like 'CX%'
  order by substr(archive_no, 3)::int limit ${ELDERS}) e`
const USES = `insert into drug_use (org_id, use_id, oldman_id, drug_id, dose, route, frequency, clocks, start_date, since, order_source, doctor, created_at)
select $1::text, md5('bench use' || e.oldman_id || n), e.oldman_id, md5('bench drug' || (e.k * ${DRUGS_EACH} + n) % ${DRUGS}), 1, 1, 'BID', '{${CLOCKS.join()}}',
  current_date - 400, now() - interval '400 days', 'hospital', '王建国', now() - interval '400 days' from (${TAKERS}) e, generate_series(1, ${DRUGS_EACH}) n`
const BATCHES = `insert into drug_stock (org_id, stock_id, oldman_id, drug_id, batch_no, expiry)
select org_id, md5('bench stock' || use_id), oldman_id, drug_id, 'B' || left(md5(use_id), 8), current_date + 400 from drug_use where org_id = $1 and start_date = current_date - 400`
const SLIPS = `insert into drug_slip (org_id, slip_id, slip_no, oldman_id, keep_type, source, person, user_name)
select $1::text, md5('bench slip' || oldman_id), 'BX' || k, oldman_id, 1, 'FAMILY', '家属', '周岚' from (${TAKERS}) e`
const MOVES = `insert into drug_move (org_id, move_id, stock_id, oldman_id, drug_id, keep_type, delta, slip_id)
select s.org_id, md5('bench move' || s.stock_id), s.stock_id, s.oldman_id, s.drug_id, 1, 5000, md5('bench slip' || s.oldman_id)
from drug_stock s join drug_use u on u.org_id = s.org_id and s.stock_id = md5('bench stock' || u.use_id) where s.org_id = $1`

/** Drugs of the dictionary, what each of the elders takes, and boxes that last. */
export async function fillDrugs(client: pg.Client, orgId: string): Promise<void> {
  for (const text of [DRUG_ROWS, USES, BATCHES, SLIPS, MOVES]) await client.query(text, [orgId])
  await client.query('vacuum analyze drug, drug_use, drug_stock, drug_slip, drug_move')
}

/** What stands in the takes of some days that are over: nearly all given, a few refused or missed. $4 and $5 set out and check. */
const PAST = `insert into drug_take (org_id, take_id, use_id, oldman_id, drug_id, dose, plan_time, open_from, due_until, late_until, state, state_at,
  set_out_at, set_out_by, checked_at, checked_by, done_at, done_by, recorded_at, reason, opened, drawn, handled_at, handled_by, handling)
select org_id, to_char(at, 'YYMMDDHH24') || left(md5(use_id), 24), use_id, oldman_id, drug_id, dose, at, at - interval '1 hour', at + interval '1 hour',
  at + interval '3 hours', state, at, case when taken then at - interval '40 minutes' end, case when taken then $4 end,
  case when taken then at - interval '20 minutes' end, case when taken then $5 end, case when state <> 'MISSED' then at end,
  case when state <> 'MISSED' then $5 end, case when state <> 'MISSED' then at end, case when state = 'REFUSED' then '不想吃' end,
  case when state = 'REFUSED' then false end, taken, case when state <> 'GIVEN' then at + interval '2 hours' end, case when state <> 'GIVEN' then $4 end,
  case when state <> 'GIVEN' then '已请示医生' end
from (select u.org_id, u.use_id, u.oldman_id, u.drug_id, u.dose, d.day + c::time as at, case when k.k < 4 then 'MISSED' when k.k < 12 then 'REFUSED' else 'GIVEN' end as state, k.k >= 12 as taken
  from generate_series($2::date, $3::date, interval '1 day') as d(day), drug_use u, unnest(u.clocks) c,
    lateral (select (hashtext(u.use_id || d.day || c) & 2147483647) % 1000 as k) k
  where u.org_id = $1 and u.doctor = '王建国' and u.start_date = current_date - 400) t order by at, oldman_id`

const INDEXES = `select indexdef as def, indexname as name from pg_indexes i where tablename = 'drug_take'
  and not exists (select 1 from pg_constraint c where c.conname = i.indexname)`

/** Written without triggers, and indexed when all is there. The rows. */
export async function fillTakes(
  client: pg.Client,
  orgId: string,
  days: number,
  say: (line: string) => void,
): Promise<number> {
  const staff = await client.query<{ id: string }>(
    'select user_id as id from account where org_id = $1 order by user_id limit 2',
    [orgId],
  )
  const [first, second] = staff.rows.map((row) => row.id)
  const indexes = await client.query<{ def: string; name: string }>(INDEXES)
  await client.query(
    `set work_mem = 262144; set maintenance_work_mem = 524288; set synchronous_commit = off; alter table drug_take disable trigger user`,
  )
  for (const { name } of indexes.rows) await client.query(`drop index "${name}"`)
  let rows = 0
  const STEP = 30
  for (let back = days; back >= 1; back -= STEP) {
    const of = (day: number) => dayText(Date.now() - day * DAY_MS)
    const done = await client.query(PAST, [orgId, of(back), of(Math.max(1, back - STEP + 1)), first, second])
    rows += done.rowCount ?? 0
    say(`  ${of(back)}: ${rows.toLocaleString('en-US')} takes`)
  }
  for (const { def } of indexes.rows) await client.query(def)
  await client.query('alter table drug_take enable trigger user; analyze drug_take')
  return rows
}

// Those that a round of a run before was pressed on have times of their own.
const OF_DAY = `select count(*)::int as n from drug_take t join drug_use u using (org_id, use_id)
where t.org_id = $1 and u.doctor = '王建国' and t.plan_time >= $2::date and t.plan_time < $2::date + 1
  and to_char(t.plan_time, 'HH24:MI') = any(u.clocks)`

const AGAIN = `delete from drug_take where plan_time >= current_date and set_out_by is null
  and use_id in (select use_id from drug_use where doctor = '王建国' and start_date < current_date - 300)`

/** Queued as the clock would; how long until the takes of today and tomorrow are there, and how many are too many or missing. */
export async function makeTakes(client: pg.Client, orgId: string): Promise<{ seconds: number; wrong: number }> {
  const days = [dayText(Date.now()), dayText(Date.now() + DAY_MS)]
  // Those that a run before has made go again, so that this one makes them all.
  await client.query(AGAIN)
  const began = performance.now()
  await client.query(`select graphile_worker.add_job('drug.takes', payload := '{}', job_key := 'bench.takes')`)
  for (;;) {
    const { rows } = await client.query(`select 1 from graphile_worker.jobs where key = 'bench.takes'`)
    if (rows.length === 0) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const seconds = (performance.now() - began) / 1000
  let wrong = 0
  for (const day of days) {
    const { rows } = await client.query<{ n: number }>(OF_DAY, [orgId, day])
    wrong += Math.abs(rows[0]!.n - ELDERS * DRUGS_EACH * CLOCKS.length)
  }
  return { seconds, wrong }
}

/** Takes whose time is now, of the elders of some wards. */
const DUE = `insert into drug_take (org_id, take_id, use_id, oldman_id, drug_id, dose, plan_time, open_from, due_until, late_until)
select u.org_id, md5('bench due' || u.use_id || $3), u.use_id, u.oldman_id, u.drug_id, u.dose, at.at, at.at - interval '1 hour',
  at.at + interval '3 hours', at.at + interval '4 hours'
from drug_use u join oldman o using (org_id, oldman_id), (select date_trunc('minute', now()) as at) at
where u.org_id = $1 and u.doctor = '王建国' and o.dept_id = any($2) and u.start_date < current_date - 300
returning take_id as "takeId", oldman_id as "oldmanId"`

async function press(who: Who, act: string, body: object): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`${who.url}/pims/web-org/drug/take${act}`, {
    method: 'POST',
    headers: {
      authorization: who.token,
      appName: 'platform-admin',
      'content-type': 'application/json',
      'x-request-no': newId(),
    },
    body: JSON.stringify(body),
  })
  const { status, desc } = (await answer.json()) as { status: number; desc: string }
  if (status !== 200) throw new Error(`a press was refused: ${desc}`)
  return performance.now() - began
}

/** The socket of a second screen: when it was told of a take. */
async function listen(who: Who) {
  const answer = await fetch(`${who.url}${session.calls.socketTicket.path}`, {
    method: session.calls.socketTicket.method,
    headers: { authorization: who.token, appName: 'platform-admin', 'content-type': 'application/json' },
    body: '{}',
  })
  const { data } = (await answer.json()) as { data: { ticket: string } }
  const socket = new WebSocket(`${who.url.replace('http', 'ws')}/websocket/${data.ticket}`)
  const waiting = new Map<string, () => void>()
  socket.on('message', (raw) => {
    const frame = JSON.parse(raw.toString()) as { type?: string; data?: PayloadOf<typeof drugTake.events.changed> }
    if (frame.type !== drugTake.events.changed.name) return
    for (const { takeId, state } of frame.data!.takes) {
      if (state === DrugTakeState.is.GIVEN) waiting.get(takeId)?.()
    }
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return {
    /** Until the screen knows that it was given, ms. */
    hears: (takeId: string) => {
      const began = performance.now()
      return new Promise<number>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`a second screen was not told of ${takeId}`)), 10_000)
        waiting.set(takeId, () => {
          clearTimeout(late)
          waiting.delete(takeId)
          resolve(performance.now() - began)
        })
      })
    },
    close: () => socket.close(),
  }
}

/**
 * Elder by elder: one sets out, another checks with the code of the wrist band, and gives each drug by a press of its own, while the
 * screen of the first listens. ms, the middle ones, and of the screen the slowest but one in twenty.
 */
export async function pressRound(client: pg.Client, first: Who, second: Who) {
  const { rows } = await client.query<{ takeId: string; oldmanId: string }>(DUE, [
    first.orgId,
    [wardId(2), wardId(3)],
    newId(),
  ])
  const ofElder = new Map<string, string[]>()
  for (const { oldmanId, takeId } of rows) ofElder.set(oldmanId, [...(ofElder.get(oldmanId) ?? []), takeId])
  const [sets, checks, gives, heard]: [number[], number[], number[], number[]] = [[], [], [], []]
  const screen = await listen(first)
  for (const [oldmanId, takeIds] of ofElder) {
    sets.push(await press(first, '/setOut', { takeIds }))
    checks.push(await press(second, '/check', { takeIds, scanned: elderCode(oldmanId), allRight: true }))
    for (const takeId of takeIds) {
      const told = screen.hears(takeId)
      const [took, seen] = await Promise.all([press(second, '', { takeIds: [takeId], result: 'given' }), told])
      gives.push(took)
      heard.push(seen)
    }
  }
  screen.close()
  return {
    setOut: percentile(sets, 0.5),
    check: percentile(checks, 0.5),
    give: percentile(gives, 0.5),
    presses: gives.length,
    screen: percentile(heard, 0.95),
  }
}
