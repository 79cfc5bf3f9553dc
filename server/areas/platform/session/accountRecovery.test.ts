// SMS codes, registering, recovering and changing passwords.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SiblingMenuItem } from '#server/areas/platform/authority/menu'
import {
  forgetLimits,
  LOGINS,
  OPERATOR_ORG,
  PASSWORD,
  type SmsHouse,
  smsHouse,
  testHouse,
} from '#server/areas/platform/test/house'

let house: SmsHouse

beforeAll(async () => {
  house = await smsHouse()
  await house.person({ userName: 'nurse01', phone: '13800000001', codes: ['czrzdc'] })
  await house.person({ userName: 'nurse02', phone: '13800000002', codes: ['czrzdc'] })
})
afterAll(() => house.close())
beforeEach(() => forgetLimits(house))

const send = (phone: string, ip?: string) =>
  house.raw({ path: `${LOGINS}/getSmsCode/${phone}`, ...(ip && { ip }) }).then((answer) => answer.json())

async function codeFor(phone: string): Promise<string> {
  await forgetLimits(house)
  expect(await send(phone)).toMatchObject({ status: 200 })
  return house.gateway.code(phone)
}

describe('SMS codes', () => {
  it('reach the phone; a digest is all that is kept', async () => {
    const code = await codeFor('13800000001')
    expect(code).toMatch(/^\d{6}$/)
    const [row] = await house.sql<{ code_hash: string }>(
      'select code_hash, used_at from sms_code order by created_at desc limit 1',
    )
    expect(row!.code_hash).not.toContain(code)
    const message = () =>
      house.sql('select org_id, state, sealed, secret, content from sms_message where phone = $1', ['13800000001'])
    const content = '验证码 ******，5 分钟内有效。如非本人操作，请忽略本短信。'
    await expect.poll(message).toEqual([{ org_id: house.orgId, state: 'sent', sealed: true, secret: null, content }])
    const log = JSON.stringify(await house.sql('select * from operation_log'))
    expect(log).not.toContain(code)
    expect(log).toContain('138****0001')
  })

  it('are limited for who solved no picture: one a minute for a phone, five an hour for an address', async () => {
    expect(await send('13811110000')).toMatchObject({ status: 200 })
    expect(await send('13811110000')).toMatchObject({ status: 42900 })
    const many = await Promise.all(Array.from({ length: 12 }, (_, i) => send(`13822220${100 + i}`, '10.6.0.1')))
    expect(many.filter((answer) => answer.status === 200)).toHaveLength(5)
    expect(await send('12345')).toMatchObject({ status: 42200 })
  })

  it('are good once, for five tries, for five minutes, and only the newest one', async () => {
    const login = (loginCode: string, loginPhone = '13800000001') =>
      house.ask('POST', `${LOGINS}/login/sms`, { body: { loginPhone, loginCode } })
    const first = await codeFor('13800000001')
    const second = await codeFor('13800000001')
    if (first !== second) expect(await login(first)).toMatchObject({ status: 40106 })
    expect(await login(second)).toMatchObject({ status: 200, data: { username: 'nurse01' } })
    expect(await login(second)).toMatchObject({ status: 40106 })

    const third = await codeFor('13800000001')
    const wrong = third === '000000' ? '000001' : '000000'
    for (let i = 0; i < 5; i++) expect(await login(wrong)).toMatchObject({ status: 40106 })
    expect(await login(third)).toMatchObject({ status: 40106 })

    const fourth = await codeFor('13800000001')
    await house.sql(`update sms_code set expires_at = now() - interval '1 second'`)
    expect(await login(fourth)).toMatchObject({ status: 40106 })

    const stranger = await codeFor('13899999999')
    expect(await login(stranger, '13899999999')).toMatchObject({ status: 40106 })

    const fifth = await codeFor('13800000001')
    const both = await Promise.all([login(fifth), login(fifth)])
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 40106])
  })

  it('sign in, with the menu in the answer', async () => {
    const loginCode = await codeFor('13800000002')
    const answer = await house.ask<{ authorityList: SiblingMenuItem[]; token: string }>('POST', `${LOGINS}/login/sms`, {
      body: { loginPhone: '13800000002', loginCode, orgLevel: 3 },
    })
    expect(answer.data.authorityList.length).toBeGreaterThan(0)
    expect((await house.ask('GET', `${LOGINS}/current`, { token: answer.data.token })).status).toBe(200)
  })
})

