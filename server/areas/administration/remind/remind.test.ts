// Reminders as people use them: who sees which, dealing, ignoring and taking back, and those they set themselves.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RemindCountsData, RemindDetailData, RemindRowData } from '#contract/administration/remind'
import { DAY_MS, dayText, timeText } from '#contract/kit/clock'
import type { PageInfo } from '#contract/kit/paging'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { type Ask, demoApp, type TestApp } from '#server/kit/test/app'
import { turnOwn } from './remindOwnTurn.ts'

const BASE = '/pims/web-org/reminds'
const PASSWORD = 'Yiyuan2026'
type Names = 'zhengkai' | 'hejing' | 'lixiaomei' | 'fangfang' | 'liumin'

let product: TestApp
const token = {} as Record<Names, string>

beforeAll(async () => {
  product = await demoApp({}, { clockwork: false })
  for (const name of ['zhengkai', 'hejing', 'lixiaomei', 'fangfang', 'liumin'] as const)
    token[name] = await product.signIn(name, PASSWORD)
})
afterAll(() => product.close())

const sql = async <T extends object>(text: string, values: unknown[] = [DEMO_ORG]) =>
  (await product.app.pool.query<T>(text, values)).rows
const ask = <T = unknown>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  more: Ask = {},
  by: Names = 'zhengkai',
) => product.ask<T>(method, `${BASE}${path}`, { token: token[by], ...more })
const list = async (by: Names, query: Record<string, string> = {}) =>
  (await ask<PageInfo<RemindRowData>>('GET', '', { query: { size: '999999', ...query } }, by)).data.list
const user = async (name: Names) =>
  (
    await sql<{ id: string }>('select user_id as id from account where org_id = $1 and user_name = $2', [
      DEMO_ORG,
      name,
    ])
  )[0]!.id
const at = (days: number, time = '09:00:00') => `${dayText(Date.now() + days * DAY_MS)} ${time}`

describe('whose they are', () => {
  it('a cashier is reminded of payments and not of drugs, a nurse of her ward and not of payments', async () => {
    const sources = (rows: readonly RemindRowData[]) =>
      new Set(rows.filter((row) => row.repeat === null).map((row) => row.source))
    const cashier = sources(await list('fangfang', { status: '0' }))
    expect(cashier.has('billsDue')).toBe(true)
    expect(
      [...cashier].filter((one) => one.startsWith('drug') || one === 'assessDue' || one === 'carePlanEnding'),
    ).toEqual([])
    const nurse = await list('lixiaomei', { status: '0' })
    expect(sources(nurse).has('billsDue')).toBe(false)
    expect(sources(nurse).has('assessDue')).toBe(true)
    const wards = await sql<{ id: string }>(
      'select x.dept_id as id from employee_data_dept x join account a on a.org_id = x.org_id and a.user_id = x.emp_id where a.org_id = $1 and a.user_name = $2',
      [DEMO_ORG, 'lixiaomei'],
    )
    const seen = await sql<{ count: number }>(
      `select count(*)::int as count from remind t where t.org_id = $1 and t.remind_id = any($2) and t.dept_id is not null and t.dept_id <> all($3)`,
      [DEMO_ORG, nurse.map((row) => row.remindId), wards.map((row) => row.id)],
    )
    expect(seen[0]!.count).toBe(0)
    // What the nurse does not see is not there for her, in any call.
    const [hidden] = (await list('fangfang', { source: 'billsDue' })).map((row) => row.remindId)
    expect((await ask('GET', `/${hidden}`, {}, 'lixiaomei')).status).toBe(40400)
    const body = { status: 1 }
    expect((await ask('PUT', `/editStatus/${hidden}`, { body }, 'lixiaomei')).status).toBe(40400)
    const [mine] = nurse.map((row) => row.remindId)
    expect((await ask('PUT', '/batch', { body: { remindIds: [mine, hidden], status: 1 } }, 'lixiaomei')).status).toBe(
      40400,
    )
    expect((await ask('GET', '/rules', {}, 'lixiaomei')).status).toBe(401)
  })

  it('lists, counts and filters agree; existing clients ask with their version', async () => {
    const counts = (await ask<RemindCountsData>('GET', '/counts')).data
    const waiting = await list('zhengkai', { status: '0' })
    expect(waiting).toHaveLength(counts.waiting)
    expect(waiting.filter((row) => row.daysLeft < 0)).toHaveLength(counts.late)
    for (const one of counts.types)
      expect(await list('zhengkai', { status: '0', type: String(one.type) })).toHaveLength(one.count)
    expect((await list('zhengkai', { due: 'late' })).length).toBe(counts.late)
    const name = waiting.find((row) => row.oldmanName)!.oldmanName!
    expect(
      (await list('zhengkai', { keyword: name })).every((row) => `${row.title}${row.oldmanName}`.includes(name)),
    ).toBe(true)
    const days = waiting.map((row) => row.dueTime)
    expect(days).toEqual([...days].sort())
    const old = await ask<PageInfo<RemindRowData>>('GET', '', {
      headers: { 'api-version': '2' },
      query: { orderBy: '', size: '10' },
    })
    expect([old.status, old.data.list.length]).toEqual([200, 10])
    expect((await ask('GET', '', { query: { startDate: '2026-02-02', endDate: '2026-01-01' } })).status).toBe(42200)
  })
})

