import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type Noun, noun } from '#contract/kit/call'
import { refusals } from '#contract/kit/refusal'
import type { SessionData } from '#contract/platform/session'
import { syncAuthorities } from '#server/areas/platform/authority/menuSeed'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { sealAll } from '#server/kit/auditSeal'
import { verifyChain } from '#server/kit/auditVerify'
import { demoApp, type TestApp, testApp } from '#server/kit/test/app'
import { DEMO_ORG, landingEnds, OPERATOR_ORG } from './fixedRows.ts'
import { firstStart } from './seed.ts'

const LOGIN = '/passport/web-rbac/logins/login'
const silent = () => undefined
const rows = async <T extends object>(app: TestApp, text: string, ...values: unknown[]) =>
  (await app.app.pool.query<T>(text, values)).rows

describe('the first start with demo data', () => {
  let app: TestApp
  let greeting: string[]
  beforeAll(async () => {
    app = await demoApp()
    greeting = await firstStart(app.app, silent)
  })
  afterAll(() => app.close())

  const signIn = async (userName: string) => {
    const { password } = demoAccounts.find((one) => one.userName === userName)!
    const answer = await app.ask<SessionData>('POST', LOGIN, { body: { loginName: userName, loginPassword: password } })
    expect(answer.status, answer.desc).toBe(200)
    return answer.data
  }

  it('names every demo account with its password', () => {
    expect(greeting).toHaveLength(2 + demoAccounts.length)
    expect(greeting.at(-1)).toMatch(/只监听本机.*DEMO=off.*DEMO_OPEN=on/)
    for (const { title, userName, password } of demoAccounts) {
      expect(greeting.some((line) => [title, userName, password].every((part) => line.includes(part)))).toBe(true)
      expect(userName).toMatch(/^[A-Za-z0-9]{6,20}$/)
      expect(password).toMatch(/^(?=.*[A-Za-z])(?=.*\d)[A-Za-z0-9]{6,20}$/)
    }
  })

  it('lets every demo account in, with its landing end, its departments and its bench', async () => {
    for (const { userName } of demoAccounts) {
      const session = await signIn(userName)
      expect(session.resetPassword, userName).toBe(false)
      const end = session.landingEndList[0]!
      expect(end.landingEndCode, userName).toBe(userName === 'operator' ? 'OPEX' : 'WEB')
      const menu = await app.ask<{ menuName: string }[]>('GET', `/passport/web-rbac/logins/menu/${end.landingEndId}`, {
        token: session.token,
      })
      expect(menu.data[0]!.menuName, userName).toBe('工作台')
      expect(session.quickEntry.length, userName).toBeGreaterThan(0)
    }
  })

  it('limits roles to their work', async () => {
    const settings = async (userName: string) => {
      const { token } = await signIn(userName)
      const menu = await app.ask<{ menuName: string }[]>(
        'GET',
        `/passport/web-rbac/logins/menu/${userName === 'operator' ? landingEnds.OPEX.id : landingEnds.WEB.id}`,
        { token },
      )
      const logs = await app.ask('GET', '/passport/web-rbac/systemLogs', { token })
      const exported = await app.ask('POST', '/passport/web-rbac/systemLogs/export', { token, body: ['x'] })
      return [menu.data.some((one) => one.menuName === '设置'), logs.status, exported.status]
    }
    expect(await settings('zhengkai')).toEqual([true, 200, 40400])
    // The director looks and does not act.
    expect(await settings('wangjianguo')).toEqual([true, 200, 401])
    expect(await settings('liumin')).toEqual([false, 401, 401])
    expect(await settings('lixiaomei')).toEqual([false, 401, 401])
    const nurse = await signIn('lixiaomei')
    expect(nurse.dataDeptInfoList.map((dept) => dept.deptName)).toEqual(['松鹤楼护理组'])
    // Who assesses at the reception, too.
    const head = await signIn('hejing')
    expect(head.dataDeptInfoList.map((dept) => dept.deptName)).toEqual([
      '前台',
      '护理部',
      '松鹤楼护理组',
      '长青楼护理组',
      '康宁楼护理组',
    ])
  })

  it('fills the organisation: a tree of departments, people with pinyin, settings, logs, an application', async () => {
    const [org] = await rows(app, 'select * from organization where org_id = $1', DEMO_ORG)
    expect(org).toMatchObject({ org_name: '松鹤康养中心', org_level: 3, org_status: 1, parent_id: OPERATOR_ORG })
    const [counts] = await rows<Record<string, number>>(
      app,
      `select (select count(*) from dept where org_id = $1) as depts,
         (select count(*) from dept where org_id = $1 and parent_id is not null) as below,
         (select count(*) from employee where org_id = $1) as staff,
         (select count(*) from employee where org_id = $1 and (pinyin = '' or initials = '' or dept_id is null)) as bare,
         (select count(*) from login_log where org_id = $1) as logins,
         (select count(*) from organization where org_status = 0) as applications`,
      DEMO_ORG,
    )
    expect(counts).toMatchObject({ depts: 10, below: 3, staff: 52, bare: 0, applications: 1 })
    expect(counts!.logins).toBeGreaterThan(100)
    const config = await app.ask<Record<string, unknown>>('GET', '/passport/web-rbac/systemConfigs/loginConfig')
    expect(config.data).toMatchObject({ loginIconName: '松鹤康养中心', systemName: '颐园养老管理系统' })
  })

  it('gives people without a demo password one that nobody knows', async () => {
    const [unknown] = await rows<{ reset_password: boolean }>(
      app,
      `select reset_password from account where org_id = $1 and user_name = 'tangwan'`,
      DEMO_ORG,
    )
    expect(unknown!.reset_password).toBe(true)
    const answer = await app.ask('POST', LOGIN, { body: { loginName: 'tangwan', loginPassword: 'Yiyuan2026' } })
    expect(answer.status).toBe(40101)
  })

  it('leaves its traces in the operation log, and they hold', async () => {
    await sealAll(app.app.pool)
    const remarks = (
      await rows<{ remark: string }>(app, 'select remark from operation_log where org_id = $1', DEMO_ORG)
    ).map((row) => row.remark)
    expect(remarks.some((remark) => remark.startsWith('创建机构“松鹤康养中心”'))).toBe(true)
    expect(await verifyChain(app.app.pool, DEMO_ORG)).toMatchObject({ ok: true })
    expect(await verifyChain(app.app.pool, OPERATOR_ORG)).toMatchObject({ ok: true })
  })

  it('changes nothing on the second start', async () => {
    const picture = () =>
      rows(
        app,
        `select (select count(*) from operation_log where module in ('菜单', '系统初始化')) as logs,
           (select count(*) from account) as accounts, (select count(*) from authority) as authorities,
           (select count(*) from version_record) as versions, (select count(*) from landing_end) as ends`,
      )
    const before = await picture()
    expect(await firstStart(app.app, silent)).toEqual(greeting)
    expect(await picture()).toEqual(before)
  })

  it('loads everything once when two processes start on the same empty database', async () => {
    const twin = await testApp()
    try {
      await Promise.all([firstStart(twin.app, silent), firstStart(twin.app, silent)])
      const [counts] = await rows(
        twin,
        `select (select count(*) from organization where org_level = 3) as orgs, (select count(*) from landing_end) as ends,
           (select count(*) from authority) = (select count(distinct authority_code) from authority) as single`,
      )
      expect(counts).toEqual({ orgs: 4, ends: 3, single: true })
    } finally {
      await twin.close()
    }
    // The demo house with its half a year of money, while other tests run.
  }, 300_000)
})

