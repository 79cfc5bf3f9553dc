// Common settings: who may change them, what older clients send, and that they work at once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusals } from '#contract/kit/refusal'
import type { CommonSettingData } from '#contract/platform/commonSetting'
import { CONFIGS, type House, OPERATOR_ORG, testHouse } from '#server/areas/platform/test/house'

let house: House
let admin: string

beforeAll(async () => {
  house = await testHouse({ PHOTO_CODE: 'on' })
  await house.sql(
    `insert into system_config (org_id, name, value) values ($1, 'photoCodeConfig', '1'), ($2, 'photoCodeConfig', '1')`,
    [house.orgId, OPERATOR_ORG],
  )
  await house.person({ userName: 'setadmin', isAdmin: true })
  admin = (await house.signInAs('setadmin')).data.token
})
afterAll(() => house.close())

const get = async () => (await house.ask<CommonSettingData>('GET', CONFIGS, { token: admin })).data
const put = (body: object) => house.ask<CommonSettingData>('PUT', CONFIGS, { token: admin, body })

describe('common settings', () => {
  it('begin with the defaults, or with what the operator has set for all', async () => {
    expect(await get()).toMatchObject({
      unFrozenTimeConfig: 15,
      loginPageConfig: '',
      tokenTimeOutSet: 0,
      tokenTimeOut: 30,
      pwdConfig: 0,
      imgSize: 300,
      photoCodeOff: false,
      loginPageOf: null,
    })
    await house.sql(`insert into system_config (org_id, name, value) values ($1, 'imgSize', '500')`, [OPERATOR_ORG])
    expect((await get()).imgSize).toBe(500)
  })

  it('takes what older clients send: numbers as texts, some fields only, fields of their own', async () => {
    const before = await get()
    const answer = await put({ unFrozenTimeConfig: '20', tokenTimeOut: '45', photoCodeConfig: '0', something: 'x' })
    expect(answer.status, answer.desc).toBe(200)
    expect(await get()).toMatchObject({
      unFrozenTimeConfig: 20,
      tokenTimeOut: 45,
      photoCodeConfig: 0,
      imgSize: before.imgSize,
      pwdConfig: before.pwdConfig,
    })
  })

  it('works at once', async () => {
    await put({ photoCodeConfig: 1, pwdConfig: 1, loginPageConfig: '/user' })
    expect((await house.ask('GET', `${CONFIGS}/photoCodeConfig`)).data).toBe(1)
    expect((await house.ask('GET', `${CONFIGS}/pwdConfig`)).data).toBe(1)
    expect((await house.ask('GET', `${CONFIGS}/loginPageConfig`, { token: admin })).data).toBe('/user')
    await put({ photoCodeConfig: 0, loginPageConfig: '' })
    expect((await house.ask('GET', `${CONFIGS}/photoCodeConfig`)).data).toBe(0)
    expect((await get()).loginPageConfig).toBe('')
    await put({ photoCodeConfig: 1 })
    const idleFor10Minutes = async (userName: string) => {
      const userId = await house.person({ userName, codes: ['page:/home'] })
      const { token } = (await house.signInAs(userName)).data
      await house.sql(`update login_session set last_seen = now() - interval '10 minutes' where user_id = $1`, [userId])
      return async () => (await house.ask('GET', '/passport/web-rbac/logins/current', { token })).status
    }
    const [first, second] = [await idleFor10Minutes('idler001'), await idleFor10Minutes('idler002')]
    await put({ tokenTimeOutSet: 1, tokenTimeOut: 5 })
    expect(await first()).toBe(200)
    await put({ tokenTimeOutSet: 0 })
    expect(await second()).toBe(refusals.SESSION_EXPIRED[0])
  })

  it('refuses what is out of range, with the field', async () => {
    for (const [field, value] of [
      ['unFrozenTimeConfig', 2],
      ['unFrozenTimeConfig', 1441],
      ['tokenTimeOut', 4],
      ['tokenTimeOut', 1441],
      ['imgSize', 0],
      ['imgSize', 1001],
      ['photoCodeConfig', 2],
      ['tokenTimeOutSet', 2],
      ['pwdConfig', -1],
      ['loginPageConfig', 'javascript:alert(1)'],
      ['loginPageConfig', `/${'x'.repeat(100)}`],
    ] as const) {
      const answer = await put({ [field]: value })
      expect([field, value, answer.status, answer.data]).toEqual([
        field,
        value,
        refusals.INVALID_INPUT[0],
        expect.objectContaining({ field }),
      ])
    }
  })

  it('of two editors the second is told; without a version nobody is', async () => {
    const { version } = await get()
    const answers = await Promise.all([put({ imgSize: 111, version }), put({ imgSize: 222, version })])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, refusals.CHANGED_MEANWHILE[0]])
    expect(answers.find((answer) => answer.status !== 200)!.desc).toContain('setadmin')
    expect((await put({ imgSize: 333 })).status).toBe(200)
  })

  it('logs each changed setting with before and after', async () => {
    await put({ imgSize: 400, unFrozenTimeConfig: 20 })
    const [logged] = await house.sql<{ changes: unknown; module: string }>(
      `select changes, module from operation_log where target_type = 'commonSetting' order by created_at desc limit 1`,
    )
    expect(logged).toEqual({ changes: { imgSize: [333, 400] }, module: '通用设置' })
    await put({ loginPageConfig: '/departConfig' })
    const [page] = await house.sql<{ changes: unknown }>(
      `select changes from operation_log where target_type = 'commonSetting' order by created_at desc limit 1`,
    )
    expect(page!.changes).toEqual({ loginPageConfig: ['工作台', '部门配置'] })
  })

  it('needs the permission', async () => {
    await house.person({ userName: 'setlook1', codes: ['platform:commonSetting:list'] })
    const looker = (await house.signInAs('setlook1')).data.token
    expect((await house.ask('GET', CONFIGS, { token: looker })).status).toBe(200)
    expect((await house.ask('PUT', CONFIGS, { token: looker, body: { imgSize: 9 } })).status).toBe(401)
  })
})
