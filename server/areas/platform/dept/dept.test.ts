// Departments as this console and older clients use them: tree, numbers, moves, refusals, and what signed-in people
// notice of a change.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusals } from '#contract/kit/refusal'
import type { DeptFlat, DeptNode } from '#contract/platform/dept'
import type { SessionData } from '#contract/platform/session'
import { landingEnds } from '#server/areas/platform/seed/fixedRows'
import { type House, LOGINS, PASSWORD, testHouse, WEB } from '#server/areas/platform/test/house'

let house: House
let admin: string

const DEPTS = '/ifms/web-org/depts'
const CODES = ['platform:dept:list', 'saveDept', 'updateDept', 'deleteDept'] as const

beforeAll(async () => {
  house = await testHouse()
  await house.person({ userName: 'deptadmin', isAdmin: true })
  admin = (await house.signInAs('deptadmin')).data.token
})
afterAll(() => house.close())

const ask = <T = unknown>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  more: { body?: object; form?: Record<string, string>; query?: Record<string, string>; token?: string } = {},
) => house.ask<T>(method, path === '' ? DEPTS : `${DEPTS}/${path}`, { token: admin, ...more })

async function make(deptName: string, deptKey: string, parentId = '0', more: object = {}): Promise<string> {
  const answer = await ask<{ deptId: string }>('POST', '', { body: { deptName, deptKey, parentId, ...more } })
  expect(answer.desc).toBe('操作成功')
  return answer.data.deptId
}
const one = async (deptId: string) => (await ask<DeptFlat>('GET', deptId)).data
const tree = async (query: Record<string, string> = {}, token = admin) =>
  (await ask<{ list: DeptNode[] }>('GET', '', { query, token })).data.list
const rename = (row: DeptFlat, deptName: string, more: object = {}) =>
  ask('PUT', '', { body: { deptId: row.deptId, deptName, deptKey: row.deptKey, ...more } })

