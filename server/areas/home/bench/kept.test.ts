// What the bench keeps is what it would count: after whatever is written, by whom and through which process.
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bench } from '#contract/home/bench'
import { createApp, type RunningApp } from '#server/app'
import { parts } from '#server/areas/home/bench/benchFigures'
import { askConfirming } from '#server/areas/live/test/confirming'
import { application, OUTINGS } from '#server/areas/live/test/outingHouse'
import { CALLS, dayOf } from '#server/areas/live/test/stayHouse'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import type { Caller } from '#server/kit/caller'
import { chance } from '#server/kit/chance'
import { areas } from '#server/kit/contributions'
import { keptFigures } from '#server/kit/kept'
import { callerFor } from '#server/kit/serve'
import type { SessionUser } from '#server/kit/sessionUser'
import { demoApp, type TestApp } from '#server/kit/test/app'

let app: TestApp
/** A second process on the same database. */
let other: RunningApp
const token: Record<string, string> = {}
const USERS = ['zhengkai', 'lixiaomei', 'liumin', 'hejing', 'fangfang', 'wangjianguo']

beforeAll(async () => {
  app = await demoApp({}, { clockwork: false })
  other = await createApp({ ...app.app.settings }, app.url, undefined, { clockwork: false })
  for (const name of USERS) token[name] = await app.signIn(name, 'Yiyuan2026')
})
afterAll(async () => {
  await other.close()
  await app.close()
})

const sql = (text: string, values: unknown[] = []) => app.app.pool.query(text, values)
/** The same connections under another name: nothing is kept for it. */
const unkept = () => Object.assign(Object.create(app.app.pool), { on: () => undefined }) as pg.Pool

type Key = 'count' | 'waitHandle'
const KEYS: readonly Key[] = ['count', 'waitHandle']

async function callerOf(name: string, key: Key, pool: pg.Pool): Promise<Caller> {
  const answer = (await app.app.sessions.resolve(token[name]!)) as { user: SessionUser }
  const origin = { ip: '127.0.0.1', terminal: 'test', requestId: 'test', requestNo: null }
  return callerFor({ ...app.app, pool }, bench, bench.calls[key], answer.user, origin as never, {})
}

async function counted(name: string, key: Key): Promise<unknown> {
  const who = await callerOf(name, key, unkept())
  return app.app.handlers.get(bench.calls[key].key)!.handler({} as never, who as never)
}

async function shown(at: RunningApp, name: string, key: Key): Promise<unknown> {
  const answer = await at.server.inject({
    method: 'GET',
    url: bench.calls[key].path,
    headers: { authorization: token[name]! },
  })
  const { status, data } = answer.json() as { status: number; data: unknown }
  expect(status).toBe(200)
  return data
}

async function agree(what: string, names: readonly string[] = USERS): Promise<void> {
  for (const name of names) {
    for (const key of KEYS) {
      const fresh = await counted(name, key)
      for (const at of [app, other]) expect([what, name, await shown(at, name, key)]).toEqual([what, name, fresh])
    }
  }
}

/** One row of a table, chosen by the number that is given. */
const one = (table: string, key: string, where = 'true') =>
  `${key} = (select ${key} from ${table} where org_id = $1 and ${where} order by md5(${key} || $2::text) limit 1)`
const update = (table: string, key: string, set: string, where?: string) =>
  `update ${table} set ${set} where org_id = $1 and ${one(table, key, where)}`