describe('dealing with one', () => {
  const one = async () => (await list('zhengkai', { status: '0', source: 'contractEnding' }))[0]!

  it('is done once, ignored with a reason, and back within the day; all of it stays on record', async () => {
    const { remindId, act } = await one()
    expect(act).toMatchObject({ title: '续签或办理退住', route: expect.stringContaining('contractId=') })
    const put = (body: object) => ask<RemindRowData>('PUT', `/editStatus/${remindId}`, { body })
    expect((await put({ status: 2 })).desc).toBe('请填写忽略的原因')
    expect((await put({ status: 2, reason: '  ' })).desc).toBe('请填写忽略的原因')
    expect((await put({ status: 0 })).desc).toContain('待处理')
    expect((await put({ status: 2, reason: '家属不续签' })).data).toMatchObject({
      status: 2,
      reason: '家属不续签',
      dealtName: '郑凯',
      can: ['undo'],
      act: null,
    })
    expect((await put({ status: 1 })).desc).toMatch(/已忽略/)
    expect((await put({ status: 0 })).data).toMatchObject({ status: 0, reason: null, dealtName: null })
    const answers = await Promise.all([1, 2, 3, 4].map(() => put({ status: 1, reason: '已电话联系' })))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    const detail = (await ask<RemindDetailData>('GET', `/${remindId}`)).data
    expect(detail.history.map((entry) => entry.act)).toEqual(['DONE', 'UNDONE', 'IGNORED'])
    await sql(`update remind set dealt_at = dealt_at - interval '1 day' where org_id = $1 and remind_id = $2`, [
      DEMO_ORG,
      remindId,
    ])
    expect((await put({ status: 0 })).desc).toMatch(/只能在当天恢复/)
  })

  it('two who hold different versions, several at once, and nothing of a refused batch', async () => {
    const rows = (await list('zhengkai', { status: '0', source: 'assessDue' })).slice(0, 3)
    const first = rows[0]!
    const stale = await ask('PUT', `/editStatus/${first.remindId}`, { body: { status: 1, version: first.version - 1 } })
    expect(stale.status).toBe(40902)
    const ids = rows.map((row) => row.remindId)
    expect((await ask('PUT', '/batch', { body: { remindIds: [...ids, 'none'], status: 1 } })).status).toBe(40400)
    expect((await list('zhengkai', { status: '0' })).filter((row) => ids.includes(row.remindId))).toHaveLength(3)
    expect((await ask('PUT', '/batch', { body: { remindIds: ids, status: 1 } })).data).toEqual({ count: 3 })
    expect((await ask('PUT', '/batch', { body: { remindIds: [], status: 1 } })).desc).toBe('请先选择提醒')
  })

  it('what rules made is neither changed nor deleted by hand', async () => {
    const { remindId } = await one()
    const body = { title: '改', dueTime: at(2) }
    expect((await ask('PUT', `/${remindId}`, { body })).desc).toMatch(/由业务自动生成，不能修改/)
    expect((await ask('DELETE', `/${remindId}`)).desc).toMatch(/由业务自动生成，不能删除/)
  })
})

