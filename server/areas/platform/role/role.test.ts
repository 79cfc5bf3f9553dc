// Roles as existing clients and this console use them: rights with their parents, two editors, what reaches the
// people who are signed in.
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { RightData, RightNode, RoleData } from '#contract/platform/role'
import type { MenuItem } from '#contract/platform/session'
import { type House, LOGINS, OPERATOR_ORG, OPEX, testHouse, WEB } from '#server/areas/platform/test/house'
import { newId } from '#server/kit/ids'

const ROLES = '/passport/web-rbac/roles'
const LOGS = ['systemSetting:logList:list', 'czrzdc']

let house: House
let admin: string
let clerk: string

beforeAll(async () => {
  house = await testHouse()
  await house.person({ userName: 'manager01', isAdmin: true })
  await house.person({ userName: 'clerk001', codes: ['saveRole', 'updateRole', 'deleteRole', ...LOGS] })
  admin = (await house.signInAs('manager01')).data.token
  clerk = (await house.signInAs('clerk001')).data.token
})
afterAll(() => house.close())

const codeId = async (code: string) => {
  const [row] = await house.sql<{ id: string }>('select authority_id as id from authority where authority_code = $1', [
    code,
  ])
  return row!.id
}
interface Detail extends RoleData {
  authorityIds: string[]
  landingEndAuthIds: RightData[]
}
const detailOf = (roleId: string) => house.ask<Detail>('GET', `${ROLES}/${roleId}`, { token: admin })
const save = (name: string, more: object = {}, token = admin) =>
  house.ask<string>('POST', ROLES, { token, body: { roleId: null, name, roleLevel: 1, authority: 1, ...more } })
const web = (authId: string): RightData => ({ landEndId: WEB, authId })
const keys = (pairs: RightData[]) => pairs.map((pair) => `${pair.landEndId}:${pair.authId}`).sort()

