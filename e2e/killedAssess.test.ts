// The server, and once its database too, is killed while an assessor answers and while a change of level is being approved: every
// answer that was acknowledged is there, what was not is sent again and stands once, and of the approval there is all or nothing.
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { of2023 } from '#contract/nursing/assess/kinds/of2023'
import { postmasterPid } from '#server/kit/postmasterPid'
import { filledFolder } from './kit/product.ts'
import { type Product, startServer } from './kit/server.ts'
import { passwordOf } from './kit/signIn.ts'

const SUBMIT = '/pims/web-pi/assessment/normal-2023/submit'
const REGRADES = '/pims/web-org/nursingRegrade'

let folder: string
let product: Product
let tokens: { head: string; boss: string }

/** With the product's own PostgreSQL, as on a bare machine. */
const start = () => startServer({ databaseUrl: '', dataDir: folder, env: { PHOTO_CODE: 'off' } })

async function connect(): Promise<pg.Client> {
  const { port, password } = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8'))
  const client = new pg.Client({ connectionString: `postgres://yiyuan:${password}@127.0.0.1:${port}/yiyuan` })
  // A killed database is what this is about.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function sql<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
  const client = await connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

interface Asked {
  token?: string
  requestNo?: string
  method?: string
}

async function ask<T>(path: string, body: object, { token, requestNo, method = 'POST' }: Asked = {}) {
  const answer = await fetch(`${product.url}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: token }),
      ...(requestNo && { 'x-request-no': requestNo }),
    },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as { status: number; desc: string; data: T }
}

async function signIn(): Promise<void> {
  const tokenOf = async (name: string) => {
    const words = { loginName: name, loginPassword: passwordOf(name) }
    return (await ask<{ token: string }>('/passport/web-rbac/logins/login', words)).data.token
  }
  tokens = { head: await tokenOf('hejing'), boss: await tokenOf('zhengkai') }
}

function kill(database: boolean): void {
  process.kill(product.process.pid!, 'SIGKILL')
  if (database) process.kill(postmasterPid(folder), 'SIGKILL')
}
async function again(): Promise<void> {
  product = await start()
  await signIn()
}

beforeAll(async () => {
  folder = await filledFolder('yiyuan-assess-')
  await again()
})
afterAll(async () => {
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})

const CASES: [string, boolean][] = [
  ['the server', false],
  ['the server and its database', true],
]

test.each(CASES)(
  '%s killed while a sheet is filled: what was acknowledged is there, the rest stands once',
  async (_, database) => {
    const [elder] = await sql<{ id: string }>(
      `select oldman_id as id from oldman o where status = 1 and dept_id = (select dept_id from dept d where d.org_id = o.org_id and d.dept_name = '松鹤楼护理组')
       and not exists (select from assessment a where a.org_id = o.org_id and a.oldman_id = o.oldman_id and a.state in ('DRAFT', 'WAITING'))
     order by archive_no limit 1`,
    )
    const begun = await ask<{ assessmentId: string }>(SUBMIT, { oldmanId: elder!.id }, { token: tokens.head })
    expect(begun, begun.desc).toMatchObject({ status: 200 })
    const { assessmentId } = begun.data
    const items = of2023.sections.flatMap((section) =>
      section.items.map((item, at) => ({ itemId: item.key, option: item.options[at % item.options.length]!.key })),
    )
    const answer = (one: (typeof items)[number]) =>
      ask(
        SUBMIT,
        { assessmentId, answers: [one] },
        { token: tokens.head, requestNo: `answer-${assessmentId}-${one.itemId}` },
      )
    const known: string[] = []
    const open: typeof items = []
    let killed = false
    const hand = async (at: number) => {
      for (const one of items.filter((__, n) => n % 2 === at)) {
        const got = await answer(one).catch(() => null)
        if (got?.status === 200) known.push(one.itemId)
        else open.push(one)
        if (known.length >= items.length / 2 && !killed) {
          killed = true
          kill(database)
        }
      }
    }
    await Promise.all([0, 1].map(hand))
    expect([known.length >= items.length / 2, open.length > 0]).toEqual([true, true])

    await again()
    const stored = async () => {
      const [row] = await sql<{
        answers: Record<string, { value: { option: string } }>
        answered: number
        version: number
      }>('select answers, answered, version from assessment where assessment_id = $1', [assessmentId])
      return row!
    }
    const kept = Object.keys((await stored()).answers)
    expect(known.filter((key) => !kept.includes(key))).toEqual([])
    // As the browser does: the same number again.
    for (const one of open) expect((await answer(one)).status).toBe(200)
    const whole = await stored()
    expect(Object.fromEntries(Object.entries(whole.answers).map(([key, one]) => [key, one.value.option]))).toEqual(
      Object.fromEntries(items.map((one) => [one.itemId, one.option])),
    )
    expect(whole.answered).toBe(items.length)
    // Nothing was counted twice: one version for the draft, one for each answer.
    expect(whole.version).toBe(items.length + 1)
  },
)

test.each(CASES)('%s killed in the middle of an approval: nothing of it, then all of it once', async (_, database) => {
  const [one] = await sql<{ id: string; elder: string }>(
    'select regrade_id as id, oldman_id as elder from regrade where state = 1 order by submitted_at, regrade_id limit 1',
  )
  const { id: regradeId, elder } = one!
  const rehearsed = await ask<{ effectiveDate: string; basis: object[] }>(
    `${REGRADES}/rehearsal`,
    { regradeId },
    { token: tokens.boss },
  )
  expect(rehearsed, rehearsed.desc).toMatchObject({ status: 200 })
  const { effectiveDate, basis } = rehearsed.data
  const picture = () =>
    sql(
      `select (select json_agg(r.* order by regrade_id) from (select regrade_id, state, plan_id, contract_id, version from regrade where oldman_id = $1) r) as regrades,
        (select json_agg(p.* order by plan_id) from (select plan_id, state, start_date, end_date, version from care_plan where oldman_id = $1) p) as plans,
        (select json_agg(x.* order by from_date) from (select from_date, level_id from stay_level join stay using (org_id, stay_id) where oldman_id = $1) x) as levels,
        (select json_agg(f.* order by fee_set_id) from (select fee_set_id, f.price_fen, f.from_date, f.to_date from fee_set f join stay using (org_id, stay_id) where oldman_id = $1) f) as fees,
        (select count(*) from contract_document where oldman_id = $1) as papers,
        (select count(*) from stay_event where oldman_id = $1) as events`,
      [elder],
    )
  const approve = () =>
    ask(
      `${REGRADES}/approve`,
      { regradeId, effectiveDate, seen: basis },
      { token: tokens.boss, method: 'PUT', requestNo: `approve-${regradeId}` },
    )
  const before = await picture()
  // Somebody holds the messages that an approval sends last: it has written everything else and waits.
  const other = await connect()
  await other.query('begin')
  await other.query('lock table user_message in share row exclusive mode')
  const cut = approve().catch(() => null)
  const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%user_message%'`
  await expect.poll(async () => (await sql(waits)).length, { timeout: 60_000 }).toBeGreaterThan(0)
  kill(database)
  expect(await cut).toBeNull()
  await other.query('rollback').catch(() => undefined)
  await other.end().catch(() => undefined)

  await again()
  expect(await picture()).toEqual(before)
  const done = await approve()
  expect(done, done.desc).toMatchObject({ status: 200, data: { state: 2 } })
  const after = await picture()
  expect(after).not.toEqual(before)
  // The same number again is the same answer, and changes nothing.
  expect(await approve()).toMatchObject({ status: 200, data: { state: 2 } })
  expect(await picture()).toEqual(after)
})
