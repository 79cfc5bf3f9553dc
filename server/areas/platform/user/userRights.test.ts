// What nobody may do with accounts: beyond their departments, above themselves, and without an administrator left.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetLimits, PASSWORD } from '#server/areas/platform/test/house'
import { EMP, USERS, type UserDesk, userDesk } from '#server/areas/platform/test/users'
import { newId } from '#server/kit/ids'

let house: UserDesk['house']
let bossId: UserDesk['bossId']
let boss: UserDesk['boss']
let nurseRole: UserDesk['nurseRole']
let sibling: UserDesk['sibling']
let ask: UserDesk['ask']
let create: UserDesk['create']
let made: UserDesk['made']
let detail: UserDesk['detail']
let list: UserDesk['list']
let signedIn: UserDesk['signedIn']
let stands: UserDesk['stands']

beforeAll(async () => {
  ;({ house, bossId, boss, nurseRole, sibling, ask, create, made, detail, list, signedIn, stands } = await userDesk())
})
afterAll(() => house.close())
beforeEach(() => forgetLimits(house))

describe('people without the permission', () => {
  it('change their own picture, introduction and, with the password, their phone', async () => {
    const one = await made()
    const other = await made()
    const token = await signedIn(one.userName)
    const put = (userId: string, body: object) => ask('PUT', `${USERS}/${userId}`, { token, body })
    expect((await put(one.userId, { intro: '爱好书法', workingPicture: '/files/x/我.png' })).status).toBe(200)
    expect((await put(one.userId, { empName: '自己改名' })).desc).toBe('姓名请联系管理员修改')
    expect((await put(one.userId, { roleIds: [] })).status).toBe(42200)
    expect((await put(one.userId, { isAdmin: true })).status).toBe(42200)
    const phone = { phoneNum: '13500009999' }
    expect((await put(one.userId, phone)).data).toEqual({ field: 'ownPassword', code: 'INVALID_INPUT' })
    expect((await put(one.userId, { ...phone, ownPassword: 'wrong123' })).desc).toBe('登录密码不正确')
    expect((await put(one.userId, { ...phone, ownPassword: '123456' })).status).toBe(200)
    expect(await stands(token)).toBe(200)
    expect((await detail(one.userId, token)).data).toMatchObject({ intro: '爱好书法', userTelephone: '13500009999' })
    expect((await put(other.userId, { intro: 'x' })).status).toBe(401)
    expect((await ask('PUT', EMP, { token, body: { empId: other.userId, intro: 'x' } })).status).toBe(401)
  })

  it('see and manage only their departments, and nobody above them', async () => {
    await house.person({
      userName: 'clerk001',
      deptId: house.care,
      dataDeptIds: [house.care],
      codes: ['platform:user:list', 'saveUser', 'updateUser', 'deleteUser', 'modifyPass', 'user-sort'],
    })
    const clerk = (await house.signInAs('clerk001', PASSWORD)).data.token
    const here = await made()
    const there = await made({ deptId: house.finance })
    expect((await list({ userName: here.userName }, clerk)).data.total).toBe(1)
    expect((await list({ userName: there.userName }, clerk)).data.total).toBe(0)
    const put = (userId: string, body: object) => ask('PUT', `${USERS}/${userId}`, { token: clerk, body })
    for (const [method, path, body] of [
      ['GET', `${USERS}/${there.userId}`, undefined],
      ['PUT', `${USERS}/${there.userId}`, { empName: 'x' }],
      ['PUT', `${USERS}/${there.userId}/resetPassword`, {}],
      ['PUT', `${USERS}/${there.userId}/changeStatus/2`, {}],
      ['DELETE', USERS, { userIds: there.userId }],
      ['POST', `${USERS}/sort`, { sorts: [{ userId: there.userId, sort: 1 }] }],
      ['GET', `${EMP}/${there.userId}`, undefined],
      ['PUT', EMP, { empId: there.userId, empName: 'x' }],
    ] as const) {
      expect([path, (await ask(method, path, { token: clerk, ...(body && { body }) })).status]).toEqual([path, 40400])
    }
    expect((await put(here.userId, { empName: '罗成' })).status).toBe(200)
    expect((await put(here.userId, { dataDeptIds: [house.care, house.finance] })).desc).toBe(
      '“财务部”不在您的数据范围内，不能授予他人',
    )
    expect((await put(here.userId, { deptId: house.finance })).desc).toBe('所选部门不在您的数据范围内')
    const [preset] = await house.sql<{ role_id: string }>(
      'select role_id from role where org_id = $1 and role_level = 0',
      [house.orgId],
    )
    expect((await put(here.userId, { roleIds: [nurseRole, preset!.role_id] })).desc).toBe(
      '角色“机构管理员”的权限超出您本人的权限，请由机构管理员授予',
    )
    expect((await put(here.userId, { isAdmin: true })).desc).toBe('只有机构管理员可以设置或取消机构管理员')
    // Whoever could set the password of a stronger account would have its rights.
    await house.person({ userName: 'strong01', empName: '强者', deptId: house.care, codes: ['czrzdc'] })
    const [strong] = (await list({ userName: 'strong01' }, clerk)).data.list
    const takeOver = await ask('PUT', `${USERS}/${strong!.userId}/resetPassword`, { token: clerk })
    expect(takeOver.desc).toBe('“强者（strong01）”的权限高于您，请由机构管理员处理')
    expect((await put(bossId, { phoneNum: '13100000000' })).desc).toContain('权限高于您')
    const choices = await ask<{ roles: { name: string; grantable: boolean }[] }>('GET', `${USERS}/choices`, {
      token: clerk,
    })
    expect(choices.data.roles.find((role) => role.name === '机构管理员')!.grantable).toBe(false)
    expect(choices.data.roles.find((role) => role.name === '护士')!.grantable).toBe(true)
  })

  it('take over nobody who sees more departments, by password, phone, name, lock or deletion', async () => {
    await house.person({
      userName: 'clerk002',
      deptId: house.care,
      dataDeptIds: [house.care],
      codes: ['platform:user:list', 'saveUser', 'updateUser', 'deleteUser', 'modifyPass', 'resetFrozen', 'user-sort'],
    })
    const clerk = (await house.signInAs('clerk002', PASSWORD)).data.token
    // The same role and department, but a wider view.
    const wide = await made({ dataDeptIds: [house.care, house.finance] })
    const equal = await made()
    const acts = (userId: string) =>
      [
        ['PUT', `${USERS}/${userId}/resetPassword`, {}],
        ['PUT', `${USERS}/${userId}/userPwd`, { newPwd: 'stolen2718' }],
        ['PUT', `${USERS}/${userId}`, { phoneNum: '13100000001' }],
        ['PUT', `${USERS}/${userId}`, { userName: 'stolen01' }],
        ['PUT', EMP, { empId: userId, phoneNum: '13100000002' }],
        ['POST', EMP, { empId: userId, phoneNum: '13100000003' }],
        ['PUT', `${USERS}/${userId}/changeStatus/2`, {}],
        ['PUT', `${USERS}/${userId}/frozen`, {}],
        ['DELETE', USERS, { userIds: userId }],
      ] as const
    for (const target of [wide.userId, bossId]) {
      for (const [method, path, body] of acts(target)) {
        const answer = await ask(method, path, { token: clerk, body })
        expect([path, body, answer.desc]).toEqual([path, body, expect.stringContaining('权限高于您')])
      }
    }
    expect((await ask('PUT', `${USERS}/${equal.userId}/resetPassword`, { token: clerk })).status).toBe(200)
    expect((await detail(wide.userId)).data).toMatchObject({ userName: wide.userName, phoneNum: wide.phoneNum })
  })

  it('change and delete no role beyond their own rights', async () => {
    await house.person({ userName: 'roler001', codes: ['saveRole', 'updateRole', 'deleteRole', 'platform:user:list'] })
    const token = (await house.signInAs('roler001', PASSWORD)).data.token
    const ROLES = '/passport/web-rbac/roles'
    const strong = newId()
    await house.sql(`insert into role (org_id, role_id, name) values ($1, $2, '院长助理')`, [house.orgId, strong])
    await house.sql(
      `insert into role_authority (org_id, role_id, landing_end_id, authority_id)
       select $1, $2, l.landing_end_id, a.authority_id from authority a, landing_end l
        where a.authority_code in ('czrzdc', 'platform:user:list') and l.landing_end_code = 'WEB'`,
      [house.orgId, strong],
    )
    const body = { name: '院长助理', authorityIds: [] }
    const refusal = '角色“院长助理”的权限超出您本人的权限，请由机构管理员'
    expect((await ask('PUT', `${ROLES}/${strong}`, { token, body })).desc).toBe(`${refusal}修改`)
    expect((await ask('DELETE', ROLES, { token, form: { roleIds: strong } })).desc).toBe(`${refusal}删除`)
    expect(
      (await ask('PUT', `${ROLES}/${nurseRole}`, { token, body: { name: '护士', roleDesc: '病区' } })).status,
    ).toBe(200)
    expect((await ask('PUT', `${ROLES}/${strong}`, { token: boss, body })).status).toBe(200)
  })

  it('who may only make accounts complete new ones, and touch no other', async () => {
    await house.person({
      userName: 'maker001',
      deptId: house.care,
      dataDeptIds: [house.care],
      codes: ['saveUser', 'platform:user:list'],
    })
    const maker = (await house.signInAs('maker001')).data.token
    const body = sibling()
    const { data: empId } = await create(body, maker)
    expect((await ask('POST', EMP, { token: maker, body: { ...body, empId } })).status).toBe(200)
    const old = await made()
    await house.sql(`update account set login_time = now() where user_id = $1`, [old.userId])
    expect((await ask('POST', EMP, { token: maker, body: { empId: old.userId, empName: 'x' } })).status).toBe(401)
    expect((await ask('PUT', `${USERS}/${empId}`, { token: maker, body: { empName: 'x' } })).status).toBe(401)
  })
})

