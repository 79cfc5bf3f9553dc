// Beds: the shapes existing consoles send and read, and what a bed in use refuses.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BedData } from '#contract/platform/bed'
import { bedPaths, bedUsers, roomFollowers, setBedUse } from '#server/areas/platform/public'
import { type House, testHouse } from '#server/areas/platform/test/house'
import { type Builder, builder, ORG, PLACE_CODES } from '#server/areas/platform/test/places'
import { systemTransaction } from '#server/kit/system'

let house: House
let token: string
let build: Builder
let roomA: string
let roomB: string
const BEDS = `${ORG}/beds`

interface Page {
  list: BedData[]
  total: number
}

const list = (query: Record<string, string>, as = token) => house.ask<Page>('GET', BEDS, { token: as, query })
const ofRoom = async (roomId: string) => (await list({ roomId, display: '3', size: '999' })).data.list
const use = (bedId: string, used: boolean) =>
  systemTransaction(house.app, house.orgId, '测试', '占用床位', (tx) => setBedUse(tx, bedId, used))

beforeAll(async () => {
  house = await testHouse()
  await house.person({ userName: 'manager01', isAdmin: true })
  token = (await house.signInAs('manager01')).data.token
  build = builder(house, token)
  await build.level('building', 'floor')
  const floor = await build.place('2层', await build.place('松鹤楼'))
  const [a, b] = await build.rooms(floor, 2, '2', { deptId: house.care })
  roomA = a!
  roomB = b!
})
afterAll(() => house.close())

describe('one bed', () => {
  it('is made, answered with every field, and changed', async () => {
    const remark = '{"mattress":"A-1","note":"靠窗"}'
    const made = await house.ask<BedData>('POST', BEDS, {
      token,
      body: { bedName: '01', roomId: roomA, roomName: '201', display: '0', deptId: 'ignored', remark },
    })
    expect(made.data).toMatchObject({
      bedName: '01',
      roomName: '201',
      bedPath: '松鹤楼>2层>201>01',
      deptId: house.care,
      display: 0,
      isUsed: 0,
      remark,
      sort: 1,
    })
    const { bedId, version } = made.data
    const change = (body: object) => house.ask<BedData>('PUT', BEDS, { token, body: { bedId, bedName: '01', ...body } })
    const back = await change({ ...made.data, bedName: '01A', display: '1', remark: '', version: '', isUsed: 1 })
    expect(back.data).toMatchObject({ bedName: '01A', display: 1, remark: null, isUsed: 0, roomId: roomA })
    expect((await change({ bedName: '01B', version })).status).toBe(40902)
    expect((await change({ roomId: roomB, display: 0, version: version + 1 })).data).toMatchObject({
      bedPath: '松鹤楼>2层>202>01',
    })
    const [log] = await house.sql<{ changes: unknown; remark: string }>(
      `select changes, remark from operation_log where target_id = $1 order by created_at desc, log_id desc limit 1`,
      [bedId],
    )
    expect(log).toEqual({
      remark: '编辑床位“松鹤楼 › 2层 › 201 › 01A”',
      changes: { bedName: ['01A', '01'], roomName: ['201', '202'], display: [1, 0] },
    })
    expect((await house.ask('DELETE', `${BEDS}/${bedId}`, { token, form: {} })).data).toBeNull()
    expect((await house.ask('GET', `${BEDS}/${bedId}`, { token })).status).toBe(40400)
  })

  it('is refused at its field', async () => {
    const post = (body: object) =>
      house.ask<{ field: string } | null>('POST', BEDS, { token, body: { bedName: 'x', roomId: roomA, ...body } })
    expect((await post({})).status).toBe(200)
    for (const [body, status, field] of [
      [{ bedName: '' }, 42200, 'bedName'],
      [{ bedName: '一二三四五六七八九十一二三四五' }, 42200, 'bedName'],
      [{ bedName: ' x ' }, 40904, 'bedName'],
      [{ roomId: 'nothing' }, 40400, undefined],
      [{ display: '2' }, 42200, 'display'],
    ] as const) {
      const answer = await post(body)
      expect([answer.status, answer.data?.field]).toEqual([status, field])
    }
    expect(await post({})).toMatchObject({ desc: '房间“松鹤楼 › 2层 › 201”的床位 x 已存在' })
  })
})

