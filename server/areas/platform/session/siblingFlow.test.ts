// The login flow of existing clients of the platform, call by call as they make it, until their main page stands.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SessionData } from '#contract/platform/session'
import { CONFIGS, type House, LOGINS, PASSWORD, testHouse, WEB } from '#server/areas/platform/test/house'
import type { Envelope } from '#server/kit/test/app'

let house: House
/** These clients send no token: only the cookie of the login answer, and a constant where a token would stand. */
let cookie = ''

beforeAll(async () => {
  house = await testHouse()
  await house.person({
    userName: 'admin01',
    empName: '演示员工',
    sex: 2,
    deptId: house.care,
    dataDeptIds: [house.care, house.finance],
    codes: ['czrzdc', 'dlrzdc', 'systemSetting:logList:list'],
  })
})
afterAll(() => house.close())

async function call<T = unknown>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Envelope<T>> {
  const answer = await house.raw({
    method,
    path,
    ...(body && { body }),
    headers: {
      ...(cookie && { cookie }),
      authorization: 'eyJhIjoiY29uc3RhbnQifQ',
      'cache-control': 'no-cache',
      // Of the browser: where the page comes from stands in `Origin` only when something is sent.
      referer: 'http://localhost/index.html',
      ...(method !== 'GET' && { origin: 'http://localhost' }),
      ...(!body && { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }),
    },
  })
  const set = answer.headers['set-cookie']
  const pairs = [set ?? []].flat().map((line) => line.split(';')[0]!)
  if (pairs.length > 0) cookie = pairs.join('; ')
  expect(answer.statusCode).toBe(200)
  return answer.json<Envelope<T>>()
}

interface Item {
  authorityId: string
  authorityCode: string
  authorityName: string
  name: string
  pageUrl: string | null
  icon: string
  child: Item[]
}

