// Reminders that make themselves: whenever and however often the job runs it comes to the same, also when two run at once or
// one is killed; people are told once of each stage; rules decide.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, dayText } from '#contract/kit/clock'
import { RemindType } from '#contract/kit/remindType'
import { createApp, type RunningApp } from '#server/app'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { chance } from '#server/kit/chance'
import { areas } from '#server/kit/contributions'
import type { ReminderSource } from '#server/kit/reminderSources'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { runOrganisation } from './remindJobs.ts'

const PASSWORD = 'Yiyuan2026'
const BASE = '/pims/web-org/reminds'

let product: TestApp
let other: RunningApp
let admin: string
let dated: readonly ReminderSource[]

const on = (days: number) => dayText(Date.now() + days * DAY_MS)
const sql = async <T extends object>(text: string, values: unknown[] = [DEMO_ORG]) =>
  (await product.app.pool.query<T>(text, values)).rows
const run = (days = 0, sources: readonly ReminderSource[] = areas().reminders) =>
  runOrganisation(product.app, DEMO_ORG, on(days), sources)
const source = (key: string) => areas().reminders.filter((one) => one.key === key)

const picture = async () =>
  (
    await sql<{ row: string }>(
      `select concat_ws(' ', source, record_id, due_day, state, reason, gone_at is not null) as row from remind
       where org_id = $1 and source <> 'own' order by 1`,
    )
  ).map(({ row }) => row)

async function clear(): Promise<void> {
  await sql(`delete from remind where org_id = $1 and source <> 'own'`)
  await sql('delete from remind_run where org_id = $1')
  await sql('delete from remind_rule where org_id = $1')
  await sql(`delete from user_message where org_id = $1 and kind = 'remind'`)
}

const told = async () =>
  (
    await sql<{ count: number }>(
      `select count(*)::int as count from user_message where org_id = $1 and kind = 'remind'`,
    )
  )[0]!.count

beforeAll(async () => {
  product = await demoApp({}, { clockwork: false })
  other = await createApp({ ...product.app.settings }, product.url, undefined, { clockwork: false })
  admin = await product.signIn('zhengkai', PASSWORD)
  // These say for every day what stands; the others look at this very moment.
  dated = areas().reminders.filter((one) => !one.standing && !one.toldElsewhere && !one.key.startsWith('drug'))
})
afterAll(async () => {
  await other.close()
  await product.close()
})
beforeEach(clear)

describe('the job', () => {
  it('makes what every source gives, of every kind that the demonstration has', async () => {
    const ran = await run()
    const kinds = await sql<{ source: string; count: number }>(
      `select source, count(*)::int as count from remind where org_id = $1 and source <> 'own' group by 1 order by 1`,
    )
    expect(ran.made).toBe(kinds.reduce((sum, one) => sum + one.count, 0))
    expect(kinds.map((one) => one.source)).toEqual(
      expect.arrayContaining(['assessDue', 'billsDue', 'contractEnding', 'drugShort', 'licenceExpiring', 'outingLate']),
    )
    expect(await run()).toEqual({ made: 0, closed: 0, changed: 0, told: 0 })
  })

  it('run any number of times on any days comes to the same as run once a day', async () => {
    const LAST = 40
    for (let day = 0; day <= LAST; day++) await run(day, dated)
    const daily = await picture()
    expect(daily.length).toBeGreaterThan(50)
    expect(daily.some((row) => row.includes('生日已过'))).toBe(true)
    for (const seed of [1, 2]) {
      await clear()
      const { below } = chance(seed)
      await run(0, dated)
      for (let day = 0; day < LAST; day += below(19)) {
        await run(day, dated)
        // Again, and on a day that was before: the clock of a server was wrong.
        if (below(3) === 0) await run(day, dated)
        if (below(3) === 0) await run(day - below(9), dated)
      }
      await run(LAST, dated)
      expect(await picture(), `seed ${seed}`).toEqual(daily)
    }
  })

  it('two at once make and tell everything once', async () => {
    await run()
    const [rows, messages] = [await picture(), await told()]
    await clear()
    await Promise.all([run(), runOrganisation(other.app, DEMO_ORG, on(0)), run()])
    expect(await picture()).toEqual(rows)
    expect(await told()).toBe(messages)
  })

  it('killed in the middle it is made up for, and nobody is told twice', async () => {
    await run(0, dated)
    const [rows, messages] = [await picture(), await told()]
    await clear()
    const [first, second, ...rest] = dated
    const dies = {
      ...second!,
      key: 'dies',
      sql: `${first!.sql} and (select pg_terminate_backend(pg_backend_pid()))`,
    }
    await expect(run(0, [first!, dies])).rejects.toThrow()
    // What cannot be told is not made either.
    await sql(
      `create function no_message() returns trigger language plpgsql as $f$ begin raise exception 'gone'; end $f$`,
      [],
    )
    await sql('create trigger no_message before insert on user_message for each row execute function no_message()', [])
    await expect(run(0, [second!, ...rest])).rejects.toThrow('gone')
    await sql('drop trigger no_message on user_message', [])
    await sql('drop function no_message()', [])
    await run(0, dated)
    await run(0, dated)
    expect(await picture()).toEqual(rows)
    expect(await told()).toBe(messages)
  })

  it('one kind that fails keeps no other from being made', async () => {
    const broken = { ...source('billsDue')[0]!, key: 'broken', sql: 'select 1 / 0 as record_id' }
    await expect(run(0, [broken, ...source('contractEnding')])).rejects.toThrow()
    expect((await picture()).length).toBeGreaterThan(0)
  })

  it('sums up: one message for a person and kind, naming the first', async () => {
    await run(0, source('assessDue'))
    const messages = await sql<{ users: number; messages: number; title: string }>(
      `select count(distinct user_id)::int as users, count(*)::int as messages, max(title) as title from user_message
       where org_id = $1 and kind = 'remind'`,
    )
    expect(messages[0]!.messages).toBe(messages[0]!.users)
    expect(messages[0]!.title).toMatch(/^\d+ 条提醒：评估到期$/)
  })
})

