// The calendar: what somebody sees of whom, and what leaves the house for a telephone.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type {
  CalendarEntryData,
  CalendarFeedData,
  CalendarKindData,
  MadeFeedData,
} from '#contract/administration/calendar'
import { DAY_MS, dayText } from '#contract/kit/clock'
import { refusals } from '#contract/kit/refusal'
import { todoDesk } from '#server/areas/administration/test/todoDesk'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { outsideName } from '#server/kit/calendarSources'

const INVALID = refusals.INVALID_INPUT[0]
const NOT_FOUND = refusals.NOT_FOUND[0]
const CALENDAR = '/pims/web-org/calendar'

interface Seen {
  today: string
  kinds: CalendarKindData[]
  entries: CalendarEntryData[]
}

let w: Awaited<ReturnType<typeof todoDesk>>
beforeAll(async () => {
  w = await todoDesk()
})
afterAll(() => w.product.close())
beforeEach(() => w.sql('delete from rate_count'))

const day = (days: number) => dayText(Date.now() + days * DAY_MS)
const look = async (token: string, from = day(-30), to = day(60)) =>
  (await w.product.ask<Seen>('GET', CALENDAR, { token, query: { from, to } })).data
const kindsOf = async (token: string) => (await look(token)).kinds.map((one) => one.kind)
const make = (token: string, body: object = {}) =>
  w.product.ask<MadeFeedData>('POST', `${CALENDAR}/feed`, { token, body })
const feed = async (token: string) =>
  (await w.product.ask<CalendarFeedData | null>('GET', `${CALENDAR}/feed`, { token })).data
const read = (path: string) => w.product.server.inject({ method: 'GET', url: path })
const refused = async (path: string) => ((await read(path)).json() as { status: number }).status

describe('the page', () => {
  test('shows what the areas have, to whom they belong', async () => {
    expect(await kindsOf(w.admin)).toEqual([
      'todo',
      'birthday',
      'outing',
      'reservation',
      'trialEnd',
      'stayContract',
      'contract',
    ])
    expect(await kindsOf(w.keeper)).toEqual(['todo'])
    const seen = await look(w.admin)
    for (const { kind } of seen.kinds.filter((one) => one.kind !== 'todo')) {
      expect(
        seen.entries.some((one) => one.kind === kind),
        kind,
      ).toBe(true)
    }
    expect(seen.entries.map((one) => one.day)).toEqual(seen.entries.map((one) => one.day).toSorted())
  })

  test('within the departments of who looks', async () => {
    const people = async (token: string) =>
      (await look(token)).entries.filter((one) => one.kind === 'birthday').map((one) => one.key)
    const [all, own] = [await people(w.admin), await people(w.nurse)]
    expect(own.length).toBeGreaterThan(0)
    expect(own.length).toBeLessThan(all.length)
    const far = await w.sql<{ id: string }>(
      `select o.oldman_id as id from oldman o where o.org_id = $1 and o.dept_id is not null and not exists (
         select from employee_data_dept d where d.org_id = o.org_id and d.emp_id = $2 and d.dept_id = o.dept_id)`,
      [DEMO_ORG, w.ids.nurse],
    )
    const text = JSON.stringify((await look(w.nurse)).entries)
    for (const { id } of far) expect(text).not.toContain(id)
  })

  test('one’s own to-dos on their day, moved by who gave them; nobody else’s', async () => {
    const { data } = await w.give({ title: '日历上的事', assigneeId: w.ids.nurse, dueDay: day(3), dueTime: '15:20' })
    const mine = async (token: string) => (await look(token)).entries.find((one) => one.todo?.todoId === data.todoId)
    expect(await mine(w.nurse)).toMatchObject({
      kind: 'todo',
      title: '日历上的事',
      day: day(3),
      time: '15:20',
      route: `/administration/msg/todo?todoId=${data.todoId}`,
      todo: { movable: false },
    })
    expect(await mine(w.head)).toBeUndefined()
    const own = (await w.give({ title: '自己的事', dueDay: day(3) })).data
    const before = (await look(w.head)).entries.find((one) => one.todo?.todoId === own.todoId)!
    expect(before.todo).toMatchObject({ movable: true, version: own.version })
    const moved = await w.ask('PUT', '/due', {
      body: { todoId: own.todoId, dueDay: day(5), version: before.todo!.version },
    })
    expect(moved.data).toMatchObject({ dueAt: `${day(5)} 23:59:59` })
    expect((await look(w.head)).entries.find((one) => one.todo?.todoId === own.todoId)).toMatchObject({ day: day(5) })
    expect(await w.ask('PUT', '/due', { body: { todoId: own.todoId, dueDay: day(-1) } })).toMatchObject({
      status: INVALID,
    })
  })

  test('refuses a period that is turned round or too long', async () => {
    const ask = (from: string, to: string) => w.product.ask('GET', CALENDAR, { token: w.head, query: { from, to } })
    expect(await ask(day(2), day(1))).toMatchObject({ status: INVALID, data: { field: 'to' } })
    expect(await ask(day(0), day(365))).toMatchObject({ status: INVALID, data: { field: 'to' } })
  })
})

