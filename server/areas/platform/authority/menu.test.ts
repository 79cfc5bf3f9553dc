// Landing ends, departments and menus: who sees what, and what the choice changes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MenuItem } from '#contract/platform/session'
import { type House, LOGINS, OPERATOR_ORG, OPEX, testHouse, WEB } from '#server/areas/platform/test/house'
import { newId } from '#server/kit/ids'

let house: House

beforeAll(async () => {
  house = await testHouse()
  await house.person({
    userName: 'nurse01',
    codes: ['systemSetting:logList:list'],
    deptId: house.care,
    dataDeptIds: [house.care, house.finance],
  })
  await house.person({ userName: 'manager01', isAdmin: true })
  await house.person({ userName: 'boss0001', orgId: OPERATOR_ORG, isAdmin: true })
})
afterAll(() => house.close())

const tokenOf = async (userName: string) => (await house.signInAs(userName)).data.token
const menuOf = (token: string, end = WEB) => house.ask<MenuItem[]>('GET', `${LOGINS}/menu/${end}`, { token })
const titles = (items: MenuItem[]): string[] => items.flatMap((item) => [item.menuName, ...titles(item.children)])
const leaves = (items: MenuItem[]): MenuItem[] =>
  items.flatMap((item) => (item.children.length > 0 ? leaves(item.children) : [item]))

describe('the menu', () => {
  it('shows a limited role its pages and those everyone has, groups only where something is inside', async () => {
    const { data } = await menuOf(await tokenOf('nurse01'))
    const paths = leaves(data).map((item) => item.routePath)
    expect(paths).toContain('/systemSetting/logList')
    expect(paths).toContain('/home')
    expect(paths).not.toContain('/systemSetting/loginLog')
    for (const item of leaves(data)) expect(item.menuType).toBe('FUNC')
    for (const rail of data) expect(rail).toMatchObject({ menuType: 'MENU', icon: expect.any(String) })
    const admin = await menuOf(await tokenOf('manager01'))
    expect(titles(admin.data).length).toBeGreaterThan(titles(data).length)
  })

  it('hides an entry whose status says so but keeps its code', async () => {
    await house.sql(`update authority set status = 2 where page_url = '/systemSetting/logList'`)
    const token = await tokenOf('nurse01')
    expect(leaves((await menuOf(token)).data).map((item) => item.routePath)).not.toContain('/systemSetting/logList')
    const buttons = await house.ask<{ authorityCode: string }[]>('GET', `${LOGINS}/menu/button`, { token })
    expect(buttons.data.map((button) => button.authorityCode)).toContain('systemSetting:logList:list')
    await house.sql(`update authority set status = 1 where page_url = '/systemSetting/logList'`)
  })

  it('leaves out entries that are not for this kind of organisation', async () => {
    await house.sql(`update authority set scope = '{"type_1": 1}' where page_url = '/systemSetting/logList'`)
    const token = await tokenOf('nurse01')
    expect(leaves((await menuOf(token)).data).map((item) => item.routePath)).not.toContain('/systemSetting/logList')
    expect(await house.ask('GET', '/passport/web-rbac/systemLogs', { token })).toMatchObject({ status: 401 })
    await house.sql(`update authority set scope = null where page_url = '/systemSetting/logList'`)
  })

  it('is refused for a landing end the user does not have', async () => {
    for (const userName of ['nurse01', 'manager01']) {
      const token = await tokenOf(userName)
      for (const end of [OPEX, newId(), 'nonsense']) {
        expect(await menuOf(token, end)).toMatchObject({ status: 401 })
        expect(await house.ask('GET', `${LOGINS}/auth/${end}`, { token })).toMatchObject({ status: 401 })
      }
    }
  })
})