describe('causes that are gone', () => {
  it('a contract that is no longer near its end closes its reminder as soon as somebody looks; near again it is open again', async () => {
    await run(0, source('contractEnding'))
    const list = async () =>
      (
        await product.ask<{ total: number; list: { remindId: string }[] }>('GET', BASE, {
          token: admin,
          query: { status: '0', source: 'contractEnding' },
        })
      ).data
    const before = await list()
    const { remindId } = before.list[0]!
    const move = (days: number) =>
      product.app.pool.query(
        `update contract_document c set end_date = c.end_date + $3::int from remind r
         where c.org_id = $1 and r.org_id = c.org_id and r.remind_id = $2 and c.contract_id = r.record_id`,
        [DEMO_ORG, remindId, days],
      )
    await move(400)
    expect((await list()).total).toBe(before.total - 1)
    const one = () =>
      product.ask<{ status: number; bySystem: boolean; reason: string; can: string[]; history: { act: string }[] }>(
        'GET',
        `${BASE}/${remindId}`,
        { token: admin },
      )
    expect((await one()).data).toMatchObject({
      status: 1,
      bySystem: true,
      reason: '已续签、作废，或老人已退住',
      can: [],
    })
    await move(-400)
    expect((await list()).total).toBe(before.total)
    expect((await one()).data.history.map(({ act }) => act)).toEqual(['REOPENED', 'CLOSED'])
  })

  it('what was ignored stays so while its cause stands, and comes anew when it comes again', async () => {
    const drugs = source('drugShort')
    await run(0, drugs)
    const [row] = await sql<{ id: string; record: string }>(
      `select remind_id as id, record_id as record from remind where org_id = $1 and source = 'drugShort' and state = 0 limit 1`,
    )
    const answer = await product.ask('PUT', `${BASE}/editStatus/${row!.id}`, {
      token: admin,
      body: { status: 2, reason: '家属明天送来' },
    })
    expect(answer.status).toBe(200)
    expect(await run(1, drugs)).toMatchObject({ made: 0, closed: 0 })
    const gone = { ...drugs[0]!, sql: `select * from (${drugs[0]!.sql}) x where record_id <> '${row!.record}'` }
    expect(await run(1, [gone])).toMatchObject({ closed: 1 })
    await run(2, drugs)
    const rows = await sql<{ state: number }>(
      `select state from remind where org_id = $1 and source = 'drugShort' and record_id = $2 order by due_day`,
      [DEMO_ORG, row!.record],
    )
    expect(rows.map((one) => one.state)).toEqual([2, 0])
  })
})