describe('recovering a password', () => {
  const recover = async (phoneNum: string, owner = phoneNum) => {
    await forgetLimits(house)
    expect(await send(phoneNum)).toMatchObject({ status: 200 })
    const smsCode = await house.gateway.code(owner)
    return house.ask<string>('GET', `${LOGINS}/userId`, {
      query: { phoneNum, smsCode, photoCode: '', photoCodes: '', verifyStr: '' },
    })
  }
  const reset = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    house.ask('PUT', `${LOGINS}/reset`, { form, headers })

  it('goes through its three steps and ends open sessions with 4013', async () => {
    const open = (await house.signInAs('nurse01')).data
    const phone = await house.ask<string>('GET', `${LOGINS}/userPhoneNum`, { query: { loginName: 'nurse01' } })
    expect(phone.data).toMatch(/^138\d{4}0001$/)
    const proven = await recover(phone.data, '13800000001')
    expect(proven.data).toBe(open.empInfo.empId)
    const form = { userPassword: 'fresh123', checkPass: 'fresh123', userId: proven.data, phoneNum: phone.data }
    expect(await reset({ ...form, checkPass: 'fresh124' })).toMatchObject({
      status: 42200,
      desc: '两次输入的密码不一致',
    })
    expect(await reset({ ...form, userPassword: 'abc', checkPass: 'abc' })).toMatchObject({ status: 42200 })
    expect(await reset(form)).toMatchObject({ status: 200 })
    expect(await house.ask('GET', `${LOGINS}/current`, { token: open.token })).toMatchObject({ status: 4013 })
    expect((await house.signInAs('nurse01', 'fresh123')).status).toBe(200)
    expect((await house.signInAs('nurse01', PASSWORD)).status).toBe(40101)
    // Used up.
    expect(await reset({ ...form, userPassword: 'other123', checkPass: 'other123' })).toMatchObject({ status: 40110 })
  })

  it('sets nothing without the proof of the phone, in another browser, for another account or too late', async () => {
    const { data: victim } = await house.signInAs('nurse02')
    const form = { userPassword: 'stolen12', checkPass: '', userId: victim.empInfo.empId, phoneNum: '13800000002' }
    expect(await reset(form)).toMatchObject({ status: 40110, desc: '请先完成手机验证，再重设密码' })
    const own = await recover('13800000001')
    expect(await reset(form)).toMatchObject({ status: 40110 })
    expect(await reset({ ...form, phoneNum: '13800000001' })).toMatchObject({ status: 40110 })
    expect(await reset({ ...form, userId: own.data })).toMatchObject({ status: 40110 })
    const proven = await recover('13800000002')
    expect(await reset({ ...form, userId: proven.data }, { 'user-agent': 'another' })).toMatchObject({ status: 40110 })
    await house.sql(`update recovery_proof set expires_at = now() - interval '1 second'`)
    expect(await reset({ ...form, userId: proven.data })).toMatchObject({ status: 40110 })
    expect((await house.signInAs('nurse02')).status).toBe(200)
  })

  it('lifts every lock on the account', async () => {
    for (let i = 0; i < 5; i++) await house.signInAs('nurse02', 'wrong123')
    expect((await house.signInAs('nurse02')).status).toBe(40102)
    const proven = await recover('13800000002')
    const form = { userPassword: 'fresh456', checkPass: 'fresh456', userId: proven.data, phoneNum: '13800000002' }
    expect((await reset(form)).status).toBe(200)
    expect((await house.signInAs('nurse02', 'fresh456')).status).toBe(200)
  })

  it('is limited per address', async () => {
    const ask = () => house.ask('GET', `${LOGINS}/userPhoneNum`, { query: { loginName: 'nobody99' } })
    const answers = await Promise.all(Array.from({ length: 22 }, ask))
    expect(answers.filter((answer) => answer.status === 42900)).toHaveLength(2)
  })
})