describe('the landing end', () => {
  it('decides which codes hold, and is remembered for the next sign-in', async () => {
    const logCodes = `authority_code in ('systemSetting:logList:list', 'czrzdc')`
    await house.sql(`update authority set ends = '["WEB"]' where ${logCodes}`)
    const opened = await house.signInAs('boss0001')
    const { token } = opened.data
    expect(opened.data.landingEndList.map((end) => end.landingEndCode)).toEqual(['OPEX', 'WEB'])
    const applications = () => house.ask('GET', '/passport/web-rbac/medical', { token })
    const logs = () => house.ask('GET', '/passport/web-rbac/systemLogs', { token })
    expect([(await applications()).status, (await logs()).status]).toEqual([200, 401])
    expect((await menuOf(token, WEB)).status).toBe(200)
    expect([(await applications()).status, (await logs()).status]).toEqual([401, 200])
    const again = await tokenOf('boss0001')
    expect((await house.ask('GET', `${LOGINS}/selectLandingEndId`, { token: again })).data).toBe(WEB)
    expect((await house.ask('GET', '/passport/web-rbac/medical', { token: again })).status).toBe(401)
    await house.sql(`update authority set ends = '["WEB", "OPEX"]' where ${logCodes}`)
  })
})

describe('the department', () => {
  it('is one of the data departments, is remembered, and another one is not found', async () => {
    const token = await tokenOf('nurse01')
    const choose = (deptId: string) => house.ask('POST', `${LOGINS}/selectDataDeptID/${deptId}`, { token, form: {} })
    expect((await choose(house.finance)).status).toBe(200)
    expect(await choose(newId())).toMatchObject({ status: 40400, desc: '部门不存在，或不在您的数据范围内' })
    const foreign = await house.sql<{ dept_id: string }>('select dept_id from dept where org_id <> $1', [house.orgId])
    expect(foreign.length).toBeGreaterThan(0)
    for (const { dept_id } of foreign) expect((await choose(dept_id)).status).toBe(40400)
    const again = await house.signInAs('nurse01')
    expect(again.data.deptInfo).toMatchObject({ deptId: house.finance, deptName: '财务部' })
    const answer = await house.app.sessions.resolve(again.data.token)
    expect(answer).toMatchObject({ user: { deptId: house.finance, deptName: '财务部' } })
    if (answer && 'user' in answer) expect([...answer.user.deptIds!].sort()).toEqual([house.care, house.finance].sort())
  })

  it('narrows the scope where the landing end works with one department', async () => {
    const token = await tokenOf('nurse01')
    await house.sql('update landing_end set data_dept = 1 where landing_end_id = $1', [WEB])
    house.app.sessions.forget(house.orgId)
    expect(await house.app.sessions.resolve(token)).toMatchObject({ user: { deptIds: [house.finance] } })
    await house.sql('update landing_end set data_dept = 0 where landing_end_id = $1', [WEB])
  })

  it('that may not use a landing end is refused by the check and has no codes there', async () => {
    const token = await tokenOf('nurse01')
    const check = (deptName: string) =>
      house.ask('GET', '/omms/web-rbac/logins/checkDeptLanding', { token, query: { deptName, landingName: '管理端' } })
    expect((await check('财务部')).status).toBe(200)
    const other = await house.sql<{ landing_end_id: string }>(
      `select landing_end_id from landing_end where landing_end_code = 'SCREEN'`,
    )
    await house.sql('insert into dept_landing_end (org_id, dept_id, landing_end_id) values ($1, $2, $3)', [
      house.orgId,
      house.finance,
      other[0]!.landing_end_id,
    ])
    house.app.sessions.forget(house.orgId)
    expect(await check('财务部')).toMatchObject({ status: 401 })
    expect((await house.ask('GET', '/passport/web-rbac/systemLogs', { token })).status).toBe(401)
    const [row] = await house.sql(`select login_status from login_log order by login_time desc, id desc limit 1`)
    expect(row).toEqual({ login_status: '所选部门不能使用该登录端' })
    // Another department is no matter; the way back is open.
    expect((await check('院办公室')).status).toBe(200)
    expect((await house.ask('POST', `${LOGINS}/selectDataDeptID/${house.care}`, { token })).status).toBe(200)
    expect((await house.ask('GET', '/passport/web-rbac/systemLogs', { token })).status).toBe(200)
  })

  it('list of an administrator holds every department', async () => {
    const token = await tokenOf('manager01')
    const list = await house.ask<{ deptName: string }[]>('GET', `${LOGINS}/getDataDeptInfoList`, { token })
    expect(list.data.map((dept) => dept.deptName)).toEqual(['院办公室', '财务部'])
  })
})
