// What a stranger, or a colleague with curious eyes, tries at the door: reading another's code, learning who has an
// account and which number, spending SMS, locking the owner out.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SessionData } from '#contract/platform/session'
import {
  CONFIGS,
  forgetLimits,
  forgetWrong,
  type House,
  LOGINS,
  PASSWORD,
  type SmsHouse,
  smsHouse,
  testHouse,
} from '#server/areas/platform/test/house'
import type { Envelope } from '#server/kit/test/app'

const OUTBOX = '/passport/web-org/smsOutbox'
const PHONE = '13800000001'
const READER = ['platform:smsOutbox:list', 'platform:user:list']

interface Shown {
  list: { phone: string; content: string; purpose: string; state: string; createTime: string }[]
}

const outboxOf = async (house: House, token: string, query: Record<string, string> = {}) =>
  (await house.ask<Shown>('GET', OUTBOX, { token, query })).data.list

describe('a house without SMS', () => {
  let house: House
  beforeAll(async () => {
    house = await testHouse()
    await house.person({ userName: 'boss0001', phone: PHONE, isAdmin: true })
    await house.person({ userName: 'director', codes: READER })
  })
  afterAll(() => house.close())
  beforeEach(() => forgetLimits(house))

  it('a director who reads the outbox gets no code of the administrator, because none is made', async () => {
    const token = (await house.signInAs('director')).data.token
    const refused = await house.ask('GET', `${LOGINS}/getSmsCode/${PHONE}`)
    expect(refused).toMatchObject({ status: 40111, desc: expect.stringContaining('设置 → 用户') })
    expect(refused.desc).toContain('没有接入短信')
    expect(await outboxOf(house, token)).toEqual([])
    expect(await house.sql('select 1 from sms_code')).toEqual([])
  })

  it('says so before anybody begins, and on every way that would need a code', async () => {
    expect((await house.ask<{ sms: number }>('GET', `${CONFIGS}/loginConfig`)).data.sms).toBe(0)
    for (const loginName of ['boss0001', 'nobody99']) {
      const answer = await house.ask('GET', `${LOGINS}/userPhoneNum`, { query: { loginName } })
      expect(answer.status).toBe(40111)
    }
    const body = { userName: 'newcomer1', userPassword: 'fresh123', userTelephone: '13700000001', smsCode: '000000' }
    expect((await house.ask('POST', `${LOGINS}/register`, { body })).status).toBe(40111)
  })

  it('a code or password in a message that is kept is shown to nobody, in whatever state, to masked numbers', async () => {
    const token = (await house.signInAs('director')).data.token
    for (const [i, state] of ['outbox', 'waiting', 'failed', 'sent'].entries()) {
      await house.sql(
        `insert into sms_message (org_id, message_id, phone, content, purpose, sealed, secret, state)
         values ($1, $2, $3, '验证码 654321，密码 abcd-2345-efgh', '验证码', true, '验证码 654321', $4)`,
        [house.orgId, `kept${i}`, PHONE, state],
      )
    }
    const rows = await outboxOf(house, token)
    expect(rows.map((row) => row.state).sort()).toEqual(['failed', 'outbox', 'sent', 'waiting'])
    for (const row of rows) {
      expect(row).toMatchObject({ phone: '138****0001', content: '验证码 ******，密码 ******', purpose: '验证码' })
    }
    // Nor can the number be felt out by searching for parts of it.
    expect(await outboxOf(house, token, { phone: '0000' })).toEqual([])
    expect(await outboxOf(house, token, { phone: '0001' })).toHaveLength(4)
    await house.sql('delete from sms_message')
  })
})

