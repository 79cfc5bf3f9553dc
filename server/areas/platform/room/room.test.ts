// Rooms: the shapes existing consoles send and read, batches, moves, departments.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RoomData } from '#contract/platform/room'
import { type House, testHouse } from '#server/areas/platform/test/house'
import { type Builder, builder, ORG, PLACE_CODES } from '#server/areas/platform/test/places'

let house: House
let token: string
let build: Builder
let first: string
let second: string
const ROOMS = `${ORG}/rooms`

interface Page {
  list: RoomData[]
  total: number
  pageSize: number
}

const list = (query: Record<string, string>, as = token) => house.ask<Page>('GET', ROOMS, { token: as, query })
const names = async (query: Record<string, string>, as = token) =>
  (await list({ size: '999999', ...query }, as)).data.list.map((row) => row.roomName)
const byName = async (roomName: string) => (await list({ roomName })).data.list[0]!

beforeAll(async () => {
  house = await testHouse()
  await house.person({ userName: 'manager01', isAdmin: true })
  token = (await house.signInAs('manager01')).data.token
  build = builder(house, token)
  await build.level('building', 'floor')
  const building = await build.place('松鹤楼')
  first = await build.place('1层', building)
  second = await build.place('2层', building)
})
afterAll(() => house.close())

describe('one room', () => {
  it('is made in a leaf, answered with every field, and changed', async () => {
    const made = await house.ask<RoomData>('POST', ROOMS, {
      token,
      body: { roomName: '101', deptId: house.care, area: first, roomType: '2', roomNamePro: '' },
    })
    expect(made.data).toMatchObject({
      roomName: '101',
      roomType: 2,
      area: first,
      areaName: '松鹤楼>1层',
      deptId: house.care,
      bedCount: 0,
      sort: 1,
    })
    expect(made.data.createTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const { roomId, version } = made.data
    const change = (body: object) => house.ask<RoomData>('PUT', ROOMS, { token, body: { roomId, ...body } })
    // An existing console sends the whole row back, with its helper fields and empty texts.
    const changed = await change({ ...made.data, roomName: '101A', roomType: '1', deptId: '', title: 'x', version: '' })
    expect(changed.data).toMatchObject({ roomName: '101A', roomType: 1, deptId: null, deptName: null, area: first })
    expect(await change({ roomName: '101B', version })).toMatchObject({
      status: 40902,
      desc: expect.stringContaining('manager01'),
    })
    expect((await change({ roomName: '101B', area: second, version: version + 1 })).data).toMatchObject({
      areaName: '松鹤楼>2层',
    })
    const [log] = await house.sql<{ changes: unknown }>(
      `select changes from operation_log where target_id = $1 order by created_at desc, log_id desc limit 1`,
      [roomId],
    )
    expect(log!.changes).toEqual({ roomName: ['101A', '101B'], areaName: ['松鹤楼 › 1层', '松鹤楼 › 2层'] })
    expect((await house.ask('DELETE', `${ROOMS}/${roomId}`, { token })).data).toBeNull()
    expect((await house.ask('DELETE', `${ROOMS}/${roomId}`, { token })).status).toBe(40400)
  })

  it('is refused at its field', async () => {
    const post = (body: object) =>
      house.ask<{ field: string } | null>('POST', ROOMS, { token, body: { roomName: '1', area: first, ...body } })
    for (const [body, status, field] of [
      [{ roomName: '' }, 42200, 'roomName'],
      [{ roomName: '  ' }, 42200, 'roomName'],
      [{ roomName: '一二三四五六七八九十一二三四五' }, 42200, 'roomName'],
      [{ area: '' }, 42200, 'area'],
      [{ area: 'nowhere' }, 40400, 'area'],
      [{ deptId: 'nowhere' }, 40400, 'deptId'],
      [{ roomType: '9' }, 42200, 'roomType'],
    ] as const) {
      const answer = await post(body)
      expect([answer.status, answer.data?.field]).toEqual([status, field])
    }
  })
})

describe('a batch', () => {
  const batch = (form: Record<string, string>) =>
    house.ask('POST', `${ROOMS}/batch`, { token, form: { area: first, roomType: '1', deptId: '', ...form } })

  it('is named by prefix, number and zeros', async () => {
    const answer = await batch({ roomNamePro: '1', roomCount: '12', digitNumber: '2', setZero: '1' })
    expect(answer.data).toEqual({ rooms: 12, first: '101', last: '112' })
    expect(await names({ area: first })).toEqual(
      Array.from({ length: 12 }, (_, i) => `1${String(i + 1).padStart(2, '0')}`),
    )
    expect(
      (await batch({ roomNamePro: 'VIP', roomCount: '3', digitNumber: '4', setZero: '0', area: second })).data,
    ).toEqual({ rooms: 3, first: 'VIP1', last: 'VIP3' })
  })

  it('names what exists already and makes nothing', async () => {
    expect(await batch({ roomNamePro: '1', roomCount: '20', digitNumber: '2', setZero: '1' })).toMatchObject({
      status: 40904,
      desc: '“松鹤楼 › 1层”的房间 101、102、103、104、105、106、107、108 等 12 个 已存在',
    })
    expect((await list({ area: first })).data.total).toBe(12)
    expect(
      (await batch({ roomNamePro: '1', roomCount: '8', digitNumber: '2', setZero: '1', startNumber: '13' })).status,
    ).toBe(200)
    expect((await list({ area: first })).data.total).toBe(20)
  })

  it('has limits', async () => {
    for (const [form, field] of [
      [{ roomCount: '0' }, 'roomCount'],
      [{ roomCount: '10000' }, 'roomCount'],
      [{ roomCount: 'x' }, 'roomCount'],
      [{ roomCount: '120', digitNumber: '2', setZero: '1' }, 'digitNumber'],
      [{ roomCount: '2', digitNumber: '15', setZero: '1' }, 'digitNumber'],
      [{ roomCount: '2', digitNumber: '10', setZero: '1', roomNamePro: '一二三四五' }, 'digitNumber'],
      [{ roomCount: '2', roomNamePro: '一二三四五六七八九十一' }, 'roomNamePro'],
    ] as const) {
      const answer = await batch(form)
      expect([form, answer.status, (answer.data as { field: string } | null)?.field]).toEqual([form, 42200, field])
    }
  })

  it('takes the most rooms allowed', async () => {
    const attic = await build.place('阁楼')
    expect((await batch({ roomCount: '9999', digitNumber: '4', setZero: '1', area: attic })).status).toBe(200)
    const all = await house.ask<RoomData[]>('GET', ROOMS, { token, query: { area: attic, pageHelper: '2' } })
    expect(all.data).toHaveLength(9999)
    const roomIds = all.data.map((row) => row.roomId).join(',')
    expect((await house.ask('DELETE', ROOMS, { token, form: { roomIds } })).data).toEqual({ rooms: 9999, beds: 0 })
  }, 60_000)
})

describe('rooms with their beds', () => {
  const make = (body: object) =>
    house.ask('POST', `${ORG}/batch/room/bed`, {
      token,
      body: {
        deptId: house.care,
        area: second,
        roomCount: '8',
        bedCount: '3',
        roomShow: '1',
        roomNameLength: '2',
        roomNamePrefixShow: '1',
        roomNamePrefix: '2',
        bedShow: '1',
        bedNameLength: '2',
        bedNamePrefixShow: '0',
        bedNamePrefix: '床',
        roomList: [],
        ...body,
      },
    })

  it('are made together, with exceptions', async () => {
    const answer = await make({
      roomNameEnd: '室',
      roomList: [
        { roomName: '203室', bedCount: '1' },
        { roomName: '204室', bedCount: 0 },
      ],
    })
    expect(answer.data).toEqual({ rooms: 8, beds: 19, first: '201室', last: '208室' })
    const rows = (await list({ area: second, keyword: '室', size: '50' })).data.list
    expect(rows.map((row) => [row.roomName, row.bedCount])).toEqual([
      ['201室', 3],
      ['202室', 3],
      ['203室', 1],
      ['204室', 0],
      ['205室', 3],
      ['206室', 3],
      ['207室', 3],
      ['208室', 3],
    ])
    const beds = await house.ask<{ bedName: string; bedPath: string }[]>('GET', `${ORG}/beds`, {
      token,
      query: { roomId: rows[0]!.roomId, pageHelper: '0' },
    })
    expect(beds.data.map((bed) => bed.bedPath)).toEqual([
      '松鹤楼>2层>201室>01',
      '松鹤楼>2层>201室>02',
      '松鹤楼>2层>201室>03',
    ])
  })

  it('are made whole or not at all', async () => {
    const count = async () =>
      (await house.sql<{ n: number }>('select count(*) as n from room where org_id = $1', [house.orgId]))[0]!.n
    const before = await count()
    expect(await make({ roomNameEnd: '室', roomCount: 20 })).toMatchObject({
      status: 40904,
      desc: expect.stringContaining('201室'),
    })
    expect(await make({ roomNamePrefix: '3', roomList: [{ roomName: '399', bedCount: 1 }] })).toMatchObject({
      status: 42200,
      desc: '例外房间“399”不在本次要建的房间里',
    })
    expect((await make({ roomNamePrefix: '3', roomCount: 99, bedCount: 102 })).desc).toContain('10098 张床位')
    expect((await make({ roomNamePrefix: '3', area: 'nowhere' })).status).toBe(40400)
    expect(await count()).toBe(before)
  })

  it('of two batches with the same names at once exactly one is made', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => make({ roomNamePrefix: '5', roomCount: 30 })))
    expect(answers.map((one) => one.status).sort()).toEqual([200, 40904, 40904])
    expect(answers.find((one) => one.status !== 200)!.desc).toContain('501')
    expect((await names({ area: second })).filter((name) => name.startsWith('5'))).toHaveLength(30)
  })

  it('sent twice under one request number are made once', async () => {
    const body = { roomCount: 2, bedCount: 1, area: second, roomNamePrefix: '重', roomNamePrefixShow: 1 }
    const send = () =>
      house.ask('POST', `${ORG}/batch/room/bed`, { token, body, headers: { 'x-request-no': 'batch-again-1' } })
    const [a, b] = [await send(), await send()]
    expect(b).toEqual(a)
    expect(await names({ keyword: '重' })).toEqual(['重1', '重2'])
  })
})