describe('the published passwords', () => {
  const signIn = (app: TestApp, userName: string, password: string) =>
    app.ask<SessionData>('POST', LOGIN, { body: { loginName: userName, loginPassword: password } })

  it.each([
    ['a demonstration that other machines reach', { DEMO_OPEN: 'on', HOST: '0.0.0.0' }],
    ['a demonstration behind a proxy', { PUBLIC_URL: 'https://care.example.com' }],
    ['a database that was a demonstration', { DEMO: 'off', HOST: '127.0.0.1' }],
  ])('open nothing in %s', async (_, env) => {
    const app = await demoApp(env)
    try {
      const opened = await signIn(app, 'zhengkai', 'Yiyuan2026')
      expect(opened.data.resetPassword).toBe(false)
      // One of them has changed it already and is not asked again.
      await rows(
        app,
        `update account set password_hash = (select password_hash from account where user_name = 'tangwan') where user_name = 'hejing'`,
      )
      const greeting = await firstStart(app.app, silent)
      const others = demoAccounts.filter((one) => one.userName !== 'hejing')
      for (const { userName } of others) expect(greeting.at(-1)).toContain(userName)
      expect(greeting.at(-1)).not.toContain('hejing')
      expect(await rows(app, `select reset_password from account where user_name = 'hejing'`)).toEqual([
        { reset_password: false },
      ])
      for (const { userName, password } of others) {
        const session = await signIn(app, userName, password)
        expect(session.data.resetPassword, userName).toBe(true)
        const read = await app.ask('GET', '/passport/web-rbac/systemLogs', { token: session.data.token })
        expect(read.status, userName).toBe(refusals.PASSWORD_CHANGE_REQUIRED[0])
      }
      // The session from before as well.
      const read = await app.ask('GET', '/passport/web-rbac/systemLogs', { token: opened.data.token })
      expect(read.status).not.toBe(200)
      // Said again at every start until it is done, and written down once.
      expect((await firstStart(app.app, silent)).at(-1)).toBe(greeting.at(-1))
      const logged = await rows(app, `select 1 from operation_log where method = '公开密码须修改'`)
      expect(logged).toHaveLength(others.length)
    } finally {
      await app.close()
    }
  })
})