describe('administrators', () => {
  it('cannot lock themselves out', async () => {
    expect((await ask('PUT', `${USERS}/${bossId}/changeStatus/2`, { token: boss })).desc).toBe('不能禁用自己的账号')
    expect((await ask('DELETE', USERS, { token: boss, form: { userIds: bossId } })).desc).toBe('不能删除自己的账号')
    const put = (body: object) => ask('PUT', `${USERS}/${bossId}`, { token: boss, body })
    expect((await put({ userStatus: 2 })).desc).toBe('不能禁用自己的账号')
    expect((await put({ isAdmin: false })).desc).toBe('不能取消自己的机构管理员身份')
    expect((await ask('PUT', `${USERS}/${bossId}/resetPassword`, { token: boss })).desc).toContain('修改密码')
    expect(await stands(boss)).toBe(200)
  })

  it('never both go when two remove each other at the same moment', async () => {
    for (const way of ['disable', 'delete', 'demote'] as const) {
      const names = ['first', 'second'].map((name) => `${name}${newId().slice(-6)}`)
      const ids = await Promise.all(
        names.map((userName) => house.person({ userName, isAdmin: true, deptId: house.care })),
      )
      const tokens = await Promise.all(names.map(async (name) => (await house.signInAs(name)).data.token))
      // Only these two are left.
      await house.sql(`update account set user_status = 2 where org_id = $1 and is_admin and user_id <> all($2)`, [
        house.orgId,
        ids,
      ])
      const attack = (token: string, id: string) =>
        way === 'disable'
          ? ask('PUT', `${USERS}/${id}/changeStatus/2`, { token })
          : way === 'delete'
            ? ask('DELETE', USERS, { token, form: { userIds: id } })
            : ask('PUT', `${USERS}/${id}`, {
                token,
                body: { isAdmin: false, roleIds: [nurseRole], dataDeptIds: [house.care] },
              })
      const answers = await Promise.all([attack(tokens[0]!, ids[1]!), attack(tokens[1]!, ids[0]!)])
      expect([way, answers.filter((answer) => answer.status === 200).length]).toEqual([way, 1])
      const left = await house.sql('select 1 from account where org_id = $1 and is_admin and user_status = 1', [
        house.orgId,
      ])
      expect([way, left.length]).toEqual([way, 1])
      await house.sql(`delete from account where user_id = any($1)`, [ids])
      await house.sql(`delete from login_name where user_id = any($1)`, [ids])
      await house.sql(`update account set user_status = 1 where user_id = $1`, [bossId])
      house.app.sessions.forget(house.orgId)
    }
  })
})