describe('the list', () => {
  it('answers as existing clients ask: texts for numbers, an empty orderBy, large sizes, bare arrays', async () => {
    const query = { page: '1', size: '999999', orderBy: '', name: '' }
    const page = await house.ask<{ list: RoleData[]; total: number; pageSize: number }>('GET', ROLES, {
      token: admin,
      query,
    })
    expect(page.status).toBe(200)
    expect(page.data.total).toBe(page.data.list.length)
    const preset = page.data.list.find((role) => role.roleLevel === 0)!
    expect(preset).toMatchObject({ name: '机构管理员', roleDesc: '系统预设角色' })
    expect(preset.createTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect(Object.keys(preset).slice(0, 5)).toEqual(['roleId', 'name', 'roleDesc', 'roleLevel', 'createTime'])
    const bare = await house.ask<RoleData[]>('GET', ROLES, { token: clerk, query: { ...query, pageHelper: '0' } })
    expect(bare.data.map((role) => role.name)).toContain('机构管理员')
    const sorted = await house.ask<{ list: RoleData[] }>('GET', ROLES, {
      token: admin,
      query: { page: '1', size: '10', orderBy: 'name desc' },
    })
    const names = sorted.data.list.map((role) => role.name)
    expect(names.length).toBeGreaterThan(1)
    const none = await house.ask<{ list: RoleData[]; total: number }>('GET', ROLES, {
      token: admin,
      query: { name: '没有这个%' },
    })
    expect(none.data).toMatchObject({ total: 0, list: [] })
  })
})

describe('the trees of the editor', () => {
  const walk = (nodes: RightNode[], visit: (node: RightNode) => void) => {
    for (const node of nodes) {
      visit(node)
      if (node.child) walk(node.child, visit)
    }
  }

  it('are made for clients that search them as text', async () => {
    const raw = await house.raw({ path: `${ROLES}/landingEnd/authoritys`, headers: { authorization: admin } })
    const { data } = raw.json<{ data: { landingEndId: string; landingEndName: string; authList: RightNode[] }[] }>()
    expect(data.map((end) => end.landingEndId)).toEqual([WEB])
    const ids = new Set<string>()
    walk(data[0]!.authList, (node) => {
      const own = Object.keys(node)
      expect(own[0]).not.toBe('child')
      expect(own.indexOf('authorityCode')).toBeLessThan(own.length - 1)
      expect(own.filter((key) => key === 'id' || key === 'label')).toEqual([])
      expect(node.authorityId).toHaveLength(32)
      if (node.child !== null) expect(node.child.length).toBeGreaterThan(0)
      ids.add(node.authorityId)
    })
    expect(ids.size).toBeGreaterThan(10)
    // The replacement such a client makes must leave valid JSON without a second id.
    const text = JSON.stringify(data[0]!.authList)
      .replaceAll('authorityId', 'id')
      .replaceAll('authorityName', 'label')
      .replaceAll(',"child":null', '')
    const replaced = JSON.parse(text) as { id: string; label: string; child?: unknown }[]
    expect(replaced[0]).toMatchObject({ id: expect.any(String), label: expect.any(String) })
    expect(text).not.toContain('null,"child"')
  })

  it('hold what the kind of organisation has: the operator more, others never the operator’s own', async () => {
    const tree = await house.ask<RightNode[]>('GET', `${ROLES}/authoritys`, {
      token: admin,
      query: { tree: '1', page: '1', size: '999', orgLevel: '3', landingEndId: WEB },
    })
    const codes: string[] = []
    walk(tree.data, (node) => codes.push(node.authorityCode))
    expect(codes).toContain('saveRole')
    expect(codes).not.toContain('platform:menu:update')
    const flat = await house.ask<RightNode[]>('GET', `${ROLES}/authoritys`, { token: admin })
    expect(flat.data.every((node) => node.child === null)).toBe(true)
    expect(flat.data.map((node) => node.authorityCode)).toContain('saveRole')
  })
})

describe('saving', () => {
  it('keeps pairs and adds the groups above them', async () => {
    const button = await codeId('saveRole')
    const made = await save('排班员', { roleDesc: '只排班', landingEndAuthIds: [web(button)] })
    expect(made).toMatchObject({ status: 200 })
    const { data } = await detailOf(made.data)
    const [page] = await house.sql<{ id: string; group: string; rail: string }>(
      `select p.authority_id as id, g.authority_id as group, g.parent_id as rail from authority b
         join authority p on p.authority_id = b.parent_id join authority g on g.authority_id = p.parent_id
        where b.authority_id = $1`,
      [button],
    )
    expect(keys(data.landingEndAuthIds)).toEqual(keys([button, page!.id, page!.group, page!.rail].map(web)))
    expect([...data.authorityIds].sort()).toEqual([button, page!.id, page!.group, page!.rail].sort())
    expect(data).toMatchObject({ name: '排班员', roleDesc: '只排班', roleLevel: 1, authorityCount: 2, userCount: 0 })
  })

  it('takes bare ids for every landing end that has them, and leaves rights alone when none are sent', async () => {
    const log = await codeId('czrzdc')
    const made = await save('查账员', { authorityIds: [log], landingEndAuthIds: [] })
    const first = (await detailOf(made.data)).data
    expect(first.landingEndAuthIds).toContainEqual(web(log))
    expect(new Set(first.landingEndAuthIds.map((pair) => pair.landEndId))).toEqual(new Set([WEB]))
    await house.ask('PUT', `${ROLES}/${made.data}`, { token: admin, body: { name: '查账员甲' } })
    const renamed = (await detailOf(made.data)).data
    expect(renamed.name).toBe('查账员甲')
    expect(keys(renamed.landingEndAuthIds)).toEqual(keys(first.landingEndAuthIds))
    const body = { name: '查账员甲', roleDesc: '', authorityIds: [], landingEndAuthIds: [] }
    await house.ask('PUT', `${ROLES}/${made.data}`, { token: admin, body })
    expect((await detailOf(made.data)).data).toMatchObject({ landingEndAuthIds: [], roleDesc: null })
  })

  it('refuses bad names, taken names, unknown rights, and says at which field', async () => {
    for (const name of ['', 'nurse', '护士 长', '一二三四五六七八九十一', '护士1']) {
      expect(await save(name)).toMatchObject({ status: 42200, data: { field: 'name' } })
    }
    await save('重名')
    expect(await save('重名')).toMatchObject({ status: 40904, data: { field: 'name' } })
    expect(await save('长说明', { roleDesc: '说'.repeat(21) })).toMatchObject({
      status: 42200,
      data: { field: 'roleDesc' },
    })
    expect(await save('坏权限', { landingEndAuthIds: [web(newId())] })).toMatchObject({
      status: 42200,
      desc: '所选权限中有 1 项不存在或不适用于本机构，请刷新页面后重新勾选',
    })
    // The operator's console is not for this organisation, whoever asks.
    const log = await codeId('czrzdc')
    expect(await save('越界', { landingEndAuthIds: [{ landEndId: OPEX, authId: log }] })).toMatchObject({
      status: 42200,
    })
  })

  it('lets nobody give away what they do not have', async () => {
    const own = await codeId('czrzdc')
    const other = await codeId('dlrzdc')
    expect((await save('可以给', { landingEndAuthIds: [web(own)] }, clerk)).status).toBe(200)
    expect(await save('不能给', { landingEndAuthIds: [web(other)] }, clerk)).toMatchObject({
      status: 42200,
      desc: '您自己没有的权限不能授予角色：导出登录日志、登录日志',
    })
    // Nor to the role they hold themselves.
    const [mine] = await house.sql<{ role_id: string }>(`select role_id from role where name = '角色 clerk001'`)
    const before = (await detailOf(mine!.role_id)).data
    const answer = await house.ask('PUT', `${ROLES}/${mine!.role_id}`, {
      token: clerk,
      body: { name: '文员', landingEndAuthIds: [...before.landingEndAuthIds, web(other)] },
    })
    expect(answer.status).toBe(42200)
    expect(keys((await detailOf(mine!.role_id)).data.landingEndAuthIds)).toEqual(keys(before.landingEndAuthIds))
  })

  it('tells the second of two editors, who loses nothing', async () => {
    const made = await save('两人改')
    const { version } = (await detailOf(made.data)).data
    const put = (name: string, token: string) =>
      house.ask('PUT', `${ROLES}/${made.data}`, { token, body: { name, version } })
    const answers = await Promise.all([put('甲改的', admin), put('乙改的', admin), put('丙改的', admin)])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 40902, 40902])
    expect(answers.find((answer) => answer.status === 40902)!.desc).toMatch(/^这条记录刚被manager01修改过/)
    // A client that sends no version overwrites, as it always did.
    expect((await house.ask('PUT', `${ROLES}/${made.data}`, { token: admin, body: { name: '老客户端' } })).status).toBe(
      200,
    )
  })

  it('leaves a log row with what was given and taken', async () => {
    const [log, role] = [await codeId('czrzdc'), await codeId('saveRole')]
    const made = await save('记日志', { landingEndAuthIds: [web(log)] })
    await house.ask('PUT', `${ROLES}/${made.data}`, {
      token: admin,
      body: { name: '记日志', roleDesc: '改了', landingEndAuthIds: [web(role)] },
    })
    const rows = await house.sql<{ remark: string; changes: Record<string, unknown> }>(
      'select remark, changes from operation_log where target_id = $1 order by created_at, log_id',
      [made.data],
    )
    expect(rows.map((row) => row.remark)).toEqual(['新增角色“记日志”，授权 2 项', '编辑角色“记日志”'])
    expect(rows[1]!.changes).toMatchObject({
      roleDesc: [null, '改了'],
      addedRights: [null, expect.stringContaining('添加角色')],
      removedRights: [expect.stringContaining('导出操作日志'), null],
    })
  })
})