describe('the own password', () => {
  it('changes with the old one, keeps this session and ends the others', async () => {
    await house.person({ userName: 'owner001', codes: ['czrzdc'] })
    const { token, empInfo } = (await house.signInAs('owner001')).data
    // A second session of the same account, as an older release or a second node might have left it.
    const other = '0123456789abcdef0123456789abcdef'
    await house.sql(
      `insert into login_session (session_id, org_id, user_id, landing_end_id, ip, terminal)
       select encode(sha256($1::bytea), 'hex'), org_id, user_id, landing_end_id, ip, terminal from login_session where user_id = $2 limit 1`,
      [other, empInfo.empId],
    )
    expect((await house.ask('GET', `${LOGINS}/current`, { token: other })).status).toBe(200)
    const change = (body: object) => house.ask('PUT', `${LOGINS}/userPwd`, { token, body })
    expect(await change({ oldPwd: 'wrong123', newPwd: 'newer123' })).toMatchObject({
      status: 40108,
      data: { field: 'oldPwd' },
    })
    expect(await change({ oldPwd: PASSWORD, newPwd: PASSWORD })).toMatchObject({ status: 42200 })
    for (const newPwd of ['only-letters', 'short1', 'short12', 'Yiyuan2026', 'OWNER001', 'abc12345x'.slice(0, 8)]) {
      expect(await change({ oldPwd: PASSWORD, newPwd })).toMatchObject({ status: 42200, data: { field: 'newPwd' } })
    }
    expect(await change({ oldPwd: PASSWORD, newPwd: 'newer123', userId: house.orgId })).toMatchObject({ status: 401 })
    expect(await change({ oldPwd: PASSWORD, newPwd: 'newer123', userId: empInfo.empId })).toMatchObject({ status: 200 })
    expect((await house.ask('GET', `${LOGINS}/current`, { token })).status).toBe(200)
    expect((await house.ask('GET', `${LOGINS}/current`, { token: other })).status).toBe(4013)
  })

  it('cannot be guessed through the change', async () => {
    await house.person({ userName: 'owner002', codes: ['czrzdc'] })
    const { token } = (await house.signInAs('owner002')).data
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) {
      const body = { oldPwd: `wrong${i}`, newPwd: 'newer123' }
      statuses.push((await house.ask('PUT', `${LOGINS}/userPwd`, { token, body })).status)
    }
    expect(statuses).toEqual([...Array(10).fill(40108), 42900])
  })

  it('follows the rule of the organisation', async () => {
    await house.person({ userName: 'owner003', codes: ['czrzdc'] })
    const { token } = (await house.signInAs('owner003')).data
    await house.sql(`insert into system_config (org_id, name, value) values ($1, 'pwdConfig', '1')`, [house.orgId])
    const change = (oldPwd: string, newPwd: string) =>
      house.ask('PUT', `${LOGINS}/userPwd`, { token, body: { oldPwd, newPwd } })
    expect(await change(PASSWORD, '短')).toMatchObject({ status: 200 })
    expect(await change('短', 'x'.repeat(21))).toMatchObject({ status: 42200 })
    await house.sql(`delete from system_config where name = 'pwdConfig'`)
    expect(await change('短', 'ab')).toMatchObject({ status: 42200 })
    expect((await house.signInAs('owner003', Buffer.from('短').toString('base64'))).status).toBe(200)
  })
})

