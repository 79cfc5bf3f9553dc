// What the permission page says of a list is what that list answers to the same person: for every account and list.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataOf } from '#contract/kit/call'
import { allows } from '#contract/kit/permission'
import type { insight } from '#contract/platform/insight'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { DEMO_ORG, landingEnds } from '#server/areas/platform/seed/fixedRows'
import { demoApp, type TestApp } from '#server/kit/test/app'

type UserView = DataOf<typeof insight.calls.user>
type RecordView = DataOf<typeof insight.calls.record>
type Listed = UserView['counts'][number]

const BASE = '/passport/web-rbac/insight'
const people = demoAccounts.filter((account) => account.userName !== 'operator')

let product: TestApp
let admin: string
const tokens = new Map<string, string>()
const ids = new Map<string, string>()

const sql = async <T extends object>(text: string, values: unknown[] = []) =>
  (await product.app.pool.query<T>(text, values)).rows

beforeAll(async () => {
  product = await demoApp()
  for (const { userName, password } of demoAccounts) tokens.set(userName, await product.signIn(userName, password))
  admin = tokens.get('zhengkai')!
  for (const row of await sql<{ user_name: string; user_id: string }>('select user_name, user_id from account')) {
    ids.set(row.user_name, row.user_id)
  }
})
afterAll(() => product.close())

const countsOf = async (userName: string): Promise<Listed[]> => {
  const query = { landingEndId: landingEnds.WEB.id }
  const view = await product.ask<UserView>('GET', `${BASE}/user/${ids.get(userName)}`, { token: admin, query })
  expect([userName, view.status]).toEqual([userName, 200])
  return view.data.counts
}

const ask = <T>(one: Pick<Listed, 'call' | 'query'>, userName: string, size: string) =>
  product.ask<T>('GET', product.app.calls.get(one.call)!.path, {
    token: tokens.get(userName)!,
    query: { ...(one.query as Record<string, string>), page: '1', size },
  })

describe('lists as the permission page tells of them', () => {
  it('answer every account with the same number, or refuse it with the same status', async () => {
    for (const { userName } of people) {
      for (const one of await countsOf(userName)) {
        const answer = await ask<{ total: number } | null>(one, userName, '1')
        const said = { userName, list: one.title, status: one.status, count: one.count }
        const total = answer.status === 200 ? answer.data!.total : null
        expect(said).toEqual({ userName, list: one.title, status: answer.status, count: total })
        expect(one.refusal === null).toBe(answer.status === 200)
      }
    }
  })

  it('tell of a nurse who works with residents that she sees them', async () => {
    const residents = (await countsOf('lixiaomei')).filter((one) => one.type === 'resident' && one.opens)
    expect(residents.map((one) => one.title)).toContain('老人档案')
    for (const one of residents) expect([one.title, one.count]).not.toEqual([one.title, 0])
  })

  it('open for those who hold what the page needs', async () => {
    for (const { userName } of people) {
      const buttons = await product.ask<{ authorityCode: string }[]>('GET', '/passport/web-rbac/logins/menu/button', {
        token: tokens.get(userName)!,
      })
      const held = new Set(buttons.data.map((one) => one.authorityCode))
      const pages = product.app.nouns.flatMap((noun) => Object.values(noun.pages))
      for (const one of await countsOf(userName)) {
        const page = pages.find(({ title, path }) => title === one.title || path === `/systemmanage/${one.type}`)
        if (page) {
          const mayOpen = allows(page.needs, (code) => code === 'signedIn' || held.has(code))
          expect([userName, one.title, one.opens]).toEqual([userName, one.title, mayOpen])
        }
      }
    }
  })

  it('hold a resident for exactly those who are named as readers', async () => {
    const some = await sql<{ id: string }>(
      `select distinct on (t.status, t.category) t.oldman_id as id from oldman t where t.org_id = $1
       order by t.status, t.category, t.oldman_id`,
      [DEMO_ORG],
    )
    const seen = new Map<string, Set<string>>()
    for (const { userName } of people) {
      const rows = new Set<string>()
      for (const one of await countsOf(userName)) {
        if (one.type !== 'resident' || !one.opens) continue
        const answer = await ask<{ list: { oldmanId: string }[] }>(one, userName, '9999')
        for (const row of answer.data.list) rows.add(row.oldmanId)
      }
      seen.set(userName, rows)
    }
    for (const { id } of some) {
      const query = { type: 'resident', id }
      const { data } = await product.ask<RecordView>('GET', `${BASE}/record`, { token: admin, query })
      const readers = new Set(data.readers.list.map((reader) => reader.person.userName))
      for (const { userName } of people) {
        expect([data.title, userName, readers.has(userName)]).toEqual([
          data.title,
          userName,
          seen.get(userName)!.has(id),
        ])
      }
    }
  })
})