describe('reading', () => {
  it('answers the tree in data.list, children last, null on leaves, roots under 0', async () => {
    const nursing = await make('护理部', '100')
    const group = await make('松鹤楼护理组', '100001', nursing)
    const raw = await house.raw({
      path: `${DEPTS}?page=1&size=999999&orderBy=`,
      headers: { authorization: admin },
    })
    const node = raw.json().data.list.find((row: DeptNode) => row.deptId === nursing)
    expect(node).toMatchObject({ deptName: '护理部', deptKey: '100', level: 1, parentId: '0', orgId: house.orgId })
    expect(node.children[0]).toMatchObject({ deptId: group, level: 2, deptLevel: 2, parentId: nursing, children: null })
    expect(Object.keys(node).at(-1)).toBe('children')
    expect(Object.keys(node)[0]).toBe('deptId')
    expect(Object.keys(node)).not.toContain('id')
    // What older clients do with the text of the tree.
    const text = JSON.stringify(raw.json().data.list)
      .replace(/deptId/g, 'id')
      .replace(/deptName/g, 'label')
      .replace(/,"children":null/g, '')
    const rewritten = JSON.parse(text).find((row: { id: string }) => row.id === nursing)
    expect(rewritten.label).toBe('护理部')
    expect('children' in rewritten.children[0]).toBe(false)
  })

  it('answers a bare array for pageHelper 0 and 2, and PageInfo otherwise', async () => {
    for (const pageHelper of ['0', '2']) {
      const answer = await ask<DeptNode[]>('GET', '', { query: { pageHelper } })
      expect(Array.isArray(answer.data)).toBe(true)
    }
    const paged = await ask<{ list: DeptNode[]; total: number; pageSize: number }>('GET', '')
    expect(paged.data.total).toBeGreaterThan(paged.data.list.length)
    expect(paged.data.pageSize).toBeGreaterThan(0)
    const terminal = await house.ask<DeptNode[]>('GET', '/ifms/app-org/depts', {
      token: admin,
      query: { orgId: house.orgId, pageHelper: '0' },
    })
    expect(terminal.data.length).toBe((await tree()).length)
    const other = await house.ask('GET', '/ifms/app-org/depts', { token: admin, query: { orgId: 'another' } })
    expect(other.status).toBe(refusals.NOT_FOUND[0])
  })

  it('answers a flat array by organisation, and one row per department for export', async () => {
    const flat = await ask<DeptFlat[]>('GET', `${house.orgId}/list`)
    expect(flat.data.map((row) => row.deptName)).toEqual(expect.arrayContaining(['院办公室', '松鹤楼护理组']))
    expect(flat.data.find((row) => row.deptName === '松鹤楼护理组')!.deptPath).toBe('护理部 › 松鹤楼护理组')
    const page = await ask<{ list: DeptFlat[]; total: number }>('GET', '', {
      query: { flat: '1', page: '2', size: '2' },
    })
    expect(page.data.list).toHaveLength(2)
    expect(page.data.total).toBe(flat.data.length)
  })

  it('finds by name, number, initials and pinyin, and keeps the line above and the branch below', async () => {
    const names = (nodes: DeptNode[]): string[] =>
      nodes.flatMap((node) => [node.deptName, ...names(node.children ?? [])])
    expect(names(await tree({ deptName: '松鹤' }))).toEqual(['护理部', '松鹤楼护理组'])
    expect(names(await tree({ deptName: 'shl' }))).toEqual(['护理部', '松鹤楼护理组'])
    expect(names(await tree({ deptName: 'hulibu' }))).toEqual(['护理部', '松鹤楼护理组'])
    expect(names(await tree({ deptName: '100001' }))).toEqual(['护理部', '松鹤楼护理组'])
    expect(await tree({ deptName: '没有' })).toEqual([])
  })

  it('shows others only their own data departments, without counts', async () => {
    const nursing = (await tree()).find((node) => node.deptName === '护理部')!
    const group = nursing.children![0]!
    await house.person({
      userName: 'nurse001',
      codes: ['page:/home'],
      deptId: group.deptId,
      dataDeptIds: [group.deptId],
    })
    const nurse = (await house.signInAs('nurse001')).data.token
    const seen = await tree({}, nurse)
    expect(seen.map((node) => node.deptName)).toEqual(['松鹤楼护理组'])
    expect(seen[0]).toMatchObject({ empCount: null, roomCount: null, deptPath: '护理部 › 松鹤楼护理组' })
    expect((await ask('GET', nursing.deptId, { token: nurse })).status).toBe(refusals.NOT_FOUND[0])
    expect((await ask('GET', `${house.orgId}/list`, { token: nurse })).data).toHaveLength(1)
    const counted = (await tree()).find((node) => node.deptName === '护理部')!
    expect(counted).toMatchObject({ empCount: 0, empTotal: 1 })
    expect(counted.children![0]).toMatchObject({ empCount: 1, empTotal: 1, roomCount: 0 })
  })
})

describe('numbers', () => {
  it('proposes the next free one, below a department with its number in front', async () => {
    const root = await ask<string>('GET', 'createDeptKey')
    expect(root.data).toMatch(/^\d{3}$/)
    const parent = await make('餐饮部', root.data)
    const below = await ask<string>('GET', 'createDeptKey', { query: { parentId: parent } })
    expect(below.data).toBe(`${root.data}001`)
    await make('面点间', below.data, parent)
    expect((await ask<string>('GET', 'createDeptKey', { query: { parentId: parent } })).data).toBe(`${root.data}002`)
    expect((await ask<string>('GET', 'createDeptKey')).data).not.toBe(root.data)
  })

  it('are unique; of two that save the same one at once exactly one is told', async () => {
    const body = (deptName: string) => ({ body: { deptName, deptKey: 'SAME01', parentId: 0, orgId: '', deptLevel: 1 } })
    const answers = await Promise.all(['甲部', '乙部', '丙部', '丁部'].map((name) => ask('POST', '', body(name))))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    for (const answer of answers.filter((one) => one.status !== 200)) {
      expect(answer).toMatchObject({ status: refusals.ALREADY_EXISTS[0], data: { field: 'deptKey' } })
    }
  })
})