describe('moving and sorting', () => {
  it('moves rooms to another leaf and names what is in the way', async () => {
    const third = await build.place('别院')
    const ids = await build.rooms(third, 3, '1')
    const move = (roomIds: string[], locationId: string) =>
      house.ask('PUT', `${ROOMS}/area`, { token, form: { roomIds: roomIds.join(','), locationId } })
    expect(await move(ids, first)).toMatchObject({ status: 40904, desc: '该区域的房间 101、102、103 已存在' })
    expect((await move(ids, second)).data).toEqual({ moved: 3 })
    expect((await move(ids, second)).status).toBe(42200)
    expect((await move(['nothing'], second)).status).toBe(40400)
    expect((await move(ids, 'nowhere')).status).toBe(40400)
    expect(
      (await house.ask('PUT', `${ROOMS}/area`, { token, form: { roomIds: ',', locationId: second } })).status,
    ).toBe(42200)
    // Two rooms of one name from two places.
    const one = await build.rooms(third, 1, '9')
    const fourth = await build.place('西院')
    const two = await build.rooms(fourth, 1, '9')
    expect(await move([...one, ...two], second)).toMatchObject({ status: 42200, desc: expect.stringContaining('901') })
  })

  it('keeps an order made by hand inside each floor', async () => {
    const rows = (await list({ area: first, size: '999' })).data.list
    const turned = [...rows].reverse().map((row, i) => ({ roomId: row.roomId, sort: i + 1 }))
    expect((await house.ask('PUT', `${ROOMS}/sort`, { token, body: { sorts: turned } })).status).toBe(200)
    const after = await names({ area: first })
    expect(after[0]).toBe(rows.at(-1)!.roomName)
    const all = (await list({ size: '999' })).data.list.map((row) => row.areaName)
    expect(all.indexOf('松鹤楼>2层')).toBeGreaterThan(all.lastIndexOf('松鹤楼>1层'))
    expect(
      (await house.ask('PUT', `${ROOMS}/sort`, { token, body: { sorts: [...turned, { roomId: 'x', sort: 1 }] } }))
        .status,
    ).toBe(40400)
    expect((await names({ area: first, orderBy: 'roomName desc' }))[0]).toBe('120')
    expect((await list({ area: first, orderBy: '', page: '2', size: '5' })).data).toMatchObject({
      total: 20,
      pageSize: 5,
    })
    expect((await list({ orderBy: 'drop table room' })).status).toBe(200)
  })
})