/** What the product's acts write, without their rules; each moves figures, to-dos or what they are read by. */
const WRITES: Readonly<Record<string, string>> = {
  'another department': update(
    'oldman',
    'oldman_id',
    'dept_id = (select dept_id from dept where org_id = $1 order by md5(dept_id || $2::text) limit 1)',
    'status = 1',
  ),
  'an archive with gaps': update('oldman', 'oldman_id', 'completeness = 5', 'status in (1, 4)'),
  'a trial that ends': update('stay', 'stay_id', 'trial_end = current_date + 1', `kind = 'TRIAL' and end_date is null`),
  'a contract that ends': update(
    'stay',
    'stay_id',
    'contract_end = current_date + 2',
    `kind = 'FORMAL' and end_date is null`,
  ),
  'a bed left': `delete from occupancy where org_id = $1 and ${one('occupancy', 'occ_id', 'days @> current_date')}`,
  'a bed hidden': update('bed', 'bed_id', 'display = 1 - display'),
  'a room of another department': update(
    'room',
    'room_id',
    'dept_id = (select dept_id from dept where org_id = $1 order by md5(dept_id || $2::text) limit 1)',
  ),
  'a bed to clean': `insert into bed_mark (org_id, bed_id, mark, reason) select org_id, bed_id, 7, '' from bed b where org_id = $1
    and not exists (select from bed_mark m where m.org_id = b.org_id and m.bed_id = b.bed_id) order by md5(bed_id || $2::text) limit 1`,
  'a bed is clean': `delete from bed_mark where org_id = $1 and ${one('bed_mark', 'bed_id')}`,
  'an outing is late': update(
    'outing',
    'out_id',
    `plan_return = greatest(plan_out, now() - interval '1 hour')`,
    'actual_out is not null and actual_return is null',
  ),
  'a task is done': update(
    'care_task',
    'task_id',
    `state = 'DONE', done_at = now(), execution_id = 'x'`,
    `state = 'WAITING' and plan_time::date = current_date`,
  ),
  'a task is missed': update(
    'care_task',
    'task_id',
    `state = 'MISSED'`,
    `state = 'WAITING' and plan_time::date = current_date`,
  ),
  'a follow-up is late': update('consultation', 'consultation_id', `next_follow_at = now() - interval '1 day'`),
  'a contract runs out': update('contract_document', 'contract_id', 'end_date = greatest(start_date, current_date)'),
  'a reminder': update('remind_log', 'remind_id', `created_at = now(), result = 'SENT'`),
  'somebody comes tomorrow': update('reservation', 'reserve_id', 'expect_check_in = current_date + 1'),
  'a settlement waits': update('settlement', 'settle_id', `state = 'DRAFT'`),
  'a phone call waits': update('vms_outbox', 'outbox_id', `state = 'WAITING'`),
  'an alarm is told otherwise': update('alarm_record', 'record_id', `content = content || '。'`),
  settings: `update system_config set value = value || '{"contractRemindDays": 90, "remindDays": 1, "maskAmounts": true}'::jsonb
    where org_id = $1 and name in ('residenceSet', 'costSet')`,
}

const resident = async (n: number, where: string): Promise<string> =>
  (
    await sql(
      `select oldman_id as id from oldman o where org_id = $1 and ${where} order by md5(oldman_id || $2::text) limit 1`,
      [DEMO_ORG, n],
    )
  ).rows[0].id

const FREE_TO_MOVE = `status = 1 and not exists (select from residence_apply p where p.org_id = o.org_id and p.state = 0
  and o.oldman_id in (p.oldman_id, p.other_id)) and exists (select from stay s where s.org_id = o.org_id and s.oldman_id = o.oldman_id
  and s.end_date is null and not s.whole_room)`