describe('many beds', () => {
  it('are made, listed, shown, hidden, moved, sorted and deleted', async () => {
    await build.beds(roomA, 6)
    await build.beds(roomB, 4)
    expect((await list({ roomId: roomA, size: '3', page: '1', orderBy: '' })).data).toMatchObject({ total: 7 })
    const again = await house.ask('POST', `${BEDS}/batch`, {
      token,
      form: { bedNamePro: '', bedCount: '8', digitNumber: '2', setZero: '1', roomId: roomA, deptId: '' },
    })
    expect(again).toMatchObject({ status: 40904, desc: '房间“松鹤楼 › 2层 › 201”的床位 01、02、03、04、05、06 已存在' })
    const more = { bedNamePro: '加', bedCount: '2', digitNumber: '', setZero: '0', roomId: roomA, startNumber: '7' }
    expect((await house.ask('POST', `${BEDS}/batch`, { token, form: more })).data).toEqual({
      beds: 2,
      first: '加7',
      last: '加8',
    })
    const beds = await ofRoom(roomA)
    const id = (name: string) => beds.find((one) => one.bedName === name)!.bedId
    const display = (bedIds: string, value: string) =>
      house.ask('PUT', `${BEDS}/display`, { token, form: { bedIds, display: value } })
    expect((await display(`${id('01')},${id('02')}`, '1')).data).toEqual({ changed: 2 })
    // Without `display` an existing console sees the shown ones, with 3 both.
    expect((await list({ roomId: roomA })).data.total).toBe(7)
    expect((await list({ roomId: roomA, display: '1' })).data.total).toBe(2)
    expect((await list({ roomId: roomA, display: '3' })).data.total).toBe(9)
    expect((await list({ roomId: roomA, state: 'hidden' })).data.total).toBe(2)
    expect((await list({ roomId: roomA, state: 'free' })).data.total).toBe(7)
    expect((await display(id('01'), '0')).data).toEqual({ changed: 1 })

    const move = (bedIds: string[], roomId: string) =>
      house.ask('PUT', `${BEDS}/room`, { token, form: { bedIds: bedIds.join(','), roomId } })
    expect(await move([id('05'), id('04')], roomB)).toMatchObject({
      status: 40904,
      desc: expect.stringContaining('04'),
    })
    expect((await move([id('05'), id('06')], roomB)).data).toEqual({ moved: 2 })
    expect((await ofRoom(roomB)).map((one) => one.bedName)).toEqual(['01', '02', '03', '04', '05', '06'])
    expect((await move([id('05')], roomB)).status).toBe(42200)

    const turned = [...(await ofRoom(roomB))].reverse().map((one, i) => ({ bedId: one.bedId, sort: i + 1 }))
    expect((await house.ask('PUT', `${BEDS}/sort`, { token, body: { sorts: turned } })).status).toBe(200)
    expect((await ofRoom(roomB)).map((one) => one.bedName)).toEqual(['06', '05', '04', '03', '02', '01'])
    expect((await house.ask('DELETE', BEDS, { token, form: { bedIds: `${id('加7')},${id('加8')}` } })).data).toEqual({
      beds: 2,
    })
  })

  it('answer bare arrays, departments and the whole path', async () => {
    const bare = await house.ask<BedData[]>('GET', BEDS, { token, query: { pageHelper: '0', roomId: roomB } })
    expect(bare.data).toHaveLength(6)
    await build.beds(roomB, 2, '长')
    const dept = await house.ask<Page>('GET', `${BEDS}/${house.care}/bedDept`, { token })
    expect(dept.data.list.length).toBe(dept.data.total)
    expect(dept.data.total).toBe(12)
    expect((await house.ask('GET', `${BEDS}/nowhere/bedDept`, { token })).status).toBe(40400)
    const current = await house.ask<BedData[]>('GET', `${BEDS}/currentDept`, {
      token,
      query: { pageHelper: '2', deptIds: house.care },
    })
    expect(current.data).toHaveLength(dept.data.total)
    const places = await house.ask<Page>('GET', '/pims/web-org/organization/bed', {
      token,
      query: { keyword: 'shl 202' },
    })
    expect(places.data.list.map((one) => one.bedPath)).toContain('松鹤楼>2层>202>06')
    const { bedId } = places.data.list[0]!
    const adjusted = await house.ask<BedData>('PUT', `/pims/web-org/organization/bed/${bedId}`, {
      token,
      body: { remark: '靠窗' },
    })
    expect(adjusted.data).toMatchObject({ bedId, remark: '靠窗', bedName: '06', display: 0 })
  })

  it('belong to the department of their room', async () => {
    await house.person({
      userName: 'nurse001',
      deptId: house.finance,
      dataDeptIds: [house.finance],
      codes: PLACE_CODES,
    })
    const nurse = (await house.signInAs('nurse001')).data.token
    const [one] = await ofRoom(roomA)
    expect((await list({ display: '3' }, nurse)).data.total).toBe(0)
    const path = `${BEDS}/${one!.bedId}`
    expect((await house.ask('GET', path, { token: nurse })).status).toBe(40400)
    expect((await house.ask('DELETE', path, { token: nurse })).status).toBe(40400)
    expect((await house.ask('PUT', BEDS, { token: nurse, body: { bedId: one!.bedId, bedName: 'q' } })).status).toBe(
      40400,
    )
    expect((await house.ask('GET', `${BEDS}/${house.care}/bedDept`, { token: nurse })).status).toBe(40400)
    const sorts = [{ bedId: one!.bedId, sort: 5 }]
    expect((await house.ask('PUT', `${BEDS}/sort`, { token: nurse, body: { sorts } })).status).toBe(40400)
    expect(
      (await house.ask('GET', '/passport/web-org/common/global-search?keyword=201', { token: nurse })).data,
    ).not.toContainEqual(expect.objectContaining({ kind: 'bed' }))
  })
})