describe('registering', () => {
  const register = (body: object) => house.ask('POST', `${LOGINS}/register`, { body })
  const form = { userName: 'newcomer1', userPassword: 'fresh123', repactPassword: '', resource: '1', orgLevel: '' }

  it('gives an account whose organisation has not applied yet', async () => {
    const smsCode = await codeFor('13700000001')
    const check = (loginName: string) => house.ask('GET', `${LOGINS}/check`, { query: { loginName } })
    expect((await check('newcomer1')).status).toBe(200)
    expect(await register({ ...form, userTelephone: '13700000001', smsCode: 'x' })).toMatchObject({ status: 40106 })
    expect(await register({ ...form, userTelephone: '13700000001', smsCode })).toEqual({
      status: 200,
      desc: '操作成功',
      data: null,
    })
    // Nobody learns that from the check; whoever registers does.
    expect((await check('newcomer1')).status).toBe(200)
    const opened = await house.signInAs('13700000001', 'fresh123')
    expect(opened).toMatchObject({
      status: 200,
      data: {
        isAdmin: true,
        landingEndList: [],
        orgInfo: {
          orgName: '未命名机构-newcomer1',
          orgStatus: 0,
          orgLevel: 3,
          rejectReason: null,
          parentId: OPERATOR_ORG,
        },
      },
    })
    // Signed in, but nothing of the product is open.
    expect((await house.ask('GET', '/passport/web-rbac/systemLogs', { token: opened.data.token })).status).toBe(401)
  })

  it('refuses names in use, names like phone numbers, weak and different passwords, and keeps the code then', async () => {
    const userTelephone = '13700000002'
    const smsCode = await codeFor(userTelephone)
    const send = { ...form, userTelephone, smsCode }
    expect(await register({ ...send, userName: 'newcomer1' })).toMatchObject({
      status: 40904,
      desc: '账号已存在',
      data: { field: 'userName' },
    })
    expect(await register({ ...send, userName: '13800009999' })).toMatchObject({ status: 42200 })
    expect(await register({ ...send, userName: 'x' })).toMatchObject({ status: 42200 })
    expect(await register({ ...send, userName: 'newcomer2', userPassword: 'weak' })).toMatchObject({ status: 42200 })
    expect(await register({ ...send, userName: 'newcomer2', checkPass: 'fresh124' })).toMatchObject({ status: 42200 })
    expect(await register({ ...send, userName: 'newcomer2' })).toMatchObject({ status: 200 })
    const again = await codeFor('13700000001')
    expect(
      await register({ ...form, userName: 'newcomer3', userTelephone: '13700000001', smsCode: again }),
    ).toMatchObject({ status: 40904, desc: '手机号已存在' })
  })

  it('gives a name once though two ask at the same moment', async () => {
    const phones = ['13700000011', '13700000012']
    const bodies: object[] = []
    for (const userTelephone of phones) {
      bodies.push({ ...form, userName: 'racing01', userTelephone, smsCode: await codeFor(userTelephone) })
    }
    const answers = await Promise.all(bodies.map(register))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 40904])
  })
})

describe('the HTTP provider', () => {
  interface Got {
    authorization: string | undefined
    body: unknown
  }

  it('hands messages to the gateway by a job, notes failures, tries again and forgets the code', async () => {
    const got: Got[] = []
    let answers = [500]
    const read = async (request: IncomingMessage) => {
      let text = ''
      for await (const chunk of request) text += chunk
      return JSON.parse(text) as unknown
    }
    const gateway = createServer(async (request, response) => {
      got.push({ authorization: request.headers.authorization, body: await read(request) })
      response.writeHead(answers.shift() ?? 200).end('{}')
    })
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
    const { port } = gateway.address() as AddressInfo
    const other = await testHouse({ SMS: 'http', SMS_URL: `http://127.0.0.1:${port}/send`, SMS_TOKEN: 'secret-token' })
    try {
      const state = async () =>
        (await other.sql<{ state: string; content: string; failure: string | null }>('select * from sms_message'))[0]
      expect(await other.ask('GET', `${LOGINS}/getSmsCode/13800000001`)).toMatchObject({ status: 200 })
      await expect.poll(async () => (await state())?.state, { timeout: 10_000 }).toBe('failed')
      expect((await state())?.failure).toBe('短信网关返回 500')
      expect(got[0]).toEqual({
        authorization: 'Bearer secret-token',
        body: { phone: '13800000001', content: expect.stringMatching(/^验证码 \d{6}，/) },
      })
      // The queue's own pause is not the matter here.
      await other.sql(
        'select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where key like $1), run_at => now())',
        ['sms:%'],
      )
      await expect.poll(async () => (await state())?.state, { timeout: 10_000 }).toBe('sent')
      expect((await state())?.content).toMatch(/^验证码 \*{6}，/)
      answers = []
    } finally {
      await other.close()
      gateway.close()
    }
  })
})