describe('rules of the house', () => {
  const save = (key: string, body: object) =>
    product.ask<{ version: number }>('PUT', `${BASE}/rules/${key}`, {
      token: admin,
      body: { enabled: true, leads: [30, 7, 1], holders: true, bell: true, sms: false, ...body },
    })

  it('how far ahead, whether at all, and to whom', async () => {
    const contracts = source('contractEnding')
    await run(0, contracts)
    const usual = (await picture()).length
    expect((await save('contractEnding', { leads: [180] })).status).toBe(200)
    await run(0, contracts)
    const wide = (await picture()).length
    expect(wide).toBeGreaterThan(usual)
    // Shorter again: those that were made stay, and no more come.
    await save('contractEnding', { leads: [1] })
    expect(await run(0, contracts)).toMatchObject({ made: 0, closed: 0 })
    await save('contractEnding', { enabled: false })
    await run(0, contracts)
    expect((await picture()).filter((row) => !row.includes('该类提醒已停用'))).toEqual([])
    await save('contractEnding', { leads: [30] })
    await run(0, contracts)
    expect((await picture()).filter((row) => row.includes('该类提醒已停用')).length).toBe(wide - usual)
  })

  it('each stage tells once, and from the last day on every so many days', async () => {
    const fake: ReminderSource = {
      ...source('contractEnding')[0]!,
      key: 'contractEnding',
    }
    const [row] = await sql<{ id: string }>(
      `update contract_document set end_date = current_date + 20, start_date = current_date - 300 where org_id = $1 and contract_id =
       (select c.contract_id from contract_document c join oldman o using (org_id, oldman_id) where c.org_id = $1 and c.state in (2, 3)
        and o.status = 1 order by c.contract_id limit 1) returning contract_id as id`,
    )
    await save('contractEnding', { leads: [20, 7], repeatDays: 5 })
    const days: number[] = []
    for (let day = 0; day <= 31; day++) {
      await run(day, [fake])
      const [now] = await sql<{ on: string | null }>(
        `select told_on as on from remind where org_id = $1 and record_id = $2 and due_day = current_date + 20`,
        [DEMO_ORG, row!.id],
      )
      if (now?.on === on(day)) days.push(day)
    }
    expect(days).toEqual([0, 13, 20, 25, 30])
  })

  it('names roles, posts and people; who may not see it is told nothing', async () => {
    const payments = source('billsDue')
    const [nurse] = await sql<{ id: string }>(
      `select user_id as id from account where org_id = $1 and user_name = 'lixiaomei'`,
    )
    const [cashier] = await sql<{ id: string }>(
      `select user_id as id from account where org_id = $1 and user_name = 'fangfang'`,
    )
    expect((await save('billsDue', { holders: false, userIds: [nurse!.id, cashier!.id], leads: [0] })).status).toBe(200)
    await run(0, payments)
    const users = await sql<{ id: string }>(
      `select distinct user_id as id from user_message where org_id = $1 and kind = 'remind'`,
    )
    expect(users).toEqual([{ id: cashier!.id }])
  })

  it('by list only nobody is told; by SMS no name leaves the house', async () => {
    await save('billsDue', { bell: false, leads: [0] })
    await run(0, source('billsDue'))
    expect(await told()).toBe(0)
    await clear()
    await sql(`delete from sms_message where org_id = $1`)
    await save('billsDue', { bell: false, sms: true, leads: [0] })
    await run(0, source('billsDue'))
    const sent = await sql<{ content: string }>(`select content from sms_message where org_id = $1`)
    expect(sent.length).toBeGreaterThan(0)
    expect(sent.every((one) => /^您有 \d+ 条“账单待缴”待处理/.test(one.content))).toBe(true)
  })

  it('refuses what cannot be, and two who change one rule', async () => {
    expect((await save('nothing', {})).status).toBe(40400)
    expect((await save('billsDue', { leads: [] })).desc).toBe('请至少填写一个提前天数，当天请填 0')
    expect((await save('billsDue', { leads: [900] })).status).toBe(42200)
    expect((await save('billsDue', { holders: false })).desc).toBe('请选择通知谁，或关闭消息和短信，只在列表中显示')
    expect((await save('billsDue', { userIds: ['nobody'] })).status).toBe(40400)
    const answers = await Promise.all([save('billsDue', { version: 0 }), save('billsDue', { version: 0, leads: [3] })])
    expect(answers.map((one) => one.status).sort()).toEqual([200, 40902])
    const back = await product.ask<{ changed: boolean; leads: number[] }>('DELETE', `${BASE}/rules/billsDue`, {
      token: admin,
    })
    expect(back.data).toMatchObject({ changed: false, leads: [0] })
  })

  it('every source says what it reads, and each of these tables is noted when it is written', async () => {
    const noted = await sql<{ name: string }>(
      `select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'figures_insert'`,
      [],
    )
    const known = noted.map((one) => one.name)
    const keys = areas().reminders.map((one) => one.key)
    expect(new Set(keys).size).toBe(keys.length)
    for (const one of areas().reminders) {
      expect(RemindType.find(one.type)).toBeDefined()
      const plan = await sql(
        `explain (generic_plan, format json) with asked as (select $1::text, $2::date, $3::int, $4::date) ${one.sql}`,
        [],
      )
      const read = new Set([...JSON.stringify(plan).matchAll(/"Relation Name":"(\w+)"/g)].map(([, name]) => name))
      expect([one.key, [...read].sort()]).toEqual([one.key, [...one.reads].sort()])
      for (const table of one.reads) expect(known).toContain(table)
    }
  })
})