describe('with SMS', () => {
  let house: SmsHouse
  beforeAll(async () => {
    house = await smsHouse({ PHOTO_CODE: 'on' })
    await house.person({ userName: 'owner001', phone: PHONE, isAdmin: true })
    await house.person({ userName: 'nophone1', codes: ['czrzdc'] })
    await house.person({ userName: 'manager1', phone: '13800000002', codes: ['saveUser', ...READER] })
  })
  afterAll(() => house.close())
  beforeEach(async () => {
    await forgetLimits(house)
    await forgetWrong(house)
  })

  const picture = async () => {
    const { verifyStr } = (await house.ask<{ verifyStr: string }>('GET', `${LOGINS}/getPhotoCode`)).data
    const [row] = await house.sql<{ answer: string }>('select answer from photo_code where verify_str = $1', [
      verifyStr,
    ])
    return { photoCode: row!.answer, verifyStr }
  }
  const sms = (phone: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    house.ask('GET', `${LOGINS}/getSmsCode/${phone}`, { query, headers })
  const standIn = async (loginName: string, headers: Record<string, string> = {}) =>
    house.ask<string>('GET', `${LOGINS}/userPhoneNum`, { query: { loginName, ...(await picture()) }, headers })

  it('a code is stored until the gateway has it, never longer, and never listed', async () => {
    const token = (
      await house.ask<SessionData>('POST', `${LOGINS}/login`, {
        body: { loginName: 'manager1', loginPassword: PASSWORD, ...(await picture()) },
      })
    ).data.token
    expect((await sms(PHONE)).status).toBe(200)
    const code = await house.gateway.code(PHONE)
    await expect
      .poll(async () => (await house.sql<{ state: string }>('select state from sms_message'))[0]?.state)
      .toBe('sent')
    expect(JSON.stringify(await house.sql('select * from sms_message'))).not.toContain(code)
    expect(await outboxOf(house, token)).toMatchObject([{ phone: '138****0001', purpose: '验证码', state: 'sent' }])
    // What no gateway ever took is forgotten with the next code.
    await house.sql(
      `update sms_message set secret = '验证码 111222', secret_until = now() - interval '1 second', state = 'failed'`,
    )
    await forgetLimits(house)
    expect((await sms('13800000002')).status).toBe(200)
    expect(await house.sql(`select 1 from sms_message where secret like '%111222%'`)).toEqual([])
  })

  it('every name and number is free to a stranger; whoever manages users is told', async () => {
    const check = (loginName: string, token?: string) =>
      house.ask('GET', `${LOGINS}/check`, { query: { loginName }, ...(token && { token }) })
    const answers = await Promise.all(
      ['owner001', 'OWNER001', PHONE, 'nobody99', '13912345678'].map((one) => check(one)),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 200 })
    const login = async (loginName: string) => {
      const body = { loginName, loginPassword: PASSWORD, ...(await picture()) }
      return (await house.ask<SessionData>('POST', `${LOGINS}/login`, { body })).data.token
    }
    expect((await check('owner001', await login('manager1'))).status).toBe(40904)
    expect((await check('owner001', await login('nophone1'))).status).toBe(200)
  })

  it('userPhoneNum gives eleven digits for any name, always the same, and never a real number', async () => {
    const real = await standIn('owner001')
    expect(real).toMatchObject({ status: 200, data: expect.stringMatching(/^138\d{4}0001$/) })
    expect(real.data).not.toBe(PHONE)
    const other = { 'user-agent': 'another' }
    for (const name of ['owner001', 'nophone1', 'nobody99', 'Nobody99 ', '13912345678', PHONE]) {
      const first = await standIn(name)
      expect(first).toMatchObject({ status: 200, desc: '操作成功', data: expect.stringMatching(/^1[3-9]\d{9}$/) })
      expect((await standIn(name)).data).toBe(first.data)
      expect((await standIn(name, other)).data).toBe(first.data)
      expect(await house.sql('select 1 from login_name where name = $1', [first.data])).toEqual([])
    }
    // A number asked for keeps its own ends, whether somebody has it or not.
    expect((await standIn('13912345678')).data).toMatch(/^139\d{4}5678$/)
    expect((await standIn('13912345678')).data).not.toBe('13912345678')
    await forgetLimits(house)
  })

  it('a stand-in sends to its owner or to nobody, with the same answer, in the browser that asked alone', async () => {
    const before = house.gateway.taken.length
    const real = (await standIn('owner001')).data
    const none = (await standIn('nobody99')).data
    const toNobody = await sms(none)
    const toOwner = await sms(real)
    expect(toNobody).toEqual(toOwner)
    expect(toOwner.status).toBe(200)
    const smsCode = await house.gateway.code(PHONE)
    // Both are limited alike.
    expect([(await sms(none)).status, (await sms(real)).status]).toEqual([42900, 42900])
    const prove = async (phoneNum: string, headers: Record<string, string> = {}) =>
      house.ask<string>('GET', `${LOGINS}/userId`, { query: { phoneNum, smsCode, ...(await picture()) }, headers })
    const guess = async (phoneNum: string) =>
      house.ask<string>('GET', `${LOGINS}/userId`, { query: { phoneNum, smsCode: '000000x', ...(await picture()) } })
    expect(await guess(none)).toEqual(await guess(real))
    expect((await prove(real, { 'user-agent': 'a browser that did not ask' })).status).toBe(40106)
    const proven = await prove(real)
    expect(proven.status).toBe(200)
    const form = { userPassword: 'fresh123', checkPass: 'fresh123', userId: proven.data, phoneNum: real }
    expect((await house.ask('PUT', `${LOGINS}/reset`, { form })).status).toBe(200)
    expect(house.gateway.taken.slice(before).map((one) => one.phone)).toEqual([PHONE])
    expect(await house.sql('select 1 from sms_message where phone = $1', [none])).toEqual([])
    // Ten minutes later it stands for nothing, and is no number to send to either.
    await house.sql(`update phone_stand_in set expires_at = now() - interval '1 second'`)
    await forgetLimits(house)
    expect(await sms(real)).toMatchObject({ status: 42200, desc: expect.stringContaining('请重新填写账号') })
    await house.sql('delete from phone_stand_in')
  })

  it('who asks both ways gets no more messages, and is not told that both are one', async () => {
    const before = house.gateway.taken.length
    const real = (await standIn('owner001')).data
    expect((await sms(PHONE)).status).toBe(200)
    const code = await house.gateway.code(PHONE)
    expect((await sms(real)).status).toBe(200)
    // The code in hand is still the one that counts.
    const query = { phoneNum: real, smsCode: code, ...(await picture()) }
    expect((await house.ask('GET', `${LOGINS}/userId`, { query })).status).toBe(200)
    expect(house.gateway.taken.length).toBe(before + 1)
  })

  it('no other site and no picture makes the server send, look up or prove anything', async () => {
    const before = await house.sql('select 1 from sms_code')
    for (const headers of [
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'empty' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' },
      { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' },
    ]) {
      expect((await sms('13811112222', {}, headers)).status).toBe(40303)
      expect((await standIn('owner001', headers)).status).toBe(40303)
      for (const path of ['check?loginName=owner001', 'userId?phoneNum=13800000001&smsCode=000000']) {
        expect((await house.ask('GET', `${LOGINS}/${path}`, { headers })).status).toBe(40303)
      }
    }
    expect(await house.sql('select 1 from sms_code')).toEqual(before)
    const own = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }
    expect((await sms('13811112222', {}, own)).status).toBe(200)
  })

  it('one solved picture pays for the code of one number and for the form that follows', async () => {
    const solved = await picture()
    expect((await sms('13811113333', { ...solved, photoCode: '????' })).status).toBe(40105)
    expect((await sms('13811113333', solved)).status).toBe(200)
    await house.gateway.code('13811113333')
    expect((await sms('13811114444', solved)).status).toBe(40105)
    await forgetLimits(house)
    expect((await sms('13811113333', solved)).status).toBe(200)
    const smsCode = await house.gateway.code('13811113333')
    const body = { userName: 'joining01', userPassword: 'fresh123', userTelephone: '13811113333', smsCode, ...solved }
    expect((await house.ask('POST', `${LOGINS}/register`, { body })).status).toBe(200)
    // And for nothing after it.
    expect((await house.ask('POST', `${LOGINS}/register`, { body })).status).toBe(40105)
    await forgetLimits(house)
    expect((await sms('13811113333', solved)).status).toBe(40105)
  })

  it('a number gets one a minute, five an hour and ten a day, whoever pays', async () => {
    const phone = '13811115555'
    const turn = async (forget: string) => {
      await house.sql(`delete from rate_count where key like any($1)`, [forget.split(' ')])
      return (await sms(phone, await picture())).status
    }
    expect(await turn('x')).toBe(200)
    expect(await turn('sms-address:%')).toBe(42900)
    const hour: number[] = []
    for (let i = 2; i <= 6; i++) hour.push(await turn('sms-minute:% sms-address:%'))
    expect(hour).toEqual([200, 200, 200, 200, 42900])
    const day: number[] = []
    for (let i = 6; i <= 11; i++) day.push(await turn('sms-minute:% sms-hour:% sms-address:%'))
    expect(day).toEqual([200, 200, 200, 200, 200, 42900])
  })
})

