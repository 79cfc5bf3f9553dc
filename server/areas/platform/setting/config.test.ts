// Settings of the shell and the login page: defaults, whose they are, and the two shapes of the first page.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CONFIGS, type House, LOGINS, OPERATOR_ORG, testHouse } from '#server/areas/platform/test/house'
import { VERSION } from '#server/kit/version'

let house: House
let token: string

beforeAll(async () => {
  house = await testHouse()
  await house.person({ userName: 'manager01', isAdmin: true })
  token = (await house.signInAs('manager01')).data.token
})
afterAll(() => house.close())

const get = async (name: string, headers: Record<string, string> = {}) =>
  (await house.ask('GET', `${CONFIGS}/${name}`, { token, headers })).data
const open = async (name: string) => (await house.ask('GET', `${CONFIGS}/${name}`)).data
const set = (orgId: string, name: string, value: unknown) =>
  house.sql(
    `insert into system_config (org_id, name, value) values ($1, $2, $3)
     on conflict (org_id, name) do update set value = excluded.value`,
    [orgId, name, JSON.stringify(value)],
  )

it('has defaults for everything', async () => {
  expect(await open('pwdConfig')).toBe(0)
  expect(await open('recordNumConfig')).toEqual({ recordNum: 0, recordNumDesc: null })
  expect(await open('loginConfig')).toEqual({
    loginIcon: null,
    loginIconName: null,
    loginBackground: null,
    unFrozenMinutes: 15,
    version: VERSION,
    servicePhone: null,
    systemName: '颐园养老管理系统',
    systemThemeColor: '#1E87F0',
    sms: 0,
  })
  expect(await get('systemThemeColor')).toEqual({ systemThemeColor: '#1E87F0' })
  expect(await get('iconConfig')).toMatchObject({ menuOpenStatus: 'OPEN', waterMark: 'OPEN' })
})

it('needs a session for the rest', async () => {
  for (const name of ['systemThemeColor', 'iconConfig', 'loginPageConfig', 'userIsPass']) {
    expect(await house.ask('GET', `${CONFIGS}/${name}`)).toMatchObject({ status: 4011 })
  }
  expect(await house.ask('GET', '/pims/web-pi/device/set/mattress')).toMatchObject({ status: 4011 })
})

it('takes the organisation before the operator before the default, and shows the only organisation before sign-in', async () => {
  await set(OPERATOR_ORG, 'loginIconName', '平台')
  await set(OPERATOR_ORG, 'waterMark', 'CLOSE')
  expect(await open('loginConfig')).toMatchObject({ loginIconName: '平台' })
  expect(await get('iconConfig')).toMatchObject({ waterMark: 'CLOSE' })
  await set(house.orgId, 'loginIconName', '松龄')
  await set(house.orgId, 'waterMark', null)
  expect(await open('loginConfig')).toMatchObject({ loginIconName: '松龄' })
  expect(await get('iconConfig')).toMatchObject({ waterMark: 'CLOSE' })
  // A value of another kind than the setting is no value.
  await set(house.orgId, 'unFrozenTimeConfig', 'soon')
  expect(await open('loginConfig')).toMatchObject({ unFrozenMinutes: 15 })
  await house.sql(
    `insert into organization (org_id, org_code, org_name, org_level, org_status) values ('second', '900001', '第二家', 3, 1)`,
  )
  expect(await open('loginConfig')).toMatchObject({ loginIconName: '平台' })
  // Signed in it is one's own again.
  expect(await get('loginConfig')).toMatchObject({ loginIconName: '松龄' })
  await house.sql(`update organization set org_status = 0 where org_id = 'second'`)
  expect(await open('loginConfig')).toMatchObject({ loginIconName: '松龄' })
})

it('names the first page as a text for existing clients and as an object for this console', async () => {
  const own = { appname: 'platform-admin' }
  expect(await get('loginPageConfig')).toBe('')
  expect(await get('loginPageConfig', own)).toEqual({ mainFirstUrl: '/home' })
  await set(house.orgId, 'loginPageConfig', '/systemSetting/logList')
  // They know the page by another route.
  expect(await get('loginPageConfig')).toBe('/logList')
  expect(await get('loginPageConfig', own)).toEqual({ mainFirstUrl: '/systemSetting/logList' })
  await set(house.orgId, 'loginPageConfig', '/main')
  expect(await get('loginPageConfig', own)).toEqual({ mainFirstUrl: null })
})

it('sends existing clients to no first page that they do not have, or that their landing end does not offer', async () => {
  // Pages of this console alone, and one of a client that no menu names.
  for (const page of ['/home', '/live/live/list', '/charge/accountList', '/homePage']) {
    await set(house.orgId, 'loginPageConfig', page)
    expect([page, await get('loginPageConfig')]).toEqual([page, ''])
  }
  await set(house.orgId, 'loginPageConfig', '/user')
  expect(await get('loginPageConfig')).toBe('/user')
  await house.sql(`update authority set ends = '["OPEX"]' where page_url = '/systemmanage/user'`)
  expect(await get('loginPageConfig')).toBe('')
  await house.sql(`update authority set ends = '["WEB", "OPEX"]' where page_url = '/systemmanage/user'`)
  await set(house.orgId, 'loginPageConfig', '')
})

it('keeps the mattress alarm settings of an organisation, with their change in the log', async () => {
  const path = '/pims/web-pi/device/set/mattress'
  const { data } = await house.ask<{ setId: string; setContent: object }>('GET', path, { token })
  expect(data.setContent).toEqual({ alarmRemind: { status: 1, position: [] }, alarmVoice: { status: 1, times: 3 } })
  const setContent = { alarmRemind: { status: 0, position: ['right'] }, alarmVoice: { status: 1, times: 5 } }
  await house.person({ userName: 'nurse01', codes: ['czrzdc'] })
  const nurse = (await house.signInAs('nurse01')).data.token
  expect(await house.ask('POST', path, { token: nurse, body: { setContent } })).toMatchObject({ status: 401 })
  expect(
    await house.ask('POST', path, {
      token,
      body: { setContent: { ...setContent, alarmVoice: { status: 1, times: 0 } } },
    }),
  ).toMatchObject({ status: 42200 })
  expect(await house.ask('POST', path, { token, body: { ...data, setContent } })).toMatchObject({ status: 200 })
  expect((await house.ask('GET', path, { token: nurse })).data).toEqual({ setId: data.setId, setContent })
  const [row] = await house.sql(
    `select user_name, changes from operation_log where target_id = 'mattressSet' and org_id = $1`,
    [house.orgId],
  )
  expect(row).toEqual({ user_name: 'manager01', changes: { mattressSet: [data.setContent, setContent] } })
})

it('says whether screens may pass', async () => {
  expect(await get('userIsPass')).toBe(0)
  expect(await house.ask('PUT', `${LOGINS}/updateIsPass`, { token, body: { isPass: 2 } })).toMatchObject({
    status: 42200,
  })
  expect(await house.ask('PUT', `${LOGINS}/updateIsPass`, { token, body: { isPass: 1 } })).toMatchObject({
    status: 200,
  })
  expect(await get('userIsPass')).toBe(1)
})
