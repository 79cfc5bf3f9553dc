// Levels and places, as existing consoles and ours use them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LevelData, LocationNode } from '#contract/platform/location'
import { type House, testHouse } from '#server/areas/platform/test/house'
import { type Builder, builder, ORG } from '#server/areas/platform/test/places'

let house: House
let token: string
let build: Builder
const LEVELS = `${ORG}/locationLevels`
const LOCATIONS = `${ORG}/locations`

interface Listed<T> {
  list: T[]
  total: number
}

const levels = async () => (await house.ask<Listed<LevelData>>('GET', LEVELS, { token })).data.list
const saveLevels = (rows: readonly object[], more: object = {}) =>
  house.ask('PUT', LEVELS, { token, body: { orgLocationLevelDoList: rows, ...more } })
const tree = async () => (await house.ask<Listed<LocationNode>>('GET', LOCATIONS, { token })).data.list

beforeAll(async () => {
  house = await testHouse()
  await house.person({ userName: 'manager01', isAdmin: true })
  token = (await house.signInAs('manager01')).data.token
  build = builder(house, token)
})
afterAll(() => house.close())

describe('levels', () => {
  it('are added one of each type and answered as a page', async () => {
    expect(await house.ask('POST', LOCATIONS, { token, body: { locationName: '甲楼', parentId: '' } })).toMatchObject({
      status: 42200,
      desc: expect.stringContaining('还没有区域级别'),
    })
    expect((await build.level('building')).status).toBe(200)
    expect((await build.level('floor')).status).toBe(200)
    expect(await build.level('floor')).toMatchObject({ status: 40904, desc: '区域级别“楼层”已存在' })
    expect((await build.level('unit', 'house')).status).toBe(200)
    expect((await build.level('garden')).status).toBe(42200)
    const answer = await house.ask<Listed<LevelData>>('GET', LEVELS, { token })
    expect(answer.data.total).toBe(4)
    expect(answer.data.list.map((one) => [one.level, one.locationType, one.locationName, one.used])).toEqual([
      [1, 'building', '栋', 0],
      [2, 'floor', '楼层', 0],
      [3, 'unit', '单元', 0],
      [4, 'house', '室', 0],
    ])
  })

  it('take the complete list in a new order; a missing row is a deletion', async () => {
    const [building, floor, unit, room] = await levels()
    expect((await saveLevels([building, unit, floor].map((one) => ({ ...one!, extra: 'x' })))).status).toBe(200)
    expect((await levels()).map((one) => [one.level, one.locationType])).toEqual([
      [1, 'building'],
      [2, 'unit'],
      [3, 'floor'],
    ])
    expect((await saveLevels([room!])).status).toBe(40400)
    expect((await saveLevels([building!, building!])).status).toBe(40400)
    // One that somebody added meanwhile is not deleted unseen.
    const seen = [building!.levelId, unit!.levelId]
    expect((await saveLevels([building!, unit!], { seen })).status).toBe(40902)
    expect((await saveLevels([building!, { ...floor!, locationName: '层' }])).status).toBe(200)
    expect((await levels()).map((one) => one.locationName)).toEqual(['栋', '层'])
  })

  it('in use stay where they are', async () => {
    const a = await build.place('甲楼')
    await build.place('1层', a)
    await build.level('unit')
    const [building, floor, unit] = await levels()
    expect(await saveLevels([floor!, building!, unit!])).toMatchObject({
      status: 42200,
      desc: expect.stringContaining('“栋”、“层”已建有区域'),
    })
    expect(await saveLevels([building!, unit!, floor!])).toMatchObject({ status: 42200 })
    expect(await saveLevels([building!, unit!])).toMatchObject({
      status: 40903,
      desc: '区域级别“层”正被使用，不能删除：已建 1 个区域',
    })
    expect((await saveLevels([building!, floor!])).status).toBe(200)
  })

  it('need the code of the act', async () => {
    await house.person({ userName: 'sorter01', codes: ['qylxpx'] })
    await house.person({ userName: 'deleter1', codes: ['delRegionType'] })
    await build.level('unit', 'house')
    const [building, floor, unit, room] = await levels()
    const as = async (userName: string, rows: object[]) =>
      (
        await house.ask('PUT', LEVELS, {
          token: (await house.signInAs(userName)).data.token,
          body: { orgLocationLevelDoList: rows },
        })
      ).status
    expect(await as('sorter01', [building!, floor!, unit!])).toBe(401)
    expect(await as('deleter1', [building!, floor!, room!, unit!])).toBe(401)
    expect(await as('sorter01', [building!, floor!, room!, unit!])).toBe(200)
    expect(await as('deleter1', [building!, floor!])).toBe(200)
  })
})