describe('one’s own', () => {
  beforeEach(() => sql('delete from remind_series where org_id = $1'))

  const add = (body: object, by: Names = 'hejing') =>
    ask<RemindRowData>('POST', '', { body: { title: '例会', dueTime: at(2), ...body } }, by)
  const told = async (by: Names) =>
    sql<{ title: string }>(
      `select title from user_message where org_id = $1 and user_id = $2 and kind = 'remind' order by created_at`,
      [DEMO_ORG, await user(by)],
    )
  /** Everything of the series moves back. */
  const pass = async (days: number) => {
    await sql(
      `update remind_series set first_at = first_at - make_interval(days => $2), turn_at = turn_at - make_interval(days => $2), last_day = last_day - $2::int
       where org_id = $1`,
      [DEMO_ORG, days],
    )
    await sql(
      `update remind set due_day = due_day - $2::int, due_at = due_at - make_interval(days => $2), show_at = show_at - make_interval(days => $2)
       where org_id = $1 and source = 'own'`,
      [DEMO_ORG, days],
    )
  }

  it('comes when its time has come, for those it is for, once; one deals with it for all', async () => {
    const before = (await told('lixiaomei')).length
    const made = (await add({ userIds: [await user('hejing'), await user('lixiaomei')], content: '带上记录本' })).data
    expect(made).toMatchObject({
      status: 0,
      people: expect.stringContaining('何静'),
      can: ['done', 'ignore', 'edit', 'remove'],
    })
    await turnOwn(product.app)
    expect((await told('lixiaomei')).length).toBe(before)
    // Not yet in the list, but among one's own.
    const ids = async (by: Names, query: Record<string, string>) => (await list(by, query)).map((row) => row.remindId)
    expect(await ids('lixiaomei', { status: '0' })).not.toContain(made.remindId)
    expect(await ids('lixiaomei', { mine: '1' })).toContain(made.remindId)
    expect(await ids('fangfang', { mine: '1' })).not.toContain(made.remindId)
    await pass(3)
    await Promise.all([turnOwn(product.app), turnOwn(product.app)])
    await turnOwn(product.app)
    const now = await told('lixiaomei')
    expect(now.length).toBe(before + 1)
    expect(now.at(-1)!.title).toBe('提醒：例会')
    expect(await ids('lixiaomei', { status: '0' })).toContain(made.remindId)
    // Who did not set it deals with it and does not change it.
    const nurse = await ask('PUT', `/${made.remindId}`, { body: { title: '改', dueTime: at(1) } }, 'lixiaomei')
    expect(nurse.desc).toBe('只有设置这条提醒的人才能修改')
    expect((await ask('PUT', `/editStatus/${made.remindId}`, { body: { status: 1 } }, 'lixiaomei')).status).toBe(200)
    expect(await ids('hejing', { status: '0' })).not.toContain(made.remindId)
  })

  it('a repeated one always has its next one; days without the clock are made up for; its last day ends it', async () => {
    await add({ repeat: 'DAILY', dueTime: at(1), endDate: dayText(Date.now() + 9 * DAY_MS) })
    await sql(`update remind_series set end_day = current_date + 2 where org_id = $1`)
    await pass(4)
    await turnOwn(product.app)
    await turnOwn(product.app)
    const days = async () =>
      (
        await sql<{ day: string }>(`select due_day as day from remind where org_id = $1 and source = 'own' order by 1`)
      ).map(({ day }) => day)
    const on = (n: number) => dayText(Date.now() + n * DAY_MS)
    const until = timeText().slice(11) < '09:00:00' ? 0 : 1
    expect(await days()).toEqual([-3, -2, -1, 0, 1].filter((n) => n <= until).map(on))
    await pass(10)
    await sql('update remind_series set end_day = current_date - 1 where org_id = $1')
    await turnOwn(product.app)
    await turnOwn(product.app)
    expect((await days()).at(-1)).toBe(on(-1))
    expect(
      (await sql<{ turn: string | null }>('select turn_at as turn from remind_series where org_id = $1'))[0]!.turn,
    ).toBe(null)
  })

  it('is changed from here on, not twice on a day, and removed with what follows', async () => {
    const made = (await add({ repeat: 'MONTHLY', dueTime: `${new Date().getFullYear() + 1}-01-31 09:00:00` })).data
    const detail = (await ask<RemindDetailData>('GET', `/${made.remindId}`, {}, 'hejing')).data
    expect(detail.series!.next.map((day) => day.slice(5))).toEqual([
      expect.stringMatching(/^02-2[89]$/),
      '03-31',
      '04-30',
    ])
    const change = { title: '月会', dueTime: at(5), repeat: 'WEEKLY', version: made.version }
    const changed = await ask<RemindRowData>('PUT', `/${made.remindId}`, { body: change }, 'hejing')
    expect(changed.data).toMatchObject({ remindId: made.remindId, title: '月会', dueTime: at(5), repeat: 'WEEKLY' })
    expect((await ask('PUT', `/${made.remindId}`, { body: change }, 'hejing')).status).toBe(40902)
    expect((await ask('DELETE', `/${made.remindId}`, {}, 'lixiaomei')).status).toBe(40400)
    expect((await ask('DELETE', `/${made.remindId}`, {}, 'hejing')).status).toBe(200)
    expect((await ask('GET', `/${made.remindId}`, {}, 'hejing')).status).toBe(40400)
    await pass(30)
    await turnOwn(product.app)
    expect(await sql(`select from remind where org_id = $1 and source = 'own'`)).toEqual([])
  })

  it('refuses what cannot be', async () => {
    const foreign = await sql<{ id: string }>('select user_id as id from account where org_id <> $1 limit 1')
    const cases: [object, number, RegExp][] = [
      [{ title: '  ' }, 42200, /提醒内容/],
      [{ dueTime: at(-1) }, 42200, /不能早于现在/],
      [{ dueTime: '2190-01-01 00:00:00' }, 42200, /2099/],
      [{ dueTime: 'soon' }, 42200, /提醒时间/],
      [{ repeat: 'DAILY', endDate: dayText() }, 42200, /重复到的日期不能早于/],
      [{ repeat: 'HOURLY' }, 42200, /重复/],
      [{ interval: 0 }, 42200, /间隔/],
      [{ userIds: [foreign[0]!.id] }, 40400, /人员/],
      [{ oldmanId: 'nobody' }, 40400, /老人/],
    ]
    for (const [change, status, desc] of cases) {
      const answer = await add(change)
      expect([change, answer.status]).toEqual([change, status])
      expect(answer.desc).toMatch(desc)
    }
  })

  it('an elder one may not see is not named to whom it was set for', async () => {
    const [elder] = await sql<{ id: string; name: string }>(
      `select oldman_id as id, oldman_name as name from oldman o join dept d using (org_id, dept_id)
       where o.org_id = $1 and o.status = 1 and d.dept_name = '长青楼护理组' order by 1 limit 1`,
    )
    const made = (await add({ oldmanId: elder!.id, userIds: [await user('lixiaomei')] })).data
    expect(made.oldmanName).toBe(elder!.name)
    const theirs = (await ask<RemindDetailData>('GET', `/${made.remindId}`, {}, 'lixiaomei')).data
    expect(theirs).toMatchObject({ oldmanId: null, oldmanName: null })
  })
})