/** What people do, with the rules of the product. */
const ACTS: Readonly<Record<string, (n: number) => Promise<{ status: number }>>> = {
  'a trial begins': async (n) => {
    const found = await sql(
      `select b.bed_id as bed, (select level_id from nursing_level where org_id = $1 order by level_id limit 1) as level from bed b
       where b.org_id = $1 and b.display = 0 and not exists (select from bed_mark m where m.org_id = b.org_id and m.bed_id = b.bed_id)
         and not exists (select from occupancy o where o.org_id = b.org_id and o.bed_id = b.bed_id)
       order by md5(b.bed_id || $2::text) limit 1`,
      [DEMO_ORG, n],
    )
    const { bed: bedId, level: levelId } = found.rows[0]
    const body = { oldmanId: await resident(n, 'status = 3'), bedId, levelId, trialStart: dayOf(0), trialEnd: dayOf(3) }
    return askConfirming(app, ...CALLS.trial, { token: token.zhengkai!, body })
  },
  'somebody leaves': async (n) => {
    const body = { oldmanId: await resident(n, FREE_TO_MOVE), checkOutDate: dayOf(0), checkoutReason: '3' }
    return askConfirming(app, ...CALLS.checkOut, { token: token.zhengkai!, body })
  },
  'two beds are exchanged': async (n) => {
    const oldmanId = await resident(n, FREE_TO_MOVE)
    const otherOldmanId = await resident(n, `${FREE_TO_MOVE} and oldman_id <> '${oldmanId}'`)
    const body = { oldmanId, otherOldmanId, effectiveDate: dayOf(0), reason: '调换' }
    return askConfirming(app, ...CALLS.exchangeBed, { token: token.zhengkai!, body })
  },
  'an application for an outing': async (n) => {
    const oldmanId = await resident(
      n,
      `status = 1 and not exists (select from outing u where u.org_id = o.org_id and u.oldman_id = o.oldman_id)`,
    )
    return app.ask('POST', OUTINGS, { token: token.hejing!, body: application(oldmanId) })
  },
  'a debt is paid': async (n) => {
    const found = await sql(
      `select b.oldman_id as id, array_agg(b.bill_id) as bills, sum(b.receivable_fen - b.paid_fen)::int as owed
       from bill b join elder_account a on a.org_id = b.org_id and a.oldman_id = b.oldman_id and a.owed_since < current_date
       where b.org_id = $1 and b.state in ('DUE', 'PART') group by 1 order by md5(b.oldman_id || $2::text) limit 1`,
      [DEMO_ORG, n],
    )
    const { id: oldmanId, bills: billIds, owed: amountFen } = found.rows[0]
    const body = { kind: 'BILL', oldmanId, billIds, payments: [{ source: 'CASH', way: 2, amountFen }] }
    return app.ask('POST', '/pims/web-pi/cost/pay', { token: token.fangfang!, body })
  },
}

it('reads only tables whose writes are noted, and says which', async () => {
  const noted = await sql(`select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgname in ('figures_insert', 'figures_update', 'figures_delete') group by 1 having count(*) = 3`)
  const known = new Set(noted.rows.map((row: { name: string }) => row.name))
  // Of a partitioned table its parts are read, and the table itself notes what is written.
  const divided = await sql(
    `select i.inhrelid::regclass::text as part, i.inhparent::regclass::text as whole from pg_inherits i`,
  )
  const wholeOf = new Map(divided.rows.map((row: { part: string; whole: string }) => [row.part, row.whole]))
  const who = await callerOf('zhengkai', 'waitHandle', app.app.pool)
  const tablesOf = async (run: (pool: pg.Pool) => Promise<unknown>) => {
    const texts: string[] = []
    const pool = unkept()
    pool.query = ((given: string | { text: string }, ...rest: unknown[]) => {
      texts.push(typeof given === 'string' ? given : given.text)
      return app.app.pool.query(given as string, ...(rest as []))
    }) as typeof pool.query
    await run(pool)
    const found = new Set<string>()
    for (const text of texts) {
      const plan = await sql(`explain (generic_plan, format json) ${text}`)
      for (const [, name] of JSON.stringify(plan.rows[0]).matchAll(/"Relation Name":"(\w+)"/g)) {
        found.add(wholeOf.get(name!) ?? name!)
      }
    }
    return [...found].sort()
  }
  const values = [DEMO_ORG, null]
  for (const [name, { reads, text }] of Object.entries(parts)) {
    expect([name, await tablesOf((pool) => pool.query(text, values))]).toEqual([name, [...reads].sort()])
    for (const table of reads) expect(known).toContain(table)
  }
  for (const todo of areas().todos) {
    const found = new Set<string>()
    for (const may of [false, true]) {
      const asking = (pool: pg.Pool) => ({ ...who, may: () => may, app: { ...app.app, pool } }) as unknown as Caller
      for (const table of await tablesOf((pool) => todo.count(asking(pool)))) found.add(table)
    }
    expect([todo.key, [...found].sort()]).toEqual([todo.key, [...todo.reads].sort()])
    for (const table of todo.reads) expect(known).toContain(table)
  }
})

const refused = (error: { code?: string }) => {
  // The database keeps its own rules: what breaks one is as if it had never been tried.
  if (!/^(23|P0)/.test(error.code ?? '')) throw error
}

