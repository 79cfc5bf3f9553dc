// The menu: read by organisations, changed by the operator, and what a change does to everybody's menu.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuthorityNode } from '#contract/platform/authority'
import type { LandingEndData } from '#contract/platform/landingEnd'
import type { MenuItem } from '#contract/platform/session'
import { nouns } from '#server/app'
import { type House, LOGINS, OPERATOR_ORG, OPEX, testHouse, WEB } from '#server/areas/platform/test/house'
import { newId } from '#server/kit/ids'
import { syncAuthorities } from './menuSeed.ts'

const MENUS = '/passport/web-rbac/authoritys'
const ENDS = '/devops/web-devops/landingEnd'

let house: House
let operator: string
let admin: string

beforeAll(async () => {
  house = await testHouse()
  await house.person({ userName: 'boss0001', orgId: OPERATOR_ORG, isAdmin: true })
  await house.person({ userName: 'manager01', isAdmin: true })
  operator = (await house.signInAs('boss0001')).data.token
  admin = (await house.signInAs('manager01')).data.token
})
afterAll(() => house.close())

const tree = async (token = operator) =>
  (await house.ask<AuthorityNode[]>('GET', MENUS, { token, query: { tree: '1' } })).data
const all = (nodes: AuthorityNode[]): AuthorityNode[] => nodes.flatMap((node) => [node, ...all(node.child ?? [])])
const byCode = async (code: string) => all(await tree()).find((node) => node.authorityCode === code)!
const make = (body: object, token = operator) => house.ask<string>('POST', MENUS, { token, body })
const change = (body: object, token = operator) => house.ask('PUT', MENUS, { token, body })
const menuOf = async (token: string, end = WEB) =>
  (await house.ask<MenuItem[]>('GET', `${LOGINS}/menu/${end}`, { token })).data
const names = (items: MenuItem[]): string[] => items.flatMap((item) => [item.menuName, ...names(item.children)])