describe('a bed in use', () => {
  it('is neither deleted, hidden nor moved, and says who has it', async () => {
    let lies = true
    bedUsers.add(async (_tx, ids) => new Map(lies ? ids.map((id) => [id, '王秀兰（入住中）']) : []))
    const { bedId } = (await ofRoom(roomB))[0]!
    expect((await use(bedId, true)).path).toBe('松鹤楼 › 2层 › 202 › 06')
    await expect(use(bedId, true)).rejects.toThrow('王秀兰（入住中）')
    const refusals = [
      await house.ask('DELETE', `${BEDS}/${bedId}`, { token }),
      await house.ask('DELETE', BEDS, { token, form: { bedIds: bedId } }),
      await house.ask('PUT', BEDS, { token, body: { bedId, bedName: '06', display: 1 } }),
      await house.ask('PUT', `${BEDS}/display`, { token, form: { bedIds: bedId, display: '1' } }),
      await house.ask('PUT', `${BEDS}/room`, { token, form: { bedIds: bedId, roomId: roomA } }),
      await house.ask('PUT', BEDS, { token, body: { bedId, bedName: '06', roomId: roomA } }),
    ]
    expect(refusals.map((one) => one.status)).toEqual([40903, 40903, 40901, 40901, 40901, 40901])
    for (const one of refusals) expect(one.desc).toContain('松鹤楼 › 2层 › 202 › 06（王秀兰（入住中））')
    // Its name and remark may change, and so may its room's.
    expect((await house.ask('PUT', BEDS, { token, body: { bedId, bedName: '06床' } })).status).toBe(200)
    await use(bedId, false)
    lies = false
    expect((await house.ask('PUT', `${BEDS}/display`, { token, form: { bedIds: bedId, display: '1' } })).status).toBe(
      200,
    )
    await expect(use(bedId, true)).rejects.toThrow('已隐藏')
    const paths = await bedPaths(house.app.pool, house.orgId, [bedId])
    expect(paths.get(bedId)).toBe('松鹤楼 › 2层 › 202 › 06床')
  })

  it('is taken by one of many who want it at once', async () => {
    const { bedId } = (await ofRoom(roomA))[0]!
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => use(bedId, true)))
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    // Whoever deletes at that moment is refused as well, or came first and the stay finds no bed.
    await use(bedId, false)
    const [stay, gone] = await Promise.allSettled([
      use(bedId, true),
      house.ask('DELETE', `${BEDS}/${bedId}`, { token }),
    ])
    const deleted = gone.status === 'fulfilled' && gone.value.status === 200
    expect(stay.status === 'fulfilled').toBe(!deleted)
  })

  it('lets those who keep the department of residents follow its room', async () => {
    const seen: [readonly string[], string | null][] = []
    roomFollowers.add(async (_tx, roomIds, deptId) => void seen.push([roomIds, deptId]))
    const assigned = { roomIds: roomB, deptId: house.finance }
    expect((await house.ask('PUT', `${ORG}/rooms/dept`, { token, form: assigned })).status).toBe(200)
    expect(
      (await house.ask('PUT', `${ORG}/rooms`, { token, body: { roomId: roomB, roomName: '202', deptId: '' } })).status,
    ).toBe(200)
    expect(seen).toEqual([
      [[roomB], house.finance],
      [[roomB], null],
    ])
  })
})

it('finds beds in the global search, with the way to the list', async () => {
  const answer = await house.ask<{ kind: string; title: string; route: string }[]>(
    'GET',
    '/passport/web-org/common/global-search',
    { token, query: { keyword: 'shl 201' } },
  )
  const beds = answer.data.filter((hit) => hit.kind === 'bed')
  expect(beds[0]).toMatchObject({ title: expect.stringMatching(/^松鹤楼 › 2层 › 201 › /) })
  expect(beds[0]!.route).toMatch(/^\/systemmanage\/bed\?keyword=/)
})
