// Users: as existing clients make and change them in two steps, as this console does it in one, and what nobody may do.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import type { EmployeeData } from '#contract/platform/employee'
import type { UserDetailData, UserRowData } from '#contract/platform/user'
import { newId } from '#server/kit/ids'
import { forgetLimits, type House, LOGINS, PASSWORD, testHouse } from './test/house.ts'

let house: House
let boss: string
let bossId: string
let nurseRole: string
let jobId: string

const USERS = '/passport/web-rbac/users'
const EMP = '/ifms/web-org/emp'
const OWN = { appName: 'platform-admin' }

beforeAll(async () => {
  house = await testHouse()
  bossId = await house.person({ userName: 'boss0001', empName: '郑凯', isAdmin: true })
  boss = (await house.signInAs('boss0001')).data.token
  nurseRole = newId()
  await house.sql('insert into role (org_id, role_id, name) values ($1, $2, $3)', [house.orgId, nurseRole, '护士'])
  await house.sql(
    `insert into role_authority (org_id, role_id, landing_end_id, authority_id)
     select $1, $2, l.landing_end_id, a.authority_id from authority a, landing_end l
      where a.authority_code in ('platform:user:list', 'page:/home') and l.landing_end_code = 'WEB'`,
    [house.orgId, nurseRole],
  )
  jobId = newId()
  await house.sql(
    `insert into job (org_id, job_id, job_name, job_type_code, job_type_name) values ($1, $2, '责任护士', 'NURSE', '护士')`,
    [house.orgId, jobId],
  )
})
afterAll(() => house.close())
beforeEach(() => forgetLimits(house))

let counted = 0
/** The save object of an existing client, with everything it carries along. */
function sibling(change: object = {}) {
  counted++
  const phoneNum = `137${String(counted).padStart(8, '0')}`
  return {
    userId: '',
    userName: `nurse${String(counted).padStart(3, '0')}`,
    userPassword: 123456,
    roleIds: [nurseRole],
    roleId: null,
    userStatus: '1',
    empKey: `HL${counted}`,
    empName: '单雄信',
    sex: '2',
    phoneNum,
    userTelephone: phoneNum,
    cordNum: '0012 3456',
    deptId: house.care,
    dataDeptIds: [house.care],
    jobIds: [jobId],
    jobTypeCodes: ['NURSE'],
    empTitle: '护师',
    intro: '从业八年',
    workingPicture: '/static/passport/img/noUser.png',
    isOrgAdmin: false,
    ...change,
  }
}

const ask = <T = unknown>(...args: Parameters<House['ask']>) => house.ask<T>(...args)
const create = (body: object, token = boss) => ask<string>('POST', USERS, { token, body })
async function made(change: object = {}) {
  const body = sibling(change)
  const answer = await create(body)
  expect(answer).toMatchObject({ status: 200 })
  return { ...body, userId: answer.data }
}
const detail = (userId: string, token = boss) => ask<UserDetailData>('GET', `${USERS}/${userId}`, { token })
const list = (query: Record<string, string>, token = boss) =>
  ask<PageInfo<UserRowData>>('GET', USERS, { token, query: { page: '1', size: '10', orderBy: '', ...query } })
const signIn = (userName: string, password = '123456') => house.signInAs(userName, password)
/** A session of somebody whose first password is changed already. */
async function signedIn(userName: string): Promise<string> {
  await house.sql('update account set reset_password = false where user_name = $1', [userName])
  return (await signIn(userName)).data.token
}
const stands = async (token: string) => (await ask('GET', `${LOGINS}/current`, { token })).status
const lastLog = async (targetId: string) =>
  (
    await house.sql<{ remark: string; changes: Record<string, unknown> | null }>(
      `select remark, changes from operation_log where target_id = $1 order by created_at desc, log_id desc limit 1`,
      [targetId],
    )
  )[0]