describe('deleting', () => {
  it('refuses a room with beds, and takes free beds along when told', async () => {
    const row = await byName('201室')
    expect(await house.ask('DELETE', `${ROOMS}/${row.roomId}`, { token })).toMatchObject({
      status: 40903,
      desc: '房间“松鹤楼 › 2层 › 201室”正被使用，不能删除：还有 3 张床位',
    })
    const gone = (withBeds: string) => house.ask('DELETE', ROOMS, { token, form: { roomIds: row.roomId, withBeds } })
    expect((await gone('0')).status).toBe(40903)
    await house.sql('update bed set is_used = 1 where room_id = $1 and bed_name = $2', [row.roomId, '02'])
    expect(await gone('1')).toMatchObject({
      status: 40903,
      desc: expect.stringContaining('松鹤楼 › 2层 › 201室 › 02（已占用）'),
    })
    await house.sql('update bed set is_used = 0 where room_id = $1', [row.roomId])
    expect((await gone('1')).data).toEqual({ rooms: 1, beds: 3 })
    await house.person({ userName: 'roomonly', codes: ['roomsList_del'] })
    const other = await byName('202室')
    const { token: limited } = (await house.signInAs('roomonly')).data
    await house.sql('update room set dept_id = null where room_id = $1', [other.roomId])
    expect(
      (await house.ask('DELETE', ROOMS, { token: limited, form: { roomIds: other.roomId, withBeds: '1' } })).status,
    ).toBe(401)
  })
})

