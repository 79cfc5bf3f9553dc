import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import type { SearchHitData, VersionRecordData } from '#contract/platform/shell'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { cleanEntry } from '#server/areas/platform/log/frontLog'
import { DEMO_ORG, landingEnds, OPERATOR_ORG } from '#server/areas/platform/seed/fixedRows'
import { demoApp, type TestApp } from '#server/kit/test/app'

let app: TestApp
const tokens: Record<string, string> = {}

/** Signs in and enters the account's landing end, as the console does. */
async function enter(userName: string): Promise<string> {
  const token = await app.signIn(userName, demoAccounts.find((one) => one.userName === userName)!.password)
  const end = userName === 'operator' ? landingEnds.OPEX.id : landingEnds.WEB.id
  await app.ask('GET', `/passport/web-rbac/logins/menu/${end}`, { token })
  return token
}

beforeAll(async () => {
  app = await demoApp()
  for (const name of ['zhengkai', 'liumin', 'hejing', 'operator']) tokens[name] = await enter(name)
})
afterAll(() => app.close())

const rows = async <T extends object>(text: string, ...values: unknown[]) =>
  (await app.app.pool.query<T>(text, values)).rows
const userId = async (name: string) =>
  (await rows<{ user_id: string }>('select user_id from account where user_name = $1', name))[0]!.user_id