describe('locking the owner out', () => {
  let house: House
  beforeAll(async () => {
    house = await testHouse()
  })
  afterAll(() => house.close())
  beforeEach(async () => {
    await forgetLimits(house)
    await forgetWrong(house)
  })

  const signIn = (loginName: string, loginPassword: string, ip: string, cookie?: string) =>
    house.raw({
      method: 'POST',
      path: `${LOGINS}/login`,
      body: { loginName, loginPassword },
      ip,
      ...(cookie && { headers: { cookie } }),
    })
  const status = async (...args: Parameters<typeof signIn>) => (await signIn(...args)).json<Envelope>().status
  /** The cookie that a browser keeps after signing in. */
  async function browserOf(userName: string, ip: string): Promise<string> {
    const lines = [(await signIn(userName, PASSWORD, ip)).headers['set-cookie']].flat()
    const line = lines.find((one) => one?.startsWith('browser='))
    expect(line).toMatch(/^browser=[0-9a-f]{32}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=15552000$/)
    return line!.split(';')[0]!
  }

  it('five wrong guesses lock the address that made them, and nobody else', async () => {
    await house.person({ userName: 'lock0001', codes: ['czrzdc'] })
    for (let i = 0; i < 5; i++) await status('lock0001', 'wrong123', '10.1.0.1')
    expect(await status('lock0001', PASSWORD, '10.1.0.1')).toBe(40102)
    expect(await status('lock0001', PASSWORD, '10.1.0.2')).toBe(200)
    // What was right elsewhere does not open the locked address.
    expect(await status('lock0001', PASSWORD, '10.1.0.1')).toBe(40102)
  })

  // Each password costs a core its time, on purpose; a busy machine takes longer over so many of them.
  it('guesses from many addresses slow strangers down, never a browser that signed in before', {
    timeout: 180_000,
  }, async () => {
    await house.person({ userName: 'lock0002', codes: ['czrzdc'] })
    const cookie = await browserOf('lock0002', '10.2.9.9')
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => status('lock0002', 'wrong123', `10.2.0.${i}`)),
    )
    expect(answers.filter((one) => one === 40101)).toHaveLength(19)
    expect(answers.filter((one) => one === 40102)).toHaveLength(21)
    expect(await status('lock0002', PASSWORD, '10.2.1.1')).toBe(40102)
    expect(await status('lock0002', PASSWORD, '10.2.1.1', cookie)).toBe(200)
    // Unknown names behave just so.
    const nobody = await Promise.all(
      Array.from({ length: 40 }, (_, i) => status('nobody77', 'wrong123', `10.3.0.${i}`)),
    )
    expect(nobody.sort()).toEqual(answers.sort())
  })

  it('a known browser is let through though its address has failed too often, and has five guesses of its own', async () => {
    await house.person({ userName: 'lock0003', codes: ['czrzdc'] })
    const ip = '10.4.0.1'
    const cookie = await browserOf('lock0003', ip)
    await house.sql(
      `insert into rate_count (key, count, window_ends) values ('login-failed:10.4.0.1', 60, now() + interval '9 minutes'),
        ('login:10.4.0.1', 240, now() + interval '1 minute')
       on conflict (key) do update set count = excluded.count, window_ends = excluded.window_ends`,
    )
    expect(await status('lock0003', PASSWORD, ip)).toBe(42900)
    expect(await status('lock0003', PASSWORD, ip, cookie)).toBe(200)
    const own = await Promise.all(Array.from({ length: 8 }, () => status('lock0003', 'wrong123', ip, cookie)))
    expect(own.sort()).toEqual([...Array(4).fill(40101), ...Array(4).fill(40102)])
    expect(await status('lock0003', PASSWORD, ip, cookie)).toBe(40102)
  })

  it('the cookie of one account helps with no other, and an invented one with none', async () => {
    await house.person({ userName: 'lock0004', codes: ['czrzdc'] })
    await house.person({ userName: 'lock0005', codes: ['czrzdc'] })
    const cookie = await browserOf('lock0004', '10.5.0.1')
    for (let i = 0; i < 5; i++) await status('lock0005', 'wrong123', '10.5.0.2', cookie)
    expect(await status('lock0005', PASSWORD, '10.5.0.2', cookie)).toBe(40102)
    const invented = `browser=${'0'.repeat(32)}`
    for (let i = 0; i < 5; i++) await status('lock0004', 'wrong123', '10.5.0.3', invented)
    expect(await status('lock0004', PASSWORD, '10.5.0.3', invented)).toBe(40102)
    // Nor does signing in adopt a value that somebody planted.
    const given = [(await signIn('lock0005', PASSWORD, '10.5.0.4', invented)).headers['set-cookie']].flat()
    expect(given.some((line) => line?.includes(invented))).toBe(false)
    const stored = JSON.stringify(await house.sql('select * from known_browser'))
    expect(stored).not.toContain(cookie.slice('browser='.length))
  })

  it('few browsers are known, and none after a new password', async () => {
    const userId = await house.person({ userName: 'lock0006', codes: ['czrzdc'] })
    for (let i = 0; i < 10; i++) await browserOf('lock0006', `10.6.0.${i}`)
    const known = () => house.sql('select 1 from known_browser where user_id = $1', [userId])
    expect(await known()).toHaveLength(8)
    const { token } = (await house.signInAs('lock0006')).data
    const body = { oldPwd: PASSWORD, newPwd: 'fresh123' }
    expect((await house.ask('PUT', `${LOGINS}/userPwd`, { token, body })).status).toBe(200)
    expect(await known()).toEqual([])
  })

  it('the administrator’s word lifts every lock', { timeout: 180_000 }, async () => {
    const userId = await house.person({ userName: 'lock0007', codes: ['czrzdc'] })
    await house.person({ userName: 'lockboss', isAdmin: true })
    await Promise.all(Array.from({ length: 30 }, (_, i) => status('lock0007', 'wrong123', `10.7.0.${i % 6}`)))
    expect(await status('lock0007', PASSWORD, '10.7.0.0')).toBe(40102)
    expect(await status('lock0007', PASSWORD, '10.7.1.1')).toBe(40102)
    const token = (await house.signInAs('lockboss')).data.token
    expect((await house.ask('PUT', `/passport/web-rbac/users/${userId}/frozen`, { token, form: {} })).status).toBe(200)
    expect(await status('lock0007', PASSWORD, '10.7.0.0')).toBe(200)
  })
})