describe('an existing client', () => {
  it('makes a user in two steps, and the second changes nothing', async () => {
    const body = sibling()
    const first = await create(body)
    expect(first.data).toMatch(/^[0-9a-f]{32}$/)
    const second = await ask('POST', EMP, { token: boss, body: { ...body, userId: first.data, empId: first.data } })
    expect(second).toEqual({ status: 200, desc: '操作成功', data: null })
    const emp = await ask<EmployeeData>('GET', `${EMP}/${first.data}`, { token: boss })
    expect(emp.data).toEqual({
      empId: first.data,
      empKey: body.empKey,
      empName: '单雄信',
      sex: 2,
      phoneNum: body.phoneNum,
      cordNum: '00123456',
      deptId: house.care,
      dataDeptIds: [house.care],
      jobIds: [jobId],
      jobTypeCodes: ['NURSE'],
      jobName: '责任护士',
      empTitle: '护师',
      intro: '从业八年',
      workingPicture: '/static/passport/img/noUser.png',
      empType: null,
      status: 1,
      orgId: house.orgId,
      msgAuth: 1,
      nursingLevel: null,
    })
    const entered = await signIn(body.userName)
    expect(entered.data.resetPassword).toBe(true)
    // By phone too, and the password that everyone knows opens nothing but its own change.
    expect((await signIn(body.phoneNum)).status).toBe(200)
    const token = (await signIn(body.phoneNum)).data.token
    expect((await list({}, token)).status).toBe(40109)
  })

  it('reads the list with its own parameters and types', async () => {
    const one = await made({ empName: '秦叔宝' })
    const answer = await list({ userName: one.userName, userStatus: '1', sex: '2', isFrozen: '0', deptId: house.care })
    expect(answer.data.total).toBe(1)
    const [row] = answer.data.list
    expect(row).toMatchObject({
      userId: one.userId,
      roleNames: '护士',
      userStatus: 1,
      isAdmin: false,
      sex: 2,
      isFrozen: 0,
      deptName: '院办公室',
      jobName: '责任护士',
      userLastLoginTime: null,
    })
    expect(row!.createTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const queries: Record<string, string>[] = [
      { empName: 'qsb' },
      { empName: '叔宝' },
      { userTelephone: one.phoneNum.slice(-8) },
      { roleId: nurseRole, userName: one.userName },
      { jobId, userName: one.userName },
      { createStartTime: '2020-01-01 00:00:00', createEndTime: '2099-01-01', userName: one.userName },
    ]
    for (const query of queries) {
      expect([query, (await list(query)).data.list.map((each) => each.userId)]).toEqual([query, [one.userId]])
    }
    expect((await list({ loginStartTime: '2020-01-01 00:00:00', userName: one.userName })).data.total).toBe(0)
    expect((await list({ createStartTime: '昨天' })).status).toBe(42200)
    const all = await list({ size: '999999', orderBy: 'userName desc' })
    expect(all.data.list.map((each) => each.userName)).toEqual(
      all.data.list.map((each) => each.userName).sort((a, b) => (a < b ? 1 : -1)),
    )
    const bare = await ask<UserRowData[]>('GET', USERS, { token: boss, query: { pageHelper: '2', size: '999' } })
    expect(Array.isArray(bare.data)).toBe(true)
  })

  it('edits employee and account one after the other with what it has read', async () => {
    const one = await made()
    const read = (await detail(one.userId)).data
    const emp = (await ask<EmployeeData>('GET', `${EMP}/${one.userId}`, { token: boss })).data
    const form = {
      ...read,
      ...emp,
      empName: '王伯当',
      empTitle: '',
      phoneNum: '13600001111',
      userTelephone: '13600001111',
    }
    expect((await ask('PUT', EMP, { token: boss, body: form })).status).toBe(200)
    expect((await ask('PUT', `${USERS}/${one.userId}`, { token: boss, body: form })).status).toBe(200)
    expect((await detail(one.userId)).data).toMatchObject({
      empName: '王伯当',
      empTitle: null,
      userTelephone: '13600001111',
      phoneNum: '13600001111',
      intro: '从业八年',
    })
    expect((await signIn('13600001111')).status).toBe(200)
    expect((await signIn(one.phoneNum)).status).not.toBe(200)
  })

  it('deletes several by a form body, changes states, resets and thaws by path alone', async () => {
    const [a, b] = [await made(), await made()]
    await house.sql(`update account set wrong_count = 5, frozen_until = now() + interval '1 hour' where user_id = $1`, [
      a.userId,
    ])
    expect((await list({ isFrozen: '1' })).data.list.map((row) => row.userId)).toEqual([a.userId])
    expect((await signIn(a.userName)).status).toBe(40102)
    expect((await ask('PUT', `${USERS}/${a.userId}/frozen`, { token: boss, form: {} })).status).toBe(200)
    expect((await signIn(a.userName)).status).toBe(200)
    expect((await ask('PUT', `${USERS}/${a.userId}/changeStatus/2`, { token: boss, form: {} })).status).toBe(200)
    expect((await signIn(a.userName)).status).toBe(40103)
    expect((await ask('PUT', `${USERS}/${a.userId}/changeStatus/1`, { token: boss, form: {} })).status).toBe(200)
    await house.sql(`update account set password_hash = 'x', reset_password = false where user_id = $1`, [a.userId])
    expect((await ask<string>('PUT', `${USERS}/${a.userId}/resetPassword`, { token: boss, form: {} })).data).toBe(
      '123456',
    )
    expect((await signIn(a.userName)).data.resetPassword).toBe(true)
    const gone = await ask('DELETE', USERS, { token: boss, form: { userIds: `${a.userId},${b.userId}` } })
    expect(gone).toEqual({ status: 200, desc: '操作成功', data: null })
    expect((await detail(a.userId)).status).toBe(40400)
    // The names are free again.
    expect(
      (await create(sibling({ userName: a.userName, phoneNum: b.phoneNum, userTelephone: b.phoneNum }))).status,
    ).toBe(200)
  })

  it('is told what keeps a person from being deleted', async () => {
    const one = await made()
    await house.sql(
      `insert into oldman (org_id, oldman_id, archive_no, oldman_name, sex, id_card, birth_date, sale_id)
       select $1, n, n, '老人', 1, n, '1940-01-01', $2 from unnest(array['a1', 'a2']) n`,
      [house.orgId, one.userId],
    )
    const answer = await ask('DELETE', USERS, { token: boss, form: { userIds: one.userId } })
    expect(answer.desc).toBe(`用户“单雄信（${one.userName}）”正被使用，不能删除：2 位由其接待的老人。可改为禁用该账号`)
    expect((await detail(one.userId)).status).toBe(200)
  })

  it('puts people in order and reads them back so', async () => {
    const dept = house.finance
    const people = [await made({ deptId: dept }), await made({ deptId: dept }), await made({ deptId: dept })]
    const order = [people[2]!, people[0]!, people[1]!].map((one) => one.userId)
    const read = async () => (await list({ deptId: dept, size: '1000' })).data.list.map((row) => row.userId)
    expect(await read()).toEqual(people.map((one) => one.userId))
    const sorts = order.map((userId, i) => ({ userId, sort: i + 1 }))
    expect((await ask('POST', `${USERS}/sort`, { token: boss, body: { sorts, deptId: dept } })).status).toBe(200)
    expect(await read()).toEqual(order)
    const back = people.map((one, i) => ({ empId: one.userId, empName: one.empName, sort: i + 1 }))
    expect((await ask('PUT', `${EMP}/sort`, { token: boss, body: back })).status).toBe(200)
    expect(await read()).toEqual(people.map((one) => one.userId))
    const stranger = [{ userId: newId(), sort: 1 }]
    expect((await ask('POST', `${USERS}/sort`, { token: boss, body: { sorts: stranger } })).status).toBe(40400)
  })

  it('chooses among colleagues', async () => {
    const one = await made({ deptId: house.finance, dataDeptIds: [house.finance] })
    const token = await signedIn(one.userName)
    const of = async (path: string, query = {}) =>
      (await ask<{ empId: string }[]>('GET', path, { token, query })).data.map((row) => row.empId)
    expect(await of(`${EMP}/listSortNurse/currentDeptByMode`)).toContain(one.userId)
    expect(await of(`${EMP}/listSortDoctor/currentDeptByMode`)).toEqual([])
    expect(await of(`${EMP}/currentDeptByMode`)).not.toContain(bossId)
    const query = { pageHelper: '2', size: '999', jobTypeCodes: 'NURSE,nurseHead' }
    expect(await of('/omms/web-org/emp/currentDept', query)).toContain(one.userId)
    expect(await of('/omms/web-org/emp/currentDept', { pageHelper: '2', jobTypeCodes: 'DOCTOR' })).toEqual([])
    const beyond = await ask('GET', `${EMP}/currentDeptByMode`, { token, query: { deptId: house.care } })
    expect(beyond.status).toBe(40400)
  })
})

describe('this console', () => {
  const put = (userId: string, body: object, token = boss) =>
    ask('PUT', `${USERS}/${userId}`, { token, body, headers: OWN })

  it('says at the field what is wrong', async () => {
    const taken = await made()
    const refusals: [object, string, string][] = [
      [{ userName: 'ab' }, 'userName', '账号应为 6 至 20 位字母或数字'],
      [{ userName: '13800001111' }, 'userName', '账号不能是手机号的样子，请换一个'],
      [{ userName: taken.userName.toUpperCase() }, 'userName', '账号已存在'],
      [{ phoneNum: taken.phoneNum, userTelephone: taken.phoneNum }, 'phoneNum', '手机号已存在'],
      [{ phoneNum: '', userTelephone: '' }, 'phoneNum', '请填写手机号'],
      [{ phoneNum: '1380000' }, 'phoneNum', '手机号应为 11 位数字，以 1 开头'],
      [{ empName: '' }, 'empName', '请填写姓名'],
      [{ empName: '长'.repeat(21) }, 'empName', '姓名最多 20 个字'],
      [{ roleIds: [] }, 'roleIds', '请选择角色'],
      [{ roleIds: [newId()] }, 'roleIds', '所选角色不存在，可能刚被删除，请重新选择'],
      [{ deptId: newId() }, 'deptId', '所选部门不存在，可能刚被删除，请重新选择'],
      [{ deptId: '' }, 'deptId', '请选择部门'],
      [{ dataDeptIds: [] }, 'dataDeptIds', '请选择数据范围'],
      [{ jobIds: [newId()] }, 'jobIds', '所选岗位不存在，可能刚被删除，请重新选择'],
      [{ userStatus: 3 }, 'userStatus', '账号状态不在可选范围内'],
      [{ userPassword: 'abc' }, 'userPassword', '密码要求：6 至 20 位、同时有字母和数字'],
    ]
    for (const [change, field, desc] of refusals) {
      const answer = await create(sibling(change))
      expect([change, answer.desc, (answer.data as unknown as { field: string } | null)?.field]).toEqual([
        change,
        desc,
        field,
      ])
    }
  })

  it('logs before and after in the words people know', async () => {
    const one = await made()
    expect(await lastLog(one.userId)).toMatchObject({
      remark: `新增用户“单雄信（${one.userName}）”`,
      changes: { roleIds: [null, '护士'], deptId: [null, '院办公室'] },
    })
    await put(one.userId, { empName: '徐茂公', deptId: house.finance, dataDeptIds: [house.finance, house.care] })
    expect((await lastLog(one.userId))?.changes).toEqual({
      empName: ['单雄信', '徐茂公'],
      deptId: ['院办公室', '财务部'],
      dataDeptIds: ['院办公室', '财务部、院办公室'],
    })
  })

  it('refuses to save over what somebody else has saved', async () => {
    const one = await made()
    const { version } = (await detail(one.userId)).data
    const both = await Promise.all(['甲', '乙'].map((empName) => put(one.userId, { empName, baseVersion: version })))
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 40902])
    expect(both.find((answer) => answer.status === 40902)!.desc).toBe('这条记录刚被郑凯修改过，请核对后再保存')
  })

  it('gives one name to one account only, however many ask at once', async () => {
    const userName = `parallel${newId().slice(-6)}`
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(sibling({ userName }))))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 40904, 40904, 40904, 40904, 40904])
  })

  it('shows a password of its own after a reset, once', async () => {
    const one = await made()
    const answer = await ask<string>('PUT', `${USERS}/${one.userId}/resetPassword`, { token: boss, headers: OWN })
    expect(answer.data).toMatch(/^[A-Za-z2-9]{12}$/)
    expect((await signIn(one.userName)).status).not.toBe(200)
    expect((await signIn(one.userName, answer.data)).data.resetPassword).toBe(true)
    const logs = await house.sql<{ whole: string }>(
      'select row_to_json(l)::text as whole from operation_log l where target_id = $1',
      [one.userId],
    )
    expect(logs.filter((log) => log.whole.includes(answer.data))).toEqual([])
    const weak = await ask('PUT', `${USERS}/${one.userId}/userPwd`, { token: boss, body: { newPwd: '1' } })
    expect(weak.data).toEqual({ field: 'newPwd', code: 'INVALID_INPUT' })
    await ask('PUT', `${USERS}/${one.userId}/userPwd`, { token: boss, body: { newPwd: 'fresh123' } })
    expect((await signIn(one.userName, 'fresh123')).data.resetPassword).toBe(true)
  })

  it('ends the sessions of a person whose rights changed, and only refreshes others', async () => {
    const one = await made()
    const changes: [object, number][] = [
      [{ empName: '程咬金' }, 200],
      [{ dataDeptIds: [house.care, house.finance] }, 4013],
      [{ deptId: house.finance }, 4013],
      [{ userStatus: 2 }, 4013],
    ]
    for (const [change, status] of changes) {
      const token = await signedIn(one.userName)
      expect((await put(one.userId, change)).status).toBe(200)
      expect([change, await stands(token)]).toEqual([change, status])
    }
    await put(one.userId, { userStatus: 1 })
    const token = await signedIn(one.userName)
    await ask('PUT', `${USERS}/${one.userId}/resetPassword`, { token: boss })
    expect(await stands(token)).toBe(4013)
  })

  it('disables and enables several in one transaction', async () => {
    const [a, b] = [await made(), await made()]
    const token = await signedIn(a.userName)
    const change = (userIds: string[], userStatus: number) =>
      ask('PUT', `${USERS}/changeStatus`, { token: boss, body: { userIds: userIds.join(','), userStatus } })
    expect((await change([a.userId, b.userId, newId()], 2)).status).toBe(40400)
    expect((await detail(a.userId)).data.userStatus).toBe(1)
    expect((await change([a.userId, b.userId], 2)).status).toBe(200)
    expect(await stands(token)).toBe(4013)
    expect((await list({ userStatus: '2' })).data.list.map((row) => row.userId).sort()).toEqual(
      [a.userId, b.userId].sort(),
    )
    await change([a.userId, b.userId], 1)
  })
})

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