describe('writing', () => {
  it('takes the form of older clients and leaves what they do not send', async () => {
    const parent = await make('医务部', '201')
    const deptId = await make('门诊室', '201001', parent, { ward: 1, landingEndIds: [WEB] })
    const ipNum = JSON.stringify([
      { startIp: '10.1.1.1', endIp: '10.1.1.99' },
      { startIp: '', endIp: '' },
    ])
    const answer = await ask('PUT', '', {
      form: { deptId, deptName: '门诊', deptKey: '201001', orgId: house.orgId, ipNum, isEdit: 'true' },
    })
    expect(answer.status, answer.desc).toBe(200)
    expect(await one(deptId)).toMatchObject({
      deptName: '门诊',
      parentId: parent,
      ward: 1,
      ipNum: '[{"startIp":"10.1.1.1","endIp":"10.1.1.99"}]',
      landingEnds: [{ landingEndId: WEB, landingEndName: landingEnds.WEB.name }],
    })
    const emptied = await ask('PUT', '', {
      form: { deptId, deptName: '门诊', deptKey: '201001', orgId: '', ipNum: '' },
    })
    expect(emptied.status).toBe(200)
    expect((await one(deptId)).ipNum).toBeNull()
    expect((await ask('DELETE', deptId, { form: {} })).status).toBe(200)
    expect((await ask('GET', deptId)).status).toBe(refusals.NOT_FOUND[0])
  })

  it('refuses with the field', async () => {
    const parent = await make('人事部', '202')
    const cases: [object, string][] = [
      [{ deptName: ' ', deptKey: '202001' }, 'deptName'],
      [{ deptName: '这个名字超过了十个字不行', deptKey: '202001' }, 'deptName'],
      [{ deptName: '招聘组' }, 'deptKey'],
      [{ deptName: '招聘组', deptKey: '有中文' }, 'deptKey'],
      [{ deptName: '招聘组', deptKey: '202001', parentId: 'nowhere' }, 'parentId'],
      [{ deptName: '招聘组', deptKey: '202001', ipNum: 'no json' }, 'ipNum'],
      [{ deptName: '招聘组', deptKey: '202001', ipNum: '[{"startIp":"10.0.0.9","endIp":"10.0.0.1"}]' }, 'ipNum'],
      [{ deptName: '招聘组', deptKey: '202001', ipNum: '[{"startIp":"10.0.0.300","endIp":"10.0.0.1"}]' }, 'ipNum'],
      [{ deptName: '招聘组', deptKey: '202001', landingEndIds: ['nowhere'] }, 'landingEndIds'],
      [{ deptName: '人事部', deptKey: '202001' }, 'deptName'],
    ]
    for (const [body, field] of cases) {
      const answer = await ask<{ field: string }>('POST', '', { body })
      expect([body, answer.status > 1000, answer.data?.field]).toEqual([body, true, field])
    }
    // The same name under another department is another department.
    await make('人事部', '202001', parent)
  })

  it('has three levels, also after a move, and never a circle', async () => {
    const a = await make('甲一', '300')
    const b = await make('甲二', '300001', a)
    const c = await make('甲三', '300001001', b)
    const deep = await ask('POST', '', { body: { deptName: '甲四', deptKey: '3004', parentId: c } })
    expect(deep).toMatchObject({ data: { field: 'parentId' } })
    expect(deep.desc).toBe('部门最多 3 级，“甲三”下不能再建下级')
    const other = await make('乙一', '301')
    const below = await make('乙二', '301001', other)
    const move = (row: DeptFlat, parentId: string) => rename(row, row.deptName, { parentId })
    expect((await move(await one(b), below)).desc).toBe('部门最多 3 级，“乙二”下“甲二”和它的下级放不下')
    expect((await move(await one(a), c)).desc).toContain('是它的下级')
    expect((await move(await one(a), a)).desc).toContain('就是它自己')
    expect((await move(await one(b), other)).status).toBe(200)
    expect(await one(b)).toMatchObject({ parentId: other, level: 2 })
    expect(await one(c)).toMatchObject({ parentId: b, level: 3, deptPath: '乙一 › 甲二 › 甲三' })
    expect((await move(await one(b), '0')).status).toBe(200)
    expect(await one(c)).toMatchObject({ level: 2 })
    // Two moves that together would make a circle: whoever comes second is refused.
    const [x, y] = await Promise.all([one(a), one(other)])
    const answers = await Promise.all([move(x, other), move(y, a)])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, refusals.INVALID_INPUT[0]])
  })

  it('tells the second of two editors who was first', async () => {
    const row = await one(await make('信息科', '310'))
    expect((await rename(row, '信息部', { version: row.version })).status).toBe(200)
    const second = await rename(row, '信息中心', { version: row.version })
    expect(second.status).toBe(refusals.CHANGED_MEANWHILE[0])
    expect(second.desc).toContain('deptadmin')
    expect((await rename(row, '信息中心', { version: row.version + 1 })).status).toBe(200)
  })

  it('keeps a manual order among the departments of one parent', async () => {
    const parent = await make('后勤部', '320')
    const ids = [
      await make('保洁', '320001', parent),
      await make('保安', '320002', parent),
      await make('维修', '320003', parent),
    ]
    const sorts = [ids[2]!, ids[0]!, ids[1]!].map((deptId, i) => ({ deptId, sort: i + 1 }))
    expect((await ask('PUT', 'sort', { body: { sorts } })).status).toBe(200)
    const node = (await tree()).find((row) => row.deptId === parent)!
    expect(node.children!.map((row) => row.deptName)).toEqual(['维修', '保洁', '保安'])
    const mixed = await ask('PUT', 'sort', { body: { sorts: [...sorts, { deptId: parent, sort: 9 }] } })
    expect(mixed.status).toBe(refusals.INVALID_INPUT[0])
    const logged = await house.sql<{ changes: { order: string[][] } }>(
      `select changes from operation_log where target_id = $1 and method = '部门排序'`,
      [parent],
    )
    expect(logged[0]!.changes.order).toEqual([
      ['保洁', '保安', '维修'],
      ['维修', '保洁', '保安'],
    ])
  })

  it('refuses to delete what is used and says by what', async () => {
    const parent = await make('康复部', '330')
    const child = await make('理疗室', '330001', parent)
    await house.person({ userName: 'therapist', deptId: parent, dataDeptIds: [parent] })
    await house.sql(`insert into room (org_id, room_id, room_name, dept_id) values ($1, 'room-330', '101', $2)`, [
      house.orgId,
      parent,
    ])
    const refused = await ask('DELETE', parent)
    expect(refused.status).toBe(refusals.IN_USE[0])
    expect(refused.desc).toBe('部门“康复部”正被使用，不能删除：还有 1 个下级部门、1 名员工、1 间房')
    expect((await ask('DELETE', child)).status).toBe(200)
  })

  it('logs before and after in words', async () => {
    const parent = await make('市场部', '340')
    const row = await one(await make('策划组', '340001', parent))
    await rename(row, '活动组', {
      parentId: '0',
      ward: 1,
      landingEndIds: [WEB],
      ipNum: '[{"startIp":"10.0.0.1","endIp":"10.0.0.9"}]',
    })
    const [logged] = await house.sql<{ remark: string; changes: unknown }>(
      `select remark, changes from operation_log where target_id = $1 order by created_at desc limit 1`,
      [row.deptId],
    )
    expect(logged).toEqual({
      remark: '把部门“活动组”移到最上级',
      changes: {
        deptName: ['策划组', '活动组'],
        parentName: ['市场部', null],
        ward: [0, 1],
        ipNum: [null, ['10.0.0.1 至 10.0.0.9']],
        landingEnds: [null, [landingEnds.WEB.name]],
      },
    })
  })

  it('needs the code of each act', async () => {
    const deptId = await make('档案室', '350')
    await house.person({ userName: 'looker01', codes: ['platform:dept:list'] })
    const looker = (await house.signInAs('looker01')).data.token
    expect((await tree({}, looker)).length).toBeGreaterThan(3)
    for (const [method, path] of [
      ['POST', ''],
      ['PUT', ''],
      ['PUT', 'sort'],
      ['DELETE', deptId],
      ['GET', 'createDeptKey'],
    ] as const) {
      expect([method, path, (await ask(method, path, { token: looker })).status]).toEqual([method, path, 401])
    }
  })
})