describe('the first start without demo data', () => {
  it('creates only the operator, with a password for one sign-in', async () => {
    const app = await testApp({ DEMO: 'off' })
    try {
      const [line] = await firstStart(app.app, silent)
      const [, userName, password] = /账号 (\w+)，一次性密码 (\w+)/.exec(line!)!
      expect(await rows(app, 'select org_level from organization')).toEqual([{ org_level: 1 }])
      const answer = await app.ask<SessionData>('POST', LOGIN, {
        body: { loginName: userName, loginPassword: password },
      })
      expect(answer.data).toMatchObject({ isAdmin: true, resetPassword: true })
      expect(await firstStart(app.app, silent)).toEqual([])
      const logged = await rows<{ all: string }>(app, 'select jsonb_agg(to_jsonb(o))::text as all from operation_log o')
      expect(logged[0]!.all).not.toContain(password)
    } finally {
      await app.close()
    }
  })
})

describe('the menu through releases', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp({ DEMO: 'off' })
    await firstStart(app.app, silent)
  })
  afterAll(() => app.close())

  const release = (title: string, path: string, extra: Record<string, string> = {}) => {
    const made = noun('live', 'excursion', {
      title: '外出',
      calls: Object.fromEntries(
        Object.entries({ affirm: 'live:excursion:affirm', ...extra }).map(([key, needs]) => [
          key,
          call.put(`/t/${key}`, { needs, act: `外出 ${key}` }),
        ]),
      ),
      pages: {
        list: {
          path,
          title,
          tab: true,
          needs: 'live:excursion:list',
          menu: { rail: 'homecare', group: '外出', order: 1 },
        },
      },
    })
    return [...app.app.nouns, made as unknown as Noun]
  }
  const authority = async (code: string) =>
    (
      await rows<Record<string, unknown>>(
        app,
        `select authority_id as id, authority_name as name, page_url as url, status, system, parent_id as parent
           from authority where authority_code = $1`,
        code,
      )
    )[0]

  it('follows the contract, keeps what people changed, and removes nothing that a role uses', async () => {
    const { app: context } = app
    expect(await syncAuthorities(context, release('外出登记', '/live/out'))).toBe(true)
    expect(await syncAuthorities(context, release('外出登记', '/live/out'))).toBe(false)
    const page = await authority('live:excursion:list')
    expect(page).toMatchObject({ name: '外出登记', url: '/live/out', status: 1, system: true })

    // A new release renames the page and moves it: nobody touched it, so it follows.
    await syncAuthorities(context, release('外出管理', '/live/outing'))
    expect(await authority('live:excursion:list')).toMatchObject({
      id: page!.id,
      name: '外出管理',
      url: '/live/outing',
    })

    // An administrator renames it: the name stays, the address still follows.
    await rows(app, `update authority set authority_name = '请假登记' where authority_code = 'live:excursion:list'`)
    await syncAuthorities(context, release('外出审批', '/live/outing/new', { pass: 'live:excursion:pass' }))
    expect(await authority('live:excursion:list')).toMatchObject({ name: '请假登记', url: '/live/outing/new' })
    expect(await authority('live:excursion:pass')).toMatchObject({ name: '外出 pass', parent: page!.id })

    // An entry that an administrator made under a code of a later release is taken over, not doubled.
    await rows(
      app,
      `insert into authority (authority_id, parent_id, authority_code, authority_name, level, type, menu_type)
       values ('own', $1, 'live:excursion:print', '打印外出单', 4, 2, 'CUSTOM_FUNC')`,
      page!.id,
    )
    await syncAuthorities(context, release('外出审批', '/live/outing/new', { print: 'live:excursion:print' }))
    expect(await authority('live:excursion:print')).toMatchObject({ id: 'own', name: '打印外出单', system: true })
    expect(await authority('live:excursion:pass')).toBeUndefined()

    // The whole noun goes. One of its codes is in use by a role.
    const [role] = await rows<{ org_id: string; role_id: string }>(
      app,
      `insert into role (org_id, role_id, name) values ($1, 'r1', '测试') returning org_id, role_id`,
      OPERATOR_ORG,
    )
    await rows(
      app,
      'insert into role_authority (org_id, role_id, landing_end_id, authority_id) values ($1, $2, $3, $4)',
      role!.org_id,
      role!.role_id,
      landingEnds.WEB.id,
      page!.id,
    )
    await syncAuthorities(context, context.nouns)
    expect(await authority('live:excursion:list')).toMatchObject({ status: 2, name: '请假登记' })
    expect(await authority('live:excursion:affirm')).toBeUndefined()
    expect(await authority('rail:homecare')).toBeDefined()
    expect(await rows(app, `select 1 from role_authority where role_id = 'r1'`)).toHaveLength(1)

    // A later release brings it back: it is shown again, under the name it had.
    await syncAuthorities(context, release('外出登记', '/live/out'))
    expect(await authority('live:excursion:list')).toMatchObject({ status: 1, name: '请假登记' })
    await syncAuthorities(context, context.nouns)

    // Once no role uses it, it goes with its rail.
    await rows(app, `delete from role where role_id = 'r1'`)
    await rows(app, `update product_secret set value = '{}' where name = 'menu.seeded'`)
    await syncAuthorities(context, context.nouns)
    expect(await authority('live:excursion:list')).toBeUndefined()
    expect(await authority('rail:homecare')).toBeUndefined()
  })
})