describe('presets and deletion', () => {
  it('keep the preset role as it is, with everything in it', async () => {
    const [preset] = await house.sql<{ role_id: string }>(
      'select role_id from role where org_id = $1 and role_level = 0',
      [house.orgId],
    )
    const { data } = await detailOf(preset!.role_id)
    expect(data.authorityIds).toContain(await codeId('saveRole'))
    expect(
      await house.ask('PUT', `${ROLES}/${preset!.role_id}`, { token: admin, body: { name: '改名' } }),
    ).toMatchObject({
      status: 40901,
      desc: '当前状态为“系统预设角色”，不能修改',
    })
    expect(await house.ask('DELETE', ROLES, { token: admin, form: { roleIds: preset!.role_id } })).toMatchObject({
      status: 40901,
      desc: '当前状态为“系统预设角色”，不能删除',
    })
  })

  it('refuse a role that somebody holds and say who; otherwise take a form body with several ids', async () => {
    const [held] = await house.sql<{ role_id: string }>(
      `select ar.role_id from account_role ar join account a using (org_id, user_id) where a.user_name = 'clerk001'`,
    )
    const one = (await save('待删一')).data
    const two = (await save('待删二')).data
    const refused = await house.ask('DELETE', ROLES, { token: admin, form: { roleIds: `${one},${held!.role_id}` } })
    expect(refused).toMatchObject({ status: 40903 })
    expect(refused.desc).toContain('还有 1 名用户（clerk001）')
    expect((await detailOf(one)).status).toBe(200)
    expect((await house.ask('DELETE', ROLES, { token: admin, form: { roleIds: `${one},${two},` } })).status).toBe(200)
    expect((await detailOf(one)).status).toBe(40400)
    expect((await house.ask('DELETE', ROLES, { token: admin, form: { roleIds: one } })).status).toBe(40400)
    expect((await house.ask('DELETE', ROLES, { token: admin, form: { roleIds: ',' } })).status).toBe(40400)
  })

  it('refuse a role that a review rule names', async () => {
    const roleId = (await save('审核员')).data
    await house.sql(
      `insert into review_rule (org_id, act, needed, role_ids) values ($1, 'outing', true, $2)
      on conflict (org_id, act) do update set needed = true, role_ids = excluded.role_ids`,
      [house.orgId, JSON.stringify([roleId])],
    )
    expect(await house.ask('DELETE', ROLES, { token: admin, form: { roleIds: roleId } })).toMatchObject({
      status: 40903,
      desc: '角色「审核员」正被使用，不能删除：1 项审核由它负责',
    })
    await house.sql('delete from review_rule where org_id = $1', [house.orgId])
    expect((await house.ask('DELETE', ROLES, { token: admin, form: { roleIds: roleId } })).status).toBe(200)
  })

  it('never reach another organisation', async () => {
    const foreign = newId()
    await house.sql('insert into role (org_id, role_id, name) values ($1, $2, $3)', [OPERATOR_ORG, foreign, '别家角色'])
    for (const answer of [
      await detailOf(foreign),
      await house.ask('PUT', `${ROLES}/${foreign}`, { token: admin, body: { name: '抢来的' } }),
      await house.ask('DELETE', ROLES, { token: admin, form: { roleIds: foreign } }),
      await house.ask('GET', `${ROLES}/${foreign}/users`, { token: admin }),
    ]) {
      expect(answer.status).toBe(40400)
    }
  })

  it('show the holders of a role', async () => {
    const [held] = await house.sql<{ role_id: string }>(
      `select ar.role_id from account_role ar join account a using (org_id, user_id) where a.user_name = 'clerk001'`,
    )
    const holders = await house.ask<{ list: { userName: string }[] }>('GET', `${ROLES}/${held!.role_id}/users`, {
      token: admin,
      query: { keyword: 'clerk' },
    })
    expect(holders.data.list).toMatchObject([{ userName: 'clerk001', userStatus: 1, isAdmin: 0 }])
    expect((await house.ask('DELETE', `${ROLES}/cache`, { token: admin, form: {} })).status).toBe(200)
  })
})