describe('what signed-in people notice', () => {
  const current = (token: string) => house.ask<SessionData>('GET', `${LOGINS}/current`, { token })

  it('a new name at once, and a message to every console', async () => {
    const heard: string[] = []
    house.app.bus.subscribe('realtime/event/+', (message) => heard.push((message as { type: string }).type))
    const row = await one(await make('前台', '400'))
    await house.person({ userName: 'desk0001', deptId: row.deptId, dataDeptIds: [row.deptId], codes: [...CODES] })
    const desk = (await house.signInAs('desk0001')).data.token
    expect((await current(desk)).data.deptInfo?.deptName).toBe('前台')
    heard.length = 0
    await rename(row, '接待处')
    expect(heard).toContain('platform.deptChanged')
    const after = await current(desk)
    expect(after.data.deptInfo?.deptName).toBe('接待处')
    expect(after.data.dataDeptInfoList.map((dept) => dept.deptName)).toEqual(['接待处'])
  })

  it('a landing end that the department lost ends the session with 4013', async () => {
    const row = await one(await make('大屏组', '401'))
    await house.person({ userName: 'screen01', deptId: row.deptId, dataDeptIds: [row.deptId], codes: ['page:/home'] })
    const token = (await house.signInAs('screen01')).data.token
    await rename(row, row.deptName, { landingEndIds: [landingEnds.SCREEN.id] })
    expect((await current(token)).status).toBe(refusals.ACCOUNT_CHANGED[0])
  })

  it('a deleted department ends the sessions in it and leaves the scope of the others', async () => {
    const gone = await make('临时组', '402')
    const stays = await make('常设组', '403')
    await house.person({ userName: 'temp0001', dataDeptIds: [gone], codes: ['page:/home'] })
    await house.person({ userName: 'both0001', deptId: stays, dataDeptIds: [gone, stays], codes: ['page:/home'] })
    const inside = (await house.signInAs('temp0001')).data.token
    const both = (await house.signInAs('both0001', PASSWORD)).data.token
    expect((await current(both)).data.deptInfo?.deptId).toBe(stays)
    expect((await ask('DELETE', gone)).status).toBe(200)
    expect((await current(inside)).status).toBe(refusals.ACCOUNT_CHANGED[0])
    const after = await current(both)
    expect(after.status).toBe(200)
    expect(after.data.dataDeptInfoList.map((dept) => dept.deptId)).toEqual([stays])
  })

  it('whoever deletes the department they are in stays signed in, in another one', async () => {
    const gone = await make('过渡组', '404')
    await house.ask('POST', `${LOGINS}/selectDataDeptID/${gone}`, { token: admin, form: {} })
    expect((await current(admin)).data.deptInfo?.deptId).toBe(gone)
    expect((await ask('DELETE', gone)).status).toBe(200)
    const after = await current(admin)
    expect(after.status).toBe(200)
    expect(after.data.deptInfo?.deptId).not.toBe(gone)
  })
})
