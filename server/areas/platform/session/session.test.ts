// Signing in and out over HTTP: names, passwords, freezing, cookies, the ends of a session.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SessionData } from '#contract/platform/session'
import {
  forgetLimits,
  type House,
  LOGINS,
  OPERATOR_ORG,
  PASSWORD,
  testHouse,
  WEB,
} from '#server/areas/platform/test/house'
import { sha256 } from '#server/kit/ids'
import type { Envelope } from '#server/kit/test/app'

let house: House

beforeAll(async () => {
  house = await testHouse()
  await house.person({ userName: 'nurse01', empName: '何静', phone: '13800000001', codes: ['czrzdc'], sex: 2 })
  await house.person({ userName: 'manager01', empName: '郑凯', isAdmin: true })
})
afterAll(() => house.close())
beforeEach(async () => {
  await forgetLimits(house)
})

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64')
const sessionOf = async (userName: string, password?: string) => (await house.signInAs(userName, password)).data
const statusOf = async (token: string, path = `${LOGINS}/current`) => (await house.ask('GET', path, { token })).status

describe('signing in', () => {
  it('takes user name in any case or mobile number, password plain or Base64', async () => {
    for (const [name, password] of [
      ['nurse01', PASSWORD],
      ['NURSE01', base64(PASSWORD)],
      ['13800000001', base64(PASSWORD)],
    ] as const) {
      const answer = await house.signInAs(name, password)
      expect(answer).toMatchObject({ status: 200, desc: '操作成功', data: { username: 'nurse01', isAdmin: false } })
    }
  })

  it('reads a password that is itself valid Base64 as it stands', async () => {
    await house.person({ userName: 'based001', codes: ['czrzdc'] })
    const token = (await sessionOf('based001')).token
    // 'abcd1234' decodes to bytes, 'YWJjZGVm' even to readable text.
    const changed = await house.ask('PUT', `${LOGINS}/userPwd`, {
      token,
      body: { oldPwd: PASSWORD, newPwd: 'YWJjZGVm1' },
    })
    expect(changed.status).toBe(200)
    expect((await house.signInAs('based001', 'YWJjZGVm1')).status).toBe(200)
    expect((await house.signInAs('based001', base64('YWJjZGVm1'))).status).toBe(200)
  })

  it('answers the whole session and keeps only a digest of the token', async () => {
    const { data } = await house.signInAs('nurse01')
    expect(data.token).toMatch(/^[0-9a-f]{32}$/)
    expect(data).toMatchObject({
      resetPassword: false,
      ipAddress: '127.0.0.1',
      empInfo: { empName: '何静', sex: 2, orgId: house.orgId, phoneNum: '13800000001' },
      orgInfo: { orgId: house.orgId, orgName: '松龄护理院', orgLevel: 3, orgStatus: 1 },
      landingEndList: [{ landingEndId: WEB, landingEndCode: 'WEB', deviceType: '["WEB"]' }],
      quickEntry: [],
    })
    expect(data.authority).toContainEqual({ name: 'czrzdc', title: '导出操作日志' })
    expect(data.loginTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const rows = await house.sql<{ session_id: string }>('select session_id from login_session')
    expect(rows.map((row) => row.session_id)).toContain(sha256(data.token))
    const dump = JSON.stringify(await house.sql('select * from login_session, operation_log'))
    expect(dump).not.toContain(data.token)
  })

  it('moves the time of this sign-in to the last one', async () => {
    const first = await sessionOf('nurse01')
    const second = await sessionOf('nurse01')
    expect(second.lastLoginTime).toBe(first.loginTime)
  })

  it('sets a cookie that scripts cannot read, Secure behind https', async () => {
    const login = {
      method: 'POST' as const,
      path: `${LOGINS}/login`,
      body: { loginName: 'nurse01', loginPassword: PASSWORD },
    }
    const answer = await house.raw(login)
    const { token } = answer.json<Envelope<SessionData>>().data
    const [session, browser] = [answer.headers['set-cookie']].flat()
    expect(session).toBe(`token=${token}; Path=/; HttpOnly; SameSite=Strict`)
    expect(browser).toMatch(/^browser=[0-9a-f]{32}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/)
    const secured = await testHouse({ PUBLIC_URL: 'https://yiyuan.example' })
    try {
      await secured.person({ userName: 'nurse01', isAdmin: true })
      for (const line of [(await secured.raw(login)).headers['set-cookie']].flat()) {
        expect(line).toMatch(/; SameSite=Strict; Secure(; Max-Age=\d+)?$/)
      }
    } finally {
      await secured.close()
    }
  })

  it('lets a good cookie stand for a meaningless Authorization header', async () => {
    const { token } = await sessionOf('nurse01')
    const path = `${LOGINS}/current`
    const ways: Record<string, string>[] = [
      { authorization: token },
      { authorization: `Bearer ${token}` },
      { authorization: 'Basic c29tZSBjb25zdGFudA==', cookie: `a=b; token=${token}` },
      { cookie: `token=${token}` },
    ]
    for (const headers of ways) {
      expect((await house.raw({ path, headers })).json()).toMatchObject({ status: 200 })
    }
    // A token that came as a cookie does not go back to scripts.
    const byCookie = await house.raw({ path, headers: { cookie: `token=${token}` } })
    expect(byCookie.json<Envelope<SessionData>>().data.token).toBe('')
    const nonsense = await house.raw({ path, headers: { cookie: 'token=%E0%A4%A' } })
    expect(nonsense.json()).toMatchObject({ status: 4011 })
  })

  it('refuses a disabled account, a frozen organisation and an account without a landing end, after the password', async () => {
    await house.person({ userName: 'disabled1', codes: ['czrzdc'] })
    await house.person({ userName: 'norole01' })
    await house.sql(`update account set user_status = 2 where user_name = 'disabled1'`)
    expect(await house.signInAs('disabled1')).toMatchObject({ status: 40103, desc: '账号已停用，请联系管理员' })
    expect(await house.signInAs('disabled1', 'wrong123')).toMatchObject({ status: 40101 })
    expect(await house.signInAs('norole01')).toMatchObject({ status: 40107 })
    await house.sql('update organization set org_status = 3 where org_id = $1', [house.orgId])
    expect(await house.signInAs('nurse01')).toMatchObject({ status: 40104 })
    await house.sql('update organization set org_status = 1 where org_id = $1', [house.orgId])
    expect((await house.signInAs('nurse01')).status).toBe(200)
  })

  it('writes success and failure into the login log and the operation log, never a password', async () => {
    await house.signInAs('nurse01', 'wrong999')
    await house.signInAs('nurse01')
    const rows = await house.sql<{ login_status: string; emp_name: string; login_app: string | null }>(
      `select login_status, emp_name, login_app from login_log where user_name = 'nurse01' order by login_time desc, id desc limit 2`,
    )
    expect(rows).toEqual([
      { login_status: '成功', emp_name: '何静', login_app: '管理端' },
      { login_status: '账号或密码不正确，第 1 次', emp_name: '何静', login_app: null },
    ])
    const log = await house.sql<{ remark: string; user_name: string }>(
      `select remark, user_name, emp_name from operation_log where org_id = $1 order by created_at desc, log_id desc limit 2`,
      [house.orgId],
    )
    expect(log).toMatchObject([
      { remark: '登录成功', user_name: 'nurse01', emp_name: '何静' },
      { remark: '登录失败：账号或密码不正确，第 1 次', user_name: 'nurse01' },
    ])
    const dump = JSON.stringify(await house.sql('select * from operation_log, login_log'))
    for (const secret of ['wrong999', PASSWORD, base64(PASSWORD), 'argon2']) expect(dump).not.toContain(secret)
  })
})

it('answers nonsense as nonsense, never as a defect', async () => {
  for (const body of [
    { loginName: 'nur\u0000se', loginPassword: PASSWORD },
    { loginName: 'nurse01', loginPassword: 'a\u0000b' },
    { loginName: { a: 1 }, loginPassword: [] },
    { loginName: "' or 1=1 --", loginPassword: "' or 1=1 --" },
    { loginName: 'x'.repeat(21), loginPassword: 'x' },
    { loginName: '%', loginPassword: '%' },
    [],
    null,
  ]) {
    const answer = await house.ask('POST', `${LOGINS}/login`, { body })
    expect([40101, 42200]).toContain(answer.status)
  }
  const { token } = await sessionOf('nurse01')
  for (const path of [
    `menu/${'x'.repeat(300)}`,
    'menu/%00',
    'auth/..%2f..',
    `selectDataDeptID/${encodeURIComponent("'")}`,
  ]) {
    const answer = await house.ask(path.startsWith('select') ? 'POST' : 'GET', `${LOGINS}/${path}`, { token })
    expect([401, 404, 40400, 42200]).toContain(answer.status)
  }
})

describe('guessing', () => {
  const wrong = (loginName: string, ip: string) =>
    house
      .raw({ method: 'POST', path: `${LOGINS}/login`, body: { loginName, loginPassword: 'wrong123' }, ip })
      .then((answer) => answer.json<Envelope>())

  it('freezes after five, though twenty come at once, and thaws by time', async () => {
    const userId = await house.person({ userName: 'guessed1', codes: ['czrzdc'] })
    const answers = await Promise.all(Array.from({ length: 20 }, () => wrong('guessed1', '10.1.0.1')))
    expect(answers.map((answer) => answer.status).sort()).toEqual([...Array(4).fill(40101), ...Array(16).fill(40102)])
    expect(new Set(answers.map((answer) => answer.desc))).toEqual(
      new Set([
        ...[4, 3, 2, 1].map((left) => `账号或密码不正确，还可尝试 ${left} 次`),
        '密码连续输错，账号已锁定，请 15 分钟后再试或联系管理员解除',
      ]),
    )
    const right = async () => {
      const body = { loginName: 'guessed1', loginPassword: PASSWORD }
      return (await house.raw({ method: 'POST', path: `${LOGINS}/login`, body, ip: '10.1.0.1' })).json().status
    }
    expect(await right()).toBe(40102)
    await house.sql(`update login_guess set until = now() - interval '1 second' where subject = $1`, [userId])
    expect(await wrong('guessed1', '10.1.0.1')).toMatchObject({ status: 40101, desc: expect.stringContaining('4 次') })
    expect(await right()).toBe(200)
    expect(await wrong('guessed1', '10.1.0.1')).toMatchObject({ status: 40101, desc: expect.stringContaining('4 次') })
  })

  it('waits the minutes the organisation has set', async () => {
    await house.person({ userName: 'guessed2', codes: ['czrzdc'] })
    await house.sql(`insert into system_config (org_id, name, value) values ($1, 'unFrozenTimeConfig', '3')`, [
      house.orgId,
    ])
    for (let i = 0; i < 4; i++) await wrong('guessed2', '10.2.0.1')
    expect((await wrong('guessed2', '10.2.0.1')).desc).toContain('请 3 分钟后再试')
    await house.sql(`delete from system_config where name = 'unFrozenTimeConfig'`)
  })

  it('does not tell which names exist', async () => {
    await house.person({ userName: 'exists01', codes: ['czrzdc'] })
    for (let i = 0; i < 7; i++) {
      const [real, none] = await Promise.all([wrong('exists01', '10.3.0.1'), wrong('nobody01', '10.3.0.2')])
      expect(none).toEqual(real)
    }
    const [row] = await house.sql(`select org_id, login_status from login_log where user_name = 'nobody01' limit 1`)
    expect(row).toMatchObject({ org_id: house.orgId })
  })

  it('is limited per address whatever the names', async () => {
    await house.sql(
      `insert into rate_count (key, count, window_ends) values ('login-failed:10.4.0.1', 58, now() + interval '9 minutes')`,
    )
    const statuses: number[] = []
    for (let i = 0; i < 4; i++) statuses.push((await wrong(`name${i}xx`, '10.4.0.1')).status)
    expect(statuses).toEqual([40101, 40101, 42900, 42900])
    expect((await wrong('name99xx', '10.4.0.2')).status).toBe(40101)
    // Also with a right password: the address is the matter.
    const right = await house.raw({
      method: 'POST',
      path: `${LOGINS}/login`,
      body: { loginName: 'nurse01', loginPassword: PASSWORD },
      ip: '10.4.0.1',
    })
    expect(right.json()).toMatchObject({
      status: 42900,
      desc: expect.stringMatching(/^操作过于频繁，请 \d+ 分钟后再试$/),
    })
  })
})

describe('the ends of a session', () => {
  it('4012 for the older one when the account signs in elsewhere, also at the same moment', async () => {
    const first = await sessionOf('nurse01')
    const second = await sessionOf('nurse01')
    expect(await house.ask('GET', `${LOGINS}/current`, { token: first.token })).toEqual({
      status: 4012,
      desc: '该账号已在别处登录，请重新登录',
      data: null,
    })
    expect(await statusOf(second.token)).toBe(200)
    // A loser either gets a session that has ended already, or is told so at once.
    const all = await Promise.all(Array.from({ length: 4 }, () => house.signInAs('nurse01')))
    const ends = await Promise.all(all.map(async (one) => (one.status === 200 ? statusOf(one.data.token) : one.status)))
    expect(ends.sort()).toEqual([200, 4012, 4012, 4012])
    const open = await house.sql(
      `select 1 from login_session s join account a using (org_id, user_id) where a.user_name = 'nurse01' and ended_by is null`,
    )
    expect(open).toHaveLength(1)
  })

  it('4011 after the idle time, 4011 for a token nobody gave', async () => {
    const { token } = await sessionOf('nurse01')
    const rest = (minutes: number) =>
      house.sql(`update login_session set last_seen = now() - $2 * interval '1 minute' where session_id = $1`, [
        sha256(token),
        minutes,
      ])
    // The process has seen nothing of it: as after a restart.
    await house.sql('update login_session set last_seen = last_seen')
    const again = async () => {
      house.app.sessions.forget(house.orgId)
      return house.app.sessions.lookUp(sha256(token))
    }
    await rest(30)
    expect(await again()).toHaveProperty('user')
    await house.sql(`insert into system_config (org_id, name, value) values ($1, 'tokenTimeOut', '5')`, [house.orgId])
    await rest(5.9)
    expect(await again()).toHaveProperty('user')
    await rest(7)
    await house.sql(`insert into system_config (org_id, name, value) values ($1, 'tokenTimeOutSet', '1')`, [
      house.orgId,
    ])
    expect(await again()).toHaveProperty('user')
    await house.sql(`delete from system_config where org_id = $1 and name = 'tokenTimeOutSet'`, [house.orgId])
    expect(await again()).toEqual({ ended: 'SESSION_EXPIRED' })
    await house.sql(`delete from system_config where org_id = $1 and name = 'tokenTimeOut'`, [house.orgId])
    expect(await house.ask('GET', `${LOGINS}/current`, { token })).toEqual({
      status: 4011,
      desc: '登录状态已过期，请重新登录',
      data: null,
    })
    expect(await statusOf('0123456789abcdef0123456789abcdef')).toBe(4011)
  })

  it('4013 when the account is disabled, deleted, or its organisation frozen', async () => {
    for (const [break_, mend, desc] of [
      [
        `update account set user_status = 2 where user_name = 'nurse01'`,
        `update account set user_status = 1`,
        '用户关键信息已变更，请重新登录',
      ],
      [
        `update organization set org_status = 3 where org_level = 3`,
        `update organization set org_status = 1`,
        '机构已被平台冻结，暂时不能使用，请联系平台运营方',
      ],
    ] as const) {
      const { token } = await sessionOf('nurse01')
      await house.sql(break_)
      house.app.sessions.forget(house.orgId)
      expect(await house.ask('GET', `${LOGINS}/current`, { token })).toMatchObject({ status: 4013, desc })
      await house.sql(mend)
      house.app.sessions.forget(house.orgId)
      expect(await statusOf(token)).toBe(4013)
    }
  })

  it('sign-out ends it, takes the cookie back and works without a session too', async () => {
    const { token } = await sessionOf('nurse01')
    const own = { cookie: `token=${token}`, referer: 'http://localhost/index.html' }
    const answer = await house.raw({ path: `${LOGINS}/loginOut`, headers: own })
    expect(answer.json()).toEqual({ status: 200, desc: '操作成功', data: null })
    expect(answer.headers['set-cookie']).toBe('token=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0')
    expect(await statusOf(token)).toBe(4011)
    expect((await house.ask('GET', `${LOGINS}/loginOut`)).status).toBe(200)
    expect((await house.ask('GET', `${LOGINS}/loginOut`, { token })).status).toBe(200)
  })

  it('401 for a missing permission keeps the session', async () => {
    const { token } = await sessionOf('nurse01')
    expect(await house.ask('GET', '/passport/web-rbac/medical', { token })).toMatchObject({
      status: 401,
      desc: '权限不足，无法访问，请联系管理员',
    })
    expect(await statusOf(token)).toBe(200)
  })
})

describe('who is asking', () => {
  it('getUserID answers the id or an empty text', async () => {
    const path = '/omms/web-rbac/logins/getUserID'
    const session = await sessionOf('nurse01')
    expect((await house.ask('GET', path, { token: session.token })).data).toBe(session.empInfo.empId)
    expect(await house.ask('GET', path)).toEqual({ status: 200, desc: '操作成功', data: '' })
  })

  it('an administrator holds every code of the end and all departments', async () => {
    const { token } = await sessionOf('manager01')
    const answer = await house.app.sessions.resolve(token)
    if (!answer || !('user' in answer)) throw new Error('no user')
    expect(answer.user).toMatchObject({ isAdmin: true, deptIds: null })
    const all = await house.sql<{ authority_code: string }>(
      `select authority_code from authority where menu_type <> 'MENU' and ends ? 'WEB'`,
    )
    expect([...answer.user.codes].sort()).toEqual(all.map((row) => row.authority_code).sort())
    expect(answer.user.codes.has('platform:application:decide')).toBe(false)
  })

  it('the first sign-in must change the one-time password before anything else', async () => {
    const opened = await house.signInAs('administrator', house.operatorPassword)
    expect(opened.data).toMatchObject({ resetPassword: true, orgInfo: { orgId: OPERATOR_ORG, orgLevel: 1 } })
    const { token } = opened.data
    expect(await house.ask('GET', '/passport/web-rbac/medical', { token })).toMatchObject({ status: 40109 })
    const pwd = (userPassword: string, userId = opened.data.empInfo.empId) =>
      house.ask('PUT', `${LOGINS}/pwd`, { token, form: { userPassword, userId } })
    expect(await pwd('short')).toMatchObject({ status: 42200, data: { field: 'userPassword' } })
    expect(await pwd(house.operatorPassword)).toMatchObject({ desc: '新密码不能与原密码相同' })
    expect(await pwd('newpass1', house.orgId)).toMatchObject({ status: 401 })
    expect(await pwd('newpass1')).toMatchObject({ status: 200 })
    expect(await pwd('newpass2')).toMatchObject({ status: 40901 })
    expect(await house.ask('GET', '/passport/web-rbac/medical', { token })).toMatchObject({ status: 200 })
    expect((await house.signInAs('administrator', 'newpass1')).data.resetPassword).toBe(false)
  })
})
