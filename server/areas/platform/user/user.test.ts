// Users: as existing clients make and change them in two steps, and as this console does it in one.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EmployeeData } from '#contract/platform/employee'
import type { UserRowData } from '#contract/platform/user'
import { forgetLimits } from '#server/areas/platform/test/house'
import { EMP, OWN, USERS, type UserDesk, userDesk } from '#server/areas/platform/test/users'
import { newId } from '#server/kit/ids'

let house: UserDesk['house']
let bossId: UserDesk['bossId']
let boss: UserDesk['boss']
let nurseRole: UserDesk['nurseRole']
let jobId: UserDesk['jobId']
let sibling: UserDesk['sibling']
let ask: UserDesk['ask']
let create: UserDesk['create']
let made: UserDesk['made']
let detail: UserDesk['detail']
let list: UserDesk['list']
let signIn: UserDesk['signIn']
let signedIn: UserDesk['signedIn']
let stands: UserDesk['stands']
let lastLog: UserDesk['lastLog']

beforeAll(async () => {
  ;({
    house,
    bossId,
    boss,
    nurseRole,
    jobId,
    sibling,
    ask,
    create,
    made,
    detail,
    list,
    signIn,
    signedIn,
    stands,
    lastLog,
  } = await userDesk())
})
afterAll(() => house.close())
beforeEach(() => forgetLimits(house))

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
    for (let i = 0; i < 5; i++) await signIn(a.userName, 'wrong123')
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
      [{ userPassword: 'abc' }, 'userPassword', '密码要求：8 至 20 位、同时有字母和数字'],
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