describe('global search', () => {
  const search = async (who: string, keyword: string, kind?: string) => {
    const answer = await app.ask<SearchHitData[]>('GET', '/passport/web-org/common/global-search', {
      token: tokens[who],
      query: { keyword, ...(kind && { kind }) },
    })
    expect(answer.status, answer.desc).toBe(200)
    return answer.data
  }
  const titles = async (...args: Parameters<typeof search>) => (await search(...args)).map((hit) => hit.title)

  it.each([
    ['操作日志', '操作日志'],
    ['czrz', '操作日志'],
    ['CZ', '操作日志'],
    ['caozuo', '操作日志'],
    ['日志', '操作日志'],
    ['dlrz', '登录日志'],
    ['xtxx', '系统消息'],
    ['grzl', '个人资料'],
  ])('finds a page by %s', async (keyword, title) => {
    const hit = (await search('zhengkai', keyword, 'page')).find((one) => one.title === title)
    expect(hit).toBeDefined()
    expect(hit!.route).toMatch(/^\//)
  })

  it('puts the better match first', async () => {
    expect((await titles('zhengkai', '登录日志'))[0]).toBe('登录日志')
    expect(await titles('zhengkai', '登录 日志')).toEqual(['登录日志'])
  })

  it('shows only pages the caller may open, under the name the administrator gave them', async () => {
    expect(await titles('liumin', 'rizhi')).toEqual([])
    expect(await titles('liumin', 'xiaoxi')).toEqual(['系统消息'])
    // The operator's pages are no pages of an organisation.
    expect(await titles('zhengkai', '入驻')).toEqual([])
    expect(await titles('operator', '入驻')).toEqual(['入驻审核'])
    await rows(`update authority set authority_name = '办事记录' where page_url = '/systemSetting/logList'`)
    expect(await titles('zhengkai', 'bsjl')).toEqual(['办事记录'])
    await rows(`update authority set status = 2 where page_url = '/systemSetting/logList'`)
    expect(await titles('zhengkai', 'bsjl')).toEqual([])
    await rows(`update authority set status = 1, authority_name = '操作日志' where page_url = '/systemSetting/logList'`)
  })

  it.each([
    ['单文静', '单文静'],
    ['swj', '单文静'],
    ['dwj', '单文静'],
    ['shanwen', '单文静'],
    ['文静', '单文静'],
    ['13900215501', '王建国'],
    ['5501', '王建国'],
    ['餐饮部 tt', '田甜'],
  ])('finds staff by %s', async (keyword, name) => {
    expect(await titles('zhengkai', keyword, 'staff')).toContain(name)
  })

  it('tells where a person works, and shows at most eight of a kind', async () => {
    const [hit] = await search('zhengkai', 'hejing', 'staff')
    expect(hit).toMatchObject({ kind: 'staff', title: '何静' })
    expect(hit!.subtitle).toMatch(/^护理部 · 护士长 · 139/)
    expect(await search('zhengkai', '护理组', 'staff')).toHaveLength(8)
  })

  it('shows no staff to those who may not see them, and none of another organisation', async () => {
    expect(await titles('liumin', '何静', 'staff')).toEqual([])
    expect(await titles('operator', '何静')).toEqual([])
  })

  it('takes wildcards and quotes as what was typed', async () => {
    for (const keyword of ['%', '_', "'", '\\', '"; --']) expect(await titles('zhengkai', keyword)).toEqual([])
    expect(await titles('zhengkai', '   ')).toEqual([])
  })

  it('asks for a session', async () => {
    const answer = await app.ask('GET', '/passport/web-org/common/global-search', { query: { keyword: 'a' } })
    expect(answer.status).toBe(4011)
  })
})

describe('preferences', () => {
  const save = (who: string, name: string, value: unknown) =>
    app.ask('PUT', `/passport/web-org/preferences/${encodeURIComponent(name)}`, { token: tokens[who], body: { value } })
  const all = async (who: string) =>
    (await app.ask<Record<string, unknown>>('GET', '/passport/web-org/preferences', { token: tokens[who] })).data

  it('are kept per user, changed and forgotten', async () => {
    const columns = [
      { key: 'empName', width: 120 },
      { key: 'remark', hidden: true },
    ]
    expect((await save('zhengkai', 'list:/systemSetting/logList', columns)).status).toBe(200)
    expect(await all('zhengkai')).toMatchObject({ 'list:/systemSetting/logList': columns })
    expect(await all('liumin')).not.toHaveProperty('list:/systemSetting/logList')
    await save('zhengkai', 'list:/systemSetting/logList', { density: 'compact' })
    expect((await all('zhengkai'))['list:/systemSetting/logList']).toEqual({ density: 'compact' })
    await save('zhengkai', 'list:/systemSetting/logList', null)
    expect(await all('zhengkai')).not.toHaveProperty('list:/systemSetting/logList')
  })

  it('refuse odd names and large values', async () => {
    for (const name of ['1x', 'a b', '__proto__', "a'b", 'x'.repeat(200)]) {
      expect((await save('zhengkai', name, 1)).status, name).toBe(42200)
    }
    expect((await save('zhengkai', 'big', 'x'.repeat(65_000))).status).toBe(200)
    const tooBig = await app.server.inject({
      method: 'PUT',
      url: '/passport/web-org/preferences/big',
      headers: { authorization: tokens.zhengkai! },
      payload: { value: '好'.repeat(30_000) },
    })
    expect(tooBig.json().status).not.toBe(200)
  })

  it('show as quick entries in the session', async () => {
    await save('zhengkai', 'quickEntry', [{ title: '日志', path: '/systemSetting/logList', icon: null }])
    const session = await app.ask<{ quickEntry: unknown }>('GET', '/passport/web-rbac/logins/current', {
      token: tokens.zhengkai,
    })
    expect(session.data.quickEntry).toEqual([{ title: '日志', path: '/systemSetting/logList', icon: null }])
  })
})

describe('version records', () => {
  const base = '/pims/web-org/versionRecord'
  it('are shown until read, each user for themselves', async () => {
    const shown = async (who: string) =>
      (await app.ask<VersionRecordData>('GET', `${base}/isShow`, { token: tokens[who] })).data
    const release = await shown('zhengkai')
    expect(release).toMatchObject({ isShow: 0, isLook: 0 })
    expect(release.title).toMatch(/^V\d+\.\d+\.\d+/)
    const read = await app.ask('PUT', `${base}/${release.recordId}`, { token: tokens.zhengkai, form: {} })
    expect(read.status).toBe(200)
    await app.ask('PUT', `${base}/${release.recordId}`, { token: tokens.zhengkai, form: {} })
    expect((await shown('zhengkai')).isLook).toBe(1)
    expect((await shown('liumin')).isLook).toBe(0)
    const one = await app.ask<VersionRecordData>('GET', `${base}/isShow/${release.recordId}`, {
      token: tokens.zhengkai,
    })
    expect(one.data).toMatchObject({ recordId: release.recordId, isLook: 1 })
    const list = await app.ask<PageInfo<VersionRecordData>>('GET', base, { token: tokens.zhengkai })
    expect(list.data).toMatchObject({ total: 1, list: [{ recordId: release.recordId, isLook: 1 }] })
  })

  it('answer nothing for a record that does not exist', async () => {
    expect((await app.ask('GET', `${base}/isShow/nothing`, { token: tokens.zhengkai })).data).toBeNull()
    expect((await app.ask('PUT', `${base}/nothing`, { token: tokens.zhengkai, form: {} })).status).toBe(40400)
  })
})

describe('front log', () => {
  const send = (log: unknown, token?: string, ip = '10.9.9.1') =>
    app.server
      .inject({
        method: 'POST',
        url: '/pims/di-pi/frontLog',
        remoteAddress: ip,
        headers: { 'user-agent': 'test browser', ...(token && { authorization: token }) },
        payload: { log } as object,
      })
      .then((answer) => answer.json() as { status: number; desc: string })

  it('is kept for the organisation of the user, or the operator’s before sign-in', async () => {
    expect((await send([{ type: 'error', message: 'before sign-in' }])).status).toBe(200)
    expect((await send([{ type: 'error', message: 'after sign-in' }], tokens.liumin)).status).toBe(200)
    const kept = await rows(
      `select org_id, user_id, entry ->> 'message' as message, user_agent from front_log order by created_at, id`,
    )
    expect(kept).toEqual([
      { org_id: OPERATOR_ORG, user_id: null, message: 'before sign-in', user_agent: 'test browser' },
      { org_id: DEMO_ORG, user_id: await userId('liumin'), message: 'after sign-in', user_agent: 'test browser' },
    ])
  })

  it('keeps no secret, wherever it stands', async () => {
    const secret = 'Yiyuan2026'
    const entry = {
      type: 'slow',
      parms: JSON.stringify({ loginName: 'liumin', loginPassword: secret, deep: { oldPwd: secret } }),
      body: { userPassword: secret, list: [{ newPwd: secret }], code: '500' },
      pageUrl: `http://x/a?token=${secret}&b=1`,
      headers: `Authorization=${secret}; Bearer ${secret}`,
      ajaxUrl: `ws://x/websocket/${secret}`,
    }
    await send([entry], undefined, '10.9.9.2')
    const all = await rows<{ text: string }>(
      `select entry::text as text from front_log where entry ->> 'type' = 'slow'`,
    )
    expect(all).toHaveLength(1)
    expect(all[0]!.text).not.toContain(secret)
    expect(all[0]!.text).toContain('liumin')
    expect(all[0]!.text).toContain('"code": "500"')
  })

  it('keeps at most twelve entries of at most 4 KB, whatever they look like', async () => {
    const many = Array.from({ length: 30 }, (_, i) => ({ type: 'many', message: `m${i}`, long: '长"'.repeat(4000) }))
    await send(many, undefined, '10.9.9.3')
    const odd = [null, 7, 'text', [[[[[[[[1]]]]]]]], { 'a\u0000b': '\u0000' }]
    expect((await send(odd, undefined, '10.9.9.3')).status).toBe(200)
    const kept = await rows<{ size: number }>(
      `select octet_length(entry::text) as size from front_log where entry::text like '%many%'`,
    )
    expect(kept).toHaveLength(12)
    for (const { size } of kept) expect(size).toBeLessThanOrEqual(4096)
    expect(cleanEntry({ a: { b: { c: { d: { e: { f: { g: 1 } } } } } } })).toEqual({
      a: { b: { c: { d: { e: { f: '…' } } } } },
    })
  })

  it('lets an address report sixty times a minute', async () => {
    for (let i = 0; i < 60; i++) expect((await send([], undefined, '10.9.9.4')).status).toBe(200)
    expect((await send([], undefined, '10.9.9.4')).status).toBe(42900)
    expect((await send([], undefined, '10.9.9.5')).status).toBe(200)
  })
})