describe('the address for a telephone', () => {
  test('is shown once, kept as a digest, read as a calendar, and the reading is told', async () => {
    await w.give({ title: '私下的事', assigneeId: w.ids.admin, dueDay: day(1) }, w.admin)
    const { data } = await make(w.admin)
    expect(data.path).toMatch(/^\/pims\/di-org\/calendar\/[\w-]{43}\.ics$/)
    const secret = data.path.split('/').at(-1)!.replace('.ics', '')
    const stored = await w.sql<{ text: string }>('select to_jsonb(f)::text as text from calendar_feed f')
    expect(JSON.stringify(stored)).not.toContain(secret)
    const logged = await w.sql<{ text: string }>('select to_jsonb(l)::text as text from operation_log l')
    expect(JSON.stringify(logged)).not.toContain(secret)
    expect(await feed(w.admin)).toMatchObject({ end: secret.slice(-4), lastReadTime: null, titles: false })
    const answer = await read(data.path)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body).toMatch(/^BEGIN:VCALENDAR\r\n/)
    expect(answer.body).toContain('BEGIN:VEVENT')
    expect(answer.body).not.toContain('私下的事')
    expect((await feed(w.admin))!.lastReadTime).toEqual(expect.any(String))
    // Without the ending it is the same address.
    expect((await read(data.path.replace('.ics', ''))).statusCode).toBe(200)
  })

  test('names nobody in full and says nothing of health, places of outings or the residents of to-dos', async () => {
    const [someone] = await w.sql<{ id: string }>(
      'select oldman_id as id from oldman where org_id = $1 and status = 1 order by oldman_id limit 1',
      [DEMO_ORG],
    )
    await w
      .sql(
        `update oldman set birth_date = (current_date + 2 - interval '80 years')::date, allergy = '青霉素' where oldman_id = $1`,
        [someone!.id],
      )
      .catch(() =>
        w.sql(`update oldman set birth_date = (current_date + 2 - interval '80 years')::date where oldman_id = $1`, [
          someone!.id,
        ]),
      )
    await w.give({ title: '复查血压', assigneeId: w.ids.admin, dueDay: day(1), oldmanId: someone!.id }, w.admin)
    await w.give({ title: '自己写的标题', assigneeId: w.ids.admin, dueDay: day(1) }, w.admin)
    const unfolded = async (titles: boolean) => {
      const { data } = await make(w.admin, { titles })
      return (await read(data.path)).body.replace(/\r\n[ \t]/g, '')
    }
    const body = await unfolded(true)
    expect(body).toContain('自己写的标题')
    expect(body).not.toContain('复查血压')
    expect(await unfolded(false)).not.toContain('自己写的标题')
    expect(body).toMatch(/SUMMARY:.老人 .* 生日/)
    const names = await w.sql<{ name: string }>('select distinct oldman_name as name from oldman where org_id = $1', [
      DEMO_ORG,
    ])
    for (const { name } of names) expect(body, name).not.toContain(name)
    expect(body).not.toMatch(/青霉素|血压|医院|就医|\d 岁|URL|DESCRIPTION|LOCATION/)
  })

  test('days stand as days and hours as hours, wherever the telephone is', async () => {
    await w.give({ title: '全天的', assigneeId: w.ids.nurse, dueDay: day(2) }, w.nurse)
    await w.give({ title: '有钟点的', assigneeId: w.ids.nurse, dueDay: day(2), dueTime: '08:30' }, w.nurse)
    const { data } = await make(w.nurse, { titles: true })
    const events = (await read(data.path)).body.split('BEGIN:VEVENT')
    const of = (title: string) => events.find((one) => one.includes(title))!
    const compact = (text: string) => text.replaceAll('-', '')
    expect(of('全天的')).toContain(`DTSTART;VALUE=DATE:${compact(day(2))}`)
    expect(of('全天的')).toContain(`DTEND;VALUE=DATE:${compact(day(3))}`)
    // 08:30 in China is half past midnight in UTC.
    expect(of('有钟点的')).toContain(`DTSTART:${compact(day(2))}T003000Z`)
  })

  test('a new one voids the old one; taken back it is gone', async () => {
    const first = (await make(w.clerk)).data
    const second = (await make(w.clerk)).data
    expect(await refused(first.path)).toBe(NOT_FOUND)
    expect((await read(second.path)).headers['content-type']).toContain('text/calendar')
    const revoke = () => w.product.ask('DELETE', `${CALENDAR}/feed`, { token: w.clerk })
    expect((await revoke()).status).toBe(200)
    expect(await refused(second.path)).toBe(NOT_FOUND)
    expect(await feed(w.clerk)).toBeNull()
    expect((await revoke()).status).toBe(NOT_FOUND)
  })

  test('two made at once leave one that works', async () => {
    const both = await Promise.all([make(w.clerk), make(w.clerk)])
    const kinds = await Promise.all(both.map(async ({ data }) => (await read(data.path)).headers['content-type']))
    expect(kinds.filter((one) => one?.toString().includes('text/calendar'))).toHaveLength(1)
  })

  test('obeys the rights of the moment, and dies with the account', async () => {
    const { data } = await make(w.clerk)
    const has = async () => (await read(data.path)).body.includes('老人')
    expect(await has()).toBe(true)
    const roles = await w.sql<{ role_id: string }>(
      'select role_id from account_role where org_id = $1 and user_id = $2',
      [DEMO_ORG, w.ids.clerk],
    )
    const taken = await w.sql<{ role_id: string; landing_end_id: string; authority_id: string }>(
      `delete from role_authority ra using authority a where ra.org_id = $1 and ra.role_id = any($2) and a.authority_id = ra.authority_id
         and a.authority_code like any(array['live:%', 'archives:%']) returning ra.role_id, ra.landing_end_id, ra.authority_id`,
      [DEMO_ORG, roles.map((one) => one.role_id)],
    )
    expect(taken.length).toBeGreaterThan(0)
    expect(await has()).toBe(false)
    expect((await read(data.path)).headers['content-type']).toContain('text/calendar')
    await w.sql('update account set user_status = 2 where org_id = $1 and user_id = $2', [DEMO_ORG, w.ids.clerk])
    expect(await refused(data.path)).toBe(NOT_FOUND)
  })

  test('guessing learns nothing and is stopped; so is reading without end', async () => {
    for (const path of ['x', 'a'.repeat(43), '..%2f..', `${'b'.repeat(43)}.ics`, '%00', '%E0%A4%A']) {
      const answer = await read(`/pims/di-org/calendar/${path}`)
      expect(answer.body).not.toContain('VCALENDAR')
      expect(answer.statusCode).toBeLessThan(500)
    }
    const { data } = await make(w.nurse)
    let last = 200
    for (let i = 0; i < 40; i++) {
      const answer = await read(data.path)
      if (!answer.headers['content-type']?.toString().includes('calendar'))
        last = (answer.json() as { status: number }).status
    }
    expect(last).toBe(refusals.TOO_MANY_REQUESTS[0])
  })
})

test('outside the house a resident is a family name and a bed', () => {
  expect(outsideName('王秀兰', '松鹤楼>2层>203室>02床')).toBe('王老人 203室02床')
  expect(outsideName('欧阳志远', null)).toBe('欧阳老人')
  // Not every pair of characters in a row is a double name.
  expect(outsideName('阳太平', null)).toBe('阳老人')
})