describe('departments', () => {
  it('limit who sees and changes a room', async () => {
    const wing = await build.place('护理院')
    const [care, finance, shared] = await build.rooms(wing, 3, '7')
    const assign = (roomIds: string[], deptId: string, as = token) =>
      house.ask('PUT', `${ROOMS}/dept`, { token: as, form: { roomIds: roomIds.join(','), deptId } })
    expect((await assign([care!], house.care)).data).toEqual({ changed: 1 })
    expect((await assign([finance!], house.finance)).data).toEqual({ changed: 1 })
    await house.person({ userName: 'nurse001', deptId: house.care, dataDeptIds: [house.care], codes: PLACE_CODES })
    const nurse = (await house.signInAs('nurse001')).data.token
    expect(await names({ area: wing }, nurse)).toEqual(['701', '703'])
    expect(await names({ area: wing })).toHaveLength(3)
    expect((await house.ask('GET', `${ROOMS}/${finance}`, { token: nurse })).status).toBe(40400)
    expect((await house.ask('DELETE', `${ROOMS}/${finance}`, { token: nurse })).status).toBe(40400)
    expect((await house.ask('PUT', ROOMS, { token: nurse, body: { roomId: finance, roomName: 'x' } })).status).toBe(
      40400,
    )
    expect(
      (
        await house.ask('PUT', `${ROOMS}/area`, {
          token: nurse,
          form: { roomIds: `${care},${finance}`, locationId: first },
        })
      ).status,
    ).toBe(40400)
    expect(
      (await house.ask('PUT', `${ROOMS}/sort`, { token: nurse, body: { sorts: [{ roomId: finance, sort: 1 }] } }))
        .status,
    ).toBe(40400)
    expect((await assign([care!], house.finance, nurse)).status).toBe(40400)
    expect((await assign([finance!], house.care, nurse)).status).toBe(40400)
    expect(
      (await house.ask('POST', `${ORG}/beds`, { token: nurse, body: { roomId: finance, bedName: '1' } })).status,
    ).toBe(40400)
    expect((await assign([shared!], house.care, nurse)).data).toEqual({ changed: 1 })
    const current = await house.ask<RoomData[]>('GET', `${ROOMS}/currentDept`, {
      token: nurse,
      query: { pageHelper: '2' },
    })
    expect(current.data.filter((row) => row.area === wing).map((row) => row.roomName)).toEqual(['701', '703'])
    const named = await house.ask<RoomData[]>('GET', `${ROOMS}/currentDept`, {
      token,
      query: { pageHelper: '2', deptIds: `${house.finance},${house.care}`, area: wing },
    })
    expect(named.data).toHaveLength(3)
    const terminal = await house.ask<Page>('GET', '/ifms/app-org/rooms', {
      token: nurse,
      query: { orgId: 'other', area: wing },
    })
    expect(terminal.data.total).toBe(2)
  })
})

it('finds rooms by place, number and first letters', async () => {
  expect(await names({ keyword: 'shl1c 105' })).toEqual(['105'])
  expect(await names({ keyword: '松鹤楼 1层 105' })).toEqual(['105'])
  expect(await names({ keyword: '松鹤楼>1层>105' })).toEqual(['105'])
  expect(await names({ keyword: '100%' })).toEqual([])
  expect(await names({ area: 'none' })).toEqual([])
  expect(
    (await house.ask('POST', `${ROOMS}/batch`, { token, form: { roomCount: '2', roomNamePro: '无' } })).status,
  ).toBe(200)
  expect(await names({ area: 'none' })).toEqual(['无1', '无2'])
})
