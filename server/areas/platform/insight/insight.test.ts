// Permissions explained. What the answers say is compared with what the people really get when they sign in.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataOf } from '#contract/kit/call'
import { allows } from '#contract/kit/permission'
import type { insight } from '#contract/platform/insight'
import { room } from '#contract/platform/room'
import type { MenuItem } from '#contract/platform/session'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { DEMO_ORG, landingEnds, OPERATOR_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'

type UserView = DataOf<typeof insight.calls.user>
type RecordView = DataOf<typeof insight.calls.record>

const BASE = '/passport/web-rbac/insight'
const LOGINS = '/passport/web-rbac/logins'
const WEB = landingEnds.WEB.id

let product: TestApp
let admin: string
const tokens = new Map<string, string>()
/** Everyone of the demo organisation who can sign in here. */
const people = demoAccounts.filter((account) => account.userName !== 'operator').map((account) => account.userName)

const sql = async <T extends object>(text: string, values: unknown[] = []) =>
  (await product.app.pool.query<T>(text, values)).rows
const idOf = async (userName: string) =>
  (await sql<{ id: string }>('select user_id as id from account where user_name = $1', [userName]))[0]!.id
const deptOf = async (name: string) =>
  (
    await sql<{ id: string }>('select dept_id as id from dept where org_id = $1 and dept_name = $2', [DEMO_ORG, name])
  )[0]!.id

beforeAll(async () => {
  product = await demoApp()
  for (const { userName, password } of demoAccounts) tokens.set(userName, await product.signIn(userName, password))
  admin = tokens.get('zhengkai')!
  // The head nurse may look at rooms, the nurse has the department but not the permission.
  await sql(
    `insert into role_authority (org_id, role_id, landing_end_id, authority_id)
     select r.org_id, r.role_id, $2, a.authority_id from role r, authority a
      where r.org_id = $1 and r.name = '护士长' and a.authority_code = 'platform:room:list' on conflict do nothing`,
    [DEMO_ORG, WEB],
  )
  product.app.sessions.forget(DEMO_ORG)
})
afterAll(() => product.close())

const userView = async (userName: string, token = admin, query: Record<string, string> = {}) =>
  product.ask<UserView>('GET', `${BASE}/user/${await idOf(userName)}`, { token, query })

/** A room of its own for a department, so that nothing else decides. */
async function roomOf(deptName: string | null): Promise<string> {
  const roomId = newId()
  await sql('insert into room (org_id, room_id, room_name, dept_id) values ($1, $2, $3, $4)', [
    DEMO_ORG,
    roomId,
    `试${roomId.slice(-6)}`,
    deptName && (await deptOf(deptName)),
  ])
  return roomId
}

describe('what a user sees', () => {
  it('is the menu and the buttons they get themselves', async () => {
    for (const userName of people) {
      const { data, status } = await userView(userName, admin, { landingEndId: WEB })
      expect([userName, status]).toEqual([userName, 200])
      const token = tokens.get(userName)!
      const menu = await product.ask<MenuItem[]>('GET', `${LOGINS}/menu/${WEB}`, { token })
      const buttons = await product.ask<{ authorityCode: string }[]>('GET', `${LOGINS}/menu/button`, { token })
      expect([userName, data.menu]).toEqual([userName, menu.data])
      expect(data.buttons.map((one) => one.authorityCode).sort()).toEqual(
        buttons.data.map((one) => one.authorityCode).sort(),
      )
      const depts = await product.ask<{ deptId: string }[]>('GET', `${LOGINS}/getDataDeptInfoList`, { token })
      expect(data.dataDepts.map((one) => one.deptId)).toEqual(depts.data.map((one) => one.deptId))
    }
  })

  it('comes with the reason for every button', async () => {
    const nurse = (await userView('hejing')).data
    expect(nurse.buttons.find((one) => one.authorityCode === 'platform:room:list')).toMatchObject({
      authorityName: '房间列表',
      by: { kind: 'role', roles: ['护士长'] },
    })
    expect(nurse.buttons.find((one) => one.authorityCode === 'page:/home')!.by.kind).toBe('everyone')
    expect(nurse).toMatchObject({ obstacle: null, allDepts: false, person: { empName: '何静', roleNames: ['护士长'] } })
    const boss = (await userView('zhengkai')).data
    expect(boss.allDepts).toBe(true)
    expect(new Set(boss.buttons.map((one) => one.by.kind))).toEqual(new Set(['admin']))
  })

  it('says why somebody cannot come in, and shows nothing then', async () => {
    const userId = await idOf('chenxue')
    await sql('update account set user_status = 2 where user_id = $1', [userId])
    expect((await userView('chenxue')).data).toMatchObject({ obstacle: '账号已停用，不能登录', menu: [], buttons: [] })
    await sql('update account set user_status = 1 where user_id = $1', [userId])
    const [role] = await sql<{ role_id: string }>('delete from account_role where user_id = $1 returning role_id', [
      userId,
    ])
    expect((await userView('chenxue')).data).toMatchObject({
      obstacle: '没有分配角色，登录后没有可用的登录端',
      landingEndId: null,
    })
    await sql('insert into account_role (org_id, user_id, role_id) values ($1, $2, $3)', [
      DEMO_ORG,
      userId,
      role!.role_id,
    ])
  })

  it('leaves no trace but the question, and never crosses organisations', async () => {
    const before = await sql<{ n: number }>('select count(*) as n from operation_log where org_id = $1', [DEMO_ORG])
    await userView('hejing')
    const after = await sql<{ n: number }>('select count(*) as n from operation_log where org_id = $1', [DEMO_ORG])
    expect(after).toEqual(before)
    const operator = await idOf('operator')
    expect((await product.ask('GET', `${BASE}/user/${operator}`, { token: admin })).status).toBe(40400)
    expect((await userView('hejing', tokens.get('operator')!)).status).toBe(40400)
    expect((await userView('hejing', tokens.get('lixiaomei')!)).status).toBe(401)
    expect((await userView('hejing', admin, { landingEndId: landingEnds.OPEX.id })).status).toBe(40400)
  })
})

describe('who sees a record', () => {
  const recordView = (type: string, id: string, token = admin) =>
    product.ask<RecordView>('GET', `${BASE}/record`, { token, query: { type, id } })
  const namesOf = (part: RecordView['readers']) => part.list.map((reader) => reader.person.userName)

  it('names the people, the reasons, and those who only just do not', async () => {
    const { data } = await recordView('room', await roomOf('松鹤楼护理组'))
    expect(data).toMatchObject({ kindTitle: '房间', deptName: '松鹤楼护理组' })
    const reasons = (userName: string, part: RecordView['readers']) =>
      part.list.find((reader) => reader.person.userName === userName)?.reasons
    expect(reasons('zhengkai', data.readers)).toEqual(['机构管理员，可看全部数据'])
    expect(reasons('hejing', data.readers)).toEqual(['角色「护士长」有「房间列表」', '数据范围含「松鹤楼护理组」'])
    expect(reasons('lixiaomei', data.lackPermission)).toEqual([
      '数据范围含「松鹤楼护理组」',
      '没有「房间列表」等权限',
      '打不开列表，但在表单里仍能选到它',
    ])
    const colleague = (await recordView('user', await idOf('zhangcuilan'))).data
    expect(reasons('lixiaomei', colleague.lackPermission)).toEqual([
      '数据范围含「松鹤楼护理组」',
      '没有「用户账号」等权限',
    ])
    expect(namesOf(colleague.readers)).not.toContain('lixiaomei')
    const group = (await recordView('dept', await deptOf('松鹤楼护理组'))).data
    expect(reasons('wangjianguo', group.readers)).toEqual(['角色「院长」有「部门配置」', '数据范围含「松鹤楼护理组」'])
    const kitchen = (await recordView('room', await roomOf('餐饮部'))).data
    expect(reasons('hejing', kitchen.lackDept)).toEqual([
      '角色「护士长」有「房间列表」',
      '数据范围不含「餐饮部」，现为：前台、护理部、松鹤楼护理组、长青楼护理组、康宁楼护理组',
    ])
  })

  it('agrees with what everyone finds when they look themselves', async () => {
    const rooms = await Promise.all(['松鹤楼护理组', '长青楼护理组', '餐饮部', null].map(roomOf))
    for (const roomId of rooms) {
      const { data } = await recordView('room', roomId)
      const readers = new Set(namesOf(data.readers))
      for (const userName of people) {
        const token = tokens.get(userName)!
        const list = await product.ask<{ list: { roomId: string }[] }>('GET', '/ifms/web-org/rooms', {
          token,
          query: { page: '1', size: '999999' },
        })
        const buttons = await product.ask<{ authorityCode: string }[]>('GET', `${LOGINS}/menu/button`, { token })
        const held = new Set(buttons.data.map((one) => one.authorityCode))
        const mayOpen = allows(room.pages.list.needs, (code) => held.has(code))
        const listed = list.data.list.some((one) => one.roomId === roomId)
        expect([userName, readers.has(userName)]).toEqual([userName, mayOpen && listed])
        // Whoever is told to find it in forms only does find it there.
        const offered = data.lackPermission.list.find((reader) => reader.person.userName === userName)
        if (offered) expect([userName, listed, offered.reasons.length]).toEqual([userName, true, 3])
      }
    }
  })

  it('finds records to ask about, inside the scope of whoever asks', async () => {
    const kinds = await product.ask<{ type: string; title: string }[]>('GET', `${BASE}/kinds`, { token: admin })
    expect(kinds.data.map((kind) => kind.type)).toEqual(expect.arrayContaining(['user', 'dept', 'room', 'bed']))
    const search = (type: string, keyword: string) =>
      product.ask<{ id: string; title: string }[]>('GET', `${BASE}/search`, { token: admin, query: { type, keyword } })
    expect((await search('user', 'hj')).data.map((hit) => hit.title)).toContain('何静（hejing）')
    expect((await search('dept', '松鹤')).data.map((hit) => hit.title)).toContain('松鹤楼护理组')
    expect((await search('dept', '100%_')).data).toEqual([])
    for (const { type } of kinds.data) {
      const hits = (await search(type, '')).data
      if (hits[0]) expect([type, (await recordView(type, hits[0].id)).status]).toEqual([type, 200])
      expect((await recordView(type, newId())).status).toBe(40400)
    }
    expect((await recordView('nonsense', newId())).status).toBe(40400)
    const foreign = await sql<{ id: string }>('select user_id as id from account where org_id = $1', [OPERATOR_ORG])
    expect((await recordView('user', foreign[0]!.id)).status).toBe(40400)
  })

  it('tells nothing about a kind the asker may not read', async () => {
    // The director looks at everything; take the people and the rooms' page away.
    await sql(
      `delete from role_authority ra using authority a where a.authority_id = ra.authority_id
          and (a.authority_code = 'platform:room:list' or a.authority_code = any($1))`,
      [['platform:user:list', 'saveUser', 'updateUser', 'deleteUser', 'user-sort', 'resetFrozen', 'modifyPass']],
    )
    product.app.sessions.forget(DEMO_ORG)
    const token = tokens.get('wangjianguo')!
    expect((await recordView('user', await idOf('hejing'), token)).status).toBe(401)
    const kinds = await product.ask<{ type: string }[]>('GET', `${BASE}/kinds`, { token })
    expect(kinds.data.map((kind) => kind.type)).not.toContain('user')
  })

  it('follows permissions that reach beyond the departments', async () => {
    // Who manages departments sees all of them, whatever their own are.
    await sql(
      `insert into role_authority (org_id, role_id, landing_end_id, authority_id)
       select r.org_id, r.role_id, $2, a.authority_id from role r, authority a
        where r.org_id = $1 and r.name = '责任护士' and a.authority_code = 'platform:dept:list' on conflict do nothing`,
      [DEMO_ORG, WEB],
    )
    product.app.sessions.forget(DEMO_ORG)
    const kitchen = await deptOf('餐饮部')
    const { data } = await recordView('dept', kitchen)
    const nurse = data.readers.list.find((reader) => reader.person.userName === 'lixiaomei')
    expect(nurse?.reasons).toEqual(['角色「责任护士」有「部门配置」', '这项权限不限部门'])
    const answer = await product.ask('GET', `/ifms/web-org/depts/${kitchen}`, { token: tokens.get('lixiaomei')! })
    expect(answer.status).toBe(200)
  })
})

describe('figures of system management', () => {
  it('agree with the lists and are missing where the list is closed', async () => {
    const counts = await product.ask<Record<string, number | null>>('GET', '/passport/web-rbac/systemManage/counts', {
      token: admin,
    })
    for (const [name, path] of [
      ['users', '/passport/web-rbac/users'],
      ['roles', '/passport/web-rbac/roles'],
      ['depts', '/ifms/web-org/depts'],
      ['rooms', '/ifms/web-org/rooms'],
      ['beds', '/ifms/web-org/beds'],
    ] as const) {
      const page = await product.ask<{ total: number }>('GET', path, { token: admin, query: { page: '1', size: '1' } })
      expect([name, counts.data[name]]).toEqual([name, page.data.total])
    }
    const director = await product.ask<Record<string, number | null>>('GET', '/passport/web-rbac/systemManage/counts', {
      token: tokens.get('wangjianguo')!,
    })
    expect(director.data.rooms).toBeNull()
    expect(director.data.users).toBeNull()
    expect(director.data.roles).not.toBeNull()
  })
})