it('reaches the main page', async () => {
  // 1 to 4: before sign-in
  expect(await call('GET', `${CONFIGS}/pwdConfig`)).toEqual({ status: 200, desc: '操作成功', data: 0 })
  expect((await call('GET', `${LOGINS}/auth/authorized`)).data).toBe(0)
  const pictures = [1, 2].map(() => call<{ base64Str: string; verifyStr: string }>('GET', `${LOGINS}/getPhotoCode`))
  const [first, second] = await Promise.all(pictures)
  expect(Buffer.from(first!.data.base64Str, 'base64').subarray(1, 4).toString()).toBe('PNG')
  expect(first!.data.verifyStr).toMatch(/^[0-9a-f]{32}$/)
  expect(second!.data.verifyStr).not.toBe(first!.data.verifyStr)
  expect((await call('GET', `${CONFIGS}/photoCodeConfig`)).data).toBe(1)
  expect((await call('GET', `${CONFIGS}/recordNumConfig`)).data).toEqual({ recordNum: 0, recordNumDesc: null })
  expect((await call('GET', `${CONFIGS}/loginConfig`)).data).toMatchObject({ loginIcon: null, loginIconName: null })

  // 5: sign in; the switch is off, so the stale picture code does not matter
  const login = await call<SessionData>('POST', `${LOGINS}/login`, {
    loginName: 'admin01',
    loginPassword: Buffer.from(PASSWORD).toString('base64'),
    photoCode: '',
    verifyStr: 'stale',
    orgType: 3,
  })
  const session = login.data
  expect(session).toMatchObject({
    isAdmin: false,
    resetPassword: false,
    empInfo: { empName: '演示员工', workingPicture: null, sex: 2, deptId: house.care, orgId: house.orgId },
    deptInfo: { deptId: house.care, deptName: '院办公室' },
    orgInfo: { orgLevel: 3, orgStatus: 1 },
    dataDeptInfoList: [
      { deptId: house.care, orgId: house.orgId, parentId: '0' },
      { deptId: house.finance, orgId: house.orgId, parentId: '0' },
    ],
    landingEndList: [{ landingEndId: WEB, landingEndCode: 'WEB', deviceType: '["WEB"]' }],
  })
  expect(WEB).toContain('webLangingEndId')
  expect(cookie.split('; ')).toContain(`token=${session.token}`)

  // 6: what was chosen last time; both are texts although nothing was chosen yet
  expect((await call('GET', `${LOGINS}/selectLandingEndId`)).data).toBe(WEB)
  expect((await call('GET', `${LOGINS}/selectDataDeptID`)).data).toBe(house.care)

  // 7 to 9: the small client makes these three at once
  const check = `/omms/web-rbac/logins/checkDeptLanding?userId=${session.empInfo.empId}&deptName=${encodeURIComponent('财务部')}&landingName=${encodeURIComponent('管理端')}`
  const [chosen, menu, checked] = await Promise.all([
    call('POST', `${LOGINS}/selectDataDeptID/${house.finance}`),
    call<Item[]>('GET', `${LOGINS}/auth/${WEB}`),
    call('GET', check),
  ])
  expect([chosen.status, menu.status, checked.status]).toEqual([200, 200, 200])
  expect(menu.data.length).toBeGreaterThan(0)
  checkMenu(menu.data)
  const [logged] = await house.sql(
    `select dept_name, login_app, login_status from login_log where user_name = 'admin01' order by login_time desc, id desc limit 1`,
  )
  expect(logged).toEqual({ dept_name: '财务部', login_app: '管理端', login_status: '成功' })

  // 10: buttons; the client looks for the text "authorityCode":"X", with its comma
  const text = (
    await house.raw({ path: `${LOGINS}/button`, headers: { cookie, authorization: 'eyJhIjoiY29uc3RhbnQifQ' } })
  ).body
  for (const code of ['czrzdc', 'dlrzdc', 'systemSetting:logList:list']) {
    expect(text).toContain(`"authorityCode":"${code}",`)
  }
  expect(JSON.parse(text)).toMatchObject({ status: 200 })

  // 11 to 14: the main page
  expect((await call('GET', `${CONFIGS}/iconConfig`)).data).toEqual({
    systemIcon: null,
    systemName: '颐园养老管理系统',
    windowIcon: null,
    windowName: '松龄护理院',
    menuOpenStatus: 'OPEN',
    waterMark: 'OPEN',
  })
  expect((await call('GET', `${CONFIGS}/systemThemeColor`)).data).toEqual({ systemThemeColor: '#1E87F0' })
  expect(await call('GET', '/pims/web-org/versionRecord/isShow')).toMatchObject({ status: 200 })
  expect((await call('GET', `${LOGINS}/auth/warning`)).data).toBe(false)
  expect((await call('GET', `${CONFIGS}/loginPageConfig`)).data).toBe('')

  // The parts of the session, one by one
  expect((await call('GET', `${LOGINS}/getUserInfo`)).data).toEqual({ ...session.empInfo })
  expect((await call('GET', `${LOGINS}/getDeptInfo`)).data).toMatchObject({ deptId: house.finance })
  expect((await call<{ name: string }[]>('GET', `${LOGINS}/getRoleInfoList`)).data.length).toBeGreaterThan(0)

  // Later: the department list again, and out
  expect((await call<unknown[]>('GET', `${LOGINS}/getDataDeptInfoList`)).data).toHaveLength(2)
  expect((await call('GET', `${LOGINS}/selectDataDeptID`)).data).toBe(house.finance)
  expect((await call('GET', `${LOGINS}/loginOut`)).status).toBe(200)
  expect(await call('GET', `${LOGINS}/button`)).toEqual({
    status: 4011,
    desc: '登录状态已过期，请重新登录',
    data: null,
  })
})

/** What these clients do with the tree: read icons as pictures, call array methods, search it as text. */
function checkMenu(menu: Item[]) {
  const urls: string[] = []
  const walk = (items: Item[], level: number) => {
    for (const item of items) {
      expect(Array.isArray(item.child)).toBe(true)
      expect(typeof item.icon).toBe('string')
      expect(item).toHaveProperty('pageUrl')
      expect(item.authorityId.length).toBe(32)
      if (level === 1) expect(item.icon).toMatch(/^\//)
      if (item.child.length === 0) urls.push(item.pageUrl!)
      const keys = Object.keys(item)
      expect(keys[0]).not.toBe('child')
      expect(keys.indexOf('authorityCode')).toBeLessThan(keys.length - 1)
      walk(item.child, level + 1)
    }
  }
  walk(menu, 1)
  expect(new Set(urls).size).toBe(urls.length)
  expect(urls).toContain('/logList')
}

it('takes the doubled slash of the phone login', async () => {
  const answer = await house.ask('POST', `${LOGINS}//login/sms`, {
    body: { loginPhone: '13900000000', loginCode: '1' },
  })
  expect(answer).toMatchObject({ status: 40106, data: { field: 'smsCode' } })
})