describe('people who are signed in', () => {
  async function listen(token: string) {
    if (!house.server.server.listening) await house.server.listen({ port: 0, host: '127.0.0.1' })
    const address = house.server.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { data } = await house.ask<{ ticket: string }>('POST', `${LOGINS}/socketTicket`, { token })
    const socket = new WebSocket(`ws://127.0.0.1:${port}/websocket/${data.ticket}`)
    await once(socket, 'open')
    return socket
  }
  const frameOf = async (socket: WebSocket) => {
    const [text] = (await once(socket, 'message')) as [Buffer]
    return JSON.parse(text.toString()) as { type: string; data: unknown }
  }
  const buttons = async (token: string) => {
    const answer = await house.ask<{ authorityCode: string }[]>('GET', `${LOGINS}/menu/button`, { token })
    return answer.data.map((button) => button.authorityCode)
  }

  it('have the new rights with their next call and are told at once', async () => {
    const [log, logins] = [await codeId('czrzdc'), await codeId('dlrzdc')]
    const roleId = (await save('值班员', { landingEndAuthIds: [web(log)] })).data
    await house.person({ userName: 'duty0001', roleIds: [roleId] })
    const { token } = (await house.signInAs('duty0001')).data
    expect(await buttons(token)).not.toContain('dlrzdc')
    const socket = await listen(token)
    const told = frameOf(socket)
    await house.ask('PUT', `${ROLES}/${roleId}`, {
      token: admin,
      body: { name: '值班员', landingEndAuthIds: [web(logins)] },
    })
    expect(await told).toMatchObject({ type: 'platform.menuChanged', data: { notice: '权限已更新' } })
    const now = await buttons(token)
    expect(now).toContain('dlrzdc')
    expect(now).not.toContain('czrzdc')
    const menu = await house.ask<MenuItem[]>('GET', `${LOGINS}/menu/${WEB}`, { token })
    expect(JSON.stringify(menu.data)).toContain('/systemSetting/loginLog')
    expect((await house.ask('GET', '/omms/web-rbac/login/logs', { token })).status).toBe(200)
    expect((await house.ask('POST', '/passport/web-rbac/systemLogs/export', { token, body: [newId()] })).status).toBe(
      401,
    )
    socket.close()
  })

  it('are signed out with 4013 when their role leaves them no way in', async () => {
    const log = await codeId('czrzdc')
    const roleId = (await save('临时工', { landingEndAuthIds: [web(log)] })).data
    await house.person({ userName: 'temp0001', roleIds: [roleId] })
    const { token } = (await house.signInAs('temp0001')).data
    const socket = await listen(token)
    const closed = once(socket, 'close')
    await house.ask('PUT', `${ROLES}/${roleId}`, {
      token: admin,
      body: { name: '临时工', authorityIds: [], landingEndAuthIds: [] },
    })
    expect(await house.ask('GET', `${LOGINS}/menu/button`, { token })).toMatchObject({
      status: 4013,
      desc: '用户关键信息已变更，请重新登录',
    })
    await closed
  })
})