it('shows what was written, to everybody, through every process', async () => {
  const { below, pick } = chance(20261118)
  await agree('at first')
  const names = [...Object.keys(ACTS), ...Object.keys(WRITES)]
  const seen = async () => JSON.stringify([await counted('zhengkai', 'count'), await counted('zhengkai', 'waitHandle')])
  const changed = new Set<string>()
  const failed: unknown[] = []
  for (let round = 0; round < names.length + 20; round++) {
    const what = names[round] ?? pick(names)
    const n = below(1e6)
    const before = await seen()
    const text = WRITES[what]
    if (text) await sql(text, text.includes('$2') ? [DEMO_ORG, n] : [DEMO_ORG]).catch(refused)
    else {
      const answer = await ACTS[what]!(n)
      if (answer.status !== 200) failed.push([what, answer])
    }
    await agree(what, [USERS[round % USERS.length]!, 'zhengkai'])
    if ((await seen()) !== before) changed.add(what)
  }
  await agree('at last')
  // Figures that move are compared, those of every act of people among them.
  const shows = Object.keys(ACTS).filter((what) => what !== 'two beds are exchanged')
  expect([failed, [...changed]]).toEqual([[], expect.arrayContaining(shows)])
  expect(changed.size).toBeGreaterThan(15)
})

it('shows what commits late', async () => {
  const client = await app.app.pool.connect()
  try {
    await client.query('begin')
    await client.query(WRITES['a bed hidden']!, [DEMO_ORG, 7])
    await agree('not committed yet', ['zhengkai'])
    await sql(WRITES['an archive with gaps']!, [DEMO_ORG, 8])
    await agree('another transaction in between', ['zhengkai'])
    await client.query('commit')
    await agree('committed', ['zhengkai'])
  } finally {
    await client.query('rollback')
    client.release()
  }
})

/** What was written so far is older than every transaction under way in the cluster, where other tests write too. */
const decided = () =>
  expect
    .poll(
      async () =>
        (
          await sql(`select pg_snapshot_xmin(pg_current_snapshot())::text::bigint >
            (select coalesce(max(xid), 0) from figure_moved) as decided`)
        ).rows[0].decided,
      { timeout: 60_000, interval: 100 },
    )
    .toBe(true)

it('counts again only what was moved, when its moment has come, or the day is another', async () => {
  const times: Record<string, number> = {}
  const pool = unkept()
  const ask = (key: string, reads: readonly string[], until: string | null = null) =>
    keptFigures(pool, DEMO_ORG, [
      { key, reads, count: async () => ({ value: (times[key] = (times[key] ?? 0) + 1), until }) },
    ])
  await decided()
  for (let i = 0; i < 3; i++) {
    await ask('beds', ['bed'])
    await ask('outings', ['outing'])
    await ask('past', ['bed'], '2020-01-01 00:00:00')
    await ask('future', ['bed'], '2999-01-01 00:00:00')
  }
  expect(times).toEqual({ beds: 1, outings: 1, past: 3, future: 1 })
  await sql(WRITES['a bed hidden']!, [DEMO_ORG, 9])
  await decided()
  expect([await ask('beds', ['bed']), await ask('outings', ['outing'])]).toEqual([[2], [1]])
  // Another organisation's writes move nothing here.
  await sql(`update bed set sort = sort where org_id <> $1`, [DEMO_ORG])
  expect(await ask('beds', ['bed'])).toEqual([2])
})

it('counts again after the database has been away, whose transactions may begin anew', async () => {
  const pool = new pg.Pool({ connectionString: app.url, max: 1 })
  // The connection below is meant to break.
  pool.on('error', () => undefined)
  try {
    let times = 0
    const ask = () =>
      keptFigures(pool, DEMO_ORG, [
        { key: 'beds', reads: ['bed'], count: async () => ({ value: ++times, until: null }) },
      ])
    await decided()
    expect([await ask(), await ask()]).toEqual([[1], [1]])
    const { pid } = (await pool.query('select pg_backend_pid() as pid')).rows[0]
    const gone = new Promise((resolve) => pool.once('remove', resolve))
    await sql('select pg_terminate_backend($1)', [pid])
    await gone
    expect([await ask(), await ask()]).toEqual([[2], [2]])
  } finally {
    await pool.end()
  }
})