describe('the tree', () => {
  it('has the keys and traps existing clients rely on', async () => {
    const nodes = all(await tree())
    expect(nodes.length).toBeGreaterThan(20)
    for (const node of nodes) {
      const keys = Object.keys(node)
      expect(keys[0]).not.toBe('child')
      expect(keys.at(-1)).not.toBe('authorityCode')
      expect(node.authorityId).toHaveLength(32)
      if (node.child) expect(node.child.length).toBeGreaterThan(0)
      else expect(node.child).toBeNull()
      for (const [key, value] of Object.entries(JSON.parse(node.scope!) as object)) expect(key).toBe(`type_${value}`)
      expect(node.createTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    }
    expect(await byCode('saveRole')).toMatchObject({
      authorityName: '添加角色',
      type: 2,
      actionType: 2,
      status: 1,
      level: 4,
    })
    const flat = await house.ask<AuthorityNode[]>('GET', MENUS, { token: operator })
    expect(flat.data).toHaveLength(nodes.length)
  })

  it('is read-only for other organisations, which see their own part', async () => {
    const codes = all(await tree(admin)).map((node) => node.authorityCode)
    expect(codes).toContain('saveRole')
    expect(codes).not.toContain('platform:menu:save')
    const entry = await byCode('saveRole')
    for (const answer of [
      await make({ authorityName: '偷加', menuType: 'MENU' }, admin),
      await change({ authorityId: entry.authorityId, authorityName: '偷改' }, admin),
      await house.ask('DELETE', `${MENUS}/${entry.authorityId}`, { token: admin }),
      await house.ask('PUT', `${MENUS}/sort`, { token: admin, body: { sorts: [{ authorityId: newId(), sort: 1 }] } }),
      await house.ask('POST', ENDS, { token: admin, body: { landingEndName: '偷', landingEndCode: 'STEAL' } }),
    ]) {
      expect(answer.status).toBe(401)
    }
    expect((await byCode('saveRole')).authorityName).toBe('添加角色')
    // Not even with a code that a row of older data might still hold.
    const page = all(await tree()).find((node) => node.authorityCode === 'platform:menu:save')!
    expect(page.ends).toEqual(['OPEX'])
  })
})

describe('entries', () => {
  it('of all four types are made, shown to those who have them, and removed', async () => {
    const rail = await make({
      authorityName: '集团',
      menuType: 'MENU',
      parentId: '',
      icon: 'building-2',
      ends: ['WEB'],
    })
    const group = await make({ authorityName: '门户', type: 1, actionType: 1, level: 2, parentId: rail.data })
    const link = await make({
      authorityName: '集团邮箱',
      menuType: 'IN_LINK',
      menuLink: 'https://mail.example.com/',
      parentId: group.data,
      authorityCode: 'group-mail',
    })
    const page = await make({
      authorityName: '旧系统',
      type: 1,
      actionType: 4,
      pageUrl: '/ylward',
      parentId: group.data,
    })
    const button = await make({ authorityName: '旧导出', type: 2, authorityCode: 'oldExport', parentId: page.data })
    expect([rail, group, link, page, button].map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
    const made = all(await tree()).find((node) => node.authorityId === rail.data)!
    expect(made).toMatchObject({ level: 1, system: false, icon: 'building-2' })
    expect(made.child![0]!.child!.map((node) => [node.menuType, node.level])).toEqual([
      ['IN_LINK', 3],
      ['FUNC', 3],
    ])
    const menu = await menuOf(admin)
    const shown = menu.find((item) => item.menuName === '集团')!.children[0]!.children
    expect(shown).toMatchObject([
      { menuType: 'IN_LINK', menuLink: 'https://mail.example.com/', menuName: '集团邮箱' },
      { menuType: 'FUNC', pageUrl: '/ylward' },
    ])
    const buttons = await house.ask<{ authorityCode: string }[]>('GET', `${LOGINS}/button`, { token: admin })
    expect(buttons.data.map((one) => one.authorityCode)).toContain('oldExport')

    expect(await house.ask('DELETE', `${MENUS}/${group.data}`, { token: operator })).toMatchObject({
      status: 40903,
      desc: '“门户”正被使用，不能删除：下面还有 2 项（集团邮箱、旧系统）',
    })
    for (const { data } of [button, page, link, group, rail]) {
      expect((await house.ask('DELETE', `${MENUS}/${data}`, { token: operator })).status).toBe(200)
    }
    expect(names(await menuOf(admin))).not.toContain('集团')
    expect((await house.ask('DELETE', `${MENUS}/${rail.data}`, { token: operator })).status).toBe(40400)
  })

  it('are refused where they make no sense, at the field', async () => {
    const role = await byCode('platform:role:list')
    const group = all(await tree()).find((node) => node.authorityId === role.parentId)!
    const cases: [object, string][] = [
      [{ authorityName: '', menuType: 'MENU' }, 'authorityName'],
      [{ authorityName: '页面', menuType: 'FUNC', parentId: group.authorityId }, 'pageUrl'],
      [{ authorityName: '页面', menuType: 'FUNC', pageUrl: '/x' }, 'parentId'],
      [
        { authorityName: '页面', menuType: 'FUNC', pageUrl: 'javascript:alert(1)', parentId: group.authorityId },
        'pageUrl',
      ],
      [{ authorityName: '链接', menuType: 'IN_LINK', parentId: group.authorityId }, 'menuLink'],
      [
        { authorityName: '链接', menuType: 'IN_LINK', parentId: group.authorityId, menuLink: 'javascript:alert(1)' },
        'menuLink',
      ],
      [{ authorityName: '目录', menuType: 'MENU', parentId: group.authorityId }, 'parentId'],
      [{ authorityName: '按钮', menuType: 'CUSTOM_FUNC', parentId: role.authorityId }, 'authorityCode'],
      [
        { authorityName: '按钮', menuType: 'CUSTOM_FUNC', authorityCode: 'page:/all', parentId: role.authorityId },
        'authorityCode',
      ],
      [{ authorityName: '目录', menuType: 'MENU', ends: ['NOWHERE'] }, 'ends'],
      [{ authorityName: '目录', menuType: 'MENU', ends: [] }, 'ends'],
      [{ authorityName: '目录', menuType: 'MENU', scope: '{bad' }, 'scope'],
      // Whom nobody is chosen for would be seen by nobody.
      ...['{}', { type_3: 0 }, { type_3: 4 }, { type_9: 9 }, { constructor: 1 }, [3], 'null3', '3'].map(
        (scope): [object, string] => [{ authorityName: '目录', menuType: 'MENU', scope }, 'scope'],
      ),
      [{ authorityName: '目录', menuType: 'MENU', icon: '"><script>' }, 'icon'],
    ]
    for (const [body, field] of cases) {
      expect([body, await make(body)]).toMatchObject([body, { status: 42200, data: { field } }])
    }
    expect(
      await make({
        authorityName: '重复',
        menuType: 'CUSTOM_FUNC',
        authorityCode: 'saveRole',
        parentId: role.authorityId,
      }),
    ).toMatchObject({ status: 40904, data: { field: 'authorityCode' } })
    expect(
      await make({
        authorityName: '重复',
        menuType: 'FUNC',
        pageUrl: '/systemmanage/role',
        parentId: group.authorityId,
      }),
    ).toMatchObject({ status: 40904, desc: '页面地址（角色管理）已存在' })
    expect(await make({ authorityName: '无上级', menuType: 'FUNC', pageUrl: '/y', parentId: newId() })).toMatchObject({
      status: 40400,
    })
  })

  it('of the product keep their code and address, and cannot be deleted; a rename outlives the next start', async () => {
    const entry = await byCode('platform:role:list')
    const put = (more: object) =>
      change({ authorityId: entry.authorityId, authorityName: entry.authorityName, ...more })
    expect(await put({ authorityCode: 'other' })).toMatchObject({ status: 42200, data: { field: 'authorityCode' } })
    expect(await put({ pageUrl: '/elsewhere' })).toMatchObject({ status: 42200, data: { field: 'pageUrl' } })
    expect(await put({ menuType: 'MENU' })).toMatchObject({ status: 42200, data: { field: 'menuType' } })
    expect(await put({ parentId: '' })).toMatchObject({ status: 42200, data: { field: 'parentId' } })
    expect(await house.ask('DELETE', `${MENUS}/${entry.authorityId}`, { token: operator })).toMatchObject({
      status: 42200,
      desc: '“角色管理”由系统提供，不能删除；不需要时可以隐藏',
    })
    // The whole form back, as older clients send it, with what they changed.
    const { child: _, ...whole } = entry
    expect((await change({ ...whole, authorityName: '岗位角色', icon: 'users', remark: '改过' })).status).toBe(200)
    await house.sql(
      `update product_secret set value = jsonb_set(value::jsonb, '{digest}', '"old"')::text where name = 'menu.seeded'`,
    )
    expect(await syncAuthorities(house.app, nouns)).toBe(true)
    expect(await byCode('platform:role:list')).toMatchObject({
      authorityName: '岗位角色',
      icon: 'users',
      pageUrl: '/systemmanage/role',
      system: true,
    })
    expect(names(await menuOf(admin))).toContain('岗位角色')
    expect((await put({ status: 2 })).status).toBe(200)
    expect(names(await menuOf(admin))).not.toContain('角色管理')
    await put({ status: 1, icon: '' })
  })

  it('read and sent back by a client as numbers stay for whom they were', async () => {
    const entry = await byCode('platform:role:list')
    const scope = JSON.parse(entry.scope!) as Record<string, unknown>
    // An existing client makes a number of each value and knows no other.
    const numbers = Object.fromEntries(
      Object.entries(scope).map(([key, value]) => [key, Number.parseInt(String(value), 10)]),
    )
    expect(numbers).toEqual({ type_1: 1, type_2: 2, type_3: 3, type_4: 4 })
    const { child: _, ...whole } = entry
    const save = async (next: unknown) => {
      const { version } = await byCode('platform:role:list')
      return change({ ...whole, version, scope: next })
    }
    const mixed = { type_1: 1, type_2: true, type_3: 'true', type_4: '4' }
    for (const sent of [numbers, JSON.stringify(numbers), mixed]) {
      expect((await save(sent)).status).toBe(200)
      expect(JSON.parse((await byCode('platform:role:list')).scope!)).toEqual(scope)
    }
    expect((await save({ type_1: 1, type_3: false, type_4: null })).status).toBe(200)
    expect(JSON.parse((await byCode('platform:role:list')).scope!)).toEqual({ type_1: 1 })
    expect((await save(scope)).status).toBe(200)
  })

  it('tell the second of two editors', async () => {
    const entry = await byCode('saveRole')
    const { authorityId, version } = entry
    const answers = await Promise.all(
      ['甲', '乙'].map((authorityName) => change({ authorityId, authorityName, version })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 40902])
    await change({ authorityId, authorityName: '添加角色' })
  })

  it('never end up below themselves, also when two moves cross', async () => {
    const a = (await make({ authorityName: '甲目录', menuType: 'MENU' })).data
    const b = (await make({ authorityName: '乙目录', menuType: 'MENU' })).data
    const move = (authorityId: string, authorityName: string, parentId: string) =>
      change({ authorityId, authorityName, parentId })
    expect((await move(a, '甲目录', a)).status).toBe(42200)
    const crossed = await Promise.all([move(a, '甲目录', b), move(b, '乙目录', a)])
    expect(crossed.map((answer) => answer.status).sort()).toEqual([200, 42200])
    const roots = (await tree()).map((node) => node.authorityId)
    expect(roots.filter((id) => id === a || id === b)).toHaveLength(1)
  })

  it('are ordered among the children of one parent', async () => {
    const role = await byCode('platform:role:list')
    const siblings = all(await tree()).filter((node) => node.parentId === role.parentId)
    const order = siblings.map((node) => node.authorityId).reverse()
    const sorts = order.map((authorityId, i) => ({ authorityId, sort: i + 1 }))
    const put = (body: object) => house.ask('PUT', `${MENUS}/sort`, { token: operator, body })
    expect((await put({ sorts })).status).toBe(200)
    const after = all(await tree()).filter((node) => node.parentId === role.parentId)
    expect(after.map((node) => node.authorityId)).toEqual(order)
    // Some of them first, in the order they name; the others follow as they stood.
    const some = [order.at(-1)!, order[2]!]
    expect((await put({ sorts: some.map((authorityId, i) => ({ authorityId, sort: i + 5 })) })).status).toBe(200)
    const partly = all(await tree()).filter((node) => node.parentId === role.parentId)
    expect(partly.map((node) => node.authorityId)).toEqual([...some, ...order.filter((id) => !some.includes(id))])
    const button = await byCode('saveRole')
    expect(await put({ sorts: [...sorts, { authorityId: button.authorityId, sort: 1 }] })).toMatchObject({
      status: 42200,
    })
    expect((await put({ sorts: [{ authorityId: newId(), sort: 1 }] })).status).toBe(40400)
    expect((await put({ sorts: [] })).status).toBe(42200)
  })
})

describe('the menu of existing clients', () => {
  interface Api {
    apiId: string
    url: string | null
    method: string | null
    level: number
    parentId: string | null
    child: Api[] | null
  }
  const SYSTEMS = '/passport/web-rbac/systems'

  it('chooses from every call there is, nested or flat', async () => {
    const systems = (await house.ask<Api[]>('GET', SYSTEMS, { token: operator, query: { tree: '1' } })).data
    const leaves = systems.flatMap((system) => system.child!).flatMap((module) => module.child!)
    expect(systems.every((one) => one.level === 1 && one.parentId === null)).toBe(true)
    expect(leaves.every((one) => one.level === 4 && one.child === null)).toBe(true)
    expect(leaves).toContainEqual(expect.objectContaining({ method: 'PUT', url: `${MENUS}/sort` }))
    const flat = (await house.ask<Api[]>('GET', SYSTEMS, { token: operator })).data
    expect(new Set(flat.map((one) => one.apiId)).size).toBe(flat.length)
    expect(flat.filter((one) => one.level === 4)).toHaveLength(leaves.length)
    for (const one of flat.filter((other) => other.parentId)) {
      expect(flat.some((parent) => parent.apiId === one.parentId)).toBe(true)
    }
  })

  it('is exported as text, with what is below and what it opens', async () => {
    const role = await byCode('platform:role:list')
    const post = (path: string, form: Record<string, string>) =>
      house.server.inject({
        method: 'POST',
        url: `${MENUS}/${path}`,
        payload: new URLSearchParams(form).toString(),
        headers: { authorization: operator, 'content-type': 'application/x-www-form-urlencoded' },
      })
    const file = await post('export', { authorityIds: `${role.authorityId},${newId()}` })
    expect(file.headers['content-type']).toContain('text/plain')
    const entries = JSON.parse(file.body) as { authorityCode: string }[]
    expect(entries.map((one) => one.authorityCode)).toEqual(expect.arrayContaining(['platform:role:list', 'saveRole']))
    const apis = (await post('export/apis', { authorityIds: role.authorityId })).body.trimEnd().split('\n')
    expect(apis).toContain('POST /passport/web-rbac/roles')
    expect((await post('export', { authorityIds: newId() })).json().status).toBe(40400)
  })

  it('carries the routes they know; this console keeps its own', async () => {
    interface Item {
      pageUrl: string | null
      child: Item[]
    }
    const urls = (items: Item[]): (string | null)[] => items.flatMap((item) => [item.pageUrl, ...urls(item.child)])
    const sibling = urls((await house.ask<Item[]>('GET', `${LOGINS}/auth/${WEB}`, { token: admin })).data)
    expect(sibling).toContain('/role')
    expect(sibling).toContain('/menu')
    expect(sibling).not.toContain('/systemmanage/role')
    const leaves = sibling.filter((url) => url !== null)
    expect(new Set(leaves).size).toBe(leaves.length)
    const own = JSON.stringify(await menuOf(admin))
    expect(own).toContain('"pageUrl":"/systemmanage/role"')
    expect(own).not.toContain('"/role"')
  })
})

describe('landing ends', () => {
  it('are listed as existing clients read them', async () => {
    const page = await house.ask<{ list: LandingEndData[] }>('GET', ENDS, { token: operator, query: { orderBy: '' } })
    const end = page.data.list.find((one) => one.landingEndId === WEB)!
    expect(end).toMatchObject({ landingEndCode: 'WEB', deviceType: '["WEB"]', dataDept: 0, system: true })
    expect(page.data.list.map((one) => one.landingEndId)).toContain(OPEX)
    const others = await house.ask<{ list: LandingEndData[] }>('GET', ENDS, { token: admin })
    expect(others.data.list.map((one) => one.landingEndId)).not.toContain(OPEX)
    expect((await house.ask('GET', `${ENDS}/${OPEX}`, { token: admin })).status).toBe(40400)
    const list = await house.ask<{ landingEndId: string; landingEndName: string }[]>(
      'GET',
      '/omms/web-rbac/authoritys/landingEnd/list',
      { token: admin },
    )
    expect(list.data).toContainEqual({ landingEndId: WEB, landingEndName: '管理端', landingEndCode: 'WEB' })
  })

  it('are made, used by menu and roles, and cannot go while somebody needs them', async () => {
    const body = {
      landingEndName: '护理平板',
      landingEndCode: 'PAD',
      deviceTypeList: ['PAD', 'APP'],
      dataDept: '1',
      remark: '',
    }
    const made = await house.ask<string>('POST', ENDS, { token: operator, body })
    expect(made.data).toHaveLength(32)
    expect(await house.ask('POST', ENDS, { token: operator, body })).toMatchObject({
      status: 40904,
      data: { field: 'landingEndCode' },
    })
    const entry = await byCode('saveRole')
    for (const code of ['rail:setting', 'platform:role:list', 'saveRole']) {
      const node = await byCode(code)
      await change({ authorityId: node.authorityId, authorityName: node.authorityName, ends: [...node.ends, 'PAD'] })
    }
    const group = all(await tree()).find((node) =>
      node.child?.some((one) => one.authorityCode === 'platform:role:list'),
    )!
    await change({ authorityId: group.authorityId, authorityName: group.authorityName, ends: [...group.ends, 'PAD'] })
    const trees = await house.ask<{ landingEndName: string }[]>(
      'GET',
      '/passport/web-rbac/roles/landingEnd/authoritys',
      {
        token: admin,
      },
    )
    expect(trees.data.map((end) => end.landingEndName)).toEqual(['管理端', '护理平板'])
    const role = await house.ask<string>('POST', '/passport/web-rbac/roles', {
      token: admin,
      body: { name: '平板护士', landingEndAuthIds: [{ landEndId: made.data, authId: entry.authorityId }] },
    })
    expect(role.status).toBe(200)
    expect(await house.ask('DELETE', `${ENDS}/${made.data}`, { token: operator, form: {} })).toMatchObject({
      status: 40903,
      desc: '登录端「护理平板」正被使用，不能删除：1 个角色有它的权限',
    })
    // A new code takes the menu along.
    const { data: end } = await house.ask<LandingEndData>('GET', `${ENDS}/${made.data}`, { token: operator })
    expect(end).toMatchObject({ dataDept: 1, deviceType: '["PAD", "APP"]', roleCount: 1, menuCount: 2 })
    const renamed = { ...end, landingEndName: '平板', landingEndCode: 'TABLET' }
    expect((await house.ask('PUT', `${ENDS}/${made.data}`, { token: operator, body: renamed })).status).toBe(200)
    expect((await byCode('saveRole')).ends).toContain('TABLET')
    expect(await house.ask('PUT', `${ENDS}/${made.data}`, { token: operator, body: renamed })).toMatchObject({
      status: 40902,
    })
    await house.ask('DELETE', '/passport/web-rbac/roles', { token: admin, form: { roleIds: role.data } })
    expect((await house.ask('DELETE', `${ENDS}/${made.data}`, { token: operator, form: {} })).status).toBe(200)
    expect((await byCode('saveRole')).ends).not.toContain('TABLET')
  })

  it('of the product stay', async () => {
    expect(await house.ask('DELETE', `${ENDS}/${WEB}`, { token: operator, form: {} })).toMatchObject({ status: 42200 })
    expect(
      await house.ask('PUT', `${ENDS}/${WEB}`, {
        token: operator,
        body: { landingEndName: '管理', landingEndCode: 'W' },
      }),
    ).toMatchObject({ status: 42200, data: { field: 'landingEndCode' } })
  })
})