describe('places', () => {
  it('answer a tree, a flat list or a bare array, in the form existing consoles cut', async () => {
    const a = (await tree())[0]!.locationId
    await build.place('2层', a)
    await build.place('乙楼')
    const whole = await house.ask<Listed<LocationNode>>('GET', LOCATIONS, {
      token,
      query: { page: '1', size: '999999' },
    })
    expect(whole.data.list.map((one) => [one.locationName, one.children?.map((child) => child.locationName)])).toEqual([
      ['甲楼', ['1层', '2层']],
      ['乙楼', undefined],
    ])
    const leaf = whole.data.list[0]!.children![1]!
    expect(leaf).toMatchObject({
      parentId: a,
      parentType: 'building',
      locationType: 'floor',
      level: 2,
      path: '甲楼>2层',
    })
    expect(leaf.children).toBeNull()
    const text = JSON.stringify(whole.data.list)
    expect(text).toContain(',"children":null}')
    expect(Object.keys(leaf)[0]).toBe('locationId')
    expect(Object.keys(leaf).at(-1)).toBe('children')

    const flat = await house.ask<Listed<LocationNode>>('GET', LOCATIONS, { token, query: { pageHelper: '1' } })
    expect(flat.data.list.map((one) => [one.path, one.children])).toEqual([
      ['甲楼', null],
      ['甲楼>1层', null],
      ['甲楼>2层', null],
      ['乙楼', null],
    ])
    const bare = await house.ask<LocationNode[]>('GET', LOCATIONS, { token, query: { pageHelper: '0', orderBy: '' } })
    expect(bare.data.map((one) => one.locationName)).toEqual(['甲楼', '乙楼'])
    const terminal = await house.ask<Listed<LocationNode>>('GET', '/ifms/app-org/locations', {
      token,
      query: { orgId: house.orgId },
    })
    expect(terminal.data.total).toBe(2)
    expect((await house.ask('GET', '/ifms/app-org/locations', { query: { orgId: house.orgId } })).status).toBe(4011)
    const types = await house.ask('GET', `${ORG}/locationType`, { token, query: { pageHelper: '0' } })
    expect(types.data).toEqual([
      { id: 'location', name: '区域' },
      { id: 'building', name: '栋' },
      { id: 'unit', name: '单元' },
      { id: 'floor', name: '楼层' },
      { id: 'house', name: '室' },
    ])
  })

  it('are found by name and by first letters, with the places above them', async () => {
    const found = await house.ask<Listed<LocationNode>>('GET', LOCATIONS, { token, query: { locationName: '2层' } })
    expect(found.data.list.map((one) => [one.locationName, one.children?.map((child) => child.locationName)])).toEqual([
      ['甲楼', ['2层']],
    ])
    const letters = await house.ask<Listed<LocationNode>>('GET', LOCATIONS, {
      token,
      query: { locationName: 'yl', pageHelper: '1' },
    })
    expect(letters.data.list.map((one) => one.path)).toEqual(['乙楼'])
  })

  it('are as deep as there are levels', async () => {
    const floor = (await tree())[0]!.children![0]!
    expect(
      await house.ask('POST', LOCATIONS, { token, body: { locationName: '东区', parentId: floor.locationId } }),
    ).toMatchObject({
      status: 42200,
      desc: expect.stringContaining('“甲楼 › 1层”已是最末一级'),
      data: { field: 'parentId' },
    })
  })

  it('have one name each below their parent', async () => {
    const a = (await tree())[0]!.locationId
    const add = (locationName: string, parentId: string) =>
      house.ask('POST', LOCATIONS, { token, body: { locationName, parentId, parentType: 'building' } })
    expect(await add(' 1层 ', a)).toMatchObject({ status: 40904, data: { field: 'locationName' } })
    expect((await add('a>b', a)).status).toBe(42200)
    expect((await add('   ', a)).status).toBe(42200)
    expect((await add('1层', 'nowhere')).status).toBe(40400)
    const several = (names: string[]) =>
      house.ask('POST', `${LOCATIONS}/batch`, { token, body: { parentId: a, names } })
    expect(await several(['3层', '4层', '2层', '1层'])).toMatchObject({
      status: 40904,
      desc: '“甲楼”下的区域 1层、2层 已存在',
    })
    expect((await several(['3层', '3层'])).status).toBe(42200)
    expect((await several(['3层', '4层'])).data).toEqual({ added: 2 })
    const both = await Promise.all([add('5层', a), add('5层', a), add('5层', a)])
    expect(both.map((one) => one.status).sort()).toEqual([200, 40904, 40904])
  })

  it('keep the paths below them when they are renamed, and tell a second editor', async () => {
    const a = (await tree())[0]!
    const rename = (locationName: string, version?: number) =>
      house.ask<LocationNode>('PUT', LOCATIONS, {
        token,
        body: { locationId: a.locationId, locationName, ...(version !== undefined && { version }) },
      })
    expect((await rename('松鹤楼', a.version)).data.path).toBe('松鹤楼')
    expect(await rename('长青楼', a.version)).toMatchObject({
      status: 40902,
      desc: expect.stringContaining('manager01'),
    })
    expect((await tree())[0]!.children!.map((one) => one.path)).toContain('松鹤楼>3层')
    expect(await rename('乙楼')).toMatchObject({ status: 40904 })
    const [log] = await house.sql<{ changes: unknown }>(
      `select changes from operation_log where target_id = $1 and method = '编辑区域' order by created_at desc limit 1`,
      [a.locationId],
    )
    expect(log!.changes).toEqual({ locationName: ['甲楼', '松鹤楼'] })
  })

  it('are put in order below one parent', async () => {
    const [a, b] = await tree()
    const order = (ids: string[]) =>
      house.ask('PUT', `${LOCATIONS}/sort`, {
        token,
        body: { sorts: ids.map((locationId, i) => ({ locationId, sort: i + 1 })) },
      })
    expect((await order([b!.locationId, a!.locationId])).status).toBe(200)
    expect((await tree()).map((one) => one.locationName)).toEqual(['乙楼', '松鹤楼'])
    const places = await house.sql<{ path: string }>('select path from location where org_id = $1 order by place', [
      house.orgId,
    ])
    expect(places.map((row) => row.path).slice(0, 3)).toEqual(['乙楼', '松鹤楼', '松鹤楼>1层'])
    expect((await order([b!.locationId, a!.children![0]!.locationId])).status).toBe(42200)
    expect((await order([b!.locationId, 'nothing'])).status).toBe(40400)
    expect((await order([])).status).toBe(42200)
  })

  it('with places or rooms in them are not deleted, and rooms lie in leaves alone', async () => {
    const [b, a] = await tree()
    const floor = a!.children![0]!
    await build.rooms(floor.locationId, 3, '1')
    expect(await house.ask('DELETE', `${LOCATIONS}/${a!.locationId}`, { token })).toMatchObject({
      status: 40903,
      desc: '区域“松鹤楼”正被使用，不能删除：下级区域 5 个',
    })
    expect(await house.ask('DELETE', `${LOCATIONS}/${floor.locationId}`, { token, form: {} })).toMatchObject({
      desc: '区域“松鹤楼 › 1层”正被使用，不能删除：房间 3 间',
    })
    expect((await tree())[1]!.roomCount).toBe(3)
    await build.level('house')
    expect(
      await house.ask('POST', LOCATIONS, { token, body: { locationName: '东区', parentId: floor.locationId } }),
    ).toMatchObject({ status: 42200, desc: expect.stringContaining('已有 3 间房') })
    await expect(build.rooms(a!.locationId, 1)).rejects.toThrow('房间只能放在最末一级区域')
    expect((await house.ask('DELETE', `${LOCATIONS}/${b!.locationId}`, { token })).status).toBe(200)
    expect((await house.ask('DELETE', `${LOCATIONS}/${b!.locationId}`, { token })).status).toBe(40400)
    expect((await house.ask<LocationNode>('GET', `${LOCATIONS}/${a!.locationId}`, { token })).data.path).toBe('松鹤楼')
  })
})
